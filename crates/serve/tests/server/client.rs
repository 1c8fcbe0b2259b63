//! A server for a test, and a small HTTP client over a plain stream, so that any malformed request can be sent.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sixfold_serve::{Limits, ServeOptions, bind};
use sixfold_solver::REGISTRY;

/// Longer than anything takes on a slow machine: a test that waits so long has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A server in a thread of its own, stopped when dropped.
pub(crate) struct TestServer {
    /// Name and port.
    pub(crate) host: String,
    pub(crate) token: String,
    /// The value of the header with the session.
    pub(crate) cookie: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What a server replied.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The message of a refusal.
    pub(crate) fn message(&self) -> String {
        self.json()["message"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }

    /// The lines of an answer.
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// A stream whose reply is read piece by piece.
pub(crate) struct Stream {
    reader: BufReader<TcpStream>,
    chunked: bool,
    pub(crate) status: u16,
    buffer: String,
}

impl Stream {
    /// Reads the head of a reply.
    pub(crate) fn read(stream: TcpStream) -> (Self, Vec<(String, String)>) {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.unwrap_or_else(|| panic!("{line:?}"));
        let mut headers = Vec::new();
        loop {
            line.clear();
            reader.read_line(&mut line).unwrap();
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        let chunked = headers.iter().any(|(name, _)| name == "transfer-encoding");
        (Self { reader, chunked, status, buffer: String::new() }, headers)
    }

    /// The next bytes of the body; nothing at its end.
    pub(crate) fn piece(&mut self) -> Vec<u8> {
        let mut piece = Vec::new();
        if !self.chunked {
            let _ = self.reader.read_to_end(&mut piece);
            return piece;
        }
        let mut size = String::new();
        if self.reader.read_line(&mut size).unwrap_or(0) == 0 {
            return piece;
        }
        piece.resize(usize::from_str_radix(size.trim(), 16).unwrap() + 2, 0);
        self.reader.read_exact(&mut piece).unwrap();
        piece.truncate(piece.len() - 2);
        piece
    }

    /// The next server-sent event that is no comment; nothing at the end.
    pub(crate) fn event(&mut self) -> Option<Value> {
        loop {
            while let Some((event, rest)) = self.buffer.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let data = data.map(|data| serde_json::from_str::<Value>(data).unwrap());
                let id = event.lines().find_map(|line| line.strip_prefix("id: "));
                if let Some(data) = &data {
                    assert_eq!(id, Some(&*data["number"].to_string()));
                }
                self.buffer = rest.to_owned();
                if data.is_some() {
                    return data;
                }
            }
            let piece = self.piece();
            if piece.is_empty() {
                return None;
            }
            self.buffer.push_str(&String::from_utf8(piece).unwrap());
        }
    }

    /// Reads the rest, and tells whether it is whole: a body in chunks ends with an empty one.
    pub(crate) fn ends_well(mut self) -> bool {
        let mut rest = Vec::new();
        let read = self.reader.read_to_end(&mut rest);
        read.is_ok() && rest.ends_with(b"\r\n0\r\n\r\n")
    }

    /// All events up to the end.
    pub(crate) fn events(mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.event()).collect()
    }
}

/// The kind of an event's line.
pub(crate) fn kind(event: &Value) -> &str {
    event["line"]["type"].as_str().unwrap()
}

impl TestServer {
    /// A server with the default limits that keeps nothing.
    pub(crate) fn start() -> Self {
        Self::with(ServeOptions::new(REGISTRY))
    }

    /// A server with other limits.
    pub(crate) fn limited(limits: Limits) -> Self {
        Self::with(ServeOptions { limits, ..ServeOptions::new(REGISTRY) })
    }

    /// A server that keeps jobs and runs below a folder.
    pub(crate) fn keeping(folder: &Path) -> Self {
        let (runs, jobs) = (Some(folder.join("runs")), Some(folder.join("jobs")));
        Self::with(ServeOptions { runs, folder: jobs, ..ServeOptions::new(REGISTRY) })
    }

    pub(crate) fn with(options: ServeOptions) -> Self {
        let server = bind(options).unwrap();
        let address = server.address();
        let (host, token) =
            address.strip_prefix("http://").unwrap().split_once("/#token=").unwrap();
        let (host, token) = (host.to_owned(), token.to_owned());
        let stop = Arc::new(AtomicBool::new(false));
        let own = Arc::clone(&stop);
        let thread = Some(thread::spawn(move || server.run(&own).unwrap()));
        let mut server = Self { host, token, cookie: String::new(), stop, thread };
        let body = json!({ "token": server.token }).to_string();
        let reply = server.send("POST", "/api/session", &body);
        assert_eq!(reply.status, 204, "{reply:?}");
        let cookie = reply.header("set-cookie").unwrap();
        server.cookie = cookie.split(';').next().unwrap().to_owned();
        server
    }

