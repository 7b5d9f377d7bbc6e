//! The skeleton argument in its two implementations. Solver and checker must give the same verdict on every position,
//! with the same number of skeletons. If the argument holds, the test searches all reachable positions for a mate by
//! the rules of shakmaty. If they are too many, it plays random games instead.

use gamecert_checker::Place;
use gamecert_checker::inspect::{Argument, HelpmateGame, PackedPosition, Status};
use gamecert_tests::chess::{SIDES, mutated, passing, pawns, promoting, shut, sparse, stepped, stuck, walled, with_checkers_rules};
use gamecert_tests::losing::{Random, number_from};
use gamecert_tests::reached::{played, reached};
use gamecert_tests::unwinnable::{Known, labelled, side, solvers};
use gamecert_unwinnable::arguments::{Outcome, SkeletonArgument};
use gamecert_unwinnable::{BitBoard, Role, Square};
use rayon::prelude::*;

/// Greatest number of skeletons.
const MAX_SKELETONS: u32 = 2_000;
/// Number of positions at which a search of the reachable positions stops.
const MOST: usize = 20_000;
/// Greatest number of tracked pieces.
const MAX_FOLLOWED: u32 = 8;
/// Number and length of the random games after a search that stopped at its limit.
const GAMES: (usize, usize) = (3, 60);

/// Counts of the verdicts. A position has two questions, one for each side.
#[derive(Clone, Copy, Debug, Default)]
struct VerdictCounts {
    positions: usize,
    /// Questions that the argument settles. `beyond` counts those that the static argument does not settle.
    holds: usize,
    beyond: usize,
    /// Settled questions for which pieces were tracked.
    tracked: usize,
    /// Settled questions confirmed by a complete search of the reachable positions.
    finished: usize,
    /// Questions for which a search found a mate.
    mates: usize,
}

impl VerdictCounts {
    fn and(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            holds: self.holds + other.holds,
            beyond: self.beyond + other.beyond,
            tracked: self.tracked + other.tracked,
            finished: self.finished + other.finished,
            mates: self.mates + other.mates,
        }
    }
}

/// Returns for White and for Black whether the argument holds with these squares tracked. Panics if solver and checker
/// differ.
fn holds(
    rules: &dyn HelpmateGame,
    skeletons: &mut SkeletonArgument,
    (text, words): (&str, &PackedPosition),
    tracked: BitBoard,
) -> [bool; 2] {
    let position = solvers(text);
    SIDES.map(|winner| {
        let seen = skeletons.argue(&position, side(winner), tracked, MAX_SKELETONS);
        match (rules.by_skeletons(words, winner, tracked.0, MAX_SKELETONS), seen) {
            (Argument::Holds(count), Outcome::Holds { skeletons }) if count == skeletons => true,
            (Argument::Castling, Outcome::Castling) => false,
            // If the argument fails for two reasons, each program may report either.
            (Argument::Fails(_) | Argument::TooMany, Outcome::MayMate | Outcome::TooMany) => false,
            differing => panic!("{text}, {winner:?}, {tracked:?} tracked: {differing:?}"),
        }
    })
}

/// Returns the squares of queens, rooks, bishops and knights.
fn pieces(text: &str) -> BitBoard {
    let position = solvers(text);
    let board = position.board();
    board.occupied() & !board.pieces(Role::King) & !board.pieces(Role::Pawn)
}

/// Returns a random subset of the squares, often empty and never larger than can be tracked.
fn some(random: &mut Random, set: BitBoard) -> BitBoard {
    let one_in = 1 + random.below(4);
    if random.below(3) == 0 {
        return BitBoard::EMPTY;
    }
    set.into_iter().filter(|_| random.below(one_in) == 0).take(MAX_FOLLOWED as usize).fold(BitBoard::EMPTY, |all, one| all | one.bitboard())
}

fn by_chance(random: &mut Random, rules: &dyn HelpmateGame, real: &[String]) -> String {
    let before = match random.below(16) {
        0 => pawns(random, rules),
        1 => sparse(random, rules),
        2..4 => walled(random, rules),
        4..6 => promoting(random, rules),
        6..9 => stuck(random, rules),
        9 => passing(random, rules),
        10 => shut(random, rules),
        _ => {
            let text = &real[random.below(real.len())];
            mutated(random, rules, text)
        }
    };
    if random.below(4) == 0 { stepped(random, rules, &before).unwrap_or(before) } else { before }
}

