//! Fits the width of a beam to the time that is left.
//!
//! How far a beam is can be told from its least estimate, which is about quadratic in what is left: on
//! boards of orders 25 and 27 the part of the levels that is done was 1 − √(estimate / estimate of the
//! board), give or take two hundredths. Measured against the clock this gives the time that the rest
//! would take. Where that is more than what is left, the beam is made narrower by as much; where it is
//! much less, wider again.
//!
//! Only runs with a deadline have a pace, so others do not depend on the clock.

/// Narrower beams are often stuck: on the contest boards of orders 24 and 27 those of width 192 are.
const NARROWEST: usize = 256;
/// The part of the time after which the beam is to be done.
const PART: f64 = 0.85;
/// Progress that is too small to be judged, and progress after which the measure begins anew.
const JUDGED: (f64, f64) = (0.03, 0.1);
/// By how much the rest must fit for a wider beam, and what is kept in reserve.
const EASE: f64 = 1.25;
const RESERVE: f64 = 0.95;

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
        let done = 1.0 - (f64::from(least) / self.board).min(1.0).sqrt();
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
        if rest > left || EASE * rest < left {
            let fitting = RESERVE * before as f64 * left.max(0.0) / rest.max(f64::EPSILON);
            self.width = (fitting as usize).clamp(NARROWEST.min(most), most);
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

    /// At the full width the beam would take 0.8, 1.2 and 1.6 times the time that there is.
    #[test]
    fn a_beam_that_would_be_late_is_narrowed_in_time() {
        for exponent in [1.7, 2.0, 2.3] {
            for times in [0.8, 1.2, 1.6] {
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
        let (_, widths) = paced(1e-7, 1000.0, 2.0);
        assert!(widths.iter().all(|width| *width == 512));
    }
}
