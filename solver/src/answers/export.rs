//! Exports the results about one ending, with one row for each class of symmetric positions. Each row is computed only
//! when it is requested.

use super::kinds::sheet::Cell;
use super::lookup::finite;
use super::money_bid::{Bid, Tempo};
use super::tablebase::{Tablebase, Threshold};
use crate::games::bidding_chess::Move;
use crate::model::graph::Label;

/// Results about one class of symmetric positions. The schema of a row as JSON is `spec/json/export.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// Number of the class of symmetric positions.
    pub class: u32,
    /// Canonical position of the class of symmetric positions, in text form.
    pub position: String,
    /// White wins by force if Black has less than this share of the money.
    pub alpha: &'a str,
    /// Black wins by force if Black has more than this share of the money.
    pub beta: &'a str,
    /// White's label (see [`Label`]).
    pub label_white: Option<Label>,
    /// Black's label (see [`Label`]).
    pub label_black: Option<Label>,
    /// Best moves of both players in the canonical position.
    pub choices: ChosenMoves,
    /// Bid for the next move, computed from alpha (see [`Bid`]).
    pub bid: Bid,
    /// Bid for the next move, computed from beta. `None` if alpha = beta in all positions of the ending.
    pub bid_beta: Option<Bid>,
}

/// Best moves of both players in the canonical position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChosenMoves {
    /// One best move of each player. This variant is for an ending in which alpha = beta in all positions.
    Sharp {
        /// White's best move.
        white_move: String,
        /// Black's best move.
        black_move: String,
    },
    /// Two best moves of each player. This variant is for an ending in which alpha and beta differ in at least one
    /// position.
    Interval {
        /// White's best move for forcing a win, chosen by the values of alpha.
        white_move_alpha: String,
        /// Black's best move for preventing a forced win of White, chosen by the values of alpha.
        black_move_alpha: String,
        /// White's best move for preventing a forced win of Black, chosen by the values of beta.
        white_move_beta: String,
        /// Black's best move for forcing a win, chosen by the values of beta.
        black_move_beta: String,
    },
}

/// Export of one ending. Each row is computed only when it is requested.
pub struct Export<'a> {
    tablebase: &'a Tablebase,
    ending: usize,
    /// The distinct values of alpha and beta, in text form.
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

    /// Returns an iterator over the rows, in the order of the numbers of the classes of symmetric positions.
    ///
    /// # Panics
    /// Panics if there are 2^32 or more classes of symmetric positions.
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

/// Returns the names of the columns for bids. `sharp` means that alpha = beta in all positions. If `sharp` is set,
/// there is no column `bid_beta`.
pub(super) fn bid_columns(sharp: bool) -> &'static [&'static str] {
    if sharp { &["bid", "zugzwang", "quiescent"] } else { &["bid", "bid_beta", "zugzwang", "quiescent"] }
}

/// Returns the cells for the columns of [`bid_columns`]. If the bid for alpha is negative, the position is marked as
/// zugzwang. If the bid for alpha is 0, the position is marked as quiescent.
pub(super) fn bid_cells(bid: &Bid, bid_beta: Option<&Bid>) -> Vec<Cell> {
    let is = |tempo| Cell::Flag(bid.tempo() == tempo);
    let bids = std::iter::once(bid).chain(bid_beta).map(Cell::text);
    bids.chain([is(Tempo::Zugzwang), is(Tempo::Quiescent)]).collect()
}

impl Row<'_> {
    /// Returns the cells of the row in the order of the columns.
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
