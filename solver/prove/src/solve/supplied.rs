//! Uses certificates of endings that the user supplies. An ending with a verified certificate is not solved again.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::certificate::verify::Refused;
use crate::certificate::verify::citations::{Citations, Proved};
use crate::certificate::{Certificate, Digest};
use crate::games::bidding_chess::{Board, Ending, Material};

/// Function that returns the user's certificate file for an ending, if any.
pub type SuppliedCertificates<'a> = dyn Fn(&Ending) -> Option<PathBuf> + 'a;

/// What has to be done for an ending of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing. No requested ending needs this ending.
    Nobody,
    /// Verify the user's certificate file for the ending.
    Supplied(PathBuf),
    /// Solve the ending.
    Solved,
}

/// Determines what has to be done for each ending of a family. The family must come from [`Ending::family`]. Requested
/// endings are always solved.
pub fn needed(family: &[Arc<Ending>], asked: &[Material], supplied: &SuppliedCertificates) -> Vec<Need> {
    let mut requested: HashSet<&Material> = asked.iter().collect();
    let mut needed: Vec<Need> = family.iter().map(|_| Need::Nobody).collect();
    for (number, ending) in family.iter().enumerate().rev() {
        if !requested.contains(ending.material()) {
            continue;
        }
        needed[number] = match supplied(ending).filter(|_| !asked.contains(ending.material())) {
            Some(file) => Need::Supplied(file),
            None => {
                requested.extend(ending.sub_endings().iter().map(|sub| sub.material()));
                Need::Solved
            }
        };
    }
    needed
}

/// Reason why the user's certificate of an ending cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuppliedError {
    /// The file cannot be read. The fields are the path of the file and the reason.
    #[error("{path}: {1}", path = .0.display())]
    Unreadable(PathBuf, String),
    /// The checker refuses the certificate.
    #[error("{0}: {1}")]
    Refused(Material, #[source] Refused),
    /// The certificate is valid, but it is about another game or proves something else.
    #[error("the certificate with sha256 {digest} is not one of {what} of {material} on {board}")]
    OtherGame {
        /// Digest of the certificate.
        digest: Digest,
        /// Expected contents.
        what: &'static str,
        /// Material of the ending.
        material: Material,
        /// Board of the ending.
        board: Board,
    },
}

/// Verifies the user's certificate of an ending, and checks that it is about this ending. Calls the function `is` to
/// test whether the certificate proves what the caller needs. In error messages, `what` describes the expected contents
/// of the certificate.
///
/// # Errors
/// [`SuppliedError`] if the file cannot be read, is refused or is about another game.
pub fn verified(
    ending: &Ending,
    file: &PathBuf,
    citations: &mut Citations,
    (what, is): (&'static str, impl Fn(&Proved) -> bool),
) -> Result<(Arc<Certificate>, Proved), SuppliedError> {
    let bytes = std::fs::read(file).map_err(|error| SuppliedError::Unreadable(file.clone(), error.to_string()))?;
    let certificate = Arc::new(Certificate::new(bytes));
    let proved = citations.verify(&certificate).map_err(|refused| SuppliedError::Refused(ending.material().clone(), refused))?;
    citations.is_in(&certificate, file);
    let (about, board) = (proved.about(), ending.board());
    let parameter = |name: &str| about.parameters.get(name).map_or("", String::as_str);
    let named = [parameter("board").to_owned(), parameter("material").to_owned()];
    if about.rules == "bidding-chess" && named == [board.to_string(), ending.material().to_string()] && is(&proved) {
        return Ok((certificate, proved));
    }
    Err(SuppliedError::OtherGame { digest: certificate.digest, what, material: ending.material().clone(), board })
}
