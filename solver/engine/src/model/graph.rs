//! What engines see of a game: numbered positions, each with White's and Black's options, and a boundary of positions
//! whose values are already known (the ends of the game and positions of endings solved before).
//!
//! A place where an option leads is a number: below [`OptionGraph::len`] it is a position of the graph, from there
//! on an entry of the boundary. Options keep the game's move order.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::model::value::Rational;

/// How many stages a win takes to come about with certainty of progress (the paper's T_n); `NEVER` when it need not.
pub type Label = u32;

/// The label of a position from which the player cannot force the game towards an end by value-preserving moves.
pub const NEVER: Label = Label::MAX;

/// A position outside the graph with everything that is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundaryValue {
    /// Threshold below which Black's share must lie for White to win.
    pub alpha: Rational,
    /// Threshold above which Black's share must lie for Black to win.
    pub beta: Rational,
    /// White's label.
    pub label_white: Label,
    /// Black's label.
    pub label_black: Label,
}

impl BoundaryValue {
    /// The end of the game with this payoff to White.
    #[must_use]
    pub fn end(payoff: Rational) -> Self {
        Self { alpha: payoff.clone(), beta: payoff, label_white: 0, label_black: 0 }
    }

    /// The same position with colours exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        Self { alpha: self.beta.exchanged(), beta: self.alpha.exchanged(), label_white: self.label_black, label_black: self.label_white }
    }
}

/// Lists of places, one list per position, stored end to end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Lists {
    /// No lists yet; allocates for `lists` lists with `places` places in all.
    #[must_use]
    pub fn with_capacity(lists: usize, places: usize) -> Self {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Self { starts, places: Vec::with_capacity(places) }
    }

    /// Adds a list behind the others.
    ///
    /// # Panics
    /// If there would be 2^32 places in all.
    pub fn push(&mut self, list: &[u32]) {
        self.places.extend_from_slice(list);
        self.starts.push(u32::try_from(self.places.len()).expect("fewer than 2^32 options"));
    }

    /// Adds all lists of another collection behind these.
    ///
    /// # Panics
    /// If there would be 2^32 places in all.
    pub fn append(&mut self, other: &Self) {
        let base = u32::try_from(self.places.len()).expect("fewer than 2^32 options");
        self.places.extend_from_slice(&other.places);
        self.starts.extend(other.starts[1..].iter().map(|&start| base.checked_add(start).expect("fewer than 2^32 options")));
    }

    /// The list of a position.
    #[must_use]
    pub fn get(&self, position: usize) -> &[u32] {
        &self.places[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    /// How many lists there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether every place is greater than the number of its list: where these are options, play never comes back.
    #[must_use]
    pub fn is_topologically_ordered(&self) -> bool {
        (0..self.len()).into_par_iter().all(|list| self.get(list).iter().all(|&place| place as usize > list))
    }

    /// Changes every place of every list.
    pub fn for_each_place(&mut self, change: impl Fn(&mut u32) + Sync + Send) {
        self.places.par_iter_mut().for_each(change);
    }

    /// All places of all lists, end to end.
    #[must_use]
    pub fn places(&self) -> &[u32] {
        &self.places
    }
}

/// Where play is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Left (White) has won.
    Left,
    /// Right (Black) has won.
    Right,
    /// Neither has.
    Nobody,
}

impl End {
    /// The ends in the order of their places.
    pub const ALL: [Self; 3] = [Self::Left, Self::Right, Self::Nobody];

    /// The place of this end in a graph of `positions` positions.
    #[must_use]
    pub fn place(self, positions: u32) -> u32 {
        positions + self as u32
    }

    /// In words.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Left: White, the paper's Alice.
    Left,
    /// Right: Black, the paper's Bob.
    Right,
}

impl Player {
    /// Both, Left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The end that this player has won.
    #[must_use]
    pub fn wins(self) -> End {
        match self {
            Self::Left => End::Left,
            Self::Right => End::Right,
        }
    }

    /// The other player.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// A game that rests on no other, whatever it will be solved for: each position's options as its rules have them. The places behind the positions
/// are the three ends, in the order of [`End::ALL`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameGraph {
    /// Left's options, position by position, in move order.
    pub left: Lists,
    /// Right's options, position by position, in move order.
    pub right: Lists,
}

impl GameGraph {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether every option leads to a place of greater number, so that play comes to an end.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        self.left.is_topologically_ordered() && self.right.is_topologically_ordered()
    }

    /// A player's options.
    #[must_use]
    pub fn options(&self, player: Player) -> &Lists {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The end at a place, if it is one.
    #[must_use]
    pub fn end(&self, place: u32) -> Option<End> {
        (place as usize).checked_sub(self.len()).and_then(|end| End::ALL.get(end).copied())
    }

    /// The graph for bidding with real-valued money. A draw is a win of nobody: it is worth nothing to White (alpha) and nothing to Black (beta).
    #[must_use]
    pub fn option_graph(self) -> OptionGraph {
        let drawn = BoundaryValue { alpha: Rational::ZERO, beta: Rational::ONE, label_white: NEVER, label_black: NEVER };
        let boundary = vec![BoundaryValue::end(Rational::ONE), BoundaryValue::end(Rational::ZERO), drawn];
        OptionGraph { white: self.left, black: self.right, boundary }
    }
}

/// A game as engines see it. Every position has at least one option for each player.
#[derive(Clone, Debug)]
pub struct OptionGraph {
    /// White's options, position by position, in move order.
    pub white: Lists,
    /// Black's options, position by position, in move order.
    pub black: Lists,
    /// What is known beyond the graph.
    pub boundary: Vec<BoundaryValue>,
}

impl OptionGraph {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.white.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Places in all: positions, then the boundary.
    #[must_use]
    pub fn places(&self) -> usize {
        self.len() + self.boundary.len()
    }

    /// The graph's lower game: its options and, for the boundary, alpha and the labels of the two players.
    #[must_use]
    pub fn lower(&self) -> View<'_> {
        View { own: &self.white, other: &self.black, boundary: self.boundary.iter().map(|b| b.alpha.clone()).collect() }
    }

    /// The graph with colours exchanged: its lower value is 1 - beta of this graph.
    #[must_use]
    pub fn lower_exchanged(&self) -> View<'_> {
        // Each value once: many places share one, and its digits.
        let mut exchanged: FxHashMap<&Rational, Rational> = FxHashMap::default();
        let mut exchange = |value| exchanged.entry(value).or_insert_with(|| value.exchanged()).clone();
        let boundary = self.boundary.iter().map(|b| exchange(&b.beta)).collect();
        View { own: &self.black, other: &self.white, boundary }
    }
}

/// A game as one of its players sees it, who tries to win where the other tries not to lose. `B` is what is known of a place beyond the graph: with
/// real-valued money its value for the player, and the least Richman function is wanted.
pub struct View<'a, B = Rational> {
    /// The player's options.
    pub own: &'a Lists,
    /// The other player's.
    pub other: &'a Lists,
    /// What is known beyond the graph.
    pub boundary: Vec<B>,
}

impl<B> View<'_, B> {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.own.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Places in all: positions, then the boundary.
    #[must_use]
    pub fn places(&self) -> usize {
        self.len() + self.boundary.len()
    }

    /// Whether every option leads to a place of greater number.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        self.own.is_topologically_ordered() && self.other.is_topologically_ordered()
    }
}
