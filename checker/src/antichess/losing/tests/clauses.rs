//! Forges a certificate for each clause, and tests that the checker refuses it with the right error code, and names the
//! right location in the file.

use super::emitter::{bytes, certificate};
use super::{reject, verify};
use crate::Colour::{self, Black, White};
use crate::core::refusal::Place;
use crate::testing::{A, B, Item, T, U, column};

const CLAIM: usize = 4;
const CITATIONS: usize = 5;
const EVIDENCE: usize = 6;
const ROOT: usize = 0;
const CLOCK: usize = 1;
const WINNER: usize = 2;
const POSITIONS: usize = 3;
const LONGEST: usize = 4;
const REVERSIBLE: usize = 5;

/// The rook has 14 moves, in the order a1, c1 to h1, b2 to b8. White wins by moving the rook to b2 (index 7), where it
/// is captured.
const ROOK: &str = "8/8/8/8/8/k7/8/1R6 w - -";

fn rook() -> Item {
    certificate("joint", ROOK, 0, White, [3, 2, 1], vec![0x70])
}

fn claiming(item: usize, number: u64) -> Item {
    rook().with(&[CLAIM, item], U(number))
}

fn stream(bytes: &[u8]) -> Item {
    rook().with(&[EVIDENCE, 0], B(bytes.to_vec()))
}

/// Returns the [`Place`] that lies `bytes` bytes before the end of the file.
fn before_the_end(item: &Item, bytes: usize) -> Place {
    Place::Byte(u64::try_from(item.bytes().len() - bytes).unwrap())
}

#[test]
fn the_claim() {
    assert!(verify(&rook().bytes()).is_ok());
    let table: Vec<(&str, Item, &str)> = vec![
        #[cfg(feature = "scoring")]
        ("Another rule set", rook().with(&[3], A(vec![T("subtraction"), U(1), A(vec![column(&[1])])])), "envelope/pairing"),
        #[cfg(feature = "bidding")]
        ("Another kind", rook().with(&[2], A(vec![T("richman"), U(1)])), "envelope/pairing"),
        ("Another version of the kind", rook().with(&[2], A(vec![T("losing"), U(3)])), "envelope/kind"),
        ("Another version of the rules", rook().with(&[3, 1], U(2)), "envelope/game"),
        ("A stalemate rule that is none", rook().with(&[3, 2, 0], T("draw")), "losing-chess/stalemate"),
        ("No claim", rook().with(&[CLAIM], A(vec![])), "cbor/type"),
        ("A number for the root", claiming(ROOT, 0), "cbor/type"),
        ("A text for the clock", rook().with(&[CLAIM, CLOCK], T("0")), "cbor/type"),
        ("No position", rook().with(&[CLAIM, ROOT], T("8/8/8/8/8/k7/8/1R6 w - - 0 1")), "losing-chess/fen"),
        ("A pawn on the first rank", rook().with(&[CLAIM, ROOT], T("8/8/8/8/8/k7/8/1P6 w - -")), "losing-chess/units"),
        ("No pawn can capture en passant", rook().with(&[CLAIM, ROOT], T("8/8/8/8/P7/8/8/k7 b - a3")), "losing-chess/en_passant"),
        ("Clock 101", claiming(CLOCK, 101), "losing/clock"),
        ("Clock 2^32", claiming(CLOCK, 1 << 32), "losing/clock"),
        ("Winner 2", claiming(WINNER, 2), "losing/winner"),
        ("No positions", claiming(POSITIONS, 0), "losing/limit"),
        ("More positions than the limit", claiming(POSITIONS, (1 << 16) + 1), "losing/limit"),
        ("2^31 positions", claiming(POSITIONS, 1 << 31), "losing/limit"),
        ("2^32 + 3 positions", claiming(POSITIONS, (1 << 32) + 3), "losing/limit"),
        ("A citation", rook().with(&[CITATIONS], A(vec![B(vec![0; 32])])), "citation/count"),
        ("No evidence", rook().with(&[EVIDENCE], A(vec![])), "cbor/type"),
        ("Two streams", rook().with(&[EVIDENCE], A(vec![B(vec![0x70]), B(vec![])])), "cbor/type"),
        ("A list for the stream", rook().with(&[EVIDENCE, 0], column(&[0x70])), "cbor/type"),
    ];
    for (title, item, code) in table {
        assert_eq!(reject(&item.bytes()).code(), code, "{title}");
    }
    assert_eq!(reject(&[rook().bytes(), vec![0]].concat()).code(), "cbor/trailing");
    // A claim at the position limit passes the limit clause and fails later.
    assert_eq!(reject(&claiming(POSITIONS, 1 << 16).bytes()).code(), "losing/positions");
}

