//! Results of games in which a flag has fallen, by the rules of rule books and servers.

use std::ffi::c_char;

use gamecert_unwinnable::{CanMate, Policy, Ruling};

use crate::answer::{GamecertLimits, GamecertVerdict};
use crate::question::{self, Mistake};
use crate::solver::{GamecertSolver, State, with_state};
use crate::status::GamecertStatus;

/// The rule of a rule book or chess server about the result when a flag falls.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamecertPolicy {
    /// FIDE 6.9: the game is drawn if the side with time left cannot mate by any series of legal moves.
    FideTimeout = 0,
    /// FIDE 5.2.2 alone: if neither side can mate, the game was already drawn before the flag fell.
    FideDead = 1,
    /// US Chess rules 14D4 and 14E, without the clause about forced wins.
    Uscf = 2,
    /// Lichess until August 2026: the game is drawn if the material of both sides excludes a mate by the side with time
    /// left.
    Lichess2025 = 3,
    /// Lichess since August 2026: the same, and the game is drawn if each legal move of the flagged side leads to such a
    /// draw.
    Lichess2026 = 4,
    /// Chess.com: the game is drawn if the side with time left has a bare king, or a king and one bishop or knight.
    Chesscom = 5,
}

/// The result that a policy assigns when a flag has fallen.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamecertRuling {
    /// The result is unknown, because the policy depends on a question that was not decided within the limits.
    Unknown = 0,
    /// The side with time left wins.
    Win = 1,
    /// The game is drawn.
    Draw = 2,
    /// The game had ended before the flag fell, by stalemate or by a mate against the side with time left.
    Over = 3,
}

/// Returns the policy with a number of [`GamecertPolicy`].
fn policy(number: i32) -> Result<Policy, Mistake> {
    const FIDE_TIMEOUT: i32 = GamecertPolicy::FideTimeout as i32;
    const FIDE_DEAD: i32 = GamecertPolicy::FideDead as i32;
    const USCF: i32 = GamecertPolicy::Uscf as i32;
    const LICHESS_2025: i32 = GamecertPolicy::Lichess2025 as i32;
    const LICHESS_2026: i32 = GamecertPolicy::Lichess2026 as i32;
    const CHESSCOM: i32 = GamecertPolicy::Chesscom as i32;
    Ok(match number {
        FIDE_TIMEOUT => Policy::FideTimeout,
        FIDE_DEAD => Policy::FideDead,
        USCF => Policy::Uscf,
        LICHESS_2025 => Policy::Lichess2025,
        LICHESS_2026 => Policy::Lichess2026,
        CHESSCOM => Policy::Chesscom,
        _ => {
            let message = format!("policies have the numbers 0 to 5, not {number}");
            return Err(Mistake { status: GamecertStatus::InvalidPolicy, message });
        }
    })
}

/// Returns the name of a policy, such as "fide-timeout", or "" if there is no such policy. The pointer is never NULL and
/// must not be freed. The parameter is an integer, so that any value can be passed.
#[unsafe(no_mangle)]
pub extern "C" fn gamecert_policy_name(policy: i32) -> *const c_char {
    let name = match self::policy(policy) {
        Ok(Policy::FideTimeout) => c"fide-timeout",
        Ok(Policy::FideDead) => c"fide-dead",
        Ok(Policy::Uscf) => c"uscf",
        Ok(Policy::Lichess2025) => c"lichess-2025",
        Ok(Policy::Lichess2026) => c"lichess-2026",
        Ok(Policy::Chesscom) => c"chesscom",
        Err(_) => c"",
    };
    name.as_ptr()
}

/// Returns the result of a game if the flag of the intended winner's opponent falls in the position. `policy` is one of
/// GamecertPolicy. The function writes the result to `ruling`, unless it returns an error. The other parameters are
/// those of gamecert_solver_decide().
///
/// The function asks only the questions on which the result depends: for FIDE_TIMEOUT and USCF at most whether the
/// intended winner can mate, for FIDE_DEAD at most the same for both sides, and for the other policies none. The limits
/// apply to each question. The last answer, of which there are a line and a certificate, is that to the last question
/// that was asked. If none was asked, there is no last answer.
///
/// # Safety
/// The requirements are those of gamecert_solver_decide(), for `ruling` in place of `answer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_ruling(
    solver: *const GamecertSolver,
    fen: *const c_char,
    intended_winner: i32,
    policy: i32,
    limits: *const GamecertLimits,
    ruling: *mut GamecertRuling,
) -> GamecertStatus {
    if fen.is_null() || ruling.is_null() {
        return GamecertStatus::NullPointer;
    }
    // SAFETY: the caller guarantees what this function asks for.
    let limits = unsafe { question::limits(limits) };
    let rule = |state: &mut State| {
        state.clear();
        // SAFETY: the caller guarantees that the string is valid.
        let read = || Ok((self::policy(policy)?, question::side(intended_winner)?, unsafe { question::position(fen) }?));
        let (policy, side, position) = match read() {
            Ok(read) => read,
            Err(mistake) => return Mistake::report(mistake, state),
        };
        let mut can_mate = CanMate { intended_winner: None, opponent: None };
        let mut ask = |side| match state.ask(&position, side, |solver, position, side| solver.decide(position, side, limits)).verdict {
            GamecertVerdict::Unknown => None,
            GamecertVerdict::Winnable => Some(true),
            GamecertVerdict::Unwinnable => Some(false),
        };
        let mut found = policy.ruling(&position, side, can_mate);
        if found == Ruling::Unknown {
            can_mate.intended_winner = ask(side);
            found = policy.ruling(&position, side, can_mate);
        }
        // No other policy depends on what the opponent can do.
        if found == Ruling::Unknown && policy == Policy::FideDead {
            can_mate.opponent = ask(!side);
            found = policy.ruling(&position, side, can_mate);
        }
        let found = match found {
            Ruling::Unknown => GamecertRuling::Unknown,
            Ruling::Win => GamecertRuling::Win,
            Ruling::Draw => GamecertRuling::Draw,
            Ruling::Over => GamecertRuling::Over,
        };
        // SAFETY: the pointer is not NULL, and the caller guarantees that it points to a ruling. Nothing is read through it.
        unsafe { ruling.write(found) };
        GamecertStatus::Ok
    };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { with_state(solver, rule) }
}
