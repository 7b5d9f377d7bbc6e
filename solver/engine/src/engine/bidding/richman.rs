//! The default method computes the exact thresholds alpha and beta of every position.
//!
//! 1. The module `sweep` approximates alpha from below.
//! 2. From these values, a policy (an option of each player at each position) is chosen. At each position, the policy
//!    takes an option with the least label among the options whose values are within a tolerance of the best value.
//! 3. Linear systems yield the exact values of the policy.
//! 4. All options are compared by the exact values. The comparison confirms that the policy is optimal, or improves the
//!    policy.
//!
//! If beta may differ from alpha, beta is computed in the same way as alpha, with colours exchanged.

use super::Error;
use super::exact::{NoValues, ranks, reversed, values_of};
use super::labels::exact_labels;
use super::policy::improve;
use super::solution::with_labels;
use super::start::{Start, approached, settled};
use super::sweep::Sweeps;
use crate::control::Control;
use crate::model::graph::{Label, NEVER, OptionGraph, View};
use crate::model::solution::Solution;
use crate::model::value::{Rational, ValueId, ValuePool};

/// Maximum number of rounds in which a policy is improved. After these rounds, the method makes more sweeps, starts
/// again with higher precision, or gives up.
const ROUNDS: usize = 30;
/// After this number of sweeps over all positions, a first policy is tried even if the values have not converged. In
/// chess endings, the values converge in about 100 sweeps; in a chain of n positions, they converge in about n^2
/// sweeps.
pub const FEW_SWEEPS: u64 = 256;
/// Factor by which the number of sweeps over all positions grows from one attempt to the next.
const SWEEP_GROWTH: u64 = 8;

/// Solves a graph in which the values of the boundary (ends of the game, and positions solved before) are known.
///
/// # Errors
/// [`Error`] when interrupted, or when no policy was found whose optimality could be proved.
pub fn solve(graph: &OptionGraph, control: Control) -> Result<Solution, Error> {
    solve_after(graph, FEW_SWEEPS, control)
}

/// Solves a graph as [`solve`] does. After `sweeps` sweeps over all positions, or earlier if the values converge, the
/// function tries a first policy. `sweeps` must be at least 1.
///
/// # Errors
/// [`Error`], as for [`solve`].
pub fn solve_after(graph: &OptionGraph, sweeps: u64, control: Control) -> Result<Solution, Error> {
    let mut pool = ValuePool::default();
    let (alpha, label_white) =
        lower(&graph.lower(), [labels_of(graph, |b| b.label_white), labels_of(graph, |b| b.label_black)], sweeps, &mut pool, control)?;
    let (beta, label_black) = if let Some(found) = beta_is(graph, &alpha, &mut pool) {
        found
    } else {
        let (exchanged, label_black) = lower(
            &graph.lower_exchanged(),
            [labels_of(graph, |b| b.label_black), labels_of(graph, |b| b.label_white)],
            sweeps,
            &mut pool,
            control,
        )?;
        let mut exchanged_back = |id: ValueId| {
            let value = pool.get(id).exchanged();
            pool.intern(value)
        };
        (exchanged.into_iter().map(&mut exchanged_back).collect(), label_black)
    };
    Ok(with_labels(graph, pool, &alpha, &beta, label_white, label_black))
}

/// The thresholds and the labels of one player at all positions and boundary entries (ends of the game, and positions
/// solved before).
type Labelled = (Vec<ValueId>, Vec<Label>);

fn beta_is(graph: &OptionGraph, alpha: &[ValueId], pool: &mut ValuePool) -> Option<Labelled> {
    let beta = with_boundary(alpha, graph.boundary.iter().map(|b| b.beta.clone()), graph.len(), pool);
    let ascending = pool.ascending();
    let high = ranks(&beta, &ascending);
    // Alpha has to remain a Richman function with the betas of the boundary.
    if beta != alpha && !same_extremes(graph, &ranks(alpha, &ascending), &high) {
        return None;
    }
    let labels = exact_labels(&graph.lower_exchanged(), &labels_of(graph, |b| b.label_black), &reversed(&high));
    // Each position with a value below 1 needs a label for Black.
    let one = high_rank_of(&ascending, ValueId::ONE);
    (0..graph.len()).all(|position| labels[position] != NEVER || high[position] == one).then_some((beta, labels))
}

fn same_extremes(graph: &OptionGraph, low: &[u32], high: &[u32]) -> bool {
    let best = |list: &[u32], ranks: &[u32]| list.iter().map(|&place| ranks[place as usize]).max();
    let worst = |list: &[u32], ranks: &[u32]| list.iter().map(|&place| ranks[place as usize]).min();
    (0..graph.len()).all(|position| {
        let (white, black) = (graph.white.get(position), graph.black.get(position));
        best(white, low) == best(white, high) && worst(black, low) == worst(black, high)
    })
}

fn high_rank_of(ascending: &[ValueId], id: ValueId) -> u32 {
    (0..).zip(ascending).find_map(|(rank, &known)| (known == id).then_some(rank)).expect("0 and 1 are values of every pool")
}

fn with_boundary(ids: &[ValueId], boundary: impl Iterator<Item = Rational>, len: usize, pool: &mut ValuePool) -> Vec<ValueId> {
    let mut ids = ids[..len].to_vec();
    ids.extend(boundary.map(|value| pool.intern(value)));
    ids
}

fn labels_of(graph: &OptionGraph, label: impl Fn(&crate::model::graph::BoundaryValue) -> Label) -> Vec<Label> {
    graph.boundary.iter().map(label).collect()
}

