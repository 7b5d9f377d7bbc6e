//! The positions of the proof, with what is known of each.

use crate::game::Words;
use crate::kinds::store::{self, Vacancy};
use crate::rejection::Rejection;

/// `len` and `rev` of a position, section 2 of the kind's page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) len: u32,
    pub(super) rev: u32,
}

/// Added to `len` as long as a position is open. `len` is less than the number of positions, and that is less than this.
const OPEN: u32 = 1 << 31;

/// What is known of a position.
pub(super) enum Known {
    /// It has been completed.
    Completed(Value),
    /// It is open.
    Open,
    /// It is new; this is where it belongs.
    New(Vacancy),
}

/// The positions met so far. While one is open its value is that of the moves proved so far.
pub(super) struct Store {
    values: store::Store<Value>,
}

impl Store {
    /// Room for that many positions.
    pub(super) fn new(positions: u32) -> Result<Self, Rejection> {
        let mut values = store::Store::new();
        values.begin(positions)?;
        Ok(Self { values })
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Looks a position up. `None` if the store contradicts itself.
    #[inline]
    pub(super) fn look_up(&self, words: &Words) -> Option<Known> {
        Some(match self.values.look_up(words)? {
            store::Known::Old(value) if value.len & OPEN == 0 => Known::Completed(value),
            store::Known::Old(_) => Known::Open,
            store::Known::New(vacancy) => Known::New(vacancy),
        })
    }

    /// Adds a new position, open, and hands out its number.
    #[inline]
    pub(super) fn open(&mut self, vacancy: &Vacancy, words: &Words) -> Option<u32> {
        self.values.add(vacancy, words, Value { len: OPEN, rev: 0 })
    }

    /// The position of that number.
    #[inline]
    pub(super) fn words(&self, number: u32) -> Option<&Words> {
        self.values.words(number)
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

    use super::{Known, Store, Value};

    #[test]
    fn open_until_completed() {
        let mut store = Store::new(8).unwrap();
        for number in 0..8 {
            let words = [u64::from(number), 0, 0, 0];
            let Known::New(vacancy) = store.look_up(&words).unwrap() else { panic!("{number}") };
            assert_eq!(store.open(&vacancy, &words), Some(number));
            assert!(matches!(store.look_up(&words), Some(Known::Open)));
            store.raise(number, Value { len: number, rev: 2 * number }, number == 3).unwrap();
            let value = Value { len: number + 1, rev: if number == 3 { 0 } else { 2 * number + 1 } };
            assert_eq!(store.complete(number), Some(value));
            let Known::Completed(known) = store.look_up(&words).unwrap() else { panic!("{number}") };
            assert_eq!((known, store.len()), (value, usize::try_from(number).unwrap() + 1));
        }
    }
}
