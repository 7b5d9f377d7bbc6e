//! Tests how many classes of symmetric boards a game has, and the options of each class. The expected values come from
//! hand-made tables and from a second implementation of the rules, which works cell by cell.

use super::board::{Board, Size, last};
use super::places::Places;
use super::play::{Goal, chain};
use crate::bidding::game::{Choice, Game, NumberingError};
use crate::core::game::Colour;
use crate::testing::{A, Item, T, U, column, options, read_numbered};
use std::collections::{BTreeMap, BTreeSet};

fn game(rules: &str, parameters: &[u64]) -> Box<dyn Game> {
    read_numbered(rules, &column(parameters)).unwrap()
}

#[test]
fn numbers_of_classes_and_placements() {
    let table: [(&str, &[u64], u32, u64); 12] = [
        // These rows are the table in section 4 of `spec/rules/placing.md`.
        ("tic-tac-toe", &[3, 3, 3], 1_582, 11_093),
        ("hex", &[3, 3], 5_933, 11_741),
        ("hex", &[3, 4], 163_749, 327_135),
        ("connect", &[4, 4, 4], 248_703, 497_213),
        // The classes are the empty board, X beside an empty cell, and O beside an empty cell. Each of the two classes
        // with a stone has two images.
        ("tic-tac-toe", &[2, 1, 2], 3, 5),
        ("tic-tac-toe", &[1, 2, 2], 3, 5),
        ("connect", &[2, 1, 2], 3, 5),
        // The board has one column, whose lower cell must be filled first.
        ("connect", &[1, 2, 2], 3, 3),
        // Both edges of one player are the same row or column, so this player wins with any stone.
        ("hex", &[2, 1], 2, 3),
        ("hex", &[1, 2], 2, 3),
        ("hex", &[1, 3], 5, 7),
        ("hex", &[2, 2], 21, 39),
    ];
    for (rules, parameters, classes, placements) in table {
        let game = game(rules, parameters);
        let positions = game.positions(classes).ok().unwrap();
        assert_eq!((positions.classes(), positions.placements()), (classes, placements), "{rules} {parameters:?}");
        assert_eq!(positions.start(), Some(0));
        assert_eq!(game.positions(classes - 1).err(), Some(NumberingError::OverLimit), "{rules} {parameters:?}");
        assert_eq!(game.positions(0).err(), Some(NumberingError::OverLimit), "{rules} {parameters:?}");
        assert_eq!((game.numbering_bytes(), game.cited()), (0, vec![]));
    }
    // On the largest boards, the search stops at the limit on the number of classes.
    for (rules, parameters) in [("hex", &[6, 5][..]), ("tic-tac-toe", &[1, 30, 30]), ("tic-tac-toe", &[5, 5, 5]), ("connect", &[30, 1, 2])]
    {
        assert_eq!(game(rules, parameters).positions(10_000).err(), Some(NumberingError::OverLimit), "{rules} {parameters:?}");
    }
}

#[test]
fn steps_of_the_page() {
    for (rules, parameters, steps) in [("tic-tac-toe", &[3, 3, 3][..], 108), ("hex", &[3, 2], 72), ("connect", &[4, 2, 2], 96)] {
        assert_eq!(game(rules, parameters).search_steps(), steps, "{rules}");
    }
}

