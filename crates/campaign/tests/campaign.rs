//! Campaigns end to end: split, work, merge; with units that are lost, repeated, forged and foreign.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sixfold_campaign::{
    CampaignError, CampaignFolder, CampaignVerb, EstimateRequest, MergeOptions, Merged, SplitBoard,
    SplitRequest, UnitLimits, UnitResult, Worked, estimate, merge, split, survey, work,
};
use sixfold_solver::{Claim, REGISTRY, Request, Run, Tally, count};
use tempfile::TempDir;

static GO_ON: AtomicBool = AtomicBool::new(false);

const LIMITS: UnitLimits =
    UnitLimits { threads: 1, memory: None, time: None, every: Some(Duration::ZERO) };

fn preset(name: &str) -> SplitBoard {
    let (family, preset) = name.split_once('/').unwrap();
    let text = REGISTRY.named(family).unwrap().rules.preset(preset).unwrap();
    SplitBoard { name: name.to_owned(), text }
}

fn request(board: SplitBoard, verb: CampaignVerb, into: usize) -> SplitRequest {
    SplitRequest {
        boards: vec![board],
        verb,
        engine: None,
        prove: false,
        options: Vec::new(),
        vary: Vec::new(),
        seed: 1,
        into,
        time: None,
    }
}

fn set(words: &[(&str, &str)]) -> Vec<(String, String)> {
    words.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Part of the solution of order 4 in the records.
const SIX_GIVENS: &str = "\
magic 4 start=3
? ? ? ?
38 ? ? 13 39
? ? ? ? ? ?
? 12 ? ? ? ? ?
? ? ? ? ? ?
35 ? ? 20 ?
? ? ? ?
";

/// A campaign in a folder of its own.
struct Place {
    folder: CampaignFolder,
    _kept: TempDir,
}

impl Place {
    fn try_new(request: &SplitRequest) -> Result<Self, CampaignError> {
        let kept = tempfile::tempdir().unwrap();
        let path = kept.path().join("campaign");
        let folder = split(REGISTRY, request, path, &Run::alone(1, &GO_ON))?;
        Ok(Self { folder, _kept: kept })
    }

    fn new(request: &SplitRequest) -> Self {
        Self::try_new(request).unwrap()
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn work(&self, unit: usize) -> Worked {
        work(REGISTRY, &self.folder, unit, LIMITS, &GO_ON, &|_| {}).unwrap()
    }

    fn work_all(&self) {
        for unit in 1..=self.folder.plan.units.len() {
            assert!(matches!(self.work(unit), Worked::Done(_)), "unit {unit}");
        }
    }

    fn merge(&self) -> Merged {
        self.merge_with(2)
    }

    fn merge_with(&self, sample: usize) -> Merged {
        let folder = CampaignFolder::open(self.folder.path()).unwrap();
        let options = MergeOptions { sample, seed: 1, threads: 1 };
        merge(REGISTRY, &folder, options, &GO_ON, &|_| {}).unwrap()
    }

    /// The result of a unit, changed and sealed again, as a forger would who knows the format.
    fn forge(&self, unit: usize, change: impl FnOnce(&mut UnitResult)) {
        let path = self.file(&format!("done/{unit}.txt"));
        let mut result = UnitResult::parse(&fs::read_to_string(&path).unwrap()).unwrap();
        change(&mut result);
        fs::write(path, result.print()).unwrap();
    }
}

fn only(merged: &Merged) -> (Claim, &str) {
    assert_eq!(merged.problems, []);
    let [board] = &merged.boards[..] else { panic!("{merged:?}") };
    (board.claim, &board.words)
}

fn problems(merged: &Merged) -> Vec<String> {
    assert_eq!(merged.boards, [], "nothing is claimed");
    merged.problems.iter().map(|problem| format!("{:?} {}", problem.unit, problem.what)).collect()
}

#[test]
fn a_count_in_shares_is_the_count() {
    let place = Place::new(&request(preset("magic/3"), CampaignVerb::Count, 8));
    place.work_all();
    assert_eq!(only(&place.merge()), (Claim::Complete, "12 solutions: complete count"));
}

/// Every engine that divides counts the same in shares and as a whole.
#[test]
fn shares_of_every_dividing_engine_add_up() {
    for name in ["magic/3", "hexiom/08", "hexiom/12", "fences/example"] {
        let board = preset(name);
        let text = board.text.clone();
        let place = Place::new(&request(board, CampaignVerb::Count, 3));
        place.work_all();
        let asked = Request { text: &text, engine: None, prove: false, settings: &[] };
        let whole = count(REGISTRY, &asked, &Tally::default(), &Run::alone(1, &GO_ON)).unwrap();
        let merged = place.merge();
        assert_eq!(only(&merged).0, Claim::Complete, "{name}");
        assert_eq!(merged.boards[0].tallied.count, Some(whole.count), "{name}");
    }
}

#[test]
fn cases_with_proofs_certify_the_whole() {
    let mut asked = request(preset("neighbors/4"), CampaignVerb::Solve, 2);
    (asked.engine, asked.prove) = (Some("sat".to_owned()), true);
    let place = Place::new(&asked);
    place.work_all();
    let merged = place.merge_with(2);
    assert_eq!(merged.sampled, [1, 2]);
    let (claim, words) = only(&merged);
    assert_eq!(claim, Claim::Certified, "{words}");
    assert!(words.ends_with("optimal, every proof was checked"), "{words}");
    // Without one of the units there is a board and no claim about others.
    fs::remove_file(place.file("done/2.txt")).unwrap();
    let merged = place.merge();
    assert_eq!((&merged.missing[..], only(&merged).0), (&[2][..], Claim::Found));
}

#[test]
fn loops_in_shares_are_certified_together() {
    let mut asked = request(preset("fences/example"), CampaignVerb::Count, 3);
    (asked.prove, asked.options) = (true, set(&[("fillings", "no")]));
    let place = Place::new(&asked);
    place.work_all();
    let merged = place.merge();
    assert_eq!(only(&merged).0, Claim::Certified, "{:?}", merged.boards);
}

#[test]
fn a_sweep_in_ranges_is_the_sweep() {
    let mut asked = request(preset("magic/3"), CampaignVerb::Sweep, 4);
    asked.options = set(&[("start", "-9..1")]);
    let place = Place::new(&asked);
    place.work_all();
    let merged = place.merge();
    let (claim, words) = only(&merged);
    assert_eq!(claim, Claim::Complete, "{words}");
    let values: Vec<i64> = merged.boards[0].tallied.values.iter().map(|row| row.value).collect();
    assert_eq!(values, (-9..=1).collect::<Vec<i64>>());
}

#[test]
fn attempts_show_their_best() {
    let mut asked = request(preset("balto/3"), CampaignVerb::Solve, 2);
    asked.vary = vec![("width".to_owned(), vec!["10".to_owned(), "50".to_owned()])];
    asked.engine = Some("beam".to_owned());
    let place = Place::new(&asked);
    assert_eq!(place.folder.plan.units.len(), 4);
    place.work_all();
    let merged = place.merge();
    assert_eq!(only(&merged).0, Claim::Found);
    let best = merged.boards[0].objective.as_ref().unwrap().1;
    for unit in 1..=4 {
        let text = fs::read_to_string(place.file(&format!("done/{unit}.txt"))).unwrap();
        let result = UnitResult::parse(&text).unwrap();
        assert!(result.finding.objective.unwrap().1 >= best, "unit {unit}");
    }
}

#[test]
fn a_unit_is_done_once_and_may_be_done_twice() {
    let place = Place::new(&request(preset("magic/3"), CampaignVerb::Count, 4));
    let Worked::Done(first) = place.work(2) else { panic!() };
    assert!(matches!(place.work(2), Worked::Before(_)));
    // Another worker that has not seen the result writes the same finding.
    fs::remove_file(place.file("done/2.txt")).unwrap();
    let Worked::Done(second) = place.work(2) else { panic!() };
    assert_eq!(first.finding, second.finding);
    let seen = survey(&place.folder).unwrap();
    assert_eq!((seen.done(), seen.open(), seen.failed(), seen.working()), (1, 3, 0, 0));
    assert!(seen.left().is_some());
}

#[test]
fn a_stopped_unit_goes_on_from_its_checkpoint() {
    let place = Place::new(&request(preset("magic/3"), CampaignVerb::Count, 1));
    let stopped = AtomicBool::new(false);
    // Stops after the first progress of the work in units.
    let sink =
        |_: &sixfold_solver::Event| stopped.store(true, std::sync::atomic::Ordering::Relaxed);
    let worked = work(REGISTRY, &place.folder, 1, LIMITS, &stopped, &sink).unwrap();
    assert!(matches!(worked, Worked::Stopped(_)), "{worked:?}");
    assert!(!place.file("done/1.txt").exists());
    assert!(matches!(place.work(1), Worked::Done(_)));
    assert_eq!(only(&place.merge()), (Claim::Complete, "12 solutions: complete count"));
    assert!(!place.file("work/1").exists(), "a finished unit leaves no checkpoint");
}

#[test]
fn whatever_is_wrong_is_named_and_nothing_is_claimed() {
    let place = Place::new(&request(preset("magic/3"), CampaignVerb::Count, 4));
    place.work_all();
    let kept = fs::read_to_string(place.file("done/3.txt")).unwrap();
    let path = place.file("done/3.txt");

    // Edited without care, and with care.
    fs::write(&path, kept.replace("count ", "count 1")).unwrap();
    assert!(problems(&place.merge())[0].contains("Some(3) edited"));
    fs::write(&path, &kept).unwrap();
    place.forge(3, |result| result.finding.covers = Some((1, "00".to_owned())));
    assert!(problems(&place.merge())[0].contains("Some(3) edited: it does not cover"));
    fs::write(&path, &kept).unwrap();
    place.forge(3, |result| result.finding.count = Some(1000));
    assert!(
        problems(&place.merge_with(4))[0].contains("Some(3) done again, it has another result")
    );

    // Foreign: of another unit, of another campaign, beyond the plan.
    fs::copy(place.file("done/2.txt"), &path).unwrap();
    assert!(problems(&place.merge())[0].contains("Some(3) foreign: it is the result of unit 2"));
    fs::write(&path, &kept).unwrap();
    let other = Place::new(&request(preset("magic/3"), CampaignVerb::Count, 5));
    other.work(3);
    fs::copy(other.file("done/3.txt"), &path).unwrap();
    assert!(problems(&place.merge())[0].contains("Some(3) foreign: it is a result of another"));
    fs::write(&path, &kept).unwrap();
    fs::copy(other.file("done/3.txt"), place.file("done/9.txt")).unwrap();
    assert!(problems(&place.merge())[0].contains("Some(9) it is foreign"));
    fs::remove_file(place.file("done/9.txt")).unwrap();

    // Stale.
    place.forge(3, |result| result.program = "0.0.9".to_owned());
    assert!(problems(&place.merge())[0].contains("Some(3) stale: it was made by version 0.0.9"));
    fs::write(&path, &kept).unwrap();
    assert_eq!(only(&place.merge()).0, Claim::Complete);

    // A changed board is no board of the plan.
    let board = place.file("boards/1.txt");
    let text = fs::read_to_string(&board).unwrap();
    fs::write(&board, text.replacen('?', "3", 1).replacen(". ", "3 ", 1)).unwrap();
    let folder = CampaignFolder::open(place.folder.path()).unwrap();
    let options = MergeOptions { sample: 0, seed: 1, threads: 1 };
    let error = merge(REGISTRY, &folder, options, &GO_ON, &|_| {}).unwrap_err().to_string();
    assert!(error.contains("its SHA-256 is not that of the plan"), "{error}");
}

/// A plan whose units overlap or leave something out is refused, even if every result fits it.
#[test]
fn a_plan_that_is_no_partition_is_refused() {
    let place = Place::new(&request(preset("magic/3"), CampaignVerb::Count, 4));
    let plan = place.file("campaign.txt");
    let text = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, text.replace("share=2/4", "share=1/4")).unwrap();
    let merged = place.merge();
    let found = problems(&merged).join("\n");
    assert!(found.contains("Some(2) it overlaps unit 1"), "{found}");
    assert!(found.contains("None no unit has "), "{found}");
    // One unit less.
    let fewer: String = text
        .lines()
        .filter(|line| !line.starts_with("unit 4"))
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(&plan, fewer).unwrap();
    assert!(problems(&place.merge()).join("\n").contains("has 3 units, and the cut says 4"));
}

#[test]
fn a_changed_proof_is_noticed_without_following_it() {
    let mut asked = request(preset("neighbors/4"), CampaignVerb::Solve, 2);
    (asked.engine, asked.prove) = (Some("sat".to_owned()), true);
    let place = Place::new(&asked);
    place.work_all();
    let proofs = fs::read_dir(place.file("proofs")).unwrap();
    let proof = proofs.map(|entry| entry.unwrap().path()).min().unwrap();
    let mut bytes = fs::read(&proof).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&proof, bytes).unwrap();
    let found = problems(&place.merge_with(0));
    assert!(found[0].contains("was changed: its SHA-256 is another"), "{found:?}");
    fs::remove_file(&proof).unwrap();
    assert!(problems(&place.merge_with(0))[0].contains("cannot be read"));
}

