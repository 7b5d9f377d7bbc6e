/* Every function and every status of the interface that a program in one thread can get, and cancellation from another thread. */
#include "gamecert_unwinnable.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int failed = 0;

#define CHECK(condition)                                        \
    do {                                                        \
        if (!(condition)) {                                     \
            printf("line %d: not %s\n", __LINE__, #condition);  \
            failed = 1;                                         \
        }                                                       \
    } while (0)

/* A knight mates in the corner: White can mate. */
static const char *CORNER = "7k/7p/8/8/8/8/8/K5N1 b - -";
/* Nobody gets through. */
static const char *WALL = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -";
/* The only legal move takes the rook, so White cannot mate. */
static const char *FORCED = "6Rk/8/7K/8/8/8/8/8 b - -";
/* Stalemate. */
static const char *STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - -";
/* White can mate, and it takes millions of nodes to find out. */
static const char *HARD = "2b1b2k/1p5b/1Pp5/2Pp1b2/3Pp3/B3Pp1b/5P2/K1B1B3 w - -";

struct search {
    const GamecertSolver *solver;
    GamecertStatus status;
    GamecertAnswer answer;
};

static void *search_hard(void *data) {
    struct search *search = data;
    GamecertLimits limits = {UINT64_MAX, 0};
    search->status = gamecert_solver_decide(search->solver, HARD, GAMECERT_WHITE, &limits, &search->answer);
    return NULL;
}

static size_t certificate_size(const GamecertSolver *solver) {
    size_t needed = SIZE_MAX;
    gamecert_solver_certificate(solver, NULL, 0, &needed);
    return needed;
}

static void certificates(const GamecertSolver *solver) {
    GamecertAnswer answer;
    GamecertLimits few = {1, 0};
    uint8_t bytes[512], again[512];
    size_t needed = 0, size = 0;
    CHECK(certificate_size(solver) == 0);
    CHECK(gamecert_solver_certificate(solver, NULL, 0, NULL) == GAMECERT_STATUS_OK);
    CHECK(gamecert_solver_decide(solver, CORNER, GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_OK);
    size = certificate_size(solver);
    CHECK(size > 30 && size < sizeof bytes);
    CHECK(gamecert_solver_certificate(solver, NULL, 0, NULL) == GAMECERT_STATUS_BUFFER_TOO_SMALL);
    CHECK(gamecert_solver_certificate(solver, NULL, size, NULL) == GAMECERT_STATUS_NULL_POINTER);
    bytes[0] = 'x';
    CHECK(gamecert_solver_certificate(solver, bytes, size - 1, NULL) == GAMECERT_STATUS_BUFFER_TOO_SMALL && bytes[0] == 'x');
    memset(bytes, 'x', sizeof bytes);
    CHECK(gamecert_solver_certificate(solver, bytes, size, &needed) == GAMECERT_STATUS_OK && needed == size);
    CHECK(memcmp(bytes, "\xd9\xd9\xf7\x87\x68gamecert", 13) == 0 && bytes[size] == 'x');
    CHECK(gamecert_solver_certificate(solver, again, sizeof again, NULL) == GAMECERT_STATUS_OK && memcmp(bytes, again, size) == 0);
    CHECK(gamecert_solver_decide(solver, WALL, GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_OK);
    CHECK(certificate_size(solver) > 30);
    /* Neither a verdict of "unknown" nor an error leaves the certificate of the question before. */
    CHECK(gamecert_solver_decide(solver, HARD, GAMECERT_WHITE, &few, &answer) == GAMECERT_STATUS_OK);
    CHECK(certificate_size(solver) == 0);
    CHECK(gamecert_solver_decide(solver, WALL, GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_OK);
    CHECK(gamecert_solver_decide(solver, WALL, 2, NULL, &answer) == GAMECERT_STATUS_INVALID_SIDE && certificate_size(solver) == 0);
    CHECK(gamecert_solver_decide(solver, WALL, GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_OK);
    CHECK(gamecert_solver_release_memory(solver) == GAMECERT_STATUS_OK && certificate_size(solver) == 0);
    CHECK(gamecert_solver_certificate(NULL, bytes, sizeof bytes, &needed) == GAMECERT_STATUS_NULL_POINTER);
}

/* The rulings of all policies on some positions, as letters: Win, Draw, Over, ? for unknown. */
static void rulings(const GamecertSolver *solver) {
    static const struct {
        const char *fen;
        int32_t intended_winner;
        uint64_t nodes;
        const char *expected;
    } rows[] = {
        {"7k/7p/8/8/8/8/8/K5N1 b - -", GAMECERT_WHITE, 0, "WWDWWD"},
        {"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", GAMECERT_BLACK, 0, "DDDWWW"},
        {"6Rk/8/7K/8/8/8/8/8 b - -", GAMECERT_WHITE, 0, "DDDWDW"},
        {"8/8/8/8/8/5k2/7q/K7 b - -", GAMECERT_WHITE, 0, "DWDDDD"},
        {"7k/5Q2/6K1/8/8/8/8/8 b - -", GAMECERT_WHITE, 0, "OOOOOO"},
        {"7k/6Q1/6K1/8/8/8/8/8 b - -", GAMECERT_WHITE, 0, "WWWWWW"},
        {"2b1b2k/1p5b/1Pp5/2Pp1b2/3Pp3/B3Pp1b/5P2/K1B1B3 w - -", GAMECERT_WHITE, 1, "???WWW"},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        GamecertLimits limits = {rows[row].nodes, 0};
        char found[7] = "";
        for (int32_t policy = GAMECERT_POLICY_FIDE_TIMEOUT; policy <= GAMECERT_POLICY_CHESSCOM; policy++) {
            GamecertRuling ruling = GAMECERT_RULING_UNKNOWN;
            CHECK(gamecert_solver_ruling(solver, rows[row].fen, rows[row].intended_winner, policy, &limits, &ruling) == GAMECERT_STATUS_OK);
            found[policy] = "?WDO"[ruling];
        }
        if (strcmp(found, rows[row].expected) != 0) {
            printf("%s: %s, not %s\n", rows[row].fen, found, rows[row].expected);
            failed = 1;
        }
    }
    /* Policies that ask no question leave no evidence, and the others leave that of the last question. */
    char text[512];
    GamecertRuling ruling;
    CHECK(gamecert_solver_ruling(solver, CORNER, GAMECERT_WHITE, GAMECERT_POLICY_FIDE_TIMEOUT, NULL, &ruling) == GAMECERT_STATUS_OK);
    CHECK(gamecert_solver_line(solver, text, sizeof text, NULL) == GAMECERT_STATUS_OK && strlen(text) > 3 && certificate_size(solver) > 0);
    CHECK(gamecert_solver_ruling(solver, CORNER, GAMECERT_WHITE, GAMECERT_POLICY_CHESSCOM, NULL, &ruling) == GAMECERT_STATUS_OK);
    CHECK(gamecert_solver_line(solver, text, sizeof text, NULL) == GAMECERT_STATUS_OK && text[0] == '\0' && certificate_size(solver) == 0);

    CHECK(gamecert_solver_ruling(NULL, CORNER, GAMECERT_WHITE, 0, NULL, &ruling) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_ruling(solver, NULL, GAMECERT_WHITE, 0, NULL, &ruling) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_ruling(solver, CORNER, GAMECERT_WHITE, 0, NULL, NULL) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_ruling(solver, CORNER, -1, 0, NULL, &ruling) == GAMECERT_STATUS_INVALID_SIDE);
    CHECK(gamecert_solver_ruling(solver, "", GAMECERT_WHITE, 0, NULL, &ruling) == GAMECERT_STATUS_INVALID_FEN);
    CHECK(gamecert_solver_ruling(solver, CORNER, GAMECERT_WHITE, 6, NULL, &ruling) == GAMECERT_STATUS_INVALID_POLICY);
    CHECK(gamecert_solver_message(solver, text, sizeof text, NULL) == GAMECERT_STATUS_OK);
    CHECK(strcmp(text, "policies have the numbers 0 to 5, not 6") == 0);
    CHECK(strcmp(gamecert_policy_name(GAMECERT_POLICY_LICHESS2026), "lichess-2026") == 0 && strcmp(gamecert_policy_name(6), "") == 0);
    CHECK(strcmp(gamecert_status_text(GAMECERT_STATUS_INVALID_POLICY), "no such policy") == 0);
}

static void many(const GamecertSolver *solver) {
    const char *fens[] = {CORNER, "this is no FEN", WALL, NULL, CORNER, FORCED};
    const int32_t sides[] = {GAMECERT_WHITE, GAMECERT_WHITE, GAMECERT_BLACK, GAMECERT_WHITE, 7, GAMECERT_WHITE};
    GamecertAnswer answers[6];
    GamecertStatus statuses[6];
    GamecertAnswer alone;
    char text[512];
    memset(answers, 0xff, sizeof answers);
    CHECK(gamecert_solver_decide_many(solver, fens, sides, 6, NULL, answers, statuses) == GAMECERT_STATUS_OK);
    CHECK(statuses[0] == GAMECERT_STATUS_OK && answers[0].verdict == GAMECERT_VERDICT_WINNABLE);
    CHECK(statuses[1] == GAMECERT_STATUS_INVALID_FEN && answers[1].verdict == GAMECERT_VERDICT_UNKNOWN);
    CHECK(statuses[2] == GAMECERT_STATUS_OK && strcmp(answers[2].evidence, "static") == 0);
    CHECK(statuses[3] == GAMECERT_STATUS_NULL_POINTER && strcmp(answers[3].evidence, "") == 0 && answers[3].nodes == 0);
    CHECK(statuses[4] == GAMECERT_STATUS_INVALID_SIDE && answers[4].verdict == GAMECERT_VERDICT_UNKNOWN);
    CHECK(statuses[5] == GAMECERT_STATUS_OK && answers[5].verdict == GAMECERT_VERDICT_UNWINNABLE);
    CHECK(certificate_size(solver) > 0);
    CHECK(gamecert_solver_message(solver, text, sizeof text, NULL) == GAMECERT_STATUS_OK);
    CHECK(strcmp(text, "'t' is no unit") == 0);
    CHECK(gamecert_solver_decide(solver, CORNER, GAMECERT_WHITE, NULL, &alone) == GAMECERT_STATUS_OK && alone.nodes == answers[0].nodes);
    CHECK(gamecert_solver_decide_many(solver, NULL, NULL, 0, NULL, NULL, NULL) == GAMECERT_STATUS_OK && certificate_size(solver) == 0);
    CHECK(gamecert_solver_decide_many(NULL, fens, sides, 6, NULL, answers, statuses) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_decide_many(solver, NULL, sides, 6, NULL, answers, statuses) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_decide_many(solver, fens, NULL, 6, NULL, answers, statuses) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_decide_many(solver, fens, sides, 6, NULL, NULL, statuses) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_decide_many(solver, fens, sides, 6, NULL, answers, NULL) == GAMECERT_STATUS_NULL_POINTER);
}

static void moves(const GamecertSolver *solver) {
    static const struct {
        const char *fen;
        const char *moves;
    } positions[] = {
        {"7k/5Q2/6K1/8/8/8/8/8 b - -", ""},
        {"6Rk/8/7K/8/8/8/8/8 b - -", "h8g8"},
        {"7k/8/8/8/8/8/p7/1B5K b - - 3 40", "a2a1q a2a1r a2a1b a2a1n a2b1q a2b1r a2b1b a2b1n h8g7 h8g8"},
        {"4k3/8/8/8/8/7p/7P/4K2R w K -", "e1d1 e1f1 e1g1 e1d2 e1e2 e1f2 h1f1 h1g1"},
    };
    static const struct {
        const char *fen;
        const char *played;
        const char *after;
    } games[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"},
        {"4k3/8/8/8/8/7p/7P/4K2R w K -", "e1g1", "4k3/8/8/8/8/7p/7P/5RK1 b - -"},
        {"8/8/8/3k4/4p3/8/3K1P2/8 w - -", "f2f4", "8/8/8/3k4/4pP2/8/3K4/8 b - f3"},
        {"8/8/8/3k4/4pP2/8/3K4/8 b - f3 0 1", "e4f3", "8/8/8/3k4/8/5p2/3K4/8 w - -"},
        {"7k/8/8/8/8/8/p7/1B5K b - -", "a2b1n", "7k/8/8/8/8/8/8/1n5K w - -"},
    };
    char text[512];
    size_t needed = 0;
    GamecertAnswer answer;
    CHECK(gamecert_solver_decide(solver, CORNER, GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_OK);
    for (size_t row = 0; row < sizeof positions / sizeof *positions; row++) {
        CHECK(gamecert_solver_legal_moves(solver, positions[row].fen, text, sizeof text, &needed) == GAMECERT_STATUS_OK);
        if (strcmp(text, positions[row].moves) != 0 || needed != strlen(text) + 1) {
            printf("%s: %s\n", positions[row].fen, text);
            failed = 1;
        }
    }
    for (size_t row = 0; row < sizeof games / sizeof *games; row++) {
        CHECK(gamecert_solver_after(solver, games[row].fen, games[row].played, text, sizeof text, &needed) == GAMECERT_STATUS_OK);
        if (strcmp(text, games[row].after) != 0 || needed != strlen(text) + 1) {
            printf("%s %s: %s\n", games[row].fen, games[row].played, text);
            failed = 1;
        }
    }
    /* The last answer is still that of the question. */
    CHECK(gamecert_solver_line(solver, text, sizeof text, NULL) == GAMECERT_STATUS_OK && strlen(text) > 3);

    CHECK(gamecert_solver_legal_moves(solver, FORCED, text, 4, &needed) == GAMECERT_STATUS_BUFFER_TOO_SMALL && needed == 5);
    CHECK(gamecert_solver_legal_moves(solver, STALEMATE, NULL, 0, &needed) == GAMECERT_STATUS_BUFFER_TOO_SMALL && needed == 1);
    CHECK(gamecert_solver_legal_moves(NULL, FORCED, text, sizeof text, NULL) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_legal_moves(solver, NULL, text, sizeof text, NULL) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_legal_moves(solver, FORCED, NULL, 5, NULL) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_legal_moves(solver, "8/8", text, sizeof text, NULL) == GAMECERT_STATUS_INVALID_FEN);
    CHECK(gamecert_solver_after(solver, FORCED, NULL, text, sizeof text, NULL) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_after(solver, FORCED, "\xff", text, sizeof text, NULL) == GAMECERT_STATUS_INVALID_UTF8);
    CHECK(gamecert_solver_after(solver, FORCED, "", text, sizeof text, NULL) == GAMECERT_STATUS_ILLEGAL_MOVE);
    CHECK(gamecert_solver_after(solver, FORCED, "h8h7", text, sizeof text, NULL) == GAMECERT_STATUS_ILLEGAL_MOVE);
    CHECK(gamecert_solver_message(solver, text, sizeof text, NULL) == GAMECERT_STATUS_OK);
    CHECK(strcmp(text, "\"h8h7\" is no legal move of this position") == 0);
    CHECK(gamecert_solver_after(solver, FORCED, "h8g8", text, sizeof text, NULL) == GAMECERT_STATUS_OK);
    CHECK(gamecert_solver_message(solver, text, sizeof text, NULL) == GAMECERT_STATUS_OK && text[0] == '\0');
}

int main(void) {
    GamecertAnswer answer;
    char text[512];
    size_t needed = 0;
    CHECK(strcmp(gamecert_version(), VERSION) == 0);

    GamecertSolver *solver = gamecert_solver_new(NULL);
    CHECK(solver != NULL);

    /* Verdicts. */
    CHECK(gamecert_solver_decide(solver, CORNER, GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_OK);
    CHECK(answer.verdict == GAMECERT_VERDICT_WINNABLE && strcmp(answer.evidence, "mate") == 0 && answer.nodes > 0);
    CHECK(gamecert_solver_line(solver, text, sizeof text, &needed) == GAMECERT_STATUS_OK);
    CHECK(needed == strlen(text) + 1 && needed > 4);
    CHECK(gamecert_solver_line(solver, text, needed, NULL) == GAMECERT_STATUS_OK);
    text[0] = 'x';
    CHECK(gamecert_solver_line(solver, text, needed - 1, NULL) == GAMECERT_STATUS_BUFFER_TOO_SMALL && text[0] == 'x');
    CHECK(gamecert_solver_line(solver, NULL, 0, &needed) == GAMECERT_STATUS_BUFFER_TOO_SMALL);
    CHECK(gamecert_solver_line(solver, NULL, needed, NULL) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_decide(solver, WALL, GAMECERT_BLACK, NULL, &answer) == GAMECERT_STATUS_OK);
    CHECK(answer.verdict == GAMECERT_VERDICT_UNWINNABLE && strcmp(answer.evidence, "static") == 0);
    CHECK(gamecert_solver_line(solver, text, sizeof text, &needed) == GAMECERT_STATUS_OK && needed == 1 && text[0] == '\0');
    CHECK(gamecert_solver_decide_quickly(solver, WALL, GAMECERT_WHITE, &answer) == GAMECERT_STATUS_OK);
    CHECK(answer.verdict == GAMECERT_VERDICT_UNWINNABLE);
    GamecertLimits few = {1, 0};
    CHECK(gamecert_solver_decide(solver, HARD, GAMECERT_WHITE, &few, &answer) == GAMECERT_STATUS_OK);
    CHECK(answer.verdict == GAMECERT_VERDICT_UNKNOWN && strcmp(answer.evidence, "") == 0);
    GamecertLimits soon = {UINT64_MAX, 1};
    CHECK(gamecert_solver_decide(solver, HARD, GAMECERT_WHITE, &soon, &answer) == GAMECERT_STATUS_OK);
    CHECK(answer.verdict == GAMECERT_VERDICT_UNKNOWN);

    /* Errors. */
    CHECK(gamecert_solver_decide(NULL, WALL, GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_decide(solver, NULL, GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_decide(solver, WALL, GAMECERT_WHITE, NULL, NULL) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_decide_quickly(solver, NULL, GAMECERT_WHITE, &answer) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_line(NULL, text, sizeof text, NULL) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_message(NULL, text, sizeof text, NULL) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_release_memory(NULL) == GAMECERT_STATUS_NULL_POINTER);
    CHECK(gamecert_solver_decide(solver, "\xff\xfe", GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_INVALID_UTF8);
    CHECK(gamecert_solver_decide(solver, WALL, 2, NULL, &answer) == GAMECERT_STATUS_INVALID_SIDE);
    CHECK(gamecert_solver_message(solver, text, sizeof text, NULL) == GAMECERT_STATUS_OK);
    CHECK(strcmp(text, "the side is 0 for White or 1 for Black, not 2") == 0);
    CHECK(gamecert_solver_decide(solver, "8/8/8", GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_INVALID_FEN);
    CHECK(gamecert_solver_message(solver, text, sizeof text, NULL) == GAMECERT_STATUS_OK);
    CHECK(strcmp(text, "the side to move is missing") == 0);
    CHECK(strcmp(gamecert_status_text(GAMECERT_STATUS_INVALID_FEN), "the FEN is invalid") == 0);
    CHECK(strcmp(gamecert_status_text(-1), "no such status") == 0);

    /* After an error the solver answers again, and has no message. */
    CHECK(gamecert_solver_release_memory(solver) == GAMECERT_STATUS_OK);
    CHECK(gamecert_solver_decide(solver, WALL, GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_OK);
    CHECK(gamecert_solver_message(solver, text, sizeof text, NULL) == GAMECERT_STATUS_OK && text[0] == '\0');
    CHECK(gamecert_solver_release_memory(solver) == GAMECERT_STATUS_OK);
    certificates(solver);
    rulings(solver);
    many(solver);
    moves(solver);
    gamecert_solver_free(solver);

    /* Cancellation before a search, and from another thread, ends it though there is no other limit. */
    GamecertCancellation *cancellation = gamecert_cancellation_new();
    struct search search = {gamecert_solver_new(cancellation), GAMECERT_STATUS_INTERNAL, {0}};
    gamecert_cancellation_set(cancellation, true);
    search_hard(&search);
    CHECK(search.status == GAMECERT_STATUS_OK && search.answer.verdict == GAMECERT_VERDICT_UNKNOWN);
    gamecert_cancellation_set(cancellation, false);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, search_hard, &search) == 0);
    gamecert_cancellation_set(cancellation, true);
    pthread_join(thread, NULL);
    CHECK(search.status == GAMECERT_STATUS_OK && search.answer.verdict == GAMECERT_VERDICT_UNKNOWN);
    gamecert_cancellation_set(cancellation, false);
    CHECK(gamecert_solver_decide(search.solver, WALL, GAMECERT_WHITE, NULL, &answer) == GAMECERT_STATUS_OK);
    CHECK(answer.verdict == GAMECERT_VERDICT_UNWINNABLE);
    gamecert_cancellation_free(cancellation);
    gamecert_solver_free((GamecertSolver *)search.solver);

    /* NULL is ignored. */
    gamecert_cancellation_set(NULL, true);
    gamecert_cancellation_free(NULL);
    gamecert_solver_free(NULL);
    return failed;
}
