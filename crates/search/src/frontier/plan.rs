//! The sweep of the frontier program, worked out once: which node enters the frontier at each step, in
//! which slot, which nodes it touches there, and which leave.

use super::{DegreeModel, Histogram, LARGEST};

/// The bits of a slot: 0 for a node that is not chosen (or no node), else its degree so far + 1.
pub(super) const BITS: u32 = 3;

/// The most slots that a key can hold.
const WIDEST: usize = (u128::BITS / BITS) as usize;

/// The steps and the shape of the frontier.
pub(super) struct SweepPlan {
    pub(super) steps: Vec<SweepStep>,
    /// The node of each step.
    nodes: Vec<usize>,
    /// How many slots there are.
    pub(super) width: usize,
    /// How many of them, from the first, hold nodes that may or may not be chosen. The nodes in
    /// the others are chosen in any case, and do not add to the patterns of a frontier.
    pub(super) free: usize,
}

/// Decides a node.
pub(super) struct SweepStep {
    /// What the node may become.
    pub(super) choices: &'static [bool],
    pub(super) slot: usize,
    pub(super) weight: usize,
    /// How many of its own cells a cell of the node touches.
    pub(super) touches_itself: usize,
    /// The neighbours in the frontier.
    pub(super) links: Vec<SlotLink>,
    /// The nodes that have no undecided neighbour after this step, and leave.
    pub(super) closes: Vec<Open>,
    /// The nodes in the frontier after this step.
    pub(super) open: Vec<Open>,
    /// The degrees that nodes beyond the frontier are known to take.
    pub(super) later: Histogram,
    /// The cells of the nodes beyond the frontier, and the sum of the degrees that they give each other if all are chosen.
    pub(super) rest: usize,
    pub(super) inner: usize,
}

/// A neighbour in the frontier of a node that is being decided.
pub(super) struct SlotLink {
    pub(super) slot: usize,
    /// How many cells of the node each cell of the neighbour touches.
    pub(super) gives: usize,
    /// How many cells of the neighbour each cell of the node touches.
    pub(super) takes: usize,
    /// What the touching pairs add to the sum of all degrees.
    pub(super) degrees: usize,
}

/// A node in the frontier.
pub(super) struct Open {
    pub(super) slot: usize,
    pub(super) weight: usize,
    pub(super) required: Option<usize>,
    /// How many undecided neighbours it has.
    pub(super) unseen: usize,
}

impl SweepPlan {
    /// Works out the steps, unless the frontier becomes too wide for a key.
    pub(super) fn new(model: &DegreeModel) -> Option<Self> {
        let draft = PlanBuilder::new(model);
        let (slots, free, width) = draft.slots();
        if width > WIDEST {
            return None;
        }
        let (mut present, mut later) = (Vec::new(), draft.certain());
        let step = |at| draft.step(at, &slots, &mut present, &mut later);
        let steps = (0..draft.order.len()).map(step).collect();
        Some(Self { steps, nodes: draft.order, width, free })
    }

    /// The sum over the layers of how many frontiers one can write down, unless the frontier becomes too wide for a key.
    pub(super) fn estimate(model: &DegreeModel) -> Option<u128> {
        let draft = PlanBuilder::new(model);
        if draft.slots().2 > WIDEST {
            return None;
        }
        let mut present = Vec::new();
        let layer = |(at, &node): (usize, &usize)| {
            present.push(node);
            present.retain(|&node| draft.leaves[node] > at);
            let values = present.iter().map(|&node| draft.values(node, at) as u128);
            values.fold(1, u128::saturating_mul)
        };
        Some(draft.order.iter().enumerate().map(layer).fold(0, u128::saturating_add))
    }

    /// A flag for each node, from one for each step.
    pub(super) fn chosen(&self, model: &DegreeModel, steps: &[bool]) -> Vec<bool> {
        let mut chosen = vec![false; model.neighbours.len()];
        self.nodes.iter().zip(steps).for_each(|(&node, &step)| chosen[node] = step);
        chosen
    }
}

/// A model with its times. Nodes that are never chosen are left out: they only narrow the board.
struct PlanBuilder<'a> {
    model: &'a DegreeModel,
    order: Vec<usize>,
    /// The step that decides a node.
    enters: Vec<usize>,
    /// The step that decides the last of a node and its neighbours.
    leaves: Vec<usize>,
}

impl<'a> PlanBuilder<'a> {
    fn new(model: &'a DegreeModel) -> Self {
        let kept = |node: &usize| model.fixed[*node] != Some(false);
        let order: Vec<usize> = model.order.iter().copied().filter(kept).collect();
        let mut enters = vec![usize::MAX; model.neighbours.len()];
        order.iter().enumerate().for_each(|(at, &node)| enters[node] = at);
        let mut leaves = enters.clone();
        for &node in &order {
            assert!(model.neighbours[node].len() <= LARGEST, "a node has at most six neighbours");
            let seen = model.neighbours[node].iter().filter(|node| kept(node));
            leaves[node] = seen.fold(enters[node], |last, &next| last.max(enters[next]));
        }
        Self { model, order, enters, leaves }
    }

