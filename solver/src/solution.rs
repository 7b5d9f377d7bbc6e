//! The solved table of one graph: what a certificate says, in the solver's own terms.

use crate::engine::exact::ranks;
use crate::engine::policy::choose;
use crate::engine::richman::{exact_labels, reversed};
use crate::graph::{BoundaryValue, Label, Lists, OptionGraph};
use crate::value::{Rational, ValueId, ValuePool};

/// Exact values, labels and canonical choices of every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The distinct values in ascending order, from 0 to 1.
    pub values: Vec<Rational>,
    /// Alpha: an index into `values` for each position.
    pub rank_alpha: Vec<u32>,
    /// Beta: an index into `values` for each position.
    pub rank_beta: Vec<u32>,
    /// White's labels for alpha.
    pub label_white: Vec<Label>,
    /// Black's labels for beta.
    pub label_black: Vec<Label>,
    /// The canonical choices.
    pub choices: Choices,
}

/// Canonical choices: indices into a position's options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// alpha = beta everywhere: one function, one choice a player.
    Sharp {
        /// White's choices.
        white: Vec<u16>,
        /// Black's choices.
        black: Vec<u16>,
    },
    /// Two functions.
    Interval {
        /// White's choices for alpha, by label.
        white_alpha: Vec<u16>,
        /// Black's for alpha, the first that is best.
        black_alpha: Vec<u16>,
        /// White's for beta, the first that is best.
        white_beta: Vec<u16>,
        /// Black's for beta, by label.
        black_beta: Vec<u16>,
    },
}

impl Solution {
    /// Puts a table together from exact values of all places, which must be right.
    #[must_use]
    pub fn new(graph: &OptionGraph, mut pool: ValuePool, alpha: &[ValueId], beta: &[ValueId]) -> Self {
        let ascending = pool.ascending();
        let labels = |label: fn(&BoundaryValue) -> Label| graph.boundary.iter().map(label).collect::<Vec<_>>();
        let (label_white, label_black) = rayon::join(
            || exact_labels(&graph.lower(), &labels(|b| b.label_white), &ranks(alpha, &ascending)),
            || exact_labels(&graph.lower_exchanged(), &labels(|b| b.label_black), &reversed(&ranks(beta, &ascending))),
        );
        Self::with_labels(graph, pool, alpha, beta, label_white, label_black)
    }

    /// [`Solution::new`] with the labels of all places at hand.
    #[must_use]
    pub fn with_labels(
        graph: &OptionGraph,
        mut pool: ValuePool,
        alpha: &[ValueId],
        beta: &[ValueId],
        label_white: Vec<Label>,
        label_black: Vec<Label>,
    ) -> Self {
        let len = graph.len();
        let ascending = pool.ascending();
        let (low, high) = (ranks(alpha, &ascending), ranks(beta, &ascending));
        let sharp = low[..len] == high[..len];
        let high_for_black = reversed(&high);
        let none = vec![0; graph.places()];
        let low_for_black = reversed(&low);
        let choices = if sharp {
            let (white, black) =
                rayon::join(|| choose_best(&graph.white, &low, &label_white), || choose_best(&graph.black, &high_for_black, &label_black));
            Choices::Sharp { white, black }
        } else {
            Choices::Interval {
                white_alpha: choose_best(&graph.white, &low, &label_white),
                black_alpha: choose_best(&graph.black, &low_for_black, &none),
                white_beta: choose_best(&graph.white, &high, &none),
                black_beta: choose_best(&graph.black, &high_for_black, &label_black),
            }
        };
        // Of the values that were met, keep those of the positions.
        let mut used = vec![false; ascending.len()];
        for &rank in low[..len].iter().chain(&high[..len]) {
            used[rank as usize] = true;
        }
        let (first, last) = (0, ascending.len() - 1);
        used[first] = true;
        used[last] = true;
        let mut number = vec![0; ascending.len()];
        let mut values = Vec::new();
        for (rank, id) in ascending.iter().enumerate().filter(|&(rank, _)| used[rank]) {
            number[rank] = u32::try_from(values.len()).expect("fewer values than positions");
            values.push(pool.get(*id).clone());
        }
        let renumber = |ranks: &[u32]| ranks[..len].iter().map(|&rank| number[rank as usize]).collect();
        let truncated = |mut labels: Vec<Label>| {
            labels.truncate(len);
            labels
        };
        Self {
            values,
            rank_alpha: renumber(&low),
            rank_beta: renumber(&high),
            label_white: truncated(label_white),
            label_black: truncated(label_black),
            choices,
        }
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rank_alpha.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether alpha = beta everywhere.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        matches!(self.choices, Choices::Sharp { .. })
    }

    /// What another graph needs to know of a position to have it in its boundary.
    #[must_use]
    pub fn boundary_value(&self, position: usize) -> BoundaryValue {
        BoundaryValue {
            alpha: self.values[self.rank_alpha[position] as usize].clone(),
            beta: self.values[self.rank_beta[position] as usize].clone(),
            label_white: self.label_white[position],
            label_black: self.label_black[position],
        }
    }
}

/// For every list the index of the best option, ties by least label, then the first.
fn choose_best(lists: &Lists, ranks: &[u32], labels: &[Label]) -> Vec<u16> {
    (0..lists.len())
        .map(|position| {
            let list = lists.get(position);
            let best = list.iter().map(|&place| ranks[place as usize]).max().expect("every position has options");
            let index = choose(list, labels, |place| ranks[place as usize] == best).expect("the maximum is attained");
            u16::try_from(index).expect("fewer than 65,536 options")
        })
        .collect()
}
