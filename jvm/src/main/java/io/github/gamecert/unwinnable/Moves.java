// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import static io.github.gamecert.unwinnable.Squares.*;

import java.util.Arrays;

/**
 * Legal moves as numbers: 6 bits for the origin, 6 bits for the target, and the role to which a pawn promotes. A king
 * castles by a move of two squares.
 */
final class Moves {
    private static final long LAST_RANKS = RANK_1 | RANK_8;

    private final Position position;
    private final int us, king;
    private final long own, others, occupied;
    /** Targets of units other than the king that may be legal: all squares, or in check those of the checking lines. */
    private final long useful;
    private final boolean inCheck;
    private int[] list;
    private int count;

    private Moves(Position position) {
        this.position = position;
        us = position.us;
        own = position.of(us);
        others = position.of(1 - us);
        occupied = own | others;
        king = position.king(us);
        inCheck = position.isAttacked(king, 1 - us, occupied, others);
        long lines = bishopAttacks(king, occupied) | rookAttacks(king, occupied);
        useful = (inCheck ? lines | KNIGHT_MOVES[king] : -1) & ~own;
    }

    static int from(int move) {
        return move & 63;
    }

    static int to(int move) {
        return move >> 6 & 63;
    }

    static int promotion(int move) {
        return move >> 12;
    }

    /** Returns all legal moves. */
    static int[] of(Position position) {
        Moves moves = new Moves(position);
        moves.list = new int[40];
        moves.find();
        return Arrays.copyOf(moves.list, moves.count);
    }

    /** Returns whether the side to move has a legal move. Castling needs no test: a king that castles can also step. */
    static boolean exist(Position position) {
        Moves moves = new Moves(position);
        return moves.kingSteps(true) != 0 || moves.find();
    }

    /** Returns the squares to which the king can step, or some of them if {@code any} is enough. */
    private long kingSteps(boolean any) {
        long safe = 0, through = occupied ^ 1L << king;
        for (long to = KING_MOVES[king] & ~own; to != 0 && !(any && safe != 0); to &= to - 1) {
            if (!position.isAttacked(Long.numberOfTrailingZeros(to), 1 - us, through, others)) safe |= to & -to;
        }
        return safe;
    }

    /** Adds all moves to the list, or returns true at the first move of a unit other than the king if there is no list. */
    private boolean find() {
        long empty = ~occupied;
        for (long left = position.both(PAWN) & own; left != 0; left &= left - 1) {
            long from = left & -left, one = pawnPush(from, us) & empty;
            long two = pawnPush(one, us) & empty & (us == 0 ? RANK_1 << 24 : RANK_1 << 32);
            if (add(PAWN, from, one | two | pawnAttacks(from, us) & others)) return true;
        }
        if (position.enPassant >= 0) {
            for (long left = PAWN_ATTACKS[1 - us][position.enPassant] & position.both(PAWN) & own; left != 0; left &= left - 1) {
                int from = Long.numberOfTrailingZeros(left);
                long to = 1L << position.enPassant, victim = pawnPush(to, 1 - us), after = (occupied ^ 1L << from ^ victim) | to;
                if (!position.isAttacked(king, 1 - us, after, others ^ victim)) {
                    if (list == null) return true;
                    push(from | position.enPassant << 6);
                }
            }
        }
        for (int role = KNIGHT; role <= QUEEN; role++) {
            for (long left = position.of(us, role); left != 0; left &= left - 1) {
                long to = attacks(role, Long.numberOfTrailingZeros(left), us, occupied);
                if (add(role, left & -left, to)) return true;
            }
        }
        if (list == null) return false;
        for (long to = kingSteps(false) | castling(); to != 0; to &= to - 1) push(king | Long.numberOfTrailingZeros(to) << 6);
        return false;
    }

    /** Adds the legal moves of a unit other than the king. Without a list, returns whether there are any. */
    private boolean add(int role, long origin, long targets) {
        int from = Long.numberOfTrailingZeros(origin);
        boolean tested = inCheck || ((BISHOP_RAYS[king] | ROOK_RAYS[king]) & origin) != 0;
        for (long left = targets & useful; left != 0; left &= left - 1) {
            long target = left & -left;
            if (tested && position.isAttacked(king, 1 - us, occupied & ~origin | target, others & ~target)) continue;
            if (list == null) return true;
            int move = from | Long.numberOfTrailingZeros(target) << 6;
            if (role == PAWN && (target & LAST_RANKS) != 0) {
                for (int promotion = KNIGHT; promotion <= QUEEN; promotion++) push(move | promotion << 12);
            } else {
                push(move);
            }
        }
        return false;
    }

    private void push(int move) {
        if (count == list.length) list = Arrays.copyOf(list, 2 * count);
        list[count++] = move;
    }

    private long castling() {
        int rights = position.castling >> 2 * us & 3;
        if (rights == 0 || inCheck) return 0;
        long to = 0;
        for (int right = Position.SHORT; right <= Position.LONG; right++) {
            int step = right == Position.SHORT ? 1 : -1;
            long between = (right == Position.SHORT ? 0x60L : 0x0eL) << 56 * us;
            if ((rights & right) != 0 && (between & occupied) == 0 && !position.isAttacked(king + step, 1 - us, occupied, others)
                    && !position.isAttacked(king + 2 * step, 1 - us, occupied, others)) {
                to |= 1L << king + 2 * step;
            }
        }
        return to;
    }
}
