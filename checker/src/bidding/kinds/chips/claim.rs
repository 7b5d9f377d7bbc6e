//! The claim that a verified certificate of kind `chips` proves.

use super::table::{Range, Table};
use crate::bidding::game::Positions;
use crate::bidding::kinds::discrete::{BIDS, CHIPS, NEVER, TieBreak, players};
use crate::bidding::kinds::for_each_position;
use crate::core::claim;
use crate::core::fields::{counted, index};
use crate::core::game::Colour;

const EXAMPLE: u32 = 100;

/// At most this many thresholds are kept for the position in which play begins.
const KEPT: usize = 16;

/// The result for the position in which play begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position in the text form of the rule set. A name chosen by the file is in quotation marks.
    pub position: String,
    /// The name of the position if the file gives it a name.
    name: Option<String>,
    /// The threshold for [`EXAMPLE`] chips, if it is claimed and is not among `thresholds`.
    example: Option<String>,
    /// The first thresholds, in the notation of the paper *Discrete bidding games*.
    pub thresholds: Vec<String>,
    /// Whether there are more thresholds than [`Self::thresholds`] lists.
    pub more: bool,
    /// Three numbers: the preperiod in chips, the period in chips, and the growth of the threshold in one period. The
    /// growth is an amount of chips, encoded as an integer. From the preperiod on, the thresholds are periodic. `None`
    /// unless the claim covers all numbers of chips.
    pub period: Option<[u32; 3]>,
    /// True if, from the preperiod on, the claimant cannot win with any amount of chips.
    never: bool,
}

/// The claim: for every position, the least amount of chips with which a player wins by force.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// The claimant, who is the player for whom thresholds are claimed. White stands for Left, and Black for Right.
    pub player: Colour,
    /// How ties are broken.
    pub tie_break: TieBreak,
    /// The numbers of chips that the claim covers.
    pub range: Range,
    /// Number of positions of the game.
    pub positions: u64,
    /// Number of classes of symmetric positions.
    pub classes: u32,
    /// The position in which play begins, if the rule set defines one.
    pub start: Option<Start>,
    /// Number of different tables of thresholds.
    pub tables: usize,
    /// Greatest label, or `None` if there are no labels.
    pub largest_label: Option<u32>,
}

impl Claim {
    pub(super) fn new(table: &Table, positions: &dyn Positions) -> Self {
        Self {
            player: table.player(),
            tie_break: table.tie_break(),
            range: table.range(),
            positions: positions.placements(),
            classes: positions.classes(),
            start: positions.start().and_then(|class| Start::new(table, class, positions)),
            tables: table.table_count(),
            largest_label: table.labels.as_ref().map(super::table::Labels::greatest),
        }
    }

    fn at_the_start(&self, start: &Start, claimant: &str) -> Vec<String> {
        let (first, shown) = (self.range.first(), start.thresholds.join(", "));
        let (dots, counts) = (
            if start.more { ", …" } else { "" },
            if start.thresholds.iter().any(|threshold| threshold == NEVER) { "; never counts as a chip more than there are" } else { "" },
        );
        let needs = format!("the smallest holding with which {claimant} can force a win");
        let example = start.example.as_ref().filter(|code| start.more && *code != NEVER);
        let mut said: Vec<String> =
            example.map(|code| format!("at the start, with {EXAMPLE} chips in all, {needs} is {code}")).into_iter().collect();
        said.push(match start.thresholds.as_slice() {
            [threshold] if !start.more && threshold == NEVER => {
                format!("at the start, with {} in all, {claimant} cannot force a win with any holding", counted(first, CHIPS))
            }
            [threshold] if !start.more => format!("at the start, with {} in all, {needs} is {threshold}", counted(first, CHIPS)),
            _ => format!("at the start, with {first}, {}, … chips in all, {needs} is {shown}{dots}{counts}", first.saturating_add(1)),
        });
        if let Some([preperiod, period, slope]) = start.period {
            if start.never {
                said.push(format!("at the start, from {preperiod} chips in all on, {claimant} cannot force a win with any holding"));
                return said;
            }
            let (chips, more) = whole_chips(self.tie_break, period, slope);
            said.push(format!(
                "at the start, from {preperiod} chips in all on, {needs} grows by {} for every {} more in all{counts}",
                counted(more, CHIPS),
                counted(chips, CHIPS)
            ));
        }
        said
    }
}

