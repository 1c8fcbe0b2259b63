//! LRAT certificate of `cubes`: a part about sectors, then one part for each cube.
//!
//! The part about sectors shows the sector bounds; the part of a cube takes them for granted, and has all clauses of
//! the part about sectors, in the same variables.
//! Threads refute cubes side by side; the parts are written in the order of the cubes (`Book::side_by_side`).
//!
//! A certificate for a share covers the cubes of that share only.

use sixfold_puzzle::families::neighbors::Neighbors;

use super::formulas::{CubeFormulas, FIRST, Sectors};
use super::options::CubeOptions;
use super::tree::Cube;
use super::{CubeSearch, LEVELS};
use crate::answer::Answer;
use crate::certificate::{Certificate, Certificates, Outline, ProofStatement, Section};
use crate::families::neighbors::board::improved;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::sector_counts::SectorBounds;
use crate::families::neighbors::proof::case_proof::{bound, nothing_below_zero};
use crate::run::{Progress, Run};
use crate::sat::{Book, Leaf, Refuted, Unproved};

/// Certificates about the cubes that the options leave.
pub(super) const CERTIFICATES: Certificates<Neighbors, CubeOptions> =
    Certificates { outline, certificate, counts: false, known: None, exchange: None };

type CubeStatement<'a> = ProofStatement<'a, Neighbors, CubeOptions>;

/// The name of the part about sectors.
const SECTORS: &str = "sectors";
/// The beginning of the remark with the sector bounds.
const LEAST: &str = "least ";
/// The beginning of the remark with the number of levels.
const UP_TO: &str = "levels 1 to ";

/// The part about sectors, and the cubes.
fn outline(statement: &CubeStatement<'_>) -> Result<Outline, String> {
    if best(statement, &CaseSplit::undivided(statement.instance.clone()))? == 0 {
        return Ok(nothing_below_zero());
    }
    let cubes = &statement.options.cubes;
    let parts = [SECTORS.to_owned()].into_iter().chain(cubes.iter().map(Cube::name)).collect();
    let covered = "the cubes are all boards up to symmetry: a blank board can be turned and mirrored so \
                   that its 1s within one step of the centre are the least of their images, then those \
                   within two steps, then within three; each way to place them is one of the cubes, or \
                   leaves a cell without a 1 beside it";
    let counted = "the penalty is counted on edges, level by level, and levels that are left out add \
                   penalty edges and take none away, so a board may only seem better than it is";
    let linked = "clauses of a cube say that if a sector has its bound at levels 1 to 3, its count in the \
                  cube reaches it: both count penalty edges of the sector, more levels have no fewer, those \
                  left out cannot be penalty edges in the cube, and for a board better than the bound no \
                  count is cut off, because the other sectors have at least their numbers";
    Ok(Outline { parts, reasons: [covered, counted, linked].map(str::to_owned).to_vec() })
}

/// The penalty that the proof shows to be optimal.
fn best(statement: &CubeStatement<'_>, split: &CaseSplit) -> Result<usize, String> {
    let best = bound(statement.bound, split.edges())?;
    best.ok_or_else(|| "there is always a board, so it must have a bound".to_owned())
}

/// A number of levels, as it is written.
fn levels_of(remark: &str) -> Option<usize> {
    let known = |levels: &usize| format!("{UP_TO}{levels}") == remark;
    (FIRST..=LEVELS).find(known)
}

fn certificate(statement: &CubeStatement<'_>, section: Section<'_>) -> Result<Certificate, String> {
    let split = CaseSplit::undivided(statement.instance.clone());
    let best = best(statement, &split)?;
    let [least, others @ ..] = section.remarks else {
        return Err("its first remark must be `least` and a number for each sector".to_owned());
    };
    let bounds = least.strip_prefix(LEAST);
    let bounds = bounds.ok_or("its first remark must be `least` and a number for each sector")?;
    let bounds = SectorBounds::read(bounds, split.edges())?;
    let formulas = CubeFormulas { split: &split, bounds: &bounds, best };
    let says = format!(
        "levels 1 to {FIRST} have at least {} penalty edges in the sectors",
        bounds.words()
    );
    let sectors = formulas.sectors()?;
    match (section.name, others) {
        (SECTORS, []) => Ok(Certificate {
            says: format!(
                "Every board has at least its bound of penalty edges in each sector, at levels 1 to {FIRST}."
            ),
            shows: Some(sectors.shown.fact(says)),
            ..Certificate::of(&sectors.shown.refuted())
        }),
        (SECTORS, _) => Err("one remark is expected: a number for each sector".to_owned()),
        (name, [levels]) => {
            let mut cubes = statement.options.cubes.iter();
            let cube = cubes.find(|cube| cube.name() == name);
            let cube = cube.ok_or("there is no such cube")?;
            let levels = levels_of(levels).ok_or_else(|| {
                format!("`{levels}` is not a number of levels, `{UP_TO}{FIRST}` up to {LEVELS}")
            })?;
            let certified = formulas.cube(cube, levels)?.within(&sectors)?;
            Ok(Certificate {
                says: format!("No board of the cube {name} has a penalty below {best}."),
                needs: vec![sectors.shown.fact(says)],
                ..Certificate::of(&certified.formula)
            })
        }
        _ => {
            Err("two remarks are expected: a number for each sector, and how many levels"
                .to_owned())
        }
    }
}

