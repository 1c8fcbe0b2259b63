//! All ways to split a post's number over its six directions, in lexicographic order.
//!
//! These are the compositions of the number into six parts, each bounded by what the post sees.
//! Each length is bounded below by what the later directions can take, so no dead end is ever
//! generated. A number p has C(p + 5, 5) compositions if nothing bounds them.

/// Six numbers, in the order of the directions.
pub(super) type Six = [u32; 6];

/// The ways in lexicographic order.
pub(super) struct Fills {
    views: Six,
    number: u32,
    next: Option<Six>,
}

impl Fills {
    pub(super) fn new(views: Six, number: u32) -> Self {
        let enough = views.iter().sum::<u32>() >= number;
        let mut fills = Self { views, number, next: None };
        fills.next = enough.then(|| fills.completed([0; 6], 0));
        fills
    }

    /// The first way whose lengths before `from` are those given: all that can wait comes late.
    fn completed(&self, mut lengths: Six, from: usize) -> Six {
        let mut left = self.number - lengths[..from].iter().sum::<u32>();
        for (at, length) in lengths.iter_mut().enumerate().skip(from) {
            let later: u32 = self.views[at + 1..].iter().sum();
            *length = left.saturating_sub(later);
            left -= *length;
        }
        lengths
    }

    /// The way after this one: the last length that can grow does, at the cost of those after it.
    fn after(&self, mut lengths: Six) -> Option<Six> {
        let grows = |&at: &usize| {
            let used: u32 = lengths[..=at].iter().sum();
            lengths[at] < self.views[at] && used < self.number
        };
        let at = (0..5).rev().find(grows)?;
        lengths[at] += 1;
        Some(self.completed(lengths, at + 1))
    }
}

impl Iterator for Fills {
    type Item = Six;
    fn next(&mut self) -> Option<Six> {
        let lengths = self.next?;
        self.next = self.after(lengths);
        Some(lengths)
    }
}