#[test]
fn the_proof() {
    // Four bytes follow the numbers of the claim: the citations, the head of the evidence, the head of the stream, and
    // the only byte of the stream.
    let table = [
        ("No stream", stream(&[]), "losing/short", "line"),
        ("A move more than there are", stream(&[0xe0]), "losing/move", "line"),
        ("Another move", stream(&[0]), "losing/positions", "line b1a1 a3a2 a1a2"),
        ("A position too few", claiming(POSITIONS, 2), "losing/positions", "line b1b2 a3b2"),
        ("Two positions too few", claiming(POSITIONS, 1), "losing/positions", "line b1b2"),
        ("The other side wins", claiming(WINNER, 1), "losing/positions", "line b1a1"),
    ];
    for (title, item, code, place) in table {
        let refusal = reject(&item.bytes());
        assert_eq!(refusal.code(), code, "{title}");
        assert!(refusal.place.to_string().starts_with(place), "{title}: {refusal}");
    }
    let table = [
        ("A byte more", stream(&[0x70, 0]), 1, "losing/long"),
        ("Two bytes more", stream(&[0x70, 0, 0]), 2, "losing/long"),
        ("The last bit", stream(&[0x71]), 1, "losing/padding"),
        ("The first bit after the proof", stream(&[0x78]), 1, "losing/padding"),
        ("A position too many", claiming(POSITIONS, 4), 7, "losing/positions"),
        ("Longer", claiming(LONGEST, 3), 6, "losing/longest"),
        ("Shorter", claiming(LONGEST, 1), 6, "losing/longest"),
        ("More reversible moves", claiming(REVERSIBLE, 2), 5, "losing/reversible"),
        ("No reversible move", claiming(REVERSIBLE, 0), 5, "losing/reversible"),
        ("The clock before", claiming(CLOCK, 5), 5, "losing/reversible"),
        // These certificates break several clauses at once, to test which clause is reported.
        ("All", certificate("joint", ROOK, 0, White, [4, 9, 9], vec![0x71, 0]), 1, "losing/long"),
        ("All but the length", certificate("joint", ROOK, 0, White, [4, 9, 9], vec![0x71]), 1, "losing/padding"),
        ("All numbers", certificate("joint", ROOK, 0, White, [4, 9, 9], vec![0x70]), 7, "losing/positions"),
        ("Two numbers", certificate("joint", ROOK, 0, White, [3, 9, 9], vec![0x70]), 6, "losing/longest"),
    ];
    for (title, item, after, code) in table {
        let refusal = reject(&item.bytes());
        assert_eq!((refusal.code().as_str(), &refusal.place), (code, &before_the_end(&item, after)), "{title}");
    }
}

