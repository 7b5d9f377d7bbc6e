//! Reports which side can still mate, as text, JSON or CSV, with one record in each line. This module formats the
//! answer to each question. `games` formats the records of games, `tally` counts games, `summaries` adds up the counts
//! from several parts of a file, and `summary` counts answers.

#[cfg(feature = "pgn")]
pub mod games;
pub mod reach;
#[cfg(feature = "pgn")]
pub mod summaries;
pub mod summary;
#[cfg(feature = "pgn")]
pub mod tally;

use std::io::{self, Write};

use serde::Serialize;

use super::text::{counted, write_json};
use crate::solve::unwinnable::judge::Decided;
use gamecert_unwinnable::{BitBoard, Color, Policy, Reason, Ruling, Verdict as Decision};

/// Output format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text.
    Text,
    /// One JSON object in each line.
    Json,
    /// Comma-separated values with a header.
    Csv,
}

/// A record that can be written as text, JSON or CSV.
pub trait Record: Serialize {
    /// Header of the CSV form.
    const HEAD: &'static str;

    /// Returns the fields of the CSV form.
    fn fields(&self) -> Vec<String>;

    /// Writes the text form of the record.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the record in one of the forms.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    fn write(&self, form: Form, out: &mut dyn Write) -> io::Result<()> {
        match form {
            Form::Text => self.write_text(out),
            Form::Json => write_json(out, self),
            Form::Csv => {
                let fields: Vec<String> = self.fields().into_iter().map(quoted).collect();
                writeln!(out, "{}", fields.join(","))
            }
        }
    }
}

/// Quotes a field for CSV if needed (RFC 4180).
fn quoted(field: String) -> String {
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

/// Formats an optional field. A missing field is empty.
fn optional<T: ToString>(field: Option<&T>) -> String {
    field.map_or(String::new(), T::to_string)
}

fn squares(set: BitBoard) -> String {
    let names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
    names.join(" ")
}

/// Escapes control characters, so that a terminal can safely show text from a file.
fn shown(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { letter.escape_default().collect() } else { letter.to_string() }).collect()
}

/// Returns the name of a side.
#[must_use]
pub fn name(side: Color) -> &'static str {
    if side == Color::White { "white" } else { "black" }
}

/// Verdict on the question whether a side can mate.
#[derive(Serialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The side can mate.
    Winnable,
    /// The side cannot mate.
    Unwinnable,
    /// The question could not be decided within the limits.
    Unknown,
    /// The position is invalid.
    #[default]
    Invalid,
}

impl Verdict {
    fn text(self) -> &'static str {
        match self {
            Self::Winnable => "winnable",
            Self::Unwinnable => "unwinnable",
            Self::Unknown => "unknown",
            Self::Invalid => "invalid",
        }
    }
}

/// Answer to the question whether a side can mate.
#[derive(Serialize, Clone, Debug, Default)]
pub struct MateAnswer {
    /// First four fields of the FEN, or the input text if the position is invalid.
    pub fen: String,
    /// Side that the question asks about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// Verdict on the question.
    pub verdict: Verdict,
    /// Whether the side can mate, or `null` in JSON if the question is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_mate: Option<Option<bool>>,
    /// A line of moves that ends in mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Whether `line` is proved to be the shortest line to mate. Present only if a shortest line was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// Number of plies that every line to mate has at least. Present only if `shortest` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<usize>,
    /// Number of nodes in the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time for the answer, in microseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub micros: Option<u64>,
    /// Kind of evidence for the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<&'static str>,
    /// Number of positions in the closed set. Present only if a closed set is the evidence for the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u32>,
    /// Number of partial positions (skeletons) in the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skeletons: Option<u32>,
    /// Squares of the pieces whose moves the proof follows, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracked: Option<String>,
    /// Whether neither side can mate. Present only if the question was about both sides and the answer is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead: Option<bool>,
    /// Identifier of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Line number of the question in the input file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Expected verdict, from the input line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'static str>,
    /// Whether the answer agrees with `label`. Present only if the answer is known and the input line has an expected
    /// verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// Requested policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Result under the requested policy (a server's rules), if the opponent of `side` runs out of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<&'static str>,
    /// Reason why the position is invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl MateAnswer {
    /// Builds the record of a decided question.
    #[must_use]
    pub fn new(decided: &Decided, policy: Option<Policy>) -> Self {
        let (verdict, line, evidence, set) = match &decided.answer.verdict {
            Decision::Winnable(moves) => {
                let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
                (Verdict::Winnable, Some(words.join(" ")), Some("mate"), None)
            }
            Decision::Unwinnable(set) => (Verdict::Unwinnable, None, Some(set.reason.name()), Some(set)),
            Decision::Unknown => (Verdict::Unknown, None, None, None),
        };
        Self {
            fen: decided.position.to_string(),
            side: Some(name(decided.intended_winner)),
            verdict,
            can_mate: Some(decided.can_mate()),
            line,
            shortest: decided.shortest,
            at_least: decided.at_least,
            nodes: Some(decided.answer.nodes),
            micros: Some(decided.time.as_micros().try_into().unwrap_or(u64::MAX)),
            evidence,
            positions: set.filter(|set| set.reason == Reason::Closed).map(|set| set.positions),
            skeletons: set.filter(|set| set.skeletons > 0).map(|set| set.skeletons),
            tracked: set.filter(|set| !set.tracked.is_empty()).map(|set| squares(set.tracked)),
            policy: policy.map(|policy| policy.to_string()),
            ruling: policy.and_then(|policy| ruling(decided, policy)).map(Ruling::name),
            ..Self::default()
        }
    }

