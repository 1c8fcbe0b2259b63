//! `sixfold tour`: checks or solves one board per solved example and draws an HTML gallery.

use std::path::Path;

use sixfold_host::create_folder;
use sixfold_host::machine::WallClock;
use sixfold_host::tour::{boards, write_page};
use sixfold_solver::Clock as _;
use sixfold_wire::{Begin, TourResult, Verb};

use crate::args::Tour;
use crate::failure::Failure;
use crate::output::{Exit, NEGATIVE, Output, SUCCESS};

pub(crate) fn run(args: &Tour, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let clock = WallClock::start();
    let folder = Path::new(&args.output);
    create_folder(folder)?;
    output.begin(Begin { path: Some(args.output.clone()), ..Begin::of(Verb::Tour) })?;
    let mut all = Vec::new();
    for &family in output.world().registry.families() {
        for board in boards(family, output.world().registry, output.world().stop)? {
            board.write(folder)?;
            let state = if board.good { "ok" } else { "BROKEN" };
            let text = format!("{state}: {:22} {}\n", board.card.title, board.card.result);
            let data = TourResult {
                family: family.name().to_owned(),
                board: board.card.title.clone(),
                ok: board.good,
                result: board.card.result.clone(),
            };
            output.answer(&text, data)?;
            all.push(board);
        }
    }
    let index = write_page(folder, &all)?;
    let seconds = clock.elapsed().as_secs_f64();
    output.remark(&format!("{} boards in {seconds:.1} s; open {}", all.len(), index.display()));
    Ok(if all.iter().all(|board| board.good) { SUCCESS } else { NEGATIVE })
}
