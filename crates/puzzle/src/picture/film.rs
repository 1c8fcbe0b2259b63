//! Pictures that follow each other, as SVG: all of the same size, and each after the first as what has
//! to be drawn over the one before. Of thousands of pictures of a sliding puzzle only a few cells
//! change from one to the next, and drawing everything anew would take minutes.

use std::collections::BTreeMap;

use super::svg::{Drawing, Frame};
use super::theme::Theme;
use crate::hex::Cell;
use crate::scene::{Mark, Scene};

/// Draws pictures one after the other.
pub struct Film<'a> {
    theme: &'a Theme,
    frame: Frame,
    before: Option<Scene>,
}

impl<'a> Film<'a> {
    /// A film in whose pictures there is room for the first and for the last.
    #[must_use]
    pub fn new(first: &Scene, last: &Scene, theme: &'a Theme) -> Self {
        let [first, last] = [first, last].map(|scene| Frame::of(scene).widened(scene));
        Self { theme, frame: first.joined(&last), before: None }
    }

    /// The next picture, or what makes it of the one before.
    pub fn next(&mut self, scene: Scene) -> String {
        let mut drawing = Drawing::new(self.theme);
        let changed = self.before.as_ref().and_then(|before| changed(before, &scene));
        match changed {
            Some(marks) => drawing.patch(&scene, &marks, &self.frame),
            None => drawing.whole(&scene, &self.frame),
        }
        self.before = Some(scene);
        drawing.finish()
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

/// The marks of all cells that are not as they were, if a patch will do.
fn changed<'a>(before: &Scene, scene: &'a Scene) -> Option<Vec<&'a Mark>> {
    let (old, new) = (by_cell(before)?, by_cell(scene)?);
    let same = before.title == scene.title && before.notes.len() == scene.notes.len();
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
        let mut film = Film::new(&first, &last, &Theme::LIGHT);
        let (whole, patch) = (film.next(first.clone()), film.next(last.clone()));
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
        let mut film = Film::new(&first, &other, &Theme::LIGHT);
        film.next(first);
        assert_eq!(film.next(other).matches("<text").count(), 4);
    }
}
