//! Genuine certificates with a bit changed, bytes left out or put in: none proves anything but what is true.

use super::emitter::certify;
use super::genuine::small;
use super::oracle::accepted;
use super::verify;
use crate::testing::Item;

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
    // Other proofs are accepted, and few.
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
    // A linear congruential generator (Knuth, MMIX): the same damage in every run.
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let heads: [&[u8]; 7] =
        [&[0x1b, 0x10, 0, 0, 0, 0, 0, 0, 0], &[0x80], &[0xff], &[0x1a, 0x0f, 0xff, 0xff, 0xff], &[0x5b, 0xff], &[0], &[0x82]];
    let originals: Vec<Vec<u8>> = originals().into_iter().map(|(_, item)| item.bytes()).collect();
    for round in 0..40_000 {
        let mut bytes = originals[round % originals.len()].clone();
        // The envelope does not matter here, nor does the rule set's name.
        let front = 50;
        for _ in 0..=random(3) {
            let place = front + random(bytes.len() - front);
            match random(4) {
                0 => bytes[place] = u8::try_from(random(256)).unwrap(),
                1 => bytes[place] ^= 1 << random(8),
                2 => drop(bytes.splice(place..place, heads[random(heads.len())].iter().copied())),
                _ => drop(bytes.remove(place)),
            }
        }
        accepted(&bytes);
    }
}
