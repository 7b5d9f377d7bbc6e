// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import java.util.Objects;

/** A side of the game. */
public enum Side {
    /** The side that moves up the board. */
    WHITE,
    /** The side that moves down the board. */
    BLACK;

    /**
     * Returns the other side.
     *
     * @return Black for White, and White for Black
     */
    public Side other() {
        return this == WHITE ? BLACK : WHITE;
    }

    /**
     * Reads the name of a side.
     *
     * @param name {@code white} or {@code black}
     * @return the side
     * @throws IllegalArgumentException if the name is neither of the two
     */
    public static Side of(String name) {
        return switch (Objects.requireNonNull(name, "the name of the side is null")) {
            case "white" -> WHITE;
            case "black" -> BLACK;
            default -> throw new IllegalArgumentException("the side is white or black, not " + Fen.shown(name));
        };
    }

    @Override
    public String toString() {
        return this == WHITE ? "white" : "black";
    }
}
