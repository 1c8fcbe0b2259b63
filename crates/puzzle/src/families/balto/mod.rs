//! Balto's Puzzle: a permutation puzzle with tiles and one empty cell on a wrapped hexagon.
//!
//! A move turns the three cells round a vertex of the empty cell by a third. Moves alternate between
//! clockwise and anticlockwise. The goal is to bring all tiles home in as few moves as possible.
//!
//! Every move is a 3-cycle, an even permutation. So a board that is an odd permutation of the home
//! position has no solution.

mod formats;
mod plot;
mod torus;

use crate::editing::{Answer, Palette};
use crate::family::{About, Family, Format, Goal, Objective, Term, View, Violation};
use crate::hex::{Cell, Hexagon, Symmetry};
use crate::scene::{Role, Scene};
use crate::text::{Block, Document, Token, print_rows, quoted};
use crate::text_error::{ErrorCode, Span, TextError};

pub use torus::{Move, Position, Torus};

/// The family.
#[derive(Debug)]
pub struct Balto;

/// A board to be brought home.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The board's cells and their wrapped neighbours.
    pub torus: Torus,
    /// The tiles by cell index; 0 is the empty cell.
    pub tiles: Vec<u16>,
}

/// The moves in order.
pub type Solution = Vec<Move>;

impl Instance {
    /// The board's cells.
    #[must_use]
    pub fn hexagon(&self) -> &Hexagon {
        self.torus.hexagon()
    }

    /// The tiles of the home position: the centre empty, the others in row order.
    #[must_use]
    pub fn home(&self) -> Vec<u16> {
        home(self.hexagon())
    }

    /// The position after the first `moves` of a solution, and the cells that the last of them
    /// moved.
    fn replay(&self, moves: &[Move]) -> (Position, [usize; 3]) {
        let mut position = Position::new(&self.tiles);
        let mut moved = [position.hole(); 3];
        for &step in moves {
            moved = position.apply(&self.torus, step);
        }
        (position, moved)
    }
}

/// Tile t's home is the t-th cell in row order, the centre not counted.
fn home(hexagon: &Hexagon) -> Vec<u16> {
    let centre = hexagon.centre();
    let tile = |index: usize| match index.cmp(&centre) {
        std::cmp::Ordering::Less => index as u16 + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => index as u16,
    };
    (0..hexagon.len()).map(tile).collect()
}

/// The home cell of each tile, the empty cell first.
fn home_cells(hexagon: &Hexagon) -> Vec<usize> {
    let mut cells = vec![0; hexagon.len()];
    home(hexagon).iter().enumerate().for_each(|(index, &tile)| cells[usize::from(tile)] = index);
    cells
}

/// Parses the tiles, each of which occurs once.
fn tiles(hexagon: &Hexagon, tokens: &[Token<'_>]) -> Result<Vec<u16>, TextError> {
    let most = hexagon.len() as i64 - 1;
    let mut used = vec![false; hexagon.len()];
    let mut tile = |token: &Token<'_>| {
        let tile = token.integer("a tile", 0, most)?;
        if std::mem::replace(&mut used[tile as usize], true) {
            let message = format!("the tile {tile} occurs twice");
            return Err(token.error(
                ErrorCode::Repeated,
                message,
                format!("0 to {most}, each once"),
            ));
        }
        Ok(tile as u16)
    };
    tokens.iter().map(&mut tile).collect()
}

/// Parses move characters, and reports the first invalid one.
fn moves(token: &Token<'_>) -> Result<Solution, TextError> {
    let mut moves = Vec::with_capacity(token.text.len());
    for (index, (byte, letter)) in token.text.char_indices().enumerate() {
        let Some(step) = Move::parse(letter) else {
            let span = Span {
                column: token.span.column + index,
                offset: token.span.offset + byte,
                length: letter.len_utf8(),
                ..token.span
            };
            let message =
                format!("{} (move {}) is not a move", quoted(&letter.to_string()), index + 1);
            let expected = "1..6 for a clockwise turn, A..F for an anticlockwise one";
            return Err(TextError::new(ErrorCode::Solution, span, message, expected));
        };
        moves.push(step);
    }
    Ok(moves)
}

/// Whether the tiles are an even permutation of the home position: cells minus cycles is even.
fn is_even(instance: &Instance) -> bool {
    let homes = home_cells(instance.hexagon());
    let mut seen = vec![false; homes.len()];
    let mut cycles = 0;
    for start in 0..homes.len() {
        cycles += usize::from(!seen[start]);
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            at = homes[usize::from(instance.tiles[at])];
        }
    }
    (homes.len() - cycles).is_multiple_of(2)
}

/// Two moves in a row that turn the same way; all such pairs in one violation.
fn sense_violation(instance: &Instance, solution: &[Move]) -> Option<Violation> {
    let same = |pair: &[Move]| pair[0].clockwise() == pair[1].clockwise();
    let first = solution.windows(2).position(same)?;
    let count = solution.windows(2).filter(|pair| same(pair)).count();
    let hole = instance.replay(&solution[..=first]).0.hole();
    let more = if count > 1 { format!(" ({count} such pairs in all)") } else { String::new() };
    let message = format!("moves {} and {} turn the same way{more}", first + 1, first + 2);
    Some(Violation::new("sense", vec![instance.hexagon().cell(hole)], message))
}

