//! Trees of optimal moves of a bidding game, as in figures 1 and 2 of Payne and Develin's paper: positions with their
//! thresholds, and each player's best move.
//!
//! Symmetric positions are one node, as are positions reached by several lines.

mod dot;
pub(crate) mod source;
mod text;

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::answers::NoAnswer;
use crate::model::graph::{End, Player};

/// Parameters of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Root; by default the start of the game.
    pub position: Option<&'a str>,
    /// Total number of chips, for bidding with chips.
    pub chips: Option<u32>,
    /// Claimant, for bidding with money; Left by default. Certificates about chips name the claimant themselves.
    pub player: Option<Player>,
    /// Depth of the tree in moves.
    pub depth: usize,
    /// Maximum number of positions.
    pub max_positions: usize,
}

/// Tree of optimal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTree {
    /// Description of the game.
    pub title: String,
    /// Meaning of the thresholds, such as `the share of the money above which Left wins by force`.
    pub thresholds: String,
    /// Names of the players, Left's first.
    pub players: [String; 2],
    /// Digest of the certificate.
    pub digest: String,
    /// Positions in order of their distance from the root.
    pub nodes: Vec<Node>,
    /// Whether positions were omitted because there were too many.
    pub cut: bool,
}

/// Position of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Name in the tree, as in the paper: number of moves from the root, and a letter (`2b`).
    pub name: String,
    /// Canonical representative in the game's text form.
    pub position: String,
    /// Threshold of the position.
    pub threshold: String,
    /// Best moves of Left and of Right, unless the tree ends here.
    pub branches: Option<[Branch; 2]>,
}

/// Best move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Move in the game's text form.
    pub played: String,
    /// Its target.
    pub to: To,
    /// Number of other moves that are equally good.
    pub others: usize,
}

/// Target of a move in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// A position of the tree, by index.
    Node(usize),
    /// An end of the game.
    End(End),
    /// A position outside the tree.
    Beyond,
}

/// Target of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place<K> {
    /// A position.
    Position(K),
    /// An end of the game.
    End(End),
}

/// A player's moves in the game's text form, in move order, with their targets.
pub(crate) type Moves<K> = Vec<(String, Place<K>)>;

/// Interface of a solved game for growing trees.
pub(crate) trait Source {
    /// Position up to symmetry.
    type Key: Clone + Eq + Hash;
    /// Holding that the claimant needs; greater is worse for the claimant.
    type Need: Ord;

    /// Returns the claimant, the player whose win is in question.
    fn claimant(&self) -> Player;

    /// Returns the position's text.
    fn position(&self, key: &Self::Key) -> String;

    /// Returns the claimant's need at a place.
    ///
    /// # Errors
    /// [`NoAnswer`] if the certificate does not contain it.
    fn need(&self, place: &Place<Self::Key>) -> Result<Self::Need, NoAnswer>;

    /// Formats a threshold.
    fn write(&self, need: &Self::Need) -> String;

    /// Returns a player's moves.
    ///
    /// # Errors
    /// [`NoAnswer`] if the certificate does not contain them.
    fn options(&self, key: &Self::Key, player: Player) -> Result<Moves<Self::Key>, NoAnswer>;

    /// Returns the preferred one of the best moves, if any: a move that brings the player nearer to the win, or one
    /// that is also best when the total number of chips is large.
    fn chosen(&self, key: &Self::Key, player: Player) -> Option<usize>;
}

/// Grows a tree from a root. Returns its nodes and whether positions were omitted.
///
/// # Errors
/// As the methods of [`Source`].
pub(crate) fn grow<S: Source>(source: &S, root: S::Key, request: &Request<'_>) -> Result<(Vec<Node>, bool), NoAnswer> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut numbers: FxHashMap<S::Key, usize> = FxHashMap::default();
    let mut queue: VecDeque<(S::Key, usize)> = VecDeque::new();
    let mut at_depth = vec![0; request.depth + 1];
    let mut cut = false;
    // Returns the index of a position, and adds it if there is room.
    let mut number_of = |nodes: &mut Vec<Node>, queue: &mut VecDeque<_>, key: &S::Key, depth: usize| -> Result<Option<usize>, NoAnswer> {
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

/// Finds a player's best move. Returns its text, its target and the number of equally good moves; moves to the same
/// place count once.
fn best<S: Source>(source: &S, key: &S::Key, player: Player) -> Result<(String, Place<S::Key>, usize), NoAnswer> {
    let mut options = source.options(key, player)?;
    let needs = options.iter().map(|(_, place)| source.need(place)).collect::<Result<Vec<_>, _>>()?;
    let own = player == source.claimant();
    let extreme = if own { needs.iter().min() } else { needs.iter().max() };
    let extreme = extreme.ok_or_else(|| NoAnswer::Disagreement(format!("{}: a player has no move", source.position(key))))?;
    let is_best = |&index: &usize| needs[index] == *extreme;
    let first = (0..options.len()).find(is_best).unwrap_or(0);
    let chosen = source.chosen(key, player).filter(is_best).unwrap_or(first);
    let place = options[chosen].1.clone();
    // The first of several symmetric moves represents all.
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

/// Numbers by letters: `a` to `z`, then `aa`, `ab` and so on.
fn letters(number: usize) -> String {
    let (before, last) = (number / 26, number % 26);
    let letter = char::from(b'a' + u8::try_from(last).unwrap_or(0));
    if before == 0 { letter.to_string() } else { format!("{}{letter}", letters(before - 1)) }
}

/// Describes an end of the game below a move.
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
