//! The solver's explorer as WebAssembly: takes questions and returns answers, both as JSON. The page's verdicts come
//! from the checker's module. The explorer verifies each certificate once more before it reads the file.
//!
//! The caller writes a file to the address of [`file()`], a question of [`gamecert_solver::explorer`] to that of
//! [`question()`]. [`ask()`] returns the length of the answer at [`answer()`], an object with `answer` or `error`.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gamecert_solver::explorer::Explorer;
use serde_json::json;

/// State between questions.
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

/// Allocates `length` bytes and returns their address, or 0 if there is not enough memory.
fn allotted(buffer: &mut Vec<u8>, length: usize) -> usize {
    *buffer = Vec::new();
    if buffer.try_reserve_exact(length).is_err() {
        return 0;
    }
    buffer.resize(length, 0);
    buffer.as_mut_ptr().addr()
}

/// Returns the address for a file of `length` bytes, or 0 if there is not enough memory.
#[unsafe(no_mangle)]
pub extern "C" fn file(length: usize) -> usize {
    allotted(&mut state().get_or_insert_default().file, length)
}

/// Returns the address for a question of `length` bytes, or 0 if there is not enough memory.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> usize {
    allotted(&mut state().get_or_insert_default().question, length)
}

/// Answers the question. Returns the length of the answer.
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

/// Returns the address of the last answer, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    state().get_or_insert_default().answer.as_ptr().addr()
}