fn home_violation(instance: &Instance, solution: &[Move]) -> Option<Violation> {
    let (position, _) = instance.replay(solution);
    let home = instance.home();
    let away: Vec<usize> = (0..home.len()).filter(|&at| position.tiles()[at] != home[at]).collect();
    let &first = away.first()?;
    let cells = away.iter().map(|&index| instance.hexagon().cell(index)).collect();
    let (count, moves) = (away.len(), solution.len());
    let cell = instance.hexagon().cell(first);
    let (found, wanted) = (position.tiles()[first], home[first]);
    let message = format!(
        "after {moves} moves {count} cells are not as at home, first {cell}: \
         it holds {found} instead of {wanted}"
    );
    Some(Violation::new("home", cells, message))
}

impl Family for Balto {
    type Instance = Instance;
    type Solution = Solution;

    const ABOUT: About = About {
        name: "balto",
        description: "Balto's Puzzle: bring all tiles home by turning triples round the empty cell",
        explanation: &[
            "One cell is empty. A move turns the three cells round one of its six corners, the empty cell among them, by a third of a turn.",
            "Turns clockwise and anticlockwise must alternate.",
            "Cells at the rim are neighbours of cells at the opposite rim: the board wraps round.",
            "Bring every tile home with as few moves as possible: the empty cell in the centre, the tiles row by row in ascending order.",
        ],
        objective: Some("moves"),
        least_order: 2,
        tokens: &[
            Term { word: "0", meaning: "the empty cell" },
            Term { word: "1..k-1", meaning: "a tile; each once on the k cells" },
        ],
        solution: "one line of moves: 1..6 clockwise, A..F anticlockwise, from the vertex NE-E on",
        answer: Answer::Strokes,
        settings: &[],
        rules: &[
            Term { word: "sense", meaning: "two moves in a row turn the same way" },
            Term { word: "home", meaning: "the tiles are not at home in the end" },
        ],
        reasons: &[Term { word: "odd", meaning: "the board is an odd permutation of home" }],
        views: plot::VIEWS,
    };
    /// Rotations only: a reflection would glue the sides of the rim in another way.
    const SYMMETRIES: &'static [Symmetry] = Symmetry::ALL.split_at(6).0;

    fn goal(_: &Instance) -> Goal {
        Goal::Minimise
    }

    fn parse(document: &Document<'_>) -> Result<Instance, TextError> {
        let hexagon = Hexagon::new(document.order(Self::ABOUT.least_order)?);
        let tiles = tiles(&hexagon, &document.rows(&hexagon)?)?;
        Ok(Instance { torus: Torus::new(hexagon), tiles })
    }

    fn print(instance: &Instance) -> String {
        let rows = print_rows(instance.hexagon(), &instance.tiles);
        format!("balto {}\n{rows}", instance.hexagon().order())
    }

    fn parse_solution(_: &Instance, block: &Block<'_>) -> Result<Solution, TextError> {
        let mut words = block.lines.iter().flat_map(|line| line.tokens());
        let solution = words.next().map_or(Ok(Vec::new()), |token| moves(&token))?;
        match words.next() {
            None => Ok(solution),
            Some(extra) => {
                let message = format!("unexpected {} after the moves", quoted(extra.text));
                Err(extra.error(ErrorCode::Solution, message, "all moves on one line, unbroken"))
            }
        }
    }

    fn print_solution(_: &Instance, solution: &Solution) -> String {
        let mut line: String = solution.iter().map(|step| step.letter()).collect();
        line.push('\n');
        line
    }

    fn draft(_: &Instance) -> Option<Solution> {
        None
    }

    fn blank(hexagon: &Hexagon) -> Vec<String> {
        home(hexagon).iter().map(u16::to_string).collect()
    }

    fn palette(instance: &Instance) -> Palette {
        let puzzle = (0..instance.tiles.len()).map(|tile| tile.to_string()).collect();
        Palette { puzzle, solution: Vec::new(), each_once: true }
    }

    /// From a tile over the next one towards the empty cell: the first tile moves to the place of the second, that one
    /// into the empty cell. The empty cell alone takes back the last move.
    fn stroke(
        instance: &Instance,
        solution: Option<&Solution>,
        cells: &[Cell],
    ) -> Option<Solution> {
        let mut moves = solution.cloned().unwrap_or_default();
        let (position, _) = instance.replay(&moves);
        let hole = position.hole();
        let places: Option<Vec<usize>> =
            cells.iter().map(|&cell| instance.hexagon().index(cell)).collect();
        let pushed = match places?[..] {
            [only] if only == hole => {
                moves.pop()?;
                return Some(moves);
            }
            [next, other] => (next, other),
            [next, other, last] if last == hole => (next, other),
            _ => return None,
        };
        let step = Move::ALL.into_iter().find(|&step| {
            let [next, other, _] = position.clone().apply(&instance.torus, step);
            (next, other) == pushed
        })?;
        moves.push(step);
        Some(moves)
    }

