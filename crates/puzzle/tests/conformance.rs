//! Every family of this crate passes the conformance suite, and the suite finds faults.

use sixfold_puzzle::conformance::{Boards, problems};
use sixfold_puzzle::{FAMILIES, families, family_named, family_of};

#[test]
fn every_family_conforms() {
    for &family in FAMILIES {
        assert_eq!(problems(family, &Boards::embedded(family.name())), [""; 0]);
    }
}

#[test]
fn presets_are_the_promised_ones() {
    let count = |name: &str| family_named(FAMILIES, name).unwrap().presets().len();
    assert_eq!((count("hexiom"), count("balto"), count("fences")), (41, 25, 2));
    assert_eq!((count("magic"), count("neighbors")), (8, 128));
    for &family in FAMILIES {
        for name in family.presets() {
            assert_eq!(family_of(FAMILIES, &family.preset(&name).unwrap()), Ok(family));
        }
    }
}

/// The groups are the right ones: what is left out of a family's list is no symmetry of it.
#[test]
fn regions_and_wrapped_rims_are_handed() {
    let handed = FAMILIES.iter().filter(|family| family.symmetries().len() == 6);
    assert_eq!(handed.map(|family| family.name()).collect::<Vec<_>>(), ["fences", "balto"]);
}

#[test]
fn the_suite_finds_faults() {
    let hexiom = Boards::embedded("hexiom");
    let found = |boards: &Boards| problems(families::HEXIOM, boards).join("\n");
    let missing = Boards { bad: hexiom.bad[1..].to_vec(), ..hexiom.clone() };
    assert!(found(&missing).contains("each rule must have one board"), "{}", found(&missing));
    let unsolved = Boards { good: hexiom.bad.clone(), ..hexiom.clone() };
    assert!(found(&unsolved).contains("its solution must be complete and correct"));
    let mut swapped = hexiom.clone();
    swapped.bad[0].1 = hexiom.good[0].1.clone();
    assert!(found(&swapped).contains("shows {}"), "{}", found(&swapped));
    let foreign = Boards { good: Boards::embedded("magic").good, ..hexiom.clone() };
    assert!(found(&foreign).contains("it cannot be read"));
    let possible = Boards { impossible: hexiom.good.clone(), ..hexiom };
    assert!(found(&possible).contains("it is not impossible for its reason"));
}
