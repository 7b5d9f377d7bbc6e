//! Solves a family of bidding-chess endings and writes their certificates: rules, graph, engine, certificate.
//!
//! Endings are solved level by level: first those that cite nothing, then those that cite only these, and so on; the endings of a
//! level are independent and share the cores.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::certificate::{Certificate, Digest, emit};
use crate::control::Control;
use crate::engine::bidding::iterate::{self, Outcome};
use crate::engine::bidding::richman;
use crate::engine::bidding::solution::solution;
use crate::games::bidding_chess::graph::option_graph;
use crate::games::bidding_chess::merged::Merged;
use crate::games::bidding_chess::{Board, Ending, EndingError, Material, Numbering, Role};
use crate::model::solution::Solution;
use crate::model::value::{Rational, ValueId, ValuePool};
use rayon::prelude::*;

/// Why endings were not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Asked to stop.
    Interrupted,
    /// The ending is no game on this board.
    Ending(EndingError),
    /// No policy was found that verifies, for this ending.
    NotFound(Material),
    /// The paper's method found a Richman function that its labels do not prove after so many steps: alpha < beta somewhere.
    NotSharp(u64),
    /// The intervals of the paper's method have all but stopped shrinking after so many steps.
    Stalled(u64),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::Ending(error) => error.fmt(f),
            Self::NotFound(material) => write!(f, "{material}: no policy was found whose values verify"),
            Self::NotSharp(steps) => write!(
                f,
                "after {steps} steps the equations hold, but the labels do not prove the values: alpha < beta somewhere, which only the default method can solve"
            ),
            Self::Stalled(steps) => write!(
                f,
                "after {steps} steps the intervals have all but stopped shrinking: it looks as if alpha < beta somewhere, which only the default method can solve"
            ),
        }
    }
}

impl std::error::Error for Failure {}

/// Solves a family (from [`Ending::family`]: sub-endings first) by sweeps and policy. Solutions come in the family's order.
///
/// # Errors
/// [`Failure`] of the first ending that fails.
pub fn solve(family: &[Arc<Ending>], control: Control) -> Result<Vec<Arc<Solution>>, Failure> {
    let mut solved: HashMap<&Material, Arc<Solution>> = HashMap::new();
    for level in levels(family) {
        let part = level.par_iter().map(|ending| solve_one(ending, &solved, control)).collect::<Result<Vec<_>, _>>()?;
        solved.extend(level.iter().map(|ending| ending.material()).zip(part));
    }
    Ok(family.iter().map(|ending| Arc::clone(&solved[ending.material()])).collect())
}

