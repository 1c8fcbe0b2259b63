//! How many states the largest layer of the program would have, estimated by a thinned sweep.
//!
//! The sweep of the parent, but a layer keeps at most so many states: those whose keys have the smallest hashes, which is a
//! random choice that does not depend on how a state was reached. A state is known only if a state before it was kept, so
//! the size of the next layer is estimated from two figures of the sample. Let a state of the next layer be reached from d
//! states of this one; these are 1 + a number of further ways. With a fraction p of the states kept,
//!
//! * transitions: p Σ d are seen;
//! * collisions, pairs of kept states that lead to the same state: p² Σ d (d − 1) / 2 are seen.
//!
//! The number of states is Σ d divided by the mean of d. Both sums together give the mean, if the further ways are as
//! widely spread as a Poisson variable with mean λ: Σ d (d − 1) / Σ d is then λ (2 + λ) / (1 + λ).
//!
//! States that are reached in many ways are kept more often than others, and the spread is assumed, so the figure is too
//! small, and the more so the smaller the sample. Two samples, one a quarter of the other, show by how much: the figure for
//! the largest layer is taken to grow as a power of the sample, up to the sample that is the whole layer.
//!
//! The result is an estimate, not a bound, and one to be read as "so many or more". Where the largest layer is known, and
//! not more than sixty times the sample, the tests hold it to a factor of three. After many thinned layers
//! a state is kept as often as there are paths of kept states to it, and what few paths lead to is missed: where the largest
//! layer is thousands of times the sample, the truth may be ten times the estimate and more. Thinning follows Knuth (1975),
//! "Estimating the efficiency of backtrack programs", and Chen (1992), "Heterogeneous sampling", who sample trees, in which
//! nothing collides.
//!
//! Cost: a sweep of the sample's size. Nothing of it enters a count.

use super::{DegreeModel, Program, StateTable};
use crate::run::{Halt, Progress, Run};

/// A layer of the sample: the number of kept states that lead to each state.
type SampleLayer<'a> = StateTable<'a, u128, u64, u128>;

/// How many states are taken at a time.
const BATCH: usize = 1 << 8;

/// How often the sweep tells how far it is, in states.
const PULSE: u64 = 1 << 16;

/// An estimate of what a count needs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// The states of the largest layer.
    pub states: u128,
    /// The bytes of such a layer before its states are merged, if each was reached in two ways.
    pub bytes: u128,
    /// Whether no layer was thinned, so that the number of states is exact.
    pub exact: bool,
}

/// The larger sample is so many times the smaller one.
const SAMPLES: usize = 4;

/// The largest power of the sample with which a figure is taken to grow. Noise must not become a huge number.
const STEEPEST: f64 = 0.5;

/// Estimates what counting needs, with a sample of at most so many states from a layer.
///
/// # Errors
/// [`Halt::Budget`] where the program cannot even begin; otherwise the limit of the run that ended it.
pub fn outlook(model: &DegreeModel, sample: usize, run: &Run<'_>) -> Result<Outlook, Halt> {
    let program = Program::new(model, usize::MAX, run)?;
    let all = program.survey(sample)?;
    let states = match all.exact {
        true => all.largest,
        false => {
            let fewer = program.survey(sample / SAMPLES)?;
            extrapolated(sample as f64, fewer.largest, all.largest)
        }
    };
    let entry = match program.packing.is_narrow() {
        true => size_of::<(u64, u64)>(),
        false => size_of::<(u128, u128)>(),
    };
    // The blocks of a layer are filled again with the next one. A state leads to two at most, so in the mean it is reached
    // from two at most.
    let bytes = 2.0 * states * entry as f64;
    Ok(Outlook { states: states as u128, bytes: bytes as u128, exact: all.exact })
}

/// The size of a layer whose estimates grow with a power of the sample, where the sample is the whole layer:
/// size = more · (size / sample)^power.
fn extrapolated(sample: f64, fewer: f64, more: f64) -> f64 {
    let power = ((more / fewer).ln() / (SAMPLES as f64).ln()).clamp(0.0, STEEPEST);
    if !power.is_finite() || more <= sample {
        return more;
    }
    sample * (more / sample).powf(1.0 / (1.0 - power))
}

/// What a thinned sweep shows.
struct Survey {
    /// The size of the largest layer.
    largest: f64,
    /// Whether no layer was thinned.
    exact: bool,
}

