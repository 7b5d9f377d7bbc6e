//! Compares promotions (the paper's section 12). The best promotion is nearly always to a queen or to a knight.

use std::ops::ControlFlow;

use serde::Serialize;

use super::{Entry, PLAYERS};
use crate::answers::as_text;
use crate::answers::tablebase::Tablebase;
use crate::games::Colour;
use crate::games::bidding_chess::{Move, Role};
use crate::model::value::Rational;

/// Comparison of the promotions in an ending. White's promotions are compared by alpha, and Black's promotions by beta.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Promotions {
    /// Number of pawn moves to the last rank. The four promotions of a pawn on a square count as one move.
    pub moves: u64,
    /// Number of pawn moves for which a queen is better than a knight.
    pub queen_better: u64,
    /// Number of pawn moves for which a knight is better than a queen.
    pub knight_better: u64,
    /// Number of pawn moves for which a queen and a knight are equally good.
    pub equal: u64,
    /// Number of pawn moves for which a rook or a bishop is better than a queen.
    pub rook_or_bishop_better: u64,
    /// Number of positions in which the best move promotes to a knight, not a queen. White's and Black's moves are
    /// counted separately.
    pub knight_best_move: u64,
    /// Smallest margin by which a queen is better than a knight.
    pub least_margin_queen: Option<Margin>,
    /// Smallest margin by which a knight is better than a queen.
    pub least_margin_knight: Option<Margin>,
}

/// A pawn move for which promotions to a queen and to a knight have different values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Margin {
    /// Text of the position.
    pub position: String,
    /// Notation of the better promotion.
    #[serde(rename = "move")]
    pub text: String,
    /// Value after promotion to a queen.
    #[serde(serialize_with = "as_text")]
    pub queen: Rational,
    /// Value after promotion to a knight.
    #[serde(serialize_with = "as_text")]
    pub knight: Rational,
}

impl Margin {
    /// Returns half of the difference between the values after the two promotions.
    fn half(&self) -> Rational {
        self.queen.half_difference(&self.knight).1
    }
}

impl Promotions {
    pub(super) fn add(&mut self, entry: &Entry, tablebase: &Tablebase, number: usize) {
        let ending = entry.ending;
        for colour in PLAYERS {
            let mut promotions: Vec<Move> = Vec::new();
            let _ = ending.rules().moves(ending.material(), &entry.placement, colour, |mv| {
                if mv.promotion.is_some() {
                    promotions.push(mv);
                }
                ControlFlow::<()>::Continue(())
            });
            if promotions.is_empty() {
                continue;
            }
            // Converts the value after a move to a number that is greater if the promoting player is better off.
            let worth = |mv: &Move| {
                let value = tablebase.destination_value(number, ending.destination(&entry.placement, mv));
                if colour == Colour::White { value.alpha } else { value.beta.exchanged() }
            };
            let best = tablebase.options(number, &entry.placement, colour).into_iter().map(|choice| worth(&choice.mv)).max();
            let mut knight_best = false;
            // The promotions on one square are four consecutive moves, in the order of `Role::PROMOTIONS`.
            for four in promotions.chunks(Role::PROMOTIONS.len()) {
                let [queen, rook, bishop, knight] = [0, 1, 2, 3].map(|role| worth(&four[role]));
                knight_best |= knight > queen && Some(&knight) == best.as_ref();
                self.rook_or_bishop_better += u64::from(rook > queen || bishop > queen);
                let better = if knight > queen { &four[3] } else { &four[0] };
                let own = |worth: Rational| if colour == Colour::White { worth } else { worth.exchanged() };
                self.compare(
                    Margin { position: entry.position(), text: better.text(ending.board()), queen: own(queen), knight: own(knight) },
                    colour,
                );
            }
            self.knight_best_move += u64::from(knight_best);
        }
    }

    fn compare(&mut self, margin: Margin, colour: Colour) {
        self.moves += 1;
        if margin.queen == margin.knight {
            self.equal += 1;
            return;
        }
        let queen_better = (margin.queen > margin.knight) == (colour == Colour::White);
        let (count, least) = if queen_better {
            (&mut self.queen_better, &mut self.least_margin_queen)
        } else {
            (&mut self.knight_better, &mut self.least_margin_knight)
        };
        *count += 1;
        if least.as_ref().is_none_or(|least| margin.half() < least.half()) {
            *least = Some(margin);
        }
    }
}
