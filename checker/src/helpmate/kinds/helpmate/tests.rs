//! Tests forged certificates for every clause, all lines of moves encoded in at most two bytes, and certificates with
//! changed bits.

use super::Claim;
use crate::chess::game::Status;
use crate::core::game::Colour;
use crate::core::refusal::Refusal;
use crate::core::verification::Proved;
use crate::testing::{A, B, Item, T, Turns, U, verify_bytes, verify_items};
use std::any::Any;

/// Builds a small game for the tests. From the position p0, play can reach a mate by White (p4), a mate by Black (p5),
/// a draw (p6), and p0 again. Play can also reach p9, where the only move leads back to p9.
fn game() -> Turns {
    Turns::new(&["w 1 2 3", "b 0 4", "b 5", "b 6 7 8 9 10", "won w", "won b", "drawn", "w 4", "w 0", "b 9", "w 3"])
}

fn certificate(root: u16, winner: u64, plies: u64, line: &[u8]) -> Vec<Item> {
    vec![A(vec![Turns::packed(root), U(winner), U(plies)]), A(vec![]), A(vec![B(line.to_vec())])]
}

fn verify(items: &[Item]) -> Result<Proved, Refusal> {
    verify_items("helpmate", &game(), items)
}

fn claim(proved: &Proved) -> &Claim {
    let claim: &dyn Any = proved.claim.as_ref();
    claim.downcast_ref().unwrap()
}

fn bytes(items: &[Item]) -> Vec<u8> {
    items.iter().flat_map(Item::bytes).collect()
}

/// Returns correct certificates, each with the statement that it proves.
fn genuine() -> Vec<(Vec<Item>, &'static str)> {
    vec![
        // The line is move 1 of 3, then move 2 of 2. Its bits are 00 1.
        (certificate(0, 0, 2, &[0x20]), "White can mate Black from the chess position p0 with 2 legal moves of both sides: m1 m4"),
        // The line is move 3 of 3, then move 2 of 5, then the only move. Its bits are 10 001.
        (certificate(0, 0, 3, &[0x88]), "White can mate Black from the chess position p0 with 3 legal moves of both sides: m3 m7 m4"),
        // The line goes forth and back twice and then mates. Its bits are 00 0, 00 0, 00 1.
        (
            certificate(0, 0, 6, &[0x00, 0x80]),
            "White can mate Black from the chess position p0 with 6 legal moves of both sides: m1 m0 m1 m0 m1 m4",
        ),
        (certificate(0, 1, 2, &[0x40]), "Black can mate White from the chess position p0 with 2 legal moves of both sides: m2 m5"),
        (certificate(2, 1, 1, &[]), "Black can mate White from the chess position p2 with 1 legal move: m5"),
        (certificate(4, 0, 0, &[]), "White has mated Black in the chess position p4"),
    ]
}

#[test]
fn lines_that_lead_to_a_mate() {
    for (items, sentence) in genuine() {
        let proved = verify(&items).unwrap();
        assert_eq!(proved.claim.statements(), [sentence]);
        assert!(true_of(claim(&proved)));
    }
}

/// Returns whether the moves of a line lead to the claimed mate.
fn true_of(claim: &Claim) -> bool {
    let line = claim.line();
    let plies = line.split_whitespace().count();
    plies == usize::try_from(claim.plies).unwrap() && game().after(&claim.root(), &line) == Some(Status::Over(Some(claim.winner)))
}

