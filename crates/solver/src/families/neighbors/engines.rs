//! Table of the engines, in the order in which the session tries them.
//!
//! A module that holds one engine defines its row (`ENGINE`). The rows of `class` and `sat` are
//! here, because both share `class_and_sat`.

use super::board::{LEAST_ORDER, parse};
use super::class_and_sat;
use super::classic::{backtrack, cover, rows, store};
use super::count;
use super::cubes;
use super::encode::encoding_options::{CENTRE, COUNTING, INTERIOR, MOST, RING, SINGLE, VALUES};
use super::options::{BACKEND, BITS, CODE, PROOF_LIMIT};
use super::proof::case_proof;
use super::search::{beam, core_guided, region};
use crate::engine::{Engine, Power, Role};

pub(crate) static ENGINES: &[Engine] = &[
    CLASS,
    cubes::ENGINE,
    SAT,
    core_guided::ENGINE,
    count::ENGINE,
    beam::engine::ENGINE,
    rows::ENGINE,
    backtrack::ENGINE,
    store::ENGINE,
    cover::ENGINE,
    region::ENGINE,
];

const CLASS: Engine = Engine {
    name: "class",
    description: "the best board whose inside is a perfect code, case by case, by SAT",
    role: Role::Production,
    powers: &[Power::Finds, Power::Improves],
    options: &[CODE, BITS, MOST, BACKEND, PROOF_LIMIT],
    serves: |text| match parse(text) {
        instance if instance.givens.iter().any(Option::is_some) => {
            Err("it turns boards, so there may be no givens".to_owned())
        }
        instance if instance.hexagon.order() < LEAST_ORDER => {
            Err(format!("boards below order {LEAST_ORDER} have no inside"))
        }
        _ => Ok(()),
    },
    run: class_and_sat::class,
    clausal: Some(case_proof::CLASS),
    count: None,
    hint: None,
};

const SAT: Engine = Engine {
    name: "sat",
    description: "the best board of all, by SAT; slow beyond order 7",
    role: Role::Production,
    powers: &[Power::Finds, Power::Proves, Power::Improves],
    options: &[COUNTING, VALUES, MOST, RING, INTERIOR, SINGLE, CENTRE, BACKEND, PROOF_LIMIT],
    serves: |_| Ok(()),
    run: class_and_sat::whole,
    clausal: Some(case_proof::WHOLE),
    count: None,
    hint: None,
};
