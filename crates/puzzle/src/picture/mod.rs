//! Renderers: scenes and charts as SVG, scenes as text for a terminal.
//!
//! A theme maps roles to colours and patterns. Imports run one way: the renderers use `page`, `layout`,
//! `captions`, `markup` and `theme`, which use no renderer. No renderer knows a family.

mod animation;
mod captions;
mod chart;
mod layout;
mod markup;
mod page;
mod plot;
mod svg;
mod terminal;
mod theme;

pub use animation::Animation;
pub use chart::{Bar, Chart, chart, duration};
pub use svg::svg;
pub use terminal::terminal;
pub use theme::{Colour, Dash, Pattern, Theme};
