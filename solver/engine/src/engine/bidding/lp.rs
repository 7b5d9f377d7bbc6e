//! Computes values by linear programs, as in Proposition 1 of *Endgames in bidding chess* (Larsson and Wästlund,
//! section 6).
//!
//! From the approximate values of the module `sweep`, this module guesses the best options. A floating-point solution
//! of the linear program then shows which constraints are tight. For each player, an option whose constraint is tight
//! is chosen at each position, and these options form a policy. The values of the policy are computed exactly, and all
//! options are compared by the exact values.
//!
//! If the guess is wrong, it is improved in rounds. A round fixes the options of the player who tries to win. A linear
//! program, which always has a solution, then finds the best replies of the other player. Then the exact values are
//! computed for play with the fixed options and the best replies. A fixed option is replaced if another option has a
//! strictly better exact value. Since a replacement only raises values, no policy occurs twice. The rounds end when no
//! option is strictly better. The threshold beta is computed in the same way, with colours exchanged.

use std::time::Duration;

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome, Variable};

use super::Error;
use super::exact::{NoValues, ranks, values_of};
use super::labels::exact_labels;
use super::labels::stages;
use super::policy::{Policy, choose_all};
use super::richman::FEW_SWEEPS;
use super::solution::solution;
use super::start::approached;
use super::sweep::{FixedPoint, Sweeps};
use crate::control::{Control, Interrupted};
use crate::model::graph::{BoundaryValue, Label, Lists, NEVER, OptionGraph, View};
use crate::model::solution::Solution;
use crate::model::value::{Rational, ValueId, ValuePool};

/// Maximum number of positions for which the method is intended.
pub const MAX_POSITIONS: u64 = 1_000;

/// Maximum number of rounds of improvement.
const ROUNDS: u64 = 1_000;
/// A constraint counts as tight if its slack in the floating-point solution is at most this number.
const TOLERANCE: f64 = 1e-6;
/// Time between two checks for interruption while a linear program runs.
const SLICE: Duration = Duration::from_millis(100);

/// Solves a graph in which the values of the boundary (ends of the game, and positions solved before) are known.
/// Intended for at most [`MAX_POSITIONS`] positions.
///
/// # Errors
/// [`Error`] when interrupted, or when no policy was found whose optimality could be proved.
pub fn solve(graph: &OptionGraph, control: Control) -> Result<Solution, Error> {
    let mut pool = ValuePool::default();
    let labels = |label: fn(&BoundaryValue) -> Label| graph.boundary.iter().map(label).collect::<Vec<_>>();
    let (white, black) = (labels(|b| b.label_white), labels(|b| b.label_black));
    let alpha = lower(&graph.lower(), &white, &black, &mut pool, control)?;
    let exchanged = lower(&graph.lower_exchanged(), &black, &white, &mut pool, control)?;
    let mut exchanged_back = |id: ValueId| {
        let value = pool.get(id).exchanged();
        pool.intern(value)
    };
    let beta: Vec<ValueId> = exchanged.into_iter().map(&mut exchanged_back).collect();
    Ok(solution(graph, pool, &alpha, &beta))
}

/// Computes alpha for all positions and boundary entries.
fn lower(view: &View, labels_max: &[Label], labels_min: &[Label], pool: &mut ValuePool, control: Control) -> Result<Vec<ValueId>, Error> {
    let boundary: Vec<ValueId> = view.boundary.iter().map(|value| pool.intern(value.clone())).collect();
    let mut policy = guess(view, [labels_max, labels_min], control)?;
    control.stage("linear program", None);
    if let Some(values) = program(view, &Constraints::Both(&policy), control)? {
        policy.max = tight(view, labels_max, &values);
    }
    control.stage("improvements of a policy", None);
    for round in 1..=ROUNDS {
        control.at(round, "")?;
        let lost = avoidable(view, &policy.max);
        if let Some(values) = program(view, &Constraints::Replies { max: &policy.max, lost: &lost }, control)? {
            policy.min = best(view.other, |place, other| values[place as usize] < values[other as usize]);
        }
        let values = replies(view, &mut policy, &lost, &boundary, pool, control)?;
        let ranks = ranks(&values, &pool.ascending());
        if improve(view.own, &mut policy.max, |place, other| ranks[place as usize] > ranks[other as usize]) > 0 {
            continue;
        }
        // By Proposition 2, the values are proved if every position with a value above 0 has a label. A position that
        // the player cannot win has only options of value 0, because no option is better than the policy's.
        let labels = exact_labels(view, labels_max, &ranks);
        let proved = labels[..view.len()].iter().zip(&values).all(|(&label, &value)| label != NEVER || value == ValueId::ZERO);
        return if proved { Ok(values) } else { Err(Error::NotFound) };
    }
    Err(Error::NotFound)
}

