//! The positions that are met: section 2 of the kind's page.

use super::broken;
use super::claim::Stated;
use super::evidence::Evidence;
use super::table::Table;
use crate::game::{Argument, Move, Play, WithHelp, Words};
use crate::kinds::side;
use crate::kinds::store::{Known, Store};
use crate::rejection::{Place, Rejection};

/// How a position was first met.
#[derive(Clone, Copy, Debug)]
struct Met {
    /// The number of the position before; 0 for the root.
    from: u32,
    /// The move that leads here; `None` for the root.
    by: Option<Move>,
}

/// Room for positions and for the moves of one, which can be used again.
pub(super) struct Room {
    store: Store<Met>,
    moves: Vec<Move>,
}

impl Room {
    pub(super) fn new() -> Self {
        Self { store: Store::new(), moves: Vec::new() }
    }
}

/// The positions being found.
pub(super) struct Positions<'p, 'a> {
    game: &'p dyn WithHelp,
    stated: &'p Stated,
    evidence: &'p Evidence<'a>,
    room: &'p mut Room,
    /// Positions in which play is over, settled by their material, by the static and by the skeleton argument.
    over: u32,
    material: u32,
    statically: u32,
    by_skeletons: u32,
    /// Skeletons met.
    met: u32,
}

/// The positions contradict themselves, which is a mistake of the checker.
#[cold]
fn contradiction() -> Rejection {
    Rejection::internal(Place::Byte(0), "a position is not where it should be")
}

impl<'p, 'a> Positions<'p, 'a> {
    pub(super) fn new(game: &'p dyn WithHelp, stated: &'p Stated, evidence: &'p Evidence<'a>, room: &'p mut Room) -> Self {
        Self { game, stated, evidence, room, over: 0, material: 0, statically: 0, by_skeletons: 0, met: 0 }
    }

    /// Finds the positions and deals with each.
    pub(super) fn prove(mut self) -> Result<Table, Rejection> {
        self.room.store.begin(self.evidence.positions)?;
        self.meet(&self.stated.root, Met { from: 0, by: None })?;
        // No more are met than are claimed, so this ends.
        let mut number = 0_u32;
        while let Some(position) = self.room.store.words(number).copied() {
            self.deal(number, &position)?;
            number = number.saturating_add(1);
        }
        self.positions(number)?;
        self.met_in_all()?;
        Ok(Table {
            root: self.game.text(&self.stated.root),
            winner: self.stated.winner,
            positions: number,
            over: self.over,
            material: self.material,
            statically: self.statically,
            by_skeletons: self.by_skeletons,
            skeletons: self.met,
        })
    }

    /// Deals with a position: the five steps.
    fn deal(&mut self, number: u32, position: &Words) -> Result<(), Rejection> {
        let (game, winner) = (self.game, self.stated.winner);
        if let Play::Over(mated_by) = game.play(position, &mut self.room.moves) {
            if mated_by == Some(winner) {
                return Err(self.mate(number));
            }
            self.over = self.over.saturating_add(1);
            return self.settled(number, false);
        }
        if game.material(position, winner) {
            self.material = self.material.saturating_add(1);
            return self.settled(number, false);
        }
        if self.evidence.is_leaf(number) {
            self.settled(number, true)?;
            self.statically = self.statically.saturating_add(1);
            return self.leaf(number, position);
        }
        if self.evidence.is_skeleton(number) {
            self.by_skeletons = self.by_skeletons.saturating_add(1);
            return self.skeleton(number, position);
        }
        for place in 0..self.room.moves.len() {
            let played = *self.room.moves.get(place).ok_or_else(contradiction)?;
            self.meet(&game.make(position, played).position, Met { from: number, by: Some(played) })?;
        }
        Ok(())
    }

    /// Meets a position, which gets a number if it is new.
    #[inline]
    fn meet(&mut self, position: &Words, met: Met) -> Result<(), Rejection> {
        let store = &mut self.room.store;
        if let Known::New(vacancy) = store.look_up(position).ok_or_else(contradiction)? {
            if usize::try_from(self.evidence.positions) == Ok(store.len()) {
                return Err(self.hole(position, met));
            }
            store.add(&vacancy, position, met).ok_or_else(contradiction)?;
        }
        Ok(())
    }

