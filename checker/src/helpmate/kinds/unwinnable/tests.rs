//! Tests forged certificates for every clause, random games, and certificates with changed bits.

use super::Claim;
use crate::Value;
use crate::chess::game::Status;
use crate::core::game::Colour;
use crate::core::refusal::Refusal;
use crate::core::verification::Proved;
use crate::testing::{A, B, Item, T, Turns, U, verify_bytes, verify_items, verify_within};
use std::any::Any;

/// Builds a game in which White can win only from p6, by reaching p8. The material rule and the arguments of this game
/// never rule out a possible win.
fn game() -> Turns {
    Turns::new(&[
        // p0 and p1 form a cycle without an exit.
        "w 1",
        "b 0",
        // p2 and p3 form a cycle with exits to p4, p7 and p9. Two different moves may lead to the same position.
        "w 3 4 3 9",
        "b 2 7 4",
        "w 5 static w static b",
        "b 4 material w material b",
        "b 7 8",
        "drawn",
        "won w static w material b",
        "won b",
        "b 4 static w",
        // The material is tested before the static argument.
        "w 0 material w static w",
        "w 10 11 7 4",
        // The static argument is tested before the skeleton argument.
        "w 0 skeletons w 3 static w skeletons b castling",
        "b 5 skeletons w 32768",
        "w 13 14 7",
        // The skeleton argument holds for this position only if the right pieces are tracked.
        "b 5 skeletons w 7 tracked 9223372036854775809",
        "w 16 13",
    ])
}

fn certificate(root: u16, winner: u64, positions: u64, statics: &[u8]) -> Vec<Item> {
    vec![A(vec![Turns::packed(root), U(winner)]), A(vec![]), A(vec![U(positions), B(statics.to_vec())])]
}

/// Builds a certificate with skeleton arguments for White as the intended winner.
fn with_skeletons(root: u16, positions: u64, statics: &[u8], skeletons: &[u8], met: u64) -> Vec<Item> {
    let mut items = certificate(root, 0, positions, statics);
    items[2] = A(vec![U(positions), B(statics.to_vec()), B(skeletons.to_vec()), U(met), U(0)]);
    items
}

/// Builds a certificate with tracked pieces. For the position p16, the skeleton argument succeeds only if the right
/// pieces are tracked.
fn with_tracked(root: u16, positions: u64, skeletons: &[u8], met: u64, tracked: u64) -> Vec<Item> {
    let mut items = certificate(root, 0, positions, &[]);
    items[2] = A(vec![U(positions), B(vec![]), B(skeletons.to_vec()), U(met), U(tracked)]);
    items
}

fn verify(items: &[Item]) -> Result<Proved, Refusal> {
    verify_items("unwinnable", &game(), items)
}

fn claim(proved: &Proved) -> &Claim {
    let claim: &dyn Any = proved.claim.as_ref();
    claim.downcast_ref().unwrap()
}

fn true_of(game: &Turns, claim: &Claim) -> bool {
    !game.can_win(&claim.root(), claim.winner)
}

