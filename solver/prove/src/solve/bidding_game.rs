//! Real-valued bidding from game to certificate: a game's graph, one of the engines, the certificate of kind `richman`.

use std::fmt;

use super::unsolved::Unsolved;
use crate::certificate::{Certificate, emit};
use crate::control::Control;
use crate::engine::bidding::iterate::{self, Outcome};
#[cfg(feature = "lp")]
use crate::engine::bidding::lp;
use crate::engine::bidding::richman;
use crate::engine::bidding::solution::solution;
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
    #[cfg(feature = "lp")]
    Lp,
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The method was stopped, or found no solution.
    Unsolved(Unsolved),
    /// There is no such position, or play is over there: a sentence that says so.
    Position(String),
    /// More positions than the method is meant for.
    TooLarge {
        /// Positions of the game, at most.
        positions: u64,
        /// Those that the method takes.
        most: u64,
    },
    /// The paper's method is for games without draws.
    Draws,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolved(unsolved) => unsolved.fmt(f),
            Self::Position(sentence) => f.write_str(sentence),
            Self::TooLarge { positions, most } => {
                write!(
                    f,
                    "{positions} positions are too many for linear programs, which are for at most {most}; the default method takes them"
                )
            }
            Self::Draws => {
                f.write_str("the game can end drawn, so alpha < beta may be, which the paper's method cannot prove; the other methods can")
            }
        }
    }
}

impl std::error::Error for Error {}

impl<E: Into<Unsolved>> From<E> for Error {
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
    /// The position that was asked about, with the places that options lead to from there.
    pub asked: Option<(usize, [Vec<u32>; 2])>,
    /// Whether no play comes back to a position.
    pub ordered: bool,
    /// Steps that the paper's method took.
    pub steps: Option<u64>,
}

impl Method {
    /// The most positions that a game may have for this method, if there is a limit.
    fn most_positions(self) -> Option<u64> {
        match self {
            Self::Policy | Self::Iterate => None,
            #[cfg(feature = "lp")]
            Self::Lp => Some(lp::MAX_POSITIONS),
        }
    }
}

/// Whether a method is for games of this size, as far as can be told before positions are numbered.
///
/// # Errors
/// [`Error::TooLarge`].
pub fn check_size(game: &dyn Game, method: Method) -> Result<(), Error> {
    // Finished boards are counted with the others, so the game may have fewer positions by some factor.
    const FACTOR: u64 = 20;
    let (positions, _) = game.estimate();
    match method.most_positions() {
        Some(most) if positions > FACTOR * most => Err(Error::TooLarge { positions, most }),
        _ => Ok(()),
    }
}

/// Solves a game, of which one position may be asked about.
///
/// # Errors
/// [`Error`].
pub fn solve(game: &dyn Game, asked: Option<&str>, method: Method, control: Control) -> Result<Solved, Error> {
    let graph = game.graph_under(control)?;
    let options = |position: usize| [&graph.left, &graph.right].map(|lists| lists.get(position).to_vec());
    let first_options = options(game.start());
    let asked = asked.map(|text| game.find_position(text)).transpose().map_err(Error::Position)?;
    let asked = asked.map(|position| (position, options(position)));
    let ordered = graph.is_ordered();
    let (solution, steps) = solve_graph(graph, method, control)?;
    Ok(Solved { solution, first_options, asked, ordered, steps })
}

/// Solves a graph; with the paper's method, says after how many steps.
///
/// # Errors
/// [`Error`].
pub fn solve_graph(graph: GameGraph, method: Method, control: Control) -> Result<(Solution, Option<u64>), Error> {
    let positions = graph.len() as u64;
    if let Some(most) = method.most_positions()
        && positions > most
    {
        return Err(Error::TooLarge { positions, most });
    }
    match method {
        Method::Policy => Ok((richman::solve(&graph.option_graph(), control)?, None)),
        #[cfg(feature = "lp")]
        Method::Lp => Ok((lp::solve(&graph.option_graph(), control)?, None)),
        Method::Iterate => iterated(graph, control),
    }
}

/// The paper's method. It knows ends that somebody has won, so the place of draws must not be met.
fn iterated(graph: GameGraph, control: Control) -> Result<(Solution, Option<u64>), Error> {
    let drawn = |&place: &u32| graph.end(place) == Some(End::Nobody);
    if graph.left.places().iter().chain(graph.right.places()).any(drawn) {
        return Err(Error::Draws);
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
        _ => 0,
    };
    (20_u64 << 20).saturating_add(positions.saturating_mul(each)).saturating_add(options.saturating_mul(OPTION)).saturating_add(iteration)
}
