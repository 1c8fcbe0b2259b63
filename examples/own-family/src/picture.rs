//! The picture of a board: the numbers, the path between consecutive ones, and a spot on every link.
//!
//! A scene says what a mark means; the library's themes and renderers decide how it looks.

use sixfold_puzzle::hex::{Cell, Point};
use sixfold_puzzle::scene::{Mark, Role, Scene};

use crate::instance::{Content, Instance};

/// The scene of a board that holds `contents`.
pub(crate) fn scene(instance: &Instance, contents: &[Content]) -> Scene {
    let hexagon = &instance.hexagon;
    let mut scene = Scene::new(format!("Rikudo, order {}", hexagon.order()));
    for (index, &cell) in hexagon.cells().iter().enumerate() {
        match contents[index] {
            Content::Hole => scene.hex(cell, Role::Blocked),
            Content::Open => scene.labelled(cell, Role::Unknown, "?"),
            found @ Content::Number(number) => {
                let given = instance.contents[index] == found;
                scene.labelled(cell, if given { Role::Given } else { Role::Filled }, number);
            }
        }
    }
    for (a, b) in hexagon.edges() {
        if let (Content::Number(one), Content::Number(other)) = (contents[a], contents[b])
            && one.abs_diff(other) == 1
        {
            let (from, to) = (hexagon.cell(a), hexagon.cell(b));
            scene.marks.push(Mark::Link { from, to, role: Role::Loop });
        }
    }
    for &(a, b) in &instance.links {
        let at = midpoint(hexagon.cell(a), hexagon.cell(b));
        scene.marks.push(Mark::Spot { at, role: Role::Pivot });
    }
    scene
}

/// The point between two cells, in the sixths of [`Point`].
fn midpoint(one: Cell, other: Cell) -> Point {
    let sum = one + other;
    Point::new(3 * sum.q, 3 * sum.r)
}
