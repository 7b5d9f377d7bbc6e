//! `solve export`: all that a verified certificate states, as CSV (RFC 4180) or as one JSON object a line.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::certificate::open;
use super::common::Reading;
use super::outcome::Failure;
use crate::report::answers::sheet::{Csv, JsonLines};

/// The form of an export.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Comma-separated values with a line of column names
    Csv,
    /// One JSON object a line
    Jsonl,
}

/// Arguments of `solve export`.
#[derive(Args, Debug)]
pub(super) struct ExportCommand {
    /// The certificate, of any kind; those that it cites are looked for in the same folder
    #[arg(value_name = "CERT")]
    certificate: PathBuf,
    /// The form of the rows
    #[arg(long, value_enum, value_name = "csv|jsonl", default_value = "csv", hide_possible_values = true)]
    format: Format,
    /// The same as --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

impl ExportCommand {
    /// Does what was asked.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let answers = open(&self.certificate, &self.reading)?;
        let mut out = BufWriter::new(io::stdout().lock());
        match self.format {
            Format::Csv if !self.json => answers.export(&mut Csv::new(&mut out))?,
            Format::Csv | Format::Jsonl => answers.export(&mut JsonLines::new(&mut out))?,
        }
        Ok(out.flush()?)
    }
}
