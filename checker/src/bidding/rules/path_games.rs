//! The rule sets `tug`, `ultimatum` and `sudden-death`: small games whose positions lie on a line.
//!
//! Implements `spec/rules/lines.md`. The number of a position is computed from the position and vice versa, so no table
//! is stored.

use crate::bidding::game::Choice::Won;
use crate::bidding::game::{Choice, Game, Moves, NumberingError, Positions};
use crate::core::cbor::Reader;
use crate::core::game::Colour::{Black as Right, White as Left};
use crate::core::game::Description;
use crate::core::refusal::{Place, Refusal};

pub(crate) const TUG: &str = "tug";
pub(crate) const ULTIMATUM: &str = "ultimatum";
pub(crate) const SUDDEN_DEATH: &str = "sudden-death";

/// Maximum of the length in `tug`, of the degree in `ultimatum`, and of the number of moves in `sudden-death`.
const LARGEST: u32 = 10_000;

/// A game of one of the three rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// Tug o' War with the positions -(n-1) to n-1.
    Tug { n: u32 },
    /// The ultimatum game with the positions -n to n.
    Ultimatum { n: u32 },
    /// Sudden death with the positions `A_n` to `A_1`, or `B_n` to `B_1`.
    SuddenDeath { player: Player, n: u32 },
}

/// The player who wins sudden death by making any move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    /// Left.
    A,
    /// Right.
    B,
}

impl Player {
    fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
        }
    }
}

/// Reads the parameters `[n]` of Tug o' War.
pub(crate) fn tug(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    reader.array_of(1)?;
    Ok(Box::new(Line::Tug { n: length(reader)? }))
}

/// Reads the parameters `[n]` of the ultimatum game.
pub(crate) fn ultimatum(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    reader.array_of(1)?;
    Ok(Box::new(Line::Ultimatum { n: degree(reader)? }))
}

/// Reads the parameters `[player, n]` of sudden death.
pub(crate) fn sudden_death(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    reader.array_of(2)?;
    let player = player(reader)?;
    Ok(Box::new(Line::SuddenDeath { player, n: moves(reader)? }))
}

/// Clause `tug/length`: the length is from 1 to 10,000.
fn length(reader: &mut Reader<'_>) -> Result<u32, Refusal> {
    number(reader, |place, sentence| Refusal::new(TUG, "length", place, sentence))
}

/// Clause `ultimatum/degree`: the degree is from 1 to 10,000.
fn degree(reader: &mut Reader<'_>) -> Result<u32, Refusal> {
    number(reader, |place, sentence| Refusal::new(ULTIMATUM, "degree", place, sentence))
}

/// Clause `sudden-death/moves`: the number of moves is from 1 to 10,000.
fn moves(reader: &mut Reader<'_>) -> Result<u32, Refusal> {
    number(reader, |place, sentence| Refusal::new(SUDDEN_DEATH, "moves", place, sentence))
}

fn number(reader: &mut Reader<'_>, broken: impl Fn(Place, String) -> Refusal) -> Result<u32, Refusal> {
    let place = reader.place();
    let found = reader.unsigned()?;
    let number = u32::try_from(found).ok().filter(|number| (1..=LARGEST).contains(number));
    number.ok_or_else(|| broken(place, format!("expected a number from 1 to {LARGEST}, found {found}")))
}

/// Clause `sudden-death/player`: the player is 0 or 1.
fn player(reader: &mut Reader<'_>) -> Result<Player, Refusal> {
    let place = reader.place();
    match reader.unsigned()? {
        0 => Ok(Player::A),
        1 => Ok(Player::B),
        found => Err(Refusal::new(SUDDEN_DEATH, "player", place, format!("expected player 0 or 1, found {found}"))),
    }
}

impl Line {
    /// Returns the greatest integer that describes a position of the game. The least position on the line is the
    /// negative of the greatest.
    fn largest(self) -> u32 {
        match self {
            Self::Tug { n } => n.saturating_sub(1),
            Self::Ultimatum { n } | Self::SuddenDeath { n, .. } => n,
        }
    }

