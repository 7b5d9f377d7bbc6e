//! Searches of the positions reachable from a chess position, by the rules of shakmaty (the library used by lichess).

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use gamecert_checker::Colour;
use shakmaty::fen::Epd;
use shakmaty::{CastlingMode, Chess, Color, Move, Position as _, PositionError};

use crate::losing::Random;

/// Reads a position with shakmaty.
///
/// # Panics
/// If the text is not a position.
#[must_use]
pub fn shakmatys(text: &str) -> Chess {
    let epd = Epd::from_ascii(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    epd.into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the side that has mated its opponent, if there is one.
#[must_use]
pub fn mated_by(position: &Chess) -> Option<Colour> {
    position.is_checkmate().then_some(if position.turn() == Color::White { Colour::Black } else { Colour::White })
}

/// A fast hash function for integers.
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

/// Result of a search of all reachable positions.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// Number of positions found.
    pub positions: usize,
    /// Whether the search found all reachable positions.
    pub finished: bool,
    /// Whether White and whether Black has mated in some position.
    pub mates: [bool; 2],
}

/// Searches the positions reachable from `text`, until about `most` positions are found.
///
/// # Panics
/// If the text is not a position.
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
    // Positions that were found but not expanded may be mate too.
    for position in open[dealt..].iter().filter(|position| position.is_checkmate()) {
        mates[usize::from(position.turn() == Color::White)] = true;
    }
    Reached { positions: open.len(), finished, mates }
}

/// Plays random games of `length` moves each and returns whether White and whether Black has mated in one of them. A
/// side mates when it can. Otherwise captures, pawn moves and checks are preferred.
///
/// # Panics
/// If the text is not a position.
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

/// Returns whether a line of moves, separated by single spaces, ends with a mate by `winner`.
///
/// # Panics
/// If the text is not a position.
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
