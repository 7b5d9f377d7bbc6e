//! A slow and literal implementation of the static argument, a proof method that `spec/rules/chess.md` defines. Each
//! variable of the specification is one truth value. Every rule is applied to every square until nothing changes. To
//! find a mating net, this implementation computes every set of squares that the pieces and pawns can cover together.
//! Tests compare the verdicts of both implementations.

use super::super::mobility::Mobility;
use super::Chess;
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::PackedPosition;
use crate::chess::position::Position;
use crate::core::game::Colour;
use crate::core::refusal::Place;
use crate::helpmate::game::{HelpmateGame, PackedGame};
use std::collections::HashSet;

type Square = (i32, i32);
type Marks = [[bool; 64]; 32];

struct Token {
    letter: char,
    white: bool,
    origin: Square,
}

fn number((file, rank): Square) -> usize {
    usize::try_from(file + 8 * rank).unwrap()
}

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn steps(letter: char) -> Vec<Square> {
    let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let knight = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    match letter {
        'R' => straight.to_vec(),
        'B' => diagonal.to_vec(),
        'N' => knight.to_vec(),
        // A promoted pawn steps like a king or jumps like a knight.
        'P' => [straight.to_vec(), diagonal.to_vec(), knight.to_vec()].concat(),
        _ => [straight, diagonal].concat(),
    }
}

fn around((file, rank): Square, steps: &[Square]) -> Vec<Square> {
    steps.iter().map(|(east, north)| (file + east, rank + north)).filter(|square| on_board(*square)).collect()
}

fn pawn_attacks(white: bool, square: Square) -> Vec<Square> {
    let north = if white { 1 } else { -1 };
    around(square, &[(-1, north), (1, north)])
}

/// Returns the squares that a piece attacks from a square. Only pieces and pawns on the squares `still` block attacks.
fn line_attacks(letter: char, (file, rank): Square, still: &[Square]) -> Vec<Square> {
    let mut attacked = vec![];
    for (east, north) in steps(letter) {
        for far in 1.. {
            let square = (file + far * east, rank + far * north);
            if !on_board(square) {
                break;
            }
            attacked.push(square);
            if letter == 'N' || letter == 'K' || still.contains(&square) {
                break;
            }
        }
    }
    attacked
}

struct Reference {
    tokens: Vec<Token>,
    /// Variables of section 5.1 of `spec/rules/chess.md`. The field `plain` stores M, or F for pawns; `captured`
    /// stores G, and `promoted` stores Q.
    plain: Marks,
    captured: Marks,
    promoted: Marks,
    displaced: Vec<bool>,
    left: Vec<bool>,
}

