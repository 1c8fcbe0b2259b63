//! The family as a front end sees it: a registry, texts, and the library's sessions. No type of the family is named.
//!
//! `own-family BOARD` takes the name of a preset; without one it takes `4-hole`.

use std::error::Error;

use own_family::{REGISTRY, RIKUDO};
use sixfold_puzzle::picture::terminal;
use sixfold_puzzle::{View, join};
use sixfold_solver::{MakeRequest, Request, Run, Tally, count, hint, make, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "4-hole".to_owned());
    let presets = RIKUDO.rules.presets().join(", ");
    let unknown = || format!("no board is named {name}; expected one of: {presets}");
    let text = RIKUDO.rules.preset(&name).ok_or_else(unknown)?;
    let run = Run::unlimited();
    let request = Request { text: &text, engine: None, prove: false, settings: &[] };

    println!("board\n{text}");
    println!("hint: {}", hint(REGISTRY, &request, &run)?.words);
    println!("count: {}", count(REGISTRY, &request, &Tally { limit: Some(2) }, &run)?.words());
    let report = solve(REGISTRY, &request, &run)?;
    println!("solve: {}", report.words());
    if let Some(solution) = report.solution() {
        let solved = join(&report.instance, solution);
        let verdict = RIKUDO.rules.check(&solved)?;
        println!("check: solved {}, broken rules {}", verdict.solved(), verdict.violations.len());
        println!("draw: {}", terminal(&RIKUDO.rules.scene(&solved, View::default())?, None));
    }

    let wanted =
        MakeRequest { family: &RIKUDO, order: 3, unique: true, engine: None, settings: &[] };
    let made = make(REGISTRY, &wanted, &run)?;
    println!("make: {}\n{}", made.words(), made.text.unwrap_or_default());
    Ok(())
}
