//! Why a certificate is not verified: the clause that is not met, where, and a sentence.
//!
//! Every clause of the specification has one code, `group/clause`, and one function of that name in the checker. A file that breaks a clause is
//! rejected. A few clauses are not about the file but about what this checker has or knows: a file that does not meet one of these is undecided.

use std::fmt;

/// The place in a certificate that a refusal points at.
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

/// What is said of a certificate that is not verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It breaks the format or its evidence does not prove its claim.
    Rejected,
    /// Nothing is said about it: something is missing here that it takes to verify or reject it.
    Undecided,
}

/// The clauses that say nothing about a file where they are not met: section 6 of `spec/FORMAT.md`.
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

/// The reason why a certificate is not verified. It displays as `group/clause at place: sentence`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The page or section of the specification: `cbor`, `envelope`, `citation`, `resources`, or the name of a rule set or kind.
    pub group: &'static str,
    /// The clause of that group.
    pub clause: &'static str,
    /// Where the clause is not met.
    pub place: Place,
    /// What was expected there and what was found.
    pub sentence: String,
}

impl Refusal {
    /// A refusal because the clause `group/clause` is not met at `place`.
    pub fn new(group: &'static str, clause: &'static str, place: Place, sentence: impl Into<String>) -> Self {
        Self { group, clause, place, sentence: sentence.into() }
    }

    /// The checker contradicts itself. No file should bring this about: it is a mistake of the checker, which says nothing about the file.
    pub(crate) fn internal(place: Place, sentence: impl Into<String>) -> Self {
        Self::new("checker", "internal", place, sentence)
    }

    /// Whether the certificate is wrong, or nothing is known of it.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if UNDECIDED.contains(&(self.group, self.clause)) { Verdict::Undecided } else { Verdict::Rejected }
    }

    /// `group/clause`.
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
