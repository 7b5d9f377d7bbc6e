//! `--emit-cert`: writes the certificates of answers to a file.

use std::path::Path;

use gamecert_unwinnable::certificate::Entry;

use super::super::files::{CERTIFICATE, Replace, written};
use super::super::outcome::{Failure, note};
use crate::answers::text::counted;
use crate::solve::unwinnable::batch::{Batch, Error};
use crate::solve::unwinnable::judge::Decided;

/// Certificates of all answers so far, if the user requested them.
pub(super) struct Certificates<'a> {
    file: Option<(&'a Path, Batch<'a>)>,
    always_batch: bool,
}

/// Returns the failure for an error that occurs while a batch of certificates is written.
pub(in crate::cli) fn failure(file: &Path, error: Error) -> Failure {
    match error {
        Error::Io(error) => written(file, error),
        // If the checker refuses a certificate, this program has a bug, so there is no answer.
        Error::Refused(_) | Error::OutOfProportion => Failure::NoAnswer(error.to_string()),
    }
}

impl<'a> Certificates<'a> {
    /// Creates an empty collection that will be written to `file`.
    pub(super) fn new(file: Option<&'a Path>, replace: Replace, always_batch: bool) -> Result<Self, Failure> {
        file.map_or(Ok(()), |file| replace.allow(file, &CERTIFICATE))?;
        Ok(Self { file: file.map(|file| (file, Batch::new(file))), always_batch })
    }

    /// Adds the certificate of an answer. Callers add the answers in the order of the questions. An answer with the
    /// verdict "unknown" has no certificate.
    pub(super) fn add(&mut self, decided: &Decided) -> Result<(), Failure> {
        let Some((file, batch)) = &mut self.file else { return Ok(()) };
        let entry = Entry::new(&decided.position, decided.intended_winner, &decided.answer.verdict);
        entry.map_or(Ok(()), |entry| batch.add(entry)).map_err(|error| failure(file, error))
    }

    /// Verifies the certificates with the checker and writes them. A single certificate is written without a batch,
    /// unless `always_batch` is set. Several certificates are written as a batch.
    pub(super) fn write(self) -> Result<(), Failure> {
        let Some((file, batch)) = self.file else { return Ok(()) };
        let Some(written) = batch.write(self.always_batch).map_err(|error| failure(file, error))? else {
            note("nothing was found out: no certificate is written");
            return Ok(());
        };
        let what = counted(written.entries, "answer", "answers");
        note(&format!("{}: {what} in {}, verified", file.display(), counted(written.bytes, "byte", "bytes")));
        Ok(())
    }
}