    /// The moves by which the position of that number was first met, and `beyond` it, if a move leads on.
    #[cold]
    fn line(&mut self, number: u32, beyond: Option<Move>) -> Place {
        let store = &mut self.room.store;
        store.close();
        let mut backwards: Vec<Move> = beyond.into_iter().collect();
        let mut met = store.note(number);
        while let Some(Met { from, by: Some(played) }) = met {
            backwards.push(played);
            met = store.note(from);
        }
        // Five letters a move at most, and a space.
        let mut line = String::with_capacity(backwards.len().saturating_mul(6));
        for played in backwards.iter().rev() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&self.game.name(*played));
        }
        Place::Line(line)
    }

    /// The text of the position of that number.
    fn text(&self, number: u32) -> String {
        self.room.store.words(number).map(|position| self.game.text(position)).unwrap_or_default()
    }

    /// Clause `unwinnable/mate`: the winner has not mated in any position that is met.
    #[cold]
    fn mate(&mut self, number: u32) -> Rejection {
        broken("mate", self.line(number, None), format!("{} has mated in {}", side(self.stated.winner), self.text(number)))
    }

    /// Clause `unwinnable/settled`: a position that is settled before an argument is looked at is not among those that it is used with. The static argument
    /// is looked at first; `by_leaf` says that it is what settles the position.
    #[inline]
    fn settled(&mut self, number: u32, by_leaf: bool) -> Result<(), Rejection> {
        let among = match (self.evidence.is_leaf(number) && !by_leaf, self.evidence.is_skeleton(number)) {
            (true, _) => "leaves",
            (false, true) => "skeletons",
            (false, false) => return Ok(()),
        };
        let sentence = format!("{}, position {number}, is among the {among} and settled without", self.text(number));
        Err(broken("settled", self.line(number, None), sentence))
    }

    /// Clause `unwinnable/leaf`: the static argument holds.
    #[inline]
    fn leaf(&mut self, number: u32, position: &Words) -> Result<(), Rejection> {
        if !self.game.statically(position, self.stated.winner) {
            let sentence = format!("the static argument does not hold for {}, position {number}", self.text(number));
            return Err(broken("leaf", self.line(number, None), sentence));
        }
        Ok(())
    }

    /// Clauses `unwinnable/castling` and `unwinnable/skeleton`: the skeleton argument applies and holds; and `unwinnable/met`, not more skeletons are met than claimed.
    fn skeleton(&mut self, number: u32, position: &Words) -> Result<(), Rejection> {
        let most = self.evidence.met.saturating_sub(self.met);
        match self.game.by_skeletons(position, self.stated.winner, self.evidence.followed, most) {
            Argument::Holds(met) => self.met = self.met.saturating_add(met),
            Argument::Castling => {
                let sentence =
                    format!("the skeleton argument is used with {}, position {number}, with a right to castle", self.text(number));
                return Err(broken("castling", self.line(number, None), sentence));
            }
            Argument::Fails(why) => {
                let sentence = format!("the skeleton argument does not hold for {}, position {number}: {why}", self.text(number));
                return Err(broken("skeleton", self.line(number, None), sentence));
            }
            Argument::TooMany => {
                let sentence = format!("{} skeletons are claimed, there are more", self.evidence.met);
                return Err(broken("met", self.evidence.met_place.clone(), sentence));
            }
        }
        Ok(())
    }

    /// Clause `unwinnable/met`, last part: nor fewer.
    fn met_in_all(&self) -> Result<(), Rejection> {
        let (stated, found) = (self.evidence.met, self.met);
        if found != stated {
            return Err(broken("met", self.evidence.met_place.clone(), format!("{stated} skeletons are claimed, there are {found}")));
        }
        Ok(())
    }

    /// Clause `unwinnable/hole`: not more positions are met than claimed.
    #[cold]
    fn hole(&mut self, position: &Words, met: Met) -> Rejection {
        let place = self.line(met.from, met.by);
        broken("hole", place, format!("{} positions are claimed, {} is one more", self.evidence.positions, self.game.text(position)))
    }

    /// Clause `unwinnable/positions`: not fewer are met.
    fn positions(&self, found: u32) -> Result<(), Rejection> {
        let stated = self.evidence.positions;
        if found != stated {
            return Err(broken("positions", self.evidence.place.clone(), format!("{stated} positions are claimed, there are {found}")));
        }
        Ok(())
    }
}
