//! Runs long computations on separate threads, reports their progress, and stops them on Ctrl-C.
//!
//! The engines check a stop flag in their loops, but some steps are long: the checker does not check the flag, and one
//! multiplication of long numbers may take seconds. Ctrl-C therefore sets the flag and waits for at most `GRACE`. A
//! computation that is still in a long step continues in the background, ends at its next check of the flag, and its
//! result is dropped.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use gamecert_checker_python::guard::caught;
use gamecert_solver::control::{Control, Observer};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// Interval at which signals are checked and progress is reported.
const POLL: Duration = Duration::from_millis(50);
/// Time that a stopped computation gets to end. Most computations end within this time, so their memory is free when
/// the exception is raised.
const GRACE: Duration = Duration::from_millis(400);
/// Stack size of the computing thread, the usual size for the main thread of a program.
const STACK: usize = 8 << 20;

/// State of a part of the work.
#[derive(Clone, Default, PartialEq, Eq)]
struct State {
    what: String,
    step: u64,
    steps: Option<u64>,
    note: String,
    done: bool,
}

/// States of all parts. The waiting thread reports them to Python.
#[derive(Default)]
struct Progress(Mutex<BTreeMap<String, State>>);

impl Progress {
    fn change(&self, part: &str, change: impl FnOnce(&mut State)) {
        change(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(part.to_owned()).or_default());
    }

    fn now(&self) -> BTreeMap<String, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Observer for Progress {
    fn stage(&self, part: &str, what: &str, steps: Option<u64>) {
        self.change(part, |state| *state = State { what: what.to_owned(), steps, ..State::default() });
    }

    fn at(&self, part: &str, step: u64, note: &str) {
        self.change(part, |state| {
            state.step = step;
            if state.note != note {
                note.clone_into(&mut state.note);
            }
        });
    }

    fn done(&self, part: &str) {
        self.change(part, |state| state.done = true);
    }
}

/// Runs a computation without the interpreter lock. `work` also gets the stop flag itself, for libraries that take no
/// [`Control`].
///
/// Every 50 ms the function checks for signals and calls `progress(part, what, step, steps, note, done)` for each part
/// whose state has changed. If `progress` or a signal handler raises an exception, as at Ctrl-C, the function stops the
/// computation and raises the exception within half a second.
///
/// # Errors
/// The exception that was raised; `RuntimeError` with the place in the source if the computation panics.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Control, &Arc<AtomicBool>) -> T + Send + 'static,
) -> PyResult<T> {
    let (observer, stop) = (Arc::new(Progress::default()), Arc::new(AtomicBool::new(false)));
    let (done, mut end) = mpsc::channel();
    let body = {
        let (observer, stop) = (Arc::clone(&observer), Arc::clone(&stop));
        move || {
            // If the caller has stopped waiting, nobody receives the result.
            let _ = done.send(caught(|| work(Control::new("", &*observer, &stop), &stop)));
        }
    };
    let no_thread = |cause| PyRuntimeError::new_err(format!("a thread could not be started: {cause}"));
    thread::Builder::new().name("gamecert".to_owned()).stack_size(STACK).spawn(body).map_err(no_thread)?;
    let mut told = BTreeMap::new();
    loop {
        let (back, answer) = py.detach(move || {
            let answer = end.recv_timeout(POLL);
            (end, answer)
        });
        end = back;
        let raised = py.check_signals().and_then(|()| tell(progress, &observer, &mut told));
        match (raised, answer) {
            (Err(error), _) => {
                stop.store(true, Ordering::Relaxed);
                py.detach(move || drop(end.recv_timeout(GRACE)));
                return Err(error);
            }
            (Ok(()), Ok(answer)) => return answer.map_err(PyRuntimeError::new_err),
            (Ok(()), Err(RecvTimeoutError::Timeout)) => {}
            (Ok(()), Err(RecvTimeoutError::Disconnected)) => return Err(PyRuntimeError::new_err("the computing thread has ended")),
        }
    }
}

/// Reports the parts whose state has changed to Python.
fn tell(progress: Option<&Bound<'_, PyAny>>, observer: &Progress, told: &mut BTreeMap<String, State>) -> PyResult<()> {
    let Some(progress) = progress else { return Ok(()) };
    let now = observer.now();
    for (part, state) in &now {
        if told.get(part) != Some(state) {
            progress.call1((part, &state.what, state.step, state.steps, &state.note, state.done))?;
        }
    }
    *told = now;
    Ok(())
}

/// Converts an error into a `ValueError`.
pub fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
