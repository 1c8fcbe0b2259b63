//! What a front end decides about the server, and the limits of every request.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use sixfold_host::HostError;
use sixfold_solver::Registry;

/// What a front end decides about the server.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The families.
    pub registry: Registry,
    /// The name or address to listen on; the loopback address if absent.
    pub host: Option<String>,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder of stored runs. Without it no job can be resumed.
    pub runs: Option<PathBuf>,
    /// The folder for finished jobs and their proofs. Without it they end with the server.
    pub folder: Option<PathBuf>,
    /// A folder that replaces the embedded page, for those who write it.
    pub page: Option<PathBuf>,
    /// The limits.
    pub limits: Limits,
}

impl ServeOptions {
    /// The loopback address, any port, nothing kept.
    #[must_use]
    pub fn new(registry: Registry) -> Self {
        Self {
            registry,
            host: None,
            port: 0,
            runs: None,
            folder: None,
            page: None,
            limits: Limits::default(),
        }
    }
}

/// The limits of every request. Sizes are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The body of a request.
    pub body: usize,
    /// The body of a request with a proof. Only one is read at a time.
    pub proof: usize,
    /// Open connections.
    pub connections: usize,
    /// Streams of events, and downloads of proofs.
    pub streams: usize,
    /// Answers and pictures that are computed at the same time.
    pub asks: usize,
    /// Answers and pictures that wait for their turn.
    pub waiting: usize,
    /// Jobs that work at the same time.
    pub live: usize,
    /// Jobs that are kept after their end. The oldest is forgotten first.
    pub kept: usize,
    /// The events of all jobs that are kept after their end.
    pub kept_bytes: usize,
    /// The better solutions and bounds that a job keeps in its log; of more, every second is dropped.
    pub improvements: usize,
    /// The size of these.
    pub improvement_bytes: usize,
    /// The solutions that a job keeps of a list. The list stops there, and can be resumed.
    pub solutions: usize,
    /// The size of these.
    pub solution_bytes: usize,
    /// The time of a job; also for one that asks for none.
    pub job_time: Duration,
    /// The memory for the tables of a job that asks for none.
    pub memory: u64,
    /// The memory of the whole process. Engines stop when it is reached, and no job may ask for more.
    pub ceiling: u64,
    /// How often the state of a job is saved.
    pub save_every: Duration,
    /// The time for the head of a request, and between requests of a connection.
    pub head_time: Duration,
    /// The time for the body of a request.
    pub body_time: Duration,
    /// The time in which a client must take something of what is sent.
    pub stall_time: Duration,
    /// The time for an answer.
    pub answer_time: Duration,
    /// The time for a picture, or for checking a proof.
    pub long_answer_time: Duration,
    /// The time between signs of life on a stream of events.
    pub heartbeat: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            body: 1 << 20,
            proof: 64 << 20,
            connections: 256,
            streams: 64,
            asks: 4,
            waiting: 64,
            live: 16,
            kept: 200,
            kept_bytes: 128 << 20,
            improvements: 2000,
            improvement_bytes: 4 << 20,
            solutions: 10_000,
            solution_bytes: 16 << 20,
            job_time: seconds(24 * 60 * 60),
            memory: 2 << 30,
            ceiling: 8 << 30,
            save_every: seconds(5),
            head_time: seconds(20),
            body_time: seconds(60),
            stall_time: seconds(60),
            answer_time: seconds(30),
            long_answer_time: seconds(120),
            heartbeat: seconds(15),
        }
    }
}

/// Why there is no server.
#[derive(thiserror::Error, Debug)]
pub enum ServeError {
    /// The name is none of this computer's addresses.
    #[error("`{host}` is no address to listen on: {error}")]
    NoAddress {
        /// The name.
        host: String,
        /// The reason.
        error: io::Error,
    },
    /// The port is taken, or not allowed.
    #[error("port {port} of {host} cannot be opened: {error}")]
    NoPort {
        /// The name.
        host: String,
        /// The port.
        port: u16,
        /// The reason.
        error: io::Error,
    },
    /// The operating system gives no random numbers.
    #[error("there are no random numbers for the token: {0}")]
    NoSecret(String),
    /// The folder for finished jobs cannot be used.
    #[error(transparent)]
    NoFolder(#[from] HostError),
    /// No thread can be started.
    #[error("the server cannot start: {0}")]
    NoThreads(io::Error),
}
