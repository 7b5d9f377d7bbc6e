//! Lists the positions of the closed set of one side (section 2 of `spec/kinds/safe.md`).

use super::broken;
use super::claimed::{Claimed, Defence, Side};
use crate::antichess::rules::Antichess;
use crate::chess::bits::Bits;
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::{Move, PackedPosition};
use crate::chess::position_table::{Lookup, PositionTable, contradiction};
use crate::core::cbor::as_u64;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;

/// Work steps charged for making a move and looking up the position after it.
const STEPS_PER_MOVE: u64 = 4;
/// Work steps charged for each position. In addition, each position costs 1 step for every 4 legal moves.
const STEPS_PER_POSITION: u64 = 10;
const GENERATED_PER_STEP: u64 = 4;

/// Reader and verifier of a closed set. The other side has not won in any position of a closed set.
/// No move of the other side leaves the set, and the defender has a move that stays in it.
pub(super) struct ClosedSet<'p, 'a> {
    game: &'p Antichess,
    claimed: &'p Claimed,
    defender: &'p Side,
    bits: Bits<'a>,
    table: PositionTable<()>,
}

impl<'p, 'a> ClosedSet<'p, 'a> {
    pub(super) fn new(game: &'p Antichess, claimed: &'p Claimed, defender: &'p Side, bits: Bits<'a>) -> Result<Self, Refusal> {
        let mut table = PositionTable::new();
        table.begin(defender.positions)?;
        Ok(Self { game, claimed, defender, bits, table })
    }

    /// Lists the positions of the closed set and tests each position.
    pub(super) fn verify(mut self, meter: &mut Meter) -> Result<(), Refusal> {
        for root in &self.claimed.roots {
            meter.spend(STEPS_PER_MOVE)?;
            self.add(root)?;
        }
        let mut moves = Vec::new();
        let mut number = 0;
        while let Some(&position) = self.table.position(number) {
            self.take(number, &position, &mut moves, meter)?;
            number = number.checked_add(1).ok_or_else(contradiction)?;
        }
        self.bits.end()?;
        self.defender.positions(self.table.len())
    }

    /// Tests the position with this number, and adds the positions after its moves to the list of positions.
    fn take(&mut self, number: u32, position: &PackedPosition, moves: &mut Vec<Move>, meter: &mut Meter) -> Result<(), Refusal> {
        meter.spend(STEPS_PER_POSITION)?;
        let to_move = match self.game.play(position, moves) {
            Status::Goes(to_move) => to_move,
            Status::Over(winner) => return self.lost(number, position, winner),
        };
        meter.spend(as_u64(moves.len()) / GENERATED_PER_STEP)?;
        let chooses = self.claimed.defence == Defence::ByForce && to_move == self.defender.colour;
        let followed = if chooses { std::slice::from_ref(self.r#move(number, position, moves)?) } else { moves.as_slice() };
        for played in followed {
            meter.spend(STEPS_PER_MOVE)?;
            self.add(&self.game.make(position, *played).position)?;
        }
        Ok(())
    }

    /// Adds a position to the list, unless it is in the list.
    fn add(&mut self, position: &PackedPosition) -> Result<(), Refusal> {
        match self.table.meet(position, ())? {
            Lookup::New(_) | Lookup::Known(_) => Ok(()),
            Lookup::Full => self.defender.positions(self.table.len().saturating_add(1)),
        }
    }

    /// Clause `safe/lost`: if play is over, the other side has not won.
    fn lost(&self, number: u32, position: &PackedPosition, winner: Option<Colour>) -> Result<(), Refusal> {
        let other = self.defender.colour.other();
        if winner != Some(other) {
            return Ok(());
        }
        Err(broken("lost", Place::Value(number.into()), format!("play is over in {} and {other} has won", self.game.text(position))))
    }

    /// Clause `safe/move`: the number that is read from the stream is the index of a legal move. Returns the legal move
    /// with this index.
    fn r#move<'m>(&mut self, number: u32, position: &PackedPosition, moves: &'m [Move]) -> Result<&'m Move, Refusal> {
        let count = moves.len();
        let Some(place) = self.bits.choice(count) else { return Err(self.short(number, position)) };
        moves.get(place).ok_or_else(|| {
            let text = self.game.text(position);
            let sentence = format!("a number from {} on is read in {text}, which has {} moves", as_u64(count), as_u64(count));
            broken("move", Place::Value(number.into()), sentence)
        })
    }

    /// Clause `safe/short`: the bit stream of chosen moves does not end before the last position is tested.
    fn short(&self, number: u32, position: &PackedPosition) -> Refusal {
        let sentence = format!("the stream ends before the move in {} is read", self.game.text(position));
        broken("short", Place::Value(number.into()), sentence)
    }
}
