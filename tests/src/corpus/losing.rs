//! Files of the kind `losing`.

use super::board::{Bits, Played, antichess, to_move, units};
use super::item::{A, B, Item, T, U, column, t};
use super::{At, Corpus, In, Line, Place, certificate};
use std::collections::{HashMap, HashSet};

/// Returns `None` if play goes on, otherwise the winner, if the game has one.
pub(super) fn over(rule: &str, text: &str, moves: &[Played]) -> Option<Option<u64>> {
    match units(text) {
        [0, _] => Some(Some(0)),
        [_, 0] => Some(Some(1)),
        _ if !moves.is_empty() => None,
        both => {
            let side = to_move(text) as usize;
            let (own, other) = (both[side], both[1 - side]);
            let (won, lost) = (Some(Some(side as u64)), Some(Some(1 - side as u64)));
            match rule {
                "international" => won,
                _ if own < other => won,
                "fics" if own > other => lost,
                _ => Some(None),
            }
        }
    }
}

/// Returns the legal moves, or none if a side has no units.
pub(super) fn moves(text: &str) -> Vec<Played> {
    if units(text).contains(&0) { vec![] } else { antichess(text) }
}

/// Depth-first search for a proof. It records the winner's moves by position.
struct Search<'a> {
    rule: &'a str,
    winner: u64,
    /// Index of the winner's move in each won position, and the depth limit of the search that found the win.
    known: HashMap<String, (usize, usize)>,
    /// Positions without a win within this number of moves.
    failed: HashMap<String, usize>,
}

impl Search<'_> {
    /// Finds a shortest win, which takes less than 7 moves.
    fn prove(&mut self, root: &str) {
        let depth = (0..7).find(|depth| {
            self.failed.clear();
            self.wins(root, *depth, &mut vec![])
        });
        assert!(depth.is_some(), "no win from {root}");
    }

    fn wins(&mut self, text: &str, depth: usize, path: &mut Vec<String>) -> bool {
        if path.iter().any(|before| before == text) {
            return false;
        }
        if self.known.get(text).is_some_and(|(_, within)| *within <= depth) {
            return true;
        }
        if self.failed.get(text).is_some_and(|within| *within >= depth) {
            return false;
        }
        let moves = moves(text);
        if let Some(end) = over(self.rule, text, &moves) {
            return end == Some(self.winner);
        }
        if depth == 0 {
            return false;
        }
        path.push(text.to_owned());
        let found = if to_move(text) == self.winner {
            moves.iter().position(|played| self.wins(&played.after, depth - 1, path))
        } else {
            moves.iter().all(|played| self.wins(&played.after, depth - 1, path)).then_some(0)
        };
        path.pop();
        match found {
            Some(number) => _ = self.known.insert(text.to_owned(), (number, depth)),
            None => _ = self.failed.insert(text.to_owned(), depth),
        }
        found.is_some()
    }
}

/// Writes a proof in preorder and computes len and rev of its positions.
struct Walk<'a> {
    rule: &'a str,
    winner: u64,
    choices: &'a dyn Fn(&str) -> usize,
    /// A move of the other side that the proof leaves out everywhere, as if the prover did not know it.
    forgotten: Option<&'a str>,
    done: HashMap<String, (u64, u64)>,
    bits: Bits,
}

impl Walk<'_> {
    fn prove(&mut self, text: &str) -> (u64, u64) {
        if let Some(found) = self.done.get(text) {
            return *found;
        }
        let all = moves(text);
        let mut found = (0, 0);
        if over(self.rule, text, &all).is_none() {
            let chosen: Vec<&Played> = if to_move(text) == self.winner {
                let number = (self.choices)(text);
                self.bits.choice(number, all.len());
                vec![&all[number]]
            } else {
                all.iter().filter(|played| self.forgotten != Some(&played.name)).collect()
            };
            for played in chosen {
                let (len, rev) = self.prove(&played.after);
                found.0 = found.0.max(len + 1);
                found.1 = found.1.max(if played.zeroing { 0 } else { rev + 1 });
            }
        }
        self.done.insert(text.to_owned(), found);
        found
    }
}

