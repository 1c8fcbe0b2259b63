//! Arguments of the verbs that read and show boards: check, transform, draw, list, import, export.

use clap::{Args, ValueEnum};
use sixfold_puzzle::picture::Theme;

use super::values::{setting, steps};

/// Arguments of `check`.
#[derive(Args, Debug)]
pub(crate) struct Check {
    /// The puzzle, with or without a solution: a path, a preset, a record, or -.
    pub(crate) file: String,
    /// The solution, if it is in a file of its own.
    pub(crate) solution: Option<String>,
}

/// Arguments of `blank`.
#[derive(Args, Debug)]
pub(crate) struct Blank {
    /// The family.
    pub(crate) family: String,
    /// The order: how many cells a side of the board has.
    pub(crate) order: u16,
    /// Settings of the first line, such as start=-100.
    #[arg(value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,
    /// Write the board to this file instead of standard output.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
}

/// Arguments of `transform`.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("map").required(true).multiple(true))]
pub(crate) struct Transform {
    /// The puzzle, with or without a solution: a path, a preset, a record, or -.
    pub(crate) file: String,
    /// Turn it clockwise by this many sixths of a turn; a negative number turns it back.
    #[arg(long, value_name = "K", group = "map", allow_negative_numbers = true)]
    pub(crate) rotate: Option<i64>,
    /// Reflect it in the horizontal axis, before it is turned.
    #[arg(long, group = "map")]
    pub(crate) reflect: bool,
    /// The first of its images in alphabetical order: equal for boards that are images of each other.
    #[arg(long, group = "map", conflicts_with_all = ["rotate", "reflect"])]
    pub(crate) canonical: bool,
}

/// Arguments of `draw`.
#[derive(Args, Debug)]
pub(crate) struct Draw {
    /// The puzzle, with or without a solution: a path, a preset, a record, or -.
    pub(crate) file: String,
    /// Write to this file, x.svg or x.png, or x.gif for the moves of a solution; - is SVG on
    /// standard output. Without it, the board is drawn in the terminal.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
    /// Show a move sequence after this many moves, with the last move marked.
    #[arg(long)]
    pub(crate) step: Option<usize>,
    /// For x.gif: only from one number of moves to another.
    #[arg(long, value_name = "A..B", value_parser = steps)]
    pub(crate) steps: Option<(usize, usize)>,
    /// Which picture to draw, where a family has several: `sixfold list FAMILY` names them.
    #[arg(long, value_name = "NAME")]
    pub(crate) view: Option<String>,
    /// The width of x.png in pixels.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(16..=8000))]
    pub(crate) width: Option<u16>,
    /// The resolution of x.png in dots per inch, written into the file: 96 is the size in a browser.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(16..=2400))]
    pub(crate) dpi: Option<u16>,
    /// Draw no title.
    #[arg(long)]
    pub(crate) no_title: bool,
    /// The theme.
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    pub(crate) theme: ThemeName,
}

/// The themes.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ThemeName {
    /// For bright screens.
    Light,
    /// For dark screens.
    Dark,
    /// For black ink on white paper.
    Print,
}

impl ThemeName {
    /// The theme of this name.
    pub(crate) const fn theme(self) -> Theme {
        match self {
            Self::Light => Theme::LIGHT,
            Self::Dark => Theme::DARK,
            Self::Print => Theme::PRINT,
        }
    }
}

/// Arguments of `list`.
#[derive(Args, Debug)]
pub(crate) struct List {
    /// The family.
    pub(crate) family: Option<String>,
}

/// Arguments of `import`.
#[derive(Args, Debug)]
pub(crate) struct Import {
    /// The foreign text: a path, or -.
    pub(crate) file: String,
    /// Its format, such as hexiom-classic; without it, every format is tried. dimacs is a SAT
    /// solver's answer to the formula of --board.
    #[arg(long)]
    pub(crate) format: Option<String>,
    /// For dimacs: the engine whose formula was solved.
    #[arg(long)]
    pub(crate) engine: Option<String>,
    /// For dimacs: the options with which the formula was exported.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,
    /// The board that a foreign solution belongs to: a path or a preset.
    #[arg(long)]
    pub(crate) board: Option<String>,
    /// Which of several puzzles to take, from 1.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) pick: Option<u32>,
    /// Write to this file; for several puzzles, to files 1.txt, 2.txt, … in this folder.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
}

/// Arguments of `export`.
#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The puzzles: paths, presets, or -.
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
    /// The format, such as classic or entry; needed if the family has several. dimacs is the
    /// formula that a SAT engine works on.
    #[arg(long)]
    pub(crate) format: Option<String>,
    /// For dimacs: the engine whose formula is meant.
    #[arg(long)]
    pub(crate) engine: Option<String>,
    /// For dimacs: set an option of the engine; may be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,
    /// Write to this file instead of standard output.
    #[arg(long, short)]
    pub(crate) output: Option<String>,
}
