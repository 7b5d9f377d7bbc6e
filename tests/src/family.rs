//! Solved and certified endings, and the checker's verdict on their certificates.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gamecert_checker::{NotFetched, Refusal, Session, Source, Verified};
use gamecert_solver::certificate::Certificate;
use gamecert_solver::certificate::emit::Digest;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::bidding_chess::{Ending, Material};
use gamecert_solver::model::solution::Solution;
use gamecert_solver::solve::bidding_chess::{certify, solve};

/// Endings of one board with all endings that they cite, solved and certified.
pub struct Family {
    /// Endings, each after its sub-endings.
    pub endings: Vec<Arc<Ending>>,
    /// Solutions in the same order.
    pub solutions: Vec<Arc<Solution>>,
    /// Certificates in the same order.
    pub certificates: Vec<Certificate>,
    by_digest: HashMap<[u8; 32], usize>,
}

impl Family {
    /// Solves and certifies endings.
    ///
    /// # Panics
    /// If the board or an ending is invalid, or an ending has no solution.
    #[must_use]
    pub fn new(board: &str, materials: &[&str]) -> Self {
        let materials: Vec<Material> = materials.iter().map(|text| Material::parse(text).expect("material").0).collect();
        let endings = Ending::family(board.parse().expect("a board"), &materials).expect("a family");
        let stop = AtomicBool::new(false);
        let solutions = solve(&endings, Control::new("", &Silent, &stop)).expect("a solution");
        let certificates = certify(&endings, &solutions);
        let by_digest = certificates.iter().map(|certificate| certificate.digest.0).zip(0..).collect();
        Self { endings, solutions, certificates, by_digest }
    }

    /// Returns the index of an ending in the family.
    ///
    /// # Panics
    /// If the family does not contain it.
    #[must_use]
    pub fn number(&self, material: &str) -> usize {
        self.endings.iter().position(|ending| ending.material().to_string() == material).expect("an ending of the family")
    }

    /// Returns the certificate of an ending.
    ///
    /// # Panics
    /// If the family does not contain it.
    #[must_use]
    pub fn certificate(&self, material: &str) -> &Certificate {
        &self.certificates[self.number(material)]
    }

    /// Returns the digests that the certificate of an ending cites.
    #[must_use]
    pub fn citations(&self, ending: usize) -> Vec<Digest> {
        let digest = |sub: &Arc<Ending>| self.certificate(&sub.material().to_string()).digest;
        self.endings[ending].sub_endings().iter().map(digest).collect()
    }

    /// Verifies bytes with the checker, which may fetch cited certificates from the family.
    ///
    /// # Errors
    /// The checker's refusal.
    pub fn check(&self, bytes: &[u8]) -> Result<Arc<Verified>, Refusal> {
        self.check_on(NonZeroU32::MIN, bytes)
    }

    /// Like [`Family::check`], on `threads` threads.
    ///
    /// # Errors
    /// The checker's refusal.
    pub fn check_on(&self, threads: NonZeroU32, bytes: &[u8]) -> Result<Arc<Verified>, Refusal> {
        let mut source = FamilySource(self);
        Session::new(&mut source).with_threads(threads).verify(bytes)
    }

    /// Runs `judge` with one session for several certificates, so that each cited certificate is verified only once.
    /// Citations are fetched as in [`Family::check`].
    pub fn check_many<T>(&self, judge: impl FnOnce(&mut Session<'_>) -> T) -> T {
        let mut source = FamilySource(self);
        judge(&mut Session::new(&mut source))
    }
}

/// Source of the family's certificates for citations.
pub struct FamilySource<'a>(pub &'a Family);

impl Source for FamilySource<'_> {
    fn fetch(&mut self, expected: &gamecert_checker::Digest, _: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let bytes = self.0.by_digest.get(expected).map(|&ending| self.0.certificates[ending].bytes.clone());
        bytes.ok_or_else(|| NotFetched::Missing("in the family".to_owned()))
    }
}
