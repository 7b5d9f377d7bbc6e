//! Certificates of kinds `helpmate`, `unwinnable` and `batch` with one error each, made from the solver's genuine ones.
//! The checker must report the expected clause. Further tests use certificates from a solver that trusts a wrong static
//! test, and certificates with one flipped bit.

use gamecert_checker::{Colour, NoSource};
use gamecert_solver::solve::unwinnable::certify;
use gamecert_tests::items::Item;
use gamecert_tests::printed::{Mobility, Neighbours, Reading, says_unwinnable};
use gamecert_tests::reached::{mates, reached};
use gamecert_tests::unwinnable::{Known, colour, labelled, side, solvers};
use gamecert_unwinnable::certificate::Entry;
use gamecert_unwinnable::{BitBoard, ClosedSet, Color, Limits, Move, Position, Reason, Solver, Verdict};
use rayon::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const FOOL: &str = "f2f3 e7e5 g2g4 d8h4";
/// A closed set of 20 positions. The static argument settles none of them.
const CLOSED: &str = "k7/Pp6/1P6/8/8/8/6K1/6Q1 w - -";
/// A closed set of 2 positions.
const CLOSED_2: &str = "8/5p2/5P2/8/1p2pP2/kP2p3/2KpP3/1b1B4 w - -";
/// A closed set of 8 positions.
const PAWNS: &str = "8/p7/P1p5/K1p5/2P5/Pk6/8/8 w - -";
const STATIC: &str = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -";
/// Black has only the king, White a rook.
const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w Q -";
const STALEMATE: &str = "7k/8/5KQ1/8/8/8/8/8 b - -";

/// Parses the moves of a line.
fn moves(text: &str, line: &str) -> Vec<Move> {
    let mut position = solvers(text);
    let mut find = |name: &str| {
        let mut found = None;
        position.legal_moves().for_each(|played| found = found.or((played.to_string() == name).then_some(played)));
        let played = found.unwrap_or_else(|| panic!("{name} is no move in {position}"));
        position = position.after(played);
        played
    };
    line.split_whitespace().map(&mut find).collect()
}

fn certificate(text: &str, winner: Color, verdict: &Verdict) -> Item {
    Item::read(&certify::certificate(&solvers(text), winner, verdict).expect("an answer"))
}

/// Builds a certificate for a mate by this line. The claim may be false.
fn line(text: &str, winner: Color, line: &str) -> Item {
    certificate(text, winner, &Verdict::Winnable(moves(text, line)))
}

/// Builds the solver's certificate that a side cannot mate.
fn cannot(text: &str, winner: Color) -> Item {
    let verdict = Solver::new().decide(&solvers(text), winner, Limits::nodes(20_000)).verdict;
    assert!(matches!(verdict, Verdict::Unwinnable(_)), "{text} {winner}: {verdict:?}");
    certificate(text, winner, &verdict)
}

/// Builds a certificate that a side cannot mate by the static argument for the root. The claim may be false.
fn leaf(text: &str, winner: Color) -> Item {
    certificate(text, winner, &Verdict::Unwinnable(ClosedSet { settled_by_static: vec![0], ..ClosedSet::new(1, Reason::Static) }))
}

/// Builds one certificate for a mate, two closed sets and a position that the material settles.
fn batch() -> Item {
    let entry = |text: &str, winner: Color, verdict: &Verdict| Entry::new(&solvers(text), winner, verdict).expect("an answer");
    let cannot = |text: &str| Solver::new().decide(&solvers(text), Color::Black, Limits::nodes(20_000)).verdict;
    Item::read(&certify::batch(&[
        entry(START, Color::Black, &Verdict::Winnable(moves(START, FOOL))),
        entry(CLOSED, Color::Black, &cannot(CLOSED)),
        entry(CLOSED_2, Color::Black, &cannot(CLOSED_2)),
        entry(ROOK, Color::Black, &cannot(ROOK)),
    ]))
}

/// Returns the packed form of a board, which need not be a legal one. Letters are those of FEN, and four more: `e` is a
/// pawn that can be captured en passant, `c` a rook with which its side may castle, and `W` and `L` are the white and
/// the black king of a side to move.
fn packed(board: &str) -> Item {
    let (mut occupied, mut codes) = (0_u64, vec![]);
    for (rank, row) in board.split('/').rev().enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
            } else {
                occupied |= 1 << (8 * rank + file);
                codes.push("PNBRQKpnbrqkecWL".find(letter).expect("a code") as u8);
                file += 1;
            }
        }
        assert_eq!(file, 8, "{board}");
    }
    let mut bytes = occupied.to_le_bytes().to_vec();
    bytes.extend(codes.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)));
    Item::Bytes(bytes)
}

