//! Explores the positions of the closed set, which no legal move leaves. Implements section 2 of
//! `spec/kinds/unwinnable.md`.

use super::broken;
use super::claim::Claim;
use super::evidence::Evidence;
use crate::chess::game::Status;
use crate::chess::packed::{Move, PackedPosition};
use crate::chess::position_table::{Lookup, PositionTable};
use crate::core::cbor::as_u64;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;
use crate::helpmate::game::{Argument, HelpmateGame};
use crate::helpmate::legal::LegalMoves;

/// Work steps charged for each position. If the moves of a position are followed, each costs `STEPS_PER_MOVE` steps.
/// The steps of the static argument and of the skeleton argument are charged separately.
const STEPS_PER_POSITION: u64 = 25;
const STEPS_PER_MOVE: u64 = 6;

/// The predecessor and the move by which a position was first reached.
#[derive(Clone, Copy, Debug)]
struct Parent {
    /// Number of the predecessor, or 0 for the root.
    from: u32,
    /// Move from the predecessor, or `None` for the root.
    by: Option<Move>,
}

/// Buffers that are used again for each claim of a batch.
pub(crate) struct Scratch {
    table: PositionTable<Parent>,
    moves: LegalMoves,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Self { table: PositionTable::new(), moves: LegalMoves::new() }
    }
}

/// State of the exploration of the closed set.
pub(super) struct Positions<'p, 'a> {
    meter: &'p mut Meter,
    game: &'p dyn HelpmateGame,
    winner: Colour,
    evidence: &'p Evidence<'a>,
    scratch: &'p mut Scratch,
    /// Number of positions whose moves are not followed because play is over.
    over: u32,
    material: u32,
    static_argument: u32,
    skeleton_argument: u32,
    /// Number of skeletons (partly known positions) explored so far.
    met: u32,
}

impl<'p, 'a> Positions<'p, 'a> {
    pub(super) fn new(
        game: &'p dyn HelpmateGame,
        winner: Colour,
        evidence: &'p Evidence<'a>,
        scratch: &'p mut Scratch,
        meter: &'p mut Meter,
    ) -> Self {
        Self { meter, game, winner, evidence, scratch, over: 0, material: 0, static_argument: 0, skeleton_argument: 0, met: 0 }
    }

    /// Explores the positions in breadth-first order, beginning with the root. Returns the proved claim.
    pub(super) fn prove(mut self, root: &PackedPosition) -> Result<Claim, Refusal> {
        self.scratch.table.begin(self.evidence.positions)?;
        // The table has room for at least one position, so the root gets number 0.
        self.scratch.table.meet(root, Parent { from: 0, by: None })?;
        // The loop ends because the table holds at most the claimed number of positions.
        let mut number = 0_u32;
        while let Some(position) = self.scratch.table.position(number).copied() {
            self.deal(number, &position)?;
            number = number.saturating_add(1);
        }
        self.positions(number)?;
        self.met_in_all()?;
        let (root, notation) = (*root, self.game.notation());
        let Self { winner, over, material, static_argument, skeleton_argument, met: skeletons, .. } = self;
        Ok(Claim { root, notation, winner, positions: number, over, material, static_argument, skeleton_argument, skeletons })
    }

    /// Performs the five steps of section 2 of `spec/kinds/unwinnable.md` on a position.
    fn deal(&mut self, number: u32, position: &PackedPosition) -> Result<(), Refusal> {
        self.meter.spend(STEPS_PER_POSITION)?;
        if let Status::Over(mated_by) = self.game.legal(position, &mut self.scratch.moves) {
            if mated_by == Some(self.winner) {
                return Err(self.mate(number));
            }
            self.over = self.over.saturating_add(1);
            return self.settled(number, false);
        }
        if self.game.material(position, self.winner) {
            self.material = self.material.saturating_add(1);
            return self.settled(number, false);
        }
        if self.evidence.statics.contains(number) {
            self.settled(number, true)?;
            self.static_argument = self.static_argument.saturating_add(1);
            return self.r#static(number, position);
        }
        if self.evidence.skeletons.contains(number) {
            self.skeleton_argument = self.skeleton_argument.saturating_add(1);
            return self.skeleton(number, position);
        }
        self.meter.spend(as_u64(self.scratch.moves.len()).saturating_mul(STEPS_PER_MOVE))?;
        let Scratch { table, moves } = &mut *self.scratch;
        let mut too_many = None;
        for played in moves.all() {
            let (position, parent) = (self.game.make(position, played).position, Parent { from: number, by: Some(played) });
            if table.meet(&position, parent)? == Lookup::Full {
                too_many = Some((position, parent));
                break;
            }
        }
        too_many.map_or(Ok(()), |(position, parent)| Err(self.not_closed(&position, parent)))
    }

