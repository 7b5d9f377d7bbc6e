//! Rules of losing chess on lists of units, and retrograde analysis over all positions that can follow.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use gamecert_solver::games::losing_chess::Stalemate;
use gamecert_solver::games::losing_chess::tables::Outcome;

pub const PAWN: u8 = 0;
const LETTERS: [char; 6] = ['p', 'n', 'b', 'r', 'q', 'k'];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ALL: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A piece or pawn. `own` is true for the side to move, whose pawns move towards higher squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    pub own: bool,
    pub role: u8,
    pub square: u8,
}

/// A position as the side to move sees it.
#[derive(Clone, Debug)]
pub struct Board {
    pub units: Vec<Unit>,
    /// The square that a pawn has passed over, if it can be captured there.
    passed: Option<u8>,
}

/// Returns the square at some distance, if it is on the board.
fn at(square: u8, (files, ranks): (i8, i8)) -> Option<u8> {
    let (file, rank) = ((square % 8).cast_signed() + files, (square / 8).cast_signed() + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (rank * 8 + file).cast_unsigned())
}

/// Returns the image of a square under one of the eight symmetries of the board.
fn image(square: u8, symmetry: u8) -> u8 {
    let square = if symmetry & 1 == 0 { square } else { square ^ 7 };
    let square = if symmetry & 2 == 0 { square } else { square ^ 56 };
    if symmetry & 4 == 0 { square } else { square % 8 * 8 + square / 8 }
}

impl Board {
    /// Makes a position. The passed square is dropped if no pawn can capture there.
    pub fn new(units: Vec<Unit>, passed: Option<u8>) -> Self {
        let is_beside = |square: u8| {
            units
                .iter()
                .any(|unit| unit.own && unit.role == PAWN && [(-1, 1), (1, 1)].iter().any(|&step| at(unit.square, step) == Some(square)))
        };
        let passed = passed.filter(|&square| is_beside(square));
        Self { units, passed }
    }

    fn count(&self, own: bool) -> usize {
        self.units.iter().filter(|unit| unit.own == own).count()
    }

    /// Returns a number that symmetric positions share and other positions do not.
    pub fn key(&self) -> u64 {
        let symmetries = if self.units.iter().any(|unit| unit.role == PAWN) { 2 } else { 8 };
        let key = |symmetry: u8| {
            let code = |unit: &Unit| u64::from(unit.own) << 9 | u64::from(unit.role + 1) << 6 | u64::from(image(unit.square, symmetry));
            let mut codes = [0; 4];
            for (place, unit) in codes.iter_mut().zip(&self.units) {
                *place = code(unit);
            }
            codes.sort_unstable();
            let passed = self.passed.map_or(64, |square| image(square, symmetry));
            codes.iter().fold(u64::from(passed), |key, code| key << 10 | code)
        };
        (0..symmetries).map(key).min().expect("a symmetry")
    }

    fn of_key(key: u64) -> Self {
        let unit = |number: u32| {
            let code = key >> (10 * number) & 0x3ff;
            (code != 0).then(|| Unit { own: code >> 9 == 1, role: (code >> 6 & 7) as u8 - 1, square: (code & 63) as u8 })
        };
        let passed = (key >> 40) as u8;
        Self { units: (0..4).filter_map(unit).collect(), passed: (passed < 64).then_some(passed) }
    }

    fn find(&self, square: u8) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.square == square)
    }

    /// Lists the squares on which a unit captures, or those to which it moves otherwise.
    fn targets(&self, unit: Unit, captures: bool) -> Vec<u8> {
        let is_target = |square: u8| match self.find(square) {
            Some(found) => captures && !found.own,
            None => !captures,
        };
        let leaps = |steps: &[(i8, i8)]| steps.iter().filter_map(|&step| at(unit.square, step)).filter(|&to| is_target(to)).collect();
        let slides = |steps: &[(i8, i8)]| {
            let mut found = Vec::new();
            for &step in steps {
                let mut square = unit.square;
                while let Some(to) = at(square, step) {
                    if is_target(to) {
                        found.push(to);
                    }
                    if self.find(to).is_some() {
                        break;
                    }
                    square = to;
                }
            }
            found
        };
        match unit.role {
            PAWN if captures => {
                let beside = [(-1, 1), (1, 1)].iter().filter_map(|&step| at(unit.square, step));
                beside.filter(|&to| is_target(to) || self.passed == Some(to)).collect()
            }
            PAWN => {
                let is_free = |to: &u8| self.find(*to).is_none();
                let step = Some(unit.square + 8).filter(is_free);
                let double = step.filter(|to| to / 8 == 2).map(|to| to + 8).filter(is_free);
                step.into_iter().chain(double).collect()
            }
            1 => leaps(&KNIGHT),
            2 => slides(&DIAGONAL),
            3 => slides(&STRAIGHT),
            4 => slides(&ALL),
            _ => leaps(&ALL),
        }
    }

    /// Returns the positions after each move; none if play is over.
    pub fn moves(&self) -> Vec<Self> {
        let mut after = Vec::new();
        if self.count(false) == 0 {
            return after;
        }
        for captures in [true, false] {
            for unit in self.units.iter().filter(|unit| unit.own) {
                for to in self.targets(*unit, captures) {
                    let captured = if captures && self.find(to).is_none() { to - 8 } else { to };
                    let roles = if unit.role == PAWN && to >= 56 { 1..6 } else { unit.role..unit.role + 1 };
                    let passed = (unit.role == PAWN && to == unit.square + 16).then_some((unit.square + 8) ^ 56);
                    for role in roles {
                        let rest = self.units.iter().filter(|other| *other != unit && other.square != captured);
                        let units = rest.copied().chain([Unit { own: true, role, square: to }]);
                        let seen = |unit: Unit| Unit { own: !unit.own, square: unit.square ^ 56, ..unit };
                        after.push(Self::new(units.map(seen).collect(), passed));
                    }
                }
            }
            if !after.is_empty() {
                break;
            }
        }
        after
    }

    /// Returns the outcome of a position in which play is over.
    pub fn ended(&self, rule: Stalemate) -> Outcome {
        let (own, others) = (self.count(true), self.count(false));
        match rule {
            _ if own == 0 => Outcome::Win,
            _ if others == 0 => Outcome::Loss,
            Stalemate::International => Outcome::Win,
            _ if own < others => Outcome::Win,
            Stalemate::Fics if own > others => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }

    /// Returns the position with White or Black to move.
    pub fn fen(&self, white: bool) -> String {
        let seen = |square: u8| if white { square } else { square ^ 56 };
        let mut ranks = Vec::new();
        for rank in (0..8).rev() {
            let mut text = String::new();
            for file in 0..8 {
                match self.find(seen(rank * 8 + file)) {
                    Some(unit) if unit.own == white => text.push(LETTERS[usize::from(unit.role)].to_ascii_uppercase()),
                    Some(unit) => text.push(LETTERS[usize::from(unit.role)]),
                    None => text.push('1'),
                }
            }
            ranks.push(text);
        }
        let passed =
            self.passed.map(seen).map_or_else(|| "-".to_owned(), |square| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1));
        let side = if white { "w" } else { "b" };
        let merged = (2..=8).rev().fold(ranks.join("/"), |text, count| text.replace(&"1".repeat(count), &count.to_string()));
        format!("{merged} {side} - {passed}")
    }
}