    /// The slot of every node, how many of them are for free nodes, and how many there are. A
    /// slot is used again as soon as its node has left.
    fn slots(&self) -> (Vec<usize>, usize, usize) {
        // Until when the slots are taken: those of free nodes, those of the others.
        let mut taken: [Vec<usize>; 2] = Default::default();
        let mut slots = vec![0; self.enters.len()];
        for (at, &node) in self.order.iter().enumerate() {
            let taken = &mut taken[usize::from(self.model.fixed[node].is_some())];
            let vacant = taken.iter().position(|&until| until < at);
            slots[node] = vacant.unwrap_or(taken.len());
            match vacant {
                Some(slot) => taken[slot] = self.leaves[node],
                None => taken.push(self.leaves[node]),
            }
        }
        let [free, width] = [taken[0].len(), taken[0].len() + taken[1].len()];
        let bound = self.order.iter().filter(|&&node| self.model.fixed[node].is_some());
        bound.for_each(|&node| slots[node] += free);
        (slots, free, width)
    }

    /// The degree that a node is known to take.
    fn certainly(&self, node: usize) -> Option<usize> {
        self.model.required[node].filter(|_| self.model.fixed[node].is_some()).map(usize::from)
    }

    fn certain(&self) -> Histogram {
        let mut certain = Histogram::default();
        for &node in &self.order {
            self.certainly(node).into_iter().for_each(|at| certain[at] += self.model.weights[node]);
        }
        certain
    }

    /// A step; the frontier and what is beyond become those after it.
    fn step(
        &self,
        at: usize,
        slots: &[usize],
        present: &mut Vec<usize>,
        later: &mut Histogram,
    ) -> SweepStep {
        let node = self.order[at];
        self.certainly(node).into_iter().for_each(|at| later[at] -= self.model.weights[node]);
        present.push(node);
        let (closes, stays): (Vec<usize>, _) =
            present.iter().partition(|&&node| self.leaves[node] == at);
        *present = stays;
        let open = |&node: &usize| self.open(node, at, slots);
        let beyond = || self.order[at + 1..].iter();
        SweepStep {
            choices: if self.model.fixed[node].is_some() { &[true] } else { &[false, true] },
            slot: slots[node],
            weight: self.model.weights[node],
            touches_itself: self.sees(node, node),
            links: self.links(at, slots),
            closes: closes.iter().map(open).collect(),
            open: present.iter().map(open).collect(),
            later: *later,
            rest: beyond().map(|&node| self.model.weights[node]).sum(),
            inner: beyond().map(|&node| self.model.weights[node] * self.unseen(node, at)).sum(),
        }
    }

    /// How many neighbours of a node come after a step.
    fn unseen(&self, node: usize, at: usize) -> usize {
        let later = |&&next: &&usize| self.is_kept(next) && self.enters[next] > at;
        self.model.neighbours[node].iter().filter(later).count()
    }

    /// How many values the slot of a node can take at most after a step.
    fn values(&self, node: usize, at: usize) -> usize {
        let fixed = &self.model.fixed;
        let varied = |&&next: &&usize| fixed[next].is_none() && self.enters[next] <= at;
        let choices = if fixed[node].is_some() { 1 } else { 2 };
        self.model.neighbours[node].iter().filter(varied).count() + choices
    }

    fn is_kept(&self, node: usize) -> bool {
        self.model.fixed[node] != Some(false)
    }

    fn links(&self, at: usize, slots: &[usize]) -> Vec<SlotLink> {
        let (node, weights) = (self.order[at], &self.model.weights);
        let link = |&next: &usize| {
            let (gives, takes) = (self.sees(next, node), self.sees(node, next));
            let degrees = weights[next] * gives + weights[node] * takes;
            SlotLink { slot: slots[next], gives, takes, degrees }
        };
        let mut earlier = self.model.neighbours[node].clone();
        earlier.retain(|&next| self.enters[next] < at);
        earlier.sort_unstable();
        earlier.dedup();
        earlier.iter().map(link).collect()
    }

    /// How many cells of a node each cell of another touches.
    fn sees(&self, node: usize, other: usize) -> usize {
        self.model.neighbours[node].iter().filter(|&&next| next == other).count()
    }

    fn open(&self, node: usize, at: usize, slots: &[usize]) -> Open {
        Open {
            slot: slots[node],
            weight: self.model.weights[node],
            required: self.model.required[node].map(usize::from),
            unseen: self.unseen(node, at),
        }
    }
}
