//! What rule books and servers make of a fallen flag (`spec/policies.md` says where each rule is from).

use std::fmt;

use crate::chess::{BitBoard, Color, End, Piece, Position};

/// A rule book's or server's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// FIDE 6.9: a draw if the opponent cannot mate by any series of legal moves.
    FideTimeout,
    /// FIDE 5.2.2: nobody wins if the game was over already, because neither side can mate.
    FideDead,
    /// US Chess 14D4 and 14E, the clause of the forced win left out.
    Uscf,
    /// Lichess: the material.
    Lichess,
    /// Chess.com: what the opponent has.
    Chesscom,
}

/// What a rule says when a flag falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The side with time left wins.
    Win,
    /// The game is drawn.
    Draw,
    /// The game was over before, by mate or stalemate.
    Over,
    /// It depends on what was not found out.
    Unknown,
}

impl Ruling {
    /// The ruling in a word.
    #[must_use]
    pub fn text(self) -> &'static str {
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
            Self::Lichess => "lichess",
            Self::Chesscom => "chesscom",
        })
    }
}

/// What is known of who can mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Whether the side with time left can.
    pub winner: Option<bool>,
    /// Whether the other can; matters only where the first cannot.
    pub other: Option<bool>,
}

impl Policy {
    /// All of them, the one that the others are compared with first.
    pub const ALL: [Self; 5] = [Self::FideTimeout, Self::FideDead, Self::Uscf, Self::Lichess, Self::Chesscom];

    /// What the rule says in a position in which the flag of the winner's opponent falls.
    #[must_use]
    pub fn ruling(self, position: &Position, winner: Color, known: Known) -> Ruling {
        match position.end() {
            Some(End::Mate(side)) if side == winner => return Ruling::Win,
            Some(_) => return Ruling::Over,
            None => {}
        }
        let drawn = |drawn| if drawn { Ruling::Draw } else { Ruling::Win };
        let mates = |can: Option<bool>| can.map_or(Ruling::Unknown, |can| drawn(!can));
        match self {
            Self::FideTimeout => mates(known.winner),
            Self::FideDead => match (known.winner, known.other) {
                (Some(true), _) | (_, Some(true)) => Ruling::Win,
                (Some(false), Some(false)) => Ruling::Draw,
                _ => Ruling::Unknown,
            },
            Self::Uscf if has_little(position, winner) || has_two_knights(position, winner) => Ruling::Draw,
            Self::Uscf => mates(known.winner),
            // The rule set's section 5 has the same three cases.
            Self::Lichess => drawn(position.material(winner)),
            Self::Chesscom => drawn(has_little(position, winner)),
        }
    }
}

/// Whether the side has nothing but the king, or one bishop or knight beside it.
fn has_little(position: &Position, side: Color) -> bool {
    let board = position.board();
    let own = board.colors(side);
    let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    own.len() == 1 || own.len() == 2 && !(own & minor).is_empty()
}

/// Whether the side has nothing but king and two knights, and the other no pawns.
fn has_two_knights(position: &Position, side: Color) -> bool {
    let board = position.board();
    let own = board.colors(side);
    own.len() == 3 && (own & board.pieces(Piece::Knight)).len() == 2 && board.pieces(Piece::Pawn) == BitBoard::EMPTY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rulings(fen: &str, winner: Color, known: (bool, bool)) -> String {
        let known = Known { winner: Some(known.0), other: Some(known.1) };
        let position = fen.parse().unwrap();
        let words = Policy::ALL.map(|policy| policy.ruling(&position, winner, known).text());
        words.join(" ")
    }

    #[test]
    fn table() {
        use Color::{Black, White};
        for (fen, winner, known, wanted) in [
            // A lone king; the other side has a queen.
            ("8/8/8/8/8/5k2/7q/K7 b - -", White, (false, true), "draw win draw draw draw"),
            // Knight against a pawn: a mate in the corner is possible.
            ("7k/7p/8/8/8/8/8/K5N1 b - -", White, (true, true), "win win draw win draw"),
            ("7k/8/8/8/8/8/8/K4NN1 b - -", White, (true, false), "win win draw win win"),
            ("7k/7p/8/8/8/8/8/K4NN1 b - -", White, (true, true), "win win win win win"),
            // Knight against queen.
            ("7k/7q/8/8/8/8/8/K5N1 b - -", White, (false, true), "draw win draw draw draw"),
            // Bishops of one colour against a rook.
            ("7k/7r/8/8/8/8/8/K1B1B3 b - -", White, (false, true), "draw win draw draw win"),
            // A wall of pawns: dead, and only who looks at moves can see it.
            ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", Black, (false, false), "draw draw draw win win"),
            // Mated, and stalemated.
            ("7k/6Q1/6K1/8/8/8/8/8 b - -", White, (true, false), "win win win win win"),
            ("7k/5Q2/6K1/8/8/8/8/8 b - -", White, (false, false), "over over over over over"),
        ] {
            assert_eq!(rulings(fen, winner, known), wanted, "{fen}");
        }
    }

    #[test]
    fn unknown() {
        let position = "7k/7p/8/8/8/8/8/K4NN1 b - -".parse().unwrap();
        let rulings =
            |winner, other| Policy::ALL.map(|policy| policy.ruling(&position, Color::White, Known { winner, other }).text()).join(" ");
        assert_eq!(rulings(None, None), "unknown unknown unknown win win");
        assert_eq!(rulings(None, Some(true)), "unknown win unknown win win");
        assert_eq!(rulings(Some(false), None), "draw unknown draw win win");
    }
}