#[test]
fn parameters_refused() {
    let rows = |rules: &'static str| {
        [
            ("No columns", rules, column(&[0, 3, 2]), "size"),
            ("No rows", rules, column(&[3, 0, 2]), "size"),
            ("31 cells", rules, column(&[31, 1, 2]), "size"),
            ("32 cells", rules, column(&[4, 8, 2]), "size"),
            ("2^63 columns, 2 rows", rules, column(&[1 << 63, 2, 2]), "size"),
            ("A row of 1", rules, column(&[3, 3, 1]), "size"),
            ("A row longer than both sides", rules, column(&[3, 4, 5]), "size"),
            ("A row of 2^32 + 2", rules, column(&[3, 4, (1 << 32) + 2]), "size"),
            ("A single cell", rules, column(&[1, 1, 2]), "size"),
            ("No row", rules, column(&[3, 3]), "type"),
            ("Text for a number", rules, A(vec![U(3), U(3), T("3")]), "type"),
        ]
    };
    let hex = [
        ("No columns", "hex", column(&[0, 3]), "size"),
        ("No rows", "hex", column(&[3, 0]), "size"),
        ("A single cell", "hex", column(&[1, 1]), "size"),
        ("31 cells", "hex", column(&[1, 31]), "size"),
        ("2^63 columns, 2 rows", "hex", column(&[1 << 63, 2]), "size"),
        ("A third parameter", "hex", column(&[3, 3, 3]), "type"),
    ];
    let table: Vec<(&str, &str, Item, &str)> = [rows("tic-tac-toe").to_vec(), rows("connect").to_vec(), hex.to_vec()].concat();
    for (title, rules, parameters, clause) in table {
        let group = if clause == "type" { "cbor" } else { rules };
        let refusal = read_numbered(rules, &parameters).err();
        assert_eq!(refusal.map(|refusal| refusal.code()), Some(format!("{group}/{clause}")), "{rules}: {title}");
    }
    for (rules, parameters) in [("tic-tac-toe", &[30, 1, 30][..]), ("connect", &[5, 6, 2]), ("hex", &[1, 30]), ("hex", &[6, 5])] {
        assert!(read_numbered(rules, &column(parameters)).is_ok(), "{rules} {parameters:?}");
    }
}

#[test]
fn games_in_words() {
    let table: [(&str, &[u64], &str); 3] = [
        ("tic-tac-toe", &[3, 3, 3], "tic-tac-toe version 1, board 3x3, row 3"),
        ("hex", &[3, 4], "hex version 1, board 3x4"),
        ("connect", &[4, 4, 4], "connect version 1, board 4x4, row 4"),
    ];
    for (rules, parameters, words) in table {
        assert_eq!(game(rules, parameters).description().to_string(), words);
    }
    let size = Size::new(3, 3).unwrap();
    let cell = |column, row| size.at(column, row).unwrap();
    let board = Board::EMPTY.with(Colour::White, cell(0, 0)).with(Colour::Black, cell(1, 0)).with(Colour::White, cell(1, 1));
    assert_eq!(board.text(size), "XO./.X./...");
}

#[test]
fn options_by_hand() {
    // The last cell is the most significant digit of a board, so canonical boards have their stones in the first cells.
    let table: [(&str, &[u64], &[&str]); 5] = [
        ("tic-tac-toe", &[2, 1, 2], &["..: X. X. | O. O.", "X.: L | D", "O.: D | R"]),
        ("connect", &[1, 2, 2], &["./.: ./X | ./O", "./X: L | D", "./O: D | R"]),
        // On the 2x1 board, Left needs both cells and Right needs only one. On the 1x2 board, Right needs both cells
        // and Left needs only one.
        ("hex", &[2, 1], &["..: X. X. | R R", "X.: L | R"]),
        ("hex", &[1, 2], &["./.: L L | O/. O/.", "O/.: L | R"]),
        (
            "hex",
            &[1, 3],
            &["././.: L L L | O/./. ./O/. O/./.", "O/./.: L L | O/O/. O/./O", "./O/.: L L | O/O/. O/O/.", "O/O/.: L | R", "O/./O: L | R"],
        ),
    ];
    for (rules, parameters, expected) in table {
        assert_eq!(options(game(rules, parameters).positions(u32::MAX).ok().unwrap().as_ref()), expected, "{rules} {parameters:?}");
    }
}

/// A second implementation of the rules, written only from `spec/rules/placing.md`. In this implementation, a board is
/// a list of cells.
#[derive(Clone, Copy)]
struct Letters {
    rules: &'static str,
    width: i32,
    height: i32,
    row: i32,
}

type Cells = Vec<u8>;

