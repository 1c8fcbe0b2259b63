//! The program as a process: signals, pipes, the working directory, speed on large boards.

use std::fs;
use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The program, with a place for its runs that is not the user's own.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sixfold"));
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

fn spawn(arguments: &[&str]) -> Child {
    program()
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub(crate) fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// An endless search that ends cleanly when it is interrupted.
#[test]
fn ctrl_c_stops_cleanly() {
    let budget = format!("nodes={}", i64::MAX);
    let mut child = spawn(&["solve", "magic/8", "--engine", "exact", "--set", &budget, "--json"]);
    // The first progress line shows that the engine is at work.
    let mut stdout = child.stdout.take().unwrap();
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains("\"progress\"") {
        let mut more = [0; 256];
        let count = stdout.read(&mut more).unwrap();
        assert!(count > 0, "the program ended by itself");
        seen.extend_from_slice(&more[..count]);
    }
    interrupt(&child);
    let asked = Instant::now();
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    let status = child.wait().unwrap();
    assert!(asked.elapsed() < Duration::from_secs(10), "it took {:?}", asked.elapsed());
    assert_eq!(status.code(), Some(3));
    let lines: Vec<&str> = rest.lines().collect();
    assert!(lines[lines.len() - 2].contains("\"verdict\":\"stopped\""), "{rest}");
    assert!(lines[lines.len() - 1].starts_with("{\"type\":\"end\""), "{rest}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = spawn(&["draw", "neighbors/128", "-o", "-"]);
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), &*stderr), (Some(0), ""));
}

