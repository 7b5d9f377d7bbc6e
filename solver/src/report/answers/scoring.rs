//! Scoring games (kind `scoring`): the outcome at a heap, with best bids and moves.

use std::io::{self, Write};

use serde::Serialize;

use super::sheet::{Cell, Sheet};
use super::{Answer, Answers, Detail, Question, Words, no_start};
use crate::certificate::verify::VerifiedScoring;
use crate::engine::scoring::matrix::Holder;
use crate::model::scoring::Outcomes;
use crate::report::scoring::{BestPlay, best_play};

/// A verified game.
pub(super) struct Heaps(pub(super) VerifiedScoring);

impl Answers for Heaps {
    fn takes(&self, detail: Detail) -> bool {
        detail == Detail::Marker
    }

    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, String> {
        let VerifiedScoring { about, set, outcomes } = &self.0;
        let text = question.position.ok_or_else(|| no_start("a game of heaps", "9,4/7: the heap, Left's coins and the total budget"))?;
        let (heap, coins, budget) = position(text)?;
        let Some(found) = outcomes.iter().find(|outcomes| outcomes.budget == budget) else {
            let [first, last] = [outcomes.first(), outcomes.last()].map(|outcomes| outcomes.map_or(0, |outcomes| outcomes.budget));
            return Err(format!("total budgets from {first} to {last}, not {budget}"));
        };
        let holder = question.marker.unwrap_or(Holder::Left);
        let position = best_play(set, &|heap, p| found.at(heap, p), heap, [coins, budget - coins], holder);
        let Outcomes { period, onset, .. } = *found;
        Ok(Box::new(Found { game: format!("subtraction {set}"), budget, period, onset, position, sha256: about.digest.to_string() }))
    }

    fn export(&self, sheet: &mut dyn Sheet) -> io::Result<()> {
        sheet.head(&["budget", "period", "onset", "heap", "outcomes"])?;
        for outcomes in &self.0.outcomes {
            let Outcomes { budget, period, onset, .. } = *outcomes;
            let mut written = Ok(());
            // Behind these heaps the rows repeat.
            outcomes.walk(onset + period - 1, |heap, row| {
                let row = Cell::list(row.iter().map(|&outcome| Cell::Number(outcome.into())));
                written = sheet.row(&[Cell::number(budget), Cell::number(period), Cell::number(onset), Cell::number(heap), row]);
                written.is_ok()
            });
            written?;
        }
        Ok(())
    }
}

/// Heap, Left's coins, total budget.
fn position(text: &str) -> Result<(u32, u32, u32), String> {
    let parts = text.split_once(',').and_then(|(heap, rest)| Some((heap, rest.split_once('/')?)));
    let Some((heap, (coins, total))) = parts else {
        return Err(format!("{text:?}: expected a heap, Left's coins and the total budget, such as 9,4/7"));
    };
    let number = |text: &str| text.trim().parse().map_err(|_| format!("{text:?} is not a whole number from 0 to {}", u32::MAX));
    let (heap, coins, total) = (number(heap)?, number(coins)?, number(total)?);
    if coins > total { Err(format!("Left cannot have {coins} coins of {total}")) } else { Ok((heap, coins, total)) }
}

/// What is said of a heap. As JSON: `spec/json/lookup-scoring.schema.json`.
#[derive(Serialize)]
struct Found {
    game: String,
    budget: u32,
    period: u32,
    onset: u32,
    position: BestPlay,
    sha256: String,
}

impl Words for Found {
    fn write_words(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { game, budget, period, onset, position, .. } = self;
        position.write_text(out)?;
        writeln!(out, "{game}, total budget {budget}: outcomes repeat with the period {period} from heap {onset} on")
    }
}
