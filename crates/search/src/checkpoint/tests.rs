//! The store on a disk that fails: at any operation, with torn files and names that come back.

use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Aim, Checkpoint, Files, Identity, Never, Saved, Store, Tally, newest};
use crate::random::Random;
use crate::run::{Budget, Clock, Nowhere, Run};
use crate::units::{Ledger, Part, Totals, WorkList, work_through};

/// A file: its content, and whether that would survive.
#[derive(Clone, Default)]
struct File {
    content: Vec<u8>,
    synced: bool,
}

/// A change of names that would not yet survive.
#[derive(Clone)]
enum Change {
    Link(String, usize),
    Rename(String, String, usize),
    Unlink(String),
}

#[derive(Clone, Default)]
struct Disk {
    files: Vec<File>,
    names: BTreeMap<String, usize>,
    lasting: BTreeMap<String, usize>,
    pending: Vec<Change>,
    operations: usize,
}

/// What goes wrong, counted in operations.
#[derive(Clone, Copy, PartialEq)]
enum Trouble {
    Never,
    /// This operation fails, later ones do not.
    Once(usize),
    /// From this operation on nothing works.
    Dead(usize),
}

/// A folder in memory.
struct Fake {
    disk: Mutex<Disk>,
    trouble: Trouble,
    random: Mutex<Random>,
}

impl Fake {
    fn new(disk: Disk, trouble: Trouble, seed: u64) -> Self {
        Self { disk: Mutex::new(disk), trouble, random: Mutex::new(Random::new(seed)) }
    }

    fn operate<T>(&self, act: impl FnOnce(&mut Disk, bool) -> io::Result<T>) -> io::Result<T> {
        let mut disk = self.disk.lock().unwrap();
        let now = disk.operations;
        disk.operations += 1;
        match self.trouble {
            Trouble::Dead(at) if now > at => Err(io::Error::other("the disk is dead")),
            Trouble::Dead(at) | Trouble::Once(at) if now == at => {
                let _ = act(&mut disk, true);
                Err(io::Error::other("the disk fails"))
            }
            _ => act(&mut disk, false),
        }
    }

    /// The disk after a crash: of what was not brought to it, some is there and some is not.
    fn crash(&self) -> Disk {
        let (mut disk, mut random) =
            (self.disk.lock().unwrap().clone(), self.random.lock().unwrap());
        for change in std::mem::take(&mut disk.pending) {
            if random.below(2) == 0 {
                continue;
            }
            match change {
                Change::Link(name, file) => drop(disk.lasting.insert(name, file)),
                Change::Unlink(name) => drop(disk.lasting.remove(&name)),
                Change::Rename(from, to, file) => {
                    disk.lasting.remove(&from);
                    disk.lasting.insert(to, file);
                }
            }
        }
        for file in disk.files.iter_mut().filter(|file| !file.synced) {
            let length = random.below(file.content.len() + 1);
            match random.below(2) {
                0 => file.content.truncate(length),
                _ => file.content[length..].fill(0),
            }
            file.synced = true;
        }
        Disk { names: disk.lasting.clone(), operations: 0, ..disk }
    }
}

fn missing() -> io::Error {
    io::Error::from(io::ErrorKind::NotFound)
}

/// When an operation fails, it may still have happened, or a part of it.
impl Files for Fake {
    fn list(&self) -> io::Result<Vec<String>> {
        self.operate(|disk, _| Ok(disk.names.keys().cloned().collect()))
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.operate(|disk, _| {
            let file = *disk.names.get(name).ok_or_else(missing)?;
            Ok(disk.files[file].content.clone())
        })
    }

    fn write(&self, name: &str, content: &[u8]) -> io::Result<()> {
        self.operate(|disk, fails| {
            let length = match fails {
                true => self.random.lock().unwrap().below(content.len() + 1),
                false => content.len(),
            };
            disk.files.push(File { content: content[..length].to_vec(), synced: false });
            let file = disk.files.len() - 1;
            disk.names.insert(name.to_owned(), file);
            disk.pending.push(Change::Link(name.to_owned(), file));
            Ok(())
        })
    }

    fn sync(&self, name: &str) -> io::Result<()> {
        self.operate(|disk, fails| {
            let file = *disk.names.get(name).ok_or_else(missing)?;
            disk.files[file].synced = !fails;
            Ok(())
        })
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.operate(|disk, fails| {
            let file = disk.names.remove(from).ok_or_else(missing)?;
            disk.names.insert(to.to_owned(), file);
            if !fails {
                disk.pending.push(Change::Rename(from.to_owned(), to.to_owned(), file));
            }
            Ok(())
        })
    }

    fn sync_folder(&self) -> io::Result<()> {
        self.operate(|disk, fails| {
            if !fails {
                disk.lasting = disk.names.clone();
                disk.pending.clear();
            }
            Ok(())
        })
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.operate(|disk, _| {
            disk.names.remove(name).ok_or_else(missing)?;
            disk.pending.push(Change::Unlink(name.to_owned()));
            Ok(())
        })
    }
}

