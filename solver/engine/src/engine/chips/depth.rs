//! Counts the moves that a win takes with a certain number of chips in play, for every position and every code of the
//! claimant. The counts serve to advise players.
//!
//! Let f_n be the threshold for winning within n moves. As n grows, f_n falls from T (the threshold if no code wins) to
//! the threshold f of unlimited play. For each position, the module stores every n at which f_n falls, and the new
//! threshold.

use super::{Boundary, ChipGraph};
use crate::control::{Control, Interrupted};
use crate::model::chips::Rule;

/// Falls of one position's threshold, in ascending order. Each fall is a number of moves and the threshold from that
/// number of moves on.
pub type Falls = Vec<(u32, u32)>;

/// How many moves the claimant needs to win, for one number of chips in play.
pub struct Depths {
    rule: Rule,
    chips: u32,
    /// Falls of the threshold of each position and boundary entry.
    falls: Vec<Falls>,
}

impl Depths {
    /// Solves the game with play limited to 1, 2, 3, … moves, until the thresholds no longer change.
    ///
    /// # Errors
    /// [`Interrupted`] when asked to stop.
    ///
    /// # Panics
    /// If the boundary has an entry that is not an end of the game.
    pub fn new(graph: &ChipGraph<'_>, rule: Rule, chips: u32, control: Control) -> Result<Self, Interrupted> {
        let top = rule.top(chips);
        let mut now: Vec<u32> = vec![top; graph.len()];
        now.extend(graph.boundary.iter().map(|boundary| match boundary {
            Boundary::Won => 0,
            Boundary::NotWon => top,
            Boundary::Known(_) => panic!("moves are counted in games that rest on no other"),
        }));
        let mut falls: Vec<Falls> = now.iter().map(|&threshold| if threshold < top { vec![(0, threshold)] } else { Vec::new() }).collect();
        for moves in 1_u32.. {
            control.at(u64::from(moves), "")?;
            let mut fallen: Vec<(usize, u32)> = Vec::new();
            for position in 0..graph.len() {
                let x = graph.own.get(position).iter().map(|&place| now[place as usize]).min().expect("an option");
                let y = graph.other.get(position).iter().map(|&place| now[place as usize]).max().expect("an option");
                let threshold = rule.threshold(x, y);
                if threshold < now[position] {
                    fallen.push((position, threshold));
                }
            }
            if fallen.is_empty() {
                break;
            }
            for (position, threshold) in fallen {
                now[position] = threshold;
                falls[position].push((moves, threshold));
            }
        }
        Ok(Self { rule, chips, falls })
    }

    /// Returns the bidding rule, which includes the claimant.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the number of chips.
    #[must_use]
    pub fn chips(&self) -> u32 {
        self.chips
    }

    /// Returns the least code with which the claimant wins from `place` within `moves` moves, or within any number of
    /// moves if `moves` is `None`. Returns T if no code wins.
    #[must_use]
    pub fn threshold(&self, place: u32, moves: Option<u32>) -> u32 {
        let falls = &self.falls[place as usize];
        let count = moves.map_or(falls.len(), |moves| falls.partition_point(|&(from, _)| from <= moves));
        count.checked_sub(1).map_or(self.rule.top(self.chips), |last| falls[last].1)
    }

    /// Returns the least number of moves within which the claimant wins from `place` with this code, or `None` if this
    /// code does not win.
    #[must_use]
    pub fn moves(&self, place: u32, code: u32) -> Option<u32> {
        self.falls[place as usize].iter().find(|&&(_, threshold)| code >= threshold).map(|&(moves, _)| moves)
    }
}
