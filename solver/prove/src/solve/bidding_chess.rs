//! Solves endings of bidding chess and encodes the certificates.
//!
//! Endings are solved level by level. The first level consists of the endings from which play leads to no other ending.
//! All endings into which an ending can lead (its sub-endings) are in earlier levels. The endings of a level do not
//! depend on one another and are solved in parallel.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, mpsc};

use super::family::{self, Delivered, Delivery, Undelivered};
use super::supplied::{self, Need, SuppliedCertificates, SuppliedError};
use super::unsolved::Unsolved;
use crate::certificate::verify::citations::{Citations, Exact, Proved};
use crate::certificate::{Certificate, Digest, emit};
use crate::control::Control;
use crate::engine::bidding::iterate;
use crate::engine::bidding::richman;
use crate::engine::bidding::solution::{on_cycles, solution};
use crate::games::Colour;
use crate::games::bidding_chess::graph::option_graph;
use crate::games::bidding_chess::merged::Merged;
use crate::games::bidding_chess::{Board, Ending, EndingError, Material, NoOptions, Numbering, Role};
use crate::model::graph::OptionGraph;
use crate::model::solution::{Choices, Solution, Table};
use crate::model::value::{Rational, ValueId, ValuePool};
use rayon::prelude::*;

/// Reason why an ending was not solved, or why its certificate was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The method was stopped, or found no solution.
    #[error(transparent)]
    Unsolved(Unsolved),
    /// The ending is not a valid game on this board.
    #[error(transparent)]
    Ending(EndingError),
    /// The ending with this material was needed, but was not solved.
    #[error("depends on {0}, which was not solved")]
    SubEndingUnsolved(Material),
    /// The user's certificate of the ending cannot be used.
    #[error(transparent)]
    Supplied(#[from] SuppliedError),
    /// The ending was solved, but its certificate was refused or not written.
    #[error(transparent)]
    Undelivered(#[from] Undelivered),
}

impl<E: Into<Unsolved>> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Unsolved(error.into())
    }
}

impl From<NoOptions> for Error {
    fn from(failure: NoOptions) -> Self {
        match failure {
            NoOptions::Ending(error) => Self::Ending(error),
            NoOptions::Interrupted(_) => Unsolved::Interrupted.into(),
        }
    }
}

/// Solves a family, which is a list of endings, by the method of [`richman`]. The family must come
/// from [`Ending::family`], which lists each ending after those into which it can lead. Returns the solutions in the
/// order of the family.
///
/// # Errors
/// [`Error`] of the first ending that fails.
pub fn solve(family: &[Arc<Ending>], control: Control) -> Result<Vec<Arc<Solution>>, Error> {
    let outcomes = solve_levels(family, HashMap::new(), control, &|_, _| ());
    let solution = |ending: &Arc<Ending>| match &outcomes[ending.material()] {
        Ok(Known::Solved(solved)) => Ok(Arc::clone(&solved.solution)),
        Ok(Known::Supplied(_)) => unreachable!("no certificate was supplied"),
        Err(error) => Err(error.clone()),
    };
    family.iter().map(solution).collect()
}

/// Results for one ending.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Values of the ending's positions.
    pub solution: Arc<Solution>,
    /// Number of positions, up to symmetry, in which neither player wants to move. `None` if Larsson and Wästlund's
    /// method was used, which does not find this number.
    pub zugzwang: Option<usize>,
}

/// Result for one ending of a family.
pub type Outcome = Result<Solved, Error>;

/// Values of an ending that was solved earlier.
#[derive(Clone)]
enum Known {
    Solved(Solved),
    /// Values that the user's certificate proves.
    Supplied(Exact),
}

impl Known {
    fn table(&self) -> &dyn Table {
        match self {
            Self::Solved(solved) => &*solved.solution,
            Self::Supplied(exact) => exact,
        }
    }
}

