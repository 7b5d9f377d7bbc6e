//! The options that commands have in common.

use std::path::{Path, PathBuf};

use clap::Args;

use super::files::Emit;
use super::outcome::Failure;
use super::progress;
use super::resources::Resources;
use crate::certificate::verify::{self, VerifiedTables};

/// Of commands that solve and certify: certificates, the form of the answer, resources.
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

/// Of commands that read a certificate: where others are that it cites, and what verification may take.
#[derive(Args, Debug)]
pub(super) struct Reading {
    /// Look for cited certificates in this folder too; may be given several times
    #[arg(long, value_name = "DIR")]
    include: Vec<PathBuf>,
    #[command(flatten)]
    resources: Resources,
}

impl Reading {
    /// Verifies a certificate of tables and what it rests on; `-` is standard input.
    pub(super) fn open_tables(&self, certificate: &Path) -> Result<VerifiedTables, Failure> {
        self.resources.set_threads()?;
        let reading = verify::Reading { include: &self.include, memory: self.resources.memory() };
        progress::during("verifying", || verify::open_tables_with(certificate, reading)).map_err(Failure::input)
    }
}
