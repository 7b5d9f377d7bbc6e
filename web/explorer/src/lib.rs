//! The explorer's part of the solver as WebAssembly: what is asked comes as JSON, and so does the answer. Verdicts are the checker's own module's; what is shown
//! here is read from files that the solver has had verified once more.
//!
//! The caller writes a file into the memory that [`file()`] names, a question (`Question`) into that of [`question()`], and calls [`ask()`], which says how long the answer is that
//! [`answer()`] points at: an object with `answer`, or with `error`, a sentence.

mod bidding;
mod losing;

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::{Value, json};

/// What is kept from one question to the next.
#[derive(Default)]
struct State {
    file: Vec<u8>,
    question: Vec<u8>,
    answer: String,
    explorer: Explorer,
}

/// What has been opened.
#[derive(Default)]
pub struct Explorer {
    bidding: bidding::Bidding,
    losing: losing::Losing,
}

/// What can be asked, by the part of the page that asks.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Question {
    Bidding(bidding::Question),
    Losing(losing::Question),
}

impl Explorer {
    /// Answers a question in JSON; `file` is the file that it is about, if it is about one.
    ///
    /// # Errors
    /// A sentence, if the question or the file is wrong.
    pub fn ask(&mut self, question: &[u8], file: Vec<u8>) -> Result<Value, String> {
        match serde_json::from_slice(question).map_err(|error| format!("no question: {error}"))? {
            Question::Bidding(question) => self.bidding.ask(question, file),
            Question::Losing(question) => self.losing.ask(question, file),
        }
    }
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

fn state() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Memory for `length` bytes, and where it is; 0 if there is none.
fn room(buffer: &mut Vec<u8>, length: usize) -> usize {
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
    room(&mut state().get_or_insert_default().file, length)
}

/// Where a question of `length` bytes is to be written. 0 if there is no memory for it.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> usize {
    room(&mut state().get_or_insert_default().question, length)
}

/// Answers the question. The length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let mut state = state();
    let State { file, question, answer, explorer } = state.get_or_insert_default();
    let answered = match explorer.ask(question, mem::take(file)) {
        Ok(answer) => json!({ "answer": answer }),
        Err(sentence) => json!({ "error": sentence }),
    };
    *answer = answered.to_string();
    answer.len()
}

/// Where the last answer stands, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    state().get_or_insert_default().answer.as_ptr().addr()
}
