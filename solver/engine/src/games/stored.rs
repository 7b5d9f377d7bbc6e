//! Defines complete games, whose positions and options are all listed (`spec/rules/graph.md`). A complete game lists
//! the name and both players' options of every position.

use std::collections::{HashMap, VecDeque};

use super::{Game, Player, PositionError, PositionOrEnd};
use crate::control::{Control, Interrupted};
use crate::model::graph::{End, GameGraph, Lists};
use crate::model::name::{GameName, Parameter};
use crate::model::parts::Parts;

/// A complete game in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    parts: Parts,
    /// For each position in `parts`, its *class*, which is its number according to the specification.
    class_of: Vec<u32>,
    /// For each class (position number according to the specification), the index of the position in `parts`.
    stored: Vec<u32>,
}

impl Stored {
    /// Creates a game after checking its parts.
    ///
    /// # Errors
    /// [`StoredError`] with the clause of the specification that the parts violate.
    pub fn new(parts: Parts) -> Result<Self, StoredError> {
        check(&parts)?;
        let stored = numbered(&parts);
        let mut class_of = vec![0; stored.len()];
        for (class, &position) in (0..).zip(&stored) {
            class_of[position as usize] = class;
        }
        Ok(Self { parts, class_of, stored })
    }

    /// Returns the parts from which the game was created.
    #[must_use]
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    fn options(&self, class: usize, player: Player) -> &[u32] {
        self.parts.options[player as usize].get(self.stored[class] as usize)
    }

    /// Returns the end of the game to which an option leads, or `None` if the option leads to a position.
    fn end(&self, option: u32) -> Option<&(String, End)> {
        (option as usize).checked_sub(self.parts.positions.len()).map(|index| &self.parts.ends[index])
    }
}

/// Reason why a string is not allowed in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// A name is empty.
    #[error("a name is empty")]
    Empty,
    /// The string has a control character.
    #[error("a text has a control character")]
    Control,
}

/// Checks whether a string is allowed as a name.
///
/// # Errors
/// [`TextError`] if the text is empty or has a control character.
pub(super) fn check_name(name: &str) -> Result<(), TextError> {
    if name.is_empty() {
        return Err(TextError::Empty);
    }
    check_text(name)
}

/// Checks whether a string is allowed in a game.
///
/// # Errors
/// [`TextError::Control`] if the text has a control character.
pub(super) fn check_text(text: &str) -> Result<(), TextError> {
    if text.chars().any(char::is_control) { Err(TextError::Control) } else { Ok(()) }
}

/// Reason why a game violates the specification (`spec/rules/graph.md`).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoredError {
    /// There is no position in which the game goes on.
    #[error("there is no position in which play goes on")]
    NoPosition,
    /// The game has too many positions and ends.
    #[error("there are 2^32 positions or more")]
    TooManyPositions,
    /// A name or the title is not allowed.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Two positions or ends have the same name.
    #[error("two positions are called '{0}'")]
    PositionTwice(String),
    /// Both players have the same name.
    #[error("both players are called '{0}'")]
    PlayerTwice(String),
    /// The initial position is an end or does not exist.
    #[error("the start is no position in which play goes on")]
    Start,
    /// A player has no option in a position.
    #[error("position '{position}' has no option for {player}")]
    NoOption {
        /// Name of the position.
        position: String,
        /// Name of the player.
        player: String,
    },
    /// A player has more than 65,535 options in a position. In certificates, the number of an option has 16 bits.
    #[error("position '{position}' has more than {} options for {player}", u16::MAX)]
    TooManyOptions {
        /// Name of the position.
        position: String,
        /// Name of the player.
        player: String,
    },
    /// An option is neither the index of a position nor the index of an end.
    #[error("an option is neither a position nor an end")]
    Option,
}

