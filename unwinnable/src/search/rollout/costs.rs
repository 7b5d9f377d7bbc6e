//! What counts in a move, and how much.
//!
//! The numbers were found by changing one after the other on positions of real games, as long as the number of positions looked at fell. In some positions, most of them composed, they lead astray every time; what finds a mate there is to
//! play each game with other numbers.

use fastrand::Rng;

/// Costs: the less, the better a move looks.
#[derive(Clone)]
pub(super) struct Costs {
    /// Of each square around the loser's king that is not covered.
    pub(super) open: i32,
    /// Of giving check (less than nothing).
    pub(super) check: i32,
    /// Of a capture by the winner.
    pub(super) capture: i32,
    /// Of each square between the kings.
    pub(super) kings: i32,
    /// Of each square between a winner's piece and the loser's king; of a queen's.
    pub(super) approach: i32,
    pub(super) queen: i32,
    /// Of pawn moves of the winner, of each rank that is gone already, and where nothing is ahead.
    pub(super) push: i32,
    pub(super) push_rank: i32,
    pub(super) push_free: i32,
    /// Of a winner's pawn's capture.
    pub(super) pawn_captures: i32,
    /// Of promoting, and of not becoming a queen.
    pub(super) promotion: i32,
    pub(super) under_promotion: i32,
    /// Of standing ahead of the winner's pawns: his own units, the loser's.
    pub(super) in_own_way: i32,
    pub(super) in_way: i32,
    /// Of a loser's unit that is no king moving; if it is a pawn, besides, and for each rank that is gone already, and if it captures.
    pub(super) other: i32,
    pub(super) pawn: i32,
    pub(super) pawn_rank: i32,
    pub(super) pawn_takes: i32,
    /// Of becoming a queen, rook, bishop, knight.
    pub(super) becomes: [i32; 4],
    /// Of each square between a loser's piece and its king.
    pub(super) near: i32,
    /// Of the winner's units that are captured: pawn, knight or bishop, rook, queen.
    pub(super) lost: [i32; 4],
    /// Of each square between the loser's king and the edge, and a corner.
    pub(super) edge: i32,
    pub(super) corner: i32,
    /// Chance adds so much to a cost, at most.
    pub(super) chance: u64,
}

/// The winner has a queen or a rook.
pub(super) static HEAVY: Costs = Costs {
    open: 8,
    check: 1,
    capture: -6,
    kings: 5,
    approach: -2,
    queen: 1,
    push: -8,
    push_rank: -1,
    push_free: -8,
    pawn_captures: 0,
    promotion: -21,
    under_promotion: 22,
    in_own_way: -2,
    in_way: 0,
    other: 7,
    pawn: 1,
    pawn_rank: 0,
    pawn_takes: -2,
    becomes: [10, 8, 9, 8],
    near: -5,
    lost: [9, 12, 26, 38],
    edge: 13,
    corner: 2,
    chance: 16,
};

/// He has neither, but pawns.
pub(super) static PAWNS: Costs = Costs {
    open: 8,
    check: 2,
    capture: -6,
    kings: 7,
    approach: 0,
    queen: -2,
    push: -3,
    push_rank: -1,
    push_free: -12,
    pawn_captures: -4,
    promotion: -28,
    under_promotion: 26,
    in_own_way: -8,
    in_way: 20,
    other: 1,
    pawn: -1,
    pawn_rank: 0,
    pawn_takes: 2,
    becomes: [16, 5, 8, 6],
    near: -5,
    lost: [47, 9, 44, 67],
    edge: 9,
    corner: -5,
    chance: 22,
};

/// He has neither, and no pawns: the loser's pawns have to become what stands in their king's way.
pub(super) static LIGHT: Costs = Costs {
    open: 10,
    check: 1,
    capture: 1,
    kings: 8,
    approach: 1,
    queen: 4,
    push: -6,
    push_rank: 2,
    push_free: -8,
    pawn_captures: -2,
    promotion: -14,
    under_promotion: 20,
    in_own_way: -5,
    in_way: 5,
    other: 13,
    pawn: 2,
    pawn_rank: -1,
    pawn_takes: 3,
    becomes: [20, 17, 7, 9],
    near: 4,
    lost: [16, 18, 31, 56],
    edge: 6,
    corner: 26,
    chance: 25,
};

impl Costs {
    /// Those for some material, whatever there is, each made up to twice as large, or nothing.
    pub(super) fn mixed(random: &mut Rng) -> Self {
        let mut mixed = [&HEAVY, &PAWNS, &LIGHT][random.usize(..3)].clone();
        let Self {
            open,
            check,
            capture,
            kings,
            approach,
            queen,
            push,
            push_rank,
            push_free,
            pawn_captures,
            promotion,
            under_promotion,
            in_own_way,
            in_way,
            other,
            pawn,
            pawn_rank,
            pawn_takes,
            becomes,
            near,
            lost,
            edge,
            corner,
            chance,
        } = &mut mixed;
        let [first, second] = [
            [open, check, capture, kings, approach, queen, push, push_rank, push_free, pawn_captures],
            [promotion, under_promotion, in_own_way, in_way, other, pawn, pawn_rank, pawn_takes, near, edge],
        ];
        for cost in first.into_iter().chain(second).chain([corner]).chain(becomes).chain(lost) {
            *cost = *cost * random.i32(0..=4) / 2;
        }
        *chance <<= random.u32(..3);
        mixed
    }
}
