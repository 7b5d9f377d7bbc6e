//! Tests the two formats of positions: invalid inputs with the clauses that they violate, and conversions there and
//! back.

use super::{START, game, position};
use crate::core::refusal::Place;
use crate::helpmate::game::PackedGame;
use crate::testing::{A, U, read_game};

/// Packs a position as section 4 of `spec/rules/chess.md` describes. A piece or pawn is encoded as the index of its
/// letter in `PNBRQKpnbrqk`.
fn packed(text: &str) -> Vec<u8> {
    let fields: Vec<&str> = text.split(' ').collect();
    let (mut occupied, mut codes) = ([0_u8; 8], vec![]);
    let rank_after = |passed: &str| if passed.ends_with('3') { 3 } else { 4 };
    for (rank, line) in fields[0].split('/').rev().enumerate() {
        let mut file = 0;
        for letter in line.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += usize::try_from(empty).unwrap();
                continue;
            }
            let mut code = "PNBRQKpnbrqk".find(letter).unwrap();
            let right =
                [((0, 0), 'Q'), ((7, 0), 'K'), ((0, 7), 'q'), ((7, 7), 'k')].into_iter().find(|(corner, _)| *corner == (file, rank));
            if letter.eq_ignore_ascii_case(&'r') && right.is_some_and(|(_, right)| fields[2].contains(right)) {
                code = 13;
            }
            if letter.eq_ignore_ascii_case(&'k') && (letter == 'K') == (fields[1] == "w") {
                code = if letter == 'K' { 14 } else { 15 };
            }
            let passed = fields[3];
            if passed != "-" && usize::from(passed.as_bytes()[0] - b'a') == file && rank_after(passed) == rank {
                code = 12;
            }
            occupied[rank] |= 1 << file;
            codes.push(u8::try_from(code).unwrap());
            file += 1;
        }
    }
    let halves = codes.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0));
    occupied.into_iter().chain(halves).collect()
}

#[test]
fn round_trips() {
    let table = [
        START,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq -",
        "r3k2r/8/8/8/8/8/8/R3K2R b Qk -",
        "4k3/8/8/2PpP3/8/8/8/4K3 w - d6",
        "4k3/8/8/Pp6/8/8/8/4K3 w - b6",
        "4k3/8/8/6pP/8/8/8/4K3 w - g6",
        "4k3/8/8/8/5PpP/8/6P1/4K3 b - f3",
        "4k3/8/8/8/pP6/8/8/4K3 b - b3",
        "4k3/8/8/8/6Pp/8/8/R3K3 b Q g3",
        "7k/8/8/8/8/8/8/K7 w - -",
        "7k/8/8/8/8/8/8/K7 b - -",
        "7k/8/8/8/8/8/8/KQ6 w - -",
    ];
    let game = game();
    let mut seen = vec![];
    for text in table {
        let known = position(&game, text);
        let packed = packed(text);
        assert_eq!(game.unpack(&packed, &Place::Byte(0)), Ok(known), "{text}");
        assert!(!seen.contains(&known), "{text}");
        seen.push(known);
    }
    // The packed form of the position with Ka1, Qb1, kh8 and White to move, byte for byte as in `spec/rules/chess.md`.
    let bytes = [3, 0, 0, 0, 0, 0, 0, 0x80, 0xe4, 0xb0];
    assert_eq!(packed("7k/8/8/8/8/8/8/KQ6 w - -"), bytes);
}

