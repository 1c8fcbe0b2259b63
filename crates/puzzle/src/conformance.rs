//! Conformance suite: the properties that every family must have, as a function that any crate can call in its tests.
//!
//! It needs boards: presets come from the family itself, solved, broken and impossible ones from its author. It finds
//! what is wrong and says where; an empty list is success.

use std::collections::BTreeSet;

use crate::editing::Answer;
use crate::family::{Objective, Puzzle, Term, View};
use crate::hex::{Hexagon, Symmetry};
use crate::picture::{Theme, svg, terminal};
use crate::puzzles;
use crate::scene::LegendEntry;

/// Longer texts are left out where every symmetry is tried: they would only take time.
const LONG: usize = 1500;

/// The boards of a family by what they show, each with its name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Boards {
    /// Boards with correct solutions.
    pub good: Vec<(String, String)>,
    /// For each rule a board that breaks exactly this rule and has its code as name.
    pub bad: Vec<(String, String)>,
    /// For each reason a board that is impossible for it and has its code as name.
    pub impossible: Vec<(String, String)>,
}

impl Boards {
    /// The boards of a family of this crate.
    #[must_use]
    pub fn embedded(family: &str) -> Self {
        let all = |folder: &str| {
            let text = |name: String| {
                let text = puzzles::text(family, folder, &name).unwrap_or_default().to_owned();
                (name, text)
            };
            puzzles::names(family, folder).into_iter().map(text).collect()
        };
        Self { good: all("good"), bad: all("bad"), impossible: all("impossible") }
    }
}

/// What is wrong with a family, one sentence for each problem.
#[must_use]
pub fn problems(rules: &'static dyn Puzzle, boards: &Boards) -> Vec<String> {
    let mut suite = Suite { rules, problems: Vec::new() };
    suite.presets();
    suite.editable();
    suite.solutions(&boards.good);
    suite.coded("rule", rules.about().rules, &boards.bad);
    suite.coded("reason", rules.about().reasons, &boards.impossible);
    suite.reasons(&boards.impossible);
    let presets =
        rules.presets().into_iter().filter_map(|name| Some((name.clone(), rules.preset(&name)?)));
    let own = [&boards.good, &boards.bad, &boards.impossible].into_iter().flatten().cloned();
    for (name, text) in presets.chain(own).filter(|(_, text)| text.len() < LONG) {
        suite.canonical(&name, &text);
        suite.symmetric(&name, &text);
        suite.drawn(&name, &text);
    }
    suite.problems
}

/// A family under test.
struct Suite {
    rules: &'static dyn Puzzle,
    problems: Vec<String>,
}

impl Suite {
    fn expect(&mut self, holds: bool, name: &str, problem: &str) {
        if !holds {
            self.problems.push(format!("{}/{name}: {problem}", self.rules.name()));
        }
    }

    /// Blank boards can be read, each of their cells has a word, and the first word of the palette clears a cell.
    fn editable(&mut self) {
        let (rules, about) = (self.rules, self.rules.about());
        self.expect(!about.explanation.is_empty(), "explanation", "there is none");
        for order in about.least_order..about.least_order + 2 {
            let name = format!("blank {order}");
            let Ok(text) = rules.blank(order, &[]) else {
                self.expect(false, &name, "it cannot be read");
                continue;
            };
            self.expect(rules.instance(&text).as_ref() == Ok(&text), &name, "it is not canonical");
            let cells = rules.cell_words(&text).unwrap_or_default();
            let all = cells.len() == Hexagon::size_of_order(order);
            self.expect(all, &name, "not every cell has a word");
            let palette = rules.palette(&text).unwrap_or_default();
            self.expect(!palette.puzzle.is_empty(), &name, "its palette has no words");
            let rows = about.answer == Answer::Rows;
            let answers = palette.solution.is_empty() != rows;
            self.expect(
                answers,
                &name,
                "words for a solution and the way it is edited do not agree",
            );
            let known = cells.iter().all(|cell| palette.puzzle.contains(&cell.word));
            self.expect(known, &name, "a cell has a word that the palette lacks");
        }
    }

