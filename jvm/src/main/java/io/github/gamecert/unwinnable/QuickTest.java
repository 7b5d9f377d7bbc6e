// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import static io.github.gamecert.unwinnable.Squares.*;

import io.github.gamecert.unwinnable.Answer.Reason;
import io.github.gamecert.unwinnable.Answer.Verdict;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * The quick test whether a side can still mate. It recognises positions with too little material, those in which every
 * line of moves soon ends, those in which pawns and bishops are blocked, possibly after forced moves, and those in which
 * a side has only a few pawn moves left. These are nearly all positions of real games in which a side cannot mate.
 */
public final class QuickTest {
    /** Limits of the search that tests whether every line of moves soon ends. */
    private static final int MAX_PLIES = 6, MAX_NODES = 256;
    /** Largest closed sets: for blocked positions with at most {@code FEW_MOVES} moves, and for few pawn moves. */
    private static final int BLOCKED_SET = 48, FEW_MOVES = 6, PAWN_MOVES_SET = 4096, FEW_PAWN_MOVES = 3;
    /** Forced moves after which pawns and bishops may be blocked. */
    private static final int MAX_FORCED_MOVES = 4;

    private static final Answer UNKNOWN = new Answer(Verdict.UNKNOWN, Reason.UNDECIDED);
    private static final Answer OVER = new Answer(Verdict.CANNOT, Reason.OVER), MATERIAL = new Answer(Verdict.CANNOT, Reason.MATERIAL);
    private static final Answer STATIC = new Answer(Verdict.CANNOT, Reason.STATIC), CLOSED = new Answer(Verdict.CANNOT, Reason.CLOSED);

    private final int winner;
    private int nodes;

    private QuickTest(int winner) {
        this.winner = winner;
    }

    /**
     * Tests whether a side can still mate, by any series of legal moves of both sides. Any number of threads may call
     * this at the same time.
     *
     * @param position the position
     * @param winner the side that may be unable to mate: if a flag has fallen, the side with time left
     * @return {@link Verdict#CANNOT} with the reason, or {@link Verdict#UNKNOWN}
     */
    public static Answer ask(Position position, Side winner) {
        Objects.requireNonNull(position, "the position is null");
        int side = Objects.requireNonNull(winner, "the side is null").ordinal();
        if (!Moves.exist(position)) return isMateBy(position, side) ? UNKNOWN : OVER;
        return Material.cannotMate(position, side) ? MATERIAL : new QuickTest(side).search(position);
    }

    /** Returns whether a position without legal moves is a mate by the side. */
    private static boolean isMateBy(Position position, int side) {
        return position.us != side && position.inCheck();
    }

    private Answer search(Position position) {
        if (!kingsCanWalk(position) && linesEnd(position, MAX_PLIES)) return CLOSED;
        if (hasFewPawnMoves(position)) return isClosed(position, PAWN_MOVES_SET, false) ? CLOSED : UNKNOWN;
        // In check, forced moves may capture the last queen, rook or knight.
        boolean blocked = mayBeBlocked(position);
        if (!blocked && !(position.inCheck() && mayBeBlocked(afterForcedMoves(position)))) return UNKNOWN;
        if (MatingNet.cannotMate(position, winner)) return STATIC;
        if (!position.inCheck() && hasFewPawnMoves(position.withOtherSideToMove())) {
            return isClosed(position, PAWN_MOVES_SET, false) ? CLOSED : UNKNOWN;
        }
        if (blocked && Moves.of(position).length > FEW_MOVES) return UNKNOWN;
        return isClosed(position, BLOCKED_SET, true) ? CLOSED : UNKNOWN;
    }

    /** Returns whether every line of moves ends within {@code plies} plies without a mate by the intended winner. */
    private boolean linesEnd(Position position, int plies) {
        nodes++;
        if (Material.cannotMate(position, winner)) return true;
        if (plies == 0 || nodes > MAX_NODES) return !Moves.exist(position) && !isMateBy(position, winner);
        int[] moves = Moves.of(position);
        if (moves.length == 0) return !isMateBy(position, winner);
        for (int move : moves) {
            if (!linesEnd(position.after(move), plies - 1)) return false;
        }
        return true;
    }