    /// Returns the integer that describes the position of the class `class`. For sudden death, returns the number of
    /// remaining moves.
    fn integer(self, class: u32) -> i64 {
        match self {
            Self::Tug { .. } | Self::Ultimatum { .. } => i64::from(class).saturating_sub(i64::from(self.largest())),
            Self::SuddenDeath { n, .. } => i64::from(n).saturating_sub(i64::from(class)),
        }
    }

    /// Returns the class of the position `integer`, which lies between -largest and largest.
    fn class(self, integer: i64) -> Option<Choice> {
        u32::try_from(integer.checked_add(i64::from(self.largest()))?).ok().map(Choice::Class)
    }

    /// Returns the options of Tug o' War. Each player has two options: first one position down, then one position up.
    fn tug(self, n: u32, v: i64) -> Option<[Vec<Choice>; 2]> {
        let (below, above, end) = (v.saturating_sub(1), v.saturating_add(1), i64::from(n));
        let down = if below == end.saturating_neg() { Won(Right) } else { self.class(below)? };
        let up = if above == end { Won(Left) } else { self.class(above)? };
        Some([vec![down, up], vec![down, up]])
    }

    /// Returns the options of the ultimatum game, one for each player.
    fn ultimatum(self, n: u32, k: i64) -> Option<[Vec<Choice>; 2]> {
        let n = i64::from(n);
        Some(match k.signum() {
            0 => [vec![self.class(n)?], vec![self.class(n.saturating_neg())?]],
            1 => [vec![Won(Left)], vec![self.class(k.saturating_sub(1))?]],
            _ => [vec![self.class(k.saturating_add(1))?], vec![Won(Right)]],
        })
    }

    /// Returns the options of sudden death, one for each player. Any move of `player` wins. A move of the opponent
    /// reduces the number of remaining moves by one, and wins if no moves remain.
    fn sudden_death(player: Player, n: u32, class: u32) -> Option<[Vec<Choice>; 2]> {
        let next = class.checked_add(1)?;
        let fewer = |at_the_end| if next == n { Won(at_the_end) } else { Choice::Class(next) };
        Some(match player {
            Player::A => [vec![Won(Left)], vec![fewer(Right)]],
            Player::B => [vec![fewer(Left)], vec![Won(Right)]],
        })
    }
}

impl Game for Line {
    fn description(&self) -> Description {
        let (rules, parameters) = match self {
            Self::Tug { n } => (TUG, vec![("length", n.to_string())]),
            Self::Ultimatum { n } => (ULTIMATUM, vec![("degree", n.to_string())]),
            Self::SuddenDeath { player, n } => (SUDDEN_DEATH, vec![("player", player.letter().to_string()), ("moves", n.to_string())]),
        };
        Description { rules, version: 1, parameters, names: vec![] }
    }

    fn positions(&self, _: u32) -> Result<Box<dyn Positions + '_>, NumberingError> {
        Ok(Box::new(*self))
    }
}

impl Positions for Line {
    fn classes(&self) -> u32 {
        match self {
            Self::Tug { .. } | Self::Ultimatum { .. } => self.largest().saturating_mul(2).saturating_add(1),
            Self::SuddenDeath { n, .. } => *n,
        }
    }

    fn placements(&self) -> u64 {
        u64::from(self.classes())
    }

    fn start(&self) -> Option<u32> {
        match self {
            Self::Tug { .. } | Self::Ultimatum { .. } => Some(self.largest()),
            Self::SuddenDeath { .. } => Some(0),
        }
    }

    fn position(&self, class: u32) -> String {
        let integer = self.integer(class);
        match self {
            Self::Tug { .. } | Self::Ultimatum { .. } => integer.to_string(),
            Self::SuddenDeath { player, .. } => format!("{}{integer}", player.letter()),
        }
    }

    fn moves(&self) -> Option<Box<dyn Moves + '_>> {
        Some(Box::new(*self))
    }
}

impl Moves for Line {
    fn options(&self, class: u32, white: &mut Vec<Choice>, black: &mut Vec<Choice>) -> Option<()> {
        if class >= self.classes() {
            return None;
        }
        let integer = self.integer(class);
        [*white, *black] = match *self {
            Self::Tug { n } => self.tug(n, integer)?,
            Self::Ultimatum { n } => self.ultimatum(n, integer)?,
            Self::SuddenDeath { player, n } => Self::sudden_death(player, n, class)?,
        };
        Some(())
    }
}

