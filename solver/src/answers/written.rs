//! Identifies the certificate of an answer.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::text::grouped;
use crate::certificate::Certificate;

/// The certificate of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Written {
    /// SHA-256 of the certificate.
    pub sha256: String,
    /// Size of the certificate in bytes.
    pub bytes: usize,
    /// Work limit that `check` needs to verify the certificate, if the default limit is too small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<u64>,
    /// File to which the certificate was written, if it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Written {
    /// Describes a certificate by digest, size and file.
    #[must_use]
    pub fn new(certificate: &Certificate, file: Option<&Path>) -> Self {
        Self {
            sha256: certificate.digest.to_string(),
            bytes: certificate.bytes.len(),
            work: None,
            file: file.map(|file| file.display().to_string()),
        }
    }

    /// Writes a line about the certificate's file, if there is a file.
    ///
    /// # Errors
    /// Fails if `out` cannot be written.
    pub fn write_text(&self, out: &mut dyn Write, indent: &str, verified: bool) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let verified = if verified { "verified" } else { "not verified" };
        writeln!(out, "{indent}{file}: {} bytes, {verified}, sha256={}", grouped(self.bytes as u64), self.sha256)
    }
}
