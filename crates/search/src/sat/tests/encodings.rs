//! Every encoding of a count admits exactly the assignments that it should, by trying all of them.

use super::*;

#[test]
fn every_encoding_counts_exactly_and_defines_its_helpers() {
    for name in Encoding::NAMES {
        for size in 0..7_usize {
            for count in 0..=size + 1 {
                let mut formula = Formula::new();
                let literals: Vec<i32> = (0..size).map(|_| formula.variable()).collect();
                exactly(&mut formula, &literals, count, Encoding::named(name), &Run::unlimited())
                    .unwrap();
                let wanted: Vec<u32> =
                    (0..1_u32 << size).filter(|bits| bits.count_ones() as usize == count).collect();
                assert_eq!(
                    models(BackendName::Batsat, &formula, size),
                    wanted,
                    "{name} {count} of {size}"
                );
                // Helpers are functions of the literals: no model splits into several.
                let all = formula.variables() as usize;
                if all <= 16 && size > 0 {
                    assert_eq!(
                        brute_force(&formula, all).len(),
                        wanted.len(),
                        "{name} {count} of {size}"
                    );
                }
            }
        }
    }
}

/// A limit admits exactly the assignments with so many true literals or fewer, for every bound that
/// one formula counts.
#[test]
fn every_limit_admits_what_it_should_and_nothing_else() {
    for (name, encoding) in Encoding::NAMES.iter().zip(Encoding::ALL) {
        for size in 0..9_usize {
            for most in 0..=size {
                let mut formula = Formula::new();
                let literals: Vec<i32> = (0..size).map(|_| formula.variable()).collect();
                let run = Run::unlimited();
                let limit = Limit::new(&mut formula, &literals, encoding, 0..=most, &run).unwrap();
                for bound in 0..=most {
                    let mut formula = formula.clone();
                    limit.at_most(bound).into_iter().for_each(|it| formula.clause(&[it]));
                    let few = |bits: &u32| bits.count_ones() as usize <= bound;
                    let wanted: Vec<u32> = (0..1_u32 << size).filter(few).collect();
                    let found = models(BackendName::Batsat, &formula, size);
                    assert_eq!(found, wanted, "{name}: {bound} of {size}, counted up to {most}");
                }
            }
        }
    }
}

/// What is cut off makes the network smaller: n log² k in place of n log² n.
#[test]
fn a_bitonic_network_is_cut_off_at_its_bound() {
    let size = |most: usize| {
        let mut formula = Formula::new();
        let literals: Vec<i32> = (0..1_000).map(|_| formula.variable()).collect();
        let run = Run::unlimited();
        Limit::new(&mut formula, &literals, Encoding::Bitonic, 0..=most, &run).unwrap();
        (formula.variables() as usize - literals.len(), formula.len())
    };
    // A tree of disjunctions.
    assert_eq!(size(0), (999, 1_998));
    let (few, all) = (size(10), size(999));
    assert!(8 * few.0 < 2 * all.0, "{few:?} {all:?}");
    // A comparison of two wires has two variables and three clauses.
    assert_eq!(2 * all.1, 3 * all.0);
}

#[test]
fn literals_may_be_counted_twice_and_negated() {
    for name in Encoding::NAMES {
        let mut formula = Formula::new();
        let (a, b) = (formula.variable(), formula.variable());
        exactly(&mut formula, &[a, a, -b], 2, Encoding::named(name), &Run::unlimited()).unwrap();
        assert_eq!(models(BackendName::Batsat, &formula, 2), [0b11], "{name}");
    }
}

/// Without counters: all literals, or none of them.
#[test]
fn a_count_of_all_or_none_is_a_list_of_units() {
    for (count, sign) in [(0, -1), (3_000, 1)] {
        let mut formula = Formula::new();
        let literals: Vec<Lit> = (0..3_000).map(|_| formula.variable()).collect();
        let run = Run::unlimited();
        exactly(&mut formula, &literals, count, Encoding::Totalizer, &run).unwrap();
        let units: Vec<Lit> = formula.clauses().map(|clause| clause[0]).collect();
        assert!(formula.clauses().all(|clause| clause.len() == 1));
        assert_eq!(units, literals.iter().map(|literal| sign * literal).collect::<Vec<_>>());
    }
}
