//! What a shell offers while a command is being typed.
//!
//! Names of boards are offered level by level, as folders are: the families, then the boards of one. Engines, options and
//! views are those of the family that the words before name; of all families where none is named.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use sixfold_puzzle::{COORDINATES, puzzles};
use sixfold_solver::{Engine, OptionKind, OptionRow, Registration, Registry};

use crate::runs::stored_runs;

/// What a word of a command stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A preset, an example or a record; files are for the front end.
    Board,
    /// A family.
    Family,
    /// An engine.
    Engine,
    /// A setting `name=value` of an engine, a maker, a trainer, or of a puzzle's first line.
    Setting,
    /// A view of a picture.
    View,
    /// A foreign format.
    Format,
    /// A lemma.
    Lemma,
    /// A stored run.
    Run,
}

/// A word that is offered, and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The word. It may be the beginning of one, which then ends with `/` or `=`.
    pub word: String,
    /// A few words about it, perhaps none.
    pub help: &'static str,
}

/// A command that is being typed.
#[derive(Clone, Copy, Debug)]
pub struct Completion<'a> {
    /// The families.
    pub registry: Registry,
    /// The folder of stored runs.
    pub runs: Option<&'a Path>,
    /// The words of the command.
    pub words: &'a [String],
}

impl Completion<'_> {
    /// The words that begin with `begun`.
    #[must_use]
    pub fn offers(&self, meaning: Meaning, begun: &str) -> Vec<Offer> {
        let mut offers = match meaning {
            Meaning::Board => self.boards(begun),
            Meaning::Family => {
                self.families().map(|it| offer(it.name(), it.rules.about().description)).collect()
            }
            Meaning::Engine => {
                self.engines().map(|it| offer(it.name(), it.row().description)).collect()
            }
            Meaning::Setting => self.settings(begun),
            Meaning::View => self.views(),
            Meaning::Format => self.formats(),
            Meaning::Lemma => {
                self.registry.lemmas().map(|it| offer(it.name, it.statement)).collect()
            }
            Meaning::Run => self.stored(),
        };
        offers.retain(|offer| offer.word.starts_with(begun));
        let mut seen = Vec::new();
        offers.retain(|offer| {
            !seen.contains(&offer.word) && {
                seen.push(offer.word.clone());
                true
            }
        });
        offers
    }

    fn boards(&self, begun: &str) -> Vec<Offer> {
        let Some((folder, _)) = begun.rsplit_once('/') else {
            let families = self.registry.families().iter();
            let families =
                families.map(|it| offer(format!("{}/", it.name()), it.rules.about().description));
            return families.chain([offer("records/", "the project's best boards")]).collect();
        };
        let inside = |name: String| offer(format!("{folder}/{name}"), "");
        match folder.split('/').collect::<Vec<_>>()[..] {
            ["records"] => self
                .registry
                .families()
                .iter()
                .map(|it| inside(format!("{}/", it.name())))
                .collect(),
            ["records", family] => {
                let records = sixfold_records::all();
                let records = records.iter().filter(|record| record.family() == family);
                records.map(|record| offer(format!("records/{}", record.name), "")).collect()
            }
            [family] => {
                let Some(family) = self.registry.named(family) else { return Vec::new() };
                let examples = [
                    ("good", "solved"),
                    ("bad", "a rule is broken"),
                    ("impossible", "no solution"),
                ];
                let has = |folder: &str| !puzzles::names(family.name(), folder).is_empty();
                let examples = examples.into_iter().filter(|(folder, _)| has(folder));
                let examples =
                    examples.map(|(name, help)| Offer { help, ..inside(format!("{name}/")) });
                family.rules.presets().into_iter().map(inside).chain(examples).collect()
            }
            [family, examples] => {
                puzzles::names(family, examples).into_iter().map(inside).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The family that the words name, or else all.
    fn families(&self) -> impl Iterator<Item = &'static Registration> {
        self.registry.families().iter().copied()
    }

    fn meant(&self) -> Vec<&'static Registration> {
        let named = self.words.iter().find_map(|word| {
            let inside = word.strip_prefix("records/").unwrap_or(word);
            self.registry.named(inside.split('/').next()?).or_else(|| self.family_of_file(word))
        });
        named.map_or_else(|| self.families().collect(), |family| vec![family])
    }

    /// The family that the first line of a file names.
    fn family_of_file(&self, path: &str) -> Option<&'static Registration> {
        let mut begin = Vec::new();
        let path = Path::new(path);
        if !path.is_file() {
            return None;
        }
        File::open(path).ok()?.take(1 << 16).read_to_end(&mut begin).ok()?;
        let begin = String::from_utf8_lossy(&begin);
        let line = begin.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'))?;
        self.registry.named(line.split_whitespace().next()?)
    }

    fn engines(&self) -> impl Iterator<Item = &'static dyn Engine> {
        self.meant().into_iter().flat_map(|family| family.engines.iter().copied())
    }

    /// The word after another one, or after it and `=`.
    fn after(&self, option: &str) -> Option<&str> {
        let at = self.words.iter().position(|word| word.split('=').next() == Some(option))?;
        let joined = self.words[at].split_once('=').map(|(_, value)| value);
        joined.or_else(|| self.words.get(at + 1).map(String::as_str))
    }

    fn settings(&self, begun: &str) -> Vec<Offer> {
        let verb = |name: &str| self.words.iter().any(|word| word == name);
        let engine = self.after("--engine");
        let engines = self.engines().filter(|it| engine.is_none_or(|name| name == it.name()));
        let families = self.meant();
        let rows: Vec<&OptionRow> = match (verb("make"), verb("train")) {
            (true, _) => {
                families.iter().filter_map(|it| it.maker).flat_map(|it| it.options).collect()
            }
            (_, true) => {
                families.iter().filter_map(|it| it.trainer).flat_map(|it| it.options).collect()
            }
            _ => engines.flat_map(|engine| engine.row().options).collect(),
        };
        if let Some((name, _)) = begun.split_once('=') {
            let row = rows.iter().find(|row| row.name == name);
            let Some(OptionKind::Choice(values)) = row.map(|row| row.kind) else {
                return Vec::new();
            };
            return values.iter().map(|value| offer(format!("{name}={value}"), "")).collect();
        }
        let options = rows.into_iter().map(|row| offer(format!("{}=", row.name), row.meaning));
        let first_line = families.iter().filter(|_| verb("sweep") || verb("blank"));
        let first_line = first_line.flat_map(|family| family.rules.about().settings);
        options
            .chain(first_line.map(|term| offer(format!("{}=", term.word), term.meaning)))
            .collect()
    }

    fn views(&self) -> Vec<Offer> {
        let views =
            self.meant().into_iter().flat_map(|family| family.rules.about().views.iter().copied());
        views.chain([COORDINATES]).map(|term| offer(term.word, term.meaning)).collect()
    }

    fn formats(&self) -> Vec<Offer> {
        let formats = self.meant().into_iter().flat_map(|family| {
            let formats = family.rules.formats().iter();
            formats.map(|it| offer(format!("{}-{}", family.name(), it.name), it.description))
        });
        formats.chain([offer("dimacs", "the formula of a SAT solver")]).collect()
    }

    fn stored(&self) -> Vec<Offer> {
        let runs = self.runs.and_then(|runs| stored_runs(runs).ok()).unwrap_or_default();
        runs.into_iter().map(|run| offer(run.name, "")).collect()
    }
}