impl Reference {
    fn new(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut tokens = vec![];
        for (rank, line) in (0..8).zip(fields[0].split('/').rev()) {
            let mut file = 0;
            for letter in line.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += i32::try_from(empty).unwrap(),
                    None => {
                        tokens.push(Token {
                            letter: letter.to_ascii_uppercase(),
                            white: letter.is_ascii_uppercase(),
                            origin: (file, rank),
                        });
                        file += 1;
                    }
                }
            }
        }
        let none = [[false; 64]; 32];
        let count = tokens.len();
        let mut reference =
            Self { tokens, plain: none, captured: none, promoted: none, displaced: vec![false; count], left: vec![false; count] };
        for (p, token) in reference.tokens.iter().enumerate() {
            reference.plain[p][number(token.origin)] = true;
            if let [file, rank] = fields[3].as_bytes() {
                let passed = (i32::from(file - b'a'), i32::from(rank - b'1'));
                let beyond = if passed.1 == 2 { 3 } else { 4 };
                if token.origin == (passed.0, beyond) {
                    reference.plain[p][number(passed)] = true;
                }
            }
        }
        while reference.pass(fields[2]) {}
        reference
    }

    fn anywhere(&self, p: usize, square: Square) -> bool {
        let s = number(square);
        self.plain[p][s] || self.captured[p][s] || self.promoted[p][s]
    }

    fn own(&self, p: usize, square: Square) -> bool {
        (0..self.tokens.len())
            .all(|o| o == p || self.tokens[o].white != self.tokens[p].white || self.tokens[o].origin != square || self.displaced[o])
    }

    fn free(&self, square: Square) -> bool {
        (0..self.tokens.len()).all(|o| self.tokens[o].origin != square || self.displaced[o])
    }

    fn enemies(&self, p: usize) -> impl Iterator<Item = usize> + '_ {
        let white = self.tokens[p].white;
        (0..self.tokens.len()).filter(move |e| self.tokens[*e].white != white)
    }

    fn near(&self, e: usize) -> Vec<Square> {
        let token = &self.tokens[e];
        if token.letter == 'P' { pawn_attacks(token.white, token.origin) } else { around(token.origin, &steps(token.letter)) }
    }

    /// Applies each rule once, and returns whether anything was added.
    fn pass(&mut self, rights: &str) -> bool {
        let mut new = false;
        for p in 0..self.tokens.len() {
            let Token { letter, white, origin } = self.tokens[p];
            let north = if white { 1 } else { -1 };
            for u in squares() {
                let forward = (u.0, u.1 + north);
                if letter != 'P' && self.plain[p][number(u)] {
                    for s in around(u, &steps(letter)) {
                        let guarded = letter == 'K' && self.enemies(p).any(|e| self.near(e).contains(&s) && !self.displaced[e]);
                        if self.own(p, s) && !guarded {
                            new |= !std::mem::replace(&mut self.plain[p][number(s)], true);
                        }
                    }
                }
                if letter != 'P' {
                    continue;
                }
                if self.plain[p][number(u)] && on_board(forward) && self.free(forward) {
                    let ranks_on = |of: Square, from: Square| (of.1 - from.1) * north;
                    let stopped = self.enemies(p).any(|e| {
                        let other = &self.tokens[e];
                        let before = other.letter == 'P' && other.origin.0 == origin.0 && ranks_on(other.origin, origin) > 0;
                        before && ranks_on(forward, other.origin) >= 0 && !self.left[e]
                    });
                    if !stopped {
                        new |= !std::mem::replace(&mut self.plain[p][number(forward)], true);
                    }
                }
                if self.captured[p][number(u)] && on_board(forward) && self.free(forward) {
                    new |= !std::mem::replace(&mut self.captured[p][number(forward)], true);
                }
                if self.plain[p][number(u)] || self.captured[p][number(u)] {
                    for s in pawn_attacks(white, u) {
                        let reached = self.enemies(p).any(|e| self.tokens[e].letter != 'K' && self.anywhere(e, s));
                        if self.own(p, s) && reached {
                            new |= !std::mem::replace(&mut self.captured[p][number(s)], true);
                        }
                    }
                    if u.1 == if white { 7 } else { 0 } {
                        new |= !std::mem::replace(&mut self.promoted[p][number(u)], true);
                    }
                }
                if self.promoted[p][number(u)] {
                    for s in around(u, &steps('P')) {
                        if self.own(p, s) {
                            new |= !std::mem::replace(&mut self.promoted[p][number(s)], true);
                        }
                    }
                }
            }
            let off = squares().any(|s| s != origin && self.anywhere(p, s));
            if off || letter != 'K' && self.enemies(p).any(|e| self.anywhere(e, origin)) {
                new |= !std::mem::replace(&mut self.displaced[p], true);
            }
            let taken = |s: Square| {
                self.enemies(p).any(|e| {
                    let enemy = &self.tokens[e];
                    let as_piece = if enemy.letter == 'P' { self.promoted[e][number(s)] } else { self.plain[e][number(s)] };
                    let from_here =
                        |u: Square| (self.plain[e][number(u)] || self.captured[e][number(u)]) && pawn_attacks(enemy.white, u).contains(&s);
                    as_piece || enemy.letter == 'P' && squares().any(from_here)
                })
            };
            let left = letter == 'P' && squares().any(|s| self.captured[p][number(s)] || self.plain[p][number(s)] && taken(s));
            if left {
                new |= !std::mem::replace(&mut self.left[p], true);
            }
        }
        for right in rights.chars().filter(|right| *right != '-') {
            let rank = if right.is_ascii_uppercase() { 0 } else { 7 };
            let (between, king, corner, rook) = if right.eq_ignore_ascii_case(&'K') { (5..7, 6, 7, 5) } else { (1..4, 2, 0, 3) };
            if between.into_iter().all(|file| self.free((file, rank))) {
                for (from, to) in [(4, king), (corner, rook)] {
                    let p = self.tokens.iter().position(|token| token.origin == (from, rank)).unwrap();
                    new |= !std::mem::replace(&mut self.plain[p][number((to, rank))], true);
                }
            }
        }
        new
    }

    fn has_net(&self, s: Square, loser: usize) -> bool {
        let neighbours = around(s, &steps('K'));
        let all = |squares: &[Square]| squares.iter().fold(0_u64, |all, square| all | 1 << number(*square));
        let (near, block) = (all(&neighbours), all(&neighbours) | all(&[s]));
        let still: Vec<Square> =
            (0..self.tokens.len()).filter(|p| *p != loser && !self.displaced[*p]).map(|p| self.tokens[p].origin).collect();
        let mut unions = HashSet::from([0_u64]);
        for (p, token) in self.tokens.iter().enumerate().filter(|(p, _)| *p != loser) {
            let mut options = HashSet::from([0_u64]);
            for u in squares() {
                let (plain, captured, promoted) = (self.plain[p][number(u)], self.captured[p][number(u)], self.promoted[p][number(u)]);
                if token.white == self.tokens[loser].white {
                    options.extend(self.anywhere(p, u).then(|| all(&[u]) & near));
                } else if token.letter == 'K' {
                    options.extend((plain && all(&[u]) & block == 0).then(|| all(&around(u, &steps('K'))) & near));
                } else if u != s && token.letter == 'P' {
                    options.extend((plain || captured).then(|| all(&pawn_attacks(token.white, u)) & block));
                    options.extend(promoted.then(|| all(&line_attacks('Q', u, &still)) & block));
                    options.extend(promoted.then(|| all(&line_attacks('N', u, &still)) & block));
                } else if u != s {
                    options.extend(plain.then(|| all(&line_attacks(token.letter, u, &still)) & block));
                }
            }
            unions = unions.iter().flat_map(|union| options.iter().map(move |option| union | option)).collect();
        }
        unions.contains(&block)
    }

    fn cannot_mate(&self, winner: Colour) -> bool {
        let white = winner == Colour::White;
        let loser = self.tokens.iter().position(|token| token.letter == 'K' && token.white != white).unwrap();
        squares().filter(|s| self.plain[loser][number(*s)]).all(|s| !self.has_net(s, loser))
    }
}

