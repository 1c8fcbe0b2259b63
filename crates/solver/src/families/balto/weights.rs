//! Evaluation functions of the beam search: linear models over features of tiles, stored as tables of weights.
//!
//! The estimate of a state is a sum over its tiles. A tile has the weight of its distance class, and if it is not at
//! home also the weight of its neighbourhood class. The distance class (dx, dy) says that its shortest way home has dx
//! steps in one direction and dy ≤ dx in the next. The neighbourhood class says which of the six neighbours are at home,
//! up to rotation and reflection. The plain distance, two formulas and learned weights are all of this form, which is
//! that of Rafael Bocquet's winning contest entry.
//!
//! Heuristic: the estimates are not admissible, so they must not be used to prune an exact search. Bad weights make a
//! beam search slow or its solutions long, never wrong; so only the form of a text with weights is checked.

use sixfold_puzzle::hex::Cell;

use crate::checkpoint::hash;

/// The largest weight. Sums stay far below 2^32 on all boards that are served.
pub(super) const MOST: u32 = 1 << 15;
/// The classes of neighbourhoods.
pub(super) const NEIGHBOURHOODS: usize = 13;
/// The first line of weights as text.
const HEADER: &str = "balto weights 1";

/// The number of classes of ways on a board: ways have up to order − 1 steps.
pub(super) fn distance_classes(order: usize) -> usize {
    (0..order).map(|steps| steps / 2 + 1).sum()
}

/// The class of a way that leads from the centre to a cell.
pub(super) fn distance_class(to: Cell) -> usize {
    let (longer, shorter) = parts(to);
    distance_classes(longer + shorter) + shorter
}

/// The way to a cell as steps in two neighbouring directions, the larger number first.
fn parts(to: Cell) -> (usize, usize) {
    let mut sizes = [to.q, to.r, to.q + to.r].map(|size| size.unsigned_abs() as usize);
    sizes.sort_unstable();
    (sizes[1], sizes[0])
}

/// The class of each set of directions.
pub(super) fn neighbourhood_classes() -> [usize; 64] {
    let name = |set: usize| {
        let turned = |set: usize, by: usize| (set << by | set >> (6 - by)) & 63;
        let mirrored = set.reverse_bits() >> (usize::BITS - 6);
        let images = (0..6).flat_map(|by| [turned(set, by), turned(mirrored, by)]);
        images.min().unwrap_or(set)
    };
    let names: [usize; 64] = std::array::from_fn(name);
    names.map(|name| (0..name).filter(|&set| names[set] == set).count())
}

/// The weights of all classes for boards of one order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    pub(super) order: usize,
    /// How they came to be, in one line.
    pub(super) record: String,
    pub(super) distances: Vec<u32>,
    pub(super) neighbourhoods: [u32; NEIGHBOURHOODS],
}

/// How much less neighbourhoods can weigh, at most, after something has happened to a tile: it has
/// left home, it has come home, or its cell is empty now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Relief {
    pub(super) leaving: i32,
    pub(super) coming: i32,
    pub(super) emptied: i32,
}

impl Weights {
    /// Weights by formula: of a way from its two parts, of a neighbourhood from its size.
    fn formula(order: usize, record: &str, way: fn(u32, u32) -> u32, share: u32) -> Self {
        let ways =
            (0..order as u32).flat_map(|steps| (0..=steps / 2).map(move |dy| (steps - dy, dy)));
        let mut neighbourhoods = [0; NEIGHBOURHOODS];
        for (set, class) in neighbourhood_classes().into_iter().enumerate() {
            neighbourhoods[class] = share * set.count_ones();
        }
        let distances = ways.map(|(dx, dy)| way(dx, dy)).collect();
        Self { order, record: record.to_owned(), distances, neighbourhoods }
    }

    /// The number of steps home.
    pub(super) fn distance(order: usize) -> Self {
        Self::formula(order, "the distance", |dx, dy| dx + dy, 0)
    }

    /// The best formula of the seed: quadratic in the distance.
    pub(super) fn quadratic(order: usize) -> Self {
        Self::formula(order, "quadratic", quadratic, 0)
    }

    /// The same, and the number of neighbours at home for each tile that is not.
    pub(super) fn quadratic_and_size(order: usize) -> Self {
        Self::formula(order, "quadratic, and neighbours at home", quadratic, 1)
    }

    /// The learned weights of an order, or else of the next larger or the largest order that has some.
    pub(super) fn learned(order: usize) -> Self {
        let found = LEARNED.iter().find(|(learned, _)| *learned >= order).or(LEARNED.last());
        let text = found.expect("something was learned").1;
        let learned = Self::parse(text).expect("the weights that are built in are well formed");
        learned.adapted(order)
    }

