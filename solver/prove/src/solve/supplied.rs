//! Certificates of sub-endings that the user has: they are verified and take the place of what would be solved.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::certificate::Certificate;
use crate::certificate::verify::citations::{Citations, Proved};
use crate::games::bidding_chess::{Ending, Material};

/// Gives the file of the certificate that the user has of an ending, if there is one.
pub type SuppliedCertificates<'a> = dyn Fn(&Ending) -> Option<PathBuf> + 'a;

/// What has to be done for an ending of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing that was asked for turns into it but through what the user has.
    Nobody,
    /// The user's file is verified.
    SuppliedCertificates(PathBuf),
    /// It is solved.
    Solved,
}

/// What has to be done for each ending of a family (from [`Ending::family`]), from the endings that were asked for downwards. These are solved in any case.
pub fn needed(family: &[Arc<Ending>], asked: &[Material], supplied: &SuppliedCertificates) -> Vec<Need> {
    let mut requested: HashSet<&Material> = asked.iter().collect();
    let mut needed: Vec<Need> = family.iter().map(|_| Need::Nobody).collect();
    for (number, ending) in family.iter().enumerate().rev() {
        if !requested.contains(ending.material()) {
            continue;
        }
        needed[number] = match supplied(ending).filter(|_| !asked.contains(ending.material())) {
            Some(file) => Need::SuppliedCertificates(file),
            None => {
                requested.extend(ending.sub_endings().iter().map(|sub| sub.material()));
                Need::Solved
            }
        };
    }
    needed
}

/// Verifies the certificate that the user has of an ending, and that it is about this one. `what` says what it should be of the ending, and `is` whether it is.
///
/// # Errors
/// A sentence, if the file cannot be read, is not verified or is about something else.
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
