//! Files of the kind `unwinnable`.

use super::board::{chess, in_check, packed, to_move};
use super::helpmate::{START, game};
use super::item::{A, B, Item, U, t};
use super::{At, Corpus, Line, Place, certificate};
use std::collections::HashSet;

/// Builds claim and evidence of a closed set. `statics` encodes the numbers of the positions to which the static
/// argument is applied.
pub fn closed(root: &str, winner: u64, positions: u64, statics: &[u8]) -> (Item, Item) {
    (A(vec![B(packed(root)), U(winner)]), A(vec![U(positions), B(statics.to_vec())]))
}

fn file(root: &str, winner: u64, positions: u64, statics: &[u8]) -> Item {
    let (claim, evidence) = closed(root, winner, positions, statics);
    certificate("unwinnable", game(), claim, &[], evidence)
}

/// Returns a set of squares from their names.
pub fn squares(names: &str) -> u64 {
    let bit = |name: &str| 1 << (name.as_bytes()[0] - b'a' + 8 * (name.as_bytes()[1] - b'1'));
    names.split_whitespace().map(bit).sum()
}

/// Builds claim and evidence that apply the skeleton argument to the root.
pub fn skeleton(root: &str, winner: u64, tracked: &str, met: u64) -> (Item, Item) {
    let evidence = A(vec![U(1), B(vec![]), B(vec![0x80]), U(met), U(squares(tracked))]);
    (A(vec![B(packed(root)), U(winner)]), evidence)
}

fn with_skeleton(root: &str, winner: u64, tracked: &str, met: u64) -> Item {
    let (claim, evidence) = skeleton(root, winner, tracked, met);
    certificate("unwinnable", game(), claim, &[], evidence)
}

/// Returns the reachable positions in breadth-first order, each with the line that leads to it. The search expands no
/// position in which play is over, the winner has only a king, or `settled` holds. It ends early after about `most`
/// positions.
pub fn met(root: &str, winner: u64, settled: &dyn Fn(&str) -> bool, most: usize) -> Vec<(String, String)> {
    let mut met = vec![(root.to_owned(), String::new())];
    let mut known = HashSet::from([root.to_owned()]);
    let mut next = 0;
    while let Some((position, line)) = met.get(next).cloned().filter(|_| met.len() < most) {
        next += 1;
        let moves = chess(&position);
        let over = moves.is_empty();
        assert!(!(over && in_check(&position) && to_move(&position) != winner), "a mate in {position}");
        if over || lone(&position, winner) || settled(&position) {
            continue;
        }
        for played in moves {
            if known.insert(played.after.clone()) {
                met.push((played.after, format!("{line} {}", played.name).trim().to_owned()));
            }
        }
    }
    met
}

/// Returns whether the side has only its king.
fn lone(position: &str, side: u64) -> bool {
    super::board::units(position)[side as usize] == 1
}

/// A closed set of 20 positions. Neither the material nor the static argument settles any of them.
const CLOSED: &str = "k7/Pp6/1P6/8/8/8/6K1/6Q1 w - -";
/// A closed set of 8 positions.
const PAWNS: &str = "8/p7/P1p5/K1p5/2P5/Pk6/8/8 w - -";
const STATIC: &str = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -";
const STALEMATE: &str = "7k/8/5KQ1/8/8/8/8/8 b - -";
/// Black has only the king, White a rook.
const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w Q -";

