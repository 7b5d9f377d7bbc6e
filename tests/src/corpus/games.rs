//! Bidding games as lists of options: games stored whole, path games and stone-placing games. (`material` has the
//! endings of bidding chess.)

use super::item::{A, Item, T, U, column, t};
use std::collections::HashMap;

/// Destination of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// Class of this game.
    Class(usize),
    /// Class of a cited game: the citation, the class, and whether the colours are exchanged.
    Cited(usize, usize, bool),
    /// End of play with a winner: 0 for Left, 1 for Right.
    Won(usize),
    /// End of play without a winner.
    Drawn,
}

use To::{Class, Drawn, Won};

/// Bidding game with the options of every class.
#[derive(Clone, Debug)]
pub struct Game {
    /// CBOR item with rule set, version and parameters.
    pub item: Item,
    /// Text of each class.
    pub names: Vec<String>,
    /// Options of each class, Left's (White's) and then Right's (Black's), in move order.
    pub options: Vec<[Vec<To>; 2]>,
}

impl Game {
    /// Returns the number of classes.
    pub fn classes(&self) -> usize {
        self.options.len()
    }

    /// Formats a class as checkers print it.
    pub fn class(&self, number: usize) -> String {
        format!("class {number} ({})", self.names[number])
    }

    /// Returns whether every option leads to a class of greater number, to another game or to an end.
    pub fn ordered(&self) -> bool {
        let fine = |(class, options): (usize, &[Vec<To>; 2])| options.iter().flatten().all(|to| !matches!(to, Class(to) if *to <= class));
        self.options.iter().enumerate().all(fine)
    }
}

fn rules(name: &str, parameters: Vec<Item>) -> Item {
    A(vec![t(name), U(1), A(parameters)])
}

/// Position of a game stored whole: its name, the names of Left's options and the names of Right's.
pub type Position<'a> = (&'a str, &'a str, &'a str);

