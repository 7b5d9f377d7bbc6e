//! Solves a family of bidding-chess endings and writes their certificates: rules, graph, engine, certificate.
//!
//! Endings are solved level by level: first those that cite nothing, then those that cite only these, and so on; the endings of a
//! level are independent and share the cores.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, mpsc};

use super::family::{self, Delivered, Delivery, Undelivered};
use super::unsolved::Unsolved;
use crate::certificate::{Certificate, Digest, emit};
use crate::control::Control;
use crate::engine::bidding::iterate;
use crate::engine::bidding::richman;
use crate::engine::bidding::solution::solution;
use crate::games::Colour;
use crate::games::bidding_chess::graph::option_graph;
use crate::games::bidding_chess::merged::Merged;
use crate::games::bidding_chess::{Board, Ending, EndingError, Material, Numbering, Role};
use crate::model::solution::Solution;
use crate::model::value::{Rational, ValueId, ValuePool};
use rayon::prelude::*;

/// Why an ending was not solved, or not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The method was stopped, or found no solution.
    Unsolved(Unsolved),
    /// The ending is no game on this board.
    Ending(EndingError),
    /// It turns into this one, which was not solved.
    RestsOn(Material),
    /// It was solved, but there is no certificate of it.
    Undelivered(Undelivered),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolved(unsolved) => unsolved.fmt(f),
            Self::Ending(error) => error.fmt(f),
            Self::RestsOn(material) => write!(f, "rests on {material}, which was not solved"),
            Self::Undelivered(undelivered) => undelivered.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl<E: Into<Unsolved>> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Unsolved(error.into())
    }
}

impl From<Undelivered> for Error {
    fn from(undelivered: Undelivered) -> Self {
        Self::Undelivered(undelivered)
    }
}

/// Solves a family (from [`Ending::family`]: sub-endings first) by sweeps and policy. Solutions come in the family's order.
///
/// # Errors
/// [`Error`] of the first ending that fails.
pub fn solve(family: &[Arc<Ending>], control: Control) -> Result<Vec<Arc<Solution>>, Error> {
    solve_each(family, control, &|_, _| ()).into_iter().collect()
}

/// Solves a family as [`solve`]. What fails keeps no other ending from being solved that does not rest on it. `finished` hears of each ending as soon as
/// it is solved or has failed, by its number in the family, from any thread; of each behind those that it turns into.
pub fn solve_each(family: &[Arc<Ending>], control: Control, finished: &(dyn Fn(usize, &Outcome) + Sync)) -> Vec<Outcome> {
    let mut outcomes: HashMap<&Material, Outcome> = HashMap::new();
    for level in levels(family) {
        let one = |&number: &usize| {
            let outcome = solve_one(&family[number], &outcomes, control);
            finished(number, &outcome);
            (family[number].material(), outcome)
        };
        let solved: Vec<(&Material, Outcome)> = level.par_iter().map(one).collect();
        outcomes.extend(solved);
    }
    family.iter().map(|ending| outcomes[ending.material()].clone()).collect()
}

/// What became of an ending.
pub type Outcome = Result<Arc<Solution>, Error>;

fn solve_one(ending: &Ending, known: &HashMap<&Material, Outcome>, control: Control) -> Outcome {
    control.check()?;
    let mut sub_endings: Vec<&Solution> = Vec::new();
    for sub in ending.sub_endings() {
        match &known[sub.material()] {
            Ok(solution) => sub_endings.push(solution),
            Err(Error::Unsolved(Unsolved::Interrupted)) => return Err(Unsolved::Interrupted.into()),
            Err(_) => return Err(Error::RestsOn(sub.material().clone())),
        }
    }
    let name = ending.material().to_string();
    let control = control.for_part(&name);
    control.stage("generating moves", None);
    let graph = option_graph(ending, &sub_endings).map_err(Error::Ending);
    let solution = graph.and_then(|graph| {
        control.check()?;
        Ok(richman::solve(&graph, control)?)
    });
    control.done();
    solution.map(Arc::new)
}

/// Solves a family as [`solve_each`], and delivers each ending as soon as it is solved, in the calling thread, which must not be one of rayon's.
pub fn solve_and_deliver(family: &[Arc<Ending>], control: Control, delivery: Delivery) -> Vec<Result<Delivered<Solution>, Error>> {
    let (sender, receiver) = mpsc::channel();
    rayon::in_place_scope(|scope| {
        scope.spawn(move |_| {
            solve_each(family, control, &|number, outcome| {
                // The receiver takes all that come.
                let _ = sender.send((number, outcome.clone()));
            });
        });
        deliver(family, receiver.into_iter(), delivery)
    })
}

