//! What a campaign would cost: the size of the search tree and the core hours, before any are spent.
//!
//! Two estimators. *Sampled units*: some of the engine's units, drawn at random, are done, and their mean time is scaled to
//! all. *Random dives* (Knuth 1975), where the engine has a search tree: each dive estimates the number of nodes without
//! bias, and a short run tells how many nodes a second has.
//!
//! Each unit that is done alone begins with naming all units, which a share of many units does once. So what that takes is
//! measured first and taken off: the quickest of some repetitions, so that what only the first one pays for (memory, caches)
//! does not count. Times are those of this thread on its processor, where the system tells them.
//!
//! Both give an interval in which the truth lies with about 95 %, if the sample is large enough for the central limit
//! theorem. Times of units and sizes of trees have long tails: a rare and huge unit that no sample has met is not in the
//! interval.
//!
//! Reference: Knuth, "Estimating the efficiency of backtrack programs", 1975.

use std::time::Duration;

use sixfold_host::Host;
use sixfold_host::machine::{WallClock, thread_time};
use sixfold_solver::{
    Aim, Clock as _, Cut, Event, Registry, Request, Run, SessionError, Stop, Tally, count, cut,
    sample_tree, solve,
};

use crate::error::CampaignError;
use crate::plan::CampaignVerb;
use crate::split::SplitBoard;
use crate::unit_list::UnitList;

/// What is to be estimated.
#[derive(Clone, PartialEq, Debug)]
pub struct EstimateRequest {
    /// The board.
    pub board: SplitBoard,
    /// What is done with it; a sweep is estimated by its boards.
    pub verb: CampaignVerb,
    /// The engine asked for by name.
    pub engine: Option<String>,
    /// Whether every unit writes a proof.
    pub prove: bool,
    /// Options of the engine.
    pub options: Vec<(String, String)>,
    /// How many units are done.
    pub sample: usize,
    /// How long each of them may take.
    pub time: Duration,
    /// How many dives are made.
    pub dives: usize,
    /// The seed of the sample.
    pub seed: u64,
}

/// A number with the interval in which it lies with about 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The estimate.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The mean of some samples, scaled.
    pub(crate) fn of(samples: &[f64], scale: f64) -> Option<Self> {
        let count = samples.len() as f64;
        if samples.is_empty() {
            return None;
        }
        let mean = samples.iter().sum::<f64>() / count;
        let squares = samples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>();
        let error = match samples.len() {
            1 => mean,
            _ => (squares / (count - 1.0) / count).sqrt(),
        };
        let half = quantile(samples.len()) * error;
        let low = (mean - half).max(0.0);
        Some(Self { mean: mean * scale, low: low * scale, high: (mean + half) * scale })
    }

    fn scaled(self, by: f64) -> Self {
        Self { mean: self.mean * by, low: self.low * by, high: self.high * by }
    }

    /// Whether a number lies in it.
    #[must_use]
    pub fn holds(&self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

/// The 97.5 % quantile of Student's t distribution for so many samples.
fn quantile(samples: usize) -> f64 {
    const TABLE: [f64; 10] = [12.71, 12.71, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31];
    match samples {
        0..10 => TABLE[samples],
        10..15 => 2.26,
        15..30 => 2.14,
        30..60 => 2.05,
        _ => 1.96,
    }
}

/// What a campaign would cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The engine.
    pub engine: &'static str,
    /// How many units it has.
    pub units: usize,
    /// The units that were done, with their seconds.
    pub finished: Vec<(String, f64)>,
    /// The units that took longer than they were allowed to.
    pub unfinished: Vec<String>,
    /// The core hours of all units by the sample. A unit that was not finished counts as if it had ended when it was
    /// stopped, so the truth is larger.
    pub by_units: Option<Interval>,
    /// The nodes of the search tree by random dives.
    pub nodes: Option<Interval>,
    /// How many nodes a second had in the units that were done.
    pub nodes_per_second: Option<f64>,
    /// The core hours by random dives.
    pub by_dives: Option<Interval>,
}

/// Estimates what a campaign would cost, with one thread.
///
/// # Errors
/// If the request is wrong, or its engine does not divide its work.
pub fn estimate(
    registry: Registry,
    request: &EstimateRequest,
    stop: &dyn Stop,
) -> Result<Estimate, CampaignError> {
    Estimator { registry, request, stop }.estimate()
}

/// Naming the units is repeated until it has taken so many seconds.
const LONG_ENOUGH: f64 = 0.1;

struct Estimator<'a> {
    registry: Registry,
    request: &'a EstimateRequest,
    stop: &'a dyn Stop,
}

/// The processor time of this thread since a start; the time of the clock, where the system does not tell.
struct Stopwatch {
    clock: WallClock,
    used: Option<Duration>,
}

impl Stopwatch {
    fn start() -> Self {
        Self { clock: WallClock::start(), used: thread_time() }
    }

    fn seconds(&self) -> f64 {
        let used = self.used.zip(thread_time());
        let used = used.map(|(before, now)| now.saturating_sub(before));
        used.unwrap_or_else(|| self.clock.elapsed()).as_secs_f64()
    }
}

/// What a sampled unit took.
struct Sampled {
    seconds: f64,
    nodes: u64,
    finished: bool,
}

