//! Represents a game as a graph, which the engines solve. The graph consists of numbered positions, each with White's
//! options and Black's options, and of *boundary entries*. A boundary entry is an end of the game or a position that
//! was solved before, so the entry's values are known.
//!
//! An option is stored as an index, which is also called a *place*. An index below [`OptionGraph::len`] stands for a
//! position, and any other index for a boundary entry. The options of a player in a position are listed in the game's
//! move order.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::model::value::Rational;

/// A number which shows that a player can force progress from a position. See section 8 of *Endgames in bidding chess*
/// by Larsson and Wästlund.
pub type Label = u32;

/// Label of a position in which the player cannot force progress.
pub const NEVER: Label = Label::MAX;

/// The known thresholds and labels of a boundary entry (an end of the game, or a position solved before).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundaryValue {
    /// Threshold alpha: White wins by force if Black's share of all money is below alpha.
    pub alpha: Rational,
    /// Threshold beta: Black wins by force if Black's share of all money is above beta.
    pub beta: Rational,
    /// White's label.
    pub label_white: Label,
    /// Black's label.
    pub label_black: Label,
}

impl BoundaryValue {
    /// Creates the thresholds and labels of an end of the game. `payoff` is what White gets in this end of the game.
    #[must_use]
    pub fn end(payoff: Rational) -> Self {
        Self { alpha: payoff.clone(), beta: payoff, label_white: 0, label_black: 0 }
    }

    /// Returns the thresholds and labels of the same end or position with White and Black exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        Self { alpha: self.beta.exchanged(), beta: self.alpha.exchanged(), label_white: self.label_black, label_black: self.label_white }
    }
}

/// Lists of indices, usually the options of each position, stored one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Lists {
    /// Creates an empty collection with memory for `lists` lists and a total of `places` indices.
    #[must_use]
    pub fn with_capacity(lists: usize, places: usize) -> Self {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Self { starts, places: Vec::with_capacity(places) }
    }

    /// Appends a list.
    ///
    /// # Panics
    /// Panics if the total number of indices reaches 2^32.
    pub fn push(&mut self, list: &[u32]) {
        self.places.extend_from_slice(list);
        self.starts.push(u32::try_from(self.places.len()).expect("fewer than 2^32 options"));
    }

    /// Appends all lists of another collection.
    ///
    /// # Panics
    /// Panics if the total number of indices reaches 2^32.
    pub fn append(&mut self, other: &Self) {
        let base = u32::try_from(self.places.len()).expect("fewer than 2^32 options");
        self.places.extend_from_slice(&other.places);
        self.starts.extend(other.starts[1..].iter().map(|&start| base.checked_add(start).expect("fewer than 2^32 options")));
    }

    /// Returns the list of a position.
    #[must_use]
    pub fn get(&self, position: usize) -> &[u32] {
        &self.places[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    /// Returns the number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns whether there are no lists.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether every index in every list is greater than the list's index. If the lists of the options in a
    /// game have this property, play never repeats a position.
    #[must_use]
    pub fn is_topologically_ordered(&self) -> bool {
        (0..self.len()).into_par_iter().all(|list| self.get(list).iter().all(|&place| place as usize > list))
    }

    /// Calls `change` on every index in every list.
    pub fn for_each_place(&mut self, change: impl Fn(&mut u32) + Sync + Send) {
        self.places.par_iter_mut().for_each(change);
    }

    /// Returns the contents of all lists, one list after the other.
    #[must_use]
    pub fn places(&self) -> &[u32] {
        &self.places
    }
}

/// Outcome of a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Left (White) has won.
    Left,
    /// Right (Black) has won.
    Right,
    /// Nobody has won: a draw.
    Nobody,
}

impl End {
    /// All ends of a game, in the order of their indices in a graph.
    pub const ALL: [Self; 3] = [Self::Left, Self::Right, Self::Nobody];

    /// Returns the index of this end in a graph with `positions` positions.
    #[must_use]
    pub fn place(self, positions: u32) -> u32 {
        positions + self as u32
    }