/// The proof of a certificate of version 2.
pub(super) struct Linked {
    pub(super) positions: u64,
    /// For each root, in order, the greatest numbers of moves to the end and to the first capture or pawn move.
    pub(super) values: Vec<(u64, u64)>,
    /// The greatest number of moves in a row without a capture or pawn move that begins at a position of this proof.
    pub(super) rev: u64,
    pub(super) stream: Vec<u8>,
}

/// Writes proofs of several roots one after another. They end at the positions in `cited`, whose values are given. The
/// winner plays the moves of `wanders` (from the first position to the second) and otherwise those of a plain search.
pub(super) fn write_linked(rule: &str, winner: u64, roots: &[&str], cited: &[(&str, (u64, u64))], wanders: &[(&str, &str)]) -> Linked {
    let mut search = Search { rule, winner, known: HashMap::new(), failed: HashMap::new() };
    for root in roots {
        search.prove(root);
    }
    for (_, to) in wanders {
        for reply in moves(to) {
            search.prove(&reply.after);
        }
    }
    let known = search.known;
    let choices = |text: &str| match wanders.iter().find(|(from, _)| *from == text) {
        Some((_, to)) => moves(text).iter().position(|played| played.after == *to).unwrap(),
        None => known[text].0,
    };
    let done = cited.iter().map(|(text, value)| ((*text).to_owned(), *value)).collect();
    let mut walk = Walk { rule, winner, choices: &choices, forgotten: None, done, bits: Bits::default() };
    let values = roots.iter().map(|root| walk.prove(root)).collect();
    for (text, _) in cited {
        walk.done.remove(*text);
    }
    let rev = walk.done.values().map(|found| found.1).max().unwrap_or(0);
    Linked { positions: walk.done.len() as u64, values, rev, stream: walk.bits.bytes() }
}

/// Builds the certificate with these moves of the winner and without the forgotten move.
fn write(rule: &str, root: &str, clock: u64, winner: u64, choices: &dyn Fn(&str) -> usize, forgotten: Option<&str>) -> Item {
    let mut walk = Walk { rule, winner, choices, forgotten, done: HashMap::new(), bits: Bits::default() };
    let (len, rev) = walk.prove(root);
    let reversible = walk.done.values().map(|found| found.1).max().unwrap().max(clock + rev);
    file(rule, root, clock, winner, [walk.done.len() as u64, len, reversible], walk.bits.bytes())
}

pub(super) fn file(rule: &str, root: &str, clock: u64, winner: u64, [positions, longest, reversible]: [u64; 3], stream: Vec<u8>) -> Item {
    let game = A(vec![t("losing-chess"), U(1), A(vec![t(rule)])]);
    let claim = A(vec![t(root), U(clock), U(winner), U(positions), U(longest), U(reversible)]);
    certificate("losing", game, claim, &[], A(vec![B(stream)]))
}

/// Builds a genuine certificate with a plain search.
fn genuine(rule: &str, root: &str, clock: u64, winner: u64) -> Item {
    forgetting(rule, root, clock, winner, None)
}

/// Builds the same certificate without the proof after one move of the other side.
fn forgetting(rule: &str, root: &str, clock: u64, winner: u64, forgotten: Option<&str>) -> Item {
    let mut search = Search { rule, winner, known: HashMap::new(), failed: HashMap::new() };
    search.prove(root);
    let known = search.known;
    write(rule, root, clock, winner, &|text| known[text].0, forgotten)
}

/// Reads a shipped certificate.
pub fn shipped(path: &str) -> Item {
    let path = format!("{}/../certs/{path}", env!("CARGO_MANIFEST_DIR"));
    Item::from_bytes(&std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}")))
}

/// The rook has 14 moves, in the order a1, c1 to h1, b2 to b8. White sacrifices it on b2 (move 7) and has won.
pub(super) const ROOK: &str = "8/8/8/8/8/k7/8/1R6 w - -";

