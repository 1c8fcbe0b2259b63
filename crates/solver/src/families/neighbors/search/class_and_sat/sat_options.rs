//! What `sat` reads from its options: how penalties are counted, and where they may lie.
//!
//! `ring=R`: no penalty edge at distance R or more from the boundary (see `encoding_options`);
//! `interior` and `single` allow some there after all. `centre` fixes two 1s about the centre,
//! `most` bounds the penalty. `raise` goes from `interior` exceptions to more, one by one: the report's
//! own recipe. Each narrows the scope of a claim: a refutation under it says nothing
//! about other boards. An option without effect on the board is refused.
//!
//! Trusted: a checker builds the formulas of a certificate from what is read here.

use sixfold_puzzle::families::neighbors::{Instance, Known, LARGEST};
use sixfold_puzzle::hex::{Cell, Hexagon};

use crate::families::neighbors::board::LEVELS;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::encoding_options::{Counting, EncodingOptions};
use crate::families::neighbors::encode::perfect_code::Case;
use crate::families::neighbors::options::{
    BACKEND, PROOF_LIMIT, groups_without_most, most, read_level_groups, size,
};
use crate::families::neighbors::proof::case_proof::CaseOptions;
use crate::options::{OptionKind, OptionRow, Options};
use crate::sat::BackendName;

pub(super) const COUNTING: OptionRow = OptionRow {
    name: "counting",
    meaning: "what is counted and how: penalty edges by a totalizer in the order of angles or rings, by \
              a sorting network (whole, or bitonic and cut off at the bound), or by adders; or the values \
              of cells by adders",
    kind: OptionKind::Choice(&["angle", "ring", "network", "adder", "cells", "bitonic"]),
    restricts: false,
};
pub(super) const VALUES: OptionRow = OptionRow {
    name: "values",
    meaning: "the largest value with variables; what is above is filled in afterwards",
    kind: OptionKind::Integer {
        default: Some(LEVELS as i64),
        least: LEVELS as i64,
        most: LARGEST as i64,
    },
    restricts: false,
};
pub(super) const RING: OptionRow = OptionRow {
    name: "ring",
    meaning: "edges at this distance from the boundary or more are no penalty edges",
    kind: OptionKind::Integer { default: None, least: 2, most: 256 },
    restricts: true,
};
pub(super) const INTERIOR: OptionRow = OptionRow {
    name: "interior",
    meaning: "up to so many of the edges that `ring` forbids are penalty edges after all",
    kind: OptionKind::Integer { default: None, least: 0, most: 1000 },
    restricts: true,
};
pub(super) const RAISE: OptionRow = OptionRow {
    name: "raise",
    meaning: "when nothing better is left, one more edge than `interior` is allowed, and so on up to this \
              number",
    kind: OptionKind::Integer { default: None, least: 1, most: 1000 },
    restricts: true,
};
pub(super) const SINGLE: OptionRow = OptionRow {
    name: "single",
    meaning: "beyond `ring`, one edge may be a penalty edge at each of these distances, such as 4,5,17",
    kind: OptionKind::Text,
    restricts: true,
};
pub(super) const CENTRE: OptionRow = OptionRow {
    name: "centre",
    meaning: "a 1 in the centre, beside it, or either as two cases; and a second one where a perfect code \
              has it",
    kind: OptionKind::Choice(&["any", "in", "beside", "both"]),
    restricts: true,
};

/// Where the option `centre` places its first 1.
#[derive(Clone, Copy)]
enum Centre {
    /// Nowhere.
    Any,
    /// In the centre.
    In,
    /// To the right of the centre.
    Beside,
    /// Either, as two cases.
    Both,
}

/// All boards that the options leave.
pub(super) fn read(options: &Options, instance: &Instance) -> Result<CaseOptions, String> {
    let centre = options.choice(&CENTRE, [Centre::Any, Centre::In, Centre::Beside, Centre::Both]);
    let (instance, placed) = placed(instance, centre)?;
    let encoding = encoding(options, &instance.hexagon)?;
    let interior = options.size(&INTERIOR).unwrap_or(0);
    let most = most(options, &instance.hexagon)?;
    let values = size(options, &VALUES);
    let groups = read_level_groups(options)?;
    groups_without_most(&groups, most)?;
    let counted = encoding.counts_cells() || values != LEVELS;
    if counted && !groups.is_empty() {
        return Err(
            "levels counts penalty edges and chooses its own variables; leave out values and \
                    counting=cells"
                .to_owned(),
        );
    }
    let split = CaseSplit { most, placed, ..CaseSplit::whole(instance, encoding, values) };
    Ok(CaseOptions {
        split: split.shared(options)?,
        first_interior: options.size(&RAISE).map(|_| interior),
        groups,
        backend: options.choice(&BACKEND, BackendName::ALL),
        proof_bytes: options.proof_bytes(&PROOF_LIMIT),
    })
}

