//! Finds proved bounds of the thresholds alpha and beta for one position, and for the position after each move. The
//! results use the colours of the position, even if the ending is stored with White and Black exchanged.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;

use super::as_text;
use super::certified::ending_of;
use super::text::DECIMALS;
use crate::answers::NoAnswer;
use crate::certificate::verify::VerifiedBounds;
use crate::certificate::verify::citations::Thresholds;
use crate::games::Colour;
use crate::games::bidding_chess::{Board, Destination, Diagram, Ending, Placement};
use crate::model::bracket::{Bounds, fraction};
use crate::model::value::Rational;

/// Endings with verified bounds.
pub struct BoundedTables {
    board: Board,
    /// Number of binary digits after the point in every bound.
    bits: u32,
    endings: Vec<(Arc<Ending>, Thresholds)>,
    digests: Vec<String>,
}

/// Lower and upper bound of a threshold, alpha or beta.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Interval {
    /// Lower bound.
    #[serde(serialize_with = "as_text")]
    pub low: Rational,
    /// Upper bound.
    #[serde(serialize_with = "as_text")]
    pub high: Rational,
    /// The lower bound as a decimal fraction with 10 places, rounded down.
    pub decimal: String,
}

impl Interval {
    /// Creates the interval from its bounds, which are integers in units of 2^-bits.
    #[must_use]
    pub fn new([low, high]: [u128; 2], bits: u32) -> Self {
        let low = fraction(low, bits);
        Self { decimal: low.decimal(DECIMALS), low, high: fraction(high, bits) }
    }
}

/// Bounds for one position and its moves. The schema of the JSON form is `spec/json/lookup-bracket.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoundedLookup {
    /// The position in text form.
    pub position: String,
    /// Bounds of the threshold alpha. White wins by force if Black's share of the money is less than alpha.
    pub alpha: Interval,
    /// Bounds of the threshold beta. Black wins by force if Black's share of the money is greater than beta.
    pub beta: Interval,
    /// Whether the bounds prove alpha < beta. If the field is false, alpha may still be less than beta.
    pub alpha_less_than_beta: bool,
    /// White's moves, in the order that the rules define.
    pub white_moves: Vec<BoundedMove>,
    /// Black's moves, in the order that the rules define.
    pub black_moves: Vec<BoundedMove>,
    /// SHA-256 digests of the certificates from which the result follows.
    pub rests_on: Vec<String>,
}

/// A move, with bounds of alpha and beta in the position after the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoundedMove {
    /// Move in coordinates, such as `d1c3` or `e7e8q`.
    #[serde(rename = "move")]
    pub text: String,
    /// Bounds of alpha in the position after the move. Alpha is 1 if White captures the king with this move, and 0 if
    /// Black does.
    pub alpha: Interval,
    /// Bounds of beta in the position after the move.
    pub beta: Interval,
}

/// A position together with the ending that contains it.
struct LocatedPosition<'a> {
    ending: &'a Ending,
    thresholds: &'a Thresholds,
    /// Squares of the pieces.
    placement: Placement,
    /// Whether White and Black were exchanged in the position to match the ending.
    exchanged: bool,
    /// Bounds of alpha and beta.
    bounds: Bounds,
}

fn missing(diagram: &Diagram) -> NoAnswer {
    NoAnswer::Disagreement(format!("position '{diagram}': the solver does not find what the checker has verified"))
}

impl BoundedTables {
    /// Opens the endings of verified certificates. The last certificate in `games` is the requested one.
    ///
    /// # Errors
    /// [`NoAnswer`] if the solver does not recognise a game that the certificates name.
    pub fn open(games: &[VerifiedBounds]) -> Result<Self, NoAnswer> {
        let last = games.last().ok_or_else(|| NoAnswer::disagreement("no ending"))?;
        let (board, material) = ending_of(&last.about)
            .ok_or_else(|| NoAnswer::Disagreement(format!("bounds of the rule set {} are not known", last.about.rules)))?;
        let bits = last.proved.bits().ok_or_else(|| NoAnswer::disagreement("no bounds"))?;
        let family = Ending::family(board, &[material])?;
        let mut endings = Vec::new();
        for ending in family {
            let of = |game: &&VerifiedBounds| ending_of(&game.about).is_some_and(|(_, material)| material == *ending.material());
            // Skips the endings that only exact certificates cite, because the bounds do not need them.
            if let Some(thresholds) = games.iter().find(of).and_then(|game| game.proved.thresholds(bits)) {
                endings.push((ending, thresholds));
            }
        }
        Ok(Self { board, bits, endings, digests: games.iter().map(|game| game.about.digest.to_string()).collect() })
    }

