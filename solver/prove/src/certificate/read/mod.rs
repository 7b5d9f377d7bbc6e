//! Reads certificates back: the inverse of [`crate::certificate::emit`], for evidence that the checker verifies and
//! does not return.
//!
//! Except in [`batch`], only verified bytes are read, so the only test is that each expected item is there. The
//! encodings are the checker's responsibility.

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
    // The format comes first: a name and a version.
    let _ = (reader.text()?, reader.unsigned()?);
    let _ = reader.array()?;
    reader.text()
}

/// Returns a reader after the certificate's kind and the name and version of its rule set, at the parameters of its
/// game.
fn after_names(certificate: &[u8]) -> Option<Reader<'_>> {
    let mut reader = Reader::new(certificate);
    let _ = (reader.tag()?, reader.array()?);
    // The format, the kind, the rule set: a name and a version each, the latter two as arrays.
    let _ = (reader.text()?, reader.unsigned()?);
    let _ = (reader.array()?, reader.text()?, reader.unsigned()?);
    let _ = (reader.array()?, reader.text()?, reader.unsigned()?);
    Some(reader)
}
