//! Read access to the choices in a verified table, for callers with the feature `inspect`.

use super::table::Table;

impl Table {
    /// Returns whether alpha = beta at every class.
    #[must_use]
    pub fn one_function(&self) -> bool {
        self.rank_beta.is_none()
    }

    /// Returns White's choice for alpha at each class, as an index into White's options.
    #[must_use]
    pub fn choice_white_alpha(&self) -> &[u32] {
        &self.choice_white_alpha
    }

    /// Returns Black's choice for beta at each class, as an index into Black's options.
    #[must_use]
    pub fn choice_black_beta(&self) -> &[u32] {
        &self.choice_black_beta
    }

    /// Returns Black's choice for alpha at each class. If alpha = beta everywhere, this is the choice for beta.
    #[must_use]
    pub fn choice_black_alpha(&self) -> &[u32] {
        self.choice_black_alpha.as_ref().unwrap_or(&self.choice_black_beta)
    }

    /// Returns White's choice for beta at each class. If alpha = beta everywhere, this is the choice for alpha.
    #[must_use]
    pub fn choice_white_beta(&self) -> &[u32] {
        self.choice_white_beta.as_ref().unwrap_or(&self.choice_white_alpha)
    }
}
