//! Campaigns in words, for people.

use std::fmt::Write as _;

use crate::estimate::{Estimate, Interval};
use crate::folder::CampaignFolder;
use crate::merge::{Merged, Problem};
use crate::survey::Survey;
use crate::unit_list::UnitList;
use crate::work::Worked;

/// So many slow units are shown.
const SLOWEST: usize = 3;

impl CampaignFolder {
    /// What was split, and how to go on.
    #[must_use]
    pub fn words(&self) -> String {
        let (units, engine) = (self.plan.units.len(), &self.plan.engine);
        let (boards, path) = (self.plan.boards.len(), self.path().display());
        let boards = if boards == 1 { String::new() } else { format!(" of {boards} boards") };
        let several = plural(units, "unit", "units");
        format!(
            "{units} {several}{boards} by the engine {engine}: {}\ngo on with: sixfold campaign run {path} --on local\n",
            self.plan.reason
        )
    }
}

impl Worked {
    /// What became of a unit, in words.
    #[must_use]
    pub fn words(&self, unit: usize) -> String {
        match self {
            Self::Before(_) => format!("unit {unit}: was done before\n"),
            Self::Done(result) => format!("unit {unit}: done in {}\n", time(result.milliseconds)),
            Self::Stopped(halt) => {
                format!(
                    "unit {unit}: {}; the same command goes on from its checkpoint\n",
                    halt.words()
                )
            }
        }
    }
}

fn time(milliseconds: u64) -> String {
    spoken(milliseconds as f64 / 1000.0)
}

/// `4.2 s`, `12 min 5 s`, `2 h 41 min`, `1 day 13 h`.
fn spoken(seconds: f64) -> String {
    if seconds < 59.95 {
        return format!("{seconds:.1} s");
    }
    let pair = |large: u64, one: &str, small: u64, other: &str| match small {
        0 => format!("{large} {one}"),
        small => format!("{large} {one} {small} {other}"),
    };
    let whole = seconds.round() as u64;
    let (minutes, hours) = ((seconds / 60.0).round() as u64, (seconds / 3600.0).round() as u64);
    match (whole, minutes, hours) {
        (whole @ ..3600, ..) => pair(whole / 60, "min", whole % 60, "s"),
        (_, minutes @ ..1440, _) => pair(minutes / 60, "h", minutes % 60, "min"),
        (.., hours) => {
            pair(hours / 24, plural(hours as usize / 24, "day", "days"), hours % 24, "h")
        }
    }
}

fn plural<'a>(number: usize, one: &'a str, many: &'a str) -> &'a str {
    if number == 1 { one } else { many }
}

impl Survey {
    /// How far a campaign is, in words; so many units are in the queue of a cluster.
    #[must_use]
    pub fn words(&self, queued: usize) -> String {
        let (units, done) = (self.units.len(), self.done());
        let mut text = format!("{done} of {units} {} done", plural(units, "unit", "units"));
        for (number, state) in
            [(self.working(), "at work"), (queued, "in Slurm's queue"), (self.failed(), "failed")]
        {
            if number > 0 {
                let _ = write!(text, ", {number} {state}");
            }
        }
        text.push('\n');
        if done > 0 {
            let spent = time(self.spent().as_millis() as u64);
            let _ = writeln!(text, "spent: {spent} of one core");
        }
        if let Some(left) = self.left().filter(|left| left.mean > 0.0) {
            let (mean, low, high) = (spoken(left.mean), spoken(left.low), spoken(left.high));
            let range = match done {
                1 => String::new(),
                _ => format!(" ({low} to {high})"),
            };
            let _ = writeln!(
                text,
                "left: about {mean} of one core{range}, if the other units are like those"
            );
        }
        let slow = self.slowest(SLOWEST).into_iter();
        let slow: Vec<String> =
            slow.map(|(unit, it)| format!("unit {unit} {}", time(it.as_millis() as u64))).collect();
        if slow.len() > 1 {
            let _ = writeln!(text, "slowest: {}", slow.join(", "));
        }
        for (unit, reason) in self.failures() {
            let _ = writeln!(text, "unit {unit} failed: {reason}");
        }
        text
    }
}

