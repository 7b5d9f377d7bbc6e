//! Certificates of kind `scoring` (`spec/kinds/scoring.md`).

use super::cbor::{Reader, Writer};
use super::envelope::certificate;
use crate::game::{GameName, Parameter};
use crate::scoring::{Outcomes, Rows, SubtractionSet};

const KIND: (&str, u64) = ("scoring", 1);

/// The certificate of a game for ascending total budgets, one after the other.
#[must_use]
pub fn emit(set: &SubtractionSet, solved: &[Outcomes]) -> Vec<u8> {
    let numbers = set.numbers().iter().map(|&s| Parameter::Unsigned(s.into())).collect();
    let game = GameName { rules: "subtraction", version: 1, parameters: vec![Parameter::Array(numbers)] };
    let budget = |outcomes: Option<&Outcomes>| outcomes.expect("a budget at least").budget;
    let claim = |writer: &mut Writer| writer.column([budget(solved.first()), budget(solved.last())].into_iter());
    certificate(KIND, &game, &[], claim, |writer| {
        // The budgets 2t-1 and 2t share a block of jumps: those of 2t are left out where 2t-1 is there.
        let shares = |outcomes: &Outcomes| set.is_unitary() && outcomes.budget.is_multiple_of(2) && outcomes.budget != solved[0].budget;
        let blocks: Vec<&Outcomes> = solved.iter().filter(|outcomes| !shares(outcomes)).collect();
        writer.array(blocks.len());
        for outcomes in blocks {
            writer.array(3);
            writer.unsigned(outcomes.period);
            writer.unsigned(outcomes.onset);
            writer.bytes(&bytes(outcomes));
        }
    })
}

fn bytes(outcomes: &Outcomes) -> Vec<u8> {
    let mut bytes = Vec::new();
    match &outcomes.rows {
        Rows::Listed(rows) => {
            for row in rows.chunks_exact(outcomes.budget as usize + 1) {
                let first = row[0];
                varint(&mut bytes, if first < 0 { 2 * first.unsigned_abs() - 1 } else { 2 * first.unsigned_abs() });
                row.windows(2).for_each(|pair| varint(&mut bytes, u32::try_from(pair[1] - pair[0]).expect("rows do not decrease")));
            }
        }
        Rows::Jumps(_) => {
            for column in outcomes.jump_columns() {
                let mut heap = 1;
                for &jump in column {
                    varint(&mut bytes, jump - heap);
                    heap = jump;
                }
                varint(&mut bytes, 0);
            }
        }
    }
    bytes
}

/// Seven bits a byte, the least significant first; the top bit says that another byte follows.
fn varint(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        bytes.push(u8::try_from(number & 127).expect("seven bits") | 128);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).expect("seven bits"));
}

/// The game and the outcomes of a certificate: exactly what [`emit`] has made these bytes of. `None` for all other bytes.
#[must_use]
pub fn read(certificate: &[u8]) -> Option<(SubtractionSet, Vec<Outcomes>)> {
    let mut reader = Reader::new(certificate);
    let _ = reader.tag()?;
    let _ = reader.array()?;
    // The magic and the version of the format; kind and version.
    let _ = (reader.text()?, reader.unsigned()?, reader.array()?, reader.text()?, reader.unsigned()?);
    // The rule set, its version, and a list of parameters: the set.
    let _ = (reader.array()?, reader.text()?, reader.unsigned()?, reader.array()?);
    let numbers = (0..reader.array()?).map(|_| u32::try_from(reader.unsigned()?).ok()).collect::<Option<_>>()?;
    let set = SubtractionSet::new(numbers).ok()?;
    let _ = reader.array()?;
    let [first, last] = [reader.unsigned()?, reader.unsigned()?].map(u32::try_from);
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
    // What was passed over above, and forms that this reader does not refuse, are compared here.
    (!solved.is_empty() && emit(&set, &solved) == certificate).then_some((set, solved))
}

/// The jumps for 2t, from those for 2t - 1: one column more in the middle, without any.
fn shared(odd: &Outcomes) -> Rows {
    let mut columns: Vec<Vec<u32>> = odd.jump_columns().cloned().collect();
    let half = columns.len() / 2;
    columns[half..].reverse();
    columns.insert(half, Vec::new());
    Rows::Jumps(columns)
}

/// The columns of a block of jumps: the inverse of [`bytes`].
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

/// The outcomes of a block of rows: the inverse of [`bytes`].
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

/// The next number: the inverse of [`varint`].
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
    use super::{bytes, emit, jumps, number, read, rows, varint};
    use crate::scoring::{Outcomes, Rows, SubtractionSet};

    #[test]
    fn numbers_in_seven_bits() {
        for (number, expected) in [(0, &[0][..]), (127, &[127]), (128, &[128, 1]), (16_384, &[128, 128, 1])] {
            let mut bytes = Vec::new();
            varint(&mut bytes, number);
            assert_eq!(bytes, expected);
            assert_eq!(super::number(&mut &bytes[..]), Some(number));
        }
        assert_eq!((number(&mut &[128][..]), number(&mut &[255, 255, 255, 255, 127][..])), (None, None));
    }

    #[test]
    fn the_example_of_the_page() {
        let columns = vec![vec![2], vec![], vec![4], vec![2, 3]];
        let outcomes = Outcomes { budget: 3, period: 2, onset: 3, rows: Rows::Jumps(columns) };
        assert_eq!(bytes(&outcomes), [1, 0, 0, 1, 1, 0, 3, 0]);
        assert_eq!(jumps(3, &bytes(&outcomes)), Some(outcomes.rows));
        let outcomes = Outcomes { budget: 1, period: 1, onset: 0, rows: Rows::Listed(vec![-2, 1]) };
        assert_eq!(bytes(&outcomes), [3, 3]);
        assert_eq!(rows(1, &bytes(&outcomes)), Some(outcomes.rows));
    }

    /// Each changed bit makes the certificate of other outcomes, or none.
    #[test]
    fn what_is_read_is_what_was_written() {
        let set = SubtractionSet::new(vec![1]).unwrap();
        let one = |budget| Outcomes { budget, period: 2, onset: 3, rows: jumps(budget, &[1, 0, 0, 1, 1, 0, 3, 0]).unwrap() };
        for solved in [vec![one(3), one(4)], vec![one(3)], vec![one(4)]] {
            let written = emit(&set, &solved);
            assert_eq!(read(&written), Some((set.clone(), solved.clone())));
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
