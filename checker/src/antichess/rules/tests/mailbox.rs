//! Plays random games, and compares the rules with a second implementation. The second implementation uses a board of
//! 64 letters and no tables.

use super::{joint, moves, position};
use crate::chess::game::TwoPlayerGame;

/// A board of 64 letters, beginning with rank 1. The letter `.` is an empty square.
#[derive(Clone)]
struct Board {
    squares: Vec<char>,
    white: bool,
    passed: Option<usize>,
}

/// Returns the square that lies `files` files and `ranks` ranks away from `from`, or `None` if that is off the board.
fn away(from: usize, files: i32, ranks: i32) -> Option<usize> {
    let from = i32::try_from(from).unwrap();
    let (file, rank) = (from % 8 + files, from / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| usize::try_from(rank * 8 + file).unwrap())
}

impl Board {
    fn own(&self, square: usize) -> bool {
        self.squares[square] != '.' && self.squares[square].is_ascii_uppercase() == self.white
    }

    fn other(&self, square: usize) -> bool {
        self.squares[square] != '.' && !self.own(square)
    }

    fn targets(&self, from: usize) -> Vec<usize> {
        let letter = self.squares[from].to_ascii_lowercase();
        let every = (-2..=2).flat_map(|files| (-2..=2).map(move |ranks| (files, ranks)));
        let mut targets = vec![];
        for (files, ranks) in every {
            let far = i32::abs(files).max(i32::abs(ranks));
            let straight = far == 1 && (files == 0 || ranks == 0);
            let diagonal = far == 1 && !straight;
            let (fits, most) = match letter {
                'n' => (i32::abs(files * ranks) == 2, 1),
                'k' => (far == 1, 1),
                'b' => (diagonal, 7),
                'r' => (straight, 7),
                _ => (far == 1, 7),
            };
            for step in (1..=most).take_while(|_| fits) {
                let Some(to) = away(from, files * step, ranks * step).filter(|to| !self.own(*to)) else { break };
                targets.push(to);
                if self.other(to) {
                    break;
                }
            }
        }
        targets
    }

    fn pawn_targets(&self, from: usize) -> Vec<usize> {
        let up = if self.white { 1 } else { -1 };
        let sides = [-1, 1].into_iter().filter_map(|files| away(from, files, up));
        let mut targets: Vec<usize> = sides.filter(|to| self.other(*to) || self.passed == Some(*to)).collect();
        let one = away(from, 0, up).filter(|to| self.squares[*to] == '.');
        let second = from / 8 == if self.white { 1 } else { 6 };
        let two = one.filter(|_| second).and_then(|one| away(one, 0, up)).filter(|to| self.squares[*to] == '.');
        targets.extend(one.into_iter().chain(two));
        targets
    }

    /// Returns all legal moves. Each move has its start square, its target square, the letter of the promoted piece if
    /// any, and whether the move resets the clock.
    fn moves(&self) -> Vec<(usize, usize, Option<char>, bool)> {
        let mut all = vec![];
        for from in (0..64).filter(|square| self.own(*square)) {
            let pawn = self.squares[from].eq_ignore_ascii_case(&'p');
            for to in if pawn { self.pawn_targets(from) } else { self.targets(from) } {
                let capture = self.other(to) || pawn && self.passed == Some(to);
                let becomes = if pawn && [0, 7].contains(&(to / 8)) { "qrbnk".chars().map(Some).collect() } else { vec![None] };
                all.extend(becomes.into_iter().enumerate().map(|(order, becomes)| (from, to, order, becomes, capture, pawn)));
            }
        }
        let captures = all.iter().any(|found| found.4);
        all.retain(|found| found.4 == captures);
        all.sort();
        all.into_iter().map(|(from, to, _, becomes, capture, pawn)| (from, to, becomes, capture || pawn)).collect()
    }

    fn make(&self, (from, to, becomes, _): (usize, usize, Option<char>, bool)) -> Self {
        let mut next = Self { squares: self.squares.clone(), white: !self.white, passed: None };
        let letter = self.squares[from];
        let pawn = letter.eq_ignore_ascii_case(&'p');
        next.squares[from] = '.';
        next.squares[to] = becomes.map_or(letter, |letter| if self.white { letter.to_ascii_uppercase() } else { letter });
        if pawn && self.passed == Some(to) {
            next.squares[if self.white { to - 8 } else { to + 8 }] = '.';
        }
        let enemy = if self.white { 'p' } else { 'P' };
        let beside = [-1, 1].into_iter().filter_map(|files| away(to, files, 0)).any(|square| next.squares[square] == enemy);
        next.passed = (pawn && from.abs_diff(to) == 16 && beside).then_some(from.midpoint(to));
        next
    }

    fn text(&self) -> String {
        let mut ranks: Vec<String> = self.squares.chunks(8).rev().map(|rank| rank.iter().collect()).collect();
        for rank in &mut ranks {
            for count in (1..=8).rev() {
                *rank = rank.replace(&".".repeat(count), &count.to_string());
            }
        }
        let passed = self.passed.map_or("-".to_owned(), name);
        format!("{} {} - {passed}", ranks.join("/"), if self.white { 'w' } else { 'b' })
    }
}

fn name(square: usize) -> String {
    format!("{}{}", "abcdefgh".chars().nth(square % 8).unwrap(), square / 8 + 1)
}

#[test]
fn random_games() {
    // A linear congruential generator (Knuth, MMIX) makes every run play the same games.
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let starts = [
        "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr",
        "........PPPPPPPP................................pppppppp........",
        ".B...........................pPPP.p..pp.PpP.P.p.pPP.P..P..b..q..",
        "K..............P.P..P........p...........P.p..PPp.p..p.........k",
        "KKQQ............P.P.P............................p.p.p......kkqq",
        "R..............P.P.P.P..P.................p..ppp.............nnn",
    ];
    let game = joint();
    let (mut positions, mut promotions, mut en_passant) = (0, 0, 0);
    for round in 0..420 {
        let mut board = Board { squares: starts[round % starts.len()].chars().collect(), white: random(2) == 0, passed: None };
        for _ in 0..150 {
            let packed = position(&game, &board.text());
            let sides =
                [true, false].map(|white| board.squares.iter().any(|letter| *letter != '.' && letter.is_ascii_uppercase() == white));
            let expected = if sides == [true, true] { board.moves() } else { vec![] };
            let found = moves(&game, &packed);
            let named = |(from, to, becomes, _): &(usize, usize, Option<char>, bool)| {
                format!("{}{}{}", name(*from), name(*to), becomes.map(String::from).unwrap_or_default())
            };
            assert_eq!(
                found.iter().map(|(_, name)| name.clone()).collect::<Vec<_>>(),
                expected.iter().map(named).collect::<Vec<_>>(),
                "{}",
                board.text()
            );
            for ((played, _), other) in found.iter().zip(&expected) {
                let step = game.make(&packed, *played);
                let next = board.make(*other).text();
                assert_eq!((game.text(&step.position), step.zeroing), (next.clone(), other.3));
                assert_eq!(step.position, position(&game, &next));
            }
            if expected.is_empty() {
                break;
            }
            positions += 1;
            en_passant += u32::from(board.passed.is_some());
            let chosen = expected[random(expected.len())];
            promotions += u32::from(chosen.2.is_some());
            board = board.make(chosen);
        }
    }
    assert!(positions > 10_000 && promotions > 500 && en_passant > 50, "{positions} {promotions} {en_passant}");
}
