//! Tests the advised bids and moves against all bids and moves of the other player, in subtraction games and random
//! games.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::{Bid, HOLDERS, Holder, Move, Stage};
use crate::answers::scoring::{of_holder, stage};
use crate::control::{Control, Silent};
use crate::engine::scoring::matrix::{NoScores, Spot, matrix, solve, solve_reachable_from};
use crate::model::scored::{ScoredGame, ScoredPosition};
use crate::model::scoring::SubtractionSet;
use crate::model::testing::Numbers;
use crate::solve;

/// State of the game: number of the position, Left's coins, and index of the player who holds the marker.
type Place = (u32, u32, usize);

/// A player's moves, and the penalty if the player has no move. Each move has the number of the next position and the
/// points.
type Options = (Vec<(u32, i32)>, Option<i32>);

struct Rules<'a> {
    budget: u32,
    zero_bid: bool,
    /// Function that returns a player's moves and penalty at a position.
    moves: &'a dyn Fn(u32, usize) -> Options,
}

impl Rules<'_> {
    fn is_over(&self, place: u32) -> bool {
        [0, 1].iter().all(|&side| {
            let (moves, penalty) = (self.moves)(place, side);
            moves.is_empty() && penalty.is_none()
        })
    }

    fn bids(&self, left: u32, side: usize) -> Vec<u32> {
        let coins = if side == 0 { left } else { self.budget - left };
        (u32::from(!self.zero_bid)..=coins).collect()
    }

    /// Returns the player who wins the bidding, Left's coins after the bids, and the new holder of the marker.
    fn after(&self, left: u32, holder: usize, bids: [Option<u32>; 2]) -> (usize, u32, usize) {
        let (winner, bid, holder) = match bids {
            [Some(l), Some(r)] if l > r => (0, l, holder),
            [Some(l), Some(r)] if l < r => (1, r, holder),
            [Some(l), Some(_)] => (holder, l, 1 - holder),
            [Some(l), None] => (0, l, holder),
            [None, Some(r)] => (1, r, holder),
            [None, None] => panic!("somebody bids"),
        };
        (winner, if winner == 0 { left - bid } else { left + bid }, holder)
    }

    /// Pairs this bid with each possible bid of the other player.
    fn answers(&self, left: u32, side: usize, bid: Option<u32>) -> Vec<[Option<u32>; 2]> {
        let theirs = self.bids(left, 1 - side);
        let theirs: Vec<Option<u32>> = if theirs.is_empty() { vec![None] } else { theirs.into_iter().map(Some).collect() };
        theirs.into_iter().map(|their| if side == 0 { [bid, their] } else { [their, bid] }).collect()
    }

    /// Computes the outcome that each bid guarantees, directly from the definition. The function `outcome` returns the
    /// outcome of the state after a move.
    fn secured(&self, (place, left, holder): Place, side: usize, outcome: &dyn Fn(Place) -> i32) -> Vec<(Option<u32>, i32)> {
        let own = self.bids(left, side);
        let own: Vec<Option<u32>> = if own.is_empty() { vec![None] } else { own.into_iter().map(Some).collect() };
        let of_pair = |bids: [Option<u32>; 2]| {
            let (winner, left, holder) = self.after(left, holder, bids);
            let (moves, penalty) = (self.moves)(place, winner);
            let results = moves.into_iter().map(|(to, points)| points + outcome((to, left, holder)));
            let best = if winner == 0 { results.max() } else { results.min() };
            best.unwrap_or_else(|| penalty.unwrap())
        };
        let one = |bid: Option<u32>| {
            let results = self.answers(left, side, bid).into_iter().map(of_pair);
            (bid, if side == 0 { results.min() } else { results.max() }.unwrap())
        };
        own.into_iter().map(one).collect()
    }

    /// Returns the worst possible outcome for a player who follows the advice from this state on.
    fn follow(&self, at: Place, side: usize, advice: &dyn Fn(Place, usize) -> Vec<Bid>, known: &mut HashMap<Place, i32>) -> i32 {
        let (place, left, holder) = at;
        if self.is_over(place) {
            return 0;
        }
        if let Some(&known) = known.get(&at) {
            return known;
        }
        let mut worst: Option<i32> = None;
        let mut add = |outcome: i32| {
            worst = Some(worst.map_or(outcome, |worst| if side == 0 { worst.min(outcome) } else { worst.max(outcome) }));
        };
        for bid in advice(at, side) {
            for bids in self.answers(left, side, bid.bid) {
                let (winner, left, holder) = self.after(left, holder, bids);
                let (moves, penalty) = (self.moves)(place, winner);
                // The other player may make any move. The player who follows the advice makes only the moves that are
                // advised for this result of the bidding.
                let is_tie = bids[0] == bids[1];
                let moves: Vec<(u32, i32)> = if winner == side {
                    let then = if is_tie { bid.tie.as_ref().filter(|tie| tie.won).map(|tie| &tie.then) } else { bid.higher.as_ref() };
                    let then = then.expect("advice for who wins");
                    assert_eq!((then.coins[0], then.holder as usize), (left, holder));
                    assert_eq!(then.moves.is_empty(), moves.is_empty());
                    then.moves.iter().map(|&index| moves[index]).collect()
                } else {
                    assert!(if is_tie { bid.tie.as_ref().is_some_and(|tie| !tie.won) } else { bid.lower.is_some() });
                    moves
                };
                if moves.is_empty() {
                    add(penalty.unwrap());
                }
                for (to, points) in moves {
                    add(points + self.follow((to, left, holder), side, advice, known));
                }
            }
        }
        let worst = worst.expect("advice");
        known.insert(at, worst);
        worst
    }

    /// Checks that the advised bids are exactly the bids that guarantee the best outcome. Also checks the advice for
    /// play after each bid. Returns the guaranteed outcome.
    fn check(&self, at: Place, side: usize, best: &[Bid], outcome: &dyn Fn(Place) -> i32) -> i32 {
        let secured = self.secured(at, side, outcome);
        let most = if side == 0 { secured.iter().map(|one| one.1).max() } else { secured.iter().map(|one| one.1).min() }.unwrap();
        let expected: Vec<Option<u32>> = secured.iter().filter(|one| one.1 == most).map(|one| one.0).collect();
        assert_eq!(best.iter().map(|bid| bid.bid).collect::<Vec<_>>(), expected, "{at:?}, player {side}");
        assert!(best.iter().all(|bid| bid.secured == most), "{at:?}, player {side}");
        let theirs = self.bids(at.1, 1 - side);
        for bid in best {
            // Checks that a continuation exists if and only if the other player has a bid that leads to it.
            let own = bid.bid.unwrap_or(0);
            let can = |case: &dyn Fn(u32) -> bool| bid.bid.is_some() && theirs.iter().any(|&their| case(their));
            assert_eq!(bid.higher.is_some(), can(&|their| their < own) || theirs.is_empty(), "{at:?}, player {side}");
            assert_eq!(bid.tie.is_some(), can(&|their| their == own), "{at:?}, player {side}");
            assert_eq!(bid.lower.is_some(), can(&|their| their > own) || bid.bid.is_none(), "{at:?}, player {side}");
            let parts = [bid.higher.as_ref(), bid.tie.as_ref().map(|tie| &tie.then), bid.lower.as_ref().map(|lower| &lower.then)];
            let outcomes = parts.into_iter().flatten().map(|then| then.outcome);
            assert_eq!(if side == 0 { outcomes.min() } else { outcomes.max() }, Some(most), "{at:?}, player {side}");
        }
        most
    }
}

