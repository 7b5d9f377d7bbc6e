//! The static test of M. Ambrona, *A Practical Algorithm for Chess Unwinnability* (FUN 2022), Figures 6 to 8, as
//! printed. The test is wrong on some positions. Other tests use it to show that the checker does not accept its
//! verdicts there.
//!
//! Figure 6 is read together with the proof of Lemma 8: if a pawn steps to an occupied square, the enemy unit there
//! must be cleared, and a promoted pawn may be anywhere. The error is the count in Figure 8, where one unit may cover
//! two squares. The error seldom shows, because Figure 6 lets units reach very many squares. A [`Reading`] with a
//! sharper mobility makes it show. The figure allows such a mobility, since it says that more mobility gives fewer
//! verdicts.

use gamecert_checker::Colour;
use gamecert_unwinnable::arguments;

use crate::unwinnable::solvers;

/// Neighbours of a square that steps 8 to 10 of Figure 8 count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// Squares that share a border with it.
    Straight,
    /// Squares that touch it only at a corner.
    Diagonal,
}

/// Method that bounds the squares that each unit can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mobility {
    /// Figures 6 and 7.
    Printed,
    /// Figures 6 and 7, except that a king is cleared only if it can move, because a king is never captured.
    KingsStay,
    /// The solver's mobility, in which units reach fewer squares.
    Solvers,
}

/// Reading of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Mobility to use for Figures 6 and 7.
    pub mobility: Mobility,
    /// Neighbours for steps 8 to 10 of Figure 8.
    pub neighbours: Neighbours,
}

/// Set of squares. The lowest bit is a1.
type Set = u64;

/// Unit of the position with its variables of Figure 6.
struct Unit {
    white: bool,
    /// Role as a lower-case letter.
    kind: char,
    square: usize,
    /// M: the squares that the unit may reach.
    region: Set,
    /// C: whether the unit may be cleared from its square.
    cleared: bool,
}

fn set(square: usize) -> Set {
    1 << square
}

fn step(square: usize, (files, ranks): (isize, isize)) -> Option<usize> {
    let (file, rank) = ((square % 8).checked_add_signed(files)?, (square / 8).checked_add_signed(ranks)?);
    (file < 8 && rank < 8).then_some(8 * rank + file)
}

fn steps(square: usize, all: &[(isize, isize)]) -> Set {
    all.iter().filter_map(|by| step(square, *by)).fold(0, |squares, to| squares | set(to))
}

const STRAIGHT: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(isize, isize); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Unit {
    /// Returns the squares from which the unit reaches `to` in one step without a capture.
    fn before(&self, to: usize) -> Set {
        match self.kind {
            'p' => steps(to, &[(0, if self.white { -1 } else { 1 })]),
            'n' => steps(to, &KNIGHT),
            'b' => steps(to, &DIAGONAL),
            'r' => steps(to, &STRAIGHT),
            _ => steps(to, &STRAIGHT) | steps(to, &DIAGONAL),
        }
    }

    /// Returns the squares from which the unit captures on `to`.
    fn before_capture(&self, to: usize) -> Set {
        match (self.kind, self.white) {
            ('p', true) => steps(to, &[(-1, -1), (1, -1)]),
            ('p', false) => steps(to, &[(-1, 1), (1, 1)]),
            _ => self.before(to),
        }
    }

    /// Returns the squares that the unit attacks from its region.
    fn attacks(&self) -> Set {
        (0..64).filter(|square| self.before_capture(*square) & self.region != 0).fold(0, |squares, square| squares | set(square))
    }

    fn promotes(&self) -> bool {
        self.kind == 'p' && self.region & if self.white { 0xff << 56 } else { 0xff } != 0
    }
}

fn units(text: &str) -> Vec<Unit> {
    let mut units = vec![];
    for (rank, row) in (0..8).rev().zip(text.split([' ', '/'])) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let square = 8 * rank + file;
            let (white, kind) = (letter.is_ascii_uppercase(), letter.to_ascii_lowercase());
            units.push(Unit { white, kind, square, region: set(square), cleared: false });
            file += 1;
        }
    }
    units
}

