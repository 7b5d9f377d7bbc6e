//! Rules of losing chess in the checker, in the solver and in shakmaty (the library used by lichess, which implements
//! the rule set `international` as antichess). All three must agree on the moves, on the positions after them and on
//! the end of play.

use std::cmp::Ordering;

use gamecert_checker::Place;
use gamecert_checker::inspect::{AntichessGame, PackedPosition, Status};
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::{START, Setup};
use gamecert_solver::games::losing_chess::{Position, Stalemate};
use gamecert_tests::losing::{ALL_ROLES, RULES, Random, about_to_step, number_from, position, scattered, shut_in, with_checkers_rules};
use rayon::prelude::*;
use shakmaty::fen::Epd;
use shakmaty::variant::Antichess;
use shakmaty::{CastlingMode, Color, EnPassantMode, Position as _, PositionError, Role, Square};

/// Roles in shakmaty's type, in the order of [`ALL_ROLES`].
const ROLES: [Role; 6] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King, Role::Pawn];

/// One position in the three programs.
struct Three {
    checker: PackedPosition,
    solver: Position,
    shakmaty: Antichess,
}

/// Move in the order and notation of spec/rules/losing-chess.md.
type Code = (u32, u32, Option<usize>);

fn name((from, to, becomes): Code) -> String {
    let letter = becomes.map_or("", |place| ["q", "r", "b", "n", "k"][place]);
    format!("{}{}{letter}", Square::new(from), Square::new(to))
}

fn shakmatys(text: &str) -> Antichess {
    let epd = Epd::from_ascii(text.as_bytes()).unwrap();
    // Shakmaty objects to positions with more queens than a game can have, although they are valid here.
    epd.into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the outcome of a position without moves. This is a second implementation of section 3 of the specification.
fn outcome(rule: Stalemate, own: u32, others: u32) -> Option<bool> {
    let (own_side, other_side, drawn) = (Some(true), Some(false), None);
    if own == 0 {
        return own_side;
    }
    if others == 0 {
        return other_side;
    }
    let row = match rule {
        Stalemate::International => [own_side, own_side, own_side],
        Stalemate::Fics => [own_side, drawn, other_side],
        Stalemate::Joint => [own_side, drawn, drawn],
    };
    row[match own.cmp(&others) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }]
}

/// Counts of the features that the compared positions had.
#[derive(Clone, Copy, Debug, Default)]
struct FeatureCounts {
    positions: usize,
    moves: usize,
    /// Positions with one and with two captures en passant.
    en_passant: [usize; 2],
    promotions: usize,
    /// Positions in which a side has no units. `stalemates` counts those with fewer, equally many and more units.
    bare: usize,
    stalemates: [usize; 3],
}

impl FeatureCounts {
    fn and(mut self, other: Self) -> Self {
        let more = |numbers: &mut [usize], others: &[usize]| numbers.iter_mut().zip(others).for_each(|(number, other)| *number += other);
        more(&mut self.en_passant, &other.en_passant);
        more(&mut self.stalemates, &other.stalemates);
        self.positions += other.positions;
        self.moves += other.moves;
        self.promotions += other.promotions;
        self.bare += other.bare;
        self
    }
}

/// The checker's rules for each of the three rule sets.
struct Checker<'a>([&'a dyn AntichessGame; 3]);

