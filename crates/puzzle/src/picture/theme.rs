//! Themes: the colour, pattern, line style and glyph of every role.
//!
//! Invariant: every distinction is made by colour and by something else, such as a pattern, a dash, a
//! width or a number. The categorical colours are the colour-blind-safe palette of Okabe and Ito.
//! Levels differ in lightness, so they can be told apart in grey as well.

use crate::scene::Role;

/// A colour, red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    const fn hex(code: u32) -> Self {
        Self((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    /// Perceived lightness, 0..=255, by the usual weights of the three channels.
    const fn lightness(self) -> u32 {
        (299 * self.0 as u32 + 587 * self.1 as u32 + 114 * self.2 as u32) / 1000
    }

    /// Black or white, whichever reads better on this colour.
    #[must_use]
    pub const fn contrast(self) -> Self {
        if self.lightness() > 140 { Self::hex(0x11_1111) } else { Self::hex(0xff_ffff) }
    }
}

/// The pattern over a filled cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Pattern {
    /// Nothing.
    Plain,
    /// Lines from lower left to upper right.
    Rising,
    /// Lines from upper left to lower right.
    Falling,
    /// Horizontal lines.
    Level,
    /// Vertical lines.
    Upright,
    /// Dots.
    Dots,
    /// Crossed lines.
    Cross,
}

/// How a line is broken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dash {
    /// Not at all.
    Solid,
    /// Into short pieces.
    Short,
    /// Into long pieces.
    Long,
}

/// A set of colours for all roles.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// The name by which a user asks for it.
    pub name: &'static str,
    /// The background.
    pub background: Colour,
    /// Title and notes.
    pub ink: Colour,
    /// The borders of cells.
    pub border: Colour,
    /// How strongly patterns show, in percent.
    pub pattern_strength: u32,
    /// How strongly bands show, in percent: two, three or four times this, by their level.
    pub band_strength: u32,
    colours: fn(Role) -> u32,
}

impl Theme {
    /// For screens in a bright room, and the default.
    pub const LIGHT: Self = Self {
        name: "light",
        background: Colour::hex(0xff_ffff),
        ink: Colour::hex(0x22_2222),
        border: Colour::hex(0x8a_8a8a),
        pattern_strength: 16,
        band_strength: 11,
        colours: light,
    };

    /// For dark screens.
    pub const DARK: Self = Self {
        name: "dark",
        background: Colour::hex(0x14_171c),
        ink: Colour::hex(0xe6_e6e6),
        border: Colour::hex(0x5a_6270),
        pattern_strength: 20,
        band_strength: 12,
        colours: dark,
    };

    /// For black ink on white paper.
    pub const PRINT: Self = Self {
        name: "print",
        background: Colour::hex(0xff_ffff),
        ink: Colour::hex(0x00_0000),
        border: Colour::hex(0x00_0000),
        pattern_strength: 45,
        band_strength: 9,
        colours: print,
    };

    /// All themes.
    pub const ALL: [Self; 3] = [Self::LIGHT, Self::DARK, Self::PRINT];

    /// The theme with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name == name)
    }

    /// The main colour of a role: what a cell is filled with, a line or a free text drawn in.
    #[must_use]
    pub fn colour(&self, role: Role) -> Colour {
        Colour::hex((self.colours)(role))
    }
}

