//! Reads outcomes from certificates of kind `scoring` (`spec/kinds/scoring.md`).

use super::after_names;
use crate::certificate::emit::scoring::emit;
use crate::model::scoring::{Outcomes, Rows, SubtractionSet};

/// Reads the game and the outcomes from a certificate. Returns `None` if [`emit`] would encode the game and the
/// outcomes as other bytes.
#[must_use]
pub fn read(certificate: &[u8]) -> Option<(SubtractionSet, Vec<Outcomes>)> {
    let mut reader = after_names(certificate)?;
    // The subtraction set is the game's only parameter.
    let _ = reader.array()?;
    let numbers = (0..reader.array()?).map(|_| u32::try_from(reader.unsigned()?).ok()).collect::<Option<_>>()?;
    let set = SubtractionSet::new(numbers).ok()?;
    // The claim consists of the first and the last total budget.
    let _ = reader.array()?;
    let [first, last] = [reader.unsigned()?, reader.unsigned()?].map(u32::try_from);
    // Skips the empty list of citations and enters the array of blocks.
    let _ = (reader.array()?, reader.array()?);
    let mut solved: Vec<Outcomes> = Vec::new();
    for budget in first.ok()?..=last.ok()? {
        let outcomes = match solved.last() {
            Some(before) if set.is_unitary() && budget.is_multiple_of(2) => Outcomes { budget, rows: shared(before), ..*before },
            _ => {
                let _ = reader.array()?;
                let [period, onset] = [reader.unsigned()?, reader.unsigned()?].map(u32::try_from);
                let (period, onset) = (period.ok()?, onset.ok()?);
                let bytes = reader.bytes()?;
                Outcomes { budget, period, onset, rows: if set.is_unitary() { jumps(budget, &bytes) } else { rows(budget, &bytes) }? }
            }
        };
        solved.push(outcomes);
    }
    // Encoding the result again checks the skipped items. The comparison also rejects encodings that the reader accepts
    // and `emit` never writes.
    (!solved.is_empty() && emit(&set, &solved) == certificate).then_some((set, solved))
}

/// Derives the outcomes for an even budget from the budget that is smaller by 1.
fn shared(odd: &Outcomes) -> Rows {
    let mut columns: Vec<Vec<u32>> = odd.jump_columns().cloned().collect();
    let half = columns.len() / 2;
    columns[half..].reverse();
    // The list is empty if Left has half of the coins.
    columns.insert(half, Vec::new());
    Rows::Jumps(columns)
}

/// Decodes the bytes of `Rows::Jumps`, column by column.
fn jumps(budget: u32, bytes: &[u8]) -> Option<Rows> {
    let mut numbers = bytes;
    let mut column = || {
        let (mut heap, mut column) = (1_u32, Vec::new());
        loop {
            match number(&mut numbers)? {
                0 => return Some(column),
                step => heap = heap.checked_add(step)?,
            }
            column.push(heap);
        }
    };
    let half = budget.div_ceil(2);
    let mut left = (0..half).map(|_| column()).collect::<Option<Vec<_>>>()?;
    let right = (0..half).map(|_| column()).collect::<Option<Vec<_>>>()?;
    left.extend(budget.is_multiple_of(2).then(Vec::new));
    left.extend(right.into_iter().rev());
    Some(Rows::Jumps(left))
}

/// Decodes the bytes of `Rows::Listed`.
fn rows(budget: u32, bytes: &[u8]) -> Option<Rows> {
    let mut numbers = bytes;
    let mut outcomes = Vec::new();
    while !numbers.is_empty() {
        let first = number(&mut numbers)?;
        let half = i32::try_from(first.div_ceil(2)).ok()?;
        let mut outcome = if first.is_multiple_of(2) { half } else { -half };
        outcomes.push(outcome);
        for _ in 0..budget {
            outcome = outcome.checked_add(i32::try_from(number(&mut numbers)?).ok()?)?;
            outcomes.push(outcome);
        }
    }
    Some(Rows::Listed(outcomes))
}

/// Reads a number that is stored with seven bits per byte, least significant bits first. In each byte, a top bit of 1
/// means that another byte follows.
fn number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0_u64;
    for shift in (0..35).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        if byte & 128 == 0 {
            return u32::try_from(number).ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{jumps, number, read, rows};
    use crate::certificate::emit::scoring::emit;
    use crate::model::scoring::{Outcomes, Rows, SubtractionSet};

    #[test]
    fn numbers_in_seven_bits() {
        for (bytes, expected) in
            [(&[0][..], 0), (&[127], 127), (&[128, 1], 128), (&[128, 128, 1], 16_384), (&[255, 255, 255, 255, 15], u32::MAX)]
        {
            assert_eq!(number(&mut &bytes[..]), Some(expected));
        }
        assert_eq!((number(&mut &[128][..]), number(&mut &[255, 255, 255, 255, 127][..])), (None, None));
    }

    #[test]
    fn the_example_of_the_page() {
        assert_eq!(jumps(3, &[1, 0, 0, 1, 1, 0, 3, 0]), Some(Rows::Jumps(vec![vec![2], vec![], vec![4], vec![2, 3]])));
        assert_eq!(rows(1, &[3, 3]), Some(Rows::Listed(vec![-2, 1])));
    }

    /// If one bit of a certificate is flipped, the certificate either cannot be read or contains other outcomes.
    #[test]
    fn what_is_read_is_what_was_written() {
        let one = |budget| Outcomes { budget, period: 2, onset: 3, rows: jumps(budget, &[1, 0, 0, 1, 1, 0, 3, 0]).unwrap() };
        let listed = Outcomes { budget: 1, period: 1, onset: 1, rows: rows(1, &[0, 0, 3, 200, 1]).unwrap() };
        for (numbers, solved) in
            [(vec![1], vec![one(3), one(4)]), (vec![1], vec![one(3)]), (vec![1], vec![one(4)]), (vec![2, 9], vec![listed])]
        {
            let set = SubtractionSet::new(numbers).unwrap();
            let written = emit(&set, &solved);
            assert_eq!(read(&written), Some((set, solved)));
            for bit in 0..written.len() * 8 {
                let mut changed = written.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                if let Some((set, solved)) = read(&changed) {
                    assert_eq!(emit(&set, &solved), changed);
                }
            }
        }
    }
}