    /**
     * Returns whether both kings can move back and forth for ever, so that some line of moves does not end: each has an
     * empty square beside it, and the other side attacks neither of the king's two squares.
     */
    private static boolean kingsCanWalk(Position position) {
        long others = position.occupied() & ~position.both(KING);
        int white = position.king(0), black = position.king(1);
        long forWhite = ~others & ~attackedBy(position, 1, others), forBlack = ~others & ~attackedBy(position, 0, others);
        long to = KING_MOVES[white] & ~KING_MOVES[black] & forWhite, step = to & -to;
        if (to == 0 || (forWhite >>> white & 1) == 0 || (forBlack >>> black & 1) == 0) return false;
        return (KING_MOVES[black] & ~KING_MOVES[white] & ~kingSteps(step) & ~step & forBlack) != 0;
    }

    /** Returns the squares that units other than the king attack if there are no kings on the board. */
    private static long attackedBy(Position position, int side, long occupied) {
        long all = pawnAttacks(position.of(side, PAWN), side) | knightSteps(position.of(side, KNIGHT));
        for (int role = BISHOP; role <= QUEEN; role++) all |= attacksOfSet(role, position.of(side, role), side, occupied);
        return all;
    }

    /**
     * Returns whether at most {@code limit} positions can still arise, none of which is a mate by the intended winner.
     * Positions that an argument proves are not expanded.
     */
    private boolean isClosed(Position root, int limit, boolean withStatic) {
        Set<Position> known = new HashSet<>();
        ArrayDeque<Position> waiting = new ArrayDeque<>();
        known.add(root);
        waiting.add(root);
        while (!waiting.isEmpty()) {
            Position position = waiting.remove();
            if (known.size() > limit) return false;
            int[] moves = Moves.of(position);
            if (moves.length == 0 && isMateBy(position, winner)) return false;
            if (moves.length == 0 || Material.cannotMate(position, winner)) continue;
            if (withStatic && MatingNet.cannotMate(position, winner)) continue;
            for (int move : moves) {
                Position next = position.after(move);
                if (known.add(next)) waiting.add(next);
            }
        }
        return true;
    }

    /** Returns the position after a few forced moves. A move is forced if it is the only legal one. */
    private static Position afterForcedMoves(Position position) {
        for (int i = 0; i < MAX_FORCED_MOVES; i++) {
            int[] moves = Moves.of(position);
            if (moves.length != 1) break;
            position = position.after(moves[0]);
        }
        return position;
    }

    /** Returns whether the side to move has only a few legal moves, all by pawns. */
    private static boolean hasFewPawnMoves(Position position) {
        if (!hasOnlyBishopsAndPawns(position)) return false;
        int[] moves = Moves.of(position);
        if (moves.length > FEW_PAWN_MOVES) return false;
        for (int move : moves) {
            if ((position.both(PAWN) >>> Moves.from(move) & 1) == 0) return false;
        }
        return true;
    }

    /** Returns whether there are no queens, no rooks, and no knights except those that their own side hems in. */
    private static boolean hasOnlyBishopsAndPawns(Position position) {
        if ((position.both(QUEEN) | position.both(ROOK)) != 0) return false;
        for (long left = position.both(KNIGHT); left != 0; left &= left - 1) {
            long own = (left & -left & position.of(0)) != 0 ? position.of(0) : position.of(1);
            if ((KNIGHT_MOVES[Long.numberOfTrailingZeros(left)] & ~own) != 0) return false;
        }
        return true;
    }

    /** Returns whether some pawns block one another, and only bishops and pawns are there. */
    private static boolean mayBeBlocked(Position position) {
        return (position.of(0, PAWN) << 8 & position.of(1, PAWN)) != 0 && hasOnlyBishopsAndPawns(position);
    }
}
