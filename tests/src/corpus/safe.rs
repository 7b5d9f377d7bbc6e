//! Files of the kind `safe`.

use super::board::{Bits, Played, to_move};
use super::item::{A, B, Item, U, column, t};
use super::losing::{moves, over};
use super::{At, Corpus, In, Place, certificate};
use std::collections::HashMap;

/// All positions that can follow from some roots.
struct Reachable {
    texts: Vec<String>,
    /// The winner, if the game has one, of each position in which play is over.
    ends: Vec<Option<Option<u64>>>,
    /// The positions after the legal moves, in move order.
    next: Vec<Vec<usize>>,
}

impl Reachable {
    fn new(rule: &str, roots: &[&str]) -> Self {
        let mut texts: Vec<String> = roots.iter().map(|root| (*root).to_owned()).collect();
        let mut numbers: HashMap<String, usize> = texts.iter().cloned().zip(0..).collect();
        let (mut ends, mut next) = (vec![], vec![]);
        while let Some(text) = texts.get(next.len()).cloned() {
            let all: Vec<Played> = moves(&text);
            let end = over(rule, &text, &all);
            let followed = if end.is_some() { &[][..] } else { &all[..] };
            let numbered = followed.iter().map(|played| {
                *numbers.entry(played.after.clone()).or_insert_with(|| {
                    texts.push(played.after.clone());
                    texts.len() - 1
                })
            });
            let numbered = numbered.collect();
            next.push(numbered);
            ends.push(end);
        }
        Self { texts, ends, next }
    }

    /// Returns for each position whether the side can force a win.
    fn wins(&self, side: u64) -> Vec<bool> {
        let mut wins: Vec<bool> = self.ends.iter().map(|end| *end == Some(Some(side))).collect();
        loop {
            let mut changed = false;
            for number in 0..wins.len() {
                let mut next = self.next[number].iter().map(|next| wins[*next]);
                let found =
                    if to_move(&self.texts[number]) == side { next.any(|wins| wins) } else { next.len() > 0 && next.all(|wins| wins) };
                changed |= found && !wins[number];
                wins[number] |= found;
            }
            if !changed {
                return wins;
            }
        }
    }

    /// Lists the closed set of a side: the positions, and the stream. With defence 0 the side plays the first move that
    /// does not lose by force, or the first move if all lose.
    fn closed_set(&self, roots: usize, side: u64, defence: u64) -> (Vec<usize>, Vec<u8>) {
        let lost = self.wins(1 - side);
        let mut list: Vec<usize> = (0..roots).collect();
        let mut listed = vec![false; self.texts.len()];
        list.iter().for_each(|number| listed[*number] = true);
        let (mut bits, mut at) = (Bits::default(), 0);
        while let Some(&number) = list.get(at) {
            at += 1;
            let mut next = &self.next[number][..];
            if defence == 0 && !next.is_empty() && to_move(&self.texts[number]) == side {
                let place = next.iter().position(|next| !lost[*next]).unwrap_or(0);
                bits.choice(place, next.len());
                next = &next[place..=place];
            }
            for &number in next {
                if !std::mem::replace(&mut listed[number], true) {
                    list.push(number);
                }
            }
        }
        (list, bits.bytes())
    }
}

fn file(rule: &str, roots: &[&str], sides: &[u64], defence: u64, positions: &[u64], streams: Vec<Vec<u8>>) -> Item {
    let game = A(vec![t("losing-chess"), U(1), A(vec![t(rule)])]);
    let claim = A(vec![A(roots.iter().map(|root| t(root)).collect()), column(sides), U(defence), column(positions)]);
    certificate("safe", game, claim, &[], A(streams.into_iter().map(B).collect()))
}

/// Builds the certificate of a claim, with the place at which it is wrong if the claim is false.
fn build(rule: &str, roots: &[&str], sides: &[u64], defence: u64) -> (Item, Option<u64>) {
    let all = Reachable::new(rule, roots);
    let sets: Vec<_> = sides.iter().map(|side| all.closed_set(roots.len(), *side, defence)).collect();
    let lost =
        sides.iter().zip(&sets).find_map(|(side, (list, _))| list.iter().position(|number| all.ends[*number] == Some(Some(1 - side))));
    let positions: Vec<u64> = sets.iter().map(|(list, _)| list.len() as u64).collect();
    let streams = sets.into_iter().map(|(_, stream)| stream).collect();
    (file(rule, roots, sides, defence, &positions, streams), lost.map(|at| at as u64))
}

