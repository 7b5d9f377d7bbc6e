//! Endings of bidding chess on small boards, as lists of options.

use super::games::{Game, To, bidding_chess};
use std::collections::{BTreeMap, BTreeSet};

const ROLES: &str = "KQRBNP";

/// Piece: its colour (0 for White, 1 for Black), the index of its letter in `KQRBNP`, its square.
type Piece = (usize, usize, usize);

/// Material on a board. A class is identified by the squares of its canonical placement.
pub struct Ending {
    width: i64,
    height: i64,
    /// Colours and roles in list order.
    list: Vec<(usize, usize)>,
    /// Material as text.
    pub text: String,
    classes: BTreeMap<Vec<usize>, usize>,
}

/// Splits a text into the two lists of pieces.
fn lists(text: &str) -> [Vec<usize>; 2] {
    let second = text[1..].find('K').unwrap() + 1;
    [&text[..second], &text[second..]].map(|list| list.chars().map(|letter| ROLES.find(letter).unwrap()).collect())
}

fn text(lists: &[Vec<usize>; 2]) -> String {
    lists.iter().flatten().map(|role| char::from(ROLES.as_bytes()[*role])).collect()
}

/// Puts the lists in order. The flag tells whether this exchanged the colours.
fn in_order(lists: [Vec<usize>; 2]) -> ([Vec<usize>; 2], bool) {
    let [white, black] = &lists;
    let exchanged = white.len() < black.len() || (white.len() == black.len() && white > black);
    let [white, black] = lists;
    if exchanged { ([black, white], true) } else { ([white, black], false) }
}

impl Ending {
    /// Enumerates the classes of an ending.
    pub fn new(width: i64, height: i64, material: &str) -> Self {
        let list: Vec<_> =
            lists(material).iter().enumerate().flat_map(|(colour, list)| list.iter().map(move |role| (colour, *role))).collect();
        let mut ending = Self { width, height, list, text: material.to_owned(), classes: BTreeMap::new() };
        let mut found = BTreeSet::new();
        ending.place(&mut Vec::new(), &mut found);
        ending.classes = found.into_iter().zip(0..).collect();
        ending
    }

    /// Collects the canonical forms of all placements that begin with these squares.
    fn place(&self, squares: &mut Vec<usize>, found: &mut BTreeSet<Vec<usize>>) {
        let number = squares.len();
        if number == self.list.len() {
            found.insert(self.canonical(squares));
            return;
        }
        for square in 0..(self.width * self.height) as usize {
            let rank = square as i64 / self.width;
            let pawn_off = self.list[number].1 == 5 && (rank == 0 || rank == self.height - 1);
            let descends = number > 0 && self.list[number - 1] == self.list[number] && squares[number - 1] > square;
            if !(squares.contains(&square) || pawn_off || descends) {
                squares.push(square);
                self.place(squares, found);
                squares.pop();
            }
        }
    }

    /// Returns the least of the symmetric images of a placement. (Vectors of squares in list order compare like
    /// placement numbers.)
    fn canonical(&self, squares: &[usize]) -> Vec<usize> {
        let (w, h) = (self.width, self.height);
        let pawns = self.list.iter().any(|(_, role)| *role == 5);
        let most = if pawns {
            2
        } else if w == h {
            8
        } else {
            4
        };
        let image = |symmetry: i64| {
            let map = |square: &usize| {
                let (mut file, mut rank) = (*square as i64 % w, *square as i64 / w);
                file = if symmetry & 1 == 1 { w - 1 - file } else { file };
                rank = if symmetry & 2 == 2 { h - 1 - rank } else { rank };
                if symmetry & 4 == 4 {
                    (file, rank) = (rank, file);
                }
                (file + w * rank) as usize
            };
            self.sorted(squares.iter().map(map).collect())
        };
        (0..most).map(image).min().unwrap()
    }

    /// Sorts the squares of equal pieces in ascending order.
    fn sorted(&self, squares: Vec<usize>) -> Vec<usize> {
        let mut pieces: Vec<(usize, usize, usize)> =
            self.list.iter().zip(squares).map(|((colour, role), square)| (*colour, *role, square)).collect();
        pieces.sort_unstable();
        pieces.into_iter().map(|(_, _, square)| square).collect()
    }

    /// Returns the sub-endings in the order of citation.
    pub fn cited(&self) -> Vec<String> {
        let sides = lists(&self.text);
        let mut found: BTreeSet<(usize, Vec<usize>)> = BTreeSet::new();
        let mut add = |lists: [Vec<usize>; 2]| {
            let (mut lists, _) = in_order(lists.map(|mut list| {
                list.sort_unstable();
                list
            }));
            let all: Vec<usize> = std::mem::take(&mut lists).into_iter().flatten().collect();
            found.insert((all.len(), all));
        };
        let captures = |colour: usize| {
            let sides = sides.clone();
            (1..sides[colour].len()).map(move |place| {
                let mut after = sides.clone();
                after[colour].remove(place);
                (sides[colour][place], after)
            })
        };
        for colour in 0..2 {
            captures(colour).for_each(|(_, after)| add(after));
            if let Some(pawn) = sides[colour].iter().position(|role| *role == 5) {
                for role in 1..5 {
                    let promoted = |mut lists: [Vec<usize>; 2]| {
                        lists[colour][pawn] = role;
                        lists
                    };
                    add(promoted(sides.clone()));
                    captures(1 - colour).filter(|(role, _)| *role != 5).for_each(|(_, after)| add(promoted(after)));
                }
            }
        }
        found.into_iter().map(|(_, list)| list.iter().map(|role| char::from(ROLES.as_bytes()[*role])).collect()).collect()
    }

