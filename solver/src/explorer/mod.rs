//! What the page asks of verified certificates, and of positions: questions as JSON, answers as JSON, and what has been opened in between. The page asks
//! through WebAssembly; a program that serves it asks here. Verdicts are the checker's, and what is said is `report`'s.
//!
//! Each part of the page has a module with its questions.

mod bidding;
mod chips;
#[cfg(feature = "game")]
mod game;
mod heaps;
mod losing;
mod mating;
mod orthodox;

use std::fmt::Write;

use serde::Deserialize;
use serde_json::Value;

/// More bytes than this, as computations are estimated, are not taken: a page is given 4 GB at most, and has other things in it.
const MAX_BYTES: u64 = 1_500_000_000;

/// What has been opened, part by part.
#[derive(Default)]
pub struct Explorer {
    bidding: bidding::Bidding,
    chips: chips::Chips,
    heaps: heaps::Heaps,
    losing: losing::Losing,
    mating: mating::Mating,
}

/// What can be asked, by the part of the page that asks.
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
    /// Answers a question in JSON; `file` is the file that it is about, if it is about one.
    ///
    /// # Errors
    /// A sentence, if the question or the file is wrong.
    pub fn ask(&mut self, question: &[u8], file: Vec<u8>) -> Result<Value, String> {
        match serde_json::from_slice(question).map_err(|error| format!("no question: {error}"))? {
            Question::Bidding(question) => self.bidding.ask(question, file),
            Question::Chips(question) => self.chips.ask(question, file),
            Question::Heaps(question) => self.heaps.ask(question, &file),
            Question::Losing(question) => self.losing.ask(question, file),
            Question::Mating(question) => self.mating.ask(question),
        }
    }
}

/// That a computation would take too much memory for a page.
///
/// # Errors
/// A sentence that says so.
fn allow(what: &str, bytes: u64) -> Result<(), String> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    Err(format!(
        "{what} would take {:.1} GB of memory, more than the {:.1} GB that a page is given",
        gigabytes(bytes),
        gigabytes(MAX_BYTES)
    ))
}

/// Bytes as hexadecimal digits, two for each.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        write!(text, "{byte:02x}").expect("texts can be written to");
        text
    })
}
