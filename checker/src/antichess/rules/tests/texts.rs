//! Tests the parameters, and the clauses that refuse invalid positions.

use super::{START, joint, position};
use crate::core::refusal::Place;
use crate::testing::{A, Item, T, U, read_game};

#[test]
fn texts_refused() {
    // Each row has a title, a text and the clause that refuses the text.
    let table = [
        ("Nothing", "", "fen"),
        ("The board alone", "8/8/8/8/8/8/8/k7", "fen"),
        ("Three fields", "8/8/8/8/8/8/8/k7 w -", "fen"),
        ("Five fields", "8/8/8/8/8/8/8/k7 w - - 0", "fen"),
        ("A space after", "8/8/8/8/8/8/8/k7 w - - ", "fen"),
        ("A space before", " 8/8/8/8/8/8/8/k7 w - -", "fen"),
        ("Two spaces", "8/8/8/8/8/8/8/k7  w - -", "fen"),
        ("Seven ranks", "8/8/8/8/8/8/k7 w - -", "fen"),
        ("Nine ranks", "8/8/8/8/8/8/8/8/k7 w - -", "fen"),
        ("An empty rank", "8/8/8//8/8/8/k7 w - -", "fen"),
        ("Seven files", "8/8/8/8/8/8/8/k6 w - -", "fen"),
        ("Nine files", "8/8/8/8/8/8/8/k8 w - -", "fen"),
        ("Nine units in a rank", "8/8/8/8/8/8/8/kkkkkkkkk w - -", "fen"),
        ("Nine empty squares", "9/8/8/8/8/8/8/k7 w - -", "fen"),
        ("No empty squares, counted", "8/8/8/8/8/8/8/0k7 w - -", "fen"),
        ("Empty squares counted apart", "8/8/8/8/8/8/8/k34 w - -", "fen"),
        ("No such unit", "8/8/8/8/8/8/8/x7 w - -", "fen"),
        ("A letter that is not ASCII", "8/8/8/8/8/8/8/\u{212a}7 w - -", "fen"),
        ("No such side", "8/8/8/8/8/8/8/k7 W - -", "fen"),
        ("Castling", "8/8/8/8/8/8/8/k7 w K -", "fen"),
        ("No such square", "8/8/8/8/8/8/8/k7 w - i6", "fen"),
        ("Rank 9", "8/8/8/8/8/8/8/k7 w - a9", "fen"),
        ("Rank 0", "8/8/8/8/8/8/8/k7 w - a0", "fen"),
        ("A capital letter for a file", "8/8/8/2PpP3/8/8/8/8 w - D6", "fen"),
        ("No units at all", "8/8/8/8/8/8/8/8 w - -", "units"),
        ("17 units of White", "8/8/8/8/8/N7/NNNNNNNN/NNNNNNNN w - -", "units"),
        ("17 units of Black", "nnnnnnnn/nnnnnnnn/n7/8/8/8/8/8 w - -", "units"),
        ("64 units", "nnnnnnnn/nnnnnnnn/nnnnnnnn/nnnnnnnn/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN w - -", "units"),
        ("A white pawn on rank 1", "8/8/8/8/8/8/8/P7 w - -", "units"),
        ("A white pawn on rank 8", "P7/8/8/8/8/8/8/8 w - -", "units"),
        ("A black pawn on rank 1", "8/8/8/8/8/8/8/p7 w - -", "units"),
        ("A black pawn on rank 8", "p7/8/8/8/8/8/8/8 w - -", "units"),
        ("Rank 3 with White to move", "8/8/8/8/5PpP/8/6P1/8 w - f3", "en_passant"),
        ("Rank 6 with Black to move", "8/8/8/2PpP3/8/8/8/8 b - d6", "en_passant"),
        ("Rank 5", "8/8/8/2PpP3/8/8/8/8 w - d5", "en_passant"),
        ("Rank 8", "8/8/8/2PpP3/8/8/8/8 w - d8", "en_passant"),
        ("A unit on the square", "8/8/3n4/2PpP3/8/8/8/8 w - d6", "en_passant"),
        ("A unit where the pawn came from", "8/3n4/8/2PpP3/8/8/8/8 w - d6", "en_passant"),
        ("No pawn before it", "8/8/8/2P1P3/8/8/8/8 w - d6", "en_passant"),
        ("A piece before it", "8/8/8/2PnP3/8/8/8/8 w - d6", "en_passant"),
        ("A pawn of the side to move before it", "8/8/8/2PPP3/8/8/8/7p w - d6", "units"),
        ("One's own pawn before it", "8/8/8/2PPP3/8/8/7p/8 w - d6", "en_passant"),
        ("No pawn beside it", "8/8/8/3p4/8/8/8/7N w - d6", "en_passant"),
        ("A piece beside it", "8/8/8/2NpN3/8/8/8/8 w - d6", "en_passant"),
        ("A pawn of the other side beside it", "8/8/8/2ppp3/8/8/8/7N w - d6", "en_passant"),
        ("A pawn two files away", "8/8/8/1P1p1P2/8/8/8/8 w - d6", "en_passant"),
        ("A pawn across the edge of the board", "8/8/8/p6P/8/8/8/8 w - a6", "en_passant"),
        ("A pawn across the other edge", "8/8/7P/7p/8/8/8/8 w - h6", "en_passant"),
        ("A pawn across the other edge, a rank up", "8/8/P7/7p/8/8/8/8 w - h6", "en_passant"),
    ];
    let game = joint();
    for (title, text, clause) in table {
        let refusal = game.read(text, &Place::Byte(9)).expect_err(title);
        assert_eq!((refusal.group, refusal.clause, refusal.place), ("losing-chess", clause, Place::Byte(9)), "{title}");
    }
}

#[test]
fn texts_read() {
    let game = joint();
    let texts = [
        START,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - -",
        "8/8/8/8/8/8/8/k7 w - -",
        "8/8/8/8/8/8/8/k7 b - -",
        "k6K/1n1n1n1n/N1N1N1N1/8/qqqqqqqq/8/1B1b1B1b/R6r w - -",
        "8/8/8/2PpP3/8/8/8/8 w - d6",
        "8/8/8/2PpP3/8/8/8/8 w - -",
        "8/8/8/8/Pp6/8/8/8 b - a3",
        "8/8/8/8/6pP/8/8/8 b - h3",
    ];
    let positions: Vec<_> = texts.iter().map(|text| position(&game, text)).collect();
    for (number, one) in positions.iter().enumerate() {
        assert!(positions.iter().skip(number + 1).all(|other| other != one), "{}", texts[number]);
    }
}

#[test]
fn parameters() {
    for rule in ["joint", "international", "fics"] {
        let game = read_game("losing-chess", &A(vec![T(rule)])).unwrap();
        assert_eq!(game.description().parameters, [("stalemate", rule.to_owned())]);
    }
    let table: [(&str, Item, &str); 6] = [
        ("No rule", A(vec![]), "cbor/type"),
        ("Two rules", A(vec![T("joint"), T("fics")]), "cbor/type"),
        ("A number", A(vec![U(0)]), "cbor/type"),
        ("No such rule", A(vec![T("lichess")]), "losing-chess/stalemate"),
        ("An empty text", A(vec![T("")]), "losing-chess/stalemate"),
        ("A capital letter", A(vec![T("Joint")]), "losing-chess/stalemate"),
    ];
    for (title, parameters, code) in table {
        assert_eq!(read_game("losing-chess", &parameters).err().map(|refusal| refusal.code()).as_deref(), Some(code), "{title}");
    }
}
