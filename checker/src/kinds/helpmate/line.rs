//! The line of moves: section 2 of the kind's page.

use super::broken;
use super::claim::Stated;
use super::table::Table;
use crate::game::{Colour, Move, Play, WithHelp, Words};
use crate::kinds::bits::Bits;
use crate::kinds::side;
use crate::rejection::{Place, Rejection};

/// A line being read.
pub(super) struct Line<'p, 'a> {
    game: &'p dyn WithHelp,
    stated: &'p Stated,
    bits: Bits<'a>,
    /// The position that the moves so far have led to.
    position: Words,
    /// The moves so far.
    made: &'p mut Vec<Move>,
    /// Room for the moves of one position.
    moves: &'p mut Vec<Move>,
}

impl<'p, 'a> Line<'p, 'a> {
    pub(super) fn new(
        game: &'p dyn WithHelp,
        stated: &'p Stated,
        bits: Bits<'a>,
        moves: &'p mut Vec<Move>,
        made: &'p mut Vec<Move>,
    ) -> Self {
        made.clear();
        Self { game, stated, bits, position: stated.root, made, moves }
    }

    /// Makes the moves and tests what they lead to.
    pub(super) fn prove(mut self) -> Result<Table, Rejection> {
        for _ in 0..self.stated.plies {
            self.over()?;
            let played = self.choice()?;
            self.position = self.game.make(&self.position, played).position;
            self.made.push(played);
        }
        let winner = self.mate()?;
        self.side(winner)?;
        let line = self.names();
        self.bits.end()?;
        let root = self.game.text(&self.stated.root);
        Ok(Table { root, winner: self.stated.winner, plies: self.stated.plies, line })
    }

    /// The move that is read.
    fn choice(&mut self) -> Result<Move, Rejection> {
        let number = self.bits.choice(self.moves.len());
        let number = self.short(number)?;
        self.r#move(number)
    }

    /// The moves so far, in the text form of the rule set.
    fn names(&self) -> String {
        // Five letters a move at most, and a space.
        let mut line = String::with_capacity(self.made.len().saturating_mul(6));
        for played in self.made.iter() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&self.game.name(*played));
        }
        line
    }

    #[cold]
    fn broken(&self, clause: &'static str, sentence: impl Into<String>) -> Rejection {
        broken(clause, Place::Line(self.names()), sentence)
    }

    fn text(&self) -> String {
        self.game.text(&self.position)
    }

    /// Clause `helpmate/over`: play goes on. The legal moves are looked up.
    fn over(&mut self) -> Result<(), Rejection> {
        match self.game.play(&self.position, self.moves) {
            Play::Goes(_) => Ok(()),
            Play::Over(_) => {
                let (made, all) = (self.made.len(), self.stated.plies);
                Err(self.broken("over", format!("play is over in {} after {made} of {all} moves", self.text())))
            }
        }
    }

    /// Clause `helpmate/short`: the bits do not end before.
    fn short(&self, number: Option<usize>) -> Result<usize, Rejection> {
        number.ok_or_else(|| self.broken("short", format!("the line ends before the move in {} is read", self.text())))
    }

    /// Clause `helpmate/move`: the number read is that of a move.
    fn r#move(&self, number: usize) -> Result<Move, Rejection> {
        let count = self.moves.len();
        let sentence = || self.broken("move", format!("the number {number} is read in {}, which has {count} moves", self.text()));
        self.moves.get(number).copied().ok_or_else(sentence)
    }

    /// Clause `helpmate/mate`: play is over and a side has mated. This is the one.
    fn mate(&mut self) -> Result<Colour, Rejection> {
        let outcome = match self.game.play(&self.position, self.moves) {
            Play::Over(Some(winner)) => return Ok(winner),
            Play::Over(None) => "no side is mated",
            Play::Goes(_) => "play goes on",
        };
        Err(self.broken("mate", format!("{outcome} in {}, where the line ends", self.text())))
    }

    /// Clause `helpmate/side`: the side that has mated is the winner.
    fn side(&self, found: Colour) -> Result<(), Rejection> {
        let stated = self.stated.winner;
        if found != stated {
            let (stated, found) = (side(stated), side(found));
            return Err(self.broken("side", format!("{stated} is said to mate and {found} has mated in {}", self.text())));
        }
        Ok(())
    }
}
