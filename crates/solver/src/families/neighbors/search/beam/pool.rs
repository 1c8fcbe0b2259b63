//! Pool of packed partial boards, the memory of a beam.
//!
//! A cell takes only as many bits as the values so far need, because memory limits the width of a
//! beam. All boards lie in one vector, and all penalties in another; both are made as large as they
//! will be, so that nothing is copied to grow.
//!
//! Cost: a board of v cells takes 8·⌈v/⌊64/b⌋⌉ + 2 bytes, with b = 1 for level 1, 2 up to level 3 and 3
//! for level 4.

/// Boards of one size, each with the penalty so far.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    shape: Shape,
    words: Vec<u64>,
    penalties: Vec<u16>,
}

/// The place of a cell in a packed board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) word: usize,
    pub(crate) shift: usize,
}

/// How a board is packed.
#[derive(Clone, Copy, Debug)]
struct Shape {
    bits: usize,
    /// Words for each board.
    stride: usize,
}

impl Shape {
    fn new(cells: usize, top: u8) -> Self {
        let bits = (8 - (top - 1).leading_zeros()).max(1) as usize;
        Self { bits, stride: cells.div_ceil(64 / bits) }
    }

    fn place(self, cell: usize) -> Place {
        let dense = 64 / self.bits;
        Place { word: cell / dense, shift: cell % dense * self.bits }
    }

    fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }
}

impl Pool {
    /// No boards, for values from 1 to `top`, and room for some.
    pub(crate) fn with_room(cells: usize, top: u8, boards: usize) -> Self {
        let shape = Shape::new(cells, top);
        let words = Vec::with_capacity(boards * shape.stride);
        Self { shape, words, penalties: Vec::with_capacity(boards) }
    }

    /// Some boards, each with its penalty, whose values go from 1 to `top`.
    pub(crate) fn of(cells: usize, top: u8, boards: &[(u32, Vec<u8>)]) -> Self {
        let mut pool = Self::with_room(cells, top, boards.len());
        pool.words.resize(boards.len() * pool.shape.stride, 0);
        for (board, (penalty, values)) in boards.iter().enumerate() {
            pool.penalties.push(*penalty as u16);
            values.iter().enumerate().for_each(|(cell, &value)| pool.put(board, cell, value));
        }
        pool
    }

    /// Gives a value to a cell that has the value 1.
    fn put(&mut self, board: usize, cell: usize, value: u8) {
        let Place { word, shift } = self.shape.place(cell);
        self.words[board * self.shape.stride + word] |= u64::from(value - 1) << shift;
    }

    pub(crate) fn len(&self) -> usize {
        self.penalties.len()
    }

    /// The bytes of a board with values from 1 to `top`.
    pub(crate) fn board_bytes(cells: usize, top: u8) -> usize {
        Shape::new(cells, top).stride * size_of::<u64>() + size_of::<u16>()
    }

    pub(crate) fn penalty(&self, board: usize) -> u16 {
        self.penalties[board]
    }

    /// The bits of a cell.
    pub(crate) fn bits(&self) -> usize {
        self.shape.bits
    }

    /// The place of a cell in every board.
    pub(crate) fn place(&self, cell: usize) -> Place {
        self.shape.place(cell)
    }

    /// The value of a cell.
    pub(crate) fn value(&self, board: usize, cell: usize) -> u8 {
        self.value_at(self.words(board), self.place(cell))
    }

    /// A board as it is packed.
    pub(crate) fn words(&self, board: usize) -> &[u64] {
        &self.words[board * self.shape.stride..][..self.shape.stride]
    }

    /// The value at a place of a packed board.
    pub(crate) fn value_at(&self, words: &[u64], place: Place) -> u8 {
        (words[place.word] >> place.shift & self.shape.mask()) as u8 + 1
    }

    pub(crate) fn values(&self, board: usize, cells: usize) -> Vec<u8> {
        (0..cells).map(|cell| self.value(board, cell)).collect()
    }

    /// Adds a board of another pool that is packed alike, with another value at one place.
    pub(crate) fn adopt(&mut self, other: &Self, board: usize, place: Place, value: u8, cost: u8) {
        let start = self.words.len();
        self.words.extend_from_slice(other.words(board));
        let Place { word, shift } = place;
        let word = &mut self.words[start + word];
        *word = *word & !(self.shape.mask() << shift) | u64::from(value - 1) << shift;
        self.penalties.push(other.penalties[board] + u16::from(cost));
    }

    /// The same boards with room for values up to `top`.
    pub(crate) fn repacked(self, cells: usize, top: u8) -> Self {
        if Shape::new(cells, top).bits == self.shape.bits {
            return self;
        }
        let mut pool = Self::with_room(cells, top, self.len());
        pool.penalties.extend_from_slice(&self.penalties);
        pool.words.resize(self.len() * pool.shape.stride, 0);
        for board in 0..self.len() {
            for cell in 0..cells {
                pool.put(board, cell, self.value(board, cell));
            }
        }
        pool
    }
}
