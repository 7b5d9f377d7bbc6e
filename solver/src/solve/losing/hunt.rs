//! The hunt for a win of either side.
//!
//! `contender` searches for a side's win. No setting finds every win, so a side's first contenders have one thread and one setting each. If none of them gets there in its time, one goes on with all their threads, what they have
//! proved, and a tree of searches.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::checkpoint::{Checkpoint, Saved};
use super::contender::{Contender, PORTFOLIO};
use super::{Found, Question};
use crate::control::{Control, Interrupted};
use crate::engine::proof_number::driver;
use crate::engine::proof_number::hints::Hints;
use crate::engine::proof_number::table::{Stored, TranspositionTable};
use crate::games::losing_chess::{Position, Side};
use crate::model::two_player::TwoPlayerGame as _;

/// Evaluations with which each side's first turn begins where both are looked at.
const FIRST_GLANCE: u64 = 1 << 20;
/// A checkpoint is written so often.
const SAVE_EVERY: Duration = Duration::from_secs(45);
/// Where a side has several contenders, their tables are one part in so many of the memory: the one that goes on, with all of it, copies what they know before they are gone.
const CONTENDERS_PART: u64 = 3;

/// What the hunt may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of tables, in all.
    pub tables: u64,
    /// Threads.
    pub threads: usize,
    /// Time.
    pub time: Option<Duration>,
}

/// How it ended.
pub enum Verdict {
    /// A side wins.
    Won(Found),
    /// Neither of these sides can win by force.
    NotWon,
    /// The limits were reached, or all that is left is play that comes back to positions.
    Unknown,
}

/// Why a hunt ended without a verdict.
pub enum Failure {
    /// It was stopped.
    Interrupted,
    /// The checkpoint could not be written or does not fit.
    Checkpoint(String),
}

impl From<Interrupted> for Failure {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// What a hunt is told before it begins.
pub struct Help<'a> {
    /// Puts what is proved for a side into a table.
    pub library: &'a dyn Fn(Side, &mut TranspositionTable),
    /// Where only one side's win is looked for: positions to look at first.
    pub hints: Option<Hints<Position>>,
}

/// Looks for a win of the side, or of either.
///
/// # Errors
/// [`Failure`].
pub fn hunt(
    question: &Question,
    wanted: Option<Side>,
    limits: Limits,
    checkpoint: &mut Option<Checkpoint>,
    help: Help,
    control: Control,
) -> Result<(Verdict, u64), Failure> {
    let sides = wanted.map_or(vec![Side::White, Side::Black], |side| vec![side]);
    let Help { library, mut hints } = help;
    let each = match hints {
        None => u32::try_from(limits.threads / sides.len()).unwrap_or(1).clamp(1, PORTFOLIO.len() as u32),
        Some(_) => 1,
    };
    let bytes = limits.tables / sides.len() as u64;
    let mut contenders = Vec::new();
    for &side in &sides {
        let mut several = Vec::new();
        for first in 0..each {
            let share = if each == 1 { bytes } else { bytes / CONTENDERS_PART / u64::from(each) };
            let mut contender = Contender::new(question, side, first, share);
            if let Some(checkpoint) = checkpoint {
                checkpoint.load(question, &mut contender).map_err(Failure::Checkpoint)?;
            }
            // What was kept rests on what was kept, with ranks of its own: the library's positions have higher ones.
            library(side, &mut contender.table);
            if let Some(hints) = hints.take() {
                contender = contender.with_hints(hints, limits.threads);
            }
            several.push(contender);
        }
        if several.len() > 1 && several[0].tree.is_some() {
            several = vec![Contender::merged(several, bytes)];
        }
        contenders.extend(several);
    }
    let mut hunt = Hunt { question, limits, begun: Instant::now(), control, saved: Instant::now() };
    hunt.run(&mut contenders, checkpoint)?;
    let spent = contenders.iter().map(|contender| contender.evaluations).sum();
    let lost = |side: &Side| {
        contenders.iter().any(|contender| contender.play.winner == *side && contender.verdict == Some(false) && !contender.unresolved)
    };
    let none = sides.iter().all(lost);
    let verdict = match contenders.into_iter().find(|contender| contender.verdict == Some(true)) {
        Some(contender) => {
            let settings = contender.settings();
            let Contender { play, table, .. } = contender;
            Verdict::Won(Found { play, root: question.position, table, settings })
        }
        None if none => Verdict::NotWon,
        None => Verdict::Unknown,
    };
    Ok((verdict, spent))
}

struct Hunt<'a> {
    question: &'a Question,
    limits: Limits,
    begun: Instant,
    control: Control<'a>,
    saved: Instant,
}

