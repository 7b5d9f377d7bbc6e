//! Why a certificate is refused: the clause it breaks, where, and a sentence.
//!
//! Every clause of the specification that a file can break has one code, `group/clause`, and one function of that name in the checker. This
//! module holds no clause of its own, except the one that no file should ever meet: [`Rejection::internal`].

use std::fmt;

/// The place in a certificate that a rejection points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// An offset in bytes from the start of the file.
    Byte(u64),
    /// An entry of a table of values, or of a list of tables, counted from 0.
    Value(u64),
    /// A class of positions.
    Class {
        /// The number of the class.
        number: u32,
        /// Its canonical position, in the text form of its rule set.
        position: String,
    },
    /// An entry of the list of citations, counted from 0.
    Citation(u64),
    /// A total budget, and as much of what lies in it as can be said.
    Budget {
        /// The number of coins in all.
        budget: u32,
        /// The size of the heap.
        heap: Option<u32>,
        /// Left's coins.
        coins: Option<u32>,
    },
    /// The moves that lead from the root of a proof to a position, in the text form of the rule set, one space between them.
    Line(String),
    /// A place in an entry of a batch.
    Entry {
        /// The number of the entry, counted from 0.
        number: u64,
        /// The place in it. Offsets are those in the file.
        place: Box<Place>,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Byte(offset) => write!(f, "byte {offset}"),
            Self::Value(index) => write!(f, "value {index}"),
            Self::Class { number, position } => write!(f, "class {number} ({position})"),
            Self::Citation(index) => write!(f, "citation {index}"),
            Self::Budget { budget, heap, coins } => {
                write!(f, "budget {budget}")?;
                heap.map_or(Ok(()), |heap| write!(f, ", heap {heap}"))?;
                coins.map_or(Ok(()), |coins| write!(f, ", {coins}"))
            }
            Self::Line(moves) if moves.is_empty() => write!(f, "line"),
            Self::Line(moves) => write!(f, "line {moves}"),
            Self::Entry { number, place } => write!(f, "entry {number}, {place}"),
        }
    }
}

/// The reason why a certificate is refused. It displays as `group/clause at place: sentence`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The page or section of the specification: `cbor`, `envelope`, `citation`, `resources`, or the name of a rule set or kind.
    pub group: &'static str,
    /// The clause of that group.
    pub clause: &'static str,
    /// Where the clause is broken.
    pub place: Place,
    /// What was expected there and what was found.
    pub sentence: String,
}

impl Rejection {
    /// A rejection for breaking the clause `group/clause` at `place`.
    pub fn new(group: &'static str, clause: &'static str, place: Place, sentence: impl Into<String>) -> Self {
        Self { group, clause, place, sentence: sentence.into() }
    }

    /// The checker contradicts itself. No file should bring this about: it is a mistake of the checker, and refusing the file is the
    /// answer that proves nothing wrong.
    pub(crate) fn internal(place: Place, sentence: impl Into<String>) -> Self {
        Self::new("checker", "internal", place, sentence)
    }

    /// `group/clause`.
    pub fn code(&self) -> String {
        format!("{}/{}", self.group, self.clause)
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{} at {}: {}", self.group, self.clause, self.place, self.sentence)
    }
}

impl std::error::Error for Rejection {}
