//! Searches for shortest helpmates by iterative deepening. The search tries all lines of one length before it tries
//! longer lines.
//!
//! The side to move determines whether the lengths of mating lines are odd or even, so the search skips every second
//! length. In lines of one length, each side has a fixed number of moves. The search abandons a position if no
//! pattern of mates is possible within these moves: `patterns` has the patterns, and `needs` and `moves` count the moves
//! that they need. A transposition table (`table`) stores searched positions without a mate.

mod moves;
mod needs;
mod patterns;
mod table;

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

use cozy_chess::{Board, CastleRights, Color, Move as NativeMove};

use super::cancellation::Cancellation;
use super::moves_of_native;
use super::progress::{Progress, Reporter};
use crate::chess::{Move, Position};
use moves::{Row, Unit};
use needs::{LosersUnits, WinnersKing, WinnersUnits, of_king, of_winners_king};
use patterns::{Budget, Needs, Pattern};
use table::{Keys, Table};

/// Number of nodes between two checks for cancellation.
const NODES_PER_CANCELLATION_CHECK: u64 = 1 << 12;
/// Number of nodes between two reports of progress.
const NODES_PER_REPORT: u64 = 1 << 20;
/// A search of at most this many plies is faster without the table.
const MAX_PLIES_WITHOUT_TABLE: u8 = 2;
/// Maximum length of a line of moves in plies. Each side has fewer than [`moves::NEVER`] moves.
const MAX_PLIES: u8 = 250;
/// A list of at most this many patterns is always sorted out.
const FEW_PATTERNS: usize = 64;
/// If sorting out has removed less than half of the patterns, this many positions of the same ply are not sorted out.
const SKIPPED: u8 = 63;

/// A search for mating lines of increasing length.
pub(super) struct Shortest<'a> {
    intended_winner: Color,
    units: &'static [Unit],
    /// Moves of the mating line found, in reverse order.
    line: Vec<NativeMove>,
    /// The root and each ply of the current line.
    levels: Vec<Level>,
    table: Table,
    /// Number of plies of the lines that are tried.
    plies: usize,
    nodes: u64,
    limit: u64,
    cancellation: &'a Cancellation,
    reporter: &'a Reporter,
}

/// The root (ply 0) or a position in the current line. The needs are up to date only if the move to this position has
/// changed them.
struct Level {
    /// The patterns that are possible from this position on, if it is the source of patterns for its successors.
    patterns: Vec<Pattern>,
    /// Index of the pattern that was possible for the last successor. It is mostly possible for the next one too.
    last: usize,
    /// Number of positions at this ply whose patterns are not sorted out.
    skipped: u8,
    winners_king: WinnersKing,
    winner: WinnersUnits,
    losers_king: Row,
    loser: LosersUnits,
}

/// The plies of the levels that have the patterns and the needs for a position.
#[derive(Clone, Copy, Default)]
struct Sources {
    patterns: usize,
    winners_king: usize,
    winner: usize,
    losers_king: usize,
    loser: usize,
}

impl Level {
    fn new(board: &Board, units: &[Unit], winner: Color) -> Self {
        Self {
            patterns: Vec::new(),
            last: 0,
            skipped: 0,
            winners_king: of_winners_king(board, units, winner),
            winner: WinnersUnits::new(board, units, winner),
            losers_king: of_king(board, units, !winner),
            loser: LosersUnits::new(board, units, !winner),
        }
    }
}

/// Result of a search for a shorter mating line.
pub(super) struct Improvement {
    /// A shortest mating line, with fewer plies than the bound.
    pub(super) shorter: Option<Vec<Move>>,
    /// No mating line has fewer plies than this number, which is at most the bound.
    pub(super) at_least: usize,
    /// Number of nodes used.
    pub(super) nodes: u64,
}

impl<'a> Shortest<'a> {
    /// Searches for a shortest mating line with fewer than `bound` plies, using at most about `limit` nodes. The
    /// position is not a mate.
    pub(super) fn search(
        position: &Position,
        intended_winner: Color,
        bound: usize,
        limit: u64,
        (cancellation, reporter): (&'a Cancellation, &'a Reporter),
    ) -> Improvement {
        let first = if position.to_move() == intended_winner { 1 } else { 2 };
        let mut search = Self {
            intended_winner,
            units: moves::units(),
            line: Vec::new(),
            levels: Vec::new(),
            table: Table::default(),
            plies: first,
            nodes: 0,
            limit,
            cancellation,
            reporter,
        };
        let mut shorter = None;
        while search.plies < bound && shorter.is_none() {
            let found = search.search_length(position.board());
            if found {
                search.line.reverse();
                shorter = Some(moves_of_native(position, &search.line));
            } else if search.nodes >= search.limit || search.plies + 2 > usize::from(MAX_PLIES) {
                break;
            } else {
                search.plies += 2;
            }
        }
        Improvement { shorter, at_least: search.plies.min(bound), nodes: search.nodes }
    }

    /// Returns whether there is a mating line of [`Self::plies`] plies. The line has the moves.
    fn search_length(&mut self, board: &Board) -> bool {
        self.report();
        let Ok(left) = u8::try_from(self.plies) else { return false };
        if self.levels.is_empty() {
            let root = Level { patterns: Pattern::all(self.intended_winner), ..Level::new(board, self.units, self.intended_winner) };
            self.levels.push(root);
        }
        let (units, winner) = (self.units, self.intended_winner);
        self.levels.resize_with(self.plies + 1, || Level::new(board, units, winner));
        self.mates_in(board, left, 1, Sources::default())
    }

