//! Looks up results about one position in a verified certificate, and exports all results row by row.
//!
//! Each kind of certificate has a type that implements [`Answers`], in its own module. The function [`open`] chooses the
//! type for a certificate. Every answer can be written as JSON for programs and as text for people.

mod bounds;
mod can_mate;
pub(crate) mod chips;
pub mod endings;
pub mod games;
mod losing;
mod safe;
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
use crate::answers::text::{counted, write_json};
use crate::certificate::verify::{Contents, VerifiedTables};
use crate::engine::scoring::matrix::Holder;
use sheet::{Sheet, Stop};

/// A question about one position of a certificate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// Position in the text form that the rules define; `None` means the initial position.
    pub position: Option<&'a str>,
    /// Holder of the tie-breaking marker, in scoring games. The default is Left.
    pub marker: Option<Holder>,
    /// In bidding with chips, the first and the last total number of chips in question.
    pub chips: Option<(u32, u32)>,
    /// Side that should mate, in chess; `None` asks about both sides.
    pub side: Option<Color>,
    /// Whether to list the outcome of each pair of bids, in scoring games.
    pub bid_table: bool,
}

/// Optional field of a [`Question`], other than the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The field [`Question::marker`].
    Marker,
    /// The field [`Question::chips`].
    Chips,
    /// The field [`Question::side`].
    Colour,
    /// The field [`Question::bid_table`].
    BidTable,
}

/// Answer to a question, in a form that can be written as JSON or as text.
pub trait Answer {
    /// Writes the answer as one JSON object.
    ///
    /// # Errors
    /// Fails if the answer cannot be written.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the answer as text, with at most the first `max` items of each list.
    ///
    /// # Errors
    /// Fails if the answer cannot be written.
    fn write_text(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()>;

    /// Writes the table of bids for LaTeX, if the question requested the table.
    ///
    /// # Errors
    /// Fails if the table cannot be written.
    fn write_latex(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Text form of an answer.
trait Words: Serialize {
    /// Returns the table with the outcome of each pair of bids, and a description of the position. Returns `None` if
    /// the table was not requested.
    fn bid_table(&self) -> Option<(&BidTable, String)> {
        None
    }

    fn write_words(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()>;
}

impl<T: Words> Answer for T {
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json(out, self)
    }

    fn write_text(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()> {
        self.write_words(out, max)
    }

    fn write_latex(&self, out: &mut dyn Write) -> io::Result<()> {
        self.bid_table().map_or(Ok(()), |(table, comment)| table.write_latex(out, &comment))
    }
}

/// A verified certificate that can answer questions.
pub trait Answers: Send + Sync {
    /// Returns whether this kind of certificate accepts questions that have the field `detail`.
    fn takes(&self, detail: Detail) -> bool;

    /// Answers a question about one position.
    ///
    /// # Errors
    /// [`NoAnswer`] if the certificate has no answer.
    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer>;

    /// Describes the rows of the export.
    fn contents(&self) -> Rows;

    /// Writes the whole content of the certificate to `sheet`, row by row.
    ///
    /// # Errors
    /// Fails if a row cannot be written, or if the sheet accepts no more rows.
    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop>;

    /// Builds the tree of optimal moves below a position.
    ///
    /// # Errors
    /// [`NoAnswer`] if there is no such tree.
    fn move_tree(&self, _: &Request<'_>) -> Result<MoveTree, NoAnswer> {
        Err(NoAnswer::question("trees of optimal moves are for certificates of the kinds richman and chips"))
    }

    /// Returns an export with only one result in each row. Returns `None` if the ordinary export already has only one
    /// result in each row.
    fn tidy(&self) -> Option<&dyn Tidy> {
        None
    }
}

/// Export with only one result in each row, not a list of results. Statisticians call this form of data "tidy".
pub trait Tidy {
    /// Describes the rows of the export.
    fn contents(&self) -> Rows;

    /// Writes the rows. If `chips` is set, writes only rows about total numbers of chips in this range.
    ///
    /// # Errors
    /// Fails if the certificate does not cover these numbers of chips, or if the rows cannot be written.
    fn rows(&self, chips: Option<(u32, u32)>, sheet: &mut dyn Sheet) -> Result<(), TidyError>;
}

/// Reason why the rows of a [`Tidy`] export were not written.
#[derive(Debug)]
pub enum TidyError {
    /// The certificate does not have the requested rows.
    NoAnswer(NoAnswer),
    /// Writing stopped before the last row.
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

/// Description of the rows of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Noun for one row and noun for several rows, such as `position` and `positions`.
    pub row: [&'static str; 2],
    /// Name of the game that the rows are about, such as `KNK on 8x8`.
    pub of: String,
    /// Contents of a row, as a phrase that follows the word "with".
    pub with: String,
    /// SHA-256 digest of the certificate.
    pub digest: String,
}

impl Rows {
    /// Returns a sentence that says how many rows were written to `file`. `cut` tells whether more rows exist.
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

/// Opens a verified certificate so that it can answer questions.
///
/// # Errors
/// [`NoAnswer`] if the solver cannot read the certificate.
pub fn open(contents: Contents) -> Result<Box<dyn Answers>, NoAnswer> {
    Ok(match contents {
        Contents::Tables(VerifiedTables::Values(games)) => match games.last().and_then(|game| ending_of(&game.about)) {
            Some(_) => Box::new(endings::Endings::open(games)?),
            None => Box::new(games::Game::open(games)?),
        },
        Contents::Tables(VerifiedTables::Bounds(games)) => Box::new(bounds::BoundedEndings::open(&games)?),
        Contents::Tables(VerifiedTables::Chips(games)) => Box::new(chips::Chips::open(games)?),
        Contents::Tables(VerifiedTables::Scoring(game)) => Box::new(scoring::Heaps(*game)),
        Contents::Losing(proof) => Box::new(losing::Losing::open(*proof)?),
        Contents::Safe(proof) => Box::new(safe::Safe::open(*proof)?),
        Contents::Chess(verified) => Box::new(can_mate::Verdicts(verified)),
    })
}

/// Describes a player's threshold in games with money.
fn share_that_wins(player: &str) -> String {
    format!("the share of the money above which {player} can force a win")
}

/// Fails if a question names a number of chips although the game is played with money.
fn without_chips(request: &Request<'_>) -> Result<(), NoAnswer> {
    match request.chips {
        None => Ok(()),
        Some(_) => Err(NoAnswer::question("a certificate about money, not about chips")),
    }
}

/// Returns the position of a question about bidding chess.
fn chess_position(position: Option<&str>, piece: char) -> Result<&str, NoAnswer> {
    position.ok_or_else(|| no_start("bidding chess", &format!("8/8/8/8/3k4/8/8/K2{piece}4")))
}

/// Returns the error for a question that names no position, although the game has no initial position. `of` is the name
/// of the game. `form` is an example of a position.
fn no_start(of: &str, form: &str) -> NoAnswer {
    NoAnswer::Question(format!("{of} has no position in which play begins: name one, such as {form}"))
}