/// What a sample of a layer shows of the next one.
struct Seen {
    transitions: u64,
    collisions: u64,
}

impl Seen {
    /// The states of the next layer, if a fraction of this one was kept.
    fn states(&self, fraction: f64) -> f64 {
        if self.transitions == 0 {
            return 0.0;
        }
        let ways = self.transitions as f64 / fraction;
        let pairs = self.collisions as f64 / (fraction * fraction);
        // λ (2 + λ) = ratio (1 + λ), solved for λ.
        let ratio = 2.0 * pairs / ways;
        let further = (ratio - 2.0 + (ratio * ratio + 4.0).sqrt()) / 2.0;
        ways / (1.0 + further)
    }
}

/// A random choice of so many states of a layer: those with the smallest hashes. Values are not needed any more.
fn thinned<'a>(
    layer: SampleLayer<'a>,
    sample: usize,
    run: &'a Run<'a>,
) -> Result<SampleLayer<'a>, Halt> {
    if layer.keys().len() <= sample {
        return Ok(layer);
    }
    let mut hashes: Vec<u64> = layer.keys().iter().map(|&key| hash(key)).collect();
    let (_, &mut limit, _) = hashes.select_nth_unstable(sample);
    let mut kept = SampleLayer::with_room_for(sample, run)?;
    for &key in layer.keys().iter().filter(|&&key| hash(key) < limit) {
        kept.enter(key, 1, |one, _| Some(one)).ok_or(Halt::Budget)?;
    }
    Ok(kept)
}

/// A hash that has nothing to do with that of the table, in which neighbouring keys are far apart.
fn hash(key: u128) -> u64 {
    let mix = |bits: u64| {
        let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    };
    mix(mix(key as u64).wrapping_add((key >> 64) as u64).wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// Counts states, and tells how many there were now and then.
fn pulse(looked_at: &mut u64, states: u64, run: &Run<'_>) {
    let pulses = *looked_at / PULSE;
    *looked_at += states;
    if *looked_at / PULSE > pulses {
        run.emit(&Progress::of("dynamic programming").counted("states", *looked_at).into());
    }
}

impl<'a> Program<'a> {
    /// A sweep that keeps at most so many states of a layer.
    fn survey(&self, sample: usize) -> Result<Survey, Halt> {
        let mut layer = SampleLayer::with_room_for(1, self.run)?;
        layer.enter(self.first, 1, u128::checked_add).ok_or(Halt::Budget)?;
        let mut looked_at = 0;
        let (mut size, mut survey) = (1.0, Survey { largest: 1.0, exact: true });
        for at in 0..self.plan.steps.len() {
            let kept = thinned(layer, sample, self.run)?;
            survey.exact &= kept.keys().len() as f64 >= size;
            let (next, seen) = self.next_sample(at, &kept, &mut looked_at)?;
            let fraction = kept.keys().len() as f64 / size;
            size = match survey.exact {
                true => next.keys().len() as f64,
                false => seen.states(fraction.min(1.0)),
            };
            survey.largest = survey.largest.max(size);
            layer = next;
            if size == 0.0 {
                break;
            }
        }
        Ok(survey)
    }

    /// The states that the kept ones lead to, each with the number of kept ones that lead to it, and what that shows.
    fn next_sample(
        &self,
        at: usize,
        kept: &SampleLayer<'_>,
        looked_at: &mut u64,
    ) -> Result<(SampleLayer<'a>, Seen), Halt> {
        let transition = self.transition(at);
        let mut next = SampleLayer::with_room_for(kept.keys().len(), self.run)?;
        for keys in kept.keys().chunks(BATCH) {
            self.run.halted().map_or(Ok(()), Err)?;
            pulse(looked_at, keys.len() as u64, self.run);
            next.make_room(2 * keys.len(), self.run)?;
            let mut entered = Some(());
            for &key in keys {
                transition.successors(key, |_, key| {
                    entered = entered.and_then(|()| next.enter(key, 1, u128::checked_add));
                });
            }
            entered.ok_or(Halt::Budget)?;
        }
        let transitions = next.values().iter().sum::<u128>() as u64;
        let collisions = next.values().iter().map(|&ways| ways * (ways - 1) / 2).sum::<u128>();
        Ok((next, Seen { transitions, collisions: collisions as u64 }))
    }
}