impl Letters {
    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let on_board = (0..self.width).contains(&column) && (0..self.height).contains(&row);
        on_board.then(|| usize::try_from(row * self.width + column).unwrap())
    }

    fn places(&self) -> Vec<(i32, i32)> {
        (0..self.height).flat_map(|row| (0..self.width).map(move |column| (column, row))).collect()
    }

    fn moves(&self, board: &Cells) -> Vec<usize> {
        if self.rules != "connect" {
            return (0..board.len()).filter(|cell| board[*cell] == 0).collect();
        }
        let lowest = |column| (0..self.height).rev().filter_map(|row| self.at(column, row)).find(|cell| board[*cell] == 0);
        (0..self.width).filter_map(lowest).collect()
    }

    fn won(&self, board: &Cells, stone: u8) -> bool {
        let has = |column, row| self.at(column, row).is_some_and(|cell| board[cell] == stone);
        if self.rules != "hex" {
            return self.places().into_iter().any(|(column, row)| {
                [(1, 0), (0, 1), (1, 1), (-1, 1)].iter().any(|(right, down)| (0..self.row).all(|i| has(column + i * right, row + i * down)))
            });
        }
        let mut chain: BTreeSet<(i32, i32)> =
            self.places().into_iter().filter(|(c, r)| has(*c, *r) && (if stone == 1 { *c } else { *r }) == 0).collect();
        loop {
            let near = |(c, r): &(i32, i32)| [(c - 1, *r), (c + 1, *r), (*c, r - 1), (*c, r + 1), (c + 1, r - 1), (c - 1, r + 1)];
            let more: BTreeSet<(i32, i32)> = chain.iter().flat_map(near).filter(|(c, r)| has(*c, *r)).collect();
            let before = chain.len();
            chain.extend(more);
            if chain.len() == before {
                break;
            }
        }
        chain.iter().any(|(c, r)| if stone == 1 { *c == self.width - 1 } else { *r == self.height - 1 })
    }

    /// Returns the board after a move, or the letter of the result if play is over.
    fn after(&self, board: &Cells, cell: usize, stone: u8) -> Result<Cells, char> {
        let mut board = board.clone();
        board[cell] = stone;
        if self.won(&board, stone) {
            return Err(if stone == 1 { 'L' } else { 'R' });
        }
        if board.iter().all(|cell| *cell != 0) { Err('D') } else { Ok(board) }
    }

    /// Returns every reachable board on which play goes on, and every reachable board on which play is over.
    fn reachable(&self) -> (Vec<Cells>, BTreeSet<Cells>) {
        let empty = vec![0; self.places().len()];
        let mut seen = BTreeSet::from([empty.clone()]);
        let (mut todo, mut over) = (vec![empty], BTreeSet::new());
        while let Some(board) = todo.pop() {
            for stone in [1, 2] {
                for cell in self.moves(&board) {
                    match self.after(&board, cell, stone) {
                        Ok(next) => {
                            if seen.insert(next.clone()) {
                                todo.push(next);
                            }
                        }
                        Err(_) => {
                            let mut end = board.clone();
                            end[cell] = stone;
                            over.insert(end);
                        }
                    }
                }
            }
        }
        (seen.into_iter().collect(), over)
    }

    /// Returns the symmetries of section 3 of `spec/rules/placing.md`. A symmetry is represented by a list of the
    /// images of all cells.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let mut maps = BTreeSet::new();
        for index in 0..8 {
            let (columns, rows, exchange) = (index & 1 != 0, index & 2 != 0, index & 4 != 0);
            let known = match self.rules {
                "tic-tac-toe" => !exchange || self.width == self.height,
                "hex" => columns == rows && !exchange,
                _ => !rows && !exchange,
            };
            if known {
                let image = |(c, r): (i32, i32)| {
                    let (c, r) = (if columns { self.width - 1 - c } else { c }, if rows { self.height - 1 - r } else { r });
                    if exchange { self.at(r, c).unwrap() } else { self.at(c, r).unwrap() }
                };
                maps.insert(self.places().into_iter().map(image).collect::<Vec<_>>());
            }
        }
        maps.into_iter().collect()
    }

    fn canonical(&self, symmetries: &[Vec<usize>], board: &Cells) -> Cells {
        let code = |board: &Cells| board.iter().rev().fold(0_u64, |code, cell| code * 3 + u64::from(*cell));
        symmetries.iter().map(|map| image(board, map)).min_by_key(code).unwrap()
    }

    fn text(&self, board: &Cells) -> String {
        let letters: Vec<String> = board
            .chunks(usize::try_from(self.width).unwrap())
            .map(|row| row.iter().map(|cell| ['.', 'X', 'O'][usize::from(*cell)]).collect())
            .collect();
        letters.join("/")
    }
}

