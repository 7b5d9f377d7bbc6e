//! Exact values of games that nobody can check by hand, with certificates that the crate `gamecert-checker` verifies: endings of bidding chess, chip tables of
//! discrete bidding games, bidding scoring games, forced wins of losing chess, and chess positions that a side cannot win.
//!
//! The program `solve` is a command line over this library. Nothing here has to be believed: [`certificate::verify`] hands the bytes that were written to the
//! checker, which has rules of its own.
//!
//! # A game of your own
//!
//! Whoever wins two moves more than the other gets through the wall. With equal money neither wins by force:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use gamecert_solver::certificate::verify::verify_all;
//! use gamecert_solver::control::{Control, Silent};
//! use gamecert_solver::games::{Game, file};
//! use gamecert_solver::solve::bidding_game::{self, Method};
//!
//! let game = file::read(
//!     br#"{ "title": "A wall", "start": "wall", "positions": {
//!         "wall": { "left": ["breach"], "right": ["moat"] },
//!         "breach": { "left": ["L"], "right": ["wall"] },
//!         "moat": { "left": ["wall"], "right": ["R"] },
//!         "L": { "winner": "left" },
//!         "R": { "winner": "right" } } }"#,
//! )?;
//! let stop = AtomicBool::new(false); // set it, and the computation ends
//! let solved = bidding_game::solve(&game, None, Method::Policy, Control::new("wall", &Silent, &stop))?;
//! assert_eq!(solved.solution.alpha(game.start()).to_string(), "1/2");
//!
//! let certificate = bidding_game::certify(&game, &solved.solution);
//! verify_all(&[certificate])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # An ending of bidding chess
//!
//! An ending comes with those that captures and promotions lead to, each with a certificate that the others cite:
//!
//! ```
//! # use std::sync::atomic::AtomicBool;
//! # use gamecert_solver::certificate::verify::verify_all;
//! # use gamecert_solver::control::{Control, Silent};
//! use gamecert_solver::games::bidding_chess::{Board, Ending, Material};
//! use gamecert_solver::solve::bidding_chess;
//!
//! let board: Board = "4x4".parse()?;
//! let (rook, _) = Material::parse("KRK")?;
//! let family = Ending::family(board, &[rook])?;
//! # let stop = AtomicBool::new(false);
//! let solutions = bidding_chess::solve(&family, Control::new("KRK", &Silent, &stop))?;
//! let (ending, solution) = (&family[1], &solutions[1]);
//! assert_eq!(ending.material().to_string(), "KRK");
//! assert!(solution.is_sharp(), "alpha = beta at every position");
//! verify_all(&bidding_chess::certify(&family, &solutions))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! Data goes one way. [`games`] have the rules and number positions. [`engine`] computes on option graphs and positions and knows no game. What engines compute and
//! certificates state is [`model`]. [`certificate`] writes it as bytes, has the checker verify these, and reads them back. [`solve`] goes from a question to a
//! verified certificate. [`answers`] makes data for people of verified results, [`play`] advises at a bid, `figures` says what is drawn, and `cli` prints; [`explorer`] answers the page. A long computation is handed a
//! [`control::Control`], which tells its progress and stops it.
//!
//! # Features
//!
//! `cli`, on by default, is the program with all that it can do. Without it the library has no command line, and compiles for WebAssembly. `lp` adds the method by
//! linear programs, `pgn` the reading of games for unwinnability (`game`: of one game as text), `plot` the drawing of figures.

pub mod answers;
#[cfg(feature = "cli")]
pub mod cli;
pub mod explorer;
#[cfg(feature = "plot")]
pub mod figures;
pub mod play;
pub use gamecert_engine::{control, engine, games, model};
#[cfg(feature = "plot")]
pub use gamecert_plot as plot;
pub use gamecert_prove::{certificate, solve};
