//! sixfold for a worker of a browser: a WebAssembly module that takes requests as JSON and answers with lines.
//!
//! The border is as small as it can be: bytes in the module's memory. A worker writes a request into what `reserve`
//! gives it, calls `ask` or `run`, and reads lines, one JSON object each. No generator of bindings is needed, and
//! nothing but the compiler makes the module.
//!
//! | the module offers | |
//! |---|---|
//! | `reserve(length)` | a place for so many bytes |
//! | `ask(place, length)` | takes a request without an engine; the place of the answer: its length in four bytes, then its bytes |
//! | `run(place, length)` | takes a request for an engine and works until it is done; every line is handed to `event` |
//! | `release(place)` | gives an answer back |
//!
//! | the module needs, from `page` | |
//! |---|---|
//! | `now()` | milliseconds of a clock that never goes back |
//! | `event(place, length)` | hears a line of a running job |
//! | `panic(place, length)` | hears why the module is about to trap |

mod module;
#[cfg(target_arch = "wasm32")]
pub mod outside;

pub use module::{answered, worked};
