//! Reads and verifies the line of moves: section 2 of `spec/kinds/helpmate.md`.

use super::broken;
use super::claim::Claim;
use super::claimed::Claimed;
use crate::chess::bits::Bits;
use crate::chess::game::Status;
use crate::chess::packed::{Move, PackedPosition};
use crate::core::cbor::as_u64;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;
use crate::helpmate::game::PackedGame;
use crate::helpmate::legal::LegalMoves;

/// Work steps charged for generating the moves of a position. Each generated move costs one more step.
const STEPS_PER_POSITION: u64 = 40;

/// Buffers that are used again for each claim of a batch.
pub(crate) struct Scratch {
    moves: LegalMoves,
    made: Vec<Move>,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Self { moves: LegalMoves::new(), made: Vec::new() }
    }
}

/// Reads and verifies a line of moves.
pub(super) struct Line<'p, 'a> {
    game: &'p dyn PackedGame,
    claimed: &'p Claimed,
    bits: Bits<'a>,
    /// The position after the moves made so far.
    position: PackedPosition,
    made: &'p mut Vec<Move>,
    moves: &'p mut LegalMoves,
}

impl<'p, 'a> Line<'p, 'a> {
    pub(super) fn new(game: &'p dyn PackedGame, claimed: &'p Claimed, bits: Bits<'a>, scratch: &'p mut Scratch) -> Self {
        let Scratch { moves, made } = scratch;
        made.clear();
        Self { game, claimed, bits, position: claimed.root, made, moves }
    }

    /// Plays the moves and checks that they end in mate by the intended winner.
    pub(super) fn prove(mut self, meter: &mut Meter) -> Result<Claim, Refusal> {
        for _ in 0..self.claimed.plies {
            self.over()?;
            meter.spend(as_u64(self.moves.len()).saturating_add(STEPS_PER_POSITION))?;
            let number = self.bits.choice(self.moves.len());
            let played = self.r#move(self.short(number)?)?;
            self.game.advance(&mut self.position, played);
            self.made.push(played);
        }
        let winner = self.mate()?;
        self.side(winner)?;
        self.bits.end()?;
        let Claimed { root, winner, plies } = *self.claimed;
        Ok(Claim { root, winner, plies, line: self.made.as_slice().into(), notation: self.game.notation() })
    }

    #[cold]
    fn broken(&self, clause: &'static str, sentence: impl Into<String>) -> Refusal {
        broken(clause, Place::Line(self.game.names(self.made)), sentence)
    }

    fn text(&self) -> String {
        self.game.text(&self.position)
    }

    /// Clause `helpmate/over`: play is not over yet. Also generates the legal moves of the position.
    fn over(&mut self) -> Result<(), Refusal> {
        match self.game.legal(&self.position, self.moves) {
            Status::Goes(_) => Ok(()),
            Status::Over(_) => {
                let (made, all) = (self.made.len(), self.claimed.plies);
                Err(self.broken("over", format!("play is over in {} after {made} of {all} moves", self.text())))
            }
        }
    }

    /// Clause `helpmate/short`: the byte string has enough bits for all moves of the line.
    fn short(&self, number: Option<usize>) -> Result<usize, Refusal> {
        number.ok_or_else(|| self.broken("short", format!("the line ends before the move in {} is read", self.text())))
    }

    /// Clause `helpmate/move`: the number that has been read is the index of a legal move.
    fn r#move(&self, number: usize) -> Result<Move, Refusal> {
        let count = self.moves.len();
        let sentence = || self.broken("move", format!("the number {number} is read in {}, which has {count} moves", self.text()));
        self.moves.get(number).ok_or_else(sentence)
    }

    /// Clause `helpmate/mate`: play is over by mate. Returns the side that has mated.
    fn mate(&mut self) -> Result<Colour, Refusal> {
        let outcome = match self.game.legal(&self.position, self.moves) {
            Status::Over(Some(winner)) => return Ok(winner),
            Status::Over(None) => "no side is mated",
            Status::Goes(_) => "play goes on",
        };
        Err(self.broken("mate", format!("{outcome} in {}, where the line ends", self.text())))
    }

    /// Clause `helpmate/side`: the side that has mated is the intended winner.
    fn side(&self, found: Colour) -> Result<(), Refusal> {
        let claimed = self.claimed.winner;
        if found != claimed {
            return Err(self.broken("side", format!("{claimed} is claimed to mate and {found} has mated in {}", self.text())));
        }
        Ok(())
    }
}
