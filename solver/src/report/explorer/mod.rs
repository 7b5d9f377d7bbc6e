//! What the page asks of verified certificates: questions as JSON, answers as JSON, and what has been opened in between. The page asks through WebAssembly; a program
//! that serves it asks here. Verdicts are the checker's, and what is said is `report`'s.
//!
//! Each part of the page has a module with its questions.

mod bidding;
mod losing;

use serde::Deserialize;
use serde_json::Value;

/// What has been opened, part by part.
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
