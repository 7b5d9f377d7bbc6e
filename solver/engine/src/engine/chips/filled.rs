//! Computes thresholds of games in which players fill cells, for one number of chips. The module stores one byte per
//! board, for games that are too large for a graph.
//!
//! Each cell is empty or contains a stone of one player. A move puts a stone on any empty cell, and every full board is
//! won by one of the two players. A full board stays won if the winner gets more stones. Play ends as soon as the
//! remaining cells cannot change the winner. Therefore only full boards have to be evaluated.
//!
//! A board is numbered by an integer in base 3 with one digit for each cell. Cell 0 is the least significant digit. A
//! digit is 0 for an empty cell, 1 for Left's stone, and 2 for Right's stone. Boards that differ only in the lowest
//! cells form a block. Blocks with the same number of stones on the higher cells are independent. Independent blocks
//! are computed in parallel, on all processor cores.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::Worth;
use crate::control::{Control, Interrupted};
use crate::model::chips::Rule;
use crate::model::graph::Player;

/// Number of cells of a block. A block has 59,049 boards, which fit into the cache of a single core.
const BLOCK_CELLS: u32 = 10;

/// Number of blocks in a batch, which is computed in parallel.
const BATCH: usize = 256;

/// Greatest threshold that fits into the byte of a board. The byte of a board is 0 if Left has won, 255 if Right has
/// won, and otherwise Left's threshold plus one.
pub const MAX_TOP: u32 = 253;

const LEFT_HAS_WON: u8 = 0;
const RIGHT_HAS_WON: u8 = 255;

/// Maximum number of cells. Each board takes a byte, so all boards need 3^cells bytes of memory.
pub const MAX_CELLS: u32 = 30;

/// Thresholds of all boards.
pub struct Boards {
    rule: Rule,
    top: u32,
    cells: u32,
    /// The bytes of all boards. Boards with the same stones on the higher cells form a block.
    blocks: Vec<Box<[u8]>>,
}

fn power(cells: u32) -> usize {
    3_usize.pow(cells)
}

/// Returns how many of the `cells` cells of a board belong to a block.
fn lower(cells: u32) -> u32 {
    cells.min(BLOCK_CELLS)
}

impl Boards {
    /// Computes the thresholds of all boards for k chips. `is_left` returns whether Left has won a full board. The
    /// argument of `is_left` is the set of cells with Left's stones, with cell 0 as the lowest bit.
    ///
    /// # Errors
    /// [`Interrupted`] when asked to stop.
    ///
    /// # Panics
    /// Panics if `cells` exceeds [`MAX_CELLS`], or if `rule.top(k)` exceeds [`MAX_TOP`].
    pub fn solve(rule: Rule, k: u32, cells: u32, is_left: impl Fn(u32) -> bool + Sync, control: Control) -> Result<Self, Interrupted> {
        let top = rule.top(k);
        assert!(cells <= MAX_CELLS && top <= MAX_TOP, "{cells} cells, T = {top}");
        let higher = cells - lower(cells);
        let step = Step { lower: lower(cells), thresholds: table(Rule { claimant: Player::Left, ..rule }, top), is_left };
        let mut by_stones: Vec<Vec<u32>> = vec![Vec::new(); higher as usize + 1];
        let prefixes = u32::try_from(power(higher)).expect("20 cells at most");
        for prefix in 0..prefixes {
            by_stones[digits(prefix, higher).filter(|&digit| digit != 0).count()].push(prefix);
        }
        let mut blocks: Vec<Box<[u8]>> = Vec::new();
        blocks.resize_with(power(higher), Box::default);
        control.stage("thresholds", Some(power(higher).try_into().expect("a number of blocks")));
        let done = AtomicU64::new(0);
        for batch in by_stones.iter().rev().flat_map(|prefixes| prefixes.chunks(BATCH)) {
            let solved: Vec<Result<Box<[u8]>, Interrupted>> = batch
                .par_iter()
                .map_init(
                    || Buffers::new(step.lower),
                    |buffers, &prefix| {
                        control.at(done.fetch_add(1, Ordering::Relaxed), "")?;
                        Ok(step.block(prefix, higher, &blocks, buffers))
                    },
                )
                .collect();
            for (&prefix, block) in batch.iter().zip(solved) {
                blocks[prefix as usize] = block?;
            }
        }
        Ok(Self { rule, top, cells, blocks })
    }

    /// Returns the claimant's threshold on the board with the number `code`, and whether the game has ended.
    ///
    /// # Panics
    /// Panics if no board has the number `code`.
    #[must_use]
    pub fn at(&self, code: u64) -> Worth {
        let size = power(lower(self.cells)) as u64;
        let block = &self.blocks[usize::try_from(code / size).expect("a code of a board")];
        let byte = block[usize::try_from(code % size).expect("a code of a board")];
        let (left, over) = match byte {
            LEFT_HAS_WON => (0, true),
            RIGHT_HAS_WON => (self.top, true),
            byte => (u32::from(byte) - 1, false),
        };
        // No game ends in a draw, so with any two codes of the players exactly one player wins.
        let threshold = if self.rule.claimant == Player::Left { left } else { self.top - left };
        Worth { threshold, over }
    }
}

