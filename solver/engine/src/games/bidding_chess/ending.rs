//! Defines endings and their sub-endings, and lists the options of an ending.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use rayon::prelude::*;

use super::board::Board;
use super::material::{MAX_PIECES, Material, Piece, Role};
use super::numbering::Numbering;
use super::placement::{Diagram, Placement};
use super::rules::{Move, Rules};
use crate::control::{Control, Interrupted};
use crate::games::Colour;
use crate::model::graph::Lists;
use crate::model::name::GameName;

/// An ending: all positions with the same pieces (the material) on one board. The classes of symmetric positions are
/// numbered.
pub struct Ending {
    material: Material,
    rules: Arc<Rules>,
    numbering: Numbering,
    sub_endings: Vec<Arc<Ending>>,
    /// Changes of the list of pieces, indexed by [`transition_key`].
    transitions: Vec<Option<Transition>>,
}

/// How a capture, a promotion or both change the list of pieces.
struct Transition {
    sub_ending: usize,
    exchanged: bool,
    order: Vec<u8>,
}

/// Result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// This player has captured the other player's king.
    Won(Colour),
    /// The move leads to this class of symmetric positions of the same ending.
    Same(u32),
    /// The move leads to a class of symmetric positions of a sub-ending, possibly with colours exchanged.
    Sub {
        /// Index of the sub-ending in the list of sub-endings.
        ending: usize,
        /// Number of the class of symmetric positions in the sub-ending.
        class: u32,
        /// Whether colours are exchanged in the sub-ending.
        exchanged: bool,
    },
}

/// Reason why an ending cannot be played on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// The pieces do not fit on the board.
    #[error("the pieces of {material} do not fit on a board of {board}")]
    DoesNotFit {
        /// Material of the ending.
        material: Material,
        /// Board of the ending.
        board: Board,
    },
    /// A player has no move in some position.
    #[error(
        "{material} on {board}: {} cannot move in {position}, so the ending is not a game in which both players can always move",
        match player { Colour::White => "White", Colour::Black => "Black" }
    )]
    NoMove {
        /// Material of the ending.
        material: Material,
        /// Board of the ending.
        board: Board,
        /// Player who cannot move.
        player: Colour,
        /// A position in which this player cannot move, as the first field of a FEN.
        position: String,
    },
}

