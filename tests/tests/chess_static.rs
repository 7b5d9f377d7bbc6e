//! What the checker sees without moving, against play: where it says that a side cannot mate, all positions that can be reached are searched for a mate,
//! by the rules of shakmaty.

use std::collections::HashSet;

use checker::{Colour, Place};
use gamecert_tests::chess::{SIDES, pawns, shut, sparse, walled, with_checkers_rules};
use gamecert_tests::losing::{Random, wanted};
use rayon::prelude::*;
use shakmaty::fen::Epd;
use shakmaty::{CastlingMode, Chess, Color, Position as _, PositionError};

/// A search of what can be reached is given up at so many positions.
const MOST: usize = 20_000;

/// How often something was met.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    positions: usize,
    /// Questions, two for each position, that the static argument, and the material, answers.
    statically: usize,
    by_material: usize,
    /// Of these, those confirmed by everything that can be reached; and those of the static argument among them from which much can be reached.
    finished: usize,
    large: usize,
    /// Questions not answered where a search finds a mate.
    mates: usize,
}

impl Met {
    fn and(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            statically: self.statically + other.statically,
            by_material: self.by_material + other.by_material,
            finished: self.finished + other.finished,
            large: self.large + other.large,
            mates: self.mates + other.mates,
        }
    }
}

/// What a search of everything that can be reached finds.
struct Reached {
    positions: usize,
    finished: bool,
    /// Whether White and whether Black has mated somewhere.
    mates: [bool; 2],
}

/// Searches what can be reached from a position.
fn reached(text: &str, most: usize) -> Reached {
    let root: Chess = Epd::from_ascii(text.as_bytes())
        .unwrap()
        .into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut known = HashSet::from([root.clone()]);
    let mut open = vec![root];
    let mut mates = [false; 2];
    let mut dealt = 0;
    while dealt < open.len() && known.len() < most {
        let position = open[dealt].clone();
        dealt += 1;
        if position.is_checkmate() {
            mates[usize::from(position.turn() == Color::White)] = true;
        }
        for played in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(played);
            if known.insert(after.clone()) {
                open.push(after);
            }
        }
    }
    let finished = dealt == open.len();
    // What has been met and not dealt with may be mate too.
    for position in open[dealt..].iter().filter(|position| position.is_checkmate()) {
        mates[usize::from(position.turn() == Color::White)] = true;
    }
    Reached { positions: open.len(), finished, mates }
}

fn ask(seed: u64, positions: usize) -> Met {
    let mut random = Random::new(seed);
    let mut met = Met::default();
    with_checkers_rules(|rules| {
        while met.positions < positions {
            let text = match random.below(8) {
                0 => pawns(&mut random, rules),
                1..3 => sparse(&mut random, rules),
                3..5 => walled(&mut random, rules),
                _ => shut(&mut random, rules),
            };
            let words = rules.read(&text, &Place::Byte(0)).unwrap();
            let statically = SIDES.map(|side| rules.statically(&words, side));
            let by_material = SIDES.map(|side| rules.material(&words, side));
            met.positions += 1;
            met.statically += statically.iter().filter(|verdict| **verdict).count();
            met.by_material += by_material.iter().filter(|verdict| **verdict).count();
            let both: Vec<bool> = statically.iter().zip(by_material).map(|(one, other)| *one || other).collect();
            if both == [false, false] {
                continue;
            }
            let mated_at_once = matches!(rules.play(&words, &mut vec![]), checker::Play::Over(Some(_)));
            let reached = reached(&text, MOST);
            for (side, found) in SIDES.into_iter().zip(reached.mates) {
                let number = usize::from(side == Colour::Black);
                // The material is asked about only where play goes on.
                let claimed = statically[number] || by_material[number] && !mated_at_once;
                assert!(!(claimed && found), "{text}: {side:?} can mate; static {statically:?}, material {by_material:?}");
                met.mates += usize::from(found);
                met.finished += usize::from(claimed && reached.finished);
                met.large += usize::from(statically[number] && reached.finished && reached.positions > 1000);
            }
        }
    });
    met
}

#[test]
fn nobody_mates_who_cannot() {
    const PORTION: usize = 20;
    let positions = wanted("GAMECERT_POSITIONS", 1000);
    let portions = 0..positions.div_ceil(PORTION) as u64;
    let met = portions.into_par_iter().map(|seed| ask(seed, PORTION)).reduce(Met::default, Met::and);
    println!("{met:?}");
    for (count, one_in) in [(met.statically, 6), (met.by_material, 6), (met.finished, 8), (met.large, 50), (met.mates, 50)] {
        assert!(count * one_in > met.positions, "{count} in {met:?}");
    }
}
