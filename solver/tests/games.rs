//! Games: values at the start, numbering by the specification's words, texts.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::bidding::richman;
use gamecert_solver::games::{self, Argument, Found, Game, Player};
use gamecert_solver::model::graph::{End, GameGraph};

fn game(text: &str) -> Box<dyn Game> {
    match games::parse(text) {
        Ok(Argument::Game(game)) => game,
        Ok(_) => panic!("{text} is not solved here"),
        Err(error) => panic!("{error}"),
    }
}

/// alpha and beta at the start.
fn values(game: &dyn Game) -> String {
    let stop = AtomicBool::new(false);
    let solution = richman::solve(&game.graph().option_graph(), Control::new("", &Silent, &stop)).unwrap();
    let value = solution.boundary_value(game.start());
    format!("{} {}", value.alpha, value.beta)
}

#[test]
fn values_at_the_start() {
    let table = [
        // Payne and Develin, section 6: R = 133/256.
        ("tic-tac-toe", "123/256 133/256"),
        ("tic-tac-toe:3x3x3", "123/256 133/256"),
        ("tic-tac-toe:2x2x2", "1/2 1/2"),
        ("hex:3x4", "2587/4096 2587/4096"),
        ("hex:4x3", "1509/4096 1509/4096"),
        ("hex:3x3", "1/2 1/2"),
        ("hex:1x2", "3/4 3/4"),
        ("connect:4x4x4", "787/2048 1261/2048"),
        // Section 4: both families are symmetric.
        ("tug:1", "1/2 1/2"),
        ("tug:7", "1/2 1/2"),
        ("ultimatum:1", "1/2 1/2"),
        ("ultimatum:9", "1/2 1/2"),
        // Examples 5.2: R(A_n) = 2^-n.
        ("sudden-death:A1", "1/2 1/2"),
        ("sudden-death:A3", "7/8 7/8"),
        ("sudden-death:B3", "1/8 1/8"),
        ("wedge:A,B", "1/2 1/2"),
        ("wedge:A,B2", "5/8 5/8"),
        ("wedge:A2,B3", "7/16 7/16"),
        ("wedge:(A,E),B3", "7/16 7/16"),
    ];
    for (text, expected) in table {
        assert_eq!(values(&*game(text)), expected, "{text}");
    }
}

/// A board as the specification has it: cells in order, 0 empty, 1 X, 2 O.
type Cells = Vec<u8>;

/// The rules of placing stones word by word.
struct Slow {
    kind: &'static str,
    width: usize,
    height: usize,
    row: usize,
}

impl Slow {
    fn code(cells: &Cells) -> u64 {
        cells.iter().rev().fold(0, |code, &digit| 3 * code + u64::from(digit))
    }

    fn cell(&self, column: usize, row: usize) -> usize {
        row * self.width + column
    }

    fn images(&self, cells: &Cells) -> Vec<Cells> {
        let (w, h) = (self.width, self.height);
        let mirrored = |columns: bool, rows: bool, exchanged: bool| {
            let mut image = vec![0; cells.len()];
            for column in 0..w {
                for row in 0..h {
                    let c = if columns { w - 1 - column } else { column };
                    let r = if rows { h - 1 - row } else { row };
                    let (c, r) = if exchanged { (r, c) } else { (c, r) };
                    image[self.cell(c, r)] = cells[self.cell(column, row)];
                }
            }
            image
        };
        let mut images = vec![mirrored(false, false, false)];
        match self.kind {
            "hex" => images.push(mirrored(true, true, false)),
            "connect" => images.push(mirrored(true, false, false)),
            _ => {
                for exchanged in [false, true].into_iter().filter(|&exchanged| !exchanged || w == h) {
                    images.extend([(false, false), (true, false), (false, true), (true, true)].map(|(c, r)| mirrored(c, r, exchanged)));
                }
            }
        }
        images
    }

    fn canonical(&self, cells: &Cells) -> Cells {
        self.images(cells).into_iter().min_by_key(Self::code).unwrap()
    }

    fn moves(&self, cells: &Cells) -> Vec<usize> {
        match self.kind {
            "connect" => {
                let lowest = |column| (0..self.height).rev().map(|row| self.cell(column, row)).find(|&cell| cells[cell] == 0);
                (0..self.width).filter_map(lowest).collect()
            }
            _ => (0..cells.len()).filter(|&cell| cells[cell] == 0).collect(),
        }
    }

