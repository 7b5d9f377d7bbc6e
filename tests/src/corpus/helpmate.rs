//! Files of the kind `helpmate`, and files about the rule set `chess`.

use super::board::{Bits, chess, packed, packed_board};
use super::item::{A, B, Item, U, column, t};
use super::{At, Corpus, In, Line, Place, certificate};

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
pub const FOOL: &str = "f2f3 e7e5 g2g4 d8h4";

/// Returns the item of the rule set `chess`.
pub fn game() -> Item {
    A(vec![t("chess"), U(1), A(vec![])])
}

/// Encodes a line of moves as bits. Returns them with the final position.
fn bits(root: &str, line: &str) -> (Vec<u8>, String, usize, usize) {
    let (mut bits, mut position, mut plies) = (Bits::default(), root.to_owned(), 0);
    for name in line.split_whitespace() {
        let moves = chess(&position);
        let number = moves.iter().position(|played| played.name == name).unwrap_or_else(|| panic!("no {name} in {position}"));
        bits.choice(number, moves.len());
        position = moves[number].after.clone();
        plies += 1;
    }
    (bits.bytes(), position, plies, bits.bits.len())
}

/// Returns the length of an encoded line in bits.
pub fn width(root: &str, line: &str) -> usize {
    bits(root, line).3
}

/// Builds claim and evidence for a mate by this line. The claim may be false.
pub fn line(root: &str, winner: u64, line: &str) -> (Item, Item) {
    let (bytes, _, plies, _) = bits(root, line);
    (A(vec![B(packed(root)), U(winner), U(plies as u64)]), A(vec![B(bytes)]))
}

fn file(root: &str, winner: u64, moves: &str) -> Item {
    let (claim, evidence) = line(root, winner, moves);
    certificate("helpmate", game(), claim, &[], evidence)
}

const CASTLES: &str = "5k2/2NR4/4B3/8/8/8/8/4K2R w K -";
const PASSED: &str = "1r2k3/p3Pp2/P4P2/Pp6/BP6/1P4pp/7p/7K w - b6";