/// Hashes keys by a multiplication.
#[derive(Default)]
struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
}

/// All positions that follow from some.
pub struct Graph {
    numbers: HashMap<u64, u32, BuildHasherDefault<Multiply>>,
    keys: Vec<u64>,
    /// For each position, the end of its predecessors in `before`.
    ends: Vec<u32>,
    before: Vec<u32>,
    /// Number of moves of each position.
    moves: Vec<u8>,
}

impl Graph {
    /// Enumerates all positions that follow. Returns `None` if there are more than `most`.
    pub fn enumerate(roots: &[u64], most: usize) -> Option<Self> {
        let mut graph = Self { numbers: HashMap::default(), keys: Vec::new(), ends: Vec::new(), before: Vec::new(), moves: Vec::new() };
        let mut next = Vec::new();
        roots.iter().for_each(|&root| _ = graph.add(root));
        while graph.moves.len() < graph.keys.len() {
            if graph.keys.len() > most {
                return None;
            }
            let after = Board::of_key(graph.keys[graph.moves.len()]).moves();
            graph.moves.push(u8::try_from(after.len()).unwrap());
            next.extend(after.iter().map(|board| graph.add(board.key())));
        }
        // Sorts the moves by the position that they lead to.
        let mut starts = vec![0_u32; graph.keys.len() + 1];
        next.iter().for_each(|&to| starts[to as usize + 1] += 1);
        (1..starts.len()).for_each(|number| starts[number] += starts[number - 1]);
        graph.before = vec![0; next.len()];
        let mut edge = 0;
        for (from, &moves) in (0..).zip(&graph.moves) {
            for &to in &next[edge..edge + usize::from(moves)] {
                graph.before[starts[to as usize] as usize] = from;
                starts[to as usize] += 1;
            }
            edge += usize::from(moves);
        }
        starts.pop();
        graph.ends = starts;
        Some(graph)
    }

    fn add(&mut self, key: u64) -> u32 {
        *self.numbers.entry(key).or_insert_with(|| {
            self.keys.push(key);
            u32::try_from(self.keys.len() - 1).unwrap()
        })
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn number(&self, key: u64) -> usize {
        self.numbers[&key] as usize
    }

    /// Returns the outcome of each position. Positions that are not decided are drawn by endless play.
    pub fn solve(&self, rule: Stalemate) -> Vec<Outcome> {
        let mut outcomes = vec![Outcome::Draw; self.len()];
        // Number of moves that do not lead to a win of the other side.
        let mut left = self.moves.clone();
        let mut decided = Vec::new();
        for number in (0..self.len()).filter(|&number| self.moves[number] == 0) {
            outcomes[number] = Board::of_key(self.keys[number]).ended(rule);
            if outcomes[number] != Outcome::Draw {
                decided.push(number);
            }
        }
        while let Some(number) = decided.pop() {
            let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
            for &before in &self.before[start..self.ends[number] as usize] {
                let before = before as usize;
                if outcomes[before] != Outcome::Draw {
                    continue;
                }
                if outcomes[number] == Outcome::Loss {
                    outcomes[before] = Outcome::Win;
                } else {
                    left[before] -= 1;
                    if left[before] > 0 {
                        continue;
                    }
                    outcomes[before] = Outcome::Loss;
                }
                decided.push(before);
            }
        }
        outcomes
    }
}