/// How penalties are counted, and where they may lie.
fn encoding(options: &Options, hexagon: &Hexagon) -> Result<EncodingOptions, String> {
    let counting = options.choice(&COUNTING, Counting::ALL);
    let excluded = excluded(options)?;
    if counting == Counting::Cells && excluded.is_some() {
        return Err("counting=cells counts no penalty edges, and ring restricts them".to_owned());
    }
    if counting == Counting::Cells && options.text(&VALUES) != VALUES.default().as_deref() {
        return Err("counting=cells needs variables for all values, so values has no effect; \
                    leave it out"
            .to_owned());
    }
    let single = options.text(&SINGLE).map_or(Ok(Vec::new()), distances)?;
    let encoding = EncodingOptions { counting, excluded, single };
    encoding.has_effect(hexagon)?;
    Ok(encoding)
}

/// The distance from which on penalty edges are excluded, and the most exceptions.
fn excluded(options: &Options) -> Result<Option<(usize, usize)>, String> {
    let (ring, interior) = (options.size(&RING), options.size(&INTERIOR));
    let (raise, single) = (options.size(&RAISE), options.text(&SINGLE));
    let first = interior.unwrap_or(0);
    match (ring, raise) {
        (Some(_), Some(raise)) if raise <= first => {
            Err(format!("raise={raise} has no effect: interior={first} already allows so many"))
        }
        (Some(ring), raise) => Ok(Some((ring, raise.unwrap_or(first)))),
        (None, None) if interior.is_none() && single.is_none() => Ok(None),
        _ => Err("interior, raise and single need ring: they are exceptions to it".to_owned()),
    }
}

/// The distances of the option `single`.
fn distances(list: &str) -> Result<Vec<usize>, String> {
    let wrong = |_| format!("single={list} is not a list of distances such as 4,5,17");
    list.split(',').map(str::parse).collect::<Result<_, _>>().map_err(wrong)
}

/// For each case the cells that hold a 1; no cases if nothing is placed.
type PlacedOnes = Vec<Vec<Option<bool>>>;

/// The instance with the 1s that the option `centre` places, or for each case those of it.
fn placed(instance: &Instance, centre: Centre) -> Result<(Instance, PlacedOnes), String> {
    let mut placed = instance.clone();
    let centred = match centre {
        Centre::Any => return Ok((placed, Vec::new())),
        Centre::In => Some(true),
        Centre::Beside => Some(false),
        Centre::Both => None,
    };
    if !instance.is_blank() {
        return Err("centre places 1s, so there may be no givens".to_owned());
    }
    let Some(centred) = centred else {
        let cases = [true, false].map(|centred| two_ones(&instance.hexagon, centred));
        let cases = cases.into_iter().collect::<Result<Vec<_>, _>>()?;
        let marked = |cells: [usize; 2]| {
            (0..instance.hexagon.len()).map(|cell| cells.contains(&cell).then_some(true)).collect()
        };
        return Ok((placed, cases.into_iter().map(marked).collect()));
    };
    for at in two_ones(&instance.hexagon, centred)? {
        placed.givens[at] = Known::exactly(1);
    }
    Ok((placed, Vec::new()))
}

/// The two 1s of a perfect code that are nearest to the centre.
fn two_ones(hexagon: &Hexagon, centred: bool) -> Result<[usize; 2], String> {
    let case = Case { centred, axis: 0 };
    let ones = hexagon.cells().iter().filter(|&&cell| case.one(cell));
    let mut ones: Vec<Cell> = ones.copied().collect();
    ones.sort_by_key(|cell| cell.ring());
    let &[first, second, ..] = &ones[..] else {
        return Err("the board is too small for two 1s of a code".to_owned());
    };
    Ok([first, second].map(|cell| hexagon.index(cell).expect("it is a cell of the board")))
}
