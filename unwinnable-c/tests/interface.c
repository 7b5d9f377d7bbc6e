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
