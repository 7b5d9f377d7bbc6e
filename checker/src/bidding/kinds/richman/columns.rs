//! The choices of a verified table, for callers: behind the feature `inspect`.

use super::table::Table;

impl Table {
    /// Whether alpha = beta at every class.
    #[must_use]
    pub fn one_function(&self) -> bool {
        self.rank_beta.is_none()
    }

    /// White's choice for alpha of each class, an index into White's options.
    #[must_use]
    pub fn choice_white_alpha(&self) -> &[u32] {
        &self.choice_white_alpha
    }

    /// Black's choice for beta of each class, an index into Black's options.
    #[must_use]
    pub fn choice_black_beta(&self) -> &[u32] {
        &self.choice_black_beta
    }

    /// Black's choice for alpha of each class; where alpha = beta everywhere, the one for beta.
    #[must_use]
    pub fn choice_black_alpha(&self) -> &[u32] {
        self.choice_black_alpha.as_ref().unwrap_or(&self.choice_black_beta)
    }

    /// White's choice for beta of each class; where alpha = beta everywhere, the one for alpha.
    #[must_use]
    pub fn choice_white_beta(&self) -> &[u32] {
        self.choice_white_beta.as_ref().unwrap_or(&self.choice_white_alpha)
    }
}
