//! The loop laid over itself: a part of it, moved by one map, as a broad band below the loop.
//!
//! For a mirror the part is what lies on one side of the axis, for a rotation of a symmetric loop
//! the first of the arcs that it turns into each other. Where a loop has no symmetry the map is the
//! one that keeps most steps, and marks show where loop and image differ.

use std::collections::{BTreeMap, BTreeSet};

use super::Instance;
use super::curve::{Analysis, Step, image, nearest, step_set, steps, unordered};
use crate::hex::{Cell, Direction, Isometry, Kind, Point};
use crate::scene::{Mark, Role, Scene};

/// A loop and the map that lays it over itself.
pub(super) struct Fold<'a> {
    cells: &'a [Cell],
    loop_steps: BTreeSet<Step>,
    pub(super) map: Isometry,
    /// How many steps of the loop the map brings onto steps of it.
    kept: usize,
}

/// The map to be shown for a simple loop: a symmetry of the wanted kind, a mirror before a
/// rotation; or the map that is nearest to being one.
pub(super) fn fold<'a>(
    instance: &Instance,
    cells: &'a [Cell],
    analysis: &Analysis,
) -> Option<Fold<'a>> {
    let accepts = |map: &Isometry| instance.symmetry.accepts(*map);
    let symmetry = analysis.mirrors().chain(analysis.rotations()).find(accepts);
    let exact = symmetry.map(|map| (map, cells.len()));
    let (map, kept) = exact.or_else(|| nearest(cells, |map| accepts(&map)))?;
    Some(Fold { cells, loop_steps: step_set(cells), map, kept })
}

impl Fold<'_> {
    fn exact(&self) -> bool {
        self.kept == self.cells.len()
    }

    /// Whether a step lies on that side of a mirror that is folded onto the other. From any place
    /// to its image leads a multiple of one vector, so that the order of cells tells the sides apart.
    fn is_source(&self, (from, to): (Cell, Cell)) -> bool {
        from + to < self.map.apply(from) + self.map.apply(to)
    }

    /// The steps whose image is shown.
    fn source(&self) -> Vec<(Cell, Cell)> {
        let all = steps(self.cells);
        match self.map.kind() {
            Kind::Reflection { .. } => all.filter(|&step| self.is_source(step)).collect(),
            _ if self.exact() => all.take(self.cells.len() / self.arcs()).collect(),
            _ => all.collect(),
        }
    }

    /// How many parts of the loop the map turns into each other.
    fn arcs(&self) -> usize {
        match self.map.linear.sixths() {
            _ if self.map.linear.is_reflection() => 2,
            1 | 5 => 6,
            2 | 4 => 3,
            _ => 2,
        }
    }

    /// The steps of the image that is shown.
    fn image(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let moved = |(from, to)| (self.map.apply(from), self.map.apply(to));
        self.source().into_iter().map(moved)
    }

    /// What lies below fences, posts and the loop: the image and the threads.
    pub(super) fn draw_below(&self, scene: &mut Scene) {
        paths(scene, self.image(), Role::Image);
        for (from, to) in self.threads() {
            scene.marks.push(Mark::Stroke { from, to, role: Role::Thread });
        }
    }

    /// What lies on the loop: where it differs from its image.
    pub(super) fn draw_above(&self, scene: &mut Scene) {
        let images: BTreeSet<Step> =
            self.loop_steps.iter().map(|&step| image(self.map, step)).collect();
        let shown = |step| !self.map.linear.is_reflection() || !self.is_source(step);
        let astray = self.image().filter(|&step| !self.loop_steps.contains(&unordered(step)));
        let bare = steps(self.cells).filter(|&step| !images.contains(&unordered(step)));
        paths(scene, astray, Role::Broken);
        paths(scene, bare.filter(|&step| shown(step)), Role::Broken);
    }

    /// Lines between corners and their images across a mirror; from the centre to the ends of the
    /// arcs of a rotation.
    fn threads(&self) -> Vec<(Point, Point)> {
        match self.map.kind() {
            Kind::Reflection { .. } => self.pairs(),
            Kind::Rotation { centre, .. } if self.exact() => {
                let next = |&cell: &Cell| Some(self.map.apply(cell));
                let ends = std::iter::successors(self.cells.first().copied(), next);
                ends.take(self.arcs()).map(|cell| (centre, Point::of(cell))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The pairs of corners; of several on one line, which all have the same sum, the outermost.
    fn pairs(&self) -> Vec<(Point, Point)> {
        let corners = corners(self.cells);
        let mut pairs: BTreeMap<Cell, (Cell, Cell)> = BTreeMap::new();
        for &corner in &corners {
            let partner = self.map.apply(corner);
            let pair = pairs.entry(corner + partner).or_insert((corner, corner));
            if corners.contains(&partner) && corner.distance(partner) > pair.0.distance(pair.1) {
                *pair = (corner, partner);
            }
        }
        let apart = pairs.into_values().filter(|(corner, partner)| corner != partner);
        apart.map(|(corner, partner)| (Point::of(corner), Point::of(partner))).collect()
    }

    /// What is to be seen, in words.
    pub(super) fn notes(&self) -> Vec<String> {
        let what = match self.map.kind() {
            Kind::Rotation { sixths, .. } => {
                format!("a turn of {}° about the marked centre", 60 * sixths)
            }
            _ => "folding along the dashed axis".to_owned(),
        };
        if self.exact() {
            let parts = match self.arcs() {
                2 => "one half of the loop on the other",
                3 => "each third of the loop on the next",
                _ => "each sixth of the loop on the next",
            };
            return vec![format!("{what} lays {parts} (broad band)")];
        }
        let (kept, all) = (self.kept, self.cells.len());
        vec![
            format!("{what} comes nearest: it keeps {kept} of {all} steps"),
            "short dashes: where the loop and its image (broad band) differ".to_owned(),
        ]
    }
}

/// The cells at which a loop turns.
fn corners(cells: &[Cell]) -> BTreeSet<Cell> {
    let ahead: Vec<Option<Direction>> =
        steps(cells).map(|(from, to)| Direction::of(to - from)).collect();
    let before = ahead.iter().cycle().skip(cells.len().saturating_sub(1));
    let turns = cells.iter().zip(before.zip(&ahead));
    turns.filter(|(_, (before, ahead))| before != ahead).map(|(&cell, _)| cell).collect()
}

/// Draws steps, those that follow each other as one path.
fn paths(scene: &mut Scene, steps: impl Iterator<Item = (Cell, Cell)>, role: Role) {
    let mut path: Vec<Cell> = Vec::new();
    let mut paths = Vec::new();
    for (from, to) in steps {
        if path.last() != Some(&from) {
            paths.push(std::mem::replace(&mut path, vec![from]));
        }
        path.push(to);
    }
    paths.push(path);
    let long = paths.into_iter().filter(|cells| cells.len() > 1);
    scene.marks.extend(long.map(|cells| Mark::Path { cells, closed: false, role }));
}