    fn complete(_: &Instance, _: &Solution) -> bool {
        true
    }

    fn violations(instance: &Instance, solution: &Solution) -> Vec<Violation> {
        let sense = sense_violation(instance, solution);
        sense.into_iter().chain(home_violation(instance, solution)).collect()
    }

    fn objective(_: &Instance, solution: &Solution) -> Option<Objective> {
        let value = solution.len() as i128;
        Some(Objective { name: "moves", value, beside: Vec::new() })
    }

    fn impossible(instance: &Instance) -> Option<Violation> {
        let message = "unreachable: the board is an odd permutation of the home position, \
                       and every move is an even one";
        (!is_even(instance)).then(|| Violation::new("odd", Vec::new(), message))
    }

    /// Turns the board and renames the tiles, so that home stays home.
    fn transform(instance: &Instance, symmetry: Symmetry) -> Instance {
        let hexagon = instance.hexagon();
        let image = symmetry.permutation(hexagon);
        let (homes, names) = (home_cells(hexagon), home(hexagon));
        let rename = |&tile: &u16| names[image[homes[usize::from(tile)]]];
        let renamed: Vec<u16> = instance.tiles.iter().map(rename).collect();
        let tiles = symmetry.transform(hexagon, &renamed);
        Instance { torus: instance.torus.clone(), tiles }
    }

    fn transform_solution(_: &Instance, solution: &Solution, symmetry: Symmetry) -> Solution {
        solution.iter().map(|step| step.turned(symmetry.sixths())).collect()
    }

    fn scene(instance: &Instance, solution: Option<&Solution>, view: View) -> Scene {
        let moves = solution.map_or(&[][..], Vec::as_slice);
        let count = view.step.unwrap_or(moves.len()).min(moves.len());
        let (position, moved) = instance.replay(&moves[..count]);
        let home = instance.home();
        let mut scene = Scene::new(format!("Balto's Puzzle, order {}", instance.hexagon().order()));
        if view.name == Some(plot::PLOT) {
            plot::scene(&mut scene, instance, moves);
            scene.note(format!("a solution of {} moves", moves.len()));
            return scene;
        }
        for (index, &cell) in instance.hexagon().cells().iter().enumerate() {
            let tile = position.tiles()[index];
            match tile {
                0 => scene.hex(cell, Role::Hole),
                _ if tile == home[index] => scene.labelled(cell, Role::Home, tile),
                _ => scene.labelled(cell, Role::Away, tile),
            }
        }
        if count > 0 && (view.step.is_some() || count < moves.len()) {
            let cell = |index: usize| instance.hexagon().cell(index);
            moved.into_iter().for_each(|index| scene.outline(cell(index), Role::Moved));
        }
        let settled =
            (0..home.len()).filter(|&at| home[at] != 0 && position.tiles()[at] == home[at]);
        let (settled, tiles) = (settled.count(), home.len() - 1);
        let after = if moves.is_empty() {
            String::new()
        } else {
            format!("after move {count} of {}: ", moves.len())
        };
        scene.note(format!("{after}{settled} of {tiles} tiles are at home"));
        scene
    }

    fn steps(solution: &Solution) -> Option<usize> {
        Some(solution.len())
    }

    fn formats() -> &'static [Format] {
        &[formats::ENTRY, formats::ROWS]
    }
}

#[cfg(test)]
mod tests {
    use super::{Balto, Move};
    use crate::families::BALTO;
    use crate::family::{Family as _, parse};
    use crate::hex::Cell;
    use crate::puzzles;

    /// Each move of a solution as a stroke over two tiles, then all taken back.
    #[test]
    fn a_solution_can_be_played() {
        let solved = puzzles::text("balto", "good", "3").unwrap();
        let mut text = BALTO.instance(solved).unwrap();
        let instance = parse::<Balto>(&text).unwrap();
        let letters = BALTO.solution(solved).unwrap().unwrap();
        let moves: Vec<Move> = letters.trim().chars().filter_map(Move::parse).collect();
        let cell = |index: usize| instance.hexagon().cell(index);
        let holes: Vec<Cell> = (0..=moves.len())
            .map(|count| cell(instance.replay(&moves[..count]).0.hole()))
            .collect();
        for count in 0..moves.len() {
            let (_, [next, other, _]) = instance.replay(&moves[..=count]);
            text = BALTO.stroke(&text, &[cell(next), cell(other)]).unwrap().unwrap();
        }
        assert_eq!(BALTO.solution(&text).unwrap().unwrap(), letters);
        for count in (0..moves.len()).rev() {
            text = BALTO.stroke(&text, &[holes[count + 1]]).unwrap().unwrap();
        }
        assert_eq!(BALTO.solution(&text).unwrap().unwrap(), "\n");
        assert_eq!(BALTO.stroke(&text, &[holes[0]]), Ok(None));
        assert_eq!(BALTO.stroke(&text, &[Cell::new(9, 9), holes[0]]), Ok(None));
        assert_eq!(Balto::ABOUT.name, "balto");
    }
}