const fn light(role: Role) -> u32 {
    match role {
        Role::Unknown | Role::Slot => 0xff_ffff,
        Role::Given | Role::FixedTile => 0xd9_d4c7,
        Role::Filled | Role::Away => 0xf6_f2e6,
        Role::Level(1) => 0x20_2020,
        Role::Level(2) => 0x0b_7a52,
        Role::Level(3) => 0x3b_86c8,
        Role::Level(4) => 0xc7_9fd6,
        Role::Level(5) => 0xf0_ebdd,
        Role::Level(6) => 0xf7_f4ea,
        Role::Level(_) | Role::Neutral => 0xfd_fcf8,
        Role::Blocked => 0xb9_b9b9,
        Role::Tile => 0xf7_e3a1,
        Role::Hole => 0x3a_3a3a,
        Role::Home => 0xbf_e3d5,
        Role::Region(region) => {
            [0xc3_dcf3, 0xc4_e6cf, 0xf7_f0b4, 0xf8_d9b0, 0xf4_c4bd, 0xe0_cfee][region as usize % 6]
        }
        Role::Post => 0x4a_3728,
        Role::Fence => 0x8a_5a2b,
        Role::Loop => 0x00_4f9e,
        Role::Axis | Role::Pivot | Role::Thread => 0xb0_005e,
        Role::Image => 0xf0_8fc0,
        Role::EqualPair | Role::WrongSum | Role::Broken => 0xc4_1e1e,
        Role::SpareSupport => 0xe6_8a00,
        Role::Sum => 0x0b_7a52,
        Role::OpenSum => 0x9a_9a9a,
        Role::Over(_) => 0xc4_5200,
        Role::Under(_) => 0x00_63a8,
        Role::Moved => 0xd5_5e00,
        Role::Tried => 0xf7_e3a1,
        Role::Computed => 0xc3_dcf3,
        Role::Measured => 0x3b_86c8,
        Role::Extrapolated => 0xe8_c9a0,
    }
}

const fn dark(role: Role) -> u32 {
    match role {
        Role::Unknown | Role::Slot => 0x1c_2129,
        Role::Given | Role::FixedTile => 0x4a_5160,
        Role::Filled | Role::Away => 0x2b_323e,
        Role::Level(1) => 0xf4_f1e8,
        Role::Level(2) => 0x39_c08c,
        Role::Level(3) => 0x3f_86c6,
        Role::Level(4) => 0x7d_4f94,
        Role::Level(5) => 0x33_3a46,
        Role::Level(6) => 0x29_2f39,
        Role::Level(_) | Role::Neutral => 0x1e_232b,
        Role::Blocked => 0x3a_3f48,
        Role::Tile => 0xc9_a94c,
        Role::Hole => 0x05_0608,
        Role::Home => 0x1f_6b52,
        Role::Region(region) => {
            [0x1d_3a57, 0x1c_4a30, 0x5a_5416, 0x63_3f14, 0x5e_2620, 0x43_2b59][region as usize % 6]
        }
        Role::Post => 0xd9_c3a5,
        Role::Fence => 0xc5_8f55,
        Role::Loop => 0x6f_c3ff,
        Role::Axis | Role::Pivot | Role::Thread => 0xff_7ac2,
        Role::Image => 0x96_3a70,
        Role::EqualPair | Role::WrongSum | Role::Broken => 0xff_5a4f,
        Role::SpareSupport => 0xff_b52e,
        Role::Sum => 0x39_c08c,
        Role::OpenSum => 0x7a_8290,
        Role::Over(_) => 0xff_9a3c,
        Role::Under(_) => 0x5a_b4f0,
        Role::Moved => 0xff_8c42,
        Role::Tried => 0xc9_a94c,
        Role::Computed => 0x24_486b,
        Role::Measured => 0x3f_86c6,
        Role::Extrapolated => 0x7a_5a2e,
    }
}

const fn print(role: Role) -> u32 {
    match role {
        Role::Given | Role::FixedTile => 0xd0_d0d0,
        Role::Level(1) | Role::Hole | Role::Post => 0x00_0000,
        Role::Level(2) => 0x6a_6a6a,
        Role::Level(3) => 0xa0_a0a0,
        Role::Level(4) => 0xd0_d0d0,
        Role::Blocked => 0xb0_b0b0,
        Role::Home => 0xe4_e4e4,
        Role::Fence => 0x55_5555,
        Role::Loop | Role::Axis | Role::Pivot | Role::Thread => 0x00_0000,
        Role::Image => 0xb8_b8b8,
        Role::EqualPair | Role::WrongSum | Role::Broken | Role::Moved => 0x00_0000,
        Role::SpareSupport => 0x44_4444,
        Role::Sum => 0x33_3333,
        Role::OpenSum => 0x88_8888,
        Role::Over(_) => 0x00_0000,
        Role::Under(_) => 0x1a_1a1a,
        Role::Computed => 0xd0_d0d0,
        Role::Measured => 0x6a_6a6a,
        _ => 0xff_ffff,
    }
}

