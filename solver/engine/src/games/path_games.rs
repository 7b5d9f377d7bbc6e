//! Defines the path games of Payne and Develin's paper *Discrete bidding games* (`spec/rules/lines.md`): tug o' war,
//! ultimatum and sudden death.

use super::{Game, Player, PositionError, PositionOrEnd};
use crate::control::{Control, Interrupted};
use crate::model::graph::{End, GameGraph, Lists};
use crate::model::name::{GameName, Parameter};

/// Maximum value of the parameter n of a path game.
pub const MAX_PARAMETER: u32 = 10_000;

/// A path game with its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathGame {
    /// Tug o' war on the integers from -n to n. Each move is a step of 1 up or down.
    Tug(u32),
    /// Ultimatum of degree n.
    Ultimatum(u32),
    /// Sudden death. This player wins by making at least one of the next n moves. The game is called A_n for Left, and
    /// B_n for Right.
    SuddenDeath(Player, u32),
}

enum To {
    Class(u32),
    End(End),
}

/// Error for a parameter of a path game that is less than 1 or greater than [`MAX_PARAMETER`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter} is from 1 to {MAX_PARAMETER}, not {found}")]
pub struct ParameterError {
    parameter: &'static str,
    found: u32,
}

impl PathGame {
    /// Returns the game if its parameter is from 1 to [`MAX_PARAMETER`].
    ///
    /// # Errors
    /// [`ParameterError`] if the parameter is not from 1 to [`MAX_PARAMETER`].
    pub fn checked(self) -> Result<Self, ParameterError> {
        let (parameter, found) = match self {
            Self::Tug(n) => ("tug: the length", n),
            Self::Ultimatum(n) => ("ultimatum: the degree", n),
            Self::SuddenDeath(_, n) => ("sudden-death: the number of moves", n),
        };
        if (1..=MAX_PARAMETER).contains(&found) { Ok(self) } else { Err(ParameterError { parameter, found }) }
    }

    fn classes(self) -> u32 {
        match self {
            Self::Tug(n) => 2 * n - 1,
            Self::Ultimatum(n) => 2 * n + 1,
            Self::SuddenDeath(_, n) => n,
        }
    }

    /// Returns the integer that represents the position with the number `class`. In the game sudden death, the integer
    /// is the number of remaining moves.
    fn integer(self, class: u32) -> i64 {
        match self {
            Self::Tug(n) => i64::from(class) - (i64::from(n) - 1),
            Self::Ultimatum(n) => i64::from(class) - i64::from(n),
            Self::SuddenDeath(_, n) => i64::from(n - class),
        }
    }

    /// Returns the position that an integer represents. In tug o' war, -n and n represent ends of the game. Returns
    /// `None` for all integers that represent neither a position nor an end.
    fn class(self, integer: i64) -> Option<To> {
        let (lowest, end_below, end_above) = match self {
            Self::Tug(n) => (1 - i64::from(n), Some(End::Right), Some(End::Left)),
            Self::Ultimatum(n) => (-i64::from(n), None, None),
            Self::SuddenDeath(_, n) => {
                let class = i64::from(n).checked_sub(integer).and_then(|class| u32::try_from(class).ok());
                return class.filter(|&class| class < n).map(To::Class);
            }
        };
        let offset = integer.checked_sub(lowest)?;
        match u32::try_from(offset) {
            Ok(class) if class < self.classes() => Some(To::Class(class)),
            Ok(class) if class == self.classes() => end_above.map(To::End),
            Err(_) if offset == -1 => end_below.map(To::End),
            _ => None,
        }
    }

    /// Returns the options of a player in the position with the number `class`, in move order.
    fn options(self, class: u32, player: Player) -> Vec<To> {
        let at = |integer| self.class(integer).expect("the rules stay on the line");
        let v = self.integer(class);
        let one = match (self, player) {
            (Self::Tug(_), _) => return vec![at(v - 1), at(v + 1)],
            (Self::Ultimatum(n), Player::Left) if v == 0 => at(n.into()),
            (Self::Ultimatum(n), Player::Right) if v == 0 => at(-i64::from(n)),
            (Self::Ultimatum(_), Player::Left) if v > 0 => To::End(End::Left),
            (Self::Ultimatum(_), Player::Right) if v < 0 => To::End(End::Right),
            (Self::Ultimatum(_), Player::Right) => at(v - 1),
            (Self::Ultimatum(_), Player::Left) => at(v + 1),
            (Self::SuddenDeath(owner, _), mover) if mover == owner || v == 1 => To::End(mover.wins()),
            (Self::SuddenDeath(..), _) => at(v - 1),
        };
        vec![one]
    }