/// Indices of claim and evidence in a certificate.
const CLAIM: usize = 4;
const CITATIONS: usize = 5;
const EVIDENCE: usize = 6;

fn root(forged: &mut Item, board: &str) {
    *forged.at(&[CLAIM, 0]) = packed(board);
}

/// Returns the bytes of the line.
fn bits(forged: &mut Item) -> &mut Vec<u8> {
    forged.at(&[EVIDENCE, 0]).bytes()
}

fn plies(forged: &mut Item) -> &mut u64 {
    forged.at(&[CLAIM, 2]).number()
}

fn winner(forged: &mut Item) -> &mut u64 {
    forged.at(&[CLAIM, 1]).number()
}

fn positions(forged: &mut Item) -> &mut u64 {
    forged.at(&[EVIDENCE, 0]).number()
}

fn leaves(forged: &mut Item) -> &mut Vec<u8> {
    forged.at(&[EVIDENCE, 1]).bytes()
}

/// Marks a position as a leaf of the static argument.
fn add_leaf(forged: &mut Item, number: usize) {
    let leaves = leaves(forged);
    leaves.resize(leaves.len().max(number / 8 + 1), 0);
    leaves[number / 8] |= 0x80 >> (number % 8);
}

type Change = fn(&mut Item);

/// Verifies a certificate and returns the code of the refusal as an error.
fn code(item: &Item) -> Result<(), String> {
    gamecert_checker::verify(&item.certificate(), &mut NoSource).map(|_| ()).map_err(|refusal| refusal.code())
}