/// Positions in which the skeleton argument holds: name, description, position, tracked squares, and the numbers of
/// skeletons for White and for Black.
pub const FORTRESSES: &[(&str, &str, &str, &str, [u64; 2])] = &[
    ("one-bishop", "One bishop and a king that is stalemated in time", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -", "", [211, 211]),
    (
        "four-bishops",
        "Four bishops, of which all that can follow is 3,649,226 positions",
        "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - -",
        "",
        [211, 211],
    ),
    (
        "eight-bishops",
        "The first skeleton is not closed: White's king is in check",
        "8/4b3/3b3p/2b2p1P/3b1p1K/b4Pp1/1b1b2P1/b4kb1 w - -",
        "",
        [212, 212],
    ),
    ("held-bishop", "A bishop that is held until it is captured", "k1b2K2/1p1pB3/1P1P4/8/8/8/8/8 b - -", "", [222, 222]),
    ("held-knight", "A knight that is held for good", "k1b5/1p1p4/1PpP4/2Pp4/N1pP4/1pP5/1P1B4/K7 w - -", "", [154, 154]),
    ("wall", "Bishops in front of a wall and behind it", "1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - -", "", [1038, 1038]),
    ("rook-and-king", "A rook and a king that hold each other", "8/8/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK b - -", "", [216, 216]),
    (
        "black-moves",
        "Black moves, or nobody does; then Black has nothing but the king",
        "6k1/6P1/2p3PB/p5P1/8/8/PKP5/8 w - -",
        "",
        [1255, 1249],
    ),
];

/// Positions in which the skeleton argument holds for White as the winner with tracked pieces.
const TRACKED: &[(&str, &str, &str, &str, u64)] = &[
    ("knights-that-answer-checks", "Knights that answer checks", "8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "a2 b2", 1136),
    ("rook-behind-pawns", "A rook that cannot get past its pawns in time", "2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -", "h3", 395),
    ("one-move-of-a-knight", "One move of a knight", "6Q1/8/4b3/8/ppp5/qkp3r1/rnp5/n1K5 b - -", "b2", 9),
    (
        "check-answered-by-a-check",
        "The check has to be answered, and the one move that does so gives check",
        "6Q1/8/8/8/pp6/qkp5/1np5/n1K5 b - -",
        "b2",
        2,
    ),
    ("rook-taken", "The rook that gives check on b2 can surely be taken", "8/8/8/8/ppp5/qkp5/rnp5/1RK5 w - -", "b1 a2 b2", 5),
    ("knight-taken", "The knight that gives check on d2 can surely be taken", "8/8/8/8/ppN5/qkp5/rnpp4/2K5 w - -", "a2 b2 c4", 2),
    ("other-colour", "A bishop on squares of the other colour", "8/8/8/8/ppp5/qkp4B/rnp5/n1K5 w - -", "b2", 7),
    ("goes-where-something-roams", "What is tracked goes where something roams", "8/8/4b3/8/ppp5/qkp5/rnp5/n1K4B w - -", "h1 b2", 133),
    ("bishops-behind-a-wall", "Four bishops behind a wall", "7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/1B1B2K1 b - -", "b1 d1 c2 b3", 1848),
];

/// Positions in which the skeleton argument fails: name, description, position, winner, tracked squares, and a claimed
/// number of skeletons. The number is large enough for the checker to find the mate.
const FAILS: &[(&str, &str, &str, u64, &str, u64)] = &[
    ("another-bishop", "Another bishop on squares of the other colour", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kbb b - -", 1, "", 32768),
    ("pawn-gives-check", "A pawn gives check", "3k4/4b3/1p1p2B1/1P1Pp1p1/1p2P1P1/2p5/p1p5/rbK5 b - -", 1, "", 32768),
    ("wall-opened-en-passant", "A wall that a capture en passant opens", "5k2/8/4p3/3pPp2/p1pP1Pp1/P1P3Pp/1K5P/8 b - d3", 1, "", 32768),
    (
        "uncovered-check",
        "A check is uncovered, and the queen that can take what has moved does not end it",
        "6Q1/8/8/8/pp6/qkp5/1np5/n1K5 b - -",
        1,
        "b2",
        32768,
    ),
    ("check-not-sure", "The check is not sure once the knight may be in between", "6Q1/8/8/8/pp6/qkp5/1np5/n1K5 b - -", 0, "", 32768),
    (
        "pinned-pawn",
        "A rook pins the pawn that would take the knight that gives check",
        "8/8/8/8/ppN5/qkp4R/rnpp4/2K5 w - -",
        0,
        "a2 b2 c4",
        32768,
    ),
    ("check-from-afar", "A check is answered from afar", "R6k/6pp/6Pp/4r2P/8/8/8/K7 b - -", 0, "e5", 32768),
    ("knights-untracked", "Knights that answer checks are not tracked", "8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", 0, "", 32768),
    (
        "pawn-taken-en-passant",
        "The square that a pawn taken en passant has left opens a line: a5xb6 mates",
        "1r2k3/p3Pp2/P4P2/Pp6/BP6/1P4pp/7p/7K w - b6",
        0,
        "a4 b8",
        4,
    ),
];

/// Positions with more than one skeleton, in which the skeleton argument fails too. The claimed number is 1, so the
/// checker reports the number (`unwinnable/met`) before it can find the mate. The fields are those of [`FAILS`].
const MORE: &[(&str, &str, &str, u64, &str, u64)] = &[
    (
        "sure-attacker",
        "A region of one square does not surely attack; more than one skeleton is met before the mate that follows",
        "8/7k/7P/8/1p6/1Pp5/b1P5/K7 w - -",
        0,
        "",
        1,
    ),
    ("judged-before-closing", "A mate is judged before closing; more than one skeleton is met", "7K/5BrP/7p/7k/8/8/8/8 b - -", 1, "", 1),
    (
        "tracked-taker",
        "What takes and is tracked closes otherwise; more than one skeleton is met",
        "8/5k2/p7/P1p5/K1p5/1pPb4/1P6/b7 b - -",
        1,
        "a1",
        1,
    ),
];

pub fn files(corpus: &mut Corpus) {
    accepted(corpus);
    claim(corpus);
    evidence(corpus);
    positions(corpus);
    skeletons(corpus);
}

fn accepted(corpus: &mut Corpus) {
    for (name, what, root, winner) in [
        ("lone-king", "Settled by the material: a lone king", ROOK, 1),
        ("two-kings", "Settled by the material: two kings", "8/8/8/8/8/1k6/8/K7 w - -", 0),
        ("knight-against-queens", "Settled by the material: king and knight against king and queens", "8/8/8/3qq3/8/1k6/8/K2N4 w - -", 0),
        (
            "bishops-of-one-colour",
            "Settled by the material: bishops on squares of one colour on both sides",
            "8/8/8/3b4/8/1k3b2/8/K6B w - -",
            0,
        ),
        ("stalemated", "Play is over in the root: a stalemate", STALEMATE, 0),
        ("mated-by-the-other-side", "Play is over in the root: the other side has mated", "R5k1/5ppp/8/8/8/8/8/K7 b - -", 1),
    ] {
        corpus.accept(&format!("unwinnable/{name}"), what, &file(root, winner, 1, &[]));
    }
    corpus.accept("unwinnable/static-root", "Settled by the static argument", &file(STATIC, 0, 1, &[0x80]));
    corpus.accept("unwinnable/static-root-black", "The same for Black", &file(STATIC, 1, 1, &[0x80]));
    for (name, what, root, winner) in [
        ("twenty-positions", "A closed set of 20 positions", CLOSED, 1),
        ("eight-positions", "A closed set of positions of pawns and kings", PAWNS, 0),
    ] {
        let positions = met(root, winner, &|_| false, 5000).len() as u64;
        corpus.accept(&format!("unwinnable/{name}"), &format!("{what}: {positions}"), &file(root, winner, positions, &[]));
    }
    for (name, what, root, tracked, met) in FORTRESSES {
        for (winner, met) in met.iter().enumerate() {
            let side = ["white", "black"][winner];
            corpus.accept(
                &format!("unwinnable/{name}-{side}"),
                &format!("{what}: {met} skeletons"),
                &with_skeleton(root, winner as u64, tracked, *met),
            );
        }
    }
    for (name, what, root, tracked, met) in TRACKED {
        corpus.accept(
            &format!("unwinnable/{name}"),
            &format!("{what}: {met} skeletons with {tracked} tracked"),
            &with_skeleton(root, 0, tracked, *met),
        );
    }
    let tracked = with_skeleton(FORTRESSES[0].2, 1, "a1 b1 c1 d1 e1 f1 a8 h8", 211);
    corpus.accept("unwinnable/tracked-without-pieces", "Eight squares are tracked on which no piece stands", &tracked);
    corpus.accept(
        "unwinnable/skeleton-without-castling",
        "The skeleton argument where nobody may castle",
        &with_skeleton(&CASTLING.replace(" K ", " - "), 0, "", 84),
    );
}

const CASTLING: &str = "2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K -";

fn claim(corpus: &mut Corpus) {
    let base = file(ROOK, 1, 1, &[]);
    let mut reject = |name: &str, code: &str, at: &[usize], what: &str, item: Item| {
        corpus.reject(&format!("unwinnable/{name}"), code, At(at), what, &item);
    };
    reject("winner-2", "unwinnable/winner", &[4, 1], "A third side", base.set(&[4, 1], 2));
    reject("root-of-no-position", "chess/packed", &[4, 0], "The root is an empty byte string", base.with(&[4, 0], B(vec![])));
    reject(
        "root-in-check",
        "chess/check",
        &[4, 0],
        "The side that is not to move is in check",
        base.with(&[4, 0], B(packed("4k3/8/8/8/8/8/8/K3R3 w - -"))),
    );
    reject("citation", "citation/count", &[5], "A citation, where there is none to be", base.insert(&[5, 0], B(vec![0; 32])));
    reject("claim-of-three-items", "cbor/type", &[4], "The claim has three items", base.insert(&[4, 2], U(0)));
    reject("evidence-of-three-items", "cbor/type", &[6], "Evidence of three items", base.insert(&[6, 2], B(vec![1])));
    reject("evidence-of-four-items", "cbor/type", &[6], "Evidence of four items", base.insert(&[6, 2], B(vec![1])).insert(&[6, 3], U(1)));
    reject("positions-as-text", "cbor/type", &[6, 0], "The number of positions is a text", base.with(&[6, 0], t("1")));
}

fn evidence(corpus: &mut Corpus) {
    let base = file(STATIC, 0, 1, &[0x80]);
    let with = |positions: u64, statics: &[u8]| base.set(&[6, 0], positions).with(&[6, 1], B(statics.to_vec()));
    let five = with_skeleton(FORTRESSES[0].2, 1, "", 211);
    let mut reject = |name: &str, clause: &str, at: &[usize], what: &str, item: Item| {
        corpus.reject(&format!("unwinnable/{name}"), &format!("unwinnable/{clause}"), At(at), what, &item);
    };
    reject("no-positions", "limit", &[6, 0], "No positions are claimed", with(0, &[]));
    reject("positions-4097", "limit", &[6, 0], "4097 positions are claimed without a bit for each", with(4097, &[0x80]));
    reject("positions-beyond-the-bits", "limit", &[6, 0], "A position more than there are bits", with(8 * 600 + 1, &[0x80; 600]));
    reject("positions-modulo-2-32", "limit", &[6, 0], "The number of positions is right modulo 2^32", with((1 << 32) + 1, &[0x80]));
    reject("statics-long", "statics", &[6, 1], "A byte more than holds a bit for each position", with(8, &[0x80, 0x80]));
    reject("statics-zero-byte", "statics", &[6, 1], "A byte of 0 at the end", with(20, &[0x80, 0]));
    reject("statics-all-zero", "statics", &[6, 1], "A byte of 0 for no positions", with(1, &[0]));
    reject("statics-behind-the-last", "statics", &[6, 1], "A bit behind the last position", with(3, &[0x90]));
    reject("statics-last-bit", "statics", &[6, 1], "The last bit, behind the last position", with(15, &[0x80, 1]));
    reject("skeletons-empty", "skeletons", &[6, 2], "No position is among the skeletons", five.with(&[6, 2], B(vec![])));
    reject(
        "skeletons-zero-byte",
        "skeletons",
        &[6, 2],
        "A byte of 0 at the end of the skeletons",
        five.set(&[6, 0], 9).with(&[6, 2], B(vec![0x80, 0])),
    );
    reject(
        "skeletons-long",
        "skeletons",
        &[6, 2],
        "The skeletons have a byte more than holds a bit for each position",
        five.with(&[6, 2], B(vec![0x80, 0x80])),
    );
    reject(
        "skeletons-behind-the-last",
        "skeletons",
        &[6, 2],
        "A bit of the skeletons behind the last position",
        five.with(&[6, 2], B(vec![0xc0])),
    );
    reject("met-0", "met", &[6, 3], "No skeletons are claimed", five.set(&[6, 3], 0));
    reject("met-32769", "met", &[6, 3], "32769 skeletons are claimed", five.set(&[6, 3], 32_769));
    reject("met-32768", "met", &[6, 3], "32768 skeletons are claimed, the most, and there are fewer", five.set(&[6, 3], 32_768));
    reject("met-one-too-few", "met", &[6, 3], "A skeleton more is met than claimed", five.set(&[6, 3], 210));
    reject("met-one-too-many", "met", &[6, 3], "A skeleton is claimed that is not met", five.set(&[6, 3], 212));
    reject("tracked-nine", "tracked", &[6, 4], "Nine squares are tracked", five.set(&[6, 4], 0x1ff));
    reject("tracked-all", "tracked", &[6, 4], "All squares are tracked", five.set(&[6, 4], u64::MAX));
}

fn positions(corpus: &mut Corpus) {
    let all = met(CLOSED, 1, &|_| false, 5000);
    let count = all.len() as u64;
    let base = file(CLOSED, 1, count, &[]);
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("unwinnable/{name}"), &format!("unwinnable/{clause}"), place, what, &item);
    };
    reject("mate-in-the-root", "mate", Line(""), "The winner has mated in the root", file("R5k1/5ppp/8/8/8/8/8/K7 b - -", 0, 1, &[]));
    let root = "6k1/5ppp/8/8/8/8/8/KR6 w - -";
    reject("mate-after-a-move", "mate", Line("b1b8"), "The winner mates with a move from the root", file(root, 0, 4096, &[]));
    reject(
        "not-closed",
        "not_closed",
        Line(&all.last().unwrap().1),
        "A position fewer is claimed than is met",
        base.set(&[6, 0], count - 1),
    );
    reject(
        "not-closed-in-the-root",
        "not_closed",
        Line(&all[1].1),
        "One position is claimed, and moves lead out of it",
        base.set(&[6, 0], 1),
    );
    reject("not-closed-start", "not_closed", Line("b1a3"), "From the beginning of a game nobody wins, it is said", file(START, 0, 1, &[]));
    reject("positions-one-too-many", "positions", At(&[6, 0]), "A position is claimed that is not met", base.set(&[6, 0], count + 1));
    reject(
        "positions-4096",
        "positions",
        At(&[6, 0]),
        "4096 positions are claimed, the most without a bit for each",
        base.set(&[6, 0], 4096),
    );
    reject("settled-by-the-end", "settled", Line(""), "The static argument is claimed where play is over", file(STALEMATE, 0, 1, &[0x80]));
    reject(
        "settled-by-material",
        "settled",
        Line(""),
        "The static argument is claimed where the material settles it",
        file(ROOK, 1, 1, &[0x80]),
    );
    reject(
        "settled-by-material-skeletons",
        "settled",
        Line(""),
        "The skeleton argument is claimed where the material settles it",
        with_skeleton("4k3/8/8/8/8/8/8/R3K3 w - -", 1, "", 1),
    );
    reject(
        "settled-by-static",
        "settled",
        Line(""),
        "Both arguments are claimed for one position",
        with_skeleton(STATIC, 0, "", 1).with(&[6, 1], B(vec![0x80])),
    );
    reject(
        "static-that-fails",
        "static",
        Line(""),
        "The static argument does not hold at the beginning of a game",
        file(START, 0, 1, &[0x80]),
    );
    reject(
        "static-that-fails-for-a-rook",
        "static",
        Line(""),
        "The static argument does not hold for king and rook",
        file("4k3/8/8/8/8/8/8/R3K3 w - -", 0, 1, &[0x80]),
    );
    for (name, what, root) in [
        ("knight-against-rook", "King and knight against king and rook: the knight can mate", "8/8/8/3r4/8/1k6/8/K2N4 w - -"),
        ("bishops-of-both-colours", "Bishops on squares of both colours", "8/8/3b4/8/8/1k6/8/K6B w - -"),
        ("two-knights", "Two knights", "8/8/8/8/8/1k6/8/K2NN3 w - -"),
        ("knight-against-knight", "A knight against a knight", "8/8/8/3n4/8/1k6/8/K2N4 w - -"),
    ] {
        let first = chess(root)[0].name.clone();
        reject(
            &format!("material-{name}"),
            "not_closed",
            Line(&first),
            &format!("{what}: not settled by the material"),
            file(root, 0, 1, &[]),
        );
    }
    let pawns = met(PAWNS, 0, &|_| false, 5000);
    let number = (1..8).find(|number| !chess(&pawns[*number].0).is_empty()).unwrap();
    let item = file(PAWNS, 0, pawns.len() as u64, &[0x80 >> number]);
    let what = "The static argument is claimed for a position of the set in which it does not hold";
    reject("static-in-the-set", "static", Line(&pawns[number].1), what, item);
}

fn skeletons(corpus: &mut Corpus) {
    for (name, what, root, winner, tracked, met) in FAILS {
        let item = with_skeleton(root, *winner, tracked, *met);
        corpus.reject(&format!("unwinnable/skeleton-{name}"), "unwinnable/skeleton", Line(""), what, &item);
    }
    for (name, what, root, winner, tracked, met) in MORE {
        let item = with_skeleton(root, *winner, tracked, *met);
        corpus.reject(&format!("unwinnable/skeleton-{name}"), "unwinnable/met", At(&[6, 3]), what, &item);
    }
    for (name, what, root, tracked, met) in FORTRESSES.iter().take(4) {
        let item = with_skeleton(root, 0, tracked, met[0] - 1);
        corpus.reject(
            &format!("unwinnable/{name}-one-fewer"),
            "unwinnable/met",
            At(&[6, 3]),
            &format!("{what}: a skeleton more is met than claimed"),
            &item,
        );
    }
    for (name, what, root, tracked, met) in TRACKED {
        let item = with_skeleton(root, 0, tracked, met + 1);
        corpus.reject(
            &format!("unwinnable/{name}-one-more"),
            "unwinnable/met",
            At(&[6, 3]),
            &format!("{what}: a skeleton fewer is met than claimed"),
            &item,
        );
    }
    corpus.reject(
        "unwinnable/castling",
        "unwinnable/castling",
        Line(""),
        "The skeleton argument where a side has a right to castle",
        &with_skeleton(CASTLING, 0, "", 84),
    );
    let other = "r3k3/8/8/8/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBN1 w q -";
    corpus.reject(
        "unwinnable/castling-of-the-other-side",
        "unwinnable/castling",
        Line(""),
        "The other side has the right to castle",
        &with_skeleton(other, 0, "", 84),
    );
}
