//! `solve chips --strategy`: finds a strategy that wins from the start with a fixed number of chips, and certifies it.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::common::Common;
use super::files::Target;
use super::outcome::Failure;
use super::progress;
use crate::answers::chips::holding;
use crate::answers::text::counted;
use crate::answers::written::Written;
use crate::control::Control;
use crate::games::Game;
use crate::model::chips::{Rule, TieBreak};
use crate::model::graph::Player;
use crate::solve::chips::Error as TablesError;
use crate::solve::strategy::{self, Error, Prepared};

/// Answer of `solve chips --strategy`.
#[derive(Serialize)]
pub(super) struct StrategyAnswer {
    game: String,
    tie_break: String,
    player: Player,
    #[serde(skip)]
    player_name: String,
    #[serde(skip)]
    other_name: String,
    chips: u32,
    threshold: String,
    #[serde(skip)]
    said: String,
    positions: usize,
    verified: bool,
    #[serde(flatten)]
    written: Written,
}

/// Finds a winning strategy of the player in question (the claimant) for a total of `chips` chips, and writes the
/// certificate of the strategy to `target`.
///
/// # Errors
/// Fails, for example, if the claimant cannot win by force even with all chips.
pub(super) fn solve(
    game: &dyn Game,
    (rule, chips): (Rule, u32),
    target: &Target,
    common: &Common,
    stop: &AtomicBool,
) -> Result<StrategyAnswer, Failure> {
    let title = game.title();
    let Some(placing) = game.as_placing() else {
        return Err(no_strategies(&title));
    };
    let threads = common.resources.threads();
    common.resources.allow(&title, strategy::estimate_prepared(placing, threads))?;
    let observer = progress::observer();
    let control = Control::new("", &*observer, stop);
    let prepared = Prepared::new(placing, control).map_err(|_| Failure::Interrupted)?;
    common.resources.allow(&title, prepared.estimate(chips, threads))?;
    let found = prepared.solve(rule, chips, control).map_err(failure)?;
    control.done();
    // Free the solver's data before the verification.
    drop(prepared);
    let [left, right] = game.players();
    let (player_name, other_name) = if rule.claimant == Player::Left { (left, right) } else { (right, left) };
    let Some(found) = found else {
        let chips = counted(chips.into(), "chip", "chips");
        let why = format!("{title}, {}, {chips}: {player_name} cannot win by force, whatever {player_name} holds", rule.tie_break);
        return Err(Failure::NoAnswer(format!("{why}; there is no strategy")));
    };
    let certificate = strategy::certify(&game.name(), &found);
    target.deliver(&certificate, &common.emit, stop)?;
    Ok(StrategyAnswer {
        game: title,
        tie_break: rule.tie_break.to_string(),
        player: rule.claimant,
        player_name,
        other_name,
        chips,
        threshold: rule.write(found.code),
        said: said(rule, found.code),
        positions: found.moves.len(),
        verified: !common.emit.no_verify,
        written: Written::new(&certificate, target.file(0)),
    })
}

/// Describes in words how many chips a player has. The integer `code` encodes the chips.
fn said(rule: Rule, code: u32) -> String {
    let words = holding(rule, code);
    if rule.tie_break == TieBreak::LadiesFirst { words } else { format!("{words} ({})", rule.write(code)) }
}

/// Returns the failure for a game without support for strategies.
pub(super) fn no_strategies(game: &str) -> Failure {
    Failure::input(format!("{game}: strategies are found for tic-tac-toe, hex and connect only"))
}

fn failure(failure: Error) -> Failure {
    match failure {
        Error::Interrupted => Failure::Interrupted,
        Error::Chips(_) | Error::Tables(TablesError::Chips(_)) => Failure::input(failure),
        Error::Room(_) | Error::Tables(_) => Failure::NoAnswer(failure.to_string()),
    }
}

impl StrategyAnswer {
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { game, tie_break, player_name, said, other_name, .. } = self;
        let chips = counted(self.chips.into(), "chip", "chips");
        writeln!(out, "With {chips} in all, {player_name} can force a win with {said}, and not with less.")?;
        writeln!(out, "{game}, {tie_break}: a strategy of {}", counted(self.positions as u64, "position", "positions"))?;
        writeln!(out, "The certificate proves that this is enough; that less is not, only a strategy of {other_name}'s proves (--for)")?;
        self.written.write_text(out, "", self.verified)
    }
}
