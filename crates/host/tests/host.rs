//! The host as a front end other than the command line uses it: files, proofs, stored runs.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use sixfold_host::input;
use sixfold_host::runs::{
    RunCheckpoint, RunDescription, RunNotes, remove, reopen, stored_run, stored_runs,
};
use sixfold_host::{AtomicFile, Host, HostError, MissingInput, TextSink, open_proof};
use sixfold_solver::MAX_TEXT;
use sixfold_solver::{Aim, Halt, OptionKind, OptionRow, Outside as _, REGISTRY, Request};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_file_wins_over_a_preset_and_a_wrong_name_says_what_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    fs::write(&path, "\u{feff}magic 3\n").unwrap();
    let read = input::read(REGISTRY, path.to_str().unwrap()).unwrap();
    assert_eq!((read.source.text.as_str(), read.preset), ("magic 3\n", None));
    assert_eq!(input::read(REGISTRY, "hexiom/08").unwrap().preset.as_deref(), Some("hexiom/08"));
    for (name, expected) in [
        ("nothing", MissingInput::NotAPreset),
        ("nothing/1", MissingInput::Family),
        ("hexiom/nothing", MissingInput::Preset("hexiom")),
    ] {
        match input::read(REGISTRY, name) {
            Err(HostError::NoInput { missing, .. }) => assert_eq!(missing, expected, "{name}"),
            other => panic!("{name}: {:?}", other.err()),
        }
    }
    assert!(matches!(input::read_file("hexiom/08"), Err(HostError::NoFile(_))));
    let folder = folder.path().to_str().unwrap();
    assert!(matches!(input::read(REGISTRY, folder), Err(HostError::NotAFile(_))));
}

#[test]
fn a_stream_is_limited_and_must_be_text() {
    let endless = &mut std::io::repeat(b'a');
    let error = input::read_stream("the request", endless).unwrap_err();
    assert_eq!(error.to_string(), "the request is larger than the limit of 16 MiB");
    let whole = input::read_stream("x", &mut std::io::repeat(b'a').take(MAX_TEXT)).unwrap();
    assert_eq!(whole.len() as u64, MAX_TEXT);
    match input::read_stream("the request", &mut &b"magic 3\n1 \xff 2\n"[..]) {
        Err(HostError::Text { text, error }) => {
            assert_eq!((error.span.line, error.span.column), (2, 3));
            assert_eq!(text.name, "the request");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.txt");
    drop(AtomicFile::open(&path).unwrap());
    assert_eq!(names(folder.path()), [""; 0]);
    AtomicFile::open(&path).unwrap().finish(b"first").unwrap();
    let second = AtomicFile::open(&path).unwrap();
    assert_eq!(second.old_text().as_deref(), Some("first"));
    second.finish(b"second").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "second");
    let mut third = AtomicFile::open(&path).unwrap();
    third.write_all(b"third, ").unwrap();
    third.write_all(b"in pieces").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "second");
    third.complete().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "third, in pieces");
    assert_eq!(names(folder.path()), ["answer.txt"]);
}

/// A text is kept whole without a file, and up to a limit beside one; one that is not complete replaces nothing.
#[test]
fn a_sink_keeps_little_beside_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store").to_str().unwrap().to_owned();
    let written = |path: Option<&str>, complete: bool| {
        let mut sink = TextSink::open(path, 6).unwrap();
        sink.write_all(b"first,").unwrap();
        sink.write_all(b"second").unwrap();
        sink.finish(complete).unwrap()
    };
    assert_eq!(written(None, true).as_deref(), Some("first,second"));
    assert_eq!((written(Some(&path), false), names(folder.path()).len()), (None, 0));
    assert_eq!(written(Some(&path), true), None);
    assert_eq!(fs::read_to_string(&path).unwrap(), "first,second");
    let mut small = TextSink::open(Some(&path), 6).unwrap();
    small.write_all(b"third,").unwrap();
    assert_eq!(small.finish(true).unwrap().as_deref(), Some("third,"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "third,");
}

