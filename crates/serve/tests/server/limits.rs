//! Every limit, and what a client beyond it is told.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use sixfold_host::machine::cores;
use sixfold_serve::{Limits, ServeOptions};
use sixfold_solver::REGISTRY;

use crate::client::{
    Stream, TestServer, endless, half_open, is_closed, kind, long_list, quick, until,
};

const SOON: Duration = Duration::from_secs(3);

#[test]
fn bodies_have_a_size_a_time_and_no_compression() {
    let server = TestServer::limited(Limits { body_time: SOON, ..Limits::default() });
    let large = json!({ "verb": "check", "text": "x".repeat(1 << 20) }).to_string();
    for path in ["/api/ask", "/api/jobs", "/api/picture/png"] {
        let reply = server.send("POST", path, &large);
        assert!(reply.status == 413 && reply.message().contains("1048576"), "{path}: {reply:?}");
    }
    // A body that does not tell its length, either.
    let head = server
        .head("POST", "/api/jobs", 0)
        .replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, "x".repeat(1 << 16));
    let endless = server.raw((head + &chunk.repeat(17) + "0\r\n\r\n").as_bytes());
    assert_eq!(endless.status, 413);
    let zipped =
        server.head("POST", "/api/ask", 2).replacen("\r\n", "\r\nContent-Encoding: gzip\r\n", 1);
    assert_eq!(server.raw((zipped + "{}").as_bytes()).status, 415);
    // One that does not come.
    let mut slow = half_open(&server, &server.head("POST", "/api/ask", 100));
    slow.write_all(b"{").unwrap();
    assert_eq!(Stream::read(slow).0.status, 408);
    // Half a body, and then the end.
    let cut = half_open(&server, &(server.head("POST", "/api/jobs", 100) + "{"));
    crate::client::half_close(&cut);
    assert!(is_closed(cut));
    // Only a proof may be large.
    let proof =
        json!({ "verb": "prove-check", "text": quick()["text"], "proof": "x".repeat(1 << 20) });
    let reply = server.post("/api/ask", &proof);
    assert_eq!(reply.status, 200, "{reply:?}");
    let many = format!(r#"{{"verb":"prove-check","text":[{}]}}"#, "1,".repeat(1 << 20));
    let reply = server.send("POST", "/api/ask", &many);
    assert!(reply.status == 400 && reply.message().contains("1048579 values"), "{reply:?}");
    let huge = server.raw(server.head("POST", "/api/ask", (64 << 20) + 1).as_bytes());
    assert_eq!(huge.status, 413);
}

#[test]
fn connections_that_say_nothing_are_closed() {
    let server = TestServer::limited(Limits { head_time: SOON, ..Limits::default() });
    let host = &server.host;
    let open = [
        String::new(),
        "GET / HT".to_owned(),
        "GET / HTTP/1.1\r\nHost: x\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(1 << 17)),
        // One that will be answered, and says nothing more.
        format!("HEAD / HTTP/1.1\r\nHost: {host}\r\n\r\n"),
    ]
    .map(|bytes| half_open(&server, &bytes));
    assert!(open.into_iter().all(is_closed));
}

#[test]
fn there_are_only_so_many_connections() {
    let server = TestServer::limited(Limits { connections: 3, ..Limits::default() });
    // The connection of the session is closed by now, or soon.
    let mut open = Vec::new();
    until("a client is turned away", || {
        let mut stream = half_open(&server, "GET / HTTP/1.1\r\n");
        stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
        let mut start = [0; 12];
        let told = std::io::Read::read_exact(&mut stream, &mut start).is_ok();
        open.push(stream);
        told && &start == b"HTTP/1.1 503"
    });
    assert!(open.len() >= 4, "{}", open.len());
    drop(open);
    until("there is room again", || {
        let mut stream = server.connect();
        let _ = stream.write_all(server.head("GET", "/api/about", 0).as_bytes());
        let mut start = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut start).is_ok() && &start == b"HTTP/1.1 200"
    });
}

