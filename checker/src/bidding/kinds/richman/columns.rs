//! Gives callers with the feature `inspect` access to the chosen options in a verified table.

use super::table::Table;

impl Table {
    /// Returns whether alpha = beta in every class of symmetric positions.
    #[must_use]
    pub fn one_function(&self) -> bool {
        self.rank_beta.is_none()
    }

    /// For each class of symmetric positions, returns the index of the option that White chooses for alpha.
    #[must_use]
    pub fn choice_white_alpha(&self) -> &[u32] {
        &self.choice_white_alpha
    }

    /// For each class of symmetric positions, returns the index of the option that Black chooses for beta.
    #[must_use]
    pub fn choice_black_beta(&self) -> &[u32] {
        &self.choice_black_beta
    }

    /// For each class of symmetric positions, returns the index of the option that Black chooses for alpha. If alpha =
    /// beta everywhere, returns Black's choices for beta.
    #[must_use]
    pub fn choice_black_alpha(&self) -> &[u32] {
        self.choice_black_alpha.as_ref().unwrap_or(&self.choice_black_beta)
    }

    /// For each class of symmetric positions, returns the index of the option that White chooses for beta. If alpha =
    /// beta everywhere, returns White's choices for alpha.
    #[must_use]
    pub fn choice_white_beta(&self) -> &[u32] {
        self.choice_white_beta.as_ref().unwrap_or(&self.choice_white_alpha)
    }
}
