//! Proofs as downloads. They may be larger than the memory, so they are read piece by piece.

use std::fs::File;
use std::io::{Read, Seek as _};
use std::path::Path;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_DISPOSITION, CONTENT_ENCODING};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::body::pieces;
use crate::reply::{Refusal, typed};

/// The size of a piece.
const PIECE: usize = 64 << 10;

/// A stored proof. A large one is stored compressed, and the browser opens it.
///
/// # Errors
/// If it cannot be read, or the client takes no compressed body.
pub(crate) fn download(
    path: &Path,
    headers: &HeaderMap,
    stall: Duration,
    place: OwnedSemaphorePermit,
) -> Result<Response, Refusal> {
    let gone = |_| Refusal::new(StatusCode::NOT_FOUND, "the proof is no longer there");
    let mut file = File::open(path).map_err(gone)?;
    let mut start = [0; 2];
    let compressed = file.read_exact(&mut start).is_ok() && start == [0x1f, 0x8b];
    file.rewind().map_err(gone)?;
    let (sender, body) = pieces();
    let mut response = typed(StatusCode::OK, "text/plain; charset=utf-8", body);
    let mut name = "attachment; filename=\"proof.lrat\"";
    if compressed {
        let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        if accepted.is_some_and(|accepted| accepted.contains("gzip")) {
            let gzip = HeaderValue::from_static("gzip");
            response.headers_mut().insert(CONTENT_ENCODING, gzip);
        } else {
            name = "attachment; filename=\"proof.lrat.gz\"";
        }
    }
    response.headers_mut().insert(CONTENT_DISPOSITION, HeaderValue::from_static(name));
    tokio::spawn(async move {
        feed(file, &sender, stall).await;
        drop(place);
    });
    Ok(response)
}

async fn feed(mut file: File, sender: &mpsc::Sender<Bytes>, stall: Duration) {
    loop {
        let read = spawn_blocking(move || {
            let mut piece = vec![0; PIECE];
            let count = file.read(&mut piece);
            piece.truncate(*count.as_ref().unwrap_or(&0));
            count.map(|_| (file, piece))
        });
        let Ok(Ok((rest, piece))) = read.await else { return };
        file = rest;
        if piece.is_empty() {
            return;
        }
        if !matches!(timeout(stall, sender.send(Bytes::from(piece))).await, Ok(Ok(()))) {
            return;
        }
    }
}
