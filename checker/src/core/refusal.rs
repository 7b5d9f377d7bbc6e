//! Reasons why a certificate is not verified.
//!
//! Every clause of the specification has an error code, `group/clause`. A file that violates a clause is normally
//! rejected. If this checker lacks something that it needs, such as memory, the file is undecided instead.

use std::fmt;

/// Where in a certificate a clause is violated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// An offset in bytes from the start of the file.
    Byte(u64),
    /// Index of an entry in a list or table, counted from 0.
    Value(u64),
    /// A class of symmetric positions.
    Class {
        /// Number of the class of symmetric positions.
        number: u32,
        /// Canonical position of the class of symmetric positions, formatted as the rule set defines.
        position: String,
    },
    /// Index of an entry in the list of citations, counted from 0.
    Citation(u64),
    /// A total budget of a subtraction game. If known, the size of the heap and the number of Left's coins are
    /// included.
    Budget {
        /// Total number of coins.
        budget: u32,
        /// Size of the heap.
        heap: Option<u32>,
        /// Number of Left's coins.
        coins: Option<u32>,
    },
    /// The moves that lead from the root position of a proof to another position. The moves are formatted as the rule
    /// set defines and separated by single spaces.
    Line(String),
    /// A location within an entry of a batch (a certificate with several claims).
    Entry {
        /// Number of the entry in the batch, counted from 0.
        number: u64,
        /// Location within this entry of the batch. A byte offset counts from the start of the file, not from the start
        /// of the entry.
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
    /// The certificate violates the format, or its evidence does not prove its claim.
    Rejected,
    /// This checker lacks something that it needs to verify or reject the certificate. The claim may be true or false.
    Undecided,
}

/// A file that violates one of these clauses is undecided (section 6 of `spec/FORMAT.md`).
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
    /// Group of the violated clause. The group is `cbor`, `envelope`, `citation`, `resources`, `checker`, or the name
    /// of a rule set or kind.
    pub group: &'static str,
    /// Name of the clause within its group.
    pub clause: &'static str,
    /// Place in the certificate at which the clause is violated.
    pub place: Place,
    /// Sentence that states the expected content and the found content.
    pub sentence: String,
}

impl Refusal {
    /// Builds the refusal of a certificate that violates the clause `group/clause` at `place`.
    pub fn new(group: &'static str, clause: &'static str, place: Place, sentence: impl Into<String>) -> Self {
        Self { group, clause, place, sentence: sentence.into() }
    }

    /// Builds the refusal for an internal contradiction. Such a contradiction is a bug in the checker and shows nothing
    /// about the file.
    pub(crate) fn internal(place: Place, sentence: impl Into<String>) -> Self {
        Self::new("checker", "internal", place, sentence)
    }

    /// Returns whether the certificate is rejected or undecided.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if UNDECIDED.contains(&(self.group, self.clause)) { Verdict::Undecided } else { Verdict::Rejected }
    }

    /// Returns the error code of the clause, `group/clause`.
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
