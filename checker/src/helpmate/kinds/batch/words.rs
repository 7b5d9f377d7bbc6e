//! What has been proved, in words: the sentences of all entries, and totals.

use crate::core::claim::{Claim, Figure};

/// The entries of one kind.
struct Total {
    kind: &'static str,
    entries: u64,
    /// The sum of each figure.
    figures: Vec<Figure>,
}

/// The sentences so far, and what there is of each kind.
pub(super) struct PackedPosition {
    claim: Claim,
    totals: Vec<Total>,
}

/// Adds a figure to those of the same name.
fn add(figures: &mut Vec<Figure>, figure: Figure) {
    match figures.iter_mut().find(|known| known.name == figure.name) {
        Some(known) => known.number = known.number.saturating_add(figure.number),
        None => figures.push(figure),
    }
}

impl PackedPosition {
    pub(super) fn new(kinds: impl Iterator<Item = &'static str>) -> Self {
        let totals = kinds.map(|kind| Total { kind, entries: 0, figures: Vec::new() }).collect();
        Self { claim: Claim::default(), totals }
    }

    /// Adds what an entry of the kind of that number proves. `None` if there is no such kind.
    pub(super) fn add(&mut self, kind: usize, proved: Claim) -> Option<()> {
        let total = self.totals.get_mut(kind)?;
        total.entries = total.entries.saturating_add(1);
        proved.figures.into_iter().for_each(|figure| add(&mut total.figures, figure));
        self.claim.sentences.extend(proved.sentences);
        Some(())
    }

    /// The entries of each kind.
    pub(super) fn counts(&self) -> Vec<u64> {
        self.totals.iter().map(|total| total.entries).collect()
    }

    /// The claim in words: a sentence for each entry, one for each kind, one for all. The figures are those of the entries, added up, and the number of
    /// entries, of each kind and of all.
    pub(super) fn claim(self) -> Claim {
        let Self { mut claim, totals } = self;
        let all = totals.iter().fold(0_u64, |sum, total| sum.saturating_add(total.entries));
        claim.count("entries", all);
        for total in totals {
            let figures: Vec<String> = total.figures.iter().map(|figure| format!("{} {}", figure.name, figure.number)).collect();
            claim.say(format!("of kind {}: {}; in all: {}", total.kind, total.entries, figures.join(", ")));
            claim.count(total.kind, total.entries);
            total.figures.into_iter().for_each(|figure| add(&mut claim.figures, figure));
        }
        claim.say(format!("entries in all: {all}"));
        claim
    }
}
