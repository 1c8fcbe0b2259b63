//! Fold view: overlays the loop with its image under one symmetry, as a broad band below the loop.
//!
//! For a reflection the image is that of one half of the loop. For a rotation it is that of the first
//! of the arcs that the rotation permutes. A loop without symmetry is overlaid by its approximate
//! symmetry, and marks show where loop and image differ.

use std::collections::{BTreeMap, BTreeSet};

use super::Instance;
use super::curve::{Analysis, Step, image, nearest, step_set, steps, unordered};
use crate::hex::{Cell, Direction, Isometry, Kind, Point};
use crate::scene::{Mark, Role, Scene};

/// A loop and the isometry that maps it onto itself, or nearly so.
pub(super) struct Fold<'a> {
    cells: &'a [Cell],
    loop_steps: BTreeSet<Step>,
    pub(super) map: Isometry,
    /// How many steps of the loop the map brings onto steps of it.
    kept: usize,
}

/// The isometry to be shown for a simple loop: a symmetry of the wanted kind, reflections first, or
/// the approximate symmetry.
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

    /// Whether a step is on the side of the axis that is folded onto the other. A cell and its image
    /// differ by a multiple of one vector, so the order of cells tells the sides apart.
    fn is_source(&self, from: Cell, to: Cell) -> bool {
        from + to < self.map.apply(from) + self.map.apply(to)
    }

    /// The steps whose image is shown.
    fn source(&self) -> Vec<(Cell, Cell)> {
        let all = steps(self.cells);
        match self.map.kind() {
            Kind::Reflection { .. } => all.filter(|&(from, to)| self.is_source(from, to)).collect(),
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

    /// Draws the layer below fences, posts and loop: the image and the threads.
    pub(super) fn draw_below(&self, scene: &mut Scene) {
        paths(scene, self.image(), Role::Image);
        for (from, to) in self.threads() {
            scene.marks.push(Mark::Stroke { from, to, role: Role::Thread });
        }
    }

    /// Draws the layer above the loop: the steps at which loop and image differ.
    pub(super) fn draw_above(&self, scene: &mut Scene) {
        let images: BTreeSet<Step> =
            self.loop_steps.iter().map(|&(from, to)| image(self.map, from, to)).collect();
        let shown = |from, to| !self.map.linear.is_reflection() || !self.is_source(from, to);
        let astray =
            self.image().filter(|&(from, to)| !self.loop_steps.contains(&unordered(from, to)));
        let bare = steps(self.cells).filter(|&(from, to)| !images.contains(&unordered(from, to)));
        paths(scene, astray, Role::Broken);
        paths(scene, bare.filter(|&(from, to)| shown(from, to)), Role::Broken);
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

    /// The caption.
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