/// Approximates the values by sweeps. Returns the policy that chooses the options with the best values.
fn guess(view: &View, labels: [&[Label]; 2], control: Control) -> Result<Policy, Interrupted> {
    let mut sweeps = Sweeps::<u64>::new(view);
    if !sweeps.run(view, FEW_SWEEPS, control)? {
        if let Some(start) = approached(view, sweeps.values(), labels, control)? {
            return Ok(start.policy);
        }
        sweeps.run(view, u64::MAX, control)?;
    }
    let swept = sweeps.values();
    Ok(Policy {
        max: best(view.own, |place, other| swept[place as usize] > swept[other as usize]),
        min: best(view.other, |place, other| swept[place as usize] < swept[other as usize]),
    })
}

/// Computes the exact values of the fixed options `policy.max` against the other player's best replies. Stores the best
/// replies in `policy.min`.
fn replies(
    view: &View,
    policy: &mut Policy,
    lost: &[bool],
    boundary: &[ValueId],
    pool: &mut ValuePool,
    control: Control,
) -> Result<Vec<ValueId>, Error> {
    loop {
        control.check()?;
        // For any replies, play eventually leaves the positions that are not lost, so the linear system of these
        // positions has exactly one solution.
        let values = values_of(policy, lost, boundary, pool, control).map_err(|failure| match failure {
            NoValues::Interrupted => Error::Interrupted,
            NoValues::Singular => Error::NotFound,
        })?;
        let ranks = ranks(&values, &pool.ascending());
        if improve(view.other, &mut policy.min, |place, other| ranks[place as usize] < ranks[other as usize]) == 0 {
            return Ok(values);
        }
    }
}

/// Returns the best option of every list of options. In a tie, chooses the first of the best options.
fn best(lists: &Lists, better: impl Fn(u32, u32) -> bool) -> Vec<u32> {
    let best_of = |list: &[u32]| list[1..].iter().fold(list[0], |best, &place| if better(place, best) { place } else { best });
    (0..lists.len()).map(|position| best_of(lists.get(position))).collect()
}

/// Replaces each chosen option if another option of the same list is better. Returns the number of changes.
fn improve(lists: &Lists, chosen: &mut [u32], better: impl Fn(u32, u32) -> bool) -> usize {
    let mut changed = 0;
    for (position, choice) in chosen.iter_mut().enumerate() {
        let before = *choice;
        for &place in lists.get(position) {
            if better(place, *choice) {
                *choice = place;
            }
        }
        changed += usize::from(*choice != before);
    }
    changed
}

/// Chooses one option per position for the player who tries to win.
fn tight(view: &View, labels_max: &[Label], values: &[f64]) -> Vec<u32> {
    let value = |place: &u32| values[*place as usize];
    let high: Vec<f64> = (0..view.len()).map(|p| view.own.get(p).iter().map(value).fold(0.0, f64::max) - TOLERANCE).collect();
    let is_tight = |position: usize, place: u32| values[place as usize] >= high[position];
    let labels = stages(view.own, view.other, labels_max, is_tight);
    choose_all(view.own, &labels, is_tight)
}

