//! The search for a best board: `descent` holds the incumbent and the bounds of each case, `schedule` shares
//! the work between cases and threads, `state` and `stage` make it resumable. `core_guided` searches from
//! below. `beam` keeps the best partial boards, `region` re-solves parts of a board (large neighbourhood search).

pub(crate) mod beam;
pub(crate) mod core_guided;
pub(crate) mod descent;
pub(crate) mod region;
pub(crate) mod schedule;
pub(crate) mod stage;
pub(crate) mod state;
