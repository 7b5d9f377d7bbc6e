//! Tests that genuine certificates are accepted and that their claims are true.

use super::super::{Claim, memory};
use super::emitter::{Written, certificate, certify, prove};
use super::oracle::accepted;
use super::{large, verify};
use crate::chess::bits::Bits;
use crate::{Colour, NoSource, Session, Value};

/// Small endings, each with its stalemate rule, its root and the winner.
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
            let bytes = certify(variant, root, clock, winner, &proof).bytes();
            let verified = verify(&bytes).unwrap();
            let claim: &Claim = verified.claim_as().unwrap();
            assert_eq!((claim.stalemate, claim.root.as_str(), u64::from(claim.clock), claim.winner), (variant, root, clock, winner));
            assert!(accepted(&bytes));
        }
    }
}

#[test]
fn openings() {
    // Roots after the opening moves 1. e3 d5, 1. d4 and 1. d3.
    for (root, winner) in [
        ("rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - -", Colour::White),
        ("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b - -", Colour::Black),
        ("rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - -", Colour::Black),
    ] {
        let proof = large::prove("joint", root, winner, 2_000_000).unwrap();
        assert!(accepted(&certify("joint", root, 0, winner, &proof).bytes()));
    }
}

#[test]
fn statements() {
    let root = "8/8/8/8/8/k7/8/1R6 w - -";
    let verified = |clock, reversible| {
        let item = certificate("joint", root, clock, Colour::White, [3, 2, reversible], vec![0x70]);
        let verified = verify(&item.bytes()).unwrap();
        assert_eq!(verified.game.to_string(), "losing-chess version 1, stalemate joint");
        verified
    };
    let expected = [
        "White wins losing chess by force (under a 50-move rule too) from 8/8/8/8/8/k7/8/1R6 w - -",
        "in this proof the win takes at most 2 moves of both sides (shorter wins may exist), and no position is repeated",
        "the win also holds under a 50-move rule: at most 1 move in a row without a capture or pawn move",
        "captures are compulsory, and a side without pieces and pawns has won; rule of stalemate joint: a side that is stalemated has won if it has fewer \
         pieces and pawns than the other, and has drawn otherwise",
        "the proof has 3 distinct positions",
    ];
    assert_eq!(verified(0, 1).claim.statements(), expected);
    let found = verified(98, 99);
    let fields = [
        ("root", root.into()),
        ("clock", Value::Number(98)),
        ("winner", "white".into()),
        ("longest", Value::Number(2)),
        ("reversible", Value::Number(99)),
    ];
    assert_eq!((found.claim.fields(), found.claim.evidence()), (fields.to_vec(), vec![("positions", Value::Number(3))]));
    let with_98 = "the win also holds under a 50-move rule: at most 99 moves of both sides in a row without a capture or pawn move, counting the 98 before the root";
    assert_eq!(found.claim.statements()[2], with_98);
    let with_99 = "the win is not proved under a 50-move rule: there may be 100 moves of both sides in a row without a capture or pawn move, counting the 99 before the root";
    assert_eq!(verified(99, 100).claim.statements()[2], with_99);
}

#[test]
fn memory_is_asked_for_before() {
    let item = certificate("joint", "8/8/8/8/8/8/8/k7 w - -", 0, Colour::White, [1, 0, 0], vec![]);
    let bytes = item.bytes();
    let needed = memory(u64::try_from(bytes.len()).unwrap());
    let mut source = NoSource;
    assert!(Session::new(&mut source).with_memory(needed).verify(&bytes).is_ok());
    assert_eq!(Session::new(&mut source).with_memory(needed - 1).verify(&bytes).unwrap_err().code(), "resources/memory");
}

#[test]
fn steps_of_the_allowance() {
    // The root takes 22 work steps. The position after one of 14 moves takes 22 + 3 steps, and the position after the
    // only move takes 22 steps.
    let bytes = certificate("joint", "8/8/8/8/8/k7/8/1R6 w - -", 0, Colour::White, [3, 2, 1], vec![0x70]).bytes();
    let mut source = NoSource;
    assert!(Session::new(&mut source).with_work(69).verify(&bytes).is_ok());
    assert_eq!(Session::new(&mut source).with_work(68).verify(&bytes).unwrap_err().code(), "resources/allowance");
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
