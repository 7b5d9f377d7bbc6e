//! Forges a certificate for each clause, and tests that the checker refuses it with the right error code at the right
//! place.

use super::{OFFERED, ROOK, Shelf, certificate, offered, rook, root};
use crate::Colour::{Black, White};
use crate::antichess::losing::tests::emitter;
use crate::core::refusal::Place;
use crate::testing::{A, B, Item, T, U};
use crate::{Digest, Refusal, Session};

const CLAIM: usize = 4;
const ROOTS: usize = 0;
const WINNER: usize = 1;
const POSITIONS: usize = 2;
const REVERSIBLE: usize = 3;

/// Builds a certificate without citations whose roots are `OFFERED` and `ROOK`.
fn both() -> Item {
    certificate(vec![root(OFFERED, [0, 1, 0]), root(ROOK, [3, 2, 1])], White, [3, 4], &[], &[0x70])
}

fn before_the_evidence(item: &Item) -> u64 {
    u64::try_from(item.bytes().len() - 3 - 2 * 34 - 1).unwrap()
}

fn refused(shelf: &mut Shelf, item: &Item) -> Refusal {
    shelf.verify(item).expect_err("a wrong certificate")
}

#[test]
fn the_claim() {
    assert!(Shelf::default().verify(&both()).is_ok());
    let roots = |roots: Vec<Item>| both().with(&[CLAIM, ROOTS], A(roots));
    let claiming = |item: usize, number: u64| both().with(&[CLAIM, item], U(number));
    let of_root = |item: usize, number: u64| both().with(&[CLAIM, ROOTS, 1, item], U(number));
    let table: Vec<(&str, Item, &str)> = vec![
        ("No root", roots(vec![]), "losing/roots"),
        ("The same root twice", roots(vec![root(ROOK, [0, 2, 1]), root(ROOK, [0, 2, 1])]), "losing/roots"),
        ("Roots in the wrong order", roots(vec![root(ROOK, [3, 2, 1]), root(OFFERED, [0, 1, 0])]), "losing/roots"),
        ("A root without numbers", roots(vec![A(vec![T(ROOK)])]), "cbor/type"),
        ("A root that is no position", roots(vec![root("8/8 w - -", [0, 2, 1])]), "losing-chess/fen"),
        ("A root that is a text", both().with(&[CLAIM, ROOTS, 1], T(ROOK)), "cbor/type"),
        ("Clock 101", of_root(1, 101), "losing/clock"),
        ("A length that is too small", of_root(2, 1), "losing/longest"),
        ("A length that is too great", of_root(2, 3), "losing/longest"),
        ("A run that is too short", of_root(3, 0), "losing/run"),
        ("A run that is too long", of_root(3, 2), "losing/run"),
        ("Winner 2", claiming(WINNER, 2), "losing/winner"),
        ("A position too few", claiming(POSITIONS, 2), "losing/positions"),
        ("A position too many", claiming(POSITIONS, 4), "losing/positions"),
        ("No positions", claiming(POSITIONS, 0), "losing/positions"),
        ("More positions than the limit", claiming(POSITIONS, (1 << 16) + 1), "losing/limit"),
        ("2^32 + 3 positions", claiming(POSITIONS, (1 << 32) + 3), "losing/limit"),
        ("Fewer plies in a row than with the clock", claiming(REVERSIBLE, 3), "losing/reversible"),
        ("More plies in a row than with the clock", claiming(REVERSIBLE, 5), "losing/reversible"),
        ("A digest of 31 bytes", both().with(&[5], A(vec![B(vec![0; 31])])), "cbor/type"),
        ("A certificate that nobody has", both().with(&[5], A(vec![B(vec![0; 32])])), "citation/missing"),
        ("Bits that are left", both().with(&[6, 0], B(vec![0x70, 0])), "losing/long"),
        ("A bit of the padding", both().with(&[6, 0], B(vec![0x71])), "losing/padding"),
        ("No bits", both().with(&[6, 0], B(vec![])), "losing/short"),
        ("A move that is none", both().with(&[6, 0], B(vec![0xe0])), "losing/move"),
    ];
    for (title, item, code) in table {
        assert_eq!(refused(&mut Shelf::default(), &item).code(), code, "{title}");
    }
}

