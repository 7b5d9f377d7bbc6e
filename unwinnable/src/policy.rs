//! Implements the rules of rule books and chess servers about the result when a flag falls. `spec/policies.md` cites
//! the source of each rule.

use std::fmt;

use crate::chess::{BitBoard, Color, End, Position, Role};

/// The rule of a rule book or chess server about the result when a flag falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// FIDE 6.9: the game is drawn if the side with time left cannot mate by any series of legal moves.
    FideTimeout,
    /// FIDE 5.2.2 alone: if neither side can mate, the game was already drawn before the flag fell.
    FideDead,
    /// US Chess rules 14D4 and 14E, without the clause about forced wins.
    Uscf,
    /// Lichess until August 2026: the game is drawn if the material of both sides excludes a mate by the side with time
    /// left.
    Lichess2025,
    /// Lichess since scalachess pull request 821: the game is drawn if it is drawn under [`Policy::Lichess2025`]. The
    /// same holds if the flagged side is to move, and every move leads to such a draw.
    Lichess2026,
    /// Chess.com: the game is drawn if the side with time left has a bare king, or a king and one bishop or knight.
    Chesscom,
}

/// The result that a rule assigns when a flag has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The side with time left wins.
    Win,
    /// The game is drawn.
    Draw,
    /// The game had ended before the flag fell, by stalemate or by a mate against the side with time left.
    Over,
    /// The result is unknown, because the rule depends on a question that was not answered.
    Unknown,
}

impl Ruling {
    /// Returns the result as one of the words `win`, `draw`, `over` and `unknown`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Over => "over",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FideTimeout => "fide-timeout",
            Self::FideDead => "fide-dead",
            Self::Uscf => "uscf",
            Self::Lichess2025 => "lichess-2025",
            Self::Lichess2026 => "lichess-2026",
            Self::Chesscom => "chesscom",
        })
    }
}

/// Whether each side can mate by some series of legal moves. `None` means that the question was not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanMate {
    /// Whether the side with time left can mate.
    pub intended_winner: Option<bool>,
    /// Whether the side whose flag has fallen can mate. This answer matters only if the side with time left cannot
    /// mate.
    pub opponent: Option<bool>,
}

impl Policy {
    /// All policies. The first policy is the reference for comparisons.
    pub const ALL: [Self; 6] = [Self::FideTimeout, Self::FideDead, Self::Uscf, Self::Lichess2025, Self::Lichess2026, Self::Chesscom];

    /// The current rule of Lichess.
    pub const LICHESS: Self = Self::Lichess2026;

    /// Returns the result of the game if the flag of the intended winner's opponent falls in this position.
    #[must_use]
    pub fn ruling(self, position: &Position, intended_winner: Color, can_mate: CanMate) -> Ruling {
        match position.end() {
            Some(End::Mate(side)) if side == intended_winner => return Ruling::Win,
            Some(_) => return Ruling::Over,
            None => {}
        }
        let drawn = |drawn| if drawn { Ruling::Draw } else { Ruling::Win };
        let mates = |can: Option<bool>| can.map_or(Ruling::Unknown, |can| drawn(!can));
        match self {
            Self::FideTimeout => mates(can_mate.intended_winner),
            Self::FideDead => match (can_mate.intended_winner, can_mate.opponent) {
                (Some(true), _) | (_, Some(true)) => Ruling::Win,
                (Some(false), Some(false)) => Ruling::Draw,
                _ => Ruling::Unknown,
            },
            Self::Uscf if has_little(position, intended_winner) || has_two_knights(position, intended_winner) => Ruling::Draw,
            Self::Uscf => mates(can_mate.intended_winner),
            // Lichess tests for the same three cases as section 5 of `spec/rules/chess.md`.
            Self::Lichess2025 => drawn(position.has_insufficient_material(intended_winner)),
            Self::Lichess2026 => {
                drawn(position.has_insufficient_material(intended_winner) || every_move_leaves_too_little(position, intended_winner))
            }
            Self::Chesscom => drawn(has_little(position, intended_winner)),
        }
    }
}

