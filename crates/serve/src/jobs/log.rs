//! The log of a job: its events as text, numbered, bounded, read by any number of watchers.
//!
//! A worker only appends under a short lock; a watcher copies what it has not seen, and waits on a channel that holds
//! no events. So no watcher ever delays a worker, and a slow one costs nothing.
//!
//! Invariant: numbers grow, and every event is either in the log or was replaced by newer ones. Of progress only the
//! newest is kept. Of better solutions and bounds, every second is dropped when there are too many, but never the
//! newest. Results and the end are always kept.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sixfold_wire::Line;
use tokio::sync::watch;

use crate::options::Limits;

/// How long an event is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Keeping {
    /// Until the next one of its kind.
    Newest,
    /// As long as there are not too many.
    Thinned,
    /// Always.
    Always,
}

/// An event as it is sent.
#[derive(Debug)]
struct Event {
    number: u64,
    keeping: Keeping,
    text: String,
}

#[derive(Default, Debug)]
struct Events {
    kept: Vec<Event>,
    /// The number of the last event.
    last: u64,
    bytes: usize,
    /// How many events may be thinned, and their size.
    thinned: usize,
    thinned_bytes: usize,
    closed: bool,
}

/// The log of a job.
#[derive(Debug)]
pub(crate) struct Log {
    events: Mutex<Events>,
    news: watch::Sender<()>,
    improvements: usize,
    improvement_bytes: usize,
}

/// What a watcher takes from a log at once.
pub(crate) struct Piece {
    /// The events as they are sent to a browser.
    pub(crate) text: String,
    /// The number of the next event.
    pub(crate) next: u64,
    /// Whether there will be none.
    pub(crate) over: bool,
}

impl Log {
    /// An empty log.
    pub(crate) fn new(limits: &Limits) -> Self {
        let Limits { improvements, improvement_bytes, .. } = *limits;
        let news = watch::Sender::new(());
        Self { events: Mutex::default(), news, improvements, improvement_bytes }
    }

    /// The log of a job that is over.
    pub(crate) fn closed(limits: &Limits, events: Vec<(u64, String)>) -> Self {
        let log = Self::new(limits);
        let mut inner = log.events();
        for (number, text) in events {
            inner.bytes += text.len();
            inner.last = number;
            inner.kept.push(Event { number, keeping: Keeping::Always, text });
        }
        inner.closed = true;
        drop(inner);
        log
    }

    fn events(&self) -> MutexGuard<'_, Events> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, told so many seconds after the beginning. Nothing is added to a log that is closed.
    pub(crate) fn add(&self, line: &Line, seconds: f64) {
        let Ok(data) = serde_json::to_string(line) else { return };
        let keeping = match line {
            Line::Progress(_) => Keeping::Newest,
            Line::Improved(_) | Line::Bound(_) => Keeping::Thinned,
            _ => Keeping::Always,
        };
        let mut events = self.events();
        if events.closed {
            return;
        }
        events.last += 1;
        let number = events.last;
        let text = format!("{{\"number\":{number},\"at\":{seconds:.3},\"line\":{data}}}");
        events.push(Event { number, keeping, text });
        while events.thinned > self.improvements.max(1)
            || (events.thinned_bytes > self.improvement_bytes && events.thinned > 1)
        {
            events.thin();
        }
        drop(events);
        self.news.send_replace(());
    }

    /// Ends the log.
    pub(crate) fn close(&self) {
        self.events().closed = true;
        self.news.send_replace(());
    }

    /// The number of the last event, and the size of all.
    pub(crate) fn size(&self) -> (u64, usize) {
        let events = self.events();
        (events.last, events.bytes)
    }

    /// Tells of every change from now on.
    pub(crate) fn subscribe(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }

    /// The events from a number on, as server-sent events; about so many bytes of them.
    pub(crate) fn piece(&self, from: u64, bytes: usize) -> Piece {
        let events = self.events();
        let first = events.kept.partition_point(|event| event.number < from);
        let mut piece = Piece { text: String::new(), next: from, over: false };
        for Event { number, text, .. } in &events.kept[first..] {
            if piece.text.len() >= bytes {
                return piece;
            }
            piece.text.push_str(&format!("id: {number}\ndata: {text}\n\n"));
            piece.next = number + 1;
        }
        piece.over = events.closed;
        piece
    }