fn identity() -> Identity {
    Identity {
        instance: "magic 3\n? ? ?\n".to_owned(),
        aim: Aim::Count(Tally { limit: Some(99) }),
        prove: false,
        incumbent: Some("1 2\n3 4".to_owned()),
        engine: "backtrack".to_owned(),
        settings: vec![("command".to_owned(), "a \\ b\nc".to_owned())],
        seed: 7,
        version: "1.2.3".to_owned(),
    }
}

fn begin(files: Fake) -> Store<Fake> {
    let notes = vec![("preset".to_owned(), "magic/3".to_owned())];
    Store::begin(files, identity(), notes, Duration::ZERO)
}

fn resumed(files: Fake) -> Store<Fake> {
    match newest(&files).unwrap() {
        Some(found) => Store::resume(files, identity(), found.saved, Duration::ZERO).unwrap(),
        None => begin(files),
    }
}

/// A clock that stands still.
struct Still;

impl Clock for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// No limit.
static UNLIMITED: Budget = Budget::unlimited();

/// A world whose only furniture is a checkpoint.
pub(crate) fn world<'a>(
    threads: usize,
    stop: &'a AtomicBool,
    checkpoint: &'a dyn Checkpoint,
) -> Run<'a> {
    Run {
        seed: 1,
        threads,
        clock: &Still,
        deadline: None,
        stop,
        sink: &|_| {},
        ceiling: None,
        budget: &UNLIMITED,
        outside: &Nowhere,
        checkpoint,
        cancelled: None,
    }
}

/// Six units, a state after each.
fn work(checkpoint: &dyn Checkpoint) -> Totals {
    let units: Vec<String> = (0..6).map(|unit| format!("unit{unit}")).collect();
    let job = WorkList {
        work: "squares-1",
        units: &units,
        counters: &["steps"],
        limit: None,
        witnesses: 2,
    };
    let stop = AtomicBool::new(false);
    work_through(&job, &world(1, &stop, checkpoint), |unit, _| {
        let number = unit.index as u128;
        let witnesses = vec![format!("{number}\n"); unit.index % 2];
        Ok(Part { count: number * number, numbers: vec![number + 10], witnesses })
    })
    .expect("a state that fits")
}

/// How many units the disk vouches for.
fn finished(files: &Fake) -> usize {
    let found = newest(files).expect("what was saved is whole");
    found.map_or(0, |found| Ledger::parse(&found.saved.state).unwrap().entries.len())
}

/// How many states a run that meets trouble has saved for sure.
struct Confirmed<'a>(&'a Store<Fake>, Mutex<usize>);

impl Checkpoint for Confirmed<'_> {
    fn load(&self) -> Option<String> {
        self.0.load()
    }

    fn due(&self, elapsed: Duration) -> bool {
        self.0.due(elapsed)
    }

    fn save(&self, state: &str, elapsed: Duration) -> Result<(), String> {
        let saved = self.0.save(state, elapsed);
        if saved.is_ok() {
            *self.1.lock().unwrap() = Ledger::parse(state).unwrap().entries.len();
        }
        saved
    }
}

#[test]
fn a_crash_at_any_operation_loses_nothing_that_was_saved() {
    let wanted = work(&Never);
    for seed in 0..40 {
        for at in 0.. {
            let store = begin(Fake::new(Disk::default(), Trouble::Dead(at), seed));
            let confirmed = Confirmed(&store, Mutex::new(0));
            assert_eq!(work(&confirmed), wanted, "a dead disk does not stop the work");
            let confirmed = *confirmed.1.lock().unwrap();
            let reached = store.files().disk.lock().unwrap().operations;
            let after = store.files().crash();
            let files = Fake::new(after.clone(), Trouble::Never, seed);
            assert!(finished(&files) >= confirmed, "crash at {at}, seed {seed}");
            assert_eq!(work(&resumed(files)), wanted, "crash at {at}, seed {seed}");
            // A second crash while going on, some operations later.
            let again = Fake::new(after, Trouble::Dead(4 + at % 7), seed + 1);
            let store = resumed(again);
            assert_eq!(work(&store), wanted);
            let files = Fake::new(store.files().crash(), Trouble::Never, seed);
            assert!(finished(&files) >= confirmed, "second crash after {at}, seed {seed}");
            assert_eq!(work(&resumed(files)), wanted);
            if reached < at {
                assert!(at > 30, "only {at} operations");
                break;
            }
        }
    }
}