fn with_checker<T>(look: impl FnOnce(&Checker<'_>) -> T) -> T {
    let [joint, international, fics] = RULES;
    with_checkers_rules(joint, |joint| {
        with_checkers_rules(international, |international| with_checkers_rules(fics, |fics| look(&Checker([joint, international, fics]))))
    })
}

impl Three {
    fn read(checker: &Checker<'_>, text: &str) -> Self {
        let words = checker.0[0].read(text, &Place::Byte(0)).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        Self { checker: words, solver: position(text), shakmaty: shakmatys(text) }
    }

    /// Returns whether the three programs have the same position.
    fn are_one(&self, checker: &Checker<'_>) -> bool {
        let (solver, shakmaty) = (&self.solver, &self.shakmaty);
        let board = shakmaty.board();
        checker.0[0].text(&self.checker) == solver.to_string()
            && ALL_ROLES.into_iter().zip(ROLES).all(|(ours, role)| solver.by_role(ours) == board.by_role(role).0)
            && solver.units(Colour::White) == board.white().0
            && solver.units(Colour::Black) == board.black().0
            && (solver.side() == Colour::White) == (shakmaty.turn() == Color::White)
            && solver.en_passant() == shakmaty.legal_ep_square().map(u32::from)
    }

    /// Compares the moves of this position and returns the positions after them, or none if play is over.
    fn compare(&self, checker: &Checker<'_>, totals: &mut FeatureCounts) -> Vec<Three> {
        let (solver, shakmaty) = (&self.solver, &self.shakmaty);
        let text = solver.to_string();
        assert!(self.are_one(checker), "{text}: three positions");
        let again = text.parse::<Setup>().unwrap().position;
        assert_eq!((again, again.key()), (*solver, solver.key()), "{text}: read by the solver");
        assert_eq!(checker.0[0].read(&text, &Place::Byte(0)), Ok(self.checker), "{text}: read by the checker");
        assert_eq!(Epd::from_position(shakmaty, EnPassantMode::Legal).to_string(), text, "shakmaty's text");
        totals.positions += 1;

        // Shakmaty generates moves even if the other side has no units. No such position can arise in play, because
        // play ends at once.
        let mut shakmatys: Vec<_> = if shakmaty.is_variant_end() { vec![] } else { shakmaty.legal_moves().into_iter().collect() };
        let code = |played: &shakmaty::Move| -> Code {
            let becomes = played.promotion().map(|role| ROLES.iter().position(|known| *known == role).unwrap());
            (played.from().unwrap().into(), played.to().into(), becomes)
        };
        shakmatys.sort_unstable_by_key(code);
        let codes: Vec<Code> = shakmatys.iter().map(code).collect();

        let solvers = solver.moves();
        let solvers_codes = solvers.iter().map(|played| {
            (played.from(), played.to(), played.promotion().map(|role| ALL_ROLES.iter().position(|other| *other == role).unwrap()))
        });
        assert_eq!(solvers_codes.collect::<Vec<Code>>(), codes, "{text}: the solver's moves");
        assert_eq!(solver.is_over(), codes.is_empty(), "{text}: is play over?");
        if solver.units(solver.side().other()) != 0 {
            assert_eq!(solver.mobility().moves() as usize, codes.len(), "{text}: the solver's number of moves");
        }

        let turn = if solver.side() == Colour::White { gamecert_checker::Colour::White } else { gamecert_checker::Colour::Black };
        let (own, others) = (solver.units(solver.side()).count_ones(), solver.units(solver.side().other()).count_ones());
        let mut checkers = vec![];
        for (rule, rules) in RULES.into_iter().zip(checker.0) {
            let play = rules.play(&self.checker, &mut checkers);
            if !codes.is_empty() {
                assert_eq!(play, Status::Goes(turn), "{text}");
                continue;
            }
            let won = outcome(rule, own, others);
            assert_eq!(play, Status::Over(won.map(|own| if own { turn } else { turn.other() })), "{text} {rule}: the checker's winner");
            let side = won.map(|own| if own { solver.side() } else { solver.side().other() });
            assert_eq!(rule.winner(solver), side, "{text} {rule}: the solver's winner");
            if rule == Stalemate::International && others > 0 {
                let winner = if solver.side() == Colour::White { Color::White } else { Color::Black };
                assert_eq!(shakmaty.variant_outcome().winner(), Some(winner), "{text}: shakmaty's winner");
            }
        }
        if codes.is_empty() {
            match own.cmp(&others) {
                _ if own == 0 || others == 0 => totals.bare += 1,
                order => totals.stalemates[(order as i8 + 1) as usize] += 1,
            }
            return vec![];
        }

        assert_eq!(checkers.len(), codes.len(), "{text}: the checker's moves");
        let mut en_passant = 0;
        let mut steps = Vec::with_capacity(codes.len());
        for (((code, in_checker), in_solver), in_shakmaty) in codes.into_iter().zip(checkers).zip(solvers).zip(shakmatys) {
            let name = name(code);
            assert_eq!(checker.0[0].name(in_checker), name, "{text}: the checker's moves");
            assert_eq!(in_solver.to_string(), name, "{text}: the solver's names");
            let step = checker.0[0].make(&self.checker, in_checker);
            assert_eq!(step.zeroing, in_shakmaty.is_zeroing(), "{text} {name}: the checker's clock");
            assert_eq!(solver.is_irreversible(in_solver), in_shakmaty.is_zeroing(), "{text} {name}: the solver's clock");
            let mut after = shakmaty.clone();
            after.play_unchecked(in_shakmaty);
            let three = Three { checker: step.position, solver: solver.after(in_solver), shakmaty: after };
            assert!(three.are_one(checker), "{text} {name}: {} {}", checker.0[0].text(&three.checker), three.solver);
            steps.push(three);
            en_passant += usize::from(in_shakmaty.is_en_passant());
            totals.promotions += usize::from(in_shakmaty.is_promotion());
        }
        totals.moves += steps.len();
        if let Some(number) = en_passant.checked_sub(1) {
            totals.en_passant[number] += 1;
        }
        steps
    }
}

/// Plays random games until `positions` positions have been compared. Moves that allow a capture en passant are
/// preferred.
fn wander(seed: u64, positions: usize) -> FeatureCounts {
    let mut random = Random::new(seed);
    let mut totals = FeatureCounts::default();
    with_checker(|checker| {
        while totals.positions < positions {
            let (root, moves) = match random.below(16) {
                0 => (position(START), 120),
                1 => {
                    let (white, black) = (random.below(17), random.below(16) + 1);
                    (scattered(&mut random, white, black), 60)
                }
                2..8 => (shut_in(&mut random), 4),
                _ => (about_to_step(&mut random), 8),
            };
            let mut here = Three::read(checker, &root.to_string());
            for _ in 0..=random.below(moves) {
                if totals.positions >= positions {
                    break;
                }
                let mut steps = here.compare(checker, &mut totals);
                if steps.is_empty() {
                    break;
                }
                let doubles: Vec<usize> = (0..steps.len()).filter(|step| steps[*step].solver.en_passant().is_some()).collect();
                let number = if doubles.is_empty() || random.below(4) == 0 { random.below(steps.len()) } else { random.of(&doubles) };
                here = steps.swap_remove(number);
            }
        }
    });
    totals
}

#[test]
fn random_positions() {
    const PORTION: usize = 500;
    // The gate sets a million.
    let positions = number_from("GAMECERT_POSITIONS", 20_000);
    let portions = 0..positions.div_ceil(PORTION) as u64;
    let totals = portions.into_par_iter().map(|seed| wander(seed, PORTION)).reduce(FeatureCounts::default, FeatureCounts::and);
    // Every special feature must occur often.
    let [fewer, as_many, more] = totals.stalemates;
    let [one, two] = totals.en_passant;
    for (count, one_in) in [(one, 40), (two, 80), (totals.promotions, 10), (totals.bare, 40), (fewer, 100), (as_many, 200), (more, 500)] {
        assert!(count * one_in > totals.positions, "{count} in {totals:?}");
    }
}

/// Counts the sequences of `depth` moves in each of the three programs.
fn perft(text: &str, depth: u32) -> [u64; 3] {
    fn checkers(rules: &dyn AntichessGame, words: &PackedPosition, depth: u32) -> u64 {
        let mut moves = vec![];
        match rules.play(words, &mut moves) {
            Status::Over(_) => 0,
            Status::Goes(_) if depth == 1 => moves.len() as u64,
            Status::Goes(_) => moves.into_iter().map(|played| checkers(rules, &rules.make(words, played).position, depth - 1)).sum(),
        }
    }
    fn solvers(position: &Position, depth: u32) -> u64 {
        let moves = position.moves();
        if depth == 1 { moves.len() as u64 } else { moves.into_iter().map(|played| solvers(&position.after(played), depth - 1)).sum() }
    }
    let checkers = with_checkers_rules(Stalemate::Joint, |rules| checkers(rules, &rules.read(text, &Place::Byte(0)).unwrap(), depth));
    [checkers, solvers(&position(text), depth), shakmaty::perft(&shakmatys(text), depth)]
}

#[test]
fn sequences_from_the_start() {
    for (depth, count) in (1..).zip([20, 400, 8067, 153_299, 2_732_672, 46_264_162]) {
        assert_eq!(perft(START, depth), [count; 3], "{depth}");
    }
}

#[test]
fn sequences_from_tricky_positions() {
    let text = include_str!("../../spec/vectors/losing-chess.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
    let wrong: Vec<String> = lines
        .par_iter()
        .filter_map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [title, position, counts] = fields[..] else { panic!("three fields in: {line}") };
            let expected: Vec<u64> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
            let found: Vec<_> = (1..).take(expected.len()).map(|depth| perft(position, depth)).collect();
            (found != expected.iter().map(|count| [*count; 3]).collect::<Vec<_>>()).then(|| format!("{title}: {position}: {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(lines.len() >= 30, "{} positions", lines.len());
}

#[test]
fn en_passant_squares_where_no_pawn_can_capture() {
    // FEN may name the square after every double step. The solver drops a square that allows no capture, and the
    // checker refuses it.
    for (text, same) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - e3", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -"),
        ("8/8/8/8/n1P2p2/8/8/8 b - c3", "8/8/8/8/n1P2p2/8/8/8 b - -"),
        ("8/8/8/P6p/8/8/8/8 w - h6", "8/8/8/P6p/8/8/8/8 w - -"),
    ] {
        assert_eq!(position(text), position(same));
        assert_eq!(Epd::from_position(&shakmatys(text), EnPassantMode::Legal).to_string(), same);
        let refused = with_checkers_rules(Stalemate::Joint, |rules| rules.read(text, &Place::Byte(0)));
        assert_eq!(refused.unwrap_err().code(), "losing-chess/en_passant", "{text}");
    }
}
