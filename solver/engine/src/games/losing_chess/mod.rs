//! Losing chess (antichess, giveaway, suicide chess), in which the side that loses all its pieces and pawns wins. This
//! module implements `spec/rules/losing-chess.md` with bitboards.

pub mod attacks;
pub mod line;
pub mod moves;
pub mod notation;
pub mod piece;
pub mod position;
pub mod tables;
pub mod text;
pub mod winner;

use std::fmt;
use std::str::FromStr;

pub use moves::Mobility;
pub use piece::{Move, Role};
pub use position::Position;

use crate::games::Colour;
use crate::model::name::{GameName, Parameter};

/// The stalemate rule, which decides the outcome if the side to move has pieces or pawns left but no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stalemate {
    /// A player wins if both other rules name this player as the winner. If the two other rules do not agree, the game
    /// is a draw.
    Joint,
    /// The side that is stalemated wins.
    International,
    /// The side with fewer pieces and pawns wins. If both sides have the same number, the game is a draw.
    Fics,
}

impl fmt::Display for Stalemate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Joint => "joint",
            Self::International => "international",
            Self::Fics => "fics",
        })
    }
}

/// A text that is not the name of a stalemate rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no rule set: joint, international or fics")]
pub struct StalemateError(String);

impl FromStr for Stalemate {
    type Err = StalemateError;

    fn from_str(text: &str) -> Result<Self, StalemateError> {
        let known = [Self::Joint, Self::International, Self::Fics];
        known.into_iter().find(|rule| rule.to_string() == text).ok_or_else(|| StalemateError(text.to_owned()))
    }
}

impl Stalemate {
    /// Returns the name that certificates use for losing chess with this stalemate rule.
    #[must_use]
    pub fn name(self) -> GameName {
        GameName { rules: "losing-chess", version: 1, parameters: vec![Parameter::Text(self.to_string())] }
    }

    /// Returns the winner of a position in which the side to move has no legal move. Returns `None` for a draw.
    #[must_use]
    pub fn winner(self, position: &Position) -> Option<Colour> {
        let side = position.side();
        let (own, others) = (position.units(side).count_ones(), position.units(side.other()).count_ones());
        match self {
            _ if own == 0 => Some(side),
            _ if others == 0 => Some(side.other()),
            Self::International => Some(side),
            _ if own < others => Some(side),
            Self::Fics if own > others => Some(side.other()),
            Self::Joint | Self::Fics => None,
        }
    }
}

impl Position {
    /// Returns whether the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.units(self.side().other()) == 0 || self.mobility().moves() == 0
    }

    /// Returns the legal moves. If the game has ended, the list is empty.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.units(self.side().other()) != 0 {
            self.legal_moves(&mut moves);
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    //! Tests perft numbers (numbers of move sequences of a fixed length), and positions that programs often get wrong.

    use super::text::{START, Setup};
    use super::{Position, Stalemate};
    use crate::games::Colour;

    fn position(text: &str) -> Position {
        text.parse::<Setup>().unwrap().position
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        let moves = position.moves();
        assert_eq!(
            u32::try_from(moves.len()).unwrap(),
            if position.units(position.side().other()) == 0 { 0 } else { position.mobility().moves() },
            "{position}"
        );
        if depth == 1 {
            return u64::try_from(moves.len()).unwrap();
        }
        moves.iter().map(|&played| perft(&position.after(played), depth - 1)).sum()
    }

    #[test]
    fn sequences_of_moves() {
        for (depth, count) in [(1, 20), (2, 400), (3, 8067), (4, 153_299), (5, 2_732_672), (6, 46_264_162)] {
            assert_eq!(perft(&position(START), depth), count);
        }
    }

    #[test]
    fn moves_in_order() {
        let table = [
            (START, "b1a3 b1c3 g1f3 g1h3 a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4"),
            ("8/8/8/8/5PpP/8/6P1/8 b - f3", "g4f3"),
            ("8/8/8/8/5PpP/8/6P1/8 b - h3", "g4h3"),
            ("8/8/8/2PpP3/8/8/8/8 w - d6", "c5d6 e5d6"),
            ("1n6/P7/8/8/8/8/8/k7 w - -", "a7b8q a7b8r a7b8b a7b8n a7b8k"),
            ("8/8/8/8/8/8/k7/1K6 w - -", "b1a2"),
            ("8/8/8/8/8/p7/P7/8 w - -", ""),
        ];
        for (text, requested) in table {
            let found: Vec<String> = position(text).moves().iter().map(ToString::to_string).collect();
            assert_eq!(found.join(" "), requested, "{text}");
        }
    }

    #[test]
    fn keys_are_of_positions() {
        // A position has the same key whether it is parsed or reached by play, even if pawns have passed over en
        // passant squares.
        let mut seed = 7_u64;
        for _ in 0..200 {
            let mut position = position(START);
            while !position.is_over() {
                let again = position.to_string().parse::<Setup>().unwrap().position;
                assert_eq!((position, position.key()), (again, again.key()));
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let moves = position.moves();
                let played = moves[usize::try_from(seed >> 33).unwrap() % moves.len()];
                assert_eq!(position.find_move(&position.san(played)), Ok(played));
                if (seed >> 20).is_multiple_of(64) {
                    break;
                }
                position = position.after(played);
            }
        }
    }

    #[test]
    fn ends() {
        let fewer = "8/8/8/8/p7/P7/8/7p w - -";
        let table = [
            ("8/8/8/8/8/p7/P7/8 w - -", [None, Some(Colour::White), None]),
            ("8/8/8/p7/P7/P7/8/8 w - -", [None, Some(Colour::White), Some(Colour::Black)]),
            ("8/8/p7/p7/P7/8/8/8 w - -", [Some(Colour::White); 3]),
            ("k7/8/8/8/8/8/8/8 w - -", [Some(Colour::White); 3]),
            ("k7/8/8/8/8/8/8/8 b - -", [Some(Colour::White); 3]),
        ];
        assert!(fewer.parse::<Setup>().is_err(), "a pawn on the first rank");
        for (text, winners) in table {
            let position = position(text);
            assert!(position.is_over(), "{text}");
            assert_eq!([Stalemate::Joint, Stalemate::International, Stalemate::Fics].map(|rule| rule.winner(&position)), winners, "{text}");
        }
        assert!(!position(START).is_over());
    }
}
