//! The border of the module: bytes in its memory.
//!
//! Safety: the worker hands over only places that [`reserve`] gave it, with the lengths it asked for, each once. There is
//! one thread.

use std::alloc::{Layout, alloc, dealloc};
use std::panic::set_hook;
use std::slice;
use std::sync::Once;
use std::time::Duration;

use sixfold_solver::Clock;

use crate::module::{answered, worked};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    fn now() -> f64;
    fn event(place: *const u8, length: usize);
    fn panic(place: *const u8, length: usize);
}

/// The clock of the worker.
struct PageClock {
    /// In milliseconds.
    begun: f64,
}

impl PageClock {
    fn start() -> Self {
        // SAFETY: it takes and returns a number.
        Self { begun: unsafe { now() } }
    }
}

impl Clock for PageClock {
    fn elapsed(&self) -> Duration {
        // SAFETY: as above.
        let milliseconds = unsafe { now() } - self.begun;
        Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
    }
}

/// Says why the module traps, before it does.
fn hear_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        set_hook(Box::new(|reason| {
            let words = reason.to_string();
            // SAFETY: the worker copies the bytes before it returns.
            unsafe { panic(words.as_ptr(), words.len()) }
        }));
    });
}

fn layout(length: usize) -> Layout {
    Layout::array::<u8>(length.max(1)).expect("a length of a memory of 32 bits")
}

/// A place for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    // SAFETY: the layout has a size.
    unsafe { alloc(layout(length)) }
}

/// Takes the bytes of a place that [`reserve`] gave.
fn taken(place: *mut u8, length: usize) -> String {
    // SAFETY: `place` is from `reserve(length)`, is filled, and is not used again.
    let bytes = unsafe { slice::from_raw_parts(place, length) }.to_vec();
    unsafe { dealloc(place, layout(length)) };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Answers a request without an engine: the length in four bytes, then the lines.
#[unsafe(no_mangle)]
pub extern "C" fn ask(place: *mut u8, length: usize) -> *mut u8 {
    hear_panics();
    let answer = answered(&taken(place, length));
    let size = u32::try_from(answer.len()).unwrap_or(u32::MAX).to_le_bytes();
    let bytes = [&size, answer.as_bytes()].concat();
    Box::leak(bytes.into_boxed_slice()).as_mut_ptr()
}

/// Gives an answer back.
#[unsafe(no_mangle)]
pub extern "C" fn release(place: *mut u8) {
    // SAFETY: `place` is from `ask`, which wrote the length of the rest in front.
    let size = unsafe { slice::from_raw_parts(place, 4) };
    let length = size.iter().rev().fold(0, |sum: usize, &byte| sum << 8 | usize::from(byte));
    drop(unsafe { Box::from_raw(slice::from_raw_parts_mut(place, length + 4)) });
}

/// Works on a request for an engine until it is done.
#[unsafe(no_mangle)]
pub extern "C" fn run(place: *mut u8, length: usize) -> i32 {
    hear_panics();
    // SAFETY: the worker copies the bytes before it returns.
    let tell = |line: &str| unsafe { event(line.as_ptr(), line.len()) };
    worked(&taken(place, length), PageClock::start(), tell);
    0
}
