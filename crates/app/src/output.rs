//! Output streams: the answer on standard output, remarks and progress on standard error.
//!
//! With `--json` standard output has one JSON object per line and standard error stays empty.

use std::io::{self, Read, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use sixfold_solver::job::JobEvent;
use sixfold_solver::{Outcome, Progress};
use sixfold_wire::{Begin, End, Line, ResultData, TextResult};

use crate::failure::Failure;
use crate::world::World;

/// How the program ended, as an exit code.
pub(crate) type Exit = u8;

/// Solved or correct.
pub(crate) const SUCCESS: Exit = 0;
/// There is no solution, or a rule is broken.
pub(crate) const NEGATIVE: Exit = 1;
/// The run ended before it was decided.
pub(crate) const STOPPED: Exit = 3;

/// How the program ends after an outcome.
pub(crate) const fn outcome_exit(outcome: Outcome) -> Exit {
    match outcome {
        Outcome::Solved => SUCCESS,
        Outcome::None => NEGATIVE,
        Outcome::Stopped => STOPPED,
    }
}

/// Writes answers, remarks and errors of one program run.
pub(crate) struct Output<'a, 'w> {
    world: &'a mut World<'w>,
    json: bool,
    quiet: bool,
    /// Whether standard input was read already.
    stdin_used: bool,
    /// Whether the reader of standard output has closed the pipe.
    pipe_closed: bool,
}

impl<'a, 'w> Output<'a, 'w> {
    pub(crate) fn new(world: &'a mut World<'w>, json: bool, quiet: bool) -> Self {
        Self { world, json, quiet, stdin_used: false, pipe_closed: false }
    }

    pub(crate) fn world(&self) -> &World<'w> {
        self.world
    }

    /// Standard input, which can be read only once.
    pub(crate) fn stdin(&mut self) -> Result<&mut dyn Read, Failure> {
        if std::mem::replace(&mut self.stdin_used, true) {
            return Err(Failure::usage("`-` stands for standard input and can be given only once"));
        }
        Ok(self.world.stdin)
    }

    /// Whether the output is for machines.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.world.stdout.write_all(bytes);
        self.ignore_closed_pipe(written)
    }

    /// A closed pipe is not an error: the rest of the answer is dropped and the exit code does not
    /// change.
    fn ignore_closed_pipe(&mut self, written: io::Result<()>) -> Result<(), Failure> {
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.pipe_closed = true,
            _ if self.pipe_closed => {}
            written => written.map_err(Failure::Output)?,
        }
        Ok(())
    }

    /// Whether nobody reads the answer any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.pipe_closed
    }

    /// Writes the line that opens the JSON output.
    pub(crate) fn begin(&mut self, begin: Begin) -> Result<(), Failure> {
        if self.json { self.write(Line::Begin(begin).to_string().as_bytes()) } else { Ok(()) }
    }

    /// The answer: `text` for a person, `data` for a machine.
    pub(crate) fn answer(
        &mut self,
        text: &str,
        data: impl Into<ResultData>,
    ) -> Result<(), Failure> {
        match self.json {
            true => self.write(Line::Result(data.into()).to_string().as_bytes()),
            false => self.write(text.as_bytes()),
        }
    }

    /// The answer where it is one text for both.
    pub(crate) fn text(&mut self, text: String) -> Result<(), Failure> {
        if self.json {
            return self.answer("", TextResult { path: None, text });
        }
        self.write(text.as_bytes())
    }

    /// The answer as the bytes of a picture file.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.write(bytes)
    }

    /// A remark on standard error, unless the user wants quiet.
    pub(crate) fn remark(&mut self, text: &str) {
        if !self.quiet && !self.json {
            // The answer comes before the remark on a terminal. `end` reports a failed write of the
            // answer; a failed write of a remark is ignored.
            let _ = self.world.stdout.flush();
            let _ = writeln!(self.world.stderr, "{text}");
        }
    }

    /// Writes the line that closes the JSON output, and flushes.
    pub(crate) fn end(&mut self, exit: Exit) -> Result<(), Failure> {
        if self.json {
            self.write(Line::End(End { exit }).to_string().as_bytes())?;
        }
        self.flush()
    }

    /// Flushes the answer.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let flushed = self.world.stdout.flush();
        self.ignore_closed_pipe(flushed)
    }

    /// Reports a failure and returns its exit code.
    pub(crate) fn failed(&mut self, failure: &Failure) -> Exit {
        if self.json {
            // If this cannot be written either, the exit code still tells.
            let _ = self.write(Line::Error(failure.to_wire()).to_string().as_bytes());
            let _ = self.world.stdout.flush();
        } else {
            let _ = self.world.stdout.flush();
            let text = failure.render(self.world.terminal.error_colour);
            let _ = self.world.stderr.write_all(text.as_bytes());
        }
        failure.exit()
    }

    /// Prints help and version as answers; any other message of the argument parser is an error.
    pub(crate) fn usage(&mut self, error: &clap::Error) -> Result<Exit, Failure> {
        if !error.use_stderr() {
            let styled = error.render();
            let plain = styled.to_string();
            let text =
                if self.world.terminal.colour { styled.ansi().to_string() } else { plain.clone() };
            self.answer(&text, TextResult { path: None, text: plain })?;
            return Ok(SUCCESS);
        }
        let text = error.render().to_string();
        let text = text.trim_end();
        if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            return Err(Failure::with_help("missing subcommand", text));
        }
        let text = text.strip_prefix("error: ").unwrap_or(text);
        let (message, rest) = text.split_once("\n\n").unwrap_or((text, ""));
        match rest {
            "" => Err(Failure::usage(message)),
            _ => Err(Failure::with_help(message, rest.trim())),
        }
    }

    /// A sink for engine events, and the live display that goes with it.
    pub(crate) fn reporter(&mut self) -> Reporter<'_> {
        let live = self.world.terminal.live && !self.quiet && !self.json;
        let target = match live {
            true => indicatif::ProgressDrawTarget::stderr(),
            false => indicatif::ProgressDrawTarget::hidden(),
        };
        let bar = indicatif::ProgressBar::with_draw_target(None, target);
        if let Ok(style) = indicatif::ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        let lines: Option<&mut (dyn Write + Send)> = match (self.json, self.quiet || live) {
            (true, _) => Some(&mut *self.world.stdout),
            (false, false) => Some(&mut *self.world.stderr),
            (false, true) => None,
        };
        Reporter { bar, json: self.json, lines: Mutex::new(lines), last_progress: Mutex::new(None) }
    }
}

