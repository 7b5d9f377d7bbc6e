//! Reads the closed set of a certificate of kind `safe` (`spec/kinds/safe.md`, section 2). A closed set proves that the
//! *winner* (the side whose wins are searched for) cannot win. The winner has not won in any position of the set, and
//! no move of the winner leaves the set. The other side is the *defender*. The defender can always stay in the set.

use hashbrown::HashTable;

use crate::model::bits::Bits;
use crate::model::two_player::{Status, TwoPlayerGame};

/// Moves of the defender that must stay in a closed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// The closed set follows one move in each position.
    One,
    /// The closed set follows all legal moves.
    All,
}

/// A closed set, as a list of positions in the order in which the certificate lists them.
#[derive(Clone, Debug)]
pub struct ClosedList<G: TwoPlayerGame> {
    game: G,
    followed: Followed,
    positions: Vec<G::Position>,
    /// For each position, the index of the defender's chosen move among the legal moves, or 0 if there is no chosen
    /// move.
    chosen: Vec<u16>,
    /// Finds the number of a position.
    numbers: HashTable<u32>,
}

/// Reason why a bit stream does not list a closed set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotClosed {
    /// The winner has won in a position of the list.
    #[error("the other side has won in {0}")]
    Won(String),
    /// The stream does not contain the index of a legal move of the defender.
    #[error("{0} has no move")]
    NoMove(String),
    /// The set has more positions than the caller expects.
    #[error("there are more than {0} positions")]
    MorePositions(u32),
    /// The list or the stream has the wrong length.
    #[error("{found} of {claimed} positions are listed, with {bits_left} bits left")]
    Length {
        /// Number of positions in the list.
        found: usize,
        /// Number of positions that the caller expects.
        claimed: u32,
        /// Number of unread bits, including the padding.
        bits_left: usize,
    },
}

impl<G: TwoPlayerGame> ClosedList<G> {
    /// Reads a closed set that begins with `roots` and has `claimed` positions in all. The defender is the side that is
    /// not the winner of `game`.
    ///
    /// # Errors
    /// [`NotClosed`] if the stream does not list a closed set with these roots and `claimed` positions.
    pub fn read(game: G, roots: &[G::Position], followed: Followed, claimed: u32, stream: &[u8]) -> Result<Self, NotClosed> {
        let most = claimed as usize;
        let (positions, chosen) = (Vec::with_capacity(most), Vec::with_capacity(most));
        let mut list = Self { game, followed, positions, chosen, numbers: HashTable::with_capacity(most) };
        for &root in roots {
            list.add(root, claimed)?;
        }
        let (mut bits, mut moves, mut at) = (Bits::new(stream), Vec::new(), 0);
        while let Some(&position) = list.positions.get(at) {
            at += 1;
            moves.clear();
            list.game.moves(&position, &mut moves);
            let mut chosen = 0;
            if moves.is_empty() {
                if list.game.status(&position) == Status::Won {
                    return Err(NotClosed::Won(position.to_string()));
                }
            } else if list.chooses(&position) {
                chosen = bits.choice(moves.len()).ok_or_else(|| NotClosed::NoMove(position.to_string()))?;
                moves.swap(0, usize::from(chosen));
                moves.truncate(1);
            }
            list.chosen.push(chosen);
            for &played in &moves {
                list.add(list.game.after(&position, played), claimed)?;
            }
        }
        if !bits.is_done() || list.len() != most {
            return Err(NotClosed::Length { found: list.len(), claimed, bits_left: bits.left() });
        }
        Ok(list)
    }

    /// Adds a position at the end of the list, unless the list has it.
    fn add(&mut self, position: G::Position, claimed: u32) -> Result<(), NotClosed> {
        if self.number_of(&position).is_some() {
            return Ok(());
        }
        let number = self.positions.len() as u32;
        if number == claimed {
            return Err(NotClosed::MorePositions(claimed));
        }
        let (game, positions) = (&self.game, &self.positions);
        self.numbers.insert_unique(game.key(&position), number, |&other| game.key(&positions[other as usize]));
        self.positions.push(position);
        Ok(())
    }

    /// Returns whether the closed set follows only one move in the position. Play must not be over in the position.
    fn chooses(&self, position: &G::Position) -> bool {
        self.followed == Followed::One && !self.game.winners_turn(position)
    }

    /// Returns the game. The closed set proves that the `winner` of the game cannot win.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no positions. A closed set of at least one root is never empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the positions in the order of their numbers, from 0. The roots come first.
    #[must_use]
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// Returns the number of a position, or `None` if the set does not contain it.
    #[must_use]
    pub fn number_of(&self, position: &G::Position) -> Option<u32> {
        let known = self.numbers.find(self.game.key(position), |&number| self.positions[number as usize] == *position);
        known.copied()
    }

