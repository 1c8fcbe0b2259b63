//! The result of a unit, `done/N.txt`.
//!
//! ```text
//! sixfold campaign result 1
//! campaign SHA-256 of the plan
//! unit 7
//! program 0.1.0
//! host n2
//! seconds 31.204
//! processor 30.871                  what it took of all cores, where the system tells
//! exhausted yes                     the unit was searched to its end
//! proved yes                        and a proof of that was checked
//! covers 18 SHA-256                 how many units of the engine, and the digest of their names
//! objective penalty 40              how good the solution is
//! count 12 loops                    what was counted
//! shows loop 0,1 1,1 …              what the listed solutions of the proof show
//! value -3 12 yes                   a value of a sweep, its count, and whether that is all
//! proof 7-0123abcd.lrat SHA-256 bytes
//! | the board with its solution, line by line
//! digest SHA-256 of all lines before
//! ```

use sixfold_host::digest;

const MARK: &str = "sixfold campaign result 1";

/// The count of a value of a sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueCount {
    /// The value.
    pub value: i64,
    /// Its solutions.
    pub count: u128,
    /// Whether these are all.
    pub exhausted: bool,
}

/// A proof in the folder `proofs`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofFile {
    /// Its name there.
    pub name: String,
    /// The SHA-256 of the file.
    pub digest: String,
    /// How many bytes the file has.
    pub bytes: u64,
}

/// What a unit found: everything that must be the same if it is done again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitFinding {
    /// Whether the unit was searched to its end.
    pub exhausted: bool,
    /// Whether a proof of that was checked.
    pub proved: bool,
    /// How many units of the engine it covers, and the digest of their names.
    pub covers: Option<(usize, String)>,
    /// How good the solution is.
    pub objective: Option<(String, i128)>,
    /// How many solutions were counted.
    pub count: Option<u128>,
    /// What was counted instead of solutions.
    pub instead: Option<String>,
    /// What the listed solutions of the proof show.
    pub shows: Vec<String>,
    /// The counts of a sweep.
    pub values: Vec<ValueCount>,
}

/// The result of a unit.
#[derive(Clone, PartialEq, Debug)]
pub struct UnitResult {
    /// The SHA-256 of the plan.
    pub campaign: String,
    /// The unit, counted from 1.
    pub unit: usize,
    /// The version of the program.
    pub program: String,
    /// The name of the machine.
    pub host: String,
    /// How long it took, in milliseconds of the clock.
    pub milliseconds: u64,
    /// The time that it used on all cores, in milliseconds, where the system tells. Earlier attempts that were cut off do not count.
    pub processor: Option<u64>,
    /// What it found.
    pub finding: UnitFinding,
    /// Its proof.
    pub proof: Option<ProofFile>,
    /// The board with its solution.
    pub document: Option<String>,
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

impl UnitResult {
    /// The result as text.
    #[must_use]
    pub fn print(&self) -> String {
        let finding = &self.finding;
        let milliseconds = self.milliseconds;
        let mut lines = vec![
            MARK.to_owned(),
            format!("campaign {}", self.campaign),
            format!("unit {}", self.unit),
            format!("program {}", self.program),
            format!("host {}", self.host),
            format!("seconds {}", in_seconds(milliseconds)),
        ];
        lines.extend(self.processor.map(|it| format!("processor {}", in_seconds(it))));
        lines.push(format!("exhausted {}", yes(finding.exhausted)));
        lines.push(format!("proved {}", yes(finding.proved)));
        let covers = finding.covers.iter().map(|(count, names)| format!("covers {count} {names}"));
        lines.extend(covers);
        let objective = finding.objective.iter();
        lines.extend(objective.map(|(name, value)| format!("objective {name} {value}")));
        let what = finding.instead.as_deref().unwrap_or("solutions");
        lines.extend(finding.count.iter().map(|count| format!("count {count} {what}")));
        lines.extend(finding.shows.iter().map(|line| format!("shows {line}")));
        for ValueCount { value, count, exhausted } in &finding.values {
            lines.push(format!("value {value} {count} {}", yes(*exhausted)));
        }
        if let Some(ProofFile { name, digest, bytes }) = &self.proof {
            lines.push(format!("proof {name} {digest} {bytes}"));
        }
        for line in self.document.iter().flat_map(|text| text.lines()) {
            lines.push(format!("| {line}"));
        }
        let text = lines.join("\n") + "\n";
        let seal = digest(text.as_bytes());
        format!("{text}digest {seal}\n")
    }

