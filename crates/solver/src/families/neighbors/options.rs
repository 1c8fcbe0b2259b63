//! Options that several engines of the family share.

use sixfold_puzzle::families::neighbors::LARGEST;
use sixfold_puzzle::hex::Hexagon;

use crate::options::{OptionKind, OptionRow, Options};
use crate::sat;

pub(crate) const BACKEND: OptionRow = OptionRow {
    name: "backend",
    meaning: "the SAT solver",
    kind: OptionKind::Choice(sat::BACKENDS),
    restricts: false,
};

pub(crate) const PROOF_LIMIT: OptionRow = OptionRow::proof_limit(1 << 16);

pub(crate) const MOST: OptionRow = OptionRow {
    name: "most",
    meaning: "only boards with at most this penalty",
    kind: OptionKind::Integer { default: None, least: 0, most: 1_000_000 },
    restricts: true,
};

/// Not restricting: what is claimed of a part of the board says so, and a whole board is compared with a bound on all.
pub(crate) const LEVEL_GROUPS: OptionRow = OptionRow {
    name: "levels",
    meaning: "place these levels only, such as 1..3, and leave what is above open as 4+; or groups of levels one after \
              the other, such as 1..2,3,4..7, each with the least penalty on the board before",
    kind: OptionKind::Text,
    restricts: false,
};

/// The last level of each group of the option `levels`; none, if all levels are placed at once.
pub(crate) fn read_level_groups(options: &Options) -> Result<Vec<u8>, String> {
    let Some(list) = options.text(&LEVEL_GROUPS) else { return Ok(Vec::new()) };
    let mut ends: Vec<u8> = Vec::new();
    for group in list.split(',') {
        let (first, last) = group.split_once("..").unwrap_or((group, group));
        let next = ends.last().map_or(1, |last| last + 1);
        let last = last.parse().ok().filter(|last| (next..=LARGEST).contains(last));
        let last = last.filter(|_| first.parse() == Ok(next));
        ends.push(last.ok_or_else(|| {
            format!(
                "levels={list} is no list of groups that begins with level 1 and leaves none out, such as \
                 1..3 or 1..2,3,4..7"
            )
        })?);
    }
    Ok(ends)
}

/// Refuses `most` where levels are placed in groups.
pub(crate) fn groups_without_most(groups: &[u8], most: Option<usize>) -> Result<(), String> {
    match most {
        Some(most) if !groups.is_empty() => {
            Err(format!("most={most} bounds whole boards, and levels places a part; leave one out"))
        }
        _ => Ok(()),
    }
}

/// The option `most`. A value that every board satisfies is refused.
pub(crate) fn most(options: &Options, hexagon: &Hexagon) -> Result<Option<usize>, String> {
    let Some(most) = options.size(&MOST) else { return Ok(None) };
    let (order, edges) = (hexagon.order(), hexagon.edges().count());
    if most > 0 && most >= edges {
        return Err(format!(
            "most={most} has no effect: a board of order {order} has {edges} edges, and no larger penalty"
        ));
    }
    Ok(Some(most))
}

/// The value of a size whose row has a default.
pub(crate) fn size(options: &Options, row: &OptionRow) -> usize {
    options.size(row).expect("the row has a default")
}
