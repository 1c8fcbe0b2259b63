//! Fits the width of a beam to the time that is left.
//!
//! How far a beam is can be told from its least estimate: on boards of orders 20 to 27 the part of the
//! levels that is done is about 1 − (estimate / estimate of the board)^0.6. Measured against the clock
//! this gives the time that the rest would take. Where it is more than what is left, the beam is made
//! half as wide; where it is much less, twice as wide again.
//!
//! Only runs with a deadline have a pace, so others do not depend on the clock.

/// Narrower beams are stuck again and again.
const NARROWEST: usize = 128;
/// The part of the time after which the beam is to be done.
const PART: f64 = 0.85;
const EXPONENT: f64 = 0.6;
/// Progress that is too small to be judged, and progress after which the measure begins anew.
const JUDGED: (f64, f64) = (0.01, 0.1);
/// By how much the rest must fit for a wider beam.
const EASE: f64 = 2.5;

/// The pace of a beam. Times are seconds.
pub(super) struct Pace {
    board: f64,
    target: f64,
    width: usize,
    /// When the measure began, and how far the beam was then.
    since: (f64, f64),
}

impl Pace {
    /// The pace of a beam that begins with a width; `estimate` is that of the board.
    pub(super) fn new(estimate: u32, width: usize, now: f64, deadline: f64) -> Self {
        let target = now + PART * (deadline - now);
        Self { board: f64::from(estimate.max(1)), target, width, since: (now, f64::NAN) }
    }

    /// The width for the levels that follow, given the least estimate so far.
    pub(super) fn width(&mut self, now: f64, least: u32, most: usize) -> usize {
        let done = 1.0 - (f64::from(least) / self.board).min(1.0).powf(EXPONENT);
        if self.since.1.is_nan() {
            // A search that goes on from a checkpoint does not begin at 0.
            self.since = (now, done);
        }
        let progress = done - self.since.1;
        self.width = self.width.min(most);
        if progress < JUDGED.0 && now < self.target {
            return self.width;
        }
        let rest = (1.0 - done) * (now - self.since.0) / progress.max(f64::EPSILON);
        let left = self.target - now;
        let before = self.width;
        if rest > left {
            self.width = (self.width / 2).max(NARROWEST.min(before));
        } else if EASE * rest < left {
            self.width = (2 * self.width).min(most);
        }
        if self.width != before || progress > JUDGED.1 {
            self.since = (now, done);
        }
        self.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A beam of so many levels, each of which costs as much as it is wide: when it ends, and its widths.
    fn paced(cost: f64, deadline: f64, exponent: f64) -> (f64, Vec<usize>) {
        let (levels, board, most) = (30_000.0_f64, 1_500_000.0_f64, 512);
        let (mut now, mut level, mut widths) = (0.0, 0.0, Vec::new());
        let mut pace = Pace::new(board as u32, most, now, deadline);
        let mut width = most;
        while level < levels {
            level += 100.0;
            now += 100.0 * width as f64 * cost;
            let least = board * (1.0 - level / levels).max(0.0).powf(exponent);
            width = pace.width(now, least as u32, most);
            widths.push(width);
        }
        (now, widths)
    }

    /// At the full width the beam would take 0.8, 1.5 and 3 times the time that there is.
    #[test]
    fn a_beam_that_would_be_late_is_narrowed_in_time() {
        for exponent in [1.35, 1.6, 2.1] {
            for times in [0.8, 1.5, 3.0] {
                let cost = times * 10.0 / (30_000.0 * 512.0);
                let (end, widths) = paced(cost, 10.0, exponent);
                assert!(end < 10.0, "{times} times: {end} s");
                assert!(end > 4.0, "{times} times: {end} s, narrower than it must be");
                assert!(times < 1.0 || widths.iter().any(|width| *width < 512));
            }
        }
    }

    #[test]
    fn a_beam_with_much_time_keeps_its_width() {
        let (_, widths) = paced(1e-7, 1000.0, 1.6);
        assert!(widths.iter().all(|width| *width == 512));
    }
}
