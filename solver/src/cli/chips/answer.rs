//! Formats answers of `solve chips` about thresholds, as JSON and as text.

use std::io::{self, Write};

use serde::Serialize;

use super::super::outcome::Failure;
use super::{PlayerArg, failure};
use crate::answers::chips::sentences::{self, Needs, Opening};
use crate::answers::chips::{Numbers, Sequence, end_table, optimal, sequence, with_first_move};
use crate::answers::game::step;
use crate::answers::text::counted;
use crate::answers::written::Written;
use crate::games::{Game, PositionOrEnd};
use crate::model::chips::{ChipTables, Range, ThresholdTable, TieBreak};
use crate::model::graph::GameGraph;
use crate::play::winning_bids;

#[derive(Serialize)]
pub(super) struct ChipsAnswer {
    pub(super) game: String,
    pub(super) tie_break: TieBreak,
    pub(super) player: PlayerArg,
    /// The answer in sentences; empty if the user requested no position.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) answer: String,
    #[serde(skip)]
    pub(super) player_name: String,
    pub(super) positions: usize,
    pub(super) tables: usize,
    pub(super) verified: bool,
    #[serde(flatten)]
    pub(super) written: Written,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<Shown>,
}

/// Answer about one position.
#[derive(Serialize)]
pub(super) struct Shown {
    name: String,
    table: Sequence,
    /// The integer encodes the fewest chips that win. Present only if the table is for a single total number of chips.
    #[serde(skip)]
    opening: Option<(u32, Opening)>,
    first_moves: Vec<FirstMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    with_first_move: Option<Sequence>,
}

#[derive(Serialize)]
struct FirstMove {
    #[serde(rename = "move")]
    name: String,
    optimal: Numbers,
}

/// Builds the answer about a position.
pub(super) fn shown(
    game: &dyn Game,
    graph: &GameGraph,
    position: usize,
    first_move: Option<&str>,
    tables: &ChipTables,
    table: impl Fn(u32) -> ThresholdTable,
) -> Result<Shown, Failure> {
    let rule = tables.rule;
    let at = |place: u32| graph.end(place).map_or_else(|| table(place), |end| end_table(rule, tables.range, end == rule.claimant.wins()));
    let own = table(u32::try_from(position).expect("fewer than 2^32 positions"));
    let others: Vec<ThresholdTable> = graph.options(rule.claimant.other()).get(position).iter().map(|&place| at(place)).collect();
    let options = graph.options(rule.claimant).get(position);
    let mut seen = Vec::new();
    let mut first_moves = Vec::new();
    for (index, &place) in options.iter().enumerate() {
        // Symmetric moves have the same successor; list only the first of these moves.
        if !seen.contains(&place) {
            seen.push(place);
            let name = game.after(position, rule.claimant, index);
            first_moves.push(FirstMove { name, optimal: optimal(rule, tables.range, &at(place), &others, &own) });
        }
    }
    let with_first_move = first_move.map(|text| {
        let place = match game.find(text).map_err(Failure::input)? {
            PositionOrEnd::Position(place) => u32::try_from(place).map_err(Failure::input)?,
            PositionOrEnd::End(end) => end.place(u32::try_from(graph.len()).map_err(Failure::input)?),
        };
        if !options.contains(&place) {
            return Err(Failure::input(format!("{text}: no move leads there from {}", game.position(position))));
        }
        let table = with_first_move(rule, &at(place), &others).map_err(|error| failure(error.into()))?;
        Ok(sequence(rule, &table))
    });
    let opening = match tables.range {
        Range::Between(first, last) if first == last => {
            let least = own.at(first).expect("within the table");
            let thresholds = |place: u32| at(place).at(first).expect("within the tables");
            let place = u32::try_from(position).map_err(Failure::input)?;
            let wins = least > 0 && least < rule.top(first);
            let bids = if wins { winning_bids(graph, rule, first, (place, least), &thresholds) } else { Vec::new() };
            let name = |&index: &usize| step(game, position, rule.claimant, index);
            let moves = bids.first().map_or_else(Vec::new, |bid| bid.won.moves.iter().map(name).collect());
            Some((least, Opening { bids: bids.iter().map(|bid| bid.bid).collect(), moves }))
        }
        _ => None,
    };
    let (name, table) = (game.position(position), sequence(rule, &own));
    Ok(Shown { name, table, opening, first_moves, with_first_move: with_first_move.transpose()? })
}

impl ChipsAnswer {
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let player = &self.player_name;
        let tie_break = self.tie_break;
        let positions = counted(self.positions as u64, "position", "positions");
        match self.answer.as_str() {
            "" => {
                let range = "the least number of chips with which";
                writeln!(out, "{} is solved: {range} {player} can force a win, for all {positions} (--position shows one).\n", self.game)?
            }
            answer => writeln!(out, "{answer}\n")?,
        }
        writeln!(
            out,
            "{}, {tie_break}: thresholds of {player}, {positions}, {}",
            self.game,
            counted(self.tables as u64, "table", "tables")
        )?;
        if let Some(shown) = &self.position {
            shown.write_text(out, player)?;
        }
        self.written.write_text(out, "", self.verified)
    }
}

impl Shown {
    /// Returns the answer in sentences.
    pub(super) fn answer(&self, tables: &ChipTables, other: Option<u32>, names: [&str; 2]) -> String {
        let rule = tables.rule;
        match (&self.opening, tables.range) {
            (Some((least, opening)), Range::Between(chips, _)) => {
                let needs = sentences::needs(rule, Needs { chips, least: *least, other }, names);
                let begins = !opening.bids.is_empty();
                if begins { format!("{needs}\n{}", sentences::opening(rule, *least, opening, names[0])) } else { needs }
            }
            _ => {
                let with_move = self.with_first_move.as_ref().and_then(|table| sentences::with_first_move(&self.table, table, names[0]));
                let law = sentences::law(rule, &self.table, names[0]);
                with_move.map_or_else(|| law.clone(), |with_move| format!("{with_move}\n{law}"))
            }
        }
    }

    fn write_text(&self, out: &mut dyn Write, player: &str) -> io::Result<()> {
        self.table.write_text(out, &self.name)?;
        if let Some(table) = &self.with_first_move {
            writeln!(out, "with that first move:")?;
            table.write_text(out, &self.name)?;
        }
        if self.first_moves.len() > 1 {
            writeln!(out, "best first moves of {player}, by the number of chips k:")?;
            for first_move in &self.first_moves {
                writeln!(out, "  {}: {}", first_move.name, first_move.optimal)?;
            }
        }
        Ok(())
    }
}
