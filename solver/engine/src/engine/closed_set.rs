//! Finds closed sets of positions, which prove that one side of a game, called the winner, cannot win. If the other
//! side, the *defender*, is to move in a position of the set, some move leads to a position of the set. If the winner
//! is to move, all moves lead to positions of the set. The winner has not won in any position of the set.

use rustc_hash::FxHashSet;

use crate::control::{Control, Interrupted};
use crate::model::closed_list::Followed;
use crate::model::two_player::{Status, TwoPlayerGame};

/// Number of positions between two checks for an interruption.
const CHECK_EVERY: usize = 1 << 12;

/// A closed set of positions, which proves that a side cannot win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedSet {
    /// Number of positions.
    pub positions: u32,
    /// One pair for each choice of the defender, in breadth-first order. A pair has the index of the move, and the
    /// number of legal moves.
    pub choices: Vec<(u16, u16)>,
}

/// Reason why there is no closed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure<P> {
    /// The intended winner can win from this position.
    Won(P),
    /// The closed set has more positions than are allowed.
    Large,
    /// It is not known from which positions the intended winner can win.
    Undecided,
}

/// Finds a closed set that contains the roots, with at most `most` positions. For a position that play can reach from
/// the roots, `is_won` returns whether the winner can force a win. If all moves of the defender are followed
/// ([`Followed::All`]), `is_won` is not called.
///
/// To keep the set small, the defender's moves that lead to few new positions are preferred.
///
/// # Errors
/// [`Interrupted`] if `control` asks for a stop.
pub fn closed_set<G: TwoPlayerGame>(
    game: &G,
    roots: &[G::Position],
    followed: Followed,
    most: u32,
    is_won: impl Fn(&G::Position) -> bool,
    control: Control,
) -> Result<Result<ClosedSet, Failure<G::Position>>, Interrupted> {
    let mut list: Vec<G::Position> = Vec::new();
    let mut listed: FxHashSet<G::Position> = FxHashSet::default();
    for &root in roots {
        if followed == Followed::One && is_won(&root) {
            return Ok(Err(Failure::Won(root)));
        }
        if listed.insert(root) {
            list.push(root);
        }
    }
    let (mut choices, mut at) = (Vec::new(), 0);
    let (mut moves, mut replies) = (Vec::new(), Vec::new());
    while let Some(&position) = list.get(at) {
        if at.is_multiple_of(CHECK_EVERY) {
            control.at(at as u64, "positions of a closed set")?;
        }
        at += 1;
        moves.clear();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            if game.status(&position) == Status::Won {
                return Ok(Err(Failure::Won(position)));
            }
            continue;
        }
        let mut next: Vec<G::Position> = moves.iter().map(|&played| game.after(&position, played)).collect();
        if followed == Followed::One && !game.winners_turn(&position) {
            // Number of positions that a move adds to the set at once: its own and those after the winner's replies.
            let mut cost = |next: &G::Position| {
                if listed.contains(next) {
                    return 0;
                }
                replies.clear();
                game.moves(next, &mut replies);
                1 + replies.iter().filter(|&&reply| !listed.contains(&game.after(next, reply))).count()
            };
            let safe = next.iter().enumerate().filter(|(_, next)| !is_won(next)).min_by_key(|(_, next)| cost(next));
            let Some((index, &best)) = safe else { return Ok(Err(Failure::Won(position))) };
            if next.len() > 1 {
                choices.push((u16::try_from(index).expect("few moves"), u16::try_from(next.len()).expect("few moves")));
            }
            next = vec![best];
        }
        for position in next {
            if listed.insert(position) {
                list.push(position);
            }
        }
        if list.len() > most as usize {
            return Ok(Err(Failure::Large));
        }
    }
    Ok(Ok(ClosedSet { positions: u32::try_from(list.len()).expect("at most `most` positions"), choices }))
}
