//! The C interface of `gamecert-unwinnable`, for servers in other languages. The header `include/gamecert_unwinnable.h`
//! is generated from this file.
//!
//! The Rust crate does all searching. This crate only adds handles, status codes and buffers, and it is the only crate
//! of the project with unsafe code. No panic crosses the interface, because each function that runs other code catches
//! panics and returns a status.

use std::ffi::{CStr, c_char};
use std::panic::{self, AssertUnwindSafe};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use gamecert_unwinnable::{Answer, Color, Limits, Position, Solver, USUAL_NODES, Verdict};

/// The status that a function returns. All values except GAMECERT_STATUS_OK are errors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamecertStatus {
    /// Success.
    Ok = 0,
    /// A required pointer is NULL.
    NullPointer = 1,
    /// The FEN is not valid UTF-8.
    InvalidUtf8 = 2,
    /// The FEN is invalid. gamecert_solver_message() explains the error.
    InvalidFen = 3,
    /// The side is neither GAMECERT_WHITE nor GAMECERT_BLACK.
    InvalidSide = 4,
    /// The buffer is too small for the text. Nothing was written to it.
    BufferTooSmall = 5,
    /// Another thread is using the solver.
    Busy = 6,
    /// Internal error. The solver has been reset and can be used again.
    Internal = 7,
}

/// The answer to the question whether the intended winner can mate.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamecertVerdict {
    /// Undecided: a limit was reached, or the search was cancelled.
    Unknown = 0,
    /// The intended winner can mate. gamecert_solver_line() returns the moves.
    Winnable = 1,
    /// The intended winner cannot mate, whatever both sides do.
    Unwinnable = 2,
}

/// White as the intended winner.
pub const GAMECERT_WHITE: i32 = 0;
/// Black as the intended winner.
pub const GAMECERT_BLACK: i32 = 1;

/// Limits after which a search gives up.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct GamecertLimits {
    /// Approximate maximum number of positions to search. 0 selects the default, 16777216.
    pub nodes: u64,
    /// Time limit in milliseconds; 0 means no limit. With a time limit, verdicts may depend on the speed of the
    /// machine.
    pub milliseconds: u64,
}

/// A verdict, the kind of its evidence, and the number of positions searched.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GamecertAnswer {
    /// Whether the intended winner can mate.
    pub verdict: GamecertVerdict,
    /// Name of the kind of evidence. The pointer is never NULL and must not be freed. The name is "mate" (a line ends
    /// in mate), "over" (the game is over), "material" (too little material), "static" (no mating net is possible),
    /// "skeletons" (a fortress), "closed" (all reachable positions were searched), or "" if the verdict is unknown.
    pub evidence: *const c_char,
    /// Number of positions searched.
    pub nodes: u64,
}

/// A flag with which any thread can cancel searches. The flag applies to all solvers that are created with it.
pub struct GamecertCancellation(Arc<AtomicBool>);

/// A solver, which answers one question at a time. Use a separate solver in each thread.
pub struct GamecertSolver(Mutex<State>);

#[derive(Default)]
struct State {
    solver: Solver,
    /// Moves of the last answer in UCI notation, separated by spaces.
    line: String,
    /// Error message for the last question.
    message: String,
}

/// Runs `act` and turns a panic into an error status.
fn guarded(act: impl FnOnce() -> GamecertStatus) -> GamecertStatus {
    panic::catch_unwind(AssertUnwindSafe(act)).unwrap_or(GamecertStatus::Internal)
}

/// Runs `act` on the state of a solver, unless another thread is using the solver. Resets the solver after a panic.
fn with_state(solver: &GamecertSolver, act: impl FnOnce(&mut State) -> GamecertStatus) -> GamecertStatus {
    let mut state = match solver.0.try_lock() {
        Ok(state) => state,
        Err(TryLockError::WouldBlock) => return GamecertStatus::Busy,
        // Panics are caught before they reach the lock, so the state is consistent.
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
    };
    let status = guarded(|| act(&mut state));
    if status == GamecertStatus::Internal {
        state.line.clear();
        state.message.clear();
        state.solver.release_memory();
    }
    status
}

/// Creates a flag that is not set. Free it with gamecert_cancellation_free().
#[unsafe(no_mangle)]
pub extern "C" fn gamecert_cancellation_new() -> *mut GamecertCancellation {
    Box::into_raw(Box::new(GamecertCancellation(Arc::default())))
}

/// Sets the flag (true) or clears it (false). Once the flag is set, all searches that use the flag end soon, and their
/// verdicts are unknown. Any thread may call this function at any time. NULL is ignored.
///
/// # Safety
/// `cancellation` must be NULL or come from gamecert_cancellation_new(), and must not have been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_cancellation_set(cancellation: *const GamecertCancellation, cancelled: bool) {
    // SAFETY: the caller guarantees that the pointer is NULL or valid. Only shared references are ever made from it.
    if let Some(GamecertCancellation(flag)) = unsafe { cancellation.as_ref() } {
        flag.store(cancelled, Ordering::Relaxed);
    }
}