/// Builds a game stored whole from a title, positions and ends (name and outcome). Spaces separate the options.
pub fn graph(title: &str, positions: &[Position<'_>], ends: &[(&str, u64)]) -> Game {
    let names: Vec<&str> = positions.iter().map(|(name, _, _)| *name).chain(ends.iter().map(|(name, _)| *name)).collect();
    let index = |name: &str| names.iter().position(|known| *known == name).unwrap_or_else(|| panic!("no position {name}"));
    let indices = |list: &str| list.split(' ').map(|name| index(name) as u64).collect::<Vec<_>>();
    let position = |(name, left, right): &Position<'_>| A(vec![t(name), column(&indices(left)), column(&indices(right))]);
    let stored = A(positions.iter().map(position).collect());
    let end = |(name, outcome): &(&str, u64)| A(vec![t(name), U(*outcome)]);
    let item = rules("graph", vec![t(title), t("Alice"), t("Bob"), U(0), stored, A(ends.iter().map(end).collect())]);
    let outcomes: Vec<u64> = ends.iter().map(|(_, outcome)| *outcome).collect();
    let lists: Vec<[Vec<u64>; 2]> = positions.iter().map(|(_, left, right)| [indices(left), indices(right)]).collect();
    let order = order(&lists);
    let class = |position: usize| order.iter().position(|stored| *stored == position).unwrap();
    let to = |index: &u64| match (*index as usize).checked_sub(positions.len()) {
        None => Class(class(*index as usize)),
        Some(end) if outcomes[end] == 2 => Drawn,
        Some(end) => Won(outcomes[end] as usize),
    };
    Game {
        item,
        names: order.iter().map(|position| format!("{:?}", positions[*position].0)).collect(),
        options: order.iter().map(|position| lists[*position].each_ref().map(|list| list.iter().map(to).collect())).collect(),
    }
}

/// Returns the positions in the order of their class numbers.
fn order(lists: &[[Vec<u64>; 2]]) -> Vec<usize> {
    let mut arcs = vec![0; lists.len()];
    let inner = |option: &u64| (*option as usize) < lists.len();
    for option in lists.iter().flatten().flatten().filter(|option| inner(option)) {
        arcs[*option as usize] += 1;
    }
    let mut queue: Vec<usize> = (0..lists.len()).filter(|position| arcs[*position] == 0).collect();
    let mut next = 0;
    while let Some(position) = queue.get(next).copied() {
        for option in lists[position].iter().flatten().filter(|option| inner(option)) {
            arcs[*option as usize] -= 1;
            if arcs[*option as usize] == 0 {
                queue.push(*option as usize);
            }
        }
        next += 1;
    }
    if queue.len() == lists.len() { queue } else { (0..lists.len()).collect() }
}

/// Builds Tug o' War.
pub fn tug(length: i64) -> Game {
    let class = |position: i64| (position + length - 1) as usize;
    let to = |position: i64| match position {
        _ if position == length => Won(0),
        _ if position == -length => Won(1),
        _ => Class(class(position)),
    };
    let positions = 1 - length..length;
    let options = |position: i64| vec![to(position - 1), to(position + 1)];
    Game {
        item: rules("tug", vec![U(length as u64)]),
        names: positions.clone().map(|position| position.to_string()).collect(),
        options: positions.map(|position| [options(position), options(position)]).collect(),
    }
}

/// Builds an ultimatum game.
pub fn ultimatum(degree: i64) -> Game {
    let class = |position: i64| Class((position + degree) as usize);
    let options = |position: i64| match position {
        0 => [class(degree), class(-degree)],
        1.. => [Won(0), class(position - 1)],
        _ => [class(position + 1), Won(1)],
    };
    Game {
        item: rules("ultimatum", vec![U(degree as u64)]),
        names: (-degree..=degree).map(|position| position.to_string()).collect(),
        options: (-degree..=degree).map(|position| options(position).map(|to| vec![to])).collect(),
    }
}

/// Builds the sudden death game A_n (player 0) or B_n (player 1).
pub fn sudden_death(player: usize, moves: usize) -> Game {
    let letter = ["A", "B"][player];
    let options = |class: usize| {
        let next = if class + 1 < moves { Class(class + 1) } else { Won(1 - player) };
        let won = Won(player);
        if player == 0 { [vec![won], vec![next]] } else { [vec![next], vec![won]] }
    };
    Game {
        item: rules("sudden-death", vec![U(player as u64), U(moves as u64)]),
        names: (0..moves).map(|class| format!("{letter}{}", moves - class)).collect(),
        options: (0..moves).map(options).collect(),
    }
}

/// Board of stones: 0 is empty, 1 is X, 2 is O.
type Board = Vec<u8>;

/// The three rule sets of stone-placing games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// The goal is a row of `row` stones. A stone may go on any empty cell.
    TicTacToe,
    /// The goal is a chain between two sides.
    Hex,
    /// The goal is a row of `row` stones. Stones are dropped into columns.
    Connect,
}

