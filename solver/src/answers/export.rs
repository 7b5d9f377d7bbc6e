//! Exports all classes of one ending as rows, lazily.

use super::kinds::sheet::Cell;
use super::lookup::finite;
use super::money_bid::{Bid, Tempo};
use super::tablebase::{Tablebase, Threshold};
use crate::games::bidding_chess::Move;
use crate::model::graph::Label;

/// Results about one class, in the ending's colours. The schema of its line of JSON is `spec/json/export.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// Number of the class.
    pub class: u32,
    /// Its canonical representative.
    pub position: String,
    /// White wins by force if Black has less than this share of the money.
    pub alpha: &'a str,
    /// Black wins by force with more than this share.
    pub beta: &'a str,
    /// White's label.
    pub label_white: Option<Label>,
    /// Black's label.
    pub label_black: Option<Label>,
    /// Canonical choices of both players.
    pub choices: ChosenMoves,
    /// Bid for the move, for alpha.
    pub bid: Bid,
    /// Bid for beta, if the ending has a position with alpha < beta.
    pub bid_beta: Option<Bid>,
}

/// Canonical choices as moves of the canonical representative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChosenMoves {
    /// Choices if alpha = beta in the whole ending.
    Sharp {
        /// White's choice.
        white_move: String,
        /// Black's choice.
        black_move: String,
    },
    /// Choices for two different functions.
    Interval {
        /// White's choice for alpha.
        white_move_alpha: String,
        /// Black's choice for alpha.
        black_move_alpha: String,
        /// White's choice for beta.
        white_move_beta: String,
        /// Black's choice for beta.
        black_move_beta: String,
    },
}

/// Lazy rows of one ending.
pub struct Export<'a> {
    tablebase: &'a Tablebase,
    ending: usize,
    /// Distinct values of the ending as text.
    values: Vec<String>,
}

impl<'a> Export<'a> {
    /// Prepares the export of an ending of a tablebase.
    #[must_use]
    pub fn new(tablebase: &'a Tablebase, ending: usize) -> Self {
        let values = tablebase.endings()[ending].1.values.iter().map(ToString::to_string).collect();
        Self { tablebase, ending, values }
    }

    /// Returns the names of the columns.
    #[must_use]
    pub fn columns(&self) -> Vec<&'static str> {
        let sharp = self.tablebase.endings()[self.ending].1.is_sharp();
        let moves: &[&str] = if sharp {
            &["white_move", "black_move"]
        } else {
            &["white_move_alpha", "black_move_alpha", "white_move_beta", "black_move_beta"]
        };
        [&["class", "position", "alpha", "beta", "label_white", "label_black"], moves, bid_columns(sharp)].concat()
    }

    /// Returns the rows in order of class numbers.
    ///
    /// # Panics
    /// If there are 2^32 classes.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let classes = u32::try_from(self.tablebase.endings()[self.ending].1.len()).expect("fewer than 2^32 classes");
        (0..classes).map(|class| self.row(class))
    }

    fn row(&self, class: u32) -> Row<'_> {
        let (ending, solution) = &self.tablebase.endings()[self.ending];
        let at = class as usize;
        let placement = ending.numbering().placement(class);
        let chosen = |threshold| {
            let (white, black) = self.tablebase.chosen_moves(self.ending, class, threshold);
            let value = |mv: &Move| {
                let value = self.tablebase.destination_value(self.ending, ending.destination(&placement, mv));
                if threshold == Threshold::Alpha { value.alpha } else { value.beta }
            };
            (white.text(ending.board()), black.text(ending.board()), Bid::between(&value(&white), &value(&black)))
        };
        let (white, black, bid) = chosen(Threshold::Alpha);
        let (choices, bid_beta) = if solution.is_sharp() {
            (ChosenMoves::Sharp { white_move: white, black_move: black }, None)
        } else {
            let (white_move_beta, black_move_beta, bid) = chosen(Threshold::Beta);
            (ChosenMoves::Interval { white_move_alpha: white, black_move_alpha: black, white_move_beta, black_move_beta }, Some(bid))
        };
        Row {
            class,
            position: ending.position_text(class),
            alpha: &self.values[solution.rank_alpha[at] as usize],
            beta: &self.values[solution.rank_beta[at] as usize],
            label_white: finite(solution.label_white[at]),
            label_black: finite(solution.label_black[at]),
            choices,
            bid,
            bid_beta,
        }
    }
}

/// Returns the columns for the bids, after those of moves. There is a bid for beta only if the ending has a position
/// with alpha < beta.
pub(super) fn bid_columns(sharp: bool) -> &'static [&'static str] {
    if sharp { &["bid", "zugzwang", "quiescent"] } else { &["bid", "bid_beta", "zugzwang", "quiescent"] }
}

/// Returns the cells of these columns. If the bids for alpha and beta differ, the bid for alpha decides the tempo, as
/// in a survey.
pub(super) fn bid_cells(bid: &Bid, bid_beta: Option<&Bid>) -> Vec<Cell> {
    let is = |tempo| Cell::Flag(bid.tempo() == tempo);
    let bids = std::iter::once(bid).chain(bid_beta).map(Cell::text);
    bids.chain([is(Tempo::Zugzwang), is(Tempo::Quiescent)]).collect()
}

impl Row<'_> {
    /// Returns the row's cells in the order of the columns.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![
            Cell::number(self.class),
            Cell::text(&self.position),
            Cell::text(self.alpha),
            Cell::text(self.beta),
            Cell::number(self.label_white),
            Cell::number(self.label_black),
        ];
        match &self.choices {
            ChosenMoves::Sharp { white_move, black_move } => cells.extend([white_move, black_move].map(Cell::text)),
            ChosenMoves::Interval { white_move_alpha, black_move_alpha, white_move_beta, black_move_beta } => {
                cells.extend([white_move_alpha, black_move_alpha, white_move_beta, black_move_beta].map(Cell::text));
            }
        }
        cells.extend(bid_cells(&self.bid, self.bid_beta.as_ref()));
        cells
    }
}
