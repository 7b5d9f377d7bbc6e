//! Factors sparse matrices over a field. The field is the integers modulo a prime for exact values, and floating-point
//! numbers for approximate values.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A field of numbers in which elimination is done.
pub trait Field: Copy {
    /// An element of the field.
    type Element: Copy;
    /// Converts an integer entry of a matrix to an element.
    fn entry(&self, n: i64) -> Self::Element;
    /// Returns whether the element is 0.
    fn is_zero(&self, a: Self::Element) -> bool;
    /// Returns `a * b`.
    fn mul(&self, a: Self::Element, b: Self::Element) -> Self::Element;
    /// Returns `a - b`.
    fn sub(&self, a: Self::Element, b: Self::Element) -> Self::Element;
    /// Returns `1 / a` for a nonzero `a`.
    fn inverse(&self, a: Self::Element) -> Self::Element;
}

/// The field of floating-point numbers. Elimination with floating-point numbers is stable for the systems of this
/// crate, which are diagonally dominant.
#[derive(Clone, Copy, Debug)]
pub struct Floats;

impl Field for Floats {
    type Element = f64;

    #[expect(clippy::cast_precision_loss, reason = "entries are small")]
    fn entry(&self, n: i64) -> f64 {
        n as f64
    }

    fn is_zero(&self, a: f64) -> bool {
        a == 0.0
    }

    fn mul(&self, a: f64, b: f64) -> f64 {
        a * b
    }

    fn sub(&self, a: f64, b: f64) -> f64 {
        a - b
    }

    fn inverse(&self, a: f64) -> f64 {
        1.0 / a
    }
}

/// A square sparse matrix. Each row lists pairs of a column and an entry. No two pairs of a row have the same column.
pub type SparseRows = Vec<Vec<(u32, i64)>>;

/// A factored matrix. Systems with this matrix can be solved for many right-hand sides.
pub struct Factors<F: Field> {
    field: F,
    /// The steps of the elimination, from the first to the last.
    steps: Vec<Step<F::Element>>,
}

struct Step<E> {
    pivot: u32,
    inverse: E,
    /// Rows from which a multiple of the pivot's row was subtracted, each with the multiplier.
    below: Vec<(u32, E)>,
    /// The pivot's row, without the pivot.
    right: Vec<(u32, E)>,
}

