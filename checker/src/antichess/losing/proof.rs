//! The walk through the proof: section 2 of the kind's page. It needs no recursion, however deep the proof is.

use super::broken;
use super::claimed::{Claimed, positions};
use crate::antichess::rules::Antichess;
use crate::chess::bits::Bits;
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::{Move, PackedPosition};
use crate::chess::position_table::{Lookup, PositionTable, contradiction, reserve};
use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;

/// `len` and `rev` of a position, section 2 of the kind's page. While the position is open they are those of the moves proved so far.
#[derive(Clone, Copy, Default)]
struct Value {
    len: u32,
    rev: u32,
}

/// Added to `len` as long as a position is open. `len` is less than the number of positions, and that is less than this.
const OPEN: u32 = 1 << 31;

/// An open position with the move that is being proved.
struct Open {
    /// The number of the position in the table.
    number: u32,
    /// The place of the move in move order.
    place: u16,
    /// Whether no other move has to be proved after it.
    last: bool,
    /// Whether it is a capture or made by a pawn.
    zeroing: bool,
}

/// The steps charged for looking up where a move leads, and one for each four legal moves, which are generated again for each of them.
const STEPS_PER_MOVE: u64 = 22;
const GENERATED_PER_STEP: u64 = 4;

/// A proof being read.
pub(super) struct Proof<'p, 'a> {
    game: &'p Antichess,
    claimed: &'p Claimed,
    bits: Bits<'a>,
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

impl<'p, 'a> Proof<'p, 'a> {
    /// Begins with nothing met, and with memory for all positions claimed.
    pub(super) fn new(game: &'p Antichess, claimed: &'p Claimed, bits: Bits<'a>, meter: &'p mut Meter) -> Result<Self, Refusal> {
        let (mut table, mut stack) = (PositionTable::new(), vec![]);
        table.begin(claimed.positions)?;
        reserve(&mut stack, index(claimed.positions), claimed.positions)?;
        Ok(Self { game, claimed, bits, table, met: claimed.root, stack, moves: vec![], meter, greatest_rev: 0 })
    }

    /// Proves the root, and tests the numbers of the claim against what has been found.
    pub(super) fn prove(mut self) -> Result<(), Refusal> {
        let root = self.walk()?;
        self.bits.end()?;
        self.claimed.check(self.table.len(), root.len, root.rev, self.greatest_rev)
    }

    /// Meets positions until the root is proved.
    fn walk(&mut self) -> Result<Value, Refusal> {
        loop {
            let generated = as_u64(self.moves.len()) / GENERATED_PER_STEP;
            self.meter.spend(generated.saturating_add(STEPS_PER_MOVE))?;
            if let Some(value) = self.meet()?
                && let Some(root) = self.go_back(value)?
            {
                return Ok(root);
            }
        }
    }

    /// Meets a position. Its value, if it is proved; otherwise it is open now, and one of its moves leads on.
    #[inline]
    fn meet(&mut self) -> Result<Option<Value>, Refusal> {
        let number = match self.table.meet(&self.met, Value { len: OPEN, rev: 0 })? {
            Lookup::New(number) => number,
            Lookup::Known(number) => {
                let value = *self.table.note(number).ok_or_else(contradiction)?;
                return if value.len & OPEN == 0 { Ok(Some(value)) } else { Err(self.open()) };
            }
            Lookup::Full => return Err(positions(self.claimed.positions, self.claimed.positions.saturating_add(1), self.line())),
        };
        let to_move = match self.game.play(&self.met, &mut self.moves) {
            Status::Goes(to_move) => to_move,
            Status::Over(winner) => {
                self.terminal(winner)?;
                return self.complete(number).map(Some);
            }
        };
        let own = to_move == self.claimed.winner;
        let place = if own { self.choice()? } else { 0 };
        self.go_on(number, place, own)?;
        Ok(None)
    }