fn image(board: &Cells, map: &[usize]) -> Cells {
    let mut image = vec![0; board.len()];
    for (cell, to) in map.iter().enumerate() {
        image[*to] = board[cell];
    }
    image
}

const SMALL: [(&str, &[u64]); 13] = [
    ("tic-tac-toe", &[3, 3, 3]),
    ("tic-tac-toe", &[3, 3, 2]),
    ("tic-tac-toe", &[2, 3, 2]),
    ("tic-tac-toe", &[4, 2, 3]),
    ("tic-tac-toe", &[1, 5, 3]),
    ("connect", &[3, 3, 3]),
    ("connect", &[4, 3, 3]),
    ("connect", &[2, 5, 3]),
    ("connect", &[5, 2, 2]),
    ("hex", &[3, 3]),
    ("hex", &[2, 4]),
    ("hex", &[4, 2]),
    ("hex", &[6, 1]),
];

fn letters(rules: &'static str, parameters: &[u64]) -> Letters {
    let number = |index: usize| i32::try_from(*parameters.get(index).unwrap_or(&0)).unwrap();
    Letters { rules, width: number(0), height: number(1), row: number(2) }
}

#[test]
fn numbering_and_options_are_those_of_the_page() {
    for (rules, parameters) in SMALL {
        let letters = letters(rules, parameters);
        let symmetries = letters.symmetries();
        // The numbering follows section 3 of `spec/rules/placing.md` word by word.
        let empty = vec![0; letters.places().len()];
        let mut boards = vec![empty.clone()];
        let mut numbers = BTreeMap::from([(empty, 0)]);
        let mut lines = Vec::new();
        let mut next = 0;
        while let Some(board) = boards.get(next).cloned() {
            let mut lists = [Vec::new(), Vec::new()];
            for (list, stone) in lists.iter_mut().zip([1, 2]) {
                for cell in letters.moves(&board) {
                    list.push(match letters.after(&board, cell, stone) {
                        Ok(after) => {
                            let canonical = letters.canonical(&symmetries, &after);
                            if !numbers.contains_key(&canonical) {
                                numbers.insert(canonical.clone(), boards.len());
                                boards.push(canonical.clone());
                            }
                            assert!(numbers[&canonical] > next);
                            letters.text(&canonical)
                        }
                        Err(end) => end.to_string(),
                    });
                }
            }
            lines.push(format!("{}: {} | {}", letters.text(&board), lists[0].join(" "), lists[1].join(" ")));
            next += 1;
        }
        let game = game(rules, parameters);
        // If the limit is the exact number of classes, some games use tables of numbers instead of an array.
        let exactly = game.positions(u32::try_from(lines.len()).unwrap()).ok().unwrap();
        assert_eq!(options(exactly.as_ref()), lines, "{rules} {parameters:?}");
        let positions = game.positions(u32::MAX).ok().unwrap();
        assert_eq!(options(positions.as_ref()), lines, "{rules} {parameters:?}");
        assert_eq!(positions.placements(), u64::try_from(letters.reachable().0.len()).unwrap(), "{rules} {parameters:?}");
    }
}

