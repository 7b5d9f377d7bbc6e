//! Tests genuine certificates in which a bit is changed, or bytes are removed or inserted. No changed certificate may
//! prove a false claim.

use super::emitter::genuine;
use super::{claim, reject, verify};
use crate::NoSource;
use crate::testing::{Item, column, damaged};

/// Returns certificates whose blocks list rows, and certificates whose blocks list jumps (changes of outcomes). The
/// list has certificates for one budget and for several budgets.
fn originals() -> Vec<(&'static str, Item)> {
    vec![
        ("{1}, 0", genuine(&[1], 0, 0)),
        ("{1}, 1 to 6", genuine(&[1], 1, 6)),
        ("{1}, 8", genuine(&[1], 8, 8)),
        ("{1, 2}, 3", genuine(&[1, 2], 3, 3)),
        ("{2, 3}, 0 to 2", genuine(&[2, 3], 0, 2)),
        ("{2}, 1 to 4", genuine(&[2], 1, 4)),
    ]
}

/// Returns whether a file is accepted. Asserts that an accepted file has the same bytes as the correct certificate of
/// its claim.
fn accepted(bytes: &[u8], title: &str) -> bool {
    let Ok(verified) = crate::verify(bytes, &mut NoSource) else { return false };
    let claim = claim(&verified);
    let [first, last] = [claim.first, claim.last].map(|budget| usize::try_from(budget).unwrap());
    assert_eq!(genuine(&claim.set, first, last).bytes(), bytes, "{title}");
    true
}

#[test]
fn every_bit_counts() {
    let mut others = vec![];
    for (title, item) in originals() {
        let bytes = item.bytes();
        assert!(accepted(&bytes, title));
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut mutant = bytes.clone();
                mutant[place] ^= 1 << bit;
                if accepted(&mutant, title) {
                    others.push((title, mutant));
                }
            }
            assert!(verify(&bytes[..place]).is_err(), "{title}: cut off at {place}");
            let mut longer = bytes.clone();
            longer.insert(place, 0);
            assert!(verify(&longer).is_err(), "{title}: a byte at {place}");
            let mut shorter = bytes.clone();
            shorter.remove(place);
            assert!(verify(&shorter).is_err(), "{title}: without the byte at {place}");
        }
        assert_eq!(reject(&[bytes, vec![0]].concat()).code(), "cbor/trailing", "{title}");
    }
    assert!(others.is_empty(), "{others:?}");
    // Two budgets that share a block differ in at least two bits, so a change of one bit never turns one budget into
    // the other. After the complete change, the new claim is true, and the file is its genuine certificate.
    for claim in [[7, 8], [7, 7]] {
        let item = genuine(&[1], 8, 8).with(&[4], column(&claim));
        assert!(accepted(&item.bytes(), "budgets that share a block"));
    }
}

#[test]
fn random_damage_must_not_crash() {
    let originals: Vec<Vec<u8>> = originals().into_iter().map(|(_, item)| item.bytes()).collect();
    damaged(&originals, 40_000, 0, |bytes| {
        accepted(bytes, "damage");
    });
}
