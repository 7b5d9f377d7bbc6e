//! Assigns to each byte of a text its key, which is its location in the file. Text may be appended at the end and
//! removed at the front.

use super::key::Key;

/// Offsets of some bytes of the text in ascending order, each with the key of the byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(Vec<(usize, Key)>);

impl Marks {
    /// Records that the byte at the offset `at` of the text has the key `key`.
    pub fn push(&mut self, at: usize, key: Key) {
        if self.0.last().is_none_or(|&(last, place)| place.plus((at - last) as u64) != key) {
            self.0.push((at, key));
        }
    }

    /// Returns the key of the byte at the offset `at` of the text. The offset may be the length of the text.
    #[must_use]
    pub fn key(&self, at: usize) -> Option<Key> {
        let &(before, key) = self.0[..self.0.partition_point(|&(mark, _)| mark <= at)].last()?;
        Some(key.plus((at - before) as u64))
    }

    /// Returns the offset of the first byte whose key is `requested` or greater. Returns `None` if the text of `length`
    /// bytes ends before this key.
    #[must_use]
    pub fn first_from(&self, requested: Key, length: usize) -> Option<usize> {
        let next = self.0.partition_point(|&(_, key)| key <= requested);
        let limit = self.0.get(next).map(|&(at, _)| at);
        let Some(&(at, key)) = next.checked_sub(1).and_then(|before| self.0.get(before)) else { return limit };
        let there = (key.frame == requested.frame).then(|| usize::try_from(requested.offset - key.offset).ok()?.checked_add(at)).flatten();
        match (there, limit) {
            (Some(there), Some(limit)) => Some(there.min(limit)),
            (Some(there), None) => (there <= length).then_some(there),
            (None, limit) => limit,
        }
    }

    /// Removes and returns the recorded offsets from `at` on.
    #[must_use]
    pub fn split_off(&mut self, at: usize) -> Self {
        let first = self.key(at);
        let tail = self.0.split_off(self.0.partition_point(|&(mark, _)| mark <= at));
        Self(first.map(|key| (0, key)).into_iter().chain(tail.into_iter().map(|(mark, key)| (mark - at, key))).collect())
    }
}
