//! Proofs from certificates of kind `losing` (`spec/kinds/losing.md`).

use super::behind_names;

/// The stream of the winner's moves as it stands in the verified bytes `certificate`. `None` if it is not where the page says.
///
/// The claim is not read here: the checker hands it out.
#[must_use]
pub fn stream(certificate: &[u8]) -> Option<Vec<u8>> {
    let mut reader = behind_names(certificate)?;
    // The only parameter: the rule of stalemate.
    let _ = (reader.array()?, reader.text()?);
    // The claim: the root, the clock, the winner, positions, longest, reversible.
    let _ = (reader.array()?, reader.text()?);
    for _ in 0..5 {
        let _ = reader.unsigned()?;
    }
    // No citations; the stream.
    let _ = (reader.array()?, reader.array()?);
    reader.bytes()
}

#[cfg(test)]
mod tests {
    use super::stream;
    use crate::certificate::emit::losing::{Claim, emit};
    use crate::model::name::{GameName, Parameter};

    #[test]
    fn the_stream_that_was_written() {
        let game = GameName { rules: "losing-chess", version: 1, parameters: vec![Parameter::Text("fics".to_owned())] };
        // One of 3 moves takes 2 bits, one of 2 takes 1, and one move takes none: 10, 1 and 5 bits of padding.
        for (choices, expected) in [(&[][..], vec![]), (&[(2, 3), (0, 1), (1, 2)], vec![0b1010_0000])] {
            let claim = Claim { root: "8/8", clock: 3, winner: 1, positions: 70_000, longest: 5, reversible: 300, choices };
            let written = emit(&game, &claim);
            assert_eq!(stream(&written), Some(expected));
            assert_eq!((stream(&written[..written.len() - 1]), stream(&[])), (None, None));
        }
    }
}