#[test]
fn every_clause() {
    let mated = || certificate(0, 0, 2, &[0x20]);
    let claim = |items: Vec<Item>| vec![A(items), A(vec![]), A(vec![B(vec![0x20])])];
    let with = |place: usize, item: Item| {
        let mut items = mated();
        items[place] = item;
        items
    };
    // Each row has a title, the items of the certificate, the violated clause, and its place. The claim takes 7 bytes.
    // The citations, the head of the evidence and the head of the line take 1 byte each.
    let table: Vec<(&str, Vec<Item>, &str, &str)> = vec![
        ("No array", with(0, U(3)), "cbor/type", "byte 0"),
        ("Two items", claim(vec![Turns::packed(0), U(0)]), "cbor/type", "byte 0"),
        ("A text for the root", claim(vec![T("p0"), U(0), U(2)]), "cbor/type", "byte 1"),
        ("No position", claim(vec![Turns::packed(11), U(0), U(2)]), "chess/packed", "byte 1"),
        ("Winner 2", certificate(0, 2, 2, &[0x20]), "helpmate/winner", "byte 4"),
        ("More moves than the limit for the file", certificate(0, 0, 89, &[0x20]), "helpmate/limit", "byte 5"),
        ("1025 moves", certificate(0, 0, 1025, &[0; 500]), "helpmate/limit", "byte 5"),
        ("A citation", with(1, A(vec![B(vec![0; 32])])), "citation/count", "byte 6"),
        ("No evidence", with(2, A(vec![])), "cbor/type", "byte 7"),
        ("A text for the line", with(2, A(vec![T(" ")])), "cbor/type", "byte 8"),
        ("Something after", [mated(), vec![U(0)]].concat(), "cbor/trailing", "byte 10"),
        ("Moves after the mate", certificate(0, 1, 3, &[0x40]), "helpmate/over", "line m2 m5"),
        ("A move where play is over", certificate(6, 1, 1, &[0]), "helpmate/over", "line"),
        ("No line", certificate(0, 0, 2, &[]), "helpmate/short", "line"),
        ("A line that is too short", certificate(0, 0, 6, &[0]), "helpmate/short", "line m1 m0 m1 m0 m1"),
        ("Move 3 of 3", certificate(0, 0, 2, &[0xc0]), "helpmate/move", "line"),
        ("Move 5 of 5", certificate(0, 0, 2, &[0xa8]), "helpmate/move", "line m3"),
        ("Too few moves", certificate(0, 0, 1, &[0]), "helpmate/mate", "line m1"),
        ("No move", certificate(0, 0, 0, &[]), "helpmate/mate", "line"),
        ("A draw", certificate(0, 0, 2, &[0x80]), "helpmate/mate", "line m3 m6"),
        ("The other side is the winner", certificate(0, 0, 2, &[0x40]), "helpmate/side", "line m2 m5"),
        ("The other side, without moves", certificate(5, 0, 0, &[]), "helpmate/side", "line"),
        ("A byte after", certificate(0, 0, 2, &[0x20, 0]), "helpmate/long", "byte 10"),
        ("A byte after nothing", certificate(2, 1, 1, &[0]), "helpmate/long", "byte 9"),
        ("The first bit after", certificate(0, 0, 2, &[0x30]), "helpmate/padding", "byte 9"),
        ("The last bit", certificate(0, 0, 2, &[0x21]), "helpmate/padding", "byte 9"),
        // The remaining rows have two defects each and show which defect is reported first.
        ("All after the line", certificate(0, 0, 1, &[0x3f, 1]), "helpmate/mate", "line m1"),
        ("All after the mate", certificate(0, 1, 2, &[0x3f, 1]), "helpmate/side", "line m1 m4"),
        ("Both ends", certificate(0, 0, 2, &[0x3f, 1]), "helpmate/long", "byte 10"),
    ];
    for (title, items, code, place) in table {
        let refusal = verify(&items).err().unwrap_or_else(|| panic!("{title}"));
        assert_eq!((refusal.code().as_str(), refusal.place.to_string().as_str()), (code, place), "{title}: {refusal}");
    }
}

#[test]
fn the_longest_line() {
    // The line goes forth and back 511 times and then mates. It takes 1536 bits, all 0 except the last.
    let mut line = vec![0; 192];
    line[191] = 1;
    let proved = verify(&certificate(0, 0, 1024, &line)).unwrap();
    assert!(true_of(claim(&proved)));
    assert_eq!(claim(&proved).plies, 1024);
    let code = |items: &[Item]| verify(items).err().unwrap().code();
    assert_eq!(code(&certificate(0, 0, 1022, &line)), "helpmate/mate");
    assert_eq!(code(&certificate(0, 0, 1025, &line)), "helpmate/limit");
    // A file of 10 bytes may have at most 80 plies.
    assert_eq!(code(&certificate(9, 0, 80, &[])), "helpmate/mate");
    assert_eq!(code(&certificate(9, 0, 81, &[])), "helpmate/limit");
}

#[test]
fn every_bit_counts() {
    for (items, _) in genuine() {
        let bytes = bytes(&items);
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut mutant = bytes.clone();
                mutant[place] ^= 1 << bit;
                if let Ok(proved) = verify_bytes("helpmate", &game(), &mutant) {
                    let claim = claim(&proved);
                    assert!(true_of(claim) && proved.claim.statements()[0].contains(&claim.root()), "{claim:?}");
                }
            }
            assert!(verify_bytes("helpmate", &game(), &bytes[..place]).is_err());
        }
    }
}

#[test]
fn all_lines_of_three_bytes() {
    // Every accepted line leads to mate, and no two accepted lines have the same moves.
    let mut lines = std::collections::HashSet::new();
    for winner in [0, 1] {
        for plies in 0..=6 {
            for bits in 0..=0xffff_u16 {
                let line = bits.to_be_bytes();
                let cut = [&line[..0], &line[..1], &line[..]];
                for line in cut.iter().filter(|cut| line[cut.len()..].iter().all(|byte| *byte == 0)) {
                    if let Ok(proved) = verify(&certificate(0, winner, plies, line)) {
                        let claim = claim(&proved);
                        assert!(true_of(claim));
                        assert!(claim.winner == if winner == 0 { Colour::White } else { Colour::Black });
                        assert!(lines.insert(claim.line()), "{}", claim.line());
                    }
                }
            }
        }
    }
    assert!(lines.len() > 10, "{lines:?}");
}