#[test]
fn terminals() {
    let stalemate = "8/8/8/8/8/p7/P7/8 w - -";
    let fewer = "8/8/8/8/8/p7/P7/7n w - -";
    let more = "8/8/8/8/p7/P7/P7/8 w - -";
    let captured = "8/8/8/8/8/8/k7/1K6 w - -";
    // Each row has a stalemate rule, a root, the claimed winner, the number of positions, and the place of the refusal
    // (`None` if the claim is true).
    let table: [(&str, &str, Colour, u64, Option<&str>); 24] = [
        ("joint", stalemate, White, 1, Some("line")),
        ("joint", stalemate, Black, 1, Some("line")),
        ("fics", stalemate, White, 1, Some("line")),
        ("fics", stalemate, Black, 1, Some("line")),
        ("international", stalemate, White, 1, None),
        ("international", stalemate, Black, 1, Some("line")),
        ("joint", fewer, White, 1, None),
        ("fics", fewer, White, 1, None),
        ("international", fewer, White, 1, None),
        ("joint", fewer, Black, 1, Some("line")),
        ("joint", more, White, 1, Some("line")),
        ("joint", more, Black, 1, Some("line")),
        ("fics", more, White, 1, Some("line")),
        ("fics", more, Black, 1, None),
        ("international", more, White, 1, None),
        ("international", more, Black, 1, Some("line")),
        ("joint", "8/8/8/8/8/8/8/k7 w - -", White, 1, None),
        ("joint", "8/8/8/8/8/8/8/k7 b - -", White, 1, None),
        ("joint", "8/8/8/8/8/8/8/k7 w - -", Black, 1, Some("line")),
        ("joint", "8/8/8/8/8/8/8/K7 w - -", Black, 1, None),
        ("joint", captured, Black, 2, None),
        ("fics", captured, Black, 2, None),
        ("international", captured, White, 2, Some("line b1a2")),
        ("joint", captured, White, 2, Some("line b1a2")),
    ];
    for (variant, root, winner, positions, place) in table {
        let verdict = verify(&certificate(variant, root, 0, winner, [positions, positions - 1, 0], vec![]).bytes());
        match place {
            None => assert!(verdict.is_ok(), "{variant} {root}"),
            Some(place) => {
                let refusal = verdict.unwrap_err();
                assert_eq!((refusal.code().as_str(), refusal.place.to_string().as_str()), ("losing/terminal", place), "{variant} {root}");
            }
        }
    }
}

#[test]
fn a_way_back() {
    // The white king moves to and fro. The knight moves to and fro too, because the first of its moves in move order
    // goes to the lowest square.
    let bits = [false, true, true, false, false];
    let item = certificate("joint", "7K/8/8/8/8/8/8/n7 w - -", 0, White, [100, 100, 100], bytes(&bits));
    let refusal = reject(&item.bytes());
    assert_eq!(refusal.code(), "losing/open");
    assert_eq!(refusal.place, Place::Line("h8h7 a1c2 h7h8 c2a1".to_owned()));
    // The checker finds the repetition before the number of positions exceeds the claimed number.
    let item = certificate("joint", "7K/8/8/8/8/8/8/n7 w - -", 0, White, [4, 100, 100], bytes(&bits));
    assert_eq!(reject(&item.bytes()).code(), "losing/open");
    let item = certificate("joint", "7K/8/8/8/8/8/8/n7 w - -", 0, White, [3, 100, 100], bytes(&bits));
    assert_eq!(reject(&item.bytes()).to_string().split(':').next(), Some("losing/positions at line h8h7 a1c2 h7h8"));
}

#[test]
fn the_game_exchanged() {
    // With another root or another stalemate rule, the same stream proves a different claim or no claim.
    let table = [
        ("The rook elsewhere", rook().with(&[CLAIM, ROOT], T("8/8/8/8/8/k7/8/2R5 w - -")), None),
        ("The rook on c1, sacrificed on b1", certificate("joint", "8/8/8/8/8/8/k7/2R5 w - -", 0, White, [3, 2, 1], vec![0x10]), Some(())),
        ("The other side to move", rook().with(&[CLAIM, ROOT], T("8/8/8/8/8/k7/8/1R6 b - -")), None),
        ("Another variant", rook().with(&[3, 2, 0], T("fics")), Some(())),
        ("The third variant", rook().with(&[3, 2, 0], T("international")), Some(())),
    ];
    for (title, item, accepted) in table {
        assert_eq!(verify(&item.bytes()).ok().map(|_| ()), accepted, "{title}");
    }
}
