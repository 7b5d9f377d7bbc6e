//! Computes the exact values under a policy (chosen options of both players), one component after another. A component
//! without a cycle is a single position, whose value is the mean of its two successors' values. The values of a
//! component with a cycle solve a linear system.

use dashu_int::UBig;
use dashu_int::ops::Gcd;

use super::components::{components, matrix_of};
use super::lifting::System;
use super::policy::Policy;
use crate::control::{Control, Interrupted};
use crate::model::value::{Rational, ValueId, ValuePool};

/// Reason why a policy has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValues {
    /// The linear system of a component is singular, because play under the policy may go on for ever.
    Singular,
    /// The computation was asked to stop.
    Interrupted,
}

impl From<Interrupted> for NoValues {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Returns the values of all positions under a policy, followed by `boundary`. `boundary` contains the values of game
/// ends and solved positions. If `lost` is true for a position, the position has the value 0.
///
/// # Errors
/// Fails with [`NoValues`] if the linear system is singular or the stop flag is set.
pub fn values_of(
    policy: &Policy,
    lost: &[bool],
    boundary: &[ValueId],
    pool: &mut ValuePool,
    control: Control,
) -> Result<Vec<ValueId>, NoValues> {
    let len = policy.max.len();
    control.stage("positions solved", Some(len as u64));
    let mut ids = vec![ValueId::ZERO; len];
    ids.extend_from_slice(boundary);
    let mut local = vec![u32::MAX; len];
    let mut solved = 0;
    let successors = |position: usize| [policy.max[position], policy.min[position]];
    components::<NoValues>(
        len,
        successors,
        |position| lost[position],
        |component| {
            solved += component.len() as u64;
            if component.len() > 1 || solved % 4096 == 0 {
                control.at(solved, "")?;
            }
            if let [position] = *component
                && successors(position as usize).iter().all(|&place| place != position)
            {
                let [a, b] = successors(position as usize).map(|place| ids[place as usize]);
                ids[position as usize] = pool.average(a, b);
                return Ok(());
            }
            let values = solve_component(component, successors, &ids, &mut local, pool).ok_or(NoValues::Singular)?;
            for (&position, id) in component.iter().zip(values) {
                ids[position as usize] = id;
            }
            Ok(())
        },
    )?;
    Ok(ids)
}

/// Computes the values of the positions of one component. All successors outside the component must already have
/// values.
fn solve_component(
    component: &[u32],
    successors: impl Fn(usize) -> [u32; 2],
    ids: &[ValueId],
    local: &mut [u32],
    pool: &mut ValuePool,
) -> Option<Vec<ValueId>> {
    for (number, &position) in (0..).zip(component) {
        local[position as usize] = number;
    }
    let inside = |place: u32| local.get(place as usize).copied().filter(|&number| number != u32::MAX);
    // Let D be a common denominator of the values outside the component, and let x be the unknown values. Then y = D x
    // solves a system with integer coefficients.
    let outside = component.iter().flat_map(|&position| successors(position as usize)).filter(|&place| inside(place).is_none());
    let mut denominators: Vec<ValueId> = outside.map(|place| ids[place as usize]).collect();
    denominators.sort_unstable();
    denominators.dedup();
    let scale = denominators.iter().fold(UBig::ONE, |multiple, &id| {
        let denominator = pool.get(id).denominator();
        let common = (&multiple).gcd(denominator);
        multiple * (denominator / common)
    });
    let constant = |&position: &u32| {
        let outside = successors(position as usize).into_iter().filter(|&place| inside(place).is_none());
        outside.fold(UBig::ZERO, |sum, place| {
            let value = pool.get(ids[place as usize]);
            sum + value.numerator() * (&scale / value.denominator())
        })
    };
    let constants = component.iter().map(constant).collect();
    let matrix = matrix_of(component, &successors, inside);
    for &position in component {
        local[position as usize] = u32::MAX;
    }
    let system = System { matrix, constants, bound: scale };
    let solution = system.solve()?;
    let denominator = solution.denominator * &system.bound;
    Some(solution.numerators.into_iter().map(|numerator| pool.intern(Rational::new(numerator, denominator.clone()))).collect())
}

/// Returns the rank of each exact value in `ids`. The least value has rank 0, and equal values have equal ranks.
#[must_use]
pub fn ranks(ids: &[ValueId], ascending: &[ValueId]) -> Vec<u32> {
    let mut rank_of = vec![0; ascending.len()];
    for (rank, id) in (0_u32..).zip(ascending) {
        rank_of[id.index()] = rank;
    }
    ids.iter().map(|id| rank_of[id.index()]).collect()
}

/// Reverses the order of the ranks, so that they are ranks from the other player's point of view.
#[must_use]
pub fn reversed(ranks: &[u32]) -> Vec<u32> {
    ranks.iter().map(|&rank| u32::MAX - rank).collect()
}
