//! Solves arbitrary scoring games by computing the whole bid matrix of each state. The code does not assume that more
//! coins give a better outcome. For a state without a pure equilibrium, the code returns the bid matrix.

use crate::model::scored::{ScoredGame, ScoredPosition};

/// The player who has the marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Left has the marker.
    Left,
    /// Right has the marker.
    Right,
}

/// The bids of both players in a state, and the resulting scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// Left's bids, or none if Left cannot bid.
    pub left: Vec<u32>,
    /// Right's bids, or none if Right cannot bid.
    pub right: Vec<u32>,
    /// Score for each of Left's bids (rows) and each of Right's bids (columns). If Left cannot bid, there is a single
    /// row; if Right cannot bid, there is a single column.
    pub scores: Vec<Vec<i32>>,
}

impl Matrix {
    /// Returns the score that Left can guarantee.
    #[must_use]
    pub fn maximin(&self) -> i32 {
        let least = |row: &Vec<i32>| row.iter().copied().min().expect("a column");
        self.scores.iter().map(least).max().expect("a line")
    }

    /// Returns the least score to which Right can limit Left.
    #[must_use]
    pub fn minimax(&self) -> i32 {
        let greatest = |column: usize| self.scores.iter().map(|row| row[column]).max().expect("a line");
        (0..self.scores[0].len()).map(greatest).min().expect("a column")
    }
}

/// A state of a game: the position, the number of Left's coins, and who has the marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Number of the position.
    pub position: usize,
    /// Number of Left's coins.
    pub coins: u32,
    /// The player who has the marker.
    pub holder: Holder,
}

/// Outcomes of a game for one total budget. The first index is the position, the second is who has the marker (0 for
/// Left, 1 for Right), and the third is the number of Left's coins.
pub type Scores = Vec<[Vec<i32>; 2]>;

/// Reason why the outcomes could not be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoScores {
    /// Neither player can bid in this state.
    NoBid(Spot),
    /// This state, with this bid matrix, has no pure equilibrium.
    NoEquilibrium(Spot, Matrix),
}

/// Computes the outcomes for one total budget. The outcomes exist only if all states have pure equilibria.
///
/// # Errors
/// [`NoScores`] for the first state without an outcome, together with the scores of all earlier positions.
pub fn solve(game: &ScoredGame, budget: u32) -> Result<Scores, (NoScores, Scores)> {
    solve_where(game, budget, game.positions.len(), |_| true)
}

/// Computes the outcomes of all states that play can reach from the state `from`. The result has an entry for each
/// position before the position of `from`. If play cannot reach a state, the outcome of the state is set to 0. The
/// outcome of `from` itself is not computed.
///
/// # Errors
/// [`NoScores`] for a reachable state that has no outcome.
pub fn solve_reachable_from(game: &ScoredGame, budget: u32, from: Spot) -> Result<Scores, NoScores> {
    let reached = reached(game, budget, from);
    solve_where(game, budget, from.position, |spot| reached[number(budget, spot)]).map_err(|(none, _)| none)
}

/// Computes outcomes for the first `positions` positions. If `requested` returns `false` for a state, the outcome of
/// the state is set to 0.
fn solve_where(game: &ScoredGame, budget: u32, positions: usize, requested: impl Fn(Spot) -> bool) -> Result<Scores, (NoScores, Scores)> {
    let mut scores: Scores = Vec::with_capacity(positions);
    for (position, moves) in game.positions[..positions].iter().enumerate() {
        let mut own = [Vec::new(), Vec::new()];
        for holder in HOLDERS {
            for coins in 0..=budget {
                let spot = Spot { position, coins, holder };
                let score = if moves.is_over() || !requested(spot) {
                    0
                } else {
                    let Some(matrix) = matrix(game, &scores, budget, spot) else { return Err((NoScores::NoBid(spot), scores)) };
                    if matrix.maximin() != matrix.minimax() {
                        return Err((NoScores::NoEquilibrium(spot, matrix), scores));
                    }
                    matrix.maximin()
                };
                own[holder as usize].push(score);
            }
        }
        scores.push(own);
    }
    Ok(scores)
}

