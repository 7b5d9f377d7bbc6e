//! Traverses the positions of the proof (section 2 of `spec/kinds/losing.md`). The traversal has a stack of its own and
//! does not use recursion, so proofs can be deep.

use super::broken;
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

/// The numbers `len` and `rev` of a position, which section 2 of `spec/kinds/losing.md` defines. During the proof of a
/// position, `len` and `rev` cover only the moves that are already proved.
#[derive(Clone, Copy, Default)]
pub(in crate::antichess) struct Value {
    pub(in crate::antichess) len: u32,
    pub(in crate::antichess) rev: u32,
}

/// This bit is set in the `len` of a position while the position is being proved. No `len` needs this bit, because
/// `LARGEST` limits every `len`.
const OPEN: u32 = 1 << 31;
/// Greater values of `len` and `rev` are replaced by this value. The value `LARGEST` occurs only if the proof cites
/// other certificates.
pub(in crate::antichess) const LARGEST: u32 = OPEN - 1;

/// Returns `number` plus 1, but at most `LARGEST`.
fn one_more(number: u32) -> u32 {
    number.saturating_add(1).min(LARGEST)
}

/// A position that is being proved.
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

/// Work steps charged for looking up the position after a move.
const STEPS_PER_MOVE: u64 = 22;
const GENERATED_PER_STEP: u64 = 4;

/// The result of a verified certificate of kind `losing`.
pub(in crate::antichess) struct Wins {
    pub(in crate::antichess) winner: Colour,
    /// The positions from which the certificate proves a win.
    pub(in crate::antichess) roots: Vec<(PackedPosition, Value)>,
    pub(in crate::antichess) reversible: u32,
}

/// Results for the whole proof. The checker knows these results only after it has proved all roots.
pub(in crate::antichess) struct Total {
    /// Number of positions in the proof.
    pub(in crate::antichess) positions: usize,
    pub(in crate::antichess) greatest_rev: u32,
    pub(in crate::antichess) used: Vec<bool>,
}

/// Reads and verifies a proof.
pub(in crate::antichess) struct Proof<'p, 'a> {
    game: &'p Antichess,
    winner: Colour,
    /// Claimed number of positions.
    positions: u32,
    bits: Bits<'a>,
    /// The positions that the proof has reached so far. The roots of cited certificates come first.
    table: PositionTable<Value>,
    met: PackedPosition,
    /// The path from the root: each position on the path, with the move to the next position.
    stack: Vec<Open>,
    /// Scratch buffer for the moves of one position.
    moves: Vec<Move>,
    meter: &'p mut Meter,
    greatest_rev: u32,
    /// For each cited root, the index of the cited certificate.
    cited: Vec<usize>,
    used: Vec<bool>,
}

impl<'p, 'a> Proof<'p, 'a> {
    pub(in crate::antichess) fn new(
        game: &'p Antichess,
        (winner, positions, cited): (Colour, u32, u32),
        bits: Bits<'a>,
        meter: &'p mut Meter,
    ) -> Result<Self, Refusal> {
        let (mut table, mut stack) = (PositionTable::new(), vec![]);
        table.begin(positions.saturating_add(cited))?;
        reserve(&mut stack, index(positions), positions)?;
        let (met, moves) = (PackedPosition::default(), vec![]);
        Ok(Self { game, winner, positions, bits, table, met, stack, moves, meter, greatest_rev: 0, cited: vec![], used: vec![] })
    }

    /// Adds the roots of the next cited certificate, which count as proved.
    pub(in crate::antichess) fn cite(&mut self, roots: &[(PackedPosition, Value)]) -> Result<(), Refusal> {
        for (root, value) in roots {
            self.meter.spend(STEPS_PER_MOVE)?;
            if let Lookup::New(_) = self.table.meet(root, *value)? {
                self.cited.push(self.used.len());
            }
        }
        self.used.push(false);
        Ok(())
    }

    /// Reads the proof of a root and returns the root's value.
    pub(in crate::antichess) fn prove(&mut self, root: &PackedPosition) -> Result<Value, Refusal> {
        self.met = *root;
        self.moves.clear();
        self.walk()
    }

    /// Tests that the stream is at its end when all roots are proved.
    pub(in crate::antichess) fn end(self) -> Result<Total, Refusal> {
        self.bits.end()?;
        let positions = self.table.len().saturating_sub(self.cited.len());
        Ok(Total { positions, greatest_rev: self.greatest_rev, used: self.used })
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

    /// Visits the position in the field `met`. If no move from this position remains to be proved, returns the value of
    /// the position. If a move remains, stores the position after the move in `met` and returns `None`.
    #[inline]
    fn meet(&mut self) -> Result<Option<Value>, Refusal> {
        let number = match self.table.meet(&self.met, Value { len: OPEN, rev: 0 })? {
            Lookup::New(number) if index(number) < self.cited.len().saturating_add(index(self.positions)) => number,
            Lookup::Known(number) => {
                if let Some(used) = self.cited.get(index(number)).and_then(|&file| self.used.get_mut(file)) {
                    *used = true;
                }
                let value = *self.table.note(number).ok_or_else(contradiction)?;
                return if value.len & OPEN == 0 { Ok(Some(value)) } else { Err(self.open()) };
            }
            Lookup::New(_) | Lookup::Full => return Err(positions(self.positions, self.positions.saturating_add(1), self.line())),
        };
        let to_move = match self.game.play(&self.met, &mut self.moves) {
            Status::Goes(to_move) => to_move,
            Status::Over(winner) => {
                self.terminal(winner)?;
                return self.complete(number).map(Some);
            }
        };
        let own = to_move == self.winner;
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

    /// Goes back to the last position with a move that is not proved yet. Marks the positions on the way back as
    /// proved. Returns the value of the root once the root is proved.
    #[inline]
    fn go_back(&mut self, mut value: Value) -> Result<Option<Value>, Refusal> {
        while let Some(Open { number, place, last, zeroing }) = self.stack.pop() {
            let known = self.table.note(number).ok_or_else(contradiction)?;
            known.len = known.len.max(one_more(value.len) | OPEN);
            if !zeroing {
                known.rev = known.rev.max(one_more(value.rev));
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
        if winner == Some(self.winner) {
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

/// Compares the number of positions with the claim after the whole proof has been read.
pub(in crate::antichess) fn all_positions(claimed: u32, total: &Total, place: &Place) -> Result<(), Refusal> {
    let found = u32::try_from(total.positions).unwrap_or(u32::MAX);
    if found == claimed { Ok(()) } else { Err(positions(claimed, found, place.clone())) }
}

/// Clause `losing/positions`: the proof has exactly the claimed number of positions.
fn positions(claimed: u32, found: u32, place: Place) -> Refusal {
    let sentence = if found > claimed { "there are more".to_owned() } else { format!("there are {found}") };
    broken("positions", place, format!("{claimed} positions are claimed, {sentence}"))
}
