//! Registry of the families: one line in `families!` registers a family.
//!
//! The macro makes an enum of it, so the compiler asks for the matching arms in the solver.

pub mod balto;
pub mod fences;
pub mod hexiom;
pub mod magic;
pub mod neighbors;

use crate::family::{ErasedFamily, Puzzle};
use crate::text::{Document, ErrorCode, TextError, quoted};

macro_rules! families {
    ($($variant:ident = $family:ty;)+) => {
        /// A family, by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Kind {
            $(#[doc = concat!("The family `", stringify!($family), "`.")] $variant,)+
        }

        impl Kind {
            /// All families.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The family behind its text-only interface.
            #[must_use]
            pub fn puzzle(self) -> &'static dyn Puzzle {
                match self {
                    $(Self::$variant => const { &ErasedFamily::<$family>::new() },)+
                }
            }
        }
    };
}

families! {
    Neighbors = neighbors::Neighbors;
    Magic = magic::Magic;
    Hexiom = hexiom::Hexiom;
    Fences = fences::Fences;
    Balto = balto::Balto;
}

impl Kind {
    /// The family with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.puzzle().about().name == name)
    }
}

/// The family that a text's header names.
///
/// # Errors
/// If the text has no header, or the header names no family.
pub fn kind_of(text: &str) -> Result<Kind, TextError> {
    let name = Document::parse(text)?.family;
    Kind::named(name.text).ok_or_else(|| {
        let known: Vec<_> = Kind::ALL.iter().map(|kind| kind.puzzle().about().name).collect();
        let message = format!("unknown family {}", quoted(name.text));
        name.error(ErrorCode::Family, message, format!("one of: {}", known.join(", ")))
    })
}
