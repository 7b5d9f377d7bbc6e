//! Computes exact results about games. Each result has a certificate, which the crate `gamecert-checker` verifies.
//!
//! The program `solve` is a command line over this library. No one has to trust this crate: [`certificate::verify`]
//! passes the written bytes to the checker, which has its own implementation of the rules.
//!
//! # Your own game
//!
//! In the following game, the first player who has made two moves more than the other player wins. With equal money,
//! neither player can force a win:
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
//! let stop = AtomicBool::new(false); // set it to end the computation
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
//! A family consists of an ending and of all endings that can arise from it by captures and promotions. Each ending
//! gets a certificate, which the certificates of larger endings cite:
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
//! # Modules
//!
//! Data flows through the modules in one direction. [`games`] implements the rules and numbers positions. [`engine`]
//! contains algorithms that do not depend on a particular game. [`model`] defines the data that engines compute and
//! that certificates claim. [`certificate`] encodes this data, has the checker verify the bytes, and reads the bytes
//! back. [`solve`] takes a question and produces a verified certificate. [`answers`] turns verified results into data
//! for people. [`play`] advises on bids, `figures` prepares the data of figures, `cli` prints, and [`explorer`] answers
//! the requests of the web page. A long computation takes a [`control::Control`], which reports progress and can stop
//! the computation.
//!
//! # Features
//!
//! The default feature `cli` enables the whole program. Without `cli`, the library has no command line and compiles for
//! WebAssembly. `lp` adds the solution method by linear programs. `pgn` adds the search of PGN files for unwinnable
//! positions, and `game` adds only the reading of a single game in PGN. `plot` adds the drawing of figures.

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
