//! Reads proofs from certificates of kind `losing` (`spec/kinds/losing.md`).

use super::cbor::Reader;
use super::{after_names, kind};
use crate::certificate::Digest;

/// Reads the number of positions that a certificate of version 1 or 2 claims. The certificate need not be verified.
/// Returns `None` if the certificate is not of kind `losing` or the number cannot be read.
#[must_use]
pub fn positions(certificate: &[u8]) -> Option<u64> {
    if kind(certificate)? != "losing" {
        return None;
    }
    claimed(certificate).map(|claimed| claimed.positions).or_else(|| linked(certificate).map(|claimed| claimed.positions))
}

/// Reads the stream of the winner's moves from a verified certificate. Returns `None` if the stream cannot be read.
#[must_use]
pub fn stream(certificate: &[u8]) -> Option<Vec<u8>> {
    let (_, mut reader) = read_claim(certificate)?;
    // Skips the empty list of citations and enters the array that contains the stream.
    let _ = (reader.array()?, reader.array()?);
    reader.bytes()
}

/// Claim of a certificate. The certificate may be unverified.
pub struct Claimed {
    /// Stalemate rule.
    pub stalemate: String,
    /// Root position as FEN.
    pub root: String,
    /// Number of plies from the last capture or pawn move to the root.
    pub clock: u64,
    /// Winner: 0 for White, 1 for Black.
    pub winner: u64,
    /// Number of distinct positions in the proof.
    pub positions: u64,
    /// Length of the longest line of moves in the proof, in plies.
    pub longest: u64,
    /// Greatest number of consecutive moves without a capture or pawn move.
    pub reversible: u64,
}

/// Reads the claim of a certificate, which need not be verified. Returns `None` if the certificate is not of kind
/// `losing` or the claim cannot be read.
#[must_use]
pub fn claimed(certificate: &[u8]) -> Option<Claimed> {
    if kind(certificate)? != "losing" {
        return None;
    }
    read_claim(certificate).map(|(claimed, _)| claimed)
}

/// Reads the claim of a certificate of version 1. In addition, returns a reader whose next item is the list of citations.
fn read_claim(certificate: &[u8]) -> Option<(Claimed, Reader<'_>)> {
    let mut reader = after_names(certificate)?;
    let _ = reader.array()?;
    let stalemate = reader.text()?;
    let _ = reader.array()?;
    let root = reader.text()?;
    let mut number = || reader.unsigned();
    let (clock, winner, positions, longest, reversible) = (number()?, number()?, number()?, number()?, number()?);
    Some((Claimed { stalemate, root, clock, winner, positions, longest, reversible }, reader))
}

/// Claim, citations and proof of a certificate of version 2. The certificate may be unverified.
pub struct Linked {
    /// Stalemate rule.
    pub stalemate: String,
    /// The positions from which the winner wins.
    pub roots: Vec<LinkedRoot>,
    /// Winner: 0 for White, 1 for Black.
    pub winner: u64,
    /// Number of distinct positions in the certificate's own proof.
    pub positions: u64,
    /// Bound on the number of consecutive moves without a capture or pawn move.
    pub reversible: u64,
    /// Digests of the cited certificates, in the order of citation.
    pub citations: Vec<Digest>,
    /// The winner's moves.
    pub stream: Vec<u8>,
}

/// A position from which the winner wins, in a certificate of version 2.
pub struct LinkedRoot {
    /// Position as the first four fields of a FEN.
    pub position: String,
    /// Number of plies from the last capture or pawn move to the position.
    pub clock: u64,
    /// Bound on the number of plies to the end of play.
    pub longest: u64,
    /// Bound on the number of plies before the first capture or pawn move.
    pub run: u64,
}

/// Reads a certificate of version 2, which need not be verified. Returns `None` if the certificate is not of kind
/// `losing`, is of version 1, or cannot be read.
#[must_use]
pub fn linked(certificate: &[u8]) -> Option<Linked> {
    if kind(certificate)? != "losing" {
        return None;
    }
    let mut reader = after_names(certificate)?;
    let _ = reader.array()?;
    let stalemate = reader.text()?;
    let _ = reader.array()?;
    let mut roots = Vec::new();
    for _ in 0..reader.array()? {
        let _ = reader.array()?;
        let position = reader.text()?;
        let mut number = || reader.unsigned();
        roots.push(LinkedRoot { position, clock: number()?, longest: number()?, run: number()? });
    }
    let mut number = || reader.unsigned();
    let (winner, positions, reversible) = (number()?, number()?, number()?);
    let mut citations = Vec::new();
    for _ in 0..reader.array()? {
        citations.push(Digest(reader.bytes()?.try_into().ok()?));
    }
    let _ = reader.array()?;
    Some(Linked { stalemate, roots, winner, positions, reversible, citations, stream: reader.bytes()? })
}

#[cfg(test)]
mod tests {
    use super::{claimed, linked, positions, stream};
    use crate::certificate::Digest;
    use crate::certificate::emit::losing::{Claim, LinkedClaim, Root, emit, emit_linked};
    use crate::model::name::{GameName, Parameter};

    #[test]
    fn the_stream_that_was_written() {
        let game = GameName { rules: "losing-chess", version: 1, parameters: vec![Parameter::Text("fics".to_owned())] };
        // A choice among 3 moves takes 2 bits, a choice among 2 moves takes 1 bit, and a single move takes none. The
        // byte therefore consists of the bits 10, the bit 1, and 5 bits of padding.
        for (choices, expected) in [(&[][..], vec![]), (&[(2, 3), (0, 1), (1, 2)], vec![0b1010_0000])] {
            let claim = Claim { root: "8/8", clock: 3, winner: 1, positions: 70_000, longest: 5, reversible: 300, choices };
            let written = emit(&game, &claim);
            assert_eq!((stream(&written), positions(&written)), (Some(expected), Some(70_000)));
            let found = claimed(&written).unwrap();
            assert_eq!((&*found.stalemate, &*found.root, [found.clock, found.winner]), ("fics", "8/8", [3, 1]));
            assert_eq!([found.positions, found.longest, found.reversible], [70_000, 5, 300]);
            assert!(claimed(&written[..30]).is_none());
            assert_eq!((stream(&written[..written.len() - 1]), stream(&[]), positions(&written[..30])), (None, None, None));
        }
    }

    #[test]
    fn a_certificate_of_version_2_that_was_written() {
        let game = GameName { rules: "losing-chess", version: 1, parameters: vec![Parameter::Text("joint".to_owned())] };
        let root = |position: &str| Root { position: position.to_owned(), clock: 3, longest: 70_000, run: 5 };
        let roots = [root("8/8"), root("9/9")];
        let claim = LinkedClaim { roots: &roots, winner: 1, positions: 2, reversible: 300, choices: &[(2, 3)] };
        let written = emit_linked(&game, &claim, &[Digest([1; 32]), Digest([2; 32])]);
        let found = linked(&written).unwrap();
        assert_eq!((&*found.stalemate, [found.winner, found.positions, found.reversible]), ("joint", [1, 2, 300]));
        let read: Vec<_> = found.roots.iter().map(|root| (&*root.position, [root.clock, root.longest, root.run])).collect();
        assert_eq!(read, [("8/8", [3, 70_000, 5]), ("9/9", [3, 70_000, 5])]);
        assert_eq!((found.citations, found.stream), (vec![Digest([1; 32]), Digest([2; 32])], vec![0b1000_0000]));
        assert_eq!((positions(&written), claimed(&written).is_none()), (Some(2), true));
        assert!((0..written.len()).all(|length| linked(&written[..length]).is_none()));
    }
}