/// Frees a flag. Solvers created with the flag can still be used. NULL is ignored.
///
/// # Safety
/// `cancellation` must be NULL or come from gamecert_cancellation_new(), and no thread may use it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_cancellation_free(cancellation: *mut GamecertCancellation) {
    if !cancellation.is_null() {
        // SAFETY: the pointer comes from `Box::into_raw`, and the caller guarantees that nobody uses it any more.
        drop(unsafe { Box::from_raw(cancellation) });
    }
}

/// Creates a solver. Returns NULL on failure. `cancellation` may be NULL, and may be freed before the solver. Free the
/// solver with gamecert_solver_free().
///
/// # Safety
/// `cancellation` must be NULL or come from gamecert_cancellation_new(), and must not have been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_new(cancellation: *const GamecertCancellation) -> *mut GamecertSolver {
    // SAFETY: the caller guarantees that the pointer is NULL or valid. Only shared references are ever made from it.
    let cancellation = unsafe { cancellation.as_ref() };
    let new = || {
        let solver = match cancellation {
            Some(GamecertCancellation(flag)) => Solver::new().cancelled_by(Arc::clone(flag)),
            None => Solver::new(),
        };
        Box::into_raw(Box::new(GamecertSolver(Mutex::new(State { solver, ..State::default() }))))
    };
    panic::catch_unwind(AssertUnwindSafe(new)).unwrap_or(ptr::null_mut())
}

/// Frees a solver and all its memory. NULL is ignored.
///
/// # Safety
/// `solver` must be NULL or come from gamecert_solver_new(), and no thread may use it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_free(solver: *mut GamecertSolver) {
    if !solver.is_null() {
        // SAFETY: the pointer comes from `Box::into_raw`, and the caller guarantees that nobody uses it any more.
        let solver = unsafe { Box::from_raw(solver) };
        let _ = panic::catch_unwind(AssertUnwindSafe(|| drop(solver)));
    }
}

/// Decides whether a side can still mate by any sequence of legal moves of both sides. `fen` is the position, a
/// null-terminated string with four to six fields. `intended_winner` is GAMECERT_WHITE or GAMECERT_BLACK. If `limits`
/// is NULL, the default limits apply. The function writes the answer to `answer`, unless it returns an error.
///
/// # Safety
/// `solver` must come from gamecert_solver_new(), and must not have been freed. `fen` must be a null-terminated string.
/// `limits` and `answer` must point to structures of their types. Each of these pointers may be NULL; for all except
/// `limits`, NULL is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_decide(
    solver: *const GamecertSolver,
    fen: *const c_char,
    intended_winner: i32,
    limits: *const GamecertLimits,
    answer: *mut GamecertAnswer,
) -> GamecertStatus {
    // SAFETY: the caller guarantees that the pointer is NULL or valid, and nobody writes through it.
    let limits = unsafe { limits.as_ref() }.copied().unwrap_or_default();
    let nodes = if limits.nodes == 0 { USUAL_NODES } else { limits.nodes };
    let time = (limits.milliseconds > 0).then(|| Duration::from_millis(limits.milliseconds));
    let limits = Limits { nodes, time };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { ask(solver, fen, intended_winner, answer, |solver, position, side| solver.decide(position, side, limits)) }
}

/// Answers the same question as gamecert_solver_decide(), but only by a quick search. The verdict is unknown if the
/// quick search does not find the answer. The quick search mostly proves that a side cannot mate, and seldom finds a
/// mate.
///
/// # Safety
/// The requirements are those of gamecert_solver_decide().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_decide_quickly(
    solver: *const GamecertSolver,
    fen: *const c_char,
    intended_winner: i32,
    answer: *mut GamecertAnswer,
) -> GamecertStatus {
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { ask(solver, fen, intended_winner, answer, Solver::decide_quickly) }
}

/// Checks and parses the parameters of a question, lets `decide` answer it, and writes the answer to `answer`.
///
/// # Safety
/// The requirements are those of [`gamecert_solver_decide`].
unsafe fn ask(
    solver: *const GamecertSolver,
    fen: *const c_char,
    intended_winner: i32,
    answer: *mut GamecertAnswer,
    decide: impl FnOnce(&mut Solver, &Position, Color) -> Answer,
) -> GamecertStatus {
    // SAFETY: the caller guarantees that the pointer is NULL or valid. Only shared references are ever made from it.
    let Some(solver) = (unsafe { solver.as_ref() }) else { return GamecertStatus::NullPointer };
    if fen.is_null() || answer.is_null() {
        return GamecertStatus::NullPointer;
    }
    // SAFETY: the pointer is not NULL, and the caller guarantees that the string ends with a zero byte and does not change meanwhile.
    let fen = unsafe { CStr::from_ptr(fen) };
    with_state(solver, |state| {
        state.line.clear();
        state.message.clear();
        let side = match intended_winner {
            GAMECERT_WHITE => Color::White,
            GAMECERT_BLACK => Color::Black,
            _ => {
                state.message = format!("the side is 0 for White or 1 for Black, not {intended_winner}");
                return GamecertStatus::InvalidSide;
            }
        };
        let Ok(fen) = fen.to_str() else {
            state.message = "the FEN is not valid UTF-8".to_owned();
            return GamecertStatus::InvalidUtf8;
        };
        let position: Position = match fen.parse() {
            Ok(position) => position,
            Err(error) => {
                state.message = error.to_string();
                return GamecertStatus::InvalidFen;
            }
        };
        let Answer { verdict, nodes } = decide(&mut state.solver, &position, side);
        let (verdict, evidence) = match verdict {
            Verdict::Winnable(line) => {
                state.line = line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                (GamecertVerdict::Winnable, c"mate")
            }
            Verdict::Unwinnable(set) => (GamecertVerdict::Unwinnable, c_name(set.reason)),
            Verdict::Unknown => (GamecertVerdict::Unknown, c""),
        };
        // SAFETY: the pointer is not NULL, and the caller guarantees that it points to an answer. Nothing is read through it.
        unsafe { answer.write(GamecertAnswer { verdict, evidence: evidence.as_ptr(), nodes }) };
        GamecertStatus::Ok
    })
}

