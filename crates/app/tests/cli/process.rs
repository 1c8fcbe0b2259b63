//! The program as a process: signals, pipes, the working folder, speed on large boards.

use std::fs;
use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sixfold");

fn spawn(arguments: &[&str]) -> Child {
    Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// An endless search that ends cleanly when it is interrupted.
#[test]
fn ctrl_c_stops_cleanly() {
    let budget = format!("nodes={}", i64::MAX);
    let mut child = spawn(&["solve", "magic/8", "--set", &budget, "--json"]);
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

/// What nobody reads does not change the verdict.
#[test]
fn the_exit_code_stays_when_the_reader_goes_away() {
    let mut child = spawn(&["check", "magic/bad/sum"]);
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Where no engine would notice a stop flag, the first interrupt ends the program.
#[test]
fn an_idle_program_can_be_interrupted() {
    let mut child = Command::new(PROGRAM)
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Waiting closes the input, and its end must not come before the interrupt.
    let input = child.stdin.take();
    sleep(Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
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
    let output = Command::new(PROGRAM).args(["draw", "magic/3", "-o"]).arg(&link).output().unwrap();
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
        let output = Command::new(PROGRAM).args(["check", "magic/3"]).current_dir(&folder).output();
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
    let output =
        Command::new(PROGRAM).args(["draw", "hexiom/08", "-o", "/dev/full"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(PROGRAM).args(["list"]).stdout(full).output().unwrap();
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
        let output = Command::new(PROGRAM).args(["check", &path]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), result);
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
