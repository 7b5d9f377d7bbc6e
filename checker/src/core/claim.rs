//! The claims of verified certificates. From a claim, this module derives statements for people and fields for
//! programs.
//!
//! A claim contains only verified facts, never unverified statements of the file.

use std::any::Any;
use std::fmt::Debug;

/// The claim that a certificate of some kind proves.
///
/// Each kind has its own claim struct, such as [`losing::Claim`](crate::losing::Claim). The
/// method [`Verified::claim_as`](crate::Verified::claim_as) returns the claim as this struct.
pub trait Claim: Data + Any + Debug + Send + Sync {
    /// Returns the claim as complete English sentences for people, one in each string. The sentences contain no names
    /// or other strings chosen by the file.
    fn statements(&self) -> Vec<String>;

    /// Returns the names chosen by the file. Each pair contains a description of the thing that is named, then its
    /// name.
    fn names(&self) -> Vec<(&'static str, String)> {
        vec![]
    }

    /// Returns all claims of a batch, each with its kind. For a certificate that is not a batch, the list is empty.
    fn entries(&self) -> &[Entry] {
        &[]
    }
}

/// The contents of a certificate in a form that programs can read.
pub trait Data {
    /// Returns the fields of the claim. For the same game, two certificates prove the same claim exactly if these
    /// fields are equal.
    fn fields(&self) -> Fields;

    /// Returns fields that describe the evidence and are not part of the claim.
    fn evidence(&self) -> Fields;
}

/// One entry of a batch, which is a certificate with several claims.
#[derive(Debug)]
pub struct Entry {
    /// Name and version of the kind of this claim.
    pub kind: KindName,
    /// The claim of this entry.
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

/// A list of values with their names, in a fixed order.
pub type Fields = Vec<(&'static str, Value)>;

/// A value that programs can read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// An integer.
    Number(i64),
    /// A string, or the decimal digits of a number outside the range of `i64`.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Named values.
    Object(Fields),
}
