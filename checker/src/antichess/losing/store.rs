//! The positions of the proof, with what is known of each.

use crate::chess::game::PackedPosition;
use crate::chess::position_table::{self as table, PositionTable, Vacancy};
use crate::core::refusal::Refusal;

/// `len` and `rev` of a position, section 2 of the kind's page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) len: u32,
    pub(super) rev: u32,
}

/// Added to `len` as long as a position is open. `len` is less than the number of positions, and that is less than this.
const OPEN: u32 = 1 << 31;

/// What is known of a position.
pub(super) enum Lookup {
    /// It has been completed.
    Completed(Value),
    /// It is open.
    Open,
    /// It is new; this is where it belongs.
    New(Vacancy),
}

/// The positions met so far. While one is open its value is that of the moves proved so far.
pub(super) struct Store {
    values: PositionTable<Value>,
}

impl Store {
    /// Takes memory for `positions` positions.
    pub(super) fn new(positions: u32) -> Result<Self, Refusal> {
        let mut values = PositionTable::new();
        values.begin(positions)?;
        Ok(Self { values })
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Looks a position up. `None` if the table contradicts itself.
    #[inline]
    pub(super) fn probe(&self, position: &PackedPosition) -> Option<Lookup> {
        Some(match self.values.probe(position)? {
            table::Lookup::Old(value) if value.len & OPEN == 0 => Lookup::Completed(value),
            table::Lookup::Old(_) => Lookup::Open,
            table::Lookup::New(vacancy) => Lookup::New(vacancy),
        })
    }

    /// Adds a new position, open, and hands out its number.
    #[inline]
    pub(super) fn open(&mut self, vacancy: &Vacancy, position: &PackedPosition) -> Option<u32> {
        self.values.add(vacancy, position, Value { len: OPEN, rev: 0 })
    }

    /// The position of that number.
    #[inline]
    pub(super) fn position(&self, number: u32) -> Option<&PackedPosition> {
        self.values.position(number)
    }

    /// A move of an open position leads to one of that value: the greatest count.
    #[inline]
    pub(super) fn raise(&mut self, number: u32, behind: Value, zeroing: bool) -> Option<()> {
        let value = self.values.note_mut(number)?;
        value.len = value.len.max(OPEN.checked_add(behind.len)?.checked_add(1)?);
        if !zeroing {
            value.rev = value.rev.max(behind.rev.checked_add(1)?);
        }
        Some(())
    }

    /// An open position is completed. Its value is final.
    #[inline]
    pub(super) fn complete(&mut self, number: u32) -> Option<Value> {
        let value = self.values.note_mut(number)?;
        value.len &= !OPEN;
        Some(*value)
    }

    /// Gives the hash table back: nothing will be looked up any more.
    pub(super) fn close(&mut self) {
        self.values.close();
    }
}

#[cfg(test)]
mod tests {
    //! What is known of a position: new, open, completed.

    use super::{Lookup, Store, Value};

    #[test]
    fn open_until_completed() {
        let mut store = Store::new(8).unwrap();
        for number in 0..8 {
            let position = [u64::from(number), 0, 0, 0];
            let Lookup::New(vacancy) = store.probe(&position).unwrap() else { panic!("{number}") };
            assert_eq!(store.open(&vacancy, &position), Some(number));
            assert!(matches!(store.probe(&position), Some(Lookup::Open)));
            store.raise(number, Value { len: number, rev: 2 * number }, number == 3).unwrap();
            let value = Value { len: number + 1, rev: if number == 3 { 0 } else { 2 * number + 1 } };
            assert_eq!(store.complete(number), Some(value));
            let Lookup::Completed(known) = store.probe(&position).unwrap() else { panic!("{number}") };
            assert_eq!((known, store.len()), (value, usize::try_from(number).unwrap() + 1));
        }
    }
}
