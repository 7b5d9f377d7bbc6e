//! Computes the approximate values of a policy as fixed-point numbers. Sweeps under the policy would converge to the
//! same values. This method takes no longer than a few sweeps.
//!
//! The module solves one component after another, like the module `exact`. The linear system of a component is solved
//! in floating point, and the solution is then corrected repeatedly. The residual of the equations is computed exactly,
//! in integers. Therefore each correction adds about the same number of correct digits.

use super::components::{components, matrix_of};
use super::elimination::{Factors, Floats};
use super::policy::Policy;
use super::sweep::FixedPoint;
use crate::control::{Control, Interrupted};
use crate::model::value::Rational;

/// Maximum number of matrix entries that the elimination may compute for one component. If the elimination needs more
/// matrix entries than this, sweeps are faster than the elimination.
const MAX_WORK: usize = 1 << 27;
/// Maximum number of corrections of a component's values.
const CORRECTIONS: u32 = 12;

/// Replaces the value of each position by its value under a policy (an option of each player at each position). If
/// `lost` is true for a position, its value is 0. Returns `false` if play under the policy may last for ever, if a
/// linear system is too large, or if the corrections do not converge.
///
/// # Errors
/// [`Interrupted`] when asked to stop.
pub fn value_policy(policy: &Policy, lost: &[bool], values: &mut [u64], control: Control) -> Result<bool, Interrupted> {
    enum Stop {
        Interrupted,
        NoValues,
    }
    let mut local = vec![u32::MAX; lost.len()];
    let successors = |position: usize| [policy.max[position], policy.min[position]];
    for (value, _) in values.iter_mut().zip(lost).filter(|(_, lost)| **lost) {
        *value = u64::ZERO;
    }
    let walked = components(
        lost.len(),
        successors,
        |position| lost[position],
        |component| {
            if let [position] = *component
                && successors(position as usize).iter().all(|&place| place != position)
            {
                let [a, b] = successors(position as usize).map(|place| values[place as usize]);
                values[position as usize] = a.half_sum(b);
                return Ok(());
            }
            control.check().map_err(|_| Stop::Interrupted)?;
            if value_component(component, successors, values, &mut local) { Ok(()) } else { Err(Stop::NoValues) }
        },
    );
    match walked {
        Ok(()) => Ok(true),
        Err(Stop::NoValues) => Ok(false),
        Err(Stop::Interrupted) => Err(Interrupted),
    }
}

/// Computes the values of one component. All successors outside the component must already have values. Every entry of
/// `local` must be [`u32::MAX`].
fn value_component(component: &[u32], successors: impl Fn(usize) -> [u32; 2], values: &mut [u64], local: &mut [u32]) -> bool {
    for (number, &position) in (0..).zip(component) {
        local[position as usize] = number;
    }
    let inside = |place: u32| local.get(place as usize).copied().filter(|&number| number != u32::MAX);
    let matrix = matrix_of(component, &successors, inside);
    for &position in component {
        local[position as usize] = u32::MAX;
    }
    let Some(factors) = Factors::new(&matrix, Floats, MAX_WORK) else { return false };
    let one = i128::from(u64::round_down(&Rational::ONE));
    let mut rests = vec![0.0; component.len()];
    for _ in 0..CORRECTIONS {
        for (rest, &position) in rests.iter_mut().zip(component) {
            let value = |place: u32| i128::from(values[place as usize]);
            let [a, b] = successors(position as usize).map(value);
            *rest = float(a + b - 2 * value(position));
        }
        factors.solve(&mut rests);
        let mut largest = 0;
        for (&rest, &position) in rests.iter().zip(component) {
            let old = i128::from(values[position as usize]);
            let new = (old + nearest(rest)).clamp(0, one);
            largest = largest.max(new.abs_diff(old));
            values[position as usize] = u64::try_from(new).expect("values are from 0 to 1");
        }
        if largest <= u128::from(u64::SETTLED) {
            return true;
        }
    }
    false
}

#[expect(clippy::cast_precision_loss, reason = "the next correction restores the lost bits")]
fn float(n: i128) -> f64 {
    n as f64
}

/// Rounds a number to the nearest integer. For NaN, returns 0.
#[expect(clippy::cast_possible_truncation, reason = "numbers out of range are cut off, and clamped soon after")]
fn nearest(x: f64) -> i128 {
    (x.round() as i128).clamp(-(1 << 100), 1 << 100)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::value_policy;
    use crate::control::{Control, Silent};
    use crate::engine::bidding::policy::Policy;
    use crate::engine::bidding::sweep::FixedPoint;
    use crate::model::value::Rational;

    fn value(max: Vec<u32>, min: Vec<u32>, lost: &[bool]) -> Option<Vec<u64>> {
        let mut values = vec![0; lost.len()];
        values.extend([0, u64::round_down(&Rational::ONE)]);
        let stop = AtomicBool::new(false);
        value_policy(&Policy { max, min }, lost, &mut values, Control::new("", &Silent, &stop)).unwrap().then_some(values)
    }

    #[test]
    fn a_walk_on_a_line_is_right_to_the_last_digits() {
        let len = 3_000_u32;
        let up = (0..len).map(|position| if position + 1 == len { len + 1 } else { position + 1 }).collect();
        let down = (0..len).map(|position| position.checked_sub(1).unwrap_or(len)).collect();
        let values = value(up, down, &vec![false; len as usize]).unwrap();
        for (number, &value) in (1_u128..).zip(&values[..len as usize]) {
            let expected = (number << 63) / (u128::from(len) + 1);
            assert!(u128::from(value).abs_diff(expected) <= 2, "position {number}: {value}, not {expected}");
        }
    }

    #[test]
    fn play_that_need_not_end_has_no_values() {
        assert_eq!(value(vec![1, 0], vec![1, 0], &[false, false]), None);
        assert_eq!(value(vec![1, 0], vec![0, 3], &[true, false]), Some(vec![0, 1 << 62, 0, 1 << 63]));
    }
}