/// Builds the certificate of White's win by sacrificing the rook.
pub fn rook() -> Item {
    genuine("joint", ROOK, 0, 0)
}

/// Both black pawns can capture the pawn that has made the double step, and one of them must. White wins after either
/// capture, in different ways.
const DOUBLE: &str = "8/8/8/5Q2/5pPp/8/8/8 b - g3";

pub fn files(corpus: &mut Corpus) {
    accepted(corpus);
    texts(corpus);
    claim(corpus);
    proof(corpus);
    ends(corpus);
}

fn accepted(corpus: &mut Corpus) {
    for (name, what) in [
        ("e3-d5", "1. e3 d5, White wins"),
        ("d4", "1. d4, Black wins"),
        ("d3", "1. d3, Black wins"),
        ("e4", "1. e4, Black wins"),
        ("e3-Na6", "1. e3 Na6, White wins: the clock before the root is 1"),
        ("e3-g6", "1. e3 g6, White wins: positions that are met again"),
        ("international", "A win by stalemate under the rule international"),
        ("fics", "A win under the rule fics"),
        ("e3-Nf6", "1. e3 Nf6, White wins: some 4,000 bytes"),
    ] {
        corpus.accept(&format!("losing/{}", name.to_lowercase()), what, &shipped(&format!("losing/{name}.cbor")));
    }
    for (name, what, rule, root, clock, winner) in [
        ("rook-given-up", "White gives up the rook", "joint", ROOK, 0, 0),
        ("clock-100", "The clock stands at 100: no win under a 50-move rule", "joint", ROOK, 100, 0),
        ("clock-98", "The clock stands at 98: 99 reversible moves, a win under a 50-move rule", "joint", ROOK, 98, 0),
        ("clock-99", "The clock stands at 99: 100 reversible moves, no win under a 50-move rule", "joint", ROOK, 99, 0),
        ("promotion", "A pawn becomes what is captured next", "joint", "7r/P7/8/8/8/8/8/8 w - -", 0, 0),
        ("all-promotions", "A pawn becomes one of five pieces, each of which wins for Black", "fics", "8/P7/8/8/8/8/1r6/8 w - -", 0, 1),
        ("en-passant-two-ways", "Two pawns can capture en passant", "joint", "8/8/8/2PpP3/8/8/8/8 w - d6", 0, 1),
        ("en-passant-two-ways-black", "Two pawns of the other side can capture en passant", "joint", DOUBLE, 0, 0),
        ("pawn-offered", "A pawn is offered and has to be captured", "international", "8/8/8/8/1p6/8/P7/8 w - -", 0, 0),
        ("race", "All moves of a pawn lead to a win", "fics", "8/1p6/8/8/8/8/P7/8 b - -", 5, 0),
        ("black-wins", "White has to capture the last piece", "joint", "8/8/8/n7/8/8/1K1Q4/8 w - -", 0, 1),
        ("captures-compulsory", "The only move is a capture that loses the game", "international", "8/8/8/8/8/8/k7/1K6 w - -", 0, 1),
        ("several-kings", "White has two kings", "joint", "8/8/8/8/8/1k6/8/K1K5 w - -", 0, 0),
        ("promotion-in-a-corner", "A black pawn becomes a piece of any kind, White wins", "fics", "8/8/8/8/8/8/6p1/R3K3 b - -", 0, 0),
    ] {
        corpus.accept(&format!("losing/{name}"), what, &genuine(rule, root, clock, winner));
    }
}