impl Start {
    fn new(table: &Table, class: u32, positions: &dyn Positions) -> Option<Self> {
        let (number, first) = (table.table_number(class)?, table.range().first());
        let values = table.values(number)?;
        let period = || Some([table.preperiod(number)?, table.period(number)?, table.slope(number)?]);
        let asked = index(EXAMPLE.saturating_sub(first)).saturating_add(1).max(KEPT);
        let mut codes: Vec<u32> = values.iter().take(asked).copied().collect();
        if let Some([_, period, slope]) = period() {
            while codes.len() < asked {
                codes.push(codes.get(codes.len().checked_sub(index(period))?)?.saturating_add(slope));
            }
        }
        let mut written = (first..).zip(codes).map(|(k, code)| (k, table.rule.written(code, k)));
        let thresholds = written.by_ref().take(KEPT).map(|(_, code)| code).collect();
        let example = written.find(|(k, _)| *k == EXAMPLE).map(|(_, code)| code);
        // The slope of a class is the mean of the least slope of the claimant's options and the greatest slope of the
        // other player's options. So if the threshold of a class grows as fast as the number of codes, the thresholds
        // of all options of the claimant and of at least one option of the other player grow as fast. The other player
        // can therefore always move to a class whose threshold grows as fast as the number of codes. Hence no holding
        // wins, and the threshold is the number of codes.
        let never = period().is_some_and(|[_, period, slope]| slope == table.rule.unit().saturating_mul(period));
        let more = values.len() > KEPT || period().is_some();
        Some(Self { position: positions.position(class), name: positions.name(class), example, thresholds, more, period: period(), never })
    }
}

/// Converts a period and a slope to whole chips. Doubles the period if half a chip would be left.
fn whole_chips(tie_break: TieBreak, period: u32, slope: u32) -> (u64, u32) {
    match (tie_break, slope % 2) {
        (TieBreak::LadiesFirst, _) => (u64::from(period), slope),
        (_, 0) => (u64::from(period), slope / 2),
        _ => (u64::from(period).saturating_mul(2), slope),
    }
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let [claimant, other] = players(self.player);
        let chips = match self.range {
            Range::Between { first, last } if first == last => format!("a total of {}", counted(first, CHIPS)),
            Range::Between { first, last } => format!("each total number of chips from {first} to {last}"),
            Range::Ordered { .. } | Range::Periodic { .. } => "every total number of chips".to_owned(),
        };
        let mut said: Vec<String> = self.start.iter().flat_map(|start| self.at_the_start(start, claimant)).collect();
        said.extend([
            format!(
                "{} and {chips}, the file lists the smallest holding with which {claimant} can force a win, whatever {other} does",
                for_each_position(self.positions, self.classes)
            ),
            "draws and endless play count as not winning; never means that no holding is enough, and counts as a chip more than there are"
                .to_owned(),
            BIDS.to_owned(),
            self.tie_break.sentence().to_owned(),
        ]);
        said.push(match self.tables {
            1 => "all classes of positions have the same sequence of smallest holdings".to_owned(),
            tables => format!("{tables} different sequences of smallest holdings occur"),
        });
        said
    }

    fn names(&self) -> Vec<(&'static str, String)> {
        let name = self.start.iter().filter_map(|start| start.name.clone());
        name.map(|name| ("the position in which play begins", name)).collect()
    }
}

#[cfg(test)]
mod tests {
    //! Tests the text that is printed about a `Start`.

    use super::{Claim, NEVER, Start, whole_chips};
    use crate::chips::{Range, TieBreak};
    use crate::core::game::Colour;

    #[test]
    fn one_threshold_and_more() {
        let needs = "the smallest holding with which Left (White) can force a win is";
        let table = [
            ("1*", false, format!("at the start, with 1 chip in all, {needs} 1*")),
            (NEVER, false, "at the start, with 1 chip in all, Left (White) cannot force a win with any holding".to_owned()),
            ("1*", true, format!("at the start, with 1, 2, … chips in all, {needs} 1*, …")),
            (NEVER, true, format!("at the start, with 1, 2, … chips in all, {needs} never, …; never counts as a chip more than there are")),
        ];
        for (threshold, more, sentence) in table {
            let start = Start {
                position: "P0".to_owned(),
                name: None,
                example: None,
                thresholds: vec![threshold.to_owned()],
                more,
                period: None,
                never: false,
            };
            let claim = Claim {
                player: Colour::White,
                tie_break: TieBreak::Advantage,
                range: Range::Between { first: 1, last: 1 },
                positions: 1,
                classes: 1,
                start: None,
                tables: 1,
                largest_label: None,
            };
            assert_eq!(claim.at_the_start(&start, "Left (White)"), [sentence]);
        }
    }

    #[test]
    fn periods_in_chips() {
        for (tie_break, period, slope, expected) in [
            (TieBreak::LadiesFirst, 5, 2, (5, 2)),
            (TieBreak::LadiesFirst, 5, 3, (5, 3)),
            (TieBreak::Advantage, 5, 6, (5, 3)),
            (TieBreak::MakeItTakeIt, 5, 3, (10, 3)),
        ] {
            assert_eq!(whole_chips(tie_break, period, slope), expected);
        }
    }
}
