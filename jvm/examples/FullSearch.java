// SPDX-License-Identifier: MIT OR Apache-2.0
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import com.sun.jna.ptr.PointerByReference;
import io.github.gamecert.unwinnable.Answer;
import io.github.gamecert.unwinnable.Policy;
import io.github.gamecert.unwinnable.Position;
import io.github.gamecert.unwinnable.QuickTest;
import io.github.gamecert.unwinnable.Side;

/**
 * Asks the quick test in Java, and where it does not decide, the full search of the C library ({@code unwinnable-c})
 * through JNA. Then it prints FIDE's ruling. Arguments: a FEN, and the side with time left. The property
 * {@code jna.library.path} is the folder of the library.
 */
public final class FullSearch implements AutoCloseable {
    /** The functions that this example uses; {@code gamecert_unwinnable.h} describes them. */
    interface C extends Library {
        Pointer gamecert_solver_new(Pointer cancellation);

        void gamecert_solver_free(Pointer solver);

        int gamecert_solver_decide(Pointer solver, String fen, int intendedWinner, Limits limits, CAnswer answer);

        int gamecert_solver_line(Pointer solver, byte[] buffer, long capacity, PointerByReference needed);

        String gamecert_status_text(int status);
    }

    @FieldOrder({"nodes", "milliseconds"})
    public static final class Limits extends Structure {
        public long nodes;
        public long milliseconds;
    }

    @FieldOrder({"verdict", "evidence", "nodes"})
    public static final class CAnswer extends Structure {
        public int verdict;
        public String evidence;
        public long nodes;
    }

    private static final C LIBRARY = Native.load("gamecert_unwinnable_c", C.class);
    private static final Answer.Verdict[] VERDICTS = {Answer.Verdict.UNKNOWN, Answer.Verdict.CAN, Answer.Verdict.CANNOT};

    /** A solver answers one question at a time: make one for each thread. */
    private final Pointer solver = LIBRARY.gamecert_solver_new(null);
    private final CAnswer answer = new CAnswer();

    FullSearch() {
        if (solver == null) throw new IllegalStateException("no solver");
    }

    /** Decides within a million nodes, the same on every machine. */
    Answer.Verdict decide(Position position, Side winner) {
        Limits limits = new Limits();
        limits.nodes = 1_000_000;
        int status = LIBRARY.gamecert_solver_decide(solver, position.toString(), winner.ordinal(), limits, answer);
        if (status != 0) throw new IllegalStateException(LIBRARY.gamecert_status_text(status));
        return VERDICTS[answer.verdict];
    }

    /** Returns the kind of evidence for the last verdict, and the moves to the mate if there is one. */
    String evidence() {
        byte[] line = new byte[1 << 16];
        LIBRARY.gamecert_solver_line(solver, line, line.length, null);
        return answer.evidence + " " + Native.toString(line);
    }

    @Override
    public void close() {
        LIBRARY.gamecert_solver_free(solver);
    }

    public static void main(String[] arguments) {
        Position position = Position.fromFen(arguments[0]);
        Side winner = Side.of(arguments[1]);
        Answer quick = QuickTest.ask(position, winner);
        Answer.Verdict verdict = quick.verdict();
        System.out.println("quick: " + verdict + " " + quick.reason());
        if (verdict == Answer.Verdict.UNKNOWN) {
            try (FullSearch full = new FullSearch()) {
                verdict = full.decide(position, winner);
                System.out.println("full: " + verdict + " " + full.evidence().strip());
            }
        }
        System.out.println("fide-timeout: " + Policy.FIDE_TIMEOUT.ruling(position, winner, verdict, Answer.Verdict.UNKNOWN));
    }
}
