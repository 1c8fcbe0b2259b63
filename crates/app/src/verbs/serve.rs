//! `sixfold serve`: the page for the browser, until Ctrl-C.

use std::io::ErrorKind;
use std::sync::atomic::Ordering;

use sixfold_host::machine::open_in_browser;
use sixfold_serve::{ServeError, ServeOptions, bind};
use sixfold_wire::{Begin, TextResult, Verb};

use crate::args::Serve;
use crate::failure::Failure;
use crate::output::{Exit, Output, SUCCESS};
use crate::world::World;

pub(crate) fn run(args: &Serve, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let &World { registry, stop, idle, .. } = output.world();
    let runs = output.world().runs.clone();
    let folder = runs.as_ref().and_then(|runs| Some(runs.parent()?.join("page")));
    let (host, port) = (args.host.clone(), args.port);
    let server = bind(ServeOptions { host, port, runs, folder, ..ServeOptions::new(registry) });
    let server = server.map_err(failed)?;
    let address = server.address();
    output.begin(Begin::of(Verb::Serve))?;
    output.answer(&format!("{address}\n"), TextResult { path: None, text: address.clone() })?;
    output.flush()?;
    output.remark(
        "open this address in a browser; Ctrl-C ends the server, and stopped runs can be resumed",
    );
    if args.open
        && let Err(error) = open_in_browser(&address)
    {
        output.remark(&format!("no browser could be opened: {error}"));
    }
    idle.store(false, Ordering::Relaxed);
    let served = server.run(stop).map_err(failed);
    idle.store(true, Ordering::Relaxed);
    served.map(|()| SUCCESS)
}

fn failed(error: ServeError) -> Failure {
    match error {
        ServeError::NoPort { error: ref cause, .. } if cause.kind() == ErrorKind::AddrInUse => {
            Failure::with_help(error.to_string(), "--port 0 takes any port that is free")
        }
        error => Failure::usage(error.to_string()),
    }
}
