//! Implements the rules of placing stones (`spec/rules/placing.md`) literally and slowly.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::HashMap;

/// Board in the form of the specification: the cells in order, with 0 for empty, 1 for X and 2 for O.
pub type Cells = Vec<u8>;

/// Game of placing stones, with a slow implementation that follows the rules word for word.
pub struct Slow {
    pub kind: &'static str,
    pub width: usize,
    pub height: usize,
    pub row: usize,
}

impl Slow {
    fn code(cells: &Cells) -> u64 {
        cells.iter().rev().fold(0, |code, &digit| 3 * code + u64::from(digit))
    }

    fn cell(&self, column: usize, row: usize) -> usize {
        row * self.width + column
    }

    pub fn images(&self, cells: &Cells) -> Vec<Cells> {
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

    pub fn canonical(&self, cells: &Cells) -> Cells {
        self.images(cells).into_iter().min_by_key(Self::code).unwrap()
    }

    pub fn moves(&self, cells: &Cells) -> Vec<usize> {
        match self.kind {
            "connect" => {
                let lowest = |column| (0..self.height).rev().map(|row| self.cell(column, row)).find(|&cell| cells[cell] == 0);
                (0..self.width).filter_map(lowest).collect()
            }
            _ => (0..cells.len()).filter(|&cell| cells[cell] == 0).collect(),
        }
    }

    pub fn has_won(&self, cells: &Cells, stone: u8) -> bool {
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

    pub fn text(&self, cells: &Cells) -> String {
        let rows: Vec<String> =
            cells.chunks(self.width).map(|row| row.iter().map(|&d| ['.', 'X', 'O'][usize::from(d)]).collect()).collect();
        rows.join("/")
    }

    /// Finds all reachable positions, and treats symmetric positions as one. Returns one board for each class of
    /// symmetric positions, and the moves of both players on each board. A move is stored as the index of the board
    /// that it leads to. If the move ends the game, the number is -1 if X has won, -2 if O has won, and -3 for a draw.
    pub fn search(&self) -> (Vec<Cells>, [Vec<Vec<i64>>; 2]) {
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
