//! `solve scoring FILE`: solves the scoring game of a file, with a bid matrix for each position.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::files;
use super::outcome::Failure;
use crate::answers::scoring_file::{Broken, Held, held};
use crate::certificate::file_kind::{FileKind, mistaken};
use crate::engine::scoring::matrix::{self, Holder, Matrix, NoScores, Spot};
use crate::games::scored::read;
use crate::model::scored::ScoredGame;

/// Maximum total budget of games from files.
const MAX_COINS: u32 = 200;

/// Answer of `solve scoring FILE`.
#[derive(Serialize)]
pub(super) struct ScoringFileAnswer {
    title: String,
    zero_bid: bool,
    start: String,
    budgets: Vec<Budget>,
}

/// Results for one total budget.
#[derive(Serialize)]
struct Budget {
    budget: u32,
    /// Outcome at the start for each number of Left's coins, if Left has the marker.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_has_marker: Option<Vec<i32>>,
    /// Outcome at the start for each number of Left's coins, if Right has the marker.
    #[serde(skip_serializing_if = "Option::is_none")]
    right_has_marker: Option<Vec<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_outcome: Option<NoOutcome>,
    /// Test result of each property. The tests use only positions with a known outcome.
    properties: Vec<Held>,
}

/// Position without an outcome, with each player's coins and the holder of the marker.
#[derive(Serialize)]
struct NoOutcome {
    position: String,
    left_coins: u32,
    right_coins: u32,
    marker: &'static str,
    /// `None` if neither player can bid.
    #[serde(skip_serializing_if = "Option::is_none")]
    bids: Option<Bids>,
}

#[derive(Serialize)]
pub(super) struct Bids {
    left: Vec<u32>,
    right: Vec<u32>,
    scores: Vec<Vec<i32>>,
    maximin: i32,
    minimax: i32,
}

/// Reads a file and solves its game for each total budget of a range.
pub(super) fn solve(file: &Path, (first, last): (u32, u32), stop: &AtomicBool) -> Result<ScoringFileAnswer, Failure> {
    if file.is_dir() {
        return Err(Failure::input(format!("{}: a folder, not a file of a scoring game", file.display())));
    }
    let bytes = files::read(file)?;
    let wrong = |fault| mistaken(&bytes, FileKind::ScoringGameFile, fault);
    let game = read(&bytes).map_err(|error| Failure::input(format!("{}: {}", file.display(), wrong(error.to_string()))))?;
    allow(last)?;
    let mut budgets = Vec::new();
    for budget in first..=last {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        budgets.push(one(&game, budget));
    }
    let start = game.positions[game.start].name.clone();
    Ok(ScoringFileAnswer { title: game.title, zero_bid: game.zero_bid, start, budgets })
}

/// Refuses total budgets that are too large.
pub(super) fn allow(budget: u32) -> Result<(), Failure> {
    if budget > MAX_COINS {
        return Err(Failure::input(format!("total budgets of games from files are at most {MAX_COINS}")));
    }
    Ok(())
}

fn one(game: &ScoredGame, budget: u32) -> Budget {
    let (scores, no_outcome) = match matrix::solve(game, budget) {
        Ok(scores) => (scores, None),
        Err((NoScores::NoBid(spot), scores)) => (scores, Some(no_outcome(game, budget, spot, None))),
        Err((NoScores::NoEquilibrium(spot, matrix), scores)) => (scores, Some(no_outcome(game, budget, spot, Some(matrix)))),
    };
    let at_start = |holder: Holder| scores.get(game.start).map(|scores| scores[holder as usize].clone());
    Budget {
        budget,
        left_has_marker: at_start(Holder::Left),
        right_has_marker: at_start(Holder::Right),
        properties: held(game, &scores),
        no_outcome,
    }
}

fn no_outcome(game: &ScoredGame, budget: u32, spot: Spot, matrix: Option<Matrix>) -> NoOutcome {
    NoOutcome {
        position: game.positions[spot.position].name.clone(),
        left_coins: spot.coins,
        right_coins: budget - spot.coins,
        marker: if spot.holder == Holder::Left { "left" } else { "right" },
        bids: matrix.map(Bids::from),
    }
}

impl From<Matrix> for Bids {
    fn from(matrix: Matrix) -> Self {
        let (maximin, minimax) = (matrix.maximin(), matrix.minimax());
        Self { left: matrix.left, right: matrix.right, scores: matrix.scores, maximin, minimax }
    }
}

impl Bids {
    /// Describes which outcome each player can guarantee.
    pub(super) fn sentence(&self) -> String {
        format!("Left can make sure of {}, Right can hold her to {}", self.maximin, self.minimax)
    }

    /// Writes the matrix with a row for each of Left's bids and a column for each of Right's bids.
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let cells = self.scores.iter().flatten().map(|score| score.to_string().len()).max().unwrap_or(1).max(3);
        let line = |head: &str, cells_of: Vec<String>| {
            let cells: Vec<String> = cells_of.iter().map(|cell| format!("{cell:>cells$}")).collect();
            format!("    {head:>10} {}", cells.join(" "))
        };
        writeln!(out, "{}", line("Left\\Right", self.right.iter().map(u32::to_string).collect()))?;
        for (number, row) in self.scores.iter().enumerate() {
            let bid = self.left.get(number).map_or_else(|| "-".to_owned(), u32::to_string);
            writeln!(out, "{}", line(&bid, row.iter().map(i32::to_string).collect()))?;
        }
        Ok(())
    }
}

impl ScoringFileAnswer {
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let bids = if self.zero_bid { "0 is a bid" } else { "0 is no bid" };
        writeln!(out, "{}: outcomes at {}, {bids}", self.title, self.start)?;
        for one in &self.budgets {
            one.write_text(out)?;
        }
        Ok(())
    }
}

impl Budget {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "total budget {}", self.budget)?;
        for (player, row) in [("Left", &self.left_has_marker), ("Right", &self.right_has_marker)] {
            if let Some(row) = row {
                let row: Vec<String> = row.iter().map(i32::to_string).collect();
                writeln!(out, "  Left with 0, 1, … coins, {player} has the marker: {}", row.join(" "))?;
            }
        }
        if let Some(NoOutcome { position, left_coins, right_coins, marker, bids }) = &self.no_outcome {
            let holder = if *marker == "left" { "Left" } else { "Right" };
            let place = format!("at {position}, Left with {left_coins}, Right with {right_coins}, {holder} has the marker");
            match bids {
                None => writeln!(out, "  nobody can bid {place}")?,
                Some(bids) => {
                    writeln!(out, "  no pure equilibrium {place}: {}", bids.sentence())?;
                    bids.write_text(out)?;
                }
            }
        }
        for Held { name, says, counterexample } in &self.properties {
            let Some(Broken { position, coins, marker, outcome, than_coins, than_marker, than_outcome }) = counterexample else { continue };
            writeln!(
                out,
                "  ({name}) {says}: fails at {position}, {outcome} with {coins} coins and the marker {marker}'s, {than_outcome} with {than_coins} and the marker {than_marker}'s"
            )?;
        }
        Ok(())
    }
}
