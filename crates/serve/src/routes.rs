//! The routes, and the gate before them.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use axum::Router;
use axum::extract::{FromRequestParts, Path, Request as HttpRequest, State};
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, delete, get, post};
use serde::Deserialize;
use serde_json::json;
use sixfold_host::machine::cores;
use sixfold_wire::Request;

use crate::assets;
use crate::body::{length, parse, read, refuse_many_values, too_large};
use crate::events::{first, place, stream};
use crate::picture::{Pixels, draw};
use crate::proof::download;
use crate::reply::{Refusal, json as reply_json, protect, typed};
use crate::state::App;

/// What a route replies.
type Reply = Result<Response, Refusal>;

/// The longest body with a token.
const MAX_TOKEN_BODY: usize = 1 << 10;

/// All routes behind the gate.
pub(crate) fn router(app: &App) -> Router {
    Router::new()
        .route("/api/session", post(session))
        .route("/api/about", get(about))
        .route("/api/ask", post(ask))
        .route("/api/jobs", get(jobs).post(start))
        .route("/api/jobs/{id}", delete(forget))
        .route("/api/jobs/{id}/events", get(events))
        .route("/api/jobs/{id}/stop", post(stop))
        .route("/api/jobs/{id}/resume", post(resume))
        .route("/api/jobs/{id}/proof", get(proof))
        .route("/api/picture/{form}", post(picture))
        .route("/api/{*rest}", any(async || Refusal::nothing_here()))
        .fallback(page)
        .method_not_allowed_fallback(async || wrong_method())
        .layer(from_fn_with_state(Arc::clone(app), gate))
        .with_state(Arc::clone(app))
}

/// The part of a path that stands for a job or a form.
struct Word(String);

impl<S: Send + Sync> FromRequestParts<S> for Word {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(word)| Self(word)).map_err(|_| Refusal::nothing_here())
    }
}

fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this path has no such method")
}

/// Refuses what may not come in, and turns a panic into a reply.
async fn gate(State(app): State<App>, request: HttpRequest, next: Next) -> Response {
    let admitted = app.guard.admit(request.method(), request.uri(), request.headers());
    let mut response = match admitted {
        Ok(()) => {
            caught(next.run(request)).await.unwrap_or_else(|_| Refusal::bug().into_response())
        }
        Err(refusal) => refusal.into_response(),
    };
    protect(&mut response);
    response
}

/// The result of a future, or its panic.
async fn caught<T>(future: impl Future<Output = T>) -> Result<T, Box<dyn Any + Send>> {
    let mut future = pin!(future);
    poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        match polled {
            Ok(polled) => polled.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        }
    })
    .await
}

async fn page(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match method {
        Method::GET | Method::HEAD => assets::file(app.page.as_deref(), uri.path(), &headers),
        _ => wrong_method().into_response(),
    }
}

/// The exchange of the token for a cookie.
#[derive(Deserialize)]
struct Token {
    token: String,
}

async fn session(State(app): State<App>, request: HttpRequest) -> Reply {
    let (parts, body) = request.into_parts();
    let bytes = read(&parts.headers, body, MAX_TOKEN_BODY, app.limits.body_time).await?;
    let Token { token } = parse(&bytes)?;
    if !app.guard.is_token(&token) {
        let refusal =
            Refusal::new(StatusCode::UNAUTHORIZED, "the token is not that of this server");
        return Err(refusal.help("open the address that the server has printed last"));
    }
    let cookie = HeaderValue::from_str(&app.guard.set_cookie()).map_err(|_| Refusal::bug())?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.headers_mut().insert(SET_COOKIE, cookie);
    Ok(response)
}

async fn about(State(app): State<App>) -> Response {
    let limits = &app.limits;
    let about = json!({
        "life": "server",
        "version": env!("CARGO_PKG_VERSION"),
        "cores": cores(),
        "engines_without": [],
        "proofs": true,
        "limits": {
            "body": limits.body,
            "proof": limits.proof,
            "jobs": limits.live,
            "time": limits.job_time.as_secs(),
            "memory": limits.ceiling,
            "solutions": limits.solutions,
        },
    });
    reply_json(StatusCode::OK, &about)
}