/// Computes alpha, and the labels of the player who tries to win.
fn lower(view: &View, labels: [Vec<Label>; 2], few_sweeps: u64, pool: &mut ValuePool, control: Control) -> Result<Labelled, Error> {
    let [labels_max, labels_min] = [&labels[0][..], &labels[1][..]];
    let boundary: Vec<ValueId> = view.boundary.iter().map(|value| pool.intern(value.clone())).collect();
    let mut sweeps = Sweeps::<u64>::new(view);
    let mut most = few_sweeps;
    while !sweeps.run(view, most, control)? {
        if let Some(start) = approached(view, sweeps.values(), [labels_max, labels_min], control)?
            && let Some(found) = improve_until_optimal(view, start, labels_max, &boundary, pool, control)?
        {
            return Ok(found);
        }
        most = most.saturating_mul(SWEEP_GROWTH);
    }
    let coarse = settled(view, sweeps.values(), labels_max, labels_min, control)?;
    if let Some(found) = improve_until_optimal(view, coarse, labels_max, &boundary, pool, control)? {
        return Ok(found);
    }
    let mut sweeps = Sweeps::<u128>::new(view);
    sweeps.run(view, u64::MAX, control)?;
    let fine = settled(view, sweeps.values(), labels_max, labels_min, control)?;
    improve_until_optimal(view, fine, labels_max, &boundary, pool, control)?.ok_or(Error::NotFound)
}

fn improve_until_optimal(
    view: &View,
    start: Start,
    labels_max: &[Label],
    boundary: &[ValueId],
    pool: &mut ValuePool,
    control: Control,
) -> Result<Option<Labelled>, Error> {
    let Start { mut policy, lost } = start;
    for _ in 0..ROUNDS {
        let values = match values_of(&policy, &lost, boundary, pool, control) {
            Ok(values) => values,
            Err(NoValues::Singular) => return Ok(None),
            Err(NoValues::Interrupted) => return Err(Error::Interrupted),
        };
        control.stage("verifying", None);
        let ranks = ranks(&values, &pool.ascending());
        if improve(view, &ranks, &mut policy) > 0 {
            control.check()?;
            continue;
        }
        let zero = 0;
        let closed = lost.iter().zip(&ranks).enumerate().all(|(position, (&lost, &rank))| {
            // A position that is treated as lost must satisfy its equation too, so every option of the player who tries
            // to win must have value 0.
            !lost || (rank == zero && view.own.get(position).iter().all(|&place| ranks[place as usize] == zero))
        });
        let labels = exact_labels(view, labels_max, &ranks);
        let proved = labels[..view.len()].iter().zip(&ranks).all(|(&label, &rank)| label != NEVER || rank == zero);
        return Ok((closed && proved).then_some((values, labels)));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use dashu_int::UBig;

    use super::solve;
    use crate::control::{Control, Silent};
    use crate::model::graph::{BoundaryValue, Lists, OptionGraph};
    use crate::model::value::Rational;

    /// The options of White, and then those of Black. The number -1 is a win for Black, and -2 a win for White.
    type Options = (Vec<i32>, Vec<i32>);

    fn graph(positions: &[Options]) -> OptionGraph {
        let len = u32::try_from(positions.len()).unwrap();
        let place = |option: &i32| u32::try_from(*option).unwrap_or_else(|_| len + option.unsigned_abs() - 1);
        let lists = |side: fn(&Options) -> &Vec<i32>| {
            let mut lists = Lists::with_capacity(positions.len(), 0);
            positions.iter().for_each(|position| lists.push(&side(position).iter().map(place).collect::<Vec<_>>()));
            lists
        };
        let boundary = [Rational::ZERO, Rational::ONE].map(BoundaryValue::end).to_vec();
        OptionGraph { white: lists(|p| &p.0), black: lists(|p| &p.1), boundary }
    }

    #[test]
    fn close_values_are_not_taken_for_ties() {
        // Position i has value 2^-(i+1). The last three positions are a position of value 1/2, a position of value 1/2
        // + 2^-bits, and a position at which White chooses between these two, with the lesser value first.
        for bits in [10_i32, 49, 51, 64, 70, 101, 128, 300] {
            let mut positions: Vec<Options> = (0..bits - 1).map(|i| (vec![if i == 0 { -2 } else { i - 1 }], vec![-1])).collect();
            positions.push((vec![-2], vec![-1]));
            positions.push((vec![-2], vec![bits - 2]));
            positions.push((vec![bits - 1, bits], vec![-1]));
            let stop = AtomicBool::new(false);
            let solution = solve(&graph(&positions), Control::new("", &Silent, &stop)).unwrap();
            let last = positions.len() - 1;
            let power = UBig::ONE << usize::try_from(bits).unwrap();
            let expected = Rational::new((&power >> 1) + UBig::ONE, &power << 1);
            assert_eq!(solution.boundary_value(last).alpha, expected, "a tie within 2^-{bits}");
            assert!(solution.is_sharp());
        }
    }

    #[test]
    fn two_functions_where_neither_player_can_force_a_win() {
        // Either player may stay at position 0 for ever, and the player who leaves position 0 loses.
        let positions = [(vec![0, 1], vec![0, 2]), (vec![1], vec![-1]), (vec![-2], vec![2])];
        let stop = AtomicBool::new(false);
        let solution = solve(&graph(&positions), Control::new("", &Silent, &stop)).unwrap();
        let values = |position| {
            let value = solution.boundary_value(position);
            format!("{} {}", value.alpha, value.beta)
        };
        assert_eq!([values(0), values(1), values(2)], ["0/1 1/1", "0/1 0/1", "1/1 1/1"]);
        assert!(!solution.is_sharp());
    }
}
