//! Searches for fortresses: positions that the skeleton argument alone proves unwinnable, if the right pieces are
//! tracked.
//!
//! The search tries different pieces until it finds the right ones. If the wrong pieces are tracked, the argument
//! mostly fails after a few skeletons (partly known positions).

use std::mem;

use super::cancellation::Cancellation;
use super::{ClosedSet, Verdict};
use crate::chess::skeleton::{Outcome, SkeletonArgument};
use crate::chess::{BitBoard, Color, Position, Role, Square};

/// Maximum number of tracked pieces (`spec/kinds/unwinnable.md`, section 2).
const MAX_TRACKED: u32 = 8;
/// Maximum number of skeletons (partly known positions) in one certificate (`spec/kinds/unwinnable.md`, section 2).
pub(super) const MAX_SKELETONS: u32 = 1 << 15;
/// An attempt may use at most 1/`CHOICE_SHARE` of the node limit.
const CHOICE_SHARE: u64 = 4;
/// The search first retries the choices that earlier rounds abandoned. The retries may use about 1/`RETRY_SHARE` of the
/// node limit.
const RETRY_SHARE: u64 = 2;

/// Searches for fortresses. The memory of the skeleton argument stays allocated between positions.
#[derive(Default)]
pub(super) struct Fortress {
    argument: SkeletonArgument,
    /// Choices of tracked pieces for the current question, computed when they are needed for the first time.
    choices: Vec<BitBoard>,
    tried: usize,
    /// Choices of tracked pieces that exceeded the limit. The search tries a choice of tracked pieces again only if the
    /// choice is in this list.
    too_large: Vec<BitBoard>,
}

impl Fortress {
    /// Starts a new question. Each call of `search` after the first continues where the previous call ended.
    pub(super) fn reset(&mut self) {
        self.choices.clear();
        self.too_large.clear();
        self.tried = 0;
    }

    /// Tries choices of tracked pieces until a choice succeeds, or until `limit` skeletons (partly known positions) are
    /// used. In addition, returns the number of skeletons (partly known positions) used.
    pub(super) fn search(
        &mut self,
        position: &Position,
        intended_winner: Color,
        limit: u64,
        cancellation: &Cancellation,
    ) -> (Option<Verdict>, u64) {
        if self.choices.is_empty() {
            self.choices.extend(choices(position, intended_winner));
        }
        let mut spent = 0;
        let mut retries = mem::take(&mut self.too_large).into_iter();
        while spent < limit && !cancellation.is_cancelled() {
            let too_large = if spent < limit / RETRY_SHARE { retries.next() } else { None };
            let Some(tracked) = too_large.or_else(|| self.next_choice()) else { break };
            let part = u32::try_from((limit / CHOICE_SHARE).min(limit - spent)).unwrap_or(u32::MAX).min(MAX_SKELETONS);
            let outcome = self.argument.argue(position, intended_winner, tracked, part);
            spent += u64::from(self.argument.reached()).max(1);
            match outcome {
                Outcome::Holds { skeletons } => {
                    let set = ClosedSet { tracked, ..ClosedSet::by_skeletons(skeletons) };
                    return (Some(Verdict::Unwinnable(set)), spent);
                }
                Outcome::Castling => break,
                Outcome::TooMany if part < MAX_SKELETONS => self.too_large.push(tracked),
                Outcome::TooMany | Outcome::MayMate => {}
            }
        }
        self.too_large.extend(retries);
        (None, spent)
    }

    fn next_choice(&mut self) -> Option<BitBoard> {
        let choice = self.choices.get(self.tried).copied();
        self.tried += 1;
        choice
    }
}

/// Returns the choices of tracked pieces in the order in which they are tried.
fn choices(position: &Position, intended_winner: Color) -> Vec<BitBoard> {
    let board = position.board();
    let pieces = board.occupied() & !board.pieces(Role::King) & !board.pieces(Role::Pawn);
    let singles: Vec<BitBoard> = pieces.into_iter().map(Square::bitboard).collect();
    let mut choices = vec![BitBoard::EMPTY];
    choices.extend(&singles);
    let sides = [!intended_winner, intended_winner];
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let alike = roles.into_iter().flat_map(|role| sides.map(|side| board.colored_pieces(side, role)));
    let together = alike.chain(sides.map(|side| board.colors(side) & pieces)).chain([pieces]);
    choices.extend(together.filter(|set| (2..=MAX_TRACKED).contains(&set.len())));
    for count in [2, 3] {
        choices.extend(combinations(&singles, count));
    }
    choices
}

/// Returns the unions of all combinations of `count` sets from `sets`.
fn combinations(sets: &[BitBoard], count: usize) -> Vec<BitBoard> {
    if count == 0 {
        return vec![BitBoard::EMPTY];
    }
    let with_last = |last: usize| combinations(&sets[..last], count - 1).into_iter().map(move |others| others | sets[last]);
    (0..sets.len()).flat_map(with_last).collect()
}

#[cfg(test)]
mod tests {
    use super::{BitBoard, Color, choices};

    #[test]
    fn choices_of_tracked_pieces() {
        let position = "8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -".parse().unwrap();
        let all = choices(&position, Color::White);
        // The summands count no piece, five single pieces, three groups (Black's knights, all of Black, all pieces),
        // pairs, and triples.
        assert_eq!(all.len(), 1 + 5 + 3 + 10 + 10);
        assert_eq!(all.iter().copied().fold(BitBoard::EMPTY, |union, set| union | set).len(), 5);
        assert_eq!(all[1..6].iter().chain(&all[9..]).collect::<std::collections::HashSet<_>>().len(), 25);
    }
}