/// The least time between two progress objects.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Shows the events of an engine: as JSON objects, as lines, or live on a terminal.
pub(crate) struct Reporter<'a> {
    bar: indicatif::ProgressBar,
    json: bool,
    lines: Mutex<Option<&'a mut (dyn Write + Send)>>,
    /// When the last progress object was written.
    last_progress: Mutex<Option<Instant>>,
}

impl Reporter<'_> {
    /// Shows an event. Write errors are ignored here, since writing the answer will report them.
    pub(crate) fn event(&self, event: &JobEvent) {
        let text = match event {
            JobEvent::Progress(progress) => progress_words(&progress.progress),
            JobEvent::Incumbent { objective: Some(it), .. } => format!("improved: {it}"),
            JobEvent::Incumbent { objective: None, .. } => "found a solution".to_owned(),
            JobEvent::Bound(bound) => format!("bound: {bound}"),
            // Told by the answer.
            JobEvent::Started { .. } | JobEvent::Listed(_) | JobEvent::Finished { .. } => return,
        };
        self.bar.set_message(text.clone());
        self.bar.tick();
        let line = match (self.json, event) {
            (true, JobEvent::Progress(_)) if !self.is_due() => None,
            (true, _) => Line::event(event).map(|line| line.to_string()),
            (false, JobEvent::Progress(_)) => None,
            (false, _) => Some(text + "\n"),
        };
        let (Some(line), Ok(mut lines)) = (line, self.lines.lock()) else { return };
        let Some(lines) = lines.as_mut() else { return };
        // Flushed, because a reader of the stream wants each event at once.
        let _ = lines.write_all(line.as_bytes()).and_then(|()| lines.flush());
    }

    /// Whether the next progress object is due.
    fn is_due(&self) -> bool {
        let Ok(mut last_progress) = self.last_progress.lock() else { return true };
        let due =
            last_progress.is_none_or(|last_progress| last_progress.elapsed() >= PROGRESS_INTERVAL);
        if due {
            *last_progress = Some(Instant::now());
        }
        due
    }

    /// Clears the live display.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// Progress for a person: the phase and all numbers.
fn progress_words(progress: &Progress) -> String {
    let numbers = progress.fields().into_iter().map(|(name, value)| format!("{name} {value}"));
    let numbers = numbers.collect::<Vec<_>>().join(", ");
    let colon = if numbers.is_empty() { "" } else { ": " };
    format!("{}{colon}{numbers}", progress.phase)
}

#[cfg(test)]
mod tests {
    use sixfold_solver::job::JobProgress;

    use super::*;

    /// Records the bytes of each flush.
    #[derive(Default)]
    struct FlushLog {
        waiting: String,
        seen: Vec<String>,
    }

    impl Write for FlushLog {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.waiting += &String::from_utf8_lossy(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.seen.push(std::mem::take(&mut self.waiting));
            Ok(())
        }
    }

    fn progress(conflicts: u64) -> JobEvent {
        let progress = Progress::of("SAT").counted("conflicts", conflicts);
        JobEvent::Progress(JobProgress { elapsed: Duration::ZERO, progress, rates: Vec::new() })
    }

    #[test]
    fn progress_is_told_in_words() {
        let progress = Progress::of("proof").done(2, 9, "units").counted("nodes", 5);
        assert_eq!(progress_words(&progress), "proof: units 2, of 9, nodes 5");
        assert_eq!(progress_words(&Progress::of("proof check")), "proof check");
    }

    /// Lines used to wait in a buffer until the end of the run.
    #[test]
    fn each_improvement_is_flushed_at_once() {
        let mut reader = FlushLog::default();
        let bar = indicatif::ProgressBar::hidden();
        let lines: &mut (dyn Write + Send) = &mut reader;
        let reporter = Reporter {
            bar,
            json: true,
            lines: Mutex::new(Some(lines)),
            last_progress: Mutex::new(Some(Instant::now() + Duration::from_secs(3600))),
        };
        let improved = JobEvent::Incumbent { objective: Some(7), solution: "1 2".to_owned() };
        reporter.event(&improved);
        // Progress is not due for an hour.
        reporter.event(&progress(1));
        reporter.event(&JobEvent::Bound(3));
        *reporter.last_progress.lock().unwrap() = None;
        reporter.event(&progress(2));
        reporter.finish();
        let wanted = [improved, JobEvent::Bound(3), progress(2)];
        let wanted = wanted.map(|event| Line::event(&event).unwrap().to_string());
        assert_eq!((reader.seen.as_slice(), &*reader.waiting), (&wanted[..], ""));
    }
}
