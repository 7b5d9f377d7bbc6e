//! CERT arguments: files that the checker verifies before anything is said of them.

use std::path::Path;

use super::common::Reading;
use super::outcome::Failure;
use crate::answers::kinds::{self, Answers};

/// Verifies a file of any kind with what it rests on, so that it can be asked.
pub(super) fn open(certificate: &Path, reading: &Reading) -> Result<Box<dyn Answers>, Failure> {
    let contents = reading.open_any(certificate)?;
    kinds::of(contents).map_err(|cause| Failure::input(format!("{}: {cause}", certificate.display())))
}