#[test]
fn advice_for_heaps_holds_against_everything() {
    for numbers in [&[1][..], &[2], &[1, 2], &[2, 3], &[1, 3, 4], &[3, 5]] {
        let set = SubtractionSet::new(numbers.to_vec()).unwrap();
        let stop = AtomicBool::new(false);
        for outcomes in solve::scoring::solve(&set, (0, 5), Control::new("", &Silent, &stop)).unwrap() {
            let budget = outcomes.budget;
            let outcome = |heap, left, holder| of_holder(&|heap, p| outcomes.at(heap, p), budget, heap, left, holder);
            let by_place = |(heap, left, holder): Place| outcome(heap, left, HOLDERS[holder]);
            let moves = |heap: u32, side: usize| {
                let points = |s: u32| if side == 0 { s as i32 } else { -(s as i32) };
                (numbers.iter().filter(|&&s| s <= heap).map(|&s| (heap - s, points(s))).collect(), None)
            };
            let rules = Rules { budget, zero_bid: true, moves: &moves };
            let advice =
                |(heap, left, holder): Place, side: usize| stage(&set, heap, [left, budget - left], HOLDERS[holder], &outcome).best(side);
            for side in [0, 1] {
                let mut known = HashMap::new();
                for heap in 0..=14 {
                    for at in (0..=budget).flat_map(|left| [(heap, left, 0), (heap, left, 1)]) {
                        let best = advice(at, side);
                        assert_eq!(best.is_empty(), rules.is_over(heap));
                        if !best.is_empty() {
                            assert_eq!(rules.check(at, side, &best, &by_place), by_place(at), "{set}, {budget}, {at:?}");
                        }
                        assert_eq!(rules.follow(at, side, &advice, &mut known), by_place(at), "{set}, {budget}, {at:?}");
                    }
                }
            }
        }
    }
}

