//! The best known solutions of the puzzle families, embedded as text.
//!
//! A record is a puzzle with its solution, the file `<family>/<name>.txt` of this crate. Comment
//! lines in front of it say what is claimed and how it was made: `# claim:`, `# command:`,
//! `# date:`, `# version:`, and, if the claim is certified, `# proof:` with the SHA-256 of the file that the
//! command writes with `--proof` and that was checked.
//!
//! Invariant: a record's text is a claim only. [`Record::problem`] verifies it with the rules of
//! its family.
//!
//! ```
//! let record = sixfold_records::named("magic/3").unwrap();
//! assert_eq!(record.field("claim"), Some("found"));
//! let rules = sixfold_puzzle::family_of(sixfold_puzzle::FAMILIES, &record.text).unwrap();
//! assert_eq!(record.problem(rules), Ok(None));
//! ```

pub mod scores;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use sixfold_puzzle::{Puzzle, TextError, Verdict};

/// The comments that every record must have.
pub const FIELDS: [&str; 4] = ["claim", "command", "date", "version"];

/// Name and text.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/records.in"));

/// A record: a puzzle with its solution, and comments in front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Family and name, such as `balto/10`.
    pub name: Cow<'static, str>,
    /// The whole text.
    pub text: Cow<'static, str>,
}

/// The embedded records by family; numbers in their order, then names.
#[must_use]
pub fn all() -> Vec<Record> {
    let mut files: Vec<(&str, &str)> = FILES.to_vec();
    files.sort_by_key(|(name, _)| place(name));
    files.into_iter().map(embedded).collect()
}

/// The embedded record with a name such as `balto/10`. A number may be written with or without zeros in front.
#[must_use]
pub fn named(name: &str) -> Option<Record> {
    let exact = FILES.iter().find(|(found, _)| *found == name);
    let numbered = |&&(found, _): &&(&str, &str)| {
        let ((family, number, _), (asked, wanted, _)) = (place(found), place(name));
        (family, number) == (asked, wanted) && number != u32::MAX
    };
    exact.or_else(|| FILES.iter().find(numbered)).copied().map(embedded)
}

/// The place of a record's name in a list: family, number, name.
#[must_use]
pub fn place(name: &str) -> (&str, u32, &str) {
    let (family, rest) = name.split_once('/').unwrap_or((name, ""));
    (family, rest.parse().unwrap_or(u32::MAX), rest)
}

fn embedded((name, text): (&'static str, &'static str)) -> Record {
    Record { name: Cow::Borrowed(name), text: Cow::Borrowed(text) }
}

impl Record {
    /// The name of the family, the first part of the record's name.
    #[must_use]
    pub fn family(&self) -> &str {
        place(&self.name).0
    }

    /// Whether it is of a family, if one is asked for, and its name a number in a range, if one is asked for.
    #[must_use]
    pub fn is_one_of(&self, family: Option<&str>, numbers: Option<&RangeInclusive<usize>>) -> bool {
        let (own, number, _) = place(&self.name);
        let inside = |numbers: &RangeInclusive<usize>| numbers.contains(&(number as usize));
        family.is_none_or(|family| family == own) && numbers.is_none_or(inside)
    }

    /// The value of a comment field.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        let comments = self.text.lines().map_while(|line| line.strip_prefix('#'));
        let mut fields = comments.filter_map(|comment| comment.split_once(':'));
        fields.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
    }

    /// Verifies the solution with the rules of a family.
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn verdict(&self, rules: &dyn Puzzle) -> Result<Verdict, TextError> {
        rules.check(&self.text)
    }

    /// The first problem of the record: a missing comment, another family than its name says, or
    /// a solution that is incomplete or breaks a rule.
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn problem(&self, rules: &dyn Puzzle) -> Result<Option<String>, TextError> {
        if let Some(missing) = FIELDS.iter().find(|field| self.field(field).is_none()) {
            return Ok(Some(format!("the comment `# {missing}:` is missing")));
        }
        let is_digest = |it: &str| it.len() == 64 && it.bytes().all(|it| it.is_ascii_hexdigit());
        if self.field("claim") == Some("certified") && !self.field("proof").is_some_and(is_digest) {
            let problem = "it is certified, and the comment `# proof:` has no SHA-256";
            return Ok(Some(problem.to_owned()));
        }
        let family = self.family();
        if rules.name() != family {
            return Ok(Some(format!("it is not a puzzle of the family {family}")));
        }
        let verdict = self.verdict(rules)?;
        Ok((!verdict.solved()).then(|| verdict.words().replace('\n', "; ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_in_their_order_and_found() {
        let names: Vec<Cow<'_, str>> = all().into_iter().map(|record| record.name).collect();
        let at = |name: &str| names.iter().position(|found| found == name).unwrap();
        assert!(at("magic/9") < at("magic/5-15"));
        assert!(at("balto/10") < at("magic/3"));
        assert!(names.iter().all(|name| named(name).unwrap().name == *name));
        assert_eq!(named("balto/3").map(|record| record.name), Some("balto/03".into()));
        assert_eq!((named("magic/close"), named("magic/4294967295")), (None, None));
        assert_eq!(named("balto"), None);
        assert_eq!(named(""), None);
    }

    #[test]
    fn a_record_of_another_family_or_without_a_comment_is_a_problem() {
        let mut record = named("magic/3").unwrap();
        let magic = sixfold_puzzle::families::MAGIC;
        assert_eq!(record.problem(magic), Ok(None));
        record.name = "hexiom/3".into();
        let problem = record.problem(magic).unwrap().unwrap();
        assert_eq!(problem, "it is not a puzzle of the family hexiom");
        record.text = record.text.replace("# date:", "# day:").into();
        assert_eq!(record.problem(magic).unwrap().unwrap(), "the comment `# date:` is missing");
    }

    #[test]
    fn a_certified_record_has_the_digest_of_its_proof() {
        let neighbors = sixfold_puzzle::families::NEIGHBORS;
        let mut record = named("neighbors/5").unwrap();
        assert_eq!(record.field("claim"), Some("certified"));
        assert_eq!(record.problem(neighbors), Ok(None));
        record.text = record.text.replace("# proof: b", "# proof: x").into();
        let problem = record.problem(neighbors).unwrap().unwrap();
        assert_eq!(problem, "it is certified, and the comment `# proof:` has no SHA-256");
    }
}
