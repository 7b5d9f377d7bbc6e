//! What a verified certificate proves: a struct for each kind, from which statements and machine-readable fields are written.
//!
//! A kind fills its struct in from what it has verified, never from what the file says about itself.

use std::any::Any;
use std::fmt::Debug;

/// What a certificate of some kind proves.
///
/// Each kind has a struct of its own, such as [`losing::Claim`](crate::losing::Claim); [`Verified::claim_as`](crate::Verified::claim_as) returns it.
pub trait Claim: Data + Any + Debug + Send + Sync {
    /// Complete statements for people, in English, one a line. They hold no text that a file chooses.
    fn statements(&self) -> Vec<String>;

    /// Texts that the file chooses, with what they name.
    fn names(&self) -> Vec<(&'static str, String)> {
        vec![]
    }

    /// The claims of a batch, one for each entry, with the names of their kinds.
    fn entries(&self) -> &[Entry] {
        &[]
    }
}

/// What a certificate proves, for programs.
pub trait Data {
    /// The claim: two certificates about the same game prove the same exactly if these fields are equal.
    fn fields(&self) -> Fields;

    /// Figures of the evidence, which are no part of the claim.
    fn evidence(&self) -> Fields;
}

/// An entry of a batch.
#[derive(Debug)]
pub struct Entry {
    /// Its kind.
    pub kind: KindName,
    /// What it proves.
    pub claim: Box<dyn Claim>,
}

/// Name and version of a kind of certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindName {
    /// The name.
    pub name: &'static str,
    /// The version.
    pub version: u64,
}

/// Names and values, in a fixed order.
pub type Fields = Vec<(&'static str, Value)>;

/// A machine-readable value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Number(i64),
    /// A text, or a number that may have more than 64 bits.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Named values.
    Object(Fields),
}