/// A solution that was put in by hand is verified.
#[test]
fn a_wrong_solution_is_refused() {
    let mut asked = request(preset("neighbors/4"), CampaignVerb::Solve, 2);
    asked.engine = Some("sat".to_owned());
    let place = Place::new(&asked);
    place.work_all();
    place.forge(1, |result| {
        let (name, value) = result.finding.objective.take().unwrap();
        result.finding.objective = Some((name, value - 1));
    });
    assert!(
        problems(&place.merge_with(0))[0].contains("its objective is not that of its solution")
    );
}

#[test]
fn what_cannot_be_split_says_why() {
    let refused = |asked: &SplitRequest| match Place::try_new(asked) {
        Ok(_) => panic!("it was split"),
        Err(error) => error.to_string(),
    };
    let count = |name: &str, into| request(preset(name), CampaignVerb::Count, into);
    assert!(refused(&count("magic/3", 0)).contains("expected 1 to 1000000"));
    let few = refused(&count("magic/3", 5000));
    assert!(few.contains("fewer than the 5000 asked for"), "{few}");
    let mut program = request(preset("hexiom/08"), CampaignVerb::Solve, 2);
    program.options = set(&[("command", "touch /tmp/x")]);
    assert!(refused(&program).contains("names a program"));
    let mut varied = request(preset("balto/3"), CampaignVerb::Solve, 2);
    varied.vary = vec![("weights".to_owned(), vec!["/etc/passwd".to_owned()])];
    assert!(refused(&varied).contains("names a file"));
    let mut sweep = request(preset("magic/3"), CampaignVerb::Sweep, 2);
    assert!(refused(&sweep).contains("one setting with a range"));
    sweep.options = set(&[("start", "5..1")]);
    assert!(refused(&sweep).contains("no range"));
    // A sweep counts blank boards, so it must not be asked about another.
    let given = SplitBoard {
        name: "given".to_owned(),
        text: sweep.boards[0].text.replacen('?', "3", 1).replacen(". ", "3 ", 1),
    };
    assert_ne!(given.text, sweep.boards[0].text);
    sweep.boards = vec![given];
    sweep.options = set(&[("start", "1..5")]);
    assert!(refused(&sweep).contains("a sweep is about blank boards"));
    let timed = SplitRequest { time: Some(5), ..count("magic/3", 2) };
    assert!(refused(&timed).contains("--time is for attempts"));
}

