//! Answers the web page's questions about scoring games with heaps. The module reads outcomes from verified
//! certificates, solves games, and advises players.

use super::AskError;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{allow, hexadecimal};
use crate::answers::scoring::best_play;
use crate::certificate::verify::{self, VerifiedTables};
use crate::control::{Control, Silent};
use crate::engine::scoring::matrix::Holder;
use crate::model::graph::Player;
use crate::model::scoring::{Outcomes, SubtractionSet};
use crate::solve;

/// Maximum number of heaps that one answer shows.
const MAX_SHOWN: u32 = 2000;

/// Largest heap that a question may name.
const MAX_HEAP: u32 = 1 << 28;

#[derive(Default)]
pub(crate) struct Heaps {
    opened: Option<(SubtractionSet, Vec<Outcomes>)>,
}

/// Questions about scoring games of heaps.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Question {
    /// Reads the outcomes in a certificate.
    Open { name: String },
    /// Solves a game for a range of total budgets and returns its certificate.
    Solve { set: Vec<u32>, budgets: (u32, u32) },
    /// Returns the outcomes for a total budget. Left has the marker. A row contains the outcomes of one heap, one for
    /// each number of Left's coins. `heaps` contains the first and the last heap.
    Rows { budget: u32, heaps: (u32, u32) },
    /// Returns the best bids and moves for a heap.
    Look { heap: u32, coins: u32, budget: u32, marker: Player },
}

impl Heaps {
    pub(crate) fn ask(&mut self, question: Question, file: &[u8]) -> Result<Value, AskError> {
        match question {
            Question::Open { name } => self.open(file, &name),
            Question::Solve { set, budgets } => solved(set, budgets),
            Question::Rows { budget, heaps } => self.rows(budget, heaps),
            Question::Look { heap, coins, budget, marker } => self.look(heap, coins, budget, marker),
        }
    }

    fn open(&mut self, file: &[u8], name: &str) -> Result<Value, AskError> {
        self.opened = None;
        let path = Path::new(name);
        let VerifiedTables::Scoring(game) = verify::read_tables(file, &[], path)? else {
            return Err(AskError::Question(format!("{name}: not about a scoring game")));
        };
        let (set, outcomes) = (game.set, game.outcomes);
        let budgets: Vec<Value> =
            outcomes.iter().map(|one| json!({ "budget": one.budget, "period": one.period, "onset": one.onset })).collect();
        let answer = json!({ "set": set.numbers(), "budgets": budgets });
        self.opened = Some((set, outcomes));
        Ok(answer)
    }

    fn of_budget(&self, budget: u32) -> Result<(&SubtractionSet, &Outcomes), AskError> {
        let (set, outcomes) = self.opened.as_ref().ok_or(AskError::NotOpen("no game has been opened"))?;
        let found = outcomes.iter().find(|one| one.budget == budget);
        let ends = || [outcomes.first(), outcomes.last()].map(|one| one.map_or(0, |one| one.budget));
        let wrong = || {
            let [first, last] = ends();
            AskError::Question(format!("total budgets from {first} to {last}, not {budget}"))
        };
        Ok((set, found.ok_or_else(wrong)?))
    }

    fn rows(&self, budget: u32, (first, last): (u32, u32)) -> Result<Value, AskError> {
        let (_, outcomes) = self.of_budget(budget)?;
        if last < first || last - first >= MAX_SHOWN || last > MAX_HEAP {
            return Err(AskError::Question(format!(
                "heaps from {first} to {last}: at most {MAX_SHOWN} heaps up to {MAX_HEAP} are shown at once"
            )));
        }
        let columns: Vec<Vec<i32>> = (0..=budget).map(|coins| outcomes.column(coins, first..=last)).collect();
        let row = |index: usize| columns.iter().map(|column| column[index]).collect::<Vec<i32>>();
        Ok((0..=(last - first) as usize).map(row).map(Value::from).collect())
    }

    fn look(&self, heap: u32, coins: u32, budget: u32, marker: Player) -> Result<Value, AskError> {
        let (set, outcomes) = self.of_budget(budget)?;
        if coins > budget {
            return Err(AskError::Question(format!("Left cannot have {coins} coins of {budget}")));
        }
        if heap > MAX_HEAP {
            return Err(AskError::Question(format!("a heap of {heap}: at most {MAX_HEAP}")));
        }
        let holder = if marker == Player::Left { Holder::Left } else { Holder::Right };
        Ok(json!(best_play(set, &|heap, p| outcomes.at(heap, p), heap, [coins, budget - coins], holder)))
    }
}

fn solved(set: Vec<u32>, (first, last): (u32, u32)) -> Result<Value, AskError> {
    let set = SubtractionSet::new(set)?;
    if first > last {
        return Err(AskError::Question(format!("total budgets from {first} to {last}: the first is above the last")));
    }
    if last > solve::scoring::MAX_COINS {
        return Err(AskError::Question(format!("total budgets are at most {}", solve::scoring::MAX_COINS)));
    }
    allow(&format!("subtraction {set}"), solve::scoring::estimate(&set, (first, last), None))?;
    let stop = AtomicBool::new(false);
    let solved = solve::scoring::solve(&set, (first, last), Control::new("", &Silent, &stop))?;
    Ok(json!({ "certificate": hexadecimal(&solve::scoring::certify(&set, &solved).bytes) }))
}