    /// Reads a result exactly as it is printed.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        if lines.next() != Some(MARK) {
            return Err(format!("it does not begin with `{MARK}`"));
        }
        let mut result = Self {
            campaign: String::new(),
            unit: 0,
            program: String::new(),
            host: String::new(),
            milliseconds: 0,
            processor: None,
            finding: UnitFinding::default(),
            proof: None,
            document: None,
        };
        let mut body = Vec::new();
        for line in lines {
            match line.strip_prefix("| ").or_else(|| (line == "|").then_some("")) {
                Some(line) => body.push(line),
                None => result.take(line).ok_or_else(|| format!("`{line}` cannot be read"))?,
            }
        }
        if !body.is_empty() {
            result.document = Some(body.join("\n") + "\n");
        }
        match result.print() == text {
            true => Ok(result),
            false => {
                Err("it was changed after it was written: its digest or its form is wrong"
                    .to_owned())
            }
        }
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        let finding = &mut self.finding;
        match word {
            "campaign" => self.campaign = rest.to_owned(),
            "unit" => self.unit = rest.parse().ok()?,
            "program" => self.program = rest.to_owned(),
            "host" => self.host = rest.to_owned(),
            "seconds" => self.milliseconds = milliseconds(rest)?,
            "processor" => self.processor = Some(milliseconds(rest)?),
            "exhausted" => finding.exhausted = rest == "yes",
            "proved" => finding.proved = rest == "yes",
            "covers" => {
                let (count, names) = rest.split_once(' ')?;
                finding.covers = Some((count.parse().ok()?, names.to_owned()));
            }
            "objective" => {
                let (name, value) = rest.rsplit_once(' ')?;
                finding.objective = Some((name.to_owned(), value.parse().ok()?));
            }
            "count" => {
                let (count, what) = rest.split_once(' ')?;
                finding.count = Some(count.parse().ok()?);
                finding.instead = (what != "solutions").then(|| what.to_owned());
            }
            "shows" => finding.shows.push(rest.to_owned()),
            "value" => {
                let words: Vec<&str> = rest.split(' ').collect();
                let [value, count, exhausted] = words[..] else { return None };
                finding.values.push(ValueCount {
                    value: value.parse().ok()?,
                    count: count.parse().ok()?,
                    exhausted: exhausted == "yes",
                });
            }
            "proof" => {
                let words: Vec<&str> = rest.split(' ').collect();
                let [name, digest, bytes] = words[..] else { return None };
                let (name, digest) = (name.to_owned(), digest.to_owned());
                self.proof = Some(ProofFile { name, digest, bytes: bytes.parse().ok()? });
            }
            "digest" => {}
            _ => return None,
        }
        Some(())
    }
}

fn in_seconds(milliseconds: u64) -> String {
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}

fn milliseconds(seconds: &str) -> Option<u64> {
    let (seconds, rest) = seconds.split_once('.')?;
    seconds.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(rest.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result() -> UnitResult {
        UnitResult {
            campaign: "ab".to_owned(),
            unit: 7,
            program: "0.1.0".to_owned(),
            host: "n2".to_owned(),
            milliseconds: 31_004,
            processor: Some(30_871),
            finding: UnitFinding {
                exhausted: true,
                proved: true,
                covers: Some((3, "cd".to_owned())),
                objective: Some(("penalty".to_owned(), -4)),
                count: Some(12),
                instead: Some("loops".to_owned()),
                shows: vec!["loop 0,0 1,0".to_owned()],
                values: vec![ValueCount { value: -3, count: 0, exhausted: false }],
            },
            proof: Some(ProofFile {
                name: "7-ab.lrat".to_owned(),
                digest: "ef".to_owned(),
                bytes: 9,
            }),
            document: Some("magic 2\n . .\n. . .\n . .\n".to_owned()),
        }
    }

    #[test]
    fn a_result_is_read_as_it_is_printed() {
        let result = result();
        assert_eq!(UnitResult::parse(&result.print()).as_ref(), Ok(&result));
        let plain = UnitResult { document: None, proof: None, processor: None, ..result };
        assert_eq!(UnitResult::parse(&plain.print()), Ok(plain));
    }

    /// One changed character anywhere is noticed.
    #[test]
    fn a_changed_result_is_refused() {
        let text = result().print();
        for (at, old) in text.char_indices() {
            for new in ['0', '1', ' ', 'x', '\n'] {
                if new != old {
                    let mut changed = text.clone();
                    changed.replace_range(at..at + old.len_utf8(), &new.to_string());
                    assert!(UnitResult::parse(&changed).is_err(), "{at}: {old:?} to {new:?}");
                }
            }
        }
    }
}