#[test]
fn a_folder_with_something_in_it_is_not_touched() {
    let kept = tempfile::tempdir().unwrap();
    fs::write(kept.path().join("note"), "mine").unwrap();
    let asked = request(preset("magic/3"), CampaignVerb::Count, 2);
    let error = split(REGISTRY, &asked, kept.path(), &Run::alone(1, &GO_ON)).err().unwrap();
    assert!(error.to_string().contains("is not empty"));
    assert_eq!(fs::read_dir(kept.path()).unwrap().count(), 1);
    let error = CampaignFolder::open(Path::new("/nonexistent")).err().unwrap();
    assert!(error.to_string().contains("has no campaign"));
}

#[test]
fn an_estimate_has_intervals() {
    let asked = EstimateRequest {
        board: preset("magic/3"),
        verb: CampaignVerb::Count,
        engine: None,
        prove: false,
        options: Vec::new(),
        sample: 5,
        time: Duration::from_secs(600),
        dives: 20_000,
        seed: 1,
    };
    let found = estimate(REGISTRY, &asked, &GO_ON).unwrap();
    assert_eq!((found.finished.len(), found.unfinished.len()), (5, 0));
    // That dives find the number of nodes of a search is tested with the search, in `sums`.
    let nodes = found.nodes.unwrap();
    assert!(nodes.low > 1e3 && nodes.high < 1e5, "{nodes:?}");
    // The units of order 3 are too short to be told from their beginning; those of this board have milliseconds.
    let board = SplitBoard { name: "six givens".to_owned(), text: SIX_GIVENS.to_owned() };
    let options = set(&[("units", "2000")]);
    let longer = EstimateRequest { board, options, dives: 100, ..asked };
    let found = estimate(REGISTRY, &longer, &GO_ON).unwrap();
    let hours = found.by_units.unwrap();
    assert!(0.0 < hours.mean && hours.low <= hours.mean && hours.mean <= hours.high, "{hours:?}");
    // A unit without any time is stopped, unless it is over before the time is looked at.
    let none = EstimateRequest { time: Duration::ZERO, options: set(&[("units", "2")]), ..longer };
    let found = estimate(REGISTRY, &none, &GO_ON).unwrap();
    assert!(!found.unfinished.is_empty(), "{:?}", found.finished);
}

