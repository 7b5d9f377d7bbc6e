//! `solve lookup` for certificates of kind `scoring`: the outcome at a heap, with best bids and moves.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::outcome::Failure;
use super::scoring::{number, write_play};
use crate::certificate::verify::VerifiedScoring;
use crate::engine::scoring::matrix::Holder;
use crate::model::scoring::Outcomes;
use crate::report::scoring::{Play, play};

/// The whole answer.
#[derive(Serialize)]
pub(super) struct Found {
    game: String,
    budget: u32,
    period: u32,
    onset: u32,
    position: Play,
    sha256: String,
}

/// Heap, Left's coins, total budget.
fn position(text: &str) -> Result<(u32, u32, u32), String> {
    let parts = text.split_once(',').and_then(|(heap, rest)| Some((heap, rest.split_once('/')?)));
    let Some((heap, (coins, total))) = parts else {
        return Err(format!("{text:?}: expected a heap, Left's coins and the total budget, such as 9,4/7"));
    };
    let (heap, coins, total) = (number(heap)?, number(coins)?, number(total)?);
    if coins > total { Err(format!("Left cannot have {coins} coins of {total}")) } else { Ok((heap, coins, total)) }
}

/// What a certificate says of a position.
pub(super) fn find(certificate: &Path, game: &VerifiedScoring, text: &str, holder: Holder) -> Result<Found, Failure> {
    let (heap, coins, budget) = position(text).map_err(Failure::BadInput)?;
    let VerifiedScoring { about, set, outcomes } = game;
    let Some(outcomes) = outcomes.iter().find(|outcomes| outcomes.budget == budget) else {
        let [first, last] = [outcomes.first(), outcomes.last()].map(|outcomes| outcomes.map_or(0, |outcomes| outcomes.budget));
        return Err(Failure::input(format!("{}: total budgets from {first} to {last}, not {budget}", certificate.display())));
    };
    let position = play(set, &|heap, p| outcomes.at(heap, p), heap, [coins, budget - coins], holder);
    let Outcomes { period, onset, .. } = *outcomes;
    Ok(Found { game: format!("subtraction {set}"), budget, period, onset, position, sha256: about.digest.to_string() })
}

impl Found {
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{}, total budget {}: outcomes repeat with the period {} from heap {} on",
            self.game, self.budget, self.period, self.onset
        )?;
        write_play(out, &self.position)
    }
}
