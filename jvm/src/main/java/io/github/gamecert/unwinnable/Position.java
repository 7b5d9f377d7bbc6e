// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import static io.github.gamecert.unwinnable.Squares.*;

import java.util.Arrays;

/**
 * A position of orthodox chess without move counters. The side not to move is not in check. Positions are immutable, and
 * any number of threads may share one.
 */
public final class Position {
    /** Rights to castle: {@code SHORT} and {@code LONG} are bits for White, shifted by 2 for Black. */
    static final int SHORT = 1, LONG = 2;

    /** The squares of each role of both sides, then those of White and of Black. */
    private final long[] sets;
    /** The side to move, 0 or 1. */
    final int us;
    final int castling;
    /** The square that a pawn has just passed over if a pawn of the side to move attacks it, otherwise -1. */
    final int enPassant;

    /** Keeps {@code sets}. {@code passed} is the square that a pawn has just passed over, or -1. */
    Position(long[] sets, int us, int castling, int passed) {
        this.sets = sets;
        this.us = us;
        this.castling = castling;
        enPassant = passed >= 0 && (PAWN_ATTACKS[1 - us][passed] & of(us, PAWN)) != 0 ? passed : -1;
    }

    /**
     * Reads a FEN of four to six fields: the board, the side to move, castling rights, the en passant square, and
     * optionally the two move counters, whose values are ignored.
     *
     * @param fen the FEN
     * @return the position
     * @throws FenException if a field is missing or malformed, or if the position is impossible: other than one king a
     *     side, more than 16 units or 8 pawns, pawns on the first or last rank, kings side by side, a side not to move
     *     that is in check, castling rights or an en passant square that do not suit the board
     */
    public static Position fromFen(String fen) {
        return Fen.read(fen);
    }

    /**
     * Returns the side to move.
     *
     * @return the side
     */
    public Side toMove() {
        return us == 0 ? Side.WHITE : Side.BLACK;
    }

    /** Returns the squares of both sides' units of a role. */
    long both(int role) {
        return sets[role];
    }

    long of(int side) {
        return sets[6 + side];
    }

    long of(int side, int role) {
        return sets[role] & sets[6 + side];
    }

    long occupied() {
        return sets[6] | sets[7];
    }

    int king(int side) {
        return Long.numberOfTrailingZeros(of(side, KING));
    }

    /** Returns the role of the unit on a square, or 6 if the square is empty. */
    int roleOn(int square) {
        int role = PAWN;
        while (role <= KING && (sets[role] >>> square & 1) == 0) role++;
        return role;
    }

    /** Returns whether one of the units on {@code attackers} attacks a square, if the squares {@code occupied} block. */
    boolean isAttacked(int square, int by, long occupied, long attackers) {
        long near = KNIGHT_MOVES[square] & sets[KNIGHT] | KING_MOVES[square] & sets[KING] | PAWN_ATTACKS[1 - by][square] & sets[PAWN];
        if ((near & attackers) != 0) return true;
        long diagonal = (sets[BISHOP] | sets[QUEEN]) & attackers, straight = (sets[ROOK] | sets[QUEEN]) & attackers;
        return (BISHOP_RAYS[square] & diagonal) != 0 && (bishopAttacks(square, occupied) & diagonal) != 0
                || (ROOK_RAYS[square] & straight) != 0 && (rookAttacks(square, occupied) & straight) != 0;
    }

    boolean inCheck() {
        return isAttacked(king(us), 1 - us, occupied(), of(1 - us));
    }

    /** Returns the position after a legal move (see {@link Moves}). */
    Position after(int move) {
        int from = Moves.from(move), to = Moves.to(move), role = roleOn(from), promotion = Moves.promotion(move);
        long origin = 1L << from, target = 1L << to, victim = target;
        if (role == PAWN && to == enPassant) victim = pawnPush(target, 1 - us);
        long[] next = sets.clone();
        for (int set = 0; set < next.length; set++) next[set] &= ~(origin | victim);
        next[promotion != 0 ? promotion : role] |= target;
        next[6 + us] |= target;
        if (role == KING && Math.abs(to - from) == 2) {
            long rook = to > from ? 0xa0L << 56 * us : 0x09L << 56 * us;
            next[ROOK] ^= rook;
            next[6 + us] ^= rook;
        }
        int passed = role == PAWN && Math.abs(to - from) == 16 ? (from + to) / 2 : -1;
        return new Position(next, 1 - us, castling == 0 ? 0 : castling & ~lostRights(origin | target), passed);
    }

    /** Returns the rights to castle that are lost if units leave or enter the squares. */
    private static int lostRights(long squares) {
        int lost = 0;
        for (int side = 0; side < 2; side++) {
            if ((squares & 0x90L << 56 * side) != 0) lost |= SHORT << 2 * side;
            if ((squares & 0x11L << 56 * side) != 0) lost |= LONG << 2 * side;
        }
        return lost;
    }

    /** Returns the position with the other side to move, which must not be able to capture the king. */
    Position withOtherSideToMove() {
        return new Position(sets, 1 - us, castling, -1);
    }

    /**
     * Returns the first four fields of a FEN. The en passant square is named only if a pawn attacks it.
     *
     * @return the FEN, without move counters
     */
    @Override
    public String toString() {
        return Fen.write(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Position p && us == p.us && castling == p.castling && enPassant == p.enPassant
                && Arrays.equals(sets, p.sets);
    }

    @Override
    public int hashCode() {
        long hash = us + 2L * castling + 64L * enPassant;
        for (long set : sets) hash = (hash ^ hash >>> 29) * 0x9e37_79b9_7f4a_7c15L + set;
        return (int) (hash * 0x9e37_79b9_7f4a_7c15L >>> 32);
    }
}