    /// The same weights for boards of another order. Classes of ways are the same on all boards;
    /// longer ones than are known grow as the formula does.
    pub(super) fn adapted(&self, order: usize) -> Self {
        let mut adapted = Self::formula(order, &self.record, quadratic, 0);
        let longest = distance_classes(self.order - 1)..self.distances.len();
        let sum = |weights: &[u32]| u64::from(weights[longest.clone()].iter().sum::<u32>());
        let formula = Self::quadratic(self.order.max(order));
        let (known, plain) = (sum(&self.distances), sum(&formula.distances).max(1));
        for (class, weight) in adapted.distances.iter_mut().enumerate() {
            *weight = match self.distances.get(class) {
                Some(&learned) => learned,
                None => (u64::from(*weight) * known).div_ceil(plain).min(u64::from(MOST)) as u32,
            };
        }
        adapted.neighbourhoods = self.neighbourhoods;
        adapted
    }

    /// The most by which neighbourhoods can weigh less.
    pub(super) fn relief(&self) -> Relief {
        let classes = neighbourhood_classes();
        let weight = |set: usize| self.neighbourhoods[classes[set]] as i32;
        let pairs =
            (0..64).flat_map(|set| (0..6).map(move |bit| (set & !(1 << bit), set | 1 << bit)));
        let drop = |from: usize, to: usize| (weight(from) - weight(to)).max(0);
        let leaving = pairs.clone().map(|(less, more)| drop(more, less)).max().unwrap_or(0);
        let coming = pairs.map(|(less, more)| drop(less, more)).max().unwrap_or(0);
        let own = (0..64).map(weight).max().unwrap_or(0);
        Relief { leaving: 6 * leaving, coming: 6 * coming + own, emptied: own }
    }

    /// The text form: a line for each part, and a checksum over the lines before it.
    pub(super) fn print(&self) -> String {
        let list =
            |weights: &[u32]| weights.iter().map(|weight| format!(" {weight}")).collect::<String>();
        let body = format!(
            "{HEADER}\norder {}\nrecord {}\ndistances{}\nneighbourhoods{}\n",
            self.order,
            self.record,
            list(&self.distances),
            list(&self.neighbourhoods)
        );
        format!("{body}hash {:016x}\n", hash(body.as_bytes()))
    }

    /// Reads the text form. What is wrong is said with its line and with what was expected.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().zip(1..);
        let mut part = |name: &'static str| {
            let found = lines.next();
            let rest = found.and_then(|(line, _)| line.strip_prefix(name)).map(str::trim);
            let at = found.map_or("the end".to_owned(), |(_, number)| format!("line {number}"));
            rest.ok_or_else(|| format!("{at}: expected `{name}`"))
        };
        part(HEADER)?;
        let order = part("order")?.parse().ok().filter(|order| (2..=1 << 10).contains(order));
        let order = order.ok_or("line 2: expected an order, 2 or more")?;
        let record = part("record")?.to_owned();
        let distances = numbers(part("distances")?, 4)?;
        let neighbourhoods = numbers(part("neighbourhoods")?, 5)?;
        let count = neighbourhoods.len();
        let neighbourhoods = neighbourhoods.try_into().map_err(|_| {
            format!("line 5: there are {count} neighbourhoods, expected {NEIGHBOURHOODS}")
        })?;
        let weights = Self { order, record, distances, neighbourhoods };
        weights.well_formed()?;
        let body = text.rsplit_once("hash ").map_or(text, |(body, _)| body);
        match part("hash")? == format!("{:016x}", hash(body.as_bytes())) {
            true => Ok(weights),
            false => {
                Err("line 6: the hash does not fit, the weights were changed or cut".to_owned())
            }
        }
    }

    /// A tile at home costs nothing, any other something: else the estimate would not tell a goal.
    fn well_formed(&self) -> Result<(), String> {
        let (found, wanted) = (self.distances.len(), distance_classes(self.order));
        if found != wanted {
            let order = self.order;
            return Err(format!(
                "line 4: there are {found} distances, expected {wanted} for order {order}"
            ));
        }
        if self.distances.first() != Some(&0) || self.distances[1..].contains(&0) {
            return Err("line 4: expected the weight 0 first and nowhere else".to_owned());
        }
        Ok(())
    }
}

fn quadratic(dx: u32, dy: u32) -> u32 {
    3 * (dx * dx + dx * dy + dy * dy) + 7 * (dx + dy)
}

/// The weights of a line.
fn numbers(words: &str, line: usize) -> Result<Vec<u32>, String> {
    let number = |word: &str| {
        let weight = word.parse().ok().filter(|weight| *weight <= MOST);
        weight.ok_or_else(|| format!("line {line}: `{word}` is not a weight from 0 to {MOST}"))
    };
    words.split_ascii_whitespace().map(number).collect()
}

