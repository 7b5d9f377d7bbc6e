//! From what a search has proved to the whole proof: every position of it, down to the last; and to smaller ones.
//!
//! A proof is walked in preorder. What a position's proof may rest on is what was completed before, as in a certificate (`spec/kinds/losing.md`), so no cycle can close. Where the winner has a choice
//! the move comes from a *guide*: the table of the search, in which positions proved earlier have lower ranks than those that rest on them; or the moves of an earlier walk.
//! Where the table has forgotten a position, it is searched for again, on a small table of its own, resting only on positions of lower rank and on what was completed.
//!
//! A position that was forgotten and proved once more has a higher rank than positions that rest on it, and may rest on these in its turn: then the walk comes back to a position that it is at. The walk
//! *retreats* to that one and has it proved by positions of lower rank than the one that it came from. What was completed on the way stays so, but not all of it may be needed in the end: so what was
//! chosen is walked once more.
//!
//! To shrink a proof it is walked again. When a position at which the winner has a choice is completed and has cost so many new positions, other proofs of the same position, if there are any, are walked in its
//! place, and a search looks for a win by another move with effort in proportion; what costs least takes the place. Threads share such a walk by portions.

mod portion;
mod smaller;

use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

use portion::Portion;
pub use portion::{LEAST_SHARED, shrink};
pub use smaller::{Shrinking, merge};

use super::search::{Bound, Done, Search};
use super::table::{Known, Table};
use super::{NEVER, Numbers, Settings};
use crate::control::{Control, Interrupted};
use crate::model::two_player::{Look, Play};

/// Bytes of a table for a part that was forgotten.
const SMALL_TABLE: u64 = 256 << 20;
/// Evaluations after which a part that was forgotten is given up.
const MOST_EVALUATIONS: u64 = 4_000_000_000;
/// A search is stopped after so many evaluations at the earliest.
const LEAST_SEARCH: u64 = 64;
/// The most times that a walk goes back to prove a position another way.
const MOST_RETREATS: u32 = 1 << 16;

/// The winner's moves: for the key of a position in which there is a choice, the index of the move.
pub type Strategy = FxHashMap<u64, u16>;

/// A proof in preorder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// For each position at which the winner has a choice, in preorder, the move's index and the number of legal moves.
    pub choices: Vec<(u16, u16)>,
    /// The same by position.
    pub strategy: Strategy,
    /// The number of distinct positions.
    pub positions: u64,
    /// The greatest number of moves.
    pub longest: u32,
    /// The greatest number of moves in a row that can be taken back, from the root on.
    pub reversible_at_root: u32,
    /// The same, from any position.
    pub reversible: u32,
    /// Parts that the table had forgotten.
    pub searched_again: u64,
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It was stopped.
    Interrupted,
    /// A part that the table had forgotten was not found again.
    Lost,
}

