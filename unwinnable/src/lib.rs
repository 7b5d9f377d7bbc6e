//! Whether a side can still checkmate in chess, by any series of legal moves of both sides. A server has to know this when the other side's flag has fallen
//! (FIDE Laws of Chess, article 6.9), and to see that a position is dead (5.2.2).
//!
//! ```
//! use gamecert_unwinnable::{Color, End, Limits, Position, Reason, Solver, Verdict};
//!
//! let mut solver = Solver::new();
//!
//! // A knight mates in the corner, as the pawn takes the king's last square.
//! let position: Position = "7k/7p/8/8/8/8/8/K5N1 b - -".parse()?;
//! match solver.decide(&position, Color::White, Limits::default()).verdict {
//!     Verdict::Winnable(line) => {
//!         let end = line.iter().fold(position, |position, played| position.after(*played));
//!         assert_eq!(end.end(), Some(End::Mate(Color::White)));
//!     }
//!     verdict => panic!("{verdict:?}"),
//! }
//!
//! // Pawns block one another, and no king gets through.
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
//! - **Positions** are read from FEN ([`Position`], [`FenError`]). The side that may be unable to mate is the *intended winner*.
//! - **Questions**: [`Solver::decide`] returns an [`Answer`] with a [`Verdict`]: a line of moves that ends in mate, or the [`ClosedSet`] of positions in which the
//!   intended winner never mates, or that it is unknown. [`Solver::decide_quickly`] looks at a bounded number of positions, which is enough for nearly
//!   all positions of real games in which a side cannot mate. [`Solver::decide_shortest`] looks for a shortest line.
//! - **Limits** of nodes and of time ([`Limits`]) bound what a question takes. What is not found out within them is [`Verdict::Unknown`], never guessed.
//! - **Threads**: each thread has a [`Solver`] of its own, which it asks one question after the other.
//! - **Cancellation**: [`Solver::cancelled_by`] takes a flag that another thread may set.
//! - **Memory** that a solver keeps between questions is given back by [`Solver::release_memory`].
//! - **Rules**: [`Policy`] says how FIDE, US Chess, Lichess and Chess.com score a game in which a flag has fallen.
//!
//! The crate starts no threads, reads no files, prints nothing, and has no unsafe code. The example `unwinnable_server` answers questions on several threads.
//!
//! # Method
//!
//! The search follows M. Ambrona, *A Practical Algorithm for Chess Unwinnability* (FUN 2022), called *the paper* in this crate, and goes beyond it: both answers
//! come with evidence. The crate `gamecert-solver` writes the evidence as certificates, and the independent `gamecert-checker` verifies them. Pages such as
//! `spec/rules/chess.md` are in the [repository](https://github.com/gamecert/gamecert).

#![forbid(unsafe_code)]

mod chess;
mod policy;
mod search;

pub use chess::{BitBoard, Color, End, FenError, LegalMoves, Move, Position, Role, Square};
pub use cozy_chess;
pub use policy::{CanMate, Policy, Ruling};
pub use search::{Answer, ClosedSet, Limits, Reason, SHORTEST_FACTOR, Solver, USUAL_NODES, Verdict};

/// The parts of the search that decide by themselves that a side cannot mate: for tests that compare them with other implementations.
///
/// Programs that only ask questions need nothing of it. It may change in any release.
pub mod arguments {
    pub use crate::chess::mobility::{Mobility, Token};
    pub use crate::chess::skeleton::{Outcome, SkeletonArgument, Traces};
    pub use crate::search::closed_set::{Arguments, ClosedSetSearch};
}
