//! The terms of the tree policy for all edges, as columns.
//!
//! The score of an edge is `(1 - beta) * mean + beta * amaf_mean + c * sqrt(ln N / n)` (Gelly & Silver
//! 2011; `beta` is 0 without RAVE). What does not depend on the visits `N` of the node is kept up to date
//! for each edge, so that selecting is one pass over numbers that lie next to each other, which
//! compilers turn into vector instructions.

use std::f32::consts::SQRT_2;
use std::ops::Range;

/// The equivalence parameter of RAVE: after about so many visits, the mean of an edge itself counts as
/// much as its all-moves-as-first mean.
const EQUIVALENCE: f32 = 300.0;
/// So few edges are compared one by one.
const FEW_EDGES: usize = 12;

/// The terms of the tree policy, by edge.
#[derive(Default)]
pub(super) struct Columns {
    /// `(1 - beta) * mean`.
    own: Vec<f32>,
    beta: Vec<f32>,
    /// The sum of values, and the number, of playouts in which the move was made now or later.
    amaf_sum: Vec<f32>,
    amaf_visits: Vec<f32>,
    /// `1 / sqrt(n)`; as if visited half a time before the first visit.
    width: Vec<f32>,
    /// Scores, for comparing many edges.
    scores: Vec<f32>,
}

impl Columns {
    /// Makes room for edges of which nothing is known.
    pub(super) fn grow(&mut self, edges: usize, rave: bool) {
        self.own.resize(edges, 0.0);
        self.beta.resize(edges, if rave { 1.0 } else { 0.0 });
        self.amaf_sum.resize(edges, 0.0);
        self.amaf_visits.resize(edges, 0.0);
        self.width.resize(edges, SQRT_2);
    }

    /// The place of the best of some edges among them, for `exploration = c * sqrt(ln N)`. A move that
    /// was in no playout yet gets the mean of the node (first-play urgency).
    pub(super) fn best(&mut self, edges: Range<usize>, exploration: f32, mean: f32) -> usize {
        let (own, beta) = (&self.own[edges.clone()], &self.beta[edges.clone()]);
        let sum = &self.amaf_sum[edges.clone()];
        let visits = &self.amaf_visits[edges.clone()];
        let columns = own.iter().zip(beta).zip(sum.iter().zip(visits));
        let scores =
            columns.zip(&self.width[edges.clone()]).map(|(((own, beta), (sum, visits)), width)| {
                let amaf = if *visits > 0.0 { sum / visits } else { mean };
                own + beta * amaf + exploration * width
            });
        if edges.len() <= FEW_EDGES {
            return first_of_largest(scores);
        }
        // Many are computed several at a time, and only then compared.
        self.scores.clear();
        self.scores.extend(scores);
        first_of_largest(self.scores.iter().copied())
    }

    /// An edge has so many visits, with this sum of values.
    pub(super) fn update(&mut self, edge: usize, visits: f32, sum: f32, rave: bool) {
        // The hand-selected schedule of Gelly and Silver: the weight of all-moves-as-first falls with the
        // visits of the edge itself, and is one half after as many visits as the parameter says.
        let beta = if rave { (EQUIVALENCE / (3.0 * visits + EQUIVALENCE)).sqrt() } else { 0.0 };
        self.beta[edge] = beta;
        self.own[edge] = (1.0 - beta) * sum / visits;
        self.width[edge] = visits.sqrt().recip();
    }

    /// For each of some edges: whether its move was made, as 1 or 0, in a playout of this value.
    pub(super) fn update_amaf(
        &mut self,
        edges: Range<usize>,
        made: impl Iterator<Item = f32>,
        value: f32,
    ) {
        let sums = &mut self.amaf_sum[edges.clone()];
        let visits = &mut self.amaf_visits[edges];
        for ((visits, sum), made) in visits.iter_mut().zip(sums).zip(made) {
            *visits += made;
            *sum += made * value;
        }
    }

    /// The value of an edge is decided. A lost move is not tried again.
    pub(super) fn decide(&mut self, edge: usize, value: f32) {
        self.beta[edge] = 0.0;
        self.width[edge] = 0.0;
        self.own[edge] = if value <= -1.0 { f32::NEG_INFINITY } else { value };
    }

    /// Appends some edges of other columns.
    pub(super) fn extend(&mut self, other: &Columns, edges: Range<usize>) {
        self.own.extend_from_slice(&other.own[edges.clone()]);
        self.beta.extend_from_slice(&other.beta[edges.clone()]);
        self.amaf_sum.extend_from_slice(&other.amaf_sum[edges.clone()]);
        self.amaf_visits.extend_from_slice(&other.amaf_visits[edges.clone()]);
        self.width.extend_from_slice(&other.width[edges]);
    }
}

/// The place of the first of the largest numbers.
#[inline(always)]
fn first_of_largest(numbers: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (i, number) in numbers.enumerate() {
        if number > best.1 {
            best = (i, number);
        }
    }
    best.0
}
