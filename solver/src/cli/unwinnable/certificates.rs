//! `--emit-cert`: answers as certificates in a file.

use std::path::{Path, PathBuf};

use super::super::files::{CERTIFICATE, Replace, write_whole};
use super::super::outcome::{Failure, note};
use crate::certificate::Certificate;
use crate::certificate::emit::batch::Entry;
use crate::certificate::verify;
use crate::report::text::counted;
use crate::solve::unwinnable::certify;
use crate::solve::unwinnable::judge::Decided;

/// Certificates of what was decided so far, if they are wanted.
pub(super) struct Certificates {
    file: Option<PathBuf>,
    entries: Vec<Entry>,
}

impl Certificates {
    /// None yet; they will go into this file.
    pub(super) fn new(file: Option<&Path>, replace: Replace) -> Result<Self, Failure> {
        file.map_or(Ok(()), |file| replace.allow(file, &CERTIFICATE))?;
        Ok(Self { file: file.map(Path::to_owned), entries: Vec::new() })
    }

    /// Takes an answer, in its turn. What was not found out has no certificate.
    pub(super) fn take(&mut self, decided: &Decided) {
        if self.file.is_some() {
            self.entries.extend(certify::entry(&decided.position, decided.winner, &decided.answer.verdict));
        }
    }

    /// Lets the checker verify them, and writes them: one by itself, several as a batch.
    pub(super) fn write(self) -> Result<(), Failure> {
        let Some(file) = self.file else { return Ok(()) };
        if self.entries.is_empty() {
            note("nothing was found out: no certificate is written");
            return Ok(());
        }
        let count = self.entries.len() as u64;
        let bytes = certify::file(self.entries);
        let certificate = Certificate::new(bytes);
        let size = certificate.bytes.len() as u64;
        let checked = [certificate];
        // A rejection is a mistake of this program: it has no answer then.
        verify::verify_all(&checked).map_err(|refused| Failure::NoAnswer(refused.to_string()))?;
        let [certificate] = checked;
        write_whole(&file, &certificate.bytes)?;
        let what = counted(count, "answer", "answers");
        note(&format!("{}: {what} in {}, verified", file.display(), counted(size, "byte", "bytes")));
        Ok(())
    }
}
