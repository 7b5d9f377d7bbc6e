//! What kinds of certificates ask of a bidding game: classes of positions, the options of a class, and the games that it rests on.
//!
//! Kinds work for any [`Game`] and know none by name; rule sets implement it and know no kind. A game is described before anything is built
//! for it, then its positions are numbered ([`Game::positions`]), then, with the games it cites verified, its options are
//! generated ([`Positions::moves`]).

use crate::core::case::Case;
use crate::core::game::{Colour, Description};
use crate::core::refusal::{Place, Refusal};
use std::ops::Range;

/// A game that another one cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CitedGame {
    pub(crate) game: Description,
    /// Whether an option can lead to it with colours exchanged.
    pub(crate) exchanged: bool,
}

/// Where one option of a player leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A class of the same game.
    Class(u32),
    /// A class of a cited game.
    Cited {
        /// The place of the game in the list of citations.
        citation: u32,
        /// The class of that game.
        class: u32,
        /// Whether White plays Black's part in it.
        exchanged: bool,
    },
    /// The end: this player has won.
    Won(Colour),
    /// The end: neither has won.
    Drawn,
}

/// A game with its parameters, before anything is built for it.
pub(crate) trait Game {
    /// What game it is.
    fn description(&self) -> Description;

    /// The games that it cites, in the order of its rule set. Each is smaller than this one in some order that has no endless descent:
    /// the depth of the checker's recursion rests on that.
    fn cited(&self) -> Vec<CitedGame> {
        vec![]
    }

    /// The memory that [`Game::positions`] takes, in bytes (`u64::MAX` if more than that). 0 if that is bounded by the number of classes asked for.
    fn numbering_bytes(&self) -> u64 {
        0
    }

    /// The steps that it takes to find a class, where positions are numbered by search.
    fn search_steps(&self) -> u64 {
        0
    }

    /// Numbers the positions. A rule set that finds them by search, and so cannot say before how many there are, gives up when it
    /// has found more than `most` classes; others need not look at `most`.
    fn positions(&self, most: u32) -> Result<Box<dyn Positions + '_>, Unnumbered>;

    /// The positions numbered as they are found, for kinds that look at a part of a game; at most about `most` will be. `None` where the rule set does not
    /// make sure that of whatever options are looked at each gets a greater number than its position.
    fn walk(&self, _most: u32) -> Option<Box<dyn Walk + '_>> {
        None
    }

    /// The game as its certificate stores it, if its rule set is the one of games that are stored whole.
    #[cfg(any(test, feature = "inspect"))]
    fn whole(&self) -> Option<&super::whole::WholeGame> {
        None
    }
}

/// Why positions were not numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unnumbered {
    /// There are more classes than were asked for.
    MoreThanAsked,
    /// There are too many for this machine or for 32-bit class numbers.
    TooMany,
}

/// The numbered positions of a game.
pub(crate) trait Positions: Sync {
    /// The number of classes.
    fn classes(&self) -> u32;

    /// The number of positions that make up the classes.
    fn placements(&self) -> u64;

    /// The class in which play begins, where the rule set has one.
    fn start(&self) -> Option<u32> {
        None
    }

    /// The canonical position of a class in the text form of the rule set; a name that the file chooses in quotation marks.
    fn position(&self, class: u32) -> String;

    /// The name that the file gives the class, where the rule set has files name positions.
    fn name(&self, _class: u32) -> Option<String> {
        None
    }

    /// Builds what is needed to generate options, the numbering of the cited games included. `None` as for [`Game::positions`].
    fn moves(&self) -> Option<Box<dyn Moves + '_>>;
}

/// The options of a game's classes.
pub(crate) trait Moves: Sync {
    /// Replaces the contents of the two lists by White's and Black's options at the canonical position of `class`, in move order.
    /// `None` if there is no such class or the rule set contradicts itself, which is a mistake of the checker.
    fn options(&self, class: u32, white: &mut Vec<Choice>, black: &mut Vec<Choice>) -> Option<()>;
}

/// Positions that are numbered as they are found. Number 0 is the class in which play begins.
pub(crate) trait Walk {
    /// How many have been found.
    fn found(&self) -> usize;