#[test]
fn symmetries_take_options_to_options() {
    for (rules, parameters) in SMALL {
        let letters = letters(rules, parameters);
        for map in letters.symmetries() {
            for board in letters.reachable().0 {
                let mirrored = image(&board, &map);
                for stone in [1, 2] {
                    let ends =
                        |board: &Cells| letters.moves(board).into_iter().map(|cell| letters.after(board, cell, stone)).collect::<Vec<_>>();
                    let mut images: Vec<_> = ends(&board).into_iter().map(|after| after.map(|board| image(&board, &map))).collect();
                    let mut options = ends(&mirrored);
                    images.sort_unstable();
                    options.sort_unstable();
                    assert_eq!(options, images, "{rules} {parameters:?} {}", letters.text(&board));
                }
            }
        }
    }
}

#[test]
fn every_option_has_a_greater_number() {
    for (rules, parameters) in SMALL.into_iter().chain([("hex", &[3, 4][..]), ("connect", &[4, 4, 4])]) {
        let game = game(rules, parameters);
        let positions = game.positions(u32::MAX).ok().unwrap();
        let moves = positions.moves().unwrap();
        let (mut white, mut black) = (vec![], vec![]);
        for class in 0..positions.classes() {
            moves.options(class, &mut white, &mut black).unwrap();
            assert!(!white.is_empty() && white.len() == black.len());
            for choice in white.iter().chain(&black) {
                assert!(!matches!(choice, Choice::Class(option) if *option <= class), "{rules} {parameters:?} {class}");
                assert!(rules != "hex" || *choice != Choice::Drawn);
            }
        }
        assert_eq!(moves.options(positions.classes(), &mut white, &mut black), None);
        assert_eq!(positions.position(positions.classes()), "");
    }
}

/// If the boards on which play is over are counted too, tic-tac-toe has 2,694 classes of symmetric boards, and 4x4x4
/// connect has 379,423. Both numbers are known from other sources. The test counts only the classes of tic-tac-toe.
#[test]
fn classes_with_the_ends() {
    let letters = letters("tic-tac-toe", &[3, 3, 3]);
    let symmetries = letters.symmetries();
    let (boards, over) = letters.reachable();
    let classes: BTreeSet<Cells> = boards.iter().chain(&over).map(|board| letters.canonical(&symmetries, board)).collect();
    assert_eq!(classes.len(), 2_694);
}

