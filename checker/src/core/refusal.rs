//! Reasons why a certificate is not verified. A refusal consists of the violated clause of the specification, a place
//! in the certificate, and a sentence.
//!
//! Every clause of the specification has one code, `group/clause`, and one function of that name in the checker. A file
//! that violates a clause is rejected, with a few exceptions. If the violated clause concerns the resources or the
//! knowledge of this checker, the file is undecided instead.

use std::fmt;

/// The place in a certificate to which a refusal points.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// An offset in bytes from the start of the file.
    Byte(u64),
    /// Index of an entry in a table of values or in a list of tables, counted from 0.
    Value(u64),
    /// A class of symmetric positions.
    Class {
        /// Number of the class.
        number: u32,
        /// Canonical representative of the class, in the text form of its rule set.
        position: String,
    },
    /// Index of an entry in the list of citations, counted from 0.
    Citation(u64),
    /// A total budget, with the size of the heap and the number of Left's coins if these are known.
    Budget {
        /// Total number of coins.
        budget: u32,
        /// Size of the heap.
        heap: Option<u32>,
        /// Number of Left's coins.
        coins: Option<u32>,
    },
    /// Moves from the root of a proof to a position. The moves are in the text form of the rule set, separated by
    /// single spaces.
    Line(String),
    /// A place in an entry of a batch.
    Entry {
        /// Number of the entry, counted from 0.
        number: u64,
        /// Place within the entry. Offsets count from the start of the file.
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

/// The verdict on a certificate that is not verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The certificate breaks the format, or its evidence does not prove its claim.
    Rejected,
    /// This checker lacks something that it needs to verify or reject the certificate. The claim may be true or false.
    Undecided,
}

/// Clauses whose violation leaves a file undecided: section 6 of `spec/FORMAT.md`.
const UNDECIDED: [(&str, &str); 8] = [
    ("envelope", "version"),
    ("envelope", "kind"),
    ("envelope", "game"),
    ("citation", "missing"),
    ("citation", "undecided"),
    ("resources", "memory"),
    ("resources", "allowance"),
    ("checker", "internal"),
];

/// The reason why a certificate is not verified. A refusal is displayed as `group/clause at place: sentence`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// Name of a group of clauses, which is a page or section of the specification: `cbor`, `envelope`, `citation`,
    /// `resources`, or the name of a rule set or kind.
    pub group: &'static str,
    /// Clause within the group.
    pub clause: &'static str,
    /// Place in the certificate at which the clause is violated.
    pub place: Place,
    /// Sentence that says what was expected at the place and what was found.
    pub sentence: String,
}

impl Refusal {
    /// Builds the refusal of a certificate that violates the clause `group/clause` at `place`.
    pub fn new(group: &'static str, clause: &'static str, place: Place, sentence: impl Into<String>) -> Self {
        Self { group, clause, place, sentence: sentence.into() }
    }

    /// Builds the refusal for an internal contradiction. An internal contradiction is a bug in the checker and says
    /// nothing about the file.
    pub(crate) fn internal(place: Place, sentence: impl Into<String>) -> Self {
        Self::new("checker", "internal", place, sentence)
    }

    /// Returns whether the certificate is rejected or undecided.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if UNDECIDED.contains(&(self.group, self.clause)) { Verdict::Undecided } else { Verdict::Rejected }
    }

    /// Returns the code of the clause, `group/clause`.
    #[must_use]
    pub fn code(&self) -> String {
        format!("{}/{}", self.group, self.clause)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{} at {}: {}", self.group, self.clause, self.place, self.sentence)
    }
}

impl std::error::Error for Refusal {}