/// Delivers endings that are solved or have failed, by their numbers in the family.
pub fn deliver(
    family: &[Arc<Ending>],
    outcomes: impl Iterator<Item = (usize, Outcome)>,
    delivery: Delivery,
) -> Vec<Result<Delivered<Solution>, Error>> {
    family::deliver(family, outcomes, bytes, delivery)
}

/// What the paper's method gave.
pub enum Iterated {
    /// The values, after so many steps.
    Solved {
        /// The first n whose guesses are the values.
        steps: u64,
        /// In the family's order.
        solutions: Vec<Arc<Solution>>,
    },
    /// The limit was reached before.
    Stopped {
        /// The limit.
        steps: u64,
        /// Equations that the guesses break, over all endings.
        broken: usize,
        /// For each ending of the family, for each of its classes: alpha_n, beta_n and the simplest fraction between them.
        intervals: Vec<Vec<[Rational; 3]>>,
    },
}

/// Solves a family (from [`Ending::family`]) by the paper's method, at most `limit` steps.
///
/// # Errors
/// [`Error`] if it is interrupted, or finds that it cannot succeed.
///
/// # Panics
/// Never: every ending of the family is in the merged graph in its own colours, or has no class that is met.
pub fn iterate(family: &[Arc<Ending>], limit: Option<u64>, control: Control) -> Result<Iterated, Error> {
    let control = control.for_part("together");
    control.stage("generating moves", None);
    let merged = Merged::new(family).map_err(Error::Ending)?;
    let run = iterate::iterate(&merged.graph, limit, control)?;
    control.done();
    let steps = run.steps;
    match run.outcome {
        iterate::Outcome::Solved { values } => {
            Ok(Iterated::Solved { steps, solutions: self::solutions(&merged, &values).map_err(Error::Ending)? })
        }
        iterate::Outcome::NotSharp { .. } => Err(Unsolved::NotSharp(steps).into()),
        iterate::Outcome::Stalled { .. } => Err(Unsolved::Stalled(steps).into()),
        iterate::Outcome::Stopped { broken, intervals, guesses } => {
            let of = |position: usize| {
                let [low, high] = intervals[position].clone();
                [low, high, guesses[position].clone()]
            };
            let turned_round = |[low, high, guess]: [Rational; 3]| [high.exchanged(), low.exchanged(), guess.exchanged()];
            // An ending that is met with colours exchanged only is known from there.
            let of_ending = |ending| match merged.range(ending, false) {
                Some(positions) => positions.map(of).collect(),
                None => merged.range(ending, true).into_iter().flatten().map(|position| turned_round(of(position))).collect(),
            };
            Ok(Iterated::Stopped { steps, broken, intervals: (0..family.len()).map(of_ending).collect() })
        }
    }
}

/// The solution of each ending, sub-endings first, from the values of the merged graph's positions, which must be right and alpha = beta.
///
/// # Errors
/// If a player has no move in some position.
///
/// # Panics
/// If there is not a value for each position.
pub fn solutions(merged: &Merged, values: &[Rational]) -> Result<Vec<Arc<Solution>>, EndingError> {
    let family = merged.family();
    assert_eq!(values.len(), merged.graph.len(), "there is a value for each position");
    let mut solved: Vec<Arc<Solution>> = Vec::with_capacity(family.len());
    for (number, ending) in family.iter().enumerate() {
        let solution_of = |sub: &Arc<Ending>| {
            let number = family.iter().position(|known| known.material() == sub.material());
            &*solved[number.expect("every sub-ending is in the family")]
        };
        let subs: Vec<&Solution> = ending.sub_endings().iter().map(solution_of).collect();
        let graph = option_graph(ending, &subs)?;
        let mut pool = ValuePool::default();
        let mut ids: Vec<ValueId> = match (merged.range(number, false), merged.range(number, true)) {
            (Some(own), _) => values[own].iter().map(|value| pool.intern(value.clone())).collect(),
            (None, Some(exchanged)) => values[exchanged].iter().map(|value| pool.intern(value.exchanged())).collect(),
            (None, None) => unreachable!("every ending of the family is met"),
        };
        ids.extend(graph.boundary.iter().map(|known| pool.intern(known.alpha.clone())));
        solved.push(Arc::new(solution(&graph, pool, &ids, &ids)));
    }
    Ok(solved)
}

/// The numbers of the endings by how long the chains of sub-endings below them are.
fn levels(family: &[Arc<Ending>]) -> Vec<Vec<usize>> {
    let mut heights: HashMap<&Material, usize> = HashMap::new();
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for (number, ending) in family.iter().enumerate() {
        let height = ending.sub_endings().iter().map(|sub| heights[sub.material()] + 1).max().unwrap_or(0);
        heights.insert(ending.material(), height);
        if levels.len() <= height {
            levels.resize_with(height + 1, Vec::new);
        }
        levels[height].push(number);
    }
    levels
}

