//! Answers the web page's questions about proofs that a side does not lose in losing chess. The questions are about the
//! certificate that the page has opened.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::AskError;
use crate::answers::safe::listed::{Place, SafePositions};
use crate::certificate::verify;
use crate::games::losing_chess::Position;

/// The closed sets of the certificate that the page has opened.
#[derive(Default)]
pub(crate) struct Safe {
    positions: Option<SafePositions>,
}

/// Questions about a proof that one side or both sides do not lose. Moves are in coordinate or algebraic notation.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Question {
    /// Reads the proof in the file.
    Read { name: String },
    /// Makes `moves` from a root, and describes the position after them. `root` is the index of the root.
    Place { root: usize, moves: Vec<String> },
}

impl Safe {
    pub(crate) fn ask(&mut self, question: Question, file: &[u8]) -> Result<Value, AskError> {
        match question {
            Question::Read { name } => self.read(file, &name),
            Question::Place { root, moves } => self.place(root, &moves),
        }
    }

    fn read(&mut self, file: &[u8], name: &str) -> Result<Value, AskError> {
        // Free the previous closed sets before reading the next.
        self.positions = None;
        let positions = SafePositions::read(verify::read_safe(file, Path::new(name))?)?;
        let roots: Vec<String> = positions.roots().iter().map(Position::to_string).collect();
        self.positions = Some(positions);
        Ok(json!({ "roots": roots }))
    }

    fn place(&self, root: usize, moves: &[String]) -> Result<Value, AskError> {
        let positions = self.positions.as_ref().ok_or(AskError::NotOpen("no proof that a side does not lose has been read"))?;
        let roots = positions.roots();
        let root = roots.get(root).ok_or_else(|| AskError::Question(format!("no root {root}: there are {}", roots.len())))?;
        let (mut here, mut place) = (*root, covered(positions, root)?);
        let (mut made, mut line) = (Vec::new(), Vec::new());
        for word in moves {
            let played = here.find_move(word)?;
            made.push(played.to_string());
            line.push(here.san(played));
            here = here.after(played);
            place = covered(positions, &here)?;
        }
        let mut answer = json!(place);
        answer["moves"] = json!(made);
        answer["line"] = json!(line);
        Ok(answer)
    }
}

fn covered(positions: &SafePositions, position: &Position) -> Result<Place, AskError> {
    positions.place(position).ok_or_else(|| AskError::Question(format!("no closed set of the proof has the position {position}")))
}
