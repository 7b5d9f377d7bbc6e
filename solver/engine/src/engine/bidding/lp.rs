//! Proposition 1 of the paper (Larsson and Wästlund, *Endgames in bidding chess*, section 6) as a method: linear programs.
//!
//! If the best options W and B of every position are known, the Richman functions are the solutions of a linear system, and alpha is the one with the
//! least sum. The options are guessed from sweeps, and a floating-point solution of that program says which constraints are tight: these
//! make a policy, whose values are computed exactly and compared with all options.
//!
//! A wrong guess is improved. With the options of the player who tries to win fixed, the other half of the system is a linear program that always has a
//! solution: the best replies. Options that are strictly better by the exact values of these replies take the place of the player's, which
//! only raises values, so no policy comes twice; when there is none, the values are a Richman function that the player attains, which is alpha.
//! (The same from the side of the other player may come to rest too high, where options tie.) Beta is found with colours exchanged: the
//! program that maximises becomes one that minimises.

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

/// The greatest number of positions.
pub const MAX_POSITIONS: u64 = 1_000;

/// Rounds of improvement before giving up.
const ROUNDS: u64 = 1_000;
/// What counts as tight in a solution in floating point.
const TOLERANCE: f64 = 1e-6;
/// How long a linear program is worked on before the next look whether to stop.
const SLICE: Duration = Duration::from_millis(100);

/// Solves a graph whose boundary is known. Meant for at most [`MAX_POSITIONS`].
///
/// # Errors
/// [`Error`] when interrupted, or when no policy was found that verifies.
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

/// The least Richman function of one view, exactly, for all places.
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
        // Proposition 2; and whoever cannot win has nothing better than 0 to go to, nothing being better than its policy's options.
        let labels = exact_labels(view, labels_max, &ranks);
        let proved = labels[..view.len()].iter().zip(&values).all(|(&label, &value)| label != NEVER || value == ValueId::ZERO);
        return if proved { Ok(values) } else { Err(Error::NotFound) };
    }
    Err(Error::NotFound)
}

/// The policy that sweeps suggest.
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

/// Exact values where one player's options are fixed and the other's are the best replies to them: `policy.min` becomes these.
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
        // Play leaves the positions that are not lost whatever the replies are, so their system has one solution.
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

/// For every list the first place that none is better than.
fn best(lists: &Lists, better: impl Fn(u32, u32) -> bool) -> Vec<u32> {
    let best_of = |list: &[u32]| list[1..].iter().fold(list[0], |best, &place| if better(place, best) { place } else { best });
    (0..lists.len()).map(|position| best_of(lists.get(position))).collect()
}

/// Puts better options in the place of chosen ones; says how many choices changed.
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

/// The options of the player who tries to win whose constraints are tight, ties by least label.
fn tight(view: &View, labels_max: &[Label], values: &[f64]) -> Vec<u32> {
    let value = |place: &u32| values[*place as usize];
    let high: Vec<f64> = (0..view.len()).map(|p| view.own.get(p).iter().map(value).fold(0.0, f64::max) - TOLERANCE).collect();
    let is_tight = |position: usize, place: u32| values[place as usize] >= high[position];
    let labels = stages(view.own, view.other, labels_max, is_tight);
    choose_all(view.own, &labels, is_tight)
}

/// The positions from which play need not reach anything above 0 if the player who tries to win has fixed their options: their values are 0 then.
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

/// Which part of the paper's system (6) a linear program has.
enum Constraints<'a> {
    /// All of it, for these options: the least solution is wanted.
    Both(&'a Policy),
    /// `x(P) <= (x(P_W) + x(P_b)) / 2` where a value is not 0 for certain: the greatest solution is wanted, which is the only one with equality for some b.
    Replies { max: &'a [u32], lost: &'a [bool] },
}

/// A solution for all places, in floating point; none if there is none, or the numbers got out of hand.
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
    // 2 x(P) - x(one option) - x(another one), compared with 0.
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

/// The places of a list, each once.
fn distinct(list: &[u32]) -> Vec<u32> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list.dedup();
    list
}

/// A value rounded down to 63 binary places, as floating point has it.
fn approximate(value: &Rational) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "the nearest float will do")]
    let (floor, one) = (u64::round_down(value) as f64, u64::round_down(&Rational::ONE) as f64);
    floor / one
}