#[test]
fn a_failure_that_passes_is_overcome() {
    for at in 0..40 {
        let store = begin(Fake::new(Disk::default(), Trouble::Once(at), 1));
        work(&store);
        // If the failure met the last state, the one before is there.
        let wanted = if store.problem().is_some() { 5 } else { 6 };
        let files = Fake::new(store.files().crash(), Trouble::Never, 1);
        assert!(finished(&files) >= wanted, "failure at {at}");
    }
}

/// Every byte of the newest file is damaged in turn, and it is cut off everywhere.
#[test]
fn a_torn_file_falls_back_a_generation() {
    let store = begin(Fake::new(Disk::default(), Trouble::Never, 1));
    store.save("first\nα\n", Duration::from_millis(1500)).unwrap();
    store.save("second, without an end of line", Duration::from_secs(4)).unwrap();
    let disk = store.files().crash();
    let (first, second) = (disk.names["checkpoint-1"], disk.names["checkpoint-2"]);
    let whole = disk.files[second].content.clone();
    let load = |content: Vec<u8>| {
        let mut disk = disk.clone();
        disk.files[second].content = content;
        newest(&Fake::new(disk, Trouble::Never, 1)).unwrap().unwrap()
    };
    let found = load(whole.clone());
    assert_eq!((found.saved.generation, found.damaged.len()), (2, 0));
    assert_eq!(found.saved.state, "second, without an end of line");
    assert_eq!((found.saved.worked, &found.saved.identity), (Duration::from_secs(4), &identity()));
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        for content in [flipped, whole[..at].to_vec()] {
            let found = load(content);
            assert_eq!((found.saved.generation, found.damaged.len()), (1, 1), "at byte {at}");
            assert_eq!(found.saved.state, "first\nα\n");
            assert_eq!(found.saved.progress(), "first");
            assert_eq!(found.saved.note("preset"), Some("magic/3"));
        }
    }
    let mut ruined = disk.clone();
    for file in [first, second] {
        ruined.files[file].content.truncate(20);
    }
    let problem = newest(&Fake::new(ruined, Trouble::Never, 1)).unwrap_err();
    assert!(problem.contains("checkpoint-1") && problem.contains("checkpoint-2"), "{problem}");
}

/// After a fall-back, the good generation stays until there are two again.
#[test]
fn a_damaged_file_never_takes_the_place_of_a_good_one() {
    let store = begin(Fake::new(Disk::default(), Trouble::Never, 1));
    for state in ["one", "two", "three"] {
        store.save(state, Duration::ZERO).unwrap();
    }
    let mut disk = store.files().disk.lock().unwrap().clone();
    assert_eq!(disk.names.len(), 2, "two generations stay");
    let third = disk.names["checkpoint-3"];
    disk.files[third].content.clear();
    let store = resumed(Fake::new(disk, Trouble::Never, 1));
    assert_eq!(store.load().as_deref(), Some("two"));
    store.save("four", Duration::ZERO).unwrap();
    let disk = store.files().disk.lock().unwrap().clone();
    assert_eq!(disk.names.keys().collect::<Vec<_>>(), ["checkpoint-2", "checkpoint-4"]);
}

#[test]
fn foreign_states_are_refused_by_name() {
    let (ours, now) = (identity(), Duration::ZERO);
    let changed = |change: fn(&mut Identity)| {
        let mut other = identity();
        change(&mut other);
        other
    };
    let others = [
        ("instance", changed(|other| other.instance.push_str("? ?\n"))),
        ("family was `magic`", changed(|other| other.instance = "hexiom 3\n".to_owned())),
        ("verb", changed(|other| other.aim = Aim::Solve)),
        ("limit was `99`", changed(|other| other.aim = Aim::Count(Tally { limit: None }))),
        ("prove", changed(|other| other.prove = true)),
        ("engine", changed(|other| other.engine.push('2'))),
        ("option", changed(|other| other.settings.clear())),
        ("seed was `7` and is `8`", changed(|other| other.seed = 8)),
        ("version was `1.2.3`", changed(|other| other.version = "1.2.4".to_owned())),
    ];
    for (words, other) in others {
        assert_ne!(other.hash(), ours.hash(), "{words}");
        let store = begin(Fake::new(Disk::default(), Trouble::Never, 1));
        store.save("state", now).unwrap();
        let files = Fake::new(store.files().crash(), Trouble::Never, 1);
        let saved: Saved = newest(&files).unwrap().unwrap().saved;
        let refused = Store::resume(files, other, saved, now).err().expect(words);
        assert!(refused.contains(words), "{refused}");
    }
}

#[test]
fn it_is_time_to_save_after_an_interval() {
    let seconds = Duration::from_secs;
    let files = Fake::new(Disk::default(), Trouble::Never, 1);
    let store = Store::begin(files, identity(), Vec::new(), seconds(5));
    assert!(!store.due(seconds(4)) && store.due(seconds(5)));
    store.save("state", seconds(6)).unwrap();
    assert!(!store.due(seconds(10)) && store.due(seconds(11)));
}
