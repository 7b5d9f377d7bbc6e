//! What a verified certificate proves: a struct for each kind, from which statements and machine-readable fields are written.
//!
//! A kind fills its struct in from what it has verified, never from what the file says about itself.

use super::game::Colour;
use std::any::Any;
use std::fmt::Debug;

/// What a certificate of some kind proves.
///
/// Each kind has a struct of its own, such as [`losing::Claim`](crate::losing::Claim); [`Verified::claim_as`](crate::Verified::claim_as) returns it.
pub trait Claim: Any + Debug + Send + Sync {
    /// Complete statements for people, in English, one a line. They hold no text that a file chooses.
    fn statements(&self) -> Vec<String>;

    /// The statement for programs: two certificates about the same game prove the same exactly if these fields are equal.
    fn fields(&self) -> Fields;

    /// Figures of the evidence, which are no part of the claim.
    fn evidence(&self) -> Fields;

    /// Texts that the file chooses, with what they name.
    fn names(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The claims of a batch, one for each entry, with the names of their kinds.
    fn entries(&self) -> &[Entry] {
        &[]
    }
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
    /// A truth value.
    Flag(bool),
    /// An integer.
    Number(i64),
    /// A text, or a number that may have more than 64 bits.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Named values.
    Object(Fields),
}

/// What a field of a claim holds, for programs that read claims written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Anything.
    Any,
    /// An integer.
    Number,
    /// A text.
    Text,
    /// A list of such values.
    List(&'static Shape),
    /// Named values, and no others.
    Object(&'static [(&'static str, Shape)]),
    /// A named value that may be absent.
    Optional(&'static Shape),
}

impl From<u64> for Value {
    /// A number from 2^63 on is written as a text.
    fn from(number: u64) -> Self {
        i64::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(i64::from(number))
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        super::cbor::wide(number).into()
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Colour> for Value {
    fn from(side: Colour) -> Self {
        Self::Text(side.to_string().to_lowercase())
    }
}
