// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Prints positions in which it is hard to tell whether a side can mate, the same ones for the same seed: endings of
 * random games, blocked pawns with bishops, kings with few units, and kings that are hemmed in.
 *
 * <p>Arguments: how many, and a seed. With a third argument {@code broken}, most FENs are invalid.
 */
final class Generator {
    private final SplittableRandom random;
    private final char[] board = new char[64];

    private Generator(long seed) {
        random = new SplittableRandom(seed);
    }

    public static void main(String[] arguments) throws IOException {
        long left = Long.parseLong(arguments[0]);
        Generator generator = new Generator(Long.parseLong(arguments[1]));
        try (PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8)) {
            for (; left > 0; left--) out.println(arguments.length > 2 ? generator.broken() : generator.position());
        }
    }

    /** Returns the FEN of a position with a few letters changed, moved or left out. */
    private String broken() {
        StringBuilder fen = new StringBuilder(position().toString()).append(random.nextBoolean() ? " 0 1" : "");
        for (int i = random.nextInt(3); i > 0; i--) {
            int from = random.nextInt(fen.length()), to = Math.min(fen.length(), from + random.nextInt(3));
            String[] more = {"", "k", "K", "Pp", "1", "7", "/", " ", "-", "b", "q", "KQ", "e3", "d6", "\"", "'", "\\", "\t", "+1", "\u00e9", "\u0301"};
            fen.replace(from, to, more[random.nextInt(more.length)]);
        }
        return fen.toString();
    }

    private Position position() {
        return switch (random.nextInt(8)) {
            case 0 -> {
                Position position = Position.fromFen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
                int units = 4 + random.nextInt(12);
                while (Long.bitCount(position.occupied()) > units && Moves.exist(position)) position = play(position, 1);
                yield position;
            }
            case 1 -> play(placed(this::fewUnits), random.nextInt(3));
            case 2, 3 -> play(placed(this::hemmedIn), random.nextInt(3));
            default -> play(placed(this::blockedPawns), random.nextInt(6));
        };
    }

    /** Plays random moves. Captures are likelier, so that games come to endings. */
    private Position play(Position position, int plies) {
        for (; plies > 0; plies--) {
            int[] moves = Moves.of(position);
            if (moves.length == 0) break;
            int move = moves[random.nextInt(moves.length)];
            for (int tries = 0; tries < 2 && (position.occupied() >>> Moves.to(move) & 1) == 0; tries++) move = moves[random.nextInt(moves.length)];
            position = position.after(move);
        }
        return position;
    }

    private Position placed(Runnable placement) {
        while (true) {
            java.util.Arrays.fill(board, '.');
            placement.run();
            StringBuilder fen = new StringBuilder();
            for (int rank = 7; rank >= 0; rank--) {
                for (int file = 0; file < 8; file++) fen.append(board[8 * rank + file] == '.' ? '1' : board[8 * rank + file]);
                fen.append(rank > 0 ? "/" : random.nextBoolean() ? " w - -" : " b - -");
            }
            try {
                return Position.fromFen(fen.toString());
            } catch (FenException impossible) {
                // Another placement will do.
            }
        }
    }

    private void put(char unit, int square) {
        if (board[square] == '.') board[square] = unit;
    }

    private void put(String units, int count) {
        for (; count > 0; count--) put(units.charAt(random.nextInt(units.length())), random.nextInt(64));
    }

    /** Pawns that face one another, in chains in which they protect one another, with bishops and few other units. */
    private void blockedPawns() {
        int rank = 1 + random.nextInt(5), gaps = random.nextInt(3);
        for (int file = 0; file < 8; file++) {
            if (gaps > 0 && random.nextInt(4) < gaps) continue;
            put('P', 8 * rank + file);
            put('p', 8 * rank + 8 + file);
            if (random.nextInt(12) == 0) put(random.nextBoolean() ? 'p' : 'P', 8 * (1 + random.nextInt(6)) + file);
            int step = random.nextInt(8) == 0 ? 2 - random.nextInt(5) : random.nextBoolean() ? 1 : -1;
            rank = rank + step < 1 || rank + step > 5 ? Math.max(1, Math.min(5, rank - step)) : rank + step;
        }
        put('K', random.nextInt(random.nextBoolean() ? 24 : 64));
        put('k', 63 - random.nextInt(random.nextBoolean() ? 24 : 64));
        put(random.nextBoolean() ? "Bb" : "BbBbBbPpNn", random.nextInt(5));
        if (random.nextInt(8) == 0) put("QqRrNn", 1);
    }

    private void fewUnits() {
        put('K', random.nextInt(64));
        put('k', random.nextInt(64));
        put("QqRrBbNnPpPpBbNn", 1 + random.nextInt(4));
    }

    /** A king in a corner, between units of its own and of the other side. */
    private void hemmedIn() {
        int corner = new int[] {0, 7, 56, 63}[random.nextInt(4)];
        put(random.nextBoolean() ? 'K' : 'k', random.nextInt(3) == 0 ? corner ^ 1 : corner);
        put('K', random.nextBoolean() ? corner ^ 2 + 8 * random.nextInt(4) : random.nextInt(64));
        if (new String(board).indexOf('k') < 0) put('k', random.nextInt(64));
        for (int i = random.nextInt(6); i > 0; i--) {
            put("PpPpPpBbNnRq".charAt(random.nextInt(12)), corner ^ random.nextInt(3) + 8 * random.nextInt(3));
        }
        put("PpPpBbNnQqRr", random.nextInt(3));
    }
}
