//! Answers from verified certificates, about one position or as an export row by row.
//!
//! Each kind of certificate has an implementation of [`Answers`] in a module of its own; [`of`] picks it. Answers have
//! a form for programs and a form for people.

mod bounds;
mod can_mate;
pub(crate) mod chips;
pub mod endings;
pub mod games;
mod losing;
mod scoring;
pub mod sheet;
mod values;

use std::io::{self, Write};

use gamecert_unwinnable::Color;
use serde::Serialize;

use crate::answers::NoAnswer;
use crate::answers::bid_matrix::BidTable;
use crate::answers::certified::ending_of;
use crate::answers::move_tree::{MoveTree, Request};
use crate::answers::text::counted;
use crate::certificate::verify::{Contents, VerifiedTables};
use crate::engine::scoring::matrix::Holder;
use sheet::{Sheet, Stop};

/// Question about one position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// Position in the text form of the rule set; `None` means the start of play.
    pub position: Option<&'a str>,
    /// Scoring games: holder of the marker; Left by default.
    pub marker: Option<Holder>,
    /// Bidding with chips: first and last number of chips of the question.
    pub chips: Option<(u32, u32)>,
    /// Chess: side that should mate; `None` asks about both.
    pub side: Option<Color>,
    /// Scoring games: whether to list the outcome of each pair of bids.
    pub bid_table: bool,
}

/// Details that a question may specify besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// [`Question::marker`].
    Marker,
    /// [`Question::chips`].
    Chips,
    /// [`Question::side`].
    Colour,
    /// [`Question::bid_table`].
    BidTable,
}

/// Answer to a question, as data and as text.
pub trait Answer {
    /// Writes one JSON object.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the answer as text, with at most the first `max` items of each list.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_text(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()>;

    /// Writes the outcome of each pair of bids as a table for LaTeX, if the question requested it.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_latex(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Text form of an answer whose data are its fields.
trait Words: Serialize {
    /// Returns the outcome of each pair of bids, if requested, with a description of the position.
    fn bid_table(&self) -> Option<(&BidTable, String)> {
        None
    }

    fn write_words(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()>;
}

impl<T: Words> Answer for T {
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }

    fn write_text(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()> {
        self.write_words(out, max)
    }

    fn write_latex(&self, out: &mut dyn Write) -> io::Result<()> {
        self.bid_table().map_or(Ok(()), |(table, comment)| table.write_latex(out, &comment))
    }
}

/// Verified certificate that answers questions.
pub trait Answers {
    /// Reports whether a question to this kind of certificate may specify `detail`.
    fn takes(&self, detail: Detail) -> bool;

    /// Looks up a position.
    ///
    /// # Errors
    /// [`NoAnswer`] if the certificate has no answer.
    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer>;

    /// Describes the rows of an export.
    fn contents(&self) -> Rows;

    /// Writes the whole content of the certificate, row by row.
    ///
    /// # Errors
    /// If it cannot be written, or the sheet accepts no more rows.
    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop>;

    /// Builds the tree of optimal moves below a position.
    ///
    /// # Errors
    /// [`NoAnswer`] if there is no such tree.
    fn move_tree(&self, _: &Request<'_>) -> Result<MoveTree, NoAnswer> {
        Err(NoAnswer::question("trees of optimal moves are for certificates of the kinds richman and chips"))
    }

    /// Returns the export with one number a row, if rows of the ordinary export contain lists.
    fn tidy(&self) -> Option<&dyn Tidy> {
        None
    }
}

/// Export with one number a row ("tidy" data, for statistics programs).
pub trait Tidy {
    /// Describes the rows.
    fn contents(&self) -> Rows;

    /// Writes the rows; with `chips`, only thresholds from the first to the last number of chips.
    ///
    /// # Errors
    /// If the certificate does not cover these numbers of chips, or the rows cannot be written.
    fn rows(&self, chips: Option<(u32, u32)>, sheet: &mut dyn Sheet) -> Result<(), TidyError>;
}

/// Reason why tidy rows were not written.
#[derive(Debug)]
pub enum TidyError {
    /// The certificate does not have these rows.
    NoAnswer(NoAnswer),
    /// Writing stopped.
    Stopped(Stop),
}

impl From<NoAnswer> for TidyError {
    fn from(reason: NoAnswer) -> Self {
        Self::NoAnswer(reason)
    }
}

impl From<Stop> for TidyError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Description of an export's rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Words for one row and for several: `position`, `positions`.
    pub row: [&'static str; 2],
    /// Subject of the rows, such as `KNK on 8x8`.
    pub of: String,
    /// Content of a row, as it follows the word "with".
    pub with: String,
    /// SHA-256 digest of the certificate.
    pub digest: String,
}

impl Rows {
    /// Returns a sentence with the number of rows written; `cut` if more exist.
    #[must_use]
    pub fn sentence(&self, rows: u64, cut: bool, file: Option<&str>) -> String {
        let Self { row: [one, many], of, with, .. } = self;
        let rows = match (cut, rows) {
            (true, 1) => format!("the first {one}"),
            (true, _) => format!("the first {}", counted(rows, one, many)),
            (false, _) => counted(rows, one, many),
        };
        let file = file.map_or_else(String::new, |file| format!("{file}: "));
        format!("Wrote {file}{rows} of {of} with {with}.")
    }
}

/// Returns the answerer for a verified certificate.
///
/// # Errors
/// [`NoAnswer`] if the solver's reading of the certificate differs from the checker's.
pub fn of(contents: Contents) -> Result<Box<dyn Answers>, NoAnswer> {
    Ok(match contents {
        Contents::Tables(VerifiedTables::Values(games)) => match games.last().and_then(|game| ending_of(&game.about)) {
            Some(_) => Box::new(endings::Endings::open(games)?),
            None => Box::new(games::Game::open(games)?),
        },
        Contents::Tables(VerifiedTables::Bounds(games)) => Box::new(bounds::BoundedEndings::open(&games)?),
        Contents::Tables(VerifiedTables::Chips(games)) => Box::new(chips::Chips::open(games)?),
        Contents::Tables(VerifiedTables::Scoring(game)) => Box::new(scoring::Heaps(*game)),
        Contents::Losing(proof) => Box::new(losing::Losing::open(*proof)?),
        Contents::Chess(verified) => Box::new(can_mate::Verdicts(verified)),
    })
}

/// Explains a threshold of money for a player.
fn share_that_wins(player: &str) -> String {
    format!("the share of the money above which {player} can force a win")
}

/// Refuses a question about money that specifies a number of chips.
fn without_chips(request: &Request<'_>) -> Result<(), NoAnswer> {
    match request.chips {
        None => Ok(()),
        Some(_) => Err(NoAnswer::question("a certificate about money, not about chips")),
    }
}

/// Returns the message that the question must name a position.
fn no_start(of: &str, form: &str) -> NoAnswer {
    NoAnswer::Question(format!("{of} has no position in which play begins: name one, such as {form}"))
}
