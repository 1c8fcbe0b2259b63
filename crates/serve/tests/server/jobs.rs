//! Jobs: their events, watchers, ends, and what disturbs them.

use std::thread;

use serde_json::{Value, json};
use sixfold_puzzle::ParsedPuzzle;
use sixfold_serve::ServeOptions;
use sixfold_solver::{
    Aim, Engine, EngineRow, Options, Power, Prepared, ProofCheck, REGISTRY, Registration, Registry,
    Role, check_proof,
};

use crate::client::{Stream, TestServer, endless, kind, quick};

fn numbers(events: &[Value]) -> Vec<u64> {
    events.iter().map(|event| event["number"].as_u64().unwrap()).collect()
}

#[test]
fn a_job_tells_its_events_to_its_end() {
    let server = TestServer::start();
    let job = server.job(&quick());
    let events = server.watch(&job, 1).events();
    assert_eq!((kind(&events[0]), events[0]["number"].as_u64()), ("begin", Some(1)));
    assert_eq!(kind(events.last().unwrap()), "end", "{events:?}");
    assert!(numbers(&events).is_sorted_by(|one, other| one < other));
    let result = &events[events.len() - 2];
    assert_eq!((kind(result), &result["line"]["data"]["verdict"]), ("result", &json!("solved")));
    let entry = server.wait(&job);
    assert_eq!((&entry["state"], &entry["resumable"]), (&json!("finished"), &json!(false)));
    assert_eq!(
        (&entry["request"]["text"], &entry["events"]),
        (&quick()["text"], &events.last().unwrap()["number"])
    );
    assert!(entry["title"].as_str().unwrap().contains("hexiom"));
    assert!(entry["begun"].as_u64().unwrap() > 1_600_000_000_000);
    // A later watcher sees the same events; one that has seen them all is answered at once.
    let later = server.watch(&job, 1).events();
    assert_eq!(later, events);
    let last = events.last().unwrap()["number"].as_u64().unwrap();
    assert_eq!(numbers(&server.watch(&job, last).events()), [last]);
    assert_eq!(server.watch(&job, last + 1).status, 204);
    let again = |last: &str| {
        let head = server.head("GET", &format!("/api/jobs/{job}/events?from=1"), 0);
        server.raw(head.replacen("\r\n", &format!("\r\nLast-Event-ID: {last}\r\n"), 1).as_bytes())
    };
    assert!(again(&(last - 1).to_string()).text().contains(&format!("id: {last}\n")));
    assert_eq!((again(&last.to_string()).status, again("x").status), (204, 400));
    assert_eq!(server.get(&format!("/api/jobs/{job}/events?from=x")).status, 400);
}

#[test]
fn every_kind_of_job_ends_with_its_result() {
    let server = TestServer::start();
    let text = quick()["text"].clone();
    for (request, field) in [
        (json!({ "verb": "count", "text": text }), "count"),
        (json!({ "verb": "enumerate", "text": text }), "listed"),
        (json!({ "verb": "hint", "text": text }), "words"),
        (json!({ "verb": "make", "family": "hexiom", "order": 3 }), "text"),
    ] {
        let job = server.job(&request);
        let events = server.watch(&job, 1).events();
        let result = &events[events.len() - 2]["line"]["data"];
        assert!(!result[field].is_null(), "{request}: {events:?}");
        assert_eq!(server.wait(&job)["state"], "finished");
    }
    assert_eq!(server.get("/api/jobs").json()["jobs"].as_array().unwrap().len(), 4);
}

#[test]
fn watchers_of_a_running_job_see_the_same_and_a_stop_ends_it() {
    let server = TestServer::start();
    let job = server.job(&endless());
    let stable = |events: Vec<Value>| -> Vec<Value> {
        events.into_iter().filter(|event| kind(event) != "progress").collect()
    };
    let (one, other) = thread::scope(|scope| {
        let one = scope.spawn(|| server.watch(&job, 1).events());
        let other = scope.spawn(|| server.watch(&job, 1).events());
        // A page that is loaded again: it looks on for a moment, goes away, and comes back.
        let mut early = server.watch(&job, 1);
        let begun = early.event().unwrap();
        assert_eq!(kind(&begun), "begin");
        drop(early);
        let mut late = server.watch(&job, 1);
        assert_eq!(late.event().unwrap(), begun);
        while kind(&late.event().unwrap()) != "improved" {}
        drop(late);
        assert_eq!(server.entry(&job)["state"], "running");
        assert_eq!(server.stop(&job)["state"], "stopped");
        (one.join().unwrap(), other.join().unwrap())
    });
    assert_eq!(stable(one), stable(other.clone()));
    assert!(other.iter().any(|event| kind(event) == "improved"), "{other:?}");
    assert_eq!(kind(other.last().unwrap()), "end");
    // Nothing was lost: the last better solution is the answer.
    let best = other.iter().rfind(|event| kind(event) == "improved").unwrap();
    let result = other.iter().find(|event| kind(event) == "result").unwrap();
    assert_eq!(best["line"]["data"]["objective"], result["line"]["data"]["objective"]);
    // A second stop changes nothing.
    assert_eq!(server.post(&format!("/api/jobs/{job}/stop"), &json!({})).status, 204);
}

