//! Flips, removes or inserts bits and bytes of genuine certificates, and tests that every accepted mutant proves a true
//! claim.

use super::emitter::certify;
use super::genuine::small;
use super::oracle::accepted;
use super::verify;
use crate::testing::{Item, damaged};

fn originals() -> Vec<(&'static str, Item)> {
    let of = |clock| small().map(move |(variant, root, winner, proof)| (root, certify(variant, root, clock, winner, &proof)));
    of(0).chain(of(7)).collect()
}

#[test]
fn every_bit_counts() {
    let (mut files, mut others) = (0, 0);
    for (title, item) in originals() {
        let bytes = item.bytes();
        assert!(accepted(&bytes), "{title}");
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut mutant = bytes.clone();
                mutant[place] ^= 1 << bit;
                files += 1;
                others += u32::from(accepted(&mutant));
            }
            assert!(verify(&bytes[..place]).is_err(), "{title}: cut off at {place}");
            let mut longer = bytes.clone();
            longer.insert(place, 0);
            accepted(&longer);
            let mut shorter = bytes.clone();
            shorter.remove(place);
            accepted(&shorter);
        }
    }
    // Fewer than 1 in 20 mutants are other valid proofs.
    assert!(others * 20 < files, "{others} of {files}");
}

#[test]
fn streams_cut_off() {
    for (variant, root, winner, proof) in small() {
        let whole = certify(variant, root, 0, winner, &proof);
        let stream = proof.bytes();
        for length in 0..stream.len() {
            let item = whole.clone().with(&[6, 0], Item::B(stream[..length].to_vec()));
            assert_eq!(verify(&item.bytes()).map(|_| ()).unwrap_err().code(), "losing/short", "{root}: {length}");
        }
        let longer = [stream, vec![0]].concat();
        assert_eq!(verify(&whole.with(&[6, 0], Item::B(longer)).bytes()).unwrap_err().code(), "losing/long");
    }
}

#[test]
fn random_damage_must_not_crash() {
    let originals: Vec<Vec<u8>> = originals().into_iter().map(|(_, item)| item.bytes()).collect();
    // Damage in the envelope or the rule set's name is not tested here.
    damaged(&originals, 40_000, 50, |bytes| {
        accepted(bytes);
    });
}