#[cfg(test)]
mod tests {
    //! Compares options with the tables of `spec/rules/lines.md`, and tests invalid parameters.

    use crate::testing::{A, Item, T, U, column, options, read_numbered};

    #[test]
    fn positions_and_options() {
        // Each row has the rule set, its parameters, the game in words, the start, and every class in order.
        let table = [
            ("tug", column(&[1]), "tug version 1, length 1", "0", vec!["0: R L | R L"]),
            ("tug", column(&[2]), "tug version 1, length 2", "0", vec!["-1: R 0 | R 0", "0: -1 1 | -1 1", "1: 0 L | 0 L"]),
            (
                "ultimatum",
                column(&[2]),
                "ultimatum version 1, degree 2",
                "0",
                vec!["-2: -1 | R", "-1: 0 | R", "0: 2 | -2", "1: L | 0", "2: L | 1"],
            ),
            (
                "sudden-death",
                column(&[0, 3]),
                "sudden-death version 1, player A, moves 3",
                "A3",
                vec!["A3: L | A2", "A2: L | A1", "A1: L | R"],
            ),
            ("sudden-death", column(&[1, 2]), "sudden-death version 1, player B, moves 2", "B2", vec!["B2: B1 | R", "B1: L | R"]),
            ("sudden-death", column(&[1, 1]), "sudden-death version 1, player B, moves 1", "B1", vec!["B1: L | R"]),
        ];
        for (rules, parameters, words, start, expected) in table {
            let game = read_numbered(rules, &parameters).unwrap();
            assert_eq!(game.description().to_string(), words);
            let positions = game.positions(u32::MAX).unwrap();
            assert_eq!(positions.start().map(|class| positions.position(class)).as_deref(), Some(start), "{words}");
            assert_eq!(positions.placements(), u64::from(positions.classes()), "{words}");
            assert_eq!((game.search_steps(), game.numbering_bytes(), positions.name(0)), (0, 0, None), "{words}");
            assert_eq!(options(positions.as_ref()), expected, "{words}");
            let moves = positions.moves().unwrap();
            assert_eq!(moves.options(positions.classes(), &mut vec![], &mut vec![]), None, "{words}");
        }
        for (rules, parameters, classes) in
            [("tug", column(&[10_000]), 19_999), ("ultimatum", column(&[10_000]), 20_001), ("sudden-death", column(&[0, 10_000]), 10_000)]
        {
            let game = read_numbered(rules, &parameters).unwrap();
            let positions = game.positions(u32::MAX).unwrap();
            assert_eq!((positions.classes(), options(positions.as_ref()).len()), (classes, usize::try_from(classes).unwrap()), "{rules}");
        }
    }

    #[test]
    fn parameters_refused() {
        let table: [(&str, &str, Item, &str); 12] = [
            ("Length 0", "tug", column(&[0]), "tug/length"),
            ("Length 10,001", "tug", column(&[10_001]), "tug/length"),
            ("Length 2^64 - 1", "tug", column(&[u64::MAX]), "tug/length"),
            ("Two lengths", "tug", column(&[1, 1]), "cbor/type"),
            ("Degree 0", "ultimatum", column(&[0]), "ultimatum/degree"),
            ("Degree 10,001", "ultimatum", column(&[10_001]), "ultimatum/degree"),
            ("No degree", "ultimatum", column(&[]), "cbor/type"),
            ("A third player", "sudden-death", column(&[2, 0]), "sudden-death/player"),
            ("No moves", "sudden-death", column(&[1, 0]), "sudden-death/moves"),
            ("2^32 + 1 moves", "sudden-death", column(&[0, (1 << 32) + 1]), "sudden-death/moves"),
            ("Moves without a player", "sudden-death", column(&[5]), "cbor/type"),
            ("The player by letter", "sudden-death", A(vec![T("A"), U(1)]), "cbor/type"),
        ];
        for (title, rules, parameters, code) in table {
            assert_eq!(read_numbered(rules, &parameters).err().map(|refusal| refusal.code()).as_deref(), Some(code), "{title}");
        }
    }
}
