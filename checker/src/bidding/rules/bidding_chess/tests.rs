//! Tests the numbers of classes of symmetric positions, the symmetries of every position on small boards, the
//! sub-endings, and the test vectors in `checker/pages/bidding-chess.txt`.

use super::board::{Board, Square};
use super::endings::Endings;
use super::material::Material;
use super::moves::{Move, Movement};
use super::numbering::{Numbering, Placement};
use super::text;
use crate::core::game::Colour;

/// Returns the placement of pieces on these squares, in list order.
fn placed(squares: &[Square]) -> Placement {
    let mut placement = Placement::default();
    placement[..squares.len()].copy_from_slice(squares);
    placement
}

/// Computes the placement number that section 3 of `spec/rules/bidding-chess.md` defines.
fn placement_number(board: Board, material: &Material, placement: &Placement) -> u64 {
    let number = |square: &Square| u64::from(square.file() + board.width * square.rank());
    placement[..material.pieces.len()].iter().fold(0, |digits, square| digits * u64::from(board.size()) + number(square))
}

fn game(width: u64, height: u64, material: &str) -> (Board, Material) {
    let board = Board::new(width, height).unwrap();
    (board, Material::parse(material, board).unwrap())
}

/// Lists every placement of `count` pieces, legal or not. Placements that differ only in the order of equal pieces are
/// listed separately.
fn all_placements(board: Board, count: usize) -> Vec<Placement> {
    let mut lists: Vec<Vec<Square>> = vec![vec![]];
    for _ in 0..count {
        let longer = |list: &Vec<Square>| {
            board.squares().filter(|square| !list.contains(square)).map(|square| [list.as_slice(), &[square]].concat()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists.into_iter().map(|list| placed(&list)).collect()
}

#[test]
fn numbers_of_placements_and_classes() {
    let table = [
        (8, 8, "KK", 4_032, 518),
        (8, 8, "KQK", 249_984, 31_332),
        (8, 8, "KRK", 249_984, 31_332),
        (8, 8, "KBK", 249_984, 31_332),
        (8, 8, "KNK", 249_984, 31_332),
        (8, 8, "KPK", 187_488, 93_744),
        (3, 3, "KRK", 504, 66),
        (2, 2, "KK", 12, 2),
        (2, 2, "KQK", 24, 3),
        (2, 3, "KK", 30, 8),
        (16, 16, "KK", 65_280, 8_220),
    ];
    for (width, height, material, placements, classes) in table {
        let (board, material) = game(width, height, material);
        let numbering = Numbering::new(board, &material).unwrap();
        assert_eq!((numbering.placements, numbering.classes), (placements, classes), "{width}x{height} {material}");
    }
}

#[test]
fn bytes_of_bitmaps() {
    // The size of the bitmap is a product: for each piece, the number of squares on which the piece can stand. The
    // white king has 10 squares on 8x8 (32 with pawns) and one on 2x2, because these squares represent all others under
    // symmetry.
    for (width, height, material, places) in
        [(8, 8, "KK", 10 * 64), (8, 8, "KQK", 10 * 64 * 64), (8, 8, "KPK", 32 * 48 * 64), (2, 2, "KK", 4)]
    {
        let (board, material) = game(width, height, material);
        assert_eq!(Numbering::bytes(board, &material), 12 * (places / 64 + 1), "{width}x{height} {material}");
    }
}

#[test]
fn images_of_squares() {
    let board = Board::new(4, 4).unwrap();
    // The images of b1, as (file, rank), under every combination of the three symmetries.
    let images = [(1, 0), (2, 0), (1, 3), (2, 3), (0, 1), (0, 2), (3, 1), (3, 2)];
    for (symmetry, (file, rank)) in (0..8).zip(images) {
        assert_eq!(board.image(symmetry, Square::new(1, 0)), Square::new(file, rank), "{symmetry}");
    }
    // A board that is not square has only the two mirror symmetries.
    assert_eq!(Board::new(5, 3).unwrap().image(3, Square::new(0, 0)), Square::new(4, 2));
}

#[test]
fn placements_without_class() {
    let (board, material) = game(4, 4, "KPK");
    let numbering = Numbering::new(board, &material).unwrap();
    let square = Square::new;
    for (title, squares, known) in [
        ("Three squares", [square(0, 0), square(1, 1), square(2, 2)], true),
        ("The kings on one square", [square(0, 0), square(1, 1), square(0, 0)], false),
        ("A king on the pawn", [square(1, 1), square(1, 1), square(2, 2)], false),
        ("A pawn on the first rank", [square(0, 0), square(1, 0), square(2, 2)], false),
        ("A pawn on the last rank", [square(0, 0), square(1, 3), square(2, 2)], false),
    ] {
        assert_eq!(numbering.class(&placed(&squares)).is_some(), known, "{title}");
    }
}

#[test]
fn symmetric_images_have_the_same_class() {
    for (width, height, text) in [
        (2, 2, "KK"),
        (3, 3, "KRK"),
        (3, 3, "KNNK"),
        (2, 3, "KNKP"),
        (3, 4, "KBK"),
        (4, 4, "KPK"),
        (3, 4, "KPPK"),
        (5, 3, "KRKR"),
        (4, 4, "KNKN"),
    ] {
        let (board, material) = game(width, height, text);
        let numbering = Numbering::new(board, &material).unwrap();
        // A second implementation of the symmetries that section 3 of `spec/rules/bidding-chess.md` defines.
        let mirrors = |square: Square, files: bool, ranks: bool, diagonal: bool| {
            let (mut file, mut rank) = (square.file(), square.rank());
            file = if files { board.width - 1 - file } else { file };
            rank = if ranks { board.height - 1 - rank } else { rank };
            let (file, rank) = if diagonal { (rank, file) } else { (file, rank) };
            Square::new(file, rank)
        };
        let pawnless = !material.has_pawn();
        let mut known = 0;
        let mut last = None;
        for placement in all_placements(board, material.pieces.len()) {
            let Some(class) = numbering.class(&placement) else { continue };
            known += 1;
            let canonical = numbering.canonical(class).unwrap();
            assert_eq!(numbering.class(&canonical), Some(class));
            assert!(placement_number(board, &material, &canonical) <= placement_number(board, &material, &placement));
            for index in 0..8_u8 {
                let (files, ranks, diagonal) = (index & 1 != 0, index & 2 != 0, index & 4 != 0);
                if (ranks && !pawnless) || (diagonal && !(pawnless && width == height)) {
                    continue;
                }
                let image = placement.map(|square| mirrors(square, files, ranks, diagonal));
                assert_eq!(numbering.class(&image), Some(class), "{text} {}", text::write(board, &material, &placement));
            }
            last = last.max(Some(class));
        }
        let orders: u64 = if text.contains("NNK") || text.contains("PPK") { 2 } else { 1 };
        assert_eq!(known, numbering.placements * orders, "{text}");
        assert_eq!(last, numbering.classes.checked_sub(1), "{text}");
        let number = |class| placement_number(board, &material, &numbering.canonical(class).unwrap());
        let numbers: Vec<u64> = (0..numbering.classes).map(number).collect();
        assert!(numbers.is_sorted_by(|one, next| one < next), "{text}");
        assert_eq!(numbering.canonical(numbering.classes), None, "{text}");
    }
}

#[test]
fn materials_that_are_none() {
    let table = [
        ("No text", 8, 8, ""),
        ("One king", 8, 8, "KQ"),
        ("Three kings", 8, 8, "KKK"),
        ("No king in front", 8, 8, "QKK"),
        ("A letter of no piece", 8, 8, "KXK"),
        ("Small letters", 8, 8, "kk"),
        ("A character of several bytes", 8, 8, "KéK"),
        ("Seven pieces", 8, 8, "KQRBNPK"),
        ("Many pieces", 8, 8, "KQRBNPKQRBNPKQRBNP"),
        ("More pieces than squares", 2, 2, "KQKRR"),
        ("Pieces out of order", 8, 8, "KRQK"),
        ("The weaker list first: fewer pieces", 8, 8, "KKQ"),
        ("The weaker list first: later letters", 8, 8, "KRKQ"),
        ("The weaker list first: later letters, second place", 8, 8, "KQBKQR"),
        ("A pawn on two ranks", 8, 2, "KPK"),
    ];
    for (title, width, height, text) in table {
        assert!(Material::parse(text, Board::new(width, height).unwrap()).is_err(), "{title}");
    }
}

#[test]
fn sub_endings_and_their_order() {
    let table = [
        ("KK", ""),
        ("KQK", "KK"),
        ("KPK", "KK KQK KRK KBK KNK"),
        ("KRKR", "KRK"),
        ("KRKB", "KRK KBK"),
        // KQK arises if the pawn is captured, or if the pawn captures the queen and becomes a queen. KPK arises if the
        // queen is captured and the pawn does not promote.
        ("KQKP", "KQK KRK KBK KNK KPK KQKQ KQKR KQKB KQKN"),
        // A pawn that promotes by a capture cannot capture a pawn, because no pawn stands on the last rank.
        ("KPKP", "KPK KQKP KRKP KBKP KNKP"),
        ("KNNK", "KNK"),
        ("KPPK", "KPK KQPK KRPK KBPK KNPK"),
        ("KRKP", "KQK KRK KBK KNK KPK KQKR KRKR KRKB KRKN"),
    ];
    for (material, expected) in table {
        let (_, material) = game(8, 8, material);
        let found: Vec<String> = Endings::new(&material).cited.iter().map(Material::to_string).collect();
        assert_eq!(found.join(" "), expected, "{material}");
    }
}

/// Parses a placement in the text form of section 7 of `spec/rules/bidding-chess.md`.
fn placement(board: Board, material: &Material, text: &str) -> Placement {
    let mut squares: Vec<(char, Square)> = Vec::new();
    for (row, line) in text.split('/').enumerate() {
        // `file` counts the squares of the row before the last number. `empty` is the last number, which may have two
        // digits.
        let (mut file, mut empty) = (0, 0);
        for letter in line.chars() {
            match letter.to_digit(10) {
                Some(digit) => empty = 10 * empty + u8::try_from(digit).unwrap(),
                None => {
                    squares.push((letter, Square::new(file + empty, board.height - 1 - u8::try_from(row).unwrap())));
                    (file, empty) = (file + empty + 1, 0);
                }
            }
        }
    }
    squares.sort_by_key(|(_, square)| *square);
    let taken = material.pieces.iter().map(|piece| {
        let letter = piece.role.letter();
        let letter = if piece.colour == Colour::White { letter } else { letter.to_ascii_lowercase() };
        let place = squares.iter().position(|(found, _)| *found == letter).unwrap();
        squares.remove(place).1
    });
    placed(&taken.collect::<Vec<_>>())
}

fn written_moves(board: Board, material: &Material, placement: &Placement) -> [String; 2] {
    let name = |square: Square| format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1);
    let mut lists = [Vec::new(), Vec::new()];
    let movement = Movement::new(board, &material.pieces);
    let occupants = movement.occupants(placement).unwrap();
    for ((place, piece), from) in material.pieces.iter().enumerate().zip(*placement) {
        let write = |step: Move| {
            let promotions = if step.promotes { vec!["q", "r", "b", "n"] } else { vec![""] };
            let list = &mut lists[usize::from(piece.colour == Colour::Black)];
            list.extend(promotions.iter().map(|promotion| format!("{}{}{promotion}", name(from), name(step.to))));
            Some(())
        };
        movement.moves(&occupants, place, from, write).unwrap();
    }
    lists.map(|list| list.join(" "))
}

#[test]
fn vectors() {
    let data = include_str!("../../../../pages/bidding-chess.txt");
    let mut count = 0;
    for line in data.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [size, pieces, text, number, class, white, black] = fields[..] else { panic!("{line}") };
        let (width, height) = size.split_once('x').unwrap();
        let (board, material) = game(width.parse().unwrap(), height.parse().unwrap(), pieces);
        let placement = placement(board, &material, text);
        let numbering = Numbering::new(board, &material).unwrap();
        assert_eq!(text::write(board, &material, &placement), text);
        assert_eq!(placement_number(board, &material, &placement).to_string(), number, "{line}");
        assert_eq!(numbering.class(&placement).unwrap().to_string(), class, "{line}");
        assert_eq!(written_moves(board, &material, &placement), [white, black], "{line}");
        count += 1;
    }
    assert!(count >= 30, "{count}");
}
