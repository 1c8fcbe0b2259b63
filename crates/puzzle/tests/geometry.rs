//! Differential tests of the geometry: against naive definitions and against the crate `hexx`.

use std::collections::{BTreeMap, BTreeSet};

use hexx::Hex;
use proptest::prelude::*;
use sixfold_puzzle::families::fences;
use sixfold_puzzle::hex::{
    Axis, Cell, Direction, Hexagon, Isometry, Kind, MAX_ORDER, Point, Symmetry, canonical, orbits,
};

fn hex(cell: Cell) -> Hex {
    Hex::new(cell.q, cell.r)
}

fn cell(hex: Hex) -> Cell {
    Cell::new(hex.x, hex.y)
}

/// All cells within n−1 steps of the centre, found by scanning a square.
fn naive_cells(order: usize) -> Vec<Cell> {
    let n = order as i32;
    let mut cells = Vec::new();
    for r in -n..=n {
        for q in -n..=n {
            if q.abs().max(r.abs()).max((q + r).abs()) < n {
                cells.push(Cell::new(q, r));
            }
        }
    }
    cells
}

#[test]
fn cells_indices_and_rows_match_the_definition() {
    for order in 1..=12 {
        let hexagon = Hexagon::new(order);
        let cells = naive_cells(order);
        assert_eq!(hexagon.cells(), cells);
        assert_eq!(hexagon.len(), Hexagon::size_of_order(order));
        for (index, &cell) in cells.iter().enumerate() {
            assert_eq!(hexagon.index(cell), Some(index));
        }
        let rows: Vec<usize> = (0..hexagon.row_count()).map(|y| hexagon.row(y).len()).collect();
        let wanted: Vec<usize> =
            (0..2 * order - 1).map(|y| 2 * order - 1 - y.abs_diff(order - 1)).collect();
        assert_eq!(rows, wanted);
        assert_eq!(hexagon.cell(hexagon.centre()), Cell::CENTRE);
        assert_eq!(hexagon.index(Cell::new(order as i32, 0)), None);
    }
    assert_eq!(Hexagon::new(MAX_ORDER).len(), 48_769);
}

#[test]
fn neighbours_rings_and_spiral_match_hexx() {
    for order in 1..=9 {
        let hexagon = Hexagon::new(order);
        for index in 0..hexagon.len() {
            let here = hexagon.cell(index);
            let found: BTreeSet<Cell> =
                hexagon.neighbours(index).map(|next| hexagon.cell(next)).collect();
            let wanted: BTreeSet<Cell> = hex(here)
                .all_neighbors()
                .into_iter()
                .filter(|next| next.unsigned_distance_to(Hex::ZERO) < order as u32)
                .map(cell)
                .collect();
            assert_eq!(found, wanted);
            assert_eq!(hexagon.degree(index), wanted.len());
        }
        for radius in 0..order {
            let found = hexagon.ring(radius);
            let set: BTreeSet<Cell> = found.iter().map(|&index| hexagon.cell(index)).collect();
            assert_eq!(set, Hex::ZERO.ring(radius as u32).map(cell).collect());
            assert_eq!(set.len(), found.len());
            let closed = found.iter().zip(found.iter().cycle().skip(1));
            for (&a, &b) in closed.filter(|_| radius > 0) {
                assert_eq!(hexagon.cell(a).distance(hexagon.cell(b)), 1, "a ring is walked");
            }
        }
        let mut spiral = hexagon.spiral();
        assert_eq!(*spiral.last().unwrap(), hexagon.centre());
        spiral.sort_unstable();
        assert_eq!(spiral, (0..hexagon.len()).collect::<Vec<_>>());
        assert_eq!(hexagon.edges().count(), 3 * (order - 1) * (3 * order - 2));
    }
}

