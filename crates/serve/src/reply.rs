//! Replies: JSON, errors as `{"message": …}`, and the headers that every reply has.
//!
//! A message says what a client did wrong. What went wrong inside stays inside.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sixfold_wire::Failure;

/// Scripts, styles, workers and pictures of this server alone; nothing inline, and no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// The headers of every reply.
const HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// A request that gets no answer: the status, and why.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    failure: Failure,
}

impl Refusal {
    /// A refusal with a message.
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, failure: Failure::new(message) }
    }

    /// A request that cannot be met, with its place in a text.
    pub(crate) fn bad(failure: Failure) -> Self {
        Self { status: StatusCode::BAD_REQUEST, failure }
    }

    /// The same refusal with a remedy.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.failure.help = Some(help.into());
        self
    }

    /// There is nothing at this path.
    pub(crate) fn nothing_here() -> Self {
        Self::new(StatusCode::NOT_FOUND, "there is nothing at this path")
    }

    /// There is no job with this identifier.
    pub(crate) fn no_job() -> Self {
        let refusal = Self::new(StatusCode::NOT_FOUND, "there is no such job");
        refusal.help("it was forgotten, or the list of jobs has another one")
    }

    /// A bug of ours. The client learns that it is one, and no more.
    pub(crate) fn bug() -> Self {
        let message = "the server failed on this request, which is a bug in sixfold";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

/// A failure on the wire, without the fields that say nothing.
#[derive(Serialize)]
struct Problem<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Failure { message, line, column, help } = &self.failure;
        let problem = Problem { message, line: *line, column: *column, help: help.as_deref() };
        json(self.status, &problem)
    }
}

/// A value as JSON.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => typed(status, "application/json", bytes),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Bytes with their type, which no cache keeps.
pub(crate) fn typed(
    status: StatusCode,
    content_type: &'static str,
    body: impl Into<Body>,
) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Adds the headers that every reply has.
pub(crate) fn protect(response: &mut Response) {
    for &(name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
}
