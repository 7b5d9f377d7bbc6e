//! Derives a first policy (an option of each player at each position) from approximate values. Other modules then
//! compute the exact values of the policy. At each position, the policy takes an option with the least label (module
//! `labels`) among the options whose values are within a tolerance of the best value.

use super::labels::stages;
use super::policy::{Policy, choose, choose_all};
use super::sweep::FixedPoint;
use super::valuation::value_policy;
use crate::control::{Control, Interrupted};
use crate::model::graph::{Label, NEVER, View};
use crate::model::value::Rational;

/// The beginning of a policy iteration.
pub struct Start {
    /// The policy (an option of each player at each position) whose exact values are to be computed.
    pub policy: Policy,
    /// For each position, whether its value is known to be 0.
    pub lost: Vec<bool>,
}

/// Maximum number of rounds in which [`approached`] changes a policy.
const ROUNDS: u32 = 60;
/// Number of initial rounds in which both players change their choices at the same time. The later rounds are slower,
/// but never repeat a policy.
const SIMULTANEOUS_ROUNDS: u32 = 30;

/// Derives the first policy (an option of each player at each position) from values that have converged.
///
/// # Errors
/// [`Interrupted`] when asked to stop.
pub fn settled<F: FixedPoint>(
    view: &View,
    values: &[F],
    labels_max: &[Label],
    labels_min: &[Label],
    control: Control,
) -> Result<Start, Interrupted> {
    control.stage("choosing a policy", None);
    let (policy, label_max) = suggested(view, values, labels_max, labels_min);
    control.check()?;
    let lost = label_max[..view.len()].iter().map(|&label| label == NEVER).collect();
    Ok(Start { policy, lost })
}

/// Derives a first policy (an option of each player at each position) from values that have not converged. This
/// function is for games in which many sweeps are needed until the values converge. Returns `None` if a policy has no
/// values, because play may go on for ever, or if the policy still changes after all rounds.
///
/// # Errors
/// [`Interrupted`] when asked to stop.
pub fn approached(view: &View, swept: &[u64], labels: [&[Label]; 2], control: Control) -> Result<Option<Start>, Interrupted> {
    control.stage("improvements of a policy", None);
    // Values near 0 or 1 may be equal only because no sweep has changed them yet. Therefore the labels of a player
    // start only from boundary entries that are not a loss for the player.
    let goals = |labels: &[Label], loss: &Rational| -> Vec<Label> {
        labels.iter().zip(&view.boundary).map(|(&label, value)| if value == loss { NEVER } else { label }).collect()
    };
    let [goals_max, goals_min] = [goals(labels[0], &Rational::ZERO), goals(labels[1], &Rational::ONE)];
    // A label in `chances` shows that the player who tries to win has a chance to win, whatever the values are. A
    // player with a chance can always prevent play from lasting for ever.
    let chances = stages(view.own, view.other, &goals_max, |_, _| true);
    let lost: Vec<bool> = chances[..view.len()].iter().map(|&label| label == NEVER).collect();
    let suggested = |values: &[u64]| {
        let (mut policy, label_max) = suggested(view, values, &goals_max, &goals_min);
        for position in (0..view.len()).filter(|&position| label_max[position] == NEVER && !lost[position]) {
            let list = view.own.get(position);
            policy.max[position] = list[choose(list, &chances, |_| true).expect("every position has options")];
        }
        policy
    };
    let mut values = swept.to_vec();
    let mut policy = suggested(&values);
    for round in 1..=ROUNDS {
        control.at(round.into(), "")?;
        if !value_policy(&policy, &lost, &mut values, control)? {
            return Ok(None);
        }
        let next = suggested(&values);
        if next == policy {
            return Ok(Some(Start { policy, lost }));
        }
        if round > SIMULTANEOUS_ROUNDS && next.min != policy.min {
            policy.min = next.min;
        } else {
            policy = next;
        }
    }
    Ok(None)
}

/// Returns a policy that chooses the best options according to `values`.
fn suggested<F: FixedPoint>(view: &View, values: &[F], labels_max: &[Label], labels_min: &[Label]) -> (Policy, Vec<Label>) {
    let value = |place: &u32| values[*place as usize];
    // An option of max counts as best if its value plus the tolerance reaches `high`. An option of min counts as best
    // if its value is at most `low`, which includes the tolerance.
    let high: Vec<F> = (0..view.len()).map(|p| view.own.get(p).iter().map(value).fold(F::ZERO, F::max)).collect();
    let low: Vec<F> =
        (0..view.len()).map(|p| view.other.get(p).iter().map(value).min().expect("every position has options").plus_tolerance()).collect();
    let greedy_max = |position: usize, place: u32| values[place as usize].plus_tolerance() >= high[position];
    let greedy_min = |position: usize, place: u32| values[place as usize] <= low[position];
    let (label_max, label_min) =
        rayon::join(|| stages(view.own, view.other, labels_max, greedy_max), || stages(view.other, view.own, labels_min, greedy_min));
    let policy = Policy { max: choose_all(view.own, &label_max, greedy_max), min: choose_all(view.other, &label_min, greedy_min) };
    (policy, label_max)
}
