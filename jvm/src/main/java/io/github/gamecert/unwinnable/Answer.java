// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

/**
 * The answer of the quick test, with its reason.
 *
 * @param verdict {@link Verdict#CANNOT} or {@link Verdict#UNKNOWN}
 * @param reason the reason for the verdict
 */
public record Answer(Verdict verdict, Reason reason) {
    /** Whether a side can mate by some series of legal moves of both sides. */
    public enum Verdict {
        /** The side can mate. The quick test never says so; a full search may. */
        CAN,
        /** The side cannot mate, whatever both sides play. */
        CANNOT,
        /** It is not decided. */
        UNKNOWN
    }

    /** The kind of reason why a side cannot mate. */
    public enum Reason {
        /** The game is over, and the side has not mated. */
        OVER,
        /** The side has too little material. */
        MATERIAL,
        /** No mating net can ever arise (the static argument). */
        STATIC,
        /** Every line of moves was followed to a position that has been met before, or to one of the reasons above. */
        CLOSED,
        /** The quick test does not decide the question. */
        UNDECIDED
    }

    /**
     * Returns whether the side certainly cannot mate.
     *
     * @return true if the verdict is {@link Verdict#CANNOT}
     */
    public boolean cannot() {
        return verdict == Verdict.CANNOT;
    }
}
