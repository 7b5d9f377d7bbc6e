// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import static io.github.gamecert.unwinnable.Squares.*;

/**
 * The squares that each unit may ever reach, by the rules of section 5.1 of {@code spec/rules/chess.md}, and perhaps
 * others. A <em>token</em> is a unit of the position. The rules are applied until nothing changes.
 */
final class Mobility {
    final Position position;
    final int count;
    /** For each token: its role, its side, and its square. Kings are first, White's before Black's. */
    final int[] role, side;
    final long[] origin;
    /** The squares that a token may reach without a promotion (M), and those of a promoted pawn (Q). */
    final long[] moved, promoted;
    /** The squares that a pawn may reach before its first capture (F), and after it (G). */
    private final long[] uncaptured, captured;
    /** Whether a pawn may capture, or be captured before it has captured (X). */
    private final boolean[] exposed;
    /** The origins of the tokens that may move or be captured (D). */
    long displaced;

    /** Squares of each side: where units other than the king may stand, where any unit may stand, and may capture. */
    private final long[] reach = new long[2], anywhere = new long[2], captures = new long[2];
    /** Squares that the other side's king never enters, and origins of pawns that the other side's pawns cannot pass. */
    private final long[] guarded = new long[2], unexposed = new long[2];

    Mobility(Position position) {
        this.position = position;
        count = Long.bitCount(position.occupied());
        role = new int[count];
        side = new int[count];
        origin = new long[count];
        moved = new long[count];
        promoted = new long[count];
        uncaptured = new long[count];
        captured = new long[count];
        exposed = new boolean[count];
        // Rule 1: a pawn that has just made a double push may be captured on the square that it passed over.
        long passed = position.enPassant < 0 ? 0 : 1L << position.enPassant, pushed = pawnPush(passed, 1 - position.us);
        int token = 0;
        for (int next : new int[] {KING, PAWN, KNIGHT, BISHOP, ROOK, QUEEN}) {
            for (int us = 0; us < 2; us++) {
                for (long left = position.of(us, next); left != 0; left &= left - 1, token++) {
                    role[token] = next;
                    side[token] = us;
                    origin[token] = left & -left;
                    moved[token] = origin[token] | (origin[token] == pushed ? passed : 0);
                    if (next == PAWN) uncaptured[token] = moved[token];
                }
            }
        }
        for (token = 0; token < count; token++) addToSide(token);
        while (applyRules()) {}
    }

    private void addToSide(int token) {
        int us = side[token];
        long all = moved[token] | promoted[token];
        anywhere[us] |= all;
        if (role[token] != KING) reach[us] |= all;
        captures[us] |= role[token] == PAWN ? pawnAttacks(moved[token], us) | promoted[token] : moved[token];
    }

    /** Applies all rules once to each token. Returns whether anything was added. */
    private boolean applyRules() {
        findGuards();
        boolean added = false;
        for (int token = 0; token < count; token++) {
            // The least solution does not depend on the order, so each token uses what earlier ones have added.
            added |= role[token] == PAWN ? growPawn(token) : growPiece(token);
            boolean taken = role[token] != KING && (anywhere[1 - side[token]] & origin[token]) != 0;
            boolean moves = ((moved[token] | promoted[token]) & ~origin[token]) != 0;
            if ((taken || moves) && (displaced & origin[token]) == 0) {
                displaced |= origin[token];
                added = true;
            }
            addToSide(token);
        }
        return added;
    }

    /** Computes the sets that become smaller. */
    private void findGuards() {
        for (int us = 0; us < 2; us++) guarded[us] = unexposed[us] = 0;
        for (int token = 0; token < count; token++) {
            int us = side[token];
            if ((displaced & origin[token]) == 0) {
                guarded[us] |= role[token] == PAWN ? pawnAttacks(origin[token], us) : steps(role[token], origin[token]);
            }
            if (role[token] == PAWN && !exposed[token]) unexposed[us] |= origin[token];
        }
    }

    /** Returns the squares that no unit of the token's own side holds for ever, other than the token itself. */
    private long allowed(int token) {
        return ~position.of(side[token]) | displaced | origin[token];
    }

    /** Rules 2, 3 and 9. */
    private boolean growPiece(int token) {
        long old = moved[token], allowed = allowed(token), set = old;
        if (position.castling != 0 && (role[token] == KING || role[token] == ROOK)) set |= castlingTargets(token);
        if (role[token] == KING) allowed &= ~guarded[1 - side[token]];
        for (long last = 0; set != last; ) {
            last = set;
            set |= steps(role[token], set) & allowed;
        }
        moved[token] = set;
        return set != old;
    }

    /** Rule 9: king and rook may castle if all squares between them may be free. */
    private long castlingTargets(int token) {
        long free = ~position.occupied() | displaced, targets = 0;
        int us = side[token], base = 56 * us;
        if ((position.castling >> 2 * us & Position.SHORT) != 0 && (0x60L << base & ~free) == 0) {
            if (origin[token] == 0x10L << base) targets |= 0x40L << base;
            if (origin[token] == 0x80L << base) targets |= 0x20L << base;
        }
        if ((position.castling >> 2 * us & Position.LONG) != 0 && (0x0eL << base & ~free) == 0) {
            if (origin[token] == 0x10L << base) targets |= 0x04L << base;
            if (origin[token] == 0x01L << base) targets |= 0x08L << base;
        }
        return targets;
    }

    /** Rules 4, 5, 6 and 8. */
    private boolean growPawn(int token) {
        int us = side[token], them = 1 - us;
        long free = ~position.occupied() | displaced, allowed = allowed(token);
        long stops = ahead(origin[token], us) & unexposed[them], open = free & ~(stops | ahead(stops, us));
        long before = pushes(uncaptured[token], open, us), after = captured[token], queen = promoted[token];
        after |= pawnAttacks(before | after, us) & allowed & reach[them];
        after = pushes(after, free, us);
        queen |= (before | after) & (us == 0 ? RANK_8 : RANK_1);
        for (long last = 0; queen != last; ) {
            last = queen;
            queen |= (kingSteps(queen) | knightSteps(queen)) & allowed;
        }
        boolean exposedNow = exposed[token] || after != 0 || (before & captures[them]) != 0;
        boolean more = (before | after) != moved[token] || after != captured[token] || queen != promoted[token]
                || exposedNow != exposed[token];
        uncaptured[token] = before;
        captured[token] = after;
        moved[token] = before | after;
        promoted[token] = queen;
        exposed[token] = exposedNow;
        return more;
    }

    private static long pushes(long set, long open, int us) {
        for (long last = 0; set != last; ) {
            last = set;
            set |= pawnPush(set, us) & open;
        }
        return set;
    }
}
