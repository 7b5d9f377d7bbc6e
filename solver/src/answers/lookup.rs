//! Looks up one position in a solved tablebase. The results use the colours of the position.
//!
//! The tablebase stores each ending once, with White as the stronger side. If Black is stronger in a position, White
//! and Black are exchanged for the lookup.

use serde::Serialize;

use super::money_bid::Bid;
use super::tablebase::{Choice, Probe, Tablebase};
use super::text::DECIMALS;
use super::{as_optional_text, as_text};
use crate::games::Colour;
use crate::games::bidding_chess::{Board, Diagram, Material, Role, Square};
use crate::model::graph::{BoundaryValue, Label, NEVER};
use crate::model::value::Rational;

/// Values of one position, and of the positions after its moves. The schema of the JSON form is
/// `spec/json/lookup.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lookup {
    /// The position in text form.
    pub position: String,
    /// White wins by force if Black has less than this share of the money.
    #[serde(serialize_with = "as_text")]
    pub alpha: Rational,
    /// Black wins by force if Black has more than this share of the money.
    #[serde(serialize_with = "as_text")]
    pub beta: Rational,
    /// Alpha as a decimal fraction with 10 places, rounded down.
    pub decimal: String,
    /// Beta as a decimal fraction with 10 places, rounded down; `None` if beta equals alpha.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal_beta: Option<String>,
    /// White wins by force if White has more than this share of the money. The number is `1 - alpha`.
    #[serde(serialize_with = "as_text")]
    pub white_wins_above: Rational,
    /// Black wins by force if Black has more than this share of the money. The number equals beta.
    #[serde(serialize_with = "as_text")]
    pub black_wins_above: Rational,
    /// Bid for the next move, computed from alpha (see [`Bid`]).
    pub bid: Bid,
    /// Bid for the next move, computed from beta. `None` if alpha = beta.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bid_beta: Option<Bid>,
    /// White's label (see [`Label`]).
    pub label_white: Option<Label>,
    /// Black's label (see [`Label`]).
    pub label_black: Option<Label>,
    /// White's moves, in the order that the rules define.
    pub white_moves: Vec<MoveValue>,
    /// Black's moves, in the order that the rules define.
    pub black_moves: Vec<MoveValue>,
    /// SHA-256 digests of the certificates from which the result follows.
    pub rests_on: Vec<String>,
}

/// Move with the values of the position after the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValue {
    /// Move in coordinates, such as `d1c3` or `e7e8q`.
    #[serde(rename = "move")]
    pub text: String,
    /// Alpha of the position after the move. Alpha is 1 if White captures the king with this move, and 0 if Black does.
    #[serde(serialize_with = "as_text")]
    pub value: Rational,
    /// Beta of the position after the move; `None` if beta equals alpha.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_optional_text")]
    pub value_beta: Option<Rational>,
    /// Whether the player has no better move. White's moves are compared by alpha, and Black's moves by beta.
    pub best: bool,
}

impl MoveValue {
    /// Returns the beta of the position after the move.
    #[must_use]
    pub fn beta(&self) -> &Rational {
        self.value_beta.as_ref().unwrap_or(&self.value)
    }
}

/// Reason why a position was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// The position and the tablebase have different boards.
    #[error("position '{position}' is on a board of {board}, but the tablebase has endings on {expected}")]
    OtherBoard {
        /// Text of the position.
        position: String,
        /// Board of the position.
        board: Board,
        /// Board of the tablebase.
        expected: Board,
    },
    /// The tablebase does not contain the ending of the position.
    #[error("position '{position}' is of the ending {material}, but the tablebase on {board} has only {}", names(.present))]
    NotThere {
        /// Text of the position.
        position: String,
        /// Material of the position, which identifies its ending.
        material: Material,
        /// Material of each ending in the tablebase.
        present: Vec<Material>,
        /// Board of the tablebase.
        board: Board,
    },
}

/// Lists endings, separated by commas.
#[must_use]
pub fn names(materials: &[Material]) -> String {
    materials.iter().map(Material::to_string).collect::<Vec<_>>().join(", ")
}

