//! Shows whether a side can mate in a chess position, and why (certificates of kinds `helpmate`, `unwinnable` and
//! `batch`).

use std::io::{self, Write};

use gamecert_unwinnable::{Color, Position};
use serde::Serialize;

use super::sheet::{Cell, Sheet, Stop};
use super::{Answer, Answers, Detail, Question, Rows, Words};
use crate::answers::NoAnswer;
use crate::answers::text::counted;
use crate::answers::unwinnable::name;
use crate::certificate::can_mate::{CanMate, Evidence, VerifiedChess};

pub(super) struct Verdicts(pub(super) VerifiedChess);

impl Answers for Verdicts {
    fn takes(&self, detail: Detail) -> bool {
        detail == Detail::Colour
    }

    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer> {
        let VerifiedChess { claims, digest, .. } = &self.0;
        let position = match question.position {
            Some(text) => text.parse::<Position>().map_err(|source| NoAnswer::ChessPosition { text: text.to_owned(), source })?.to_string(),
            None => self.only_position()?,
        };
        let is_asked = |claim: &CanMate| claim.root == position && question.side.is_none_or(|side| side == claim.winner);
        let verdicts: Vec<Verdict> =
            claims.iter().enumerate().filter(|(_, claim)| is_asked(claim)).map(|(entry, claim)| Verdict::new(entry, claim)).collect();
        match (verdicts.is_empty(), question.side) {
            (false, _) => Ok(Box::new(PositionVerdicts { position, verdicts, sha256: digest.clone() })),
            (true, Some(side)) if claims.iter().any(|claim| claim.root == position) => {
                Err(NoAnswer::NotCovered(format!("the certificate does not cover {} in '{position}', only of the other side", title(side))))
            }
            (true, _) => {
                let verdicts = counted(claims.len() as u64, "verdict", "verdicts");
                Err(NoAnswer::NotCovered(format!("'{position}' is not the position of any of the {verdicts}")))
            }
        }
    }

    fn contents(&self) -> Rows {
        Rows {
            row: ["entry", "entries"],
            of: "the certificate".to_owned(),
            with: "the position, the side, whether it can mate, and the mating line or how the positions are settled".to_owned(),
            digest: self.0.digest.clone(),
        }
    }

    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop> {
        sheet.head(&[
            "entry",
            "kind",
            "position",
            "side",
            "verdict",
            "can_mate",
            "plies",
            "line",
            "positions",
            "over",
            "material",
            "static_argument",
            "skeleton_argument",
            "skeletons",
        ])?;
        for (entry, claim) in self.0.claims.iter().enumerate() {
            let Verdict { kind, side, verdict, can_mate, plies, line, closed, .. } = Verdict::new(entry, claim);
            let figure = |of: fn(&Closed) -> u32| Cell::number(closed.as_ref().map(of));
            sheet.row(&[
                Cell::number(u32::try_from(entry).ok()),
                Cell::text(kind),
                Cell::text(&claim.root),
                Cell::text(side),
                Cell::text(verdict),
                Cell::Flag(can_mate),
                Cell::number(plies),
                line.map_or(Cell::None, Cell::Text),
                figure(|closed| closed.positions),
                figure(|closed| closed.over),
                figure(|closed| closed.material),
                figure(|closed| closed.static_argument),
                figure(|closed| closed.skeleton_argument),
                figure(|closed| closed.skeletons),
            ])?;
        }
        Ok(())
    }
}

impl Verdicts {
    /// Returns the chess position that the certificate is about, if all its verdicts are about the same position.
    fn only_position(&self) -> Result<String, NoAnswer> {
        let claims = &self.0.claims;
        match claims.first() {
            Some(first) if claims.iter().all(|claim| claim.root == first.root) => Ok(first.root.clone()),
            Some(first) => {
                Err(NoAnswer::Question(format!("the certificate is about several positions: name one, such as '{}'", first.root)))
            }
            None => Err(NoAnswer::not_covered("the certificate is a batch of no verdicts")),
        }
    }
}

fn title(side: Color) -> &'static str {
    if side == Color::White { "White" } else { "Black" }
}

/// Verdicts on one position. The schema of the JSON form is `spec/json/lookup-chess.schema.json`.
#[derive(Serialize)]
struct PositionVerdicts {
    position: String,
    verdicts: Vec<Verdict>,
    sha256: String,
}

#[derive(Serialize)]
struct Verdict {
    /// Index of the verdict in a batch, counted from 0.
    entry: usize,
    kind: &'static str,
    /// Side whose ability to mate is decided.
    side: &'static str,
    verdict: &'static str,
    can_mate: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    #[serde(flatten)]
    closed: Option<Closed>,
    #[serde(skip)]
    colour: Color,
}

/// Statistics of a set of positions. No legal move leads out of the set.
#[derive(Serialize)]
struct Closed {
    positions: u32,
    over: u32,
    material: u32,
    static_argument: u32,
    skeleton_argument: u32,
    skeletons: u32,
}

impl Verdict {
    fn new(entry: usize, CanMate { winner: colour, evidence, .. }: &CanMate) -> Self {
        let (kind, verdict, can_mate) = match evidence {
            Evidence::Mate { .. } => ("helpmate", "winnable", true),
            Evidence::Closed { .. } => ("unwinnable", "unwinnable", false),
        };
        let (plies, line, closed) = match evidence.clone() {
            Evidence::Mate { plies, line } => (Some(plies), Some(line), None),
            Evidence::Closed { positions, over, material, static_argument, skeleton_argument, skeletons } => {
                (None, None, Some(Closed { positions, over, material, static_argument, skeleton_argument, skeletons }))
            }
        };
        Self { entry, kind, side: name(*colour), verdict, can_mate, plies, line, closed, colour: *colour }
    }
}

impl Words for PositionVerdicts {
    fn write_words(&self, out: &mut dyn Write, _: Option<usize>) -> io::Result<()> {
        self.verdicts.iter().try_for_each(|verdict| verdict.write_text(out))?;
        writeln!(out, "{}", self.position)
    }
}

impl Verdict {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let side = title(self.colour);
        match (&self.closed, self.plies, &self.line) {
            (Some(closed), ..) => {
                let positions = counted(closed.positions.into(), "position", "positions");
                let settled = [
                    (closed.over, "because play is over"),
                    (closed.material, "by the material"),
                    (closed.static_argument, "by the static argument"),
                    (closed.skeleton_argument, "by the skeleton argument"),
                ];
                let settled: String =
                    settled.iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!(", {count} of them settled {why}")).collect();
                writeln!(out, "{side} cannot mate from here by any legal moves. The proof has {positions}{settled}.")
            }
            (None, Some(plies @ 1..), Some(line)) => {
                writeln!(out, "{side} can mate from here, within {} of both sides: {line}", counted(plies.into(), "move", "moves"))
            }
            _ => writeln!(out, "{side} has mated."),
        }
    }
}