/// Checks that a game satisfies the specification.
fn check(parts: &Parts) -> Result<(), StoredError> {
    let Parts { title, players, start, positions, options, ends } = parts;
    let places = positions.len() + ends.len();
    if positions.is_empty() {
        return Err(StoredError::NoPosition);
    }
    if u32::try_from(places).is_err() {
        return Err(StoredError::TooManyPositions);
    }
    check_text(title)?;
    for name in players.iter().chain(positions).chain(ends.iter().map(|(name, _)| name)) {
        check_name(name)?;
    }
    let mut names: Vec<&String> = positions.iter().chain(ends.iter().map(|(name, _)| name)).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(StoredError::PositionTwice(twice[0].clone()));
    }
    if players[0] == players[1] {
        return Err(StoredError::PlayerTwice(players[0].clone()));
    }
    if *start >= positions.len() {
        return Err(StoredError::Start);
    }
    for (lists, player) in options.iter().zip(players) {
        assert_eq!(lists.len(), positions.len(), "each position has two lists");
        if let Some(position) = (0..positions.len()).find(|&position| lists.get(position).is_empty()) {
            return Err(StoredError::NoOption { position: positions[position].clone(), player: player.clone() });
        }
        if let Some(position) = (0..positions.len()).find(|&position| lists.get(position).len() > usize::from(u16::MAX)) {
            return Err(StoredError::TooManyOptions { position: positions[position].clone(), player: player.clone() });
        }
        if lists.places().iter().any(|&option| option as usize >= places) {
            return Err(StoredError::Option);
        }
    }
    Ok(())
}

/// Returns the positions in the order of their numbers according to section 2 of `spec/rules/graph.md`. If the options
/// form a cycle, returns the positions in the order of `parts`.
fn numbered(parts: &Parts) -> Vec<u32> {
    let positions = u32::try_from(parts.positions.len()).expect("fewer than 2^32 positions");
    let mut arcs = vec![0_u64; parts.positions.len()];
    let inside = |option: &&u32| **option < positions;
    for lists in &parts.options {
        lists.places().iter().filter(inside).for_each(|&option| arcs[option as usize] += 1);
    }
    let mut queue: VecDeque<u32> = (0..positions).filter(|&position| arcs[position as usize] == 0).collect();
    let mut order = Vec::with_capacity(parts.positions.len());
    while let Some(position) = queue.pop_front() {
        order.push(position);
        for lists in &parts.options {
            for &option in lists.get(position as usize).iter().filter(inside) {
                arcs[option as usize] -= 1;
                if arcs[option as usize] == 0 {
                    queue.push_back(option);
                }
            }
        }
    }
    if order.len() == parts.positions.len() { order } else { (0..positions).collect() }
}

impl Game for Stored {
    fn name(&self) -> GameName {
        let Parts { title, players: [left, right], start, positions, options, ends } = &self.parts;
        let text = |text: &String| Parameter::Text(text.clone());
        let list = |list: &[u32]| Parameter::Array(list.iter().map(|&option| Parameter::Unsigned(option.into())).collect());
        let position =
            |(index, name): (usize, &String)| Parameter::Array(vec![text(name), list(options[0].get(index)), list(options[1].get(index))]);
        let end = |(name, end): &(String, End)| Parameter::Array(vec![text(name), Parameter::Unsigned(*end as u64)]);
        let parameters = vec![
            text(title),
            text(left),
            text(right),
            Parameter::Unsigned(*start as u64),
            Parameter::Array(positions.iter().enumerate().map(position).collect()),
            Parameter::Array(ends.iter().map(end).collect()),
        ];
        GameName { rules: "graph", version: 1, parameters }
    }

    fn title(&self) -> String {
        if self.parts.title.is_empty() { "game without a title".to_owned() } else { self.parts.title.clone() }
    }