/// Looks up the values of a position. `rests_on` lists the digests of the certificates that contain the tablebase.
///
/// # Errors
/// [`LookupError`] if the tablebase does not contain the ending of the position.
///
/// # Panics
/// Panics if the tablebase lacks an ending into which play can lead.
pub fn lookup(tablebase: &Tablebase, diagram: &Diagram, rests_on: Vec<String>) -> Result<Lookup, LookupError> {
    let probe = there(tablebase, diagram)?;
    let (position, board) = (diagram.to_string(), tablebase.board());
    let material = tablebase.endings()[probe.ending].0.material();
    let value = tablebase.value(probe.ending, probe.class);
    let value = if probe.exchanged { value.exchanged() } else { value };
    let options = |colour: Colour| -> Vec<(String, BoundaryValue)> {
        let colour_there = if probe.exchanged { colour.other() } else { colour };
        let found = tablebase.options(probe.ending, &probe.placement, colour_there).into_iter();
        let mut options: Vec<OwnOption> = found.map(|choice| OwnOption::new(board, material, choice, probe.exchanged)).collect();
        options.sort_by_key(|option| option.order);
        options.into_iter().map(|option| (option.text, option.value)).collect()
    };
    let Judged { decimal, decimal_beta, bid, bid_beta, moves: [white_moves, black_moves] } =
        Judged::new(&value, [options(Colour::White), options(Colour::Black)]);
    Ok(Lookup {
        position,
        decimal,
        decimal_beta,
        white_wins_above: value.alpha.exchanged(),
        black_wins_above: value.beta.clone(),
        bid,
        bid_beta,
        label_white: finite(value.label_white),
        label_black: finite(value.label_black),
        white_moves,
        black_moves,
        alpha: value.alpha,
        beta: value.beta,
        rests_on,
    })
}

/// Bids and best moves in a position, computed from the values after all moves.
pub(super) struct Judged {
    pub(super) decimal: String,
    pub(super) decimal_beta: Option<String>,
    pub(super) bid: Bid,
    pub(super) bid_beta: Option<Bid>,
    /// Moves of Left and moves of Right.
    pub(super) moves: [Vec<MoveValue>; 2],
}

impl Judged {
    /// Finds the best moves of both players. Each list has one player's moves, and the value after each move. Greater
    /// values are better for Left.
    pub(super) fn new(value: &BoundaryValue, [lefts, rights]: [Vec<(String, BoundaryValue)>; 2]) -> Self {
        let greatest = |of: fn(&BoundaryValue) -> &Rational| lefts.iter().map(|(_, value)| of(value)).max().cloned();
        let least = |of: fn(&BoundaryValue) -> &Rational| rights.iter().map(|(_, value)| of(value)).min().cloned();
        let extremes = |of| greatest(of).zip(least(of)).expect("every position has options");
        let ((max_alpha, min_alpha), (max_beta, min_beta)) = (extremes(|value| &value.alpha), extremes(|value| &value.beta));
        let judged = |(text, BoundaryValue { alpha, beta, .. }): (String, BoundaryValue), best: bool| MoveValue {
            text,
            value_beta: (alpha != beta).then_some(beta),
            value: alpha,
            best,
        };
        let is_interval = value.alpha != value.beta;
        Self {
            decimal: value.alpha.decimal(DECIMALS),
            decimal_beta: is_interval.then(|| value.beta.decimal(DECIMALS)),
            bid: Bid::between(&max_alpha, &min_alpha),
            bid_beta: is_interval.then(|| Bid::between(&max_beta, &min_beta)),
            moves: [
                lefts.into_iter().map(|one| (one.1.alpha == max_alpha, one)).map(|(best, one)| judged(one, best)).collect(),
                rights.into_iter().map(|one| (one.1.beta == min_beta, one)).map(|(best, one)| judged(one, best)).collect(),
            ],
        }
    }
}

/// Finds a position in the tablebase.
pub(super) fn there(tablebase: &Tablebase, diagram: &Diagram) -> Result<Probe, LookupError> {
    let (position, board) = (diagram.to_string(), tablebase.board());
    if diagram.board != board {
        return Err(LookupError::OtherBoard { position, board: diagram.board, expected: board });
    }
    tablebase.probe(diagram).ok_or_else(|| {
        let present = tablebase.endings().iter().map(|(ending, _)| ending.material().clone()).collect();
        LookupError::NotThere { position, material: diagram.placement().0, present, board }
    })
}