/// Returns certificates, each with the expected statement and four expected numbers of positions. The first number
/// counts all positions. The other numbers count the positions in which play is over, in which the material rules out a
/// mate, and in which the static argument rules out a mate.
fn genuine() -> Vec<(Vec<Item>, [u32; 4], &'static str)> {
    vec![
        (
            certificate(0, 0, 2, &[]),
            [2, 0, 0, 0],
            "White cannot mate Black from the chess position p0 by any sequence of legal moves: 2 positions are met",
        ),
        (
            certificate(0, 1, 2, &[]),
            [2, 0, 0, 0],
            "Black cannot mate White from the chess position p0 by any sequence of legal moves: 2 positions are met",
        ),
        (
            certificate(7, 0, 1, &[]),
            [1, 1, 0, 0],
            "White cannot mate Black from the chess position p7 by any sequence of legal moves: 1 position is met, 1 settled because play is over",
        ),
        (
            certificate(5, 0, 1, &[]),
            [1, 0, 1, 0],
            "White cannot mate Black from the chess position p5 by any sequence of legal moves: 1 position is met, 1 settled by the material",
        ),
        (
            certificate(4, 0, 1, &[0x80]),
            [1, 0, 0, 1],
            "White cannot mate Black from the chess position p4 by any sequence of legal moves: 1 position is met, 1 settled by the static argument",
        ),
        // The closed set is p2, p3, p4, p9, p7. If p4 is not settled, its move to p5 adds p5.
        (
            certificate(2, 0, 5, &[0x20]),
            [5, 2, 0, 1],
            "White cannot mate Black from the chess position p2 by any sequence of legal moves: 5 positions are met, 2 settled because play is over, 1 settled by the static argument",
        ),
        (
            certificate(2, 0, 6, &[]),
            [6, 2, 1, 0],
            "White cannot mate Black from the chess position p2 by any sequence of legal moves: 6 positions are met, 2 settled because play is over, 1 settled by the material",
        ),
        // The closed set is p12, p10, p11, p7, p4. If p4 is not settled, p5 belongs to the set too.
        (
            certificate(12, 0, 5, &[0x48]),
            [5, 1, 1, 2],
            "White cannot mate Black from the chess position p12 by any sequence of legal moves: 5 positions are met, 1 settled because play is over, 1 settled by the material, 2 settled by the static argument",
        ),
        (
            certificate(12, 0, 6, &[0x40]),
            [6, 1, 2, 1],
            "White cannot mate Black from the chess position p12 by any sequence of legal moves: 6 positions are met, 1 settled because play is over, 2 settled by the material, 1 settled by the static argument",
        ),
    ]
}

#[test]
fn positions_that_no_move_leaves() {
    for (items, [positions, over, material, statically], sentence) in genuine() {
        let proved = verify(&items).unwrap_or_else(|refusal| panic!("{sentence}: {refusal}"));
        assert_eq!(proved.claim.statements(), [sentence]);
        let claim = claim(&proved);
        let found = [claim.positions, claim.over, claim.material, claim.static_argument];
        assert_eq!((found, claim.skeleton_argument, claim.skeletons), ([positions, over, material, statically], 0, 0));
        let names = ["positions", "over", "material", "static_argument", "skeleton_argument", "skeletons"];
        let numbers = found.into_iter().chain([0, 0]).map(Value::from);
        assert_eq!(proved.claim.evidence(), names.into_iter().zip(numbers).collect::<Vec<_>>());
        assert!(true_of(&game(), claim));
    }
}

