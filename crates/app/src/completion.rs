//! Completion of command lines by the program itself: it knows presets, engines, options and stored runs.
//!
//! A shell calls the program with `COMPLETE=SHELL` and the words that are typed. What a word may be is the host's knowledge;
//! here each argument is told what it stands for, by its name.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Arg, Command, CommandFactory as _};
use clap_complete::Shell;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _,
};
use clap_complete::env::{CompleteEnv, Shells};
use sixfold_host::completion::{Completion, Meaning};
use sixfold_host::runs::state_folder;

use crate::args::Arguments;
use crate::failure::Failure;

/// The variable by which a shell asks for completion.
const ASKED: &str = "COMPLETE";

/// Whether a shell asks for completion.
pub(crate) fn is_asked() -> bool {
    std::env::var_os(ASKED).is_some_and(|shell| !shell.is_empty() && shell != "0")
}

/// Answers a shell.
pub(crate) fn answer() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let typed = words.iter().skip_while(|word| *word != "--").skip(2);
    let typed: Arc<[String]> = typed.map(|word| word.to_string_lossy().into_owned()).collect();
    let environment = CompleteEnv::with_factory(|| knowing(Arguments::command(), &typed));
    match environment.var(ASKED).try_complete(words, std::env::current_dir().ok().as_deref()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(2),
    }
}

/// The script by which a shell asks the program.
pub(crate) fn script(shell: Shell) -> Result<String, Failure> {
    let mut script = Vec::new();
    if let Some(shell) = Shells::builtins().completer(&shell.to_string()) {
        let written = shell.write_registration(ASKED, "sixfold", "sixfold", "sixfold", &mut script);
        written.map_err(Failure::Output)?;
    }
    Ok(String::from_utf8_lossy(&script).into_owned())
}

/// A command whose arguments know what they stand for.
fn knowing(command: Command, typed: &Arc<[String]>) -> Command {
    let command = command.mut_args(|argument| match meaning(&argument) {
        Some(meaning) => {
            let typed = Arc::clone(typed);
            argument
                .add(ArgValueCompleter::new(move |begun: &OsStr| offers(meaning, &typed, begun)))
        }
        None => argument,
    });
    command.mut_subcommands(|command| knowing(command, typed))
}

fn meaning(argument: &Arg) -> Option<Meaning> {
    Some(match argument.get_id().as_str() {
        "file" | "files" | "names" | "board" => Meaning::Board,
        "family" | "what" => Meaning::Family,
        "engine" => Meaning::Engine,
        "settings" => Meaning::Setting,
        "view" => Meaning::View,
        "format" => Meaning::Format,
        "name" => Meaning::Lemma,
        "run" | "remove" => Meaning::Run,
        _ => return None,
    })
}

fn offers(meaning: Meaning, typed: &[String], begun: &OsStr) -> Vec<CompletionCandidate> {
    let runs = state_folder();
    let registry = sixfold_solver::REGISTRY;
    let completion = Completion { registry, runs: runs.as_deref(), words: typed };
    let offers = completion.offers(meaning, &begun.to_string_lossy());
    let mut offers: Vec<_> = offers
        .into_iter()
        .map(|it| {
            CompletionCandidate::new(it.word).help((!it.help.is_empty()).then(|| it.help.into()))
        })
        .collect();
    if meaning == Meaning::Board {
        offers.extend(PathCompleter::file().complete(begun));
    }
    offers
}
