//! Scoring games in which players bid for the move: subtraction sets, and outcomes as in certificates of kind `scoring`
//! (`spec/kinds/scoring.md`).

use std::fmt;

/// Numbers of things that may be taken from a heap: positive, strictly ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubtractionSet(Vec<u32>);

/// Reason why numbers are not a subtraction set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetError {
    /// The set is empty.
    Empty,
    /// There are more numbers than certificates allow.
    Many(usize),
    /// The set contains 0.
    Zero,
    /// A number is larger than certificates allow.
    Large(u32),
    /// A number occurs twice.
    Repeated(u32),
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the subtraction set is empty"),
            Self::Many(count) => {
                write!(f, "the subtraction set has {count} numbers; at most {} are possible", SubtractionSet::MAX_ELEMENTS)
            }
            Self::Zero => f.write_str("0 cannot be subtracted: the game would not end"),
            Self::Large(number) => {
                write!(f, "{number} is too large: the numbers of a subtraction set are at most {}", SubtractionSet::MAX_ELEMENT)
            }
            Self::Repeated(number) => write!(f, "{number} stands in the subtraction set twice"),
        }
    }
}

impl std::error::Error for SetError {}

impl SubtractionSet {
    /// Maximum number of elements.
    pub const MAX_ELEMENTS: usize = 16;
    /// Maximum element.
    pub const MAX_ELEMENT: u32 = 255;

    /// Creates a set of these numbers, in any order.
    ///
    /// # Errors
    /// [`SetError`] if they are not a subtraction set.
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

    /// Returns the smallest number.
    #[must_use]
    pub fn min(&self) -> u32 {
        self.0[0]
    }

    /// Returns the largest number.
    #[must_use]
    pub fn max(&self) -> u32 {
        self.0[self.0.len() - 1]
    }

    /// Returns whether exactly one thing is taken at a time.
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

/// Outcomes of a game for one total budget, for heaps of every size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Total number of coins of both players.
    pub budget: u32,
    /// Least period of the rows.
    pub period: u32,
    /// Least heap from which the rows repeat.
    pub onset: u32,
    /// Rows below heap `onset + period`.
    pub rows: Rows,
}

/// Rows of outcomes v(x, p), for heap x when Left has p coins and the marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Rows one after the other, from heap 0 on, with budget + 1 outcomes each.
    Listed(Vec<i32>),
    /// For unitary games: for each p the heaps x >= 2 for which v(x, p) differs from v(x-2, p). The difference is -2 if
    /// Left has fewer coins than Right, otherwise 2.
    Jumps(Vec<Vec<u32>>),
}

/// Returns -1 if Left, with p coins of the budget and the marker, has fewer coins than Right, otherwise 1.
#[must_use]
pub fn side(budget: u32, p: usize) -> i32 {
    if 2 * p < budget as usize { -1 } else { 1 }
}

impl Outcomes {
    /// Returns the stored heap with the same row.
    fn stored(&self, heap: u32) -> u32 {
        if heap < self.onset { heap } else { self.onset + (heap - self.onset) % self.period }
    }

    /// Returns v(heap, p), for any heap.
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

    /// Returns the row of a heap of any size.
    #[must_use]
    pub fn row(&self, heap: u32) -> Vec<i32> {
        (0..=self.budget).map(|p| self.at(heap, p)).collect()
    }

    /// Returns v(heap, p) for many heaps, faster than single calls.
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

    /// Visits the rows from heap 0 to `last`, in order, until `each` returns `false`.
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
    /// Returns the columns of jumps in the order of a certificate: from Left's end, then from Right's. A middle column
    /// has no jumps and is omitted.
    pub fn jump_columns(&self) -> impl Iterator<Item = &Vec<u32>> {
        let columns = match &self.rows {
            Rows::Jumps(columns) => &columns[..],
            Rows::Listed(_) => &[],
        };
        let half = columns.len() / 2;
        columns[..half].iter().chain(columns.iter().rev().take(half))
    }
}
