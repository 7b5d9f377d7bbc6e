//! Looks up proofs of losing chess (certificates of kind `losing`). A certificate of version 2 may have several roots
//! and may cite other certificates. A question that names no position is about the roots of the certificate.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::{Serialize, Serializer};

use super::sheet::{Cell, Sheet, Stop};
use super::{Answer, Answers, Detail, Question, Rows, Words};
use crate::answers::NoAnswer;
use crate::answers::link::under_a_50_move_rule;
use crate::answers::text::{counted, first, grouped};
use crate::answers::walk::text::{moves, write_place};
use crate::answers::walk::{self, Cited, Place, Proof, Walk};
use crate::certificate::losing_proof::LosingCertificate;
use crate::games::Colour;
use crate::games::losing_chess::Position;
use crate::games::losing_chess::text::Setup;

pub(super) struct Losing(Proof);

impl Losing {
    pub(super) fn open(certificate: LosingCertificate) -> Result<Self, NoAnswer> {
        Ok(Self(Proof::read(certificate)?))
    }

    /// Returns the error for a position that is not in the proof.
    fn not_covered(&self, asked: &Position) -> NoAnswer {
        let proof = &self.0;
        let positions = counted(proof.claim().positions.into(), "position", "positions");
        let mut sentence = format!("'{asked}' is not among the {positions} of the proof, which begins with {}", self.beginning());
        if let Some(citation) = proof.cited().iter().find(|citation| citation.wins.roots.iter().any(|(root, _)| root == asked)) {
            sentence += &format!("; {}, which is cited, proves a win from it", citation.file.display());
        } else if !proof.cited().is_empty() {
            let cited = counted(proof.cited().len() as u64, "certificate", "certificates");
            sentence += &format!("; it was not looked for in the {cited} that the proof cites");
        }
        NoAnswer::NotCovered(sentence)
    }

    fn beginning(&self) -> String {
        match self.0.roots() {
            [root] => root.claim.root.clone(),
            roots => format!("{} positions", grouped(roots.len() as u64)),
        }
    }

    fn roots(&self) -> Roots {
        let proof = &self.0;
        let root = |root: &walk::Root| Root {
            fen: root.claim.root.clone(),
            clock: root.claim.clock,
            longest: root.claim.longest,
            run: root.run,
            number: root.number,
            cited: proof.citation(root.number).map(Cited::from),
        };
        Roots {
            certificate: proof.digest().to_owned(),
            rules: proof.rules().to_string(),
            winner: proof.winner(),
            roots: proof.roots().iter().map(root).collect(),
            positions: proof.claim().positions,
            reversible: u32::try_from(proof.claim().reversible).unwrap_or(u32::MAX),
            cited: proof.cited().iter().map(Cited::from).collect(),
        }
    }
}

impl Answers for Losing {
    fn takes(&self, _: Detail) -> bool {
        false
    }

    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer> {
        let proof = &self.0;
        let walk = match question.position {
            None if proof.version() == 1 => Walk::new(proof),
            None => return Ok(Box::new(self.roots())),
            Some(text) => {
                let asked = text.parse::<Setup>()?.position;
                let number = proof.number_of(&asked).ok_or_else(|| self.not_covered(&asked))?;
                Walk::to_number(proof, number)?
            }
        };
        Ok(Box::new(ProofNode { place: walk.place(), walk }))
    }

    fn contents(&self) -> Rows {
        let cited = if self.0.cited().is_empty() { "" } else { ", and the cited certificates" };
        Rows {
            row: ["position", "positions"],
            of: format!("the proof of losing chess from {}", self.beginning()),
            with: format!("the moves of the proof, where they lead, and the longest line from there{cited}"),
            digest: self.0.digest().to_owned(),
        }
    }

    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop> {
        const COLUMNS: [&str; 9] = ["number", "position", "to_move", "over", "moves", "leads_to", "longest", "root", "cited"];
        let proof = &self.0;
        let roots: BTreeSet<u32> = proof.roots().iter().map(|root| root.number).collect();
        // The last two columns are for version 2.
        let columns = if proof.version() == 1 { COLUMNS.len() - 2 } else { COLUMNS.len() };
        sheet.head(&COLUMNS[..columns])?;
        let stopped = proof.visit(|number, position| {
            let moves = proof.moves(number, position);
            let row = [
                Cell::number(number),
                Cell::text(position),
                Cell::Text(position.side().name().to_lowercase()),
                Cell::Flag(position.is_over()),
                Cell::list(moves.iter().map(|(played, _)| Cell::text(played))),
                Cell::list(moves.iter().map(|&(_, number)| Cell::number(number))),
                Cell::number(proof.longest(number)),
                Cell::Flag(roots.contains(&number)),
                proof.citation(number).map_or(Cell::None, |citation| Cell::text(citation.wins.digest)),
            ];
            match sheet.row(&row[..columns]) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => ControlFlow::Break(stop),
            }
        });
        stopped.map_or(Ok(()), Err)
    }
}

/// A node of a proof. The schema of the JSON form is `spec/json/walk.schema.json`.
struct ProofNode<'a> {
    walk: Walk<'a>,
    place: Place,
}

impl Serialize for ProofNode<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.place.serialize(serializer)
    }
}

impl Words for ProofNode<'_> {
    fn write_words(&self, out: &mut dyn Write, first: Option<usize>) -> io::Result<()> {
        write_place(out, &self.walk, &self.place, first)
    }
}

/// Claim of a certificate of version 2. The schema of the JSON form is `spec/json/lookup-losing.schema.json`.
#[derive(Serialize)]
struct Roots {
    certificate: String,
    rules: String,
    winner: Colour,
    roots: Vec<Root>,
    positions: u32,
    reversible: u32,
    cited: Vec<Cited>,
}

#[derive(Serialize)]
struct Root {
    fen: String,
    clock: u32,
    longest: u32,
    run: u32,
    number: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    cited: Option<Cited>,
}

impl Words for Roots {
    fn write_words(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()> {
        let from = counted(self.roots.len() as u64, "position", "positions");
        writeln!(out, "{} wins by force from {from}:", self.winner)?;
        let (listed, rest) = first(&self.roots, max);
        for (number, root) in (1..).zip(listed) {
            let cited = root.cited.as_ref().map_or_else(String::new, |cited| format!(", proved in {}", cited.file));
            writeln!(out, "{number:>4}  {}  at most {} of both sides{cited}", root.fen, moves(root.longest))?;
        }
        if rest > 0 {
            writeln!(out, "     … {} more", grouped(rest as u64))?;
        }
        writeln!(out, "  rule of stalemate: {}", self.rules)?;
        writeln!(out, "  {}", under_a_50_move_rule(self.reversible))?;
        let cited = counted(self.cited.len() as u64, "other certificate", "other certificates");
        let colon = if self.cited.is_empty() { "" } else { ":" };
        writeln!(out, "  proof: {}, and {cited}{colon}", counted(self.positions.into(), "position", "positions"))?;
        let (listed, rest) = first(&self.cited, max);
        listed.iter().try_for_each(|cited| writeln!(out, "    {}", cited.file))?;
        if rest > 0 { writeln!(out, "    … {} more", grouped(rest as u64)) } else { Ok(()) }
    }
}