fn solve_one(ending: &Ending, solved: &HashMap<&Material, Arc<Solution>>, control: Control) -> Result<Arc<Solution>, Failure> {
    let name = ending.material().to_string();
    let control = control.for_part(&name);
    control.stage("generating moves", None);
    let sub_endings: Vec<&Solution> = ending.sub_endings().iter().map(|sub| &*solved[sub.material()]).collect();
    let graph = option_graph(ending, &sub_endings).map_err(Failure::Ending)?;
    control.check().map_err(|_| Failure::Interrupted)?;
    let solution = richman::solve(&graph, control).map_err(|failure| match failure {
        richman::Failure::Interrupted => Failure::Interrupted,
        richman::Failure::NotFound => Failure::NotFound(ending.material().clone()),
    })?;
    control.done();
    Ok(Arc::new(solution))
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
/// [`Failure`] if it is interrupted, or finds that it cannot succeed.
///
/// # Panics
/// Never: every ending of the family is in the merged graph in its own colours, or has no class that is met.
pub fn iterate(family: &[Arc<Ending>], limit: Option<u64>, control: Control) -> Result<Iterated, Failure> {
    let control = control.for_part("together");
    control.stage("generating moves", None);
    let merged = Merged::new(family).map_err(Failure::Ending)?;
    let run = iterate::iterate(&merged.graph, limit, control).map_err(|_| Failure::Interrupted)?;
    control.done();
    let steps = run.steps;
    match run.outcome {
        Outcome::Solved { values } => {
            Ok(Iterated::Solved { steps, solutions: self::solutions(&merged, &values).map_err(Failure::Ending)? })
        }
        Outcome::NotSharp { .. } => Err(Failure::NotSharp(steps)),
        Outcome::Stalled { .. } => Err(Failure::Stalled(steps)),
        Outcome::Stopped { broken, intervals, guesses } => {
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

/// The endings by how long the chains of sub-endings below them are.
fn levels(family: &[Arc<Ending>]) -> Vec<Vec<&Arc<Ending>>> {
    let mut heights: HashMap<&Material, usize> = HashMap::new();
    let mut levels: Vec<Vec<&Arc<Ending>>> = Vec::new();
    for ending in family {
        let height = ending.sub_endings().iter().map(|sub| heights[sub.material()] + 1).max().unwrap_or(0);
        heights.insert(ending.material(), height);
        if levels.len() <= height {
            levels.resize_with(height + 1, Vec::new);
        }
        levels[height].push(ending);
    }
    levels
}

/// The certificates of solved endings, in the same order; each cites those before it.
///
/// # Panics
/// If a sub-ending is missing.
#[must_use]
pub fn certify(family: &[Arc<Ending>], solutions: &[Arc<Solution>]) -> Vec<Certificate> {
    let mut digests: HashMap<&Material, Digest> = HashMap::new();
    let mut certificates = Vec::with_capacity(family.len());
    for (ending, solution) in family.iter().zip(solutions) {
        let citations: Vec<Digest> = ending.sub_endings().iter().map(|sub| digests[sub.material()]).collect();
        let bytes = emit::richman::emit(&ending.name(), &citations, solution);
        let certificate = Certificate::new(bytes);
        digests.insert(ending.material(), certificate.digest);
        certificates.push(certificate);
    }
    certificates
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

/// About how many bytes it takes at most to solve these endings and what they turn into.
#[must_use]
pub fn estimate_memory(board: Board, materials: &[Material]) -> u64 {
    // Kept for each class: the solution, its certificate and a copy of it under verification.
    const KEPT: u64 = 84;
    // In work for each class: approximations, labels, policy, exact values.
    const IN_WORK: u64 = 208;
    // An option in the graph, while lists are joined twice.
    const OPTION: u64 = 8;
    let all: Vec<(u64, u64)> = Material::closure(materials)
        .iter()
        .map(|material| {
            let (classes, numbering) = Numbering::estimate(board, material);
            let options: u64 = material.pieces().iter().map(|piece| most_moves(board, piece.role)).sum();
            (numbering + classes * (KEPT + value_bytes(board, material)), classes * (IN_WORK + options * OPTION))
        })
        .collect();
    let kept: u64 = all.iter().map(|(kept, _)| kept).sum();
    // Two endings are in work at once, on two cores.
    let mut in_work: Vec<u64> = all.iter().map(|(_, work)| *work).collect();
    in_work.sort_unstable();
    let in_work: u64 = in_work.iter().rev().take(rayon::current_num_threads()).sum();
    (20 << 20) + kept + in_work
}

/// What the values of an ending take, shared out among its classes. How long the fractions get is not known before; knights and pawns make them long, and
/// so do wide boards and further pieces. This rule is above what was measured for three pieces on boards up to 9x9 and four up to 6x6.
fn value_bytes(board: Board, material: &Material) -> u64 {
    if !material.pieces().iter().any(|piece| matches!(piece.role, Role::Knight | Role::Pawn)) {
        return 32;
    }
    let further = material.pieces().len() as u64 - 2;
    u64::from(board.squares()).pow(2) / 6 * further.pow(2)
}

/// A piece's moves on an open board.
fn most_moves(board: Board, role: Role) -> u64 {
    let (width, height) = (u64::from(board.width()), u64::from(board.height()));
    let straight = width + height - 2;
    match role {
        Role::King | Role::Knight => 8,
        Role::Queen => 2 * straight,
        Role::Rook | Role::Bishop => straight,
        Role::Pawn => 6,
    }
}
