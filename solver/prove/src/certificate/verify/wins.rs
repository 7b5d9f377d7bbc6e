//! Verifies certificates of kind `losing`. A certificate of version 2 may cite other certificates of kind `losing`,
//! which this module looks for in folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gamecert_checker::{Source, Verified, linked, losing};

use super::restate::Disagreement;
use super::sources::{Memory, beside, path_of};
use super::{OpenError, Reading, read, refused, restate, session, verdict, verified};
use crate::certificate::losing_proof::{Citation, LosingCertificate, LosingProof, Wins};
use crate::certificate::{Certificate, Digest, digest, read as reader};

/// Verifies a file of kind `losing`, version 1. A certificate of version 1 cites no other certificate.
///
/// # Errors
/// [`OpenError`] if the file cannot be read, is refused, or is of another kind or version.
pub fn open_losing(file: &Path) -> Result<LosingProof, OpenError> {
    read_losing(&read(file)?, file)
}

/// Does the same as [`open_losing`], but for the encoded certificate `bytes`. `file` is the certificate's file, or a
/// name for error messages.
///
/// # Errors
/// [`OpenError`].
pub fn read_losing(bytes: &[u8], file: &Path) -> Result<LosingProof, OpenError> {
    // A certificate of another kind may cite files. The source finds them, so that the certificate verifies and the
    // error can name its kind.
    let mut source = beside(file, &[]);
    let verified = session(&mut source).verify(bytes);
    let verified = verified.map_err(|refusal| refused(file, bytes, verdict(&refusal)))?;
    let claim = verified.claim_as().ok_or_else(|| OpenError::NoProof(file.to_owned(), verified.kind.name.to_owned()))?;
    restate::losing_proof(claim, bytes, Digest(verified.digest)).map_err(|why| disagreement(file, &why))
}

/// Verifies the encoded certificate `bytes`, which must be of kind `losing`. Also verifies the cited certificates.
/// Looks for cited files in the folder of `file`, and in the folders of `reading`.
///
/// # Errors
/// [`OpenError`] if the certificate is refused or is of another kind.
pub fn read_certificate(bytes: &[u8], file: &Path, reading: Reading) -> Result<LosingCertificate, OpenError> {
    let mut source = beside(file, reading.include);
    let found = verified(bytes, file, &mut source, reading.memory)?;
    converted_last(&found, bytes, file, &mut source, &|cited| path_of(cited, file, reading.include))
}

/// Does the same as [`read_certificate`], but takes the cited certificates from `supplied` and reads no file. The name
/// of a supplied certificate serves as the path.
///
/// # Errors
/// [`OpenError`] if the certificate is refused or is of another kind.
pub fn read_with_supplied(bytes: &[u8], file: &Path, supplied: &[(PathBuf, Certificate)]) -> Result<LosingCertificate, OpenError> {
    let certificates: Vec<Certificate> = supplied.iter().map(|(_, certificate)| certificate.clone()).collect();
    let mut source = Memory::new(&certificates);
    let found = verified(bytes, file, &mut source, None)?;
    let name = |cited: &[u8]| supplied.iter().find(|(_, one)| one.bytes[..] == *cited).map(|(name, _)| name.clone());
    converted_last(&found, bytes, file, &mut source, &name)
}

/// Converts the last of the verified certificates. `path` returns the path of a cited file.
fn converted_last(
    found: &[Arc<Verified>],
    bytes: &[u8],
    file: &Path,
    source: &mut impl Source,
    path: &dyn Fn(&[u8]) -> Option<PathBuf>,
) -> Result<LosingCertificate, OpenError> {
    let no_proof = |kind: &str| OpenError::NoProof(file.to_owned(), kind.to_owned());
    let last = found.last().ok_or_else(|| no_proof("?"))?;
    converted(last, bytes, file, source, path).unwrap_or_else(|| Err(no_proof(last.kind.name)))
}

/// Does the same as [`read_certificate`] for a file.
///
/// # Errors
/// [`OpenError`] if the file cannot be read, is refused, or is of another kind.
pub fn open_certificate(file: &Path, reading: Reading) -> Result<LosingCertificate, OpenError> {
    read_certificate(&read(file)?, file, reading)
}

/// Converts a verified certificate of kind `losing`. Returns `None` for other kinds. `source` finds the cited files, and
/// `path` returns their paths.
pub(super) fn converted(
    verified: &Verified,
    bytes: &[u8],
    file: &Path,
    source: &mut impl Source,
    path: &dyn Fn(&[u8]) -> Option<PathBuf>,
) -> Option<Result<LosingCertificate, OpenError>> {
    if let Some(claim) = verified.claim_as::<losing::Claim>() {
        let proof = restate::losing_proof(claim, bytes, Digest(verified.digest)).map_err(|why| disagreement(file, &why));
        return Some(proof.map(LosingCertificate::from));
    }
    verified.claim_as::<linked::Claim>()?;
    Some(linked_certificate(bytes, file, source, path))
}

fn disagreement(file: &Path, why: &Disagreement) -> OpenError {
    OpenError::Disagreement(file.to_owned(), why.to_string())
}

/// Reads a certificate of version 2 that was verified before. `source` finds the cited files, and `path` returns their
/// paths.
///
/// # Errors
/// Returns [`OpenError`] if the bytes are not a certificate of kind `losing`, version 2, or if a cited file is missing.
fn linked_certificate(
    bytes: &[u8],
    file: &Path,
    source: &mut impl Source,
    path: &dyn Fn(&[u8]) -> Option<PathBuf>,
) -> Result<LosingCertificate, OpenError> {
    let mut missing = None;
    let mut cited = |digest: &Digest| {
        let found = source.fetch(&digest.0, u64::MAX).ok().and_then(|bytes| Some((path(&bytes)?, bytes)));
        let Some((file, bytes)) = found else {
            missing = Some(*digest);
            return None;
        };
        Some(Citation { file, wins: restate::claimed_wins(&bytes)? })
    };
    let certificate = restate::claimed_linked(bytes, &mut cited);
    certificate.ok_or_else(|| match missing {
        Some(digest) => OpenError::NotCited(file.to_owned(), digest),
        None => disagreement(file, &Disagreement::NoProof),
    })
}

