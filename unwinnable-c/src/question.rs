//! Reads the parameters of questions.

use std::ffi::{CStr, c_char};
use std::time::Duration;

use gamecert_unwinnable::{Color, Limits, Position, USUAL_NODES};

use crate::answer::GamecertLimits;
use crate::solver::State;
use crate::status::GamecertStatus;

/// White as the intended winner.
pub const GAMECERT_WHITE: i32 = 0;
/// Black as the intended winner.
pub const GAMECERT_BLACK: i32 = 1;

/// A parameter that cannot be used: the status to return, and the message to keep.
pub(crate) struct Mistake {
    pub(crate) status: GamecertStatus,
    pub(crate) message: String,
}

impl Mistake {
    /// Keeps the message, and returns the status.
    pub(crate) fn report(self, state: &mut State) -> GamecertStatus {
        state.message = self.message;
        self.status
    }
}

/// Reads a side.
pub(crate) fn side(side: i32) -> Result<Color, Mistake> {
    match side {
        GAMECERT_WHITE => Ok(Color::White),
        GAMECERT_BLACK => Ok(Color::Black),
        _ => {
            let message = format!("the side is 0 for White or 1 for Black, not {side}");
            Err(Mistake { status: GamecertStatus::InvalidSide, message })
        }
    }
}

/// Reads a string. `name` says in messages what the string is.
///
/// # Safety
/// `text` must be NULL or a null-terminated string that nobody changes during `'a`.
pub(crate) unsafe fn text<'a>(text: *const c_char, name: &str) -> Result<&'a str, Mistake> {
    if text.is_null() {
        return Err(Mistake { status: GamecertStatus::NullPointer, message: format!("the {name} is NULL") });
    }
    // SAFETY: the pointer is not NULL, and the caller guarantees that the string ends with a zero byte and does not change meanwhile.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| Mistake { status: GamecertStatus::InvalidUtf8, message: format!("the {name} is not valid UTF-8") })
}

/// Reads a FEN.
///
/// # Safety
/// `fen` must be NULL or a null-terminated string that nobody changes meanwhile.
pub(crate) unsafe fn position(fen: *const c_char) -> Result<Position, Mistake> {
    // SAFETY: the caller guarantees what this function asks for.
    let fen = unsafe { text(fen, "FEN") }?;
    fen.parse().map_err(|error: gamecert_unwinnable::FenError| Mistake { status: GamecertStatus::InvalidFen, message: error.to_string() })
}

/// Reads limits. NULL and zeros stand for the defaults.
///
/// # Safety
/// `limits` must be NULL or point to limits that nobody changes meanwhile.
pub(crate) unsafe fn limits(limits: *const GamecertLimits) -> Limits {
    // SAFETY: the caller guarantees that the pointer is NULL or valid, and nobody writes through it.
    let limits = unsafe { limits.as_ref() }.copied().unwrap_or_default();
    let nodes = if limits.nodes == 0 { USUAL_NODES } else { limits.nodes };
    Limits { nodes, time: (limits.milliseconds > 0).then(|| Duration::from_millis(limits.milliseconds)) }
}
