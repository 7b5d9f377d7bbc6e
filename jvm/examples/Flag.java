// SPDX-License-Identifier: MIT OR Apache-2.0
import io.github.gamecert.unwinnable.Answer;
import io.github.gamecert.unwinnable.FenException;
import io.github.gamecert.unwinnable.Policy;
import io.github.gamecert.unwinnable.Position;
import io.github.gamecert.unwinnable.QuickTest;
import io.github.gamecert.unwinnable.Side;

/** A flag has fallen: what does each rule say? Arguments: a FEN, and the side with time left. */
public final class Flag {
    private Flag() {}

    public static void main(String[] arguments) {
        Position position;
        Side winner;
        try {
            position = Position.fromFen(arguments[0]);
            winner = Side.of(arguments[1]);
        } catch (FenException error) {
            System.out.println("not a position: " + error.getMessage());
            return;
        }
        Answer answer = QuickTest.ask(position, winner);
        System.out.println(answer.cannot() ? winner + " cannot mate: " + answer.reason() : "the quick test does not decide it");
        for (Policy policy : Policy.values()) System.out.println(policy + ": " + policy.ruling(position, winner));
    }
}
