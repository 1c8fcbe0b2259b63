//! The rules of Rikudo.
//!
//! A board is a hexagon, some of whose cells may be holes. Let n be the number of the other cells. A solution is a
//! bijection p from {1, …, n} to them such that p(k) and p(k + 1) are neighbours for 1 ≤ k < n: a path through all
//! cells. An instance gives some values p(k). It may also have links, the diamonds of printed boards: a link {a, b}
//! of neighbouring cells says that a and b hold consecutive numbers.
//!
//! A solution may be partial, with `?` in open cells. It breaks a rule if no way to fill them could mend it. So two
//! numbers j < k that are placed must be at most k − j steps apart, even if the numbers between them are missing.
//!
//! Invariant: nothing here imports an engine. The verifier judges from these rules alone.

use sixfold_puzzle::editing::Answer;
use sixfold_puzzle::hex::{Cell, Hexagon, Symmetry};
use sixfold_puzzle::scene::Scene;
use sixfold_puzzle::text::{Block, Document, Token, print_rows};
use sixfold_puzzle::{About, Family, Goal, Objective, Term, TextError, View, Violation};

use crate::instance::{
    Content, Instance, LINKS, Link, Solution, link, parse_links, print_links, sorted,
};
use crate::{boards, picture};

/// The family.
#[derive(Debug)]
pub struct Rikudo;

impl Instance {
    /// A given is kept, a hole stays a hole, and no other cell becomes one.
    fn given_violations(&self, solution: &[Content]) -> Vec<Violation> {
        let changed = |cell: usize| {
            let (given, found) = (self.contents[cell], solution[cell]);
            let kept = if given == Content::Open { found != Content::Hole } else { found == given };
            let cell = self.hexagon.cell(cell);
            let message = format!("{cell} is given as `{given}` but holds `{found}`");
            (!kept).then(|| Violation::new("given", vec![cell], message))
        };
        (0..solution.len()).filter_map(changed).collect()
    }

    fn range_violations(&self, placed: &[(usize, Cell)]) -> Vec<Violation> {
        let last = self.last();
        let violation = |&(number, cell): &(usize, Cell)| {
            let message = format!("{number} at {cell} is not in 1..{last}");
            Violation::new("range", vec![cell], message)
        };
        placed.iter().filter(|&&(number, _)| number > last).map(violation).collect()
    }

    fn link_violations(&self, solution: &[Content]) -> Vec<Violation> {
        let broken = |&(a, b): &Link| {
            let (Content::Number(one), Content::Number(other)) = (solution[a], solution[b]) else {
                return None;
            };
            let cells = [a, b].map(|cell| self.hexagon.cell(cell));
            let message =
                format!("{} and {} are linked but hold {one} and {other}", cells[0], cells[1]);
            (one.abs_diff(other) != 1).then(|| Violation::new("link", cells.to_vec(), message))
        };
        self.links.iter().filter_map(broken).collect()
    }

    /// Whether every cell of the path can be reached from every other.
    fn is_connected(&self) -> bool {
        let mut reached: Vec<usize> = self.path_cells().take(1).collect();
        let mut seen = vec![false; self.contents.len()];
        reached.iter().for_each(|&cell| seen[cell] = true);
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            let fresh =
                self.path_neighbours(cell).filter(|&at| !std::mem::replace(&mut seen[at], true));
            reached.extend(fresh);
            next += 1;
        }
        reached.len() == self.last()
    }
}

/// The numbers of a board with their cells, in ascending order.
fn placed(hexagon: &Hexagon, contents: &[Content]) -> Vec<(usize, Cell)> {
    let place = |(content, &cell): (&Content, &Cell)| match *content {
        Content::Number(number) => Some((number, cell)),
        Content::Hole | Content::Open => None,
    };
    let mut placed: Vec<_> = contents.iter().zip(hexagon.cells()).filter_map(place).collect();
    placed.sort_unstable();
    placed
}

fn repeat_violations(placed: &[(usize, Cell)]) -> Vec<Violation> {
    let groups = placed.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1);
    let violation = |group: &[(usize, Cell)]| {
        let cells: Vec<Cell> = group.iter().map(|&(_, cell)| cell).collect();
        let message = format!("{} stands in {} cells", group[0].0, cells.len());
        Violation::new("repeat", cells, message)
    };
    groups.map(violation).collect()
}

/// Numbers j < k are at most k − j steps apart. By the triangle inequality it is enough to look at numbers with none
/// placed between them; on a complete board these are j and j + 1, which must be neighbours.
fn step_violations(placed: &[(usize, Cell)]) -> Vec<Violation> {
    let too_far = |pair: &[(usize, Cell)]| {
        let [(low, from), (high, to)] = [pair[0], pair[1]];
        let (apart, most) = (from.distance(to), high - low);
        let message = format!(
            "{low} at {from} and {high} at {to} are {apart} steps apart, not at most {most}"
        );
        let broken = most > 0 && apart as usize > most;
        broken.then(|| Violation::new("step", vec![from, to], message))
    };
    placed.windows(2).filter_map(too_far).collect()
}

impl Family for Rikudo {
    type Instance = Instance;
    type Solution = Solution;