/// The outcome of writing a proof.
enum Written {
    Whole {
        steps: u64,
        bytes: u64,
    },
    /// A cube has a board that is better than the best.
    Better {
        cube: usize,
    },
}

impl CubeSearch<'_> {
    /// Writes the proof; where a cube turns out to have a better board, once more.
    pub(super) fn prove(mut self) -> Result<Answer, String> {
        loop {
            match self.write() {
                Ok(Written::Whole { steps, bytes }) => {
                    let mut answer = self.answer(true, None);
                    answer.proved = true;
                    answer.effort.extend([("proof-steps", steps), ("proof-bytes", bytes)]);
                    return Ok(answer);
                }
                Ok(Written::Better { cube }) => {
                    match self.better(&self.cubes[cube], self.task.run) {
                        Ok((Some(board), _)) => self.take(board),
                        Ok((None, _)) => {
                            return Err("two solvers do not agree about a cube".to_owned());
                        }
                        Err(halt) => return Ok(self.answer(false, Some(halt))),
                    }
                    self.task.run.emit(&improved(&self.split.instance, self.best, &self.board));
                }
                Err(unproved) => {
                    let halt = match unproved {
                        Unproved::Halted(halt) => Some(halt),
                        _ => None,
                    };
                    let unproved = Some(unproved.reason()?);
                    return Ok(Answer { unproved, ..self.answer(false, halt) });
                }
            }
        }
    }

    fn write(&self) -> Result<Written, Unproved> {
        let run = self.task.run;
        let sink = run.outside.write_proof().map_err(Unproved::Homeless)?;
        let room = self.task.options.proof_bytes;
        let mut book = Book::open(sink, &self.task.header(Some(self.best as i128)), room)?;
        if self.best > 0 {
            let sectors = self.formulas().sectors().map_err(Unproved::Failed)?;
            self.show_sectors(&mut book, &sectors)?;
            if let Some(cube) = self.write_cubes(&mut book, &sectors, room)? {
                return Ok(Written::Better { cube });
            }
        }
        let (steps, bytes) = (book.steps, book.bytes);
        book.close()?;
        Ok(Written::Whole { steps, bytes })
    }

    fn least(&self) -> String {
        format!("{LEAST}{}", self.bounds.words())
    }

    fn show_sectors(&self, book: &mut Book, sectors: &Sectors) -> Result<(), Unproved> {
        let shown = &sectors.shown;
        book.begin(SECTORS, &[self.least()])?;
        match book.refute(&shown.refuted(), &shown.facts, self.task.run)? {
            Refuted::Whole(_) => Ok(()),
            Refuted::Not => Err(Unproved::Failed("two solvers do not agree".to_owned())),
            Refuted::Cut(shortfall) => Err(Unproved::Cut(shortfall)),
        }
    }

    /// Refutes cubes side by side and writes their parts in order. Returns the cube that has a better board, if one has.
    fn write_cubes(
        &self,
        book: &mut Book,
        sectors: &Sectors,
        room: u64,
    ) -> Result<Option<usize>, Unproved> {
        let cubes = self.cubes;
        let part = |at: usize, book: &mut Book, run: &Run<'_>| {
            let made = self.part(&cubes[at], sectors, room, run)?;
            let Some(CubePart { levels, leaf }) = made else { return Ok(Some(at)) };
            let remarks = [self.least(), format!("{UP_TO}{levels}")];
            book.add(&cubes[at].name(), &remarks, leaf).map(|()| None)
        };
        let written = |done: usize| {
            let progress = Progress::of("proof").done(done as u64, cubes.len() as u64, "cubes");
            self.task.run.emit(&progress.into());
        };
        book.side_by_side(cubes.len(), self.task.run, part, written)
    }

    /// The part of a cube, about as few levels as will do; nothing if the cube has a better board.
    fn part(
        &self,
        cube: &Cube,
        sectors: &Sectors,
        room: u64,
        run: &Run<'_>,
    ) -> Result<Option<CubePart>, Unproved> {
        for levels in [FIRST, LEVELS] {
            let cube = self.formulas().cube(cube, levels).map_err(Unproved::Failed)?;
            let within = cube.within(sectors).map_err(Unproved::Failed)?;
            let leaf = Leaf::attempt_within(&cube.model.formula, Some(&within), room, run)?;
            match leaf.refuted {
                Refuted::Whole(_) => return Ok(Some(CubePart { levels, leaf })),
                Refuted::Not => {}
                Refuted::Cut(shortfall) => return Err(Unproved::Cut(shortfall)),
            }
        }
        Ok(None)
    }
}

/// The part of a cube, not yet written down.
struct CubePart {
    levels: usize,
    leaf: Leaf,
}
