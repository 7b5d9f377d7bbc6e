// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import static io.github.gamecert.unwinnable.Squares.*;

/** The material argument, section 5 of {@code spec/rules/chess.md}. */
final class Material {
    private Material() {}

    /** Returns whether the material on the board shows that the intended winner cannot mate, now or later. */
    static boolean cannotMate(Position position, int winner) {
        long own = position.of(winner), others = position.of(1 - winner);
        int count = Long.bitCount(own);
        if (count == 1) return true;
        if (position.both(PAWN) != 0) return false;
        long kings = position.both(KING), bishops = position.both(BISHOP);
        if (count == 2 && (own & position.both(KNIGHT)) != 0 && (others & ~kings & ~position.both(QUEEN)) == 0) return true;
        return (own & ~kings & ~bishops) == 0 && (others & position.both(KNIGHT)) == 0
                && ((bishops & DARK) == 0 || (bishops & ~DARK) == 0);
    }
}
