//! Exports lines of play that lead to the positions with the largest subtrees of the proof. The lines are hints for a
//! search with other settings or under other rules.
//!
//! A depth-first traversal visits each position once. The moves by which the traversal first reaches each position form
//! a tree. The positions with the largest subtrees are chosen. Positions that cited certificates prove are left out.

use super::{Walk, Written};
use crate::games::losing_chess::Position;

/// A position that the depth-first traversal has visited.
struct Visit {
    number: u32,
    /// Index of the parent in the list of visited positions. The parent is the position from which the traversal
    /// reached this position.
    before: usize,
    /// Index of the move from the parent to this position.
    place: usize,
    /// Whether the winner has just moved.
    after_winner: bool,
    /// Number of positions in the subtree of this position, including the position itself.
    below: u32,
    chosen: bool,
    /// Whether the subtree contains another position that was chosen.
    goes_on: bool,
}

/// Exports lines of play that lead through the current position to at most `limit` chosen positions. The function
/// chooses positions in which the losing side is to move, and prefers positions with large subtrees.
#[must_use]
pub fn lines(walk: &Walk, limit: usize) -> Written {
    let (proof, here) = (walk.proof, walk.here());
    let mut visits = walked(walk);
    let mut largest: Vec<usize> =
        (1..visits.len()).filter(|&at| visits[at].after_winner && !proof.graph.successors(visits[at].number).is_empty()).collect();
    largest.sort_by_key(|&at| (std::cmp::Reverse(visits[at].below), at));
    largest.truncate(limit);
    for &at in &largest {
        visits[at].chosen = true;
        let mut before = visits[at].before;
        while before > 0 && !std::mem::replace(&mut visits[before].goes_on, true) {
            before = visits[before].before;
        }
    }
    let mut text =
        format!("# {} from {}: lines from there to positions below which most of the proof lies\n", proof.title(), walk.claim.root);
    let first = walk.moves_made().split_off(walk.before.len());
    let mut moves = 0;
    for at in (1..visits.len()).filter(|&at| visits[at].chosen && !visits[at].goes_on) {
        let mut way = Vec::new();
        let mut from = at;
        while from > 0 {
            way.push(visits[from].place);
            from = visits[from].before;
        }
        let (mut number, mut position, mut line): (u32, Position, _) = (here.number, here.position, first.clone());
        for &place in way.iter().rev() {
            let (played, next) = proof.moves(number, &position)[place];
            line.push(position.san(played));
            (number, position) = (next, position.after(played));
        }
        moves += line.len();
        text.push_str(&walk.numbered(walk.before.len(), &line).join(" "));
        text.push('\n');
    }
    Written { text, positions: largest.len(), moves, cut: 0 }
}

/// Visits the current position and all later positions of the proof, in depth-first order.
fn walked(walk: &Walk) -> Vec<Visit> {
    let (proof, here) = (walk.proof, walk.here());
    let mut known = vec![false; proof.graph.numbers()];
    known[here.number as usize] = true;
    let after_winner = here.position.side() != proof.winner();
    let first = Visit { number: here.number, before: 0, place: 0, after_winner, below: 1, chosen: false, goes_on: false };
    let (mut visits, mut stack) = (vec![first], vec![(0, 0)]);
    while let Some((at, next)) = stack.last_mut() {
        let Some(&number) = proof.graph.successors(visits[*at].number).get(*next) else {
            stack.pop();
            continue;
        };
        let (before, place) = (*at, *next);
        *next += 1;
        if !std::mem::replace(&mut known[number as usize], true) && proof.graph.leaf(number).is_none() {
            let after_winner = !visits[before].after_winner;
            visits.push(Visit { number, before, place, after_winner, below: 1, chosen: false, goes_on: false });
            stack.push((visits.len() - 1, 0));
        }
    }
    for at in (1..visits.len()).rev() {
        let (before, below) = (visits[at].before, visits[at].below);
        visits[before].below += below;
    }
    visits
}