#[test]
fn lines_are_the_level_sets_of_the_three_coordinates() {
    for order in 1..=8 {
        let hexagon = Hexagon::new(order);
        for axis in Axis::ALL {
            let mut wanted: BTreeMap<i32, BTreeSet<usize>> = BTreeMap::new();
            for (index, cell) in naive_cells(order).into_iter().enumerate() {
                let key = match axis {
                    Axis::Row => cell.r,
                    Axis::Falling => cell.q,
                    Axis::Rising => -cell.q - cell.r,
                };
                wanted.entry(key).or_default().insert(index);
            }
            let lines = hexagon.lines_along(axis);
            let found: Vec<BTreeSet<usize>> =
                lines.iter().map(|line| line.iter().copied().collect()).collect();
            assert_eq!(found, wanted.into_values().collect::<Vec<_>>());
            for pair in lines.iter().flat_map(|line| line.windows(2)) {
                assert_eq!(hexagon.neighbour(pair[0], axis.direction()), Some(pair[1]));
            }
        }
        assert_eq!(hexagon.lines().len(), 3 * (2 * order - 1));
    }
}

#[test]
fn rotations_match_hexx_and_reflections_are_involutions() {
    let hexagon = Hexagon::new(6);
    for (sixths, rotation) in Symmetry::rotations().iter().enumerate() {
        for &here in hexagon.cells() {
            assert_eq!(hex(rotation.apply(here)), hex(here).rotate_cw(sixths as u32));
        }
    }
    let images: BTreeSet<Vec<usize>> =
        Symmetry::ALL.iter().map(|symmetry| symmetry.permutation(&hexagon)).collect();
    assert_eq!(images.len(), 12, "the twelve symmetries differ");
    for symmetry in Symmetry::ALL.into_iter().filter(|symmetry| symmetry.is_reflection()) {
        assert_eq!(symmetry.then(symmetry), Symmetry::IDENTITY);
    }
    for symmetry in Symmetry::ALL {
        for direction in Direction::ALL {
            assert_eq!(
                symmetry.apply_direction(direction).delta(),
                symmetry.apply(direction.delta())
            );
        }
    }
}

/// The symmetries that Fences considers: half turns, third turns (one of each inverse pair) and
/// reflections. Each keeps at least six cells on the board with their whole orbit.
fn keeping_maps(order: usize) -> Vec<(Isometry, Vec<Cell>)> {
    let hexagon = Hexagon::new(order);
    let reach = 2 * order as i32;
    let mut maps = Vec::new();
    for linear in Symmetry::ALL {
        let half_or_third = matches!(linear.sixths(), 2 | 3);
        if !linear.is_reflection() && !half_or_third {
            continue;
        }
        for shift in naive_cells(2 * reach as usize) {
            let map = Isometry { linear, shift };
            if map.kind() == Kind::Glide {
                continue;
            }
            let stays = |start: Cell| {
                let mut at = start;
                (0..3).all(|_| {
                    at = map.apply(at);
                    hexagon.contains(at)
                })
            };
            let kept: Vec<Cell> =
                hexagon.cells().iter().copied().filter(|&cell| stays(cell)).collect();
            if kept.len() >= 6 {
                maps.push((map, kept));
            }
        }
    }
    maps
}

/// Half turns, third turns, mirrors.
fn split<'a>(maps: impl Iterator<Item = &'a Isometry>) -> [usize; 3] {
    let mut split = [0; 3];
    for map in maps {
        let kind = match map.kind() {
            Kind::Rotation { sixths: 3, .. } => 0,
            Kind::Rotation { .. } => 1,
            _ => 2,
        };
        split[kind] += 1;
    }
    split
}

#[test]
fn the_number_of_symmetries_of_a_board_is_as_published() {
    // The first and the last numbers of each row are the published ones.
    for (order, total, all, rainbow, total_rainbow) in
        [(4, 182, [85, 55, 42], [19, 19, 24], 62), (10, 1772, [967, 649, 156], [217, 217, 78], 512)]
    {
        let maps = keeping_maps(order);
        assert_eq!(maps.len(), total);
        let sees_all = |cells: &[Cell]| {
            let regions: BTreeSet<_> =
                cells.iter().filter_map(|&cell| fences::region(cell)).collect();
            regions.len() == 6
        };
        assert_eq!(split(maps.iter().map(|(map, _)| map)), all);
        let seeing = split(maps.iter().filter(|(_, kept)| sees_all(kept)).map(|(map, _)| map));
        assert_eq!((seeing, seeing.iter().sum::<usize>()), (rainbow, total_rainbow));
    }
}

