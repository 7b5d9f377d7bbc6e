//! Chess: access to the checker's rules, and generators of random positions as text.

use gamecert_checker::inspect::HelpmateGame;
use gamecert_checker::{Colour, Place};

use crate::losing::Random;

/// Start position, the first four fields of FEN.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Calls `look` with the checker's rules and returns its result.
pub fn with_checkers_rules<T>(look: impl FnOnce(&dyn HelpmateGame) -> T) -> T {
    gamecert_checker::inspect::chess(look)
}

/// Board under construction: the letter of the unit on each square, a1 first.
struct Board([Option<char>; 64]);

impl Board {
    fn empty() -> Self {
        Self([None; 64])
    }

    fn free(&self, square: usize) -> bool {
        self.0[square].is_none()
    }

    /// Puts a unit on a free square of `squares`, if it finds one.
    fn put(&mut self, random: &mut Random, letter: char, squares: std::ops::Range<usize>) {
        for _ in 0..20 {
            let square = squares.start + random.below(squares.len());
            if self.free(square) && (!letter.eq_ignore_ascii_case(&'p') || (8..56).contains(&square)) {
                self.0[square] = Some(letter);
                return;
            }
        }
    }

    /// Reads the board of a position's text.
    fn read(text: &str) -> Self {
        let mut board = Self::empty();
        let ranks = text.split([' ', '/']).take(8);
        for (rank, row) in (0..8).rev().zip(ranks) {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                } else {
                    board.0[8 * rank + file] = Some(letter);
                    file += 1;
                }
            }
        }
        board
    }

    /// Returns an occupied square.
    fn taken(&self, random: &mut Random) -> usize {
        let squares: Vec<usize> = (0..64).filter(|square| !self.free(*square)).collect();
        random.of(&squares)
    }

    /// Returns the board with the colours exchanged and the ranks mirrored.
    fn turned(&self) -> Self {
        let other = |letter: char| if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() };
        Self(std::array::from_fn(|square| self.0[square ^ 56].map(other)))
    }

    /// Returns the position as text. Each castling right that the board allows is present with a probability of
    /// `chance` in four.
    fn text(&self, random: &mut Random, chance: usize) -> String {
        let rank = |rank: usize| -> String { (0..8).map(|file| self.0[8 * rank + file].unwrap_or('1')).collect() };
        let mut board = (0..8).rev().map(rank).collect::<Vec<_>>().join("/");
        for empty in (2..9).rev() {
            board = board.replace(&"1".repeat(empty), &empty.to_string());
        }
        let stands = |square: usize, letter| self.0[square] == Some(letter);
        let rights = [('K', 7, 'R', 4), ('Q', 0, 'R', 4), ('k', 63, 'r', 60), ('q', 56, 'r', 60)];
        let mut castling = String::new();
        for (right, corner, rook, king) in rights {
            let letter = if rook == 'R' { 'K' } else { 'k' };
            if stands(corner, rook) && stands(king, letter) && random.below(4) < chance {
                castling.push(right);
            }
        }
        let castling = if castling.is_empty() { "-" } else { &castling };
        format!("{board} {} {castling} -", random.of(&["w", "b"]))
    }
}

/// Calls `make` until it returns a legal position.
fn legal(rules: &dyn HelpmateGame, mut make: impl FnMut() -> String) -> String {
    loop {
        let text = make();
        if rules.read(&text, &Place::Byte(0)).is_ok() {
            return text;
        }
    }
}

/// Returns a position with few or many units. Kings and rooks often stand where they can castle.
pub fn scattered(random: &mut Random, rules: &dyn HelpmateGame) -> String {
    legal(rules, || {
        let mut board = Board::empty();
        if random.below(2) == 0 {
            for (king, rook, rank) in [('K', 'R', 0), ('k', 'r', 56)] {
                board.0[rank + 4] = Some(king);
                for corner in [rank, rank + 7] {
                    if random.below(3) > 0 {
                        board.0[corner] = Some(rook);
                    }
                }
            }
        } else {
            board.put(random, 'K', 0..64);
            board.put(random, 'k', 0..64);
        }
        for _ in 0..random.below(12) {
            let letter = random.of(&['P', 'p', 'P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q']);
            board.put(random, letter, 0..64);
        }
        board.text(random, 3)
    })
}

/// Returns a position with many pawns. Some can make a double step to a square beside an enemy pawn, and some are about
/// to promote.
pub fn pawns(random: &mut Random, rules: &dyn HelpmateGame) -> String {
    legal(rules, || {
        let mut board = Board::empty();
        for _ in 0..random.below(4) + 1 {
            let (file, side) = (random.below(8), random.below(2));
            let (own, other, seen) = if side == 0 { ('P', 'p', 0) } else { ('p', 'P', 56) };
            board.0[(8 + file) ^ seen] = Some(own);
            for beside in [file.wrapping_sub(1), file + 1] {
                if beside < 8 && random.below(3) > 0 {
                    board.0[(24 + beside) ^ seen] = Some(other);
                }
            }
        }
        for _ in 0..random.below(3) {
            board.put(random, 'P', 40..56);
            board.put(random, 'p', 8..24);
        }
        // Kings and rooks often stand on the ranks on which a capture en passant can uncover an attack.
        let uncovered = random.below(2) == 0;
        board.put(random, 'K', if uncovered { 32..40 } else { 0..64 });
        board.put(random, 'k', if uncovered { 24..32 } else { 0..64 });
        if uncovered {
            board.put(random, 'R', 24..32);
            board.put(random, 'r', 32..40);
        }
        for _ in 0..random.below(5) {
            let letter = random.of(&['N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q', 'R', 'r']);
            board.put(random, letter, 0..64);
        }
        board.text(random, 4)
    })
}

