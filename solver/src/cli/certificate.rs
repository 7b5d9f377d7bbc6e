//! Opens the certificates that the command-line argument CERT names. The checker verifies the certificates before any
//! answer is printed.

use std::path::Path;

use super::common::Reading;
use super::outcome::Failure;
use crate::answers::kinds::{self, Answers};

/// Verifies a certificate of any kind and the certificates that it cites. Returns an object that answers questions
/// about the certificate.
pub(super) fn open(certificate: &Path, reading: &Reading) -> Result<Box<dyn Answers>, Failure> {
    let contents = reading.open_any(certificate)?;
    kinds::open(contents).map_err(|cause| Failure::file(certificate, cause))
}
