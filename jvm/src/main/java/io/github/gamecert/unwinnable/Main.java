// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads a FEN from each line of standard input. Prints the answers about White and Black, for example
 * {@code CANNOT STATIC; UNKNOWN UNDECIDED}, or {@code error:} and why the FEN is invalid.
 */
final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(answers(line));
            }
        }
    }

    private static String answers(String fen) {
        try {
            Position position = Position.fromFen(fen);
            return answer(position, Side.WHITE) + "; " + answer(position, Side.BLACK);
        } catch (FenException error) {
            return "error: " + error.getMessage();
        }
    }

    private static String answer(Position position, Side winner) {
        Answer answer = QuickTest.ask(position, winner);
        return answer.verdict() + " " + answer.reason().name();
    }
}
