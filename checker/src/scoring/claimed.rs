//! Reads the claim (section 2 of `spec/kinds/scoring.md`) and tests the clause `scoring/range`.

use super::broken;
use crate::core::cbor::Reader;
use crate::core::fields::bounded;
use crate::core::refusal::Refusal;

/// The claimed range `[first, last]` of total budgets.
pub(super) struct Claimed {
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Claimed {
    /// Reads the claim.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        let place = reader.place();
        reader.array_of(2)?;
        let (first, last) = (reader.unsigned()?, reader.unsigned()?);
        range(first, last)
            .ok_or_else(|| broken("range", place, format!("expected two budgets below 2^28 in order, found {first} and {last}")))
    }

    /// Returns whether only one budget is claimed.
    pub(super) fn single(&self) -> bool {
        self.first == self.last
    }

    /// Returns the first and the last budget of each block.
    pub(super) fn blocks(&self, form: Form) -> impl Iterator<Item = (u32, u32)> {
        let (first, last) = (self.first, self.last);
        let numbers = match form {
            Form::Rows => first..=last,
            Form::Jumps => first.div_ceil(2)..=last.div_ceil(2),
        };
        numbers.map(move |number| match form {
            Form::Rows => (number, number),
            Form::Jumps => {
                let even = number.saturating_mul(2);
                (even.saturating_sub(1).max(first), even.min(last))
            }
        })
    }
}

/// Clause `scoring/range`: first <= last < 2^28.
fn range(first: u64, last: u64) -> Option<Claimed> {
    let (first, last) = (bounded(first)?, bounded(last)?);
    (first <= last).then_some(Claimed { first, last })
}

/// Says how the outcomes of a block are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The outcomes are written row by row, with one row for each heap.
    Rows,
    /// The outcomes are stored in columns, one for each number of Left's coins. A column lists the heaps whose outcome
    /// differs from the outcome two heaps before. Exactly the files with the subtraction set {1} use this form.
    Jumps,
}

impl Form {
    /// Returns the encoding for a subtraction set.
    pub(super) fn for_set(set: &[u8]) -> Self {
        if set == [1] { Self::Jumps } else { Self::Rows }
    }
}
