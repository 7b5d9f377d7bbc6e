//! Finds a winning strategy of a player for a fixed number of chips. Computes the thresholds of all positions, selects
//! the moves of the strategy, and encodes the certificate.
//!
//! For Hex, the solver does not build a graph of moves, but stores one byte for each board. Other placement games can
//! end in draws; the solver builds their graphs.

use super::chips::{self, Request};
use crate::certificate::{Certificate, emit};
use crate::control::{Control, Interrupted};
use crate::engine::chips::Worth;
use crate::engine::chips::filled::{self, Boards};
use crate::engine::chips::strategy::{self, Options, Place, Positions, Reached};
use crate::games::placing::{Board, Kind, Placing};
use crate::games::{Game, Player};
use crate::model::chips::{ChipTables, Rule};
use crate::model::graph::GameGraph;
use crate::model::name::GameName;
use crate::model::strategy::Strategy;

/// Reason why it is unknown whether a strategy exists.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The request is for more chips than this number, which is the maximum for Hex.
    #[error("strategies of hex are found for up to {0} chips with this way of breaking ties")]
    Chips(u32),
    /// The strategy has more than this number of positions.
    #[error("the strategy has more than {0} positions, and memory was set aside for no more")]
    Room(u64),
    /// The thresholds could not be computed.
    #[error(transparent)]
    Tables(chips::Error),
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<chips::Error> for Error {
    fn from(failure: chips::Error) -> Self {
        match failure {
            chips::Error::Interrupted => Self::Interrupted,
            other => Self::Tables(other),
        }
    }
}

impl From<strategy::Error> for Error {
    fn from(failure: strategy::Error) -> Self {
        match failure {
            strategy::Error::Interrupted => Self::Interrupted,
            strategy::Error::Room(room) => Self::Room(room),
        }
    }
}

/// A game that is ready to be solved.
pub enum Prepared<'a> {
    /// The game of Hex, whose boards are enumerated during solving.
    Boards(&'a Placing),
    /// Graph of all positions and moves of another game than Hex.
    Graph(GameGraph),
}

impl<'a> Prepared<'a> {
    /// Prepares the solution of a game. Enumerates the positions of every game except Hex.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn new(game: &'a Placing, control: Control) -> Result<Self, Interrupted> {
        match game.kind() {
            Kind::Hex => Ok(Self::Boards(game)),
            Kind::TicTacToe | Kind::Connect => Ok(Self::Graph(game.graph_under(control)?)),
        }
    }

    /// Estimates the maximum memory, in bytes, for solving with `threads` threads. The certificate and its verification
    /// are included, but the graph is not.
    #[must_use]
    pub fn estimate(&self, chips: u32, threads: usize) -> u64 {
        match self {
            Self::Boards(game) => estimate_boards(game.cells(), threads),
            Self::Graph(graph) => {
                chips::estimate_tables(graph, Request::Between(chips, chips)).saturating_add(estimate_strategy(room_of(graph)))
            }
        }
    }

    /// Computes a strategy with which the player in question (the claimant) wins from the initial position. The
    /// strategy uses the smallest sufficient number of chips. Returns `None` if the claimant cannot win with any number
    /// of chips.
    ///
    /// # Errors
    /// [`Error`].
    pub fn solve(&self, rule: Rule, chips: u32, control: Control) -> Result<Option<Strategy>, Error> {
        match self {
            Self::Boards(game) => {
                let most = filled::MAX_TOP / rule.unit() - 1;
                if chips > most {
                    return Err(Error::Chips(most));
                }
                let is_left = |left: u32| game.has_chain(spread(left), Player::Left);
                let boards = Boards::solve(rule, chips, game.cells(), is_left, control)?;
                Ok(strategy::extract(&BoardPositions { game, boards, rule }, rule, chips, room(game.cells()), control)?)
            }
            Self::Graph(graph) => {
                let tables = chips::solve(graph, rule, Request::Between(chips, chips), control)?;
                let positions = GraphPositions { graph, tables, top: rule.top(chips) };
                Ok(strategy::extract(&positions, rule, chips, room_of(graph), control)?)
            }
        }
    }
}

