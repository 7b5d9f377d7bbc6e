//! Looks up proofs of losing chess (certificates of kind `losing`). The results are the moves of the proof in a
//! position, the size of the rest of the proof, and its longest line of moves.

use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::{Serialize, Serializer};

use super::sheet::{Cell, Sheet, Stop};
use super::{Answer, Answers, Detail, Question, Rows, Words};
use crate::answers::NoAnswer;
use crate::answers::text::counted;
use crate::answers::walk::text::write_place;
use crate::answers::walk::{Place, Proof, Walk};
use crate::certificate::losing_proof::LosingProof;
use crate::games::losing_chess::text::Setup;

pub(super) struct Losing(Proof);

impl Losing {
    pub(super) fn open(proof: LosingProof) -> Result<Self, NoAnswer> {
        Ok(Self(Proof::read(proof)?))
    }
}

impl Answers for Losing {
    fn takes(&self, _: Detail) -> bool {
        false
    }

    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer> {
        let proof = &self.0;
        let mut walk = Walk::new(proof);
        if let Some(text) = question.position {
            let asked = text.parse::<Setup>()?.position;
            let number = proof.number_of(&asked).ok_or_else(|| {
                let (positions, root) = (counted(proof.claim().positions.into(), "position", "positions"), &proof.claim().root);
                NoAnswer::NotCovered(format!("'{asked}' is not among the {positions} of the proof, which begins with {root}"))
            })?;
            walk.go_to(number)?;
        }
        Ok(Box::new(Found { place: walk.place(), walk }))
    }

    fn contents(&self) -> Rows {
        Rows {
            row: ["position", "positions"],
            of: format!("the proof of losing chess from {}", self.0.claim().root),
            with: "the moves of the proof, where they lead, and the longest line from there".to_owned(),
            digest: self.0.digest().to_owned(),
        }
    }

    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop> {
        let proof = &self.0;
        sheet.head(&["number", "position", "to_move", "over", "moves", "leads_to", "longest"])?;
        let stopped = proof.visit(|number, position| {
            let moves = proof.moves(number, position);
            let row = [
                Cell::number(number),
                Cell::text(position),
                Cell::Text(position.side().name().to_lowercase()),
                Cell::Flag(moves.is_empty()),
                Cell::list(moves.iter().map(|(played, _)| Cell::text(played))),
                Cell::list(moves.iter().map(|&(_, number)| Cell::number(number))),
                Cell::number(proof.longest(number)),
            ];
            match sheet.row(&row) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => ControlFlow::Break(stop),
            }
        });
        stopped.map_or(Ok(()), Err)
    }
}

/// A node of a proof. The schema of the JSON form is `spec/json/walk.schema.json`.
struct Found<'a> {
    walk: Walk<'a>,
    place: Place,
}

impl Serialize for Found<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.place.serialize(serializer)
    }
}

impl Words for Found<'_> {
    fn write_words(&self, out: &mut dyn Write, first: Option<usize>) -> io::Result<()> {
        write_place(out, &self.walk, &self.place, first)
    }
}
