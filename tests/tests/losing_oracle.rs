//! Winners in small endings of losing chess, from retrograde analysis by shakmaty's rules (K. Thompson, *Retrograde
//! analysis of certain endgames*, 1986). The solver's search must find exactly these wins, and the checker must confirm
//! them.

use std::collections::HashMap;

use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::Stalemate;
use gamecert_tests::losing::{RULES, Random, Verdict, deep, emitted, number, number_from, position, search};
use rayon::prelude::*;
use shakmaty::fen::Epd;
use shakmaty::variant::Antichess;
use shakmaty::{Bitboard, Board, CastlingMode, Color, EnPassantMode, Position as _, Role, Setup, Square};

/// Encodes a position of at most three units as a number.
fn key(position: &Antichess) -> u64 {
    let board = position.board();
    let unit = |square: Square| {
        let piece = board.piece_at(square).map_or(0, |piece| 2 * piece.role as u64 + u64::from(piece.color == Color::White));
        u64::from(square) << 4 | piece
    };
    let units = board.occupied().into_iter().fold(0, |units, square| units << 10 | unit(square));
    let passed = position.legal_ep_square().map_or(64, u64::from);
    units << 8 | passed << 1 | u64::from(position.turn() == Color::White)
}

/// All positions reachable from the placements of some units, with their successors and predecessors.
struct Endings {
    positions: Vec<Antichess>,
    /// Successors of each position. Positions in which play is over have none.
    next: Vec<Vec<u32>>,
    /// Predecessors of each position.
    before: Vec<Vec<u32>>,
    /// Number of initial placements. They come first in `positions`.
    roots: usize,
}

/// For each position, the number of plies within which the side wins, or `None`.
type Wins = Vec<Option<u32>>;

impl Endings {
    /// Generates all placements of these units with either side to move, and everything reachable from them.
    fn generate(units: &[(Color, Role)]) -> Self {
        let mut boards = vec![Board::empty()];
        for &(color, role) in units {
            let squares = |board: &Board| {
                let free = !board.occupied() & if role == Role::Pawn { !Bitboard::BACKRANKS } else { Bitboard::FULL };
                free.into_iter().collect::<Vec<_>>()
            };
            let with = |board: &Board, square| {
                let mut board = board.clone();
                board.set_piece_at(square, role.of(color));
                board
            };
            boards =
                boards.iter().flat_map(|board| squares(board).into_iter().map(|square| with(board, square)).collect::<Vec<_>>()).collect();
        }
        let mut endings = Self { positions: Vec::new(), next: Vec::new(), before: Vec::new(), roots: 0 };
        let mut numbers = HashMap::new();
        for board in boards {
            for turn in Color::ALL {
                let setup = Setup { board: board.clone(), turn, ..Setup::empty() };
                let position: Antichess = setup.position(CastlingMode::Standard).unwrap();
                endings.number(&mut numbers, position);
            }
        }
        endings.roots = endings.positions.len();
        while endings.next.len() < endings.positions.len() {
            let position = endings.positions[endings.next.len()].clone();
            let mut next = Vec::new();
            if !position.is_variant_end() {
                for played in position.legal_moves() {
                    let mut after = position.clone();
                    after.play_unchecked(played);
                    next.push(endings.number(&mut numbers, after));
                }
            }
            endings.next.push(next);
        }
        endings.before = vec![Vec::new(); endings.next.len()];
        for (from, next) in endings.next.iter().enumerate() {
            next.iter().for_each(|to| endings.before[*to as usize].push(from as u32));
        }
        endings
    }

    fn number(&mut self, numbers: &mut HashMap<u64, u32>, position: Antichess) -> u32 {
        *numbers.entry(key(&position)).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() as u32 - 1
        })
    }

    /// Computes the forced wins of a side. Positions that the analysis does not reach are lost, drawn or endless, so
    /// they are not wins.
    fn wins(&self, rule: Stalemate, winner: Color) -> Wins {
        let mut left: Vec<usize> = self.next.iter().map(Vec::len).collect();
        let mut wins: Wins = vec![None; self.next.len()];
        let mut waiting: Vec<u32> = (0..self.next.len() as u32).filter(|at| self.is_won(*at, rule, winner)).collect();
        waiting.iter().for_each(|at| wins[*at as usize] = Some(0));
        // Positions are processed by increasing distance, so the last refuted move is the longest defence.
        for moves in 1.. {
            let mut then = Vec::new();
            for at in std::mem::take(&mut waiting) {
                for &from in &self.before[at as usize] {
                    left[from as usize] -= 1;
                    let forced = self.positions[from as usize].turn() == winner || left[from as usize] == 0;
                    if forced && wins[from as usize].is_none() {
                        wins[from as usize] = Some(moves);
                        then.push(from);
                    }
                }
            }
            if then.is_empty() {
                break;
            }
            waiting = then;
        }
        wins
    }

    /// Returns whether play is over and the side has won, according to the specification's table.
    fn is_won(&self, at: u32, rule: Stalemate, winner: Color) -> bool {
        let position = &self.positions[at as usize];
        let [own, others] = [winner, !winner].map(|color| position.board().by_color(color).count());
        if own == 0 || others == 0 {
            return own == 0;
        }
        let stalemated = position.turn() == winner;
        self.next[at as usize].is_empty()
            && match rule {
                Stalemate::International => stalemated,
                Stalemate::Fics => own < others,
                Stalemate::Joint => stalemated && own < others,
            }
    }

    fn text(&self, at: usize) -> String {
        Epd::from_position(&self.positions[at], EnPassantMode::Legal).to_string()
    }
}