/// Returns the null-terminated name of a reason.
fn c_name(reason: gamecert_unwinnable::Reason) -> &'static CStr {
    use gamecert_unwinnable::Reason;
    match reason {
        Reason::Over => c"over",
        Reason::Material => c"material",
        Reason::Static => c"static",
        Reason::Skeletons => c"skeletons",
        Reason::Closed => c"closed",
    }
}

/// Copies the moves of the last answer to `buffer`, as a null-terminated string in UCI notation with spaces between the
/// moves. The string is empty if the verdict was not winnable, or if the position itself was already mate. The function
/// writes the number of bytes needed, including the terminating null byte, to `needed`, unless `needed` is NULL.
/// `buffer` may be NULL if `capacity` is 0.
///
/// # Safety
/// `solver` must come from gamecert_solver_new(), and must not have been freed. `buffer` must point to `capacity`
/// bytes. `needed` must be NULL or point to a size_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_line(
    solver: *const GamecertSolver,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> GamecertStatus {
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { copy_of(solver, buffer, capacity, needed, |state| &state.line) }
}

/// Copies the error message for the last question to a buffer. The message is a text for people, and is empty if there
/// was no error. The parameters are those of gamecert_solver_line().
///
/// # Safety
/// The requirements are those of gamecert_solver_line().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_message(
    solver: *const GamecertSolver,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> GamecertStatus {
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { copy_of(solver, buffer, capacity, needed, |state| &state.message) }
}

/// Copies the string that `text` selects from the state of a solver to a buffer.
///
/// # Safety
/// The requirements are those of [`gamecert_solver_line`].
unsafe fn copy_of(
    solver: *const GamecertSolver,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    text: impl FnOnce(&State) -> &str,
) -> GamecertStatus {
    // SAFETY: the caller guarantees that the pointer is NULL or valid. Only shared references are ever made from it.
    let Some(solver) = (unsafe { solver.as_ref() }) else { return GamecertStatus::NullPointer };
    with_state(solver, |state| {
        let text = text(state).as_bytes();
        if !needed.is_null() {
            // SAFETY: the pointer is not NULL, and the caller guarantees that it points to a number. Nothing is read through it.
            unsafe { needed.write(text.len() + 1) };
        }
        if capacity <= text.len() {
            return GamecertStatus::BufferTooSmall;
        }
        if buffer.is_null() {
            return GamecertStatus::NullPointer;
        }
        // SAFETY: `capacity` bytes can be written, as the caller guarantees, which is more than the text has; and the text, which the solver owns, is not in them.
        unsafe {
            ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast(), text.len());
            buffer.add(text.len()).write(0);
        }
        GamecertStatus::Ok
    })
}

/// Releases the memory that a solver keeps between questions, and discards the last answer.
///
/// # Safety
/// `solver` must be NULL, which is an error, or come from gamecert_solver_new(), and must not have been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_release_memory(solver: *const GamecertSolver) -> GamecertStatus {
    // SAFETY: the caller guarantees that the pointer is NULL or valid. Only shared references are ever made from it.
    let Some(solver) = (unsafe { solver.as_ref() }) else { return GamecertStatus::NullPointer };
    with_state(solver, |state| {
        state.solver.release_memory();
        (state.line, state.message) = (String::new(), String::new());
        GamecertStatus::Ok
    })
}

/// Returns the meaning of a status as a sentence for people. The pointer is never NULL and must not be freed. The
/// parameter is an integer, so that any value can be passed.
#[unsafe(no_mangle)]
pub extern "C" fn gamecert_status_text(status: i32) -> *const c_char {
    let text = match status {
        0 => c"ok",
        1 => c"a pointer is NULL",
        2 => c"the FEN is not valid UTF-8",
        3 => c"the FEN is invalid",
        4 => c"the side is neither White nor Black",
        5 => c"the buffer is too small",
        6 => c"another thread is using the solver",
        7 => c"internal error",
        _ => c"no such status",
    };
    text.as_ptr()
}

/// Returns the version of this library, such as "0.2.0". The pointer is never NULL and must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn gamecert_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"",
    };
    VERSION.as_ptr()
}

#[cfg(test)]
mod tests;