    /// Builds the record of an invalid position.
    #[must_use]
    pub fn invalid(fen: String, why: String) -> Self {
        Self { fen, error: Some(why), ..Self::default() }
    }

    /// Returns the answer in words, without the position, for example `White can still mate in 1 ply: h1h8`. If a
    /// policy was requested, the result under this policy comes first.
    #[must_use]
    pub fn words(&self) -> String {
        let side = self.side_name();
        let verdict = self.verdict_in_words();
        let opponent = if side == "White" { "Black" } else { "White" };
        match (&self.policy, self.ruling) {
            (Some(policy), Some("win")) => {
                let although = if self.verdict == Verdict::Unwinnable { "; yet in fact " } else { ". " };
                format!("{policy}: {side} wins if {opponent}'s flag falls{although}{verdict}")
            }
            (Some(policy), Some("draw")) => format!("{policy}: a draw if {opponent}'s flag falls. {verdict}"),
            (Some(policy), Some(ruling)) => format!("{policy}: {ruling}. {verdict}"),
            _ => verdict,
        }
    }

    fn side_name(&self) -> &'static str {
        if self.side == Some("black") { "Black" } else { "White" }
    }

    /// Returns the answer in words, without the result under a policy.
    fn verdict_in_words(&self) -> String {
        let side = self.side_name();
        match (self.verdict, self.line.as_deref()) {
            (Verdict::Winnable, Some("")) => format!("{side} has mated"),
            (Verdict::Winnable, None) => format!("{side} can still mate"),
            (Verdict::Winnable, Some(line)) => {
                let plies = counted(line.split(' ').count() as u64, "ply", "plies");
                let shortest = match self.shortest {
                    None => String::new(),
                    Some(true) => ", the fewest possible".to_owned(),
                    Some(false) => format!(" (no mate in fewer than {} plies)", self.at_least.unwrap_or(0)),
                };
                format!("{side} can still mate in {plies}{shortest}: {line}")
            }
            (Verdict::Unwinnable, _) => format!("{side} cannot mate: {}", self.obstacle()),
            (Verdict::Unknown, _) => {
                let searched = counted(self.nodes.unwrap_or(0), "position", "positions");
                format!("{side} may or may not be able to mate: the limits were reached ({searched} searched)")
            }
            (Verdict::Invalid, _) => "invalid".to_owned(),
        }
    }

    /// Explains why the side cannot mate.
    fn obstacle(&self) -> String {
        match self.evidence {
            Some("over") => "the game is over".to_owned(),
            Some("material") => "the material does not allow it".to_owned(),
            Some("closed") => {
                let positions = self.positions.map_or(String::new(), |count| counted(count.into(), "position", "positions"));
                format!("nothing that can follow is a mate ({positions} searched)")
            }
            Some("skeletons") => {
                let but =
                    self.tracked.as_ref().map_or_else(String::new, |squares| format!(" but for those on {squares}, which were tracked"));
                format!("no moves of kings and pawns lead to a mate, wherever the other pieces go{but}")
            }
            _ => "no piece or pawn can get to where a mate would need it".to_owned(),
        }
    }
}

/// Returns the result under a policy (a server's rules about fallen flags), if requested.
#[must_use]
pub fn ruling(decided: &Decided, policy: Policy) -> Option<Ruling> {
    let place = Policy::ALL.iter().position(|&other| other == policy)?;
    decided.rulings.map(|rulings| rulings[place])
}

impl Record for MateAnswer {
    const HEAD: &'static str =
        "fen,side,verdict,can_mate,line,nodes,micros,evidence,positions,dead,id,number,label,agrees,policy,ruling,error,shortest,at_least";

    fn fields(&self) -> Vec<String> {
        vec![
            self.fen.clone(),
            optional(self.side.as_ref()),
            self.verdict.text().to_owned(),
            optional(self.can_mate.flatten().as_ref()),
            optional(self.line.as_ref()),
            optional(self.nodes.as_ref()),
            optional(self.micros.as_ref()),
            optional(self.evidence.as_ref()),
            optional(self.positions.as_ref()),
            optional(self.dead.as_ref()),
            optional(self.id.as_ref()),
            optional(self.number.as_ref()),
            optional(self.label.as_ref()),
            optional(self.agrees.as_ref()),
            optional(self.policy.as_ref()),
            optional(self.ruling.as_ref()),
            optional(self.error.as_ref()),
            optional(self.shortest.as_ref()),
            optional(self.at_least.as_ref()),
        ]
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(id) = &self.id {
            write!(out, "{}: ", shown(id))?;
        }
        write!(out, "{}: {}", shown(&self.fen), self.words())?;
        if let Some(error) = &self.error {
            write!(out, ": {}", shown(error))?;
        }
        if self.dead == Some(true) {
            write!(out, "; dead: neither side can mate")?;
        }
        if let (Some(label), Some(false)) = (self.label, self.agrees) {
            write!(out, "; the label {label} disagrees")?;
        }
        writeln!(out)
    }
}
