//! Bodies: reading those of requests with limits, and sending those of replies piece by piece.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use axum::http::{HeaderMap, StatusCode};
use hyper::body::{Body as _, Frame};
use serde::de::DeserializeOwned;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::reply::Refusal;

/// The most values of a large body.
const MAX_VALUES: usize = 1000;

/// Reads a body of at most so many bytes within a time.
///
/// # Errors
/// If it is longer, compressed, or does not come in time.
pub(crate) async fn read(
    headers: &HeaderMap,
    body: Body,
    limit: usize,
    time: Duration,
) -> Result<Vec<u8>, Refusal> {
    if headers.contains_key(CONTENT_ENCODING) {
        let message = "a compressed body is not accepted";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    if length(headers).is_some_and(|length| length > limit as u64) {
        return Err(too_large(limit));
    }
    let late = |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time");
    timeout(time, collect(body, limit)).await.map_err(late)?
}

/// The length that the head of a request tells.
pub(crate) fn length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The refusal of a body that is too large.
pub(crate) fn too_large(limit: usize) -> Refusal {
    let message = format!("the body is larger than the limit of {limit} bytes");
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
}

async fn collect(mut body: Body, limit: usize) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    loop {
        let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
        match frame.await {
            None => return Ok(bytes),
            Some(Err(_)) => {
                let message = "the body ended before its end";
                return Err(Refusal::new(StatusCode::BAD_REQUEST, message));
            }
            Some(Ok(frame)) => {
                let data = frame.into_data().unwrap_or_default();
                if data.len() > limit - bytes.len() {
                    return Err(too_large(limit));
                }
                bytes.extend_from_slice(&data);
            }
        }
    }
}

/// Reads a value from JSON.
///
/// # Errors
/// If it is not one; the message says what was expected.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| {
        let message = format!("the body is no request: {error}");
        Refusal::new(StatusCode::BAD_REQUEST, message)
    })
}

/// Refuses a large body of many values, which would need many times its size in memory. A request with a proof has few.
///
/// # Errors
/// If there are too many.
pub(crate) fn refuse_many_values(bytes: &[u8]) -> Result<(), Refusal> {
    let (mut values, mut quoted, mut escaped) = (0, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b',' | b'[' | b'{' if !quoted => values += 1,
            _ => {}
        }
    }
    if values <= MAX_VALUES {
        return Ok(());
    }
    let message = format!("a body of this size has {values} values; expected at most {MAX_VALUES}");
    Err(Refusal::new(StatusCode::BAD_REQUEST, message))
}

/// A body whose pieces come through a channel. It ends when the sender is dropped.
pub(crate) struct Pieces(mpsc::Receiver<Bytes>);

/// A body and the way into it. One piece waits at most, beside what the connection has buffered.
pub(crate) fn pieces() -> (mpsc::Sender<Bytes>, Body) {
    let (sender, receiver) = mpsc::channel(1);
    (sender, Body::new(Pieces(receiver)))
}

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| Ok(Frame::data(piece))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_outside_of_texts() {
        let text = ",[{".repeat(1000);
        let few = format!(r#"{{"proof":"{text}\\",{}}}"#, r#""a\",":1,"#.repeat(900));
        assert!(refuse_many_values(few.as_bytes()).is_ok());
        assert!(refuse_many_values(format!(r#"{{"proof":[{text}]}}"#).as_bytes()).is_err());
        assert!(refuse_many_values(format!(r#"{{"proof":"\\",{text}}}"#).as_bytes()).is_err());
    }
}
