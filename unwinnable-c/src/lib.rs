//! The C interface of `gamecert-unwinnable`, for servers in other languages. `include/gamecert_unwinnable.h` is made from this file.
//!
//! Everything that is searched is done by that crate; here are only handles, codes and buffers. Unsafe code is allowed in this crate alone. No panic leaves it:
//! each function that runs other code catches them, and returns a status.

use std::ffi::{CStr, c_char};
use std::panic::{self, AssertUnwindSafe};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use gamecert_unwinnable::{Answer, Color, Limits, Position, Solver, USUAL_NODES, Verdict};

/// What a function returns. All values but GAMECERT_STATUS_OK are errors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamecertStatus {
    /// The function has done what it was asked.
    Ok = 0,
    /// A pointer is NULL that must not be.
    NullPointer = 1,
    /// The FEN is not valid UTF-8.
    InvalidUtf8 = 2,
    /// The FEN is invalid. gamecert_solver_message() says why.
    InvalidFen = 3,
    /// The side is neither GAMECERT_WHITE nor GAMECERT_BLACK.
    InvalidSide = 4,
    /// The buffer is too small for the text. Nothing was written to it.
    BufferTooSmall = 5,
    /// Another thread is using the solver.
    Busy = 6,
    /// An internal error. The solver has forgotten everything and can be used again.
    Internal = 7,
}

/// Whether the intended winner can mate.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamecertVerdict {
    /// It was not found out within the limits, or the search was cancelled.
    Unknown = 0,
    /// The intended winner can mate. gamecert_solver_line() gives the moves.
    Winnable = 1,
    /// The intended winner cannot mate, whatever both sides do.
    Unwinnable = 2,
}

/// White as the intended winner.
pub const GAMECERT_WHITE: i32 = 0;
/// Black as the intended winner.
pub const GAMECERT_BLACK: i32 = 1;

/// When a search gives up.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct GamecertLimits {
    /// About how many positions are looked at, at most. 0 stands for 16777216.
    pub nodes: u64,
    /// The time limit in milliseconds. 0 stands for none. With a time limit a verdict may depend on the machine.
    pub milliseconds: u64,
}

/// The answer to a question.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GamecertAnswer {
    /// Whether the intended winner can mate.
    pub verdict: GamecertVerdict,
    /// The kind of evidence, which is never NULL and never freed: "mate" (a line that ends in mate), "over" (the game is over), "material", "static" (no mating
    /// net can come about), "skeletons" (a fortress), "closed" (all positions that can follow), or "" if the verdict is unknown.
    pub evidence: *const c_char,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// A flag by which any thread can cancel the searches of the solvers that were made with it.
pub struct GamecertCancellation(Arc<AtomicBool>);

/// Answers questions, one after the other. Each thread has a solver of its own.
pub struct GamecertSolver(Mutex<State>);

#[derive(Default)]
struct State {
    solver: Solver,
    /// The moves of the last answer, as UCI has them, with spaces between.
    line: String,
    /// What was wrong with the last question.
    message: String,
}

/// Runs `act` so that no panic leaves it.
fn guarded(act: impl FnOnce() -> GamecertStatus) -> GamecertStatus {
    panic::catch_unwind(AssertUnwindSafe(act)).unwrap_or(GamecertStatus::Internal)
}

/// Runs `act` on the state of a solver, unless another thread is using it. After a panic the solver has its initial state.
fn with_state(solver: &GamecertSolver, act: impl FnOnce(&mut State) -> GamecertStatus) -> GamecertStatus {
    let mut state = match solver.0.try_lock() {
        Ok(state) => state,
        Err(TryLockError::WouldBlock) => return GamecertStatus::Busy,
        // Panics are caught before they reach the lock, so that its state is good.
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

/// Makes a flag that is not set. Free it with gamecert_cancellation_free().
#[unsafe(no_mangle)]
pub extern "C" fn gamecert_cancellation_new() -> *mut GamecertCancellation {
    Box::into_raw(Box::new(GamecertCancellation(Arc::default())))
}

/// Sets the flag (true), after which all searches with it end soon and their verdicts are unknown, or clears it (false). Any thread may do so at any time. NULL
/// is ignored.
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

/// Frees a flag. Solvers that were made with it can still be used. NULL is ignored.
///
/// # Safety
/// `cancellation` must be NULL or come from gamecert_cancellation_new(), and must not be used any more, by any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_cancellation_free(cancellation: *mut GamecertCancellation) {
    if !cancellation.is_null() {
        // SAFETY: the pointer comes from `Box::into_raw`, and the caller guarantees that nobody uses it any more.
        drop(unsafe { Box::from_raw(cancellation) });
    }
}

/// Makes a solver. `cancellation` may be NULL; it may be freed before the solver is. Returns NULL if that fails. Free the solver with gamecert_solver_free().
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

/// Frees a solver with all of its memory. NULL is ignored.
///
/// # Safety
/// `solver` must be NULL or come from gamecert_solver_new(), and must not be used any more, by any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_free(solver: *mut GamecertSolver) {
    if !solver.is_null() {
        // SAFETY: the pointer comes from `Box::into_raw`, and the caller guarantees that nobody uses it any more.
        let solver = unsafe { Box::from_raw(solver) };
        let _ = panic::catch_unwind(AssertUnwindSafe(|| drop(solver)));
    }
}

/// Decides whether a side can still mate by any series of legal moves of both sides. `fen` is the position in four to six fields, ended by a zero byte;
/// `intended_winner` is GAMECERT_WHITE or GAMECERT_BLACK; `limits` may be NULL for the default ones. The answer is written to `answer`, unless an error is
/// returned.
///
/// # Safety
/// `solver` must come from gamecert_solver_new(), and must not have been freed. `fen` must be a string that ends with a zero byte. `limits` and `answer` must
/// point to such structures. Each of these pointers may be NULL; all but `limits` are an error then.
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

/// As gamecert_solver_decide(), but decides only what can be seen quickly, which is mostly that a side cannot mate. Otherwise the verdict is unknown.
///
/// # Safety
/// As for gamecert_solver_decide().
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

/// Reads a question and has `decide` answer it.
///
/// # Safety
/// As for [`gamecert_solver_decide`].
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

/// The name of a reason, ended by a zero byte.
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

/// Copies the moves of the last answer to a buffer, as UCI has them, with spaces between, and ended by a zero byte. The text is empty unless the verdict was
/// winnable, and also if the position itself was the mate. The number of bytes that are needed, the zero byte included, is written to `needed`, which may be
/// NULL. With a `capacity` of 0, `buffer` may be NULL.
///
/// # Safety
/// `solver` must come from gamecert_solver_new(), and must not have been freed. `buffer` must point to `capacity` bytes. `needed` must be NULL or point to a
/// size_t.
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

/// Copies a sentence to a buffer that says what was wrong with the last question, for people. It is empty if nothing was. The parameters are as those of
/// gamecert_solver_line().
///
/// # Safety
/// As for gamecert_solver_line().
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

/// Copies a text of a solver to a buffer.
///
/// # Safety
/// As for [`gamecert_solver_line`].
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

/// Gives back the memory that a solver keeps between questions, and forgets the last answer.
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

/// The meaning of a status as a sentence, for people. It is never NULL and never freed. Takes a number, so that any number may be asked about.
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

/// The version of this library, such as "0.2.0". It is never NULL and never freed.
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