impl From<Interrupted> for Failure {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Where the winner's moves come from.
#[derive(Clone)]
enum Guide<'a> {
    /// The table of the whole search, ranks below this one.
    Whole(&'a Table, u64),
    /// An earlier walk.
    Strategy(&'a Strategy),
    /// The table of a search for this part, ranks below this one; where that knows nothing, another guide.
    Part(Rc<Table>, u64, Rc<Guide<'a>>),
}

impl<'a> Guide<'a> {
    /// What it falls back on: the table of the whole search.
    fn of_the_whole(&self) -> Option<Self> {
        match self {
            Guide::Whole(table, limit) => Some(Guide::Whole(table, *limit)),
            Guide::Part(_, _, beyond) => beyond.of_the_whole(),
            Guide::Strategy(_) => None,
        }
    }
}

/// Makes the proof of a position that the search on this table has proved.
///
/// # Errors
/// [`Failure`].
pub fn extract<P: Play>(play: &P, table: &Table, settings: Settings, root: P::Position, control: Control) -> Result<Proof, Failure> {
    let mut maker = Maker::new(play, settings, control);
    let done = maker.walk(root, Guide::Whole(table, u64::MAX), usize::MAX)?.ok_or(Failure::Lost)?;
    if maker.retreats == 0 {
        return Ok(maker.proof(done));
    }
    let Proof { strategy, searched_again, .. } = maker.proof(done);
    let again = Maker::new(play, settings, control).make(root, Guide::Strategy(&strategy))?;
    Ok(Proof { searched_again, ..again })
}

/// A part of a proof: what proves a position at which the winner has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<T> {
    /// The position.
    pub position: T,
    /// The positions that were first met for it, by the order of their completion: from this one on.
    pub first: usize,
    /// To this one, exclusive.
    pub end: usize,
}

/// The parts of a proof with so many positions or more, each before those that contain it.
///
/// # Errors
/// [`Failure`].
pub fn sections<P: Play>(
    play: &P,
    proof: &Proof,
    least: usize,
    root: P::Position,
    control: Control,
) -> Result<Vec<Section<P::Position>>, Failure> {
    let mut maker = Maker { least, ..Maker::new(play, Settings::default(), control) };
    maker.walk(root, Guide::Strategy(&proof.strategy), usize::MAX)?.ok_or(Failure::Lost)?;
    Ok(maker.sections)
}

/// A position on the way from the root.
struct Frame<'a, T> {
    position: T,
    key: u64,
    guide: Guide<'a>,
    /// The positions that have to be proved, the next one last, and whether the moves to them can be taken back.
    left: Vec<(T, bool)>,
    /// Whether the move to the one being proved can be taken back.
    takes_back: bool,
    done: Done,
    /// What had been completed and chosen when it was entered.
    begun: Mark,
    /// Whether a guide was asked.
    consulted: bool,
    /// The key behind the winner's move, where there was a choice and no other move has been looked for.
    chosen: Option<u64>,
    /// The largest part, here or below, for which another move has been looked for.
    looked: usize,
}

/// How far the lists of a walk had come.
#[derive(Clone, Copy)]
struct Mark {
    completed: usize,
    choices: usize,
}

struct Maker<'a, P: Play> {
    play: &'a P,
    settings: Settings,
    /// Evaluations of searches for other moves, for each position that a part has cost.
    effort: u64,
    until: Option<Instant>,
    /// Where such searches are to be made, if not everywhere.
    portion: Option<Portion<'a>>,
    /// Other proofs that may be smaller in places.
    others: &'a [&'a Strategy],
    control: Control<'a>,
    done: FxHashMap<u64, Done>,
    /// What was completed, in order.
    completed: Vec<(u64, Done)>,
    open: FxHashSet<u64>,
    choices: Vec<(u64, u16, u16)>,
    searched_again: u64,
    retreats: u32,
    /// Of parts that hardly differ only some are looked at: those of long lines in large proofs.
    sparing: bool,
    /// Sections of so many positions are noted.
    least: usize,
    sections: Vec<Section<P::Position>>,
}

impl<'a, P: Play> Maker<'a, P> {
    fn new(play: &'a P, settings: Settings, control: Control<'a>) -> Self {
        Self {
            play,
            settings,
            effort: 0,
            until: None,
            portion: None,
            others: &[],
            control,
            done: FxHashMap::default(),
            completed: Vec::new(),
            open: FxHashSet::default(),
            choices: Vec::new(),
            searched_again: 0,
            retreats: 0,
            sparing: false,
            least: usize::MAX,
            sections: Vec::new(),
        }
    }

    fn make(mut self, root: P::Position, guide: Guide<'a>) -> Result<Proof, Failure> {
        let done = self.walk(root, guide, usize::MAX)?.ok_or(Failure::Lost)?;
        Ok(self.proof(done))
    }

    /// What was walked, as a proof of the root.
    fn proof(self, done: Done) -> Proof {
        Proof {
            choices: self.choices.iter().map(|&(_, index, moves)| (index, moves)).collect(),
            strategy: self.choices.iter().map(|&(key, index, _)| (key, index)).collect(),
            positions: self.completed.len() as u64,
            longest: done.longest,
            reversible_at_root: done.reversible,
            reversible: self.completed.iter().map(|(_, done)| done.reversible).max().unwrap_or(0),
            searched_again: self.searched_again,
        }
    }

    /// Proves a position. `None` if that takes as many as `most` positions.
    fn walk(&mut self, root: P::Position, guide: Guide<'a>, most: usize) -> Result<Option<Done>, Failure> {
        let mut frames = Vec::new();
        let walked = self.walk_on(root, guide, most, &mut frames);
        frames.iter().for_each(|frame| _ = self.open.remove(&frame.key));
        walked
    }