/// Builds a stone-placing game on a board of `width` times `height` cells. Hex ignores `row`.
pub fn placing(kind: Placing, width: usize, height: usize, row: usize) -> Game {
    let rule = Stones { kind, width, height, row };
    let [w, h, k] = [width, height, row].map(|number| U(number as u64));
    let item = match kind {
        Placing::TicTacToe => rules("tic-tac-toe", vec![w, h, k]),
        Placing::Hex => rules("hex", vec![w, h]),
        Placing::Connect => rules("connect", vec![w, h, k]),
    };
    let mut boards = vec![vec![0; width * height]];
    let mut numbers = HashMap::from([(boards[0].clone(), 0)]);
    let mut options: Vec<[Vec<To>; 2]> = Vec::new();
    while let Some(board) = boards.get(options.len()).cloned() {
        let mut both = [Vec::new(), Vec::new()];
        for (player, list) in both.iter_mut().enumerate() {
            for cell in rule.cells(&board) {
                let mut after = board.clone();
                after[cell] = player as u8 + 1;
                list.push(if rule.won(&after, player as u8 + 1) {
                    Won(player)
                } else if !after.contains(&0) {
                    Drawn
                } else {
                    let canonical = rule.canonical(&after);
                    let number = boards.len();
                    Class(*numbers.entry(canonical.clone()).or_insert_with(|| {
                        boards.push(canonical);
                        number
                    }))
                });
            }
        }
        options.push(both);
    }
    let text = |board: &Board| {
        let rows = board.chunks(width).map(|row| row.iter().map(|stone| ['.', 'X', 'O'][usize::from(*stone)]).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    };
    Game { item, names: boards.iter().map(text).collect(), options }
}

struct Stones {
    kind: Placing,
    width: usize,
    height: usize,
    row: usize,
}

impl Stones {
    /// Returns the cells on which a stone can be placed, in move order.
    fn cells(&self, board: &Board) -> Vec<usize> {
        match self.kind {
            Placing::Connect => {
                let lowest = |column: usize| (0..self.height).rev().map(|row| row * self.width + column).find(|cell| board[*cell] == 0);
                (0..self.width).filter_map(lowest).collect()
            }
            _ => (0..board.len()).filter(|cell| board[*cell] == 0).collect(),
        }
    }

    fn at(&self, board: &Board, column: i64, row: i64) -> Option<u8> {
        let inside = (0..self.width as i64).contains(&column) && (0..self.height as i64).contains(&row);
        inside.then(|| board[row as usize * self.width + column as usize])
    }

    fn won(&self, board: &Board, stone: u8) -> bool {
        let cells = (0..self.height as i64).flat_map(|row| (0..self.width as i64).map(move |column| (column, row)));
        if self.kind != Placing::Hex {
            let run = |(column, row): (i64, i64), (dc, dr): (i64, i64)| {
                (0..self.row as i64).all(|step| self.at(board, column + step * dc, row + step * dr) == Some(stone))
            };
            return cells.into_iter().any(|cell| [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|direction| run(cell, direction)));
        }
        let (start, goal): (Vec<_>, Vec<_>) = match stone {
            1 => (cells.clone().filter(|cell| cell.0 == 0).collect(), cells.filter(|cell| cell.0 == self.width as i64 - 1).collect()),
            _ => (cells.clone().filter(|cell| cell.1 == 0).collect(), cells.filter(|cell| cell.1 == self.height as i64 - 1).collect()),
        };
        let own = |(column, row): (i64, i64)| self.at(board, column, row) == Some(stone);
        let mut chain: Vec<(i64, i64)> = start.into_iter().filter(|cell| own(*cell)).collect();
        let mut next = 0;
        while let Some((column, row)) = chain.get(next).copied() {
            for (dc, dr) in [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)] {
                let cell = (column + dc, row + dr);
                if own(cell) && !chain.contains(&cell) {
                    chain.push(cell);
                }
            }
            next += 1;
        }
        goal.iter().any(|cell| chain.contains(cell))
    }

    /// Returns the board with the least code among all symmetric images.
    fn canonical(&self, board: &Board) -> Board {
        let (w, h) = (self.width, self.height);
        let image = |map: &dyn Fn(usize, usize) -> (usize, usize)| {
            let mut image = vec![0; board.len()];
            for row in 0..h {
                for column in 0..w {
                    let (c, r) = map(column, row);
                    image[r * w + c] = board[row * w + column];
                }
            }
            image
        };
        let mut images = vec![board.clone()];
        match self.kind {
            Placing::Connect => images.push(image(&|c, r| (w - 1 - c, r))),
            Placing::Hex => images.push(image(&|c, r| (w - 1 - c, h - 1 - r))),
            Placing::TicTacToe => {
                for mirrors in 1..8 {
                    if mirrors < 4 || w == h {
                        images.push(image(&|c, r| {
                            let c = if mirrors & 1 == 1 { w - 1 - c } else { c };
                            let r = if mirrors & 2 == 2 { h - 1 - r } else { r };
                            if mirrors & 4 == 4 { (r, c) } else { (c, r) }
                        }));
                    }
                }
            }
        }
        // Cell 0 is the least significant digit.
        images.into_iter().min_by_key(|image| image.iter().rev().copied().collect::<Vec<_>>()).unwrap()
    }
}

/// Returns the item of a bidding chess game.
pub fn bidding_chess(width: usize, height: usize, material: &str) -> Item {
    rules("bidding-chess", vec![U(width as u64), U(height as u64), T(material.to_owned())])
}