#[test]
fn texts_refused() {
    // Each row has a title, the text of a position, and the violated clause.
    let table = [
        ("Nothing", "", "fen"),
        ("Three fields", "7k/8/8/8/8/8/8/K7 w -", "fen"),
        ("Five fields", "7k/8/8/8/8/8/8/K7 w - - 0", "fen"),
        ("Two spaces", "7k/8/8/8/8/8/8/K7  w - -", "fen"),
        ("Seven ranks", "7k/8/8/8/8/8/K7 w - -", "fen"),
        ("Nine ranks", "7k/8/8/8/8/8/8/8/K7 w - -", "fen"),
        ("Seven files", "6k/8/8/8/8/8/8/K7 w - -", "fen"),
        ("Nine files", "8k/8/8/8/8/8/8/K7 w - -", "fen"),
        ("Empty squares counted apart", "34k/8/8/8/8/8/8/K7 w - -", "fen"),
        ("No such unit", "7x/8/8/8/8/8/8/K7 w - -", "fen"),
        ("No such side", "7k/8/8/8/8/8/8/K7 W - -", "fen"),
        ("Rights in another order", "r3k2r/8/8/8/8/8/8/R3K2R w QK -", "fen"),
        ("A right twice", "r3k2r/8/8/8/8/8/8/R3K2R w KK -", "fen"),
        ("No rights, unsaid", "7k/8/8/8/8/8/8/K7 w  -", "fen"),
        ("Rights and none", "r3k2r/8/8/8/8/8/8/R3K2R w K- -", "fen"),
        ("A file for a right", "r3k2r/8/8/8/8/8/8/R3K2R w H -", "fen"),
        ("No such square", "4k3/8/8/2PpP3/8/8/8/4K3 w - i6", "fen"),
        ("A capital letter for a file", "4k3/8/8/2PpP3/8/8/8/4K3 w - D6", "fen"),
        ("Rank 3 with White to move", "4k3/8/8/8/5PpP/8/6P1/4K3 w - f3", "fen"),
        ("Rank 6 with Black to move", "4k3/8/8/2PpP3/8/8/8/4K3 b - d6", "fen"),
        ("Rank 5", "4k3/8/8/2PpP3/8/8/8/4K3 w - d5", "fen"),
        ("Rank 1", "4k3/8/8/2PpP3/8/8/8/4K3 w - d1", "fen"),
        ("No kings", "8/8/8/8/8/8/8/8 w - -", "kings"),
        ("No white king", "7k/8/8/8/8/8/8/8 w - -", "kings"),
        ("Two black kings", "6kk/8/8/8/8/8/8/K7 b - -", "kings"),
        ("Kings on neighbouring squares", "8/8/8/8/8/8/1k6/K7 w - -", "kings"),
        ("17 units of White", "7k/8/8/8/8/N7/NNNNNNNN/KNNNNNNN w - -", "units"),
        ("17 units of Black", "nnnnnnnn/nnnnnnnk/n7/8/8/8/8/K7 b - -", "units"),
        ("Nine pawns", "7k/8/8/8/8/P7/PPPPPPPP/K7 w - -", "units"),
        ("A pawn on rank 1", "7k/8/8/8/8/8/8/KP6 w - -", "units"),
        ("A pawn on rank 8", "p6k/8/8/8/8/8/8/K7 w - -", "units"),
        ("A right without a rook", "4k3/8/8/8/8/8/8/R3K3 w K -", "castling"),
        ("A right with the other side's rook", "4k3/8/8/8/8/8/8/r3K3 w Q -", "castling"),
        ("A right with a queen", "4k3/8/8/8/8/8/8/Q3K3 w Q -", "castling"),
        ("A right with a king elsewhere", "4k3/8/8/8/8/8/8/R2K4 w Q -", "castling"),
        ("A right with a king on another rank", "r7/4k3/8/8/8/8/8/4K3 w q -", "castling"),
        ("A unit on the square", "4k3/8/3n4/2PpP3/8/8/8/4K3 w - d6", "en_passant"),
        ("A unit where the pawn came from", "4k3/3n4/8/2PpP3/8/8/8/4K3 w - d6", "en_passant"),
        ("No pawn before it", "4k3/8/8/2P1P3/8/8/8/4K3 w - d6", "en_passant"),
        ("A piece before it", "4k3/8/8/2PnP3/8/8/8/4K3 w - d6", "en_passant"),
        ("One's own pawn before it", "4k3/8/8/2PPP3/8/8/8/4K3 w - d6", "en_passant"),
        ("No pawn beside it", "4k3/8/8/3p4/8/8/8/4K3 w - d6", "en_passant"),
        ("A piece beside it", "4k3/8/8/2NpN3/8/8/8/4K3 w - d6", "en_passant"),
        ("A pawn across the edge of the board", "4k3/8/8/p6P/8/8/8/4K3 w - a6", "en_passant"),
        ("The side that is not to move is in check", "4k3/8/8/8/8/8/8/K3R3 w - -", "check"),
        ("By a pawn", "4k3/5P2/8/8/8/8/8/K7 w - -", "check"),
        ("By a knight, White", "4k3/8/8/8/8/1n6/8/K7 b - -", "check"),
        // The remaining rows have two defects each and show which defect is reported first.
        ("Kings before units", "PPPPPPPP/8/8/8/8/8/8/8 w K -", "kings"),
        ("Units before castling", "P3k3/8/8/8/8/8/8/4K3 w K -", "units"),
        ("Castling before en passant", "4k3/8/8/8/8/8/8/4K3 w K d6", "castling"),
        ("En passant before check", "4k3/8/8/8/8/8/8/K3R3 w - d6", "en_passant"),
    ];
    let game = game();
    for (title, text, clause) in table {
        let refusal = game.read(text, &Place::Value(3)).expect_err(title);
        assert_eq!((refusal.group, refusal.clause, refusal.place), ("chess", clause, Place::Value(3)), "{title}");
    }
}