/// Solves those endings of the family that have no entry in `known`, level by level. If the entry of an ending is
/// `Some`, the values of the ending are known already. If the entry of an ending is `None`, the ending is skipped. As
/// soon as an ending is solved or has failed, calls `finished` with the index of the ending in the family. Any thread
/// may call `finished`.
fn solve_levels<'f>(
    family: &'f [Arc<Ending>],
    known: HashMap<&'f Material, Option<Known>>,
    control: Control,
    finished: &(dyn Fn(usize, &Outcome) + Sync),
) -> HashMap<&'f Material, Result<Known, Error>> {
    let (here, skipped): (HashMap<_, _>, HashMap<_, _>) = known.into_iter().partition(|(_, known)| known.is_some());
    let mut outcomes: HashMap<&Material, Result<Known, Error>> =
        here.into_iter().filter_map(|(material, known)| Some((material, Ok(known?)))).collect();
    for mut level in levels(family) {
        level.retain(|&number| !outcomes.contains_key(family[number].material()) && !skipped.contains_key(family[number].material()));
        let one = |&number: &usize| {
            let outcome = solve_one(&family[number], &outcomes, control);
            finished(number, &outcome);
            (family[number].material(), outcome.map(Known::Solved))
        };
        let solved: Vec<(&Material, Result<Known, Error>)> = level.par_iter().map(one).collect();
        outcomes.extend(solved);
    }
    outcomes
}

fn solve_one(ending: &Ending, known: &HashMap<&Material, Result<Known, Error>>, control: Control) -> Outcome {
    control.check()?;
    let mut sub_endings: Vec<&dyn Table> = Vec::new();
    for sub in ending.sub_endings() {
        match &known[sub.material()] {
            Ok(known) => sub_endings.push(known.table()),
            Err(Error::Unsolved(Unsolved::Interrupted)) => return Err(Unsolved::Interrupted.into()),
            Err(_) => return Err(Error::SubEndingUnsolved(sub.material().clone())),
        }
    }
    let name = ending.material().to_string();
    let control = control.for_part(&name);
    control.stage("generating moves", None);
    let graph = option_graph(ending, &sub_endings, control).map_err(Error::from);
    let solved = graph.and_then(|graph| {
        control.check()?;
        let solution = richman::solve(&graph, control)?;
        let zugzwang = Some(zugzwang(&graph, &solution));
        Ok(Solved { solution: Arc::new(partly_listed(&graph, solution)), zugzwang })
    });
    control.done();
    solved
}

/// Counts the positions in which neither player wants to move.
fn zugzwang(graph: &OptionGraph, solution: &Solution) -> usize {
    let (Choices::Sharp { white, .. } | Choices::Interval { white_alpha: white, .. }) = &solution.choices;
    // Black's best move then raises alpha, because alpha is the mean of the alphas after the two best moves.
    let lowers = |&position: &usize| {
        let place = graph.white.get(position)[usize::from(white[position])] as usize;
        match place.checked_sub(graph.len()) {
            Some(known) => graph.boundary[known].alpha < *solution.alpha(position),
            None => solution.rank_alpha[place] < solution.rank_alpha[position],
        }
    };
    (0..graph.len()).into_par_iter().filter(lowers).count()
}

/// The certificate of a large ending lists only the values on cycles of moves.
fn partly_listed(graph: &OptionGraph, mut solution: Solution) -> Solution {
    const MANY: usize = 100_000;
    if solution.values.len() > MANY {
        solution.listed = Some(on_cycles(&graph.white, &graph.black, &solution));
    }
    solution
}

/// Solves the requested endings and all endings into which they can lead. Writes the certificate of each ending as soon
/// as the ending is solved. A failure affects only the endings that depend on the failed ending. The result for an
/// ending is `None` if no attempt to solve it was made. The calling thread must not be a rayon thread.
pub fn solve_with_supplied(
    family: &[Arc<Ending>],
    asked: &[Material],
    supplied: &SuppliedCertificates,
    citations: &mut Citations,
    control: Control,
    delivery: Delivery,
) -> Vec<Option<Result<Delivered<Solved>, Error>>> {
    let mut known: HashMap<&Material, Option<Known>> = HashMap::new();
    let mut digests: HashMap<&Material, Digest> = HashMap::new();
    for (number, (ending, need)) in family.iter().zip(supplied::needed(family, asked, supplied)).enumerate() {
        match need {
            Need::Solved => {}
            Need::Nobody => {
                known.insert(ending.material(), None);
            }
            Need::Supplied(file) => match take_supplied(ending, &file, citations, control) {
                Ok((digest, exact)) => {
                    digests.insert(ending.material(), digest);
                    known.insert(ending.material(), Some(Known::Supplied(exact)));
                }
                Err(error) => {
                    let mut outcomes: Vec<_> = family.iter().map(|_| None).collect();
                    outcomes[number] = Some(Err(error));
                    return outcomes;
                }
            },
        }
    }
    let (sender, receiver) = mpsc::channel();
    rayon::in_place_scope(|scope| {
        scope.spawn(move |_| {
            solve_levels(family, known, control, &|number, outcome| {
                // The receiver outlives all senders, so sending cannot fail.
                let _ = sender.send((number, outcome.clone()));
            });
        });
        family::deliver_with_supplied(family, digests, receiver.into_iter(), of_solved, delivery, citations)
    })
}

