//! The rule set `bidding-chess`: endgames in which the players bid for every move and a player wins by capturing the
//! opponent's king.
//!
//! Implements `spec/rules/bidding-chess.md`. This module reads the parameters (sections 1 and 2). The submodules
//! implement the other sections. The submodule `material` parses the pieces of an ending (section 2).

mod board;
mod endings;
mod material;
mod moves;
mod numbering;
#[cfg(test)]
mod tests;
mod text;

use crate::bidding::game::{Choice, CitedGame, Game, Moves, NumberingError, Positions};
use crate::core::cbor::Reader;
use crate::core::game::Colour;
use crate::core::game::Description;
use crate::core::refusal::Refusal;
use board::{Board, MIRROR_RANKS};
use endings::Endings;
use material::{Material, Role};
use moves::{Move, Movement};
use numbering::{Numbering, Placement};

pub(crate) const NAME: &str = "bidding-chess";

/// A game of this rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BiddingChess {
    board: Board,
    material: Material,
}

/// Reads the parameters `[W, H, material]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Refusal> {
    reader.array_of(3)?;
    let board = board(reader)?;
    let material = material(reader, board)?;
    Ok(Box::new(BiddingChess { board, material }))
}

/// Clause `bidding-chess/board`: the board has 2 to 16 files and 2 to 16 ranks.
fn board(reader: &mut Reader<'_>) -> Result<Board, Refusal> {
    let place = reader.place();
    let (width, height) = (reader.unsigned()?, reader.unsigned()?);
    Board::new(width, height).ok_or_else(|| {
        Refusal::new(NAME, "board", place, format!("expected 2 to 16 files and ranks, found {width} files and {height} ranks"))
    })
}

/// Clause `bidding-chess/material`: the text names pieces that are valid on the board, in the order of section 2.
fn material(reader: &mut Reader<'_>, board: Board) -> Result<Material, Refusal> {
    let place = reader.place();
    let text = reader.text()?;
    Material::parse(text, board).map_err(|why| Refusal::new(NAME, "material", place, why))
}

impl BiddingChess {
    fn describe(board: Board, material: &Material) -> Description {
        let size = format!("{}x{}", board.width, board.height);
        Description { rules: NAME, version: 1, parameters: vec![("board", size), ("material", material.to_string())], names: vec![] }
    }
}

impl Game for BiddingChess {
    fn description(&self) -> Description {
        Self::describe(self.board, &self.material)
    }

    fn cited(&self) -> Vec<CitedGame> {
        let endings = Endings::new(&self.material);
        let cited = |(citation, material)| CitedGame { game: Self::describe(self.board, material), exchanged: endings.exchanged(citation) };
        endings.cited.iter().enumerate().map(cited).collect()
    }

    fn numbering_bytes(&self) -> u64 {
        Numbering::bytes(self.board, &self.material)
    }

    fn positions(&self, _: u32) -> Result<Box<dyn Positions + '_>, NumberingError> {
        let numbering = Numbering::new(self.board, &self.material).ok_or(NumberingError::TooMany)?;
        Ok(Box::new(Classes { game: self, numbering }))
    }
}

/// The numbered classes of symmetric positions of a game.
struct Classes<'a> {
    game: &'a BiddingChess,
    numbering: Numbering,
}

impl Positions for Classes<'_> {
    fn classes(&self) -> u32 {
        self.numbering.classes
    }

    fn placements(&self) -> u64 {
        self.numbering.placements
    }

    fn position(&self, class: u32) -> String {
        let placement = self.numbering.canonical(class);
        placement.map_or_else(String::new, |placement| text::write(self.game.board, &self.game.material, &placement))
    }

    fn moves(&self) -> Option<Box<dyn Moves + '_>> {
        let endings = Endings::new(&self.game.material);
        let cited = endings.cited.iter().map(|material| Numbering::new(self.game.board, material)).collect::<Option<_>>()?;
        let movement = Movement::new(self.game.board, &self.game.material.pieces);
        Some(Box::new(Options { classes: self, movement, endings, cited }))
    }
}

/// Data from which the options of a position are generated.
struct Options<'a> {
    classes: &'a Classes<'a>,
    movement: Movement<'a>,
    endings: Endings,
    /// Numberings of the cited games, in the order of citation.
    cited: Vec<Numbering>,
}

impl Moves for Options<'_> {
    fn options(&self, class: u32, white: &mut Vec<Choice>, black: &mut Vec<Choice>) -> Option<()> {
        let Classes { game, numbering } = self.classes;
        let placement = numbering.canonical(class)?;
        white.clear();
        black.clear();
        let occupants = self.movement.occupants(&placement)?;
        let mut moving = numbering.moving(placement);
        for ((place, piece), from) in game.material.pieces.iter().enumerate().zip(placement) {
            let options = match piece.colour {
                Colour::White => &mut *white,
                Colour::Black => &mut *black,
            };
            moving.lift(place)?;
            self.movement.moves(&occupants, place, from, |step| {
                match step {
                    Move { to, captured: None, promotes: false } => options.push(Choice::Class(moving.class(to)?)),
                    Move { promotes: false, .. } => options.push(self.option(placement, place, step, None)?),
                    _ => {
                        for role in Role::PROMOTIONS {
                            options.push(self.option(placement, place, step, Some((place, role)))?);
                        }
                    }
                }
                Some(())
            })?;
        }
        Some(())
    }
}

impl Options<'_> {
    /// Converts a capture or a promotion to an option (sections 3, 5 and 6 of the spec).
    fn option(&self, mut placement: Placement, place: usize, step: Move, promotion: Option<(usize, Role)>) -> Option<Choice> {
        let game = self.classes.game;
        *placement.get_mut(place)? = step.to;
        if let Some(king) = step.captured.and_then(|place| game.material.pieces.get(place)).filter(|victim| victim.role == Role::King) {
            return Some(Choice::Won(king.colour.other()));
        }
        let ending = self.endings.after((step.captured, promotion))?;
        let mut left = Placement::default();
        for (to, from) in left.iter_mut().zip(&ending.order) {
            *to = game.board.image(if ending.exchanged { MIRROR_RANKS } else { 0 }, *placement.get(*from)?);
        }
        let class = self.cited.get(ending.citation)?.class(&left)?;
        Some(Choice::Cited { citation: u32::try_from(ending.citation).ok()?, class, exchanged: ending.exchanged })
    }
}