/// Assumes that the player who tries to win always chooses the options `max`. Returns, for each position, whether the
/// other player can avoid all boundary entries (ends of the game, and positions solved before) with a value above 0. If
/// the result is `true` for a position, its value is 0.
fn avoidable(view: &View, max: &[u32]) -> Vec<bool> {
    let mut lost = vec![true; view.len()];
    lost.extend(view.boundary.iter().map(|value| *value == Rational::ZERO));
    loop {
        let mut changed = false;
        for position in 0..view.len() {
            if lost[position] {
                let all = view.other.get(position).iter().all(|&place| !lost[place as usize]);
                lost[position] = lost[max[position] as usize] && !all;
                changed |= !lost[position];
            }
        }
        if !changed {
            lost.truncate(view.len());
            return lost;
        }
    }
}

/// The inequalities of a linear program, chosen from system (6) in *Endgames in bidding chess*.
enum Constraints<'a> {
    /// The linear program has every inequality of system (6) as a constraint. The policy supplies the best option of
    /// each player. The sum of the values is minimised.
    Both(&'a Policy),
    /// The linear program fixes the options `max`. The sum of the values is maximised.
    Replies { max: &'a [u32], lost: &'a [bool] },
}

/// Returns a floating-point solution of the linear program, with a value for each position and boundary entry (end of
/// the game, or position solved before). Returns `None` if the solver finds no solution.
fn program(view: &View, constraints: &Constraints, control: Control) -> Result<Option<Vec<f64>>, Interrupted> {
    let (direction, lost) = match constraints {
        Constraints::Both(_) => (OptimizationDirection::Minimize, None),
        Constraints::Replies { lost, .. } => (OptimizationDirection::Maximize, Some(*lost)),
    };
    let mut problem = Problem::new(direction);
    problem.set_time_limit(SLICE);
    let is_lost = |position: usize| lost.is_some_and(|lost| lost[position]);
    let mut variables: Vec<Variable> =
        (0..view.len()).map(|position| problem.add_var(1.0, (0.0, if is_lost(position) { 0.0 } else { 1.0 }))).collect();
    variables.extend(view.boundary.iter().map(|value| {
        let value = approximate(value);
        problem.add_var(0.0, (value, value))
    }));
    // Adds the constraint that compares `2 x(P) - x(one) - x(other)` with 0.
    let mut constrain = |position: usize, one: u32, other: u32, comparison: ComparisonOp| {
        let mut terms = vec![(position, 2.0)];
        for place in [one as usize, other as usize] {
            match terms.iter_mut().find(|(known, _)| *known == place) {
                Some((_, factor)) => *factor -= 1.0,
                None => terms.push((place, -1.0)),
            }
        }
        let terms: Vec<(Variable, f64)> = terms.into_iter().map(|(place, factor)| (variables[place], factor)).collect();
        problem.add_constraint(&terms, comparison, 0.0);
    };
    for position in (0..view.len()).filter(|&position| !is_lost(position)) {
        let max = match constraints {
            Constraints::Both(policy) => {
                for option in distinct(view.own.get(position)) {
                    constrain(position, option, policy.min[position], ComparisonOp::Ge);
                }
                policy.max[position]
            }
            Constraints::Replies { max, .. } => max[position],
        };
        for option in distinct(view.other.get(position)) {
            constrain(position, max, option, ComparisonOp::Le);
        }
    }
    let mut outcome = problem.solve();
    while let Ok(stopped) = outcome {
        control.check()?;
        match stopped {
            SolveOutcome::Solution(ref solution) if stopped.is_optimal() => {
                return Ok(Some(variables.iter().map(|&variable| solution.var_value(variable)).collect()));
            }
            _ => outcome = stopped.resume(),
        }
    }
    Ok(None)
}

fn distinct(list: &[u32]) -> Vec<u32> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list.dedup();
    list
}

/// Rounds a value down to 63 binary places and converts it to floating point.
fn approximate(value: &Rational) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "the nearest float will do")]
    let (floor, one) = (u64::round_down(value) as f64, u64::round_down(&Rational::ONE) as f64);
    floor / one
}
