//! Trees of optimal moves of a bidding game, as figures 1 and 2 of Payne and Develin's paper: positions with their thresholds, and from each the best move of
//! either player.
//!
//! Symmetric positions are one position, and a position that is reached by several ways is there once.

mod dot;
pub(crate) mod source;
mod text;

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::model::graph::{End, Player};

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The root; where play begins if it is not said.
    pub position: Option<&'a str>,
    /// Bidding with chips: the number of chips in all.
    pub chips: Option<u32>,
    /// Bidding with money: whose win it is, Left's if it is not said. Certificates about chips say it themselves.
    pub player: Option<Player>,
    /// How many moves the tree goes down.
    pub depth: usize,
    /// How many positions it has at most.
    pub max_positions: usize,
}

/// A tree of optimal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTree {
    /// The game in words.
    pub title: String,
    /// What the thresholds are, such as `the share of the money above which Left wins by force`.
    pub thresholds: String,
    /// The players' names, Left's first.
    pub players: [String; 2],
    /// The digest of the certificate.
    pub digest: String,
    /// The positions, those nearest to the root first.
    pub nodes: Vec<Node>,
    /// Positions that were left out because there were too many.
    pub cut: bool,
}

/// A position of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name in the tree, as in the paper: moves from the root, and a letter (`2b`).
    pub name: String,
    /// The position in the game's own text form, one for all symmetric ones.
    pub position: String,
    /// The threshold.
    pub threshold: String,
    /// The best move of Left and of Right, if the tree goes on.
    pub branches: Option<[Branch; 2]>,
}

/// A best move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move in the game's own text form.
    pub played: String,
    /// Where it leads.
    pub to: To,
    /// How many other moves are as good.
    pub others: usize,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// A position of the tree, by its number.
    Node(usize),
    /// Play is over.
    End(End),
    /// A position that the tree leaves out.
    Beyond,
}

/// A place that a move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place<K> {
    /// A position.
    Position(K),
    /// Play is over.
    End(End),
}

/// A player's moves in the game's own text form, in move order, with the places that they lead to.
pub(crate) type Moves<K> = Vec<(String, Place<K>)>;

/// A solved game as trees need it.
pub(crate) trait Source {
    /// A position up to symmetry.
    type Key: Clone + Eq + Hash;
    /// What the player needs who is to win: the greater the worse for the player.
    type Need: Ord;

    /// The player whose win it is.
    fn claimant(&self) -> Player;

    /// The position's text.
    fn position(&self, key: &Self::Key) -> String;

    /// What the player needs at a place.
    ///
    /// # Errors
    /// A sentence, if the certificate does not say it.
    fn need(&self, place: &Place<Self::Key>) -> Result<Self::Need, String>;

    /// A threshold in words.
    fn write(&self, need: &Self::Need) -> String;

    /// A player's moves.
    ///
    /// # Errors
    /// A sentence, if the certificate does not say it.
    fn options(&self, key: &Self::Key, player: Player) -> Result<Moves<Self::Key>, String>;

    /// The number of a move to choose among the best ones, if one is better for another reason: because it brings the player nearer to the win, or because it is
    /// best with many chips too.
    fn chosen(&self, key: &Self::Key, player: Player) -> Option<usize>;
}

/// Grows a tree from a root.
///
/// # Errors
/// As the methods of [`Source`].
pub(crate) fn grow<S: Source>(source: &S, root: S::Key, request: &Request<'_>) -> Result<(Vec<Node>, bool), String> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut numbers: FxHashMap<S::Key, usize> = FxHashMap::default();
    let mut queue: VecDeque<(S::Key, usize)> = VecDeque::new();
    let mut at_depth = vec![0; request.depth + 1];
    let mut cut = false;
    // Adds a position if there is room.
    let mut number_of = |nodes: &mut Vec<Node>, queue: &mut VecDeque<_>, key: &S::Key, depth: usize| -> Result<Option<usize>, String> {
        if let Some(&number) = numbers.get(key) {
            return Ok(Some(number));
        }
        if depth > request.depth || nodes.len() >= request.max_positions {
            cut |= depth <= request.depth;
            return Ok(None);
        }
        let name = format!("{depth}{}", letters(at_depth[depth]));
        at_depth[depth] += 1;
        let threshold = source.write(&source.need(&Place::Position(key.clone()))?);
        nodes.push(Node { name, position: source.position(key), threshold, branches: None });
        numbers.insert(key.clone(), nodes.len() - 1);
        queue.push_back((key.clone(), depth));
        Ok(Some(nodes.len() - 1))
    };
    number_of(&mut nodes, &mut queue, &root, 0)?;
    let mut next = 0;
    while let Some((key, depth)) = queue.pop_front() {
        if depth < request.depth {
            let mut branches = Vec::with_capacity(2);
            for player in Player::BOTH {
                let (played, place, others) = best(source, &key, player)?;
                let to = match place {
                    Place::End(end) => To::End(end),
                    Place::Position(key) => number_of(&mut nodes, &mut queue, &key, depth + 1)?.map_or(To::Beyond, To::Node),
                };
                branches.push(Branch { played, to, others });
            }
            nodes[next].branches = branches.try_into().ok();
        }
        next += 1;
    }
    Ok((nodes, cut))
}

/// A player's best move, its place, and how many others are as good; moves to the same place count once.
fn best<S: Source>(source: &S, key: &S::Key, player: Player) -> Result<(String, Place<S::Key>, usize), String> {
    let mut options = source.options(key, player)?;
    let needs = options.iter().map(|(_, place)| source.need(place)).collect::<Result<Vec<_>, _>>()?;
    let own = player == source.claimant();
    let extreme = if own { needs.iter().min() } else { needs.iter().max() };
    let extreme = extreme.ok_or_else(|| format!("{}: a player has no move", source.position(key)))?;
    let is_best = |&index: &usize| needs[index] == *extreme;
    let first = (0..options.len()).find(is_best).unwrap_or(0);
    let chosen = source.chosen(key, player).filter(is_best).unwrap_or(first);
    let place = options[chosen].1.clone();
    // Of symmetric moves the first stands for all.
    let named = options.iter().position(|(_, other)| *other == place).unwrap_or(chosen);
    let mut equal: Vec<&Place<S::Key>> = Vec::new();
    for index in (0..options.len()).filter(is_best) {
        if !equal.contains(&&options[index].1) {
            equal.push(&options[index].1);
        }
    }
    let others = equal.len() - 1;
    Ok((options.swap_remove(named).0, place, others))
}

/// `a` to `z`, then `aa`, `ab` and so on.
fn letters(number: usize) -> String {
    let (before, last) = (number / 26, number % 26);
    let letter = char::from(b'a' + u8::try_from(last).unwrap_or(0));
    if before == 0 { letter.to_string() } else { format!("{}{letter}", letters(before - 1)) }
}

/// How the end of a game is written below a move.
fn end_text(end: End, players: &[String; 2]) -> String {
    match end {
        End::Left => format!("{} has won", players[0]),
        End::Right => format!("{} has won", players[1]),
        End::Nobody => "a draw".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn positions_have_letters() {
        for (number, expected) in [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (701, "zz"), (702, "aaa")] {
            assert_eq!(letters(number), expected, "{number}");
        }
    }
}
