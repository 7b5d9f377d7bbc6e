//! Writes all classes of an ending as CSV (RFC 4180; no field needs quotes) or as one JSON object a line.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::outcome::Failure;
use super::tables::Tables;

use crate::report::export::Export;

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
    /// The certificate; those that it cites are looked for in the same folder
    #[arg(value_name = "CERT")]
    certificate: PathBuf,
    /// The form of the rows
    #[arg(long, value_enum, value_name = "csv|jsonl", default_value = "csv", hide_possible_values = true)]
    format: Format,
}

impl ExportCommand {
    /// Does what was asked.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let Tables { tablebase, .. } = Tables::open(&self.certificate)?;
        let last = tablebase.endings().len() - 1;
        let mut out = BufWriter::new(io::stdout().lock());
        write(&mut out, &Export::new(&tablebase, last), self.format)?;
        Ok(out.flush()?)
    }
}

/// Writes an export, row by row.
fn write(out: &mut dyn Write, export: &Export, format: Format) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::{Export, Format, write};
    use crate::control::{Control, Silent};
    use crate::games::bidding_chess::Ending;
    use crate::report::tablebase::Tablebase;
    use crate::solve;

    #[test]
    fn rows_are_written_in_both_forms() {
        let sharp = concat!("class,position,alpha,beta,label_white,label_black,white_move,black_move\n", "0,2/Kk,1/2,1/2,1,1,a1b1,b1a1\n");
        let interval = concat!(
            "class,position,alpha,beta,label_white,label_black,white_move_alpha,black_move_alpha,white_move_beta,black_move_beta\n",
            "0,2/2/Pp/Kk,1/2,1/2,1,1,a1b1,b1a1,a1b1,b1a1\n"
        );
        let json = concat!(
            r#"{"class":0,"position":"2/Kk","alpha":"1/2","beta":"1/2","label_white":1,"label_black":1,"#,
            r#""white_move":"a1b1","black_move":"b1a1"}"#,
            "\n"
        );
        let cases = [("2x2", "KK", Format::Csv, sharp), ("2x4", "KPKP", Format::Csv, interval), ("2x2", "KK", Format::Jsonl, json)];
        for (board, material, format, beginning) in cases {
            let family = Ending::family(board.parse().unwrap(), &[material.parse().unwrap()]).unwrap();
            let stop = AtomicBool::new(false);
            let solutions = solve::bidding_chess::solve(&family, Control::new("", &Silent, &stop)).unwrap();
            let tablebase = Tablebase::new(family.into_iter().zip(solutions).collect());
            let number = tablebase.endings().len() - 1;
            let mut out = Vec::new();
            write(&mut out, &Export::new(&tablebase, number), format).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.starts_with(beginning), "{text}");
            let head = usize::from(format == Format::Csv);
            assert_eq!(text.lines().count(), tablebase.endings()[number].1.len() + head);
        }
    }
}
