//! How much memory it takes to bracket endings, said before they are.

use std::collections::HashSet;

use super::Narrow;
use crate::certificate::emit;
use crate::engine::bidding::bracket::word_bytes;
use crate::games::Colour;
use crate::games::bidding_chess::{Board, Material, Numbering, Role};
use crate::solve::bidding_chess::most_moves;

/// How many bytes it takes at most to bracket these endings and what they turn into, to write and to verify their certificates; `given` says how long the
/// certificate is that the user has of a sub-ending, and whether it is one of exact values.
#[must_use]
pub fn estimate_memory(board: Board, materials: &[Material], narrow: Narrow, supplied: &dyn Fn(&Material) -> Option<(u64, bool)>) -> u64 {
    // The program, its threads and what they keep aside.
    const PROGRAM: u64 = 24 << 20;
    let bits = narrow.first_bits();
    let word = word_bytes(bits);
    let difference = u64::from(bits.saturating_sub(narrow.width) / 8 + 1);
    let record = 2 * emit::bracket::value_bytes(bits) + 2 * difference;
    let (mut kept, mut in_work) = (PROGRAM, 0);
    let mut requested: HashSet<Material> = materials.iter().cloned().collect();
    for material in Material::closure(materials).into_iter().rev() {
        let (classes, numbering) = Numbering::estimate(board, &material);
        kept += numbering;
        if !requested.contains(&material) {
            continue;
        }
        if let Some((bytes, exact)) = supplied(&material).filter(|_| !materials.contains(&material)) {
            // What the checker keeps: of exact values their table and columns (`spec/kinds/richman.md`, section 4), of bounds the records and the numbering.
            kept += if exact { 96 * bytes } else { 4 * bytes } + (4 << 20);
            continue;
        }
        requested.extend(material.sub_endings());
        let size = classes * record;
        kept += 3 * size + (4 << 20);
        let options: u64 = material.pieces().iter().map(|piece| most_moves(board, piece.role)).sum();
        // Lists of options, where each class's are put together and behind one another; components; the bounds of both players.
        let below: u64 = material.sub_endings().iter().map(|sub| Numbering::estimate(board, sub).0).sum();
        let lists = classes * (options * 4 * 2 + 16) + below * 2 * 5;
        let bounds = classes * (24 + 6 * word) + outside(board, &material, classes) * (12 + 64 + 6 * word);
        in_work = in_work.max(lists + bounds + 3 * size);
    }
    kept + in_work
}

/// At most how many classes of sub-endings an ending's moves meet, in either colours.
fn outside(board: Board, material: &Material, classes: u64) -> u64 {
    let alone = |colour| material.pieces().iter().filter(|piece| piece.colour == colour && piece.role != Role::King).count() == 0;
    let colours = if alone(Colour::Black) || alone(Colour::White) { 1 } else { 2 };
    let pawns = material.pieces().iter().filter(|piece| piece.role == Role::Pawn).count() as u64;
    let met = |sub: &Material| {
        let all = colours * Numbering::estimate(board, sub).0;
        if sub.pieces().len() < material.pieces().len() {
            return all;
        }
        // By promotion alone: one move for each pawn that stands before its last rank, and every rank of a pawn's has as many placements. Half as many again
        // for placements that are their own image.
        all.min(classes * pawns * 3 / 2 / u64::from(board.height().saturating_sub(2).max(1)) + 64)
    };
    material.sub_endings().iter().map(met).sum()
}