    fn walk_on(
        &mut self,
        root: P::Position,
        guide: Guide<'a>,
        most: usize,
        frames: &mut Vec<Frame<'a, P::Position>>,
    ) -> Result<Option<Done>, Failure> {
        let begun = self.completed.len();
        let mut finished = self.enter(root, guide, frames)?;
        while let Some(frame) = frames.last_mut() {
            if self.completed.len() - begun >= most {
                return Ok(None);
            }
            if let Some(done) = finished.take() {
                frame.done.longest = frame.done.longest.max(1 + done.longest);
                frame.done.reversible = frame.done.reversible.max(if frame.takes_back { 1 + done.reversible } else { 0 });
            }
            if let Some((position, takes_back)) = frame.left.pop() {
                frame.takes_back = takes_back;
                let guide = frame.guide.clone();
                finished = match self.enter(position, guide, frames) {
                    Err(Failure::Lost) => self.retreat(&position, frames).map(|()| None)?,
                    entered => entered?,
                };
            } else if let Some(mut frame) = frames.pop() {
                let done = self.smaller(&mut frame)?.unwrap_or(frame.done);
                if let Some(before) = frames.last_mut() {
                    before.looked = before.looked.max(frame.looked);
                }
                self.open.remove(&frame.key);
                if !self.done.contains_key(&frame.key) {
                    self.complete(frame.key, done)?;
                }
                let (first, end) = (frame.begun.completed, self.completed.len());
                if frame.chosen.is_some() && end - first >= self.least {
                    self.sections.push(Section { position: frame.position, first, end });
                }
                finished = Some(done);
            }
        }
        Ok(finished)
    }

    fn complete(&mut self, key: u64, done: Done) -> Result<Done, Failure> {
        self.done.insert(key, done);
        self.completed.push((key, done));
        self.portion.iter_mut().for_each(|portion| portion.pass(key));
        if self.completed.len().is_multiple_of(1 << 12) {
            self.control.at(self.completed.len() as u64, "")?;
        }
        Ok(done)
    }

    /// Begins with a position. What is proved already, or a leaf, is done at once.
    fn enter(
        &mut self,
        position: P::Position,
        guide: Guide<'a>,
        frames: &mut Vec<Frame<'a, P::Position>>,
    ) -> Result<Option<Done>, Failure> {
        let key = self.play.key(&position);
        if let Some(done) = self.done.get(&key) {
            return Ok(Some(*done));
        }
        match self.play.look(&position) {
            Look::Won => return self.complete(key, Done { longest: 0, reversible: 0 }).map(Some),
            Look::NotWon => return Err(Failure::Lost),
            Look::Open { .. } => {}
        }
        if self.open.contains(&key) {
            return Err(Failure::Lost);
        }
        let begun = Mark { completed: self.completed.len(), choices: self.choices.len() };
        let done = Done { longest: 0, reversible: 0 };
        let mut frame =
            Frame { position, key, guide, left: Vec::new(), takes_back: false, done, begun, consulted: false, chosen: None, looked: 0 };
        self.open(&mut frame)?;
        self.open.insert(key);
        frames.push(frame);
        Ok(None)
    }

    /// Goes back from a position that could not be entered: to itself, if the walk is at it, or to the one before it; that is to be proved with less than what led here.
    fn retreat(&mut self, from: &P::Position, frames: &mut Vec<Frame<'a, P::Position>>) -> Result<(), Failure> {
        let Some(Frame { guide, .. }) = frames.last() else { return Err(Failure::Lost) };
        let guide = guide.of_the_whole().ok_or(Failure::Lost)?;
        let key = self.play.key(from);
        let met = frames.iter().position(|frame| frame.key == key);
        // Forced moves have no other proof.
        let on_the_way = met.and_then(|met| (met..frames.len()).find(|&at| frames[at].consulted));
        let mut back_to = on_the_way.or_else(|| frames.iter().rposition(|frame| frame.consulted));
        while let Some(at) = back_to {
            self.retreats += 1;
            if self.retreats > MOST_RETREATS {
                break;
            }
            frames.drain(at + 1..).for_each(|frame| _ = self.open.remove(&frame.key));
            let frame = &mut frames[at];
            (frame.guide, frame.done) = (guide.clone(), Done { longest: 0, reversible: 0 });
            match self.open(frame) {
                Err(Failure::Lost) => back_to = frames[..at].iter().rposition(|frame| frame.consulted),
                opened => return opened,
            }
        }
        Err(Failure::Lost)
    }

    /// Finds out what has to be proved for a position.
    fn open(&mut self, frame: &mut Frame<'a, P::Position>) -> Result<(), Failure> {
        let position = frame.position;
        let mut moves = Vec::new();
        self.play.moves(&position, &mut moves);
        let next = |&played: &P::Move| (self.play.after(&position, played), !self.play.is_irreversible(&position, played));
        if !self.play.winners_turn(&position) {
            if moves.len() > 1 && !matches!(frame.guide, Guide::Strategy(_)) {
                self.consult(frame)?;
            }
            frame.left = moves.iter().rev().map(next).collect();
        } else if let [only] = moves.as_slice() {
            frame.left.push(next(only));
        } else {
            let index = self.choose(frame, &moves)?;
            self.choices.push((frame.key, narrow(index), narrow(moves.len())));
            frame.left = vec![next(&moves[index])];
            frame.chosen = Some(self.settled(frame.left[0].0));
        }
        Ok(())
    }

