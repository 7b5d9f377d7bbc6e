// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import java.util.List;

/**
 * Reads a FEN from each line of standard input, and asks about the side not to move of each position, several times.
 * Prints the microseconds a question of each round; the first rounds warm the machine up.
 */
final class Timing {
    private Timing() {}

    public static void main(String[] arguments) throws java.io.IOException {
        var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in, java.nio.charset.StandardCharsets.UTF_8));
        List<Position> positions = in.lines().map(Position::fromFen).toList();
        int rounds = Integer.parseInt(arguments[0]);
        for (int round = 1; round <= rounds; round++) {
            long started = System.nanoTime();
            int cannot = 0;
            for (Position position : positions) {
                if (QuickTest.ask(position, position.toMove().other()).cannot()) cannot++;
            }
            double microseconds = (System.nanoTime() - started) / 1e3 / positions.size();
            System.out.printf("round %d: %.3f microseconds a position, %d of %d CANNOT%n", round, microseconds, cannot, positions.size());
        }
    }
}
