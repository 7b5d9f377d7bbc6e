// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import static io.github.gamecert.unwinnable.Squares.*;

import java.util.Objects;
import java.util.StringTokenizer;

/** Reads and writes positions as FEN. Errors have the sentences of the Rust crate {@code gamecert-unwinnable}. */
final class Fen {
    private static final int MAX_UNITS = 16, MAX_PAWNS = 8;
    private static final String LETTERS = "PNBRQKpnbrqk";
    private static final String[] NAMES = {"White", "Black"};

    private Fen() {}

    static Position read(String fen) {
        StringTokenizer fields = new StringTokenizer(Objects.requireNonNull(fen, "the FEN is null"), " \t\n\f\r");
        String board = next(fields, "board"), side = next(fields, "side to move");
        String castling = next(fields, "castling field"), enPassant = next(fields, "en passant field");
        for (String what : new String[] {"number of moves without capture or pawn move", "number of the move"}) {
            if (!fields.hasMoreTokens()) break;
            String number = fields.nextToken();
            // The numbers are those of 32 bits.
            boolean valid = number.matches("\\+?0*[0-9]{1,10}") && Long.parseLong(number) < 1L << 32;
            if (!valid) throw new FenException("the " + what + " is no number: " + shown(number));
        }
        if (fields.hasMoreTokens()) throw new FenException("there are more than six fields: " + shown(fields.nextToken()));
        long[] sets = readBoard(board);
        if (!side.equals("w") && !side.equals("b")) throw new FenException("the side to move is w or b, not " + shown(side));
        Position position = new Position(sets, side.equals("w") ? 0 : 1, 0, -1);
        checkUnits(position);
        int rights = castling.equals("-") ? 0 : readRights(castling, position);
        int passed = enPassant.equals("-") ? -1 : readPassed(enPassant, position);
        if (position.withOtherSideToMove().inCheck()) {
            throw new FenException("the king of the side that is not to move could be captured");
        }
        if (passed >= 0 && !couldHavePassed(position, passed)) {
            String why = "the side to move is in check, and not by that pawn's step";
            throw new FenException("no pawn can have just passed " + enPassant + ": " + why);
        }
        return new Position(sets, position.us, rights, passed);
    }

    private static String next(StringTokenizer fields, String what) {
        if (!fields.hasMoreTokens()) throw new FenException("the " + what + " is missing");
        return fields.nextToken();
    }

    /** Quotes the beginning of a text for an error message. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder("\"");
        text.codePoints().limit(20).forEach(letter -> shown.append(letter == '"' ? "\\\"" : escaped(letter)));
        return shown.append('"').toString();
    }

    private static String escaped(int letter) {
        int special = "\0\t\n\r\\'".indexOf(letter);
        if (special >= 0) return "\\" + "0tnr\\'".charAt(special);
        return switch (Character.getType(letter)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED, Character.PRIVATE_USE,
                    Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                String.format("\\u{%x}", letter);
            default -> letter != ' ' && Character.isSpaceChar(letter) ? String.format("\\u{%x}", letter) : Character.toString(letter);
        };
    }

    /** Returns the squares of each role, then those of each side. */
    private static long[] readBoard(String board) {
        long[] sets = new long[8];
        String[] ranks = board.split("/", -1);
        for (int row = 0; row < Math.min(ranks.length, 8); row++) {
            int rank = 7 - row;
            long file = 0;
            for (int letter : ranks[row].codePoints().toArray()) {
                if (letter >= '1' && letter <= '8') {
                    file += letter - '0';
                    continue;
                }
                int unit = LETTERS.indexOf(letter);
                if (unit < 0) throw new FenException("'" + escaped(letter) + "' is no unit");
                if (file > 7) throw new FenException("rank " + (rank + 1) + " has more than 8 squares");
                sets[unit % 6] |= 1L << 8 * rank + file;
                sets[6 + unit / 6] |= 1L << 8 * rank + file;
                file++;
            }
            if (file != 8) throw new FenException("rank " + (rank + 1) + " has " + file + " squares, not 8");
        }
        if (ranks.length != 8) throw new FenException("the board has " + ranks.length + " ranks, not 8");
        return sets;
    }