    /// Returns the moves that the set follows in the position with this number, in move order. With each move, returns
    /// the number of the position after the move. If play is over, there are no moves.
    #[must_use]
    pub fn moves(&self, number: u32) -> Vec<(G::Move, u32)> {
        let position = &self.positions[number as usize];
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if !moves.is_empty() && self.chooses(position) {
            moves = vec![moves[usize::from(self.chosen[number as usize])]];
        }
        let numbered = |played| Some((played, self.number_of(&self.game.after(position, played))?));
        moves.into_iter().filter_map(numbered).collect()
    }
}

#[cfg(test)]
mod tests {
    //! Defines a test game on four places, numbered from 0 to 3. A position consists of the number of a place and the
    //! side to move. The winner stays on the current place or goes to the next place. The defender stays on the current
    //! place, goes back to place 0, or goes to the next place. The game ends on place 3.

    use std::fmt;

    use super::{ClosedList, Followed};
    use crate::model::two_player::{Status, TwoPlayerGame};

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct At(u32, bool);

    impl fmt::Display for At {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "place {}", self.0)
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Step {
        Stay,
        Back,
        On,
    }

    impl fmt::Display for Step {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Debug::fmt(self, f)
        }
    }

    #[derive(Debug)]
    struct Places {
        /// Whether the winner has won when the game ends.
        wins: bool,
    }

    impl TwoPlayerGame for Places {
        type Position = At;
        type Move = Step;

        fn key(&self, at: &At) -> u64 {
            // All positions with the same side to move have the same key.
            u64::from(at.1)
        }

        fn moves(&self, at: &At, moves: &mut Vec<Step>) {
            if at.0 != 3 {
                moves.extend_from_slice(if at.1 { &[Step::Stay, Step::On] } else { &[Step::Stay, Step::Back, Step::On] });
            }
        }

        fn after(&self, at: &At, step: Step) -> At {
            let place = match step {
                Step::Stay => at.0,
                Step::Back => 0,
                Step::On => at.0 + 1,
            };
            At(place, !at.1)
        }

        fn winners_turn(&self, at: &At) -> bool {
            at.1
        }

        fn status(&self, at: &At) -> Status {
            match at.0 {
                3 if self.wins => Status::Won,
                3 => Status::NotWon,
                _ => Status::Open { moves: 1, captures: false, units: 1 },
            }
        }

        fn is_irreversible(&self, _: &At, _: Step) -> bool {
            false
        }
    }

    #[test]
    fn lists_one_move_of_the_defender() {
        // The defender stays on places 0 and 1 (bits 00 each), and goes back from place 2 (bits 01).
        let roots = [At(0, true)];
        let list = ClosedList::read(Places { wins: true }, &roots, Followed::One, 5, &[0b0000_0100]).unwrap();
        assert_eq!(list.positions(), [At(0, true), At(0, false), At(1, false), At(1, true), At(2, false)]);
        assert_eq!(list.moves(0), [(Step::Stay, 1), (Step::On, 2)]);
        assert_eq!((list.moves(2), list.moves(4)), (vec![(Step::Stay, 3)], vec![(Step::Back, 0)]));
        assert_eq!((list.number_of(&At(2, false)), list.number_of(&At(2, true))), (Some(4), None));
    }

    #[test]
    fn lists_all_moves() {
        let list = ClosedList::read(Places { wins: false }, &[At(0, true)], Followed::All, 8, &[]).unwrap();
        assert_eq!(list.positions()[4..], [At(2, true), At(2, false), At(3, false), At(3, true)]);
        assert_eq!(list.moves(5), [(Step::Stay, 4), (Step::Back, 0), (Step::On, 7)]);
        assert_eq!(list.moves(6), []);
    }

    #[test]
    fn streams_that_list_no_closed_set() {
        let table: [(&str, u32, &[u8], &str); 7] = [
            ("The defender walks into a loss", 6, &[0b0000_1000], "the other side has won in place 3"),
            ("Index 3 of three moves", 5, &[0b1100_0000], "place 0 has no move"),
            ("The stream is too short", 5, &[], "place 0 has no move"),
            ("More positions than claimed", 4, &[0b0000_0100], "there are more than 4 positions"),
            ("Fewer positions than claimed", 6, &[0b0000_0100], "5 of 6 positions are listed"),
            ("Padding that is not 0", 5, &[0b0000_0101], "5 of 5 positions are listed, with 0 bits left"),
            ("Another byte", 5, &[0b0000_0100, 0], "5 of 5 positions are listed, with 10 bits left"),
        ];
        for (title, claimed, stream, sentence) in table {
            let found = ClosedList::read(Places { wins: true }, &[At(0, true)], Followed::One, claimed, stream);
            let found = found.unwrap_err().to_string();
            assert!(found.contains(sentence), "{title}: {found}");
        }
    }
}
