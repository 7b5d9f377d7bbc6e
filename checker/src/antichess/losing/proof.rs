//! The walk through the proof: section 2 of the kind's page. It needs no recursion, however deep the proof is.

use super::broken;
use super::stated::{self, Stated};
use crate::antichess::rules::Antichess;
use crate::chess::bits::Bits;
use crate::chess::game::{Move, PackedPosition, Status, TwoPlayerGame};
use crate::chess::position_table::{Lookup, PositionTable, reserved};
use crate::core::cbor::wide;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;

/// `len` and `rev` of a position, section 2 of the kind's page. While the position is open they are those of the moves proved so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Value {
    len: u32,
    rev: u32,
}

/// Added to `len` as long as a position is open. `len` is less than the number of positions, and that is less than this.
const OPEN: u32 = 1 << 31;

/// An open position.
struct Open {
    /// Its number in the table.
    number: u32,
    /// The moves that have not been looked at yet. They are the last ones in move order.
    left: u16,
    /// Whether the move that is being proved is a capture or made by a pawn.
    zeroing: bool,
}

/// The steps charged for looking up where a move leads, and one for each four legal moves, which are generated again for each of them.
const STEPS_PER_MOVE: u64 = 22;
const GENERATED_PER_STEP: u64 = 4;

/// What a proof shows, for the numbers of the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) positions: u32,
    /// `len` of the root.
    pub(super) longest: u32,
    /// `rev` of the root, and the greatest of all.
    pub(super) root_rev: u32,
    pub(super) greatest_rev: u32,
}

/// Where the walk goes next.
enum Next {
    /// To the position that is `met`.
    On,
    /// Back: the last position met is proved.
    Back(Value),
    /// The root is proved.
    Done(Value),
}

/// A proof being read.
pub(super) struct Proof<'p, 'a> {
    game: &'p Antichess,
    stated: &'p Stated,
    bits: &'p mut Bits<'a>,
    table: PositionTable<Value>,
    /// The position that is met next or has been met last.
    met: PackedPosition,
    /// The open positions, each with a move that leads to the next one.
    stack: Vec<Open>,
    /// The moves of one position.
    moves: Vec<Move>,
    meter: &'p mut Meter,
    greatest_rev: u32,
}

/// The walk contradicts itself, which is a mistake of the checker.
#[cold]
fn contradiction() -> Refusal {
    Refusal::internal(Place::Byte(0), "a position of the proof is not where it should be")
}

impl<'p, 'a> Proof<'p, 'a> {
    pub(super) fn new(game: &'p Antichess, stated: &'p Stated, bits: &'p mut Bits<'a>, meter: &'p mut Meter) -> Result<Self, Refusal> {
        let mut table = PositionTable::new();
        table.begin(stated.positions)?;
        let most = usize::try_from(stated.positions).unwrap_or(usize::MAX);
        let stack = reserved(most, stated.positions)?;
        Ok(Self { game, stated, bits, table, met: stated.root, stack, moves: vec![], meter, greatest_rev: 0 })
    }

    /// Proves the root.
    pub(super) fn prove(mut self) -> Result<Found, Refusal> {
        let mut next = Next::On;
        let root = loop {
            next = match next {
                Next::On => {
                    let generated = wide(self.moves.len()) / GENERATED_PER_STEP;
                    self.meter.allowance(generated.saturating_add(STEPS_PER_MOVE))?;
                    self.meet()?
                }
                Next::Back(value) => self.go_back(value).ok_or_else(contradiction)?,
                Next::Done(value) => break value,
            };
        };
        let positions = u32::try_from(self.table.len()).map_err(|_| contradiction())?;
        Ok(Found { positions, longest: root.len, root_rev: root.rev, greatest_rev: self.greatest_rev })
    }

