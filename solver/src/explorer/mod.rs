//! Answers the questions of the web page. Questions are about verified certificates or about positions. Questions and
//! answers are JSON. Certificates and games stay open from one question to the next. The page calls this code through
//! WebAssembly, and the program that serves the page calls it directly. The checker verifies certificates, and the
//! module `answers` computes the content of answers.
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
mod safe;

use std::fmt::Write;

pub use error::AskError;

use serde::Deserialize;
use serde_json::Value;

/// Maximum estimated memory of a computation, in bytes. A page has at most 4 GB for all data.
const MAX_BYTES: u64 = 1_500_000_000;

/// State of an open page, with a field for each part of the page.
#[derive(Default)]
pub struct Explorer {
    bidding: bidding::Bidding,
    chips: chips::Chips,
    heaps: heaps::Heaps,
    losing: losing::Losing,
    mating: mating::Mating,
    safe: safe::Safe,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Question {
    Bidding(bidding::Question),
    Chips(chips::Question),
    Heaps(heaps::Question),
    Losing(losing::Question),
    Mating(mating::Question),
    Safe(safe::Question),
}

impl Explorer {
    /// Answers a question, which is JSON. If the question is about a file, `file` is the content of this file.
    ///
    /// # Errors
    /// Returns an [`AskError`] if the question or the file is wrong.
    pub fn ask(&mut self, question: &[u8], file: Vec<u8>) -> Result<Value, AskError> {
        match serde_json::from_slice(question)? {
            Question::Bidding(question) => self.bidding.ask(question, file),
            Question::Chips(question) => self.chips.ask(question, file),
            Question::Heaps(question) => self.heaps.ask(question, &file),
            Question::Losing(question) => self.losing.ask(question, file),
            Question::Mating(question) => self.mating.ask(question),
            Question::Safe(question) => self.safe.ask(question, &file),
        }
    }
}

/// Checks that a computation does not need more memory than a page may use.
///
/// # Errors
/// Returns [`AskError::Memory`] if the computation needs more than [`MAX_BYTES`].
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