/// Checks that each genuine certificate is accepted, and that its changed copy is refused with the expected code.
fn compare(cases: &[(&str, &Item, Change, &str)]) {
    let mut wrong = Vec::new();
    for (title, genuine, change, expected) in cases {
        assert_eq!(code(genuine), Ok(()), "{title}: before");
        let mut forged = (*genuine).clone();
        change(&mut forged);
        let found = code(&forged);
        if found != Err((*expected).to_owned()) {
            wrong.push(format!("{title}: expected {expected}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn forged_lines() {
    // Positions of the line have 20, 20, 19 and 30 moves, so each index takes five bits. The last four bits are
    // padding.
    let fool = &line(START, Color::Black, FOOL);
    let mated = &line("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", Color::Black, "");
    compare(&[
        ("the first move has a number too large", fool, |c| bits(c)[0] |= 0xf8, "helpmate/move"),
        ("the last move has a number too large", fool, |c| bits(c)[2] |= 0xf0, "helpmate/move"),
        ("another first move", fool, |c| bits(c)[0] ^= 0x08, "helpmate/mate"),
        (
            "a line that ends without mate",
            fool,
            |c| {
                *plies(c) = 3;
                bits(c).pop();
            },
            "helpmate/mate",
        ),
        ("a move less and no bit less", fool, |c| *plies(c) = 3, "helpmate/mate"),
        ("no moves, and no mate", fool, |c| *plies(c) = 0, "helpmate/mate"),
        ("a line that ends in stalemate", fool, |c| *c = line("7k/8/5K2/6Q1/8/8/8/8 w - -", Color::White, "g5g6"), "helpmate/mate"),
        ("stalemate at once", fool, |c| *c = line(STALEMATE, Color::White, ""), "helpmate/mate"),
        ("a mate by the other side", fool, |c| *winner(c) = 0, "helpmate/side"),
        ("a third side", fool, |c| *winner(c) = 2, "helpmate/winner"),
        ("a move after the mate", fool, |c| *plies(c) = 5, "helpmate/over"),
        ("a move after the mate in the root", mated, |c| *plies(c) = 1, "helpmate/over"),
        ("the other side has mated in the root", mated, |c| *winner(c) = 0, "helpmate/side"),
        (
            "a line too short",
            fool,
            |c| {
                bits(c).pop();
            },
            "helpmate/short",
        ),
        ("no line", fool, |c| bits(c).clear(), "helpmate/short"),
        ("a line too long", fool, |c| bits(c).push(0), "helpmate/long"),
        ("a line where there are no moves", mated, |c| bits(c).push(0), "helpmate/long"),
        ("a bit behind the last move", fool, |c| bits(c)[2] |= 1, "helpmate/padding"),
        ("the first bit behind the last move", fool, |c| bits(c)[2] |= 8, "helpmate/padding"),
        ("too many moves", fool, |c| *plies(c) = 1025, "helpmate/limit"),
        ("moves for which the file is too small", fool, |c| *plies(c) = 1000, "helpmate/limit"),
        ("another position's line", fool, |c| root(c, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQWBNR"), "helpmate/mate"),
        ("White's king has no rook to castle with", fool, |c| root(c, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/cNBQ1WNR"), "chess/castling"),
        ("it is called unwinnable", fool, |c| *c.at(&[2, 0]) = Item::Text("unwinnable".into()), "cbor/type"),
        ("a citation", fool, |c| c.at(&[CITATIONS]).array().push(Item::Bytes(vec![0; 32])), "citation/count"),
    ]);
}

#[test]
fn forged_sets() {
    let [closed, closed_2, statically, rook] = [CLOSED, CLOSED_2, STATIC, ROOK].map(|text| cannot(text, Color::Black));
    let [closed, closed_2, statically, rook] = [&closed, &closed_2, &statically, &rook];
    let pawns = &cannot(PAWNS, Color::Black);
    let over = &cannot(STALEMATE, Color::Black);
    compare(&[
        ("a hole: one position too few", closed, |c| *positions(c) -= 1, "unwinnable/not_closed"),
        ("a hole next to the root", closed, |c| *positions(c) = 1, "unwinnable/not_closed"),
        ("one position too many", closed, |c| *positions(c) += 1, "unwinnable/positions"),
        ("as many positions as need no bits", closed, |c| *positions(c) = 4096, "unwinnable/positions"),
        ("more positions, without bits", closed, |c| *positions(c) = 4097, "unwinnable/limit"),
        ("no positions", closed, |c| *positions(c) = 0, "unwinnable/limit"),
        ("2^32 positions", closed, |c| *positions(c) = 1 << 32, "unwinnable/limit"),
        (
            "more positions, with bits",
            closed,
            |c| {
                *positions(c) = 4097;
                leaves(c).resize(513, 0);
            },
            "unwinnable/positions",
        ),
        (
            "more positions, with a byte too few",
            closed,
            |c| {
                *positions(c) = 4097;
                leaves(c).resize(512, 0);
            },
            "unwinnable/limit",
        ),
        ("a leaf without the static argument", closed, |c| add_leaf(c, 0), "unwinnable/static"),
        ("another leaf without it", pawns, |c| add_leaf(c, 1), "unwinnable/static"),
        ("a leaf settled by the end of play", closed, |c| add_leaf(c, 1), "unwinnable/settled"),
        ("the last position as a leaf, in which play is over", closed_2, |c| add_leaf(c, 1), "unwinnable/settled"),
        ("a leaf behind the last position", closed, |c| add_leaf(c, 20), "unwinnable/statics"),
        ("a leaf far behind", closed, |c| add_leaf(c, 100), "unwinnable/statics"),
        ("a byte of 0", closed, |c| leaves(c).push(0), "unwinnable/statics"),
        ("a leaf settled by the material", rook, |c| add_leaf(c, 0), "unwinnable/settled"),
        ("a leaf where play is over", over, |c| add_leaf(c, 0), "unwinnable/settled"),
        ("no leaf where one is needed", statically, |c| leaves(c).clear(), "unwinnable/not_closed"),
        ("a second leaf", statically, |c| add_leaf(c, 1), "unwinnable/statics"),
        (
            "another position's evidence",
            closed_2,
            |c| *c.at(&[EVIDENCE]) = cannot(CLOSED, Color::Black).at(&[EVIDENCE]).clone(),
            "unwinnable/positions",
        ),
        (
            "evidence of another position",
            closed,
            |c| *c.at(&[EVIDENCE]) = cannot(STATIC, Color::Black).at(&[EVIDENCE]).clone(),
            "unwinnable/static",
        ),
        ("the other side", rook, |c| *winner(c) = 0, "unwinnable/not_closed"),
        ("a third side", rook, |c| *winner(c) = 2, "unwinnable/winner"),
        (
            "the other side, in more positions",
            rook,
            |c| {
                *winner(c) = 0;
                *positions(c) = 4096;
            },
            "unwinnable/not_closed",
        ),
        (
            "the other side, by a leaf",
            rook,
            |c| {
                *winner(c) = 0;
                add_leaf(c, 0);
            },
            "unwinnable/static",
        ),
        (
            "the winner has mated in the root",
            over,
            |c| {
                *winner(c) = 0;
                root(c, "7L/6Q1/5K2/8/8/8/8/8");
            },
            "unwinnable/mate",
        ),
        (
            "a mate by the next move",
            rook,
            |c| {
                *winner(c) = 0;
                *positions(c) = 4096;
                root(c, "7k/8/5WQ1/8/8/8/8/8");
            },
            "unwinnable/mate",
        ),
        ("a citation", closed, |c| c.at(&[CITATIONS]).array().push(Item::Bytes(vec![0; 32])), "citation/count"),
    ]);
}

/// A fortress of four bishops and a wall of pawns: one position, 211 skeletons.
const FORTRESS: &str = "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - -";

/// Builds a certificate that a side cannot mate by the skeleton argument for the root, with this number of skeletons.
/// The claim may be false.
fn skeletons(text: &str, winner: Color, skeletons: u32) -> Item {
    certificate(text, winner, &Verdict::Unwinnable(ClosedSet::by_skeletons(skeletons)))
}

fn met(forged: &mut Item) -> &mut u64 {
    forged.at(&[EVIDENCE, 3]).number()
}

fn by_skeletons(forged: &mut Item) -> &mut Vec<u8> {
    forged.at(&[EVIDENCE, 2]).bytes()
}

fn followed(forged: &mut Item) -> &mut u64 {
    forged.at(&[EVIDENCE, 4]).number()
}

#[test]
fn forged_skeletons() {
    let fortress = &cannot(FORTRESS, Color::Black);
    // The queen on a2 and the knight on b2 are tracked.
    let closed = ClosedSet { tracked: BitBoard(0x300), ..ClosedSet::by_skeletons(1136) };
    let box_of_queens = &certificate("8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", Color::White, &Verdict::Unwinnable(closed));
    assert_eq!(code(box_of_queens), Ok(()));
    assert_eq!(fortress.clone().certificate(), skeletons(FORTRESS, Color::Black, 211).certificate());
    compare(&[
        ("one skeleton too few", fortress, |c| *met(c) -= 1, "unwinnable/met"),
        ("one skeleton too many", fortress, |c| *met(c) += 1, "unwinnable/met"),
        ("as many skeletons as there may be", fortress, |c| *met(c) = 1 << 15, "unwinnable/met"),
        ("more skeletons than there may be", fortress, |c| *met(c) = (1 << 15) + 1, "unwinnable/met"),
        ("no skeletons", fortress, |c| *met(c) = 0, "unwinnable/met"),
        ("no position for them", fortress, |c| by_skeletons(c).clear(), "unwinnable/skeletons"),
        ("a second position for them", fortress, |c| by_skeletons(c)[0] |= 0x40, "unwinnable/skeletons"),
        ("a byte of 0", fortress, |c| by_skeletons(c).push(0), "unwinnable/skeletons"),
        ("the position is a leaf too", fortress, |c| add_leaf(c, 0), "unwinnable/settled"),
        (
            "the position is a leaf instead",
            fortress,
            |c| {
                add_leaf(c, 0);
                c.at(&[EVIDENCE]).array().truncate(2);
            },
            "unwinnable/static",
        ),
        ("no argument at all", fortress, |c| c.at(&[EVIDENCE]).array().truncate(2), "unwinnable/not_closed"),
        ("an item too few", fortress, |c| c.at(&[EVIDENCE]).array().truncate(4), "cbor/type"),
        ("nine squares whose pieces are followed", fortress, |c| *followed(c) = 0x1ff, "unwinnable/tracked"),
        ("a bishop that need not be followed", fortress, |c| *followed(c) = 1 << 50, "unwinnable/met"),
        ("a piece that is not followed", box_of_queens, |c| *followed(c) &= 1 << 8, "unwinnable/skeleton"),
        ("another piece that is not followed", box_of_queens, |c| *followed(c) &= 1 << 9, "unwinnable/skeleton"),
        ("other pieces are followed", box_of_queens, |c| *followed(c) = followed(c).reverse_bits(), "unwinnable/skeleton"),
        ("more positions than the root", fortress, |c| *positions(c) = 2, "unwinnable/positions"),
        (
            "another position's skeletons",
            fortress,
            |c| *c.at(&[EVIDENCE]) = cannot("8/1p6/1PpBp1p1/k1P1P1P1/p1P5/P7/5K2/8 w - -", Color::White).at(&[EVIDENCE]).clone(),
            "unwinnable/met",
        ),
        ("a position settled by the material", fortress, |c| *c = skeletons(ROOK, Color::Black, 1), "unwinnable/settled"),
        ("a position in which play is over", fortress, |c| *c = skeletons(STALEMATE, Color::Black, 1), "unwinnable/settled"),
        ("a right to castle", fortress, |c| *c = skeletons(ROOK, Color::White, 1 << 15), "unwinnable/castling"),
        (
            "the winner has mated in the root",
            fortress,
            |c| *c = skeletons("7k/6Q1/5K2/8/8/8/8/8 b - -", Color::White, 1),
            "unwinnable/mate",
        ),
    ]);
    // In each position the side can mate by a different type of move. The checker must find the mate for any claimed
    // number of skeletons.
    let table = [
        ("a rook gives check", "4k3/8/8/8/8/8/8/R3K3 w - -", Color::White),
        ("a pawn gives check", "3k4/4b3/1p1p2B1/1P1Pp1p1/1p2P1P1/2p5/p1p5/rbK5 b - -", Color::Black),
        ("a pawn becomes a queen", "8/8/8/8/8/6k1/4p3/7K b - -", Color::Black),
        ("a pawn is captured en passant", "5k2/8/4p3/3pPp2/p1pP1Pp1/P1P3Pp/1K5P/8 b - d3", Color::Black),
        ("another bishop, on squares of the other colour", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kbb b - -", Color::Black),
    ];
    for (title, text, winner) in table {
        let found = [1, 211, 1 << 15].map(|count| code(&skeletons(text, winner, count)));
        let refused =
            |code: &Result<(), String>| matches!(code.as_ref().err().map(String::as_str), Some("unwinnable/skeleton" | "unwinnable/met"));
        assert!(found.iter().all(refused), "{title}: {found:?}");
        assert_eq!(found[2], Err("unwinnable/skeleton".to_owned()), "{title}");
    }
}

#[test]
fn forged_roots() {
    let cases: [(&str, &str, &str); 24] = [
        ("a rook that may castle, its king on d1", "4k3/8/8/8/8/8/8/c2W4", "chess/castling"),
        ("a rook that may castle, on b1", "4k3/8/8/8/8/8/8/1c2W3", "chess/castling"),
        ("a rook that may castle for a king that is not there", "c3W3/8/8/8/8/8/8/4k3", "chess/castling"),
        ("a rook of the middle that may castle", "4k3/8/8/8/c7/8/8/4W3", "chess/packed"),
        ("a pawn that nobody can capture", "4k3/8/8/4e2P/8/8/8/4W3", "chess/en_passant"),
        ("a pawn that has not come from its first square", "4k3/4p3/8/3Pe3/8/8/8/4W3", "chess/en_passant"),
        ("a pawn that has passed a piece", "4k3/8/4n3/3Pe3/8/8/8/4W3", "chess/en_passant"),
        ("the own pawn", "4k3/8/8/8/3Pe3/8/8/4W3", "chess/en_passant"),
        ("a pawn next in number on the other side of the board", "4k3/8/8/e7/7P/8/8/4W3", "chess/en_passant"),
        ("two pawns", "4k3/8/8/3ePe2/8/8/8/4W3", "chess/en_passant"),
        ("a pawn on rank 3", "4k3/8/8/8/8/3Pe3/8/4W3", "chess/packed"),
        ("the side not to move in check by a rook", "4k3/8/8/8/8/8/8/W3R3", "chess/check"),
        ("the side not to move in check by a pawn", "4k3/3P4/8/8/8/8/8/W3R3", "chess/check"),
        ("two kings of a side", "4k3/8/8/8/8/8/8/K3W3", "chess/kings"),
        ("two kings of a side, both to move", "4k3/8/8/8/8/8/8/W3W3", "chess/kings"),
        ("no king of a side", "8/8/8/8/8/8/8/R3W3", "chess/kings"),
        ("nobody to move", "4k3/8/8/8/8/8/8/R3K3", "chess/kings"),
        ("both to move", "4L3/8/8/8/8/8/8/R3W3", "chess/kings"),
        ("kings side by side", "8/8/8/8/8/8/4k3/R3W3", "chess/kings"),
        ("kings side by side, aslant", "8/8/8/8/8/8/3k4/R3W3", "chess/kings"),
        ("a pawn on the first rank", "4k3/8/8/8/8/8/8/P3W3", "chess/units"),
        ("a pawn on the last rank", "4k2p/8/8/8/8/8/8/R3W3", "chess/units"),
        ("nine pawns", "4k3/8/8/8/8/7P/PPPPPPPP/R3W3", "chess/units"),
        ("seventeen units", "4k3/8/8/8/NNNNNNNN/8/PPPPPPPP/4W3", "chess/units"),
    ];
    let (sets, mate) = (cannot(ROOK, Color::Black), line(START, Color::Black, FOOL));
    let many = batch();
    assert_eq!(packed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/cNBQWBNc"), {
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ -";
        Item::Bytes(solvers(text).packed())
    });
    let mut wrong = Vec::new();
    for (title, board, expected) in cases {
        let mut forged = [sets.clone(), mate.clone(), many.clone()];
        forged[..2].iter_mut().for_each(|forged| root(forged, board));
        *forged[2].at(&[EVIDENCE, 3, 1, 0]) = packed(board);
        for forged in forged {
            let found = code(&forged);
            if found != Err(expected.to_owned()) {
                wrong.push(format!("{title}: expected {expected}, found {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // These bytes are not a packed form.
    compare(&[
        ("an empty root", &sets, |c| c.at(&[CLAIM, 0]).bytes().clear(), "chess/packed"),
        ("a root cut", &sets, |c| _ = c.at(&[CLAIM, 0]).bytes().pop(), "chess/packed"),
        ("a root with a byte too many", &sets, |c| c.at(&[CLAIM, 0]).bytes().push(0), "chess/packed"),
        // With three units, half a byte is unused.
        ("the half byte that is over", &sets, |c| *c.at(&[CLAIM, 0]).bytes().last_mut().unwrap() |= 1, "chess/packed"),
        ("a unit announced and not there", &sets, |c| c.at(&[CLAIM, 0]).bytes()[3] |= 0x18, "chess/packed"),
    ]);
}

#[test]
fn forged_batches() {
    fn kind(name: &str, version: u64) -> Item {
        Item::Array(vec![Item::Text(name.into()), Item::Unsigned(version)])
    }
    let good = &batch();
    compare(&[
        ("an entry less than claimed", good, |c| *c.at(&[CLAIM, 1]).number() = 5, "batch/entries"),
        ("an entry more than claimed", good, |c| *c.at(&[CLAIM, 1]).number() = 3, "batch/entries"),
        ("an entry left out", good, |c| _ = c.at(&[EVIDENCE]).array().pop(), "batch/entries"),
        ("a kind that is not known", good, |c| *c.at(&[CLAIM, 0, 0]) = kind("deadlock", 1), "envelope/kind"),
        ("a version that is not known", good, |c| *c.at(&[CLAIM, 0, 1]) = kind("unwinnable", 2), "envelope/kind"),
        ("a kind for other rule sets", good, |c| *c.at(&[CLAIM, 0, 1]) = kind("losing", 1), "batch/kind"),
        ("a batch in a batch", good, |c| *c.at(&[CLAIM, 0, 0]) = kind("batch", 1), "batch/kind"),
        ("kinds not in ascending order", good, |c| c.at(&[CLAIM, 0]).array().swap(0, 1), "batch/kind"),
        ("a kind twice", good, |c| *c.at(&[CLAIM, 0, 1]) = kind("helpmate", 1), "batch/kind"),
        ("too many kinds", good, |c| *c.at(&[CLAIM, 0]) = Item::Array(vec![kind("helpmate", 1); 17]), "batch/kind"),
        (
            "a kind that is not used",
            good,
            |c| {
                c.at(&[EVIDENCE]).array().remove(0);
                *c.at(&[CLAIM, 1]).number() = 3;
            },
            "batch/unused",
        ),
        (
            "kinds and no entries",
            good,
            |c| {
                c.at(&[EVIDENCE]).array().clear();
                *c.at(&[CLAIM, 1]).number() = 0;
            },
            "batch/unused",
        ),
        ("a mate as an entry of the other kind", good, |c| *c.at(&[EVIDENCE, 0, 0]).number() = 1, "cbor/type"),
        ("a closed set as an entry of the other kind", good, |c| *c.at(&[EVIDENCE, 1, 0]).number() = 0, "cbor/type"),
        ("an entry of a third kind", good, |c| *c.at(&[EVIDENCE, 2, 0]).number() = 2, "batch/entry"),
        ("an entry without evidence", good, |c| _ = c.at(&[EVIDENCE, 2]).array().pop(), "cbor/type"),
        ("the evidence of another entry", good, |c| *c.at(&[EVIDENCE, 2, 2]) = c.at(&[EVIDENCE, 1, 2]).clone(), "unwinnable/positions"),
        ("the claim of another entry", good, |c| *c.at(&[EVIDENCE, 2, 1]) = c.at(&[EVIDENCE, 1, 1]).clone(), "unwinnable/not_closed"),
        ("the other side in one entry", good, |c| *c.at(&[EVIDENCE, 3, 1, 1]).number() = 0, "unwinnable/not_closed"),
        ("a line too long in one entry", good, |c| c.at(&[EVIDENCE, 0, 2, 0]).bytes().push(0), "helpmate/long"),
        ("a leaf in one entry", good, |c| c.at(&[EVIDENCE, 1, 2, 1]).bytes().push(0x80), "unwinnable/static"),
        ("a citation", good, |c| c.at(&[CITATIONS]).array().push(Item::Bytes(vec![0; 32])), "citation/count"),
    ]);
}

/// Positions that are won: the winner, the line (empty for the solver's line), and a reading of the printed test that
/// wrongly excludes the win, if there is one. In the first two positions the pawn on b7 covers both a8 and c8 but is
/// counted once.
const WON: [(&str, Color, &str, Option<Reading>); 5] = [
    (
        "1k4bB/1P1p4/BP1Pp1p1/1P2P1P1/8/PpB5/1P1B4/K7 w - -",
        Color::White,
        "h8f6 g8h7 f6d8 h7g8 d8c7",
        Some(Reading { mobility: Mobility::Solvers, neighbours: Neighbours::Straight }),
    ),
    (
        "1k4bB/1P1p4/BP1Pp1p1/1P2P1P1/8/2B5/3B4/K7 w - -",
        Color::White,
        "h8f6 g8h7 f6d8 h7g8 d8c7",
        Some(Reading { mobility: Mobility::KingsStay, neighbours: Neighbours::Straight }),
    ),
    (
        "3k4/4b3/1p1p2B1/1P1Pp1p1/1p2P1P1/2p5/p1p5/rbK5 b - -",
        Color::Black,
        "",
        Some(Reading { mobility: Mobility::Printed, neighbours: Neighbours::Diagonal }),
    ),
    (
        "8/8/8/8/5p1p/p1p1pPkP/P1P1P1B1/6KB w - -",
        Color::Black,
        "g1f1 g3h2 f1e1 h2g1 e1d1 g1f2 g2f1 f2f1 h1g2 f1f2 g2f1 f2f1 d1c1 f1e2 c1b1 e2e1 b1c1 e3e2 c1b1 e1d1 b1a1 e2e1q a1b1 e1f1 b1a1 d1c2",
        None,
    ),
    (
        "8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -",
        Color::White,
        "h3g3 h1g1 g3f4 g1f1 f4e3 f1e1 e3d4 e1d2 d4c4 b2b3 c4d4 e2e3",
        None,
    ),
];

#[test]
fn wrong_static_tests_are_noticed() {
    for (text, winner, played, reading) in WON {
        let played = if played.is_empty() {
            let Verdict::Winnable(found) = Solver::new().decide(&solvers(text), winner, Limits::nodes(1 << 20)).verdict else {
                panic!("{text}")
            };
            found.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        } else {
            played.to_owned()
        };
        assert!(mates(text, &played, colour(winner)), "{text}");
        assert_eq!(code(&line(text, winner, &played)), Ok(()), "{text}");
        if let Some(reading) = reading {
            assert!(says_unwinnable(text, colour(winner), reading), "{text}: {reading:?}");
        }
        assert_eq!(code(&leaf(text, winner)), Err("unwinnable/static".to_owned()), "{text}");
    }
}

#[test]
fn a_solver_with_the_printed_test_is_noticed() {
    let readings: Vec<Reading> = [Mobility::Printed, Mobility::KingsStay, Mobility::Solvers]
        .into_iter()
        .flat_map(|mobility| [Neighbours::Straight, Neighbours::Diagonal].map(|neighbours| Reading { mobility, neighbours }))
        .collect();
    // The sample has all positions in which a side cannot mate, and every eighth position of the list.
    let hard = labelled().into_iter().enumerate().filter(|(number, known)| number % 8 == 0 || known.can.contains(&Some(false)));
    let positions: Vec<Known> = hard.map(|(_, known)| known).collect();
    let judge = |known: &Known| -> Vec<[usize; 3]> {
        let position = solvers(&known.text);
        let text = position.to_string();
        let mut counts = vec![[0; 3]; readings.len()];
        for (number, winner) in [Color::White, Color::Black].into_iter().enumerate() {
            if position.end().is_some() || position.has_insufficient_material(winner) {
                continue;
            }
            let found = code(&leaf(&text, winner));
            for (reading, counts) in readings.iter().zip(&mut counts) {
                if says_unwinnable(&text, colour(winner), *reading) {
                    let can = known.can[number] == Some(true);
                    assert!(!can || found == Err("unwinnable/static".to_owned()), "{text} {winner}: {found:?}");
                    counts[if can { 2 } else { usize::from(found.is_err()) }] += 1;
                }
            }
        }
        counts
    };
    let add = |one: Vec<[usize; 3]>, other: Vec<[usize; 3]>| -> Vec<[usize; 3]> {
        one.into_iter().zip(other).map(|(one, other)| std::array::from_fn(|place| one[place] + other[place])).collect()
    };
    let counts = positions.par_iter().map(judge).reduce(|| vec![[0; 3]; readings.len()], add);
    for (reading, [accepted, refused, wrong]) in readings.iter().zip(&counts) {
        println!("{reading:?}: true and accepted {accepted}, true and refused {refused}, wrong and refused {wrong}");
    }
    // The printed test must give wrong verdicts on some of these positions.
    assert!(counts.iter().any(|[.., wrong]| *wrong > 0));
}

/// Counts of the claims that accepted mutants prove.
#[derive(Clone, Copy, Debug, Default)]
struct MutantCounts {
    mutants: usize,
    accepted: usize,
    lines: usize,
    /// Claims that a side cannot mate, confirmed by a complete search. `by_solver` counts those confirmed by the solver
    /// alone.
    closures: usize,
    by_solver: usize,
}

impl MutantCounts {
    fn and(self, other: Self) -> Self {
        Self {
            mutants: self.mutants + other.mutants,
            accepted: self.accepted + other.accepted,
            lines: self.lines + other.lines,
            closures: self.closures + other.closures,
            by_solver: self.by_solver + other.by_solver,
        }
    }
}

/// Panics unless the claim that the checker prints holds by rules other than the checker's.
fn confirm(verified: &gamecert_checker::Verified, totals: &mut MutantCounts) {
    let statements = verified.claim.statements();
    let [sentence] = &statements[..] else { panic!("one statement: {statements:?}") };
    totals.accepted += 1;
    let said = |colour: Colour| if colour == Colour::White { "White" } else { "Black" };
    if let Some(claim) = verified.claim_as::<gamecert_checker::can_mate::Claim>() {
        let (root, line) = (claim.root(), claim.line());
        assert!(mates(&root, &line, claim.winner), "{sentence}");
        assert_eq!(line.split_whitespace().count(), claim.plies as usize, "{sentence}");
        let (winner, loser) = (said(claim.winner), said(claim.winner.other()));
        let expected = match claim.plies {
            0 => format!("{winner} has mated {loser} in the chess position {root}"),
            1 => format!("{winner} can mate {loser} from the chess position {root} with 1 legal move: {line}"),
            plies => format!("{winner} can mate {loser} from the chess position {root} with {plies} legal moves of both sides: {line}"),
        };
        assert_eq!(*sentence, expected);
        totals.lines += 1;
        return;
    }
    let claim: &gamecert_checker::unwinnable::Claim = verified.claim_as().expect("a closed set");
    let (root, winner) = (&claim.root(), claim.winner);
    let (mating, mated) = (said(winner), said(winner.other()));
    let never = format!("{mating} cannot mate {mated} from the chess position {root} by any sequence of legal moves: ");
    assert!(sentence.starts_with(&never), "{sentence}");
    let found = reached(root, 20_000);
    assert!(!found.mates[usize::from(winner == Colour::Black)], "{sentence}");
    if found.finished {
        totals.closures += 1;
        return;
    }
    let position: Position = solvers(root);
    let verdict = Solver::new().decide(&position, side(winner), Limits::nodes(1 << 17)).verdict;
    assert!(matches!(verdict, Verdict::Unwinnable(_)), "{sentence}: {verdict:?}");
    totals.by_solver += 1;
}

#[test]
fn every_bit_counts() {
    // The sample has ten lines, ten closed sets and ten positions settled without search, spread over the list.
    let (mut lines, mut closed, mut at_once) = (vec![], vec![], vec![]);
    let mut solver = Solver::new();
    for known in labelled().iter().step_by(13) {
        let position = solvers(&known.text);
        for winner in [Color::White, Color::Black] {
            let verdict = solver.decide(&position, winner, Limits::nodes(20_000)).verdict;
            let list = match &verdict {
                Verdict::Winnable(line) if line.len() < 20 => &mut lines,
                Verdict::Unwinnable(set) if set.reason == Reason::Closed && set.positions < 2_000 => &mut closed,
                Verdict::Unwinnable(set) if set.reason != Reason::Closed => &mut at_once,
                _ => continue,
            };
            list.extend(certify::certificate(&position, winner, &verdict).filter(|_| list.len() < 10));
        }
    }
    let certificates: Vec<Vec<u8>> = [lines, closed, at_once].concat();
    assert_eq!(certificates.len(), 30);
    let judge = |bytes: &Vec<u8>| {
        let mut totals = MutantCounts::default();
        let genuine = gamecert_checker::verify(bytes, &mut NoSource).unwrap_or_else(|refusal| panic!("{refusal}"));
        confirm(&genuine, &mut MutantCounts::default());
        for bit in 0..8 * bytes.len() {
            let mut mutant = bytes.clone();
            mutant[bit / 8] ^= 1 << (bit % 8);
            totals.mutants += 1;
            if let Ok(verified) = gamecert_checker::verify(&mutant, &mut NoSource) {
                confirm(&verified, &mut totals);
            }
        }
        totals
    };
    let totals = certificates.par_iter().map(judge).reduce(MutantCounts::default, MutantCounts::and);
    println!("{totals:?}");
    assert!(totals.mutants > 10_000 && totals.accepted * 3 < totals.mutants, "{totals:?}");
}
