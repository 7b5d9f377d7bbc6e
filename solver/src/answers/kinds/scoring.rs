//! Looks up the outcome of a heap in a scoring game, with the best bids and moves (certificates of kind `scoring`).

use std::io::{self, Write};

use serde::Serialize;

use super::sheet::{Cell, Sheet, Stop};
use super::{Answer, Answers, Detail, Question, Rows, Tidy, TidyError, Words, no_start};
use crate::answers::NoAnswer;
use crate::answers::bid_matrix::BidTable;
use crate::answers::scoring::{BestPlay, best_play, bid_table};
use crate::answers::text::counted;
use crate::certificate::verify::VerifiedScoring;
use crate::engine::scoring::matrix::Holder;
use crate::model::scoring::Outcomes;

pub(super) struct Heaps(pub(super) VerifiedScoring);

impl Answers for Heaps {
    fn takes(&self, detail: Detail) -> bool {
        matches!(detail, Detail::Marker | Detail::BidTable)
    }

    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer> {
        let VerifiedScoring { about, set, outcomes } = &self.0;
        let text = question.position.ok_or_else(|| no_start("a game of heaps", "9,4/7: the heap, Left's coins and the total budget"))?;
        let (heap, coins, budget) = position(text)?;
        let Some(found) = outcomes.iter().find(|outcomes| outcomes.budget == budget) else {
            let [first, last] = [outcomes.first(), outcomes.last()].map(|outcomes| outcomes.map_or(0, |outcomes| outcomes.budget));
            return Err(NoAnswer::NotCovered(format!("total budgets from {first} to {last}, not {budget}")));
        };
        let holder = question.marker.unwrap_or(Holder::Left);
        let v = |heap, p| found.at(heap, p);
        let position = best_play(set, &v, heap, [coins, budget - coins], holder);
        let bid_table = question.bid_table.then(|| bid_table(set, &v, heap, [coins, budget - coins], holder)).transpose()?;
        let Outcomes { period, onset, .. } = *found;
        Ok(Box::new(HeapPlay {
            game: format!("subtraction {set}"),
            budget,
            period,
            onset,
            position,
            bid_table,
            sha256: about.digest.to_string(),
        }))
    }

    fn contents(&self) -> Rows {
        Rows {
            row: ["row", "rows"],
            of: format!("subtraction {}", self.0.set),
            with: "the outcome for each number of Left's coins, a row for each total budget and heap".to_owned(),
            digest: self.0.about.digest.to_string(),
        }
    }

    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop> {
        sheet.head(&["budget", "period", "onset", "heap", "outcomes"])?;
        for outcomes in &self.0.outcomes {
            let Outcomes { budget, period, onset, .. } = *outcomes;
            let mut written: Result<(), Stop> = Ok(());
            // Exports only the rows up to the end of the first period, because the rows of larger heaps repeat them.
            outcomes.walk(onset + period - 1, |heap, row| {
                let row = Cell::list(row.iter().map(|&outcome| Cell::Number(outcome.into())));
                written = sheet.row(&[Cell::number(budget), Cell::number(period), Cell::number(onset), Cell::number(heap), row]);
                written.is_ok()
            });
            written?;
        }
        Ok(())
    }

    fn tidy(&self) -> Option<&dyn Tidy> {
        Some(self)
    }
}

impl Tidy for Heaps {
    fn contents(&self) -> Rows {
        Rows {
            row: ["outcome", "outcomes"],
            with: "one row for each total budget, heap and number of Left's coins".to_owned(),
            ..Answers::contents(self)
        }
    }

    fn rows(&self, chips: Option<(u32, u32)>, sheet: &mut dyn Sheet) -> Result<(), TidyError> {
        if chips.is_some() {
            return Err(NoAnswer::question("outcomes of heaps are not about chips").into());
        }
        sheet.head(&["budget", "heap", "left_coins", "outcome"])?;
        for outcomes in &self.0.outcomes {
            let mut written: Result<(), Stop> = Ok(());
            outcomes.walk(outcomes.onset + outcomes.period - 1, |heap, row| {
                let rows = (0..).zip(row).map(|(coins, &outcome)| {
                    [Cell::number(outcomes.budget), Cell::number(heap), Cell::Number(coins), Cell::Number(outcome.into())]
                });
                written = rows.into_iter().try_for_each(|row| sheet.row(&row));
                written.is_ok()
            });
            written?;
        }
        Ok(())
    }
}

/// Parses the size of a heap, Left's coins and the total budget from a text such as `9,4/7`.
fn position(text: &str) -> Result<(u32, u32, u32), NoAnswer> {
    let parts = text.split_once(',').and_then(|(heap, rest)| Some((heap, rest.split_once('/')?)));
    let Some((heap, (coins, total))) = parts else {
        return Err(NoAnswer::Question(format!("{text:?}: expected a heap, Left's coins and the total budget, such as 9,4/7")));
    };
    let number =
        |text: &str| text.trim().parse().map_err(|_| NoAnswer::Question(format!("{text:?} is not a whole number from 0 to {}", u32::MAX)));
    let (heap, coins, total) = (number(heap)?, number(coins)?, number(total)?);
    if coins > total { Err(NoAnswer::Question(format!("Left cannot have {coins} coins of {total}"))) } else { Ok((heap, coins, total)) }
}

/// Best play for one heap. The schema of the JSON form is `spec/json/lookup-scoring.schema.json`.
#[derive(Serialize)]
struct HeapPlay {
    game: String,
    budget: u32,
    period: u32,
    onset: u32,
    position: BestPlay,
    #[serde(skip_serializing_if = "Option::is_none")]
    bid_table: Option<BidTable>,
    sha256: String,
}

impl Words for HeapPlay {
    fn write_words(&self, out: &mut dyn Write, _: Option<usize>) -> io::Result<()> {
        let Self { game, budget, period, onset, position, bid_table, .. } = self;
        position.write_text(out)?;
        writeln!(out, "{game}, total budget {budget}: outcomes repeat with the period {period} from heap {onset} on")?;
        match bid_table {
            None => Ok(()),
            Some(table) => {
                writeln!(out)?;
                table.write_text(out)
            }
        }
    }

    fn bid_table(&self) -> Option<(&BidTable, String)> {
        let Self { game, position, sha256, .. } = self;
        let BestPlay { heap, left_coins, right_coins, marker, .. } = position;
        let coins = counted((*left_coins).into(), "coin", "coins");
        let place = format!("{game}, heap {heap}, {coins} for Left, {right_coins} for Right, {marker} has the marker");
        Some((self.bid_table.as_ref()?, format!("{place}; certificate SHA-256 {sha256}")))
    }
}