const HOLDERS: [Holder; 2] = [Holder::Left, Holder::Right];

/// Returns a state's index in the list that [`reached`] returns.
fn number(budget: u32, Spot { position, coins, holder }: Spot) -> usize {
    (2 * position + holder as usize) * (budget as usize + 1) + coins as usize
}

/// For each state, returns whether play can reach it from the state `from`.
fn reached(game: &ScoredGame, budget: u32, from: Spot) -> Vec<bool> {
    let mut reached = vec![false; number(budget, Spot { position: from.position + 1, coins: 0, holder: Holder::Left })];
    reached[number(budget, from)] = true;
    let least = u32::from(!game.zero_bid);
    // The loop goes backwards, because each position comes after all positions that can be reached from it.
    for position in (0..=from.position).rev() {
        for holder in HOLDERS {
            for coins in (0..=budget).filter(|&coins| reached[number(budget, Spot { position, coins, holder })]).collect::<Vec<u32>>() {
                let holdings = [coins, budget - coins];
                for (side, &winner) in HOLDERS.iter().enumerate() {
                    let theirs = holdings[1 - side];
                    for bid in least..=holdings[side] {
                        let higher = bid > least || theirs < least;
                        let tied = holder == winner && bid <= theirs;
                        let coins = if side == 0 { coins - bid } else { coins + bid };
                        for (_, holder) in [(higher, holder), (tied, HOLDERS[1 - side])].into_iter().filter(|(is_so, _)| *is_so) {
                            for &(to, _) in &game.positions[position].moves[side] {
                                reached[number(budget, Spot { position: to, coins, holder })] = true;
                            }
                        }
                    }
                }
            }
        }
    }
    reached
}

/// Computes the bid matrix of a state from the outcomes at positions with lower numbers. Returns `None` if neither
/// player can bid.
#[must_use]
pub fn matrix(game: &ScoredGame, scores: &[[Vec<i32>; 2]], budget: u32, spot: Spot) -> Option<Matrix> {
    let Spot { position, coins, holder } = spot;
    let position = &game.positions[position];
    let least = u32::from(!game.zero_bid);
    let (left, right): (Vec<u32>, Vec<u32>) = ((least..=coins).collect(), (least..=budget - coins).collect());
    let left_wins = |bid: u32, at_tie: bool| after(position, scores, 0, coins - bid, if at_tie { Holder::Right } else { holder });
    let right_wins = |bid: u32, at_tie: bool| after(position, scores, 1, coins + bid, if at_tie { Holder::Left } else { holder });
    let entry = |l: u32, r: u32| match (l.cmp(&r), holder) {
        (std::cmp::Ordering::Greater, _) => left_wins(l, false),
        (std::cmp::Ordering::Less, _) => right_wins(r, false),
        (std::cmp::Ordering::Equal, Holder::Left) => left_wins(l, true),
        (std::cmp::Ordering::Equal, Holder::Right) => right_wins(r, true),
    };
    let scores = match (left.is_empty(), right.is_empty()) {
        (true, true) => return None,
        // If only one player can bid, this player pays the bid and moves.
        (true, false) => vec![right.iter().map(|&r| right_wins(r, false)).collect()],
        (false, true) => left.iter().map(|&l| vec![left_wins(l, false)]).collect(),
        (false, false) => left.iter().map(|&l| right.iter().map(|&r| entry(l, r)).collect()).collect(),
    };
    Some(Matrix { left, right, scores })
}

/// Returns the score of the best move of `side`, or the penalty.
fn after(position: &ScoredPosition, scores: &[[Vec<i32>; 2]], side: usize, coins: u32, holder: Holder) -> i32 {
    let values = position.moves[side].iter().map(|&(to, weight)| weight + scores[to][holder as usize][coins as usize]);
    let best = if side == 0 { values.max() } else { values.min() };
    best.unwrap_or_else(|| position.penalties[side].expect("a penalty where there is no move"))
}
