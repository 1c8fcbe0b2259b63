//! Forgeries by kind.

use crate::brute::Dice;
use crate::grammar::{Part, Proof};
use crate::hollow::hollow;
use crate::steps::{empty_clause, hint, literal, numbers, step};

/// What is forged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Kind {
    Header,
    Engine,
    Options,
    BoundByOne,
    Bound,
    Solutions,
    DropPart,
    DoublePart,
    SwapParts,
    EmptyPart,
    InventPart,
    DropRemark,
    DoubleRemark,
    EmptyRemark,
    InventRemark,
    ChangeRemark,
    Step,
    Literal,
    Hint,
    EmptyClause,
    Comment,
    Truncate,
    Splice,
    OtherBoard,
    Several,
    Hollow,
}

impl Kind {
    const PLAIN: [Self; 25] = [
        Self::Header,
        Self::Engine,
        Self::Options,
        Self::BoundByOne,
        Self::Bound,
        Self::Solutions,
        Self::DropPart,
        Self::DoublePart,
        Self::SwapParts,
        Self::EmptyPart,
        Self::InventPart,
        Self::DropRemark,
        Self::DoubleRemark,
        Self::EmptyRemark,
        Self::InventRemark,
        Self::ChangeRemark,
        Self::Step,
        Self::Literal,
        Self::Hint,
        Self::EmptyClause,
        Self::Comment,
        Self::Truncate,
        Self::Splice,
        Self::OtherBoard,
        Self::Several,
    ];

    /// The kind of the attempt with a number: every third one is thought out, the others are each as
    /// frequent as the next.
    pub(crate) fn of(attempt: usize) -> Self {
        match attempt % 3 {
            0 => Self::Hollow,
            _ => Self::PLAIN[attempt * 2 / 3 % Self::PLAIN.len()],
        }
    }
}

/// Words of a family that a forger knows.
pub(crate) struct Words {
    pub(crate) engines: &'static [&'static str],
    pub(crate) options: &'static [&'static str],
    pub(crate) remarks: &'static [&'static str],
    pub(crate) parts: &'static [&'static str],
}

/// Forges a proof, with another one at hand; nothing, if this kind has nothing to change.
pub(crate) fn forge(
    kind: Kind,
    proof: &mut Proof,
    other: &Proof,
    (words, dice): (&Words, &mut Dice),
) -> Option<()> {
    match kind {
        Kind::Header => header(proof, dice)?,
        Kind::Engine => {
            let line = proof.header.get_mut(1)?;
            *line = format!("engine {}", pick(words.engines, dice)?);
        }
        Kind::Options => options(proof, words, dice)?,
        Kind::BoundByOne => by_one(proof, dice)?,
        Kind::Bound => bound(proof, dice),
        Kind::Solutions => solutions(proof, other, dice)?,
        Kind::DropPart
        | Kind::DoublePart
        | Kind::SwapParts
        | Kind::EmptyPart
        | Kind::InventPart => part(kind, proof, other, (words, dice))?,
        Kind::DropRemark
        | Kind::DoubleRemark
        | Kind::EmptyRemark
        | Kind::InventRemark
        | Kind::ChangeRemark => remark(kind, proof, other, (words, dice))?,
        Kind::Step => step(proof, other, dice)?,
        Kind::Literal => numbers(proof, dice, literal)?,
        Kind::Hint => numbers(proof, dice, hint)?,
        Kind::EmptyClause => empty_clause(proof, dice)?,
        Kind::Comment => {
            let at = place(&proof.parts, dice)?;
            let comment = ["c", "c note", " c note", "c part", "c  part all"][dice.below(5)];
            let steps = &mut proof.parts[at].steps;
            steps.insert(dice.below(steps.len() + 1), comment.to_owned());
        }
        Kind::Truncate => {
            let at = place(&proof.parts, dice)?;
            let steps = &mut proof.parts[at].steps;
            steps.truncate(dice.below(steps.len() + 1));
            proof.parts.truncate(at + dice.below(2));
        }
        Kind::Splice => splice(proof, other, dice)?,
        Kind::Hollow => hollow(proof, (words, dice))?,
        // The board is another one; the proof may be as it is.
        Kind::OtherBoard => {}
        Kind::Several => {
            for _ in 0..2 + dice.below(2) {
                let kind = Kind::PLAIN[dice.below(Kind::PLAIN.len() - 1)];
                forge(kind, proof, other, (words, dice));
            }
        }
    }
    Some(())
}

