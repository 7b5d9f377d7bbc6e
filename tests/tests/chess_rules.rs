//! Chess rules of the checker, of the solver and of shakmaty (the library used by lichess). All three must agree on the
//! moves, on the positions after them and on the end of play. Checker and solver must also agree on move order, packed
//! form and insufficient material.

use gamecert_checker::inspect::{HelpmateGame, PackedPosition, Status};
use gamecert_checker::{Colour, Place};
use gamecert_tests::chess::{SIDES, START, pawns, scattered, sparse, walled, with_checkers_rules};
use gamecert_tests::losing::{Random, number_from};
use gamecert_tests::reached::shakmatys;
use gamecert_tests::unwinnable::{colour, side, solvers};
use gamecert_unwinnable::{End, Position};
use rayon::prelude::*;
use shakmaty::fen::Epd;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position as _};

fn text(position: &Chess) -> String {
    // The text names the en passant square whenever an enemy pawn stands beside the pawn that has made the double step.
    Epd::from_position(position, EnPassantMode::PseudoLegal).to_string()
}

/// Counts of the features that the compared positions had.
#[derive(Clone, Copy, Debug, Default)]
struct FeatureCounts {
    positions: usize,
    moves: usize,
    promotions: usize,
    castlings: usize,
    en_passant: usize,
    /// Positions in which a pawn stands beside one that has made a double step and cannot capture it.
    not_en_passant: usize,
    checks: usize,
    double_checks: usize,
    mates: usize,
    stalemates: usize,
}

impl FeatureCounts {
    fn and(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            moves: self.moves + other.moves,
            promotions: self.promotions + other.promotions,
            castlings: self.castlings + other.castlings,
            en_passant: self.en_passant + other.en_passant,
            not_en_passant: self.not_en_passant + other.not_en_passant,
            checks: self.checks + other.checks,
            double_checks: self.double_checks + other.double_checks,
            mates: self.mates + other.mates,
            stalemates: self.stalemates + other.stalemates,
        }
    }
}

/// Returns the sort key of a move in move order, from the move's name.
fn order(name: &str) -> (usize, usize, usize) {
    let square = |name: &str| {
        let bytes = name.as_bytes();
        usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
    };
    (square(&name[0..2]), square(&name[2..4]), name.get(4..5).and_then(|letter| "qrbn".find(letter)).unwrap_or(0))
}

/// One position in the types of the checker, shakmaty and the solver.
type Thrice = (PackedPosition, Chess, Position);

/// Compares the solver's position with the checker's: text, packed form, end of play and material. The text is also
/// read again.
fn compare_solvers(rules: &dyn HelpmateGame, words: &PackedPosition, position: &Position, play: Status) {
    let text = rules.text(words);
    assert_eq!(position.to_string(), text);
    let packed = position.packed();
    assert_eq!(rules.unpack(&packed, &Place::Byte(0)), Ok(*words), "{text}");
    let read = solvers(&text);
    assert_eq!((read.to_string(), read.packed(), read.key()), (text.clone(), packed, position.key()));
    let end = match play {
        Status::Goes(turn) => {
            assert_eq!(colour(position.to_move()), turn, "{text}");
            None
        }
        Status::Over(None) => Some(End::Stalemate),
        Status::Over(Some(winner)) => Some(End::Mate(side(winner))),
    };
    assert_eq!((position.end(), position.has_legal_moves()), (end, end.is_none()), "{text}");
    // Another test covers the static argument for positions without castling rights and en passant squares.
    let special = !text.ends_with("- -");
    for winner in SIDES {
        assert_eq!(position.has_insufficient_material(side(winner)), rules.material(words, winner), "{text} {winner:?}");
        if special {
            assert_eq!(position.static_argument_holds(side(winner)), rules.statically(words, winner), "{text} {winner:?}");
        }
    }
}

