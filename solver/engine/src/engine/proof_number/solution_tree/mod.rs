//! Solution trees: extracts the whole proof, every position of it, from the table of a search that has proved the root; and makes proofs smaller.
//!
//! A proof is walked in preorder. A position's proof may use positions completed before, as in a certificate (`spec/kinds/losing.md`), so no cycle can close. Where
//! the winner has a choice, a *guide* gives the move: the table of the search, in which a position has a higher rank than those that its proof uses; or the
//! strategy of an earlier walk. A position that the table has lost is searched again on a small table, with no help but positions of lower rank and completed ones.
//!
//! A position that was lost and proved once more has a higher rank than positions whose proofs use it, and its own proof may use these. Then the walk meets a
//! position that it is in the middle of. It *backtracks* to that position and has it proved by positions of lower rank than the one that it came from. Completed
//! positions stay completed, though the proof may not need all of them in the end; so the moves chosen are walked once more.
//!
//! A proof is shrunk by walking it again. When a position with a choice is completed, other proofs of it, if there are any, are tried in its place, and a search
//! looks for a win by another move, with evaluations in proportion to the positions that the proof has cost; the cheapest stays. Threads share such a walk by shards.
//! Without a search, `selection` makes large proofs smaller by moves to positions that are proved elsewhere in them, or become so within a few plies (`known`).

mod known;
mod selection;
mod shard;
mod smaller;

use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

pub use known::Ranking;
pub use selection::{Selecting, bytes_to_use, select};
use shard::Shard;
pub use shard::{LEAST_SHARED, shrink};
pub use smaller::{Shrinking, merge};

use super::search::{Bound, Done, Search};
use super::table::{Stored, TranspositionTable};
use super::{INFINITY, Numbers, Settings};
use crate::control::{Control, Interrupted};
use crate::model::two_player::{Status, TwoPlayerGame};

/// Bytes of the table for a lost position.
const SMALL_TABLE: u64 = 256 << 20;
/// Evaluations after which a lost position is given up.
const MAX_EVALUATIONS: u64 = 4_000_000_000;
/// The least number of evaluations of a search.
const LEAST_SEARCH: u64 = 64;
/// The most times that a walk backtracks.
const MAX_BACKTRACKS: u32 = 1 << 16;

/// The winner's moves: the index of the move in move order, by the key of each position with a choice.
pub type Strategy = FxHashMap<u64, u16>;

/// A proof in preorder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// For each position with a choice of the winner, in preorder, the index of the move and the number of legal moves.
    pub choices: Vec<(u16, u16)>,
    /// The indices by position.
    pub strategy: Strategy,
    /// The number of distinct positions.
    pub positions: u64,
    /// The greatest number of moves.
    pub longest: u32,
    /// The greatest number of reversible moves in a row that begin at the root.
    pub reversible_at_root: u32,
    /// The greatest number of reversible moves in a row anywhere.
    pub reversible: u32,
    /// The number of positions that the table had lost.
    pub searched_again: u64,
}