/// Forges the list of parts.
fn part(
    kind: Kind,
    proof: &mut Proof,
    other: &Proof,
    (words, dice): (&Words, &mut Dice),
) -> Option<()> {
    match kind {
        Kind::DropPart => _ = proof.parts.remove(place(&proof.parts, dice)?),
        Kind::DoublePart => {
            let part = pick(&proof.parts, dice)?.clone();
            proof.parts.insert(dice.below(proof.parts.len() + 1), part);
        }
        Kind::SwapParts => {
            let (a, b) = (place(&proof.parts, dice)?, place(&proof.parts, dice)?);
            proof.parts.swap(a, b);
        }
        Kind::EmptyPart => {
            let at = place(&proof.parts, dice)?;
            proof.parts[at].steps.clear();
            if dice.below(2) == 0 {
                proof.parts[at].remarks.clear();
            }
        }
        _ => {
            let name = Some(pick(words.parts, dice)?.to_string());
            let part = match dice.below(3) {
                0 => Part { name, ..Part::default() },
                1 => Part { name, ..pick(&proof.parts, dice)?.clone() },
                _ => Part { name, ..pick(&other.parts, dice)?.clone() },
            };
            let at = dice.below(proof.parts.len() + 1);
            if dice.below(2) == 0 && at < proof.parts.len() {
                proof.parts[at] = part;
            } else {
                proof.parts.insert(at, part);
            }
        }
    }
    Some(())
}

/// Forges the remarks of a part, or of all.
fn remark(
    kind: Kind,
    proof: &mut Proof,
    other: &Proof,
    (words, dice): (&Words, &mut Dice),
) -> Option<()> {
    match kind {
        Kind::DropRemark => {
            let remarks = remarks(proof, dice)?;
            remarks.remove(place(remarks, dice)?);
        }
        Kind::DoubleRemark => {
            let remarks = remarks(proof, dice)?;
            let remark = pick(remarks, dice)?.clone();
            remarks.insert(dice.below(remarks.len() + 1), remark);
        }
        Kind::EmptyRemark => {
            let remarks = remarks(proof, dice)?;
            let at = place(remarks, dice)?;
            let first = remarks[at].split(' ').next()?.to_owned();
            remarks[at] = if dice.below(2) == 0 { first } else { first + " " };
        }
        Kind::InventRemark => {
            let remark = match dice.below(3) {
                0 => pick(&pick(&other.parts, dice)?.remarks, dice)?.clone(),
                _ => pick(words.remarks, dice)?.to_string(),
            };
            let at = place(&proof.parts, dice)?;
            // In every part, as a forger would who wants to be rid of something everywhere.
            let all = dice.below(3) == 0;
            for part in proof.parts.iter_mut().enumerate().filter(|(it, _)| all || *it == at) {
                part.1.remarks.push(remark.clone());
                if dice.below(4) == 0 {
                    part.1.steps.clear();
                }
            }
        }
        _ => {
            let remarks = remarks(proof, dice)?;
            let at = place(remarks, dice)?;
            remarks[at] = changed(&remarks[at], dice)?;
        }
    }
    Some(())
}

pub(crate) fn place<T>(list: &[T], dice: &mut Dice) -> Option<usize> {
    (!list.is_empty()).then(|| dice.below(list.len()))
}

pub(crate) fn pick<'a, T>(list: &'a [T], dice: &mut Dice) -> Option<&'a T> {
    Some(&list[place(list, dice)?])
}

/// The remarks of some part that has any.
fn remarks<'a>(proof: &'a mut Proof, dice: &mut Dice) -> Option<&'a mut Vec<String>> {
    let with: Vec<usize> =
        (0..proof.parts.len()).filter(|&at| !proof.parts[at].remarks.is_empty()).collect();
    let at = *pick(&with, dice)?;
    Some(&mut proof.parts[at].remarks)
}

fn header(proof: &mut Proof, dice: &mut Dice) -> Option<()> {
    let lines = &mut proof.header;
    let at = place(lines, dice)?;
    let next = (at + 1) % lines.len();
    match dice.below(6) {
        0 => _ = lines.remove(at),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, next),
        3 => lines.insert(at, "note nothing".to_owned()),
        4 => lines[at].push_str(" surplus"),
        _ => {
            lines[at] = ["sixfold proof 2", "sixfold proof 33", "", "engine"][dice.below(4)].into()
        }
    }
    Some(())
}

fn options(proof: &mut Proof, words: &Words, dice: &mut Dice) -> Option<()> {
    let line = proof.header.last_mut()?;
    let mut settings: Vec<String> = line.split(' ').skip(1).map(str::to_owned).collect();
    let new = pick(words.options, dice)?.to_string();
    let name = new.split('=').next()?.to_owned();
    let last = settings.len().checked_sub(1)?;
    match dice.below(5) {
        0 => _ = settings.remove(place(&settings, dice)?),
        1 => settings.insert(dice.below(settings.len() + 1), new),
        2 => settings.swap(0, last),
        // Where the option has its place.
        _ => match settings.iter().position(|word| word.split('=').next() == Some(&name)) {
            Some(at) => settings[at] = new,
            None => {
                let name = |word: &str| word.split('=').next().unwrap_or_default().to_owned();
                let known = |word: &str| words.options.iter().position(|it| name(it) == name(word));
                let rank = |word: &str| known(word).unwrap_or(usize::MAX);
                let at = settings.iter().position(|word| rank(word) > rank(&new));
                settings.insert(at.unwrap_or(settings.len()), new);
            }
        },
    }
    *line = format!("options {}", settings.join(" "));
    Some(())
}