/// The pattern of cells of this role, for readers and printers without colour.
pub(super) const fn pattern(role: Role) -> Pattern {
    match role {
        Role::Blocked => Pattern::Cross,
        Role::Given | Role::FixedTile | Role::Region(1) | Role::Extrapolated => Pattern::Rising,
        Role::Region(0) | Role::Level(3) => Pattern::Level,
        Role::Region(2) | Role::Home | Role::Computed => Pattern::Dots,
        Role::Region(3) | Role::Level(2) => Pattern::Falling,
        Role::Region(4) => Pattern::Upright,
        Role::Region(_) => Pattern::Cross,
        Role::Level(4) => Pattern::Dots,
        _ => Pattern::Plain,
    }
}

/// The widths of bands by level.
const BANDS: [u32; 4] = [0, 16, 36, 62];

/// How strongly a band of this role shows, in steps of the theme's strength.
pub(super) const fn band_steps(role: Role) -> u32 {
    match role {
        Role::Over(level) | Role::Under(level) => level as u32 + 1,
        _ => 1,
    }
}

/// Whether a text of this role stands beside the board, and not on a cell.
pub(super) const fn is_free(role: Role) -> bool {
    matches!(role, Role::Sum | Role::WrongSum | Role::OpenSum | Role::Over(_) | Role::Under(_))
}

/// Whether a text of this role is drawn. The place of a sum that is not complete stays empty: a sign there would be
/// a speck beside every line of a blank board.
pub(super) const fn is_shown(role: Role) -> bool {
    !matches!(role, Role::OpenSum)
}

/// What stands before a number of this role on a terminal, as in the format of the boards.
pub(super) const fn prefix(role: Role) -> &'static str {
    match role {
        Role::FixedTile => "+",
        _ => "",
    }
}

/// The suffix of a text of this role on a terminal, which has no bands. Its direction shows the sign
/// of the error, its weight the size.
pub(super) const fn suffix(role: Role) -> &'static str {
    match role {
        Role::Over(1) => "▵",
        Role::Over(2) => "△",
        Role::Over(_) => "▲",
        Role::Under(1) => "▿",
        Role::Under(2) => "▽",
        Role::Under(_) => "▼",
        _ => "",
    }
}

/// Width, in hundredths of a cell's side, and dash of a line of this role.
pub(super) const fn line(role: Role) -> (u32, Dash) {
    match role {
        Role::EqualPair => (30, Dash::Solid),
        Role::SpareSupport => (17, Dash::Short),
        Role::Fence => (22, Dash::Solid),
        Role::Loop => (34, Dash::Solid),
        Role::Axis => (9, Dash::Long),
        Role::Image => (82, Dash::Solid),
        Role::Thread => (4, Dash::Short),
        Role::Moved => (13, Dash::Solid),
        Role::Broken => (15, Dash::Short),
        Role::Over(level) => (BANDS[level as usize], Dash::Solid),
        Role::Under(level) => (BANDS[level as usize], Dash::Long),
        _ => (10, Dash::Solid),
    }
}

/// The glyph of a cell without text on a terminal.
pub(super) const fn glyph(role: Role) -> char {
    match role {
        Role::Unknown => '?',
        Role::Slot => '.',
        Role::Blocked => '#',
        Role::Hole => '_',
        Role::Region(region) => ['b', 'g', 'y', 'o', 'r', 'p'][region as usize % 6],
        Role::Neutral => '.',
        Role::Fence => '#',
        Role::Loop => 'O',
        Role::Image => '*',
        Role::Broken => 'x',
        _ => ' ',
    }
}
