//! Pictures of a Fences board: regions, posts, fences, the loop with its axes and its centre.
//!
//! Beside each side of the board stands the number of loop cells in the region of that side.

use super::curve::{Analysis, MAX_COMPARED, SIDES};
use super::fold;
use super::{Instance, Solution, region};
use crate::family::{Term, View};
use crate::hex::{Cell, Direction, Kind, Point, Symmetry};
use crate::scene::{Mark, Role, Scene};

const FOLD: &str = "fold";

/// The views.
pub(super) const VIEWS: &[Term] = &[
    Term { word: "plain", meaning: "the board and what keeps the loop: axes, centre" },
    Term {
        word: FOLD,
        meaning: "the loop laid over itself by one symmetry, or the nearest to one",
    },
];

pub(super) fn scene(instance: &Instance, solution: Option<&Solution>, view: View) -> Scene {
    let hexagon = &instance.hexagon;
    let mut scene = Scene::new(format!("Fences, order {}", hexagon.order()));
    for &cell in hexagon.cells() {
        scene.hex(cell, region(cell).map_or(Role::Neutral, |region| Role::Region(region as u8)));
    }
    let cells = solution.map_or(&[][..], |solution| solution.curve.cells());
    let analysis = Analysis::of(cells);
    let on_board = analysis.simple && cells.iter().all(|&cell| hexagon.contains(cell));
    let wanted = view.name == Some(FOLD);
    let folded = (on_board && wanted).then(|| fold::fold(instance, cells, &analysis)).flatten();
    let maps = match &folded {
        Some(fold) => vec![fold.map],
        None if on_board => analysis.symmetries.clone(),
        None => Vec::new(),
    };
    folded.iter().for_each(|fold| fold.draw_below(&mut scene));
    solution.into_iter().for_each(|solution| draw_fences(&mut scene, instance, solution));
    maps.iter().for_each(|map| draw_axis(&mut scene, hexagon.order(), map.kind()));
    for &(index, number) in &instance.posts {
        scene.labelled(hexagon.cell(index), Role::Post, number);
    }
    if !cells.is_empty() {
        scene.marks.push(Mark::Path { cells: cells.to_vec(), closed: true, role: Role::Loop });
        folded.iter().for_each(|fold| fold.draw_above(&mut scene));
        maps.iter().take(1).for_each(|map| draw_centre(&mut scene, map.kind()));
        draw_counts(&mut scene, hexagon.order(), &analysis);
    }
    scene.notes.extend(match &folded {
        Some(fold) => fold.notes(),
        None if wanted => {
            vec![format!("the fold view needs a loop of at most {MAX_COMPARED} cells")]
        }
        None if maps.is_empty() => Vec::new(),
        None => vec![facts(&analysis)],
    });
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

/// The symmetries of a loop, in words.
fn facts(analysis: &Analysis) -> String {
    let axes = match analysis.mirrors().count() {
        0 => None,
        1 => Some("its own mirror image in the dashed axis".to_owned()),
        count => Some(format!("its own mirror image in each of the {count} dashed axes")),
    };
    // Rotations come by rising angle, so the first gives all the others.
    let turns = analysis.rotations().next().map(|map| {
        format!("kept by turns of {}° about the marked centre", 60 * map.linear.sixths())
    });
    let facts: Vec<String> = axes.into_iter().chain(turns).collect();
    format!("the loop is {}", facts.join(" and "))
}

/// An axis, below the posts, so that their numbers can be read.
fn draw_axis(scene: &mut Scene, order: usize, kind: Kind) {
    if let Kind::Reflection { through, along } = kind
        && let Some((from, to)) = axis(order, through, along)
    {
        scene.marks.push(Mark::Stroke { from, to, role: Role::Axis });
    }
}

/// The centre of a rotation. All rotations of a loop have the same one.
fn draw_centre(scene: &mut Scene, kind: Kind) {
    if let Kind::Rotation { centre, .. } = kind {
        scene.marks.push(Mark::Spot { at: centre, role: Role::Pivot });
    }
}

/// The ends of an axis just beyond the rim, both ways from a point of it.
fn axis(order: usize, through: Point, along: Cell) -> Option<(Point, Point)> {
    let limit = 6 * order as i32;
    let end = |sign: i32| {
        let walk = (0..).map(|step| {
            let point =
                Point::new(through.q + sign * step * along.q, through.r + sign * step * along.r);
            (point, Cell::new(point.q, point.r).ring() as i32)
        });
        walk.take_while(|&(_, ring)| ring <= limit).last().map(|(point, _)| point)
    };
    end(-1).zip(end(1))
}

/// The counts, each outside the middle of its region's side, and the product.
fn draw_counts(scene: &mut Scene, order: usize, analysis: &Analysis) {
    // The side of the first region faces the upper left; the others follow clockwise.
    let ring = order as i32 + 1;
    let place = Cell::new(-(ring / 2), ring / 2 - ring);
    for (region, count) in analysis.counts.into_iter().enumerate() {
        let at = Symmetry::rotation(region).apply(place);
        scene.labelled(at, Role::Region(region as u8), count);
    }
    let factors = analysis.counts.map(|count| count.to_string()).join(" × ");
    scene.note(format!("{factors} = {}, clockwise from the {}", analysis.product, SIDES[0]));
}