fn genuine(rule: &str, roots: &[&str], sides: &[u64], defence: u64) -> Item {
    let (item, lost) = build(rule, roots, sides, defence);
    assert_eq!(lost, None, "{roots:?} under {rule}");
    item
}

/// White's king captures Black's last piece, so Black has won.
const CAPTURE: &str = "8/8/8/8/8/8/k7/1K6 w - -";
const KING_AND_PAWN: &str = "3K4/8/8/3p4/8/8/8/8 w - -";
const BISHOPS: &str = "8/8/8/8/2b5/8/8/B7 w - -";
const KINGS: &str = "8/8/8/8/8/8/8/K6k w - -";

pub fn files(corpus: &mut Corpus) {
    for (name, what, rule, roots, sides, defence) in [
        ("end", "Play is over and Black has won", "international", &["8/8/8/8/8/8/8/K7 w - -"][..], &[1][..], 0),
        ("end-drawn-fics", "A stalemate with equal numbers is a draw", "fics", &["8/8/8/8/8/p7/P7/8 w - -"], &[0, 1], 1),
        ("end-stalemate-international", "Whoever is stalemated does not lose", "international", &["8/8/8/8/8/p7/P7/8 w - -"], &[0], 1),
        ("capture", "One legal move, which gives Black the win", "international", &[CAPTURE], &[1], 0),
        ("capture-always", "The same against all series of moves", "fics", &[CAPTURE], &[1], 1),
        (
            "king-and-pawn",
            "A draw; wins of both sides can follow (no proof for a fallen flag)",
            "international",
            &[KING_AND_PAWN],
            &[0, 1],
            0,
        ),
        ("bishops", "Bishops of opposite colours: nobody can win", "fics", &[BISHOPS], &[0, 1], 1),
        ("bishops-by-force", "The same by force, with one move of each side", "fics", &[BISHOPS], &[0, 1], 0),
        ("kings", "King against king is drawn", "international", &[KINGS], &[0, 1], 0),
        ("two-roots", "Two positions of one closed set", "international", &["8/8/8/8/2b5/8/8/B7 b - -", BISHOPS], &[0], 1),
        ("en-passant", "The only move is a capture en passant", "fics", &["8/8/8/8/Pp6/8/8/8 b - a3"], &[0], 1),
    ] {
        corpus.accept(&format!("safe/{name}"), what, &genuine(rule, roots, sides, defence));
    }
    false_claims(corpus);
    claim(corpus);
    evidence(corpus);
}

fn false_claims(corpus: &mut Corpus) {
    for (name, what, rule, root, side, defence) in [
        ("lost-by-a-capture", "White has to capture and has lost", "international", CAPTURE, 0, 0),
        ("lost-at-once", "Play is over and White has won", "international", "8/8/8/8/8/8/8/k7 w - -", 1, 0),
        ("lost-by-force", "White wins by giving up the rook", "international", "8/8/8/8/8/k7/8/1R6 w - -", 1, 0),
        ("flag-white", "A draw, but a series of moves makes Black win", "international", KING_AND_PAWN, 0, 1),
        ("flag-black", "A draw, but a series of moves makes White win", "international", KING_AND_PAWN, 1, 1),
    ] {
        let (item, lost) = build(rule, &[root], &[side], defence);
        corpus.reject(&format!("safe/{name}"), "safe/lost", Place::Value(lost.expect("a false claim")), what, &item);
    }
    corpus.reject(
        "safe/one-move-of-the-side-left-out",
        "safe/positions",
        At(&[4, 3, 0]),
        "The closed set of one defence, claimed against all series of moves",
        &genuine("fics", &[BISHOPS], &[0], 0).set(&[4, 2], 1).with(&[6, 0], B(vec![])),
    );
    corpus.reject(
        "safe/en-passant-forgotten",
        "safe/positions",
        At(&[4, 3, 0]),
        "The only move is a capture en passant; without it play would be over and Black would have won",
        &file("international", &["8/8/8/8/Pp6/1P6/8/8 b - a3"], &[1], 1, &[1], vec![vec![]]),
    );
}

