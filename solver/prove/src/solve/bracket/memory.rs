//! Before any work is done, estimates the memory for proving bounds of endings.

use std::collections::HashSet;

use super::Narrow;
use crate::certificate::emit;
use crate::engine::bidding::bracket::word_bytes;
use crate::games::Colour;
use crate::games::bidding_chess::{Board, Material, Numbering, Role};
use crate::solve::bidding_chess::most_moves;

/// Estimates, in bytes, the maximum memory for proving bounds of endings. If the user has a certificate of an ending,
/// `supplied` returns the length of the certificate in bytes, and whether the certificate proves exact values.
#[must_use]
pub fn estimate_memory(board: Board, materials: &[Material], narrow: Narrow, supplied: &dyn Fn(&Material) -> Option<(u64, bool)>) -> u64 {
    // Bytes for the program, its threads and their buffers.
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
            // From a certificate of exact values, the checker keeps the table of values and the columns
            // (`spec/kinds/richman.md`, section 4). From a certificate of bounds, it keeps the records and the
            // numbering.
            kept += if exact { 96 * bytes } else { 4 * bytes } + (4 << 20);
            continue;
        }
        requested.extend(material.sub_endings());
        let size = classes * record;
        kept += 3 * size + (4 << 20);
        let options: u64 = material.pieces().iter().map(|piece| most_moves(board, piece.role)).sum();
        // The sum includes the option lists, which are built per class and then concatenated, the strongly connected
        // components, and the bounds of both players.
        let below: u64 = material.sub_endings().iter().map(|sub| Numbering::estimate(board, sub).0).sum();
        let lists = classes * (options * 4 * 2 + 16) + below * 2 * 5;
        let bounds = classes * (24 + 6 * word) + outside(board, &material, classes) * (12 + 64 + 6 * word);
        in_work = in_work.max(lists + bounds + 3 * size);
    }
    kept + in_work
}

/// Estimates how many positions of other endings are one move away.
fn outside(board: Board, material: &Material, classes: u64) -> u64 {
    let alone = |colour| material.pieces().iter().filter(|piece| piece.colour == colour && piece.role != Role::King).count() == 0;
    // If both sides have pieces, either side can be the stronger one in the other ending.
    let colours = if alone(Colour::Black) || alone(Colour::White) { 1 } else { 2 };
    let pawns = material.pieces().iter().filter(|piece| piece.role == Role::Pawn).count() as u64;
    let reached = |sub: &Material| {
        let all = colours * Numbering::estimate(board, sub).0;
        if sub.pieces().len() < material.pieces().len() {
            return all;
        }
        // Only promotion reaches a sub-ending with the same number of pieces. Each pawn has one promoting move from its
        // last rank but one, and the pawn's placements are spread evenly over the ranks. The factor 3/2 allows for
        // placements that are their own mirror image.
        all.min(classes * pawns * 3 / 2 / u64::from(board.height().saturating_sub(2).max(1)) + 64)
    };
    material.sub_endings().iter().map(reached).sum()
}