    const ABOUT: About = About {
        name: "rikudo",
        description: "Rikudo: consecutive numbers form a path through all cells",
        explanation: &[
            "Put the numbers 1, 2, 3 and so on into the cells, each once.",
            "Consecutive numbers must be neighbours, so that they form a path through all cells.",
            "Some numbers are given, and linked cells hold consecutive numbers.",
        ],
        objective: None,
        least_order: 2,
        tokens: &[
            Term { word: "?", meaning: "undecided" },
            Term { word: ".", meaning: "a hole" },
            Term { word: "number", meaning: "a given number" },
        ],
        solution: "the rows again, with a number in every cell that is no hole",
        answer: Answer::Rows,
        settings: &[Term {
            word: LINKS,
            meaning: "cells that hold consecutive numbers: `q,r/q,r`, joined by `;`",
        }],
        rules: &[
            Term { word: "given", meaning: "a given number or a hole is changed" },
            Term { word: "range", meaning: "a number is larger than the number of cells" },
            Term { word: "repeat", meaning: "a number stands in several cells" },
            Term { word: "step", meaning: "two numbers are further apart than they differ" },
            Term { word: "link", meaning: "linked cells hold numbers that are not consecutive" },
        ],
        reasons: &[
            Term { word: "apart", meaning: "holes cut the board into several parts" },
            Term {
                word: "dead-ends",
                meaning: "more than two cells have less than two neighbours",
            },
        ],
        views: &[],
    };
    /// Only adjacency matters, and all twelve keep it.
    const SYMMETRIES: &'static [Symmetry] = &Symmetry::ALL;

    fn goal(_: &Instance) -> Goal {
        Goal::Satisfy
    }

    fn parse(document: &Document<'_>) -> Result<Instance, TextError> {
        let hexagon = Hexagon::new(document.order(Self::ABOUT.least_order)?);
        let tokens = document.rows(&hexagon)?;
        let contents = tokens.iter().map(Content::parse).collect::<Result<Vec<_>, _>>()?;
        let links = parse_links(document, &hexagon, &contents)?;
        Ok(Instance { hexagon, contents, links })
    }

    fn print(instance: &Instance) -> String {
        let Instance { hexagon, contents, links } = instance;
        let links = print_links(hexagon, links);
        let rows = print_rows(hexagon, contents);
        format!("{} {}{links}\n{rows}", Self::ABOUT.name, hexagon.order())
    }

    /// Givens and holes may be left as `?`.
    fn parse_solution(instance: &Instance, block: &Block<'_>) -> Result<Solution, TextError> {
        let content = |(token, &given): (&Token<'_>, &Content)| match Content::parse(token)? {
            Content::Open => Ok(given),
            content => Ok(content),
        };
        block.rows(&instance.hexagon)?.iter().zip(&instance.contents).map(content).collect()
    }

    fn print_solution(instance: &Instance, solution: &Solution) -> String {
        print_rows(&instance.hexagon, solution)
    }

    fn draft(instance: &Instance) -> Option<Solution> {
        Some(instance.contents.clone())
    }

    fn complete(_: &Instance, solution: &Solution) -> bool {
        !solution.contains(&Content::Open)
    }

    fn violations(instance: &Instance, solution: &Solution) -> Vec<Violation> {
        let placed = placed(&instance.hexagon, solution);
        let mut violations = instance.given_violations(solution);
        violations.extend(instance.range_violations(&placed));
        violations.extend(repeat_violations(&placed));
        violations.extend(step_violations(&placed));
        violations.extend(instance.link_violations(solution));
        violations
    }

    fn objective(_: &Instance, _: &Solution) -> Option<Objective> {
        None
    }

    /// Givens that break a rule need no reason here: the library asks `violations` about them, too.
    fn impossible(instance: &Instance) -> Option<Violation> {
        if !instance.is_connected() {
            let message = "holes cut the board into parts that no path can join";
            return Some(Violation::new("apart", Vec::new(), message));
        }
        let is_end = |&cell: &usize| instance.path_neighbours(cell).count() < 2;
        let ends = instance.path_cells().filter(is_end).map(|cell| instance.hexagon.cell(cell));
        let ends: Vec<Cell> = ends.collect();
        let message = format!("a path has two ends, but {} cells can be nothing else", ends.len());
        (ends.len() > 2).then(|| Violation::new("dead-ends", ends, message))
    }

    fn transform(instance: &Instance, symmetry: Symmetry) -> Instance {
        let hexagon = instance.hexagon.clone();
        let image = symmetry.permutation(&hexagon);
        let links = instance.links.iter().map(|&(a, b)| link(image[a], image[b]));
        let links = sorted(links.collect());
        Instance { contents: symmetry.transform(&hexagon, &instance.contents), links, hexagon }
    }

    fn transform_solution(
        instance: &Instance,
        solution: &Solution,
        symmetry: Symmetry,
    ) -> Solution {
        symmetry.transform(&instance.hexagon, solution)
    }

    fn scene(instance: &Instance, solution: Option<&Solution>, _: View) -> Scene {
        picture::scene(instance, solution.unwrap_or(&instance.contents))
    }

    fn presets() -> Vec<String> {
        boards::PRESETS.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn preset(name: &str) -> Option<String> {
        let found = boards::PRESETS.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| (*text).to_owned())
    }
}