/// Encodes a strategy as a certificate.
#[must_use]
pub fn certify(game: &GameName, strategy: &Strategy) -> Certificate {
    Certificate::new(emit::strategy::emit(game, strategy))
}

/// Estimates the maximum memory, in bytes, for the preparation of a game.
#[must_use]
pub fn estimate_prepared(game: &Placing, threads: usize) -> u64 {
    match game.kind() {
        Kind::Hex => estimate_boards(game.cells(), threads),
        Kind::TicTacToe | Kind::Connect => {
            let (positions, options) = game.estimate();
            chips::estimate_graph(positions, options)
        }
    }
}

/// Estimates the memory, in bytes, for solving Hex, including the memory of the program itself.
fn estimate_boards(cells: u32, threads: usize) -> u64 {
    const PROGRAM: u64 = 24 << 20;
    PROGRAM + filled::estimate(cells, threads).saturating_add(estimate_strategy(room(cells)))
}

/// Estimates the memory, in bytes, for finding a strategy of `positions` positions, and for writing and verifying its
/// certificate. The thresholds are freed before the certificate is written.
fn estimate_strategy(positions: u64) -> u64 {
    // Bytes per position for the numbers of a layer of positions and for the table of these numbers, both while their
    // capacity doubles.
    const POSITION: u64 = 104;
    const VERIFICATION: u64 = 4 << 20;
    positions.saturating_mul(POSITION).saturating_add(VERIFICATION)
}

/// Returns the number of positions for which memory is reserved when the solver extracts a strategy of Hex. In tests on
/// boards of 9 to 20 cells, no strategy had more than 4 * 2^`cells` positions.
fn room(cells: u32) -> u64 {
    const FOR_EACH_FULL_BOARD: u64 = 16;
    const AT_LEAST: u64 = 1 << 16;
    (FOR_EACH_FULL_BOARD << cells) + AT_LEAST
}

/// Returns the number of positions of the game. A strategy has no more positions than the game.
fn room_of(graph: &GameGraph) -> u64 {
    graph.len() as u64
}

/// The boards of Hex, each with its threshold. A board and the boards that are symmetric to it are represented by one
/// *canonical* board.
struct BoardPositions<'a> {
    game: &'a Placing,
    boards: Boards,
    rule: Rule,
}

impl Positions for BoardPositions<'_> {
    fn start(&self) -> Reached {
        Reached { place: 0, worth: self.boards.at(0) }
    }

    fn options(&self, board: Place) -> Options {
        let before = code(board, self.game.cells());
        let [own, other] = [self.rule.claimant, self.rule.claimant.other()].map(|player| {
            let stone = match player {
                Player::Left => 1,
                Player::Right => 2,
            };
            let after = |cell: u32| {
                let worth = self.boards.at(before + stone * 3_u64.pow(cell));
                // A finished board is never looked up, so its `place` does not matter.
                let place = if worth.over { 0 } else { self.game.canonical(self.game.with_stone(board, player, cell)) };
                Reached { place, worth }
            };
            self.game.moves(board).map(after).collect()
        });
        Options { own, other }
    }
}

/// Encodes a board as a number in base 3 with one digit per cell. Cell 0 is the least significant digit.
fn code(board: Board, cells: u32) -> u64 {
    (0..cells).rev().fold(0, |code, cell| 3 * code + (board >> (2 * cell) & 3))
}

/// Returns the board with Left's stones on the cells whose bits are set in `cells`, and no other stones.
fn spread(cells: u32) -> Board {
    let mut board = Board::from(cells);
    for (shift, kept) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        board = (board | board << shift) & kept;
    }
    board
}

/// The positions of a graph, each with its threshold for one number of chips. A position is identified by its index in
/// the graph.
struct GraphPositions<'a> {
    graph: &'a GameGraph,
    tables: ChipTables,
    top: u32,
}

