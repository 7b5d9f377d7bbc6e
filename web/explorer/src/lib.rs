//! The solver's explorer as WebAssembly: what is asked comes as JSON, and so does the answer. Verdicts are the checker's own module's; what is shown here is read
//! from files that the solver has had verified once more.
//!
//! The caller writes a file into the memory that [`file()`] names, a question of [`gamecert_solver::explorer`] into that of [`question()`], and calls [`ask()`],
//! which says how long the answer is that [`answer()`] points at: an object with `answer`, or with `error`, a sentence.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gamecert_solver::explorer::Explorer;
use serde_json::json;

/// What is kept from one question to the next.
#[derive(Default)]
struct State {
    file: Vec<u8>,
    question: Vec<u8>,
    answer: String,
    explorer: Explorer,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

fn state() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Memory for `length` bytes, and where it is; 0 if there is none.
fn allotted(buffer: &mut Vec<u8>, length: usize) -> usize {
    *buffer = Vec::new();
    if buffer.try_reserve_exact(length).is_err() {
        return 0;
    }
    buffer.resize(length, 0);
    buffer.as_mut_ptr().addr()
}

/// Where a file of `length` bytes is to be written. 0 if there is no memory for it.
#[unsafe(no_mangle)]
pub extern "C" fn file(length: usize) -> usize {
    allotted(&mut state().get_or_insert_default().file, length)
}

/// Where a question of `length` bytes is to be written. 0 if there is no memory for it.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> usize {
    allotted(&mut state().get_or_insert_default().question, length)
}

/// Answers the question. The length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let mut state = state();
    let State { file, question, answer, explorer } = state.get_or_insert_default();
    let answered = match explorer.ask(question, mem::take(file)) {
        Ok(answer) => json!({ "answer": answer }),
        Err(error) => json!({ "error": error.to_string() }),
    };
    *answer = answered.to_string();
    answer.len()
}

/// Where the last answer stands, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    state().get_or_insert_default().answer.as_ptr().addr()
}