/// Reason why an ending's options could not be listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOptions {
    /// The ending cannot be played on this board.
    #[error(transparent)]
    Ending(#[from] EndingError),
    /// The computation was asked to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Ending {
    /// Returns, without duplicates, the endings with these materials and all endings into which they can turn.
    /// Sub-endings come first.
    ///
    /// # Errors
    /// [`EndingError`] if an ending does not fit the board.
    pub fn family(board: Board, materials: &[Material]) -> Result<Vec<Arc<Ending>>, EndingError> {
        let rules = Arc::new(Rules::new(board));
        if let Some(material) = materials.iter().find(|material| !material.fits(board)) {
            return Err(EndingError::DoesNotFit { material: material.clone(), board });
        }
        let order = Material::closure(materials);
        let numberings: Vec<Numbering> = order.par_iter().map(|material| Numbering::new(board, material)).collect();
        let mut known: HashMap<Material, Arc<Ending>> = HashMap::new();
        for (material, numbering) in order.iter().zip(numberings) {
            let sub_endings = material.sub_endings().iter().map(|sub| Arc::clone(&known[sub])).collect();
            known.insert(material.clone(), Arc::new(Self::new(material.clone(), Arc::clone(&rules), numbering, sub_endings)));
        }
        Ok(order.iter().map(|material| Arc::clone(&known[material])).collect())
    }

    fn new(material: Material, rules: Arc<Rules>, numbering: Numbering, sub_endings: Vec<Arc<Ending>>) -> Self {
        let mut ending = Self { material, rules, numbering, sub_endings, transitions: Vec::new() };
        ending.transitions = (0..TRANSITIONS).map(|key| ending.transition(key)).collect();
        ending
    }

    /// Returns the material.
    #[must_use]
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.rules.board()
    }

    /// Returns the rules on the ending's board.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the numbering of the classes of symmetric positions.
    #[must_use]
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Returns the endings after one capture or promotion, in the order of [`Material::citation_order`].
    #[must_use]
    pub fn sub_endings(&self) -> &[Arc<Ending>] {
        &self.sub_endings
    }

    /// Returns the name used in certificates.
    #[must_use]
    pub fn name(&self) -> GameName {
        self.material.name(self.board())
    }

    /// Returns the file name of the ending's certificate.
    #[must_use]
    pub fn file_name(&self) -> String {
        self.material.file_name(self.board())
    }

    /// Returns the canonical position of a class of symmetric positions, as the first field of a FEN.
    #[must_use]
    pub fn position_text(&self, class: u32) -> String {
        Diagram::new(self.board(), &self.material, &self.numbering.placement(class)).to_string()
    }

    /// Returns the destination of a move.
    #[must_use]
    pub fn destination(&self, placement: &Placement, mv: &Move) -> Destination {
        if let Some(captured) = mv.captured
            && self.material.pieces()[usize::from(captured)].role == Role::King
        {
            return Destination::Won(self.material.pieces()[usize::from(mv.piece)].colour);
        }
        let mut after = *placement;
        after.squares_mut()[usize::from(mv.piece)] = mv.to;
        if mv.captured.is_none() && mv.promotion.is_none() {
            return Destination::Same(self.numbering.class(after.squares_mut()));
        }
        let transition = self.transitions[transition_key(mv)].as_ref().expect("every capture and promotion has its sub-ending");
        let mut squares = [0; MAX_PIECES];
        let squares = &mut squares[..transition.order.len()];
        for (square, &old) in squares.iter_mut().zip(&transition.order) {
            *square = after.squares()[usize::from(old)];
            if transition.exchanged {
                *square = self.board().opposite_rank(*square);
            }
        }
        let sub_ending = &self.sub_endings[transition.sub_ending];
        Destination::Sub { ending: transition.sub_ending, class: sub_ending.numbering.class(squares), exchanged: transition.exchanged }
    }

    /// Returns White's and Black's options in each class of a range, as indices. If an option leads to a class of
    /// symmetric positions of this ending, its index is the class number. For every other option, the index is the
    /// result of the function `place`.
    ///
    /// # Errors
    /// [`EndingError`] if a player has no move in some position.
    pub fn options(&self, classes: Range<u32>, place: &(impl Fn(Destination) -> u32 + Sync)) -> Result<(Lists, Lists), EndingError> {
        let [mut white, mut black] = [(); 2].map(|()| Lists::with_capacity(classes.len(), classes.len() * 8));
        let mut list = Vec::new();
        for class in classes {
            let position = self.numbering.placement(class);
            for (colour, lists) in [(Colour::White, &mut white), (Colour::Black, &mut black)] {
                list.clear();
                let _ = self.rules.moves(&self.material, &position, colour, |mv| {
                    list.push(match self.destination(&position, &mv) {
                        Destination::Same(class) => class,
                        other => place(other),
                    });
                    ControlFlow::<()>::Continue(())
                });
                if list.is_empty() {
                    return Err(self.no_move(class, colour));
                }
                lists.push(&list);
            }
        }
        Ok((white, black))
    }

    /// Computes the result of [`Ending::options`] for all classes of symmetric positions, on all processor cores.
    ///
    /// # Errors
    /// [`NoOptions`] if a player has no move in some position, or when asked to stop.
    pub fn all_options(&self, place: &(impl Fn(Destination) -> u32 + Sync), control: Control) -> Result<(Lists, Lists), NoOptions> {
        const CHUNK: u32 = 4096;
        let classes = u32::try_from(self.numbering.classes()).expect("fewer than 2^32 classes");
        let chunks: Vec<Range<u32>> =
            (0..classes).step_by(CHUNK as usize).map(|from| from..from.saturating_add(CHUNK).min(classes)).collect();
        let of_range = |range| {
            control.check()?;
            Ok(self.options(range, place)?)
        };
        let parts: Result<Vec<_>, NoOptions> = chunks.into_par_iter().map(of_range).collect();
        let mut whole = (Lists::with_capacity(self.numbering.classes(), 0), Lists::with_capacity(self.numbering.classes(), 0));
        for (white, black) in parts? {
            whole.0.append(&white);
            whole.1.append(&black);
        }
        Ok(whole)
    }

    fn no_move(&self, class: u32, player: Colour) -> EndingError {
        let (material, position) = (self.material.clone(), self.position_text(class));
        EndingError::NoMove { material, board: self.board(), player, position }
    }

    /// Returns the change of the pieces that a [`transition_key`] stands for. Returns `None` if no move has this key.
    fn transition(&self, key: usize) -> Option<Transition> {
        let (captured, promotion) = (key / PROMOTION_KEYS, key % PROMOTION_KEYS);
        let mut pieces: Vec<(Piece, u8)> = self.material.pieces().iter().copied().zip(0..).collect();
        if promotion < PROMOTION_KEYS - 1 {
            let (piece, role) = (promotion / 4, Role::PROMOTIONS[promotion % 4]);
            let (pawn, _) = pieces.get_mut(piece)?;
            if pawn.role != Role::Pawn {
                return None;
            }
            pawn.role = role;
        }
        if captured < MAX_PIECES {
            if captured >= pieces.len() || pieces[captured].0.role == Role::King {
                return None;
            }
            pieces.remove(captured);
        }
        let (material, exchanged) = Material::from_pieces(pieces.iter().map(|(piece, _)| *piece).collect());
        let sub_ending = self.sub_endings.iter().position(|ending| ending.material == material)?;
        if exchanged {
            for (piece, _) in &mut pieces {
                piece.colour = piece.colour.other();
            }
        }
        pieces.sort_unstable();
        Some(Transition { sub_ending, exchanged, order: pieces.iter().map(|(_, old)| *old).collect() })
    }
}

const PROMOTION_KEYS: usize = MAX_PIECES * 4 + 1;

/// Number of keys that [`transition_key`] can return. A key combines a captured piece (or none) with a promotion (or
/// none).
const TRANSITIONS: usize = (MAX_PIECES + 1) * PROMOTION_KEYS;

fn transition_key(mv: &Move) -> usize {
    let captured = mv.captured.map_or(MAX_PIECES, usize::from);
    let promotion = mv.promotion.and_then(|role| Role::PROMOTIONS.into_iter().position(|known| known == role));
    captured * PROMOTION_KEYS + promotion.map_or(PROMOTION_KEYS - 1, |role| usize::from(mv.piece) * 4 + role)
}
