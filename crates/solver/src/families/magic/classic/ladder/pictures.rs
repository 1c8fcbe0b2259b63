//! Pictures of the ladder: the run times of the rungs, and the variable orders.

use sixfold_puzzle::hex::{Cell, Direction, Hexagon, Point};
use sixfold_puzzle::picture::{Bar, Chart};
use sixfold_puzzle::scene::{Mark, Role, Scene};

use super::bench::{EXTRAPOLATED, TIME};
use super::orders::{CHEAPEST, CHEAPEST_TWELFTH, FillPlan, RASTER, SPIRAL};
use super::search::{ORDER, Order};
use crate::benchmark::{Drawing, Picture, Sample};

const GROUP: &str = "ladder";

pub(crate) static PICTURES: &[Picture] = &[
    Picture { group: GROUP, name: "magic-evolution", draw: evolution },
    Picture { group: GROUP, name: "magic-order-raster", draw: |_| drawn("Raster order", &RASTER) },
    Picture { group: GROUP, name: "magic-order-spiral", draw: |_| drawn("Inward spiral", &SPIRAL) },
    Picture {
        group: GROUP,
        name: "magic-order-cheapest",
        draw: |_| drawn("Cheapest order", &CHEAPEST),
    },
    Picture {
        group: GROUP,
        name: "magic-order-twelfth",
        draw: |_| drawn("Cheapest for one of twelve images", &CHEAPEST_TWELFTH),
    },
    Picture {
        group: GROUP,
        name: "magic-order-corners",
        draw: |_| Drawing::Scene(scene("Corners first", &CORNERS, Some(CENTRE))),
    },
];

/// The order of the engine `corners`, which knows one cell more than the lines tell: the corners
/// decide the centre.
const CORNERS: Order = [0, 2, 1, 7, 3, 11, 6, 18, 15, 16, 17, 12, 9, 4, 5, 10, 14, 13, 8];
const CENTRE: usize = 9;

fn drawn(name: &str, order: &Order) -> Drawing {
    Drawing::Scene(scene(name, order, None))
}

/// Every cell with its place in the order, whether it is tried or computed, and a tick along each
/// line that it ends. One cell may be known to follow in another way.
fn scene(name: &str, order: &Order, follows: Option<usize>) -> Scene {
    let hexagon = Hexagon::new(ORDER);
    let plan = FillPlan::new(order);
    let mut scene = Scene::new(name);
    for (place, &cell) in order.iter().enumerate() {
        let computed = plan.computes(place) || follows == Some(cell);
        let role = if computed { Role::Computed } else { Role::Tried };
        scene.labelled(hexagon.cell(cell), role, place);
    }
    for place in 0..order.len() {
        let cell = hexagon.cell(order[place]);
        for line in &plan.closing[place] {
            let others = line.iter().map(|&at| hexagon.cell(order[at]));
            scene.marks.extend(ticks(cell, &others.collect::<Vec<_>>()));
        }
    }
    let open = (0..order.len()).filter(|&place| !plan.computes(place));
    let tried = open.count() - usize::from(follows.is_some());
    scene.note(format!("{tried} cells tried, {} computed", order.len() - tried));
    scene
}

/// Short strokes from a cell towards its neighbours on a line.
fn ticks(cell: Cell, line: &[Cell]) -> Vec<Mark> {
    let role = Role::Sum;
    let beside = Direction::ALL.into_iter().filter(|&ahead| line.contains(&cell.step(ahead)));
    let tick = |ahead: Direction| {
        let step = cell.step(ahead) - cell;
        let at =
            |sixths: i32| Point::new(6 * cell.q + sixths * step.q, 6 * cell.r + sixths * step.r);
        Mark::Stroke { from: at(2), to: at(3), role }
    };
    beside.map(tick).collect()
}

/// The rung below the first, `docs/magic-brute-force.py`: 16,000 years at 240,000 boards a second, in Python 3.11 on
/// a 2-core Intel Xeon. It is no case of the benchmark, which would need an interpreter.
const IN_PYTHON: f64 = 16_000.0 * 365.25 * 86_400.0;

/// The run times that were measured, in the order of the ladder, after that of the script.
fn evolution(samples: &[Sample]) -> Drawing {
    let bar = |sample: &Sample| {
        let label = sample.case.strip_prefix(GROUP)?.strip_prefix('/')?.to_owned();
        let role = match sample.metric {
            name if name == TIME.name => Role::Measured,
            name if name == EXTRAPOLATED.name => Role::Extrapolated,
            _ => return None,
        };
        Some(Bar { label, seconds: sample.value, role })
    };
    let mut bars: Vec<Bar> = samples.iter().filter_map(bar).collect();
    if bars.first().is_some_and(|first| first.role == Role::Extrapolated) {
        let label = "in Python".to_owned();
        bars.insert(0, Bar { label, seconds: IN_PYTHON, role: Role::Extrapolated });
    }
    let title = "Evolution of run time: all magic hexagons of order 3".to_owned();
    let notes = vec![factor(&bars), "striped: extrapolated; plain: measured".to_owned()];
    Drawing::Chart(Chart { title, bars, notes })
}

fn factor(bars: &[Bar]) -> String {
    let (Some(first), Some(last)) = (bars.first(), bars.last()) else {
        return "nothing was measured".to_owned();
    };
    let factor = format!("{:.1e}", first.seconds / last.seconds);
    let (digits, exponent) = factor.split_once('e').unwrap_or((&factor, "0"));
    let raised: String = exponent.chars().map(superscript).collect();
    format!("from {} to {}: a factor of {digits} × 10{raised}", first.label, last.label)
}

fn superscript(digit: char) -> char {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize])
}