/// Compares the moves of a position and returns the positions after them, or none if play is over.
fn compare(rules: &dyn HelpmateGame, (words, position, solvers): &Thrice, totals: &mut FeatureCounts) -> Vec<Thrice> {
    let written = text(position);
    assert_eq!(rules.text(words), written);
    assert_eq!(rules.read(&written, &Place::Byte(0)), Ok(*words), "{written}");
    totals.positions += 1;
    totals.checks += usize::from(position.is_check());
    totals.double_checks += usize::from(position.checkers().count() > 1);

    let mut expected: Vec<(String, shakmaty::Move)> =
        position.legal_moves().into_iter().map(|played| (played.to_uci(CastlingMode::Standard).to_string(), played)).collect();
    expected.sort_by_key(|(name, _)| order(name));
    let turn = if position.turn() == Color::White { Colour::White } else { Colour::Black };
    let mut moves = vec![];
    let play = rules.play(words, &mut moves);
    compare_solvers(rules, words, solvers, play);
    let legal = solvers.legal_moves();
    assert_eq!(legal.count() as usize, expected.len(), "{written}");
    if expected.is_empty() {
        totals.mates += usize::from(position.is_checkmate());
        totals.stalemates += usize::from(position.is_stalemate());
        assert_eq!(play, Status::Over(position.is_checkmate().then(|| turn.other())), "{written}");
        return vec![];
    }
    assert_eq!(play, Status::Goes(turn), "{written}");
    let names: Vec<String> = moves.iter().map(|played| rules.name(*played)).collect();
    assert_eq!(names, expected.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), "{written}");

    let mut in_solver = Vec::with_capacity(moves.len());
    legal.for_each(|played| in_solver.push(played));
    assert_eq!(in_solver.iter().map(ToString::to_string).collect::<Vec<_>>(), names, "{written}");

    let mut steps = Vec::with_capacity(moves.len());
    let mut captures = 0;
    for (number, (played, (name, in_shakmaty))) in moves.into_iter().zip(expected).enumerate() {
        let step = rules.make(words, played);
        assert_eq!(step.zeroing, in_shakmaty.is_zeroing(), "{written} {name}");
        totals.promotions += usize::from(in_shakmaty.is_promotion());
        totals.castlings += usize::from(in_shakmaty.is_castle());
        captures += usize::from(in_shakmaty.is_en_passant());
        let mut after = position.clone();
        after.play_unchecked(in_shakmaty);
        assert_eq!(rules.text(&step.position), text(&after), "{written} {name}");
        assert_eq!(legal.index(in_solver[number]) as usize, number, "{written} {name}");
        let solvers = solvers.after(in_solver[number]);
        assert_eq!(solvers.to_string(), rules.text(&step.position), "{written} {name}");
        assert_eq!(rules.unpack(&solvers.packed(), &Place::Byte(0)), Ok(step.position), "{written} {name}");
        steps.push((step.position, after, solvers));
    }
    totals.moves += steps.len();
    totals.en_passant += captures;
    totals.not_en_passant += usize::from(captures == 0 && position.pseudo_legal_ep_square().is_some());
    steps
}

/// Plays random games until `positions` positions have been compared.
fn wander(seed: u64, positions: usize) -> FeatureCounts {
    let mut random = Random::new(seed);
    let mut totals = FeatureCounts::default();
    with_checkers_rules(|rules| {
        while totals.positions < positions {
            let (root, moves) = match random.below(32) {
                0 => (START.to_owned(), 120),
                1..8 => (scattered(&mut random, rules), 12),
                8..12 => (walled(&mut random, rules), 8),
                12..16 => (sparse(&mut random, rules), 4),
                _ => (pawns(&mut random, rules), 8),
            };
            let position = shakmatys(&root);
            let words = rules.read(&text(&position), &Place::Byte(0)).unwrap_or_else(|refusal| panic!("{root}: {refusal}"));
            let mut thrice = (words, position, solvers(&root));
            for _ in 0..=random.below(moves) {
                let mut steps = compare(rules, &thrice, &mut totals);
                if steps.is_empty() || totals.positions >= positions {
                    break;
                }
                // Double steps, checks and ends of play are preferred.
                let special =
                    |(_, after, _): &Thrice| after.pseudo_legal_ep_square().is_some() || after.is_check() || after.legal_moves().is_empty();
                let preferred: Vec<usize> = (0..steps.len()).filter(|step| special(&steps[*step])).collect();
                let number = if preferred.is_empty() || random.below(3) == 0 { random.below(steps.len()) } else { random.of(&preferred) };
                thrice = steps.swap_remove(number);
            }
        }
    });
    totals
}

#[test]
fn random_positions() {
    const PORTION: usize = 500;
    let positions = number_from("GAMECERT_POSITIONS", 30_000);
    let portions = 0..positions.div_ceil(PORTION) as u64;
    let totals = portions.into_par_iter().map(|seed| wander(seed, PORTION)).reduce(FeatureCounts::default, FeatureCounts::and);
    println!("{totals:?}");
    // Every special feature must occur often.
    let counts = [
        (totals.promotions, 10),
        (totals.castlings, 100),
        (totals.en_passant, 50),
        (totals.not_en_passant, 5000),
        (totals.checks, 10),
        (totals.double_checks, 500),
        (totals.mates, 500),
        (totals.stalemates, 3000),
    ];
    for (count, one_in) in counts {
        assert!(count * one_in > totals.positions, "{count} in {totals:?}");
    }
}