#[test]
fn skeletons() {
    // Each row has a certificate, the number of positions that the skeleton argument settles, the number of skeletons,
    // and the end of the statement.
    let table = [
        (with_skeletons(13, 1, &[], &[0x80], 3), [1, 3], "1 position is met, 1 settled by the skeleton argument (3 skeletons)"),
        (with_skeletons(14, 1, &[], &[0x80], 32768), [1, 32768], "1 position is met, 1 settled by the skeleton argument (32768 skeletons)"),
        // The closed set is p15, p13, p14, p7. Expanding p13 adds p0 and p1, and expanding p14 adds p5.
        (
            with_skeletons(15, 6, &[], &[0x20], 32768),
            [1, 32768],
            "6 positions are met, 1 settled because play is over, 1 settled by the skeleton argument (32768 skeletons)",
        ),
        (
            with_skeletons(15, 5, &[], &[0x40], 3),
            [1, 3],
            "5 positions are met, 1 settled because play is over, 1 settled by the material, 1 settled by the skeleton argument (3 skeletons)",
        ),
        (
            with_skeletons(15, 4, &[0x40], &[0x20], 32768),
            [1, 32768],
            "4 positions are met, 1 settled because play is over, 1 settled by the static argument, 1 settled by the skeleton argument (32768 skeletons)",
        ),
        // The tracked squares are h8 and a1, and in a later row six more.
        (
            with_tracked(16, 1, &[0x80], 7, 0x8000_0000_0000_0001),
            [1, 7],
            "1 position is met, 1 settled by the skeleton argument (7 skeletons)",
        ),
        (
            with_tracked(16, 1, &[0x80], 7, 0xf000_0000_0000_000f),
            [1, 7],
            "1 position is met, 1 settled by the skeleton argument (7 skeletons)",
        ),
        (
            with_tracked(17, 3, &[0x60], 10, 0x8000_0000_0000_0001),
            [2, 10],
            "3 positions are met, 2 settled by the skeleton argument (10 skeletons)",
        ),
    ];
    for (items, numbers, why) in table {
        let proved = verify(&items).unwrap_or_else(|refusal| panic!("{why}: {refusal}"));
        let statement = proved.claim.statements().remove(0);
        let claim = claim(&proved);
        let sentence = format!("White cannot mate Black from the chess position {} by any sequence of legal moves: {why}", claim.root());
        assert_eq!(statement, sentence);
        assert_eq!([claim.skeleton_argument, claim.skeletons], numbers);
        let evidence = ["skeleton_argument", "skeletons"].into_iter().zip(numbers.map(Value::from));
        assert_eq!(proved.claim.evidence()[4..], evidence.collect::<Vec<_>>());
    }
}

