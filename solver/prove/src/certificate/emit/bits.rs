//! Packs the indices of chosen moves into a bit stream, most significant bit first.

use super::cbor::Writer;

/// Writes evidence as an array with one item. The only item is the bit stream of the chosen moves.
pub(super) fn choices(writer: &mut Writer, choices: &[(u16, u16)]) {
    writer.array(1);
    writer.bytes(&stream(choices));
}

/// Packs the indices of the chosen moves.
pub(super) fn stream(choices: &[(u16, u16)]) -> Vec<u8> {
    // Most positions have at most 256 moves, so an index usually takes at most a byte.
    let (mut bytes, mut held, mut bits) = (Vec::with_capacity(choices.len()), 0_u32, 0);
    for &(index, moves) in choices {
        let width = u16::BITS - (moves - 1).leading_zeros();
        held = held << width | u32::from(index);
        bits += width;
        while bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    if bits > 0 {
        bytes.push((held << (8 - bits) & 0xff) as u8);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::stream;

    #[test]
    fn bits_most_significant_first() {
        assert_eq!(stream(&[]), [0_u8; 0]);
        assert_eq!(stream(&[(1, 2)]), [0b1000_0000]);
        assert_eq!(stream(&[(4, 5), (0, 2), (19, 20)]), [0b1000_1001, 0b1000_0000]);
        assert_eq!(stream(&[(255, 255), (1, 3)]), [0xff, 0b0100_0000]);
    }
}
