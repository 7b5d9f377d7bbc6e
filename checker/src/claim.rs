//! What a verified certificate proves, in words and figures.
//!
//! A kind fills this in from what it has verified, never from what the file says about itself.

/// A figure that goes with a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its name in machine-readable output.
    pub name: &'static str,
    /// The number.
    pub number: u64,
}

/// What has been proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// Sentences for people: first what has been proved, then the figures.
    pub sentences: Vec<String>,
    /// Figures for programs.
    pub figures: Vec<Figure>,
}

impl Claim {
    /// Adds a sentence.
    pub(crate) fn say(&mut self, sentence: impl Into<String>) {
        self.sentences.push(sentence.into());
    }

    /// Adds a figure.
    pub(crate) fn count(&mut self, name: &'static str, number: impl Into<u64>) {
        self.figures.push(Figure { name, number: number.into() });
    }
}