/// The weights that were learned, by order.
const LEARNED: &[(usize, &str)] = &[
    (5, include_str!("weights/5.txt")),
    (6, include_str!("weights/6.txt")),
    (7, include_str!("weights/7.txt")),
    (8, include_str!("weights/8.txt")),
];

#[cfg(test)]
mod tests {
    use sixfold_puzzle::hex::Hexagon;

    use super::*;

    #[test]
    fn classes_are_those_of_the_contest() {
        assert_eq!(distance_classes(27), 196);
        let classes = neighbourhood_classes();
        assert_eq!(classes.iter().max(), Some(&(NEIGHBOURHOODS - 1)));
        assert_eq!((classes[0], classes[63]), (0, NEIGHBOURHOODS - 1));
        assert_eq!(classes[0b110100], classes[0b010110], "the example of the article");
        assert_ne!(classes[0b110110], classes[0b111100]);
    }

    #[test]
    fn every_class_of_ways_is_met() {
        for order in 2..=30 {
            let mut met = vec![false; distance_classes(order)];
            for &cell in Hexagon::new(order).cells() {
                met[distance_class(cell)] = true;
            }
            assert!(met.iter().all(|met| *met), "order {order}");
        }
    }

    #[test]
    fn formulas_give_their_values() {
        let weights = Weights::quadratic_and_size(6);
        let at = |q, r| weights.distances[distance_class(Cell::new(q, r))];
        assert_eq!([at(0, 0), at(1, 0), at(0, -2), at(1, 1), at(-3, 1)], [0, 10, 26, 23, 42]);
        assert_eq!(weights.neighbourhoods[NEIGHBOURHOODS - 1], 6);
        assert_eq!(Weights::distance(6).distances[distance_class(Cell::new(-3, 1))], 3);
    }

    #[test]
    fn relief_is_what_six_neighbours_can_gain() {
        let relief = Weights::quadratic_and_size(5).relief();
        assert_eq!(relief, Relief { leaving: 6, coming: 6, emptied: 6 });
        let mut weights = Weights::quadratic(5);
        weights.neighbourhoods[0] = 3;
        assert_eq!(weights.relief(), Relief { leaving: 0, coming: 21, emptied: 3 });
    }

    #[test]
    fn weights_are_read_as_they_are_printed() {
        let weights = Weights::quadratic_and_size(9);
        assert_eq!(Weights::parse(&weights.print()), Ok(weights));
    }

    #[test]
    fn what_was_learned_serves_all_orders() {
        for (order, text) in LEARNED {
            let own = Weights::parse(text).expect("it is well formed");
            assert_eq!((own.order, &Weights::learned(*order)), (*order, &own));
        }
        assert!(LEARNED.is_sorted_by_key(|(order, _)| *order));
        for order in 2..=64 {
            let learned = Weights::learned(order);
            assert_eq!((learned.well_formed(), learned.order), (Ok(()), order));
            let straight = (1..order as i32)
                .map(|steps| learned.distances[distance_class(Cell::new(steps, 0))]);
            assert!(straight.is_sorted(), "order {order}");
        }
    }

    #[test]
    fn longer_ways_grow_as_the_formula_does() {
        let own = Weights { distances: vec![0, 5, 13, 11], ..Weights::quadratic_and_size(3) };
        let adapted = own.adapted(4);
        let (known, plain) = (13 + 11, 26 + 23);
        assert_eq!(adapted.distances[..4], own.distances);
        assert_eq!(adapted.distances[4], (48 * known as u32).div_ceil(plain));
        assert_eq!(own.adapted(2).distances, [0, 5]);
    }

    #[test]
    fn damaged_weights_are_refused() {
        let good = Weights::quadratic_and_size(4);
        let refused = |text: &str| Weights::parse(text).expect_err("it is damaged");
        assert!(refused(&good.print().replace(" 10", " 11")).contains("hash"));
        assert_eq!(refused(""), "the end: expected `balto weights 1`");
        assert_eq!(refused("balto weights 1\norder 1\n"), "line 2: expected an order, 2 or more");
        assert_eq!(refused("balto weights 1\norder 3\nx\n"), "line 3: expected `record`");
        assert!(refused(good.print().split("hash").next().unwrap_or("")).contains("`hash`"));
        let mut short = good.clone();
        short.distances.pop();
        assert!(refused(&short.print()).contains("distances"));
        let mut flat = good.clone();
        flat.distances[2] = 0;
        assert!(refused(&flat.print()).contains("line 4: expected the weight 0"));
        let mut huge = good;
        huge.neighbourhoods[3] = MOST + 1;
        assert!(refused(&huge.print()).contains("line 5: `32769` is not"));
    }
}
