//! The hunt for a win: one side and one setting after the other, with growing budgets.
//!
//! No setting finds every win, so each gets its turn. What was proved stays proved when the setting changes; the numbers, which mean something else then, are forgotten.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use super::Question;
use super::checkpoint::{Checkpoint, Saved};
use crate::control::{Control, Interrupted};
use crate::engine::proof_number::driver;
use crate::engine::proof_number::table::{Known, Table};
use crate::engine::proof_number::{HOPELESS, Numbers, Settings};
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Position, Side};

/// The settings, in the order in which they are tried.
pub const PORTFOLIO: [Settings; 4] = [
    Settings { epsilon: 64, replies: 16, units: 16, mobility: 16, and_share: 10, or_share: 10 },
    Settings { epsilon: 16, replies: 16, units: 16, mobility: 16, and_share: 16, or_share: 16 },
    Settings { epsilon: 32, replies: 16, units: 16, mobility: 16, and_share: 6, or_share: 16 },
    Settings { epsilon: 32, replies: 32, units: 64, mobility: 16, and_share: 8, or_share: 10 },
];

/// Evaluations of each setting's first turn; of its later turns four times as many as of the one before.
const FIRST_TURN: u64 = 1 << 28;
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
    /// This side wins: found with these settings, proved on this table.
    Won(Side, Settings, Table),
    /// Neither of these sides can win by force.
    NotWon,
    /// The limits were reached, or all that is left is play that comes back to positions.
    Unknown,
}

/// One side's hunt.
struct Contender {
    play: ForSide,
    table: Table,
    evaluations: AtomicU64,
    /// Turns that have ended.
    turn: u32,
    /// Evaluations at which the present turn ends.
    until: u64,
    hopeless: bool,
}

impl Contender {
    fn new(question: &Question, winner: Side, bytes: u64) -> Self {
        let play = ForSide { stalemate: question.stalemate, winner };
        Self { play, table: Table::new(bytes), evaluations: AtomicU64::new(0), turn: 0, until: FIRST_TURN, hopeless: false }
    }

    fn settings(&self) -> Settings {
        PORTFOLIO[self.turn as usize % PORTFOLIO.len()]
    }