/// Adds files for the clauses of the rule set.
fn texts(corpus: &mut Corpus) {
    let base = genuine("joint", ROOK, 0, 0);
    let mut reject = |name: &str, clause: &str, at: &[usize], what: &str, item: Item| {
        corpus.reject(&format!("losing/{name}"), &format!("losing-chess/{clause}"), At(at), what, &item);
    };
    for (name, rule) in [("unknown", "suicide"), ("empty", ""), ("in-capitals", "JOINT"), ("with-a-space", "fics ")] {
        reject(
            &format!("stalemate-{name}"),
            "stalemate",
            &[3, 2, 0],
            "A rule of stalemate that there is not",
            base.with(&[3, 2, 0], t(rule)),
        );
    }
    for (name, clause, text, what) in [
        ("fen-empty", "fen", "", "An empty text"),
        ("fen-of-six-fields", "fen", "8/8/8/8/8/k7/8/1R6 w - - 0 1", "A text with clocks"),
        ("fen-of-three-fields", "fen", "8/8/8/8/8/k7/8/1R6 w -", "A text without the en passant square"),
        ("fen-two-spaces", "fen", "8/8/8/8/8/k7/8/1R6  w - -", "Two spaces between fields"),
        ("fen-space-behind", "fen", "8/8/8/8/8/k7/8/1R6 w - - ", "A space behind the last field"),
        ("fen-seven-ranks", "fen", "8/8/8/8/k7/8/1R6 w - -", "A board of seven ranks"),
        ("fen-nine-ranks", "fen", "8/8/8/8/8/8/k7/8/1R6 w - -", "A board of nine ranks"),
        ("fen-seven-files", "fen", "8/8/8/8/8/k6/8/1R6 w - -", "A rank of seven squares"),
        ("fen-nine-files", "fen", "8/8/8/8/8/k8/8/1R6 w - -", "A rank of nine squares"),
        ("fen-empty-squares-apart", "fen", "8/8/8/8/44/k7/8/1R6 w - -", "Empty squares that are not counted together"),
        ("fen-digit-0", "fen", "8/8/8/8/8/k70/8/1R6 w - -", "A digit 0"),
        ("fen-digit-9", "fen", "9/8/8/8/8/k7/8/1R6 w - -", "A digit 9"),
        ("fen-unknown-letter", "fen", "8/8/8/8/8/x7/8/1R6 w - -", "A letter that stands for nothing"),
        ("fen-no-side", "fen", "8/8/8/8/8/k7/8/1R6 - - -", "No side to move"),
        ("fen-side-in-capitals", "fen", "8/8/8/8/8/k7/8/1R6 W - -", "The side to move in capitals"),
        ("fen-castling", "fen", "8/8/8/8/8/8/8/R3K3 w Q -", "A right to castle"),
        ("fen-no-square", "fen", "8/8/8/8/8/k7/8/1R6 w - i9", "An en passant square beyond the board"),
        ("fen-wide-digits", "fen", "\u{ff18}/8/8/8/8/k7/8/1R6 w - -", "A digit of another script"),
        ("no-units", "units", "8/8/8/8/8/8/8/8 w - -", "A board without units"),
        ("pawn-on-rank-1", "units", "8/8/8/8/8/k7/8/1P6 w - -", "A white pawn on rank 1"),
        ("pawn-on-rank-8", "units", "1P6/8/8/8/8/k7/8/8 w - -", "A white pawn on rank 8"),
        ("black-pawn-on-rank-1", "units", "8/8/8/8/8/K7/8/1p6 w - -", "A black pawn on rank 1"),
        ("seventeen-units", "units", "8/8/8/8/8/Q7/QQQQQQQQ/QQQQQQQQ w - -", "Seventeen units of a side"),
        (
            "en-passant-on-rank-3-white",
            "en_passant",
            "8/8/8/8/5PpP/8/8/8 w - f3",
            "An en passant square on the wrong rank for the side to move",
        ),
        ("en-passant-on-rank-4", "en_passant", "8/8/8/8/5PpP/8/8/8 b - f4", "An en passant square on rank 4"),
        ("en-passant-occupied", "en_passant", "8/8/8/8/5PpP/5n2/8/8 b - f3", "A unit on the en passant square"),
        ("en-passant-origin-occupied", "en_passant", "8/8/8/8/5PpP/8/5N2/8 b - f3", "A unit where the double step began"),
        ("en-passant-no-pawn", "en_passant", "8/8/8/8/5NpP/8/8/8 b - f3", "No pawn has passed the en passant square"),
        ("en-passant-nobody-beside", "en_passant", "8/8/8/8/5P1p/8/8/8 b - f3", "No pawn stands beside the one that has passed"),
        ("en-passant-across-the-edge", "en_passant", "8/8/8/7p/P7/8/8/8 b - a3", "The pawn beside stands across the edge of the board"),
        ("en-passant-own-pawn", "en_passant", "8/8/8/8/5ppP/8/8/8 b - f3", "The pawn that has passed is of the side to move"),
    ] {
        reject(name, clause, &[4, 0], what, base.with(&[4, 0], t(text)));
    }
    let sixteen = "8/8/8/8/8/k7/QQQQQQQQ/QQQQQQQQ b - -";
    reject(
        "not-the-position-s-text",
        "fen",
        &[4, 0],
        "A text that is right but for a zero byte behind it",
        base.with(&[4, 0], T(format!("{ROOK}\0"))),
    );
    let item = base.with(&[4, 0], t(sixteen));
    corpus.reject(
        "losing/sixteen-units",
        "losing/short",
        Line("a3a2"),
        "Sixteen units of a side are allowed; the proof is that of another position",
        &item.with(&[6, 0], B(vec![])),
    );
}