/// The certificates of solved endings, in the same order; each cites those before it.
///
/// # Panics
/// If there is not a solution for each ending.
#[must_use]
pub fn certify(family: &[Arc<Ending>], solutions: &[Arc<Solution>]) -> Vec<Certificate> {
    family::certificates(family, solutions, bytes)
}

/// The bytes of an ending's certificate.
fn bytes(ending: &Ending, citations: &[Digest], solution: &Solution) -> Vec<u8> {
    emit::richman::emit(&ending.name(), citations, solution)
}

/// About how many bytes the paper's method takes at most beside what [`estimate_memory`] says, in so many steps (by default as many as the
/// knight ending needs).
#[must_use]
pub fn estimate_iteration_memory(board: Board, materials: &[Material], steps: Option<u64>) -> u64 {
    const STEPS: u64 = 2644;
    let both_colours = |material: &Material| {
        let (classes, _) = Numbering::estimate(board, material);
        let options: u64 = material.pieces().iter().map(|piece| most_moves(board, piece.role)).sum();
        iterate::memory(2 * classes, 2 * classes * options, steps.unwrap_or(STEPS))
    };
    Material::closure(materials).iter().map(both_colours).sum()
}

/// How many bytes it takes at most to solve these endings and what they turn into, to write and to verify their certificates.
///
/// How long the fractions of an ending get is not known before it is solved. This rule was above the peaks measured for 37 endings of three and four pieces,
/// by a fifth to a factor of 2.8; `solver/tests/memory.rs` holds it against some.
#[must_use]
pub fn estimate_memory(board: Board, materials: &[Material]) -> u64 {
    // The program, its threads and what they keep aside.
    const PROGRAM: u64 = 12 << 20;
    // Kept for each class: the solution, its certificate, and what the checker has of it.
    const KEPT: u64 = 110;
    // In work for each class: approximations, labels, policy.
    const IN_WORK: u64 = 90;
    // For each option that there is on an open board.
    const OPTION: u64 = 3;
    let (mut kept, mut in_work) = (PROGRAM, Vec::new());
    for material in Material::closure(materials) {
        let (classes, numbering) = Numbering::estimate(board, &material);
        let options: u64 = material.pieces().iter().map(|piece| most_moves(board, piece.role)).sum();
        let bits = denominator_bits(&material, classes);
        // For each bit of the longest denominator a class has a quarter of a byte of values for as long as the run lasts,
        kept = kept.saturating_add(numbering).saturating_add(classes.saturating_mul(KEPT + bits / 4));
        // and nearly a third while its system is solved.
        in_work.push(classes.saturating_mul(IN_WORK + options * OPTION + bits * 3 / 10));
    }
    // As many endings are in work at once as there are threads.
    in_work.sort_unstable();
    in_work.iter().rev().take(rayon::current_num_threads()).fold(kept, |sum, work| sum.saturating_add(*work))
}

/// The length of the longest denominator of an ending with this number of classes, at most: in proportion to the number where knights or pawns make long cycles. With knights alone,
/// one on a side, they are by far the longest (KNKN on 6x6: 5,973 bits, on 5x6: 4,920); with other pieces beside them they are shorter (KBKN on 7x7: 1,265), and those of pawn endings
/// are in between (KNKP on 5x5: 1,099).
fn denominator_bits(material: &Material, classes: u64) -> u64 {
    const SHORT: u64 = 64;
    let own = |colour: Colour| material.pieces().iter().filter(move |piece| piece.colour == colour && piece.role != Role::King);
    let alone = [Colour::White, Colour::Black].into_iter().all(|colour| own(colour).count() <= 1);
    let (mut knights, mut pawns, mut others) = (0, 0, 0);
    for piece in material.pieces() {
        match piece.role {
            Role::King => {}
            Role::Knight => knights += 1,
            Role::Pawn => pawns += 1,
            Role::Queen | Role::Rook | Role::Bishop => others += 1,
        }
    }
    let per_thousand = match (knights, pawns, others) {
        (0, 0, _) => 0,
        (_, 0, 0) if alone => 36,
        (_, _, 0) if alone => 14,
        _ => 5,
    };
    SHORT + classes.saturating_mul(per_thousand) / 1000
}

/// A piece's moves on an open board.
pub(super) fn most_moves(board: Board, role: Role) -> u64 {
    let (width, height) = (u64::from(board.width()), u64::from(board.height()));
    let straight = width + height - 2;
    match role {
        Role::King | Role::Knight => 8,
        Role::Queen => 2 * straight,
        Role::Rook | Role::Bishop => straight,
        Role::Pawn => 6,
    }
}
