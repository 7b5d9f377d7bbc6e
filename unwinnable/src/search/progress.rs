//! Reports how far the search for a shortest mate has got.

use std::fmt;
use std::sync::Arc;

/// How far the search for a shortest mate has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The search tries mating lines of this many plies. No mating line is shorter.
    pub plies: usize,
    /// Number of nodes that this search has used.
    pub nodes: u64,
}

/// The function that receives reports, if there is one.
#[derive(Clone, Default)]
pub(super) struct Reporter(Option<Arc<dyn Fn(Progress) + Send + Sync>>);

impl Reporter {
    pub(super) fn to(receiver: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(receiver)))
    }

    pub(super) fn report(&self, progress: Progress) {
        if let Some(receiver) = &self.0 {
            receiver(progress);
        }
    }
}

impl fmt::Debug for Reporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reporter").field(&self.0.is_some()).finish()
    }
}