    fn place(self, to: &To) -> u32 {
        match to {
            To::Class(class) => *class,
            To::End(end) => end.place(self.classes()),
        }
    }

    fn text(self, to: &To) -> String {
        match (self, to) {
            (_, To::Class(class)) => self.position(*class as usize),
            (Self::Tug(n), To::End(end)) => {
                if *end == End::Left {
                    n.to_string()
                } else {
                    format!("-{n}")
                }
            }
            (_, To::End(end)) => end.text().to_owned(),
        }
    }
}

/// Returns the letter that stands for games that this player has won.
pub(super) fn letter(player: Player) -> char {
    match player {
        Player::Left => 'A',
        Player::Right => 'B',
    }
}

impl Game for PathGame {
    fn name(&self) -> GameName {
        let (rules, parameters) = match *self {
            Self::Tug(n) => ("tug", vec![n]),
            Self::Ultimatum(n) => ("ultimatum", vec![n]),
            Self::SuddenDeath(player, n) => ("sudden-death", vec![player as u32, n]),
        };
        GameName { rules, version: 1, parameters: parameters.into_iter().map(|n| Parameter::Unsigned(n.into())).collect() }
    }

    fn title(&self) -> String {
        match *self {
            Self::Tug(n) => format!("tug o' war of length {n}"),
            Self::Ultimatum(n) => format!("ultimatum of degree {n}"),
            Self::SuddenDeath(player, n) => format!("sudden death {}{n}", letter(player)),
        }
    }

    fn graph_under(&self, control: Control) -> Result<GameGraph, Interrupted> {
        control.check()?;
        let lists = |player| {
            let mut lists = Lists::with_capacity(self.classes() as usize, 2 * self.classes() as usize);
            for class in 0..self.classes() {
                lists.push(&self.options(class, player).iter().map(|to| self.place(to)).collect::<Vec<_>>());
            }
            lists
        };
        Ok(GameGraph { left: lists(Player::Left), right: lists(Player::Right) })
    }

    fn start(&self) -> usize {
        match *self {
            Self::Tug(n) => n as usize - 1,
            Self::Ultimatum(n) => n as usize,
            Self::SuddenDeath(..) => 0,
        }
    }

    fn position(&self, position: usize) -> String {
        let integer = self.integer(u32::try_from(position).expect("a class"));
        match *self {
            Self::Tug(_) | Self::Ultimatum(_) => integer.to_string(),
            Self::SuddenDeath(player, _) => format!("{}{integer}", letter(player)),
        }
    }

    fn find(&self, text: &str) -> Result<PositionOrEnd, PositionError> {
        let (integer, expected) = match *self {
            Self::Tug(n) => (text, format!("an integer from -{n} to {n}")),
            Self::Ultimatum(n) => (text, format!("an integer from -{n} to {n}")),
            Self::SuddenDeath(player, n) => {
                (text.strip_prefix(letter(player)).unwrap_or(""), format!("from {0}1 to {0}{n}", letter(player)))
            }
        };
        // Accept only the canonical form, without superfluous signs and zeros.
        let parsed = integer.parse::<i64>().ok().filter(|parsed| parsed.to_string() == integer);
        match parsed.and_then(|integer| self.class(integer)) {
            Some(To::Class(class)) => Ok(PositionOrEnd::Position(class as usize)),
            Some(To::End(end)) => Ok(PositionOrEnd::End(end)),
            None => Err(PositionError::new(text, format!("expected {expected}"))),
        }
    }

    fn after(&self, position: usize, player: Player, option: usize) -> String {
        self.text(&self.options(u32::try_from(position).expect("a class"), player)[option])
    }

    fn estimate(&self) -> (u64, u64) {
        (self.classes().into(), 4 * u64::from(self.classes()))
    }

    fn value_bits(&self) -> u64 {
        match *self {
            Self::Tug(_) => 64,
            Self::Ultimatum(n) | Self::SuddenDeath(_, n) => 2 * u64::from(n),
        }
    }
}
