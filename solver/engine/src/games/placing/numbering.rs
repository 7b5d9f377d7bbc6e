//! Numbers the classes of symmetric boards by breadth-first search, and builds the option graph at the same time. A
//! class of symmetric boards consists of a board and its symmetric images.
//!
//! Classes of boards with equally many stones form a layer, and have consecutive numbers. The module `layer` gives each
//! board a number, called its place. The board with the least number represents its class of symmetric boards. An array
//! maps the number of this board to the number of the class.

use std::sync::OnceLock;

use rayon::prelude::*;

use super::layer::{Layer, Moves, Place};
use super::rules::{Board, Rules, bit};
use crate::control::{Control, Interrupted};
use crate::games::Player;
use crate::model::graph::{End, GameGraph, Lists};

/// The canonical board of each class of symmetric boards, which is the least board of the class.
pub struct Numbering {
    boards: Vec<Board>,
    /// Class numbers, sorted by the canonical board of the class.
    ascending: OnceLock<Vec<u32>>,
}

impl Numbering {
    /// Returns the canonical board of a class of symmetric boards.
    pub fn board(&self, class: usize) -> Board {
        self.boards[class]
    }

    /// Returns the number of the class of symmetric boards with this canonical board, or `None` if there is no such
    /// class.
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

/// Number of classes of symmetric boards for which one task generates the moves.
const PIECE: usize = 1 << 12;
const BATCH: usize = 1 << 16;

/// During the search, this number and the next two numbers stand for the three ends of the game.
const ENDS: u32 = u32::MAX - 2;
const NEW: u32 = ENDS - 1;

/// The options of several classes of symmetric boards. In `places`, Left's options of a class come before Right's
/// options.
#[derive(Default)]
struct Options {
    places: Vec<Place>,
    /// For each class of symmetric boards, the number of moves that each player has.
    moves: Vec<u8>,
}

/// In [`Options`], this number stands for the first end of the game. This number is greater than every place (number of
/// a board), because a place has at most 59 bits.
const FIRST_END: Place = 1 << 62;

/// Numbers all classes of symmetric boards that play can reach, and builds the option graph.
///
/// # Errors
/// [`Interrupted`] if `control` stops the computation.
pub fn search(rules: &Rules, control: Control) -> Result<(Numbering, GameGraph), Interrupted> {
    control.stage("generating positions", None);
    let mut boards: Vec<Board> = vec![0];
    let [mut left, mut right] = [(); 2].map(|()| Lists::with_capacity(0, 0));
    let mut classes = 0..1;
    let (mut layer, mut numbers) = (Layer::empty(), vec![0]);
    while !classes.is_empty() {
        let is_shape_of_some: Vec<bool> = layer.by_shape(&numbers).map(|numbers| numbers.iter().any(|&number| number != NEW)).collect();
        let (moves, after) = layer.moves(rules, &is_shape_of_some);
        numbers.clear();
        numbers.resize(after.places(), NEW);
        let mut batches = classes.clone().step_by(BATCH).map(|from| from..(from + BATCH).min(classes.end));
        let mut made = batches.next().map(|batch| options(rules, &moves, &boards[batch]));
        while let Some(batch) = made {
            control.at(left.len() as u64, "")?;
            let next = batches.next();
            let mut found = Vec::new();
            let known = boards.len();
            let (of_next, ()) = rayon::join(
                || next.map(|batch| options(rules, &moves, &boards[batch])),
                || number(&batch, known, &mut numbers, &mut found, [&mut left, &mut right]),
            );
            boards.par_extend(found.into_par_iter().map(|place| rules.canonical(after.board(place))));
            made = of_next;
        }
        classes = classes.end..boards.len();
        layer = after;
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

/// Generates the options of classes of symmetric boards. The list `boards` contains the canonical board of each class.
fn options(rules: &Rules, moves: &Moves, boards: &[Board]) -> Vec<Options> {
    boards.par_chunks(PIECE).map(|piece| options_of(rules, moves, piece)).collect()
}

fn options_of(rules: &Rules, moves: &Moves, boards: &[Board]) -> Options {
    let mut options = Options::default();
    let (mut images, mut of_right) = (Vec::new(), Vec::new());
    for &board in boards {
        let origin = moves.origin(board);
        images.clear();
        images.extend(rules.symmetries().iter().map(|symmetry| (symmetry, moves.origin(symmetry.image(board)))));
        let winning = Player::BOTH.map(|player| rules.winning_cells(board, player));
        for cell in rules.moves(board) {
            let mut places = moves.with_stone(origin, cell);
            for (symmetry, origin) in &images {
                let image = moves.with_stone(*origin, symmetry.cell(cell));
                places = [places[0].min(image[0]), places[1].min(image[1])];
            }
            let fills = rules.is_full(rules.with_stone(board, Player::Left, cell));
            let [left, right] = Player::BOTH.map(|player| {
                if winning[player as usize] & bit(cell) != 0 {
                    FIRST_END + player.wins() as u64
                } else if fills {
                    FIRST_END + End::Nobody as u64
                } else {
                    places[player as usize]
                }
            });
            options.places.push(left);
            of_right.push(right);
        }
        options.moves.push(u8::try_from(of_right.len()).expect("a move for each cell at most"));
        options.places.append(&mut of_right);
    }
    options
}

/// Numbers the classes of symmetric boards that occur in `batch` for the first time. The first new class gets the
/// number `next`. Adds the place (board number) of the least board of each new class to `found`. Adds all options to
/// `lists`.
fn number(batch: &[Options], mut next: usize, numbers: &mut [u32], found: &mut Vec<Place>, lists: [&mut Lists; 2]) {
    let mut options = Vec::new();
    let [left, right] = lists;
    for piece in batch {
        let mut places = piece.places.as_slice();
        for &moves in &piece.moves {
            let (of_class, rest) = places.split_at(2 * usize::from(moves));
            places = rest;
            options.clear();
            options.extend(of_class.iter().map(|&place| {
                if place >= FIRST_END {
                    return ENDS + u32::try_from(place - FIRST_END).expect("three ends");
                }
                let number = &mut numbers[usize::try_from(place).expect("a place of the array")];
                if *number == NEW {
                    *number = u32::try_from(next).ok().filter(|&number| number < NEW).expect("fewer than 2^32 positions");
                    found.push(place);
                    next += 1;
                }
                *number
            }));
            left.push(&options[..usize::from(moves)]);
            right.push(&options[usize::from(moves)..]);
        }
    }
}
