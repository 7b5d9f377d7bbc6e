//! What can be reached from a position of chess, by the rules of shakmaty (the library behind lichess).

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use gamecert_checker::Colour;
use shakmaty::fen::Epd;
use shakmaty::{CastlingMode, Chess, Color, Move, Position as _, PositionError};

use crate::losing::Random;

/// shakmaty's position of a text.
///
/// # Panics
/// If it is none.
#[must_use]
pub fn shakmatys(text: &str) -> Chess {
    let epd = Epd::from_ascii(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    epd.into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The side that has mated, if one has.
#[must_use]
pub fn mated_by(position: &Chess) -> Option<Colour> {
    position.is_checkmate().then_some(if position.turn() == Color::White { Colour::Black } else { Colour::White })
}

/// A hash of numbers that is quick.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// What a search of everything that can be reached finds.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// How many positions have been met.
    pub positions: usize,
    /// Whether these are all.
    pub finished: bool,
    /// Whether White and whether Black has mated somewhere.
    pub mates: [bool; 2],
}

/// Searches what can be reached from a position, until about `most` positions have been met.
///
/// # Panics
/// If the text is no position.
#[must_use]
pub fn reached(text: &str, most: usize) -> Reached {
    let root = shakmatys(text);
    let mut known: HashSet<Chess, BuildHasherDefault<Quick>> = HashSet::default();
    known.insert(root.clone());
    let mut open = vec![root];
    let mut mates = [false; 2];
    let mut dealt = 0;
    while dealt < open.len() && open.len() < most {
        let position = open[dealt].clone();
        dealt += 1;
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() {
            mates[usize::from(position.turn() == Color::White)] = true;
        }
        for played in moves {
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

/// Games at random, of `length` moves each, in which a side mates when it can and otherwise often captures, moves a pawn or gives check. Says who
/// has mated in them: White, Black.
///
/// # Panics
/// If the text is no position.
pub fn played(text: &str, random: &mut Random, (games, length): (usize, usize)) -> [bool; 2] {
    let root = shakmatys(text);
    let mut mates = [false; 2];
    for _ in 0..games {
        let mut position = root.clone();
        for _ in 0..length {
            let steps: Vec<(Chess, Move)> = position
                .legal_moves()
                .into_iter()
                .map(|played| {
                    let mut after = position.clone();
                    after.play_unchecked(played);
                    (after, played)
                })
                .collect();
            if let Some((mated, _)) = steps.iter().find(|(after, _)| after.is_check() && after.is_checkmate()) {
                mates[usize::from(mated.turn() == Color::White)] = true;
            }
            let going: Vec<&(Chess, Move)> = steps.iter().filter(|(after, _)| !after.legal_moves().is_empty()).collect();
            if going.is_empty() {
                break;
            }
            let special: Vec<&(Chess, Move)> =
                going.iter().copied().filter(|(after, played)| played.is_zeroing() || after.is_check()).collect();
            let (after, _) = if special.is_empty() || random.below(2) == 0 { random.of(&going) } else { random.of(&special) };
            position = after.clone();
        }
    }
    mates
}

/// Whether a line of moves, with one space between them, ends with the other side mated by this one.
///
/// # Panics
/// If the text is no position.
#[must_use]
pub fn mates(text: &str, line: &str, winner: Colour) -> bool {
    let mut position = shakmatys(text);
    for name in line.split_whitespace() {
        let played = name.parse::<shakmaty::uci::UciMove>().ok().and_then(|uci| uci.to_move(&position).ok());
        let Some(played) = played else { return false };
        position.play_unchecked(played);
    }
    mated_by(&position) == Some(winner)
}