#[test]
fn packed_forms_refused() {
    // Builds the packed form from squares (a1 is 0) and their codes.
    let bytes = |units: &[(u32, u8)]| {
        let occupied = units.iter().fold(0_u64, |all, (square, _)| all | 1 << square);
        let halves = units.chunks(2).map(|pair| pair[0].1 << 4 | pair.get(1).map_or(0, |(_, code)| *code));
        occupied.to_le_bytes().into_iter().chain(halves).collect::<Vec<u8>>()
    };
    let good = bytes(&[(4, 14), (36, 0), (60, 11)]);
    let game = game();
    assert!(game.unpack(&good, &Place::Byte(0)).is_ok());
    let mut left_over = good.clone();
    *left_over.last_mut().unwrap() |= 1;
    // Each row has a title, the packed form of a position, and the violated clause.
    let table = [
        ("Nothing", vec![], "packed"),
        ("Seven bytes", good[..7].to_vec(), "packed"),
        ("A byte too few", good[..9].to_vec(), "packed"),
        ("A byte too many", [good.clone(), vec![0]].concat(), "packed"),
        ("A half byte that is left over", left_over, "packed"),
        ("Code 12 on rank 3", bytes(&[(4, 14), (20, 12), (60, 11)]), "packed"),
        ("Code 12 on rank 6", bytes(&[(4, 5), (44, 12), (60, 15)]), "packed"),
        ("Code 13 on rank 2", bytes(&[(4, 14), (8, 13), (60, 11)]), "packed"),
        ("Code 13 on rank 7", bytes(&[(4, 14), (48, 13), (60, 11)]), "packed"),
        ("No units", vec![0; 8], "kings"),
        ("Nobody is to move", bytes(&[(4, 5), (60, 11)]), "kings"),
        ("Both are to move", bytes(&[(4, 14), (60, 15)]), "kings"),
        ("Two kings, one to move", bytes(&[(4, 14), (6, 5), (60, 11)]), "kings"),
        ("Two kings to move", bytes(&[(4, 14), (6, 14), (60, 11)]), "kings"),
        ("Kings of one side", bytes(&[(4, 14), (60, 5)]), "kings"),
        ("Neighbouring kings", bytes(&[(4, 14), (5, 11)]), "kings"),
        ("A pawn on rank 1", bytes(&[(3, 0), (4, 14), (60, 11)]), "units"),
        ("A rook that castles on file d", bytes(&[(3, 13), (4, 14), (60, 11)]), "castling"),
        ("A king on file d", bytes(&[(0, 13), (3, 14), (60, 11)]), "castling"),
        ("A black king on rank 7", bytes(&[(4, 14), (52, 11), (56, 13)]), "castling"),
        ("Two pawns with code 12", bytes(&[(4, 14), (33, 12), (34, 0), (35, 12), (60, 11)]), "en_passant"),
        ("Code 12 of the side to move", bytes(&[(4, 14), (25, 12), (26, 6), (60, 11)]), "en_passant"),
        ("Code 12 without a pawn beside it", bytes(&[(4, 14), (33, 12), (60, 11)]), "en_passant"),
        ("Code 12 with a pawn of the same side beside it", bytes(&[(4, 14), (33, 12), (34, 6), (60, 11)]), "en_passant"),
        ("Code 12 across the edge", bytes(&[(4, 14), (31, 0), (32, 12), (60, 11)]), "en_passant"),
        ("Code 12 with something on the square passed", bytes(&[(4, 14), (33, 12), (34, 0), (41, 1), (60, 11)]), "en_passant"),
        ("Code 12 with something where it came from", bytes(&[(4, 14), (33, 12), (34, 0), (49, 7), (60, 11)]), "en_passant"),
        ("Check", bytes(&[(4, 14), (59, 3), (60, 11)]), "check"),
    ];
    for (title, form, clause) in table {
        let refusal = game.unpack(&form, &Place::Value(5)).expect_err(title);
        assert_eq!((refusal.group, refusal.clause, refusal.place), ("chess", clause, Place::Value(5)), "{title}");
    }
}

#[test]
fn parameters() {
    assert_eq!(read_game("chess", &A(vec![])).unwrap().description().to_string(), "chess version 1");
    assert_eq!(read_game("chess", &A(vec![U(8)])).err().unwrap().code(), "cbor/type");
}
