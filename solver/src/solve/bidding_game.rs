//! Real-valued bidding from game to certificate: a game's graph, one of the engines, the certificate of kind `richman`.

use std::fmt;

use super::unsolved::Unsolved;
use crate::certificate::{Certificate, emit};
use crate::control::Control;
use crate::engine::bidding::iterate::{self, Outcome};
use crate::engine::bidding::solution::solution;
use crate::engine::bidding::{lp, richman};
use crate::games::Game;
use crate::model::graph::{End, GameGraph, OptionGraph};
use crate::model::solution::Solution;
use crate::model::value::ValuePool;

/// How a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Sweeps, then the exact values of the policy that they suggest.
    Policy,
    /// The paper's: thresholds of n moves, until the simplest fractions between them fit.
    Iterate,
    /// Linear programs.
    Lp,
}

/// Why a game was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The method was stopped, or found no solution.
    Unsolved(Unsolved),
    /// More positions than linear programs are meant for.
    TooLarge(u64),
    /// The paper's method is for games without draws.
    Draws,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolved(unsolved) => unsolved.fmt(f),
            Self::TooLarge(positions) => write!(
                f,
                "{positions} positions are too many for linear programs, which are for at most {}; the default method takes them",
                lp::MOST_POSITIONS
            ),
            Self::Draws => {
                f.write_str("the game can end drawn, so alpha < beta may be, which the paper's method cannot prove; the other methods can")
            }
        }
    }
}

impl std::error::Error for Failure {}

impl<E: Into<Unsolved>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Unsolved(error.into())
    }
}

/// A solved game.
pub struct Solved {
    /// All values.
    pub solution: Solution,
    /// The places that Left's and Right's options lead to from the start, in move order.
    pub first_options: [Vec<u32>; 2],
    /// Whether no play comes back to a position.
    pub ordered: bool,
    /// Steps that the paper's method took.
    pub steps: Option<u64>,
}

/// Whether a method is for games of this size, as far as can be told before positions are numbered.
///
/// # Errors
/// [`Failure::TooLarge`], with the greatest number of positions that the game can have.
pub fn check_size(game: &dyn Game, method: Method) -> Result<(), Failure> {
    // Finished boards are counted with the others, so the game may have fewer positions by some factor.
    const FACTOR: u64 = 20;
    let (positions, _) = game.estimate();
    if method == Method::Lp && positions > FACTOR * lp::MOST_POSITIONS { Err(Failure::TooLarge(positions)) } else { Ok(()) }
}

/// Solves a game.
///
/// # Errors
/// [`Failure`].
pub fn solve(game: &dyn Game, method: Method, control: Control) -> Result<Solved, Failure> {
    let graph = game.graph_under(control)?;
    let first_options = [&graph.left, &graph.right].map(|lists| lists.get(game.start()).to_vec());
    let ordered = graph.is_ordered();
    let (solution, steps) = solve_graph(graph, method, control)?;
    Ok(Solved { solution, first_options, ordered, steps })
}

/// Solves a graph; with the paper's method, says after how many steps.
///
/// # Errors
/// [`Failure`].
pub fn solve_graph(graph: GameGraph, method: Method, control: Control) -> Result<(Solution, Option<u64>), Failure> {
    let positions = graph.len() as u64;
    match method {
        Method::Policy => Ok((richman::solve(&graph.option_graph(), control)?, None)),
        Method::Lp if positions > lp::MOST_POSITIONS => Err(Failure::TooLarge(positions)),
        Method::Lp => Ok((lp::solve(&graph.option_graph(), control)?, None)),
        Method::Iterate => iterated(graph, control),
    }
}

/// The paper's method. It knows ends that somebody has won, so the place of draws must not be met.
fn iterated(graph: GameGraph, control: Control) -> Result<(Solution, Option<u64>), Failure> {
    let drawn = |&place: &u32| graph.end(place) == Some(End::Nobody);
    if graph.left.places().iter().chain(graph.right.places()).any(drawn) {
        return Err(Failure::Draws);
    }
    let mut graph: OptionGraph = graph.option_graph();
    graph.boundary.truncate(End::Nobody as usize);
    let run = iterate::iterate(&graph, None, control)?;
    match run.outcome {
        Outcome::Solved { values } => {
            let mut pool = ValuePool::default();
            let ends = graph.boundary.iter().map(|end| end.alpha.clone());
            let ids: Vec<_> = values.into_iter().chain(ends).map(|value| pool.intern(value)).collect();
            Ok((solution(&graph, pool, &ids, &ids), Some(run.steps)))
        }
        Outcome::NotSharp { .. } => Err(Unsolved::NotSharp(run.steps).into()),
        Outcome::Stalled { .. } | Outcome::Stopped { .. } => Err(Unsolved::Stalled(run.steps).into()),
    }
}

/// The certificate of a solved game.
#[must_use]
pub fn certify(game: &dyn Game, solution: &Solution) -> Certificate {
    let bytes = emit::richman::emit(&game.name(), &[], solution);
    Certificate::new(bytes)
}

/// About how many bytes it takes at most to number a game, to solve it, and to verify its certificate.
#[must_use]
pub fn estimate_memory(game: &dyn Game, method: Method) -> u64 {
    // For each position: its numbering, approximations, labels, policy, exact values, the solution, its certificate and a copy of it under verification.
    const POSITION: u64 = 320;
    // An option in the graph, and while the graph is made.
    const OPTION: u64 = 8;
    // The knight ending of bidding chess takes so many steps.
    const STEPS: u64 = 2644;
    let (positions, options) = game.estimate();
    // A numerator and a denominator, in the pool of values and in the table.
    let value = game.value_bits() / 2;
    let each = POSITION.saturating_add(value);
    let iteration = match method {
        Method::Iterate => iterate::memory(positions, options, STEPS),
        Method::Policy | Method::Lp => 0,
    };
    (20_u64 << 20).saturating_add(positions.saturating_mul(each)).saturating_add(options.saturating_mul(OPTION)).saturating_add(iteration)
}
