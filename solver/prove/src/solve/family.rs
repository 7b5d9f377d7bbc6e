//! Solves families of endings and writes their certificates. A family contains some endings and all endings that play
//! can reach. The certificate of an ending cites the certificates of the endings into which it can lead. Each ending is
//! certified, verified and written as soon as it is solved.

use std::collections::HashMap;
use std::sync::Arc;

use crate::certificate::verify::Refused;
use crate::certificate::verify::citations::{Citations, with_folders};
use crate::certificate::{Certificate, Digest};
use crate::games::bidding_chess::{Ending, Material};

/// Solved ending whose certificate has been written, and verified if this was requested.
pub struct Delivered<T> {
    /// Result of solving the ending.
    pub found: T,
    /// Certificate of this result.
    pub certificate: Arc<Certificate>,
}

/// Reason why the certificate of a solved ending was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    /// The checker refused the ending's certificate.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The certificate was not written.
    #[error(transparent)]
    Unwritten(#[from] Unwritten),
}

/// Error message of the function that failed to write a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unwritten(pub String);

/// Options for verifying and writing certificates.
pub struct Delivery<'a> {
    /// Whether the checker verifies the certificate.
    pub verified: bool,
    /// Function that writes the certificate of an ending; the number is the index of the ending in the family.
    pub write: &'a mut dyn FnMut(usize, &Certificate) -> Result<(), Unwritten>,
}

/// Verifies and writes the certificates of solved endings, in the order of the iterator `solved`. The family must come
/// from [`Ending::family`]. The iterator must yield each ending once, after the endings into which it can lead. The
/// number in each item is the index of the ending in the family. `bytes` encodes the certificate of an ending from the
/// cited digests and the result.
///
/// # Panics
/// Panics if `solved` omits an ending or yields endings in the wrong order.
pub fn deliver<T, E: From<Undelivered>>(
    family: &[Arc<Ending>],
    solved: impl Iterator<Item = (usize, Result<T, E>)>,
    bytes: impl Fn(&Ending, &[Digest], &T) -> Vec<u8>,
    delivery: Delivery,
) -> Vec<Result<Delivered<T>, E>> {
    let delivered = with_folders(&[], |citations| deliver_with_supplied(family, HashMap::new(), solved, bytes, delivery, citations));
    delivered.into_iter().map(|one| one.expect("every ending has an outcome")).collect()
}

/// Does the same as [`deliver`], but the user may supply the certificates of some endings. `known` has the digests of
/// the supplied certificates, and `citations` verifies the new certificates. The result for an ending is `None` if
/// `solved` does not yield the ending.
///
/// # Panics
/// Panics if `solved` yields endings in the wrong order.
pub fn deliver_with_supplied<T, E: From<Undelivered>>(
    family: &[Arc<Ending>],
    known: HashMap<&Material, Digest>,
    solved: impl Iterator<Item = (usize, Result<T, E>)>,
    bytes: impl Fn(&Ending, &[Digest], &T) -> Vec<u8>,
    Delivery { verified, write }: Delivery,
    citations: &mut Citations,
) -> Vec<Option<Result<Delivered<T>, E>>> {
    let mut digests: HashMap<Material, Digest> = known.into_iter().map(|(material, digest)| (material.clone(), digest)).collect();
    let mut delivered: Vec<Option<Result<Delivered<T>, E>>> = family.iter().map(|_| None).collect();
    for (number, found) in solved {
        let ending = &family[number];
        let deliver = |found: T| {
            let certificate = Arc::new(Certificate::new(bytes(ending, &cited(ending, &digests), &found)));
            digests.insert(ending.material().clone(), certificate.digest);
            if verified {
                citations.verify(&certificate).map_err(Undelivered::from)?;
            }
            write(number, &certificate).map_err(Undelivered::from)?;
            Ok(Delivered { found, certificate })
        };
        delivered[number] = Some(found.and_then(deliver));
    }
    delivered
}

/// Encodes the certificates of a family, in the order of the family. See [`deliver`] for the function `bytes`.
///
/// # Panics
/// Panics if the number of solutions differs from the number of endings.
pub fn certificates<T>(family: &[Arc<Ending>], solved: &[Arc<T>], bytes: impl Fn(&Ending, &[Digest], &T) -> Vec<u8>) -> Vec<Certificate> {
    assert_eq!(family.len(), solved.len(), "each ending has a solution");
    let mut digests: HashMap<Material, Digest> = HashMap::new();
    let mut certificates = Vec::with_capacity(family.len());
    for (ending, solution) in family.iter().zip(solved) {
        let certificate = Certificate::new(bytes(ending, &cited(ending, &digests), solution));
        digests.insert(ending.material().clone(), certificate.digest);
        certificates.push(certificate);
    }
    certificates
}

/// Returns the digests of the certificates of all endings into which an ending can lead.
fn cited(ending: &Ending, digests: &HashMap<Material, Digest>) -> Vec<Digest> {
    ending.sub_endings().iter().map(|sub| digests[sub.material()]).collect()
}