#[test]
fn the_citations() {
    let mut shelf = Shelf::default();
    let rest = shelf.put(&offered());
    let version_1 = shelf.put(&emitter::certificate("joint", OFFERED, 4, White, [2, 1, 4], vec![]));
    let other_rule = shelf.put(&emitter::certificate("fics", OFFERED, 0, White, [2, 1, 0], vec![]));
    let other_winner = shelf.put(&certificate(vec![root("8/8/8/8/8/R7/8/1k6 b - -", [0, 2, 1])], Black, [3, 1], &[], &[0]));
    let elsewhere = shelf.put(&certificate(vec![root("8/8/8/8/8/1k6/1R6/8 b - -", [0, 1, 0])], White, [2, 0], &[], &[]));
    let wrong = shelf.put(&certificate(vec![root(OFFERED, [0, 2, 0])], White, [2, 0], &[], &[]));
    assert!(shelf.verify(&rook(&[rest])).is_ok());
    let with_version_1 = certificate(vec![root(ROOK, [0, 2, 5])], White, [1, 5], &[version_1], &[0x70]);
    assert!(shelf.verify(&with_version_1).is_ok(), "version 1 counts with `reversible`");
    // Where the place is a citation, this is the number of the digest in ascending order.
    let among = |digest: Digest, all: &[Digest]| Place::Citation(all.iter().filter(|other| **other < digest).count() as u64);
    // The first of two certificates with the same root counts.
    let both_have_it = [version_1, rest];
    let [run, reversible] = if version_1 < rest { [5, 5] } else { [1, 4] };
    let same_root = certificate(vec![root(ROOK, [0, 2, run])], White, [1, reversible], &both_have_it, &[0x70]);
    let aside = both().with(&[5], A(vec![B(elsewhere.to_vec())]));
    let twice = rook(&[rest]).with(&[5], A(vec![B(rest.to_vec()), B(rest.to_vec())]));
    let mut descending = [rest, elsewhere];
    descending.sort_unstable_by(|one, other| other.cmp(one));
    let turned = rook(&[rest]).with(&[5], A(descending.iter().map(|digest| B(digest.to_vec())).collect()));
    let list = Place::Byte(before_the_evidence(&twice));
    let table: Vec<(&str, Item, &str, Place)> = vec![
        ("A certificate of another rule", rook(&[other_rule]), "citation/game", Place::Citation(0)),
        ("The other side's win", rook(&[rest, other_winner]), "losing/cited", among(other_winner, &[rest])),
        ("A certificate that is rejected", rook(&[wrong]), "citation/rejected", Place::Citation(0)),
        ("A certificate without a root in the proof", rook(&[rest, elsewhere]), "losing/unused", among(elsewhere, &[rest])),
        ("A certificate whose roots an earlier one has", same_root, "losing/unused", Place::Citation(1)),
        ("A certificate on the side", aside, "losing/unused", Place::Citation(0)),
        ("The same certificate twice", twice, "losing/citations", list.clone()),
        ("Digests in descending order", turned, "losing/citations", list),
    ];
    for (title, item, code, place) in table {
        let refusal = refused(&mut shelf, &item);
        assert_eq!((refusal.code(), refusal.place), (code.to_owned(), place), "{title}");
    }
    // The length of a cited proof counts, and a cited position is not proved again.
    for (title, item, code) in [
        ("A length without the cited proof", rook(&[rest]).with(&[CLAIM, ROOTS, 0, 2], U(1)), "losing/longest"),
        ("A position that the cited certificate proves", rook(&[rest]).with(&[CLAIM, POSITIONS], U(2)), "losing/positions"),
        ("More positions than claimed beside the cited ones", rook(&[rest]).with(&[CLAIM, POSITIONS], U(0)), "losing/positions"),
    ] {
        assert_eq!(refused(&mut shelf, &item).code(), code, "{title}");
    }
}

#[test]
fn a_certificate_that_two_others_cite() {
    let mut shelf = Shelf::default();
    let rest = shelf.put(&offered());
    let again = shelf.put(&certificate(vec![root(OFFERED, [0, 1, 0])], White, [0, 0], &[rest], &[]));
    let before = shelf.put(&rook(&[rest]));
    let both = certificate(vec![root(OFFERED, [0, 1, 0]), root(ROOK, [0, 2, 1])], White, [0, 1], &[again, before], &[]);
    assert!(shelf.verify(&both).is_ok());
    assert_eq!(shelf.1, 3);
}

/// Each certificate of the chain cites the one before, and proves the same win.
#[test]
fn a_chain_of_65_certificates() {
    let mut shelf = Shelf::default();
    let mut chain: Vec<(Item, Digest)> = vec![];
    for _ in 0..66 {
        let item = match chain.last() {
            None => offered(),
            Some((_, cited)) => certificate(vec![root(OFFERED, [0, 1, 0])], White, [0, 0], &[*cited], &[]),
        };
        let digest = shelf.put(&item);
        chain.push((item, digest));
    }
    assert!(shelf.verify(&chain[63].0).is_ok());
    for number in [64, 65] {
        assert_eq!(refused(&mut shelf, &chain[number].0).code(), "citation/depth", "{} certificates", number + 1);
    }
    // The verdict does not depend on what the session has verified before.
    let mut session = Session::new(&mut shelf);
    assert!(session.verify(&chain[60].0.bytes()).is_ok());
    assert!(session.verify(&chain[63].0.bytes()).is_ok());
    let refusal = session.verify(&chain[64].0.bytes()).unwrap_err();
    assert_eq!((refusal.code().as_str(), refusal.place), ("citation/depth", Place::Citation(0)));
}
