//! Legal moves, so that a program without a board can follow a game.

use std::ffi::c_char;

use crate::output::copy_text;
use crate::question::{self, Mistake};
use crate::solver::{GamecertSolver, State, with_state};
use crate::status::GamecertStatus;

/// Copies the legal moves of a position to `buffer`, as a null-terminated string in UCI notation (castling as e1g1) with
/// spaces between the moves. The moves are sorted by origin square, target square (a1, b1, ..., h8) and promotion (q, r,
/// b, n). The string is empty if the game is over. The last answer remains. `fen` is that of gamecert_solver_decide(),
/// and the other parameters are those of gamecert_solver_line().
///
/// # Safety
/// The requirements are those of gamecert_solver_line(), and `fen` must be NULL, which is an error, or a null-terminated
/// string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_legal_moves(
    solver: *const GamecertSolver,
    fen: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> GamecertStatus {
    let list = || {
        // SAFETY: the caller guarantees that the string is NULL or valid.
        let position = unsafe { question::position(fen) }?;
        let mut moves = Vec::new();
        position.legal_moves().for_each(|played| moves.push(played.to_string()));
        Ok(moves.join(" "))
    };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { write_text(solver, list, buffer, capacity, needed) }
}

/// Copies the position after a legal move to `buffer`, as a null-terminated FEN with four fields, without the move
/// counters. `uci` is one of the moves of gamecert_solver_legal_moves(); another move returns
/// GAMECERT_STATUS_ILLEGAL_MOVE. The last answer remains. `fen` is that of gamecert_solver_decide(), and the other
/// parameters are those of gamecert_solver_line().
///
/// # Safety
/// The requirements are those of gamecert_solver_line(), and `fen` and `uci` must be NULL, which is an error, or
/// null-terminated strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_after(
    solver: *const GamecertSolver,
    fen: *const c_char,
    uci: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> GamecertStatus {
    let play = || {
        // SAFETY: the caller guarantees that the strings are NULL or valid.
        let (position, uci) = unsafe { (question::position(fen)?, question::text(uci, "move")?) };
        let mut found = None;
        position.legal_moves().for_each(|played| {
            if played.to_string() == uci {
                found = Some(played);
            }
        });
        let illegal = || Mistake { status: GamecertStatus::IllegalMove, message: format!("{uci:?} is no legal move of this position") };
        Ok(position.after(found.ok_or_else(illegal)?).to_string())
    };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { write_text(solver, play, buffer, capacity, needed) }
}

/// Copies the text that `make` returns to a buffer, or keeps the message of the mistake.
///
/// # Safety
/// The requirements are those of [`gamecert_solver_line`](crate::gamecert_solver_line).
unsafe fn write_text(
    solver: *const GamecertSolver,
    make: impl FnOnce() -> Result<String, Mistake>,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> GamecertStatus {
    let write = |state: &mut State| {
        state.message.clear();
        match make() {
            // SAFETY: the caller guarantees that the buffer is valid, and the text is in memory of its own.
            Ok(text) => unsafe { copy_text(&text, buffer, capacity, needed) },
            Err(mistake) => mistake.report(state),
        }
    };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { with_state(solver, write) }
}
