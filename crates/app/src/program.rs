//! Another program at work: started in a process group of its own, read piece by piece, and ended
//! together with every process that it started.
//!
//! A solver script may fork. Its children inherit the pipe, so the end of the output says nothing
//! about the program, and ending the program alone would leave them running. In a group of its own
//! Ctrl-C of a terminal does not reach the program either; the caller's `halted` does.

use std::io::{self, Read};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// How often a running program is looked at.
const PULSE: Duration = Duration::from_millis(5);
/// How long to wait for more output after the program has ended, while a child of it keeps the pipe
/// open.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// Bytes read at a time.
const PIECE: usize = 1 << 16;
/// The longest output that is read: the model of a formula with eight million variables.
const LONGEST: usize = 64 << 20;

/// A running program.
pub(crate) struct Program {
    child: Child,
    pieces: Receiver<io::Result<Vec<u8>>>,
}

impl Program {
    /// Starts a program. Its output is read; it has no input, and its messages are dropped.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        own_group(command);
        let mut child = command.spawn()?;
        let stdout = child.stdout.take().ok_or_else(|| io::Error::other("it has no output"))?;
        // The reader waits until its last piece is taken, so little is held at any time. It ends
        // with the pipe, or with the first piece after the receiver is gone.
        let (sender, pieces) = mpsc::sync_channel(1);
        thread::spawn(move || forward(stdout, &sender));
        Ok(Self { child, pieces })
    }

    /// All that the program prints until it ends or has to end; what is wrong otherwise.
    pub(crate) fn answer(&mut self, halted: &dyn Fn() -> bool) -> Result<String, String> {
        let mut bytes = Vec::new();
        let mut heard = Instant::now();
        loop {
            match self.pieces.recv_timeout(PULSE) {
                Ok(Ok(piece)) => {
                    bytes.extend_from_slice(&piece);
                    heard = Instant::now();
                }
                Ok(Err(error)) => return Err(format!("cannot be read: {error}")),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if bytes.len() > LONGEST {
                return Err(format!("printed more than {} MiB", LONGEST >> 20));
            }
            if halted() {
                break;
            }
            if !matches!(self.child.try_wait(), Ok(Some(_))) {
                heard = Instant::now();
            }
            if heard.elapsed() > LAST_WORDS {
                break;
            }
        }
        String::from_utf8(bytes).map_err(|_| "printed something that is no text".to_owned())
    }

    /// Ends the program and all processes of its group.
    pub(crate) fn end(mut self) -> io::Result<()> {
        end_group(&mut self.child);
        self.child.wait().map(|_| ())
    }
}

/// Hands on what is read, piece by piece.
fn forward(mut stdout: ChildStdout, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut piece = vec![0; PIECE];
        let read = stdout.read(&mut piece).map(|count| {
            piece.truncate(count);
            piece
        });
        let last = read.as_ref().map_or(true, Vec::is_empty);
        // An empty piece at the end says nothing, and without a receiver nothing can be said.
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

/// The group may be gone already, which is what is wanted.
#[cfg(unix)]
fn end_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(child.id()) {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(not(unix))]
fn end_group(child: &mut Child) {
    let _ = child.kill();
}
