//! Checked proofs as files for checkers of others: DIMACS and LRAT for each part, and a manifest.
//!
//! * `digested_file`: a file that is written as a whole, with its digest.
//! * `part_files`: the formula and the steps of a part.
//! * `manifest`: what the parts say and need, and what remains to be believed.
//! * `export`: the folder of them, filled while a proof is checked.

mod digested_file;
mod export;
mod manifest;
mod part_files;

pub use self::export::ProofExport;
