//! The interface between the rule sets and the certificate kinds of bidding games.
//!
//! A certificate kind works for any [`Game`]. No certificate kind mentions a rule set by name, and no rule set mentions
//! a certificate kind. A [`Game`] first returns a description. Then the positions of the game are numbered
//! ([`Game::positions`]). Once the cited games are verified, the options of the game are generated
//! ([`Positions::moves`]).

use crate::core::game::{Colour, Description};
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::Verification;
use std::ops::Range;

/// A game cited by another game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CitedGame {
    pub(crate) game: Description,
    /// Whether some option leads to this game with colours exchanged.
    pub(crate) exchanged: bool,
}

/// The result of an option: a class of symmetric positions from which play goes on, or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A class of symmetric positions of the same game.
    Class(u32),
    /// A class of symmetric positions of a cited game.
    Cited {
        /// Index of the game in the list of citations.
        citation: u32,
        /// Number of the class of symmetric positions in the cited game.
        class: u32,
        /// Whether colours are exchanged, so that White takes the role of Black in the cited game.
        exchanged: bool,
    },
    /// The game is over and this player has won.
    Won(Colour),
    /// The game is over and neither player has won.
    Drawn,
}

/// A game: a rule set with its parameters.
pub(crate) trait Game {
    /// Returns the game's description: rule set, version, parameters, names.
    fn description(&self) -> Description;

    /// Returns the cited games, in the order fixed by the rule set.
    ///
    /// Each cited game must be smaller in an order without endless descent, so that the recursion ends.
    fn cited(&self) -> Vec<CitedGame> {
        vec![]
    }

    /// Returns the memory in bytes that [`Game::positions`] takes, or `u64::MAX` if the amount does not fit 64 bits.
    fn numbering_bytes(&self) -> u64 {
        // The number of classes already limits the memory.
        0
    }

    /// Returns the work steps of the search for one class of symmetric positions. If positions are numbered without a
    /// search, returns 0.
    fn search_steps(&self) -> u64 {
        0
    }

    /// Numbers the positions.
    ///
    /// A rule set that finds the classes of symmetric positions by search does not know the number of classes in
    /// advance. A search stops once there are more than `most` classes. A rule set without a search may ignore `most`.
    fn positions(&self, most: u32) -> Result<Box<dyn Positions + '_>, NumberingError>;

    /// Numbers positions in the order in which they are found. This function is for certificate kinds that visit only
    /// some positions of a game. The caller should not visit many more positions than `most`.
    ///
    /// Every option must lead to a position with a greater number. The order must hold even if the caller asks only for
    /// some options. If the rule set cannot guarantee such an order, returns `None`.
    fn walk(&self, _most: u32) -> Option<Box<dyn LazyPositions + '_>> {
        None
    }

    /// Returns the stored game if the certificate stores the whole game, and `None` otherwise.
    #[cfg(any(test, feature = "inspect"))]
    fn whole(&self) -> Option<&super::whole::WholeGame> {
        None
    }
}

/// The reason why positions were not numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberingError {
    /// There are more classes of symmetric positions than the caller allows.
    OverLimit,
    /// There are too many classes of symmetric positions for this machine or for 32-bit class numbers.
    TooMany,
}

/// The numbered positions of a game.
pub(crate) trait Positions: Sync {
    /// Returns the number of classes of symmetric positions.
    fn classes(&self) -> u32;

    /// Returns the number of positions, symmetric ones included.
    fn placements(&self) -> u64;

    /// Returns the class of the position in which play begins, or `None`.
    fn start(&self) -> Option<u32> {
        None
    }

    /// Returns the canonical position of a class of symmetric positions, in the text form of the rule set. A name
    /// chosen by the file is put in quotation marks.
    fn position(&self, class: u32) -> String;

    /// Returns the name that the file gives a class of symmetric positions. Returns `None` if files do not name
    /// positions under this rule set.
    fn name(&self, _class: u32) -> Option<String> {
        None
    }

    /// Builds the data for generating options, including the numberings of the cited games. Returns `None` if a cited
    /// game is too large ([`NumberingError::TooMany`]).
    fn moves(&self) -> Option<Box<dyn Moves + '_>>;
}

/// Generates the options of each class of symmetric positions of a game.
pub(crate) trait Moves: Sync {
    /// Replaces the contents of `white` and `black` with the options of both players at the canonical position of
    /// `class`, in move order.
    ///
    /// Returns `None` if `class` does not exist, or if an option leads to a position that the rule set does not know.
    /// If `None` is returned, the checker has a bug.
    fn options(&self, class: u32, white: &mut Vec<Choice>, black: &mut Vec<Choice>) -> Option<()>;
}

/// Positions that get their numbers in the order in which they are found. Number 0 is the position in which play
/// begins.
pub(crate) trait LazyPositions {
    /// Returns the number of positions found so far.
    fn found(&self) -> usize;

