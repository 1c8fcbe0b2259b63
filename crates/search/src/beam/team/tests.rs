//! Segments against the tour in one piece.

use super::super::Node;
use super::super::snapshot::{DO, LEAF, UNDO};
use super::growth::divided;
use super::segments::{chunks, cut, flattened, lift, most_bytes, path, trunk};
use crate::random::Random;

/// A tour without dead branches whose leaves all have the same depth.
fn tour(random: &mut Random, depth: usize, tour: &mut Vec<u8>) -> usize {
    let children = 1 + random.below(3) as u8;
    let mut leaves = 0;
    for step in 0..children {
        if depth == 1 {
            tour.push(LEAF | step);
            leaves += 1;
            continue;
        }
        tour.push(DO | step);
        leaves += self::tour(random, depth - 1, tour);
        tour.push(UNDO | step);
    }
    leaves
}

fn nodes(leaves: usize) -> Vec<Node> {
    (0..leaves).map(|leaf| Node { estimate: leaf as u32, hash: leaf as u64 }).collect()
}

#[test]
fn a_tour_in_segments_is_the_same_tour() {
    for seed in 0..40 {
        let (mut bytes, mut random) = (Vec::new(), Random::new(seed));
        let nodes = nodes(tour(&mut random, 6, &mut bytes));
        for leaves in [1, 2, 7, 1000] {
            let segments = divided(&bytes, &nodes, leaves);
            assert_eq!(flattened(&segments), bytes);
            assert!(most_bytes(&segments) >= bytes.len());
            let all: Vec<Node> = segments.iter().flat_map(|it| it.nodes.clone()).collect();
            assert_eq!(all, nodes);
            assert!(segments.iter().all(|it| it.nodes.len() <= leaves.max(3)));
            let chunks = chunks(&segments, 2 * leaves.max(3));
            assert!(chunks.iter().map(ExactSizeIterator::len).sum::<usize>() == segments.len());
            assert!(chunks.len() <= segments.len().div_ceil(2) || leaves < 3);
        }
    }
}

#[test]
fn the_root_goes_down_as_far_as_all_leaves_go_the_same_way() {
    for seed in 0..40 {
        let (mut bytes, mut random) = (vec![DO | 9, DO | 8], Random::new(seed));
        let leaves = tour(&mut random, 4, &mut bytes);
        bytes.extend([UNDO | 8, UNDO | 9]);
        for most in [1, 3, 100] {
            let mut segments = divided(&bytes, &nodes(leaves), most);
            let moves = trunk(&segments);
            let parents: Vec<Vec<u8>> = (0..leaves)
                .map(|leaf| path(&segments, leaf))
                .map(|path| path[..path.len() - 1].to_vec())
                .collect();
            let agree = |moves: usize| parents.iter().all(|it| it[..moves] == parents[0][..moves]);
            assert!(agree(moves) && (moves == parents[0].len() || !agree(moves + 1)));
            lift(&mut segments, moves);
            assert_eq!(flattened(&segments), bytes[moves..bytes.len() - moves]);
        }
    }
}

/// The tour in one piece is cut at the same node; see `tour::grow`.
#[test]
fn a_tour_that_has_no_room_is_cut_before_a_node() {
    let bytes = [
        DO | 1,
        LEAF | 4,
        LEAF | 5,
        UNDO | 1,
        DO | 2,
        LEAF | 6,
        LEAF | 7,
        UNDO | 2,
        DO | 3,
        LEAF | 8,
        UNDO | 3,
    ];
    for leaves in [2, 5] {
        let cut_to = |most: usize| {
            let mut segments = divided(&bytes, &nodes(5), leaves);
            cut(&mut segments, most);
            flattened(&segments)
        };
        assert_eq!(cut_to(11), bytes);
        assert_eq!(cut_to(10), bytes[..8]);
        assert_eq!(cut_to(8), bytes[..8]);
        assert_eq!(cut_to(7), bytes[..4]);
        assert_eq!(cut_to(3), []);
    }
}
