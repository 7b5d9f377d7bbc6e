//! What a move does to the material: the sub-endings, their order, and the exchange of colours. Sections 5 and 6 of the rules page.

use super::material::{Material, Piece, Role, black_is_stronger};

/// What a move can do besides moving: the piece captured, and the pawn that promotes with its new role. Pieces are named by their places in list order.
pub(super) type Event = (Option<usize>, Option<(usize, Role)>);

/// What the material becomes when a move captures a piece other than a king, promotes, or both.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    material: Material,
    /// Its place among the sub-endings.
    pub(super) citation: usize,
    /// Whether colours are exchanged for it.
    pub(super) exchanged: bool,
    /// For each piece of the new list, its place in the old list.
    pub(super) order: Vec<usize>,
}

/// The sub-endings of a material, and for every move which of them it leads to.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    /// The sub-endings in the order of citation.
    pub(super) cited: Vec<Material>,
    after: Vec<(Event, Ending)>,
}

impl Endings {
    /// Works out every capture and promotion that section 6 lists.
    pub(super) fn of(material: &Material) -> Self {
        let mut after: Vec<(Event, Ending)> = events(material).into_iter().map(|event| (event, ending(material, event))).collect();
        let mut cited: Vec<Material> = after.iter().map(|(_, ending)| ending.material.clone()).collect();
        let letters = |material: &Material| -> Vec<Role> { material.pieces.iter().map(|piece| piece.role).collect() };
        cited.sort_by_key(|material| (material.pieces.len(), letters(material)));
        cited.dedup();
        for (_, ending) in &mut after {
            ending.citation = cited.iter().take_while(|material| **material != ending.material).count();
        }
        Self { cited, after }
    }

    /// What a move leads to that does this. There are few events, which are looked through faster than a hash is made.
    pub(super) fn after(&self, event: Event) -> Option<&Ending> {
        self.after.iter().find(|(known, _)| *known == event).map(|(_, ending)| ending)
    }

    /// Whether some move leads to that sub-ending with colours exchanged.
    pub(super) fn exchanged(&self, citation: usize) -> bool {
        self.after.iter().any(|(_, ending)| ending.citation == citation && ending.exchanged)
    }
}

/// Every capture but a king's, every promotion, and both at once: the piece captured is then of the other colour and no pawn.
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

/// What an event leads to, before the sub-endings have their places.
fn ending(material: &Material, (captured, promotion): Event) -> Ending {
    // The pieces that are left, each with its place in the old list.
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