/// A closed pipe does not change the exit code.
#[test]
fn the_exit_code_stays_when_the_reader_goes_away() {
    let mut child = spawn(&["check", "magic/bad/sum"]);
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Without a running engine the first interrupt ends the program.
#[test]
fn an_idle_program_can_be_interrupted() {
    let mut child =
        program().args(["check", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    // Waiting would close the pipe, and the program would end by itself.
    let pipe = child.stdin.take();
    sleep(Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(pipe);
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_permissions_are_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file.svg"), folder.path().join("link.svg"));
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let output = program().args(["draw", "magic/3", "-o"]).arg(&link).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().starts_with("<svg"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn an_existing_file_wins_over_a_preset() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("magic")).unwrap();
    fs::write(folder.path().join("magic/3"), "magic 1\n1\n").unwrap();
    let run = || {
        let output = program().args(["check", "magic/3"]).current_dir(&folder).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    assert_eq!(run(), "ok: correct\n");
    fs::remove_file(folder.path().join("magic/3")).unwrap();
    assert_eq!(run(), "ok: incomplete, nothing is broken so far\n");
}

#[test]
fn a_full_disk_is_an_error_and_no_panic() {
    if fs::metadata("/dev/full").is_err() {
        return; // Only Linux has this device; the behaviour is the same elsewhere.
    }
    let output = program().args(["draw", "hexiom/08", "-o", "/dev/full"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    // An answer that cannot be written to its file is not lost.
    let output = program().args(["solve", "hexiom/08", "-o", "/dev/full"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("solution"), "the answer is lost");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().args(["list"]).stdout(full).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), stderr.contains("cannot be written")),
        (Some(2), true),
        "{stderr}"
    );
}

/// The largest contest boards are read and checked; how fast is for a benchmark to say.
#[test]
fn boards_of_order_27_are_checked() {
    for (file, result) in [
        ("neighbors-27.txt", "ok: correct, penalty 122, sum 8147, score 6040\n"),
        ("balto-27.txt", "ok: correct, moves 46598\n"),
    ] {
        let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
        let output = program().args(["check", &path]).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.starts_with(result), "{printed}");
    }
}

/// Two runs at the same time write the same file: the result is one of the two, whole.
#[test]
fn two_writers_leave_one_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.svg").to_string_lossy().into_owned();
    let mut children: Vec<Child> =
        (0..4).map(|_| spawn(&["draw", "fences/good/order-10", "-o", &path])).collect();
    for child in &mut children {
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    sleep(Duration::from_millis(10));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A program that tests need: in continuous integration it must be there.
fn have(program: &str) -> bool {
    let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap();
    let there = found.status.success();
    assert!(there || std::env::var_os("CI").is_none(), "{program} is missing");
    there
}

/// Another solver, as a program of its own, finds and refutes; its word alone proves nothing.
#[test]
fn any_solver_that_reads_dimacs_can_be_used() {
    if !have("cadical") {
        return; // `./test` installs it; without it there is nothing to try.
    }
    let solve = |board: &str| {
        let arguments = ["solve", board, "--engine", "dimacs", "--set", "command=cadical -q"];
        program().args(arguments).output().unwrap()
    };
    for level in ["hexiom/02", "hexiom/08", "hexiom/36"] {
        let output = solve(level);
        assert_eq!(output.status.code(), Some(0), "{level}: {output:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.txt");
    fs::write(&path, "hexiom 3\n4 1 4\n1 +. . 1\n4 . 6 . 4\n1 . . 1\n4 1 4\n").unwrap();
    let output = solve(&path.to_string_lossy());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("which was not checked"));
}

/// Level 38 with two 3s replaced by a 2 and a 4: no solution, and beyond the classic encoding.
fn refutable_level(folder: &tempfile::TempDir) -> String {
    let level = sixfold_puzzle::puzzles::text("hexiom", "", "38").unwrap();
    let changed = level.replacen("  3   3  +3", "  2   4  +3", 1);
    assert_ne!(changed, level);
    let path = folder.path().join("none.txt").to_string_lossy().into_owned();
    fs::write(&path, changed).unwrap();
    path
}

#[test]
fn a_large_proof_is_compressed_and_can_be_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    let (board, proof) = (refutable_level(&folder), folder.path().join("proof"));
    let proof_name = proof.to_string_lossy().into_owned();
    let solve = program().args(["solve", &board, "--proof", &proof_name]).output().unwrap();
    assert_eq!(solve.status.code(), Some(1), "{solve:?}");
    assert!(fs::read(&proof).unwrap().starts_with(&[0x1f, 0x8b]), "the proof is not compressed");
    let check =
        |name: &str| program().args(["prove-check", &board, name]).output().unwrap().status.code();
    assert_eq!(check(&proof_name), Some(0));
    let whole = fs::read(&proof).unwrap();
    fs::write(&proof, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(check(&proof_name), Some(1), "half a proof");
}

/// A proof that is not there in the end destroys nothing and is missed aloud.
#[test]
fn an_old_proof_stays_until_there_is_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let (board, proof) = (refutable_level(&folder), folder.path().join("proof"));
    fs::write(&proof, "old").unwrap();
    let name = proof.to_string_lossy().into_owned();
    let solve = |more: &[&str]| {
        program().args(["solve", &board, "--proof", &name]).args(more).output().unwrap()
    };
    let cut = solve(&["--set", "proof-mib=1"]);
    assert_eq!(cut.status.code(), Some(3), "a proof that was asked for and is not there");
    let stderr = String::from_utf8(cut.stderr).unwrap();
    assert!(stderr.contains("the proof is larger than the option proof-mib allows"), "{stderr}");
    let cut = solve(&["--set", "proof-mib=1", "--json"]);
    let stdout = String::from_utf8(cut.stdout).unwrap();
    for wanted in ["\"verdict\":\"stopped\"", "\"proof\":null", "\"unproved\":\"the proof is"] {
        assert!(stdout.contains(wanted), "{stdout}");
    }
    assert_eq!(solve(&["--time", "0s"]).status.code(), Some(3));
    // An engine that writes none.
    let rows = ["solve", "neighbors/3", "--engine", "rows", "--proof", &name];
    let searched = program().args(rows).output().unwrap();
    assert_eq!(searched.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&proof).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
    for nowhere in ["/dev/null", "/no/such/folder/proof", "."] {
        let refused = program().args(["solve", &board, "--proof", nowhere]).output();
        assert_eq!(refused.unwrap().status.code(), Some(2), "{nowhere}");
    }
}

/// A SAT solver at work stops soon after its time is up or it is interrupted.
#[test]
fn a_sat_solver_stops_when_told() {
    let folder = tempfile::tempdir().unwrap();
    let board = refutable_level(&folder);
    let endless = ["solve", &board, "--engine", "sat", "--set", "model=classic"];
    let begun = Instant::now();
    let timed = program().args(endless).args(["--time", "300ms"]).output().unwrap();
    assert_eq!(timed.status.code(), Some(3), "{timed:?}");
    let mut child = spawn(&endless);
    sleep(Duration::from_millis(500));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(begun.elapsed() < Duration::from_secs(20), "it took {:?}", begun.elapsed());
}

#[test]
fn a_memory_ceiling_is_kept() {
    let arguments = ["solve", "hexiom/38", "--engine", "sat", "--memory", "1K"];
    let output = program().args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("memory ceiling"), "{stderr}");
}

/// A second opinion on a proof, by an external checker if one is installed.
#[test]
fn other_checkers_accept_our_proofs() {
    let checker = ["lrat-check", "drat-trim"].into_iter().find(|program| {
        Command::new("sh")
            .args(["-c", &format!("command -v {program}")])
            .output()
            .unwrap()
            .status
            .success()
    });
    let Some(checker) = checker else {
        // Neither is packaged for the systems we test on; our own checker has its own tests.
        eprintln!("not run: neither lrat-check nor drat-trim is installed");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(file("none.txt"), "hexiom 3\n4 1 4\n1 +. . 1\n4 . 6 . 4\n1 . . 1\n4 1 4\n").unwrap();
    let run = |arguments: &[&str]| program().args(arguments).output().unwrap();
    run(&["solve", &file("none.txt"), "--proof", &file("proof.lrat")]);
    run(&["export", &file("none.txt"), "--format", "dimacs", "-o", &file("formula.cnf")]);
    let proof = fs::read_to_string(file("proof.lrat")).unwrap();
    let plain = proof.lines().filter(|line| !line.starts_with('c'));
    // drat-trim wants the derived clauses alone: no ids, no hints, no deletions.
    let bare = |line: &str| {
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        let clause = words.split(|&word| word == "0").next().unwrap_or_default();
        (words[0] != "d").then(|| format!("{} 0", clause.join(" ")))
    };
    let lines: Vec<String> = match checker {
        "lrat-check" => plain.map(str::to_owned).collect(),
        _ => plain.filter_map(bare).collect(),
    };
    fs::write(file("plain"), lines.join("\n")).unwrap();
    let output = Command::new(checker).args([file("formula.cnf"), file("plain")]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("VERIFIED"), "{output:?}");
}

/// A group of cases brings its pictures; those that do not depend on the machine are the ones in
/// the documentation.
#[test]
fn benchmarks_draw_the_pictures_of_their_group() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("pictures");
    let status = program()
        .args([
            "bench",
            "magic",
            "--case",
            "ladder/deduce-symmetry",
            "--only",
            "--seeds",
            "1",
            "-q",
        ])
        .arg("--pictures")
        .arg(&place)
        .status()
        .unwrap();
    assert!(status.success());
    for name in ["raster", "spiral", "cheapest", "twelfth"] {
        let name = format!("magic-order-{name}.svg");
        let kept = format!("{}/../../docs/pictures/{name}", env!("CARGO_MANIFEST_DIR"));
        let drawn = fs::read_to_string(place.join(&name)).unwrap();
        assert_eq!(drawn, fs::read_to_string(kept).unwrap(), "{name}");
    }
    let chart = fs::read_to_string(place.join("magic-evolution.svg")).unwrap();
    assert!(chart.contains(">deduce-symmetry</text>") && chart.contains("s</text>"));
}

/// Benchmarks run, name their machine, and compare with an earlier run.
#[test]
fn benchmarks_are_measured_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let bench = |more: &[&str]| {
        let mut arguments = vec!["bench", "hexiom", "--case", "level-40", "--only", "--seeds", "3"];
        arguments.extend(more);
        program().args(arguments).output().unwrap()
    };
    let first = bench(&["-o", &file("old.json")]);
    assert!(matches!(first.status.code(), Some(0 | 1)), "{first:?}");
    let second = bench(&["--compare", &file("old.json"), "-o", &file("new.md")]);
    let text = String::from_utf8(second.stdout).unwrap();
    assert!(text.starts_with("hexiom/level-40: time") && text.contains("before "), "{text}");
    assert!(fs::read_to_string(file("new.md")).unwrap().contains("| hexiom/level-40: time |"));
    assert_eq!(bench(&["--compare", "no-such-file"]).status.code(), Some(2));
    let unknown = program().args(["bench", "--case", "nonsense"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2));
}
