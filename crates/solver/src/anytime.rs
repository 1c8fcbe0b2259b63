//! Benchmarks of anytime search: how good the solution is after a fixed time.

use std::time::Duration;

use crate::benchmark::Metric;
use crate::registry::Registry;
use crate::run::Run;
use crate::session::{Request, solve};

/// The metric of [`after_ten_seconds`].
pub(crate) const fn above_best(target: f64) -> Metric {
    Metric { name: "above the best known", unit: "%", target: Some(target) }
}

/// How far the solution of a run of ten seconds with one thread is above the best known, in percent.
pub(crate) fn after_ten_seconds(
    registry: Registry,
    text: &str,
    best: i128,
    run: &Run<'_>,
) -> Result<Vec<f64>, String> {
    let deadline = Some(run.clock.elapsed() + Duration::from_secs(10));
    let run = Run { threads: 1, deadline, ..*run };
    let request = Request { text, engine: None, prove: false, settings: &[] };
    let report = solve(registry, &request, &run);
    let report = report.map_err(|error| error.to_string())?;
    let found = report.objective().ok_or_else(|| report.words())?;
    Ok(vec![100.0 * (found.value - best) as f64 / best as f64])
}
