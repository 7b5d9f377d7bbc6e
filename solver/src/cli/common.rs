//! Options that several commands share.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::files::Emit;
use super::outcome::Failure;
use super::progress;
use super::resources::Resources;
use crate::certificate::verify::{self, Contents, OpenError, VerifiedTables};

/// Options shared by all commands that solve and certify.
#[derive(Args, Debug)]
pub(super) struct Common {
    #[command(flatten)]
    pub(super) emit: Emit,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) resources: Resources,
}

/// Parses a number, or a range such as `3..20`. Returns the first and the last number.
pub(super) fn range(text: &str, number: impl Fn(&str) -> Result<u32, String>) -> Result<(u32, u32), String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    Ok((number(first)?, number(last)?))
}

/// Form in which a table of bids is printed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BidTableForm {
    /// Print the table as text below the answer
    Text,
    /// Print only the table, for LaTeX
    Latex,
}

/// Option of commands that print lists.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct First {
    /// Print at most the first N rows or items of each list; an answer in one JSON object is always complete
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    first: Option<u64>,
}

impl First {
    /// Returns the maximum length of printed lists, or `None` if there is no limit.
    pub(super) fn max(self) -> Option<u64> {
        self.first
    }

    /// Returns [`First::max`] as a `usize`.
    pub(super) fn max_items(self) -> Option<usize> {
        self.first.map(|first| usize::try_from(first).unwrap_or(usize::MAX))
    }
}

/// Options of commands that read a certificate: where to look for cited certificates, and how much memory and how many
/// threads to use.
#[derive(Args, Debug)]
pub(super) struct Reading {
    /// Look for cited certificates in this folder too; may be repeated
    #[arg(long, value_name = "DIR")]
    include: Vec<PathBuf>,
    #[command(flatten)]
    resources: Resources,
}

impl Reading {
    /// Verifies a certificate of any kind and the certificates that it cites. The path `-` is standard input.
    pub(super) fn open_any(&self, certificate: &Path) -> Result<Contents, Failure> {
        self.open(certificate, verify::open_any)
    }

    /// Verifies a certificate that has tables, and the certificates that it cites. The path `-` is standard input.
    pub(super) fn open_tables(&self, certificate: &Path) -> Result<VerifiedTables, Failure> {
        self.open(certificate, verify::open_tables_with)
    }

    fn open<T>(&self, certificate: &Path, open: impl FnOnce(&Path, verify::Reading) -> Result<T, OpenError>) -> Result<T, Failure> {
        self.resources.set_threads()?;
        let reading = verify::Reading { include: &self.include, memory: self.resources.memory() };
        progress::during("verifying", || open(certificate, reading)).map_err(Failure::input)
    }
}
