//! Extracts a whole proof, with all positions, from the transposition table of a search that has proved the root. The
//! module also makes proofs smaller.
//!
//! A walk visits a proof in preorder. The proof of a position may use positions that the walk completed earlier, so no
//! cycle can arise. In a certificate, the proof has the same form (`spec/kinds/losing.md`). If the winner has a choice,
//! a *guide* supplies the move. A guide is either the table of the search or the strategy of an earlier walk. For a
//! position in the endgame tables, no guide is needed. The module `endings` then chooses a move, among the moves that
//! bring the end of the game nearer according to the tables. In the transposition table, a proved position has a higher
//! rank than the positions that its proof uses. A position is *lost* if the table no longer contains its proof. If a
//! position is lost, it is searched again on a small table. The new search may use only completed positions and
//! positions with lower ranks.
//!
//! After such a search, the proofs of two positions may need each other. Therefore the walk may reach a position whose
//! proof is not complete yet. The walk then *backtracks* to this position, and tries another proof of the position,
//! with lower ranks. A completed position stays in the result even if the final proof does not need it. Therefore a
//! second walk follows only the chosen moves.
//!
//! A further walk makes the proof smaller. After each position with a choice, the walk tries other available proofs of
//! the position, and searches for a win by another move. The budget of this search, in evaluations, is proportional to
//! the size of the current proof. The walk keeps the smallest proof that it has found for a position. Several threads
//! can share this work: each thread searches in its own part of the walk (module `shard`). The module `selection` makes
//! large proofs smaller without a search. The selected moves lead to positions that are proved elsewhere in the proof,
//! or that can be proved within a few plies (module `known`). The module `runs` chooses among the same moves as
//! `selection`, so that the proof holds under a 50-move rule.

mod endings;
mod known;
mod runs;
mod selection;
mod shard;
mod smaller;

use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

pub use known::Ranking;
pub use runs::{RunLimits, Runs, limit_runs};
pub use selection::{Selecting, bytes_to_use, select};
use shard::Shard;
pub use shard::{LEAST_SHARED, shrink};
pub use smaller::{Shrinking, merge};

use super::search::{Bound, Done, Search};
use super::table::{Stored, TranspositionTable};
use super::{INFINITY, Numbers, Settings};
use crate::control::{Control, Interrupted};
use crate::model::two_player::{Status, TwoPlayerGame};

/// Size in bytes of the small table on which a lost position is searched again.
const SMALL_TABLE: u64 = 256 << 20;
/// Maximum number of evaluations for proving a lost position again.
const MAX_EVALUATIONS: u64 = 4_000_000_000;
const LEAST_SEARCH: u64 = 64;
const MAX_BACKTRACKS: u32 = 1 << 16;

/// The winner's moves. For each position in which the winner has a choice, the map contains the key of the position and
/// the index (in move order) of the chosen move.
pub type Strategy = FxHashMap<u64, u16>;

/// A proof of a position, in preorder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// For each position in which the winner has a choice, in preorder, the index of the winner's move and the number
    /// of legal moves.
    pub choices: Vec<(u16, u16)>,
    /// The index of the winner's move in each position, by the key of the position.
    pub strategy: Strategy,
    /// Number of distinct positions.
    pub positions: u64,
    /// Greatest number of plies to the end of the game.
    pub longest: u32,
    /// Greatest number of consecutive reversible moves that begin at the root.
    pub reversible_at_root: u32,
    /// Greatest number of consecutive reversible moves anywhere in the proof.
    pub reversible: u32,
    /// Number of positions that were searched again, because the table no longer contained their proofs.
    pub searched_again: u64,
}