/// Why no proof was extracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The computation was interrupted.
    Interrupted,
    /// A position that the table had lost was not proved again.
    Lost,
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// The source of the winner's moves.
#[derive(Clone)]
enum Guide<'a> {
    /// The table of the whole search, restricted to ranks below this one.
    Whole(&'a TranspositionTable, u64),
    /// The strategy of an earlier walk.
    Strategy(&'a Strategy),
    /// The table of a search for a lost position, restricted to ranks below this one, and the guide to use where it knows nothing.
    Part(Rc<TranspositionTable>, u64, Rc<Guide<'a>>),
}

impl<'a> Guide<'a> {
    /// The guide by the table of the whole search that this one falls back on.
    fn of_the_whole(&self) -> Option<Self> {
        match self {
            Guide::Whole(table, limit) => Some(Guide::Whole(table, *limit)),
            Guide::Part(_, _, beyond) => beyond.of_the_whole(),
            Guide::Strategy(_) => None,
        }
    }
}

/// How many bytes a walk through a proof of so many positions takes at most, with the proof that comes of it.
#[must_use]
pub fn estimate_memory(positions: u64) -> u64 {
    // A hash table fills seven of eight buckets and doubles, and while it does the old one is still there; each bucket has a byte of control.
    const BUCKETS: u64 = 16 * 3 / 2;
    const BUCKETS_OF: u64 = 7;
    let completed = size_of::<(u64, Done)>() as u64;
    let choice = size_of::<(u64, u16, u16)>() as u64;
    let strategy = size_of::<(u64, u16)>() as u64;
    // The winner chooses in about half of the positions.
    let bytes = positions.saturating_mul((completed + 1 + strategy.div_ceil(2)) * BUCKETS / BUCKETS_OF + completed + choice);
    bytes.saturating_add(1 << 20)
}

/// Extracts the proof of a position from the table of a search that has proved it.
///
/// # Errors
/// [`Error`].
pub fn extract<G: TwoPlayerGame>(
    game: &G,
    table: &TranspositionTable,
    settings: Settings,
    root: G::Position,
    control: Control,
) -> Result<Proof, Error> {
    let mut extraction = Extraction::new(game, settings, control);
    let done = extraction.walk(root, Guide::Whole(table, u64::MAX), usize::MAX)?.ok_or(Error::Lost)?;
    if extraction.backtracks == 0 {
        return Ok(extraction.proof(done));
    }
    let Proof { strategy, searched_again, .. } = extraction.proof(done);
    let again = Extraction::new(game, settings, control).run(root, Guide::Strategy(&strategy))?;
    Ok(Proof { searched_again, ..again })
}

/// A part of a proof: the proof of a position with a choice of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<T> {
    /// The position.
    pub position: T,
    /// The positions first met in it are numbered in order of completion, from `first` on.
    pub first: usize,
    /// The end of these numbers, exclusive.
    pub end: usize,
}

/// The parts of a proof with `least` positions or more, each before those that contain it.
///
/// # Errors
/// [`Error`].
pub fn sections<G: TwoPlayerGame>(
    game: &G,
    proof: &Proof,
    least: usize,
    root: G::Position,
    control: Control,
) -> Result<Vec<Section<G::Position>>, Error> {
    let mut extraction = Extraction { least, ..Extraction::new(game, Settings::default(), control) };
    extraction.walk(root, Guide::Strategy(&proof.strategy), usize::MAX)?.ok_or(Error::Lost)?;
    Ok(extraction.sections)
}

/// A position of the path from the root.
struct Frame<'a, T> {
    position: T,
    key: u64,
    guide: Guide<'a>,
    /// The children still to be proved, the next one last, and whether the moves to them are reversible.
    left: Vec<(T, bool)>,
    /// Whether the move to the child being proved is reversible.
    takes_back: bool,
    done: Done,
    /// The lengths of the lists of the walk when the position was entered.
    begun: Mark,
    /// Whether the guide was consulted.
    consulted: bool,
    /// The key of the position behind the winner's move, where there was a choice and no other move has been searched for.
    chosen: Option<u64>,
    /// The size of the largest part, here or below, for which another move has been searched for.
    looked: usize,
}

/// Lengths of the lists of a walk.
#[derive(Clone, Copy)]
struct Mark {
    completed: usize,
    choices: usize,
}

struct Extraction<'a, G: TwoPlayerGame> {
    game: &'a G,
    settings: Settings,
    /// Evaluations of searches for other moves, per position that a part has cost.
    effort: u64,
    until: Option<Instant>,
    /// Where such searches are made, if not everywhere.
    shard: Option<Shard<'a>>,
    /// Other proofs that may be smaller in places.
    others: &'a [&'a Strategy],
    control: Control<'a>,
    done: FxHashMap<u64, Done>,
    /// The completed positions, in order.
    completed: Vec<(u64, Done)>,
    open: FxHashSet<u64>,
    choices: Vec<(u64, u16, u16)>,
    searched_again: u64,
    backtracks: u32,
    /// Whether parts that hardly differ in size from one tried before are passed over, as in large proofs.
    sparing: bool,
    /// The least size of a section that is recorded.
    least: usize,
    sections: Vec<Section<G::Position>>,
}

