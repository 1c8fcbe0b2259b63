//! Scenes made visible: themes map roles to looks, and the renderers draw them as SVG or as text
//! for a terminal. Nothing here knows a family.

mod chart;
mod film;
mod page;
mod plot;
mod svg;
mod terminal;
mod theme;

pub use chart::{Bar, Chart, chart, duration};
pub use film::Film;
pub use svg::svg;
pub use terminal::terminal;
pub use theme::{Colour, Dash, Pattern, Theme};