#[test]
fn every_clause() {
    let good = || certificate(2, 0, 5, &[0x20]);
    let claim = |items: Vec<Item>| vec![A(items), A(vec![]), A(vec![U(5), B(vec![0x20])])];
    let with = |place: usize, item: Item| {
        let mut items = good();
        items[place] = item;
        items
    };
    // Each row has a title, the items of the certificate, the violated clause, and its place. The claim takes 5 bytes.
    // The citations, the head of the evidence and the head of `statics` take 1 byte each.
    let table: Vec<(&str, Vec<Item>, &str, &str)> = vec![
        ("No array", with(0, U(2)), "cbor/type", "byte 0"),
        ("Three items", claim(vec![Turns::packed(0), U(0), U(0)]), "cbor/type", "byte 0"),
        ("A text for the root", claim(vec![T("p0"), U(0)]), "cbor/type", "byte 1"),
        ("No position", claim(vec![Turns::packed(18), U(0)]), "chess/packed", "byte 1"),
        ("Winner 2", certificate(2, 2, 5, &[0x20]), "unwinnable/winner", "byte 4"),
        ("A citation", with(1, A(vec![B(vec![0; 32])])), "citation/count", "byte 5"),
        ("No statics", with(2, A(vec![U(5)])), "cbor/type", "byte 6"),
        ("A text for the statics", with(2, A(vec![U(5), T(" ")])), "cbor/type", "byte 8"),
        ("A number for the statics, and no positions", with(2, A(vec![U(0), U(0)])), "cbor/type", "byte 8"),
        ("No positions", certificate(2, 0, 0, &[]), "unwinnable/limit", "byte 7"),
        ("4097 positions", certificate(2, 0, 4097, &[]), "unwinnable/limit", "byte 7"),
        ("2^32 positions", certificate(2, 0, 1 << 32, &[]), "unwinnable/limit", "byte 7"),
        ("4097 positions in 512 bytes", certificate(2, 0, 4097, &[0; 512]), "unwinnable/limit", "byte 7"),
        ("A byte too many", certificate(2, 0, 5, &[0x20, 1]), "unwinnable/statics", "byte 8"),
        ("A byte of 0 at the end", certificate(2, 0, 4096, &[0x20, 0]), "unwinnable/statics", "byte 10"),
        ("Nothing but a byte of 0", certificate(2, 0, 6, &[0]), "unwinnable/statics", "byte 8"),
        ("The bit after the last position", certificate(2, 0, 5, &[0x24]), "unwinnable/statics", "byte 8"),
        ("The last bit", certificate(2, 0, 5, &[0x21]), "unwinnable/statics", "byte 8"),
        ("Bits after 4097 positions", certificate(2, 0, 4097, &[0x20; 513]), "unwinnable/statics", "byte 10"),
        ("Something after", [good(), vec![U(0)]].concat(), "cbor/trailing", "byte 10"),
        ("The root is a mate", certificate(9, 1, 1, &[]), "unwinnable/mate", "line"),
        ("A mate", certificate(6, 0, 3, &[]), "unwinnable/mate", "line m8"),
        ("A mate, met first by another way", certificate(2, 1, 6, &[]), "unwinnable/mate", "line m9"),
        ("A mate among the statics", certificate(6, 0, 3, &[0x20]), "unwinnable/mate", "line m8"),
        ("A draw among the statics", certificate(2, 0, 5, &[0x28]), "unwinnable/settled", "line m3 m7"),
        ("The other side's mate among the statics", certificate(2, 0, 5, &[0x30]), "unwinnable/settled", "line m9"),
        ("A static position settled by the material", certificate(12, 0, 5, &[0x68]), "unwinnable/settled", "line m11"),
        ("A root settled by the material", certificate(5, 0, 1, &[0x80]), "unwinnable/settled", "line"),
        ("No static argument for the root", certificate(2, 0, 1, &[0x80]), "unwinnable/static", "line"),
        ("No static argument", certificate(2, 0, 5, &[0x60]), "unwinnable/static", "line m3"),
        ("No static argument for this side", certificate(12, 1, 6, &[0x40]), "unwinnable/static", "line m10"),
        ("Not closed", certificate(2, 0, 5, &[]), "unwinnable/not_closed", "line m4 m5"),
        ("Not closed after the root", certificate(2, 0, 1, &[]), "unwinnable/not_closed", "line m3"),
        ("Not closed after the root, one later", certificate(2, 0, 3, &[]), "unwinnable/not_closed", "line m9"),
        ("Too many positions are claimed", certificate(2, 0, 6, &[0x20]), "unwinnable/positions", "byte 7"),
        ("Far too many positions are claimed", certificate(2, 0, 4096, &[0x20]), "unwinnable/positions", "byte 7"),
        ("Too many positions, a byte of statics for each 8", certificate(0, 0, 5000, &[0; 625]), "unwinnable/positions", "byte 7"),
        ("A static position that is not met", certificate(0, 0, 9, &[0x01]), "unwinnable/positions", "byte 7"),
        ("Three items", with(2, A(vec![U(5), B(vec![0x20]), B(vec![0x10])])), "cbor/type", "byte 6"),
        ("Four items", with(2, A(vec![U(5), B(vec![0x20]), B(vec![0x10]), U(3)])), "cbor/type", "byte 6"),
        ("Six items", with(2, A(vec![U(5), B(vec![0x20]), B(vec![0x10]), U(3), U(0), U(0)])), "cbor/type", "byte 6"),
        ("A text for the skeletons", with(2, A(vec![U(5), B(vec![0x20]), T(" "), U(1), U(0)])), "cbor/type", "byte 10"),
        ("A text for their number", with(2, A(vec![U(5), B(vec![0x20]), B(vec![0x10]), T(" "), U(0)])), "cbor/type", "byte 12"),
        ("A text for the squares", with(2, A(vec![U(5), B(vec![0x20]), B(vec![0x10]), U(3), T(" ")])), "cbor/type", "byte 13"),
        ("No bytes for the skeletons", with_skeletons(13, 1, &[], &[], 3), "unwinnable/skeletons", "byte 9"),
        ("A byte of 0 for the skeletons", with_skeletons(13, 1, &[], &[0], 3), "unwinnable/skeletons", "byte 9"),
        ("A byte of 0 after the skeletons", with_skeletons(13, 1, &[], &[0x80, 0], 3), "unwinnable/skeletons", "byte 9"),
        ("A byte too many for the skeletons", with_skeletons(13, 1, &[], &[0x80, 0x80], 3), "unwinnable/skeletons", "byte 9"),
        ("A bit after the skeletons", with_skeletons(13, 1, &[], &[0xc0], 3), "unwinnable/skeletons", "byte 9"),
        ("No skeletons are met", with_skeletons(13, 1, &[], &[0x80], 0), "unwinnable/met", "byte 11"),
        ("32769 skeletons", with_skeletons(14, 1, &[], &[0x80], 32769), "unwinnable/met", "byte 11"),
        ("2^32 + 3 skeletons", with_skeletons(13, 1, &[], &[0x80], (1 << 32) + 3), "unwinnable/met", "byte 11"),
        ("One skeleton more is met", with_skeletons(13, 1, &[], &[0x80], 2), "unwinnable/met", "byte 11"),
        ("One skeleton less is met", with_skeletons(13, 1, &[], &[0x80], 4), "unwinnable/met", "byte 11"),
        ("Skeletons of two positions, too many", with_skeletons(15, 4, &[], &[0x60], 32768), "unwinnable/met", "byte 11"),
        (
            "The skeletons of a position with a right to castle",
            vec![A(vec![Turns::packed(13), U(1)]), A(vec![]), A(vec![U(1), B(vec![]), B(vec![0x80]), U(3), U(0)])],
            "unwinnable/castling",
            "line",
        ),
        ("Nine squares are tracked", with_tracked(16, 1, &[0x80], 7, 0xf000_0000_0000_001f), "unwinnable/tracked", "byte 12"),
        ("All squares are tracked", with_tracked(16, 1, &[0x80], 7, u64::MAX), "unwinnable/tracked", "byte 12"),
        ("Not all squares are tracked", with_tracked(16, 1, &[0x80], 7, 1), "unwinnable/skeleton", "line"),
        ("Other squares are tracked", with_tracked(17, 3, &[0x60], 10, 0x4000_0000_0000_0001), "unwinnable/skeleton", "line m16"),
        ("The skeleton argument fails", with_skeletons(6, 3, &[], &[0x80], 3), "unwinnable/skeleton", "line"),
        ("The skeleton argument fails, one later", with_skeletons(15, 6, &[], &[0x08], 3), "unwinnable/skeleton", "line m13 m0"),
        ("A draw among the skeletons", with_skeletons(15, 4, &[0x40], &[0x30], 32768), "unwinnable/settled", "line m7"),
        ("A static position among the skeletons", with_skeletons(13, 1, &[0x80], &[0x80], 3), "unwinnable/settled", "line"),
        ("Settled by the material and among the skeletons", with_skeletons(5, 1, &[], &[0x80], 3), "unwinnable/settled", "line"),
        ("A mate among the skeletons", with_skeletons(6, 3, &[], &[0x20], 3), "unwinnable/mate", "line m8"),
        // The remaining rows have two defects each and show which defect is reported first.
        ("Skeletons and their number", with_skeletons(13, 1, &[], &[0], 0), "unwinnable/skeletons", "byte 9"),
        (
            "The number of skeletons and the bytes after it",
            [with_skeletons(13, 1, &[], &[0x80], 0), vec![U(0)]].concat(),
            "unwinnable/met",
            "byte 11",
        ),
        ("The number of skeletons and the squares", with_tracked(16, 1, &[0x80], 0, u64::MAX), "unwinnable/met", "byte 11"),
        (
            "The squares and the bytes after them",
            [with_tracked(16, 1, &[0x80], 7, u64::MAX), vec![U(0)]].concat(),
            "unwinnable/tracked",
            "byte 12",
        ),
        ("The squares before the positions", with_tracked(16, 2, &[0x80], 8, u64::MAX), "unwinnable/tracked", "byte 12"),
        ("The number of positions before that of skeletons", with_skeletons(13, 2, &[], &[0x80], 4), "unwinnable/positions", "byte 7"),
        ("Limit and statics", certificate(2, 0, 0, &[0]), "unwinnable/limit", "byte 7"),
        ("Statics and the bytes after them", [certificate(2, 0, 5, &[0x21]), vec![U(0)]].concat(), "unwinnable/statics", "byte 8"),
        ("The static argument before `not_closed`", certificate(2, 0, 4, &[0x40]), "unwinnable/static", "line m3"),
    ];
    for (title, items, code, place) in table {
        let refusal = verify(&items).err().unwrap_or_else(|| panic!("{title}"));
        assert_eq!((refusal.code().as_str(), refusal.place.to_string().as_str()), (code, place), "{title}: {refusal}");
    }
}

