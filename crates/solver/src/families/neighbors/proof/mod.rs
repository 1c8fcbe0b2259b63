//! What is certified: `case_proof` writes that no case has a better board, `lemmas` shows facts about the
//! inside of large boards.

pub(crate) mod case_proof;
pub(crate) mod lemmas;

pub(crate) use self::lemmas::LEMMAS;