/// Estimates the bytes needed to compute the thresholds of all boards.
#[must_use]
pub fn estimate(cells: u32, threads: usize) -> u64 {
    // The terms count all boards, the buffers of each thread, and the allocation and list entries of each block.
    let block = 3_u64.pow(lower(cells));
    let blocks = 3_u64.pow(cells.saturating_sub(BLOCK_CELLS));
    3_u64.pow(cells) + 4 * block * threads as u64 + 64 * blocks
}

/// Returns the base-3 digits of a board's number, the least significant first.
fn digits(mut code: u32, cells: u32) -> impl Iterator<Item = u32> + Clone {
    (0..cells).map(move |_| {
        let digit = code % 3;
        code /= 3;
        digit
    })
}

/// Table of the thresholds of boards, each encoded as a byte. The first index is the smallest encoded threshold among
/// Left's options. The second index is the greatest encoded threshold among Right's options.
type Thresholds = [[u8; 256]; 256];

fn table(rule: Rule, top: u32) -> Box<Thresholds> {
    let value = |byte: u8| match byte {
        LEFT_HAS_WON => 0,
        RIGHT_HAS_WON => top,
        byte => (u32::from(byte) - 1).min(top),
    };
    let mut table = vec![[0; 256]; 256];
    for (least, row) in (0..=255).zip(&mut table) {
        for (greatest, byte) in (0..=255).zip(row) {
            // If Left has won after every move of Right's, Left has won already, since a stone of Right's does not help
            // Left. The same is true with the players exchanged.
            *byte = match (least, greatest) {
                (_, LEFT_HAS_WON) => LEFT_HAS_WON,
                (RIGHT_HAS_WON, _) => RIGHT_HAS_WON,
                _ => u8::try_from(rule.threshold(value(least), value(greatest)) + 1).expect("T is at most 253"),
            };
        }
    }
    table.into_boxed_slice().try_into().expect("256 rows")
}

/// Scratch buffers of a thread.
struct Buffers {
    /// The options that put a stone on a higher cell.
    beyond: Bounds,
    within: Vec<Bounds>,
}

/// The best thresholds among the options of several boards, encoded as bytes.
struct Bounds {
    least: Box<[u8]>,
    greatest: Box<[u8]>,
}

impl Bounds {
    fn new(boards: usize) -> Self {
        Self { least: vec![0; boards].into(), greatest: vec![0; boards].into() }
    }
}

impl Buffers {
    fn new(lower: u32) -> Self {
        Self { beyond: Bounds::new(power(lower)), within: (0..lower).map(|cell| Bounds::new(power(cell))).collect() }
    }
}

/// Set of Left's stones on the higher cells. The value is `None` if a higher cell is empty.
type Full = Option<u32>;

struct Step<F> {
    /// Number of cells of a block.
    lower: u32,
    thresholds: Box<Thresholds>,
    is_left: F,
}

impl<F: Fn(u32) -> bool> Step<F> {
    /// Computes the block of boards whose higher cells are numbered by `prefix`. All blocks with one more stone on a
    /// higher cell must be in `blocks`.
    fn block(&self, prefix: u32, higher: u32, blocks: &[Box<[u8]>], Buffers { beyond, within }: &mut Buffers) -> Box<[u8]> {
        beyond.least.fill(RIGHT_HAS_WON);
        beyond.greatest.fill(LEFT_HAS_WON);
        let mut full = Some(0_u32);
        for (cell, digit) in (0..).zip(digits(prefix, higher)) {
            full = full.filter(|_| digit != 0).map(|left| left | (digit & 1) << (self.lower + cell));
            if digit == 0 {
                let after = |stone: usize| &blocks[prefix as usize + stone * power(cell)];
                lower_to(&mut beyond.least, after(1));
                raise_to(&mut beyond.greatest, after(2));
            }
        }
        let mut block = vec![0; power(self.lower)].into_boxed_slice();
        self.stretch(&mut block, &beyond.least, &beyond.greatest, full, within);
        block
    }

