//! Tests one forged certificate for each clause, and compares the error code and the position in the file with the
//! expected refusal.

use super::emitter::certificate;
use super::{reject, verify};
use crate::core::refusal::Place;
use crate::testing::{A, B, Item, T, U, column};

const CLAIM: usize = 4;
const CITATIONS: usize = 5;
const EVIDENCE: usize = 6;
const ROOTS: usize = 0;
const SIDES: usize = 1;
const DEFENCE: usize = 2;
const POSITIONS: usize = 3;

/// White's king has one move, which captures Black's last piece, so Black has won.
const CAPTURE: &str = "8/8/8/8/8/8/k7/1K6 w - -";

/// A position from which play can reach thousands of positions.
const KINGS: &str = "8/8/8/8/8/8/8/K6k w - -";

/// Builds the certificate that Black does not lose from `CAPTURE`. The closed set has two positions: the root, and the
/// position after the capture.
fn capture() -> Item {
    certificate("international", &[CAPTURE], &[1], 0, &[2], &[vec![]])
}

fn claiming(item: usize, with: Item) -> Item {
    capture().with(&[CLAIM, item], with)
}

#[test]
fn the_claim() {
    assert!(verify(&capture().bytes()).is_ok());
    let two = ["8/8/8/8/8/8/8/k7 w - -", CAPTURE];
    let table: Vec<(&str, Item, &str)> = vec![
        #[cfg(feature = "scoring")]
        ("Another rule set", capture().with(&[3], A(vec![T("subtraction"), U(1), A(vec![column(&[1])])])), "envelope/pairing"),
        ("Another version of the kind", capture().with(&[2], A(vec![T("safe"), U(2)])), "envelope/kind"),
        ("The joint rule", capture().with(&[3, 2, 0], T("joint")), "safe/stalemate"),
        ("The joint rule, before an empty claim", capture().with(&[3, 2, 0], T("joint")).with(&[CLAIM], A(vec![])), "safe/stalemate"),
        ("No claim", capture().with(&[CLAIM], A(vec![])), "cbor/type"),
        ("A text for the roots", claiming(ROOTS, T(CAPTURE)), "cbor/type"),
        ("A root that is a number", claiming(ROOTS, column(&[1])), "cbor/type"),
        ("A root that is no position", claiming(ROOTS, A(vec![T("8/8/8/8/8/8/k7/1K6 w - - 0 1")])), "losing-chess/fen"),
        ("No root", claiming(ROOTS, A(vec![])), "safe/roots"),
        ("A root twice", claiming(ROOTS, A(vec![T(CAPTURE), T(CAPTURE)])), "safe/roots"),
        ("Roots in descending order", claiming(ROOTS, A(vec![T(CAPTURE), T(two[0])])), "safe/roots"),
        ("No sides", claiming(SIDES, column(&[])), "safe/sides"),
        ("A side that is none", claiming(SIDES, column(&[2])), "safe/sides"),
        ("A side twice", claiming(SIDES, column(&[1, 1])), "safe/sides"),
        ("Black before White", claiming(SIDES, column(&[1, 0])), "safe/sides"),
        ("Three sides", claiming(SIDES, column(&[0, 1, 1])), "safe/sides"),
        ("A number for the sides", claiming(SIDES, U(1)), "cbor/type"),
        ("Defence 2", claiming(DEFENCE, U(2)), "safe/defence"),
        ("A number of positions too few", claiming(POSITIONS, column(&[])), "safe/limit"),
        ("A number of positions too many", claiming(POSITIONS, column(&[2, 2])), "safe/limit"),
        ("No positions", claiming(POSITIONS, column(&[0])), "safe/limit"),
        ("More positions than the limit", claiming(POSITIONS, column(&[(1 << 20) + 1])), "safe/limit"),
        ("2^32 + 2 positions", claiming(POSITIONS, column(&[(1 << 32) + 2])), "safe/limit"),
        ("A sum over the limit", certificate("fics", &[KINGS], &[0, 1], 1, &[1 << 19, (1 << 19) + 1], &[vec![], vec![]]), "safe/limit"),
        ("A citation", capture().with(&[CITATIONS], A(vec![B(vec![0; 32])])), "citation/count"),
        ("No stream", capture().with(&[EVIDENCE], A(vec![])), "safe/streams"),
        ("Two streams", capture().with(&[EVIDENCE], A(vec![B(vec![]), B(vec![])])), "safe/streams"),
        ("A list for the stream", capture().with(&[EVIDENCE, 0], column(&[0x70])), "cbor/type"),
    ];
    for (title, item, code) in table {
        assert_eq!(reject(&item.bytes()).code(), code, "{title}");
    }
    assert_eq!(reject(&[capture().bytes(), vec![0]].concat()).code(), "cbor/trailing");
    assert_eq!(reject(&certificate("international", &two, &[0], 0, &[3], &[vec![]]).bytes()).code(), "safe/lost");
    // A sum at the limit passes the limit clause and fails later.
    let most = certificate("fics", &[KINGS], &[0, 1], 1, &[1 << 19, 1 << 19], &[vec![], vec![]]);
    assert_eq!(reject(&most.bytes()).code(), "safe/lost");
}

#[test]
fn the_closed_set() {
    // The white king has three moves, so two bits are read for the first move.
    let by_force = |side: u64, positions: u64, stream: &[u8]| {
        certificate("international", &["8/8/8/8/8/p7/P7/7K w - -"], &[side], 0, &[positions], &[stream.to_vec()])
    };
    let table = [
        ("White is captured at once", certificate("fics", &[CAPTURE], &[0], 0, &[2], &[vec![]]), "safe/lost", "value 1"),
        ("The defence is left out", by_force(0, 100, &[]), "safe/short", "value 0"),
        ("A move more than there are", by_force(0, 100, &[0xff]), "safe/move", "value 0"),
        ("A position too few", claiming(POSITIONS, column(&[1])), "safe/positions", ""),
        ("A position too many", claiming(POSITIONS, column(&[3])), "safe/positions", ""),
        ("A byte more", capture().with(&[EVIDENCE, 0], B(vec![0])), "safe/long", ""),
        ("The last bit", certificate("fics", &["8/8/8/1p6/8/8/P7/8 w - -"], &[0], 0, &[3], &[vec![0x81]]), "safe/padding", ""),
        ("A stream where nothing is read", capture().with(&[CLAIM, DEFENCE], U(1)).with(&[EVIDENCE, 0], B(vec![0])), "safe/long", ""),
    ];
    for (title, item, code, place) in table {
        let refusal = reject(&item.bytes());
        assert_eq!(refusal.code(), code, "{title}");
        assert!(refusal.place.to_string().starts_with(place), "{title}: {refusal}");
    }
    // The number of positions stands three bytes before the citations, the evidence and the stream.
    let refusal = reject(&claiming(POSITIONS, column(&[3])).bytes());
    assert_eq!(refusal.place, Place::Byte(u64::try_from(capture().bytes().len() - 4).unwrap()));
}
