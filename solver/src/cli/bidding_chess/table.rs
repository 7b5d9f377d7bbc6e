//! Prints solved endings as a Markdown table.

use std::io::{self, Write};

use super::super::machine::{peak_memory, processor_time};
use super::Summary;
use crate::answers::survey::Interval;
use crate::answers::text::{DECIMALS, grouped};

/// Writes a Markdown table.
pub(super) fn write(out: &mut impl Write, endings: &[Summary]) -> io::Result<()> {
    const HEADS: [&str; 13] = [
        "ending",
        "classes",
        "alpha < beta at",
        "furthest apart in",
        "alpha",
        "beta",
        "zugzwang at",
        "values",
        "digits",
        "s of processors",
        "MB",
        "bytes",
        "SHA-256",
    ];
    let row = |out: &mut dyn Write, cells: [String; 13]| writeln!(out, "| {} |", cells.join(" | "));
    row(out, HEADS.map(str::to_owned))?;
    writeln!(out, "|{}", "---|".repeat(HEADS.len()))?;
    let none = || "-".to_owned();
    let seconds = processor_time().map_or_else(none, |time| format!("{:.0}", time.as_secs_f64()));
    let memory = peak_memory().map_or_else(none, |bytes| grouped(bytes / 1_000_000));
    for ending in endings {
        let [position, alpha, beta] = match &ending.furthest {
            Some(Interval { position, alpha, beta }) => [format!("`{position}`"), alpha.decimal(DECIMALS), beta.decimal(DECIMALS)],
            None => [none(), none(), none()],
        };
        let number = |number: usize| grouped(number as u64);
        let cells = [
            ending.material.clone(),
            number(ending.classes),
            number(ending.part),
            position,
            alpha,
            beta,
            ending.zugzwang.map_or_else(none, number),
            number(ending.values_in_table),
            number(ending.largest_denominator.len()),
            seconds.clone(),
            memory.clone(),
            number(ending.written.bytes),
            format!("`{}`", ending.written.sha256),
        ];
        row(out, cells)?;
    }
    Ok(())
}
