//! The plan of a campaign, `campaign.txt`: what is asked, how it is cut, and the list of units.
//!
//! ```text
//! sixfold campaign 1
//! program 0.1.0
//! verb count
//! engine exact
//! prove no
//! time 600                      only for attempts: the seconds of each
//! option units=64
//! cut shares 16
//! reason a unit fixes the numbers of the first cells …
//! board 1 magic/3 SHA-256 of boards/1.txt
//! unit 1 board=1 seed=1 share=1/16
//! unit 2 board=1 seed=1 share=2/16
//! ```
//!
//! The grammar is strict: a text is a plan only if it is printed like that again. Results carry the SHA-256 of this file,
//! which has those of the boards, so a result of another campaign is recognised.

use sixfold_host::digest;

const MARK: &str = "sixfold campaign 1";

/// What is done with each unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CampaignVerb {
    /// Find a solution, or the best one.
    Solve,
    /// Count the solutions.
    Count,
    /// Count the solutions of the blank board for each value of a setting.
    Sweep,
}

impl CampaignVerb {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Solve, Self::Count, Self::Sweep];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solve => "solve",
            Self::Count => "count",
            Self::Sweep => "sweep",
        }
    }
}

/// How the work is cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CutKind {
    /// Into shares of the units of an engine, so many for each board. Together they are the whole.
    Shares(usize),
    /// Into ranges of a setting.
    Values {
        /// The setting.
        setting: String,
        /// The whole range.
        from: i64,
        /// Its last value.
        to: i64,
    },
    /// Into independent attempts, such as seeds. Together they show no more than the best of them.
    Attempts,
}

impl CutKind {
    fn words(&self) -> String {
        match self {
            Self::Shares(number) => format!("shares {number}"),
            Self::Values { setting, from, to } => format!("values {setting}={from}..{to}"),
            Self::Attempts => "attempts".to_owned(),
        }
    }

    fn read(words: &str) -> Option<Self> {
        if words == "attempts" {
            return Some(Self::Attempts);
        }
        if let Some(number) = words.strip_prefix("shares ") {
            return Some(Self::Shares(number.parse().ok()?));
        }
        let (setting, range) = words.strip_prefix("values ")?.split_once('=')?;
        let (from, to) = range.split_once("..")?;
        Some(Self::Values {
            setting: setting.to_owned(),
            from: from.parse().ok()?,
            to: to.parse().ok()?,
        })
    }
}

/// A board of a campaign. Its text is in `boards/`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedBoard {
    /// What the user called it.
    pub name: String,
    /// The SHA-256 of its text.
    pub digest: String,
}

/// A unit of a campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedUnit {
    /// The board, counted from 0.
    pub board: usize,
    /// The seed.
    pub seed: u64,
    /// The options that are its own.
    pub settings: Vec<(String, String)>,
}

/// A campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Campaign {
    /// The version of the program that split it.
    pub program: String,
    /// What is done with each unit.
    pub verb: CampaignVerb,
    /// The engine.
    pub engine: String,
    /// Whether every unit writes a proof.
    pub prove: bool,
    /// How long each attempt takes, in seconds. A share takes as long as it takes.
    pub time: Option<u64>,
    /// The options that all units have.
    pub options: Vec<(String, String)>,
    /// How it is cut.
    pub cut: CutKind,
    /// Why the units are the whole.
    pub reason: String,
    /// The boards.
    pub boards: Vec<PlannedBoard>,
    /// The units.
    pub units: Vec<PlannedUnit>,
}

impl Campaign {
    /// The plan as text.
    #[must_use]
    pub fn print(&self) -> String {
        let prove = if self.prove { "yes" } else { "no" };
        let mut lines = vec![
            MARK.to_owned(),
            format!("program {}", self.program),
            format!("verb {}", self.verb.name()),
            format!("engine {}", self.engine),
            format!("prove {prove}"),
        ];
        lines.extend(self.time.iter().map(|seconds| format!("time {seconds}")));
        lines.extend(self.options.iter().map(|(name, value)| format!("option {name}={value}")));
        lines.push(format!("cut {}", self.cut.words()));
        lines.push(format!("reason {}", self.reason));
        for (number, board) in (1..).zip(&self.boards) {
            lines.push(format!("board {number} {} {}", board.name, board.digest));
        }
        for (number, unit) in (1..).zip(&self.units) {
            let settings = unit.settings.iter().map(|(name, value)| format!(" {name}={value}"));
            let settings: String = settings.collect();
            lines.push(format!(
                "unit {number} board={} seed={}{settings}",
                unit.board + 1,
                unit.seed
            ));
        }
        lines.join("\n") + "\n"
    }

