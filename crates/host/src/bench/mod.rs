//! Measuring: benchmark cases over several seeds, and how engines keep to their limits.
//!
//! `solver` says what a case measures; this says how often, in which process, and what is left of it.

mod cases;
mod jobs;
mod limits;
mod processes;
mod scaling;

pub use self::cases::{Measurement, chosen, draw_pictures, groups, measure};
pub use self::jobs::JOBS;
pub use self::limits::{
    CEILING, Excess, LIMITS, LimitMetric, METRICS, measure_excess, measure_in_child,
};
pub use self::processes::count_instructions;
pub use self::scaling::SCALING;
