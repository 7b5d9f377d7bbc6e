// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import static io.github.gamecert.unwinnable.Squares.*;

import java.util.Arrays;

/**
 * The static argument, section 5.2 of {@code spec/rules/chess.md}. The intended winner never mates if on no square that
 * the other king may reach the units together can cover the king zone: the square and its neighbours.
 *
 * <p>A subset of a king zone is a number of 9 bits, 3 for each of 3 ranks. Bit 4 is the square of the king.
 */
final class MatingNet {
    private static final long EDGE = 0xff81_8181_8181_81ffL;
    private static final int CENTRE = 1 << 4;
    /** For each of the first 6 squares of a zone, the sets without that square: a bit for each set of the 6 squares. */
    private static final long[] WITHOUT = {
        0x5555_5555_5555_5555L, 0x3333_3333_3333_3333L, 0x0f0f_0f0f_0f0f_0f0fL, 0x00ff_00ff_00ff_00ffL, 0x0000_ffff_0000_ffffL,
        0x0000_0000_ffff_ffffL
    };

    private final Mobility mobility;
    private final int winner;
    /** Squares of the units that neither move nor are captured. They block rooks, bishops and queens. */
    private final long held;
    /** Squares that the intended winner's units other than the king may attack, and that the loser's may occupy. */
    private long attacked, blocked;
    /**
     * The sets of squares that the tokens so far can cover together, as a bit for each of 512 sets: set {@code s} is bit
     * {@code s % 64} of word {@code s / 64}. Every subset of a member is a member.
     */
    private final long[] family = new long[8], before = new long[8], joined = new long[8];
    /** The sets that the next token can cover, each from one square. None contains another, so there are at most 126. */
    private final int[] options = new int[126];
    private int optionCount;

    private MatingNet(Mobility mobility, int winner) {
        this.mobility = mobility;
        this.winner = winner;
        held = mobility.position.occupied() & ~mobility.displaced & ~mobility.origin[1 - winner];
        for (int token = 2; token < mobility.count; token++) {
            if (mobility.side[token] != winner) {
                blocked |= mobility.moved[token] | mobility.promoted[token];
            } else {
                long queens = mobility.promoted[token];
                attacked |= attacksOfSet(mobility.role[token], mobility.moved[token], winner, held);
                attacked |= attacksOfSet(QUEEN, queens, winner, held) | knightSteps(queens);
            }
        }
    }

    /** Returns whether no mating net is possible on any square that the intended loser's king may reach. */
    static boolean cannotMate(Position position, int winner) {
        Mobility mobility = new Mobility(position);
        MatingNet net = new MatingNet(mobility, winner);
        // A king is not mated on a square that is never attacked. On the edge, nets are likelier.
        long squares = mobility.moved[1 - winner] & net.attacked;
        return !net.isPossibleOn(squares & EDGE) && !net.isPossibleOn(squares & ~EDGE);
    }

    private boolean isPossibleOn(long squares) {
        for (long left = squares; left != 0; left &= left - 1) {
            if (isPossible(Long.numberOfTrailingZeros(left))) return true;
        }
        return false;
    }

    private boolean isPossible(int centre) {
        long neighbours = KING_MOVES[centre];
        int target = zoneSet(neighbours, centre) | CENTRE;
        long kings = mobility.moved[winner] & NEAR[KING][centre] & ~neighbours & ~(1L << centre), byKing = kingSteps(kings);
        // All options of all units together exclude most squares.
        if (zoneSet((byKing | blocked) & neighbours | attacked, centre) != target) return false;
        Arrays.fill(family, 0);
        family[0] = 1;
        for (long left = kings; left != 0; left &= left - 1) {
            addOption(zoneSet(KING_MOVES[Long.numberOfTrailingZeros(left)] & neighbours, centre));
        }
        join();
        for (int token = 2; token < mobility.count; token++) {
            if (mobility.side[token] == winner) {
                addOptions(token, centre);
                join();
            }
        }
        for (int token = 2; token < mobility.count && !isCovered(target); token++) {
            if (mobility.side[token] != winner) {
                long squares = (mobility.moved[token] | mobility.promoted[token]) & neighbours;
                for (; squares != 0; squares &= squares - 1) addOption(zoneSet(squares & -squares, centre));
                join();
            }
        }
        return isCovered(target);
    }

    /** Adds the options of one of the intended winner's units. A promoted pawn is a queen or a knight: others attack less. */
    private void addOptions(int token, int centre) {
        int role = mobility.role[token];
        if (role != PAWN) {
            addOptions(role, mobility.moved[token] & NEAR[role][centre], centre);
            return;
        }
        addOptions(PAWN, mobility.moved[token] & NEAR[6 + winner][centre], centre);
        addOptions(QUEEN, mobility.promoted[token] & NEAR[QUEEN][centre], centre);
        addOptions(KNIGHT, mobility.promoted[token] & NEAR[KNIGHT][centre], centre);
    }

    private void addOptions(int role, long squares, int centre) {
        for (long left = squares & ~(1L << centre); left != 0; left &= left - 1) {
            addOption(zoneSet(attacks(role, Long.numberOfTrailingZeros(left), winner, held), centre));
        }
    }

    /** Adds an option, unless a known one contains it, and removes those that it contains. */
    private void addOption(int set) {
        int kept = 0;
        for (int i = 0; i < optionCount; i++) {
            if ((options[i] & set) == set) return;
        }
        for (int i = 0; i < optionCount; i++) {
            if ((options[i] & set) != options[i]) options[kept++] = options[i];
        }
        options[kept++] = set;
        optionCount = kept;
    }

    /** Returns the part of a bitboard that is in the king zone of a square. */
    private static int zoneSet(long set, int centre) {
        set &= KING_MOVES[centre] | 1L << centre;
        long window = centre >= 9 ? set >>> centre - 9 : set << 9 - centre;
        return (int) (window & 7 | window >>> 5 & 0x38 | window >>> 10 & 0x1c0);
    }

    private boolean isCovered(int target) {
        return (family[target >> 6] >>> target & 1) != 0;
    }

    /** Adds the sets that can be covered with one more unit, which covers one of the options. Takes the options away. */
    private void join() {
        if (optionCount == 0) return;
        System.arraycopy(family, 0, before, 0, 8);
        for (int i = 0; i < optionCount; i++) {
            int option = options[i];
            System.arraycopy(before, 0, joined, 0, 8);
            for (int element = 0; element < 6; element++) {
                if ((option >> element & 1) == 0) continue;
                for (int word = 0; word < 8; word++) joined[word] |= (joined[word] & WITHOUT[element]) << (1 << element);
            }
            for (int element = 1; element <= 4; element *= 2) {
                if ((option >> 6 & element) == 0) continue;
                for (int word = 0; word < 8; word++) {
                    if ((word & element) == 0) joined[word | element] |= joined[word];
                }
            }
            for (int word = 0; word < 8; word++) family[word] |= joined[word];
        }
        optionCount = 0;
    }
}
