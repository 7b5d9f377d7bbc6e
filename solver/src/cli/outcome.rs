//! Defines how a command can end, and to which streams a command writes.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use crate::answers::text::write_json;

/// Whether standard output is reserved for a certificate.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Reserves standard output for a certificate. From now on, answers go to standard error.
pub(super) fn take_standard_output() {
    TAKEN.store(true, Ordering::Relaxed);
}

/// Returns the stream to which answers are written.
pub(super) fn out() -> Box<dyn Write> {
    if TAKEN.load(Ordering::Relaxed) { Box::new(io::stderr().lock()) } else { Box::new(io::stdout().lock()) }
}

/// Prints an answer, as one JSON object or as text.
pub(super) fn print<T: Serialize>(json: bool, answer: &T, text: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(out());
    if json {
        write_json(&mut out, answer)?;
    } else {
        text(&mut out)?;
    }
    Ok(out.flush()?)
}

/// Reason why a command ends without an answer.
#[derive(Debug)]
pub enum Failure {
    /// There is no answer within the limits (exit status 1).
    NoAnswer(String),
    /// The input is wrong, or a file cannot be read or written (exit status 2).
    BadInput(String),
    /// The user stopped the command (exit status 130).
    Interrupted,
    /// The program that reads the output has closed the stream. The command ends without an error (exit status 0).
    ReaderGone,
}

impl Failure {
    /// Returns the failure for bad input with this cause.
    pub fn input(cause: impl Display) -> Self {
        Self::BadInput(cause.to_string())
    }

    /// Returns the failure for an error in reading or writing this file.
    pub fn file(path: &std::path::Path, cause: impl Display) -> Self {
        Self::BadInput(format!("{}: {cause}", path.display()))
    }

    /// Prints the reason and returns the exit status.
    #[must_use]
    pub fn report(&self) -> ExitCode {
        let status = match self {
            Self::ReaderGone => return ExitCode::SUCCESS,
            Self::NoAnswer(_) => 1,
            Self::BadInput(_) => 2,
            Self::Interrupted => 130,
        };
        note(&self.to_string());
        ExitCode::from(status)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAnswer(reason) | Self::BadInput(reason) => f.write_str(reason),
            Self::Interrupted => f.write_str("interrupted"),
            Self::ReaderGone => f.write_str("nobody reads the output"),
        }
    }
}

/// Prints a sentence for the user on standard error. Write errors are ignored.
pub fn note_sentence(sentence: &str) {
    let _ = writeln!(io::stderr(), "{}", escaped(sentence));
}

/// Prints a line on standard error. Control characters, which may come from arguments, are escaped. Write errors are
/// ignored.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "solve: {}", escaped(text));
}

fn escaped(text: &str) -> String {
    let escape = |letter: char| if letter.is_control() { letter.escape_default().collect() } else { letter.to_string() };
    text.chars().map(escape).collect()
}

impl From<io::Error> for Failure {
    /// Converts an error in writing to standard output. Use [`Failure::file`] for an error in reading or writing a
    /// file.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::ReaderGone } else { Self::BadInput(format!("standard output: {error}")) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
