//! CERT arguments: files that the checker verifies before any answer is printed.

use std::path::Path;

use super::common::Reading;
use super::outcome::Failure;
use crate::answers::kinds::{self, Answers};

/// Verifies a file of any kind with its citations and returns its answerer.
pub(super) fn open(certificate: &Path, reading: &Reading) -> Result<Box<dyn Answers>, Failure> {
    let contents = reading.open_any(certificate)?;
    kinds::of(contents).map_err(|cause| Failure::input(format!("{}: {cause}", certificate.display())))
}