/// Compares the verdicts of both implementations for both sides. Returns how often the verdict is that a side cannot
/// mate.
fn compare(game: &Chess, packed: &PackedPosition) -> usize {
    let text = game.text(packed);
    let reference = Reference::new(&text);
    let mobility = Mobility::compute(Position::from_packed(*packed), &game.attacks, &mut 0);
    let set = |marks: &[bool; 64]| (0..64).filter(|s| marks[*s]).fold(0_u64, |all, s| all | 1 << s);
    assert_eq!(mobility.tokens.len(), reference.tokens.len(), "{text}");
    for (p, token) in mobility.tokens.iter().enumerate() {
        let expected = [&reference.plain, &reference.captured, &reference.promoted].map(|marks| set(&marks[p]));
        let (plain, promoted) = if reference.tokens[p].letter == 'P' { (token.pawn, token.piece) } else { (token.piece, token.pawn) };
        assert_eq!([plain, token.captured, promoted], expected, "{text} {:?}", reference.tokens[p].origin);
        assert_eq!(mobility.still() & token.origin == 0, reference.displaced[p], "{text} {:?}", reference.tokens[p].origin);
    }
    let sides = [Colour::White, Colour::Black];
    for side in sides {
        assert_eq!(game.statically(packed, side), reference.cannot_mate(side), "{text} {side:?}");
    }
    sides.into_iter().filter(|side| reference.cannot_mate(*side)).count()
}

#[test]
fn as_the_page_says() {
    let roots = [
        super::START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        "r3k2r/p2p2pp/P2P2PP/8/8/8/8/R3K2R w KQkq -",
        "4k3/p1p1p1p1/P1P1P1P1/8/8/p1p1p1p1/P1P1P1P1/R3K2R w KQ -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "8/8/8/8/5p1p/p1p1pPkP/P1P1P1B1/6KB w - -",
        "8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -",
        "1k4bB/1P1p4/BP1Pp1p1/1P2P1P1/8/PpB5/1P1B4/K7 w - -",
        "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -",
        "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - -",
        "8/8/3b3p/4bp1P/5p1K/4bPp1/3b1bP1/2b2kb1 b - -",
        "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/2B1K3 w - -",
        "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/N3K2R w K -",
        "k7/Pp6/1P6/8/8/6p1/5pP1/5K2 w - -",
        "4k3/8/8/1pPpP3/1P1P4/8/8/4K3 w - d6",
    ];
    let game = Chess::new();
    let (mut verdicts, mut state) = (0, 7_u64);
    for text in roots {
        let root = game.read(text, &Place::Byte(0)).unwrap();
        for _ in 0..3 {
            let mut packed = root;
            for _ in 0..5 {
                verdicts += compare(&game, &packed);
                let mut moves = vec![];
                let Status::Goes(_) = game.play(&packed, &mut moves) else { break };
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                packed = game.make(&packed, moves[usize::try_from(state >> 33).unwrap() % moves.len()]).position;
            }
        }
    }
    assert!(verdicts > 40, "{verdicts}");
}