async fn ask(State(app): State<App>, request: HttpRequest) -> Reply {
    let (parts, body) = request.into_parts();
    let limits = app.limits;
    // Only a proof may be large, and its client says so beforehand.
    let large = length(&parts.headers).is_some_and(|length| length > limits.body as u64);
    let turn = if large { Some(app.asks.large()?) } else { None };
    let (limit, time) = match large {
        true => (limits.proof, limits.long_answer_time),
        false => (limits.body, limits.answer_time),
    };
    let bytes = read(&parts.headers, body, limit, limits.body_time).await?;
    let registry = app.registry;
    let work = move || -> Result<String, Refusal> {
        let _turn = turn;
        if large {
            refuse_many_values(&bytes)?;
        }
        let request: Request = parse(&bytes)?;
        drop(bytes);
        if large && !matches!(request, Request::ProveCheck(_)) {
            return Err(too_large(limits.body));
        }
        Ok(sixfold_service::answer(registry, &request).iter().map(ToString::to_string).collect())
    };
    let lines = app.asks.compute(time, work).await??;
    Ok(typed(StatusCode::OK, "application/x-ndjson", lines))
}

/// Reads a request of ordinary size.
async fn small(app: &App, request: HttpRequest) -> Result<Vec<u8>, Refusal> {
    let (parts, body) = request.into_parts();
    read(&parts.headers, body, app.limits.body, app.limits.body_time).await
}

async fn picture(State(app): State<App>, Word(form): Word, request: HttpRequest) -> Reply {
    let form = Pixels::named(&form).ok_or_else(Refusal::nothing_here)?;
    let bytes = small(&app, request).await?;
    let registry = app.registry;
    let work = move || match parse(&bytes)? {
        Request::Draw(request) => draw(registry, &request, form),
        _ => {
            let message = "a picture is made of a draw request; this is another one";
            Err(Refusal::new(StatusCode::BAD_REQUEST, message))
        }
    };
    let drawn = app.asks.compute(app.limits.long_answer_time, work).await??;
    Ok(typed(StatusCode::OK, form.content_type(), drawn))
}

async fn jobs(State(app): State<App>) -> Response {
    reply_json(StatusCode::OK, &app.jobs.list())
}

async fn start(State(app): State<App>, request: HttpRequest) -> Reply {
    let bytes = small(&app, request).await?;
    let jobs = Arc::clone(&app.jobs);
    let work = move || jobs.start(parse(&bytes)?);
    let job = app.asks.compute(app.limits.answer_time, work).await??;
    Ok(reply_json(StatusCode::CREATED, &json!({ "job": job })))
}

async fn resume(State(app): State<App>, Word(id): Word) -> Reply {
    let jobs = Arc::clone(&app.jobs);
    let work = move || jobs.resume(&id);
    let job = app.asks.compute(app.limits.answer_time, work).await??;
    Ok(reply_json(StatusCode::CREATED, &json!({ "job": job })))
}

async fn stop(State(app): State<App>, Word(id): Word) -> Reply {
    app.jobs.find(&id)?.stop();
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn forget(State(app): State<App>, Word(id): Word) -> Reply {
    let jobs = Arc::clone(&app.jobs);
    let work = move || jobs.forget(&id);
    app.asks.compute(app.limits.answer_time, work).await??;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn events(State(app): State<App>, Word(id): Word, uri: Uri, headers: HeaderMap) -> Reply {
    let (record, from) = (app.jobs.find(&id)?, first(&uri, &headers)?);
    Ok(stream(record, from, &app.limits, place(&app.streams)?))
}

async fn proof(State(app): State<App>, Word(id): Word, headers: HeaderMap) -> Reply {
    let none = || Refusal::new(StatusCode::NOT_FOUND, "the job has no checked proof");
    let path = app.jobs.proof(&id)?.ok_or_else(none)?;
    download(&path, &headers, app.limits.stall_time, place(&app.streams)?)
}
