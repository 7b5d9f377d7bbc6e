//! `solve merge`: combines the results of several runs, for example over the parts of a file.

use std::io::Write;
use std::path::PathBuf;
use std::thread;

use clap::{Args, Subcommand};

use super::files::{self, CERTIFICATE, Replace};
use super::outcome::{Failure, note, print};
use super::unwinnable::batch_failure;
use crate::answers::text::counted;
use crate::answers::unwinnable::summaries::Summary;
use crate::solve::unwinnable::merge::{self, Error, Merged};

/// Arguments of `solve merge`.
#[derive(Args, Debug)]
pub(super) struct Merge {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Merge certificates about who can still mate into one batch. The batch has every claim once, in an order that
    /// does not depend on the order of the files
    Certs(Certs),
    /// Add up summaries of games. A part of a file that occurs twice counts once
    Summaries(Summaries),
}

#[derive(Args, Debug)]
struct Certs {
    /// The certificates. The checker verifies every entry before it is merged
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the batch to this file. With - it goes to standard output, and everything else to standard error
    #[arg(long, value_name = "FILE")]
    emit_cert: PathBuf,
    #[command(flatten)]
    replace: Replace,
    /// Number of threads. Each thread verifies one file at a time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

#[derive(Args, Debug)]
struct Summaries {
    /// The summaries, written by `solve unwinnable --summary` or by this command
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print the sum as JSON, which this command can read again
    #[arg(long)]
    json: bool,
}

impl Merge {
    /// Runs the command.
    pub(super) fn run(&self) -> Result<(), Failure> {
        match &self.what {
            What::Certs(certs) => certs.run(),
            What::Summaries(summaries) => summaries.run(),
        }
    }
}

impl Certs {
    fn run(&self) -> Result<(), Failure> {
        self.replace.allow(&self.emit_cert, &CERTIFICATE)?;
        let threads = self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
        let merged = merge::certificates(&self.files, &self.emit_cert, threads).map_err(|error| match error {
            Error::Open(error) => Failure::input(error),
            Error::Write(error) => batch_failure(&self.emit_cert, error),
        })?;
        let Merged { read, written } = merged;
        let (of, what) = (counted(read, "entry", "entries"), counted(written.entries, "claim", "claims"));
        let (files, size) = (counted(self.files.len() as u64, "file", "files"), counted(written.bytes, "byte", "bytes"));
        note(&format!("{}: {what} in {size}, of {of} in {files}, verified", self.emit_cert.display()));
        Ok(())
    }
}

impl Summaries {
    fn run(&self) -> Result<(), Failure> {
        let summaries = self.files.iter().map(|file| {
            let name = file.display().to_string();
            let summary = Summary::read(&files::read(file)?).map_err(|why| Failure::input(format!("{name}: {why}")))?;
            Ok((name, summary))
        });
        let summaries = summaries.collect::<Result<Vec<_>, Failure>>()?;
        let sum = Summary::merge(summaries).map_err(Failure::input)?;
        print(self.json, &sum, |out: &mut dyn Write| sum.write_text(out))
    }
}