/// Returns whether the opponent of `side` is to move, and every move leaves `side` too little material to mate. The
/// legal moves include moves that end the game.
fn every_move_leaves_too_little(position: &Position, side: Color) -> bool {
    let mut leaves = position.to_move() != side;
    position.legal_moves().for_each(|played| leaves = leaves && position.after(played).has_insufficient_material(side));
    leaves
}

/// Returns whether the side has a bare king, or a king and one bishop or knight.
fn has_little(position: &Position, side: Color) -> bool {
    let board = position.board();
    let own = board.colors(side);
    let minor = board.pieces(Role::Knight) | board.pieces(Role::Bishop);
    own.len() == 1 || own.len() == 2 && !(own & minor).is_empty()
}

/// Returns whether the side has exactly a king and two knights, and neither side has pawns.
fn has_two_knights(position: &Position, side: Color) -> bool {
    let board = position.board();
    let own = board.colors(side);
    own.len() == 3 && (own & board.pieces(Role::Knight)).len() == 2 && board.pieces(Role::Pawn) == BitBoard::EMPTY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rulings(fen: &str, intended_winner: Color, can_mate: (bool, bool)) -> String {
        let can_mate = CanMate { intended_winner: Some(can_mate.0), opponent: Some(can_mate.1) };
        let position = fen.parse().unwrap();
        let words = Policy::ALL.map(|policy| policy.ruling(&position, intended_winner, can_mate).name());
        words.join(" ")
    }

    #[test]
    fn table() {
        use Color::{Black, White};
        for (fen, intended_winner, can_mate, expected) in [
            // White has a bare king, and Black has a queen.
            ("8/8/8/8/8/5k2/7q/K7 b - -", White, (false, true), "draw win draw draw draw draw"),
            // White has a knight, and Black has a pawn. A mate in the corner is possible.
            ("7k/7p/8/8/8/8/8/K5N1 b - -", White, (true, true), "win win draw win win draw"),
            ("7k/8/8/8/8/8/8/K4NN1 b - -", White, (true, false), "win win draw win win win"),
            ("7k/7p/8/8/8/8/8/K4NN1 b - -", White, (true, true), "win win win win win win"),
            // White has a knight, and Black has a queen.
            ("7k/7q/8/8/8/8/8/K5N1 b - -", White, (false, true), "draw win draw draw draw draw"),
            // White has two bishops on squares of one colour, and Black has a rook.
            ("7k/7r/8/8/8/8/8/K1B1B3 b - -", White, (false, true), "draw win draw draw draw win"),
            // The pawns form a wall. The position is dead, but only a search reveals this.
            ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", Black, (false, false), "draw draw draw win win win"),
            // These three positions test `Lichess2026`. In the first, the only legal move takes the rook. In the
            // second, the flag of the side not to move falls. In the third, one of the two legal moves leaves the rook
            // on the board.
            ("6Rk/8/7K/8/8/8/8/8 b - -", White, (false, false), "draw draw draw win draw win"),
            ("6Rk/8/7K/8/8/8/8/8 b - -", Black, (false, false), "draw draw draw draw draw draw"),
            ("8/6R1/7k/8/8/8/8/K7 b - -", White, (true, false), "win win win win win win"),
            // The first of these positions is mate, the second is stalemate.
            ("7k/6Q1/6K1/8/8/8/8/8 b - -", White, (true, false), "win win win win win win"),
            ("7k/5Q2/6K1/8/8/8/8/8 b - -", White, (false, false), "over over over over over over"),
        ] {
            assert_eq!(rulings(fen, intended_winner, can_mate), expected, "{fen}");
        }
    }

    #[test]
    fn unknown() {
        let position = "7k/7p/8/8/8/8/8/K4NN1 b - -".parse().unwrap();
        let rulings = |intended_winner, opponent| {
            Policy::ALL.map(|policy| policy.ruling(&position, Color::White, CanMate { intended_winner, opponent }).name()).join(" ")
        };
        assert_eq!(rulings(None, None), "unknown unknown unknown win win win");
        assert_eq!(rulings(None, Some(true)), "unknown win unknown win win win");
        assert_eq!(rulings(Some(false), None), "draw unknown draw win win win");
    }
}
