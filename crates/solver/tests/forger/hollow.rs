//! Forgeries of a forger who thinks: the same lie in many parts at once, with steps that would do if the
//! lie were believed, and a claim that is stronger than what was proved.

use crate::brute::Dice;
use crate::grammar::{Part, Proof};
use crate::mutate::{Words, pick, place};

/// Refutes the formula of two clauses x and ¬x, which stands for what is absurd.
const ABSURD: &str = "3 0 1 2 0";

/// Claims more, and puts the lie in its place.
pub(crate) fn hollow(proof: &mut Proof, (words, dice): (&Words, &mut Dice)) -> Option<()> {
    claim_more(proof, dice);
    let remark = pick(words.remarks, dice)?.to_string();
    let number = ["4", "5", "9", "40"][dice.below(4)];
    let (chosen, remarks, steps) = (dice.below(4), dice.below(4), dice.below(4));
    for part in &mut proof.parts {
        let low = part.name.as_ref().is_some_and(|name| name.starts_with("low "));
        let meant = match chosen {
            0 | 1 => true,
            2 => !low,
            _ => low,
        };
        if meant {
            match remarks {
                0 | 1 => part.remarks = vec![remark.clone()],
                2 => part.remarks.iter_mut().for_each(|it| *it = with_first(it, number)),
                _ => part.remarks.clear(),
            }
            match steps {
                0 | 1 => part.steps.clear(),
                2 => part.steps = vec![ABSURD.to_owned()],
                _ => {}
            }
        }
    }
    // A part that is not there at all is the emptiest of all.
    if dice.below(8) == 0 {
        proof.parts.retain(|part: &Part| !part.steps.is_empty());
    }
    Some(())
}

/// No solution is known any more, or one fewer; nothing is better than a worse bound, or there is nothing
/// at all.
fn claim_more(proof: &mut Proof, dice: &mut Dice) {
    match dice.below(3) {
        0 => proof.solutions.clear(),
        1 => {
            if let Some(at) = place(&proof.solutions, dice) {
                proof.solutions.remove(at);
            }
        }
        _ => {}
    }
    let Some(at) = proof.bound() else { return };
    let bound: Option<i128> =
        proof.header[at].strip_prefix("bound ").and_then(|it| it.parse().ok());
    match (dice.below(4), bound) {
        (0, _) => _ = proof.header.remove(at),
        (1 | 2, Some(bound)) => proof.header[at] = format!("bound {}", bound.saturating_add(1)),
        _ => {}
    }
}

/// A remark with another first number.
fn with_first(remark: &str, number: &str) -> String {
    let mut words: Vec<&str> = remark.split(' ').collect();
    if let Some(first) = words.get_mut(1) {
        *first = number;
    }
    words.join(" ")
}
