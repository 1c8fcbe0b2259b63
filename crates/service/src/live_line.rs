//! The words of the live display: what is known after some events, for people.
//!
//! `best 41 · beam search · width 4,096 states · 5.0 million candidates, 4.0 million a second · 2.2 GB`. What is best
//! stands first, because a narrow terminal cuts the end.

use std::time::Duration;

use sixfold_solver::job::{JobEvent, JobProgress};

/// Gauges that say again what a counter or its rate says.
const REDUNDANT: [&str; 4] = ["rate", "exhausted", "round", "thousandths"];

/// What was heard so far.
#[derive(Default)]
pub struct LiveLine {
    known: Option<i128>,
    best: Option<String>,
    bound: Option<i128>,
    progress: Option<JobProgress>,
}

impl LiveLine {
    /// The line of a search for which a best result is known.
    #[must_use]
    pub fn against(known: Option<i128>) -> Self {
        Self { known, ..Self::default() }
    }

    /// Takes an event, and tells the line.
    pub fn after(&mut self, event: &JobEvent) -> String {
        match event {
            JobEvent::Incumbent { objective, .. } => {
                self.best = Some(match objective {
                    Some(objective) => {
                        let best = format!("best {}", grouped(*objective));
                        self.known.map_or(best.clone(), |known| best + &beside(*objective, known))
                    }
                    None => "a solution found".to_owned(),
                });
            }
            JobEvent::Bound(bound) => self.bound = Some(*bound),
            JobEvent::Progress(progress) => self.progress = Some(progress.clone()),
            JobEvent::Started { .. } | JobEvent::Listed(_) | JobEvent::Finished { .. } => {}
        }
        self.words()
    }

    fn words(&self) -> String {
        let bound = self.bound.map(|bound| format!("none below {}", grouped(bound)));
        let heads = self.best.iter().cloned().chain(bound);
        let work = self.progress.iter().flat_map(progress_words);
        heads.chain(work).collect::<Vec<_>>().join(" · ")
    }
}

/// How far a number is from the best known one; less is better.
fn beside(found: i128, known: i128) -> String {
    match found - known {
        0 => ", as good as the best known".to_owned(),
        1.. => format!(", {} above the best known {}", grouped(found - known), grouped(known)),
        _ => format!(", better than the best known {}", grouped(known)),
    }
}

/// The phase and its numbers.
fn progress_words(told: &JobProgress) -> Vec<String> {
    let progress = &told.progress;
    let mut words = vec![progress.phase.to_owned()];
    if let Some(done) = progress.done {
        let left = time_left(told.elapsed, done.done, done.total);
        let left = left.map_or_else(String::new, |left| format!(", about {} left", short(left)));
        words.push(match done.unit {
            "bytes" => format!("{} of {}{left}", bytes(done.done), bytes(done.total)),
            unit => format!("{} of {} {unit}{left}", grouped(done.done), grouped(done.total)),
        });
    }
    for gauge in progress.gauges.iter().filter(|gauge| !REDUNDANT.contains(&gauge.name)) {
        words.push(match gauge.unit {
            "bytes" => bytes(gauge.value),
            "thousandths of a move" => {
                format!("{} {:.1} moves", gauge.name, gauge.value as f64 / 1000.0)
            }
            unit if unit == gauge.name => format!("{} {unit}", large(gauge.value as f64)),
            unit => format!("{} {} {unit}", gauge.name, large(gauge.value as f64)),
        });
    }
    for &(unit, amount) in &progress.counters {
        let rate = told.rates.iter().find(|rate| rate.unit == unit && rate.per_second >= 1.0);
        let rate = rate.map(|rate| format!(", {} a second", large(rate.per_second)));
        words.push(format!("{} {unit}{}", large(amount as f64), rate.unwrap_or_default()));
    }
    words
}

/// The time until the rest is done, if the rest is like the part that is done. Nothing is told from less than a
/// twentieth.
fn time_left(elapsed: Duration, done: u64, total: u64) -> Option<Duration> {
    let part = done as f64 / total as f64;
    (part >= 0.05 && done < total).then(|| elapsed.mul_f64((1.0 - part) / part))
}

