//! Forgeries by kind.

use crate::brute::Dice;
use crate::grammar::{Part, Proof};

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
}

impl Kind {
    pub(crate) const ALL: [Self; 25] = [
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
        Kind::InventPart => {
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
        Kind::ChangeRemark => {
            let remarks = remarks(proof, dice)?;
            let at = place(remarks, dice)?;
            remarks[at] = changed(&remarks[at], dice)?;
        }
        Kind::Step => step(proof, other, dice)?,
        Kind::Literal => numbers(proof, dice, literal)?,
        Kind::Hint => numbers(proof, dice, hint)?,
        Kind::EmptyClause => {
            let at = place(&proof.parts, dice)?;
            let steps = &mut proof.parts[at].steps;
            let id = steps.last().and_then(|step| step.split(' ').next()).unwrap_or("99999");
            let step = match dice.below(4) {
                0 => format!("{id} 0 0"),
                1 => format!("{id} 0 1 0"),
                2 => format!("{id} 0 {} 0", dice.below(200)),
                _ => format!("{} 0 {} {} 0", 100_000, 1 + dice.below(50), 1 + dice.below(50)),
            };
            let place = dice.below(steps.len() + 1);
            steps.truncate(if dice.below(2) == 0 { place } else { steps.len() });
            steps.push(step);
        }
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
        // The board is another one; the proof may be as it is.
        Kind::OtherBoard => {}
        Kind::Several => {
            for _ in 0..2 + dice.below(2) {
                let kind = Kind::ALL[dice.below(Kind::ALL.len() - 1)];
                forge(kind, proof, other, (words, dice));
            }
        }
    }
    Some(())
}

fn place<T>(list: &[T], dice: &mut Dice) -> Option<usize> {
    (!list.is_empty()).then(|| dice.below(list.len()))
}

fn pick<'a, T>(list: &'a [T], dice: &mut Dice) -> Option<&'a T> {
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
            lines[at] = ["sixfold proof 1", "sixfold proof 22", "", "engine"][dice.below(4)].into()
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
    let bound = if dice.below(2) == 0 { bound + 1 } else { bound - 1 };
    proof.header[at] = format!("bound {bound}");
    // A forger who keeps the remarks consistent.
    if dice.below(2) == 0 {
        let shift = |word: &str| word.parse().ok().map(|it: i128| (it + 1).to_string());
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
        (_, Some(number)) if dice.below(2) == 0 => words[at] = (number + 1).to_string(),
        (_, Some(number)) => words[at] = (number - 1).to_string(),
        (_, None) => {
            let from = dice.below(words.len());
            words[at] = words[from].clone();
        }
    }
    Some(words.join(" "))
}

fn step(proof: &mut Proof, other: &Proof, dice: &mut Dice) -> Option<()> {
    let at = place(&proof.parts, dice)?;
    let steps = &mut proof.parts[at].steps;
    match dice.below(5) {
        0 => _ = steps.remove(place(steps, dice)?),
        1 => {
            let again = pick(steps, dice)?.clone();
            steps.insert(dice.below(steps.len() + 1), again);
        }
        2 => {
            let (a, b) = (place(steps, dice)?, place(steps, dice)?);
            steps.swap(a, b);
        }
        3 => steps.insert(
            dice.below(steps.len() + 1),
            pick(&pick(&other.parts, dice)?.steps, dice)?.clone(),
        ),
        _ => {
            let step = ["", "x", "1 0", "7 d 1 0", "0 0 0", "5 1 0 1 0"][dice.below(6)];
            steps.insert(dice.below(steps.len() + 1), step.to_owned());
        }
    }
    Some(())
}

/// Changes the lists of a step: its clause or its hints.
fn numbers(
    proof: &mut Proof,
    dice: &mut Dice,
    change: fn(&mut Vec<i64>, &mut Vec<i64>, &mut Dice) -> Option<()>,
) -> Option<()> {
    let at = place(&proof.parts, dice)?;
    let steps = &mut proof.parts[at].steps;
    let at = place(steps, dice)?;
    let numbers: Option<Vec<i64>> = steps[at].split(' ').map(|word| word.parse().ok()).collect();
    let numbers = numbers?;
    let (&id, rest) = numbers.split_first()?;
    let mut lists = rest.split(|&number| number == 0);
    let (mut clause, mut hints) = (lists.next()?.to_vec(), lists.next()?.to_vec());
    change(&mut clause, &mut hints, dice)?;
    let words = [vec![id], clause, vec![0], hints, vec![0]].concat();
    steps[at] = words.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    Some(())
}

fn literal(clause: &mut Vec<i64>, _: &mut Vec<i64>, dice: &mut Dice) -> Option<()> {
    match dice.below(4) {
        0 => _ = clause.remove(place(clause, dice)?),
        1 => {
            let at = place(clause, dice)?;
            clause[at] = -clause[at];
        }
        2 => clause.push(1 + dice.below(100) as i64),
        _ => clause.clear(),
    }
    Some(())
}

fn hint(_: &mut Vec<i64>, hints: &mut Vec<i64>, dice: &mut Dice) -> Option<()> {
    match dice.below(5) {
        0 => _ = hints.remove(place(hints, dice)?),
        1 => {
            let at = place(hints, dice)?;
            hints[at] += if dice.below(2) == 0 { 1 } else { -1 };
        }
        2 => {
            let (a, b) = (place(hints, dice)?, place(hints, dice)?);
            hints.swap(a, b);
        }
        3 => {
            let at = place(hints, dice)?;
            hints[at] = -hints[at];
        }
        _ => hints.insert(0, 1 + dice.below(500) as i64),
    }
    Some(())
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