/// Git keeps no empty folders, so a campaign that was cloned has none.
#[test]
fn a_copy_without_the_empty_folders_is_the_same_campaign() {
    let place = Place::new(&request(preset("magic/3"), CampaignVerb::Count, 2));
    for name in ["done", "proofs", "failed", "work"] {
        fs::remove_dir(place.file(name)).unwrap();
    }
    assert_eq!(survey(&place.folder).unwrap().done(), 0);
    assert!(!place.file("done").exists(), "a look changes nothing");
    assert_eq!(place.merge().boards[0].claim, Claim::Found);
    place.work_all();
    assert_eq!(only(&place.merge()).0, Claim::Complete);
}

/// A case of the class is divided further, by the penalty of levels 1 and 2.
#[test]
fn steps_of_a_class_certify_it() {
    let mut asked = request(preset("neighbors/8"), CampaignVerb::Solve, 12);
    (asked.engine, asked.prove) = (Some("class".to_owned()), true);
    asked.options = set(&[("steps", "17..19"), ("most", "19")]);
    let place = Place::new(&asked);
    let plan = fs::read_to_string(place.file("campaign.txt")).unwrap();
    assert!(plan.contains("share=12/12") && plan.contains("steps"), "{plan}");
    place.work_all();
    let merged = place.merge();
    let (claim, words) = only(&merged);
    // Within the class, so nothing is claimed about the board.
    assert_eq!(claim, Claim::Nothing, "{words}");
    assert_eq!(words, "none within code=4 bits=5 most=19, every proof was checked");
}
