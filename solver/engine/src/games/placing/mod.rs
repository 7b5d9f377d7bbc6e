//! Defines placing games (`spec/rules/placing.md`): tic-tac-toe, hex and connect.

mod layer;
mod numbering;
mod rules;

use std::sync::OnceLock;

use self::numbering::{Numbering, search};
pub use self::rules::{Board, Kind, Size, SizeError};
use self::rules::{Rules, bit};
use super::{Game, Player, PositionError, PositionOrEnd};
use crate::control::{Control, Interrupted, Silent};
use crate::model::graph::{End, GameGraph};
use crate::model::name::{GameName, Parameter};

/// A placing game. The positions are numbered when a number is needed for the first time.
pub struct Placing {
    rules: Rules,
    numbering: OnceLock<Numbering>,
}

impl Placing {
    /// Creates the game on a board of this size.
    ///
    /// # Errors
    /// [`SizeError`] if this size is not valid.
    pub fn new(kind: Kind, size: Size) -> Result<Self, SizeError> {
        Ok(Self { rules: Rules::new(kind, size)?, numbering: OnceLock::new() })
    }

    /// Returns the kind of game.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.rules.kind()
    }

    /// Returns the number of cells of the board, at most 30.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.rules.cell_count()
    }

    /// Returns the cells where a move can place a stone, in move order. The cells are the same for both players.
    pub fn moves(&self, board: Board) -> impl Iterator<Item = u32> {
        self.rules.moves(board)
    }

    /// Returns the board after a player's move to an empty cell.
    #[must_use]
    pub fn with_stone(&self, board: Board, player: Player, cell: u32) -> Board {
        self.rules.with_stone(board, player, cell)
    }

    /// Returns the least board among a board and its symmetric images.
    #[must_use]
    pub fn canonical(&self, board: Board) -> Board {
        self.rules.canonical(board)
    }

    /// Returns whether, in hex, a player's stones connect the player's two edges of the board.
    #[must_use]
    pub fn has_chain(&self, board: Board, player: Player) -> bool {
        self.rules.has_chain(board, player)
    }

    fn numbering(&self) -> &Numbering {
        self.numbering.get_or_init(|| {
            let never = std::sync::atomic::AtomicBool::new(false);
            let (numbering, _) = search(&self.rules, Control::new("", &Silent, &never)).expect("nobody stops it");
            numbering
        })
    }
}

impl Game for Placing {
    fn name(&self) -> GameName {
        let Size { width, height, row } = self.rules.size();
        let numbers = [Some(width), Some(height), row];
        let parameters = numbers.into_iter().flatten().map(|number| Parameter::Unsigned(number.into())).collect();
        GameName { rules: self.rules.kind().name(), version: 1, parameters }
    }

    fn title(&self) -> String {
        let Size { width, height, row } = self.rules.size();
        let row = row.map(|row| format!("x{row}")).unwrap_or_default();
        format!("{} {width}x{height}{row}", self.rules.kind().name())
    }

    fn graph_under(&self, control: Control) -> Result<GameGraph, Interrupted> {
        let (numbering, graph) = search(&self.rules, control)?;
        let _ = self.numbering.set(numbering);
        Ok(graph)
    }

    fn start(&self) -> usize {
        0
    }

    fn position(&self, position: usize) -> String {
        self.rules.text(self.numbering().board(position))
    }

    fn find(&self, text: &str) -> Result<PositionOrEnd, PositionError> {
        let board = self.rules.parse(text)?;
        if let Some(position) = self.numbering().find(self.rules.canonical(board)) {
            return Ok(PositionOrEnd::Position(position));
        }
        // The game does not go on from this board. So the code checks that a last stone can have ended the game there.
        if !self.rules.is_supported(board) {
            return Err(PositionError::new(text, "a stone hangs in the air"));
        }
        let winner = Player::BOTH.into_iter().find(|&player| self.rules.has_line(board, player));
        let before = |player| {
            let last = self.rules.last_stones(board, player);
            last.into_iter().any(|before| self.numbering().find(self.rules.canonical(before)).is_some())
        };
        match winner {
            Some(player) if before(player) => Ok(PositionOrEnd::End(player.wins())),
            None if Player::BOTH.into_iter().any(before) => Ok(PositionOrEnd::End(End::Nobody)),
            _ => Err(PositionError::new(text, "no play leads to it")),
        }
    }

    fn after(&self, position: usize, player: Player, option: usize) -> String {
        let board = self.numbering().board(position);
        let cell = self.rules.moves(board).nth(option).expect("the option's index is within its list");
        self.rules.text(self.rules.with_stone(board, player, cell))
    }

    fn options_as_written(&self, graph: &GameGraph, text: &str, player: Player) -> Result<Vec<(String, u32)>, PositionError> {
        self.find_position(text)?;
        let board = self.rules.parse(text)?;
        let winning = self.rules.winning_cells(board, player);
        let positions = u32::try_from(graph.len()).expect("fewer than 2^32 positions");
        let after = |cell: u32| {
            let board = self.rules.with_stone(board, player, cell);
            let place = match self.numbering().find(self.rules.canonical(board)) {
                Some(position) => u32::try_from(position).expect("fewer than 2^32 positions"),
                None if winning & bit(cell) != 0 => player.wins().place(positions),
                None => End::Nobody.place(positions),
            };
            (self.rules.text(board), place)
        };
        Ok(self.rules.moves(board).map(after).collect())
    }

    fn as_placing(&self) -> Option<&Placing> {
        Some(self)
    }

    fn estimate(&self) -> (u64, u64) {
        self.rules.estimate()
    }

    fn value_bits(&self) -> u64 {
        // Each value is half of a sum of two values after a move, and each move fills a cell. So a denominator has at
        // most one bit per cell.
        let Size { width, height, .. } = self.rules.size();
        (width * height).into()
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Placing, Size};
    use crate::games::{Game, Player, PositionOrEnd};

    #[test]
    fn options_of_a_position_as_it_is_written() {
        let sizes = [(Kind::TicTacToe, 3, Some(3)), (Kind::Hex, 2, None), (Kind::Connect, 3, Some(3))];
        for (kind, side, row) in sizes {
            let game = Placing::new(kind, Size { width: side, height: side, row }).unwrap();
            let graph = game.graph();
            for position in 0..graph.len() {
                // Writes the same position differently: mirrored in connect, where stones drop, and turned by half a
                // turn in other games.
                let written = match kind {
                    Kind::Connect => {
                        game.position(position).split('/').map(|row| row.chars().rev().collect()).collect::<Vec<String>>().join("/")
                    }
                    Kind::TicTacToe | Kind::Hex => game.position(position).chars().rev().collect(),
                };
                for player in Player::BOTH {
                    let options = game.options_as_written(&graph, &written, player).unwrap();
                    let mut places: Vec<u32> = options.iter().map(|&(_, place)| place).collect();
                    let mut expected = graph.options(player).get(position).to_vec();
                    places.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(places, expected, "{written}");
                    for (text, place) in options {
                        let added = text.chars().zip(written.chars()).filter(|(after, before)| after != before).count();
                        assert_eq!(added, 1, "{written} to {text}");
                        let found = match graph.end(place) {
                            Some(end) => PositionOrEnd::End(end),
                            None => PositionOrEnd::Position(place as usize),
                        };
                        assert_eq!(game.find(&text), Ok(found));
                    }
                }
            }
            let over = if kind == Kind::Hex { "XX/.." } else { ".../.../XXX" };
            assert!(game.options_as_written(&graph, over, Player::Left).unwrap_err().to_string().contains("play is over"), "{over}");
        }
    }
}