/// Verifies a certificate that the user supplies.
fn take_supplied(ending: &Ending, file: &PathBuf, citations: &mut Citations, control: Control) -> Result<(Digest, Exact), Error> {
    control.check()?;
    let exact = ("exact values", |proved: &Proved| proved.exact().is_some());
    let (certificate, proved) = supplied::verified(ending, file, citations, exact).map_err(Error::Supplied)?;
    Ok((certificate.digest, proved.exact().expect("it was asked for")))
}

/// Verifies and writes the certificates of the solved endings of a family. `outcomes` identifies each ending by its
/// index in the family.
pub fn deliver(
    family: &[Arc<Ending>],
    outcomes: impl Iterator<Item = (usize, Outcome)>,
    delivery: Delivery,
) -> Vec<Result<Delivered<Solved>, Error>> {
    family::deliver(family, outcomes, of_solved, delivery)
}

/// Encodes the certificate of a solved ending.
fn of_solved(ending: &Ending, citations: &[Digest], solved: &Solved) -> Vec<u8> {
    bytes(ending, citations, &solved.solution)
}

/// Result of applying Larsson and Wästlund's method.
pub enum Iterated {
    /// The method found the values.
    Solved {
        /// Number of steps until all guessed values were correct.
        steps: u64,
        /// Solutions, in the order of the family.
        solutions: Vec<Arc<Solution>>,
    },
    /// The method reached the step limit before it found the values.
    Stopped {
        /// Number of steps that were made.
        steps: u64,
        /// Number of equations that the last guessed values violate, in all endings together.
        broken: usize,
        /// Lower bound, upper bound and guessed value at each position of each ending.
        intervals: Vec<Vec<[Rational; 3]>>,
    },
}

/// Solves a family of endings by Larsson and Wästlund's method ([`iterate::iterate`]), in at most `limit` steps. The
/// family must come from [`Ending::family`].
///
/// # Errors
/// [`Error`] if the method is interrupted or detects that it cannot succeed.
///
/// # Panics
/// Never panics, because the graph contains every ending of the family.
pub fn iterate(family: &[Arc<Ending>], limit: Option<u64>, control: Control) -> Result<Iterated, Error> {
    let control = control.for_part("together");
    control.stage("generating moves", None);
    let merged = Merged::new(family, control)?;
    let run = iterate::iterate(&merged.graph, limit, control)?;
    control.done();
    let steps = run.steps;
    match run.outcome {
        iterate::Outcome::Solved { values } => Ok(Iterated::Solved { steps, solutions: self::solutions(&merged, &values, control)? }),
        iterate::Outcome::NotSharp { .. } => Err(Unsolved::NotSharp(steps).into()),
        iterate::Outcome::Stalled { .. } => Err(Unsolved::Stalled(steps).into()),
        iterate::Outcome::Stopped { broken, intervals, guesses } => {
            let of = |position: usize| {
                let [low, high] = intervals[position].clone();
                [low, high, guesses[position].clone()]
            };
            let turned_round = |[low, high, guess]: [Rational; 3]| [high.exchanged(), low.exchanged(), guess.exchanged()];
            // If an ending is reached only with colours exchanged, its intervals come from the exchanged ending.
            let of_ending = |ending| match merged.range(ending, false) {
                Some(positions) => positions.map(of).collect(),
                None => merged.range(ending, true).into_iter().flatten().map(|position| turned_round(of(position))).collect(),
            };
            Ok(Iterated::Stopped { steps, broken, intervals: (0..family.len()).map(of_ending).collect() })
        }
    }
}