    /// Describes the end in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Left => "Left has won",
            Self::Right => "Right has won",
            Self::Nobody => "neither has won",
        }
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Left, also called White, or Alice in Payne and Develin's paper.
    Left,
    /// Right, also called Black, or Bob in Payne and Develin's paper.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the end of the game in which this player has won.
    #[must_use]
    pub fn wins(self) -> End {
        match self {
            Self::Left => End::Left,
            Self::Right => End::Right,
        }
    }

    /// Returns the other player.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The options of each position of a game whose solution does not depend on solutions of other games. Indices below
/// [`GameGraph::len`] stand for positions, and the next three indices stand for the ends of the game in the order of
/// [`End::ALL`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameGraph {
    /// Left's options at each position, in move order.
    pub left: Lists,
    /// Right's options at each position, in move order.
    pub right: Lists,
}

impl GameGraph {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether every option leads to a position with a greater index, or to an end. In such a game, play always
    /// ends.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        self.left.is_topologically_ordered() && self.right.is_topologically_ordered()
    }

    /// Returns a player's options at all positions.
    #[must_use]
    pub fn options(&self, player: Player) -> &Lists {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Returns the end with the index `place`, or `None` if `place` is the index of a position.
    #[must_use]
    pub fn end(&self, place: u32) -> Option<End> {
        (place as usize).checked_sub(self.len()).and_then(|end| End::ALL.get(end).copied())
    }

    /// Converts the game to an option graph for bidding with real-valued money. A draw has alpha 0 and beta 1.
    #[must_use]
    pub fn option_graph(self) -> OptionGraph {
        let drawn = BoundaryValue { alpha: Rational::ZERO, beta: Rational::ONE, label_white: NEVER, label_black: NEVER };
        let boundary = vec![BoundaryValue::end(Rational::ONE), BoundaryValue::end(Rational::ZERO), drawn];
        OptionGraph { white: self.left, black: self.right, boundary }
    }
}

/// A game in the form that the engines use. Every position has at least one option for each player.
#[derive(Clone, Debug)]
pub struct OptionGraph {
    /// White's options at each position, in move order.
    pub white: Lists,
    /// Black's options at each position, in move order.
    pub black: Lists,
    /// Known thresholds and labels of the boundary entries (ends of the game, and positions solved before).
    pub boundary: Vec<BoundaryValue>,
}

impl OptionGraph {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.white.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of positions plus the number of boundary entries (ends of the game, and positions solved
    /// before).
    #[must_use]
    pub fn places(&self) -> usize {
        self.len() + self.boundary.len()
    }

    /// Returns the game from White's point of view. Boundary entries have the value alpha.
    #[must_use]
    pub fn lower(&self) -> View<'_> {
        View { own: &self.white, other: &self.black, boundary: self.boundary.iter().map(|b| b.alpha.clone()).collect() }
    }

    /// Returns the game from Black's point of view. Boundary entries have the value 1 - beta.
    #[must_use]
    pub fn lower_exchanged(&self) -> View<'_> {
        // Each value is exchanged only once, because many places share a value and its digits.
        let mut exchanged: FxHashMap<&Rational, Rational> = FxHashMap::default();
        let mut exchange = |value| exchanged.entry(value).or_insert_with(|| value.exchanged()).clone();
        let boundary = self.boundary.iter().map(|b| exchange(&b.beta)).collect();
        View { own: &self.black, other: &self.white, boundary }
    }
}

/// A game from the point of view of one player, who tries to win, while the other player tries to prevent this. `B` is
/// the type of a boundary entry (an end of the game, or a position solved before).
pub struct View<'a, B = Rational> {
    /// Options of the player who tries to win.
    pub own: &'a Lists,
    /// Options of the other player.
    pub other: &'a Lists,
    /// Values of the boundary entries (ends of the game, and positions solved before).
    pub boundary: Vec<B>,
}

impl<B> View<'_, B> {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.own.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of positions plus the number of boundary entries (ends of the game, and positions solved
    /// before).
    #[must_use]
    pub fn places(&self) -> usize {
        self.len() + self.boundary.len()
    }

    /// Returns whether every option leads to a later position or a boundary entry.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        self.own.is_topologically_ordered() && self.other.is_topologically_ordered()
    }
}