    /// Stops the server and waits for its end.
    pub(crate) fn end(mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes as they are and reads the reply.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // The server may refuse before it has read all.
        let _ = stream.write_all(bytes);
        let (mut stream, headers) = Stream::read(stream);
        let (mut body, status) = (Vec::new(), stream.status);
        loop {
            let piece = stream.piece();
            if piece.is_empty() {
                return Reply { status, headers, body };
            }
            body.extend(piece);
        }
    }

    /// A request with the session, as text.
    pub(crate) fn head(&self, method: &str, path: &str, length: usize) -> String {
        let Self { host, cookie, .. } = self;
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n"
        )
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: &str) -> Reply {
        self.raw((self.head(method, path, body.len()) + body).as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &body.to_string())
    }

    /// Starts a job.
    pub(crate) fn job(&self, request: &Value) -> String {
        let reply = self.post("/api/jobs", request);
        assert_eq!(reply.status, 201, "{reply:?}");
        reply.json()["job"].as_str().unwrap().to_owned()
    }

    /// The entry of a job in the list.
    pub(crate) fn entry(&self, job: &str) -> Value {
        let list = self.get("/api/jobs").json();
        let found = list["jobs"].as_array().unwrap().iter().find(|entry| entry["job"] == job);
        found.unwrap_or_else(|| panic!("{job} is not in {list}")).clone()
    }

    /// Opens the stream of a job's events.
    pub(crate) fn watch(&self, job: &str, from: u64) -> Stream {
        let mut stream = self.connect();
        let path = format!("/api/jobs/{job}/events?from={from}");
        stream.write_all(self.head("GET", &path, 0).as_bytes()).unwrap();
        Stream::read(stream).0
    }

    /// Waits for the end of a job; its entry.
    pub(crate) fn wait(&self, job: &str) -> Value {
        let mut entry = Value::Null;
        until("the job ends", || {
            entry = self.entry(job);
            entry["state"] != "running"
        });
        entry
    }

    /// Stops a job once it is at work; its entry after its end.
    pub(crate) fn stop(&self, job: &str) -> Value {
        let mut watch = self.watch(job, 1);
        let told = |event: &Value| kind(event) == "progress" || kind(event) == "improved";
        while watch.event().is_some_and(|event| !told(&event)) {}
        assert_eq!(self.post(&format!("/api/jobs/{job}/stop"), &json!({})).status, 204);
        self.wait(job)
    }
}

/// Waits until something holds.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain until {what}");
        sleep(Duration::from_millis(10));
    }
}

/// Sends the beginning of a request and nothing more.
pub(crate) fn half_open(server: &TestServer, bytes: &str) -> TcpStream {
    let mut stream = server.connect();
    stream.write_all(bytes.as_bytes()).unwrap();
    stream
}

/// Whether the server closes a connection, perhaps after some bytes.
pub(crate) fn is_closed(mut stream: TcpStream) -> bool {
    let mut rest = Vec::new();
    // A reset is an end, too; only the patience of the test is not.
    match stream.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(thread::panicking() || ended.is_ok(), "the server panicked");
        }
    }
}

/// A board that keeps an engine busy for hours.
pub(crate) fn endless() -> Value {
    let text = REGISTRY.named("balto").unwrap().rules.preset("20").unwrap();
    json!({ "verb": "solve", "text": text, "engine": "beam" })
}

/// A level that is solved at once.
pub(crate) fn quick() -> Value {
    let text = REGISTRY.named("hexiom").unwrap().rules.preset("08").unwrap();
    json!({ "verb": "solve", "text": text })
}

/// A list with some ten thousand solutions.
pub(crate) fn long_list() -> Value {
    let text = "fences 4\n. . . .\n. . . . .\n. . . . . .\n. . 3 . . . .\n. . . . . .\n. . . . .\n. . . .\n";
    json!({ "verb": "enumerate", "text": text })
}

/// Ends the sending half of a connection.
pub(crate) fn half_close(stream: &TcpStream) {
    // The server may have closed it before.
    let _ = stream.shutdown(Shutdown::Write);
}