/// Reason why no proof was extracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The computation was interrupted.
    Interrupted,
    /// The proof of a position was missing, and no other proof was found.
    Lost,
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// A guide: the source of the winner's moves.
#[derive(Clone)]
enum Guide<'a> {
    /// The transposition table of the whole search, and a limit. Usable positions have a rank below the limit.
    Whole(&'a TranspositionTable, u64),
    /// The strategy of an earlier walk.
    Strategy(&'a Strategy),
    /// The table of a new search for a lost position (one whose proof is missing from the table of the whole search).
    /// The second field is a limit, as in [`Guide::Whole`]. The third field is the next guide to ask.
    Part(Rc<TranspositionTable>, u64, Rc<Guide<'a>>),
}

impl<'a> Guide<'a> {
    /// Returns this guide if it is a [`Guide::Whole`]. If this guide is a [`Guide::Part`], continues with the guide in
    /// its third field. If this guide is a [`Guide::Strategy`], returns `None`.
    fn of_the_whole(&self) -> Option<Self> {
        match self {
            Guide::Whole(table, limit) => Some(Guide::Whole(table, *limit)),
            Guide::Part(_, _, beyond) => beyond.of_the_whole(),
            Guide::Strategy(_) => None,
        }
    }
}

/// Returns an upper bound of the memory, in bytes, for a walk through a proof of `positions` positions and for the
/// resulting proof.
#[must_use]
pub fn estimate_memory(positions: u64) -> u64 {
    // A hash table doubles when seven of eight buckets are full, and the old table exists until the new table is
    // filled. Each bucket has a control byte.
    const BUCKETS: u64 = 16 * 3 / 2;
    const BUCKETS_OF: u64 = 7;
    let completed = size_of::<(u64, Done)>() as u64;
    let choice = size_of::<(u64, u16, u16)>() as u64;
    let strategy = size_of::<(u64, u16)>() as u64;
    // The winner has a choice in about half of the positions.
    let bytes = positions.saturating_mul((completed + 1 + strategy.div_ceil(2)) * BUCKETS / BUCKETS_OF + completed + choice);
    bytes.saturating_add(1 << 20)
}

/// Returns the maximum size, in bytes, of the strategy of a proof of `positions` positions.
#[must_use]
pub fn strategy_bytes(positions: u64) -> u64 {
    // The winner has a choice in about half of the positions. A hash table uses at most seven of eight buckets, and the
    // number of buckets is a power of two. Each bucket has a control byte.
    let buckets = (positions.div_ceil(2) * 8 / 7 + 8).next_power_of_two();
    buckets.saturating_mul(size_of::<(u64, u16)>() as u64 + 1)
}

/// Extracts the proof of `root` from the table of a search that has proved `root`.
///
/// # Errors
/// [`Error`], if a lost position is not proved again or the extraction is interrupted.
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

/// A sub-proof: the proof of a position in which the winner has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<T> {
    /// Root of the sub-proof.
    pub position: T,
    /// Number of positions that are complete before the sub-proof.
    pub first: usize,
    /// Number of positions that are complete after the sub-proof.
    pub end: usize,
}

/// Returns the sub-proofs that add at least `least` positions. Inner sub-proofs come first.
///
/// # Errors
/// [`Error`], as for [`extract`].
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

/// A position on the path from the root.
struct Frame<'a, T> {
    position: T,
    key: u64,
    guide: Guide<'a>,
    /// The children that still have to be proved, in reverse order. The flag of a child says whether the move to the
    /// child is reversible.
    left: Vec<(T, bool)>,
    /// Whether the move to the child being proved is reversible.
    takes_back: bool,
    done: Done,
    /// The lengths of the walk's lists at the time when the position was entered.
    begun: Mark,
    consulted: bool,
    /// Key of the position to which the chosen move leads.
    chosen: Option<u64>,
    /// Size of the largest sub-proof in which another move was tried.
    looked: usize,
}

/// Lengths of the lists `completed` and `choices` of a walk.
#[derive(Clone, Copy)]
struct Mark {
    completed: usize,
    choices: usize,
}