    /// Replaces the contents of `list` with options that the player `colour` has at `class`. Only options whose indices
    /// in move order lie in `range` are put in the list. If an option leads to a class of symmetric positions that has
    /// no number, that class gets the next number.
    ///
    /// Returns `None` in the same cases as [`Moves::options`], and if more than 2^32 classes would be found.
    fn options(&mut self, class: u32, colour: Colour, range: Range<usize>, list: &mut Vec<Choice>) -> Option<()>;
}

/// Limit on the memory for numbering positions, for each byte of the file. See `spec/kinds/richman.md`.
pub(crate) const NUMBERING_PER_BYTE: u64 = 4;
const NUMBERING_PER_FILE: u64 = 1 << 20;

/// Clause `resources/size`: numbering the game's positions takes at most `per_byte` bytes of memory for each byte of
/// the file, plus `NUMBERING_PER_FILE` bytes. The clause is tested before the positions are numbered, so that a small
/// file cannot make the checker number a huge game.
pub(crate) fn size(game: &dyn Game, file_size: u64, per_byte: u64) -> Result<(), Refusal> {
    let most = file_size.saturating_mul(per_byte).saturating_add(NUMBERING_PER_FILE);
    let needed = game.numbering_bytes();
    if needed > most {
        return Err(too_small(file_size, &format!("whose positions take {needed} bytes to number")));
    }
    Ok(())
}

/// Returns the refusal of a file that is too small for its game.
pub(crate) fn too_small(file_size: u64, why: &str) -> Refusal {
    Refusal::new("resources", "size", Place::Byte(0), format!("a file of {file_size} bytes is too small for its game, {why}"))
}

/// Numbers the positions of a game, and checks that they form `claimed` classes of symmetric positions. `group` is the
/// certificate's kind, and `place` says where in the file the number is claimed.
///
/// The search stops once there are more classes than bytes in the file. Each class takes at least one byte of the file.
pub(crate) fn numbered<'g>(
    game: &'g dyn Game,
    case: &mut Verification<'_, '_>,
    group: &'static str,
    (claimed, place): (u64, Place),
) -> Result<Box<dyn Positions + 'g>, Refusal> {
    let file_size = case.reader.file_size();
    size(game, file_size, NUMBERING_PER_BYTE)?;
    let most = u32::try_from(claimed.min(file_size)).unwrap_or(u32::MAX);
    case.meter.spend(u64::from(most).saturating_mul(game.search_steps()))?;
    match game.positions(most) {
        Ok(positions) if claimed == u64::from(positions.classes()) => Ok(positions),
        Ok(positions) => Err(classes(group, place, claimed, positions.classes().to_string())),
        Err(NumberingError::OverLimit) => Err(classes(group, place, claimed, "more".to_owned())),
        Err(NumberingError::TooMany) => Err(too_small(file_size, "whose positions cannot be numbered")),
    }
}

/// Clauses `richman/classes`, `bracket/classes` and `chips/classes`: the claimed number of classes of symmetric
/// positions is that of the game.
fn classes(group: &'static str, place: Place, claimed: u64, expected: String) -> Refusal {
    Refusal::new(group, "classes", place, format!("expected {expected} classes, found {claimed}"))
}

/// Returns the [`Place`] that names a class of symmetric positions in a refusal.
pub(crate) fn class_place(positions: &dyn Positions, number: u32) -> Place {
    Place::Class { number, position: positions.position(number) }
}

#[cfg(test)]
mod tests {
    //! Tests the memory limits against the numbers in the specification.

    use super::{Game, NumberingError, Positions, size};
    use crate::bidding::kinds::{bracket, chips, richman};
    use crate::core::game::Description;

    struct Taking(u64);

    impl Game for Taking {
        fn description(&self) -> Description {
            Description { rules: "taking", version: 1, parameters: vec![], names: vec![] }
        }

        fn numbering_bytes(&self) -> u64 {
            self.0
        }

        fn positions(&self, _: u32) -> Result<Box<dyn Positions + '_>, NumberingError> {
            Err(NumberingError::TooMany)
        }
    }

    #[test]
    fn files_too_small_for_their_games() {
        for (file, per_byte, most) in [
            (0, 4, 1_048_576),
            (1, 4, 1_048_580),
            (1_000, 4, 1_052_576),
            (1_000, 1, 1_049_576),
            (u64::MAX, 1, u64::MAX),
            (u64::MAX, 4, u64::MAX),
        ] {
            assert!(size(&Taking(most), file, per_byte).is_ok(), "{file}");
            let refused = most.checked_add(1).map(|more| size(&Taking(more), file, per_byte).unwrap_err().code());
            assert!(refused.is_none_or(|code| code == "resources/size"), "{file}");
        }
    }

    #[test]
    fn memory_as_claimed() {
        assert_eq!([0, 1, u64::MAX].map(|size| richman::Version::Full.memory(size)), [2_097_152, 2_097_248, u64::MAX]);
        assert_eq!([bracket::memory(0), bracket::memory(1), bracket::memory(u64::MAX)], [5_242_880, 5_242_885, u64::MAX]);
        assert_eq!([chips::memory(0), chips::memory(1), chips::memory(u64::MAX)], [4_194_304, 4_194_432, u64::MAX]);
    }
}
