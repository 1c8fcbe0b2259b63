//! What all requests share.

use std::path::PathBuf;
use std::sync::Arc;

use sixfold_solver::Registry;
use tokio::sync::Semaphore;

use crate::ask::Asks;
use crate::guard::Guard;
use crate::jobs::JobTable;
use crate::options::Limits;

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) registry: Registry,
    pub(crate) limits: Limits,
    pub(crate) guard: Guard,
    pub(crate) asks: Asks,
    /// Streams of events, and downloads of proofs.
    pub(crate) streams: Arc<Semaphore>,
    pub(crate) jobs: Arc<JobTable>,
    /// The folder that replaces the embedded page.
    pub(crate) page: Option<PathBuf>,
}

/// The state of the routes.
pub(crate) type App = Arc<Shared>;