/// Generates a random game with this number of positions. In half of the games a bid of 0 is allowed.
fn random_game(numbers: &mut Numbers, positions: usize) -> ScoredGame {
    let points = |numbers: &mut Numbers| i32::try_from(numbers.below(9)).unwrap() - 4;
    let zero_bid = numbers.below(2) == 0;
    let one = |number: usize| {
        let mut position = ScoredPosition { name: number.to_string(), moves: [vec![], vec![]], penalties: [None; 2] };
        if number > 0 && numbers.below(6) > 0 {
            for side in [0, 1] {
                for _ in 0..numbers.below(4) {
                    position.moves[side].push((numbers.below(number), points(numbers)));
                }
                position.penalties[side] = position.moves[side].is_empty().then(|| points(numbers));
            }
        }
        position
    };
    ScoredGame { title: String::new(), zero_bid, start: positions - 1, positions: (0..positions).map(one).collect() }
}

#[test]
fn advice_for_games_of_any_shape_holds_against_everything() {
    let mut numbers = Numbers(11);
    let mut seen = [0; 4];
    for _ in 0..1_500 {
        let positions = 2 + numbers.below(6);
        let game = random_game(&mut numbers, positions);
        let budget = u32::try_from(numbers.below(4)).unwrap();
        let moves = |place: u32, side: usize| {
            let position = &game.positions[place as usize];
            (position.moves[side].iter().map(|&(to, points)| (u32::try_from(to).unwrap(), points)).collect(), position.penalties[side])
        };
        let rules = Rules { budget, zero_bid: game.zero_bid, moves: &moves };
        for position in 0..positions {
            for (left, holder) in (0..=budget).flat_map(|left| [(left, 0), (left, 1)]) {
                let asked = Spot { position, coins: left, holder: HOLDERS[holder] };
                let scores = match solve_reachable_from(&game, budget, asked) {
                    Ok(scores) => scores,
                    Err(NoScores::NoBid(_) | NoScores::NoEquilibrium(..)) => {
                        // If one state of the game has no outcome, solving the whole game fails too.
                        assert!(solve(&game, budget).is_err());
                        seen[3] += 1;
                        continue;
                    }
                };
                let stage_of = |place: usize, left: u32, holder: usize, side: usize| {
                    let outcome = |to: u32, left: u32, holder: Holder| scores[to as usize][holder as usize][left as usize];
                    let position = &game.positions[place];
                    let moves = [0, 1].map(|side: usize| {
                        position.moves[side].iter().map(|&(to, points)| Move { to: u32::try_from(to).unwrap(), points }).collect()
                    });
                    let coins = [left, budget - left];
                    let stage = Stage {
                        coins,
                        holder: HOLDERS[holder],
                        zero_bid: game.zero_bid,
                        moves,
                        penalties: position.penalties,
                        outcome: &outcome,
                    };
                    stage.best(side)
                };
                let at = (u32::try_from(position).unwrap(), left, holder);
                let by_place = |(to, left, holder): Place| scores[to as usize][holder][left as usize];
                if game.positions[position].is_over() {
                    continue;
                }
                let Some(matrix) = matrix(&game, &scores, budget, asked) else {
                    assert_eq!([0, 1].map(|side| stage_of(position, left, holder, side)), [vec![], vec![]]);
                    seen[2] += 1;
                    continue;
                };
                seen[usize::from(matrix.maximin() != matrix.minimax())] += 1;
                for (side, expected) in [(0, matrix.maximin()), (1, matrix.minimax())] {
                    let best = stage_of(position, left, holder, side);
                    assert_eq!(rules.check(at, side, &best, &by_place), expected, "{at:?} of {budget}, {game:?}");
                    let advice = |(place, left, holder): Place, side: usize| stage_of(place as usize, left, holder, side);
                    assert_eq!(rules.follow(at, side, &advice, &mut HashMap::new()), expected, "{at:?} of {budget}, {game:?}");
                }
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 100), "equilibria, none, nobody can bid, none later on: {seen:?}");
}

#[test]
fn only_places_that_can_be_reached_matter() {
    let position = |name: &str, left: &[(usize, i32)], right: &[(usize, i32)]| ScoredPosition {
        name: name.to_owned(),
        moves: [left.to_vec(), right.to_vec()],
        penalties: [None; 2],
    };
    let positions = vec![
        position("I", &[], &[]),
        position("H", &[(0, 0)], &[(0, 2)]),
        // If each player has a coin, this position has no pure equilibrium.
        position("G", &[(1, 0)], &[(1, 0)]),
        position("beside", &[(0, 1)], &[(0, -1)]),
        position("above", &[(2, 0)], &[(2, 0)]),
    ];
    let game = ScoredGame { title: String::new(), zero_bid: true, start: 2, positions };
    let at = |position, coins| Spot { position, coins, holder: Holder::Left };
    assert!(matches!(solve(&game, 2), Err((NoScores::NoEquilibrium(Spot { position: 2, coins: 1, .. }, _), _))));
    assert!(solve_reachable_from(&game, 2, at(2, 1)).is_ok(), "the place does not follow itself");
    assert!(solve_reachable_from(&game, 2, at(3, 1)).is_ok());
    assert!(solve_reachable_from(&game, 2, at(4, 1)).is_err());
}
