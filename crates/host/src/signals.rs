//! The signals that ask a program to end. They set flags; no thread waits for them, since starting one takes longer than
//! checking a board.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::{consts, flag};

#[cfg(unix)]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM, consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM];

/// From now on the first signal sets the flag `stop`. If `idle` is set, or the second time, the process exits at once with
/// code 130.
pub fn catch(stop: &Arc<AtomicBool>, idle: &Arc<AtomicBool>) {
    for &signal in SIGNALS {
        // Flags are tested and set in this order. Without a handler a signal simply ends the program, which is acceptable.
        let exit = flag::register_conditional_shutdown(signal, 130, Arc::clone(idle));
        let told = exit.and_then(|_| flag::register(signal, Arc::clone(stop)));
        let _ = told.and_then(|_| flag::register(signal, Arc::clone(idle)));
    }
}
