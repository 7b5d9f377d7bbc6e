//! Solves games with real-valued bidding: builds the graph, runs one of the engines, and encodes the certificate of
//! kind `richman`.

use super::unsolved::Unsolved;
use crate::certificate::{Certificate, emit};
use crate::control::Control;
use crate::engine::bidding::iterate::{self, Outcome};
#[cfg(feature = "lp")]
use crate::engine::bidding::lp;
use crate::engine::bidding::richman;
use crate::engine::bidding::solution::solution;
use crate::games::{Game, PositionError};
use crate::model::graph::{End, GameGraph, OptionGraph};
use crate::model::solution::Solution;
use crate::model::value::ValuePool;

/// Method by which a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Approximates the values by sweeps over all positions.
    Policy,
    /// Applies Larsson and Wästlund's method.
    Iterate,
    /// Solves linear programs.
    #[cfg(feature = "lp")]
    Lp,
}

/// Reason why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The method was stopped, or found no solution.
    #[error(transparent)]
    Unsolved(Unsolved),
    /// The position does not exist, or the game is over there.
    #[error(transparent)]
    Position(PositionError),
    /// The game has more positions than the method accepts.
    #[error("{positions} positions are too many for linear programs, which are for at most {most}; the default method takes them")]
    TooLarge {
        /// Upper bound on the number of positions of the game.
        positions: u64,
        /// Largest number of positions that the method accepts.
        most: u64,
    },
    /// The game can end in a draw, which Larsson and Wästlund's method does not allow.
    #[error("the game can end drawn, so alpha < beta may be, which the paper's method cannot prove; the other methods can")]
    Draws,
}

impl<E: Into<Unsolved>> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Unsolved(error.into())
    }
}

/// A solved game.
pub struct Solved {
    /// Values of all positions.
    pub solution: Solution,
    /// Left's moves and Right's moves from the initial position. Each move is stored as the number of its target, which
    /// is a position or an end of the game.
    pub first_options: [Vec<u32>; 2],
    /// The requested position and its moves, stored as in `first_options`.
    pub asked: Option<(usize, [Vec<u32>; 2])>,
    /// If `ordered` is true, no position can occur twice in a game.
    pub ordered: bool,
    /// Number of steps that Larsson and Wästlund's method took, if this method was used.
    pub steps: Option<u64>,
}

impl Method {
    /// Returns the largest number of positions that this method accepts, if it has a limit.
    fn most_positions(self) -> Option<u64> {
        match self {
            Self::Policy | Self::Iterate => None,
            #[cfg(feature = "lp")]
            Self::Lp => Some(lp::MAX_POSITIONS),
        }
    }
}

/// Refuses a game that is far too large for the method. The check uses an estimate, because the positions are not
/// numbered yet.
///
/// # Errors
/// [`Error::TooLarge`].
pub fn check_size(game: &dyn Game, method: Method) -> Result<(), Error> {
    // The estimate also counts finished boards, so it may exceed the number of positions by up to this factor.
    const FACTOR: u64 = 20;
    let (positions, _) = game.estimate();
    match method.most_positions() {
        Some(most) if positions > FACTOR * most => Err(Error::TooLarge { positions, most }),
        _ => Ok(()),
    }
}

/// Solves a game. If `asked` names a position, the result also describes that position.
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

/// Solves a graph. If the method is [`Method::Iterate`], also returns the number of steps.
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

/// Runs Larsson and Wästlund's method, which does not allow draws. Returns an error if the game can end in a draw.
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

/// Encodes the certificate of a solved game.
#[must_use]
pub fn certify(game: &dyn Game, solution: &Solution) -> Certificate {
    let bytes = emit::richman::emit(&game.name(), &[], solution);
    Certificate::new(bytes)
}

/// Estimates an upper bound, in bytes, of the memory for numbering and solving a game and for verifying its
/// certificate.
#[must_use]
pub fn estimate_memory(game: &dyn Game, method: Method) -> u64 {
    // Bytes per position for numbering, approximations, labels, policy, exact values, solution, certificate, and the
    // copy under verification.
    const POSITION: u64 = 320;
    // Bytes per option, in the graph and during its construction.
    const OPTION: u64 = 8;
    // Number of steps that the knight ending of bidding chess needs.
    const STEPS: u64 = 2644;
    let (positions, options) = game.estimate();
    // Each value has a numerator and a denominator, both in the pool of values and in the table.
    let value = game.value_bits() / 2;
    let each = POSITION.saturating_add(value);
    let iteration = match method {
        Method::Iterate => iterate::memory(positions, options, STEPS),
        _ => 0,
    };
    (20_u64 << 20).saturating_add(positions.saturating_mul(each)).saturating_add(options.saturating_mul(OPTION)).saturating_add(iteration)
}
