//! What verified certificates say: of one position, or of all of them row by row.
//!
//! Each kind of certificate has one answerer, an implementation of [`Answers`] in a module of its own; [`of`] picks it. Answers are data for programs and words
//! for people.

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

use crate::answers::bid_matrix::BidTable;
use crate::answers::certified::ending_of;
use crate::answers::move_tree::{MoveTree, Request};
use crate::answers::text::counted;
use crate::certificate::verify::{Contents, VerifiedTables};
use crate::engine::scoring::matrix::Holder;
use sheet::{Sheet, Stop};

/// A question about one position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// The position in the text form of the rule set; `None` where play begins.
    pub position: Option<&'a str>,
    /// Scoring games: who has the marker; Left where that is not said.
    pub marker: Option<Holder>,
    /// Bidding with chips: the first and the last number of chips that are asked about.
    pub chips: Option<(u32, u32)>,
    /// Chess: the side whose mate is asked about; both where that is not said.
    pub side: Option<Color>,
    /// Scoring games: whether the outcome of each pair of bids is asked for.
    pub bid_table: bool,
}

/// What a question may have beside a position.
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

/// An answer: data and words.
pub trait Answer {
    /// Writes one JSON object.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes lines for people, of each list at most the first `max` items.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_text(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()>;

    /// Writes the outcome of each pair of bids as a table for LaTeX, if it was asked for.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_latex(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// The words of an answer whose data are its fields.
trait Words: Serialize {
    /// The outcome of each pair of bids, if it was asked for, and what it is of.
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

/// A verified certificate that can be asked.
pub trait Answers {
    /// Whether questions may have this beside a position.
    fn takes(&self, detail: Detail) -> bool;

    /// What the certificate says of a position.
    ///
    /// # Errors
    /// A sentence that says why it says nothing.
    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, String>;

    /// What an export has, in words.
    fn contents(&self) -> Rows;

    /// Writes all that the certificate states, row by row.
    ///
    /// # Errors
    /// If it cannot be written, or the sheet takes no more rows.
    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop>;

    /// The tree of optimal moves below a position.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    fn move_tree(&self, _: &Request<'_>) -> Result<MoveTree, String> {
        Err("trees of optimal moves are for certificates of the kinds richman and chips".to_owned())
    }

    /// The same with one number a row, if rows of an export have lists of numbers.
    fn tidy(&self) -> Option<&dyn Tidy> {
        None
    }
}

/// An export with one number a row, as programs for statistics read it.
pub trait Tidy {
    /// What it has, in words.
    fn contents(&self) -> Rows;

    /// Writes the rows; of thresholds those for the numbers of chips from the first to the last.
    ///
    /// # Errors
    /// A sentence, if the certificate says nothing of these numbers of chips.
    fn rows(&self, chips: Option<(u32, u32)>, sheet: &mut dyn Sheet) -> Result<(), TidyError>;
}

/// Why tidy rows were not written.
#[derive(Debug)]
pub enum TidyError {
    /// A sentence: there are none.
    NotThere(String),
    /// They could not be written.
    Stopped(Stop),
}

impl From<Stop> for TidyError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// What an export has, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// What a row is, and what several are: `position`, `positions`.
    pub row: [&'static str; 2],
    /// What the rows are of, such as `KNK on 8x8`.
    pub of: String,
    /// What they have, after "with".
    pub with: String,
    /// SHA-256 digest of the certificate.
    pub digest: String,
}

impl Rows {
    /// Says how many rows were written; `cut` if there are more.
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

/// The answerer of a verified certificate.
///
/// # Errors
/// A sentence, if the solver does not find in it what the checker has verified.
pub fn of(contents: Contents) -> Result<Box<dyn Answers>, String> {
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

/// What thresholds of money are.
fn share_that_wins(player: &str) -> String {
    format!("the share of the money above which {player} can force a win")
}

/// Refuses a number of chips in a question about money.
fn without_chips(request: &Request<'_>) -> Result<(), String> {
    match request.chips {
        None => Ok(()),
        Some(_) => Err("a certificate about money, not about chips".to_owned()),
    }
}

/// That a position has to be named.
fn no_start(of: &str, form: &str) -> String {
    format!("{of} has no position in which play begins: name one, such as {form}")
}