    /// Returns the line of moves by which the position with this number was first reached. If `beyond` is a move,
    /// appends it to the line.
    #[cold]
    fn line(&mut self, number: u32, beyond: Option<Move>) -> Place {
        self.scratch.table.close();
        let mut backwards: Vec<Move> = beyond.into_iter().collect();
        let mut parent = self.scratch.table.note(number).copied();
        while let Some(Parent { from, by: Some(played) }) = parent {
            backwards.push(played);
            parent = self.scratch.table.note(from).copied();
        }
        backwards.reverse();
        Place::Line(self.game.names(&backwards))
    }

    fn text(&self, number: u32) -> String {
        self.scratch.table.position(number).map(|position| self.game.text(position)).unwrap_or_default()
    }

    /// Clause `unwinnable/mate`: the intended winner has not mated in any position of the set.
    #[cold]
    fn mate(&mut self, number: u32) -> Refusal {
        broken("mate", self.line(number, None), format!("{} has mated in {}", self.winner, self.text(number)))
    }

    /// Clause `unwinnable/settled`: the evidence lists an argument for a position only if no earlier test settles the
    /// position. The static argument is tested before the skeleton argument. `by_static` is true if the evidence lists
    /// the static argument for the position.
    #[inline]
    fn settled(&mut self, number: u32, by_static: bool) -> Result<(), Refusal> {
        let among = match (self.evidence.statics.contains(number) && !by_static, self.evidence.skeletons.contains(number)) {
            (true, _) => "statics",
            (false, true) => "skeletons",
            (false, false) => return Ok(()),
        };
        let sentence = format!("{}, position {number}, is among the {among} and settled without", self.text(number));
        Err(broken("settled", self.line(number, None), sentence))
    }

    /// Clause `unwinnable/static`: if the evidence lists the static argument for a position, the argument holds there.
    #[inline]
    fn r#static(&mut self, number: u32, position: &PackedPosition) -> Result<(), Refusal> {
        let mut left = self.meter.left;
        let holds = self.game.static_argument(position, self.winner, &mut left);
        self.meter.spend(self.meter.left.saturating_sub(left))?;
        if !holds {
            let sentence = format!("the static argument does not hold for {}, position {number}", self.text(number));
            return Err(broken("static", self.line(number, None), sentence));
        }
        Ok(())
    }

    /// Clauses `unwinnable/castling` and `unwinnable/skeleton`: no side has a right to castle, and the skeleton
    /// argument holds. Tests the second part of clause `unwinnable/met` too: no more skeletons (partly known positions)
    /// are reached than claimed.
    fn skeleton(&mut self, number: u32, position: &PackedPosition) -> Result<(), Refusal> {
        let most = self.evidence.met.saturating_sub(self.met);
        let mut left = self.meter.left;
        let argument = self.game.skeleton_argument(position, self.winner, self.evidence.tracked, most, &mut left);
        self.meter.spend(self.meter.left.saturating_sub(left))?;
        let text = self.text(number);
        let (clause, sentence) = match argument {
            Argument::Holds(met) => {
                self.met = self.met.saturating_add(met);
                return Ok(());
            }
            Argument::OutOfSteps => return self.meter.spend(1),
            Argument::TooMany => return Err(self.not_met("more".to_owned())),
            Argument::Castling => {
                ("castling", format!("the skeleton argument is used with {text}, position {number}, with a right to castle"))
            }
            Argument::Fails(why) => ("skeleton", format!("the skeleton argument does not hold for {text}, position {number}: {why}")),
        };
        Err(broken(clause, self.line(number, None), sentence))
    }

    /// Clause `unwinnable/met`, last part: the number of reached skeletons (partly known positions) is not less than
    /// the claimed number.
    fn met_in_all(&self) -> Result<(), Refusal> {
        if self.met == self.evidence.met { Ok(()) } else { Err(self.not_met(self.met.to_string())) }
    }

    fn not_met(&self, found: String) -> Refusal {
        let sentence = format!("{} skeletons are claimed, there are {found}", self.evidence.met);
        broken("met", Place::Byte(self.evidence.met_at), sentence)
    }

    /// Clause `unwinnable/not_closed`: no more positions are reached than claimed.
    #[cold]
    fn not_closed(&mut self, position: &PackedPosition, parent: Parent) -> Refusal {
        let place = self.line(parent.from, parent.by);
        broken("not_closed", place, format!("{} positions are claimed, {} is one more", self.evidence.positions, self.game.text(position)))
    }

    /// Clause `unwinnable/positions`: no fewer positions are reached than claimed.
    fn positions(&self, found: u32) -> Result<(), Refusal> {
        let claimed = self.evidence.positions;
        if found != claimed {
            return Err(broken("positions", Place::Byte(self.evidence.at), format!("{claimed} positions are claimed, there are {found}")));
        }
        Ok(())
    }
}
