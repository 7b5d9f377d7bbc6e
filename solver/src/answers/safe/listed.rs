//! Lists the positions of closed sets in certificates of kind `safe`. For each position, the result shows which sides
//! do not lose, and which moves keep these sides safe.

use serde::Serialize;

use super::{Defence, cannot_win};
use crate::certificate::safe_proof::{self, SafeProof};
use crate::games::Colour;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Move, Position, Stalemate};
use crate::model::closed_list::{ClosedList, Followed, NotClosed};

/// The closed sets of a verified certificate.
pub struct SafePositions {
    rules: Stalemate,
    roots: Vec<Position>,
    defence: Defence,
    lists: Vec<SafeList>,
    digest: String,
}

/// Closed set of a side that does not lose.
pub struct SafeList {
    side: Colour,
    list: ClosedList<ForSide>,
}

/// A position of at least one closed set. The schema of the JSON form is `spec/json/lookup-safe.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Name of the stalemate rule.
    pub rules: String,
    /// Whether the sides need a good defence in order not to lose.
    pub defence: Defence,
    /// The position, as the first four fields of FEN.
    pub position: String,
    /// The side to move.
    pub to_move: Colour,
    /// Whether play is over.
    pub over: bool,
    /// The side that has won, if play is over and is not drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// The sides that do not lose from the position. A side is listed if the position belongs to the side's closed set.
    pub sides: Vec<SafeHere>,
    /// SHA-256 of the certificate.
    pub sha256: String,
}

/// A side that does not lose from a position, and its moves there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SafeHere {
    /// The side.
    pub side: Colour,
    /// Number of the position in the side's closed set, from 0.
    pub number: u32,
    /// Number of positions in the closed set.
    pub positions: u32,
    /// Moves to positions of the closed set, in the order of the legal moves. If the safe side must choose a defence,
    /// the list has only this defence. Otherwise the list has all legal moves.
    pub moves: Vec<FollowedMove>,
}

/// A move from one position of a closed set to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FollowedMove {
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub text: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// Number that the side's closed set assigns to the position after the move.
    pub number: u32,
}

impl SafePositions {
    /// Lists the closed sets of a verified proof.
    ///
    /// # Errors
    /// [`NotClosed`] if the solver does not accept a set as closed.
    pub fn read(proof: SafeProof) -> Result<Self, NotClosed> {
        let SafeProof { stalemate, roots, defence, sides, digest } = proof;
        let followed = match defence {
            safe_proof::Defence::ByForce => Followed::One,
            safe_proof::Defence::Always => Followed::All,
        };
        let list = |safe_proof::SafeSide { side, positions, stream }| {
            let game = ForSide { stalemate, winner: Colour::other(side) };
            Ok(SafeList { side, list: ClosedList::read(game, &roots, followed, positions, &stream)? })
        };
        let lists = sides.into_iter().map(list).collect::<Result<_, NotClosed>>()?;
        Ok(Self { rules: stalemate, roots, defence: defence.into(), lists, digest })
    }

    /// Returns the positions that the certificate is about.
    #[must_use]
    pub fn roots(&self) -> &[Position] {
        &self.roots
    }

    /// Returns the stalemate rule.
    #[must_use]
    pub fn rules(&self) -> Stalemate {
        self.rules
    }

    /// Returns whether the sides need a good defence in order not to lose.
    #[must_use]
    pub fn defence(&self) -> Defence {
        self.defence
    }

    /// Returns the closed set of each side that does not lose.
    #[must_use]
    pub fn lists(&self) -> &[SafeList] {
        &self.lists
    }

    /// Returns the certificate's digest.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Describes a position. Returns `None` if no closed set contains the position.
    #[must_use]
    pub fn place(&self, position: &Position) -> Option<Place> {
        let sides: Vec<SafeHere> = self.lists.iter().filter_map(|list| list.here(position)).collect();
        let over = position.is_over();
        (!sides.is_empty()).then(|| Place {
            rules: self.rules.to_string(),
            defence: self.defence,
            position: position.to_string(),
            to_move: position.side(),
            over,
            winner: if over { self.rules.winner(position) } else { None },
            sides,
            sha256: self.digest.clone(),
        })
    }
}

impl SafeList {
    /// Returns the side that does not lose.
    #[must_use]
    pub fn side(&self) -> Colour {
        self.side
    }

    /// Returns the positions in the order of their numbers, from 0.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        self.list.positions()
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.list.len()).expect("position numbers have 31 bits")
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the moves inside the closed set from the position with this number. Each move comes with the number of
    /// the new position.
    #[must_use]
    pub fn moves(&self, number: u32) -> Vec<(Move, u32)> {
        self.list.moves(number)
    }

    fn here(&self, position: &Position) -> Option<SafeHere> {
        let number = self.list.number_of(position)?;
        let followed = |(played, number): (Move, u32)| FollowedMove { text: played.to_string(), san: position.san(played), number };
        let moves = self.moves(number).into_iter().map(followed).collect();
        Some(SafeHere { side: self.side, number, positions: self.len(), moves })
    }
}

impl Place {
    /// Returns a sentence that says who cannot win from this position.
    #[must_use]
    pub fn in_a_sentence(&self) -> String {
        if self.over {
            let end = self.winner.map_or("a draw".to_owned(), |winner| format!("{} has won", winner.name()));
            return format!("Play is over here: {end}.");
        }
        let sides: Vec<Colour> = self.sides.iter().map(|here| here.side).collect();
        if let ([_, _], Defence::ByForce) = (sides.as_slice(), self.defence) {
            return "Drawn with best play from here: neither side can win by force.".to_owned();
        }
        let mut sentence = cannot_win(&sides, self.defence, " from here");
        sentence[..1].make_ascii_uppercase();
        sentence + "."
    }

    /// Returns a phrase that says how a side stays safe in this position.
    #[must_use]
    pub fn how(&self, here: &SafeHere) -> String {
        match here.moves.as_slice() {
            [] => "has not lost".to_owned(),
            [only] if self.defence == Defence::ByForce && here.side == self.to_move => format!("does not lose if it plays {}", only.san),
            _ if self.defence == Defence::ByForce => format!("does not lose whatever {} plays", self.to_move.name()),
            _ => "does not lose whatever both sides play".to_owned(),
        }
    }
}