/// Builds a row of `count` positions, each with one move to the next position. `last` describes the final position.
fn row(count: u16, last: &str) -> Turns {
    let mut positions: Vec<String> = (1..count).map(|next| format!("w {next}")).collect();
    positions.push(last.to_owned());
    Turns::new(&positions)
}

#[test]
fn many_positions() {
    let code = |game: &Turns, items: &[Item]| verify_items("unwinnable", game, items).map(|_| ()).map_err(|refusal| refusal.code());
    let refused = |clause: &str| Err(format!("unwinnable/{clause}"));
    let statics = |bytes: usize, last: u8| [vec![0; bytes - 1], vec![last]].concat();
    let long = row(5000, "drawn");
    let seen = row(5000, "w 0 static w");
    let few = row(4096, "w 0 static w");
    let table = [
        (&long, certificate(0, 0, 5000, &[0; 625]), Ok(())),
        (&long, certificate(0, 0, 5000, &[0; 624]), refused("limit")),
        (&long, certificate(0, 0, 5000, &[0; 626]), refused("statics")),
        (&long, certificate(0, 0, 5000, &[]), refused("limit")),
        (&long, certificate(0, 0, 4999, &[0; 625]), refused("not_closed")),
        (&long, certificate(0, 0, 4096, &[]), refused("not_closed")),
        (&long, certificate(0, 0, 5000, &statics(625, 0x01)), refused("settled")),
        (&long, certificate(904, 0, 4096, &[]), Ok(())),
        (&long, certificate(903, 0, 4097, &[]), refused("limit")),
        (&long, certificate(903, 0, 4097, &[0; 513]), Ok(())),
        (&long, certificate(903, 0, 4097, &statics(513, 0x40)), refused("statics")),
        (&seen, certificate(0, 0, 5000, &statics(625, 0x01)), Ok(())),
        (&seen, certificate(0, 0, 5000, &[0; 625]), Ok(())),
        (&seen, certificate(0, 1, 5000, &statics(625, 0x01)), refused("static")),
        (&few, certificate(0, 0, 4096, &statics(512, 0x01)), Ok(())),
        (&few, certificate(0, 0, 4096, &[]), Ok(())),
        (&few, certificate(0, 0, 4096, &[0; 512]), refused("statics")),
        (&few, certificate(0, 0, 4096, &statics(513, 0x01)), refused("statics")),
    ];
    for (number, (game, items, expected)) in table.into_iter().enumerate() {
        assert_eq!(code(game, &items), expected, "{number}");
    }
    let mated = row(5000, "won w");
    let refusal = verify_items("unwinnable", &mated, &certificate(0, 0, 5000, &[0; 625])).err().unwrap();
    let line: Vec<String> = (1..5000).map(|number| format!("m{number}")).collect();
    assert_eq!((refusal.code().as_str(), refusal.place.to_string()), ("unwinnable/mate", format!("line {}", line.join(" "))));
}