    /// Returns the board, which is the same for all endings.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the requested ending, and the number of binary digits after the point in its bounds.
    ///
    /// # Panics
    /// Never panics, because there is at least one ending.
    #[must_use]
    pub fn last(&self) -> (&Arc<Ending>, u32) {
        (&self.endings.last().expect("there is an ending").0, self.bits)
    }

    /// Returns the bounds for a class of symmetric positions of the requested ending, in units of 2^-bits.
    #[must_use]
    pub fn of_class(&self, class: u32) -> Option<Bounds> {
        self.endings.last()?.1.bounds(class)
    }

    /// Returns the digest of the requested certificate.
    #[must_use]
    pub fn digest(&self) -> &str {
        self.digests.last().map_or("", String::as_str)
    }

    /// Parses a position from a FEN of one to six fields.
    ///
    /// # Errors
    /// Fails if the text is not a position.
    pub fn diagram(&self, text: &str) -> Result<Diagram, NoAnswer> {
        Ok(Diagram::from_fen(self.board, text)?)
    }

    /// Returns the bounds for a position, in units of 2^-bits.
    ///
    /// # Errors
    /// [`NoAnswer`] if the ending of the position is missing.
    pub fn bounds(&self, diagram: &Diagram) -> Result<Bounds, NoAnswer> {
        let LocatedPosition { bounds, .. } = self.find(diagram)?;
        Ok(bounds)
    }

    fn find(&self, diagram: &Diagram) -> Result<LocatedPosition<'_>, NoAnswer> {
        let (material, placement, exchanged) = diagram.placement();
        let found = self.endings.iter().find(|(ending, _)| *ending.material() == material);
        let (ending, thresholds) = found.ok_or_else(|| {
            let present: Vec<String> = self.endings.iter().map(|(ending, _)| ending.material().to_string()).collect();
            let present = present.join(", ");
            NoAnswer::NotCovered(format!("position '{diagram}' is of the ending {material}, but there are bounds of {present} only"))
        })?;
        let class = ending.numbering().class(&mut placement.squares().to_vec());
        let bounds = thresholds.bounds(class).ok_or_else(|| missing(diagram))?;
        Ok(LocatedPosition { ending, thresholds, placement, exchanged, bounds: self.own(bounds, exchanged) })
    }

    fn own(&self, bounds: Bounds, exchanged: bool) -> Bounds {
        if exchanged { bounds.exchanged(1 << self.bits) } else { bounds }
    }

    /// Looks up the bounds for a position, and the bounds after each of its moves.
    ///
    /// # Errors
    /// [`NoAnswer`] if the ending of the position is missing.
    pub fn lookup(&self, diagram: &Diagram) -> Result<BoundedLookup, NoAnswer> {
        let LocatedPosition { ending, thresholds, placement, exchanged, bounds } = self.find(diagram)?;
        let one = 1 << self.bits;
        let moves = |colour: Colour| -> Result<Vec<BoundedMove>, NoAnswer> {
            let there = if exchanged { colour.other() } else { colour };
            let mut moves = Vec::new();
            let walked = ending.rules().moves(ending.material(), &placement, there, |mv| {
                let bounds = match ending.destination(&placement, &mv) {
                    Destination::Won(colour) => Some(Bounds::end(colour == Colour::White, one)),
                    Destination::Same(class) => thresholds.bounds(class),
                    Destination::Sub { ending: sub, class, exchanged } => {
                        let sub = ending.sub_endings()[sub].material();
                        let known = self.endings.iter().find(|(ending, _)| ending.material() == sub);
                        known.and_then(|(_, thresholds)| thresholds.bounds(class)).map(|bounds| self.own(bounds, exchanged))
                    }
                };
                let Some(bounds) = bounds.map(|bounds| self.own(bounds, exchanged)) else { return ControlFlow::Break(()) };
                let mut shown = mv;
                if exchanged {
                    (shown.from, shown.to) = (self.board.opposite_rank(mv.from), self.board.opposite_rank(mv.to));
                }
                let [alpha, beta] = [bounds.alpha, bounds.beta].map(|bounds| Interval::new(bounds, self.bits));
                moves.push(BoundedMove { text: shown.text(self.board), alpha, beta });
                ControlFlow::Continue(())
            });
            if walked.is_break() { Err(missing(diagram)) } else { Ok(moves) }
        };
        let (white_moves, black_moves) = (moves(Colour::White)?, moves(Colour::Black)?);
        let [alpha, beta] = [bounds.alpha, bounds.beta].map(|bounds| Interval::new(bounds, self.bits));
        let rests_on = self.digests.clone();
        Ok(BoundedLookup {
            position: diagram.to_string(),
            alpha,
            beta,
            alpha_less_than_beta: bounds.part(),
            white_moves,
            black_moves,
            rests_on,
        })
    }
}
