//! Computes ranks, labels and chosen options from exact values.

use std::convert::Infallible;

use super::components::components;
use super::exact::{ranks, reversed};
use super::labels::exact_labels;
use super::policy::choose;
use crate::model::graph::{BoundaryValue, Label, Lists, OptionGraph};
use crate::model::solution::{Choices, Solution};
use crate::model::value::{Rational, ValueId, ValuePool};

/// Builds a solution from the exact values of all positions and boundary entries (ends of the game, and positions
/// solved before). The values must be correct.
#[must_use]
pub fn solution(graph: &OptionGraph, mut pool: ValuePool, alpha: &[ValueId], beta: &[ValueId]) -> Solution {
    let ascending = pool.ascending();
    let labels = |label: fn(&BoundaryValue) -> Label| graph.boundary.iter().map(label).collect::<Vec<_>>();
    let (label_white, label_black) = rayon::join(
        || exact_labels(&graph.lower(), &labels(|b| b.label_white), &ranks(alpha, &ascending)),
        || exact_labels(&graph.lower_exchanged(), &labels(|b| b.label_black), &reversed(&ranks(beta, &ascending))),
    );
    with_labels(graph, pool, alpha, beta, label_white, label_black)
}

/// Builds a [`Solution`] from the values and labels of all positions and boundary entries (ends of the game, and
/// positions solved before).
#[must_use]
pub fn with_labels(
    graph: &OptionGraph,
    mut pool: ValuePool,
    alpha: &[ValueId],
    beta: &[ValueId],
    label_white: Vec<Label>,
    label_black: Vec<Label>,
) -> Solution {
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
    // Keep only the values of positions, and the values 0 and 1.
    let mut used = vec![false; ascending.len()];
    for &rank in low[..len].iter().chain(&high[..len]) {
        used[rank as usize] = true;
    }
    let (first, last) = (0, ascending.len() - 1);
    used[first] = true;
    used[last] = true;
    let mut number = vec![0; ascending.len()];
    let (mut all, mut values) = (pool.into_values(), Vec::new());
    for (rank, id) in ascending.iter().enumerate().filter(|&(rank, _)| used[rank]) {
        number[rank] = u32::try_from(values.len()).expect("fewer values than positions");
        values.push(std::mem::replace(&mut all[id.index()], Rational::ZERO));
    }
    let renumber = |ranks: &[u32]| ranks[..len].iter().map(|&rank| number[rank as usize]).collect();
    let truncated = |mut labels: Vec<Label>| {
        labels.truncate(len);
        labels
    };
    Solution {
        values,
        rank_alpha: renumber(&low),
        rank_beta: renumber(&high),
        label_white: truncated(label_white),
        label_black: truncated(label_black),
        choices,
        listed: None,
    }
}

/// For each value of the solution, returns whether a position with the value can recur if both players play their
/// chosen options. The result is also `true` for the first value and for the last value. See `spec/kinds/richman.md`,
/// section 6.
#[must_use]
pub fn on_cycles(white: &Lists, black: &Lists, solution: &Solution) -> Vec<bool> {
    let mut found = vec![false; solution.values.len()];
    for end in [0, solution.values.len() - 1] {
        found[end] = true;
    }
    let functions: &[([&Vec<u16>; 2], &Vec<u32>)] = match &solution.choices {
        Choices::Sharp { white, black } => &[([white, black], &solution.rank_alpha)],
        Choices::Interval { white_alpha, black_alpha, white_beta, black_beta } => {
            &[([white_alpha, black_alpha], &solution.rank_alpha), ([white_beta, black_beta], &solution.rank_beta)]
        }
    };
    for ([of_white, of_black], ranks) in functions {
        let successors =
            |position: usize| [white.get(position)[usize::from(of_white[position])], black.get(position)[usize::from(of_black[position])]];
        let visit = |component: &[u32]| {
            if component.len() > 1 || successors(component[0] as usize).contains(&component[0]) {
                component.iter().for_each(|&position| found[ranks[position as usize] as usize] = true);
            }
            Ok::<(), Infallible>(())
        };
        components(solution.len(), successors, |_| false, visit).expect("nothing stops it");
    }
    found
}

/// For each list of options, returns the index of the best option. Among equally good options, takes one with the least
/// label, and among these the first of the list.
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
