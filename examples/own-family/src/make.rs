//! The maker: a random path, whose numbers are taken away as long as the solution stays unique.
//!
//! The path begins as a spiral and is changed by backbite moves (Mansfield 1982): let p(1), …, p(n) be the path and
//! p(i) a neighbour of p(1) with i > 2. Then p(i − 1), …, p(1), p(i), …, p(n) is a path, too.
//!
//! A set of givens is enough if no solution other than the hidden one keeps them. So the solver holds the bare board,
//! with 1 and n alone; the hidden solution is blocked, and the givens are assumptions. Givens that a refutation does
//! not use are taken away with the one that was asked about.
//!
//! Invariant: the solution is unique, and would not be if one more given were taken away; 1 and n always stay.
//! Heuristic: paths are not uniformly distributed, and the number of givens is not minimal.

use sixfold_puzzle::Family;
use sixfold_puzzle::hex::Hexagon;
use sixfold_search::random::Random;
use sixfold_search::sat::{self, BackendName, Encoding};
use sixfold_solver::{Halt, OptionKind, OptionRow};
use sixfold_solver::{Made, MakeTask, Maker, Solvable, Unmade};

use crate::formula::encode;
use crate::instance::{Content, Instance, Link, link, sorted};
use crate::rules::Rikudo;
use crate::search::Search;

/// The maker, as the registration lists it. Its boards are always unique, asked for or not.
pub static MAKER: Maker = Maker {
    description: "a random path with as few numbers as keep it the only one",
    options: &[HOLE, LINKS],
    largest: 6,
    single: |_| None,
    make,
};

const HOLE: OptionRow = OptionRow {
    name: "hole",
    meaning: "whether the centre is a hole",
    kind: OptionKind::Choice(&["no", "yes"]),
    restricts: false,
};
const LINKS: OptionRow = OptionRow {
    name: "links",
    meaning: "so many links are shown",
    kind: OptionKind::Integer { default: Some(0), least: 0, most: 1 << 16 },
    restricts: false,
};

/// Backbite moves for each cell: enough to forget the spiral.
const MOVES: usize = 50;

fn make(task: &MakeTask<'_>) -> Result<Made, Unmade> {
    let hexagon = Hexagon::new(task.order);
    let mut random = Random::new(task.run.seed);
    let mut path = hexagon.spiral();
    if task.options.choice(&HOLE, [false, true]) {
        // The spiral ends at the centre.
        path.pop();
    }
    let wanted = task.options.size(&LINKS).unwrap_or(0);
    if wanted >= path.len() {
        let problem = format!("a path through {} cells has no {wanted} links", path.len());
        return Err(Unmade::Refused(problem));
    }
    backbite(&hexagon, &mut path, &mut random);
    let links = some_links(&path, wanted, &mut random);
    let mut hidden = vec![Content::Hole; hexagon.len()];
    path.iter().enumerate().for_each(|(at, &cell)| hidden[cell] = Content::Number(at + 1));
    let instance = Instance { hexagon, contents: hidden.clone(), links };
    let instance = thinned(instance, task, &mut random).map_err(Unmade::Halted)?;
    let givens = instance.contents.iter().filter(|content| matches!(content, Content::Number(_)));
    Ok(Made {
        difficulty: vec![("givens", givens.count() as u64)],
        solvable: Solvable::Shown(Rikudo::print_solution(&instance, &hidden)),
        instance: Rikudo::print(&instance),
    })
}

/// Changes a path at random, at both of its ends.
fn backbite(hexagon: &Hexagon, path: &mut [usize], random: &mut Random) {
    for _ in 0..MOVES * path.len() {
        if random.below(2) == 0 {
            path.reverse();
        }
        let beside: Vec<usize> = hexagon.neighbours(path[0]).collect();
        let chosen = beside[random.below(beside.len())];
        // A hole is not on the path.
        if let Some(place) = path.iter().position(|&cell| cell == chosen) {
            path[..place].reverse();
        }
    }
}

/// Some random steps of a path, as links.
fn some_links(path: &[usize], wanted: usize, random: &mut Random) -> Vec<Link> {
    let mut links: Vec<Link> = path.windows(2).map(|step| link(step[0], step[1])).collect();
    random.shuffle(&mut links);
    links.truncate(wanted);
    sorted(links)
}

/// Takes numbers away from a board that is full of them, except for the ends of the path.
fn thinned(full: Instance, task: &MakeTask<'_>, random: &mut Random) -> Result<Instance, Halt> {
    let last = full.last();
    let bare = |content: &Content| match *content {
        Content::Number(number) if number != 1 && number != last => Content::Open,
        kept => kept,
    };
    let hidden = full.contents.clone();
    let bare = Instance { contents: hidden.iter().map(bare).collect(), ..full };
    let board = encode(&bare, Encoding::Totalizer, task.run)?;
    let mut search = Search::new(board, sat::backend(BackendName::Batsat, task.run));
    search.block(&hidden);
    let mut order: Vec<usize> = bare.path_cells().collect();
    order.retain(|&cell| bare.contents[cell] == Content::Open);
    random.shuffle(&mut order);
    let mut contents = hidden;
    for cell in order {
        let mut fewer = contents.clone();
        fewer[cell] = Content::Open;
        if fewer != contents
            && let Some(enough) = refuting(&mut search, &bare, &fewer)?
        {
            contents = enough;
        }
    }
    Ok(Instance { contents, ..bare })
}

/// If no other solution keeps the givens: the bare board with those that the refutation used.
fn refuting(
    search: &mut Search<'_>,
    bare: &Instance,
    givens: &[Content],
) -> Result<Option<Vec<Content>>, Halt> {
    let assumptions = search.board.placed(givens).expect("the hidden solution has these numbers");
    if search.find(&assumptions)?.is_some() {
        return Ok(None);
    }
    let mut used = bare.contents.clone();
    for (cell, &given) in givens.iter().enumerate() {
        if let Content::Number(number) = given
            && let Some(literal) = search.board.holds(cell, number)
            && search.backend.failed(literal)
        {
            used[cell] = given;
        }
    }
    Ok(Some(used))
}
