//! Certificates read back: the inverse of [`crate::certificate::emit`], for evidence that the checker verifies and does not hand out.
//!
//! Only verified bytes are read, but for [`batch`], so little is tested here: that each item that is asked for is there. The forms of items are the checker's business.

pub mod batch;
mod cbor;
pub mod graph;
pub mod losing;
pub mod scoring;

use cbor::Reader;

/// The name of a certificate's kind.
fn kind(certificate: &[u8]) -> Option<String> {
    let mut reader = Reader::new(certificate);
    let _ = (reader.tag()?, reader.array()?);
    // Behind the format, a name and a version.
    let _ = (reader.text()?, reader.unsigned()?);
    let _ = reader.array()?;
    reader.text()
}

/// A reader of the certificate `certificate` behind its kind and the name and version of its rule set: the parameters of its game come next.
fn after_names(certificate: &[u8]) -> Option<Reader<'_>> {
    let mut reader = Reader::new(certificate);
    let _ = (reader.tag()?, reader.array()?);
    // The format, the kind, the rule set: each a name and a version, the latter two as arrays.
    let _ = (reader.text()?, reader.unsigned()?);
    let _ = (reader.array()?, reader.text()?, reader.unsigned()?);
    let _ = (reader.array()?, reader.text()?, reader.unsigned()?);
    Some(reader)
}