/// Counts of the results.
#[derive(Clone, Copy, Debug, Default)]
struct ResultCounts {
    won: usize,
    not_won: usize,
    /// Searches that stopped at their limit: in positions that are not won (`open`) and in won positions (`missed`).
    open: usize,
    missed: usize,
}

/// Searches every `every`-th position on average for wins of either side under each rule set.
fn compare(endings: &Endings, roots: usize, every: usize) -> ResultCounts {
    // A search of a position that is not won may run for long because positions repeat, so its limit is lower. Nearly
    // all wins are found within the higher limit.
    let evaluations = |won: bool| 1 << if won { 18 } else { 13 };
    let cases: Vec<(Stalemate, Color)> = RULES.into_iter().flat_map(|rule| Color::ALL.map(|color| (rule, color))).collect();
    let judge = |(seed, &(rule, color)): (usize, &(Stalemate, Color))| {
        let wins = endings.wins(rule, color);
        let winner = if color == Color::White { Colour::White } else { Colour::Black };
        let mut totals = ResultCounts::default();
        let mut random = Random::new(seed as u64);
        let mut at = random.below(every);
        while at < roots {
            let text = endings.text(at);
            match (search(rule, winner, &position(&text), evaluations(wins[at].is_some())), wins[at]) {
                (Verdict::Won(proof), Some(moves)) => {
                    totals.won += 1;
                    assert!(proof.longest >= moves, "{rule} {text}: {winner:?} wins within {}, but not before {moves}", proof.longest);
                    let bytes = emitted(rule, &text, 0, winner, &proof);
                    let verified = gamecert_checker::verify(&bytes, &mut gamecert_checker::NoSource)
                        .unwrap_or_else(|refusal| panic!("{rule} {text}: {refusal}"));
                    let claim: &gamecert_checker::losing::Claim = verified.claim_as().unwrap();
                    let claimed = (u64::from(claim.positions), claim.longest, u32::from(claim.winner == gamecert_checker::Colour::Black));
                    assert_eq!(claimed, (proof.positions, proof.longest.into(), number(winner)), "{rule} {text}");
                }
                (Verdict::NotWon, None) => totals.not_won += 1,
                (Verdict::Open, None) => totals.open += 1,
                (Verdict::Won(_), None) => panic!("{rule} {text}: {winner:?} cannot win"),
                (Verdict::Open, Some(_)) => totals.missed += 1,
                (Verdict::NotWon, Some(moves)) => panic!("{rule} {text}: {winner:?} wins within {moves} moves"),
            }
            at += 1 + random.below(2 * every - 1);
        }
        totals
    };
    let parts: Vec<ResultCounts> = cases.par_iter().enumerate().map(|case| deep(|| judge(case))).collect();
    let sum = |of: fn(&ResultCounts) -> usize| parts.iter().map(of).sum();
    ResultCounts {
        won: sum(|totals| totals.won),
        not_won: sum(|totals| totals.not_won),
        open: sum(|totals| totals.open),
        missed: sum(|totals| totals.missed),
    }
}

fn assert_decided(totals: ResultCounts) {
    assert!(
        totals.won > 100 && totals.not_won > 100 && totals.missed * 10 < totals.won && totals.open < totals.won + totals.not_won,
        "{totals:?}"
    );
}

/// Returns the average distance between searched positions. The gate searches more positions.
fn every(positions: usize) -> usize {
    (positions / number_from("GAMECERT_ENDINGS", 200)).max(1)
}

#[test]
fn every_ending_with_two_units() {
    // Pawns promote to all other roles.
    let endings = Endings::generate(&[(Color::White, Role::Pawn), (Color::Black, Role::Pawn)]);
    let all = endings.positions.len();
    assert!(all > 36 * 2 * 48 * 47, "{all} positions");
    assert_decided(compare(&endings, all, every(all)));
}

#[test]
fn endings_with_three_units() {
    let endings = [
        ([Role::Knight, Role::King], Role::Rook),
        ([Role::Bishop, Role::Knight], Role::King),
        ([Role::Rook, Role::Queen], Role::Knight),
        ([Role::Bishop, Role::Bishop], Role::King),
    ];
    // Each ending takes a second or two, so the suite tests only one.
    for ([one, other], black) in endings.into_iter().take(number_from("GAMECERT_ENDINGS", 200).div_ceil(200)) {
        let endings = Endings::generate(&[(Color::White, one), (Color::White, other), (Color::Black, black)]);
        let totals = compare(&endings, endings.roots, every(endings.roots));
        println!("{one:?} and {other:?} against {black:?}: {totals:?}");
        assert_decided(totals);
    }
}