    /// The winner's move.
    fn choose(&mut self, frame: &mut Frame<'a, P::Position>, moves: &[P::Move]) -> Result<usize, Failure> {
        // What is in the proof already costs nothing.
        let free = |played: &P::Move| {
            let next = self.play.after(&frame.position, *played);
            self.done.contains_key(&self.play.key(&next)) || self.play.look(&next) == Look::Won
        };
        match moves.iter().position(free) {
            Some(index) => Ok(index),
            None => self.consult(frame).map(|index| index.min(moves.len() - 1)),
        }
    }

    /// The key of the position behind forced moves.
    fn settled(&self, mut position: P::Position) -> u64 {
        let mut moves = Vec::new();
        for _ in 0..super::search::MOST_FORCED {
            moves.clear();
            self.play.moves(&position, &mut moves);
            match moves.as_slice() {
                [only] => position = self.play.after(&position, *only),
                _ => break,
            }
        }
        self.play.key(&position)
    }

    /// The index of the move that a position is proved by, found again if need be. The guide is narrowed to what that rests on.
    fn consult(&mut self, frame: &mut Frame<'a, P::Position>) -> Result<usize, Failure> {
        frame.consulted = true;
        loop {
            let (table, limit) = match &frame.guide {
                Guide::Strategy(strategy) => return strategy.get(&frame.key).map(|&index| index.into()).ok_or(Failure::Lost),
                Guide::Whole(table, limit) => (*table, *limit),
                Guide::Part(table, limit, _) => (&**table, *limit),
            };
            let found = match table.get(frame.key).map(|entry| (entry.known, entry.best)) {
                Some((Known::Proved { rank }, best)) if rank < limit => Some((rank, best)),
                _ => None,
            };
            frame.guide = match (frame.guide.clone(), found) {
                (Guide::Part(table, _, beyond), Some((rank, best))) => {
                    frame.guide = Guide::Part(table, rank, beyond);
                    return Ok(best.into());
                }
                (Guide::Whole(table, _), Some((rank, best))) => {
                    frame.guide = Guide::Whole(table, rank);
                    return Ok(best.into());
                }
                (Guide::Part(_, _, beyond), None) => (*beyond).clone(),
                (guide, None) => {
                    self.searched_again += 1;
                    let table = self.search_again(frame, &guide)?;
                    Guide::Part(Rc::new(table), u64::MAX, Rc::new(guide))
                }
                (Guide::Strategy(_), Some(_)) => return Err(Failure::Lost),
            };
        }
    }

    /// A table on which the position is proved, from what the guide allows and what is done.
    fn search_again(&mut self, frame: &Frame<'a, P::Position>, guide: &Guide<'a>) -> Result<Table, Failure> {
        let mut table = Table::new(SMALL_TABLE);
        let mut spent = 0;
        let numbers = loop {
            let (numbers, evaluations) = self.search(&frame.position, &table, guide, MOST_EVALUATIONS - spent);
            spent += evaluations;
            if numbers.proof == 0 || numbers.disproof == 0 || spent >= MOST_EVALUATIONS || !table.may_grow() {
                break numbers;
            }
            self.control.check()?;
            table.grow();
        };
        self.control.check()?;
        if numbers.proof == 0 { Ok(table) } else { Err(Failure::Lost) }
    }

    /// Searches on a table until the position is proved, there is no hope, the table is full or so many evaluations are spent.
    fn search(&self, position: &P::Position, table: &Table, guide: &Guide<'a>, most: u64) -> (Numbers, u64) {
        let mut ask = |evaluations: u64| {
            let stop = self.control.check().is_err() || evaluations > most || table.may_grow();
            if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let whole = match guide {
            Guide::Whole(table, rank) => Some((*table, *rank)),
            _ => None,
        };
        let bound = Bound { whole, done: &self.done, open: &self.open };
        let mut search = Search::new(self.play, table, self.settings, &mut ask).within(bound).asking_every(most.max(LEAST_SEARCH));
        let numbers = search.run(*position, Numbers { proof: NEVER, disproof: NEVER });
        (numbers, search.evaluations)
    }
}

fn narrow(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