/// Returns the label, or `None` if it is [`NEVER`].
pub(super) fn finite(label: Label) -> Option<Label> {
    (label != NEVER).then_some(label)
}

/// A move in the colours of the position.
struct OwnOption {
    text: String,
    value: BoundaryValue,
    order: MoveOrder,
}

impl OwnOption {
    fn new(board: Board, material: &Material, choice: Choice, exchanged: bool) -> Self {
        let Choice { mut mv, value, .. } = choice;
        if exchanged {
            (mv.from, mv.to) = (board.opposite_rank(mv.from), board.opposite_rank(mv.to));
        }
        let order = MoveOrder::new(board, material.pieces()[usize::from(mv.piece)].role, mv.from, mv.to, mv.promotion);
        Self { text: mv.text(board), value: if exchanged { value.exchanged() } else { value }, order }
    }
}

/// Sort key that puts moves into the move order of `spec/rules/bidding-chess.md`, section 4. Moves are ordered by
/// piece, then by direction, and then by distance. Exchanging White and Black changes the order of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MoveOrder {
    role: Role,
    from: Square,
    direction: u8,
    distance: u8,
    promotion: usize,
}

impl MoveOrder {
    fn new(board: Board, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Self {
        let files = i16::from(board.file(to)) - i16::from(board.file(from));
        let ranks = i16::from(board.rank(to)) - i16::from(board.rank(from));
        let direction = match (role, files) {
            (Role::Pawn, 0) => 0,
            (Role::Pawn, ..0) => 1,
            (Role::Pawn, _) => 2,
            _ => clockwise(files, ranks),
        };
        let distance = u8::try_from(files.abs().max(ranks.abs())).expect("boards have at most 16 ranks");
        let promotion = promotion.and_then(|role| Role::PROMOTIONS.iter().position(|&known| known == role)).unwrap_or(0);
        Self { role, from, direction, distance, promotion }
    }
}

/// Returns the number of the direction of a move, counted clockwise from north. The rules list the directions of every
/// kind of piece clockwise from north.
fn clockwise(files: i16, ranks: i16) -> u8 {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match (files.signum(), ranks.signum(), files.abs().cmp(&ranks.abs())) {
        (0, 1, _) => 0,
        (1, 1, Less) => 1,
        (1, 1, Equal) => 2,
        (1, 1, Greater) => 3,
        (1, 0, _) => 4,
        (1, _, Greater) => 5,
        (1, _, Equal) => 6,
        (1, _, Less) => 7,
        (0, ..) => 8,
        (_, -1, Less) => 9,
        (_, -1, Equal) => 10,
        (_, -1, Greater) => 11,
        (_, 0, _) => 12,
        (_, _, Greater) => 13,
        (_, _, Equal) => 14,
        (_, _, Less) => 15,
    }
}

#[cfg(test)]
mod tests {
    use crate::games::Colour;
    use std::ops::ControlFlow;

    use super::MoveOrder;
    use crate::games::bidding_chess::{Ending, Material};

    #[test]
    fn moves_come_in_the_order_of_the_rules() {
        for (board, material) in [("5x5", "KQK"), ("8x8", "KNK"), ("3x5", "KPKP"), ("3x4", "KBBK"), ("3x3", "KRRKN")] {
            let material: Material = material.parse().unwrap();
            let board = board.parse().unwrap();
            let family = Ending::family(board, std::slice::from_ref(&material)).unwrap();
            let ending = family.last().unwrap();
            for class in (0..).take(ending.numbering().classes()) {
                let placement = ending.numbering().placement(class);
                for colour in [Colour::White, Colour::Black] {
                    let mut orders = Vec::new();
                    let _ = ending.rules().moves(&material, &placement, colour, |mv| {
                        let role = material.pieces()[usize::from(mv.piece)].role;
                        orders.push(MoveOrder::new(board, role, mv.from, mv.to, mv.promotion));
                        ControlFlow::<()>::Continue(())
                    });
                    assert!(orders.is_sorted_by(|a, b| a < b), "{}: {orders:?}", ending.position_text(class));
                }
            }
        }
    }
}