    /// All events, one a line.
    pub(crate) fn lines(&self) -> (usize, String) {
        let events = self.events();
        let text = events.kept.iter().map(|event| event.text.as_str());
        (events.kept.len(), text.flat_map(|text| [text, "\n"]).collect())
    }
}

impl Events {
    fn push(&mut self, event: Event) {
        match event.keeping {
            Keeping::Newest => self.drop_if(|old| old.keeping == Keeping::Newest),
            Keeping::Thinned => {
                self.thinned += 1;
                self.thinned_bytes += event.text.len();
            }
            Keeping::Always => {}
        }
        self.bytes += event.text.len();
        self.kept.push(event);
    }

    /// Drops every second of the events that may be thinned, but not the newest.
    fn thin(&mut self) {
        let count = self.thinned;
        let mut seen = 0;
        self.drop_if(|event| {
            seen += usize::from(event.keeping == Keeping::Thinned);
            event.keeping == Keeping::Thinned && !(count - seen).is_multiple_of(2)
        });
    }

    fn drop_if(&mut self, mut dropped: impl FnMut(&Event) -> bool) {
        let Self { kept, bytes, thinned, thinned_bytes, .. } = self;
        kept.retain(|event| {
            let dropped = dropped(event);
            if dropped {
                *bytes -= event.text.len();
            }
            if dropped && event.keeping == Keeping::Thinned {
                *thinned -= 1;
                *thinned_bytes -= event.text.len();
            }
            !dropped
        });
    }
}

#[cfg(test)]
mod tests {
    use sixfold_wire::{Bound, End, Improved, Progress};

    use super::*;

    fn improved(objective: i128) -> Line {
        let solution = "x".repeat(100);
        Line::Improved(Improved { objective: Some(objective), solution })
    }

    fn numbers(log: &Log) -> Vec<u64> {
        let text = log.piece(1, usize::MAX).text;
        let ids = text.lines().filter_map(|line| line.strip_prefix("id: "));
        ids.map(|id| id.parse().unwrap()).collect()
    }

    #[test]
    fn of_progress_only_the_newest_is_kept() {
        let log = Log::new(&Limits::default());
        for _ in 0..5 {
            log.add(&Line::Progress(Progress::default()), 0.5);
            log.add(&Line::Bound(Bound { bound: 1 }), 0.5);
        }
        assert_eq!(numbers(&log), [2, 4, 6, 8, 9, 10]);
        let piece = log.piece(9, usize::MAX);
        assert!(piece.text.starts_with("id: 9\ndata: {\"number\":9,\"at\":0.500,\"line\":{"));
        assert_eq!((piece.next, piece.over), (11, false));
    }

    #[test]
    fn better_solutions_are_thinned_and_the_newest_stays() {
        let log = Log::new(&Limits { improvements: 8, ..Limits::default() });
        (0..1000).for_each(|objective| log.add(&improved(objective), 0.0));
        let kept = numbers(&log);
        assert!(kept.len() <= 8 && kept.len() >= 4, "{kept:?}");
        assert_eq!(kept.last(), Some(&1000));
        assert!(kept[0] < 300, "the shape of the whole run stays: {kept:?}");
        let small = Log::new(&Limits { improvement_bytes: 10, ..Limits::default() });
        (0..10).for_each(|objective| small.add(&improved(objective), 0.0));
        assert_eq!(numbers(&small), [10]);
        assert_eq!(small.size().1, small.events().kept[0].text.len());
    }

    #[test]
    fn pieces_follow_each_other_up_to_the_end() {
        let log = Log::new(&Limits::default());
        (0..10).for_each(|objective| log.add(&improved(objective), 0.0));
        log.add(&Line::End(End { exit: 0 }), 1.0);
        log.close();
        log.add(&improved(11), 2.0);
        let (mut next, mut text, mut pieces) = (1, String::new(), 0);
        loop {
            let piece = log.piece(next, 300);
            text.push_str(&piece.text);
            (next, pieces) = (piece.next, pieces + 1);
            if piece.over {
                break;
            }
        }
        assert_eq!((next, pieces), (12, 6));
        assert_eq!(text, log.piece(1, usize::MAX).text);
        let piece = log.piece(12, 300);
        assert!(piece.over && piece.text.is_empty());
    }
}
