//! Writes all classes of an ending as CSV (RFC 4180; no field needs quotes) or as one JSON object a line.

use std::io::{self, Write};

use clap::ValueEnum;

use crate::report::export::Export;

/// The form of an export.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Comma-separated values with a line of column names
    Csv,
    /// One JSON object a line
    Jsonl,
}

/// Writes an export, row by row.
pub(super) fn write(out: &mut dyn Write, export: &Export, format: Format) -> io::Result<()> {
    match format {
        Format::Csv => {
            writeln!(out, "{}", export.columns().join(","))?;
            export.rows().try_for_each(|row| writeln!(out, "{}", row.fields().join(",")))
        }
        Format::Jsonl => export.rows().try_for_each(|row| {
            serde_json::to_writer(&mut *out, &row)?;
            writeln!(out)
        }),
    }
}
