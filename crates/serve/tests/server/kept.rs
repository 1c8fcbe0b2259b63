//! What outlives a server: finished jobs, stopped runs, proofs.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sixfold_host::runs::stored_runs;

use crate::client::{TestServer, kind, long_list, quick};

fn jobs(server: &TestServer) -> Vec<Value> {
    server.get("/api/jobs").json()["jobs"].as_array().unwrap().clone()
}

/// The names of files with an ending.
fn files(folder: &Path, end: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(end)).collect()
}

#[test]
fn finished_jobs_are_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::keeping(folder.path());
    let job = server.job(&quick());
    let events = server.watch(&job, 1).events();
    let entry = server.wait(&job);
    let old = server.cookie.clone();
    server.end();
    let mut server = TestServer::keeping(folder.path());
    assert_eq!(server.entry(&job), entry);
    assert_eq!(server.watch(&job, 1).events(), events);
    // A new server has a new token and a new session.
    let (name, session) =
        (server.cookie.split_once('=').unwrap().0, old.split_once('=').unwrap().1);
    server.cookie = format!("{name}={session}");
    assert_eq!(server.get("/api/jobs").status, 401);
}

/// A search that saves its state, and is not over before it is stopped.
fn far_from_magic() -> Value {
    let order = 40;
    let width = |y: usize| 2 * order - 1 - y.abs_diff(order - 1);
    let rows: Vec<String> = (0..2 * order - 1).map(|y| vec!["?"; width(y)].join(" ")).collect();
    let text = format!("magic 40 start=-2340 goal=close\n{}\n", rows.join("\n"));
    json!({ "verb": "solve", "text": text })
}

fn result(events: &[Value]) -> &Value {
    &events.iter().rfind(|event| kind(event) == "result").unwrap()["line"]["data"]
}

#[test]
fn a_stopped_run_is_resumed_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    let server = TestServer::keeping(folder.path());
    let job = server.job(&far_from_magic());
    let entry = server.stop(&job);
    assert_eq!((&entry["state"], &entry["resumable"]), (&json!("stopped"), &json!(true)));
    let name = result(&server.watch(&job, 1).events())["run"].as_str().unwrap().to_owned();
    // The command line finds it, too.
    let stored = stored_runs(&runs).unwrap();
    assert_eq!((stored.len(), &stored[0].name, stored[0].can_be_resumed()), (1, &name, true));
    server.end();

    let server = TestServer::keeping(folder.path());
    assert_eq!(jobs(&server).len(), 1, "one entry, although job and run are both stored");
    assert_eq!(server.entry(&job)["resumable"], json!(true));
    let reply = server.post(&format!("/api/jobs/{job}/resume"), &json!({}));
    assert_eq!(reply.status, 201, "{reply:?}");
    let resumed = reply.json()["job"].as_str().unwrap().to_owned();
    assert_ne!(resumed, job);
    assert_eq!(server.entry(&job)["resumable"], json!(false), "the run has gone to the new job");
    assert_eq!(server.post(&format!("/api/jobs/{job}/resume"), &json!({})).status, 409);
    server.stop(&resumed);
    let events = server.watch(&resumed, 1).events();
    assert_eq!(result(&events)["resumed"], json!(true));
    assert_eq!(result(&events)["run"], json!(name));
    // Forgetting removes the checkpoint.
    assert_eq!(server.send("DELETE", &format!("/api/jobs/{resumed}"), "").status, 204);
    assert!(stored_runs(&runs).unwrap().is_empty());
}

#[test]
fn a_server_that_ends_keeps_the_checkpoints_of_its_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::keeping(folder.path());
    let job = server.job(&far_from_magic());
    let mut watch = server.watch(&job, 1);
    while kind(&watch.event().unwrap()) == "begin" {}
    server.end();
    let server = TestServer::keeping(folder.path());
    let entry = server.entry(&job);
    assert_eq!((&entry["state"], &entry["resumable"]), (&json!("stopped"), &json!(true)));
}

#[test]
fn runs_of_others_are_listed_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::keeping(folder.path());
    server.stop(&server.job(&far_from_magic()));
    server.end();
    // As a server leaves it that was killed: the checkpoint is there, the job is not.
    let kept = folder.path().join("jobs");
    assert_eq!(files(&kept, ".job").len(), 1);
    fs::remove_dir_all(&kept).unwrap();
    let server = TestServer::keeping(folder.path());
    let [entry] = &jobs(&server)[..] else { panic!("{:?}", jobs(&server)) };
    assert_eq!((&entry["state"], &entry["resumable"]), (&json!("stopped"), &json!(true)));
    assert!(entry["request"]["text"].as_str().unwrap().starts_with("magic 40"));
    let job = entry["job"].as_str().unwrap();
    assert_eq!(kind(server.watch(job, 1).events().last().unwrap()), "end");
    let reply = server.post(&format!("/api/jobs/{job}/resume"), &json!({}));
    let resumed = reply.json()["job"].as_str().unwrap().to_owned();
    server.stop(&resumed);
    assert_eq!(result(&server.watch(&resumed, 1).events())["resumed"], json!(true));
}

#[test]
fn a_list_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = sixfold_serve::ServeOptions::new(sixfold_solver::REGISTRY);
    options.runs = Some(folder.path().join("runs"));
    options.limits.solutions = 100;
    let server = TestServer::with(options);
    let job = server.job(&long_list());
    let events = server.watch(&job, 1).events();
    let listed = |events: &[Value]| -> Vec<u64> {
        events.iter().filter_map(|event| event["line"]["data"]["number"].as_u64()).collect()
    };
    assert_eq!(listed(&events), (1..=100).collect::<Vec<u64>>());
    let entry = server.wait(&job);
    assert_eq!((&entry["state"], &entry["resumable"]), (&json!("stopped"), &json!(true)));
    let words = entry["words"].as_str().unwrap();
    assert!(words.contains("100 solutions") && words.contains("resume it"), "{words}");
    assert_eq!(result(&events)["words"], entry["words"]);
    let reply = server.post(&format!("/api/jobs/{job}/resume"), &json!({}));
    let resumed = reply.json()["job"].as_str().unwrap().to_owned();
    let events = server.watch(&resumed, 1).events();
    assert_eq!(listed(&events), (101..=200).collect::<Vec<u64>>());
}

#[test]
fn damaged_and_superfluous_jobs_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::keeping(folder.path());
    let job = server.job(&quick());
    server.wait(&job);
    // Its file is written after its end was told.
    server.end();
    let kept = folder.path().join("jobs");
    fs::write(kept.join("0123456789abcdef.job"), "{\"format\":1").unwrap();
    fs::write(kept.join("fedcba9876543210.job"), b"\xff\xfe\x00").unwrap();
    let mut options = sixfold_serve::ServeOptions::new(sixfold_solver::REGISTRY);
    options.folder = Some(kept.clone());
    options.limits.kept = 2;
    let server = TestServer::with(options);
    let list = server.get("/api/jobs").json();
    let notes = list["notes"].as_array().unwrap();
    assert_eq!((list["jobs"].as_array().unwrap().len(), notes.len()), (1, 2), "{list}");
    assert!(notes[0].as_str().unwrap().contains("0123456789abcdef is damaged"));
    // One after the other: a job that has ended may be forgotten as soon as two others have.
    for _ in 0..3 {
        let job = server.job(&quick());
        server.wait(&job);
    }
    server.end();
    // Two are kept, beside the two that cannot be read.
    assert_eq!(files(&kept, ".job").len(), 4);
    assert!(!kept.join(format!("{job}.job")).exists(), "the oldest was forgotten");
}
