//! Verifies certificates one by one, each after the certificates that it cites. The checker fetches cited certificates
//! from memory, from files written earlier, or from the user's folders.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use gamecert_checker::files::CitedFiles;
use gamecert_checker::{NotFetched, Session, Source, Verified, bracket, richman};

use super::restate::{label, rational};
use super::sources::{at_most, within};
use super::{About, Refused, about, session};
use crate::certificate::Certificate;
use crate::model::bracket::{Bounds, around};
use crate::model::graph::Label;
use crate::model::solution::Table;
use crate::model::value::Rational;

enum Kept {
    Memory(Arc<Certificate>),
    File(PathBuf),
}

type Known = Rc<RefCell<HashMap<[u8; 32], Kept>>>;

/// Finds cited certificates, either among those verified earlier or in folders.
struct Shelf {
    known: Known,
    folders: CitedFiles,
}

impl Source for Shelf {
    fn fetch(&mut self, requested: &gamecert_checker::Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        match self.known.borrow().get(requested) {
            Some(Kept::Memory(certificate)) => at_most(Arc::clone(&certificate.bytes), most),
            Some(Kept::File(path)) => {
                let bytes = std::fs::read(path).map_err(|error| NotFetched::Missing(format!("in {}: {error}", path.display())))?;
                at_most(Arc::new(bytes), most)
            }
            None => self.folders.fetch(requested, most),
        }
    }
}

/// Verifies certificates one after another and keeps their results.
pub struct Citations<'s> {
    session: Session<'s>,
    known: Known,
}

/// Calls `body` with a new [`Citations`]. A certificate may cite earlier certificates and certificates in `folders`.
pub fn with_folders<T>(folders: &[PathBuf], body: impl FnOnce(&mut Citations<'_>) -> T) -> T {
    let known: Known = Rc::default();
    let mut shelf = Shelf { known: Rc::clone(&known), folders: within(folders) };
    body(&mut Citations { session: session(&mut shelf), known })
}

impl Citations<'_> {
    /// Verifies a certificate. Certificates that are verified later may cite this certificate.
    ///
    /// # Errors
    /// Fails if the checker refuses the certificate.
    pub fn verify(&mut self, certificate: &Arc<Certificate>) -> Result<Proved, Refused> {
        self.known.borrow_mut().insert(certificate.digest.0, Kept::Memory(Arc::clone(certificate)));
        Ok(Proved(self.session.verify(&certificate.bytes).map_err(|refusal| Refused::new(certificate, &refusal))?))
    }

    /// Records that a file contains the certificate. The certificate then need not stay in memory.
    pub fn is_in(&mut self, certificate: &Certificate, file: &Path) {
        self.known.borrow_mut().insert(certificate.digest.0, Kept::File(file.to_owned()));
    }
}

/// Result of verifying a certificate.
pub struct Proved(pub(super) Arc<Verified>);

impl Proved {
    /// Returns the game that the certificate is about.
    #[must_use]
    pub fn about(&self) -> About {
        about(&self.0, None)
    }

    /// Returns the number of binary places of the bounds that the certificate proves, if it is of kind `bracket`.
    #[must_use]
    pub fn bits(&self) -> Option<u32> {
        self.0.table::<bracket::Table>().map(bracket::Table::bits)
    }

    /// Returns the exact values, if the certificate is of kind `richman`.
    #[must_use]
    pub fn exact(&self) -> Option<Exact> {
        self.0.table::<richman::Table>()?;
        Some(Exact(Arc::clone(&self.0)))
    }

    /// The thresholds are returned as bounds in units of 2^-bits. Returns `None` if the certificate proves no
    /// thresholds.
    #[must_use]
    pub fn thresholds(&self, bits: u32) -> Option<Thresholds> {
        let mut rounded = Vec::new();
        if let Some(table) = self.0.table::<richman::Table>() {
            rounded.extend((0..).map_while(|rank| rational(table, rank)).map(|value| around(&value, bits)));
        } else {
            self.bits()?;
        }
        Some(Thresholds { verified: Arc::clone(&self.0), bits, around: rounded })
    }
}

/// Exact values of a verified game, kept in the checker's memory.
#[derive(Clone)]
pub struct Exact(Arc<Verified>);

impl Exact {
    fn table(&self) -> &richman::Table {
        self.0.table().expect("made of certificates that have one")
    }
}

impl Table for Exact {
    fn ranks(&self, position: usize) -> [u32; 2] {
        let table = self.table();
        [table.rank_alpha()[position], table.rank_beta()[position]]
    }

    fn labels(&self, position: usize) -> [Label; 2] {
        let table = self.table();
        [table.label_white()[position], table.label_black()[position]].map(label)
    }

    fn value(&self, rank: u32) -> Rational {
        rational(self.table(), rank).expect("ranks are of values")
    }
}

/// Thresholds of a verified game. Lower bounds are rounded down, and upper bounds are rounded up.
pub struct Thresholds {
    verified: Arc<Verified>,
    bits: u32,
    /// Exact values, rounded down and rounded up to multiples of 2^-bits. The list is empty if the certificate proves
    /// only bounds.
    around: Vec<[u128; 2]>,
}

impl Thresholds {
    /// Returns the bounds for this class of symmetric positions, if the class exists.
    #[must_use]
    pub fn bounds(&self, class: u32) -> Option<Bounds> {
        if let Some(table) = self.verified.table::<bracket::Table>() {
            let bracket::Bounds { alpha, beta } = table.bounds(class)?;
            return Some(Bounds { alpha, beta }.in_units(table.bits(), self.bits));
        }
        let table = self.verified.table::<richman::Table>()?;
        let of = |ranks: &[u32]| self.around.get(*ranks.get(class as usize)? as usize).copied();
        Some(Bounds { alpha: of(table.rank_alpha())?, beta: of(table.rank_beta())? })
    }
}