fn claim(corpus: &mut Corpus) {
    let base = genuine("joint", ROOK, 0, 0);
    let mut reject = |name: &str, code: &str, at: &[usize], what: &str, item: Item| {
        corpus.reject(&format!("losing/{name}"), code, At(at), what, &item);
    };
    reject("clock-101", "losing/clock", &[4, 1], "The clock stands at 101", base.set(&[4, 1], 101));
    reject("clock-2-32", "losing/clock", &[4, 1], "The clock is right modulo 2^32", base.set(&[4, 1], 1 << 32));
    reject("winner-2", "losing/winner", &[4, 2], "A third side wins", base.set(&[4, 2], 2));
    reject("no-positions", "losing/limit", &[4, 3], "No positions are claimed", base.set(&[4, 3], 0));
    reject("positions-65537", "losing/limit", &[4, 3], "65537 positions are claimed by a small file", base.set(&[4, 3], 65_537));
    reject("positions-2-31", "losing/limit", &[4, 3], "2^31 positions are claimed", base.set(&[4, 3], 1 << 31));
    reject(
        "positions-modulo-2-32",
        "losing/limit",
        &[4, 3],
        "The number of positions is right modulo 2^32",
        base.set(&[4, 3], (1 << 32) + 3),
    );
    reject(
        "positions-65536",
        "losing/positions",
        &[4, 3],
        "65536 positions are claimed, the most for a small file, and there are three",
        base.set(&[4, 3], 65_536),
    );
    reject("one-position-too-many", "losing/positions", &[4, 3], "A position is claimed that is not there", base.set(&[4, 3], 4));
    reject("longest-more", "losing/longest", &[4, 4], "The longest play is too long by one", base.set(&[4, 4], 3));
    reject("longest-less", "losing/longest", &[4, 4], "The longest play is too short by one", base.set(&[4, 4], 1));
    reject("longest-modulo-2-32", "losing/longest", &[4, 4], "The longest play is right modulo 2^32", base.set(&[4, 4], (1 << 32) + 2));
    reject("reversible-more", "losing/reversible", &[4, 5], "More reversible moves than there are", base.set(&[4, 5], 2));
    reject("reversible-less", "losing/reversible", &[4, 5], "Fewer reversible moves than there are", base.set(&[4, 5], 0));
    reject("reversible-without-the-clock", "losing/reversible", &[4, 5], "The clock is not counted", base.set(&[4, 1], 7));
    reject(
        "reversible-modulo-2-64",
        "losing/reversible",
        &[4, 5],
        "The greatest number of reversible moves that can be written",
        base.set(&[4, 5], u64::MAX),
    );
    reject("claim-of-five-items", "cbor/type", &[4], "The claim has five items", base.without(&[4, 5]));
    reject("two-streams", "cbor/type", &[6], "There are two streams", base.insert(&[6, 1], B(vec![])));
    reject("no-stream", "cbor/type", &[6], "There is no stream", base.without(&[6, 0]));
    reject("stream-of-numbers", "cbor/type", &[6, 0], "The stream is a list of numbers", base.with(&[6, 0], column(&[0x70])));
    reject("citation", "citation/count", &[5], "A citation, where there is none to be", base.insert(&[5, 0], B(vec![0; 32])));
}

