//! Interface of the page: questions and answers as JSON, about verified certificates and about positions, with the
//! state of what is open between questions. The page calls it through WebAssembly; a program that serves the page calls
//! it here. Verdicts come from the checker, and the content of answers from `answers`.
//!
//! Each part of the page has a module with its questions.

mod bidding;
mod chips;
mod error;
#[cfg(feature = "game")]
mod game;
mod heaps;
mod losing;
mod mating;
mod orthodox;

use std::fmt::Write;

pub use error::AskError;

use serde::Deserialize;
use serde_json::Value;

/// Maximum estimated memory of a computation, in bytes. A page gets at most 4 GB, which hold other data too.
const MAX_BYTES: u64 = 1_500_000_000;

/// State of an open page, part by part.
#[derive(Default)]
pub struct Explorer {
    bidding: bidding::Bidding,
    chips: chips::Chips,
    heaps: heaps::Heaps,
    losing: losing::Losing,
    mating: mating::Mating,
}

/// Question, by the part of the page that asks it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Question {
    Bidding(bidding::Question),
    Chips(chips::Question),
    Heaps(heaps::Question),
    Losing(losing::Question),
    Mating(mating::Question),
}

impl Explorer {
    /// Answers a question in JSON; `file` is the file that the question is about, if any.
    ///
    /// # Errors
    /// [`AskError`] if the question or the file is wrong.
    pub fn ask(&mut self, question: &[u8], file: Vec<u8>) -> Result<Value, AskError> {
        match serde_json::from_slice(question)? {
            Question::Bidding(question) => self.bidding.ask(question, file),
            Question::Chips(question) => self.chips.ask(question, file),
            Question::Heaps(question) => self.heaps.ask(question, &file),
            Question::Losing(question) => self.losing.ask(question, file),
            Question::Mating(question) => self.mating.ask(question),
        }
    }
}

/// Checks that a computation fits the memory of a page.
///
/// # Errors
/// [`AskError::Memory`] if it does not.
fn allow(what: &str, bytes: u64) -> Result<(), AskError> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    Err(AskError::Memory { what: what.to_owned(), bytes })
}

/// Formats bytes as hexadecimal digits, two for each byte.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        write!(text, "{byte:02x}").expect("texts can be written to");
        text
    })
}
