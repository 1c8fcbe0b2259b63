//! Animation frames as SVG, delta-encoded: each frame after the first draws only the changed cells.
//!
//! All frames have the same size and are drawn over each other. A move of a sliding puzzle changes a
//! few cells, so drawing every frame in full would take most of the time.

use std::collections::BTreeMap;

use super::layout::Layout;
use super::svg::{NumberSizes, SceneDrawing};
use super::theme::Theme;
use crate::hex::Cell;
use crate::scene::{Mark, Scene};

/// Draws the frames of an animation in order.
pub struct Animation<'a> {
    theme: &'a Theme,
    layout: Layout,
    before: Option<Scene>,
}

impl<'a> Animation<'a> {
    /// An animation whose frames have room for the first scene and for the last.
    #[must_use]
    pub fn new(first: &Scene, last: &Scene, theme: &'a Theme) -> Self {
        let layout = Layout::of(first).joined(&Layout::of(last));
        Self { theme, layout, before: None }
    }

    /// The next frame: a patch over the one before where possible, else the whole scene.
    pub fn next(&mut self, scene: Scene) -> String {
        let mut drawing = SceneDrawing::new(&scene, self.theme);
        let changed = self.before.as_ref().and_then(|before| changed(before, &scene));
        match changed {
            Some(marks) => drawing.patch(&marks, &self.layout),
            None => drawing.whole(&self.layout),
        }
        let text = drawing.finish();
        self.before = Some(scene);
        text
    }
}

/// The marks of each cell, if all marks belong to a cell.
fn by_cell(scene: &Scene) -> Option<BTreeMap<(i32, i32), Vec<&Mark>>> {
    let mut cells: BTreeMap<_, Vec<&Mark>> = BTreeMap::new();
    for mark in &scene.marks {
        let Cell { q, r, .. } = match mark {
            Mark::Hex { at, .. } | Mark::Outline { at, .. } | Mark::Text { at, .. } => *at,
            _ => return None,
        };
        cells.entry((q, r)).or_default().push(mark);
    }
    Some(cells)
}

/// The marks of all changed cells; `None` if the scene must be drawn whole.
fn changed<'a>(before: &Scene, scene: &'a Scene) -> Option<Vec<&'a Mark>> {
    let (old, new) = (by_cell(before)?, by_cell(scene)?);
    let same = before.title == scene.title && NumberSizes::of(before) == NumberSizes::of(scene);
    let covered = new.values().all(|marks| matches!(marks[0], Mark::Hex { .. }));
    if !same || !covered || !old.keys().eq(new.keys()) {
        return None;
    }
    let cells = new.into_iter().filter(|(cell, marks)| old[cell] != *marks);
    Some(cells.flat_map(|(_, marks)| marks).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Role;

    fn scene(role: Role, note: &str) -> Scene {
        let mut scene = Scene::new("a title");
        scene.labelled(Cell::new(0, 0), Role::Home, 1);
        scene.labelled(Cell::new(1, 0), role, 2);
        scene.note(note);
        scene
    }

    #[test]
    fn only_what_changes_is_drawn_again() {
        let (first, last) = (scene(Role::Away, "1"), scene(Role::Home, "a longer note than that"));
        let mut animation = Animation::new(&first, &last, &Theme::LIGHT);
        let (whole, patch) = (animation.next(first.clone()), animation.next(last.clone()));
        assert_eq!(whole.matches("<text").count(), 4, "title, note and two tiles");
        assert_eq!(patch.matches("<text").count(), 2, "the note and a tile");
        let size = |text: &str| text.split("role=").next().map(str::to_owned);
        assert_eq!(size(&whole), size(&patch));
        assert!(patch.contains("a longer note"));
    }

    #[test]
    fn other_pictures_are_drawn_whole() {
        let first = scene(Role::Away, "1");
        let mut other = first.clone();
        other.hex(Cell::new(2, 0), Role::Hole);
        let mut animation = Animation::new(&first, &other, &Theme::LIGHT);
        animation.next(first);
        assert_eq!(animation.next(other).matches("<text").count(), 4);
    }
}
