// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a FEN from each line of standard input, and asks about the side not to move of each position, in several rounds.
 * Prints the microseconds a question, as the example {@code quick} of the Rust crate does: of each part of the list the
 * shortest time in the second half of the rounds counts. In the first half the JVM compiles.
 */
final class Timing {
    /** The positions of a round are timed in parts, so that other programs disturb few of the times. */
    private static final int PART = 200;

    private Timing() {}

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<Position> positions = in.lines().map(Position::fromFen).toList();
        int rounds = Integer.parseInt(arguments[0]), cannot = 0;
        long[] best = new long[(positions.size() + PART - 1) / PART];
        Arrays.fill(best, Long.MAX_VALUE);
        long first = 0;
        for (int round = 1; round <= rounds; round++) {
            for (int part = 0; part < best.length; part++) {
                long started = System.nanoTime();
                int found = ask(positions.subList(part * PART, Math.min(positions.size(), (part + 1) * PART)));
                long took = System.nanoTime() - started;
                if (round == 1) {
                    first += took;
                    cannot += found;
                }
                if (round > rounds / 2) best[part] = Math.min(best[part], took);
            }
        }
        double count = 1e3 * positions.size();
        System.out.printf("%.3f microseconds a position, %.3f in the first round, %d of %d CANNOT%n", Arrays.stream(best).sum() / count,
                first / count, cannot, positions.size());
    }

    private static int ask(List<Position> positions) {
        int cannot = 0;
        for (Position position : positions) {
            if (QuickTest.ask(position, position.toMove().other()).cannot()) cannot++;
        }
        return cannot;
    }
}