fn ask(seed: u64, positions: usize, real: &[String]) -> VerdictCounts {
    let mut random = Random::new(seed);
    let (mut totals, mut skeletons) = (VerdictCounts::default(), SkeletonArgument::default());
    with_checkers_rules(|rules| {
        while totals.positions < positions {
            let text = by_chance(&mut random, rules, real);
            let words = rules.read(&text, &Place::Byte(0)).unwrap();
            if matches!(rules.play(&words, &mut vec![]), Status::Over(_)) {
                continue;
            }
            totals.positions += 1;
            let tracked = some(&mut random, pieces(&text));
            let holds = holds(rules, &mut skeletons, (&text, &words), tracked);
            if holds == [false, false] && random.below(4) > 0 {
                continue;
            }
            let found = reached(&text, MOST);
            let games = if found.finished { [false, false] } else { played(&text, &mut random, GAMES) };
            for (number, side) in SIDES.into_iter().enumerate() {
                let mates = found.mates[number] || games[number];
                assert!(!(holds[number] && mates), "{text}: {side:?} can mate");
                totals.mates += usize::from(mates);
                totals.holds += usize::from(holds[number]);
                totals.beyond += usize::from(holds[number] && !rules.statically(&words, side));
                totals.tracked += usize::from(holds[number] && !tracked.is_empty());
                totals.finished += usize::from(holds[number] && found.finished);
            }
        }
    });
    totals
}

/// Returns the real positions with their labels, and for each side whether the argument holds and whether it holds
/// where the static argument does not. Both are false if play is over.
fn real() -> Vec<(Known, [[bool; 2]; 2])> {
    let ask = |mut known: Known| {
        with_checkers_rules(|rules| {
            known.text = solvers(&known.text).to_string();
            let words = rules.read(&known.text, &Place::Byte(0)).unwrap();
            let goes_on = matches!(rules.play(&words, &mut vec![]), Status::Goes(_));
            let mut skeletons = SkeletonArgument::default();
            // The tracked sets are the empty set, each single piece, and all pieces.
            let pieces = pieces(&known.text);
            let choices = pieces.into_iter().map(Square::bitboard).chain([BitBoard::EMPTY, pieces]).filter(|set| set.len() <= MAX_FOLLOWED);
            let each: Vec<_> = choices.map(|tracked| holds(rules, &mut skeletons, (&known.text, &words), tracked)).collect();
            let holds = [0, 1].map(|number| goes_on && each.iter().any(|holds| holds[number]));
            let beyond = [0, 1].map(|number| holds[number] && !rules.statically(&words, SIDES[number]));
            (known, [holds, beyond])
        })
    };
    labelled().into_par_iter().map(ask).collect()
}

#[test]
fn nobody_mates_where_the_argument_holds() {
    const PORTION: usize = 20;
    let positions = number_from("GAMECERT_POSITIONS", 1_000);
    let (mut fortresses, mut beyond_static) = (Vec::new(), 0);
    for (known, [holds, beyond]) in real() {
        for number in 0..2 {
            assert!(!(holds[number] && known.can[number] == Some(true)), "{}: {:?} can mate", known.text, SIDES[number]);
        }
        if beyond != [false, false] {
            beyond_static += beyond.iter().filter(|answered| **answered).count();
            fortresses.push(known.text);
        }
    }
    println!("{beyond_static} questions about {} real positions answered beyond the static argument", fortresses.len());
    assert!(beyond_static > 100);

    let portions = 0..positions.div_ceil(PORTION) as u64;
    let totals = portions.into_par_iter().map(|seed| ask(seed, PORTION, &fortresses)).reduce(VerdictCounts::default, VerdictCounts::and);
    println!("{totals:?}");
    for (count, one_in) in [(totals.holds, 6), (totals.beyond, 10), (totals.tracked, 30), (totals.finished, 10), (totals.mates, 50)] {
        assert!(count * one_in > totals.positions, "{count} in {totals:?}");
    }
}