fn offer(word: impl Into<String>, help: &'static str) -> Offer {
    Offer { word: word.into(), help }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn offered(words: &[&str], meaning: Meaning, begun: &str) -> Vec<String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let registry = sixfold_solver::REGISTRY;
        let typed = Completion { registry, runs: None, words: &words };
        typed.offers(meaning, begun).into_iter().map(|offer| offer.word).collect()
    }

    #[test]
    fn boards_are_offered_level_by_level() {
        let all = offered(&["solve"], Meaning::Board, "");
        assert_eq!(all, ["neighbors/", "magic/", "hexiom/", "fences/", "balto/", "records/"]);
        assert_eq!(offered(&["solve"], Meaning::Board, "hex"), ["hexiom/"]);
        assert_eq!(offered(&["solve"], Meaning::Board, "hexiom/38"), ["hexiom/38"]);
        let below = offered(&["solve"], Meaning::Board, "hexiom/");
        assert!(below.contains(&"hexiom/bad/".to_owned()), "{below:?}");
        assert!(
            offered(&[], Meaning::Board, "hexiom/bad/c").contains(&"hexiom/bad/count".to_owned())
        );
        assert_eq!(offered(&[], Meaning::Board, "records/balto/10"), ["records/balto/10"]);
        assert_eq!(offered(&[], Meaning::Board, "nothing/"), [""; 0]);
    }

    #[test]
    fn engines_and_options_are_those_of_the_family_at_hand() {
        let engines = offered(&["solve", "hexiom/38"], Meaning::Engine, "");
        assert!(
            engines.contains(&"sat".to_owned()) && !engines.contains(&"beam".to_owned()),
            "{engines:?}"
        );
        let of_record = offered(&["solve", "records/balto/10"], Meaning::Engine, "be");
        assert_eq!(of_record, ["beam"]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.txt");
        fs::write(&path, "# mine\nmagic 3\n").unwrap();
        let of_file = offered(&["solve", path.to_str().unwrap()], Meaning::Engine, "exact");
        assert_eq!(of_file, ["exact"]);
        let options =
            offered(&["solve", "neighbors/9", "--engine", "class"], Meaning::Setting, "co");
        assert_eq!(options, ["code="]);
        let values = offered(&["make", "fences"], Meaning::Setting, "unique=");
        assert_eq!(values, ["unique=loop", "unique=filling"]);
        assert_eq!(offered(&["sweep", "magic"], Meaning::Setting, "start"), ["start="]);
    }

    #[test]
    fn a_name_that_several_families_have_is_offered_once() {
        let all = offered(&["solve"], Meaning::Engine, "sat");
        assert_eq!(all.iter().filter(|name| *name == "sat").count(), 1, "{all:?}");
        assert!(offered(&["draw"], Meaning::View, "coord").contains(&"coordinates".to_owned()));
    }
}