    fn spent(&self) -> u64 {
        self.evaluations.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// The next setting's turn.
    fn change(&mut self) {
        self.turn += 1;
        let length = FIRST_TURN << (2 * (self.turn as usize / PORTFOLIO.len())).min(20);
        self.until = self.spent().saturating_add(length);
        self.table.forget_numbers();
    }

    fn saved(&self) -> Saved<'_> {
        Saved { winner: self.play.winner, turn: self.turn, until: self.until, evaluations: self.spent(), table: &self.table }
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
    library: &mut dyn FnMut(Side, &Table),
    control: Control,
) -> Result<(Verdict, u64), Failure> {
    let sides = wanted.map_or(vec![Side::White, Side::Black], |side| vec![side]);
    let bytes = limits.tables / sides.len() as u64;
    let mut contenders: Vec<Contender> = sides.iter().map(|&side| Contender::new(question, side, bytes)).collect();
    for contender in &mut contenders {
        library(contender.play.winner, &contender.table);
    }
    if let Some(checkpoint) = checkpoint {
        for contender in &mut contenders {
            if let Some((turn, until, evaluations)) =
                checkpoint.load(question, contender.play.winner, &mut contender.table).map_err(Failure::Checkpoint)?
            {
                (contender.turn, contender.until) = (turn, until);
                contender.evaluations = AtomicU64::new(evaluations);
            }
        }
    }
    control.stage("evaluations", None);
    let mut hunt = Hunt { question, limits, begun: Instant::now(), control, saved: Instant::now() };
    let verdict = hunt.run(&mut contenders, checkpoint)?;
    let spent = contenders.iter().map(Contender::spent).sum();
    let verdict = match verdict {
        Some((index, true)) => {
            let contender = contenders.swap_remove(index);
            let settings = contender.settings();
            Verdict::Won(contender.play.winner, settings, contender.table)
        }
        Some((_, false)) => Verdict::NotWon,
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
    /// The contender that has won and `true`, or any and `false` if none can win, or nothing within the limits.
    fn run(&mut self, contenders: &mut [Contender], checkpoint: &mut Option<Checkpoint>) -> Result<Option<(usize, bool)>, Failure> {
        let mut glance = FIRST_GLANCE;
        let mut lost = vec![false; contenders.len()];
        loop {
            for index in 0..contenders.len() {
                if lost[index] {
                    continue;
                }
                let both = lost.iter().filter(|lost| !**lost).count() > 1;
                let most = if both { contenders[index].spent().saturating_add(glance) } else { u64::MAX };
                let numbers = self.turn(contenders, index, most, checkpoint)?;
                match numbers {
                    Numbers { proof: 0, .. } => return Ok(Some((index, true))),
                    Numbers { disproof: 0, .. } => lost[index] = true,
                    _ if self.is_late() => return Ok(None),
                    _ => {}
                }
            }
            if lost.iter().all(|&lost| lost) {
                return Ok((!contenders.iter().any(|contender| contender.hopeless)).then_some((0, false)));
            }
            glance = glance.saturating_mul(2);
        }
    }

    fn is_late(&self) -> bool {
        self.limits.time.is_some_and(|most| self.begun.elapsed() >= most)
    }

    /// Goes on with a contender until it is decided or has made so many evaluations.
    fn turn(
        &mut self,
        contenders: &mut [Contender],
        index: usize,
        most: u64,
        checkpoint: &mut Option<Checkpoint>,
    ) -> Result<Numbers, Failure> {
        let root = self.question.position;
        loop {
            let (threads, control) = (self.limits.threads, self.control);
            let contender = &mut contenders[index];
            let settings = contender.settings();
            let until = contender.until.min(most);
            let late = |begun: Instant, time: Option<Duration>| time.is_some_and(|most| begun.elapsed() >= most);
            let (begun, time, saved, saves) = (self.begun, self.limits.time, self.saved, checkpoint.is_some());
            let mut told = Instant::now();
            let play = contender.play;
            let mut ask = |table: &Table, all: u64| {
                let now = Instant::now();
                let stop = now.duration_since(told) > Duration::from_millis(200) && {
                    told = now;
                    let note = note(&play, table, root, all, begun);
                    control.at(all, &note).is_err()
                };
                if stop || control.check().is_err() || late(begun, time) || saves && saved.elapsed() > SAVE_EVERY {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let numbers = driver::advance(&play, &mut contender.table, settings, root, threads, (&contender.evaluations, until), &mut ask);
            let decided = numbers.proof == 0 || numbers.disproof == 0;
            if let Some(checkpoint) = checkpoint
                && !decided
                && (self.saved.elapsed() > SAVE_EVERY || control.check().is_err() || self.is_late())
            {
                let saved: Vec<Saved> = contenders.iter().map(Contender::saved).collect();
                checkpoint.save(self.question, &saved).map_err(Failure::Checkpoint)?;
                self.saved = Instant::now();
            }
            control.check()?;
            if decided || self.is_late() {
                return Ok(numbers);
            }
            let contender = &mut contenders[index];
            if numbers.proof >= HOPELESS && contender.turn as usize >= PORTFOLIO.len() {
                contender.hopeless = true;
                return Ok(Numbers::NOT_WON);
            }
            if contender.spent() >= contender.until || numbers.proof >= HOPELESS {
                contender.change();
            }
            if contenders[index].spent() >= most {
                return Ok(numbers);
            }
        }
    }
}

/// How a search stands, in words.
fn note(play: &ForSide, table: &Table, root: Position, all: u64, begun: Instant) -> String {
    let numbers = match table.get(crate::forced_win::Play::key(play, &root)).map(|entry| entry.known) {
        Some(Known::Numbers(numbers)) => format!("{}/{}", numbers.proof, numbers.disproof),
        _ => "-".to_owned(),
    };
    let line: Vec<String> = driver::line(play, table, root, 8).iter().map(ToString::to_string).collect();
    let rate = all as f64 / begun.elapsed().as_secs_f64().max(0.001) / 1e6;
    let (load, proved) = (100.0 * table.load(), table.proved());
    format!("for {}: numbers {numbers}, {rate:.1} M/s, table {load:.0}%, {proved} proved, {}", play.winner, line.join(" "))
}