/// An option for a large file keeps the name of the file, which must be one that can be read again.
#[test]
fn a_file_that_is_read_as_a_stream_is_opened_by_its_name() {
    let row =
        OptionRow { name: "store", meaning: "a store", kind: OptionKind::Stream, restricts: false };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let named = |value: String| {
        let mut settings = [("store".to_owned(), value)];
        input::read_files(&[&row], &mut settings).map(|()| settings[0].1.clone())
    };
    fs::write(path("empty"), "").unwrap();
    fs::write(path("large"), "first\nsecond\n").unwrap();
    assert!(matches!(named(path("empty")), Err(HostError::EmptyFile(_))));
    assert!(matches!(named(path("nothing")), Err(HostError::NoFile(_))));
    assert!(matches!(named(path("")), Err(HostError::NotAFile(_))));
    let name = named(path("./large")).unwrap();
    assert!(Path::new(&name).is_absolute() && !name.contains("/./"), "{name}");
    let host = Host::new(None).unwrap();
    for _ in 0..2 {
        let mut text = String::new();
        host.open_file(&name).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "first\nsecond\n");
    }
    let problem = host.open_file(&path("nothing")).err().unwrap();
    assert!(problem.contains("nothing` cannot be read"), "{problem}");
}

/// Small proofs are kept as they are, large ones compressed; both are read back the same.
#[test]
fn a_proof_is_kept_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.lrat");
    for size in [100, 3 << 20] {
        let host = Host::new(path.to_str()).unwrap();
        let mut writer = host.write_proof().unwrap();
        writer.write_all(&vec![b'1'; size]).unwrap();
        writer.flush().unwrap();
        drop(writer);
        assert!(!path.exists());
        host.keep_proof().unwrap();
        let mut text = String::new();
        open_proof(&path).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text.len(), size);
        assert!(fs::metadata(&path).unwrap().len() <= 1 << 20);
        fs::remove_file(&path).unwrap();
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_stopped_run_is_found_again_and_a_finished_one_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let board = input::read(REGISTRY, "hexiom/08").unwrap().source.text;
    let request = Request { text: &board, engine: None, prove: false, settings: &[] };
    let description = || RunDescription {
        request: &request,
        aim: Aim::Solve,
        seed: 1,
        every: Some(Duration::ZERO),
        notes: RunNotes::default(),
    };
    let begin = || RunCheckpoint::begin(REGISTRY, Some(folder.path()), description());
    let stop = |mut checkpoint: RunCheckpoint, seconds| {
        checkpoint.for_engine().save("half done\n", Duration::from_secs(seconds)).unwrap();
        checkpoint.close::<()>(Ok(Some(Halt::Time)))
    };
    let first = stop(begin(), 1).kept.expect("it was saved");
    assert!(stored_run(folder.path(), &first).unwrap().can_be_resumed());
    assert_eq!(begin().earlier_runs().len(), 1);

    let resumed = reopen(folder.path(), &first).unwrap();
    assert_eq!(resumed.saved.progress(), "half done");
    assert!(matches!(reopen(folder.path(), &first), Err(HostError::RunInUse(_))));
    let checkpoint = RunCheckpoint::resume(REGISTRY, &description(), resumed).unwrap();
    assert_eq!(checkpoint.for_engine().load().as_deref(), Some("half done\n"));
    assert!(checkpoint.earlier_runs().is_empty());
    checkpoint.discard().unwrap();
    assert!(stored_runs(folder.path()).unwrap().is_empty());

    // Of the runs of one task, two stay beside the newest: those with the most work.
    let kept = [4, 1, 3].map(|seconds| stop(begin(), seconds).kept.unwrap());
    assert_eq!(stop(begin(), 2).removed, [kept[1].clone()]);
    remove(folder.path(), &kept[0]).unwrap();
    assert!(matches!(remove(folder.path(), &kept[0]), Err(HostError::NoRun(_))));
    assert!(matches!(remove(folder.path(), "../x"), Err(HostError::NoRun(_))));
    assert_eq!(stored_runs(folder.path()).unwrap().len(), 2);
}