/// `45 s`, `12 min`, `3.5 h`, `2 days`.
fn short(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds @ ..120.0 => format!("{seconds:.0} s"),
        seconds @ ..5400.0 => format!("{:.0} min", seconds / 60.0),
        seconds @ ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        seconds => format!("{:.0} days", seconds / 86_400.0),
    }
}

/// `950`, `12,345`, `5.0 million`, `2.1 billion`.
fn large(value: f64) -> String {
    match value {
        ..1e6 => grouped(value.round() as i128),
        ..1e9 => format!("{:.1} million", value / 1e6),
        ..1e12 => format!("{:.1} billion", value / 1e9),
        _ => format!("{value:.1e}"),
    }
}

fn bytes(value: u64) -> String {
    match value as f64 {
        value @ ..1e6 => format!("{:.0} kB", value / 1e3),
        value @ ..1e9 => format!("{:.0} MB", value / 1e6),
        value => format!("{:.1} GB", value / 1e9),
    }
}

/// A number with commas between thousands, unless it has four digits.
fn grouped(value: impl Into<i128>) -> String {
    let value: i128 = value.into();
    let digits = value.unsigned_abs().to_string();
    let sign = if value < 0 { "−" } else { "" };
    if digits.len() < 5 {
        return format!("{sign}{digits}");
    }
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    let each = digits.char_indices().map(|(at, digit)| match comma(at) {
        true => format!(",{digit}"),
        false => digit.to_string(),
    });
    each.fold(sign.to_owned(), |text, digit| text + &digit)
}

#[cfg(test)]
mod tests {
    use sixfold_solver::Progress;
    use sixfold_solver::job::Rate;

    use super::*;

    fn heard(elapsed: u64, progress: Progress, rates: Vec<Rate>) -> JobEvent {
        JobEvent::Progress(JobProgress { elapsed: Duration::from_secs(elapsed), progress, rates })
    }

    #[test]
    fn the_line_speaks_plainly() {
        let mut line = LiveLine::default();
        let beam = Progress::of("beam search")
            .counted("candidates", 5_022_744)
            .gauge("width", 4096, "states")
            .gauge("rate", 3_951_166, "candidates per second")
            .gauge("memory", 2_164_410, "bytes");
        let rate = Rate { unit: "candidates", per_second: 3_951_166.0 };
        let told = line.after(&heard(2, beam, vec![rate]));
        let words =
            "beam search · width 4096 states · 2 MB · 5.0 million candidates, 4.0 million a second";
        assert_eq!(told, words);
        let better = JobEvent::Incumbent { objective: Some(41), solution: String::new() };
        assert_eq!(line.after(&better), format!("best 41 · {words}"));
        assert_eq!(
            line.after(&JobEvent::Bound(-12)),
            format!("best 41 · none below −12 · {words}")
        );
    }

    #[test]
    fn the_best_is_told_beside_the_best_known() {
        let found = |value| JobEvent::Incumbent { objective: Some(value), solution: String::new() };
        let mut line = LiveLine::against(Some(1622));
        assert_eq!(line.after(&found(1640)), "best 1640, 18 above the best known 1622");
        assert_eq!(line.after(&found(1622)), "best 1622, as good as the best known");
        assert_eq!(line.after(&found(1620)), "best 1620, better than the best known 1622");
    }

    #[test]
    fn the_time_left_is_told_from_a_twentieth_on() {
        let mut line = LiveLine::default();
        let units = |done| heard(100, Progress::of("search").done(done, 1000, "units"), Vec::new());
        assert_eq!(line.after(&units(10)), "search · 10 of 1000 units");
        assert_eq!(line.after(&units(500)), "search · 500 of 1000 units, about 100 s left");
        assert_eq!(line.after(&units(50)), "search · 50 of 1000 units, about 32 min left");
        assert_eq!(line.after(&units(1000)), "search · 1000 of 1000 units");
    }

    #[test]
    fn numbers_have_few_digits() {
        for (value, text) in
            [(7.0, "7"), (12_345.0, "12,345"), (2.34e9, "2.3 billion"), (1e15, "1.0e15")]
        {
            assert_eq!(large(value), text);
        }
        assert_eq!([bytes(1_500), bytes(7_900_000_000)], ["2 kB", "7.9 GB"]);
        assert_eq!(short(Duration::from_secs(20 * 86_400)), "20 days");
    }
}