struct Extraction<'a, G: TwoPlayerGame> {
    game: &'a G,
    settings: Settings,
    /// Budget of a search for another move: the number of evaluations for each position of the sub-proof.
    effort: u64,
    until: Option<Instant>,
    /// The shard (a part of the walk) in which the walk searches for other moves.
    shard: Option<Shard<'a>>,
    /// Strategies of other proofs, which may be smaller at some positions.
    others: &'a [&'a Strategy],
    control: Control<'a>,
    done: FxHashMap<u64, Done>,
    /// Completed positions, in order of completion.
    completed: Vec<(u64, Done)>,
    open: FxHashSet<u64>,
    choices: Vec<(u64, u16, u16)>,
    searched_again: u64,
    backtracks: u32,
    /// Whether the walk prefers moves to completed positions.
    economical: bool,
    /// Whether the walk leaves out some searches for other moves, to save time in large proofs.
    sparing: bool,
    /// A `Section` is recorded only if it has at least this number of positions.
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
            economical: true,
            sparing: false,
            least: usize::MAX,
            sections: Vec::new(),
        }
    }

    fn run(mut self, root: G::Position, guide: Guide<'a>) -> Result<Proof, Error> {
        let done = self.walk(root, guide, usize::MAX)?.ok_or(Error::Lost)?;
        Ok(self.proof(done))
    }

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

    /// Walks through the proof of a position. Returns `None` if the walk would complete more than `most` positions.
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

    /// Enters a position in the walk through a proof. Returns `Some` if the position is complete at once, because it is
    /// terminal or was completed before.
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

    /// Backtracks from the position `from`, which could not be entered. The walk can try another proof only at a
    /// position at which it asked the guide for a move. The new proof may use only ranks below all ranks on the
    /// abandoned path.
    fn backtrack(&mut self, from: &G::Position, frames: &mut Vec<Frame<'a, G::Position>>) -> Result<(), Error> {
        let Some(Frame { guide, .. }) = frames.last() else { return Err(Error::Lost) };
        let guide = guide.of_the_whole().ok_or(Error::Lost)?;
        let key = self.game.key(from);
        let repeated = frames.iter().position(|frame| frame.key == key);
        // A forced move leaves no alternative, so only frames that consulted the guide are considered.
        let on_the_way = repeated.and_then(|at| (at..frames.len()).find(|&at| frames[at].consulted));
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

    /// Lists the children that have to be proved for the position of `frame`.
    fn open(&mut self, frame: &mut Frame<'a, G::Position>) -> Result<(), Error> {
        let position = frame.position;
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let next = |&played: &G::Move| (self.game.after(&position, played), !self.game.is_irreversible(&position, played));
        if !self.game.winners_turn(&position) {
            let guided = self.game.in_tables(&position).is_none() && !matches!(frame.guide, Guide::Strategy(_));
            if moves.len() > 1 && guided {
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

    fn choose(&mut self, frame: &mut Frame<'a, G::Position>, moves: &[G::Move]) -> Result<usize, Error> {
        let free = |played: &G::Move| {
            let next = self.game.after(&frame.position, *played);
            self.done.contains_key(&self.game.key(&next)) || self.game.status(&next) == Status::Won
        };
        if let Some(index) = moves.iter().position(|played| self.economical && free(played)) {
            return Ok(index);
        }
        // The strategy of an earlier walk may have better moves than the tables suggest.
        let has_move = matches!(&frame.guide, Guide::Strategy(strategy) if strategy.contains_key(&frame.key));
        match (!has_move).then(|| self.ending_move(&frame.position, moves)).flatten() {
            Some(index) => Ok(index),
            None => self.consult(frame).map(|index| index.min(moves.len() - 1)),
        }
    }

    /// Plays forced moves from `position`, and returns the key of the position after them.
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

    /// Returns the index of the move that the guide supplies for the position of `frame`. If the guide has no proof of
    /// the position, first searches the position again.
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

    /// Searches a lost position (one whose proof is missing) again, and returns the table with the new proof. The
    /// search may use the guide and the completed positions.
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

    /// Searches on a table until the position is proved or disproved, the table has to grow, or `most` evaluations have
    /// been made.
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
