//! What a move does to the material: the sub-endings, their order, and the exchange of colours. Sections 5 and 6 of the rules page.

use super::material::{Material, Role};
use crate::core::game::Colour;
use std::collections::HashMap;

/// What becomes of the material when a move captures, promotes, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// A king is captured: this player has won.
    Won(Colour),
    /// It is another material.
    Cited {
        /// Its place among the citations.
        citation: usize,
        /// Whether colours are exchanged for it.
        exchanged: bool,
        /// For each piece of the new list, its place in the old list.
        order: Vec<usize>,
    },
}

/// A sub-ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cited {
    pub(super) material: Material,
    /// Whether some move leads to it with colours as they are.
    pub(super) straight: bool,
    /// Whether some move leads to it with colours exchanged.
    pub(super) exchanged: bool,
}

/// The sub-endings of a material, and for every move which of them it leads to.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    cited: Vec<Cited>,
    after: HashMap<Event, Ending>,
}

/// What a move can do besides moving: the piece captured, and the pawn that promotes with its new role.
type Event = (Option<usize>, Option<(usize, Role)>);

impl Endings {
    /// Works out every capture and promotion that section 6 lists.
    pub(super) fn of(material: &Material) -> Self {
        let found: Vec<(Event, Reached)> = events(material).into_iter().map(|event| (event, reached(material, event))).collect();
        let cited = cited(&found);
        let after = found.into_iter().filter_map(|(event, reached)| Some((event, reached.ending(&cited)?))).collect();
        Self { cited, after }
    }

    /// The sub-endings in the order of citation.
    pub(super) fn cited(&self) -> &[Cited] {
        &self.cited
    }

    /// What the material becomes after a move of the piece at place `piece` of the list. `None` for an event that section 6 does not know.
    pub(super) fn after(&self, piece: usize, captured: Option<usize>, promotion: Option<Role>) -> Option<&Ending> {
        self.after.get(&(captured, promotion.map(|role| (piece, role))))
    }
}

/// Every capture, every promotion, and both at once: the piece captured is then of the other colour and no pawn.
fn events(material: &Material) -> Vec<Event> {
    let pieces = material.pieces();
    let mut events: Vec<Event> = (0..pieces.len()).map(|piece| (Some(piece), None)).collect();
    for (place, pawn) in pieces.iter().enumerate().filter(|(_, piece)| piece.role == Role::Pawn) {
        for role in Role::PROMOTIONS {
            events.push((None, Some((place, role))));
            let victims = pieces.iter().enumerate().filter(|(_, victim)| victim.colour != pawn.colour && victim.role != Role::Pawn);
            events.extend(victims.map(|(victim, _)| (Some(victim), Some((place, role)))));
        }
    }
    events
}

/// What an event leads to, before the citations have their places.
#[derive(Clone, Debug)]
enum Reached {
    Won(Colour),
    Other { material: Material, exchanged: bool, order: Vec<usize> },
}

fn reached(material: &Material, (captured, promotion): Event) -> Reached {
    if let Some(king) = captured.and_then(|piece| material.pieces().get(piece)).filter(|piece| piece.role == Role::King) {
        return Reached::Won(king.colour.other());
    }
    // The pieces that are left, each with its place in the old list and its role from now on.
    let left = |colour: Colour| -> Vec<(Role, usize)> {
        let pieces = material.pieces().iter().enumerate();
        let mut left: Vec<(Role, usize)> = pieces
            .filter(|(place, piece)| piece.colour == colour && Some(*place) != captured)
            .map(|(place, piece)| match promotion {
                Some((pawn, role)) if pawn == place => (role, place),
                _ => (piece.role, place),
            })
            .collect();
        left.sort_unstable();
        left
    };
    let others = |left: &[(Role, usize)]| -> Vec<Role> { left.iter().skip(1).map(|(role, _)| *role).collect() };
    let (white, black) = (left(Colour::White), left(Colour::Black));
    let (material, exchanged) = Material::ordered(others(&white), others(&black));
    let (first, second) = if exchanged { (black, white) } else { (white, black) };
    let order = first.into_iter().chain(second).map(|(_, place)| place).collect();
    Reached::Other { material, exchanged, order }
}

/// The materials reached, each once, in the order of citation.
fn cited(found: &[(Event, Reached)]) -> Vec<Cited> {
    let mut cited: Vec<Cited> = Vec::new();
    for (_, reached) in found {
        let Reached::Other { material, exchanged, .. } = reached else { continue };
        match cited.iter_mut().find(|known| known.material == *material) {
            Some(known) => {
                known.straight |= !exchanged;
                known.exchanged |= exchanged;
            }
            None => cited.push(Cited { material: material.clone(), straight: !exchanged, exchanged: *exchanged }),
        }
    }
    cited.sort_by(|one, other| one.material.citation_order(&other.material));
    cited
}

impl Reached {
    fn ending(self, cited: &[Cited]) -> Option<Ending> {
        Some(match self {
            Self::Won(colour) => Ending::Won(colour),
            Self::Other { material, exchanged, order } => {
                let citation = cited.iter().position(|known| known.material == material)?;
                Ending::Cited { citation, exchanged, order }
            }
        })
    }
}
