//! Results that are known for single positions: by the rules, by endgame tables, or by verified proofs.

use std::cell::OnceCell;
use std::sync::Arc;

use serde::Serialize;

use crate::control::Interrupted;
use crate::games::Colour;
use crate::games::losing_chess::tables::{Outcome, Tables};
use crate::games::losing_chess::{Position, Stalemate};
use crate::solve::losing::portfolio::TABLE_UNITS;
use crate::solve::losing::proved_positions::ProvedPositions;

/// Result of a position with best play of both sides, without a 50-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// White wins by force.
    White,
    /// Black wins by force.
    Black,
    /// Neither side can force a win.
    Draw,
}

impl Value {
    /// Returns the value that says that this side wins.
    #[must_use]
    pub fn won_by(side: Colour) -> Self {
        if side == Colour::White { Self::White } else { Self::Black }
    }
}

/// Reason why a result is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The game has ended.
    End,
    /// Endgame tables.
    Tables,
    /// The proof with this index.
    Proof(usize),
}

/// Known result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The result.
    pub value: Value,
    /// Reason why the result is known.
    pub source: Source,
}

/// Function that opens the endgame tables under a rule of stalemate. `None` means that no tables are used.
pub type OpenTables<'a> = Box<dyn Fn(Stalemate) -> Result<Option<Arc<Tables>>, Interrupted> + 'a>;

/// Verified proofs and endgame tables.
pub struct Knowledge<'a> {
    /// Proofs with the names of their files.
    proofs: Vec<(String, ProvedPositions)>,
    open_tables: OpenTables<'a>,
    /// Tables for each rule of stalemate. The tables are opened when the first position with few pieces and pawns is
    /// looked up.
    tables: [OnceCell<Option<Arc<Tables>>>; 3],
}

impl<'a> Knowledge<'a> {
    /// Combines proofs with endgame tables. Each proof comes with the name of its file.
    #[must_use]
    pub fn new(proofs: Vec<(String, ProvedPositions)>, open_tables: OpenTables<'a>) -> Self {
        Self { proofs, open_tables, tables: Default::default() }
    }

    /// Returns the name of a proof's file.
    #[must_use]
    pub fn file(&self, proof: usize) -> &str {
        &self.proofs[proof].0
    }

    /// Returns the result of a position under a rule of stalemate, if it is known. If the rule is unknown, pass
    /// [`Stalemate::Joint`]. A win under [`Stalemate::Joint`] is a win under each rule. A draw under
    /// [`Stalemate::Joint`] is never known.
    ///
    /// # Errors
    /// [`Interrupted`] if the tables were needed and their building was interrupted.
    pub fn of(&self, position: &Position, rules: Stalemate) -> Result<Option<Known>, Interrupted> {
        // A draw under the joint rule may be a win under another rule.
        let draw = (rules != Stalemate::Joint).then_some(Value::Draw);
        if position.is_over() {
            let value = rules.winner(position).map(Value::won_by).or(draw);
            return Ok(value.map(|value| Known { value, source: Source::End }));
        }
        let is_small = position.occupied().count_ones() <= TABLE_UNITS;
        if let Some(tables) = is_small.then(|| self.tables(rules)).transpose()?.flatten()
            && let Some(outcome) = tables.outcome(position)
        {
            let value = match outcome {
                Outcome::Win => Some(Value::won_by(position.side())),
                Outcome::Loss => Some(Value::won_by(position.side().other())),
                Outcome::Draw => draw,
            };
            return Ok(value.map(|value| Known { value, source: Source::Tables }));
        }
        let proof = self.proofs.iter().position(|(_, proof)| proof.holds_for(rules) && proof.contains(position));
        Ok(proof.map(|proof| Known { value: Value::won_by(self.proofs[proof].1.game.winner), source: Source::Proof(proof) }))
    }

    fn tables(&self, rules: Stalemate) -> Result<Option<Arc<Tables>>, Interrupted> {
        let place = match rules {
            Stalemate::Joint => 0,
            Stalemate::International => 1,
            Stalemate::Fics => 2,
        };
        if let Some(tables) = self.tables[place].get() {
            return Ok(tables.clone());
        }
        let tables = (self.open_tables)(rules)?;
        Ok(self.tables[place].get_or_init(|| tables).clone())
    }
}
