//! All classes of one ending as rows, one after another: nothing is collected.

use super::answers::sheet::Cell;
use super::lookup::finite;
use super::tablebase::{Tablebase, Threshold};
use crate::model::graph::Label;

/// What is known of one class, in the ending's colours. As a line of JSON: `spec/json/export.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The class's number.
    pub class: u32,
    /// Its canonical position.
    pub position: String,
    /// White wins by force if Black has less than this share of the money.
    pub alpha: &'a str,
    /// Black wins by force if he has more than this share.
    pub beta: &'a str,
    /// White's label.
    pub label_white: Option<Label>,
    /// Black's label.
    pub label_black: Option<Label>,
    /// The canonical choices.
    pub choices: ChosenMoves,
}

/// Canonical choices as moves of the canonical position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChosenMoves {
    /// alpha = beta in the whole ending.
    Sharp {
        /// White's choice.
        white_move: String,
        /// Black's choice.
        black_move: String,
    },
    /// Two functions.
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

/// The rows of one ending.
pub struct Export<'a> {
    tablebase: &'a Tablebase,
    ending: usize,
    /// The ending's values as text, each once.
    values: Vec<String>,
}

impl<'a> Export<'a> {
    /// The export of an ending of a tablebase.
    #[must_use]
    pub fn new(tablebase: &'a Tablebase, ending: usize) -> Self {
        let values = tablebase.endings()[ending].1.values.iter().map(ToString::to_string).collect();
        Self { tablebase, ending, values }
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &'static [&'static str] {
        if self.tablebase.endings()[self.ending].1.is_sharp() {
            &["class", "position", "alpha", "beta", "label_white", "label_black", "white_move", "black_move"]
        } else {
            &[
                "class",
                "position",
                "alpha",
                "beta",
                "label_white",
                "label_black",
                "white_move_alpha",
                "black_move_alpha",
                "white_move_beta",
                "black_move_beta",
            ]
        }
    }

    /// The rows in order of class numbers.
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
        let chosen = |threshold| {
            let (white, black) = self.tablebase.chosen_moves(self.ending, class, threshold);
            (white.text(ending.board()), black.text(ending.board()))
        };
        let (white, black) = chosen(Threshold::Alpha);
        let choices = if solution.is_sharp() {
            ChosenMoves::Sharp { white_move: white, black_move: black }
        } else {
            let (white_move_beta, black_move_beta) = chosen(Threshold::Beta);
            ChosenMoves::Interval { white_move_alpha: white, black_move_alpha: black, white_move_beta, black_move_beta }
        };
        Row {
            class,
            position: ending.position_text(class),
            alpha: &self.values[solution.rank_alpha[at] as usize],
            beta: &self.values[solution.rank_beta[at] as usize],
            label_white: finite(solution.label_white[at]),
            label_black: finite(solution.label_black[at]),
            choices,
        }
    }
}

impl Row<'_> {
    /// The row's cells in the order of the columns.
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
        cells
    }
}