impl Merged {
    /// What a campaign shows, in words; without the boards themselves.
    #[must_use]
    pub fn words(&self) -> String {
        let mut text = String::new();
        for Problem { unit, what } in &self.problems {
            let _ = match unit {
                Some(unit) => writeln!(text, "unit {unit}: {what}"),
                None => writeln!(text, "the plan: {what}"),
            };
        }
        if !self.missing.is_empty() {
            let (count, list) = (self.missing.len(), UnitList::of(self.missing.clone()));
            let _ =
                writeln!(text, "{count} {} missing: {list}", plural(count, "unit is", "units are"));
        }
        if !self.problems.is_empty() {
            let count = self.problems.len();
            let _ = writeln!(
                text,
                "nothing is claimed: {count} {}",
                plural(count, "thing is wrong", "things are wrong")
            );
            return text;
        }
        for outcome in &self.boards {
            for row in &outcome.tallied.values {
                let open = if row.exhausted { "" } else { " or more" };
                let _ = writeln!(text, "{:>8} {}{open}", row.value, row.count);
            }
            let _ = writeln!(text, "{}: {}", outcome.board, outcome.words);
        }
        match &self.sampled[..] {
            [] => text.push_str("no unit was done again\n"),
            units => {
                let list = UnitList::of(units.to_vec());
                let several = plural(units.len(), "unit", "units");
                let _ =
                    writeln!(text, "done or checked again with the same result: {several} {list}");
            }
        }
        text
    }
}

impl Estimate {
    /// What a campaign would cost, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let (engine, units) = (self.engine, self.units);
        let several = plural(units, "unit", "units");
        let mut text = format!("{units} {several} by the engine {engine}\n");
        if let Some(nodes) = self.nodes {
            let _ = writeln!(text, "search tree: {} nodes, by random dives", interval(nodes));
        }
        if let Some(hours) = self.by_dives {
            let rate = self.nodes_per_second.unwrap_or_default();
            let _ = writeln!(
                text,
                "core hours: {}, by random dives and {} nodes a second",
                interval(hours),
                digits(rate)
            );
        }
        if let Some(hours) = self.by_units {
            let done = self.finished.len() + self.unfinished.len();
            let _ = writeln!(
                text,
                "core hours: {}, by {done} sampled {}",
                interval(hours),
                plural(done, "unit", "units")
            );
        }
        if !self.unfinished.is_empty() {
            let count = self.unfinished.len();
            let (was, count_as) =
                (plural(count, "unit was", "units were"), plural(count, "counts", "count"));
            let _ = writeln!(
                text,
                "{count} {was} not finished in the time allowed and {count_as} as if finished then: it is more than that (--time)"
            );
        }
        text.push_str("an interval holds the truth with about 95 %, unless rare units are much larger than those sampled\n");
        text
    }
}

fn interval(it: Interval) -> String {
    format!("{} ({} to {})", digits(it.mean), digits(it.low), digits(it.high))
}

/// Two digits, as a number that people can read.
fn digits(number: f64) -> String {
    match number {
        0.0 => "0".to_owned(),
        it if !(0.001..1e6).contains(&it) => format!("{it:.1e}"),
        it if it < 10.0 => format!("{:.*}", (1.0 - it.log10().floor()).max(0.0) as usize, it),
        it => {
            let unit = 10_f64.powf(it.log10().floor() - 1.0);
            format!("{:.0}", (it / unit).round() * unit)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_two_units() {
        let table = [
            (0.04, "0.0 s"),
            (59.9, "59.9 s"),
            (59.97, "1 min"),
            (725.2, "12 min 5 s"),
            (3599.6, "1 h"),
            (9647.6, "2 h 41 min"),
            (86_399.0, "1 day"),
            (133_200.0, "1 day 13 h"),
            (176_400.0, "2 days 1 h"),
        ];
        for (seconds, expected) in table {
            assert_eq!(spoken(seconds), expected, "{seconds}");
        }
    }

    #[test]
    fn numbers_have_two_digits() {
        let table = [
            (0.0, "0"),
            (1.26, "1.3"),
            (0.0123, "0.012"),
            (12.6, "13"),
            (1234.0, "1200"),
            (4.2e17, "4.2e17"),
        ];
        for (number, expected) in table {
            assert_eq!(digits(number), expected);
        }
    }
}
