//! Computes how captures and promotions change the material of an ending. A capture or a promotion leads to another
//! ending, called a sub-ending. This module lists the sub-endings in order, and finds out whether colours are exchanged
//! in them. Implements sections 5 and 6 of `spec/rules/bidding-chess.md`.

use super::material::{Material, Piece, Role, black_is_stronger};

/// A change of the material by a capture, by a promotion, or by both. Pieces are identified by their indices in list
/// order.
pub(super) type Event = (Option<usize>, Option<(usize, Role)>);

/// The ending that arises when a move captures a piece other than a king, promotes, or does both.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    material: Material,
    /// Index of this ending in the list of sub-endings.
    pub(super) citation: usize,
    /// Whether colours are exchanged in this ending.
    pub(super) exchanged: bool,
    /// For each piece of this ending, its index in the piece list before the move.
    pub(super) order: Vec<usize>,
}

/// All endings that arise from a material by captures and promotions, and the ending after each capture or promotion.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    /// The sub-endings, in the order in which they are cited.
    pub(super) cited: Vec<Material>,
    after: Vec<(Event, Ending)>,
}

impl Endings {
    /// Computes the ending after every capture and promotion that section 6 of the spec lists.
    pub(super) fn new(material: &Material) -> Self {
        let mut after: Vec<(Event, Ending)> = events(material).into_iter().map(|event| (event, ending(material, event))).collect();
        let mut cited: Vec<Material> = after.iter().map(|(_, ending)| ending.material.clone()).collect();
        let letters = |material: &Material| -> Vec<Role> { material.pieces.iter().map(|piece| piece.role).collect() };
        cited.sort_unstable_by_key(|material| (material.pieces.len(), letters(material)));
        cited.dedup();
        for (_, ending) in &mut after {
            ending.citation = cited.iter().take_while(|material| **material != ending.material).count();
        }
        Self { cited, after }
    }

    /// Returns the ending after a capture or promotion. There are few captures and promotions, so searching the list is
    /// faster than hashing.
    pub(super) fn after(&self, event: Event) -> Option<&Ending> {
        self.after.iter().find(|(known, _)| *known == event).map(|(_, ending)| ending)
    }

    /// Returns whether some move leads to this sub-ending with colours exchanged.
    pub(super) fn exchanged(&self, citation: usize) -> bool {
        self.after.iter().any(|(_, ending)| ending.citation == citation && ending.exchanged)
    }
}

/// Lists every capture of a piece other than a king, every promotion, and every move that is both. If both happen in
/// one move, the captured piece has the other colour and is not a pawn.
fn events(material: &Material) -> Vec<Event> {
    let victims = || material.pieces.iter().enumerate().filter(|(_, victim)| victim.role != Role::King);
    let mut events: Vec<Event> = victims().map(|(place, _)| (Some(place), None)).collect();
    for (place, pawn) in victims().filter(|(_, piece)| piece.role == Role::Pawn) {
        for role in Role::PROMOTIONS {
            events.push((None, Some((place, role))));
            let victims = victims().filter(|(_, victim)| victim.colour != pawn.colour && victim.role != Role::Pawn);
            events.extend(victims.map(|(victim, _)| (Some(victim), Some((place, role)))));
        }
    }
    events
}

/// Computes the ending after a capture or promotion, without its index in the list of sub-endings.
fn ending(material: &Material, (captured, promotion): Event) -> Ending {
    // The remaining pieces, each with its index in the old list.
    let mut left: Vec<(Piece, usize)> = material.pieces.iter().copied().zip(0..).filter(|(_, place)| Some(*place) != captured).collect();
    for (piece, place) in &mut left {
        piece.role = promotion.filter(|(pawn, _)| pawn == place).map_or(piece.role, |(_, role)| role);
    }
    left.sort_unstable();
    let pieces: Vec<Piece> = left.iter().map(|(piece, _)| *piece).collect();
    let exchanged = black_is_stronger(&pieces);
    if exchanged {
        for (piece, _) in &mut left {
            piece.colour = piece.colour.other();
        }
        left.sort_unstable();
    }
    let (pieces, order) = left.into_iter().unzip();
    Ending { material: Material { pieces }, citation: 0, exchanged, order }
}
