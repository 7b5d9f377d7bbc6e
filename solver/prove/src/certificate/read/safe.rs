//! Reads closed sets from certificates of kind `safe` (`spec/kinds/safe.md`).

use super::after_names;

/// Reads the bit streams of moves for each side from a verified certificate. Returns `None` if a bit stream cannot be
/// read.
#[must_use]
pub fn streams(certificate: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut reader = after_names(certificate)?;
    // Skips the only parameter of the game, the stalemate rule.
    let _ = (reader.array()?, reader.text()?);
    // Skips the claim: the roots, the sides, the defence, and the numbers of positions.
    let _ = reader.array()?;
    for _ in 0..reader.array()? {
        let _ = reader.text()?;
    }
    for _ in 0..reader.array()? {
        let _ = reader.unsigned()?;
    }
    let _ = reader.unsigned()?;
    for _ in 0..reader.array()? {
        let _ = reader.unsigned()?;
    }
    // Skips the empty list of citations.
    let _ = reader.array()?;
    (0..reader.array()?).map(|_| reader.bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::streams;
    use crate::certificate::emit::safe::{Side, emit};
    use crate::model::name::{GameName, Parameter};

    #[test]
    fn reads_the_streams_that_were_written() {
        let game = GameName { rules: "losing-chess", version: 1, parameters: vec![Parameter::Text("fics".to_owned())] };
        let roots = ["8/8".to_owned(), "8/8/8".to_owned()];
        // A choice among 3 moves takes 2 bits, and a choice among 2 moves takes 1 bit.
        let white = Side { side: 0, positions: 70_000, choices: &[(2, 3), (0, 1), (1, 2)] };
        let black = Side { side: 1, positions: 3, choices: &[] };
        for (sides, expected) in [(&[white, black][..], vec![vec![0b1010_0000], vec![]]), (&[black], vec![vec![]])] {
            let written = emit(&game, &roots, 0, sides);
            assert_eq!(streams(&written), Some(expected));
            assert_eq!((streams(&written[..written.len() - 1]), streams(&[])), (None, None));
        }
    }
}
