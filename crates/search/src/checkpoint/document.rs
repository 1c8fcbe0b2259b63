//! The text of a checkpoint: what it belongs to, the state, and a checksum over both. People can
//! read it; a program believes it only whole.
//!
//! ```text
//! sixfold checkpoint 1
//! generation 7
//! task 6d1f0a3c5e9b2847
//! family magic
//! …                           the other fields of the identity, one per line
//! worked-ms 61234
//! note preset=magic/3         what the front end wants to find again
//! instance 47                 so many bytes follow, and a line break
//! state 312                   the same
//! checksum 0123456789abcdef   FNV-1a of everything above this line
//! ```

use std::fmt::Write as _;
use std::time::Duration;

use super::{Identity, escape, hash, unescape};

const MARK: &str = "sixfold checkpoint ";
const FORMAT: &str = "1";

/// A checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// How many were written before this one.
    pub generation: u64,
    /// What it belongs to.
    pub identity: Identity,
    /// How long had been worked until then, in all runs together.
    pub worked: Duration,
    /// What the front end wants to find again; it changes nothing about the work.
    pub notes: Vec<(String, String)>,
    /// The state of the engine.
    pub state: String,
}

impl Saved {
    /// How far the work is: the first line of the state.
    #[must_use]
    pub fn progress(&self) -> &str {
        self.state.lines().next().unwrap_or_default()
    }

    /// What the front end has noted under a name.
    #[must_use]
    pub fn note(&self, name: &str) -> Option<&str> {
        self.notes.iter().find(|note| note.0 == name).map(|note| &*note.1)
    }

    pub(super) fn print(&self) -> String {
        let Self { generation, identity, worked, notes, state } = self;
        let mut text = format!("{MARK}{FORMAT}\ngeneration {generation}\n");
        // Writing to a text cannot fail.
        let _ = writeln!(text, "task {:016x}", identity.hash());
        for (name, value) in identity.fields() {
            let _ = writeln!(text, "{name} {value}");
        }
        let _ = writeln!(text, "worked-ms {}", worked.as_millis());
        for (name, value) in notes {
            let _ = writeln!(text, "note {name}={}", escape(value));
        }
        for (name, block) in [("instance", &identity.instance), ("state", state)] {
            let _ = writeln!(text, "{name} {}\n{block}", block.len());
        }
        let checksum = hash(text.as_bytes());
        let _ = writeln!(text, "checksum {checksum:016x}");
        text
    }

    /// The checkpoint in a file, or what is wrong with it.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not a text".to_owned())?;
        let format = text.lines().next().and_then(|line| line.strip_prefix(MARK));
        match format {
            Some(FORMAT) => {}
            Some(other) => return Err(format!("its format is {other}, not {FORMAT}")),
            None => return Err("it does not begin like a checkpoint".to_owned()),
        }
        Self::read(whole(text).ok_or("its checksum does not hold")?)
            .map_err(|name| format!("the line `{name}` is missing or wrong"))
    }

    /// Reads what the checksum has vouched for.
    fn read(text: &str) -> Result<Self, &'static str> {
        let mut fields = Vec::new();
        let mut rest = text;
        let instance = loop {
            let (line, after) = rest.split_once('\n').ok_or("instance")?;
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            if name == "instance" {
                let (block, after) = block(value, after).ok_or("instance")?;
                rest = after;
                break block;
            }
            fields.push((name, value));
            rest = after;
        };
        let rest = rest.strip_prefix("state ").ok_or("state")?;
        let (length, after) = rest.split_once('\n').ok_or("state")?;
        let (state, _) = block(length, after).ok_or("state")?;
        let number = |name: &'static str| {
            let field = fields.iter().find(|field| field.0 == name);
            field.and_then(|(_, value)| value.parse::<u64>().ok()).ok_or(name)
        };
        let notes = fields.iter().filter(|field| field.0 == "note");
        let notes = notes.filter_map(|(_, note)| note.split_once('='));
        let identity = Identity::read(&fields, instance)?;
        let task = format!("{:016x}", identity.hash());
        if !fields.contains(&("task", &*task)) {
            return Err("task");
        }
        Ok(Self {
            generation: number("generation")?,
            identity,
            worked: Duration::from_millis(number("worked-ms")?),
            notes: notes.map(|(name, value)| (name.to_owned(), unescape(value))).collect(),
            state: state.to_owned(),
        })
    }
}

/// What stands in front of the checksum, if that is right.
fn whole(text: &str) -> Option<&str> {
    let end = text.strip_suffix('\n')?.rfind('\n')? + 1;
    let checksum = text[end..].trim_end().strip_prefix("checksum ")?;
    (checksum == format!("{:016x}", hash(&text.as_bytes()[..end]))).then_some(&text[..end])
}

/// A block of so many bytes, and what stands behind it and its line break.
fn block<'a>(length: &str, text: &'a str) -> Option<(&'a str, &'a str)> {
    let (block, rest) = text.split_at_checked(length.parse().ok()?)?;
    Some((block, rest.strip_prefix('\n')?))
}
