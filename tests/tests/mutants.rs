//! Changed, truncated and extended certificates. The checker must refuse each of them without a panic.

use std::sync::LazyLock;

use gamecert_tests::family::Family;
use rayon::prelude::*;

static BOARD_3X3: LazyLock<Family> = LazyLock::new(|| Family::new("3x3", &["KRK"]));
static BOARD_4X4: LazyLock<Family> = LazyLock::new(|| Family::new("4x4", &["KPK"]));
static WALL: LazyLock<Family> = LazyLock::new(|| Family::new("2x4", &["KPKP"]));
static CHESS_BOARD: LazyLock<Family> = LazyLock::new(|| Family::new("8x8", &["KQK", "KRK", "KBK", "KNK", "KPK"]));

/// Returns the number of accepted mutants.
fn accepted(family: &Family, bytes: &[u8], bits: impl IndexedParallelIterator<Item = usize>) -> usize {
    let judge = |bits: Vec<usize>| {
        family.check_many(|library| {
            let flipped = |bit: usize| {
                let mut mutant = bytes.to_vec();
                mutant[bit / 8] ^= 1 << (bit % 8);
                mutant
            };
            bits.into_iter().filter(|&bit| library.verify(&flipped(bit)).is_ok()).count()
        })
    };
    bits.chunks(64).map(judge).sum()
}

#[test]
fn every_single_bit_counts() {
    for (family, material) in [(&*BOARD_3X3, "KRK"), (&*BOARD_4X4, "KPK"), (&*WALL, "KPKP"), (&*WALL, "KK")] {
        let bytes = &family.certificate(material).bytes;
        assert!(family.check(bytes).is_ok(), "{material}: the certificate itself");
        assert_eq!(accepted(family, bytes, (0..bytes.len() * 8).into_par_iter()), 0, "{material}: mutants accepted");
    }
}

/// Returns the number of mutants of the 8x8 certificates: 500 in the suite, 20,000 in `.ci/long-tests`.
fn requested() -> usize {
    std::env::var("GAMECERT_MUTANTS").ok().map_or(500, |text| text.parse().expect("GAMECERT_MUTANTS is a number"))
}

#[test]
fn random_bits_of_large_certificates_count() {
    // The mutants are distributed by the cost of a verification, in twentieths.
    for (material, share) in [("KBK", 7), ("KRK", 5), ("KQK", 5), ("KNK", 2), ("KPK", 1)] {
        let bytes = &CHESS_BOARD.certificate(material).bytes;
        // The mutants are spread over the whole file with a varying offset, so no bit is tested twice.
        let count = requested() * share / 20;
        let stretch = bytes.len() * 8 / count;
        let bits = (0..count).into_par_iter().map(|n| n * stretch + (n * 7_919) % stretch);
        assert_eq!(accepted(&CHESS_BOARD, bytes, bits), 0, "{material}: mutants accepted");
    }
}

#[test]
fn every_cut_is_noticed() {
    for (family, material) in [(&*BOARD_3X3, "KRK"), (&*WALL, "KPKP")] {
        let bytes = &family.certificate(material).bytes;
        for len in 0..bytes.len() {
            let refusal = family.check(&bytes[..len]).expect_err("a cut certificate");
            assert!(
                ["cbor/end", "cbor/length", "envelope/magic", "bidding-chess/size"].contains(&refusal.code().as_str()),
                "{material} cut to {len} bytes: {refusal}"
            );
        }
    }
}

#[test]
fn every_enlargement_is_noticed() {
    let bytes = &BOARD_3X3.certificate("KRK").bytes;
    for extra in [&[0_u8][..], &[0xf6], &[0; 100], bytes] {
        let enlarged = [bytes, extra].concat();
        assert_eq!(BOARD_3X3.check(&enlarged).expect_err("an enlarged certificate").code(), "cbor/trailing");
    }
}

#[test]
fn every_byte_set_to_extremes_is_noticed() {
    // 0x1b, 0x5b, 0x7b, 0x9b and 0xbb announce an argument of eight bytes, and 0x5f to 0xff an indefinite length.
    let bytes = &BOARD_3X3.certificate("KRK").bytes;
    for at in 0..bytes.len() {
        for value in [0x00, 0x1b, 0x3b, 0x5b, 0x5f, 0x7b, 0x7f, 0x9b, 0x9f, 0xbb, 0xbf, 0xc2, 0xd8, 0xf6, 0xfb, 0xff] {
            if bytes[at] != value {
                let mut mutant = bytes.to_vec();
                mutant[at] = value;
                assert!(BOARD_3X3.check(&mutant).is_err(), "byte {at} set to {value:#04x}");
            }
        }
    }
}

#[test]
fn lengths_of_2_to_the_60_are_refused_where_they_stand() {
    let bytes = &BOARD_3X3.certificate("KRK").bytes;
    // Every head of an array or string is replaced by one that claims 2^60 items or bytes.
    let mut refused = 0;
    for at in 0..bytes.len() {
        let major = bytes[at] & 0xe0;
        if ![0x40, 0x60, 0x80].contains(&major) {
            continue;
        }
        let head = match bytes[at] & 0x1f {
            0x18 => 2,
            0x19 => 3,
            _ => 1,
        };
        let mut mutant = bytes[..at].to_vec();
        mutant.push(major | 0x1b);
        mutant.extend_from_slice(&(1_u64 << 60).to_be_bytes());
        mutant.extend_from_slice(&bytes[(at + head).min(bytes.len())..]);
        assert!(BOARD_3X3.check(&mutant).is_err(), "a length of 2^60 at byte {at}");
        refused += 1;
    }
    assert!(refused > 10);
}