fn claim(corpus: &mut Corpus) {
    let base = genuine("international", &[CAPTURE], &[1], 0);
    let mut reject = |name: &str, code: &str, at: &[usize], what: &str, item: Item| {
        corpus.reject(&format!("safe/{name}"), code, At(at), what, &item);
    };
    reject("joint", "safe/stalemate", &[4], "The joint stalemate rule", base.with(&[3, 2, 0], t("joint")));
    let roots = |roots: &[&str]| base.with(&[4, 0], A(roots.iter().map(|root| t(root)).collect()));
    reject("no-root", "safe/roots", &[4, 0], "No root", roots(&[]));
    reject("root-twice", "safe/roots", &[4, 0, 1], "A root stands twice", roots(&[CAPTURE, CAPTURE]));
    reject("roots-descending", "safe/roots", &[4, 0, 1], "Roots in descending order", roots(&[CAPTURE, KINGS]));
    reject("root-of-six-fields", "losing-chess/fen", &[4, 0, 0], "A root with clocks", roots(&["8/8/8/8/8/8/k7/1K6 w - - 0 1"]));
    for (name, sides) in [("none", &[][..]), ("third", &[2]), ("twice", &[1, 1]), ("exchanged", &[1, 0]), ("three", &[0, 1, 1])] {
        reject(&format!("sides-{name}"), "safe/sides", &[4, 1], "A list of sides that there is not", base.with(&[4, 1], column(sides)));
    }
    reject("defence-2", "safe/defence", &[4, 2], "A third kind of defence", base.set(&[4, 2], 2));
    for (name, positions) in [
        ("none", &[][..]),
        ("zero", &[0]),
        ("of-two-sides", &[2, 2]),
        ("1048577", &[(1 << 20) + 1]),
        ("2-31", &[1 << 31]),
        ("modulo-2-32", &[(1 << 32) + 2]),
    ] {
        reject(
            &format!("limit-{name}"),
            "safe/limit",
            &[4, 3],
            "Numbers of positions that do not fit the sides or the file",
            base.with(&[4, 3], column(positions)),
        );
    }
    let both = genuine("fics", &[BISHOPS], &[0, 1], 1);
    reject("limit-in-all", "safe/limit", &[4, 3], "The sum is 2^20 + 1", both.with(&[4, 3], column(&[1 << 19, (1 << 19) + 1])));
    reject("one-position-too-few", "safe/positions", &[4, 3, 0], "One position too few", base.set(&[4, 3, 0], 1));
    reject("one-position-too-many", "safe/positions", &[4, 3, 0], "One position too many", base.set(&[4, 3, 0], 3));
    let second = both.edit(&[4, 3, 1], |number| *number = U(1));
    reject("positions-of-the-second-side", "safe/positions", &[4, 3, 1], "Too few positions for the second side", second);
    reject("citation", "citation/count", &[5], "A citation", base.with(&[5], A(vec![B(vec![0; 32])])));
}

fn evidence(corpus: &mut Corpus) {
    let base = genuine("international", &[KING_AND_PAWN], &[0], 0);
    let mut reject = |name: &str, code: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("safe/{name}"), code, place, what, &item);
    };
    let B(stream) = base.get(&[6, 0]).clone() else { panic!("a stream") };
    reject("no-stream", "safe/streams", At(&[6]), "No stream", base.with(&[6], A(vec![])));
    reject("stream-twice", "safe/streams", At(&[6]), "Two streams for one side", base.with(&[6], A(vec![B(stream.clone()), B(vec![])])));
    reject("empty-stream", "safe/short", Place::Value(0), "An empty stream", base.with(&[6, 0], B(vec![])));
    // The king on d8 has five moves, so three bits are read for the first of them.
    reject("move-7", "safe/move", Place::Value(0), "A move more than there are", base.with(&[6, 0], B(vec![0xff; stream.len()])));
    let long = [&stream[..], &[0]].concat();
    reject("byte-behind", "safe/long", In(&[6, 0], stream.len()), "A byte after the stream", base.with(&[6, 0], B(long)));
    // White offers the pawn, which has to be captured: one bit is read.
    let offer = file("fics", &["8/8/8/1p6/8/8/P7/8 w - -"], &[0], 0, &[3], vec![vec![0x81]]);
    reject("padding", "safe/padding", In(&[6, 0], 0), "The last bit of the stream is 1", offer);
    let captured = genuine("international", &[CAPTURE], &[1], 1);
    reject("stream-of-no-choices", "safe/long", In(&[6, 0], 0), "A stream though nothing is read", captured.with(&[6, 0], B(vec![0])));
    let two_moves = file("fics", &["8/8/8/8/8/p7/P7/8 w - -"], &[0], 0, &[1], vec![vec![]]);
    corpus.accept("safe/stalemate-needs-no-stream", "Play is over at the root", &two_moves);
}
