//! An ending with everything its moves can lead to, and its option graph.

use std::collections::HashMap;
use std::fmt;
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

/// One material on one board, numbered, with its sub-endings.
pub struct Ending {
    material: Material,
    rules: Arc<Rules>,
    numbering: Numbering,
    sub_endings: Vec<Arc<Ending>>,
    /// For each pair of a captured piece and a promotion (see [`transition_key`]).
    transitions: Vec<Option<Transition>>,
}

/// How the list of pieces changes with a capture or promotion.
struct Transition {
    sub_ending: usize,
    exchanged: bool,
    /// For each piece of the sub-ending's list, which piece of the old list it is.
    order: Vec<u8>,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The king was captured by this player.
    Won(Colour),
    /// A class of the same ending.
    Same(u32),
    /// A class of the sub-ending with this index, perhaps with colours exchanged.
    Sub {
        /// Index into the sub-endings.
        ending: usize,
        /// Class there.
        class: u32,
        /// Whether the class is seen with colours exchanged.
        exchanged: bool,
    },
}

/// Why an ending cannot be played on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingError {
    /// The pieces cannot be placed.
    DoesNotFit(String),
    /// Someone cannot move in a position.
    NoMove(String),
}

impl fmt::Display for EndingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DoesNotFit(text) | Self::NoMove(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for EndingError {}

/// Why there are no lists of an ending's options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoOptions {
    /// The ending is no game on this board.
    Ending(EndingError),
    /// Asked to stop.
    Interrupted,
}

impl fmt::Display for NoOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ending(error) => error.fmt(f),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for NoOptions {}

impl From<EndingError> for NoOptions {
    fn from(error: EndingError) -> Self {
        Self::Ending(error)
    }
}

impl From<Interrupted> for NoOptions {
    fn from(Interrupted: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl Ending {
    /// The endings of these materials and all they can turn into, sub-endings first, each once.
    ///
    /// # Errors
    /// If one does not fit the board.
    pub fn family(board: Board, materials: &[Material]) -> Result<Vec<Arc<Ending>>, EndingError> {
        let rules = Arc::new(Rules::new(board));
        if let Some(material) = materials.iter().find(|material| !material.fits(board)) {
            return Err(EndingError::DoesNotFit(format!("the pieces of {material} do not fit on a board of {board}")));
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

    /// The material.
    #[must_use]
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.rules.board()
    }

    /// The rules on its board.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The classes.
    #[must_use]
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// What one move can lead to, in citation order.
    #[must_use]
    pub fn sub_endings(&self) -> &[Arc<Ending>] {
        &self.sub_endings
    }

    /// The name in certificates.
    #[must_use]
    pub fn name(&self) -> GameName {
        self.material.name(self.board())
    }

    /// The name of its certificate among others.
    #[must_use]
    pub fn file_name(&self) -> String {
        self.material.file_name(self.board())
    }

    /// The text of a class's canonical position.
    #[must_use]
    pub fn position_text(&self, class: u32) -> String {
        Diagram::of(self.board(), &self.material, &self.numbering.placement(class)).to_string()
    }

    /// Where a move leads.
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

    /// Both players' options of a range of classes, as places: first the classes of this ending, then what `place` makes of other destinations.
    ///
    /// # Errors
    /// If a player has no move in some position.
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

    /// [`Ending::options`] of all classes, on all cores.
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

    fn no_move(&self, class: u32, colour: Colour) -> EndingError {
        let who = match colour {
            Colour::White => "White",
            Colour::Black => "Black",
        };
        EndingError::NoMove(format!(
            "{} on {}: {who} cannot move in {}, so the ending is not a game in which both players can always move",
            self.material,
            self.board(),
            self.position_text(class)
        ))
    }

    /// What a capture, promotion or both does to the list of pieces; `None` if the rules know no such move.
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
        let (material, exchanged) = Material::of(pieces.iter().map(|(piece, _)| *piece).collect());
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

/// Promotions of each piece to each role, and none.
const PROMOTION_KEYS: usize = MAX_PIECES * 4 + 1;

/// Captures of each piece, and none, with each of those.
const TRANSITIONS: usize = (MAX_PIECES + 1) * PROMOTION_KEYS;

/// A number for what a move captures and promotes.
fn transition_key(mv: &Move) -> usize {
    let captured = mv.captured.map_or(MAX_PIECES, usize::from);
    let promotion = mv.promotion.and_then(|role| Role::PROMOTIONS.into_iter().position(|known| known == role));
    captured * PROMOTION_KEYS + promotion.map_or(PROMOTION_KEYS - 1, |role| usize::from(mv.piece) * 4 + role)
}
