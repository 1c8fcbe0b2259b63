//! Orbits of cells and canonical forms of boards under a set of index permutations.

/// The orbits of 0..`len` under the group that the permutations generate, each sorted, by least
/// member. With no permutation every index is its own orbit.
#[must_use]
pub fn orbits(len: usize, permutations: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; len];
    let mut orbits = Vec::new();
    for start in 0..len {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut orbit = vec![start];
        let mut next = 0;
        while next < orbit.len() {
            for permutation in permutations {
                let image = permutation[orbit[next]];
                if !std::mem::replace(&mut seen[image], true) {
                    orbit.push(image);
                }
            }
            next += 1;
        }
        orbit.sort_unstable();
        orbits.push(orbit);
    }
    orbits
}

/// The canonical form of a board: the lexicographically least of `values` and its images. The image
/// under a permutation has at `permutation[i]` the value of i. Two boards are images of each
/// other under a group exactly if their canonical forms under all its permutations are equal.
#[must_use]
pub fn canonical<T: Ord + Clone>(values: &[T], permutations: &[Vec<usize>]) -> Vec<T> {
    let image = |permutation: &Vec<usize>| {
        let mut image = values.to_vec();
        for (value, &target) in values.iter().zip(permutation) {
            image[target] = value.clone();
        }
        image
    };
    permutations.iter().map(image).chain([values.to_vec()]).min().unwrap_or_default()
}