impl Estimator<'_> {
    fn refused(&self) -> impl Fn(SessionError) -> CampaignError {
        let board = self.request.board.name.clone();
        move |error| CampaignError::Session { board: board.clone(), error: Box::new(error) }
    }

    fn aim(&self) -> Aim {
        match self.request.verb {
            CampaignVerb::Solve => Aim::Solve,
            CampaignVerb::Count | CampaignVerb::Sweep => Aim::Count(Tally::default()),
        }
    }

    fn question<'a>(
        &'a self,
        engine: Option<&'a str>,
        settings: &'a [(String, String)],
    ) -> Request<'a> {
        let EstimateRequest { board, prove, .. } = self.request;
        Request { text: &board.text, engine, prove: *prove, settings }
    }

    fn estimate(&self) -> Result<Estimate, CampaignError> {
        let request = self.request;
        let plain = Run::alone(request.seed, self.stop);
        let asked = self.question(request.engine.as_deref(), &request.options);
        let (cut, begin) = self.measured_cut(&asked, &plain)?;
        let question = self.question(Some(cut.engine), &request.options);
        let samples = sample_tree(self.registry, &question, self.aim(), request.dives, &plain);
        let samples = samples.map_err(self.refused())?.unwrap_or_default();
        let mut estimate = Estimate {
            engine: cut.engine,
            units: cut.units.len(),
            finished: Vec::new(),
            unfinished: Vec::new(),
            by_units: None,
            nodes: samples.and_then(|samples| Interval::of(&samples, 1.0)),
            nodes_per_second: None,
            by_dives: None,
        };
        let (mut times, mut seconds, mut nodes) = (Vec::new(), 0.0, 0_u64);
        let drawn = UnitList::drawn(0..cut.units.len(), self.request.sample, self.request.seed);
        for &index in drawn.numbers() {
            if self.stop.requested() {
                break;
            }
            let sampled = self.unit(cut.engine, index, cut.units.len())?;
            let searched = (sampled.seconds - begin).max(0.0);
            times.push(searched);
            seconds += searched;
            nodes += sampled.nodes;
            let name = cut.units[index].clone();
            match sampled.finished {
                true => estimate.finished.push((name, sampled.seconds)),
                false => estimate.unfinished.push(name),
            }
        }
        estimate.by_units = Interval::of(&times, cut.units.len() as f64 / 3600.0);
        if nodes > 0 && seconds > 0.0 {
            let rate = nodes as f64 / seconds;
            estimate.nodes_per_second = Some(rate);
            estimate.by_dives = estimate.nodes.map(|nodes| nodes.scaled(1.0 / rate / 3600.0));
        }
        Ok(estimate)
    }

    /// Names all units, and tells the least time that it took.
    fn measured_cut(
        &self,
        asked: &Request<'_>,
        run: &Run<'_>,
    ) -> Result<(Cut, f64), CampaignError> {
        let (mut least, mut all) = (f64::INFINITY, 0.0);
        loop {
            let watch = Stopwatch::start();
            let cut = cut(self.registry, asked, self.aim(), run).map_err(self.refused())?;
            let seconds = watch.seconds();
            least = least.min(seconds);
            all += seconds;
            if all >= LONG_ENOUGH || self.stop.requested() {
                return Ok((cut, least));
            }
        }
    }

    /// Does one unit of the engine: a share that has nothing else.
    fn unit(&self, engine: &str, index: usize, units: usize) -> Result<Sampled, CampaignError> {
        let mut settings = self.request.options.clone();
        settings.push(("share".to_owned(), format!("{}/{units}", index + 1)));
        let question = self.question(Some(engine), &settings);
        let host = Host::new(None)?;
        let (clock, watch) = (WallClock::start(), Stopwatch::start());
        let nodes = std::sync::atomic::AtomicU64::new(0);
        let sink = |event: &Event| {
            if let Event::Progress(progress) = event {
                let counted = progress.counters.iter().find(|(name, _)| *name == "nodes");
                let counted = counted.map_or(0, |&(_, number)| number);
                nodes.fetch_max(counted, std::sync::atomic::Ordering::Relaxed);
            }
        };
        let run = Run {
            clock: &clock,
            deadline: Some(self.request.time),
            outside: &host,
            sink: &sink,
            ..Run::alone(self.request.seed, self.stop)
        };
        let halt = match self.request.verb {
            CampaignVerb::Solve => {
                solve(self.registry, &question, &run).map_err(self.refused())?.halt()
            }
            CampaignVerb::Count | CampaignVerb::Sweep => {
                let report = count(self.registry, &question, &Tally::default(), &run);
                report.map_err(self.refused())?.halt
            }
        };
        let seconds = watch.seconds();
        Ok(Sampled { seconds, nodes: nodes.into_inner(), finished: halt.is_none() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_about_its_mean() {
        let interval = Interval::of(&[1.0, 2.0, 3.0, 2.0, 2.0], 10.0).unwrap();
        assert_eq!(interval.mean, 20.0);
        assert!(
            interval.low > 10.0 && interval.high < 30.0 && interval.holds(20.0),
            "{interval:?}"
        );
        assert_eq!(Interval::of(&[], 1.0), None);
        let one = Interval::of(&[4.0], 1.0).unwrap();
        assert!(one.low == 0.0 && one.high > 40.0, "one sample tells next to nothing: {one:?}");
    }
}
