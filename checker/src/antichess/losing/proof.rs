//! Traverses the positions of the proof (section 2 of `spec/kinds/losing.md`). The traversal has a stack of its own and
//! does not use recursion, so proofs can be deep.

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

/// The numbers `len` and `rev` of a position, which section 2 of `spec/kinds/losing.md` defines. While a position is
/// being proved, its `len` and `rev` cover only the moves that are already proved.
#[derive(Clone, Copy, Default)]
struct Value {
    len: u32,
    rev: u32,
}

/// This bit is set in the `len` of a position while the position is being proved. No `len` needs this bit, because
/// `len` is less than the number of positions, which has at most 31 bits.
const OPEN: u32 = 1 << 31;

/// A position that is being proved, with the move that is being followed from it.
struct Open {
    /// Number of the position in the table.
    number: u32,
    /// Index of the move in move order.
    place: u16,
    /// True if no other move from this position remains to be proved.
    last: bool,
    /// Whether the move is a capture or a pawn move.
    zeroing: bool,
}

/// Work steps charged for looking up the position after a move. Following a move also costs 1 step for every 4 legal
/// moves of the position, because the legal moves are generated again each time.
const STEPS_PER_MOVE: u64 = 22;
const GENERATED_PER_STEP: u64 = 4;

/// Reads and verifies a proof.
pub(super) struct Proof<'p, 'a> {
    game: &'p Antichess,
    claimed: &'p Claimed,
    bits: Bits<'a>,
    table: PositionTable<Value>,
    /// The position that is visited now or next.
    met: PackedPosition,
    /// The path from the root: each position on the path, with the move to the next position.
    stack: Vec<Open>,
    /// Scratch buffer for the moves of one position.
    moves: Vec<Move>,
    meter: &'p mut Meter,
    greatest_rev: u32,
}

impl<'p, 'a> Proof<'p, 'a> {
    /// Creates a `Proof` that has not visited any position yet, and reserves memory for all claimed positions.
    pub(super) fn new(game: &'p Antichess, claimed: &'p Claimed, bits: Bits<'a>, meter: &'p mut Meter) -> Result<Self, Refusal> {
        let (mut table, mut stack) = (PositionTable::new(), vec![]);
        table.begin(claimed.positions)?;
        reserve(&mut stack, index(claimed.positions), claimed.positions)?;
        Ok(Self { game, claimed, bits, table, met: claimed.root, stack, moves: vec![], meter, greatest_rev: 0 })
    }

    /// Proves the root and then compares the numbers in the claim with the numbers of the proof.
    pub(super) fn prove(mut self) -> Result<(), Refusal> {
        let root = self.walk()?;
        self.bits.end()?;
        self.claimed.check(self.table.len(), root.len, root.rev, self.greatest_rev)
    }

    /// Visits positions until the root is proved.
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

    /// Visits the position `met`. If no move from this position remains to be proved, returns the value of the
    /// position. If a move remains to be proved, puts the position on the stack, and sets `met` to the position after
    /// the first such move.
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
        self.resume(number, place, own)?;
        Ok(None)
    }

    /// Follows the move with index `place` from the position with the number `number`. If `only` is true, no other move
    /// of the position has to be proved.
    fn resume(&mut self, number: u32, place: usize, only: bool) -> Result<(), Refusal> {
        let position = self.table.position(number).ok_or_else(contradiction)?;
        let (played, later) = self.moves.get(place..).and_then(<[Move]>::split_first).ok_or_else(contradiction)?;
        let step = self.game.make(position, *played);
        let place = u16::try_from(place).map_err(|_| contradiction())?;
        self.stack.push(Open { number, place, last: only || later.is_empty(), zeroing: step.zeroing });
        self.met = step.position;
        Ok(())
    }

    /// After a position is proved, goes back along the path to the nearest position with an unproved move, and follows
    /// that move. Marks the positions on the way back as proved. Returns the value of the root once the root is proved.
    #[inline]
    fn go_back(&mut self, mut value: Value) -> Result<Option<Value>, Refusal> {
        while let Some(Open { number, place, last, zeroing }) = self.stack.pop() {
            let known = self.table.note(number).ok_or_else(contradiction)?;
            known.len = known.len.max(value.len.saturating_add(1) | OPEN);
            if !zeroing {
                known.rev = known.rev.max(value.rev.saturating_add(1));
            }
            if !last {
                // Generating the moves again costs little time and saves the memory for storing them.
                self.game.play(self.table.position(number).ok_or_else(contradiction)?, &mut self.moves);
                self.resume(number, usize::from(place).saturating_add(1), false)?;
                return Ok(None);
            }
            value = self.complete(number)?;
            self.greatest_rev = self.greatest_rev.max(value.rev);
        }
        Ok(Some(value))
    }

    /// Marks a position as proved and returns its value, which is now final.
    fn complete(&mut self, number: u32) -> Result<Value, Refusal> {
        let value = self.table.note(number).ok_or_else(contradiction)?;
        value.len &= !OPEN;
        Ok(*value)
    }

    /// Returns the index of the winner's move. Reads the index from the stream if there are several moves.
    fn choice(&mut self) -> Result<usize, Refusal> {
        let count = self.moves.len();
        match self.bits.choice(count) {
            Some(place) if place < count => Ok(place),
            Some(_) => Err(self.r#move(count)),
            None => Err(self.short()),
        }
    }

    /// Returns the sequence of moves from the root to the current position.
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

    #[cold]
    fn broken(&mut self, clause: &'static str, sentence: impl FnOnce(String) -> String) -> Refusal {
        broken(clause, self.line(), sentence(self.game.text(&self.met)))
    }

    /// Clause `losing/open`: no move leads back to a position that is still being proved.
    fn open(&mut self) -> Refusal {
        self.broken("open", |position| format!("{position} is on the way to itself"))
    }

    /// Clause `losing/terminal`: if play is over, the claimed winner has won.
    fn terminal(&mut self, winner: Option<Colour>) -> Result<(), Refusal> {
        if winner == Some(self.claimed.winner) {
            return Ok(());
        }
        let outcome = if winner.is_some() { "the other side has won" } else { "the game is drawn" };
        Err(self.broken("terminal", |position| format!("play is over in {position} and {outcome}")))
    }

    /// Clause `losing/short`: the stream does not end before the proof does.
    fn short(&mut self) -> Refusal {
        self.broken("short", |position| format!("the stream ends before the move in {position} is read"))
    }

    /// Clause `losing/move`: each number in the stream is the index of a legal move.
    fn r#move(&mut self, count: usize) -> Refusal {
        self.broken("move", |position| format!("a number from {count} on is read in {position}, which has {count} moves"))
    }
}