    /// Reads a plan exactly as it is printed.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = Lines(text.lines().collect());
        if lines.0.first() != Some(&MARK) {
            return Err(format!("it does not begin with `{MARK}`"));
        }
        lines.0.remove(0);
        let program = lines.one("program ")?.to_owned();
        let verb = lines.one("verb ")?;
        let verb = CampaignVerb::ALL.into_iter().find(|known| known.name() == verb);
        let campaign = Self {
            program,
            verb: verb.ok_or("its verb is none of solve, count and sweep")?,
            engine: lines.one("engine ")?.to_owned(),
            prove: lines.one("prove ")? == "yes",
            time: lines.many("time ", |text| text.parse().ok())?.pop(),
            options: lines.many("option ", pair)?,
            cut: CutKind::read(lines.one("cut ")?).ok_or("its cut cannot be read")?,
            reason: lines.one("reason ")?.to_owned(),
            boards: lines.many("board ", board)?,
            units: lines.many("unit ", unit)?,
        };
        if let Some(line) = lines.0.first() {
            return Err(format!("the line `{line}` has no place"));
        }
        let beyond = campaign.units.iter().position(|unit| unit.board >= campaign.boards.len());
        if let Some(unit) = beyond {
            return Err(format!("unit {} has a board that is not there", unit + 1));
        }
        match campaign.print() == text {
            true => Ok(campaign),
            false => Err("its lines are not as they are written by `campaign split`".to_owned()),
        }
    }

    /// The SHA-256 of the plan, which results carry.
    #[must_use]
    pub fn digest(&self) -> String {
        digest(self.print().as_bytes())
    }

    /// All options of a unit, those that all units have first.
    #[must_use]
    pub fn settings(&self, unit: &PlannedUnit) -> Vec<(String, String)> {
        self.options.iter().chain(&unit.settings).cloned().collect()
    }
}

/// The lines that are left.
struct Lines<'a>(Vec<&'a str>);

impl<'a> Lines<'a> {
    /// Takes the next line, which must begin with a word.
    fn one(&mut self, word: &str) -> Result<&'a str, String> {
        let rest = self.0.first().and_then(|line| line.strip_prefix(word));
        let rest = rest.ok_or_else(|| format!("the line `{}` is missing", word.trim_end()))?;
        self.0.remove(0);
        Ok(rest)
    }

    /// Takes all lines that begin with a word.
    fn many<T>(&mut self, word: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, String> {
        let count = self.0.iter().take_while(|line| line.starts_with(word)).count();
        let taken = self.0.drain(..count);
        let read = |line: &str| {
            read(&line[word.len()..]).ok_or_else(|| format!("`{line}` cannot be read"))
        };
        taken.map(read).collect()
    }
}

fn pair(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=')?;
    Some((name.to_owned(), value.to_owned()))
}

fn board(text: &str) -> Option<PlannedBoard> {
    let (_, rest) = text.split_once(' ')?;
    let (name, digest) = rest.rsplit_once(' ')?;
    Some(PlannedBoard { name: name.to_owned(), digest: digest.to_owned() })
}

fn unit(text: &str) -> Option<PlannedUnit> {
    let mut words = text.split(' ').skip(1);
    let board: usize = words.next()?.strip_prefix("board=")?.parse().ok()?;
    let seed = words.next()?.strip_prefix("seed=")?.parse().ok()?;
    let settings = words.map(pair).collect::<Option<Vec<_>>>()?;
    Some(PlannedUnit { board: board.checked_sub(1)?, seed, settings })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn campaign() -> Campaign {
        Campaign {
            program: "0.1.0".to_owned(),
            verb: CampaignVerb::Count,
            engine: "exact".to_owned(),
            prove: false,
            time: Some(60),
            options: vec![("units".to_owned(), "64".to_owned())],
            cut: CutKind::Shares(2),
            reason: "why".to_owned(),
            boards: vec![PlannedBoard { name: "a b".to_owned(), digest: "00".to_owned() }],
            units: ["1/2", "2/2"]
                .map(|share| PlannedUnit {
                    board: 0,
                    seed: 1,
                    settings: vec![("share".to_owned(), share.to_owned())],
                })
                .to_vec(),
        }
    }

    #[test]
    fn a_plan_is_read_as_it_is_printed() {
        let mut plan = campaign();
        assert_eq!(Campaign::parse(&plan.print()), Ok(plan.clone()));
        plan.cut = CutKind::Values { setting: "start".to_owned(), from: -3, to: 4 };
        assert_eq!(Campaign::parse(&plan.print()), Ok(plan.clone()));
        plan.cut = CutKind::Attempts;
        assert_eq!(Campaign::parse(&plan.print()), Ok(plan));
    }

    #[test]
    fn every_changed_line_is_refused_or_changes_the_digest() {
        let text = campaign().print();
        let digest = campaign().digest();
        for (number, line) in text.lines().enumerate() {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.remove(number);
            let shorter = Campaign::parse(&(lines.join("\n") + "\n"));
            assert!(shorter.is_err() || shorter.unwrap().digest() != digest, "{line}");
            let changed = text.replace(line, &format!("{line} "));
            let changed = Campaign::parse(&changed);
            assert!(changed.is_err() || changed.unwrap().digest() != digest, "{line}");
        }
    }
}
