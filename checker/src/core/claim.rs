//! The claim of a verified certificate: one struct for each kind, from which statements and machine-readable fields are
//! written.
//!
//! A kind fills in its struct from the facts that it has verified, never from the file's description of itself.

use std::any::Any;
use std::fmt::Debug;

/// The claim that a certificate of some kind proves.
///
/// Each kind has its own struct, such as [`losing::Claim`](crate::losing::Claim);
/// [`Verified::claim_as`](crate::Verified::claim_as) returns it.
pub trait Claim: Data + Any + Debug + Send + Sync {
    /// Returns complete English statements for people, one a line. They contain no text chosen by the file.
    fn statements(&self) -> Vec<String>;

    /// Returns the names chosen by the file, as pairs: a description of the thing, and its name.
    fn names(&self) -> Vec<(&'static str, String)> {
        vec![]
    }

    /// Returns the claims of a batch, one for each entry, with the names of their kinds.
    fn entries(&self) -> &[Entry] {
        &[]
    }
}

/// The contents of a certificate in machine-readable form.
pub trait Data {
    /// Returns the fields of the claim: two certificates about the same game prove the same exactly if these fields are
    /// equal.
    fn fields(&self) -> Fields;

    /// Returns figures about the evidence, which are not part of the claim.
    fn evidence(&self) -> Fields;
}

/// An entry of a batch.
#[derive(Debug)]
pub struct Entry {
    /// Name and version of the entry's kind.
    pub kind: KindName,
    /// Claim that the entry proves.
    pub claim: Box<dyn Claim>,
}

/// The name and version of a kind of certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindName {
    /// Name, such as `richman`.
    pub name: &'static str,
    /// Version, from 1 on.
    pub version: u64,
}

/// Names and values, in a fixed order.
pub type Fields = Vec<(&'static str, Value)>;

/// A machine-readable value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// An integer.
    Number(i64),
    /// A text, or a number outside the range of `i64`.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Named values.
    Object(Fields),
}