/// Builds the solution of each ending from the values of the merged graph. The values must be correct, and alpha must
/// equal beta in every position.
///
/// # Errors
/// [`NoOptions`] if a player has no move in some position, or on interruption.
///
/// # Panics
/// Panics if the number of values differs from the number of positions.
pub fn solutions(merged: &Merged, values: &[Rational], control: Control) -> Result<Vec<Arc<Solution>>, NoOptions> {
    let family = merged.family();
    assert_eq!(values.len(), merged.graph.len(), "there is a value for each position");
    let mut solved: Vec<Arc<Solution>> = Vec::with_capacity(family.len());
    for (number, ending) in family.iter().enumerate() {
        let solution_of = |sub: &Arc<Ending>| {
            let number = family.iter().position(|known| known.material() == sub.material());
            &*solved[number.expect("every sub-ending is in the family")] as &dyn Table
        };
        let subs: Vec<&dyn Table> = ending.sub_endings().iter().map(solution_of).collect();
        let graph = option_graph(ending, &subs, control)?;
        let mut pool = ValuePool::default();
        let mut ids: Vec<ValueId> = match (merged.range(number, false), merged.range(number, true)) {
            (Some(own), _) => values[own].iter().map(|value| pool.intern(value.clone())).collect(),
            (None, Some(exchanged)) => values[exchanged].iter().map(|value| pool.intern(value.exchanged())).collect(),
            (None, None) => unreachable!("every ending of the family is met"),
        };
        ids.extend(graph.boundary.iter().map(|known| pool.intern(known.alpha.clone())));
        solved.push(Arc::new(partly_listed(&graph, solution(&graph, pool, &ids, &ids))));
    }
    Ok(solved)
}

/// Groups the endings into levels; the endings of a level can be solved in parallel.
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

/// Encodes the certificates of solved endings, in the order of the family. Each certificate cites only earlier
/// certificates.
///
/// # Panics
/// Panics if the number of solutions differs from the number of endings.
#[must_use]
pub fn certify(family: &[Arc<Ending>], solutions: &[Arc<Solution>]) -> Vec<Certificate> {
    family::certificates(family, solutions, bytes)
}

/// Encodes the certificate of an ending.
fn bytes(ending: &Ending, citations: &[Digest], solution: &Solution) -> Vec<u8> {
    emit::richman::emit(&ending.name(), citations, solution)
}

/// Estimates an upper bound, in bytes, of the memory that Larsson and Wästlund's method needs in addition to
/// [`estimate_memory`]. If `steps` is `None`, the estimate assumes a fixed number of steps.
#[must_use]
pub fn estimate_iteration_memory(board: Board, materials: &[Material], steps: Option<u64>) -> u64 {
    // Number of steps for king and knight against king.
    const STEPS: u64 = 2644;
    let both_colours = |material: &Material| {
        let (classes, _) = Numbering::estimate(board, material);
        let options: u64 = material.pieces().iter().map(|piece| most_moves(board, piece.role)).sum();
        iterate::memory(2 * classes, 2 * classes * options, steps.unwrap_or(STEPS))
    };
    Material::closure(materials).iter().map(both_colours).sum()
}

/// Estimates, in bytes, the maximum memory for solving and certifying endings.
///
/// The estimate is an empirical rule, because the length of the fractions is unknown before an ending is solved. For 37
/// endings of three and four pieces, the estimate was 1.2 to 2.8 times the measured peak. For some endings,
/// `solver/tests/memory.rs` compares the estimate with the memory of a real run.
#[must_use]
pub fn estimate_memory(board: Board, materials: &[Material]) -> u64 {
    estimate_memory_with_supplied(board, materials, &|_| None)
}