#[test]
fn a_proof_is_checked_and_downloaded() {
    let server = TestServer::start();
    // Level 8 of Hexiom with one lock too many.
    let text = "hexiom 3\n4 1 4\n1 +. . 1\n4 . 6 . 4\n1 . . 1\n4 1 4\n";
    let job = server.job(&json!({ "verb": "solve", "text": text, "prove": true }));
    let events = server.watch(&job, 1).events();
    let result = &events[events.len() - 2]["line"]["data"];
    assert_eq!(
        (&result["claim"], &result["proof"]),
        (&json!("certified"), &json!(format!("{job}.lrat")))
    );
    assert_eq!(server.wait(&job)["proof"], json!(true));
    let path = format!("/api/jobs/{job}/proof");
    let proof = server.get(&path);
    assert_eq!(proof.status, 200);
    assert!(proof.header("content-disposition").unwrap().contains("proof.lrat"));
    let checked = check_proof(REGISTRY, text, &mut &*proof.body, &mut || false).unwrap();
    assert!(matches!(checked, ProofCheck::Accepted { .. }));
    let check = json!({ "verb": "prove-check", "text": text, "proof": proof.text() });
    assert_eq!(server.post("/api/ask", &check).lines()[0]["data"]["ok"], json!(true));
    assert_eq!(server.send("DELETE", &format!("/api/jobs/{job}"), "").status, 204);
    assert_eq!(server.get(&path).status, 404);
    let plain = server.job(&quick());
    server.wait(&plain);
    assert!(server.get(&format!("/api/jobs/{plain}/proof")).message().contains("no checked proof"));
}

/// An engine that panics as soon as it has a board.
struct Panicking;

const ROW: EngineRow = EngineRow {
    name: "panicking",
    description: "panics",
    role: Role::Production,
    searched: None,
    options: &[],
};

impl Engine for Panicking {
    fn row(&self) -> &EngineRow {
        &ROW
    }

    fn powers(&self) -> Vec<Power> {
        vec![Power::Finds, Power::Counts]
    }

    fn certifies(&self, _: &Aim) -> bool {
        false
    }

    fn exchanges(&self) -> bool {
        false
    }

    fn supports(&self, _: &ParsedPuzzle) -> Result<(), String> {
        Ok(())
    }

    fn prepare<'a>(
        &'a self,
        _: &'a ParsedPuzzle,
        _: &'a Options,
    ) -> Result<Box<dyn Prepared + 'a>, String> {
        panic!("on purpose")
    }
}

#[test]
fn a_job_that_panics_is_an_error_of_its_own() {
    let engines: &'static [&'static dyn Engine] = &[&Panicking];
    let hexiom = REGISTRY.named("hexiom").unwrap();
    let panicking: &'static Registration = Box::leak(Box::new(Registration { engines, ..*hexiom }));
    let families = vec![panicking, REGISTRY.named("balto").unwrap()];
    let server = TestServer::with(ServeOptions::new(Registry::new(families.leak())));
    let other = server.job(&endless());
    let job = server.job(&quick());
    let events = server.watch(&job, 1).events();
    let last = events.last().unwrap();
    let message = last["line"]["data"]["message"].as_str().unwrap_or_default();
    assert!(
        kind(last) == "error" && message.contains("which is a bug in sixfold: on purpose"),
        "{events:?}"
    );
    assert_eq!(server.wait(&job)["state"], "failed");
    assert_eq!(server.entry(&other)["state"], "running", "the other job goes on");
    assert_eq!(server.stop(&other)["state"], "stopped");
}

#[test]
fn a_job_is_forgotten_only_after_its_end() {
    let server = TestServer::start();
    let job = server.job(&endless());
    let path = format!("/api/jobs/{job}");
    let refused = server.send("DELETE", &path, "");
    assert!(refused.status == 409 && refused.message().contains("at work"), "{refused:?}");
    assert_eq!(server.post(&format!("{path}/resume"), &json!({})).status, 409);
    server.stop(&job);
    // Without a folder for runs there is nothing to go on with.
    assert_eq!(server.entry(&job)["resumable"], json!(false));
    assert_eq!(server.post(&format!("{path}/resume"), &json!({})).status, 409);
    assert_eq!(server.send("DELETE", &path, "").status, 204);
    assert_eq!(server.send("DELETE", &path, "").status, 404);
    assert_eq!(server.get(&format!("{path}/events")).status, 404);
    assert_eq!(server.get("/api/jobs").json()["jobs"], json!([]));
}

/// The end of the server is the end of its streams, with the last events.
#[test]
fn the_end_of_the_server_stops_its_jobs_and_tells_watchers() {
    let server = TestServer::start();
    let job = server.job(&endless());
    let mut watch: Stream = server.watch(&job, 1);
    assert_eq!(kind(&watch.event().unwrap()), "begin");
    server.end();
    assert_eq!(kind(watch.events().last().unwrap()), "end");
}
