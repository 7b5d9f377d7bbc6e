//! Encodes certificates of kind `scoring` (`spec/kinds/scoring.md`).

use super::cbor::Writer;
use super::envelope::certificate;
use crate::model::name::{GameName, Parameter};
use crate::model::scoring::{Outcomes, Rows, SubtractionSet};

pub(super) const KIND: (&str, u64) = ("scoring", 1);

/// Encodes a certificate of the outcomes of a game. The list `solved` must have consecutive total budgets in ascending
/// order.
#[must_use]
pub fn emit(set: &SubtractionSet, solved: &[Outcomes]) -> Vec<u8> {
    let game = game(set);
    let budget = |outcomes: Option<&Outcomes>| outcomes.expect("a budget at least").budget;
    let claim = |writer: &mut Writer| writer.column([budget(solved.first()), budget(solved.last())].into_iter());
    certificate(KIND, &game, &[], claim, |writer| {
        // The total budgets 2t-1 and 2t share one block of `Rows::Jumps`. The block is written for 2t only if the
        // certificate does not contain 2t-1.
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

/// Returns the name under which certificates refer to this game.
pub(super) fn game(set: &SubtractionSet) -> GameName {
    let numbers = set.numbers().iter().map(|&s| Parameter::Unsigned(s.into())).collect();
    GameName { rules: "subtraction", version: 1, parameters: vec![Parameter::Array(numbers)] }
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

/// Writes a number with seven bits per byte, least significant bits first. In each byte, a top bit of 1 means that
/// another byte follows.
fn varint(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        bytes.push(u8::try_from(number & 127).expect("seven bits") | 128);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).expect("seven bits"));
}

#[cfg(test)]
mod tests {
    use super::{bytes, varint};
    use crate::model::scoring::{Outcomes, Rows};

    #[test]
    fn numbers_in_seven_bits() {
        for (number, expected) in [(0, &[0][..]), (127, &[127]), (128, &[128, 1]), (16_384, &[128, 128, 1])] {
            let mut bytes = Vec::new();
            varint(&mut bytes, number);
            assert_eq!(bytes, expected);
        }
    }

    #[test]
    fn the_example_of_the_page() {
        let columns = vec![vec![2], vec![], vec![4], vec![2, 3]];
        let outcomes = Outcomes { budget: 3, period: 2, onset: 3, rows: Rows::Jumps(columns) };
        assert_eq!(bytes(&outcomes), [1, 0, 0, 1, 1, 0, 3, 0]);
        let outcomes = Outcomes { budget: 1, period: 1, onset: 0, rows: Rows::Listed(vec![-2, 1]) };
        assert_eq!(bytes(&outcomes), [3, 3]);
    }
}
