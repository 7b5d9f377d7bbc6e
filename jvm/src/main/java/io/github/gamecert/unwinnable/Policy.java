// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import static io.github.gamecert.unwinnable.Squares.*;

import io.github.gamecert.unwinnable.Answer.Verdict;
import java.util.Objects;

/**
 * The rule of a rule book or chess server about the result when a flag falls. {@code spec/policies.md} cites the source
 * of each.
 */
public enum Policy {
    /** FIDE 6.9: drawn if the side with time left cannot mate by any series of legal moves. */
    FIDE_TIMEOUT("fide-timeout"),
    /** FIDE 5.2.2 alone: if neither side can mate, the game was already drawn before the flag fell. */
    FIDE_DEAD("fide-dead"),
    /** US Chess rules 14D4 and 14E, without the clause about forced wins. */
    USCF("uscf"),
    /** Lichess until August 2026: drawn if the material of both sides excludes a mate by the side with time left. */
    LICHESS_2025("lichess-2025"),
    /** Lichess since scalachess pull request 821: the same, or if each legal move of the flagged side leads to such a draw. */
    LICHESS_2026("lichess-2026"),
    /** Chess.com: drawn if the side with time left has a bare king, or a king and one bishop or knight. */
    CHESSCOM("chesscom");

    /** The result that a rule assigns when a flag has fallen. */
    public enum Ruling {
        /** The side with time left wins. */
        WIN,
        /** The game is drawn. */
        DRAW,
        /** The game had ended before the flag fell, by stalemate or by a mate against the side with time left. */
        OVER,
        /** The result depends on whether a side can mate, and this is not decided. */
        UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final String title;

    Policy(String title) {
        this.title = title;
    }

    @Override
    public String toString() {
        return title;
    }

    /**
     * Reads the name of a policy, such as {@code fide-timeout}. The names {@code fide} and {@code lichess} stand for
     * {@link #FIDE_TIMEOUT} and {@link #LICHESS_2026}.
     *
     * @param name the name
     * @return the policy
     * @throws IllegalArgumentException if there is no such policy
     */
    public static Policy of(String name) {
        Objects.requireNonNull(name, "the name of the policy is null");
        for (Policy policy : values()) {
            if (policy.title.equals(name)) return policy;
        }
        if (name.equals("fide")) return FIDE_TIMEOUT;
        if (name.equals("lichess")) return LICHESS_2026;
        throw new IllegalArgumentException("there is no policy " + Fen.shown(name));
    }

    /**
     * Returns the result if the flag of the other side falls. Asks the quick test where the rule depends on whether a
     * side can mate. The result is {@link Ruling#UNKNOWN} if the rule needs an answer that the quick test does not have.
     *
     * @param position the position in which the flag falls
     * @param winner the side with time left
     * @return the result
     */
    public Ruling ruling(Position position, Side winner) {
        Objects.requireNonNull(position, "the position is null");
        Objects.requireNonNull(winner, "the side is null");
        boolean asksWinner = this == FIDE_TIMEOUT || this == FIDE_DEAD || this == USCF;
        Verdict own = asksWinner ? QuickTest.ask(position, winner).verdict() : Verdict.UNKNOWN;
        boolean asksOther = this == FIDE_DEAD && own == Verdict.CANNOT;
        return ruling(position, winner, own, asksOther ? QuickTest.ask(position, winner.other()).verdict() : Verdict.UNKNOWN);
    }

    /**
     * Returns the result if the flag of the other side falls, with answers that the caller has, from a full search for
     * example.
     *
     * @param position the position in which the flag falls
     * @param winner the side with time left
     * @param winnerMates whether the side with time left can mate
     * @param otherMates whether the side whose flag has fallen can mate; matters only for {@link #FIDE_DEAD}
     * @return the result
     */
    public Ruling ruling(Position position, Side winner, Verdict winnerMates, Verdict otherMates) {
        Objects.requireNonNull(position, "the position is null");
        Objects.requireNonNull(winnerMates, "the answer about the side with time left is null");
        Objects.requireNonNull(otherMates, "the answer about the other side is null");
        int side = Objects.requireNonNull(winner, "the side is null").ordinal();
        if (!Moves.exist(position)) return position.us != side && position.inCheck() ? Ruling.WIN : Ruling.OVER;
        return switch (this) {
            case FIDE_TIMEOUT -> decided(winnerMates);
            case FIDE_DEAD -> {
                boolean either = winnerMates == Verdict.CAN || otherMates == Verdict.CAN;
                boolean unknown = winnerMates == Verdict.UNKNOWN || otherMates == Verdict.UNKNOWN;
                yield either ? Ruling.WIN : unknown ? Ruling.UNKNOWN : Ruling.DRAW;
            }
            case USCF -> hasLittle(position, side) || hasTwoKnights(position, side) ? Ruling.DRAW : decided(winnerMates);
            case LICHESS_2025 -> drawn(Material.cannotMate(position, side));
            case LICHESS_2026 -> drawn(Material.cannotMate(position, side) || everyMoveLeavesTooLittle(position, side));
            case CHESSCOM -> drawn(hasLittle(position, side));
        };
    }

    private static Ruling decided(Verdict mates) {
        return mates == Verdict.UNKNOWN ? Ruling.UNKNOWN : drawn(mates == Verdict.CANNOT);
    }

    private static Ruling drawn(boolean drawn) {
        return drawn ? Ruling.DRAW : Ruling.WIN;
    }

    /** The legal moves include moves that end the game. */
    private static boolean everyMoveLeavesTooLittle(Position position, int side) {
        if (position.us == side) return false;
        for (int move : Moves.of(position)) {
            if (!Material.cannotMate(position.after(move), side)) return false;
        }
        return true;
    }

    /** Returns whether the side has a bare king, or a king and one bishop or knight. */
    private static boolean hasLittle(Position position, int side) {
        long own = position.of(side), minor = own & (position.both(KNIGHT) | position.both(BISHOP));
        return Long.bitCount(own) == 1 || Long.bitCount(own) == 2 && minor != 0;
    }

    /** Returns whether the side has exactly a king and two knights, and neither side has pawns. */
    private static boolean hasTwoKnights(Position position, int side) {
        return Long.bitCount(position.of(side)) == 3 && Long.bitCount(position.of(side, KNIGHT)) == 2 && position.both(PAWN) == 0;
    }
}