#[test]
fn there_are_only_so_many_jobs_and_streams() {
    let server = TestServer::limited(Limits { live: 2, streams: 2, ..Limits::default() });
    let jobs = [server.job(&endless()), server.job(&endless())];
    let reply = server.post("/api/jobs", &quick());
    assert!(reply.status == 429 && reply.message().contains("2 jobs"), "{reply:?}");
    let mut streams = [server.watch(&jobs[0], 1), server.watch(&jobs[0], 1)];
    streams.iter_mut().for_each(|stream| assert_eq!(kind(&stream.event().unwrap()), "begin"));
    let reply = server.get(&format!("/api/jobs/{}/events", jobs[0]));
    assert!(reply.status == 429 && reply.message().contains("too many open streams"), "{reply:?}");
    drop(streams);
    until("the streams are closed", || server.watch(&jobs[0], 1).status == 200);
    assert_eq!(server.post(&format!("/api/jobs/{}/stop", jobs[1]), &json!({})).status, 204);
    server.wait(&jobs[1]);
    until("there is room for a job", || server.post("/api/jobs", &quick()).status == 201);
}

#[test]
fn jobs_ask_for_what_there_is() {
    let server = TestServer::start();
    let with = |name: &str, value: u64| {
        let mut request = quick();
        request[name] = json!(value);
        server.post("/api/jobs", &request)
    };
    for (name, value) in
        [("threads", cores() as u64 + 1), ("time", 24 * 60 * 60 + 1), ("memory", (8 << 30) + 1)]
    {
        let reply = with(name, value);
        assert!(
            reply.status == 400 && reply.message().contains("expected at most"),
            "{name}: {reply:?}"
        );
    }
    for (name, value) in [("threads", cores() as u64), ("time", 24 * 60 * 60), ("memory", 1 << 30)]
    {
        assert_eq!(with(name, value).status, 201, "{name}");
    }
    let mut short = endless();
    short["time"] = json!(0.2);
    let entry = server.wait(&server.job(&short));
    assert_eq!(entry["state"], "stopped");
    let mut poor = endless();
    poor["memory"] = json!(1024);
    let entry = server.wait(&server.job(&poor));
    assert!(entry["words"].as_str().unwrap().contains("memory"), "{entry}");
}

/// A watcher that takes nothing delays neither the job nor other watchers.
#[test]
fn a_slow_watcher_stands_in_nobodys_way() {
    let server = TestServer::limited(Limits { solutions: 5000, ..Limits::default() });
    let job = server.job(&long_list());
    let slow = half_open(&server, &server.head("GET", &format!("/api/jobs/{job}/events"), 0));
    let events = server.watch(&job, 1).events();
    let listed = events.iter().filter(|event| event["line"]["data"]["number"].is_number());
    assert_eq!((listed.count(), kind(events.last().unwrap())), (5000, "end"));
    assert!(server.wait(&job)["words"].as_str().unwrap().contains("keeps no more of one list"));
    drop(slow);
}

/// A stored job with more events than the operating system buffers between two ends.
fn large_job(folder: &Path, events: usize) {
    let request = json!({ "verb": "solve", "text": "magic 1\n?\n" });
    let head = json!({
        "format": 1, "job": "0123456789abcdef", "state": "finished", "begun": 1, "seconds": 1.5, "title": "large",
        "words": "solved", "run": null, "proof": false, "events": events, "request": request,
    });
    let line =
        json!({ "type": "improved", "data": { "solution": "x".repeat(1 << 14) } }).to_string();
    let event = |number| format!("{{\"number\":{number},\"at\":0.5,\"line\":{line}}}\n");
    let text = format!("{head}\n{}", (1..=events).map(event).collect::<String>());
    fs::write(folder.join("0123456789abcdef.job"), text).unwrap();
}

/// A watcher that takes nothing loses its stream, which makes room for another one.
#[test]
fn a_watcher_that_takes_nothing_loses_its_stream() {
    let folder = tempfile::tempdir().unwrap();
    large_job(folder.path(), 2000);
    let mut options = ServeOptions::new(REGISTRY);
    options.folder = Some(folder.path().to_owned());
    options.limits = Limits { stall_time: Duration::from_secs(2), streams: 2, ..Limits::default() };
    let server = TestServer::with(options);
    let job = "0123456789abcdef";
    let slow = half_open(&server, &server.head("GET", &format!("/api/jobs/{job}/events"), 0));
    assert_eq!(server.watch(job, 1).events().len(), 2000);
    let other = server.job(&endless());
    let mut first = None;
    until("the place of the quick watcher is free", || {
        first = Some(server.watch(&other, 1)).filter(|stream| stream.status == 200);
        first.is_some()
    });
    until("the stream of the slow watcher is given up", || server.watch(&other, 1).status == 200);
    assert_eq!(kind(&first.unwrap().event().unwrap()), "begin");
    // It was cut off before its end.
    assert!(!Stream::read(slow).0.ends_well());
}