    /// Replaces the contents of `list` by those options of a player at a class that stand in `range` in move order. Classes that have no
    /// number get the next. `None` as for [`Moves::options`], and if there are more than 2^32.
    fn options(&mut self, class: u32, colour: Colour, range: Range<usize>, list: &mut Vec<Choice>) -> Option<()>;
}

/// A numbering may take `NUMBERING_PER_BYTE` times the size of the file, and `NUMBERING_PER_FILE` beside: see the page of the kind `richman`.
pub(crate) const NUMBERING_PER_BYTE: u64 = 4;
const NUMBERING_PER_FILE: u64 = 1 << 20;

/// Clause `resources/size`: the file is not much too small to be about as many positions as its game has: to number them takes at most `per_byte` bytes for
/// each of its own, and `NUMBERING_PER_FILE`. Tested before they are numbered.
pub(crate) fn size(game: &dyn Game, file_size: u64, per_byte: u64) -> Result<(), Refusal> {
    let most = file_size.saturating_mul(per_byte).saturating_add(NUMBERING_PER_FILE);
    let needed = game.numbering_bytes();
    if needed > most {
        return Err(too_small(file_size, &format!("whose positions take {needed} bytes to number")));
    }
    Ok(())
}

/// The refusal of a file that is too small for its game.
pub(crate) fn too_small(file_size: u64, why: &str) -> Refusal {
    Refusal::new("resources", "size", Place::Byte(0), format!("a file of {file_size} bytes is too small for its game, {why}"))
}

/// The numbered positions of a game, of which a certificate of the kind `group` claims `claimed` classes, a number that stands at `place`. Each class takes
/// a byte of the file at least, so a search for positions ends when it has found more than the file has bytes.
pub(crate) fn numbered<'g>(
    game: &'g dyn Game,
    case: &mut Case<'_, '_>,
    group: &'static str,
    (claimed, place): (u64, Place),
) -> Result<Box<dyn Positions + 'g>, Refusal> {
    let file_size = case.reader.file_size();
    size(game, file_size, NUMBERING_PER_BYTE)?;
    let most = u32::try_from(claimed.min(file_size)).unwrap_or(u32::MAX);
    case.meter.allowance(u64::from(most).saturating_mul(game.search_steps()))?;
    match game.positions(most) {
        Ok(positions) if claimed == u64::from(positions.classes()) => Ok(positions),
        Ok(positions) => Err(classes(group, place, claimed, positions.classes().to_string())),
        Err(Unnumbered::MoreThanAsked) => Err(classes(group, place, claimed, "more".to_owned())),
        Err(Unnumbered::TooMany) => Err(too_small(file_size, "whose positions cannot be numbered")),
    }
}

/// Clauses `richman/classes`, `bracket/classes` and `chips/classes`: the claimed number of classes is the rule set's.
fn classes(group: &'static str, place: Place, claimed: u64, expected: String) -> Refusal {
    Refusal::new(group, "classes", place, format!("expected {expected} classes, found {claimed}"))
}

/// The place of a class.
pub(crate) fn class_place(positions: &dyn Positions, number: u32) -> Place {
    Place::Class { number, position: positions.position(number) }
}

#[cfg(test)]
mod tests {
    //! The numbers that pages of the specification state of games and of the kinds that use them.

    use super::{Game, Positions, Unnumbered, size};
    use crate::bidding::kinds::{bracket, chips, richman};
    use crate::core::game::Description;

    /// A game whose positions take so many bytes to number.
    struct Taking(u64);

    impl Game for Taking {
        fn description(&self) -> Description {
            Description { rules: "taking", version: 1, parameters: vec![], names: vec![] }
        }

        fn numbering_bytes(&self) -> u64 {
            self.0
        }

        fn positions(&self, _: u32) -> Result<Box<dyn Positions + '_>, Unnumbered> {
            Err(Unnumbered::TooMany)
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
    fn memory_as_stated() {
        assert_eq!([richman::memory(0), richman::memory(1), richman::memory(u64::MAX)], [2_097_152, 2_097_248, u64::MAX]);
        assert_eq!([bracket::memory(0), bracket::memory(1), bracket::memory(u64::MAX)], [5_242_880, 5_242_885, u64::MAX]);
        assert_eq!([chips::memory(0), chips::memory(1), chips::memory(u64::MAX)], [4_194_304, 4_194_432, u64::MAX]);
    }
}
