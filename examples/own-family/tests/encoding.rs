//! The encoding means the puzzle: on order 2 the models are counted by SAT and by brute force.

use own_family::formula::{BoardFormula, encode};
use own_family::instance::{Content, Instance};
use own_family::rules::Rikudo;
use sixfold_puzzle::Family;
use sixfold_puzzle::hex::Hexagon;
use sixfold_search::run::Run;
use sixfold_search::sat::{self, BackendName, Encoding, Formula, Lit, enumerate};

fn blank() -> Instance {
    let hexagon = Hexagon::new(2);
    Instance { contents: vec![Content::Open; hexagon.len()], hexagon, links: Vec::new() }
}

/// Every path through the open cells, extended step by step and judged by the rules alone.
fn by_brute_force(instance: &Instance) -> usize {
    fn extend(instance: &Instance, path: &mut Vec<usize>) -> usize {
        if path.len() == instance.last() {
            let mut solution = vec![Content::Hole; instance.contents.len()];
            path.iter()
                .enumerate()
                .for_each(|(at, &cell)| solution[cell] = Content::Number(at + 1));
            return usize::from(Rikudo::violations(instance, &solution).is_empty());
        }
        let mut paths = 0;
        for cell in instance.path_cells() {
            if !path.contains(&cell) {
                path.push(cell);
                paths += extend(instance, path);
                path.pop();
            }
        }
        paths
    }
    extend(instance, &mut Vec::new())
}

fn models(formula: &Formula, literals: &[Lit]) -> usize {
    let run = Run::unlimited();
    let mut backend = sat::backend(BackendName::Batsat, &run);
    backend.add(formula);
    let models = enumerate(&mut *backend, literals, 10_000, |_| {}).unwrap();
    assert!(models.all);
    models.models.len()
}

fn literals(instance: &Instance, formula: &BoardFormula) -> Vec<Lit> {
    let numbers = |cell| (1..=instance.last()).filter_map(move |k| formula.holds(cell, k));
    instance.path_cells().flat_map(numbers).collect()
}

fn by_sat(instance: &Instance, counting: Encoding) -> usize {
    let board = encode(instance, counting, &Run::unlimited()).unwrap();
    models(&board.formula, &literals(instance, &board))
}

/// The empty board with one cell changed, for each cell.
fn changed(content: Content) -> Vec<Instance> {
    let change = |cell: usize| {
        let mut instance = blank();
        instance.contents[cell] = content;
        instance
    };
    (0..blank().contents.len()).map(change).collect()
}

#[test]
fn all_paths_of_order_two_are_counted() {
    let expected = by_brute_force(&blank());
    // The centre at an end: 2 · 6 · 2 paths. Elsewhere it divides the ring into two arcs: 12 + 24 + 24 + 24 + 12.
    assert_eq!(expected, 120);
    for counting in Encoding::ALL {
        assert_eq!(by_sat(&blank(), counting), expected, "{counting:?}");
    }
}

#[test]
fn givens_holes_and_links_leave_the_paths_that_fit() {
    let mut instances = changed(Content::Hole);
    instances.extend((1..=8).flat_map(|number| changed(Content::Number(number))));
    let links = Hexagon::new(2).edges().map(|link| vec![link]).collect::<Vec<_>>();
    instances.extend(links.into_iter().map(|links| Instance { links, ..blank() }));
    for instance in instances {
        let text = Rikudo::print(&instance);
        assert_eq!(by_sat(&instance, Encoding::Totalizer), by_brute_force(&instance), "{text}");
    }
}

/// Of numbers, forward and backward, any two imply the third. Without another group there are more models.
#[test]
fn each_group_of_clauses_matters_or_is_implied() {
    let mut instance = blank();
    instance.contents[0] = Content::Number(1);
    instance.links = vec![(2, 3)];
    let board = encode(&instance, Encoding::Pairwise, &Run::unlimited()).unwrap();
    let literals = literals(&instance, &board);
    let all = models(&board.formula, &literals);
    for group in board.formula.groups() {
        let rest = models(&board.formula.without(&group), &literals);
        let implied = ["numbers", "forward", "backward"].contains(&group.as_str());
        assert_eq!(rest == all, implied, "{group}: {rest} of {all}");
    }
}