/// Computes Figure 7: all variables that Figure 6 does not forbid. `kings_too` says whether kings can be captured.
fn mobility(text: &str, kings_too: bool) -> Vec<Unit> {
    let mut units = units(text);
    loop {
        let mut changed = false;
        // R: the squares that Black's units and White's units may reach, without the kings.
        let reached = [false, true].map(|white| {
            units.iter().filter(|unit| unit.white == white && unit.kind != 'k').fold(0, |squares, unit| squares | unit.region)
        });
        for number in 0..units.len() {
            let unit = &units[number];
            let mut added = 0;
            for to in (0..64).filter(|to| unit.region & set(*to) == 0) {
                let uncleared = |white: bool| units.iter().any(|other| other.square == to && other.white == white && !other.cleared);
                let guards =
                    |enemy: &Unit| enemy.white != unit.white && enemy.before_capture(to) & set(enemy.square) != 0 && !enemy.cleared;
                let arrives = match unit.kind {
                    'p' => {
                        unit.before(to) & unit.region != 0 && !uncleared(!unit.white)
                            || unit.before_capture(to) & unit.region & unit.capturing(to, reached) != 0
                            || unit.promotes()
                    }
                    'k' => unit.before(to) & unit.region != 0 && !units.iter().any(guards),
                    _ => unit.before(to) & unit.region != 0,
                };
                if arrives && !uncleared(unit.white) {
                    added |= set(to);
                }
            }
            units[number].region |= added;
            changed |= added != 0;
        }
        for number in 0..units.len() {
            let unit = &units[number];
            let here = set(unit.square);
            let cleared = unit.region != here
                || (kings_too || unit.kind != 'k') && units.iter().any(|other| other.white != unit.white && other.region & here != 0);
            changed |= cleared != unit.cleared;
            units[number].cleared = cleared;
        }
        if !changed {
            return units;
        }
    }
}

/// Returns the solver's mobility in the same form.
fn solvers_mobility(text: &str) -> Vec<Unit> {
    let mobility = arguments::Mobility::compute(&solvers(text));
    let mut units = units(text);
    for unit in &mut units {
        let token = mobility.tokens().iter().find(|token| token.origin as usize == unit.square).expect("a token for each unit");
        unit.region = token.anywhere().0;
        unit.cleared = mobility.displaced.has(token.origin);
    }
    units
}

impl Unit {
    /// Returns all squares if a pawn may find an enemy unit on `to`, otherwise none.
    fn capturing(&self, to: usize, reached: [Set; 2]) -> Set {
        if reached[usize::from(!self.white)] & set(to) != 0 { !0 } else { 0 }
    }
}

/// Evaluates Figure 8: whether the printed test says that the winner cannot mate. Steps 8 to 10 count the neighbours
/// that `reading` selects.
///
/// # Panics
/// If the text is not a position.
#[must_use]
pub fn says_unwinnable(text: &str, winner: Colour, reading: Reading) -> bool {
    const DARK: Set = 0xaa55_aa55_aa55_aa55;
    if !text.ends_with("- -") {
        return false;
    }
    let units = match reading.mobility {
        Mobility::Solvers => solvers_mobility(text),
        printed => mobility(text, printed == Mobility::Printed),
    };
    let white = winner == Colour::White;
    let (winners, losers): (Vec<&Unit>, Vec<&Unit>) = units.iter().partition(|unit| unit.white == white);
    let kings_region = losers.iter().find(|unit| unit.kind == 'k').expect("a king").region;
    let intruders: Vec<&&Unit> = winners.iter().filter(|unit| unit.region & kings_region != 0).collect();
    if intruders.iter().any(|unit| unit.kind != 'b') {
        return false;
    }
    let dark = intruders.iter().filter(|unit| set(unit.square) & DARK != 0).count();
    if dark != 0 && dark != intruders.len() {
        return false;
    }
    for square in (0..64).filter(|square| kings_region & set(*square) != 0) {
        let beside = match reading.neighbours {
            Neighbours::Straight => steps(square, &STRAIGHT),
            Neighbours::Diagonal => steps(square, &DIAGONAL),
        };
        let blockers = losers.iter().filter(|unit| unit.region & beside != 0).count();
        let assistants = winners.iter().filter(|unit| unit.attacks() & beside != 0).count();
        let attacked = winners.iter().any(|unit| unit.attacks() & set(square) != 0);
        if blockers + assistants >= beside.count_ones() as usize && attacked {
            return false;
        }
    }
    true
}
