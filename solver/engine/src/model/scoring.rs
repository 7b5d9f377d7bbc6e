//! Defines subtraction sets, and outcomes of scoring games in which the players bid for each move. Certificates of kind
//! `scoring` (`spec/kinds/scoring.md`) contain such outcomes.

use std::fmt;

use thiserror::Error;

/// A subtraction set: the numbers of things that a move may take from a heap. The numbers are positive and strictly
/// ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubtractionSet(Vec<u32>);

/// Reason why a list of numbers is not a subtraction set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetError {
    /// The set is empty.
    #[error("the subtraction set is empty")]
    Empty,
    /// There are more numbers than certificates allow.
    #[error("the subtraction set has {0} numbers; at most {max} are possible", max = SubtractionSet::MAX_ELEMENTS)]
    Many(usize),
    /// The set contains 0.
    #[error("0 cannot be subtracted: the game would not end")]
    Zero,
    /// A number is larger than certificates allow.
    #[error("{0} is too large: the numbers of a subtraction set are at most {max}", max = SubtractionSet::MAX_ELEMENT)]
    Large(u32),
    /// A number occurs twice.
    #[error("{0} stands in the subtraction set twice")]
    Repeated(u32),
}

impl SubtractionSet {
    /// Maximum number of elements of a subtraction set.
    pub const MAX_ELEMENTS: usize = 16;
    /// Maximum element.
    pub const MAX_ELEMENT: u32 = 255;

    /// Creates a set from a list of numbers in any order.
    ///
    /// # Errors
    /// [`SetError`] if the numbers are not a subtraction set.
    pub fn new(mut numbers: Vec<u32>) -> Result<Self, SetError> {
        numbers.sort_unstable();
        match (numbers.first(), numbers.last()) {
            (Some(0), _) => return Err(SetError::Zero),
            (_, Some(&large)) if large > Self::MAX_ELEMENT => return Err(SetError::Large(large)),
            (None, _) => return Err(SetError::Empty),
            _ => {}
        }
        if let Some(pair) = numbers.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(SetError::Repeated(pair[0]));
        }
        if numbers.len() > Self::MAX_ELEMENTS { Err(SetError::Many(numbers.len())) } else { Ok(Self(numbers)) }
    }

    /// Returns the numbers in ascending order.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.0
    }

    /// Returns the largest number.
    #[must_use]
    pub fn max(&self) -> u32 {
        self.0[self.0.len() - 1]
    }

    /// Returns whether the set is {1}, so that a move takes exactly one thing.
    #[must_use]
    pub fn is_unitary(&self) -> bool {
        self.0 == [1]
    }
}

impl fmt::Display for SubtractionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(u32::to_string).collect();
        write!(f, "{{{}}}", numbers.join(", "))
    }
}

/// The outcomes of a game for heaps of every size, if both players together have `budget` coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Total number of coins of both players.
    pub budget: u32,
    /// Least period with which the rows of outcomes repeat as the heap grows.
    pub period: u32,
    /// Least heap size at which the rows of outcomes begin to repeat with this period.
    pub onset: u32,
    /// The rows of outcomes for all heap sizes below `onset + period`.
    pub rows: Rows,
}

/// Outcomes of a game, with one row for each heap size. The row of the heap size x contains the outcomes v(x, p) for
/// all p from 0 to the budget. In v(x, p), Left has p coins and the marker. The holder of the marker wins ties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// All rows one after the other, from heap size 0 on. Each row contains budget + 1 outcomes.
    Listed(Vec<i32>),
    /// For each p, a list of the heap sizes x >= 2 at which v(x, p) differs from v(x-2, p). The difference is 2, or -2
    /// if Left has fewer coins than Right. Only unitary games are stored in this form.
    Jumps(Vec<Vec<u32>>),
}

/// Returns -1 if Left has fewer coins than Right, and 1 otherwise. Left has `p` of the `budget` coins.
#[must_use]
pub fn side(budget: u32, p: usize) -> i32 {
    if 2 * p < budget as usize { -1 } else { 1 }
}

