//! The boards that come with the family, compiled into the program.
//!
//! The layout is that of the library's own families: presets at the top, `good/` boards with a solution, `bad/` one
//! board for each rule that breaks only it, `impossible/` one board for each reason.

/// Name and text of a board.
pub type Board = (&'static str, &'static str);

/// Puzzles to solve.
pub const PRESETS: &[Board] = &[
    ("2", include_str!("../puzzles/2.txt")),
    ("3", include_str!("../puzzles/3.txt")),
    ("4-hole", include_str!("../puzzles/4-hole.txt")),
    ("5-links", include_str!("../puzzles/5-links.txt")),
];

/// Boards with a complete and correct solution.
pub const GOOD: &[Board] = &[
    ("ring", include_str!("../puzzles/good/ring.txt")),
    ("spiral", include_str!("../puzzles/good/spiral.txt")),
];

/// By rule: a board that breaks it and no other.
pub const BAD: &[Board] = &[
    ("given", include_str!("../puzzles/bad/given.txt")),
    ("range", include_str!("../puzzles/bad/range.txt")),
    ("repeat", include_str!("../puzzles/bad/repeat.txt")),
    ("step", include_str!("../puzzles/bad/step.txt")),
    ("link", include_str!("../puzzles/bad/link.txt")),
];

/// By reason: a board that has no solution for it.
pub const IMPOSSIBLE: &[Board] = &[
    ("apart", include_str!("../puzzles/impossible/apart.txt")),
    ("dead-ends", include_str!("../puzzles/impossible/dead-ends.txt")),
];
