//! Long computations: on a thread of their own, with progress, stopped by Ctrl-C.
//!
//! The engines look at a flag in their loops, but some steps are long: the checker has no such flag, and one multiplication of long numbers may take
//! seconds. So Ctrl-C sets the flag and waits for `GRACE` at most. A computation that is in such a step goes on without the interpreter, ends at its next
//! look at the flag, and is forgotten.

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

/// How often signals are looked for and progress is reported.
const POLL: Duration = Duration::from_millis(50);
/// How long a stopped computation may take to end before it is left. Most end within it, and their memory is free again when the exception is raised.
const GRACE: Duration = Duration::from_millis(400);
/// As large as the stack of a program's first thread commonly is.
const STACK: usize = 8 << 20;

/// How a part of the work stands.
#[derive(Clone, Default, PartialEq, Eq)]
struct State {
    what: String,
    step: u64,
    steps: Option<u64>,
    note: String,
    done: bool,
}

/// Keeps how each part stands; Python is told by the thread that waits.
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

/// Runs a computation without the interpreter's lock. `work` gets the flag that stops it by itself too, for what takes no control.
///
/// Every 50 ms `progress` is called with what has changed, as `progress(part, what, step, steps, note, done)`, and signals are looked for. When a signal's handler or
/// `progress` raises, as at Ctrl-C, the computation is stopped, and what was raised is raised here within half a second.
///
/// # Errors
/// What was raised; `RuntimeError` with the place if the computation panics.
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
            // A computation that was left has no receiver.
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

/// Tells Python what has changed.
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

/// Turns an error into an exception of bad input.
pub fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
