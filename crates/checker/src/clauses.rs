//! Clause database by id: one arena with compacting garbage collection.
//!
//! A long proof has millions of clauses, of which few are alive at a time. The arena holds each clause
//! after its id and length; a table maps ids to places. When more than half of the arena is dead, the
//! living clauses move together. This module does not interpret literals.

use crate::ProofError;

/// Table entries that are not places. The arena begins with as many unused words.
const NEVER: u32 = 0;
const DELETED: u32 = 1;
const FIRST: usize = 2;

/// Words before the literals of a clause: its id and its length.
const HEADER: usize = 2;

/// Less garbage than this is not collected.
const LEAST_GARBAGE: usize = 1 << 10;

/// The largest id is bounded by the first number plus the second for each clause. Gaps between ids
/// cost memory, and the memory of a proof must stay in proportion to its length.
const FREE_IDS: u64 = 1 << 20;
const IDS_PER_CLAUSE: u64 = 64;

/// Clauses by id.
#[derive(Debug)]
pub(crate) struct Clauses {
    /// The place of each id, or [`NEVER`] or [`DELETED`].
    places: Vec<u32>,
    words: Vec<u32>,
    /// Words of dead clauses.
    garbage: usize,
    /// Clauses ever inserted.
    inserted: u64,
}

impl Clauses {
    pub(crate) fn new() -> Self {
        Self { places: Vec::new(), words: vec![0; FIRST], garbage: 0, inserted: 0 }
    }

    /// The words of the clause with an id.
    pub(crate) fn get(&self, id: u64) -> Result<&[u32], ProofError> {
        let place = self.place(id)?;
        let start = place + HEADER;
        Ok(&self.words[start..start + self.words[place + 1] as usize])
    }

    /// Whether a new clause may have this id. Ids are never reused, so a hint is unambiguous.
    pub(crate) fn vacant(&self, id: u64) -> Result<(), ProofError> {
        let bound = (FREE_IDS + IDS_PER_CLAUSE * self.inserted).min(u32::MAX.into());
        match self.entry(id) {
            _ if id == 0 || id > bound => Err(ProofError::IdOutOfRange { id }),
            NEVER => Ok(()),
            _ => Err(ProofError::RepeatedId { id }),
        }
    }

    /// Stores a clause under a vacant id.
    pub(crate) fn insert(&mut self, id: u64, clause: &[u32]) -> Result<(), ProofError> {
        self.vacant(id)?;
        let place = self.words.len();
        if place + HEADER + clause.len() > u32::MAX as usize {
            return Err(ProofError::TooLarge);
        }
        let index = id as usize;
        if self.places.len() <= index {
            self.places.resize(index + 1, NEVER);
        }
        self.places[index] = place as u32;
        self.words.extend([id as u32, clause.len() as u32]);
        self.words.extend_from_slice(clause);
        self.inserted += 1;
        Ok(())
    }

    /// Deletes the clause with an id.
    pub(crate) fn remove(&mut self, id: u64) -> Result<(), ProofError> {
        let place = self.place(id)?;
        self.garbage += HEADER + self.words[place + 1] as usize;
        self.places[id as usize] = DELETED;
        if self.garbage > LEAST_GARBAGE.max(self.words.len() / 2) {
            self.compact();
        }
        Ok(())
    }

    fn entry(&self, id: u64) -> u32 {
        let index = usize::try_from(id).unwrap_or(usize::MAX);
        self.places.get(index).copied().unwrap_or(NEVER)
    }

    fn place(&self, id: u64) -> Result<usize, ProofError> {
        match self.entry(id) {
            NEVER => Err(ProofError::UnknownId { id }),
            DELETED => Err(ProofError::DeletedId { id }),
            place => Ok(place as usize),
        }
    }

    /// Moves the living clauses together, in their order. A clause is alive exactly if the table has
    /// its place, since an id is used once.
    fn compact(&mut self) {
        let (mut from, mut to) = (FIRST, FIRST);
        while from < self.words.len() {
            let size = HEADER + self.words[from + 1] as usize;
            let entry = &mut self.places[self.words[from] as usize];
            if *entry as usize == from {
                *entry = to as u32;
                self.words.copy_within(from..from + size, to);
                to += size;
            }
            from += size;
        }
        self.words.truncate(to);
        self.garbage = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clause that tells its id, of varying length.
    fn clause(id: u64) -> Vec<u32> {
        vec![id as u32; (id % 7) as usize]
    }

    fn filled(last: u64) -> Clauses {
        let mut clauses = Clauses::new();
        for id in 1..=last {
            clauses.insert(id, &clause(id)).unwrap();
        }
        clauses
    }

    #[test]
    fn ids_are_used_once_and_only_while_alive() {
        let mut clauses = filled(3);
        assert_eq!(clauses.get(3), Ok(&[3, 3, 3][..]));
        assert_eq!(clauses.vacant(3), Err(ProofError::RepeatedId { id: 3 }));
        clauses.remove(3).unwrap();
        assert_eq!(clauses.get(3), Err(ProofError::DeletedId { id: 3 }));
        assert_eq!(clauses.remove(3), Err(ProofError::DeletedId { id: 3 }));
        assert_eq!(clauses.insert(3, &[]), Err(ProofError::RepeatedId { id: 3 }));
        assert_eq!(clauses.get(4), Err(ProofError::UnknownId { id: 4 }));
        assert_eq!(clauses.remove(u64::MAX), Err(ProofError::UnknownId { id: u64::MAX }));
    }

    #[test]
    fn gaps_are_allowed_in_proportion() {
        let mut clauses = filled(2);
        let bound = FREE_IDS + 2 * IDS_PER_CLAUSE;
        for id in [0, bound + 1, u64::MAX] {
            assert_eq!(clauses.vacant(id), Err(ProofError::IdOutOfRange { id }));
        }
        clauses.insert(bound, &[5]).unwrap();
        assert_eq!(clauses.get(bound), Ok(&[5][..]));
        assert_eq!(clauses.get(bound - 1), Err(ProofError::UnknownId { id: bound - 1 }));
    }

    #[test]
    fn compaction_keeps_exactly_the_living() {
        let mut clauses = filled(3000);
        let before = clauses.words.len();
        for id in (1..=3000).filter(|id| id % 5 != 0) {
            clauses.remove(id).unwrap();
        }
        assert!(clauses.words.len() < before / 2, "the array has shrunk");
        assert!(clauses.garbage <= clauses.words.len());
        for id in 1..=3000 {
            let expected =
                if id % 5 == 0 { Ok(clause(id)) } else { Err(ProofError::DeletedId { id }) };
            assert_eq!(clauses.get(id).map(<[u32]>::to_vec), expected);
        }
        clauses.insert(3001, &[9, 9]).unwrap();
        assert_eq!(clauses.get(3001), Ok(&[9, 9][..]));
    }

    #[test]
    fn memory_follows_the_living_and_not_the_dead() {
        let mut clauses = filled(10);
        for id in 11..100_000 {
            clauses.insert(id, &clause(id)).unwrap();
            clauses.remove(id).unwrap();
        }
        assert!(clauses.words.len() < 4 * LEAST_GARBAGE);
        assert_eq!(clauses.get(10), Ok(&clause(10)[..]));
    }
}
