//! Handles: solvers and the flags that cancel their searches.

use std::panic::{self, AssertUnwindSafe};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, TryLockError};

use gamecert_unwinnable::certificate::Entry;
use gamecert_unwinnable::{Color, Position, Solver, Verdict};

use crate::status::{GamecertStatus, guarded};

/// A flag with which any thread can cancel searches. The flag applies to all solvers that are created with it.
pub struct GamecertCancellation(Arc<AtomicBool>);

/// A solver, which answers one question at a time. Use a separate solver in each thread.
pub struct GamecertSolver(pub(crate) Mutex<State>);

#[derive(Default)]
pub(crate) struct State {
    pub(crate) solver: Solver,
    /// Error message of the last call.
    pub(crate) message: String,
    /// Moves of the last answer in UCI notation, separated by spaces.
    pub(crate) line: String,
    /// The last question with its answer, until somebody asks for its certificate.
    pub(crate) answered: Option<(Position, Color, Verdict)>,
    /// Certificate of the last answer. The certificate is empty until somebody asks for it.
    certificate: Vec<u8>,
}

impl State {
    /// Discards the last answer and the message.
    pub(crate) fn clear(&mut self) {
        self.message.clear();
        self.line.clear();
        self.answered = None;
        self.certificate = Vec::new();
    }

    /// Returns the certificate of the last answer, which is empty if there is no answer or if its verdict is unknown.
    /// The first call encodes the certificate, because most callers never ask for it.
    pub(crate) fn certificate(&mut self) -> &[u8] {
        if let Some((position, intended_winner, verdict)) = self.answered.take()
            && let Some(entry) = Entry::new(&position, intended_winner, &verdict)
        {
            self.certificate = entry.certificate();
        }
        &self.certificate
    }

    /// Runs `act` and turns a panic into an error status. Resets the solver after a panic.
    pub(crate) fn guard(&mut self, act: impl FnOnce(&mut Self) -> GamecertStatus) -> GamecertStatus {
        let status = guarded(|| act(self));
        if status == GamecertStatus::Internal {
            self.clear();
            self.solver.release_memory();
        }
        status
    }
}

/// Runs `act` on the state of a solver, unless another thread is using the solver. Resets the solver after a panic.
///
/// # Safety
/// `solver` must be NULL, which is an error, or come from gamecert_solver_new(), and must not have been freed.
pub(crate) unsafe fn with_state(solver: *const GamecertSolver, act: impl FnOnce(&mut State) -> GamecertStatus) -> GamecertStatus {
    // SAFETY: the caller guarantees that the pointer is NULL or valid. Only shared references are ever made from it.
    let Some(solver) = (unsafe { solver.as_ref() }) else { return GamecertStatus::NullPointer };
    let mut state = match solver.0.try_lock() {
        Ok(state) => state,
        Err(TryLockError::WouldBlock) => return GamecertStatus::Busy,
        // Panics are caught before they reach the lock, so the state is consistent.
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
    };
    state.guard(act)
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

/// Releases the memory that a solver keeps between questions, and discards the last answer.
///
/// # Safety
/// `solver` must be NULL, which is an error, or come from gamecert_solver_new(), and must not have been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_release_memory(solver: *const GamecertSolver) -> GamecertStatus {
    let release = |state: &mut State| {
        state.clear();
        state.solver.release_memory();
        (state.line, state.message) = (String::new(), String::new());
        GamecertStatus::Ok
    };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { with_state(solver, release) }
}
