//! The server: its port, its loop, and its end.
//!
//! The loop accepts connections up to a limit; beyond it a client is told so at once. At the end the port is closed,
//! jobs are stopped and stored with their checkpoints, and connections get a moment to take the last events.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, TcpListener, ToSocketAddrs as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener as Listener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::ask::Asks;
use crate::connection::serve;
use crate::guard::{Guard, reachable};
use crate::jobs::JobTable;
use crate::options::{ServeError, ServeOptions};
use crate::routes::router;
use crate::secret::random_word;
use crate::state::{App, Shared};

/// How often the server looks whether it is to stop.
const POLL: Duration = Duration::from_millis(50);
/// How long it waits for jobs at the end. They stop within a fraction of a second, but the disk may be slow.
const JOBS_END: Duration = Duration::from_secs(60);
/// How long it waits for connections at the end.
const CONNECTIONS_END: Duration = Duration::from_secs(2);
/// Threads of the network. The work is done in others.
const NETWORK_THREADS: usize = 2;
/// What a client beyond the limit of connections is told.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
    content-length: 45\r\nconnection: close\r\n\r\n{\"message\":\"there are too many connections\"}\n";

/// A server that has its port and does not listen yet.
pub struct Server {
    listener: TcpListener,
    app: App,
    address: String,
}

/// Opens the port, and reads the jobs of earlier servers.
///
/// # Errors
/// If the address or the port cannot be used, or the folder for jobs cannot be made.
pub fn bind(options: ServeOptions) -> Result<Server, ServeError> {
    let host = options.host.as_deref();
    let address = resolve(host, options.port)?;
    let name = || host.map_or_else(|| address.to_string(), str::to_owned);
    let port = options.port;
    let no_port = |error| ServeError::NoPort { host: name(), port, error };
    let listener = TcpListener::bind((address, port)).map_err(no_port)?;
    listener.set_nonblocking(true).map_err(no_port)?;
    let port = listener.local_addr().map_err(no_port)?.port();
    let guard = Guard::new(host, address, port, random_word(32)?, random_word(32)?);
    let address = format!("http://{}:{port}/#token={}", reachable(host, address), guard.token());
    let app = Arc::new(Shared {
        registry: options.registry,
        limits: options.limits,
        guard,
        asks: Asks::new(&options.limits),
        streams: Arc::new(Semaphore::new(options.limits.streams)),
        jobs: JobTable::open(&options)?,
        page: options.page,
    });
    Ok(Server { listener, app, address })
}

/// The address of a name; the loopback address without one.
fn resolve(host: Option<&str>, port: u16) -> Result<IpAddr, ServeError> {
    let Some(host) = host else { return Ok(Ipv4Addr::LOCALHOST.into()) };
    let bare = host.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(host);
    let fail = |error| ServeError::NoAddress { host: host.to_owned(), error };
    let found = (bare, port).to_socket_addrs().map_err(fail)?.next();
    let none = || fail(std::io::ErrorKind::AddrNotAvailable.into());
    found.map(|address| address.ip()).ok_or_else(none)
}

impl Server {
    /// The address to open in a browser, with the token that it needs.
    #[must_use]
    pub fn address(&self) -> String {
        self.address.clone()
    }

    /// Serves until it is told to stop. Jobs at work are stopped then, and keep their checkpoints.
    ///
    /// # Errors
    /// If the threads of the server cannot be started.
    pub fn run(self, stop: &AtomicBool) -> Result<(), ServeError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(NETWORK_THREADS)
            .max_blocking_threads(self.app.limits.asks + self.app.limits.streams)
            .enable_io()
            .enable_time()
            .build()
            .map_err(ServeError::NoThreads)?;
        let served = runtime.block_on(self.listen(async {
            while !stop.load(Ordering::Relaxed) {
                sleep(POLL).await;
            }
        }));
        // An answer that is still computed is not waited for.
        runtime.shutdown_background();
        served
    }

    async fn listen(self, stopped: impl Future<Output = ()>) -> Result<(), ServeError> {
        let Self { listener, app, .. } = self;
        let listener = Listener::from_std(listener).map_err(ServeError::NoThreads)?;
        let connections = Arc::new(Semaphore::new(app.limits.connections));
        let (stopping, stop) = watch::channel(false);
        let router = router(&app);
        tokio::select! {
            () = stopped => {}
            () = accept(&listener, &app, &router, &connections, &stop) => {}
        }
        drop(listener);
        app.jobs.close();
        let ended = async {
            while app.jobs.live() > 0 {
                sleep(POLL).await;
            }
        };
        // What cannot be waited for any longer is lost up to its last checkpoint.
        let _ = timeout(JOBS_END, ended).await;
        stopping.send_replace(true);
        let all = u32::try_from(app.limits.connections).unwrap_or(u32::MAX);
        let _ = timeout(CONNECTIONS_END, connections.acquire_many(all)).await;
        Ok(())
    }
}

async fn accept(
    listener: &Listener,
    app: &App,
    router: &Router,
    connections: &Arc<Semaphore>,
    stop: &watch::Receiver<bool>,
) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // There are too many open files, perhaps; some will be closed.
            sleep(POLL).await;
            continue;
        };
        let Ok(permit) = Arc::clone(connections).try_acquire_owned() else {
            turn_away(&stream);
            continue;
        };
        let (router, limits, stop) = (router.clone(), app.limits, stop.clone());
        tokio::spawn(async move {
            serve(stream, router, limits, stop).await;
            drop(permit);
        });
    }
}

/// Tells a client that there are too many, as far as it takes that at once.
fn turn_away(stream: &TcpStream) {
    let _ = stream.try_write(FULL);
}