/// Returns a position in which pawns face each other and block most of the board, with kings, bishops and few other
/// units between them.
pub fn shut(random: &mut Random, rules: &dyn HelpmateGame) -> String {
    legal(rules, || {
        let mut board = Board::empty();
        // The wall goes up or down by one rank from file to file, so no pawn of it can capture another. In a third of
        // the positions it may break this rule or have a hole.
        let (mut rank, leaky) = (1 + random.below(5), random.below(3) == 0);
        for file in 0..8 {
            let hole = leaky && random.below(6) == 0;
            if !hole {
                board.0[8 * rank + file] = Some('P');
                board.0[8 * rank + 8 + file] = Some('p');
            }
            if !(leaky && random.below(4) == 0) {
                rank = if rank == 1 || rank < 5 && random.below(2) == 0 { rank + 1 } else { rank - 1 };
            }
        }
        let below = 8 * random.of(&[2, 3, 3, 8]);
        board.put(random, 'K', 0..below);
        board.put(random, 'k', 64 - below..64);
        for _ in 0..random.below(4) {
            let letter = random.of(&['B', 'b', 'B', 'b', 'B', 'b', 'N', 'n', 'R', 'q']);
            board.put(random, letter, 0..64);
        }
        board.text(random, 0)
    })
}

/// Returns a position with a king in a corner, walled in by units of both sides.
pub fn walled(random: &mut Random, rules: &dyn HelpmateGame) -> String {
    legal(rules, || {
        let mut board = Board::empty();
        let king = random.of(&[0, 1, 8, 7, 6, 15]);
        board.0[king] = Some('K');
        let (file, rank) = (king % 8, king / 8);
        for square in (0..64_usize).filter(|square| (square % 8).abs_diff(file) <= 2 && (square / 8).abs_diff(rank) <= 2) {
            if square != king && random.below(3) > 0 {
                let pawn = (8..56).contains(&square);
                let letter =
                    if pawn { random.of(&['P', 'p', 'P', 'p', 'B', 'b', 'N', 'n']) } else { random.of(&['B', 'b', 'N', 'R', 'b']) };
                board.0[square] = Some(letter);
                if letter == 'P' && board.0[square + 8].is_none() && square + 8 < 56 && random.below(3) > 0 {
                    board.0[square + 8] = Some('p');
                }
            }
        }
        board.put(random, 'k', 16..64);
        for _ in 0..random.below(3) {
            let letter = random.of(&['B', 'b', 'N', 'n', 'P', 'p']);
            board.put(random, letter, 0..64);
        }
        if random.below(2) == 0 { board.text(random, 0) } else { board.turned().text(random, 0) }
    })
}

/// Returns a position with kings and a handful of units of few roles. Pawns that are about to promote stand on the far
/// side of other units.
pub fn sparse(random: &mut Random, rules: &dyn HelpmateGame) -> String {
    legal(rules, || {
        let mut board = Board::empty();
        board.put(random, 'K', 0..64);
        board.put(random, 'k', 0..64);
        let kinds =
            random.of(&[['N', 'q'], ['n', 'Q'], ['B', 'b'], ['B', 'r'], ['n', 'Q'], ['N', 'b'], ['b', 'Q'], ['B', 'p'], ['P', 'p']]);
        for _ in 0..1 + random.below(3) {
            let letter = random.of(&kinds);
            board.put(random, letter, 0..64);
        }
        if random.below(4) == 0 {
            board.put(random, 'P', 40..56);
            board.put(random, 'p', 8..24);
        }
        board.text(random, 0)
    })
}

/// Returns a variant of `text`: one or more units are moved, changed, added or removed, and sometimes the colours are
/// exchanged.
pub fn mutated(random: &mut Random, rules: &dyn HelpmateGame, text: &str) -> String {
    legal(rules, || {
        let mut board = Board::read(text);
        for _ in 0..random.below(4) {
            let square = board.taken(random);
            let king = board.0[square].is_some_and(|letter| letter.eq_ignore_ascii_case(&'k'));
            match random.below(4) {
                // Moves a unit to a square near by.
                0 => {
                    let (file, rank) = (square % 8 + random.below(3), square / 8 + random.below(3));
                    if (1..9).contains(&file) && (1..9).contains(&rank) {
                        let to = 8 * (rank - 1) + file - 1;
                        if board.free(to) {
                            board.0[to] = board.0[square].take();
                        }
                    }
                }
                1 if !king => board.0[square] = None,
                2 if !king => board.0[square] = Some(random.of(&['P', 'p', 'B', 'b', 'N', 'n', 'R', 'q'])),
                _ => {
                    let letter = random.of(&['P', 'p', 'P', 'p', 'B', 'b', 'B', 'b', 'N', 'n']);
                    board.put(random, letter, 0..64);
                }
            }
        }
        if random.below(2) == 0 { board.text(random, 2) } else { board.turned().text(random, 2) }
    })
}