    fn report(&self) {
        self.reporter.report(Progress { plies: self.plies, nodes: self.nodes });
    }

    /// Returns whether the search finds a mate after exactly `left` plies. If the search finds a mate, appends the
    /// moves to `line`, in reverse order. `ply` is the number of the next ply, from 1.
    fn mates_in(&mut self, board: &Board, left: u8, ply: usize, mut sources: Sources) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CANCELLATION_CHECK) {
            if self.cancellation.is_cancelled() {
                self.limit = 0;
            }
            if self.nodes.is_multiple_of(NODES_PER_REPORT) {
                self.report();
            }
        }
        if self.nodes >= self.limit || !self.may_mate(board, left, sources) {
            return false;
        }
        let keys = (left > MAX_PLIES_WITHOUT_TABLE).then(|| Keys::new(board));
        if keys.is_some_and(|keys| self.table.has(keys, left)) {
            return false;
        }
        if left > 1 && self.sort_out(board, left, ply, sources) {
            sources.patterns = ply;
        }
        let found = board.generate_moves(|moves| moves.into_iter().any(|played| self.mates_after(board, played, left, (ply, sources))));
        if let Some(keys) = keys
            && !found
            && self.nodes < self.limit
        {
            self.table.store(keys, left);
        }
        found
    }

    /// Returns whether the search finds a mate `left` plies after the position before the move `played`.
    fn mates_after(&mut self, board: &Board, played: NativeMove, left: u8, (ply, sources): (usize, Sources)) -> bool {
        let mut after = board.clone();
        after.play_unchecked(played);
        let mate = if left == 1 {
            !after.checkers().is_empty() && !Position::has_legal_moves_on(&after)
        } else {
            let sources = self.update_needs(board, &after, played, (ply, sources));
            self.mates_in(&after, left - 1, ply + 1, sources)
        };
        if mate {
            self.line.push(played);
        }
        mate
    }

    /// Returns the moves that both sides have in the next `left` plies.
    fn budget(&self, board: &Board, left: u8) -> Budget {
        let left = u32::from(left);
        let winner = if board.side_to_move() == self.intended_winner { left.div_ceil(2) } else { left / 2 };
        Budget { winner, loser: left - winner }
    }

    fn needs(&self, sources: Sources) -> Needs<'_> {
        Needs {
            winners_king: &self.levels[sources.winners_king].winners_king,
            winner: &self.levels[sources.winner].winner,
            losers_king: &self.levels[sources.losers_king].losers_king,
            loser: &self.levels[sources.loser].loser,
        }
    }

    /// Returns whether some pattern is possible within the next `left` plies.
    fn may_mate(&mut self, board: &Board, left: u8, sources: Sources) -> bool {
        let budget = self.budget(board, left);
        let needs = self.needs(sources);
        let Level { patterns, last, .. } = &self.levels[sources.patterns];
        if patterns.get(*last).is_some_and(|pattern| pattern.is_possible(budget, needs)) {
            return true;
        }
        let found = patterns.iter().position(|pattern| pattern.is_possible(budget, needs));
        if let Some(found) = found {
            self.levels[sources.patterns].last = found;
        }
        found.is_some()
    }

    /// Collects the patterns that are possible for a position. For its successors only these patterns count, because a
    /// line through a successor is a line from this position. Returns false if the position was skipped.
    fn sort_out(&mut self, board: &Board, left: u8, ply: usize, sources: Sources) -> bool {
        let before = self.levels[sources.patterns].patterns.len();
        if before > FEW_PATTERNS && self.levels[ply].skipped > 0 {
            self.levels[ply].skipped -= 1;
            return false;
        }
        let budget = self.budget(board, left);
        let mut patterns = std::mem::take(&mut self.levels[ply].patterns);
        patterns.clear();
        let needs = self.needs(sources);
        patterns.extend(self.levels[sources.patterns].patterns.iter().filter(|pattern| pattern.is_possible(budget, needs)));
        let level = &mut self.levels[ply];
        level.skipped = if patterns.len() > before / 2 { SKIPPED } else { 0 };
        (level.patterns, level.last) = (patterns, 0);
        true
    }

    /// Computes the needs that a move has changed, and keeps them at the level `ply`.
    fn update_needs(&mut self, board: &Board, after: &Board, played: NativeMove, (ply, mut sources): (usize, Sources)) -> Sources {
        let (units, winner, mover) = (self.units, self.intended_winner, board.side_to_move());
        // Castling moves a king and a rook, and each move of them, or a capture of a rook, may end a right to castle.
        let may_castle = Color::ALL.iter().any(|&side| *board.castle_rights(side) != CastleRights { short: None, long: None });
        let captures = board.colors(!mover).len() != after.colors(!mover).len();
        let by_king = played.from == board.king(mover);
        let changes_king = |side: Color| may_castle || side == mover && by_king;
        let changes_units = |side: Color| may_castle || if side == mover { !by_king } else { captures };
        let level = &mut self.levels[ply];
        if changes_king(winner) {
            (level.winners_king, sources.winners_king) = (of_winners_king(after, units, winner), ply);
        }
        if changes_units(winner) {
            (level.winner, sources.winner) = (WinnersUnits::new(after, units, winner), ply);
        }
        if changes_king(!winner) {
            (level.losers_king, sources.losers_king) = (of_king(after, units, !winner), ply);
        }
        if changes_units(!winner) {
            (level.loser, sources.loser) = (LosersUnits::new(after, units, !winner), ply);
        }
        sources
    }
}
