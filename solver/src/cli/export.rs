//! `solve export`: writes the whole content of a verified certificate as CSV (RFC 4180), as one JSON object a line, or
//! as a table for LaTeX.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::certificate::open;
use super::common::{First, Reading};
use super::export_tree::TreeOptions;
use super::files::{self, Replace, written};
use super::lookup::numbers_of_chips;
use super::outcome::{Failure, note_sentence};
use crate::answers::kinds::sheet::first::FirstRows;
use crate::answers::kinds::sheet::latex::Latex;
use crate::answers::kinds::sheet::{Csv, JsonLines, Sheet, Stop};
use crate::answers::kinds::{Answers, Rows, TidyError};
use crate::solve::output::{is_standard_output, write_with};

/// Format of an export.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Comma-separated values with a line of column names
    Csv,
    /// One JSON object a line
    Jsonl,
    /// A table for LaTeX with the rules of booktabs
    Latex,
}

/// Arguments of `solve export`.
#[derive(Args, Debug)]
pub(super) struct ExportCommand {
    /// A certificate of any kind; the certificates that it cites are looked for in the same folder
    #[arg(value_name = "CERT")]
    certificate: PathBuf,
    /// The format of the rows [default: csv, or the format that the name of --out implies]
    #[arg(long, value_enum, value_name = "csv|jsonl|latex", hide_possible_values = true, conflicts_with = "tree")]
    format: Option<Format>,
    /// The same as --format jsonl
    #[arg(long, conflicts_with_all = ["format", "tree"])]
    json: bool,
    /// Write the rows to this file, whose name may end in .csv, .jsonl or .tex [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    replace: Replace,
    #[command(flatten)]
    first: First,
    /// Write one number a row, for pandas and R. Kind chips: one row for each position and number of chips. Kind
    /// scoring: one row for each budget, heap and number of coins
    #[arg(long, conflicts_with = "tree")]
    tidy: bool,
    /// Kind chips. With --tidy: the total numbers of chips to write, such as 0..100 [default: those of the certificate,
    /// to the end of the first period]. With --tree: the single total number of chips
    #[arg(long, value_name = "K", value_parser = numbers_of_chips, allow_negative_numbers = true)]
    chips: Option<(u32, u32)>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    tree: TreeOptions,
}

impl ExportCommand {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let file = self.out.as_deref().filter(|file| !is_standard_output(file));
        if self.tree.is_asked() {
            return self.tree.run(&self.certificate, &self.reading, (file, self.replace), self.first, self.chips);
        }
        if self.chips.is_some() && !self.tidy {
            return Err(Failure::input("--chips goes with --tidy or --tree"));
        }
        let format = self.format()?;
        if let Some(file) = file {
            // The first bytes of a CSV or JSON file do not show whether this program wrote the file.
            let kind = if format == Format::Latex { &files::TABLE } else { &files::ROWS };
            self.replace.allow(file, kind)?;
        }
        let answers = open(&self.certificate, &self.reading)?;
        let contents = self.contents(&*answers)?;
        let mut rows = 0;
        let mut cut = false;
        let mut write = |out: &mut dyn Write| -> Result<(), Failure> {
            let mut csv;
            let mut json;
            let mut latex;
            let sheet: &mut dyn Sheet = match format {
                Format::Csv => {
                    csv = Csv::new(out);
                    &mut csv
                }
                Format::Jsonl => {
                    json = JsonLines::new(out);
                    &mut json
                }
                Format::Latex => {
                    latex = Latex::new(out, self.comments(&contents));
                    &mut latex
                }
            };
            (rows, cut) = self.write_rows(&*answers, sheet)?;
            Ok(())
        };
        match file {
            None => {
                let mut out = BufWriter::new(io::stdout().lock());
                write(&mut out)?;
                out.flush()?;
                note_sentence(&contents.sentence(rows, cut, None));
                Ok(())
            }
            Some(file) => {
                let mut failed = None;
                let filled = write_with(file, |out| {
                    let mut out = BufWriter::new(out);
                    if let Err(failure) = write(&mut out) {
                        failed = Some(failure);
                        return Err(io::Error::other("not written"));
                    }
                    out.flush()
                });
                if let Some(failure) = failed {
                    return Err(failure);
                }
                filled.map_err(|error| written(file, error))?;
                let name = file.display().to_string();
                Ok(writeln!(io::stdout().lock(), "{}", contents.sentence(rows, cut, Some(&name)))?)
            }
        }
    }

    /// Returns the requested format, or else the format that the name of the file implies.
    fn format(&self) -> Result<Format, Failure> {
        let by_name = self.out.as_deref().and_then(Path::extension).and_then(|ending| match ending.to_str()? {
            "csv" => Some(Format::Csv),
            "jsonl" => Some(Format::Jsonl),
            "tex" => Some(Format::Latex),
            _ => None,
        });
        match (self.format.or(self.json.then_some(Format::Jsonl)), by_name) {
            (Some(format), _) | (None, Some(format)) => Ok(format),
            (None, None) => match self.out.as_deref().filter(|file| !is_standard_output(file)) {
                None => Ok(Format::Csv),
                Some(file) => Err(Failure::input(format!(
                    "{}: say in which form, with --format or a name that ends in .csv, .jsonl or .tex",
                    file.display()
                ))),
            },
        }
    }

    /// Returns a description of the rows that will be written.
    fn contents(&self, answers: &dyn Answers) -> Result<Rows, Failure> {
        if !self.tidy {
            return Ok(answers.contents());
        }
        let none = || Failure::input(format!("{}: --tidy is for certificates of the kinds chips and scoring", self.certificate.display()));
        Ok(answers.tidy().ok_or_else(none)?.contents())
    }

    /// Writes the rows. Returns the number of rows written, and whether rows are left.
    fn write_rows(&self, answers: &dyn Answers, sheet: &mut dyn Sheet) -> Result<(u64, bool), Failure> {
        let mut sheet = FirstRows::new(sheet, self.first.max());
        let ended = match answers.tidy().filter(|_| self.tidy) {
            None => answers.export(&mut sheet),
            Some(tidy) => match tidy.rows(self.chips, &mut sheet) {
                Ok(()) => Ok(()),
                Err(TidyError::Stopped(stop)) => Err(stop),
                Err(TidyError::NoAnswer(cause)) => return Err(Failure::file(&self.certificate, cause)),
            },
        };
        let cut = match ended {
            Ok(()) => false,
            Err(Stop::Full) => true,
            Err(Stop::Failed(error)) => return Err(self.failed(error)),
        };
        sheet.end().map_err(|error| self.failed(error))?;
        Ok((sheet.written(), cut))
    }

    fn failed(&self, error: io::Error) -> Failure {
        written(self.out.as_deref().unwrap_or(Path::new("-")), error)
    }

    fn comments(&self, contents: &Rows) -> Vec<String> {
        let Rows { row: [_, many], of, with, digest } = contents;
        let certificate = self.certificate.display();
        let mut command = format!("solve export {certificate} --format latex");
        if self.tidy {
            command += " --tidy";
        }
        if let Some((first, last)) = self.chips {
            let _ = write!(command, " --chips {first}..{last}");
        }
        if let Some(first) = self.first.max() {
            let _ = write!(command, " --first {first}");
        }
        vec![format!("{of}: {many} with {with}"), format!("From {certificate}, SHA-256 {digest}"), format!("Made by: {command}")]
    }
}