    fn graph_under(&self, control: Control) -> Result<GameGraph, Interrupted> {
        control.check()?;
        let classes = u32::try_from(self.stored.len()).expect("fewer than 2^32 positions");
        let place = |&option: &u32| match self.end(option) {
            Some((_, end)) => end.place(classes),
            None => self.class_of[option as usize],
        };
        let [left, right] = Player::BOTH.map(|player| {
            let mut lists = Lists::with_capacity(self.stored.len(), self.parts.options[player as usize].places().len());
            let mut places = Vec::new();
            for class in 0..self.stored.len() {
                places.clear();
                places.extend(self.options(class, player).iter().map(place));
                lists.push(&places);
            }
            lists
        });
        Ok(GameGraph { left, right })
    }

    fn start(&self) -> usize {
        self.class_of[self.parts.start] as usize
    }

    fn position(&self, position: usize) -> String {
        self.parts.positions[self.stored[position] as usize].clone()
    }

    fn find(&self, text: &str) -> Result<PositionOrEnd, PositionError> {
        if let Some(position) = self.parts.positions.iter().position(|name| name == text) {
            return Ok(PositionOrEnd::Position(self.class_of[position] as usize));
        }
        let end = self.parts.ends.iter().find(|(name, _)| name == text);
        end.map(|(_, end)| PositionOrEnd::End(*end)).ok_or_else(|| PositionError::new(text, "the game has none of this name"))
    }

    fn after(&self, position: usize, player: Player, option: usize) -> String {
        let option = self.options(position, player)[option];
        match self.end(option) {
            Some((name, _)) => name.clone(),
            None => self.parts.positions[option as usize].clone(),
        }
    }

    fn players(&self) -> [String; 2] {
        self.parts.players.clone()
    }

    fn estimate(&self) -> (u64, u64) {
        let options: usize = self.parts.options.iter().map(|lists| lists.places().len()).sum();
        (self.parts.positions.len() as u64, options as u64)
    }
}

/// Collects the positions of a game by name, while the options are generated.
#[derive(Default)]
pub(super) struct Builder {
    names: HashMap<String, Place>,
    positions: Vec<String>,
    ends: Vec<(String, End)>,
    options: HashMap<usize, [Vec<Place>; 2]>,
}

/// A position or an end of a game that a [`Builder`] collects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Index of a position.
    Position(usize),
    /// Index of an end.
    End(usize),
}

impl Builder {
    /// Returns the position or end with this name, or `None` if there is none.
    pub(super) fn known(&self, name: &str) -> Option<Place> {
        self.names.get(name).copied()
    }

    /// Adds a position without options. [`Self::set_options`] sets the options later.
    pub(super) fn position(&mut self, name: String) -> Place {
        let place = Place::Position(self.positions.len());
        self.names.insert(name.clone(), place);
        self.positions.push(name);
        place
    }

    /// Returns the end of the game that has this name. If the end is new, adds it.
    pub(super) fn end(&mut self, name: &str, end: End) -> Place {
        if let Some(place) = self.known(name) {
            return place;
        }
        let place = Place::End(self.ends.len());
        self.names.insert(name.to_owned(), place);
        self.ends.push((name.to_owned(), end));
        place
    }

    /// Sets the options of a position. For an end, does nothing.
    pub(super) fn set_options(&mut self, place: Place, options: [Vec<Place>; 2]) {
        if let Place::Position(index) = place {
            self.options.insert(index, options);
        }
    }

    /// Returns the parts of the game. The initial position is the position that was added first.
    pub(super) fn parts(self, title: String, players: [String; 2]) -> Parts {
        let index = |place: &Place| {
            let index = match place {
                Place::Position(index) => *index,
                Place::End(index) => self.positions.len() + index,
            };
            u32::try_from(index).expect("fewer than 2^32 positions")
        };
        let options = Player::BOTH.map(|player| {
            let mut lists = Lists::with_capacity(self.positions.len(), 0);
            for position in 0..self.positions.len() {
                let list = self.options.get(&position).map_or(&[][..], |both| &both[player as usize]);
                lists.push(&list.iter().map(index).collect::<Vec<_>>());
            }
            lists
        });
        Parts { title, players, start: 0, positions: self.positions, options, ends: self.ends }
    }
}
