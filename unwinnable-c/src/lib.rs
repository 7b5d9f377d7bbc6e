//! The C interface of `gamecert-unwinnable`, for servers in other languages. The header `include/gamecert_unwinnable.h`
//! is generated from the files of this folder.
//!
//! The Rust crate does all searching. This crate only adds handles, status codes and buffers, and it is the only crate
//! of the project with unsafe code. No panic crosses the interface, because each function that runs other code catches
//! panics and returns a status.
//!
//! `status` has the status codes, `solver` the handles, `question` reads positions and sides, and `output` copies to
//! the caller's buffers. `answer`, `ruling` and `moves` have the functions that answer.

// The header has the functions in this order.
mod status;

mod solver;

mod answer;
mod output;
mod question;
mod ruling;

mod moves;

pub use answer::*;
pub use moves::*;
pub use output::*;
pub use question::{GAMECERT_BLACK, GAMECERT_WHITE};
pub use ruling::*;
pub use solver::{
    GamecertCancellation, GamecertSolver, gamecert_cancellation_free, gamecert_cancellation_new, gamecert_cancellation_set,
    gamecert_solver_free, gamecert_solver_new, gamecert_solver_release_memory,
};
pub use status::{GamecertStatus, gamecert_status_text, gamecert_version};

#[cfg(test)]
mod tests;