pub fn files(corpus: &mut Corpus) {
    for (name, what, root, winner, moves) in [
        ("fools-mate", "The shortest game that ends in mate, by Black", START, 1, FOOL),
        ("scholars-mate", "White mates on f7", START, 0, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"),
        ("mated-in-the-root", "No move need be made: Black is mated", "R5k1/5ppp/8/8/8/8/8/K7 b - -", 0, ""),
        ("one-move", "Mate in one", "6k1/5ppp/8/8/8/8/8/KR6 w - -", 0, "b1b8"),
        ("only-moves", "Positions with one legal move, for which no bit is read", "7k/8/5KQ1/8/8/8/8/8 w - -", 0, "g6g7"),
        ("castling", "Castling gives mate", CASTLES, 0, "e1g1"),
        ("en-passant", "A capture en passant uncovers a check that mates", PASSED, 0, "a5b6"),
        ("knight", "King and knight mate a king that its own pawn shuts in", "8/8/8/8/8/7n/7P/5k1K b - -", 1, "h3f2"),
    ] {
        corpus.accept(&format!("helpmate/{name}"), what, &file(root, winner, moves));
    }
    positions(corpus);
    claim(corpus);
    lines(corpus);
}

/// Adds files for the clauses of the rule set.
fn positions(corpus: &mut Corpus) {
    let base = file(START, 1, FOOL);
    let mut reject = |name: &str, clause: &str, what: &str, bytes: Vec<u8>| {
        corpus.reject(&format!("helpmate/{name}"), &format!("chess/{clause}"), At(&[4, 0]), what, &base.with(&[4, 0], B(bytes)));
    };
    let start = packed(START);
    let kings = packed("8/8/8/8/8/1k6/8/K1B5 w - -");
    reject("packed-empty", "packed", "An empty byte string", vec![]);
    reject("packed-seven-bytes", "packed", "Seven bytes", vec![0; 7]);
    reject("packed-no-units", "kings", "Eight bytes that announce nothing: there are no kings", vec![0; 8]);
    reject("packed-short", "packed", "A half byte is missing", start[..23].to_vec());
    reject("packed-long", "packed", "A byte too many", [start.clone(), vec![0]].concat());
    reject("packed-last-half-byte", "packed", "The half byte behind the last unit is not 0", {
        let mut bytes = kings.clone();
        *bytes.last_mut().unwrap() |= 1;
        bytes
    });
    for (name, clause, what, board) in [
        ("packed-code-12-on-rank-3", "packed", "A pawn that can be captured en passant on rank 3", "4k3/8/8/8/8/4e3/8/4W3"),
        ("packed-code-12-on-rank-6", "packed", "A pawn that can be captured en passant on rank 6", "4k3/8/4e3/8/8/8/8/4W3"),
        ("packed-code-13-on-rank-2", "packed", "A rook that may castle on rank 2", "4k3/8/8/8/8/8/c7/4W3"),
        ("kings-none-of-white", "kings", "White has no king", "4L3/8/8/8/8/8/8/8"),
        ("kings-two-of-black", "kings", "Black has two kings", "k3k3/8/8/8/8/8/8/4W3"),
        ("kings-nobody-to-move", "kings", "Neither king is of the side to move", "4k3/8/8/8/8/8/8/4K3"),
        ("kings-both-to-move", "kings", "Both kings are of the side to move", "4L3/8/8/8/8/8/8/4W3"),
        ("kings-side-by-side", "kings", "The kings stand on neighbouring squares", "8/8/8/8/8/8/4k3/4W3"),
        ("kings-corner-to-corner", "kings", "The kings stand on squares that meet in a corner", "8/8/8/8/8/8/3k4/4W3"),
        ("units-seventeen", "units", "Seventeen units of a side", "4k3/8/8/8/8/N7/NNNNNNNN/NNNNWNNN"),
        ("units-nine-pawns", "units", "Nine pawns of a side", "4k3/8/8/8/8/P7/PPPPPPPP/4W3"),
        ("units-pawn-on-rank-1", "units", "A black pawn on rank 1", "4k3/8/8/8/8/8/8/p3W3"),
        ("units-pawn-on-rank-8", "units", "A white pawn on rank 8", "P3k3/8/8/8/8/8/8/4W3"),
        ("castling-on-file-b", "castling", "A rook that may castle on file b", "4k3/8/8/8/8/8/8/1c2W3"),
        ("castling-king-on-d", "castling", "A king that may castle on file d", "4k3/8/8/8/8/8/8/c2W4"),
        ("castling-king-on-rank-2", "castling", "A king that may castle on rank 2", "4k3/8/8/8/8/8/4W3/c7"),
        ("castling-king-of-the-other-side", "castling", "The other side's king stands on file e", "4c2c/8/8/8/8/8/8/4W2k"),
        ("en-passant-two", "en_passant", "Two pawns that can be captured en passant", "4k3/8/8/ePe5/8/8/8/4W3"),
        ("en-passant-own", "en_passant", "The pawn that can be captured is of the side to move", "4k3/8/8/8/ep6/8/8/4W3"),
        ("en-passant-passed-occupied", "en_passant", "A unit on the square that was passed over", "4k3/8/n7/eP6/8/8/8/4W3"),
        ("en-passant-origin-occupied", "en_passant", "A unit on the square where the double step began", "4k3/n7/8/eP6/8/8/8/4W3"),
        ("en-passant-nobody-beside", "en_passant", "No pawn stands beside", "4k3/8/8/eN6/8/8/8/4W3"),
        ("en-passant-across-the-edge", "en_passant", "The pawn beside stands across the edge of the board", "4k3/8/7P/e7/8/8/8/4W3"),
        (
            "check-of-the-side-that-has-moved",
            "check",
            "The side that is not to move is in check, from a rook",
            "4k3/8/8/8/8/8/8/K3R3".replace('K', "W").as_str(),
        ),
        ("check-from-a-pawn", "check", "The side that is not to move is in check, from a pawn", "4k3/3P4/8/8/8/8/8/4W3"),
    ] {
        reject(&format!("chess-{name}"), clause, what, packed_board(board));
    }
    for (name, what, root, moves) in [
        ("sixteen-units", "Sixteen units of a side, none of them a pawn", "6rk/6pp/8/6N1/8/8/NNNNNNNN/NNNKNN2 w - -", "g5f7"),
        (
            "both-pawns-beside",
            "Two pawns may capture en passant, which leaves the king attacked or not",
            "k7/pp6/8/K1PpP2r/8/8/8/6R1 w - d6",
            "g1g8",
        ),
    ] {
        corpus.accept(&format!("helpmate/chess-{name}"), what, &file(root, 0, moves));
    }
    corpus.reject(
        "helpmate/chess-parameters",
        "cbor/type",
        At(&[3, 2]),
        "Chess has no parameters",
        &base.with(&[3, 2], A(vec![t("orthodox")])),
    );
}

fn claim(corpus: &mut Corpus) {
    let base = file(START, 1, FOOL);
    let mut reject = |name: &str, code: &str, at: &[usize], what: &str, item: Item| {
        corpus.reject(&format!("helpmate/{name}"), code, At(at), what, &item);
    };
    reject("winner-2", "helpmate/winner", &[4, 1], "A third side mates", base.set(&[4, 1], 2));
    reject("winner-of-64-bits", "helpmate/winner", &[4, 1], "A winner that is right modulo 2^32", base.set(&[4, 1], (1 << 32) + 1));
    let most = 8 * base.set(&[4, 2], 500).bytes().len() as u64;
    reject(
        "plies-beyond-the-file",
        "helpmate/limit",
        &[4, 2],
        "A move more than eight for each byte of the file",
        base.set(&[4, 2], most + 1),
    );
    reject("plies-modulo-2-32", "helpmate/limit", &[4, 2], "The number of moves is right modulo 2^32", base.set(&[4, 2], (1 << 32) + 4));
    let long = base.with(&[6, 0], B(vec![0; 200]));
    reject("plies-1025", "helpmate/limit", &[4, 2], "1025 moves in a file that is long enough for them", long.set(&[4, 2], 1025));
    reject("citation", "citation/count", &[5], "A citation, where there is none to be", base.insert(&[5, 0], B(vec![0; 32])));
    reject("claim-of-two-items", "cbor/type", &[4], "The claim has two items", base.without(&[4, 2]));
    reject("root-as-text", "cbor/type", &[4, 0], "The root is a text", base.with(&[4, 0], t(START)));
    reject("two-lines", "cbor/type", &[6], "There are two lines", base.insert(&[6, 1], B(vec![])));
    reject("line-of-numbers", "cbor/type", &[6, 0], "The line is a list of numbers", base.with(&[6, 0], column(&[1, 2])));
    corpus.reject(
        "helpmate/plies-most-for-the-file",
        "helpmate/over",
        Line(FOOL),
        "Eight moves for each byte of the file are allowed; play is over before",
        &{ base.set(&[4, 2], most) },
    );
}

fn lines(corpus: &mut Corpus) {
    let base = file(START, 1, FOOL);
    let B(stream) = base.get(&[6, 0]).clone() else { panic!() };
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("helpmate/{name}"), &format!("helpmate/{clause}"), place, what, &item);
    };
    reject("over-after-mate", "over", Line(FOOL), "A move more is claimed than is made: play is over", base.set(&[4, 2], 5));
    reject("over-in-the-root", "over", Line(""), "A move from a position in which a side is stalemated", {
        file("7k/8/5KQ1/8/8/8/8/8 b - -", 0, "").set(&[4, 2], 1)
    });
    reject("short-at-once", "short", Line(""), "The line is empty", base.with(&[6, 0], B(vec![])));
    reject(
        "short-at-last",
        "short",
        Line("f2f3 e7e5 g2g4"),
        "The last byte is missing",
        base.with(&[6, 0], B(stream[..stream.len() - 1].to_vec())),
    );
    reject(
        "move-20",
        "move",
        Line(""),
        "The number behind that of the last of twenty moves",
        base.edit_bytes(&[6, 0], |bytes| bytes[0] = 0b1010_0000),
    );
    reject(
        "move-31",
        "move",
        Line(""),
        "The greatest number that five bits can have",
        base.edit_bytes(&[6, 0], |bytes| bytes[0] = 0b1111_1000),
    );
    reject("mate-none", "mate", Line("f2f3 e7e5 g2g4"), "The line ends a move before the mate", file(START, 1, "f2f3 e7e5 g2g4"));
    reject("mate-no-moves", "mate", Line(""), "No moves, and nobody is mated", file(START, 1, ""));
    reject("mate-stalemate", "mate", Line(""), "The line ends in a stalemate", file("7k/8/5KQ1/8/8/8/8/8 b - -", 0, ""));
    reject("side", "side", Line(FOOL), "It is the other side that mates", base.set(&[4, 1], 0));
    reject("side-in-the-root", "side", Line(""), "The other side is mated in the root", file("R5k1/5ppp/8/8/8/8/8/K7 b - -", 1, ""));
    let length = stream.len();
    reject("long", "long", In(&[6, 0], length), "A byte more", base.edit_bytes(&[6, 0], |bytes| bytes.push(0)));
    reject(
        "long-without-moves",
        "long",
        In(&[6, 0], 0),
        "A byte for no moves",
        file("R5k1/5ppp/8/8/8/8/8/K7 b - -", 0, "").with(&[6, 0], B(vec![0])),
    );
    reject(
        "padding",
        "padding",
        In(&[6, 0], length - 1),
        "The last bit is not 0",
        base.edit_bytes(&[6, 0], |bytes| *bytes.last_mut().unwrap() |= 1),
    );
    let one = file("6k1/5ppp/8/8/8/8/8/KR6 w - -", 0, "b1b8");
    reject(
        "padding-one-move",
        "padding",
        In(&[6, 0], 0),
        "The first bit behind the only move is not 0",
        one.edit_bytes(&[6, 0], |bytes| {
            let used = usize::BITS - (chess("6k1/5ppp/8/8/8/8/8/KR6 w - -").len() - 1).leading_zeros();
            bytes[0] |= 0x80 >> used;
        }),
    );
    // One king castles through an attacked square, another one without the right to castle. The same bits then encode
    // other moves.
    let castles = CASTLES;
    let item = file(castles, 0, "e1g1");
    reject("castling-without-right", "mate", Line("e1f1"), "Without the right to castle the same number is a move of the king to f1", {
        let moves = chess(&castles.replace(" K ", " - "));
        let number = moves.iter().position(|played| played.name == "e1f1").unwrap();
        let mut bits = Bits::default();
        bits.choice(number, moves.len());
        item.with(&[4, 0], B(packed(&castles.replace(" K ", " - ")))).with(&[6, 0], B(bits.bytes()))
    });
}
