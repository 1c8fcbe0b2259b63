//! Fifty clients and two thousand requests, most of them hostile: no crash, no hang, no job lost, memory bounded.

use std::fs;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Mutex;
use std::thread;

use serde_json::{Value, json};

use crate::client::{TestServer, kind, quick};

const CLIENTS: usize = 50;
const REQUESTS: usize = 40;
/// By how much the memory of the process, clients included, may grow. Some 50 MiB were measured: the threads and buffers
/// of fifty clients, and the bodies at hand.
const GROWTH: u64 = 200 << 20;

/// Sends bytes and reads to the end. The status, if the server replied.
fn exchange(server: &TestServer, bytes: &[u8]) -> Option<u16> {
    let mut stream = server.connect();
    // The server may refuse before it has read all.
    let _ = stream.write_all(bytes);
    let mut reply = Vec::new();
    if let Err(error) = stream.read_to_end(&mut reply) {
        assert_ne!(error.kind(), ErrorKind::WouldBlock, "the server does not answer");
    }
    let line = String::from_utf8_lossy(&reply[..reply.len().min(20)]).into_owned();
    line.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok())
}

/// Resident memory of this process, which has the server and the clients.
fn memory() -> u64 {
    let text = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// What the clients share.
struct Load<'a> {
    server: &'a TestServer,
    /// A job that works all the time.
    watched: &'a str,
    /// The jobs that were accepted.
    accepted: Mutex<Vec<String>>,
    large: String,
}

impl Load<'_> {
    fn post(&self, path: &str, body: &str) -> Vec<u8> {
        (self.server.head("POST", path, body.len()) + body).into_bytes()
    }

    /// One request of a kind, and the replies that are right. Streams that are left open go to the last argument.
    fn request(&self, kind: usize, open: &mut Vec<TcpStream>) {
        let server = self.server;
        let Self { watched, large, .. } = self;
        let (host, cookie) = (&server.host, &server.cookie);
        let get = |path: &str| server.head("GET", path, 0);
        let (bytes, expected): (Vec<u8>, &[u16]) = match kind {
            0 => (
                self.post(
                    "/api/ask",
                    &json!({ "verb": "look", "text": quick()["text"] }).to_string(),
                ),
                &[200],
            ),
            1 => return self.job(),
            2 => (self.post("/api/ask", "{\"verb\":\"look\",\"text\":"), &[400]),
            3 => (self.post("/api/jobs", &"[".repeat(50_000)), &[400]),
            4 => (
                self.post(
                    "/api/ask",
                    "{\"verb\":\"blank\",\"family\":\"magic\",\"order\":65535,\"settings\":[]}",
                ),
                &[200],
            ),
            5 => (
                self.post(
                    "/api/jobs",
                    "{\"verb\":\"solve\",\"text\":\"magic 4000000000\\n? ?\\n\"}",
                ),
                &[400],
            ),
            // Only one large body is read at a time. What is refused need not be read, so the client may be cut off.
            6 => (self.post("/api/ask", large), &[413, 429, 0]),
            7 => (get("/").replace(host.as_str(), "evil.example").into_bytes(), &[403]),
            8 => (
                get("/api/jobs").replace("Origin: http://", "Origin: http://evil.").into_bytes(),
                &[403],
            ),
            9 => (self.post("/api/session", "{\"token\":\"0000\"}"), &[401]),
            10 => (get("/api/jobs").replace(cookie.as_str(), "sixfold=1").into_bytes(), &[401]),
            11 => return self.leave("POST /api/ask HTTP/1.1\r\nHost: ", open),
            12 => return self.leave(&(server.head("POST", "/api/ask", 1000) + "{\"verb\":"), open),
            13 => return self.leave(&get(&format!("/api/jobs/{watched}/events")), open),
            14 => (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(20), &[400, 0]),
            15 => {
                let head = server.head("POST", "/api/jobs", 0);
                let head = head.replace("Content-Length: 0", "Transfer-Encoding: chunked");
                ((head + "zz\r\nnot a chunk\r\n").into_bytes(), &[400, 0])
            }
            16 => (get("/").into_bytes(), &[200]),
            17 => (get("/api/jobs").into_bytes(), &[200]),
            18 => (
                get(&format!("/api/jobs/..%2f{watched}/events?from=99999999999999999999"))
                    .into_bytes(),
                &[404],
            ),
            _ => (server.head("POST", "/api/ask", usize::MAX).into_bytes(), &[413, 400, 431]),
        };
        let status = exchange(server, &bytes).unwrap_or(0);
        // Under this load a client may be told to come again.
        assert!(expected.contains(&status) || status == 503, "kind {kind}: {status}");
    }

    /// A job that is solved at once.
    fn job(&self) {
        let reply = self.server.post("/api/jobs", &quick());
        match reply.status {
            201 => {
                let job = reply.json()["job"].as_str().unwrap().to_owned();
                self.accepted.lock().unwrap().push(job);
            }
            status => assert!([429, 503].contains(&status), "{reply:?}"),
        }
    }

    /// A connection that is left open.
    fn leave(&self, bytes: &str, open: &mut Vec<TcpStream>) {
        let mut stream = self.server.connect();
        let _ = stream.write_all(bytes.as_bytes());
        open.push(stream);
        if open.len() > 2 {
            open.remove(0);
        }
    }
}

/// A job that works all the time and needs little memory.
fn steady() -> Value {
    let rows: Vec<String> =
        (0..39usize).map(|y| vec!["?"; 39 - y.abs_diff(19)].join(" ")).collect();
    let text = format!("magic 20 start=-570 goal=close\n{}\n", rows.join("\n"));
    json!({ "verb": "solve", "text": text })
}

#[test]
fn two_thousand_requests_of_fifty_clients_do_no_harm() {
    let server = TestServer::start();
    let steady = [server.job(&steady()), server.job(&steady())];
    let large = json!({ "verb": "check", "text": "x".repeat(1 << 20) }).to_string();
    let accepted = Mutex::new(Vec::new());
    let load = Load { server: &server, watched: &steady[0], accepted, large };
    // What is allocated once is there before the measurement.
    (0..20).for_each(|kind| load.request(kind, &mut Vec::new()));
    let before = memory();
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let load = &load;
            scope.spawn(move || {
                let mut open = Vec::new();
                (0..REQUESTS).for_each(|at| load.request((client + at) % 20, &mut open));
            });
        }
    });
    let growth = memory().saturating_sub(before);
    assert!(growth < GROWTH, "the memory has grown by {} MiB", growth >> 20);
    // The server is as it was: jobs go on, and all that were accepted have ended well.
    for job in &steady {
        assert_eq!(server.entry(job)["state"], "running");
        assert_eq!(kind(&server.watch(job, 1).event().unwrap()), "begin");
        assert_eq!(server.stop(job)["state"], "stopped");
    }
    let accepted = load.accepted.into_inner().unwrap();
    assert!(!accepted.is_empty());
    for job in &accepted {
        assert_eq!(server.wait(job)["state"], "finished");
        assert_eq!(kind(server.watch(job, 1).events().last().unwrap()), "end");
    }
    let jobs = server.get("/api/jobs").json()["jobs"].as_array().unwrap().len();
    assert_eq!(jobs, accepted.len() + steady.len());
    assert_eq!(server.get("/").status, 200);
}
