//! Builds trees of optimal moves of a bidding game, as in figures 1 and 2 of Payne and Develin's paper. The nodes are
//! positions with their thresholds. Each node has one branch for each player's best move.
//!
//! Symmetric positions share one node. If different moves lead to the same position, their branches end at the same
//! node.

mod dot;
pub(crate) mod source;
mod text;

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::answers::NoAnswer;
use crate::model::graph::{End, Player};

/// Parameters of a tree of optimal moves.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Root of the tree. The default is the initial position.
    pub position: Option<&'a str>,
    /// Total number of chips; set only for bidding with chips.
    pub chips: Option<u32>,
    /// In bidding with money, the thresholds show how much this player needs to win. The default is Left. In bidding
    /// with chips, the player is always the one that the certificate names.
    pub player: Option<Player>,
    /// Maximum depth of the tree, as a number of moves.
    pub depth: usize,
    /// Maximum number of positions in the tree.
    pub max_positions: usize,
}

/// Tree of optimal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTree {
    /// Description of the game.
    pub title: String,
    /// Meaning of the thresholds, for example `the share of the money above which Left wins by force`.
    pub thresholds: String,
    /// Names of the players, with Left first.
    pub players: [String; 2],
    /// SHA-256 digest of the certificate.
    pub digest: String,
    /// Positions of the tree, sorted by their distance from the root.
    pub nodes: Vec<Node>,
    /// Whether the tree is incomplete because of the limit on the number of positions.
    pub cut: bool,
}

/// A position in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Name of the position in the tree, as in the paper. The name, such as `2b`, consists of the number of moves from
    /// the root and a letter.
    pub name: String,
    /// Canonical position of the node, in text form.
    pub position: String,
    /// Threshold of the position.
    pub threshold: String,
    /// Best moves of Left and Right, or `None` if the tree ends at this position.
    pub branches: Option<[Branch; 2]>,
}

/// A player's best move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move in text form.
    pub played: String,
    /// Position or end of the game after the move.
    pub to: To,
    /// Number of other moves that are equally good.
    pub others: usize,
}

/// Position or end of the game after a move in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// A position of the tree, by index.
    Node(usize),
    /// An end of the game.
    End(End),
    /// A position that is not in the tree.
    Beyond,
}

/// Position or end of the game after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place<K> {
    /// A position.
    Position(K),
    /// An end of the game.
    End(End),
}

/// A player's moves, in the order that the rules define. Each entry has the text of the move, and the position or end
/// of the game after the move.
pub(crate) type Moves<K> = Vec<(String, Place<K>)>;

/// A solved game for which trees of optimal moves can be built.
pub(crate) trait Source {
    /// Type that identifies a position up to symmetry.
    type Key: Clone + Eq + Hash;
    /// Type of the amount of money or chips that a player needs to win. A smaller amount is better for the player.
    type Need: Ord;

    /// Returns the claimant. The thresholds show how much the claimant needs to win.
    fn claimant(&self) -> Player;

    /// Returns the text form of a position.
    fn position(&self, key: &Self::Key) -> String;

    /// Returns how much money or how many chips the claimant needs to win.
    ///
    /// # Errors
    /// [`NoAnswer`] if the certificate does not contain this amount.
    fn need(&self, place: &Place<Self::Key>) -> Result<Self::Need, NoAnswer>;

    /// Formats a threshold.
    fn write(&self, need: &Self::Need) -> String;

    /// Returns a player's moves at a position.
    ///
    /// # Errors
    /// [`NoAnswer`] if the certificate does not contain the moves.
    fn options(&self, key: &Self::Key, player: Player) -> Result<Moves<Self::Key>, NoAnswer>;

    /// Returns the index of the move that the tree prefers among equally good moves. In bidding with money, this is the
    /// move that the solution chooses. In bidding with chips, this is the move that is best for large numbers of chips.
    fn chosen(&self, key: &Self::Key, player: Player) -> Option<usize>;
}

/// Builds a tree from its root. Returns the nodes, and whether the tree is incomplete because of the limit on
/// positions.
///
/// # Errors
/// Returns the same errors as the methods of [`Source`].
pub(crate) fn grow<S: Source>(source: &S, root: S::Key, request: &Request<'_>) -> Result<(Vec<Node>, bool), NoAnswer> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut numbers: FxHashMap<S::Key, usize> = FxHashMap::default();
    let mut queue: VecDeque<(S::Key, usize)> = VecDeque::new();
    let mut at_depth = vec![0; request.depth + 1];
    let mut cut = false;
    // Returns the index of the node for a position. A new node is added unless the tree has reached its maximum depth
    // or number of positions.
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

/// Finds a player's best move. Also returns the number of other equally good moves. Moves to the same position count as
/// one move.
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
    // Uses the text of the first move that has this target, because symmetric moves have the same target.
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

/// Converts a number to letters: first `a` to `z`, then `aa`, `ab` and so on.
fn letters(number: usize) -> String {
    let (before, last) = (number / 26, number % 26);
    let letter = char::from(b'a' + u8::try_from(last).unwrap_or(0));
    if before == 0 { letter.to_string() } else { format!("{}{letter}", letters(before - 1)) }
}

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
