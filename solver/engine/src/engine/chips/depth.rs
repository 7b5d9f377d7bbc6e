//! Counts the moves that the claimant needs to win, for every position and every division of the chips between the
//! players. The total number of chips is fixed. The program uses the numbers of moves to advise players.
//!
//! For each position, the module stores every number of moves at which the threshold falls, and the new threshold.

use super::{Boundary, ChipGraph};
use crate::control::{Control, Interrupted};
use crate::model::chips::Rule;

/// List of pairs of numbers. In each pair, the first number is a number of moves at which the threshold of a position
/// falls, and the second number is the new threshold.
pub type Falls = Vec<(u32, u32)>;

/// Numbers of moves that the claimant needs to win, for one total number of chips.
pub struct Depths {
    rule: Rule,
    chips: u32,
    falls: Vec<Falls>,
}

impl Depths {
    /// Computes the thresholds for winning within 1, 2, 3, … moves, until the thresholds no longer change.
    ///
    /// # Errors
    /// [`Interrupted`] when asked to stop.
    ///
    /// # Panics
    /// Panics if the boundary of `graph` contains a [`Boundary::Known`].
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

    /// Returns the total number of chips.
    #[must_use]
    pub fn chips(&self) -> u32 {
        self.chips
    }

    /// Returns the least amount of chips, encoded as an integer, with which the claimant wins from `place` within
    /// `moves` moves. If `moves` is `None`, the number of moves is not limited. If no amount of chips wins,
    /// returns [`Rule::top`].
    #[must_use]
    pub fn threshold(&self, place: u32, moves: Option<u32>) -> u32 {
        let falls = &self.falls[place as usize];
        let count = moves.map_or(falls.len(), |moves| falls.partition_point(|&(from, _)| from <= moves));
        count.checked_sub(1).map_or(self.rule.top(self.chips), |last| falls[last].1)
    }

    /// Returns the number of moves that the claimant needs to win from `place` with the amount of chips that `code`
    /// encodes. Returns `None` if this amount of chips does not win.
    #[must_use]
    pub fn moves(&self, place: u32, code: u32) -> Option<u32> {
        self.falls[place as usize].iter().find(|&&(_, threshold)| code >= threshold).map(|&(moves, _)| moves)
    }
}
