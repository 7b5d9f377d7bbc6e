//! Reads the certificates that [`crate::certificate::emit`] writes.
//!
//! The module [`batch`] and some functions of [`losing`] also accept unverified bytes. The other functions expect
//! certificates that the checker has verified.

pub mod batch;
mod cbor;
pub mod graph;
pub mod losing;
pub mod safe;
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

/// Returns a reader that has skipped the names and versions at the beginning of a certificate. The reader's next item
/// is the array of the game's parameters.
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
