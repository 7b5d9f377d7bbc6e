//! Classes numbered by search, breadth first, with the graph that the search meets on its way.
//!
//! All classes of one number of stones have numbers side by side, and a move adds a stone, so the search knows two such layers at a time. One
//! batch of classes has its moves made while the one before it has its options numbered.

use std::sync::OnceLock;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::rules::{Board, Rules};
use crate::control::{Control, Interrupted};
use crate::games::Player;
use crate::model::graph::{End, GameGraph, Lists};

/// The classes' canonical boards.
pub struct Numbering {
    boards: Vec<Board>,
    /// The classes by ascending board, sorted when first needed.
    ascending: OnceLock<Vec<u32>>,
}

impl Numbering {
    /// The canonical board of a class.
    pub fn board(&self, class: usize) -> Board {
        self.boards[class]
    }

    /// The class of a canonical board.
    pub fn find(&self, board: Board) -> Option<usize> {
        let board_of = |&class: &u32| self.boards[class as usize];
        let ascending = self.ascending.get_or_init(|| {
            let mut classes: Vec<u32> = (0..).take(self.boards.len()).collect();
            classes.par_sort_unstable_by_key(board_of);
            classes
        });
        ascending.binary_search_by_key(&board, board_of).ok().map(|index| ascending[index] as usize)
    }
}

/// Classes whose moves one task makes.
const PIECE: usize = 1 << 12;
/// Classes of one batch.
const BATCH: usize = 1 << 16;

/// Places that stand for ends until the number of positions is known: the highest.
const ENDS: u32 = u32::MAX - 2;

/// Canonical boards of the options of some classes: class by class, Left's and then as many of Right's. Ends are above all boards.
#[derive(Default)]
struct Options {
    boards: Vec<Board>,
    moves: Vec<u8>,
}

/// Above all boards, which have at most 60 bits.
const FIRST_END: Board = 1 << 62;

/// Numbers all classes.
///
/// # Errors
/// [`Interrupted`] when asked to stop.
pub fn search(rules: &Rules, control: Control) -> Result<(Numbering, GameGraph), Interrupted> {
    control.stage("generating positions", None);
    let mut boards: Vec<Board> = vec![0];
    let [mut left, mut right] = [(); 2].map(|()| Lists::with_capacity(0, 0));
    let mut layer = 0..1;
    while !layer.is_empty() {
        let mut numbers: FxHashMap<Board, u32> = FxHashMap::default();
        let first = layer.end;
        let mut batches = layer.clone().step_by(BATCH).map(|from| from..(from + BATCH).min(layer.end));
        let mut made = batches.next().map(|batch| options(rules, &boards[batch]));
        while let Some(batch) = made {
            control.at(left.len() as u64, "")?;
            let next = batches.next();
            // New boards are kept apart while the boards of this layer are in use.
            let mut found = Vec::new();
            let known = first + numbers.len();
            let (of_next, ()) = rayon::join(
                || next.map(|batch| options(rules, &boards[batch])),
                || number(&batch, known, &mut numbers, &mut found, [&mut left, &mut right]),
            );
            boards.extend(found);
            made = of_next;
        }
        layer = first..boards.len();
    }
    let positions = u32::try_from(boards.len()).expect("numbers are 32 bits wide");
    for lists in [&mut left, &mut right] {
        lists.for_each_place(|place| {
            if *place >= ENDS {
                *place = positions + (*place - ENDS);
            }
        });
    }
    Ok((Numbering { boards, ascending: OnceLock::new() }, GameGraph { left, right }))
}

/// The options of some classes, in pieces.
fn options(rules: &Rules, boards: &[Board]) -> Vec<Options> {
    boards.par_chunks(PIECE).map(|piece| options_of(rules, piece)).collect()
}

fn options_of(rules: &Rules, boards: &[Board]) -> Options {
    let mut options = Options::default();
    let mut images = Vec::new();
    for &board in boards {
        images.clear();
        images.extend(rules.images(board));
        let mut moves = 0;
        for player in Player::BOTH {
            for cell in rules.moves(board) {
                let after = rules.with_stone(board, player, cell);
                options.boards.push(if rules.wins_at(after, player, cell) {
                    FIRST_END + player.wins() as u64
                } else if rules.is_full(after) {
                    FIRST_END + End::Nobody as u64
                } else {
                    rules.canonical_with_stone(board, &images, player, cell)
                });
                moves += 1;
            }
        }
        options.moves.push(moves / 2);
    }
    options
}

/// Gives new boards the next numbers and writes the options down.
fn number(batch: &[Options], mut next: usize, numbers: &mut FxHashMap<Board, u32>, found: &mut Vec<Board>, lists: [&mut Lists; 2]) {
    let mut places = Vec::new();
    let [left, right] = lists;
    for piece in batch {
        let mut boards = piece.boards.as_slice();
        for &moves in &piece.moves {
            let (options, rest) = boards.split_at(2 * usize::from(moves));
            boards = rest;
            places.clear();
            places.extend(options.iter().map(|&board| {
                if board >= FIRST_END {
                    return ENDS + u32::try_from(board - FIRST_END).expect("three ends");
                }
                *numbers.entry(board).or_insert_with(|| {
                    let number = u32::try_from(next).ok().filter(|&number| number < ENDS - 2).expect("fewer than 2^32 positions");
                    found.push(board);
                    next += 1;
                    number
                })
            }));
            left.push(&places[..usize::from(moves)]);
            right.push(&places[usize::from(moves)..]);
        }
    }
}