impl<F: Field> Factors<F> {
    /// Factors a matrix with pivots on the diagonal. Each step chooses the pivot for which the fewest entries have to
    /// be computed. Returns `None` if a pivot is 0, or if more than `most_work` entries would have to be computed.
    ///
    /// The matrices of this crate are nonsingular M-matrices. Over the rational numbers, the diagonal pivots of such a
    /// matrix are nonzero in every order of elimination.
    #[must_use]
    pub fn new(rows: &SparseRows, field: F, most_work: usize) -> Option<Self> {
        let size = rows.len();
        let mut rows: Vec<Vec<(u32, F::Element)>> =
            rows.iter().map(|row| row.iter().map(|&(column, entry)| (column, field.entry(entry))).collect()).collect();
        let mut above: Vec<Vec<u32>> = vec![Vec::new(); size];
        for (index, row) in (0_u32..).zip(&rows) {
            for &(column, _) in row {
                if column != index {
                    above[column as usize].push(index);
                }
            }
        }
        let cost = |rows: &[Vec<(u32, F::Element)>], above: &[Vec<u32>], v: u32| {
            rows[v as usize].len().saturating_sub(1) * above[v as usize].len()
        };
        // A vertex is pushed onto the queue again whenever its cost may have changed. A queue entry with an outdated
        // cost is ignored.
        let mut queue: BinaryHeap<Reverse<(usize, u32)>> =
            (0_u32..).zip(0..size).map(|(v, _)| Reverse((cost(&rows, &above, v), v))).collect();
        let mut done = vec![false; size];
        let mut place_in_row = vec![u32::MAX; size];
        let mut steps = Vec::with_capacity(size);
        let mut work = 0_usize;
        while let Some(Reverse((expected, pivot))) = queue.pop() {
            if done[pivot as usize] || cost(&rows, &above, pivot) != expected {
                continue;
            }
            work = work.saturating_add(expected);
            if work > most_work {
                return None;
            }
            done[pivot as usize] = true;
            let mut right = std::mem::take(&mut rows[pivot as usize]);
            let diagonal = right.iter().position(|&(column, _)| column == pivot)?;
            let (_, entry) = right.swap_remove(diagonal);
            if field.is_zero(entry) {
                return None;
            }
            let inverse = field.inverse(entry);
            for &(column, _) in &right {
                above[column as usize].retain(|&row| row != pivot);
            }
            let mut below = Vec::with_capacity(above[pivot as usize].len());
            for target in std::mem::take(&mut above[pivot as usize]) {
                let row = &mut rows[target as usize];
                let diagonal = row.iter().position(|&(column, _)| column == pivot)?;
                let (_, entry) = row.swap_remove(diagonal);
                let factor = field.mul(entry, inverse);
                for (place, &(column, _)) in (0_u32..).zip(row.iter()) {
                    place_in_row[column as usize] = place;
                }
                for &(column, entry) in &right {
                    let change = field.mul(factor, entry);
                    let place = place_in_row[column as usize];
                    if place == u32::MAX {
                        row.push((column, field.sub(field.entry(0), change)));
                        above[column as usize].push(target);
                    } else {
                        let old = &mut row[place as usize].1;
                        *old = field.sub(*old, change);
                    }
                }
                for &(column, _) in row.iter() {
                    place_in_row[column as usize] = u32::MAX;
                }
                below.push((target, factor));
            }
            for &(v, _) in below.iter().chain(&right) {
                queue.push(Reverse((cost(&rows, &above, v), v)));
            }
            steps.push(Step { pivot, inverse, below, right });
        }
        Some(Self { field, steps })
    }

    /// Solves the system for the right-hand side `side`. Overwrites `side` with the solution.
    pub fn solve(&self, side: &mut [F::Element]) {
        let field = &self.field;
        for step in &self.steps {
            let value = side[step.pivot as usize];
            for &(target, factor) in &step.below {
                side[target as usize] = field.sub(side[target as usize], field.mul(factor, value));
            }
        }
        for step in self.steps.iter().rev() {
            let mut value = side[step.pivot as usize];
            for &(column, entry) in &step.right {
                value = field.sub(value, field.mul(entry, side[column as usize]));
            }
            side[step.pivot as usize] = field.mul(value, step.inverse);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Factors;
    use crate::engine::bidding::modular::{Modulus, PRIMES};

    #[test]
    fn factors_solve_what_they_were_made_of() {
        // The matrix is a ring with chords. Most rows have 2 on the diagonal and -1 for each of two successors.
        let size: u32 = 40;
        let rows: Vec<Vec<(u32, i64)>> = (0..size)
            .map(|v| {
                let (a, b) = ((v + 1) % size, (v * 7 + 3) % size);
                let mut row = vec![(v, if v == b { 1 } else { 2 })];
                if v == 0 {
                    return row;
                }
                if a == b {
                    row.push((a, -2));
                } else {
                    row.extend([a, b].into_iter().filter(|&s| s != v).map(|s| (s, -1)));
                }
                row
            })
            .collect();
        let modulus = Modulus::new(PRIMES[0]);
        let factors = Factors::new(&rows, modulus, usize::MAX).unwrap();
        assert!(Factors::new(&rows, modulus, 10).is_none(), "too much work");
        let requested: Vec<_> = (0..u64::from(size)).map(|n| modulus.residue(n * n + 5)).collect();
        let mut side: Vec<_> = rows
            .iter()
            .map(|row| {
                row.iter().fold(modulus.residue(0), |sum, &(column, entry)| {
                    let term = modulus.mul(modulus.signed(-entry), requested[column as usize]);
                    modulus.sub(sum, term)
                })
            })
            .collect();
        factors.solve(&mut side);
        assert_eq!(side, requested);
    }
}
