//! Answers questions of pages. Each open page has its own explorer, which answers the page's questions in order, in a
//! separate thread.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde_json::Value;

use super::STACK;
use crate::explorer::{AskError, Explorer};

/// At most this many pages have an explorer, because an explorer may hold a large proof in memory. If there are more
/// pages, the least recently used explorer is dropped.
const MOST: usize = 4;

struct Question {
    question: Vec<u8>,
    file: Vec<u8>,
    answer: Sender<Result<Value, AskError>>,
}

/// Reason why a question of a page has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum ExplorerError {
    /// The question or the file is wrong.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The explorer's thread has panicked.
    #[error("the explorer contradicts itself: what it had opened is lost")]
    Ended,
    /// The system cannot start a thread.
    #[error("no thread for an explorer: {0}")]
    NoThread(io::Error),
}

/// Page that has an explorer. The page identifies itself by `name`.
struct Page {
    name: String,
    questions: Sender<Question>,
}

/// All explorers, in the order of their last use.
#[derive(Default)]
pub(super) struct Explorers {
    pages: Mutex<Vec<Page>>,
}

impl Explorers {
    /// Answers a question of this page.
    ///
    /// # Errors
    /// Fails if the question or the file is wrong, or if the explorer's thread cannot start or panics.
    pub(super) fn ask(&self, page: &str, question: Vec<u8>, file: Vec<u8>) -> Result<Value, ExplorerError> {
        let (answer, answered) = mpsc::channel();
        self.questions(page)?.send(Question { question, file, answer }).map_err(|_| self.ended(page))?;
        Ok(answered.recv().map_err(|_| self.ended(page))??)
    }

    fn questions(&self, page: &str) -> Result<Sender<Question>, ExplorerError> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match pages.iter().position(|known| known.name == page) {
            Some(place) => pages.remove(place),
            None => Page { name: page.to_owned(), questions: begin()? },
        };
        let questions = found.questions.clone();
        pages.push(found);
        if pages.len() > MOST {
            // Dropping the sender ends the thread of the explorer after its last question.
            pages.remove(0);
        }
        Ok(questions)
    }

    /// Forgets the explorer of a page. Returns [`ExplorerError::Ended`].
    fn ended(&self, page: &str) -> ExplorerError {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).retain(|known| known.name != page);
        ExplorerError::Ended
    }
}

fn begin() -> Result<Sender<Question>, ExplorerError> {
    let (questions, asked) = mpsc::channel::<Question>();
    let explore = move || {
        let mut explorer = Explorer::default();
        for Question { question, file, answer } in asked {
            // The receiver may be gone, and then nobody waits for the answer.
            let _ = answer.send(explorer.ask(&question, file));
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(explore).map_err(ExplorerError::NoThread)?;
    Ok(questions)
}

#[cfg(test)]
mod tests {
    use super::{Explorers, MOST};

    #[test]
    fn each_page_has_an_explorer_of_its_own() {
        let explorers = Explorers::default();
        let top = br#"{"losing":{"top":{"proofs":[]}}}"#;
        let spot = br#"{"losing":{"spot":{"moves":[]}}}"#;
        explorers.ask("one", top.to_vec(), Vec::new()).unwrap_err();
        let proofs = br#"{"losing":{"top":{"proofs":[{"file":"a","rules":"joint","winner":"white","root":"8/8/8/8/8/8/8/K7 w - -",
            "clock":0,"positions":1,"longest":0,"reversible":0}]}}}"#;
        explorers.ask("one", proofs.to_vec(), Vec::new()).unwrap();
        explorers.ask("one", spot.to_vec(), Vec::new()).unwrap();
        assert_eq!(explorers.ask("other", spot.to_vec(), Vec::new()).unwrap_err().to_string(), "no proofs are at hand");
        for number in 0..MOST {
            let _ = explorers.ask(&number.to_string(), spot.to_vec(), Vec::new());
        }
        assert_eq!(explorers.ask("one", spot.to_vec(), Vec::new()).unwrap_err().to_string(), "no proofs are at hand");
        assert_eq!(explorers.pages.lock().unwrap().len(), MOST);
    }
}
