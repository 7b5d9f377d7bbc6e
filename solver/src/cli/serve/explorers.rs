//! Explorers for pages: each open page has one of its own, in a thread that answers its questions in the order in which they come.

use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde_json::Value;

use super::STACK;
use crate::explorer::Explorer;

/// At most as many pages at once: each may have a large proof in memory. Who has not asked for longest goes.
const MOST: usize = 4;

/// A question with the file that it is about, and where the answer goes.
struct Question {
    question: Vec<u8>,
    file: Vec<u8>,
    answer: Sender<Result<Value, String>>,
}

/// A page, by the name that it has given itself.
struct Page {
    name: String,
    questions: Sender<Question>,
}

/// The explorers, who asked last at the end.
#[derive(Default)]
pub(super) struct Explorers {
    pages: Mutex<Vec<Page>>,
}

impl Explorers {
    /// Answers a question of this page.
    ///
    /// # Errors
    /// A sentence, if the question or the file is wrong.
    pub(super) fn ask(&self, page: &str, question: Vec<u8>, file: Vec<u8>) -> Result<Value, String> {
        let (answer, answered) = mpsc::channel();
        self.questions(page)?.send(Question { question, file, answer }).map_err(|_| self.ended(page))?;
        answered.recv().map_err(|_| self.ended(page))?
    }

    fn questions(&self, page: &str) -> Result<Sender<Question>, String> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match pages.iter().position(|known| known.name == page) {
            Some(place) => pages.remove(place),
            None => Page { name: page.to_owned(), questions: begin()? },
        };
        let questions = found.questions.clone();
        pages.push(found);
        if pages.len() > MOST {
            // Its thread ends with its last question.
            pages.remove(0);
        }
        Ok(questions)
    }

    /// Forgets an explorer that has ended, so that the page gets another one.
    fn ended(&self, page: &str) -> String {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).retain(|known| known.name != page);
        "the explorer contradicts itself: what it had opened is lost".to_owned()
    }
}

/// A thread with an explorer.
fn begin() -> Result<Sender<Question>, String> {
    let (questions, asked) = mpsc::channel::<Question>();
    let explore = move || {
        let mut explorer = Explorer::default();
        for Question { question, file, answer } in asked {
            // Whoever asked may have gone.
            let _ = answer.send(explorer.ask(&question, file));
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(explore).map_err(|error| format!("no thread for an explorer: {error}"))?;
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
        assert_eq!(explorers.ask("other", spot.to_vec(), Vec::new()).unwrap_err(), "no proofs are at hand");
        for number in 0..MOST {
            let _ = explorers.ask(&number.to_string(), spot.to_vec(), Vec::new());
        }
        assert_eq!(explorers.ask("one", spot.to_vec(), Vec::new()).unwrap_err(), "no proofs are at hand");
        assert_eq!(explorers.pages.lock().unwrap().len(), MOST);
    }
}