    /// Builds the game. Captures and promotions lead to classes of the cited sub-endings.
    pub fn game(&self, cited: &[&Ending]) -> Game {
        let mut placements: Vec<(&Vec<usize>, &usize)> = self.classes.iter().collect();
        placements.sort_by_key(|(_, class)| **class);
        let pieces = |squares: &Vec<usize>| -> Vec<Piece> { self.list.iter().zip(squares).map(|((c, r), s)| (*c, *r, *s)).collect() };
        let options = |squares: &Vec<usize>| [0, 1].map(|colour| self.moves(&pieces(squares), colour, cited));
        Game {
            item: bidding_chess(self.width as usize, self.height as usize, &self.text),
            names: placements.iter().map(|(squares, _)| self.fen(&pieces(squares))).collect(),
            options: placements.iter().map(|(squares, _)| options(squares)).collect(),
        }
    }

    fn fen(&self, pieces: &[Piece]) -> String {
        let rank = |rank: i64| {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..self.width {
                match pieces.iter().find(|(_, _, square)| *square as i64 == rank * self.width + file) {
                    None => empty += 1,
                    Some((colour, role, _)) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                        }
                        empty = 0;
                        let letter = char::from(ROLES.as_bytes()[*role]);
                        text.push(if *colour == 0 { letter } else { letter.to_ascii_lowercase() });
                    }
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            text
        };
        (0..self.height).rev().map(rank).collect::<Vec<_>>().join("/")
    }

    fn moves(&self, pieces: &[Piece], colour: usize, cited: &[&Ending]) -> Vec<To> {
        const KING: &[(i64, i64)] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        const ROOK: &[(i64, i64)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
        const BISHOP: &[(i64, i64)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
        const KNIGHT: &[(i64, i64)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let square = |file: i64, rank: i64| {
            ((0..self.width).contains(&file) && (0..self.height).contains(&rank)).then_some((file + self.width * rank) as usize)
        };
        let on = |square: usize| pieces.iter().position(|piece| piece.2 == square);
        let mut found = Vec::new();
        for (number, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.0 == colour) {
            let (file, rank) = (piece.2 as i64 % self.width, piece.2 as i64 / self.width);
            let mut targets: Vec<usize> = Vec::new();
            if piece.1 == 5 {
                let (ahead, second) = if colour == 0 { (1, 1) } else { (-1, self.height - 2) };
                let one = square(file, rank + ahead).filter(|to| on(*to).is_none());
                targets.extend(one);
                if self.height >= 5 && rank == second && one.is_some() {
                    targets.extend(square(file, rank + 2 * ahead).filter(|to| on(*to).is_none()));
                }
                for side in [-1, 1] {
                    targets.extend(square(file + side, rank + ahead).filter(|to| on(*to).is_some_and(|other| pieces[other].0 != colour)));
                }
            } else {
                let (directions, far) = [(KING, false), (KING, true), (ROOK, true), (BISHOP, true), (KNIGHT, false)][piece.1];
                for (df, dr) in directions {
                    for step in 1.. {
                        let Some(to) = square(file + step * df, rank + step * dr) else { break };
                        let taken = on(to);
                        if taken.is_none_or(|other| pieces[other].0 != colour) {
                            targets.push(to);
                        }
                        if taken.is_some() || !far {
                            break;
                        }
                    }
                }
            }
            for to in targets {
                let captured = on(to);
                if captured.is_some_and(|captured| pieces[captured].1 == 0) {
                    found.push(To::Won(colour));
                    continue;
                }
                let last = to as i64 / self.width == if colour == 0 { self.height - 1 } else { 0 };
                let roles = if piece.1 == 5 && last { vec![1, 2, 3, 4] } else { vec![piece.1] };
                for role in roles {
                    let mut after = pieces.to_vec();
                    after[number] = (colour, role, to);
                    if let Some(captured) = captured {
                        after.remove(captured);
                    }
                    found.push(self.reached(after, cited));
                }
            }
        }
        found
    }

    /// Returns the class of these pieces, in this game or in a cited one.
    fn reached(&self, mut pieces: Vec<Piece>, cited: &[&Ending]) -> To {
        pieces.sort_unstable();
        let lists = |pieces: &[Piece]| [0, 1].map(|colour| pieces.iter().filter(|piece| piece.0 == colour).map(|piece| piece.1).collect());
        let (order, exchanged) = in_order(lists(&pieces));
        if exchanged {
            let flip = |(colour, role, square): Piece| {
                let (file, rank) = (square as i64 % self.width, square as i64 / self.width);
                (1 - colour, role, (file + self.width * (self.height - 1 - rank)) as usize)
            };
            pieces = pieces.into_iter().map(flip).collect();
            pieces.sort_unstable();
        }
        let squares: Vec<usize> = pieces.iter().map(|piece| piece.2).collect();
        let material = text(&order);
        if material == self.text {
            return To::Class(self.classes[&self.canonical(&squares)]);
        }
        let citation = cited.iter().position(|ending| ending.text == material).unwrap_or_else(|| panic!("no {material}"));
        To::Cited(citation, cited[citation].classes[&cited[citation].canonical(&squares)], exchanged)
    }
}