fn by_one(proof: &mut Proof, dice: &mut Dice) -> Option<()> {
    let at = proof.bound()?;
    let bound: i128 = proof.header[at].strip_prefix("bound ")?.parse().ok()?;
    let bound = if dice.below(2) == 0 { bound.saturating_add(1) } else { bound.saturating_sub(1) };
    proof.header[at] = format!("bound {bound}");
    // A forger who keeps the remarks consistent.
    if dice.below(2) == 0 {
        let shift = |word: &str| word.parse().ok().map(|it: i128| it.saturating_add(1).to_string());
        for remark in proof.parts.iter_mut().flat_map(|part| &mut part.remarks) {
            let mut words: Vec<String> = remark.split(' ').map(str::to_owned).collect();
            if let Some(second) = words.get_mut(1) {
                *second = shift(second).unwrap_or_else(|| second.clone());
            }
            *remark = words.join(" ");
        }
    }
    Some(())
}

fn bound(proof: &mut Proof, dice: &mut Dice) {
    let bounds = [
        "0",
        "1",
        "2",
        "-1",
        "41",
        "42",
        "43",
        "1000000",
        "18446744073709551616",
        "170141183460469231731687303715884105727",
        "-170141183460469231731687303715884105728",
        "170141183460469231731687303715884105728",
        "x",
        "",
        "3 ",
    ];
    let line = format!("bound {}", bounds[dice.below(bounds.len())]);
    match proof.bound() {
        Some(at) if dice.below(4) == 0 => _ = proof.header.remove(at),
        Some(at) => proof.header[at] = line,
        None => proof.header.insert(proof.header.len().min(2), line),
    }
}

fn solutions(proof: &mut Proof, other: &Proof, dice: &mut Dice) -> Option<()> {
    let end = proof.solutions.len() + 1;
    match dice.below(7) {
        0 => _ = proof.solutions.remove(place(&proof.solutions, dice)?),
        1 => {
            let again = pick(&proof.solutions, dice)?.clone();
            proof.solutions.insert(dice.below(end), again);
        }
        2 => {
            let (a, b) = (place(&proof.solutions, dice)?, place(&proof.solutions, dice)?);
            proof.solutions.swap(a, b);
        }
        3 => {
            let invented = ["loop", "loop ", "loop ?", "loop 0,0", ""][dice.below(5)];
            let lines = if dice.below(3) == 0 { Vec::new() } else { vec![invented.to_owned()] };
            proof.solutions.insert(dice.below(end), lines);
        }
        4 => proof.solutions.insert(dice.below(end), pick(&other.solutions, dice)?.clone()),
        _ => {
            let at = place(&proof.solutions, dice)?;
            let lines = &mut proof.solutions[at];
            let line = place(lines, dice)?;
            match dice.below(3) {
                0 => _ = lines.remove(line),
                _ => lines[line] = changed(&lines[line], dice)?,
            }
        }
    }
    Some(())
}

/// A line with one of its words changed.
fn changed(line: &str, dice: &mut Dice) -> Option<String> {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = dice.below(words.len());
    let number: Option<i128> = words[at].parse().ok();
    match (dice.below(6), number) {
        (0, _) => _ = words.remove(at),
        (1, _) => words.insert(at, words[at].clone()),
        (2, _) => words.swap(0, at),
        (3, _) => {
            words[at] = ["0", "-1", "+1", "99999999999999999999", "x", "0,0"][dice.below(6)].into()
        }
        (_, Some(number)) if dice.below(2) == 0 => words[at] = number.saturating_add(1).to_string(),
        (_, Some(number)) => words[at] = number.saturating_sub(1).to_string(),
        (_, None) => {
            let from = dice.below(words.len());
            words[at] = words[from].clone();
        }
    }
    Some(words.join(" "))
}

/// Parts of two proofs, or the header of one before the parts of the other.
fn splice(proof: &mut Proof, other: &Proof, dice: &mut Dice) -> Option<()> {
    match dice.below(4) {
        0 => proof.header = other.header.clone(),
        1 => proof.solutions = other.solutions.clone(),
        2 => {
            let at = dice.below(proof.parts.len().min(other.parts.len()) + 1);
            proof.parts.truncate(at);
            proof.parts.extend_from_slice(&other.parts[at..]);
        }
        _ => {
            let at = place(&proof.parts, dice)?;
            let from = pick(&other.parts, dice)?;
            match dice.below(3) {
                0 => proof.parts[at].steps = from.steps.clone(),
                1 => proof.parts[at].remarks = from.remarks.clone(),
                _ => proof.parts[at] = from.clone(),
            }
        }
    }
    Some(())
}
