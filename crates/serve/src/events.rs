//! Server-sent events: the log of a job, past events first, then as they come.
//!
//! Each watcher has a task that reads the log at the pace of its client. What waits for a client is one piece of the log
//! and the buffer of its connection. A client that takes nothing for some time loses the stream, and may come back with
//! the number of the last event that it saw.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{sleep, timeout};

use crate::body::pieces;
use crate::jobs::Record;
use crate::options::Limits;
use crate::reply::{Refusal, typed};

/// About the size of a piece of the log.
const PIECE: usize = 64 << 10;
/// How soon a browser comes back after the stream broke.
const RETRY: &str = "retry: 1000\n\n";
const HEARTBEAT: &str = ": still here\n\n";

/// The number of the first event that a watcher wants.
///
/// # Errors
/// If it is not a number.
pub(crate) fn first(uri: &Uri, headers: &HeaderMap) -> Result<u64, Refusal> {
    let wrong = |what| {
        let message = format!("{what} is not a number");
        Refusal::new(StatusCode::BAD_REQUEST, message)
    };
    // A browser that comes back repeats the old address, so its last event counts.
    if let Some(last) = headers.get("last-event-id") {
        let last = last.to_str().ok().and_then(|text| text.parse::<u64>().ok());
        return last.map(|last| last.saturating_add(1)).ok_or_else(|| wrong("Last-Event-ID"));
    }
    let pairs = uri.query().unwrap_or_default().split('&');
    match pairs.filter_map(|pair| pair.strip_prefix("from=")).next_back() {
        None => Ok(1),
        Some(from) => from.parse().map_err(|_| wrong("`from`")),
    }
}

/// A place among the streams.
///
/// # Errors
/// If there are too many.
pub(crate) fn place(streams: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
    Arc::clone(streams).try_acquire_owned().map_err(|_| {
        let message = "there are too many open streams, which is the limit";
        let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, message);
        refusal.help("close a page of sixfold, or stop watching a job")
    })
}

/// The stream of a job's events. There is none (204, which keeps a browser from coming back) if the last event is past.
pub(crate) fn stream(
    record: Arc<Record>,
    from: u64,
    limits: &Limits,
    place: OwnedSemaphorePermit,
) -> Response {
    let first = record.log.piece(from, 1);
    if first.over && first.text.is_empty() {
        return StatusCode::NO_CONTENT.into_response();
    }
    let (sender, body) = pieces();
    let (heartbeat, stall) = (limits.heartbeat, limits.stall_time);
    tokio::spawn(async move {
        feed(&record, from, &sender, heartbeat, stall).await;
        drop(place);
    });
    typed(StatusCode::OK, "text/event-stream", body)
}

async fn feed(
    record: &Record,
    from: u64,
    sender: &mpsc::Sender<Bytes>,
    heartbeat: Duration,
    stall: Duration,
) {
    let mut news = record.log.subscribe();
    let (mut next, mut text) = (from, RETRY.to_owned());
    loop {
        // What is added from here on is news.
        news.mark_unchanged();
        let piece = record.log.piece(next, PIECE);
        (next, text) = (piece.next, text + &piece.text);
        let sent = !text.is_empty();
        if sent {
            let sending = sender.send(Bytes::from(std::mem::take(&mut text)));
            if !matches!(timeout(stall, sending).await, Ok(Ok(()))) {
                return;
            }
        }
        if piece.over {
            return;
        }
        if !sent {
            tokio::select! {
                changed = news.changed() => if changed.is_err() { return },
                () = sender.closed() => return,
                () = sleep(heartbeat) => text.push_str(HEARTBEAT),
            }
        }
    }
}