    /// Meets a position, which is proved already or shall be now.
    #[inline]
    fn meet(&mut self) -> Result<Next, Refusal> {
        let vacancy = match self.table.probe(&self.met).ok_or_else(contradiction)? {
            Lookup::Old(value) if value.len & OPEN == 0 => return Ok(Next::Back(value)),
            Lookup::Old(_) => return Err(self.open()),
            Lookup::New(vacancy) => vacancy,
        };
        if self.table.len() == usize::try_from(self.stated.positions).unwrap_or(0) {
            return Err(self.positions());
        }
        let number = self.table.add(&vacancy, &self.met, Value { len: OPEN, rev: 0 }).ok_or_else(contradiction)?;
        let to_move = match self.game.play(&self.met, &mut self.moves) {
            Status::Over(winner) if winner == Some(self.stated.winner) => {
                return Ok(Next::Back(self.complete(number).ok_or_else(contradiction)?));
            }
            Status::Over(winner) => return Err(self.terminal(winner)),
            Status::Goes(to_move) => to_move,
        };
        let (chosen, left) = if to_move == self.stated.winner { (self.choice()?, 0) } else { (0, self.moves.len().saturating_sub(1)) };
        let played = *self.moves.get(chosen).ok_or_else(contradiction)?;
        let step = self.game.make(&self.met, played);
        let left = u16::try_from(left).map_err(|_| contradiction())?;
        self.stack.push(Open { number, left, zeroing: step.zeroing });
        self.met = step.position;
        Ok(Next::On)
    }

    /// A position is proved: on to the next move of the one before, which is completed if there is none.
    #[inline]
    fn go_back(&mut self, value: Value) -> Option<Next> {
        let Some(open) = self.stack.last_mut() else { return Some(Next::Done(value)) };
        let known = self.table.note_mut(open.number)?;
        known.len = known.len.max(OPEN.checked_add(value.len)?.checked_add(1)?);
        if !open.zeroing {
            known.rev = known.rev.max(value.rev.checked_add(1)?);
        }
        if open.left == 0 {
            let number = open.number;
            let value = self.complete(number)?;
            self.greatest_rev = self.greatest_rev.max(value.rev);
            self.stack.pop();
            return Some(Next::Back(value));
        }
        let position = self.table.position(open.number)?;
        // They are generated again each time: keeping them costs memory and saves little.
        self.game.play(position, &mut self.moves);
        let played = *self.moves.get(self.moves.len().checked_sub(usize::from(open.left))?)?;
        let step = self.game.make(position, played);
        open.left = open.left.checked_sub(1)?;
        open.zeroing = step.zeroing;
        self.met = step.position;
        Some(Next::On)
    }

    /// An open position is completed. Its value is final.
    #[inline]
    fn complete(&mut self, number: u32) -> Option<Value> {
        let value = self.table.note_mut(number)?;
        value.len &= !OPEN;
        Some(*value)
    }

    /// The number of the winner's move, which is read if there are several.
    #[inline]
    fn choice(&mut self) -> Result<usize, Refusal> {
        let count = self.moves.len();
        match self.bits.choice(count) {
            Some(number) if number < count => Ok(number),
            Some(_) => Err(self.r#move(count)),
            None => Err(self.short()),
        }
    }

    /// The way from the root to the position that has been met.
    #[cold]
    fn line(&mut self) -> Place {
        self.table.close();
        let mut ends = self.stack.iter().skip(1).map(|open| self.table.position(open.number)).chain([Some(&self.met)]);
        let mut line = Vec::with_capacity(self.stack.len());
        for open in &self.stack {
            let (Some(from), Some(Some(to))) = (self.table.position(open.number), ends.next()) else { break };
            self.game.play(from, &mut self.moves);
            line.extend(self.moves.iter().find(|played| self.game.make(from, **played).position == *to));
        }
        Place::Line(self.game.names(&mut line.into_iter()))
    }

    fn text(&self) -> String {
        self.game.text(&self.met)
    }

    /// Clause `losing/open`: no move leads back to a position on the way.
    #[cold]
    fn open(&mut self) -> Refusal {
        broken("open", self.line(), format!("{} is on the way to itself", self.text()))
    }

    /// Clause `losing/positions`, first part: there are not more than claimed.
    #[cold]
    fn positions(&mut self) -> Refusal {
        stated::positions(self.stated.positions, self.stated.positions.saturating_add(1), self.line())
    }

    /// Clause `losing/terminal`: where play is over the winner has won.
    #[cold]
    fn terminal(&mut self, winner: Option<Colour>) -> Refusal {
        let outcome = match winner {
            Some(_) => "the other side has won",
            None => "the game is drawn",
        };
        broken("terminal", self.line(), format!("play is over in {} and {outcome}", self.text()))
    }

    /// Clause `losing/short`: the stream does not end before the proof.
    #[cold]
    fn short(&mut self) -> Refusal {
        broken("short", self.line(), format!("the stream ends before the move in {} is read", self.text()))
    }

    /// Clause `losing/move`: the number read is that of a move.
    #[cold]
    fn r#move(&mut self, count: usize) -> Refusal {
        broken("move", self.line(), format!("a number from {count} on is read in {}, which has {count} moves", self.text()))
    }
}