fn proof(corpus: &mut Corpus) {
    let base = genuine("joint", ROOK, 0, 0);
    assert_eq!(base.get(&[6, 0]), &B(vec![0x70]));
    let stream = |bytes: &[u8]| base.with(&[6, 0], B(bytes.to_vec()));
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("losing/{name}"), &format!("losing/{clause}"), place, what, &item);
    };
    reject("stream-empty", "short", Line(""), "The stream is empty", stream(&[]));
    reject("move-14", "move", Line(""), "The number behind that of the last move", stream(&[0xe0]));
    reject("move-15", "move", Line(""), "The greatest number that the bits can have", stream(&[0xf0]));
    reject("stream-byte-more", "long", In(&[6, 0], 1), "A byte more", stream(&[0x70, 0]));
    reject("stream-byte-more-not-0", "long", In(&[6, 0], 1), "A byte more, not 0", stream(&[0x70, 1]));
    reject("padding-last-bit", "padding", In(&[6, 0], 0), "The last bit is not 0", stream(&[0x71]));
    reject("padding-first-bit", "padding", In(&[6, 0], 0), "The first bit behind the proof is not 0", stream(&[0x78]));
    reject("positions-root-alone", "positions", Line("b1b2"), "One position is claimed", base.set(&[4, 3], 1));
    reject("one-position-too-few", "positions", Line("b1b2 a3b2"), "A position fewer is claimed than there are", base.set(&[4, 3], 2));
    // White's king moves to and fro. So does the knight, whose first move always goes to the lowest square.
    let circle = |positions: u64| file("joint", "7K/8/8/8/8/8/8/n7 w - -", 0, 0, [positions, 100, 100], vec![0b0110_0000]);
    reject("open-on-the-way-to-itself", "open", Line("h8h7 a1c2 h7h8 c2a1"), "A position on the way to itself", circle(100));
    reject(
        "open-before-positions",
        "open",
        Line("h8h7 a1c2 h7h8 c2a1"),
        "A position on the way to itself, met when there is no place for one more",
        circle(4),
    );
    reject(
        "positions-before-open",
        "positions",
        Line("h8h7 a1c2 h7h8"),
        "A position too many, just before one on the way to itself",
        circle(3),
    );
    // Each file has the whole proof of the double en passant, except the part after one of the captures. No other part
    // of the file, not even the claim, shows the gap.
    for (name, forgotten, what, clause, line) in [
        (
            "en-passant-first-forgotten",
            "f4g3",
            "The proof forgets the first of two captures en passant",
            "terminal",
            "f4g3 f5f1 g3g2 f1g2 h4h3 g2h3",
        ),
        ("en-passant-second-forgotten", "h4g3", "The proof forgets the second of two captures en passant", "positions", "h4g3"),
    ] {
        reject(name, clause, Line(line), what, forgetting("joint", DOUBLE, 0, 0, Some(forgotten)));
    }
    // The certificate of 1. e3 d5 is changed far from the root.
    let shipped = shipped("losing/e3-d5.cbor");
    let B(bytes) = shipped.get(&[6, 0]) else { panic!() };
    let length = bytes.len();
    let root = "rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - -";
    let lines = last_choice("joint", root, 0, bytes);
    reject("stream-cut", "short", Line(&lines.0), "The last byte of a longer stream is missing", {
        shipped.edit_bytes(&[6, 0], |bytes| _ = bytes.pop())
    });
    reject(
        "stream-longer",
        "long",
        In(&[6, 0], length),
        "A longer stream with a byte more",
        shipped.edit_bytes(&[6, 0], |bytes| bytes.push(0)),
    );
    let positions = shipped.number(&[4, 3]);
    reject(
        "long-proof-one-position-too-few",
        "positions",
        Line(&lines.1),
        "A longer proof with a position more than claimed",
        shipped.set(&[4, 3], positions - 1),
    );
}

