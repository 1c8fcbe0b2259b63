//! Pool of packed partial boards, the memory of a beam.
//!
//! A cell takes only as many bits as the values so far need, because memory limits the width of a
//! beam.

/// Boards of one size, each with the penalty so far.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    shape: Shape,
    words: Vec<u64>,
    penalties: Vec<u32>,
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

    /// The place of a cell: the word of the board, and the shift in it.
    fn place(self, cell: usize) -> (usize, usize) {
        let dense = 64 / self.bits;
        (cell / dense, cell % dense * self.bits)
    }

    fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }
}

impl Pool {
    /// No boards, for values from 1 to `top`.
    pub(crate) fn new(cells: usize, top: u8) -> Self {
        Self { shape: Shape::new(cells, top), words: Vec::new(), penalties: Vec::new() }
    }

    /// Some boards, each with its penalty, whose values go from 1 to `top`.
    pub(crate) fn of(cells: usize, top: u8, boards: &[(u32, Vec<u8>)]) -> Self {
        let mut pool = Self::new(cells, top);
        pool.words = vec![0; boards.len() * pool.shape.stride];
        for (board, (penalty, values)) in boards.iter().enumerate() {
            pool.penalties.push(*penalty);
            values.iter().enumerate().for_each(|(cell, &value)| pool.put(board, cell, value));
        }
        pool
    }

    /// Gives a value to a cell that has the value 1.
    fn put(&mut self, board: usize, cell: usize, value: u8) {
        let (word, shift) = self.shape.place(cell);
        self.words[board * self.shape.stride + word] |= u64::from(value - 1) << shift;
    }

    pub(crate) fn len(&self) -> usize {
        self.penalties.len()
    }

    /// The bytes of a board.
    pub(crate) fn board_bytes(&self) -> usize {
        self.shape.stride * size_of::<u64>() + size_of::<u32>()
    }

    pub(crate) fn penalty(&self, board: usize) -> u32 {
        self.penalties[board]
    }

    /// The value of a cell.
    pub(crate) fn value(&self, board: usize, cell: usize) -> u8 {
        let (word, shift) = self.shape.place(cell);
        let word = self.words[board * self.shape.stride + word];
        (word >> shift & self.shape.mask()) as u8 + 1
    }

    pub(crate) fn values(&self, board: usize, cells: usize) -> Vec<u8> {
        (0..cells).map(|cell| self.value(board, cell)).collect()
    }

    /// Adds a board of another pool that is packed alike, with another value in one cell.
    pub(crate) fn adopt(&mut self, other: &Self, board: usize, cell: usize, value: u8, cost: u32) {
        let start = self.words.len();
        let from = board * self.shape.stride;
        self.words.extend_from_slice(&other.words[from..from + self.shape.stride]);
        let (word, shift) = self.shape.place(cell);
        let word = &mut self.words[start + word];
        *word = *word & !(self.shape.mask() << shift) | u64::from(value - 1) << shift;
        self.penalties.push(other.penalties[board] + cost);
    }

    /// The same boards with room for values up to `top`.
    pub(crate) fn repacked(&self, cells: usize, top: u8) -> Self {
        let mut pool = Self::new(cells, top);
        pool.penalties.clone_from(&self.penalties);
        pool.words = vec![0; self.len() * pool.shape.stride];
        for board in 0..self.len() {
            for cell in 0..cells {
                pool.put(board, cell, self.value(board, cell));
            }
        }
        pool
    }
}