/// Returns a position in which hardly anything can move except one king and perhaps a pawn or a bishop. The other king
/// stands in a corner with few or no moves, shut in by blocked units of its own side.
pub fn stuck(random: &mut Random, rules: &dyn HelpmateGame) -> String {
    legal(rules, || {
        let mut board = Board::empty();
        let king = random.of(&[0, 7, 1, 6, 2]);
        board.0[king] = Some('K');
        for file in 0..8_usize {
            if file.abs_diff(king % 8) > 2 && random.below(3) > 0 {
                continue;
            }
            let rank = 1 + random.below(3);
            board.0[8 * rank + file] = Some('P');
            board.0[8 * rank + 8 + file] = Some(random.of(&['p', 'p', 'p', 'b', 'n', 'B']));
        }
        for _ in 0..random.below(3) {
            let letter = random.of(&['B', 'B', 'b', 'N', 'R', 'P']);
            board.put(random, letter, 0..16);
        }
        // The free king stands anywhere, often with pawns that will be blocked.
        board.put(random, 'k', 0..64);
        for _ in 0..random.below(3) {
            let letter = random.of(&['P', 'p', 'p', 'b', 'n']);
            board.put(random, letter, 16..56);
        }
        if random.below(2) == 0 { board.text(random, 0) } else { board.turned().text(random, 0) }
    })
}

/// Returns a wall of pawns with bishops on one colour of squares, and pawns that may get through the wall and promote.
pub fn promoting(random: &mut Random, rules: &dyn HelpmateGame) -> String {
    legal(rules, || {
        let mut board = Board::read(&shut(random, rules));
        let (bishop, colour) = (random.of(&['B', 'b']), random.below(2));
        for _ in 0..1 + random.below(3) {
            let square = random.below(64);
            if (square % 8 + square / 8) % 2 == colour && board.free(square) {
                board.0[square] = Some(bishop);
            }
        }
        for _ in 0..1 + random.below(2) {
            let (letter, squares) = random.of(&[('P', [8, 56]), ('p', [8, 56]), ('P', [40, 56]), ('p', [8, 24])]);
            board.put(random, letter, squares[0]..squares[1]);
        }
        board.text(random, 0)
    })
}

/// Returns a wall of pawns as in [`shut`]. A king on its back rank may castle.
pub fn home(random: &mut Random, rules: &dyn HelpmateGame) -> String {
    legal(rules, || {
        let mut board = Board::read(&shut(random, rules));
        for square in (0..64).filter(|square| *square > 55 || board.0[*square] == Some('k')).collect::<Vec<_>>() {
            board.0[square] = None;
        }
        board.0[60] = Some('k');
        let corner = random.of(&[56, 63]);
        board.0[corner] = Some('r');
        if random.below(2) == 0 {
            board.put(random, 'B', 48..64);
        }
        if random.below(2) == 0 { board.text(random, 4) } else { board.turned().text(random, 4) }
    })
}

/// Returns a position one move later, after a double step to a square beside an enemy pawn if the position allows such
/// a move. `None` if play is over.
pub fn stepped(random: &mut Random, rules: &dyn HelpmateGame, text: &str) -> Option<String> {
    let words = rules.read(text, &Place::Byte(0)).expect("a position");
    let mut moves = vec![];
    rules.play(&words, &mut moves);
    let after: Vec<String> = moves.into_iter().map(|played| rules.text(&rules.make(&words, played).position)).collect();
    let double: Vec<&String> = after.iter().filter(|text| !text.ends_with('-')).collect();
    match (double.is_empty(), after.is_empty()) {
        (false, _) => Some(random.of(&double).clone()),
        (true, false) => Some(after[random.below(after.len())].clone()),
        (true, true) => None,
    }
}

/// Returns a wall of pawns as in [`shut`], in which a white pawn on its first square has not moved yet and a black pawn
/// can capture it en passant after its double step.
pub fn passing(random: &mut Random, rules: &dyn HelpmateGame) -> String {
    legal(rules, || {
        let mut board = Board::read(&shut(random, rules));
        let file = random.below(8);
        let beside = if file == 0 || file < 7 && random.below(2) == 0 { file + 1 } else { file - 1 };
        for rank in 1..4 {
            board.0[8 * rank + file] = None;
        }
        board.0[8 + file] = Some('P');
        board.0[24 + beside] = Some('p');
        if random.below(2) == 0 {
            board.0[16 + beside] = Some('P');
        }
        let text = board.text(random, 0);
        text.replace(" b ", " w ")
    })
}

/// Both sides, White first.
pub const SIDES: [Colour; 2] = [Colour::White, Colour::Black];
