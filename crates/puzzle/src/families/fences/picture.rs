//! The picture of a Fences board: regions, posts, fences, the loop, its axis or centre.

use std::collections::BTreeSet;

use super::curve::{region_counts, steps, symmetries};
use super::{Curve, Instance, REGIONS, Solution, region};
use crate::hex::{Cell, Direction, Isometry, Kind, Point};
use crate::scene::{Mark, Role, Scene};

pub(super) fn scene(instance: &Instance, solution: Option<&Solution>) -> Scene {
    let hexagon = &instance.hexagon;
    let mut scene = Scene::new(format!("Fences, order {}", hexagon.order()));
    for &cell in hexagon.cells() {
        scene.hex(cell, region(cell).map_or(Role::Neutral, |region| Role::Region(region as u8)));
    }
    if let Some(solution) = solution {
        draw_fences(&mut scene, instance, solution);
    }
    for &(index, number) in &instance.posts {
        scene.labelled(hexagon.cell(index), Role::Post, number);
    }
    if let Some(Curve::Cells(cells)) = solution.map(|solution| &solution.curve) {
        let simple = is_simple(cells) && cells.iter().all(|&cell| hexagon.contains(cell));
        scene.marks.push(Mark::Path { cells: cells.clone(), closed: true, role: Role::Loop });
        let counts = region_counts(cells);
        let product: u128 = counts.iter().map(|&count| count as u128).product();
        let factors: Vec<String> =
            counts.iter().zip(REGIONS).map(|(count, name)| format!("{count} {name}")).collect();
        if simple && let Some(map) = shown(&symmetries(cells)) {
            draw_symmetry(&mut scene, hexagon.order(), map);
        }
        scene.note(format!("{} = {product}", factors.join(" × ")));
    }
    scene
}

fn draw_fences(scene: &mut Scene, instance: &Instance, solution: &Solution) {
    for (&(index, _), lengths) in instance.posts.iter().zip(&solution.fences) {
        for direction in Direction::ALL {
            let length = lengths.and_then(|lengths| lengths[direction as usize]).unwrap_or(0);
            let ray = instance.hexagon.ray(index, direction).take(length as usize);
            let cells: Vec<_> =
                std::iter::once(index).chain(ray).map(|at| instance.hexagon.cell(at)).collect();
            if cells.len() > 1 {
                scene.marks.push(Mark::Path { cells, closed: false, role: Role::Fence });
            }
        }
    }
}

/// Whether the cells form a closed loop that meets no cell twice.
fn is_simple(cells: &[Cell]) -> bool {
    let different: BTreeSet<Cell> = cells.iter().copied().collect();
    different.len() == cells.len() && steps(cells).all(|(from, to)| from.distance(to) == 1)
}

/// The symmetry to be shown: a mirror if there is one, else a rotation.
fn shown(maps: &[Isometry]) -> Option<Isometry> {
    let mirror = maps.iter().find(|map| map.linear.is_reflection());
    mirror.or(maps.first()).copied()
}

fn draw_symmetry(scene: &mut Scene, order: usize, map: Isometry) {
    match map.kind() {
        Kind::Reflection { through, along } => {
            // Walk from the point of the axis to just beyond the rim, both ways.
            let limit = 6 * order as i32;
            let end = |sign: i32| {
                let walk = (0..).map(|step| {
                    let point = Point::new(
                        through.q + sign * step * along.q,
                        through.r + sign * step * along.r,
                    );
                    let ring = point.q.abs().max(point.r.abs()).max((point.q + point.r).abs());
                    (point, ring)
                });
                walk.take_while(|&(_, ring)| ring <= limit).last().map(|(point, _)| point)
            };
            if let (Some(from), Some(to)) = (end(-1), end(1)) {
                scene.marks.push(Mark::Stroke { from, to, role: Role::Axis });
            }
            scene.note("the loop is its own mirror image in the dashed axis");
        }
        Kind::Rotation { sixths, centre } => {
            scene.marks.push(Mark::Spot { at: centre, role: Role::Pivot });
            let degrees = 60 * sixths.min(6 - sixths);
            scene.note(format!("the loop is kept by a turn of {degrees}° about the marked centre"));
        }
        Kind::Identity | Kind::Translation | Kind::Glide => {}
    }
}
