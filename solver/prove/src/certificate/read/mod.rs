//! Reads certificates back, as the inverse of [`crate::certificate::emit`]. Some evidence has to be read back because
//! the checker verifies it but does not return it.
//!
//! All modules except [`batch`] read only verified bytes. The modules that read verified bytes test only that each
//! expected item exists, because the checker is responsible for the encodings.

pub mod batch;
mod cbor;
pub mod graph;
pub mod losing;
pub mod scoring;

use cbor::Reader;

/// Reads the name of a certificate's kind.
fn kind(certificate: &[u8]) -> Option<String> {
    let mut reader = Reader::new(certificate);
    let _ = (reader.tag()?, reader.array()?);
    // Skips the name and the version of the format, which come first.
    let _ = (reader.text()?, reader.unsigned()?);
    let _ = reader.array()?;
    reader.text()
}

/// Returns a reader whose next item is the parameters of the game. The reader has passed the certificate's kind, and
/// the name and version of the rule set.
fn after_names(certificate: &[u8]) -> Option<Reader<'_>> {
    let mut reader = Reader::new(certificate);
    let _ = (reader.tag()?, reader.array()?);
    // Skips the name and the version of the format, of the kind, and of the rule set. The kind and the rule set are
    // arrays.
    let _ = (reader.text()?, reader.unsigned()?);
    let _ = (reader.array()?, reader.text()?, reader.unsigned()?);
    let _ = (reader.array()?, reader.text()?, reader.unsigned()?);
    Some(reader)
}
