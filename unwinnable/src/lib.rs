//! Whether a side can still checkmate in chess, by any series of legal moves of both sides: what a server has to know when the other side's flag has fallen (FIDE
//! Laws of Chess, article 6.9), and when a position is dead (5.2.2).
//!
//! ```
//! use gamecert_unwinnable::{Color, Limits, Position, Solver, Verdict};
//!
//! let mut solver = Solver::new();
//! // A knight mates in a corner, if a pawn takes the king's last square.
//! let position: Position = "7k/7p/8/8/8/8/8/K5N1 b - -".parse()?;
//! let Verdict::Winnable(line) = solver.decide(&position, Color::White, Limits::default()).verdict else { panic!("White can mate") };
//! assert!(line.iter().fold(position, |position, played| position.after(*played)).end().is_some());
//!
//! // Pawns that stop one another.
//! let wall: Position = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -".parse()?;
//! let answer = solver.decide(&wall, Color::White, Limits::nodes(100_000));
//! assert!(matches!(answer.verdict, Verdict::Unwinnable(_)));
//! # Ok::<(), gamecert_unwinnable::FenError>(())
//! ```
//!
//! A [`Solver`] is made once for each thread and asked about one position after the other; it keeps its memory and gives it back on demand
//! ([`Solver::release_memory`]). It gives up at the [`Limits`] of a question or when another thread sets a flag ([`Solver::stopped_by`]). The crate starts no threads, reads
//! no files, and has no unsafe code. [`Policy`] says what rule books and servers make of a fallen flag.
//!
//! The algorithm follows M. Ambrona, *A Practical Algorithm for Chess Unwinnability* (FUN 2022), and goes beyond it: both answers come with evidence, a line that ends in mate or a
//! set of positions closed under legal moves in which the intended winner never mates. The crate `gamecert-solver` writes such evidence as certificates, and the independent `gamecert-checker`
//! verifies them.

#![forbid(unsafe_code)]

pub mod chess;
pub mod policy;
pub mod search;

pub use chess::text::FenError;
pub use chess::{BitBoard, Color, End, Move, Piece, Position, Square};
pub use policy::{Policy, Ruling};
pub use search::{Answer, Closed, Limits, Reason, Solver, USUAL_NODES, Verdict};
