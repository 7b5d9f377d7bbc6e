//! The hunt for a win: one side and one setting after the other, with growing budgets.
//!
//! No setting finds every win, so each gets its turn. What was proved stays proved when the setting changes; the numbers, which mean something else then, are forgotten.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::checkpoint::{Checkpoint, Saved};
use super::{Found, Question};
use crate::control::{Control, Interrupted};
use crate::engine::proof_number::driver;
use crate::engine::proof_number::table::{Known, Table};
use crate::engine::proof_number::{HOPELESS, Numbers, Settings};
use crate::forced_win::Play as _;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Position, Side};

/// The settings, in the order in which they are tried.
pub const PORTFOLIO: [Settings; 4] = [
    Settings { epsilon: 64, replies: 8, quiet_replies: 40, units: 16, mobility: 16, and_share: 10, or_share: 10 },
    Settings { epsilon: 16, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 },
    Settings { epsilon: 32, replies: 16, quiet_replies: 16, units: 16, mobility: 16, and_share: 6, or_share: 16 },
    Settings { epsilon: 32, replies: 32, quiet_replies: 32, units: 64, mobility: 16, and_share: 8, or_share: 10 },
];

/// Evaluations of each setting's first turn; of its later turns four times as many as of the one before.
const FIRST_TURN: u64 = 1 << 29;
/// Evaluations with which each side's first turn begins where both are looked at.
const FIRST_GLANCE: u64 = 1 << 20;
/// A checkpoint is written so often.
const SAVE_EVERY: Duration = Duration::from_secs(30);

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

/// One search: a side, and settings that take turns.
struct Contender {
    play: ForSide,
    table: Table,
    evaluations: u64,
    /// Turns that have ended.
    turn: u32,
    /// The first setting's place in the portfolio, and how far the next one is: searches for the same side share the portfolio.
    first: u32,
    step: u32,
    /// Evaluations at which the present turn ends.
    until: u64,
    verdict: Option<bool>,
    /// Whether only play that comes back to positions is left.
    hopeless: bool,
}

impl Contender {
    fn new(question: &Question, winner: Side, bytes: u64, (first, step): (u32, u32)) -> Self {
        let play = ForSide { stalemate: question.stalemate, winner };
        Self { play, table: Table::new(bytes), evaluations: 0, turn: 0, first, step, until: FIRST_TURN, verdict: None, hopeless: false }
    }

    fn settings(&self) -> Settings {
        PORTFOLIO[(self.first + self.turn * self.step) as usize % PORTFOLIO.len()]
    }

    /// The next setting's turn.
    fn change(&mut self) {
        self.turn += 1;
        let length = FIRST_TURN << (2 * (self.turn as usize / PORTFOLIO.len())).min(20);
        self.until = self.evaluations.saturating_add(length);
        self.table.forget_numbers();
    }

    fn saved(&self) -> Saved<'_> {
        Saved {
            winner: self.play.winner,
            first: self.first,
            turn: self.turn,
            until: self.until,
            evaluations: self.evaluations,
            table: &self.table,
        }
    }

    /// Goes on until there is a verdict, so many evaluations have been made, or it is told to pause.
    fn run(&mut self, root: Position, most: u64, ask: &mut dyn FnMut(&Self, &Table) -> ControlFlow<()>) {
        let mut pause = false;
        while !pause && self.verdict.is_none() && self.evaluations < most {
            let until = self.until.min(most);
            let mut table = std::mem::replace(&mut self.table, Table::of_lines(1));
            let (play, settings) = (self.play, self.settings());
            let numbers = driver::advance(&play, &mut table, settings, root, &mut |table, more| {
                self.evaluations += more;
                pause |= ask(self, table).is_break();
                if pause || self.evaluations >= until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            self.table = table;
            match numbers {
                Numbers { proof: 0, .. } => self.verdict = Some(true),
                Numbers { disproof: 0, .. } => self.verdict = Some(false),
                Numbers { proof: HOPELESS.., .. } if self.turn as usize >= PORTFOLIO.len() => {
                    (self.verdict, self.hopeless) = (Some(false), true)
                }
                Numbers { proof: HOPELESS.., .. } => self.change(),
                _ if self.evaluations >= self.until => self.change(),
                _ => {}
            }
        }
    }
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

/// Looks for a win of the side, or of either.
///
/// # Errors
/// [`Failure`].
pub fn hunt(
    question: &Question,
    wanted: Option<Side>,
    limits: Limits,
    checkpoint: &mut Option<Checkpoint>,
    library: &dyn Fn(Side, &mut Table),
    control: Control,
) -> Result<(Verdict, u64), Failure> {
    let sides = wanted.map_or(vec![Side::White, Side::Black], |side| vec![side]);
    let each = u32::try_from(limits.threads / sides.len()).unwrap_or(1).clamp(1, PORTFOLIO.len() as u32);
    let bytes = limits.tables / (sides.len() as u64 * u64::from(each));
    let mut contenders: Vec<Contender> =
        (0..each).flat_map(|first| sides.iter().map(move |&side| Contender::new(question, side, bytes, (first, each)))).collect();
    for contender in &mut contenders {
        if let Some(checkpoint) = checkpoint {
            let known =
                checkpoint.load(question, contender.play.winner, contender.first, &mut contender.table).map_err(Failure::Checkpoint)?;
            (contender.turn, contender.until, contender.evaluations) = known.unwrap_or((0, FIRST_TURN, 0));
        }
        // What was kept rests on what was kept, with ranks of its own: the library's positions have higher ones.
        library(contender.play.winner, &mut contender.table);
    }
    let mut hunt = Hunt { question, limits, begun: Instant::now(), control, saved: Instant::now() };
    hunt.run(&mut contenders, checkpoint)?;
    let spent = contenders.iter().map(|contender| contender.evaluations).sum();
    let lost = |side: &Side| {
        contenders.iter().any(|contender| contender.play.winner == *side && contender.verdict == Some(false) && !contender.hopeless)
    };
    let none = sides.iter().all(lost);
    let verdict = match contenders.into_iter().find(|contender| contender.verdict == Some(true)) {
        Some(contender) => {
            let settings = contender.settings();
            let Contender { play, table, evaluations, .. } = contender;
            Verdict::Won(Found { play, root: question.position, table, settings, evaluations })
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
    fn run(&mut self, contenders: &mut [Contender], checkpoint: &mut Option<Checkpoint>) -> Result<(), Failure> {
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
            // A side that cannot win cannot, whichever search found out.
            for side in [Side::White, Side::Black] {
                if contenders
                    .iter()
                    .any(|contender| contender.play.winner == side && contender.verdict == Some(false) && !contender.hopeless)
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
                    let part = format!("{} {}", contender.play.winner, contender.first + 1);
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
    fn note(&self, contender: &Contender, table: &Table) -> String {
        let root = self.question.position;
        let numbers = match table.get(contender.play.key(&root)).map(|entry| entry.known) {
            Some(Known::Numbers(numbers)) => format!("{}/{}", numbers.proof, numbers.disproof),
            _ => "-".to_owned(),
        };
        let line: Vec<String> = driver::line(&contender.play, table, root, 8).iter().map(ToString::to_string).collect();
        let rate = contender.evaluations as f64 / self.begun.elapsed().as_secs_f64().max(0.001) / 1e6;
        let (load, proved) = (100.0 * table.load(), table.proved());
        format!("numbers {numbers}, {rate:.1} M/s, table {load:.0}%, {proved} proved, {}", line.join(" "))
    }
}
