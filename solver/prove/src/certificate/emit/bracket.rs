//! Encodes certificates of kind `bracket` (`spec/kinds/bracket.md`).

use super::cbor::Writer;
use super::envelope::{Digest, certificate};
use crate::model::bracket::Bracket;
use crate::model::name::GameName;

pub(super) const KIND: (&str, u64) = ("bracket", 1);

/// Encodes the certificate of a game with proved bounds. `citations` are the digests of the cited certificates.
#[must_use]
pub fn emit(game: &GameName, citations: &[Digest], bracket: &Bracket) -> Vec<u8> {
    let claim = |writer: &mut Writer| {
        writer.array(2);
        writer.unsigned(bracket.bits);
        writer.unsigned(bracket.len() as u64);
    };
    certificate(KIND, game, citations, claim, |writer| evidence(writer, bracket))
}

/// Returns the size, in bytes, of a stored number from 0 to 1 with `bits` binary places.
#[must_use]
pub fn value_bytes(bits: u32) -> u64 {
    u64::from(bits / 8 + 1)
}

/// Writes one record of bounds per position. Each upper bound is written as the difference from the lower bound. All
/// differences are stored in the number of bytes that the largest difference needs.
fn evidence(writer: &mut Writer, bracket: &Bracket) {
    let widest = (0..bracket.len()).map(|position| bracket.bounds(position).width()).max().unwrap_or(0);
    let difference_bytes = (128 - widest.leading_zeros()).div_ceil(8).max(1) as usize;
    let value_bytes = bracket.bits as usize / 8 + 1;
    let mut records = Vec::with_capacity(bracket.len() * 2 * (value_bytes + difference_bytes));
    let mut number = |number: u128, bytes: usize| records.extend_from_slice(&number.to_be_bytes()[16 - bytes..]);
    for position in 0..bracket.len() {
        let bounds = bracket.bounds(position);
        for [low, high] in [bounds.alpha, bounds.beta] {
            number(low, value_bytes);
            number(high - low, difference_bytes);
        }
    }
    writer.array(2);
    writer.unsigned(difference_bytes as u64);
    writer.bytes(&records);
}

#[cfg(test)]
mod tests {
    use super::{Bracket, emit};
    use crate::certificate::digest;
    use crate::model::bracket::Column;
    use crate::model::name::GameName;

    #[test]
    fn records_are_those_of_the_page() {
        let game = GameName { rules: "bidding-chess", version: 1, parameters: Vec::new() };
        let narrow = |numbers: [u64; 2]| Column::Narrow(numbers.to_vec());
        // The columns describe two classes. With 8 binary places, the number 1 and the difference 256 each take two
        // bytes.
        let columns =
            |widest: u64| Bracket { bits: 8, alpha: [narrow([1, 0]), narrow([1, widest])], beta: [narrow([2, 250]), narrow([5, 256])] };
        let evidence = |bracket: &Bracket| {
            let written = emit(&game, &[digest(b"cited")], bracket);
            let hex: String = written.iter().map(|byte| format!("{byte:02x}")).collect();
            let cited = digest(b"cited").to_string();
            hex.split_once(&cited).unwrap().1.to_owned()
        };
        assert_eq!(evidence(&columns(255)), "82014c0001000002030000ff00fa06");
        assert_eq!(evidence(&columns(256)), "82025000010000000200030000010000fa0006");
        let wide = |number: u128| Column::Wide(vec![number]);
        let bracket = Bracket { bits: 120, alpha: [wide(0), wide(1)], beta: [wide(1 << 120), wide(1 << 120)] };
        assert_eq!(evidence(&bracket), format!("82015822{}01{}00", "00".repeat(16), "01".to_owned() + &"00".repeat(15)));
    }
}
