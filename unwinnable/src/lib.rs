//! Decides whether a side can still checkmate in chess, by any series of legal moves of both sides. Chess servers ask
//! this question when a player's flag falls (FIDE Laws, article 6.9).
//!
//! ```
//! use gamecert_unwinnable::{Color, End, Limits, Position, Reason, Solver, Verdict};
//!
//! let mut solver = Solver::new();
//!
//! // A knight mates in the corner, because the black pawn blocks the king's last escape square.
//! let position: Position = "7k/7p/8/8/8/8/8/K5N1 b - -".parse()?;
//! match solver.decide(&position, Color::White, Limits::default()).verdict {
//!     Verdict::Winnable(line) => {
//!         let end = line.iter().fold(position, |position, played| position.after(*played));
//!         assert_eq!(end.end(), Some(End::Mate(Color::White)));
//!     }
//!     verdict => panic!("{verdict:?}"),
//! }
//!
//! // The pawns block one another, and neither king can get through.
//! let position: Position = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -".parse()?;
//! match solver.decide(&position, Color::White, Limits::default()).verdict {
//!     Verdict::Unwinnable(set) => assert_eq!(set.reason, Reason::Static),
//!     verdict => panic!("{verdict:?}"),
//! }
//! # Ok::<(), gamecert_unwinnable::FenError>(())
//! ```
//!
//! # Use
//!
//! - **Positions** are parsed from FEN ([`Position`], [`FenError`]). The side that may be unable to mate is
//!   the *intended winner*.
//! - **Questions**: [`Solver::decide`] returns an [`Answer`] with a [`Verdict`], which contains the evidence.
//!   [`Solver::decide_quickly`] searches a bounded number of positions, which suffices for nearly all unwinnable
//!   positions of real games. [`Solver::decide_shortest`] looks for a shortest line of moves to mate, and
//!   [`Solver::reporting_to`] reports how far it has got.
//! - **Limits** of nodes and of time ([`Limits`]) bound the cost of a question. The solver never guesses. If the solver
//!   reaches a limit, the verdict is [`Verdict::Unknown`].
//! - **Threads**: create a [`Solver`] for each thread. A solver answers one question at a time.
//! - **Cancellation**: Another thread can cancel a question by setting the flag that [`Solver::cancelled_by`] takes.
//! - **Memory**: [`Solver::release_memory`] releases the memory that a solver keeps between questions.
//! - **Rules**: If a flag has fallen, [`Policy`] decides the result according to the rules of FIDE, US Chess, Lichess
//!   or Chess.com.
//!
//! The crate starts no threads, reads no files, prints nothing, and has no unsafe code. The example `unwinnable_server`
//! answers questions on several threads.
//!
//! # Method
//!
//! The search follows the paper *A Practical Algorithm for Chess Unwinnability* by Ambrona (FUN 2022), which the
//! comments of this crate call *the paper*. Ambrona's algorithm produces evidence only if a side can mate. This crate
//! also produces evidence if a side cannot mate. With the feature `certificate`, the crate writes the evidence as
//! certificates, which the independent `gamecert-checker` verifies. Files such as `spec/rules/chess.md` are in the
//! [repository](https://github.com/gamecert/gamecert).

#![forbid(unsafe_code)]

#[cfg(feature = "certificate")]
pub mod certificate;
mod chess;
mod policy;
mod search;

pub use chess::{BitBoard, Color, End, FenError, FenField, LegalMoves, Move, Position, Role, Square};
pub use cozy_chess;
pub use policy::{CanMate, Policy, Ruling};
pub use search::{Answer, ClosedSet, Limits, Progress, Reason, SHORTEST_FACTOR, ShortestAnswer, Solver, USUAL_NODES, Verdict};

/// The arguments that prove that a side cannot mate. The module is public so that tests can compare the arguments with
/// other implementations.
///
/// Programs that only ask questions do not need this module, which may change in any release.
pub mod arguments {
    pub use crate::chess::mobility::{Mobility, Token};
    pub use crate::chess::skeleton::{Outcome, SkeletonArgument, Traces};
    pub use crate::search::closed_set::{Arguments, ClosedSetSearch};
}
