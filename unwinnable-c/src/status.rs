//! Status codes, and how a panic becomes one.

use std::ffi::{CStr, c_char};
use std::panic::{self, AssertUnwindSafe};

/// The status that a function returns. All values except GAMECERT_STATUS_OK are errors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamecertStatus {
    /// Success.
    Ok = 0,
    /// A required pointer is NULL.
    NullPointer = 1,
    /// A FEN or a move is not valid UTF-8.
    InvalidUtf8 = 2,
    /// The FEN is invalid. gamecert_solver_message() explains the error.
    InvalidFen = 3,
    /// The side is neither GAMECERT_WHITE nor GAMECERT_BLACK.
    InvalidSide = 4,
    /// The buffer is too small. Nothing was written to it.
    BufferTooSmall = 5,
    /// Another thread is using the solver.
    Busy = 6,
    /// Internal error. The solver has been reset and can be used again.
    Internal = 7,
    /// The policy is none of GamecertPolicy.
    InvalidPolicy = 8,
    /// The move is not legal in the position.
    IllegalMove = 9,
}

/// Runs `act` and turns a panic into an error status.
pub(crate) fn guarded(act: impl FnOnce() -> GamecertStatus) -> GamecertStatus {
    panic::catch_unwind(AssertUnwindSafe(act)).unwrap_or(GamecertStatus::Internal)
}

/// Returns the meaning of a status as a sentence for people. The pointer is never NULL and must not be freed. The
/// parameter is an integer, so that any value can be passed.
#[unsafe(no_mangle)]
pub extern "C" fn gamecert_status_text(status: i32) -> *const c_char {
    let text = match status {
        0 => c"ok",
        1 => c"a pointer is NULL",
        2 => c"the FEN or the move is not valid UTF-8",
        3 => c"the FEN is invalid",
        4 => c"the side is neither White nor Black",
        5 => c"the buffer is too small",
        6 => c"another thread is using the solver",
        7 => c"internal error",
        8 => c"no such policy",
        9 => c"the move is illegal",
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
