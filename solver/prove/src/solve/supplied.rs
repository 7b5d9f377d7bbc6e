//! Certificates of sub-endings supplied by the user. Once verified, they replace the work of solving these endings.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::certificate::Certificate;
use crate::certificate::verify::citations::{Citations, Proved};
use crate::games::bidding_chess::{Ending, Material};

/// Returns the user's certificate file for an ending, if there is one.
pub type SuppliedCertificates<'a> = dyn Fn(&Ending) -> Option<PathBuf> + 'a;

/// Work that an ending of a family needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// None: every requested ending can do without it, thanks to the user's certificates.
    Nobody,
    /// Verify the user's file.
    Supplied(PathBuf),
    /// Solve it.
    Solved,
}

/// Determines the work for each ending of a family (from [`Ending::family`]), from the requested endings downwards.
/// Requested endings are always solved.
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

/// Verifies the user's certificate of an ending and checks that it is about this ending. `what` names the expected
/// contents for error messages, and `is` tests for them.
///
/// # Errors
/// A sentence, if the file cannot be read, is refused or is about another game.
pub fn verified(
    ending: &Ending,
    file: &PathBuf,
    citations: &mut Citations,
    (what, is): (&str, impl Fn(&Proved) -> bool),
) -> Result<(Arc<Certificate>, Proved), String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let certificate = Arc::new(Certificate::new(bytes));
    let proved = citations.verify(&certificate).map_err(|refused| format!("{}: {refused}", ending.material()))?;
    citations.is_in(&certificate, file);
    let (about, board) = (proved.about(), ending.board());
    let parameter = |name: &str| about.parameters.get(name).map_or("", String::as_str);
    let named = [parameter("board").to_owned(), parameter("material").to_owned()];
    if about.rules == "bidding-chess" && named == [board.to_string(), ending.material().to_string()] && is(&proved) {
        return Ok((certificate, proved));
    }
    let digest = certificate.digest;
    Err(format!("the certificate with sha256 {digest} is not one of {what} of {} on {board}", ending.material()))
}