    fn codes(&self, text: &str) -> BTreeSet<&'static str> {
        let verdict = self.rules.check(text);
        let violations = verdict.map(|verdict| verdict.violations).unwrap_or_default();
        violations.iter().map(|violation| violation.code).collect()
    }

    /// Presets are puzzles that wait for a solution and may have one.
    fn presets(&mut self) {
        let rules = self.rules;
        for name in rules.presets() {
            let text = rules.preset(&name).unwrap_or_default();
            let open = rules.check(&text).is_ok_and(|verdict| verdict.ok() && !verdict.complete);
            self.expect(open, &name, "a preset must be readable, unbroken and unsolved");
            let possible = rules.impossible(&text) == Ok(None);
            self.expect(possible, &name, "a preset must not be impossible");
        }
        self.expect(rules.preset("no such board").is_none(), "", "an unknown preset has a text");
        self.expect(matches!(rules.symmetries().len(), 1..=12), "", "symmetries are 1 to 12");
    }

    /// Known solutions are complete and correct, with the objective that the family names.
    fn solutions(&mut self, good: &[(String, String)]) {
        let rules = self.rules;
        self.expect(!good.is_empty(), "", "there is no board with a known solution");
        for (name, text) in good {
            let Ok(verdict) = rules.check(text) else {
                self.expect(false, name, "it cannot be read");
                continue;
            };
            self.expect(verdict.solved(), name, "its solution must be complete and correct");
            let named = verdict.objective.as_ref().map(|objective| objective.name);
            let known = named.is_none() || named == rules.about().objective;
            self.expect(known, name, "its objective has another name than the family's");
            let (instance, solution) = (rules.instance(text), rules.solution(text));
            let again = match (instance, solution) {
                (Ok(instance), Ok(Some(solution))) => rules.verify(&instance, &solution).ok(),
                _ => None,
            };
            self.expect(
                again.as_ref() == Some(&verdict),
                name,
                "apart from its puzzle, the solution has another verdict",
            );
            self.expect(rules.impossible(text) == Ok(None), name, "a solved board is impossible");
        }
    }

    /// Each code has one board, which breaks exactly that.
    fn coded(&mut self, what: &str, terms: &[Term], boards: &[(String, String)]) {
        let codes: BTreeSet<&str> = terms.iter().map(|term| term.word).collect();
        let names: BTreeSet<&str> = boards.iter().map(|(name, _)| name.as_str()).collect();
        let missing = format!("each {what} must have one board: {codes:?}, not {names:?}");
        self.expect(codes == names, "", &missing);
        for (name, text) in boards {
            let found = self.codes(text);
            let problem = format!("the board of the {what} {name} shows {found:?}");
            self.expect(found == BTreeSet::from([name.as_str()]), name, &problem);
        }
    }

    fn reasons(&mut self, impossible: &[(String, String)]) {
        for (name, text) in impossible {
            let reason = self.rules.impossible(text);
            let code = reason.ok().flatten().map(|reason| reason.code);
            self.expect(code == Some(name.as_str()), name, "it is not impossible for its reason");
        }
    }

    /// Comments, blank lines, line ends and indentation mean nothing, and printing ends the matter.
    fn canonical(&mut self, name: &str, text: &str) {
        let rules = self.rules;
        let print = |text: &str| rules.transform(text, Symmetry::IDENTITY).ok();
        let Some(canonical) = print(text) else {
            return self.expect(false, name, "it cannot be read");
        };
        let stays = print(&canonical).as_ref() == Some(&canonical);
        self.expect(stays, name, "its canonical text is printed otherwise when it is read again");
        let same = rules.check(&canonical) == rules.check(text);
        self.expect(same, name, "its canonical text has another verdict");
        let line = |line: &str| {
            format!("\t{}   # remark\r\n\r\n", line.split('#').next().unwrap_or_default())
        };
        let noisy: String = text.lines().map(line).collect();
        self.expect(
            print(&noisy) == Some(canonical),
            name,
            "comments or blanks change its meaning",
        );
    }

    /// The family's symmetries form a group that changes neither verdict nor objective.
    fn symmetric(&mut self, name: &str, text: &str) {
        let rules = self.rules;
        let (Ok(before), Ok(canonical)) =
            (rules.check(text), rules.transform(text, Symmetry::IDENTITY))
        else {
            return;
        };
        for &symmetry in rules.symmetries() {
            let Ok(image) = rules.transform(text, symmetry) else {
                self.expect(false, name, "it cannot be turned");
                continue;
            };
            let after = rules.check(&image);
            let same = after.is_ok_and(|after| {
                let of = |verdict: &crate::family::Verdict| {
                    (
                        verdict.complete,
                        verdict.violations.len(),
                        numbers(verdict.objective.as_ref()),
                    )
                };
                of(&after) == of(&before)
            });
            self.expect(same, name, &format!("{symmetry:?} changes its verdict"));
            let codes = self.codes(&image) == self.codes(text);
            self.expect(codes, name, &format!("{symmetry:?} changes the rules that it breaks"));
            let reason = |text: &str| rules.impossible(text).ok().flatten().map(|it| it.code);
            self.expect(reason(&image) == reason(text), name, "an image is impossible otherwise");
            let back = rules.transform(&image, symmetry.inverse());
            self.expect(back.as_ref() == Ok(&canonical), name, "turned back it is another board");
            for &next in rules.symmetries() {
                let twice = rules.transform(&image, next);
                let once = rules.transform(text, symmetry.then(next));
                self.expect(twice == once, name, "turning twice is not turning once by the sum");
            }
        }
    }

    /// Every view and step can be drawn in every theme.
    fn drawn(&mut self, name: &str, text: &str) {
        let rules = self.rules;
        let steps = rules.steps(text).ok().flatten();
        let views = rules.about().views.iter().map(|view| (None, Some(view.word)));
        let stepped = [None, steps.map(|_| 0), steps.map(|steps| steps / 2)];
        for (step, view) in stepped.into_iter().map(|step| (step, None)).chain(views) {
            let Ok(scene) = rules.scene(text, View { step, name: view }) else {
                self.expect(false, name, "it cannot be drawn");
                continue;
            };
            let something = !scene.marks.is_empty() || !scene.curves.is_empty();
            self.expect(something && !scene.title.is_empty(), name, "its picture is empty");
            let short = |entry: &LegendEntry| entry.meaning.chars().count() <= LegendEntry::LONGEST;
            self.expect(scene.legend.iter().all(short), name, "its legend has too long a meaning");
            for theme in Theme::ALL {
                let picture = svg(&scene, &theme);
                let whole = picture.starts_with("<svg") && picture.ends_with("</svg>\n");
                self.expect(whole, name, "its SVG is not whole");
                let plain = terminal(&scene, None);
                self.expect(!plain.contains('\x1b'), name, "its plain picture has colours");
                let coloured = terminal(&scene, Some(&theme));
                let same = without_escapes(&coloured) == plain;
                self.expect(same, name, "colours change more than colours");
                // A terminal shows curves as rows of numbers, which need no colour.
                let expected = scene.curves.is_empty();
                let found = coloured.contains('\x1b');
                self.expect(found == expected, name, "its coloured picture has no colours");
            }
        }
    }
}

/// A text without the sequences that colour it.
fn without_escapes(text: &str) -> String {
    let mut pieces = text.split('\x1b');
    let first = pieces.next().unwrap_or_default().to_owned();
    let rest = pieces.filter_map(|piece| piece.split_once('m')).map(|(_, plain)| plain);
    first + &rest.collect::<String>()
}

/// The part of an objective that no symmetry changes. The numbers quoted with it are sorted, because a rotation
/// permutes those of regions.
fn numbers(objective: Option<&Objective>) -> Option<(i128, Vec<i128>)> {
    objective.map(|found| {
        let mut beside: Vec<i128> = found.beside.iter().map(|&(_, value)| value).collect();
        beside.sort_unstable();
        (found.value, beside)
    })
}