/// The image of a point in sixths.
fn apply_to_point(map: Isometry, point: Point) -> Point {
    let image = map.linear.apply(Cell::new(point.q, point.r));
    Point::new(image.q + 6 * map.shift.q, image.r + 6 * map.shift.r)
}

fn symmetries() -> impl Strategy<Value = Symmetry> {
    (0..12_usize).prop_map(|index| Symmetry::ALL[index])
}

fn cells() -> impl Strategy<Value = Cell> {
    (-50..50, -50..50).prop_map(|(q, r)| Cell::new(q, r))
}

fn isometries() -> impl Strategy<Value = Isometry> {
    (symmetries(), cells()).prop_map(|(linear, shift)| Isometry { linear, shift })
}

proptest! {
    #[test]
    fn symmetries_form_a_group_that_keeps_distances(
        a in symmetries(), b in symmetries(), p in cells(), q in cells(),
    ) {
        prop_assert_eq!(a.then(b).apply(p), b.apply(a.apply(p)));
        prop_assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
        prop_assert_eq!(a.apply(p).distance(a.apply(q)), p.distance(q));
        prop_assert_eq!(p.distance(q), hex(p).unsigned_distance_to(hex(q)));
    }

    #[test]
    fn isometries_compose_and_invert(a in isometries(), b in isometries(), p in cells()) {
        prop_assert_eq!(a.then(b).apply(p), b.apply(a.apply(p)));
        prop_assert_eq!(a.inverse().apply(a.apply(p)), p);
    }

    #[test]
    fn an_isometry_keeps_exactly_what_its_kind_says(map in isometries(), p in cells()) {
        match map.kind() {
            Kind::Identity => prop_assert_eq!(map.apply(p), p),
            Kind::Translation => prop_assert!(map.apply(p) - p == map.shift && map.apply(p) != p),
            Kind::Rotation { sixths, centre } => {
                prop_assert!((1..6).contains(&sixths));
                prop_assert_eq!(apply_to_point(map, centre), centre);
            }
            Kind::Reflection { through, along } => {
                prop_assert_eq!(map.then(map).apply(p), p);
                for step in -3..4 {
                    let on_axis =
                        Point::new(through.q + step * along.q, through.r + step * along.r);
                    prop_assert_eq!(apply_to_point(map, on_axis), on_axis);
                }
            }
            Kind::Glide => {
                let twice = map.then(map);
                prop_assert!(twice.linear == Symmetry::IDENTITY && twice.shift != Cell::CENTRE);
            }
        }
    }

    #[test]
    fn the_canonical_form_is_the_same_for_all_images(
        values in prop::collection::vec(0..4_u8, 19), symmetry in symmetries(),
    ) {
        let hexagon = Hexagon::new(3);
        let all: Vec<_> = Symmetry::ALL.iter().map(|map| map.permutation(&hexagon)).collect();
        let image = symmetry.transform(&hexagon, &values);
        prop_assert_eq!(canonical(&image, &all), canonical(&values, &all));
        let permutation = symmetry.permutation(&hexagon);
        for (index, &value) in values.iter().enumerate() {
            prop_assert_eq!(image[permutation[index]], value);
        }
    }

    #[test]
    fn cells_survive_their_text(p in cells()) {
        prop_assert_eq!(p.to_string().parse::<Cell>(), Ok(p));
    }
}

/// Burnside: the number of orbits is the average number of cells that a symmetry keeps.
#[test]
fn orbits_agree_with_burnside() {
    for order in 1..=9 {
        let hexagon = Hexagon::new(order);
        for group in [&Symmetry::ALL[..], Symmetry::rotations(), &Symmetry::ALL[..1]] {
            let permutations: Vec<_> =
                group.iter().map(|symmetry| symmetry.permutation(&hexagon)).collect();
            let kept: usize = permutations
                .iter()
                .map(|permutation| (0..hexagon.len()).filter(|&at| permutation[at] == at).count())
                .sum();
            let orbits = orbits(hexagon.len(), &permutations);
            assert_eq!(orbits.len() * group.len(), kept);
            let mut members = orbits.concat();
            members.sort_unstable();
            assert_eq!(members, (0..hexagon.len()).collect::<Vec<_>>());
        }
    }
}
