//! Chooses the winner's moves so that the proof also holds under a 50-move rule, which declares a draw after 100 plies
//! without a capture or pawn move.
//!
//! A *run* is a number of successive reversible plies. The module considers the same moves as `selection`. A first
//! pass, from the ends of play towards the root, computes the shortest run with which the winner can reach the next
//! irreversible move. A second pass, from the root towards the ends of play, keeps each move of the proof if no run
//! becomes too long, and changes the other moves.

use super::known::number;
use super::selection::{Selecting, Selection};
use super::smaller::follow;
use super::{Error, Proof, Strategy, narrow};
use crate::control::Control;
use crate::model::two_player::TwoPlayerGame;

/// Greatest numbers of successive reversible plies that a proof may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Greatest number of successive reversible plies that begin at the root.
    pub at_root: u16,
    /// Anywhere.
    pub anywhere: u16,
}

impl RunLimits {
    /// Returns whether the runs of a proof are within these limits.
    #[must_use]
    pub fn hold_for(self, proof: &Proof) -> bool {
        proof.reversible_at_root <= self.at_root.into() && proof.reversible <= self.anywhere.into()
    }
}

/// Result of limiting the runs of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Runs {
    /// A proof whose runs are within the limits.
    Limited(Proof),
    /// No proof was found, because this number of runs stays too long.
    TooLong(usize),
}

/// Changes moves of a proof so that no run (successive reversible plies) is longer than `limits` allow. A new
/// move may lead to a position that only `others` prove. Returns `None` if memory is insufficient.
///
/// # Errors
/// [`Error`], if the proof cannot be read or the work is interrupted.
pub fn limit_runs<G: TwoPlayerGame>(
    game: &G,
    (proof, root): (&Proof, G::Position),
    others: &[(Strategy, G::Position)],
    limits: RunLimits,
    how: Selecting,
    control: Control,
) -> Result<Option<Runs>, Error> {
    let Some((of_root, mut selection)) = Selection::read(game, (proof, root), others, how, control)? else { return Ok(None) };
    let too_long = choose(game, &mut selection, of_root, limits, control)?;
    if too_long > 0 {
        return Ok(Some(Runs::TooLong(too_long)));
    }
    selection.take_up(of_root);
    Ok(Some(Runs::Limited(follow(game, &selection.into_strategy(game), root, control)?)))
}

/// Chooses the winner's moves so that no line of play has more successive reversible plies than the limits allow.
/// Returns the number of runs that remain too long.
fn choose<G: TwoPlayerGame>(
    game: &G,
    selection: &mut Selection<G::Position>,
    of_root: u32,
    limits: RunLimits,
    control: Control,
) -> Result<usize, Error> {
    let known = &mut selection.known;
    let size = known.nodes.len();
    // A position comes after those that its proof uses: these have a lower rank, or the same rank and a lower number.
    let mut order: Vec<u32> = (0..size).map(number).collect();
    order.sort_unstable_by_key(|&number| (known.nodes[number as usize].rank, number));

    // For each position, the shortest run with which the winner can reach an irreversible move or the end of play.
    let mut shortest = vec![0_u16; size];
    let run_of = |shortest: &[u16], (link, reversible): (u32, bool)| if reversible { shortest[link as usize].saturating_add(1) } else { 0 };
    let mut moves = Moves { game, moves: Vec::new() };
    for (done, &number) in order.iter().enumerate() {
        let here = number as usize;
        let runs = moves.links(&known.positions[here], known.links(number), &known.positions).map(|link| run_of(&shortest, link));
        let run = if known.nodes[here].winners_turn { runs.min() } else { runs.max() };
        shortest[here] = run.unwrap_or(0);
        if done.is_multiple_of(1 << 12) {
            control.check()?;
        }
    }

    // For each position of the new proof, the greatest run that may begin there.
    const UNUSED: u16 = u16::MAX;
    let mut allowed = vec![UNUSED; size];
    allowed[of_root as usize] = limits.at_root;
    let mut too_long = usize::from(shortest[of_root as usize] > limits.at_root);
    for (done, &number) in order.iter().rev().enumerate() {
        let here = number as usize;
        let budget = allowed[here];
        if done.is_multiple_of(1 << 12) {
            control.check()?;
        }
        if budget == UNUSED {
            continue;
        }
        let links: Vec<(u32, bool)> = moves.links(&known.positions[here], known.links(number), &known.positions).collect();
        let run = |index: &usize| run_of(&shortest, links[*index]);
        let node = &mut known.nodes[here];
        let used = if node.winners_turn {
            if run(&node.selected.into()) > budget {
                node.selected = narrow((0..links.len()).min_by_key(run).unwrap_or(0));
            }
            &links[node.selected.into()..][..1]
        } else {
            &links[..]
        };
        // Within a run that is too long, the budgets run out too. Only its beginning is counted.
        too_long += usize::from(shortest[here] > budget && budget == limits.anywhere && number != of_root);
        for &(link, reversible) in used {
            let left = if reversible { budget.saturating_sub(1) } else { limits.anywhere };
            allowed[link as usize] = allowed[link as usize].min(left);
        }
    }
    Ok(too_long)
}

struct Moves<'a, G: TwoPlayerGame> {
    game: &'a G,
    moves: Vec<G::Move>,
}

impl<G: TwoPlayerGame> Moves<'_, G> {
    /// Returns the links of a position (the numbers of the positions after its moves), each with a flag that is true if
    /// the move is reversible.
    fn links<'b>(
        &'b mut self,
        position: &'b G::Position,
        links: &'b [u32],
        positions: &'b [G::Position],
    ) -> impl Iterator<Item = (u32, bool)> + 'b {
        let game = self.game;
        self.moves.clear();
        game.moves(position, &mut self.moves);
        let moves = &self.moves;
        links.iter().map(move |&link| {
            let leads = |played: &&G::Move| game.after(position, **played) == positions[link as usize];
            (link, !moves.iter().find(leads).is_some_and(|&played| game.is_irreversible(position, played)))
        })
    }
}
