//! Genuine certificates: what they say, and that it is true.

use super::super::claim::Stated;
use super::super::proof::Proof;
use super::super::{Table, memory};
use super::emitter::{Written, certificate, certify, prove, rules};
use super::{large, oracle, verify};
use crate::chess::bits::Bits;
use crate::core::cbor::Reader;
use crate::testing::{A, T, U};
use crate::{Colour, Library, NoSource};

/// Small endings: the rule of stalemate, the root, who wins.
pub(super) const SMALL: [(&str, &str, Colour); 12] = [
    ("joint", "8/8/8/8/8/k7/8/1R6 w - -", Colour::White),
    ("joint", "8/8/n3K1Q1/8/8/8/8/8 b - -", Colour::White),
    ("joint", "8/8/k7/N7/8/8/3N4/8 b - -", Colour::White),
    ("joint", "1Q6/8/8/8/8/8/8/3k4 w - -", Colour::White),
    ("joint", "8/1p6/4p3/2P5/5P2/8/8/8 w - -", Colour::White),
    ("joint", "5R2/8/1p6/8/p7/8/8/8 b - -", Colour::White),
    ("joint", "8/8/8/3R4/6p1/1p6/8/8 b - -", Colour::White),
    ("joint", "8/8/4R3/8/8/8/1p4p1/8 b - -", Colour::White),
    ("joint", "2R5/8/8/8/6p1/4p3/8/8 w - -", Colour::White),
    ("joint", "8/8/1P4P1/8/8/4r3/8/8 w - -", Colour::Black),
    ("fics", "8/8/8/8/8/p7/P7/7n w - -", Colour::White),
    ("international", "8/8/8/8/8/p7/P6N/8 b - -", Colour::Black),
];

/// The proofs of them.
pub(super) fn small() -> impl Iterator<Item = (&'static str, &'static str, Colour, Written)> {
    SMALL.into_iter().map(|(variant, root, winner)| {
        let proof = prove(variant, root, winner, 6).unwrap_or_else(|| panic!("no proof of {root} under {variant}"));
        (variant, root, winner, proof)
    })
}

#[test]
fn small_endings() {
    for (variant, root, winner, proof) in small() {
        for clock in [0, 3, 100] {
            let verified = verify(&certify(variant, root, clock, winner, &proof).bytes()).unwrap();
            let table: &Table = verified.table().unwrap();
            assert_eq!((table.variant(), table.root(), u64::from(table.clock()), table.winner()), (variant, root, clock, winner));
            assert_eq!(table.stream(), proof.bytes());
            oracle::holds(table);
        }
    }
}

#[test]
fn openings() {
    // After 1. e3 d5, 1. d4 and 1. d3.
    for (root, winner) in [
        ("rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - -", Colour::White),
        ("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b - -", Colour::Black),
        ("rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - -", Colour::Black),
    ] {
        let proof = large::prove("joint", root, winner, 2_000_000).unwrap();
        let verified = verify(&certify("joint", root, 0, winner, &proof).bytes()).unwrap();
        oracle::holds(verified.table().unwrap());
    }
}

#[test]
fn words() {
    let root = "8/8/8/8/8/k7/8/1R6 w - -";
    let said = |clock, reversible| {
        let item = certificate("joint", root, clock, Colour::White, [3, 2, reversible], vec![0x70]);
        let verified = verify(&item.bytes()).unwrap();
        assert_eq!(verified.game.to_string(), "losing-chess version 1, stalemate joint");
        verified.claim.clone()
    };
    let first = "White wins by force from 8/8/8/8/8/k7/8/1R6 w - - under the rule set joint";
    let second = "in at most 2 moves of both sides (plies), proved by 3 distinct positions";
    let third = "under a 50-move rule too: at most 1 moves in a row without a capture or pawn move";
    assert_eq!(said(0, 1).sentences, [first, second, third]);
    let figures: Vec<_> = said(98, 99).figures.iter().map(|figure| (figure.name, figure.number)).collect();
    assert_eq!(figures, [("positions", 3), ("longest", 2), ("clock", 98), ("reversible", 99)]);
    let third = "under a 50-move rule too: at most 99 moves in a row without a capture or pawn move, the 98 before this position included";
    assert_eq!(said(98, 99).sentences[2], third);
    let third =
        "not proved under a 50-move rule: at most 100 moves in a row without a capture or pawn move, the 99 before this position included";
    assert_eq!(said(99, 100).sentences[2], third);
}

#[test]
fn moves_that_are_not_kept() {
    for (variant, root, winner, proof) in small() {
        let rules = rules(variant);
        let game = rules.in_turns().unwrap();
        let item = certify(variant, root, 0, winner, &proof);
        let claim = A(vec![
            T(root),
            U(0),
            U(u64::from(winner == Colour::Black)),
            U(proof.positions()),
            U(proof.longest),
            U(proof.greatest_rev.max(proof.root_rev)),
        ]);
        let bytes = [claim.bytes(), item.bytes()].concat();
        let stated = Stated::read(&mut Reader::new(&bytes), game).unwrap();
        for most_kept in [0, 1, 2, 3, 10, 1000] {
            let stream = proof.bytes();
            let found = Proof::new(game, &stated, &mut Bits::new("losing", &stream, 0), most_kept).unwrap().prove().unwrap();
            assert_eq!(stated.check(&found), Ok(()), "{root} {most_kept}");
        }
    }
}

#[test]
fn memory_is_asked_for_before() {
    let item = certificate("joint", "8/8/8/8/8/8/8/k7 w - -", 0, Colour::White, [1, 0, 0], vec![]);
    let bytes = item.bytes();
    let needed = memory(u64::try_from(bytes.len()).unwrap());
    let mut source = NoSource;
    assert!(Library::new(&mut source, Some(needed)).verify(bytes.clone()).is_ok());
    assert_eq!(Library::new(&mut source, Some(needed - 1)).verify(bytes).unwrap_err().code(), "resources/memory");
}

#[test]
fn numbers_of_a_stream() {
    let bytes = [0b1011_0010, 0b0111_1000, 0b1100_0101, 0b0001_1110];
    let bits: Vec<u32> = bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| u32::from(byte >> bit & 1_u8))).collect();
    for first in 0..=16 {
        for count in 0..=16 {
            let mut stream = Bits::new("losing", &bytes, 0);
            stream.next(first).unwrap();
            let end = usize::try_from(first + count).unwrap();
            let expected = bits[usize::try_from(first).unwrap()..end].iter().fold(0, |number, bit| 2 * number + bit);
            assert_eq!(stream.next(count), Some(expected), "{first} {count}");
        }
    }
    let mut short = Bits::new("losing", &bytes[..1], 0);
    assert_eq!((short.next(9), short.next(8), short.next(0), short.next(1)), (None, Some(0b1011_0010), Some(0), None));
}