/// Returns two lines: to the first position whose move index needs bits of the last byte, and to the position that is
/// visited last.
fn last_choice(rule: &str, root: &str, winner: u64, bytes: &[u8]) -> (String, String) {
    struct Reading<'a> {
        rule: &'a str,
        winner: u64,
        bits: Vec<bool>,
        at: usize,
        limit: usize,
        done: HashSet<String>,
        first_beyond: Option<String>,
        last_met: String,
    }
    impl Reading<'_> {
        fn prove(&mut self, text: &str, line: &str) {
            if !self.done.insert(text.to_owned()) {
                return;
            }
            self.last_met = line.to_owned();
            let all = moves(text);
            if over(self.rule, text, &all).is_some() {
                return;
            }
            let mut chosen: Vec<&Played> = all.iter().collect();
            if to_move(text) == self.winner {
                let width = (usize::BITS - (all.len() - 1).leading_zeros()) as usize;
                let number = self.bits[self.at..self.at + width].iter().fold(0, |number, bit| number << 1 | usize::from(*bit));
                self.at += width;
                if self.at > self.limit && self.first_beyond.is_none() {
                    self.first_beyond = Some(line.to_owned());
                }
                chosen = vec![&all[number]];
            }
            for played in chosen {
                self.prove(&played.after, format!("{line} {}", played.name).trim());
            }
        }
    }
    let bits: Vec<bool> = bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1)).collect();
    let limit = bits.len() - 8;
    let mut reading = Reading { rule, winner, bits, at: 0, limit, done: HashSet::new(), first_beyond: None, last_met: String::new() };
    reading.prove(root, "");
    (reading.first_beyond.unwrap(), reading.last_met)
}

/// Adds files about the ends of play under the three rules.
fn ends(corpus: &mut Corpus) {
    let stalemate = "8/8/8/8/8/p7/P7/8 w - -";
    let fewer = "8/8/8/8/8/p7/P7/7n w - -";
    let more = "8/8/8/8/p7/P7/P7/8 w - -";
    let captured = "8/8/8/8/8/8/k7/1K6 w - -";
    let alone = "8/8/8/8/8/8/8/k7 w - -";
    for (name, root, at, winners) in [
        // The numbers are the winners under joint, international and fics: 0 is White, 1 is Black, 2 is nobody.
        ("equal", stalemate, "", [2, 0, 2]),
        ("fewer", fewer, "", [0, 0, 0]),
        ("more", more, "", [2, 0, 1]),
        ("no-units", alone, "", [0, 0, 0]),
        ("captured", captured, "b1a2", [1, 1, 1]),
    ] {
        for (rule, won) in ["joint", "international", "fics"].into_iter().zip(winners) {
            for winner in 0..2 {
                let positions = if at.is_empty() { 1 } else { 2 };
                let item = file(rule, root, 0, winner, [positions, positions - 1, 0], vec![]);
                let name = format!("losing/end-{name}-{rule}-{}", ["white", "black"][winner as usize]);
                let side = ["White", "Black"][winner as usize];
                if won == winner {
                    corpus.accept(&name, &format!("An end that {side} has won under {rule}: {root}"), &item);
                } else {
                    corpus.reject(
                        &name,
                        "losing/terminal",
                        Line(at),
                        &format!("An end that {side} has not won under {rule}: {root}"),
                        &item,
                    );
                }
            }
        }
    }
}