#[test]
fn rows_of_cells() {
    // Each entry has the board's width and height, the length of a winning row, and the expected rows in the order of
    // their first cells. The digit 1 marks a cell in the row.
    type Rows<'a> = (u64, u64, u64, &'a [&'a str]);
    let table: [Rows<'_>; 3] = [
        (
            3,
            3,
            3,
            &["111/000/000", "100/100/100", "100/010/001", "010/010/010", "001/001/001", "000/111/000", "000/000/111", "001/010/100"],
        ),
        (3, 1, 2, &["110", "011"]),
        (2, 2, 3, &[]),
    ];
    for (width, height, length, expected) in table {
        let size = Size::new(width, height).unwrap();
        let Goal::Row(rows) = Goal::rows(size, length) else { panic!("no rows") };
        let line = |row: u64, cells: &[u64]| cells.iter().map(|cell| if row & cell == 0 { '0' } else { '1' }).collect::<String>();
        let cells: Vec<u64> = size.cells().collect();
        let text = |row: &u64| cells.chunks(usize::try_from(width).unwrap()).map(|cells| line(*row, cells)).collect::<Vec<_>>().join("/");
        assert_eq!(rows.iter().map(text).collect::<Vec<_>>(), expected, "{width}x{height} {length}");
    }
}

#[test]
fn stones_in_chains() {
    // On a 3x2 board, the middle cell of the upper row has all other cells as neighbours except the last cell of the
    // lower row. The last cell of the upper row is a neighbour of the last cell of the lower row.
    let size = Size::new(3, 2).unwrap();
    let columns = [0, 2].map(|correct| size.set(|column, _| column == correct));
    let cell = |column, row| size.at(column, row).unwrap();
    let middle = cell(1, 0);
    for (column, row, near) in [(0, 0, true), (2, 0, true), (0, 1, true), (1, 1, true), (2, 1, false)] {
        let one = cell(column, row);
        assert_eq!(chain(size, columns, size.all(), one) & middle, middle);
        assert_eq!(chain(size, columns, one | middle, one), if near { one | middle } else { one }, "{column} {row}");
        assert_eq!(chain(size, columns, one | middle, middle) & one != 0, near, "{column} {row}");
    }
    // No chain goes from the end of a row to the beginning of the next row.
    assert_eq!(chain(size, columns, cell(2, 0) | cell(0, 1), cell(0, 1)), cell(0, 1));
    assert_eq!(chain(size, columns, cell(2, 0) | cell(2, 1), cell(2, 1)), cell(2, 0) | cell(2, 1));
    assert_eq!((last(0), last(size.all())), (None, Some(cell(2, 1))));
    assert_eq!(Size::new(6, 5).unwrap().all(), 0x0555_5555_5555_5555);
}

/// Compares the indices of all boards with a sorted list of boards. Of two halves of a board, the half with more stones
/// comes later. If both halves have equally many stones, the half with the greater number comes later.
#[test]
fn places_of_boards() {
    for cells in 1..=9 {
        let places = Places::new(cells);
        let digits = |code: u32| (0..cells).map(|cell| code / 3_u32.pow(cell) % 3).collect::<Vec<u32>>();
        let mut codes: Vec<u32> = (0..3_u32.pow(cells)).collect();
        codes.sort_by_cached_key(|code| {
            let digits = digits(*code);
            let (lower, upper) = digits.split_at(digits.len() / 2);
            let key = |half: &[u32]| (half.iter().filter(|digit| **digit != 0).count(), half.iter().rev().copied().collect::<Vec<u32>>());
            (key(lower), key(upper))
        });
        for (place, code) in codes.into_iter().enumerate() {
            let stones = digits(code).into_iter().zip((0..cells).map(|cell| 1 << (2 * cell)));
            let board = stones.fold(Board::EMPTY, |board, (digit, cell)| match digit {
                0 => board,
                1 => board.with(Colour::White, cell),
                _ => board.with(Colour::Black, cell),
            });
            assert_eq!(places.of(board), Some(place), "{cells} cells, {code}");
        }
        assert_eq!(places.of(Board::EMPTY.with(Colour::White, 1 << (2 * cells))), None, "{cells}");
    }
}

/// Compares `chain` with a search from neighbour to neighbour, for all sets of stones on small boards.
#[test]
fn stones_connected_with_some() {
    for (width, height) in [(3, 3), (4, 2), (2, 4)] {
        let size = Size::new(width, height).unwrap();
        let columns = [0, size.width - 1].map(|correct| size.set(|column, _| column == correct));
        let cells: Vec<u64> = size.cells().collect();
        let neighbours: Vec<u64> = size
            .places()
            .map(|(c, r)| {
                let near = [(c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1), (c + 1, r - 1), (c - 1, r + 1)];
                size.set(|column, row| near.contains(&(column, row)))
            })
            .collect();
        let set = |bits: u32| (0..).zip(&cells).filter(|(place, _)| bits >> place & 1 == 1).map(|(_, cell)| cell).sum::<u64>();
        for bits in 0..1_u32 << cells.len() {
            for some_bits in (0..=bits).filter(|some_bits| some_bits & !bits == 0) {
                let (stones, some) = (set(bits), set(some_bits));
                let mut connected = some;
                while let Some((cell, _)) =
                    cells.iter().zip(&neighbours).find(|(cell, near)| **cell & stones & !connected != 0 && **near & connected != 0)
                {
                    connected |= cell;
                }
                assert_eq!(chain(size, columns, stones, some), connected, "{width}x{height} {bits:b} {some_bits:b}");
            }
        }
    }
}
