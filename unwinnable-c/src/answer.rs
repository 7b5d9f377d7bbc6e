//! Questions whether a side can mate.

use std::ffi::{CStr, c_char};

use gamecert_unwinnable::{Answer, Color, Position, Reason, Solver, Verdict};

use crate::question::{self, Mistake};
use crate::solver::{GamecertSolver, State, with_state};
use crate::status::GamecertStatus;

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

impl GamecertAnswer {
    /// The answer to a question with an error.
    const NONE: Self = Self { verdict: GamecertVerdict::Unknown, evidence: c"".as_ptr(), nodes: 0 };
}

/// Returns the null-terminated name of a reason.
pub(crate) fn c_name(reason: Reason) -> &'static CStr {
    match reason {
        Reason::Over => c"over",
        Reason::Material => c"material",
        Reason::Static => c"static",
        Reason::Skeletons => c"skeletons",
        Reason::Closed => c"closed",
    }
}

impl State {
    /// Asks the solver a question, keeps the evidence as the last answer, and returns the answer.
    pub(crate) fn ask(
        &mut self,
        position: &Position,
        intended_winner: Color,
        decide: impl FnOnce(&mut Solver, &Position, Color) -> Answer,
    ) -> GamecertAnswer {
        self.clear();
        let Answer { verdict, nodes } = decide(&mut self.solver, position, intended_winner);
        let (name, evidence) = match &verdict {
            Verdict::Winnable(line) => {
                self.line = line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                (GamecertVerdict::Winnable, c"mate")
            }
            Verdict::Unwinnable(set) => (GamecertVerdict::Unwinnable, c_name(set.reason)),
            Verdict::Unknown => (GamecertVerdict::Unknown, c""),
        };
        self.answered = Some((position.clone(), intended_winner, verdict));
        GamecertAnswer { verdict: name, evidence: evidence.as_ptr(), nodes }
    }

    /// Reads a question, and asks it. An error discards the last answer.
    ///
    /// # Safety
    /// `fen` must be NULL or a null-terminated string that nobody changes meanwhile.
    unsafe fn read_and_ask(
        &mut self,
        fen: *const c_char,
        intended_winner: i32,
        decide: impl FnOnce(&mut Solver, &Position, Color) -> Answer,
    ) -> Result<GamecertAnswer, Mistake> {
        self.clear();
        let side = question::side(intended_winner)?;
        // SAFETY: the caller guarantees what this function asks for.
        let position = unsafe { question::position(fen) }?;
        Ok(self.ask(&position, side, decide))
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
    // SAFETY: the caller guarantees what this function asks for.
    let limits = unsafe { question::limits(limits) };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { decide_by(solver, fen, intended_winner, answer, |solver, position, side| solver.decide(position, side, limits)) }
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
    unsafe { decide_by(solver, fen, intended_winner, answer, Solver::decide_quickly) }
}

/// Reads a question, lets `decide` answer it, and writes the answer to `answer`.
///
/// # Safety
/// The requirements are those of [`gamecert_solver_decide`].
unsafe fn decide_by(
    solver: *const GamecertSolver,
    fen: *const c_char,
    intended_winner: i32,
    answer: *mut GamecertAnswer,
    decide: impl FnOnce(&mut Solver, &Position, Color) -> Answer,
) -> GamecertStatus {
    if fen.is_null() || answer.is_null() {
        return GamecertStatus::NullPointer;
    }
    let decide = |state: &mut State| {
        // SAFETY: the caller guarantees that the string is valid.
        match unsafe { state.read_and_ask(fen, intended_winner, decide) } {
            Ok(found) => {
                // SAFETY: the pointer is not NULL, and the caller guarantees that it points to an answer. Nothing is read through it.
                unsafe { answer.write(found) };
                GamecertStatus::Ok
            }
            Err(mistake) => mistake.report(state),
        }
    };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { with_state(solver, decide) }
}

/// Answers `count` questions one after the other, as gamecert_solver_decide() does. Question number i is about `fens[i]`
/// and `intended_winners[i]`. The limits apply to each question. The function writes to `answers[i]` and `statuses[i]`
/// for each i; the verdict of a question with an error is unknown. The function returns GAMECERT_STATUS_OK even if
/// questions have errors. The message is that of the first error. The last answer, of which there are a line and a
/// certificate, is that to the last question.
///
/// # Safety
/// `solver` must come from gamecert_solver_new(), and must not have been freed. `fens`, `intended_winners`, `answers` and
/// `statuses` must point to `count` items of their types, and may be NULL if `count` is 0. Each FEN must be NULL, which
/// is an error of its question, or a null-terminated string. `limits` must be NULL or point to limits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_decide_many(
    solver: *const GamecertSolver,
    fens: *const *const c_char,
    intended_winners: *const i32,
    count: usize,
    limits: *const GamecertLimits,
    answers: *mut GamecertAnswer,
    statuses: *mut GamecertStatus,
) -> GamecertStatus {
    if count > 0 && (fens.is_null() || intended_winners.is_null() || answers.is_null() || statuses.is_null()) {
        return GamecertStatus::NullPointer;
    }
    // SAFETY: the caller guarantees what this function asks for.
    let limits = unsafe { question::limits(limits) };
    let decide_all = |state: &mut State| {
        state.clear();
        let mut first_message = None;
        for index in 0..count {
            // SAFETY: the index is less than `count`, and the caller guarantees that there are `count` items.
            let (fen, intended_winner) = unsafe { (fens.add(index).read(), intended_winners.add(index).read()) };
            let mut answer = GamecertAnswer::NONE;
            // A panic is the error of one question only.
            let status = state.guard(|state| {
                // SAFETY: the caller guarantees that the string is NULL or valid.
                match unsafe { state.read_and_ask(fen, intended_winner, |solver, position, side| solver.decide(position, side, limits)) } {
                    Ok(found) => {
                        answer = found;
                        GamecertStatus::Ok
                    }
                    Err(mistake) => mistake.report(state),
                }
            });
            if status != GamecertStatus::Ok && first_message.is_none() {
                first_message = Some(state.message.clone());
            }
            // SAFETY: the index is less than `count`, and the caller guarantees that there are `count` items. Nothing is read through the pointers.
            unsafe {
                answers.add(index).write(answer);
                statuses.add(index).write(status);
            }
        }
        state.message = first_message.unwrap_or_default();
        GamecertStatus::Ok
    };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { with_state(solver, decide_all) }
}
