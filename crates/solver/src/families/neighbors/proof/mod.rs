//! Certificates of the family.
//!
//! * `case_proof`: LRAT proofs that no case has a board better than a bound.
//! * `shown_facts`: what one part shows and another needs, in the same variables.
//! * `lemmas`: the facts about the inside of large boards on which the class rests.

pub(crate) mod case_proof;
pub(crate) mod lemmas;
pub(crate) mod shown_facts;

pub(crate) use self::lemmas::LEMMAS;
