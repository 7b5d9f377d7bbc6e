//! Names of games in certificates (`spec/FORMAT.md`, section 2).

/// The game that a certificate is about, as its envelope names it.
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
    /// A text.
    Text(String),
    /// A list of parameters.
    Array(Vec<Self>),
}