/// Does the same as [`estimate_memory`] for a user who supplies certificates of some endings. If the user supplies a
/// certificate of an ending, `supplied` returns the length of the certificate in bytes.
#[must_use]
pub fn estimate_memory_with_supplied(board: Board, materials: &[Material], supplied: &dyn Fn(&Material) -> Option<u64>) -> u64 {
    // Bytes for the program, its threads and their buffers.
    const PROGRAM: u64 = 16 << 20;
    // Bytes per class that stay in use after solving: the solution, its certificate, and the checker's copy.
    const KEPT: u64 = 110;
    // Bytes per class during solving: approximations, labels, policy.
    const IN_WORK: u64 = 90;
    // Bytes per option on an open board.
    const OPTION: u64 = 3;
    let (mut kept, mut in_work) = (PROGRAM, Vec::new());
    let mut requested: HashSet<Material> = materials.iter().cloned().collect();
    for material in Material::closure(materials).into_iter().rev() {
        let (classes, numbering) = Numbering::estimate(board, &material);
        if !requested.contains(&material) {
            kept = kept.saturating_add(numbering);
            continue;
        }
        if let Some(bytes) = supplied(&material).filter(|_| !materials.contains(&material)) {
            kept = kept.saturating_add(numbering).saturating_add(kept_of_supplied(
                classes,
                bytes,
                denominator_bits(board, &material, classes)[1],
            ));
            continue;
        }
        requested.extend(material.sub_endings());
        let options: u64 = material.pieces().iter().map(|piece| most_moves(board, piece.role)).sum();
        let [cycles, longest] = denominator_bits(board, &material, classes);
        // Two classes share a value on average, and few values are as long as the longest. For the whole run, the
        // solver and the checker together therefore need at most an eighth of a byte per class and per bit of the
        // longest value. An ending with pawns needs half of this, because its long values come only from the promotions
        // of few pawns.
        let shared = if material.has_pawns() { 16 } else { 8 };
        kept = kept.saturating_add(numbering).saturating_add(classes.saturating_mul(KEPT + longest / shared));
        // Solving the systems of equations takes another tenth of a byte per class and bit, because not all classes are
        // part of the systems.
        in_work.push(classes.saturating_mul(IN_WORK + options * OPTION + cycles / 10));
    }
    // Each thread solves at most one ending at a time.
    in_work.sort_unstable();
    in_work.iter().rev().take(rayon::current_num_threads()).fold(kept, |sum, work| sum.saturating_add(*work))
}

/// Estimates the memory, in bytes, that the checker keeps for a verified certificate. The certificate has `bytes`
/// bytes, and values for `classes` classes of symmetric positions. Each class of symmetric positions takes 28 bytes in
/// memory, and at least 5 bytes in the file. The estimate assumes that the checker derives further values for half of
/// the classes. Each derived value has `longest` bits. During verification, the whole file is in memory too.
fn kept_of_supplied(classes: u64, bytes: u64, longest: u64) -> u64 {
    // A value takes at least 1 byte in the file. In memory it takes 40 bytes more than in the file.
    let values = bytes.saturating_sub(5 * classes).min(2 * classes);
    28 * classes + 40 * values + 2 * bytes + classes * longest / 16
}

/// Estimates the length, in bits, of the longest denominator among an ending's values. The first result ignores
/// promotions.
///
/// In an ending with knights or pawns, cycles of moves can be long. The more classes of symmetric positions a cycle can
/// contain, the longer the denominators are. All positions of a cycle have the same pawn squares.
fn denominator_bits(board: Board, material: &Material, classes: u64) -> [u64; 2] {
    const SHORT: u64 = 64;
    let own = |colour: Colour| material.pieces().iter().filter(move |piece| piece.colour == colour && piece.role != Role::King);
    let alone = [Colour::White, Colour::Black].into_iter().all(|colour| own(colour).count() <= 1);
    let count = |roles: &[Role]| material.pieces().iter().filter(|piece| roles.contains(&piece.role)).count();
    let (knights, pawns, others) = (count(&[Role::Knight]), count(&[Role::Pawn]), count(&[Role::Queen, Role::Rook, Role::Bishop]));
    // Longest denominators: KNKN has 5,973 bits on 6x6 and 4,920 bits on 5x5, KRKN has 7,559 bits on 8x8, and KBKN has
    // 1,265 bits on 7x7. For its number of positions, KNKN has by far the longest.
    let per_thousand = match (knights, pawns, others) {
        (0, 0, _) => 0,
        (_, 0, 0) if alone => 36,
        (_, _, 0) if alone => 14,
        // KBKN on 8x8 has denominators of over 16,000 bits.
        _ if count(&[Role::Bishop]) > 0 => 12,
        _ => 5,
    };
    // Number of squares on which a pawn can stand, up to reflection.
    let places = u64::from(board.width().div_ceil(2)) * u64::from(board.height().saturating_sub(2).max(1));
    let together = (0..pawns).fold(classes, |classes, _| classes / places + 1);
    let cycles = SHORT + together.saturating_mul(per_thousand) / 1000;
    // With pawns, most denominators come from the endings after a promotion (KNKP on 5x5: 1,099 bits).
    let promoted = material.sub_endings().into_iter().filter(|sub| pawns > 0 && sub.pieces().len() == material.pieces().len());
    let longest = promoted.map(|sub| denominator_bits(board, &sub, Numbering::estimate(board, &sub).0)[1]).max().unwrap_or(0);
    [cycles, cycles + longest]
}

/// Returns the largest number of moves that a piece of this kind can have on an otherwise empty board.
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