impl<'a, G: TwoPlayerGame> Extraction<'a, G> {
    fn new(game: &'a G, settings: Settings, control: Control<'a>) -> Self {
        Self {
            game,
            settings,
            effort: 0,
            until: None,
            shard: None,
            others: &[],
            control,
            done: FxHashMap::default(),
            completed: Vec::new(),
            open: FxHashSet::default(),
            choices: Vec::new(),
            searched_again: 0,
            backtracks: 0,
            sparing: false,
            least: usize::MAX,
            sections: Vec::new(),
        }
    }

    fn run(mut self, root: G::Position, guide: Guide<'a>) -> Result<Proof, Error> {
        let done = self.walk(root, guide, usize::MAX)?.ok_or(Error::Lost)?;
        Ok(self.proof(done))
    }

    /// The walk as a proof of the root.
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

    /// Walks the proof of a position. `None` if that completes `most` positions or more.
    fn walk(&mut self, root: G::Position, guide: Guide<'a>, most: usize) -> Result<Option<Done>, Error> {
        let mut frames = Vec::new();
        let walked = self.walk_on(root, guide, most, &mut frames);
        frames.iter().for_each(|frame| _ = self.open.remove(&frame.key));
        walked
    }

    fn walk_on(
        &mut self,
        root: G::Position,
        guide: Guide<'a>,
        most: usize,
        frames: &mut Vec<Frame<'a, G::Position>>,
    ) -> Result<Option<Done>, Error> {
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
                    Err(Error::Lost) => self.backtrack(&position, frames).map(|()| None)?,
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

    fn complete(&mut self, key: u64, done: Done) -> Result<Done, Error> {
        self.done.insert(key, done);
        self.completed.push((key, done));
        self.shard.iter_mut().for_each(|shard| shard.pass(key));
        if self.completed.len().is_multiple_of(1 << 12) {
            self.control.at(self.completed.len() as u64, "")?;
        }
        Ok(done)
    }

    /// Enters a position. `Some` if it is completed at once: if it was completed before, or is terminal.
    fn enter(&mut self, position: G::Position, guide: Guide<'a>, frames: &mut Vec<Frame<'a, G::Position>>) -> Result<Option<Done>, Error> {
        let key = self.game.key(&position);
        if let Some(done) = self.done.get(&key) {
            return Ok(Some(*done));
        }
        match self.game.status(&position) {
            Status::Won => return self.complete(key, Done { longest: 0, reversible: 0 }).map(Some),
            Status::NotWon => return Err(Error::Lost),
            Status::Open { .. } => {}
        }
        if self.open.contains(&key) {
            return Err(Error::Lost);
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

    /// Backtracks from a position that could not be entered: to its own frame, if it is on the path, or else to its parent; that one is to be proved by lower ranks.
    fn backtrack(&mut self, from: &G::Position, frames: &mut Vec<Frame<'a, G::Position>>) -> Result<(), Error> {
        let Some(Frame { guide, .. }) = frames.last() else { return Err(Error::Lost) };
        let guide = guide.of_the_whole().ok_or(Error::Lost)?;
        let key = self.game.key(from);
        let met = frames.iter().position(|frame| frame.key == key);
        // Forced moves have no other proof.
        let on_the_way = met.and_then(|met| (met..frames.len()).find(|&at| frames[at].consulted));
        let mut back_to = on_the_way.or_else(|| frames.iter().rposition(|frame| frame.consulted));
        while let Some(at) = back_to {
            self.backtracks += 1;
            if self.backtracks > MAX_BACKTRACKS {
                break;
            }
            frames.drain(at + 1..).for_each(|frame| _ = self.open.remove(&frame.key));
            let frame = &mut frames[at];
            (frame.guide, frame.done) = (guide.clone(), Done { longest: 0, reversible: 0 });
            match self.open(frame) {
                Err(Error::Lost) => back_to = frames[..at].iter().rposition(|frame| frame.consulted),
                opened => return opened,
            }
        }
        Err(Error::Lost)
    }

    /// Finds out what has to be proved for a position.
    fn open(&mut self, frame: &mut Frame<'a, G::Position>) -> Result<(), Error> {
        let position = frame.position;
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let next = |&played: &G::Move| (self.game.after(&position, played), !self.game.is_irreversible(&position, played));
        if !self.game.winners_turn(&position) {
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
    fn choose(&mut self, frame: &mut Frame<'a, G::Position>, moves: &[G::Move]) -> Result<usize, Error> {
        // A move to a completed position adds none to the proof.
        let free = |played: &G::Move| {
            let next = self.game.after(&frame.position, *played);
            self.done.contains_key(&self.game.key(&next)) || self.game.status(&next) == Status::Won
        };
        match moves.iter().position(free) {
            Some(index) => Ok(index),
            None => self.consult(frame).map(|index| index.min(moves.len() - 1)),
        }
    }

    /// The key of the position behind forced moves.
    fn settled(&self, mut position: G::Position) -> u64 {
        let mut moves = Vec::new();
        for _ in 0..super::search::MAX_FORCED {
            moves.clear();
            self.game.moves(&position, &mut moves);
            match moves.as_slice() {
                [only] => position = self.game.after(&position, *only),
                _ => break,
            }
        }
        self.game.key(&position)
    }

    /// The index of the move that proves a position, searched again if it was lost. Restricts the frame's guide to lower ranks.
    fn consult(&mut self, frame: &mut Frame<'a, G::Position>) -> Result<usize, Error> {
        frame.consulted = true;
        loop {
            let (table, limit) = match &frame.guide {
                Guide::Strategy(strategy) => return strategy.get(&frame.key).map(|&index| index.into()).ok_or(Error::Lost),
                Guide::Whole(table, limit) => (*table, *limit),
                Guide::Part(table, limit, _) => (&**table, *limit),
            };
            let found = match table.get(frame.key).map(|entry| (entry.stored, entry.best)) {
                Some((Stored::Proved { rank }, best)) if rank < limit => Some((rank, best)),
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
                (Guide::Strategy(_), Some(_)) => return Err(Error::Lost),
            };
        }
    }

    /// Searches for a lost position, with what the guide allows and what is completed, and returns the table that proves it.
    fn search_again(&mut self, frame: &Frame<'a, G::Position>, guide: &Guide<'a>) -> Result<TranspositionTable, Error> {
        let mut table = TranspositionTable::new(SMALL_TABLE);
        let mut spent = 0;
        let numbers = loop {
            let (numbers, evaluations) = self.search(&frame.position, &table, guide, MAX_EVALUATIONS - spent);
            spent += evaluations;
            if numbers.proof == 0 || numbers.disproof == 0 || spent >= MAX_EVALUATIONS || !table.may_grow() {
                break numbers;
            }
            self.control.check()?;
            table.grow();
        };
        self.control.check()?;
        if numbers.proof == 0 { Ok(table) } else { Err(Error::Lost) }
    }

    /// Searches on a table until the position is proved or disproved, the table is full or `most` evaluations are spent.
    fn search(&self, position: &G::Position, table: &TranspositionTable, guide: &Guide<'a>, most: u64) -> (Numbers, u64) {
        let mut ask = |evaluations: u64| {
            let stop = self.control.check().is_err() || evaluations > most || table.may_grow();
            if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let whole = match guide {
            Guide::Whole(table, rank) => Some((*table, *rank)),
            _ => None,
        };
        let bound = Bound { whole, done: &self.done, open: &self.open };
        let mut search = Search::new(self.game, table, self.settings, &mut ask).within(bound).asking_every(most.max(LEAST_SEARCH));
        let numbers = search.run(*position, Numbers { proof: INFINITY, disproof: INFINITY });
        (numbers, search.evaluations)
    }
}

fn narrow(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