impl Hunt<'_> {
    /// Lets contenders search, as many at once as there are threads, until one wins, all have lost, or there is no more time.
    fn run(&mut self, contenders: &mut Vec<Contender>, checkpoint: &mut Option<Checkpoint>) -> Result<(), Failure> {
        let mut glance = FIRST_GLANCE;
        loop {
            let mut active: Vec<&mut Contender> = contenders.iter_mut().filter(|contender| contender.verdict.is_none()).collect();
            let all_at_once = active.len() <= self.limits.threads;
            for group in active.chunks_mut(self.limits.threads) {
                self.search(group, if all_at_once { u64::MAX } else { glance }, checkpoint.is_some());
                if group.iter().any(|contender| contender.verdict == Some(true)) {
                    break;
                }
            }
            glance = glance.saturating_mul(2);
            self.begin_trees(contenders);
            // A side that cannot win cannot, whichever search found out.
            for side in [Side::White, Side::Black] {
                if contenders
                    .iter()
                    .any(|contender| contender.play.winner == side && contender.verdict == Some(false) && !contender.unresolved)
                {
                    contenders
                        .iter_mut()
                        .filter(|contender| contender.play.winner == side)
                        .for_each(|contender| contender.verdict = Some(false));
                }
            }
            let over = contenders.iter().any(|contender| contender.verdict == Some(true))
                || contenders.iter().all(|contender| contender.verdict.is_some());
            let stopped = self.control.check();
            if let Some(checkpoint) = checkpoint
                && !over
                && (self.saves(true) || stopped.is_err() || self.is_late())
            {
                let saved: Vec<Saved> = contenders.iter().map(Contender::saved).collect();
                checkpoint.save(self.question, &saved).map_err(Failure::Checkpoint)?;
                self.saved = Instant::now();
            }
            stopped?;
            if over || self.is_late() {
                return Ok(());
            }
        }
    }

    /// Where a side's first contender has had its time, it goes on for all of them.
    fn begin_trees(&self, contenders: &mut Vec<Contender>) {
        let sides: Vec<Side> = contenders.iter().filter(|one| one.tree.is_some()).map(|one| one.play.winner).collect();
        for side in sides {
            let (mut own, others): (Vec<_>, Vec<_>) = contenders.drain(..).partition(|one| one.play.winner == side);
            *contenders = others;
            if own.len() > 1 {
                let bytes = self.limits.tables / if contenders.is_empty() { 1 } else { 2 };
                own = vec![Contender::merged(own, bytes)];
            }
            contenders.extend(own);
        }
    }

    fn is_late(&self) -> bool {
        self.limits.time.is_some_and(|most| self.begun.elapsed() >= most)
    }

    fn saves(&self, keeps: bool) -> bool {
        keeps && self.saved.elapsed() > SAVE_EVERY
    }

    /// Each contender of a group searches on a thread of its own until it has made so many evaluations, or any has a verdict, or it is time to pause.
    fn search(&self, group: &mut [&mut Contender], most: u64, keeps: bool) {
        let pause = AtomicBool::new(false);
        let (root, hunt, pause) = (self.question.position, self, &pause);
        std::thread::scope(|scope| {
            for (number, contender) in group.iter_mut().enumerate() {
                let most = contender.evaluations.saturating_add(most);
                let search = move || {
                    let part = contender.to_string();
                    let control = hunt.control.for_part(&part);
                    control.stage("evaluations", None);
                    let mut told = Instant::now();
                    contender.run(root, most, &mut |contender, table| {
                        if told.elapsed() > Duration::from_millis(200) {
                            told = Instant::now();
                            // Whether to stop is asked below.
                            let _ = control.at(contender.evaluations, &hunt.note(contender, table));
                        }
                        if number == 0 && (control.check().is_err() || hunt.is_late() || hunt.saves(keeps)) {
                            pause.store(true, Ordering::Relaxed);
                        }
                        if pause.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    });
                    if contender.verdict.is_some() || number == 0 {
                        pause.store(true, Ordering::Relaxed);
                    }
                    control.done();
                };
                // Without a thread there would be no search: a machine that has none to give cannot be helped.
                std::thread::Builder::new().stack_size(driver::STACK).spawn_scoped(scope, search).expect("a thread to search on");
            }
        });
    }

    /// How a search stands, in words.
    fn note(&self, contender: &Contender, table: &TranspositionTable) -> String {
        let root = self.question.position;
        let numbers = match table.get(contender.play.key(&root)).map(|entry| entry.stored) {
            Some(Stored::Numbers(numbers)) => format!("{}/{}", numbers.proof, numbers.disproof),
            _ => "-".to_owned(),
        };
        let line: Vec<String> = driver::line(&contender.play, table, root, 8).iter().map(ToString::to_string).collect();
        let rate = (contender.evaluations - contender.earlier) as f64 / self.begun.elapsed().as_secs_f64().max(0.001) / 1e6;
        let (load, proved) = (100.0 * table.load(), table.proved());
        let tree = if contender.hints_left > 0 && contender.positions == 0 {
            format!("{} hints left, ", contender.hints_left)
        } else if contender.positions > 0 {
            format!("tree of {}, ", contender.positions)
        } else {
            String::new()
        };
        format!("{tree}numbers {numbers}, {rate:.1} M/s, table {load:.0}%, {proved} proved, {}", line.join(" "))
    }
}
