// SPDX-License-Identifier: MIT OR Apache-2.0
package io.github.gamecert.unwinnable;

import io.github.gamecert.unwinnable.Answer.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Tests as tables, without a framework. Prints each failure, and ends with status 1 if there is one. */
final class Tables {
    private static int tests;
    private static int failures;

    private Tables() {}

    public static void main(String[] arguments) throws InterruptedException {
        verdicts();
        mobility();
        enPassant();
        rulings();
        wrongFens();
        writtenFens();
        wrongCalls();
        perft();
        threads();
        memory();
        System.out.printf("%d tests, %d failures%n", tests, failures);
        if (failures > 0) System.exit(1);
    }

    private static void test(String title, Object found, Object expected) {
        tests++;
        if (Objects.equals(found, expected)) return;
        failures++;
        System.out.printf("FAILED %s:%n  found    %s%n  expected %s%n", title, found, expected);
    }

    private static String thrown(Runnable call) {
        try {
            call.run();
            return "nothing";
        } catch (RuntimeException error) {
            return error.getClass().getSimpleName() + ": " + error.getMessage();
        }
    }

    private static void verdicts() {
        String[][] table = {
            // Title, position, side, reason.
            {"A queen that has to be captured", "8/1Q6/2kb1p1p/p1p1pP1P/P1PpP1B1/3P4/6K1/8 b - -", "white", "CLOSED"},
            {"Two pawns move, and then nobody", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -", "white", "CLOSED"},
            {"Pawns face to face", "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -", "black", "STATIC"},
            {"A king walks while the other side's pawns move", "7k/6pP/p5P1/5K2/8/8/P7/8 w - -", "black", "CLOSED"},
            {"The same, of Black's king", "8/p7/8/2p5/P5k1/2P3p1/6Pp/7K b - -", "white", "CLOSED"},
            {"A knight behind its own pawns", "1n6/2Bp4/p1pPp1k1/PpP1Pp1p/1P3P1P/2K5/8/8 w - -", "black", "STATIC"},
            {"A rook has to be captured", "6Rk/8/7K/8/8/8/8/8 b - -", "white", "CLOSED"},
            {"Dead, with bishops shut in: White", "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", "white", "STATIC"},
            {"Dead, with bishops shut in: Black", "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", "black", "STATIC"},
            {"A bishop of the other colour helps one side only", "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 b - -", "black", "STATIC"},
            {"The side with the useful bishop", "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 b - -", "white", "UNDECIDED"},
            {"A piece covers two squares at once", "8/8/8/8/5p1p/p1p1pPkP/P1P1P1B1/6KB w - -", "black", "UNDECIDED"},
            {"A pawn checks from outside", "8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -", "white", "UNDECIDED"},
            {"One pawn covers two squares", "1k4bB/1P1p4/BP1Pp1p1/1P2P1P1/8/PpB5/1P1B4/K7 w - -", "white", "UNDECIDED"},
            {"Buchanan's position with a pawn on a5", "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - -", "white", "UNDECIDED"},
            {"The initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "white", "UNDECIDED"},
            {"A bare king", "8/8/8/8/8/5k2/7q/K7 b - -", "white", "MATERIAL"},
            {"A knight against a queen", "7k/7q/8/8/8/8/8/K5N1 b - -", "white", "MATERIAL"},
            {"A knight against a pawn mates in the corner", "7k/7p/8/8/8/8/8/K5N1 b - -", "white", "UNDECIDED"},
            {"Bishops on squares of one colour", "7k/7r/8/8/8/8/8/K1B1B3 b - -", "white", "MATERIAL"},
            {"Bishops on squares of both colours", "7k/8/8/8/8/8/8/K1B2b2 b - -", "white", "UNDECIDED"},
            {"Stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - -", "white", "OVER"},
            {"A mate by the side", "7k/6Q1/6K1/8/8/8/8/8 b - -", "white", "UNDECIDED"},
            {"A mate by the other side", "7k/6Q1/6K1/8/8/8/8/r7 b - -", "black", "OVER"},
        };
        for (String[] row : table) test(row[0], QuickTest.ask(Position.fromFen(row[1]), Side.of(row[2])).reason().name(), row[3]);
    }

    /** The vectors of section 6 of {@code spec/rules/chess.md}. */
    private static void mobility() {
        String closed = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/1P6/2B1K3 w - -", all = "abcdefgh 12345678";
        String black = "b1 c1 d1 e1 f1 g1 h1 c2 d2 e2 f2 g2 h2 d3 e3 f3 g3 h3 e4 f4 g4 h4 f5 g5 h5 g6 h6 h7";
        String[][] table = {
            // Position, origin, squares before and after promotion (or files and ranks), and whether it may be displaced.
            {closed, "e1", "abcdefgh 123", "", "yes"},
            {closed, "c1", "a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3", "", "yes"},
            {closed, "b2", "b2 b3", "", "yes"},
            {closed, "d4", "d4", "", "no"},
            {closed, "h5", "h5", "", "no"},
            {closed, "c8", "a6 c6 e6 g6 b7 d7 f7 h7 a8 c8 e8 g8", "", "yes"},
            {closed, "e8", "abcdefgh 678", "", "yes"},
            {"7k/7p/7P/8/8/8/8/K7 w - -", "a1", all, "", "yes"},
            {"7k/7p/7P/8/8/8/8/K7 w - -", "h6", "h6 h7 h8 g7 f8 g8", all, "yes"},
            {"7k/7p/7P/8/8/8/8/K7 w - -", "h7", black, all, "yes"},
            {"7k/7p/7P/8/8/8/8/K7 w - -", "h8", all, "", "yes"},
        };
        for (String[] row : table) {
            Mobility mobility = new Mobility(Position.fromFen(row[0]));
            long origin = squares(row[1]);
            int token = 0;
            while (mobility.origin[token] != origin) token++;
            test(row[0] + ": moves of " + row[1], mobility.moved[token], squares(row[2]));
            test(row[0] + ": promoted, " + row[1], mobility.promoted[token], squares(row[3]));
            test(row[0] + ": displaced, " + row[1], (mobility.displaced & origin) != 0 ? "yes" : "no", row[4]);
        }
    }

    /** Rule 1: a pawn may be captured on the square that it has just passed over. */
    private static void enPassant() {
        for (String field : new String[] {"e6", "-"}) {
            Mobility mobility = new Mobility(Position.fromFen("k7/8/8/4pP2/8/8/8/K7 w - " + field));
            int token = 0;
            while (mobility.origin[token] != squares("e5")) token++;
            test("the pawn on e5 after " + field, (mobility.moved[token] & squares("e6")) != 0, field.equals("e6"));
        }
    }

    /** Reads names of squares, or files and ranks such as {@code abcdefgh 123}. */
    private static long squares(String names) {
        long set = 0;
        for (int square = 0; square < 64; square++) {
            String name = Fen.name(square), files = names.split(" ")[0], ranks = names.substring(names.indexOf(' ') + 1);
            boolean crossed = files.length() > 2 && files.contains(name.substring(0, 1)) && ranks.contains(name.substring(1));
            if (crossed || List.of(names.split(" ")).contains(name)) set |= 1L << square;
        }
        return set;
    }

    private static void rulings() {
        Verdict can = Verdict.CAN, cannot = Verdict.CANNOT, unknown = Verdict.UNKNOWN;
        Object[][] table = {
            // Title, position, side with time left, whether each side can mate, and the rulings of all policies.
            {"A bare king", "8/8/8/8/8/5k2/7q/K7 b - -", "white", cannot, can, "draw win draw draw draw draw"},
            {"A knight against a pawn", "7k/7p/8/8/8/8/8/K5N1 b - -", "white", can, can, "win win draw win win draw"},
            {"Two knights", "7k/8/8/8/8/8/8/K4NN1 b - -", "white", can, cannot, "win win draw win win win"},
            {"Two knights against a pawn", "7k/7p/8/8/8/8/8/K4NN1 b - -", "white", can, can, "win win win win win win"},
            {"A knight against a queen", "7k/7q/8/8/8/8/8/K5N1 b - -", "white", cannot, can, "draw win draw draw draw draw"},
            {"Bishops of one colour", "7k/7r/8/8/8/8/8/K1B1B3 b - -", "white", cannot, can, "draw win draw draw draw win"},
            {"A wall of pawns", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", "black", cannot, cannot, "draw draw draw win win win"},
            {"A rook has to be captured", "6Rk/8/7K/8/8/8/8/8 b - -", "white", cannot, cannot, "draw draw draw win draw win"},
            {"The side to move has time left", "6Rk/8/7K/8/8/8/8/8 b - -", "black", cannot, cannot, "draw draw draw draw draw draw"},
            {"A rook may be captured", "8/6R1/7k/8/8/8/8/K7 b - -", "white", can, cannot, "win win win win win win"},
            {"A mate", "7k/6Q1/6K1/8/8/8/8/8 b - -", "white", can, cannot, "win win win win win win"},
            {"Stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - -", "white", cannot, cannot, "over over over over over over"},
            {"Nothing is known", "7k/7p/8/8/8/8/8/K4NN1 b - -", "white", unknown, unknown, "unknown unknown unknown win win win"},
            {"The other side can mate", "7k/7p/8/8/8/8/8/K4NN1 b - -", "white", unknown, can, "unknown win unknown win win win"},
            {"The side cannot mate", "7k/7p/8/8/8/8/8/K4NN1 b - -", "white", cannot, unknown, "draw unknown draw win win win"},
        };
        for (Object[] row : table) {
            Position position = Position.fromFen((String) row[1]);
            Side side = Side.of((String) row[2]);
            test("rulings: " + row[0], rulings(policy -> policy.ruling(position, side, (Verdict) row[3], (Verdict) row[4])), row[5]);
        }
        String[][] quick = {
            {"The quick test decides", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", "draw draw draw win win win"},
            {"The quick test does not decide", "7k/7p/8/8/8/8/8/K4NN1 b - -", "unknown unknown unknown win win win"},
            {"The quick test decides about one side only", "8/8/8/8/8/5k2/7q/K7 b - -", "draw unknown draw draw draw draw"},
        };
        for (String[] row : quick) test(row[0], rulings(policy -> policy.ruling(Position.fromFen(row[1]), Side.WHITE)), row[2]);
        String names = Arrays.stream(Policy.values()).map(Policy::toString).collect(Collectors.joining(" "));
        test("names", names, "fide-timeout fide-dead uscf lichess-2025 lichess-2026 chesscom");
        for (Policy policy : Policy.values()) test("a name", Policy.of(policy.toString()), policy);
        test("fide", Policy.of("fide"), Policy.FIDE_TIMEOUT);
        test("lichess", Policy.of("lichess"), Policy.LICHESS_2026);
    }

    private static String rulings(java.util.function.Function<Policy, Policy.Ruling> ruling) {
        return Arrays.stream(Policy.values()).map(policy -> ruling.apply(policy).toString()).collect(Collectors.joining(" "));
    }

    /** The sentences of the Rust crate. {@code jvm/compare} compares these FENs, and many more, with it. */
    private static void wrongFens() {
        String[][] table = {
            {"", "the board is missing"},
            {"8/8/8/8/8/8/8/8", "the side to move is missing"},
            {"k7/8/8/8/8/8/8/K7 w", "the castling field is missing"},
            {"k7/8/8/8/8/8/8/K7 w -", "the en passant field is missing"},
            {"k7/8/8/8/8/8/8/K7 w - - x", "the number of moves without capture or pawn move is no number: \"x\""},
            {"k7/8/8/8/8/8/8/K7 w - - 0 4294967296", "the number of the move is no number: \"4294967296\""},
            {"k7/8/8/8/8/8/8/K7 w - - 0 1 2", "there are more than six fields: \"2\""},
            {"k7/8/8/8/8/8/8/K7 white - -", "the side to move is w or b, not \"white\""},
            {"k7/8/8/8/8/8/8/K7 W - -", "the side to move is w or b, not \"W\""},
            {"kx6/8/8/8/8/8/8/K7 w - -", "'x' is no unit"},
            {"k7/8/8/8/8/8/8/K8 w - -", "rank 1 has 9 squares, not 8"},
            {"k7/8/8/8/8/8/8/K7P w - -", "rank 1 has more than 8 squares"},
            {"k7/8/8/8/8/8/K7 w - -", "the board has 7 ranks, not 8"},
            {"kk6/8/8/8/8/8/8/K7 w - -", "Black has 2 kings"},
            {"k7/8/8/8/8/8/8/8 w - -", "White has 0 kings"},
            {"k7/P7/PPPPPPPP/8/8/8/8/K7 w - -", "White has 9 pawns, more than 8"},
            {"k7/RRRRRRRR/RRRRRRRR/8/8/8/8/K7 w - -", "White has 17 units, more than 16"},
            {"kP6/8/8/8/8/8/8/K7 w - -", "there is a pawn on b8"},
            {"kK6/8/8/8/8/8/8/8 w - -", "the kings stand side by side"},
            {"k7/8/8/8/8/8/8/K6r b - -", "the king of the side that is not to move could be captured"},
            {"k7/8/8/8/8/8/8/4K3 w K -", "there is no right to castle K: king or rook is not at home"},
            {"k7/8/8/8/8/8/8/4K2R w X -", "rights to castle are K, Q, k and q, not 'X'"},
            {"k7/8/8/8/8/8/8/4K2R w B -", "there is no right to castle B: king or rook is not at home"},
            {"k7/8/8/8/8/8/8/4K1R1 w G -",
                "the right to castle G is one of Chess960, whose positions can be judged only without such rights"},
            {"k7/8/8/8/8/8/8/1R3K1R w Q -",
                "the right to castle Q is one of Chess960, whose positions can be judged only without such rights"},
            {"k7/8/8/8/8/8/8/K7 w - e9", "\"e9\" is no square"},
            {"k7/8/8/8/8/8/8/K7 w - e6", "no pawn can have just passed e6"},
            {"k7/8/8/4pP2/8/8/8/K6r w - e6", "no pawn can have just passed e6: the side to move is in check, and not by that pawn's step"},
        };
        for (String[] row : table) test(row[0], thrown(() -> Position.fromFen(row[0])), "FenException: " + row[1]);
    }

    private static void writtenFens() {
        String[][] table = {
            {"Counters are left out", "k7/8/8/8/8/8/8/K7 w - - 12 345", "k7/8/8/8/8/8/8/K7 w - -"},
            {"Blanks of any number", " k7/8/8/8/8/8/8/K7\tb  -  - 1\n", "k7/8/8/8/8/8/8/K7 b - -"},
            {"Empty squares in parts", "k16/8/8/8/8/8/8/K7 w - -", "k7/8/8/8/8/8/8/K7 w - -"},
            {"Rights in another order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"},
            {"Rights of Shredder-FEN", "r3k2r/8/8/8/8/8/8/R3K2R w HAha -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"},
            {"En passant if a pawn attacks", "k7/8/8/4pP2/8/8/8/K7 w - e6", "k7/8/8/4pP2/8/8/8/K7 w - e6"},
            {"En passant if none does", "k7/8/8/4p3/8/8/8/K7 w - e6", "k7/8/8/4p3/8/8/8/K7 w - -"},
        };
        for (String[] row : table) test(row[0], Position.fromFen(row[1]).toString(), row[2]);
        test("equal positions", Position.fromFen(table[3][1]), Position.fromFen(table[3][2]));
        test("hashes of equal positions", Position.fromFen(table[3][1]).hashCode(), Position.fromFen(table[3][2]).hashCode());
    }

    private static void wrongCalls() {
        Position position = Position.fromFen("k7/8/8/8/8/8/8/K7 w - -");
        test("no FEN", thrown(() -> Position.fromFen(null)), "NullPointerException: the FEN is null");
        test("no position", thrown(() -> QuickTest.ask(null, Side.WHITE)), "NullPointerException: the position is null");
        test("no side", thrown(() -> QuickTest.ask(position, null)), "NullPointerException: the side is null");
        test("no side's name", thrown(() -> Side.of(null)), "NullPointerException: the name of the side is null");
        test("another side", thrown(() -> Side.of("red")), "IllegalArgumentException: the side is white or black, not \"red\"");
        test("no policy's name", thrown(() -> Policy.of(null)), "NullPointerException: the name of the policy is null");
        test("another policy", thrown(() -> Policy.of("lichess-1")), "IllegalArgumentException: there is no policy \"lichess-1\"");
        test("a ruling without a position", thrown(() -> Policy.USCF.ruling(null, Side.WHITE)), "NullPointerException: the position is null");
        test("a ruling without a side", thrown(() -> Policy.USCF.ruling(position, null)), "NullPointerException: the side is null");
        String missing = "NullPointerException: the answer about the side with time left is null";
        test("a ruling without an answer", thrown(() -> Policy.USCF.ruling(position, Side.WHITE, null, Verdict.CAN)), missing);
    }

    /** Numbers of lines of legal moves, as the Chess Programming Wiki has them. */
    private static void perft() {
        Object[][] table = {
            {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 4, 197_281L},
            {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 3, 97_862L},
            {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5, 674_624L},
            {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 4, 422_333L},
            {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 3, 62_379L},
        };
        for (Object[] row : table) test("perft of " + row[0], perft(Position.fromFen((String) row[0]), (int) row[1]), row[2]);
    }

    private static long perft(Position position, int depth) {
        int[] moves = Moves.of(position);
        if (Moves.exist(position) != moves.length > 0) throw new AssertionError(position);
        if (depth == 1) return moves.length;
        return Arrays.stream(moves).mapToLong(move -> perft(position.after(move), depth - 1)).sum();
    }

    /** Positions that threads share have the same answers as in one thread. */
    private static void threads() throws InterruptedException {
        List<Position> positions = new ArrayList<>();
        for (String fen : new String[] {"1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -", "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -",
            "8/p7/8/2p5/P5k1/2P3p1/6Pp/7K b - -", "7k/7p/8/8/8/8/8/K5N1 b - -"}) {
            positions.add(Position.fromFen(fen));
        }
        List<Answer> expected = answers(positions);
        List<List<Answer>> found = java.util.Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) threads.add(new Thread(() -> {
            for (int round = 0; round < 20; round++) found.add(answers(positions));
        }));
        threads.forEach(Thread::start);
        for (Thread thread : threads) thread.join();
        test("rounds of all threads", found.size(), 160);
        test("answers of all threads", found.stream().allMatch(expected::equals), true);
    }

    private static List<Answer> answers(List<Position> positions) {
        return positions.stream().map(position -> QuickTest.ask(position, Side.WHITE)).toList();
    }

    /** A million questions leave nothing in memory. */
    private static void memory() {
        Position position = Position.fromFen("8/6P1/5k1K/7r/8/8/8/8 w - - 0 54");
        long before = used();
        int cannot = 0;
        for (int i = 0; i < 1_000_000; i++) {
            if (QuickTest.ask(position, Side.BLACK).cannot()) cannot++;
        }
        test("all answers are the same", cannot % 1_000_000, 0);
        test("memory after a million questions", used() - before < 4 << 20, true);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