#[test]
fn every_bit_counts() {
    for (items, _, _) in genuine() {
        let bytes: Vec<u8> = items.iter().flat_map(Item::bytes).collect();
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut mutant = bytes.clone();
                mutant[place] ^= 1 << bit;
                if let Ok(proved) = verify_bytes("unwinnable", &game(), &mutant) {
                    let claim = claim(&proved);
                    let statement = &proved.claim.statements()[0];
                    assert!(
                        true_of(&game(), claim)
                            && statement.contains(&format!(" from the chess position {} by any sequence", claim.root())),
                        "{statement}"
                    );
                }
            }
            assert!(verify_bytes("unwinnable", &game(), &bytes[..place]).is_err());
        }
    }
}

#[test]
fn random_games() {
    // A linear congruential generator (Knuth, MMIX) makes the same games in every run.
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let (mut proved, mut refused) = (0, 0);
    for _ in 0..200 {
        let positions: Vec<String> = (0..8)
            .map(|_| match random(8) {
                0 => "won w".to_owned(),
                1 => "won b".to_owned(),
                2 => "drawn".to_owned(),
                _ => {
                    let moves: std::collections::BTreeSet<u64> = (0..=random(2)).map(|_| random(8)).collect();
                    let moves: Vec<String> = moves.iter().map(u64::to_string).collect();
                    format!("{} {}", if random(2) == 0 { "w" } else { "b" }, moves.join(" "))
                }
            })
            .collect();
        // About half of the positions get a true note about the static argument or the material.
        let bare = Turns::new(&positions);
        let seen = |number: usize, why: &str| {
            let holds =
                |side: &str, colour| if bare.can_win(&format!("p{number}"), colour) { String::new() } else { format!(" {why} {side}") };
            holds("w", Colour::White) + &holds("b", Colour::Black)
        };
        let notes: Vec<String> = (0..8)
            .map(|number| match random(4) {
                0 => seen(number, "static"),
                1 => seen(number, "material"),
                _ => String::new(),
            })
            .collect();
        let game = Turns::new(&positions.iter().zip(&notes).map(|(position, note)| format!("{position}{note}")).collect::<Vec<_>>());
        for (winner, colour) in [(0, Colour::White), (1, Colour::Black)] {
            let can = bare.can_win("p0", colour);
            let accepted =
                (1..=8).flat_map(|positions| (0..=255_u8).map(move |statics| (positions, statics))).filter(|(positions, statics)| {
                    let statics = if *statics == 0 { vec![] } else { vec![*statics] };
                    verify_items("unwinnable", &game, &certificate(0, winner, *positions, &statics)).is_ok()
                });
            // A true claim has exactly one accepted certificate for each permitted choice of `statics`. A false claim
            // has none.
            let accepted: Vec<_> = accepted.collect();
            assert_eq!(accepted.is_empty(), can, "{positions:?} {notes:?}");
            assert_eq!(accepted.iter().filter(|(_, statics)| *statics == 0).count(), usize::from(!can));
            if can { refused += 1 } else { proved += 1 }
        }
    }
    assert!(proved > 50 && refused > 50, "{proved} {refused}");
    assert_eq!(Turns::new(&["won w"]).after("p0", ""), Some(Status::Over(Some(Colour::White))));
}

#[test]
fn steps() {
    // The certificate has two positions with one move each.
    let bytes: Vec<u8> = certificate(0, 0, 2, &[]).iter().flat_map(Item::bytes).collect();
    assert_eq!(verify_within("unwinnable", &game(), &bytes, 62, 1).1, 62);
    let refusal = verify_within("unwinnable", &game(), &bytes, 61, 1).0.err().unwrap();
    assert_eq!(refusal.code(), "resources/allowance");
    // The certificate announces static arguments of 400 steps for each of 2^18 positions. This exceeds the limit of
    // 2^26 steps plus 256 for each byte.
    let announced = certificate(0, 0, 1 << 18, &[0xff; 1 << 15]);
    assert_eq!(verify(&announced).err().unwrap().code(), "resources/work");
}
