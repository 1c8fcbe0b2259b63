//! External program in a process group of its own, killed together with its descendants.
//!
//! A solver script may fork. Its children inherit the pipe and keep it open after the script has
//! exited, and killing only the script would leave them running. Ctrl-C of the terminal does not
//! reach the group; the caller's `halted` stops it instead.

use std::io::{self, Read};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// How often a running program is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long to wait for output after the program has exited while a descendant keeps the pipe open.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
/// Bytes read at a time.
const CHUNK: usize = 1 << 16;
/// The longest output that is accepted, enough for models with millions of variables.
const MAX_OUTPUT: usize = 64 << 20;

/// A running program.
pub(crate) struct ChildProcess {
    child: Child,
    chunks: Receiver<io::Result<Vec<u8>>>,
}

impl ChildProcess {
    /// Starts a program with empty standard input; standard error is discarded.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        own_group(command);
        let mut child = command.spawn()?;
        let stdout =
            child.stdout.take().ok_or_else(|| io::Error::other("it has no standard output"))?;
        // The channel holds one chunk, so memory stays bounded. The reader thread ends with the pipe,
        // or with the first chunk after the receiver was dropped.
        let (sender, chunks) = mpsc::sync_channel(1);
        thread::spawn(move || forward(stdout, &sender));
        Ok(Self { child, chunks })
    }

    /// Reads the output until the program exits or `halted` returns true.
    pub(crate) fn read_output(&mut self, halted: &dyn Fn() -> bool) -> Result<String, String> {
        let mut bytes = Vec::new();
        let mut last_activity = Instant::now();
        loop {
            match self.chunks.recv_timeout(POLL_INTERVAL) {
                Ok(Ok(chunk)) => {
                    bytes.extend_from_slice(&chunk);
                    last_activity = Instant::now();
                }
                Ok(Err(error)) => return Err(format!("cannot be read: {error}")),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if bytes.len() > MAX_OUTPUT {
                return Err(format!("printed more than {} MiB", MAX_OUTPUT >> 20));
            }
            if halted() {
                break;
            }
            if !matches!(self.child.try_wait(), Ok(Some(_))) {
                last_activity = Instant::now();
            }
            if last_activity.elapsed() > DRAIN_TIMEOUT {
                break;
            }
        }
        String::from_utf8(bytes).map_err(|_| "printed output that is not UTF-8".to_owned())
    }

    /// Kills the program and all processes of its group.
    pub(crate) fn kill(mut self) -> io::Result<()> {
        kill_group(&mut self.child);
        self.child.wait().map(|_| ())
    }
}

/// Sends the output, chunk by chunk.
fn forward(mut stdout: ChildStdout, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK];
        let read = stdout.read(&mut chunk).map(|count| {
            chunk.truncate(count);
            chunk
        });
        let last = read.as_ref().map_or(true, Vec::is_empty);
        // An empty chunk is the end of the output.
        if sender.send(read).is_err() || last {
            return;
        }
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

/// An error means that the group has exited already.
#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(child.id()) {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}
