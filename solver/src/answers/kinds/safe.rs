//! Looks up proofs that a side does not lose in losing chess (certificates of kind `safe`).

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::sheet::{Cell, Sheet, Stop};
use super::{Answer, Answers, Detail, Question, Rows, Words};
use crate::answers::NoAnswer;
use crate::answers::safe::Defence;
use crate::answers::safe::listed::{Place, SafeHere, SafeList, SafePositions};
use crate::answers::text::{counted, grouped};
use crate::answers::walk::text::write_board;
use crate::certificate::safe_proof::SafeProof;
use crate::games::losing_chess::Position;
use crate::games::losing_chess::text::Setup;

pub(super) struct Safe(SafePositions);

impl Safe {
    pub(super) fn open(proof: SafeProof) -> Result<Self, NoAnswer> {
        Ok(Self(SafePositions::read(proof)?))
    }

    /// Returns the position of a question. If the question names no position and the certificate has only one root,
    /// returns this root.
    fn asked(&self, text: Option<&str>) -> Result<Position, NoAnswer> {
        match (text, self.0.roots()) {
            (Some(text), _) => Ok(text.parse::<Setup>()?.position),
            (None, [root]) => Ok(*root),
            (None, roots) => {
                let example = roots.first().map(ToString::to_string).unwrap_or_default();
                Err(NoAnswer::Question(format!("the certificate is about several positions: name one, such as '{example}'")))
            }
        }
    }
}

impl Answers for Safe {
    fn takes(&self, _: Detail) -> bool {
        false
    }

    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer> {
        let position = self.asked(question.position)?;
        let place = self.0.place(&position).ok_or_else(|| {
            let lists: Vec<String> = self.0.lists().iter().map(in_words).collect();
            NoAnswer::NotCovered(format!("'{position}' is not among {}", lists.join(" or among ")))
        })?;
        Ok(Box::new(ClosedSetPosition { positions: &self.0, position, place }))
    }

    fn contents(&self) -> Rows {
        let result = match self.0.lists() {
            [list] => format!("{} cannot", list.side().other().name()),
            _ => "neither side can".to_owned(),
        };
        let force = if self.0.defence() == Defence::ByForce { " by force" } else { "" };
        let from = match self.0.roots() {
            [root] => root.to_string(),
            roots => counted(roots.len() as u64, "position", "positions"),
        };
        Rows {
            row: ["position", "positions"],
            of: format!("the proof that {result} win losing chess{force} from {from}"),
            with: "the moves of the proof and where they lead".to_owned(),
            digest: self.0.digest().to_owned(),
        }
    }

    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop> {
        sheet.head(&["side", "number", "position", "to_move", "over", "moves", "leads_to"])?;
        for list in self.0.lists() {
            let side = Cell::Text(list.side().name().to_lowercase());
            for (number, position) in (0..).zip(list.positions()) {
                let moves = list.moves(number);
                sheet.row(&[
                    side.clone(),
                    Cell::number(number),
                    Cell::text(position),
                    Cell::Text(position.side().to_string().to_lowercase()),
                    Cell::Flag(moves.is_empty()),
                    Cell::list(moves.iter().map(|(played, _)| Cell::text(played))),
                    Cell::list(moves.iter().map(|&(_, number)| Cell::number(number))),
                ])?;
            }
        }
        Ok(())
    }
}

fn in_words(list: &SafeList) -> String {
    let positions = counted(u64::from(list.len()), "position", "positions");
    format!("the {positions} of the proof that {} does not lose", list.side().name())
}

/// Answer about a position in a closed set.
struct ClosedSetPosition<'a> {
    positions: &'a SafePositions,
    position: Position,
    place: Place,
}

impl Serialize for ClosedSetPosition<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.place.serialize(serializer)
    }
}

impl Words for ClosedSetPosition<'_> {
    fn write_words(&self, out: &mut dyn Write, first: Option<usize>) -> io::Result<()> {
        let place = &self.place;
        writeln!(out, "{}\n", place.in_a_sentence())?;
        write_board(out, &self.position)?;
        writeln!(out, "\n{}\n", place.position)?;
        for list in self.positions.lists() {
            let side = list.side();
            let how = match place.sides.iter().find(|here| here.side == side) {
                Some(here) => {
                    let (number, all) = (grouped(here.number.into()), grouped(here.positions.into()));
                    format!("{} (position {number} of the {all} in its closed set)", place.how(here))
                }
                None => format!("not covered: the position is not among the {} in its closed set", grouped(list.len().into())),
            };
            writeln!(out, "{:9}{how}", side.name())?;
        }
        // One list has the moves of the side to move. Two lists by force have its single move and all its moves.
        let most = place.sides.iter().max_by_key(|here| here.moves.len()).filter(|here| !here.moves.is_empty());
        most.map_or(Ok(()), |here| self.write_moves(out, here, first))
    }
}

impl ClosedSetPosition<'_> {
    /// Writes at most `first` of the moves with which a side stays in its closed set.
    fn write_moves(&self, out: &mut dyn Write, here: &SafeHere, first: Option<usize>) -> io::Result<()> {
        writeln!(out, "\n{}'s moves in {}'s closed set:", self.place.to_move.name(), here.side.name())?;
        let listed = first.unwrap_or(usize::MAX).min(here.moves.len());
        for followed in &here.moves[..listed] {
            writeln!(out, "  {:8} to position {}", followed.san, grouped(followed.number.into()))?;
        }
        match here.moves.len() - listed {
            0 => Ok(()),
            rest => writeln!(out, "  … {} more", grouped(rest as u64)),
        }
    }
}