    private static void checkUnits(Position position) {
        for (int side = 0; side < 2; side++) {
            int kings = Long.bitCount(position.of(side, KING)), units = Long.bitCount(position.of(side));
            int pawns = Long.bitCount(position.of(side, PAWN));
            if (kings != 1) throw new FenException(NAMES[side] + " has " + kings + " kings");
            if (units > MAX_UNITS) throw new FenException(NAMES[side] + " has " + units + " units, more than " + MAX_UNITS);
            if (pawns > MAX_PAWNS) throw new FenException(NAMES[side] + " has " + pawns + " pawns, more than " + MAX_PAWNS);
        }
        long misplaced = position.both(PAWN) & (RANK_1 | RANK_8);
        if (misplaced != 0) throw new FenException("there is a pawn on " + name(Long.numberOfTrailingZeros(misplaced)));
        if ((KING_MOVES[position.king(0)] & position.both(KING)) != 0) throw new FenException("the kings stand side by side");
    }

    /** Reads the rights to castle. A letter names the side or, in Shredder-FEN, the rook's file. */
    private static int readRights(String text, Position position) {
        int rights = 0;
        for (int letter : text.codePoints().toArray()) {
            int side = letter >= 'A' && letter <= 'Z' ? 0 : 1, lower = side == 0 ? letter + 32 : letter, home = 56 * side;
            int file = lower == 'k' ? 7 : lower == 'q' ? 0 : lower >= 'a' && lower <= 'h' ? lower - 'a' : -1;
            if (file < 0) throw new FenException("rights to castle are K, Q, k and q, not " + "'" + escaped(letter) + "'");
            int king = position.king(side) - home, rooks = (int) (position.of(side, ROOK) >>> home & 0xff);
            boolean stands = (rooks >> file & 1) != 0;
            if (king != 4 || !stands || file % 7 != 0) {
                int beside = king < 0 || king > 7 ? 0 : lower == 'k' ? rooks >> king : lower == 'q' ? rooks & (1 << king) - 1 : 0;
                boolean in960 = beside != 0 || king >= 0 && king <= 7 && lower <= 'h' && stands;
                String right = "right to castle " + (char) letter, home960 = "whose positions can be judged only without such rights";
                if (in960) throw new FenException("the " + right + " is one of Chess960, " + home960);
                throw new FenException("there is no " + right + ": king or rook is not at home");
            }
            rights |= 1 << 2 * side + (file == 7 ? 0 : 1);
        }
        return rights;
    }

    private static int readPassed(String text, Position position) {
        if (!text.matches("[a-h][1-8]")) throw new FenException(shown(text) + " is no square");
        int square = text.charAt(0) - 'a' + 8 * (text.charAt(1) - '1'), them = 1 - position.us;
        long passed = 1L << square, start = pawnPush(passed, position.us), pawn = pawnPush(passed, them);
        boolean rightRank = square / 8 == (position.us == 0 ? 5 : 2);
        if (!rightRank || (position.of(them, PAWN) & pawn) == 0 || (position.occupied() & (passed | start)) != 0) {
            throw new FenException("no pawn can have just passed " + text);
        }
        return square;
    }

    /** Returns whether each unit that gives check is the pawn, or attacks through the square where the pawn started. */
    private static boolean couldHavePassed(Position position, int passed) {
        int king = position.king(position.us), them = 1 - position.us;
        long start = pawnPush(1L << passed, position.us), others = position.of(them) & ~pawnPush(1L << passed, them);
        return !position.isAttacked(king, them, position.occupied() | start, others);
    }

    static String name(int square) {
        return "" + (char) ('a' + square % 8) + (char) ('1' + square / 8);
    }

    static String write(Position position) {
        StringBuilder fen = new StringBuilder();
        for (int rank = 7; rank >= 0; rank--) {
            int empty = 0;
            for (int square = 8 * rank; square < 8 * rank + 8; square++) {
                int role = position.roleOn(square);
                if (role > KING) {
                    empty++;
                    continue;
                }
                if (empty > 0) fen.append(empty);
                empty = 0;
                fen.append(LETTERS.charAt((position.of(0) >>> square & 1) != 0 ? role : role + 6));
            }
            if (empty > 0) fen.append(empty);
            fen.append(rank > 0 ? "/" : position.us == 0 ? " w " : " b ");
        }
        for (int right = 0; right < 4; right++) {
            if ((position.castling & 1 << right) != 0) fen.append("KQkq".charAt(right));
        }
        if (position.castling == 0) fen.append('-');
        return fen.append(' ').append(position.enPassant < 0 ? "-" : name(position.enPassant)).toString();
    }
}
