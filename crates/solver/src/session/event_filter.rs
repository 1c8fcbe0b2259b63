//! Between the engine and the listener: every incumbent is verified from its text before it is forwarded.
//!
//! Invariant: a listener hears of verified solutions only, each better than the one before and than the given
//! incumbent. An engine whose incumbent fails the verifier has lied: its run is cancelled and nothing more is
//! forwarded of its solutions.
//!
//! Order without a lock: threads find incumbents at the same time, and a worse one must not overtake a better one. So
//! an incumbent is compared and queued under a lock, and one thread at a time, marked by a flag, empties the queue.
//! It takes each event under the lock and forwards it after the lock is released. A slow listener delays that thread
//! and no other, and may call back into the session.
//!
//! Cost: one verification for each incumbent that is reported, on the thread that reports it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sixfold_puzzle::{Goal, Puzzle};

use super::incumbent::Incumbent;
use super::request::Problem;
use super::verified::verified_canonical;
use crate::claim::{Witness, better};
use crate::run::Event;

/// Verifies and orders the incumbents of a run.
pub(super) struct EventFilter<'a> {
    rules: &'static dyn Puzzle,
    instance: &'a str,
    goal: Goal,
    listener: &'a (dyn Fn(&Event) + Sync),
    /// Set when the engine has lied.
    cancelled: AtomicBool,
    news: Mutex<News>,
}

/// What is known and what is still to be forwarded.
struct News {
    /// The best solution: given, or reported and verified.
    best: Option<Witness>,
    waiting: VecDeque<Event>,
    /// Whether a thread empties the queue.
    forwarding: bool,
    lie: Option<String>,
}

impl<'a> EventFilter<'a> {
    /// A filter for a run that starts from a verified incumbent, if there is one.
    pub(super) fn new(
        problem: &'a Problem,
        given: Option<&Incumbent>,
        listener: &'a (dyn Fn(&Event) + Sync),
    ) -> Self {
        let best = given.map(|given| Witness {
            text: given.solution.clone(),
            objective: Some(given.objective.clone()),
        });
        let news = News { best, waiting: VecDeque::new(), forwarding: false, lie: None };
        Self {
            rules: problem.rules(),
            instance: &problem.puzzle.text,
            goal: problem.puzzle.goal,
            listener,
            cancelled: AtomicBool::new(false),
            news: Mutex::new(news),
        }
    }

    fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flag that is set when the engine has lied: its run must stop.
    pub(super) fn cancelled(&self) -> &AtomicBool {
        &self.cancelled
    }

    /// What was wrong with the first incumbent that was wrong.
    pub(super) fn lie(&self) -> Option<String> {
        self.news().lie.clone()
    }

    /// The best solution: given, or reported and verified.
    pub(super) fn best(&self) -> Option<Witness> {
        self.news().best.clone()
    }

    /// Takes an event of the engine.
    pub(super) fn take(&self, event: &Event) {
        let Event::Improved { objective, solution } = event else {
            return (self.listener)(event);
        };
        match self.examined(*objective, solution) {
            Ok(witness) => self.offer(witness),
            Err(problem) => {
                self.cancelled.store(true, Ordering::Relaxed);
                self.news().lie.get_or_insert(problem);
            }
        }
    }

    /// Verifies an incumbent and what is said of it.
    fn examined(&self, objective: Option<i128>, solution: &str) -> Result<Witness, String> {
        let witness = verified_canonical(self.rules, self.instance, solution)?;
        if witness.value() == objective {
            return Ok(witness);
        }
        let words = |value: Option<i128>| value.map_or("none".to_owned(), |it| it.to_string());
        let (claimed, verified) = (words(objective), words(witness.value()));
        Err(format!("it reports a solution with objective {claimed}, which is {verified}"))
    }

    /// Takes a verified solution, and forwards it if it is better than the best.
    pub(super) fn offer(&self, witness: Witness) {
        let mut news = self.news();
        let improves = news.best.as_ref().is_none_or(|best| {
            let values = witness.value().zip(best.value());
            values.is_some_and(|(value, best)| better(self.goal, value, best))
        });
        if !improves || news.lie.is_some() {
            return;
        }
        let (objective, solution) = (witness.value(), witness.text.clone());
        news.waiting.push_back(Event::Improved { objective, solution });
        news.best = Some(witness);
        let busy = std::mem::replace(&mut news.forwarding, true);
        drop(news);
        if !busy {
            self.forward();
        }
    }

    /// Empties the queue. The thread that does so has set `forwarding`.
    fn forward(&self) {
        while let Some(event) = self.next() {
            (self.listener)(&event);
        }
    }

    fn next(&self) -> Option<Event> {
        let mut news = self.news();
        let event = news.waiting.pop_front();
        news.forwarding = event.is_some();
        event
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;

    use super::*;

    const ONES: &str = " 1 1\n1 1 1\n 1 1\n";
    const BETTER: &str = " 1 2\n1 1 1\n 1 1\n";

    fn problem() -> Problem {
        Problem::read(crate::REGISTRY, "neighbors 2\n? ?\n? ? ?\n? ?\n").unwrap()
    }

    fn improved(problem: &Problem, solution: &str) -> Event {
        let witness = verified_canonical(problem.rules(), &problem.puzzle.text, solution).unwrap();
        Event::Improved { objective: witness.value(), solution: witness.text }
    }

    #[test]
    fn only_better_solutions_pass() {
        let (problem, heard) = (problem(), Mutex::new(Vec::new()));
        let listener = |event: &Event| heard.lock().unwrap().push(event.clone());
        let filter = EventFilter::new(&problem, None, &listener);
        let [ones, better] = [ONES, BETTER].map(|text| improved(&problem, text));
        for event in [&ones, &ones, &better, &ones] {
            filter.take(event);
        }
        assert_eq!(*heard.lock().unwrap(), [ones, better]);
        assert_eq!(filter.best().unwrap().text, BETTER);
        assert_eq!(filter.lie(), None);
    }

    #[test]
    fn nothing_passes_after_a_lie() {
        let (problem, heard) = (problem(), Mutex::new(Vec::new()));
        let listener = |event: &Event| heard.lock().unwrap().push(event.clone());
        let filter = EventFilter::new(&problem, None, &listener);
        filter.take(&Event::Improved { objective: Some(11), solution: ONES.to_owned() });
        assert!(filter.cancelled().load(Ordering::Relaxed));
        filter.take(&improved(&problem, ONES));
        assert_eq!(*heard.lock().unwrap(), []);
        let lie = "it reports a solution with objective 11, which is 12";
        assert_eq!(filter.lie().as_deref(), Some(lie));
    }

    /// While the listener is busy with one incumbent, another thread reports the next: it does not wait, and its
    /// incumbent comes second. With a lock held the two threads would wait for each other.
    #[test]
    fn a_busy_listener_keeps_nobody_waiting_and_hears_all_in_order() {
        let (problem, heard) = (problem(), Mutex::new(Vec::new()));
        let [ones, better] = [ONES, BETTER].map(|text| improved(&problem, text));
        let busy = Barrier::new(2);
        let listener = |event: &Event| {
            if *event == ones {
                busy.wait();
                busy.wait();
            }
            heard.lock().unwrap().push(event.clone());
        };
        let filter = EventFilter::new(&problem, None, &listener);
        thread::scope(|scope| {
            scope.spawn(|| {
                busy.wait();
                filter.take(&better);
                busy.wait();
            });
            filter.take(&ones);
        });
        assert_eq!(*heard.lock().unwrap(), [ones, better]);
    }
}
