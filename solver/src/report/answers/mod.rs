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

use crate::certificate::verify::{Contents, VerifiedTables};
use crate::engine::scoring::matrix::Holder;
use crate::report::certified::ending_of;
use sheet::Sheet;

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
}

/// An answer: data and words.
pub trait Answer {
    /// Writes one JSON object.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes lines for people.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// The words of an answer whose data are its fields.
trait Words: Serialize {
    fn write_words(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl<T: Words> Answer for T {
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_words(out)
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

    /// Writes all that the certificate states, row by row.
    ///
    /// # Errors
    /// If it cannot be written.
    fn export(&self, sheet: &mut dyn Sheet) -> io::Result<()>;
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

/// That a position has to be named.
fn no_start(of: &str, form: &str) -> String {
    format!("{of} has no position in which play begins: name one, such as {form}")
}