    fn has_won(&self, cells: &Cells, stone: u8) -> bool {
        let (w, h) = (i64::try_from(self.width).unwrap(), i64::try_from(self.height).unwrap());
        let at = |c: i64, r: i64| {
            let inside = (0..w).contains(&c) && (0..h).contains(&r);
            inside && cells[usize::try_from(r * w + c).unwrap()] == stone
        };
        let all = (0..w).flat_map(|c| (0..h).map(move |r| (c, r)));
        if self.kind != "hex" {
            let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
            let length = i64::try_from(self.row).unwrap();
            return all.clone().any(|(c, r)| steps.iter().any(|(dc, dr)| (0..length).all(|i| at(c + i * dc, r + i * dr))));
        }
        let mut reached: Vec<(i64, i64)> = all.filter(|&(c, r)| at(c, r) && if stone == 1 { c == 0 } else { r == 0 }).collect();
        let mut next = 0;
        while let Some(&(c, r)) = reached.get(next) {
            next += 1;
            for (dc, dr) in [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)] {
                let neighbour = (c + dc, r + dr);
                if at(neighbour.0, neighbour.1) && !reached.contains(&neighbour) {
                    reached.push(neighbour);
                }
            }
        }
        reached.iter().any(|&(c, r)| if stone == 1 { c == w - 1 } else { r == h - 1 })
    }

    fn text(&self, cells: &Cells) -> String {
        let rows: Vec<String> =
            cells.chunks(self.width).map(|row| row.iter().map(|&d| ['.', 'X', 'O'][usize::from(d)]).collect()).collect();
        rows.join("/")
    }

    /// The canonical boards by class, and both players' options: classes, or -1 - end.
    fn search(&self) -> (Vec<Cells>, [Vec<Vec<i64>>; 2]) {
        let mut boards = vec![vec![0; self.width * self.height]];
        let mut number: HashMap<Cells, i64> = HashMap::from([(boards[0].clone(), 0)]);
        let mut options = [vec![], vec![]];
        let mut class = 0;
        while let Some(board) = boards.get(class).cloned() {
            class += 1;
            for stone in [1, 2] {
                let mut list = Vec::new();
                for cell in self.moves(&board) {
                    let mut after = board.clone();
                    after[cell] = stone;
                    list.push(if self.has_won(&after, stone) {
                        -i64::from(stone)
                    } else if after.iter().all(|&digit| digit != 0) {
                        -3
                    } else {
                        let canonical = self.canonical(&after);
                        *number.entry(canonical.clone()).or_insert_with(|| {
                            boards.push(canonical);
                            i64::try_from(boards.len()).unwrap() - 1
                        })
                    });
                }
                options[usize::from(stone) - 1].push(list);
            }
        }
        (boards, options)
    }
}

fn end_of(code: i64) -> End {
    End::ALL[usize::try_from(-1 - code).unwrap()]
}

#[test]
fn boards_are_numbered_by_search() {
    let table = [
        ("tic-tac-toe", 3, 3, 3),
        ("tic-tac-toe", 2, 2, 2),
        ("tic-tac-toe", 4, 2, 3),
        ("tic-tac-toe", 2, 4, 2),
        ("tic-tac-toe", 1, 2, 2),
        ("tic-tac-toe", 5, 1, 4),
        ("tic-tac-toe", 4, 3, 4),
        ("hex", 1, 2, 0),
        ("hex", 2, 1, 0),
        ("hex", 5, 1, 0),
        ("hex", 1, 5, 0),
        ("hex", 2, 3, 0),
        ("hex", 3, 3, 0),
        ("hex", 4, 2, 0),
        ("connect", 3, 3, 3),
        ("connect", 4, 3, 3),
        ("connect", 3, 4, 4),
        ("connect", 1, 4, 3),
        ("connect", 5, 2, 4),
    ];
    for (kind, width, height, row) in table {
        let slow = Slow { kind, width, height, row };
        let text = if row == 0 { format!("{kind}:{width}x{height}") } else { format!("{kind}:{width}x{height}x{row}") };
        let game = game(&text);
        let GameGraph { left, right } = game.graph();
        let (boards, options) = slow.search();
        assert_eq!((left.len(), right.len()), (boards.len(), boards.len()), "{text}");
        let (positions, of_all) = game.estimate();
        assert!(boards.len() as u64 <= positions && (left.places().len() + right.places().len()) as u64 <= of_all, "{text}");
        let places = u32::try_from(boards.len()).unwrap();
        for (class, board) in boards.iter().enumerate() {
            assert_eq!(game.position(class), slow.text(board), "{text}");
            for image in slow.images(board) {
                assert_eq!(game.find(&slow.text(&image)), Ok(Found::Position(class)), "{text}");
            }
            for (player, lists) in Player::BOTH.into_iter().zip([&left, &right]) {
                let expected = &options[player as usize][class];
                let place = |&option: &i64| u32::try_from(option).unwrap_or_else(|_| end_of(option).place(places));
                assert_eq!(lists.get(class), expected.iter().map(place).collect::<Vec<_>>(), "{text} class {class}");
                for (index, &option) in expected.iter().enumerate() {
                    let found = usize::try_from(option).map_or_else(|_| Found::End(end_of(option)), Found::Position);
                    assert_eq!(game.find(&game.after(class, player, index)), Ok(found), "{text} class {class}");
                }
            }
        }
    }
}
