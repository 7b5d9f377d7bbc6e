//! Defines the names of games in certificates (`spec/FORMAT.md`, section 2).

/// Identifies the game of a certificate by its rule set and parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameName {
    /// Name of the rule set.
    pub rules: &'static str,
    /// Version of the rule set.
    pub version: u64,
    /// Parameters of the rule set.
    pub parameters: Vec<Parameter>,
}

/// A parameter of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A number.
    Unsigned(u64),
    /// A string.
    Text(String),
    /// A list of parameters.
    Array(Vec<Self>),
}
