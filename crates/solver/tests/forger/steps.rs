//! Forged steps: clauses, literals and hints.

use crate::brute::Dice;
use crate::grammar::Proof;
use crate::mutate::{pick, place};

/// An empty clause without reason.
pub(crate) fn empty_clause(proof: &mut Proof, dice: &mut Dice) -> Option<()> {
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
    Some(())
}

pub(crate) fn step(proof: &mut Proof, other: &Proof, dice: &mut Dice) -> Option<()> {
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
pub(crate) fn numbers(
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

pub(crate) fn literal(clause: &mut Vec<i64>, _: &mut Vec<i64>, dice: &mut Dice) -> Option<()> {
    match dice.below(4) {
        0 => _ = clause.remove(place(clause, dice)?),
        1 => {
            let at = place(clause, dice)?;
            clause[at] = clause[at].wrapping_neg();
        }
        2 => clause.push(1 + dice.below(100) as i64),
        _ => clause.clear(),
    }
    Some(())
}

pub(crate) fn hint(_: &mut Vec<i64>, hints: &mut Vec<i64>, dice: &mut Dice) -> Option<()> {
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
            hints[at] = hints[at].wrapping_neg();
        }
        _ => hints.insert(0, 1 + dice.below(500) as i64),
    }
    Some(())
}