impl Outcomes {
    /// Returns a heap size whose row of outcomes is stored and equals the row of `heap`.
    fn stored(&self, heap: u32) -> u32 {
        if heap < self.onset { heap } else { self.onset + (heap - self.onset) % self.period }
    }

    /// Returns the outcome v(heap, p) for a heap of any size. Left has `p` coins and the marker, whose holder wins
    /// ties.
    #[must_use]
    pub fn at(&self, heap: u32, p: u32) -> i32 {
        let (heap, p) = (self.stored(heap), p as usize);
        match &self.rows {
            Rows::Listed(rows) => rows[heap as usize * (self.budget as usize + 1) + p],
            Rows::Jumps(columns) => {
                let jumps = columns[p].iter().take_while(|&&jump| jump <= heap).filter(|&&jump| jump % 2 == heap % 2).count();
                let jumps = i32::try_from(jumps).expect("outcomes are small");
                side(self.budget, p) * (i32::from(heap % 2 == 1) + 2 * jumps)
            }
        }
    }

    /// Returns the row of outcomes for a heap of any size.
    #[must_use]
    pub fn row(&self, heap: u32) -> Vec<i32> {
        (0..=self.budget).map(|p| self.at(heap, p)).collect()
    }

    /// Returns the outcomes v(heap, p) for many heaps. One call of this method is faster than a call of [`Self::at`]
    /// for each heap.
    #[must_use]
    pub fn column(&self, p: u32, heaps: impl Iterator<Item = u32>) -> Vec<i32> {
        match &self.rows {
            Rows::Listed(_) => heaps.map(|heap| self.at(heap, p)).collect(),
            Rows::Jumps(columns) => {
                let of_parity =
                    |parity: u32| columns[p as usize].iter().copied().filter(move |jump| jump % 2 == parity).collect::<Vec<u32>>();
                let jumps = [of_parity(0), of_parity(1)];
                let one = |heap: u32| {
                    let (heap, odd) = (self.stored(heap), heap % 2 == 1);
                    let jumps = jumps[usize::from(odd)].partition_point(|&jump| jump <= heap);
                    side(self.budget, p as usize) * (i32::from(odd) + 2 * i32::try_from(jumps).expect("outcomes are small"))
                };
                heaps.map(one).collect()
            }
        }
    }

    /// Calls `each` for every heap size from 0 to `last` in ascending order, with the heap size and its row of
    /// outcomes. Stops when `each` returns `false`.
    pub fn walk(&self, last: u32, mut each: impl FnMut(u32, &[i32]) -> bool) {
        match &self.rows {
            Rows::Listed(rows) => {
                let width = self.budget as usize + 1;
                let row = |heap: u32| &rows[self.stored(heap) as usize * width..][..width];
                let _ = (0..=last).all(|heap| each(heap, row(heap)));
            }
            Rows::Jumps(columns) => {
                let mut seen = vec![0; columns.len()];
                let mut rows = [vec![0; columns.len()], (0..columns.len()).map(|p| side(self.budget, p)).collect::<Vec<i32>>()];
                for heap in 0..=last {
                    let row = &mut rows[heap as usize % 2];
                    for (p, column) in columns.iter().enumerate() {
                        if column.get(seen[p]) == Some(&heap) {
                            seen[p] += 1;
                            row[p] += 2 * side(self.budget, p);
                        }
                    }
                    if !each(heap, row) {
                        return;
                    }
                }
            }
        }
    }
}

impl Outcomes {
    /// Returns the lists of [`Rows::Jumps`] in the order of certificates. The lists for p < budget / 2 come first, in
    /// ascending order of p. The lists for p > budget / 2 follow, in descending order of p. A list for p = budget / 2
    /// is left out.
    pub fn jump_columns(&self) -> impl Iterator<Item = &Vec<u32>> {
        let columns = match &self.rows {
            Rows::Jumps(columns) => &columns[..],
            Rows::Listed(_) => &[],
        };
        let half = columns.len() / 2;
        columns[..half].iter().chain(columns.iter().rev().take(half))
    }
}
