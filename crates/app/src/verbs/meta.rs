//! `sixfold completions` and `sixfold man`: the command line about itself.

use std::fs;

use clap::CommandFactory as _;
use serde_json::json;

use crate::args::{Arguments, Completions, Man};
use crate::failure::Failure;
use crate::output::{Exit, Output, SUCCESS};

pub(crate) fn completions(
    args: &Completions,
    output: &mut Output<'_, '_>,
) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "sixfold", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    output.answer(&script, json!({ "text": script }))?;
    Ok(SUCCESS)
}

pub(crate) fn man(args: &Man, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    if let Some(folder) = &args.output {
        let written = fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(Arguments::command(), folder));
        written
            .map_err(|error| Failure::usage(format!("`{folder}` cannot be written: {error}")))?;
        output.answer("", json!({ "path": folder }))?;
        return Ok(SUCCESS);
    }
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(Arguments::command()).render(&mut page);
    rendered.map_err(Failure::Output)?;
    let page = String::from_utf8_lossy(&page).into_owned();
    output.answer(&page, json!({ "text": page }))?;
    Ok(SUCCESS)
}