    fn stretch(&self, boards: &mut [u8], least: &[u8], greatest: &[u8], full: Full, buffers: &mut [Bounds]) {
        match buffers {
            [] => boards[0] = self.board(least[0], greatest[0], full),
            [_] if full.is_none() => {
                let [empty, left, right] = boards else { unreachable!("a cell has three states") };
                *right = self.thresholds[usize::from(least[2])][usize::from(greatest[2])];
                *left = self.thresholds[usize::from(least[1])][usize::from(greatest[1])];
                *empty = self.thresholds[usize::from(least[0].min(*left))][usize::from(greatest[0].max(*right))];
            }
            [rest @ .., of_cell] => {
                let size = boards.len() / 3;
                let (empty, with_stone) = boards.split_at_mut(size);
                let (left, right) = with_stone.split_at_mut(size);
                let with_left = full.map(|full| full | 1 << rest.len());
                self.stretch(right, &least[2 * size..], &greatest[2 * size..], full, rest);
                self.stretch(left, &least[size..2 * size], &greatest[size..2 * size], with_left, rest);
                for ((bound, beyond), after) in of_cell.least.iter_mut().zip(&least[..size]).zip(&*left) {
                    *bound = *beyond.min(after);
                }
                for ((bound, beyond), after) in of_cell.greatest.iter_mut().zip(&greatest[..size]).zip(&*right) {
                    *bound = *beyond.max(after);
                }
                self.stretch(empty, &of_cell.least, &of_cell.greatest, None, rest);
            }
        }
    }

    fn board(&self, least: u8, greatest: u8, full: Full) -> u8 {
        match full {
            Some(left) if (self.is_left)(left) => LEFT_HAS_WON,
            Some(_) => RIGHT_HAS_WON,
            None => self.thresholds[usize::from(least)][usize::from(greatest)],
        }
    }
}

fn lower_to(least: &mut [u8], bytes: &[u8]) {
    for (least, &byte) in least.iter_mut().zip(bytes) {
        *least = byte.min(*least);
    }
}

fn raise_to(greatest: &mut [u8], bytes: &[u8]) {
    for (greatest, &byte) in greatest.iter_mut().zip(bytes) {
        *greatest = byte.max(*greatest);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::{Boards, MAX_TOP, Worth, digits, power};
    use crate::control::{Control, Interrupted, Silent};
    use crate::model::chips::{Rule, TieBreak};
    use crate::model::graph::Player;

    /// Returns a function that says whether Left has won a full board. Left wins with more than half of the stones.
    fn is_left(cells: u32) -> impl Fn(u32) -> bool {
        move |left| 2 * left.count_ones() > cells
    }

    /// Computes the thresholds of all boards directly from the definition. Boards are computed in descending order of
    /// their numbers, because a move increases the number.
    fn expected(rule: Rule, k: u32, cells: u32) -> Vec<Worth> {
        let top = rule.top(k);
        let mut worth = vec![Worth { threshold: 0, over: true }; power(cells)];
        for code in (0..power(cells)).rev() {
            let of = |stone| digits(u32::try_from(code).unwrap(), cells).filter(|&digit| digit == stone).count();
            let (left, right) = (of(1), of(2));
            let won = [2 * left > cells as usize, 2 * right >= cells as usize];
            if won.contains(&true) {
                worth[code].threshold = if won[rule.claimant as usize] { 0 } else { top };
                continue;
            }
            let empty = (0_u32..).zip(digits(u32::try_from(code).unwrap(), cells)).filter(|&(_, digit)| digit == 0);
            let after = |player: Player| {
                let stone = player as usize + 1;
                empty.clone().map(|(cell, _)| worth[code + stone * power(cell)].threshold).collect::<Vec<_>>()
            };
            let (own, other) = (after(rule.claimant), after(rule.claimant.other()));
            let threshold = rule.threshold(*own.iter().min().unwrap(), *other.iter().max().unwrap());
            worth[code] = Worth { threshold, over: false };
        }
        worth
    }

    #[test]
    fn boards_are_worth_what_the_definition_says() {
        let stop = AtomicBool::new(false);
        for cells in [1, 2, 5, 9, 11, 12] {
            for tie_break in [TieBreak::Advantage, TieBreak::MakeItTakeIt, TieBreak::LadiesFirst] {
                for claimant in Player::BOTH {
                    let rule = Rule { tie_break, claimant };
                    let chips = [7, 0, MAX_TOP / rule.unit() - 1];
                    for &k in if cells < 10 { &chips[..] } else { &chips[..1] } {
                        let boards = Boards::solve(rule, k, cells, is_left(cells), Control::new("", &Silent, &stop)).unwrap();
                        let found: Vec<Worth> = (0..power(cells) as u64).map(|code| boards.at(code)).collect();
                        assert!(found == expected(rule, k, cells), "{cells} cells, {rule:?}, {k} chips");
                    }
                }
            }
        }
    }

    #[test]
    fn a_run_is_stopped_between_blocks() {
        let stop = AtomicBool::new(true);
        let rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };
        let found = Boards::solve(rule, 7, 4, is_left(4), Control::new("", &Silent, &stop));
        assert_eq!(found.err(), Some(Interrupted));
    }
}
