//! How games are named in certificates (`spec/FORMAT.md`, section 2).

/// The game that a certificate is about, as its envelope names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameName {
    /// The rule set.
    pub rules: &'static str,
    /// The rule set's version.
    pub version: u64,
    /// The rule set's parameters.
    pub parameters: Vec<Parameter>,
}

/// A parameter of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A number.
    Unsigned(u64),
    /// A text.
    Text(String),
    /// Several.
    Array(Vec<Self>),
}
