//! Output streams: the answer on standard output, remarks and progress on standard error.
//!
//! With `--json` standard output has one JSON object per line and standard error stays empty.

use std::io::{self, Read, Write};
use std::sync::Mutex;
use std::time::Duration;

use sixfold_solver::Progress;
use sixfold_solver::job::{JobEvent, JobProgress, Pace};
use sixfold_wire::{Begin, End, Line, ResultData, TextResult};

use crate::failure::Failure;
use crate::world::World;
use sixfold_service::{LiveLine, folded};
pub(crate) use sixfold_service::{NEGATIVE, STOPPED, SUCCESS, outcome_exit};

/// How the program ended, as an exit code.
pub(crate) type Exit = u8;

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

    /// Writes a part of the answer, such as the bytes of a picture file.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
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

    /// Whether the reader of the answer has closed the pipe.
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

    /// A text for people as wide as the terminal, if there is one.
    pub(crate) fn fitted(&self, text: &str) -> String {
        let columns = self.world.terminal.columns.filter(|_| !self.json);
        columns.map_or(text.to_owned(), |columns| folded(text, columns))
    }

    /// The answer where it is one text for both.
    pub(crate) fn text(&mut self, text: String) -> Result<(), Failure> {
        if self.json {
            return self.answer("", TextResult { path: None, text });
        }
        self.write(text.as_bytes())
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
        let usage = rest.lines().find(|line| line.starts_with("Usage:"));
        let tips = rest.lines().filter_map(|line| line.trim().strip_prefix("tip: "));
        match tips.chain(usage).next() {
            None => Err(Failure::usage(message)),
            Some(help) => Err(Failure::with_help(message, help)),
        }
    }

    /// Whether progress is shown live.
    pub(crate) fn is_live(&self) -> bool {
        self.world.terminal.live && !self.quiet && !self.json
    }

    /// A sink for engine events, and the live display that goes with it, beside the best known result.
    pub(crate) fn reporter(&mut self, known: Option<i128>) -> Reporter<'_> {
        let live = self.is_live();
        let target = match live {
            true => indicatif::ProgressDrawTarget::stderr(),
            false => indicatif::ProgressDrawTarget::hidden(),
        };
        let bar = indicatif::ProgressBar::with_draw_target(None, target);
        // Cut at the width of the terminal, and redrawn by a timer: an engine may be silent for long.
        if let Ok(style) = indicatif::ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
        {
            bar.set_style(style);
        }
        if live {
            bar.enable_steady_tick(Duration::from_millis(125));
        }
        let lines: Option<&mut (dyn Write + Send)> = match (self.json, self.quiet || live) {
            (true, _) => Some(&mut *self.world.stdout),
            (false, false) => Some(&mut *self.world.stderr),
            (false, true) => None,
        };
        let words = Mutex::new(LiveLine::against(known));
        Reporter { bar, words, json: self.json, lines: Mutex::new(lines), pace: Pace::default() }
    }
}

/// Shows the events of an engine: as JSON objects, as lines, or live on a terminal.
pub(crate) struct Reporter<'a> {
    bar: indicatif::ProgressBar,
    words: Mutex<LiveLine>,
    json: bool,
    lines: Mutex<Option<&'a mut (dyn Write + Send)>>,
    pace: Pace,
}

impl Reporter<'_> {
    /// Shows an event. Write errors are ignored here, since writing the answer will report them.
    pub(crate) fn event(&self, event: &JobEvent) {
        let text = match event {
            JobEvent::Progress(progress) => progress.progress.to_string(),
            JobEvent::Incumbent { objective: Some(it), .. } => format!("best so far: {it}"),
            JobEvent::Incumbent { objective: None, .. } => "found a solution".to_owned(),
            JobEvent::Bound(bound) => format!("bound: {bound}"),
            // Told by the answer.
            JobEvent::Started { .. } | JobEvent::Listed(_) | JobEvent::Finished { .. } => return,
        };
        if let Ok(mut words) = self.words.lock() {
            self.bar.set_message(words.after(event));
        }
        let line = match (self.json, event) {
            (true, JobEvent::Progress(it)) if !self.pace.is_due(it.elapsed) => None,
            (true, _) => Line::event(event).map(|line| line.to_string()),
            (false, JobEvent::Progress(_)) => None,
            (false, _) => Some(text + "\n"),
        };
        let (Some(line), Ok(mut lines)) = (line, self.lines.lock()) else { return };
        let Some(lines) = lines.as_mut() else { return };
        // Flushed, because a reader of the stream wants each event at once.
        let _ = lines.write_all(line.as_bytes()).and_then(|()| lines.flush());
    }

    /// Shows progress of work that no engine does, where there is a live display.
    pub(crate) fn show(&self, elapsed: Duration, progress: Progress) {
        if !self.bar.is_hidden() && self.pace.is_due(elapsed) {
            let rates = Vec::new();
            self.event(&JobEvent::Progress(JobProgress { elapsed, progress, rates }));
        }
    }

    /// Clears the live display.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}
