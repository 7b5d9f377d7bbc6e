// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

/**
 * Sets of squares as bitboards: bit 0 is a1, bit 7 is h1, bit 63 is h8. Roles are the numbers {@code PAWN} to
 * {@code KING}, sides are 0 for White and 1 for Black.
 */
final class Squares {
    static final int PAWN = 0, KNIGHT = 1, BISHOP = 2, ROOK = 3, QUEEN = 4, KING = 5;
    static final long NOT_A = 0xfefe_fefe_fefe_fefeL, NOT_H = 0x7f7f_7f7f_7f7f_7f7fL;
    static final long RANK_1 = 0xff, RANK_8 = RANK_1 << 56, DARK = 0xaa55_aa55_aa55_aa55L;

    /** The squares beyond each square in each of 8 directions: the first 4 upwards, the last 4 downwards. */
    private static final long[] RAYS = new long[8 * 64];
    static final long[] KNIGHT_MOVES = new long[64], KING_MOVES = new long[64], BISHOP_RAYS = new long[64], ROOK_RAYS = new long[64];
    static final long[][] PAWN_ATTACKS = new long[2][64];
    /**
     * For each role and square, the neighbours of the square, and the squares from which a piece on an empty board
     * attacks the square or a neighbour. Pawns are in rows 6 (White) and 7 (Black).
     */
    static final long[][] NEAR = new long[8][64];

    static {
        int[][] directions = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}, {0, -1}, {-1, 0}, {-1, -1}, {1, -1}};
        for (int square = 0; square < 64; square++) {
            for (int direction = 0; direction < 8; direction++) {
                int file = square % 8 + directions[direction][0], rank = square / 8 + directions[direction][1];
                for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += directions[direction][0], rank += directions[direction][1]) {
                    RAYS[direction * 64 + square] |= 1L << (8 * rank + file);
                }
            }
            long set = 1L << square;
            KNIGHT_MOVES[square] = knightSteps(set);
            KING_MOVES[square] = kingSteps(set);
            PAWN_ATTACKS[0][square] = pawnAttacks(set, 0);
            PAWN_ATTACKS[1][square] = pawnAttacks(set, 1);
            BISHOP_RAYS[square] = bishopAttacks(square, 0);
            ROOK_RAYS[square] = rookAttacks(square, 0);
        }
        for (int king = 0; king < 64; king++) {
            for (int role = KNIGHT; role < 8; role++) NEAR[role][king] = KING_MOVES[king];
            for (long zone = KING_MOVES[king] | 1L << king; zone != 0; zone &= zone - 1) {
                int to = Long.numberOfTrailingZeros(zone);
                for (int role = KNIGHT; role <= KING; role++) NEAR[role][king] |= attacks(role, to, 0, 0);
                NEAR[6][king] |= PAWN_ATTACKS[1][to];
                NEAR[7][king] |= PAWN_ATTACKS[0][to];
            }
        }
    }

    private Squares() {}

    /** Returns the set shifted by one rank, in the direction in which pawns of the side move. */
    static long pawnPush(long set, int side) {
        return side == 0 ? set << 8 : set >>> 8;
    }

    static long pawnAttacks(long set, int side) {
        return pawnPush((set & NOT_H) << 1 | (set & NOT_A) >>> 1, side);
    }

    /** Returns all squares straight ahead of some square of the set. */
    static long ahead(long set, int side) {
        long all = 0;
        while ((set = pawnPush(set, side)) != 0) all |= set;
        return all;
    }

    static long rookSteps(long set) {
        return set << 8 | set >>> 8 | (set & NOT_H) << 1 | (set & NOT_A) >>> 1;
    }

    static long bishopSteps(long set) {
        long beside = (set & NOT_H) << 1 | (set & NOT_A) >>> 1;
        return beside << 8 | beside >>> 8;
    }

    static long kingSteps(long set) {
        return rookSteps(set) | bishopSteps(set);
    }

    static long knightSteps(long set) {
        long right = (set & NOT_H) << 1, left = (set & NOT_A) >>> 1, one = right | left;
        long two = (right & NOT_H) << 1 | (left & NOT_A) >>> 1;
        return one << 16 | one >>> 16 | two << 8 | two >>> 8;
    }

    /** Returns the squares of a single step from the set: a queen goes like a king, to the next square only. */
    static long steps(int role, long set) {
        return switch (role) {
            case KNIGHT -> knightSteps(set);
            case BISHOP -> bishopSteps(set);
            case ROOK -> rookSteps(set);
            default -> kingSteps(set);
        };
    }

    private static long up(int direction, int square, long occupied) {
        long ray = RAYS[direction * 64 + square], blockers = ray & occupied;
        return blockers == 0 ? ray : ray ^ RAYS[direction * 64 + Long.numberOfTrailingZeros(blockers)];
    }

    private static long down(int direction, int square, long occupied) {
        long ray = RAYS[direction * 64 + square], blockers = ray & occupied;
        return blockers == 0 ? ray : ray ^ RAYS[direction * 64 + 63 - Long.numberOfLeadingZeros(blockers)];
    }

    static long bishopAttacks(int square, long occupied) {
        return up(2, square, occupied) | up(3, square, occupied) | down(6, square, occupied) | down(7, square, occupied);
    }

    static long rookAttacks(int square, long occupied) {
        return up(0, square, occupied) | up(1, square, occupied) | down(4, square, occupied) | down(5, square, occupied);
    }

    /** Returns the squares that a unit attacks, if exactly the squares {@code occupied} block. */
    static long attacks(int role, int from, int side, long occupied) {
        return switch (role) {
            case PAWN -> PAWN_ATTACKS[side][from];
            case KNIGHT -> KNIGHT_MOVES[from];
            case BISHOP -> bishopAttacks(from, occupied);
            case ROOK -> rookAttacks(from, occupied);
            case QUEEN -> bishopAttacks(from, occupied) | rookAttacks(from, occupied);
            default -> KING_MOVES[from];
        };
    }

    /** Returns the squares that a unit of this role attacks from some square of the set. */
    static long attacksOfSet(int role, long set, int side, long occupied) {
        long all = 0;
        for (; set != 0; set &= set - 1) all |= attacks(role, Long.numberOfTrailingZeros(set), side, occupied);
        return all;
    }
}