impl GraphPositions<'_> {
    fn reached(&self, place: u32) -> Reached {
        let worth = match self.graph.end(place) {
            Some(end) if end == self.tables.rule.claimant.wins() => Worth { threshold: 0, over: true },
            Some(_) => Worth { threshold: self.top, over: true },
            None => Worth { threshold: self.tables.of(place as usize).values[0], over: false },
        };
        Reached { place: place.into(), worth }
    }
}

impl Positions for GraphPositions<'_> {
    fn start(&self) -> Reached {
        self.reached(0)
    }

    fn options(&self, place: Place) -> Options {
        let position = usize::try_from(place).expect("a position");
        let claimant = self.tables.rule.claimant;
        let [own, other] = [claimant, claimant.other()].map(|player| {
            let places = self.graph.options(player).get(position);
            places.iter().map(|&place| self.reached(place)).collect()
        });
        Options { own, other }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::{Board, BoardPositions, GraphPositions, Positions, Prepared, Request, chips, code, spread};
    use crate::control::{Control, Silent};
    use crate::engine::chips::filled::Boards;
    use crate::games::placing::{Kind, Placing, Size};
    use crate::games::{Game, Player};
    use crate::model::chips::{Rule, TieBreak};

    const TIE_BREAKS: [TieBreak; 3] = [TieBreak::Advantage, TieBreak::MakeItTakeIt, TieBreak::LadiesFirst];

    fn board(text: &str) -> Board {
        let cells = text.chars().filter(|&letter| letter != '/');
        (0..).zip(cells).map(|(cell, letter)| Board::from(letter == 'X') << (2 * cell) | Board::from(letter == 'O') << (2 * cell + 1)).sum()
    }

    #[test]
    fn boards_of_hex_are_worth_what_the_graph_says() {
        let stop = AtomicBool::new(false);
        let control = Control::new("", &Silent, &stop);
        for (width, height, chips) in [(2, 2, &[0, 1, 2, 5, 125][..]), (2, 3, &[0, 1, 2, 5, 125]), (3, 3, &[0, 3, 20, 125]), (3, 4, &[20])]
        {
            let game = Placing::new(Kind::Hex, Size { width, height, row: None }).unwrap();
            let graph = game.graph();
            for (tie_break, &chips) in TIE_BREAKS.into_iter().flat_map(|tie_break| chips.iter().map(move |chips| (tie_break, chips))) {
                for claimant in Player::BOTH {
                    let rule = Rule { tie_break, claimant };
                    let is_left = |left: u32| game.has_chain(spread(left), Player::Left);
                    let boards = Boards::solve(rule, chips, game.cells(), is_left, control).unwrap();
                    let boards = BoardPositions { game: &game, boards, rule };
                    let tables = chips::solve(&graph, rule, Request::Between(chips, chips), control).unwrap();
                    let positions = GraphPositions { graph: &graph, tables, top: rule.top(chips) };
                    assert_eq!(boards.start().worth, positions.start().worth);
                    for position in 0..graph.len() {
                        let text = game.position(position);
                        let board = board(&text);
                        assert_eq!(
                            boards.boards.at(code(board, game.cells())).threshold,
                            positions.tables.of(position).values[0],
                            "{text}"
                        );
                        let (found, expected) = (boards.options(board), positions.options(position as u64));
                        for (found, expected) in [(found.own, expected.own), (found.other, expected.other)] {
                            let found = found.iter().map(|option| option.worth);
                            assert!(found.eq(expected.iter().map(|option| option.worth)), "{text}, {rule:?}, {chips} chips");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn estimates_stand_for_any_board() {
        let stop = AtomicBool::new(false);
        for (width, height) in [(1, 2), (4, 5), (3, 7), (5, 6), (30, 1)] {
            let game = Placing::new(Kind::Hex, Size { width, height, row: None }).unwrap();
            let prepared = Prepared::new(&game, Control::new("", &Silent, &stop)).unwrap();
            let (boards, estimate) = (3_u64.pow(width * height), prepared.estimate(20, 2));
            assert!((boards..2 * boards + (40 << 20)).contains(&estimate), "{width}x{height}: {estimate}");
        }
    }
}