    /// On from an open position by the move of that place, after which no other one has to be proved if it is the `only` one.
    fn go_on(&mut self, number: u32, place: usize, only: bool) -> Result<(), Refusal> {
        let position = self.table.position(number).ok_or_else(contradiction)?;
        let (played, behind) = self.moves.get(place..).and_then(<[Move]>::split_first).ok_or_else(contradiction)?;
        let step = self.game.make(position, *played);
        let place = u16::try_from(place).map_err(|_| contradiction())?;
        self.stack.push(Open { number, place, last: only || behind.is_empty(), zeroing: step.zeroing });
        self.met = step.position;
        Ok(())
    }

    /// A position is proved: back on the way to the last position that has a move left, and on by that. The others on the way are completed. The value of
    /// the root, if that is one of them.
    #[inline]
    fn go_back(&mut self, mut value: Value) -> Result<Option<Value>, Refusal> {
        while let Some(Open { number, place, last, zeroing }) = self.stack.pop() {
            let known = self.table.note(number).ok_or_else(contradiction)?;
            known.len = known.len.max(value.len.saturating_add(1) | OPEN);
            if !zeroing {
                known.rev = known.rev.max(value.rev.saturating_add(1));
            }
            if !last {
                // They are generated again each time: keeping them costs memory and saves little.
                self.game.play(self.table.position(number).ok_or_else(contradiction)?, &mut self.moves);
                self.go_on(number, usize::from(place).saturating_add(1), false)?;
                return Ok(None);
            }
            value = self.complete(number)?;
            self.greatest_rev = self.greatest_rev.max(value.rev);
        }
        Ok(Some(value))
    }

    /// An open position is completed. Its value is final.
    fn complete(&mut self, number: u32) -> Result<Value, Refusal> {
        let value = self.table.note(number).ok_or_else(contradiction)?;
        value.len &= !OPEN;
        Ok(*value)
    }

    /// The place of the winner's move, which is read if there are several.
    fn choice(&mut self) -> Result<usize, Refusal> {
        let count = self.moves.len();
        match self.bits.choice(count) {
            Some(place) if place < count => Ok(place),
            Some(_) => Err(self.r#move(count)),
            None => Err(self.short()),
        }
    }

    /// The way from the root to the position that has been met.
    fn line(&mut self) -> Place {
        self.table.close();
        let mut line = Vec::with_capacity(self.stack.len());
        for open in &self.stack {
            if let Some(position) = self.table.position(open.number) {
                self.game.play(position, &mut self.moves);
                line.extend(self.moves.get(usize::from(open.place)));
            }
        }
        Place::Line(self.game.names(&line))
    }

    /// A clause that is not met by the position that has been met.
    #[cold]
    fn broken(&mut self, clause: &'static str, sentence: impl FnOnce(String) -> String) -> Refusal {
        broken(clause, self.line(), sentence(self.game.text(&self.met)))
    }

    /// Clause `losing/open`: no move leads back to a position on the way.
    fn open(&mut self) -> Refusal {
        self.broken("open", |position| format!("{position} is on the way to itself"))
    }

    /// Clause `losing/terminal`: where play is over the winner has won.
    fn terminal(&mut self, winner: Option<Colour>) -> Result<(), Refusal> {
        if winner == Some(self.claimed.winner) {
            return Ok(());
        }
        let outcome = if winner.is_some() { "the other side has won" } else { "the game is drawn" };
        Err(self.broken("terminal", |position| format!("play is over in {position} and {outcome}")))
    }

    /// Clause `losing/short`: the stream does not end before the proof.
    fn short(&mut self) -> Refusal {
        self.broken("short", |position| format!("the stream ends before the move in {position} is read"))
    }

    /// Clause `losing/move`: the number read is that of a move.
    fn r#move(&mut self, count: usize) -> Refusal {
        self.broken("move", |position| format!("a number from {count} on is read in {position}, which has {count} moves"))
    }
}