/// Reads a certificate of kind `losing`, of either version, from bytes that were verified before. Looks for the cited
/// files in the folder of `file`, and in the folders `include`. Returns `None` if the bytes are not such a certificate,
/// or if a cited file is missing.
#[must_use]
pub fn claimed_certificate(bytes: &[u8], file: &Path, include: &[PathBuf]) -> Option<LosingCertificate> {
    claimed(bytes, file, include).ok()
}

fn claimed(bytes: &[u8], file: &Path, include: &[PathBuf]) -> Result<LosingCertificate, OpenError> {
    match claimed_proof(bytes) {
        Some(proof) => Ok(proof.into()),
        None => linked_certificate(bytes, file, &mut beside(file, include), &|cited| path_of(cited, file, include)),
    }
}

/// Reads a certificate that a verified certificate cites. The checker has already verified the cited certificate, so
/// this function only compares the digests. If the cited certificate cites further files, looks for them as
/// [`claimed_certificate`] does.
///
/// # Errors
/// Returns [`OpenError`] if the cited certificate cannot be read or has changed, or if a certificate that it cites is
/// missing.
pub fn open_cited(citation: &Citation, include: &[PathBuf]) -> Result<LosingCertificate, OpenError> {
    let file = &citation.file;
    let bytes = read(file)?;
    if digest(&bytes) != citation.wins.digest {
        return Err(OpenError::Changed(file.clone(), citation.wins.digest));
    }
    claimed(&bytes, file, include)
}

/// Returns all certificates that a verified certificate cites, directly or through others, followed by the certificate
/// itself. Each certificate is listed once, after the certificates that it cites. Also looks for cited files in the
/// folders `include`.
///
/// # Errors
/// Returns [`OpenError`] in the same cases as [`open_cited`].
pub fn with_cited(
    file: &Path,
    certificate: LosingCertificate,
    include: &[PathBuf],
) -> Result<Vec<(PathBuf, LosingCertificate)>, OpenError> {
    let mut all = Vec::new();
    add_with_cited(file, certificate, include, &mut all)?;
    Ok(all)
}

/// Adds a certificate to `all`, but first adds all certificates that the certificate cites. The recursion is not deep,
/// because the clause `citation/depth` limits the length of chains of citations.
fn add_with_cited(
    file: &Path,
    certificate: LosingCertificate,
    include: &[PathBuf],
    all: &mut Vec<(PathBuf, LosingCertificate)>,
) -> Result<(), OpenError> {
    for citation in &certificate.cited {
        let digest = citation.wins.digest.to_string();
        if all.iter().all(|(_, known)| known.digest != digest) {
            add_with_cited(&citation.file, open_cited(citation, include)?, include, all)?;
        }
    }
    all.push((file.to_owned(), certificate));
    Ok(())
}

/// Verifies a certificate of kind `losing`, version 1 or 2, and returns the wins that it proves.
///
/// # Errors
/// [`OpenError`] if the file cannot be read, is refused, or is of another kind.
pub fn open_wins(file: &Path) -> Result<Wins, OpenError> {
    let bytes = read(file)?;
    let found = verified(&bytes, file, &mut beside(file, &[]), None)?;
    let no_proof = |kind: &str| OpenError::NoProof(file.to_owned(), kind.to_owned());
    let last = found.last().ok_or_else(|| no_proof("?"))?;
    if last.claim_as::<losing::Claim>().is_none() && last.claim_as::<linked::Claim>().is_none() {
        return Err(no_proof(last.kind.name));
    }
    restate::claimed_wins(&bytes).ok_or_else(|| disagreement(file, &Disagreement::NoProof))
}

/// Finds the files that a certificate of kind `losing` cites, directly or through others, without verifying them.
/// Leaves out files that are neither in the folder of `file` nor in the folders `include`.
#[must_use]
pub fn cited_files(file: &Path, include: &[PathBuf]) -> Vec<PathBuf> {
    let mut source = beside(file, include);
    let (mut found, mut waiting) = (Vec::new(), vec![file.to_owned()]);
    while let Some(file) = waiting.pop() {
        let certificate = std::fs::read(&file)
            .ok()
            .and_then(|bytes| linked_certificate(&bytes, &file, &mut source, &|cited| path_of(cited, &file, include)).ok());
        for Citation { file, .. } in certificate.into_iter().flat_map(|certificate| certificate.cited) {
            if !found.contains(&file) {
                found.push(file.clone());
                waiting.push(file);
            }
        }
    }
    found
}

/// Reads a proof of losing chess from bytes that were verified before. Returns `None` if the bytes are not a
/// certificate of kind `losing`, version 1.
#[must_use]
pub fn claimed_proof(bytes: &[u8]) -> Option<LosingProof> {
    restate::claimed_proof(bytes)
}

/// Reads the number of positions that a certificate of kind `losing` claims, without verifying the certificate. Returns
/// `None` if the file is of another kind or cannot be read. If the result is `None`, [`open_losing`] can report the
/// reason.
#[must_use]
pub fn claimed_positions(file: &Path) -> Option<u64> {
    // Standard input (`-`) is not opened here, because it could not be read a second time.
    reader::losing::positions(&std::fs::read(file).ok()?)
}
