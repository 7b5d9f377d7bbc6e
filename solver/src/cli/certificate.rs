//! CERT arguments: files that the checker verifies before anything is said of them.

use std::path::Path;

use super::outcome::Failure;
use crate::certificate::verify;
use crate::report::answers::{self, Answers};

/// Verifies a file of any kind with what it rests on, so that it can be asked.
pub(super) fn open(certificate: &Path) -> Result<Box<dyn Answers>, Failure> {
    let contents = verify::open_any(certificate).map_err(Failure::input)?;
    answers::of(contents).map_err(|cause| Failure::input(format!("{}: {cause}", certificate.display())))
}
