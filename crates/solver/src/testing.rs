//! What the tests of several families share.

use std::sync::atomic::AtomicBool;

use crate::run::Run;

/// One thread without limits.
pub(crate) fn world(stop: &AtomicBool) -> Run<'_> {
    Run::alone(0, stop)
}

/// Random numbers for tests: the generator splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let once = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let twice = (once ^ once >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((twice ^ twice >> 31) % end as u64) as usize
    }
}
