/* A flag has fallen: can the side with time left still mate? Reads FENs from standard input, one on a line, and asks for the side that is not to move.
 *
 *     cc flag.c -I ../include -L ../../target/release -l gamecert_unwinnable_c -o flag
 */
#include "gamecert_unwinnable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The line of the last answer, to be freed, or NULL if there is no memory. */
static char *line_of(const GamecertSolver *solver) {
    size_t needed = 0;
    gamecert_solver_line(solver, NULL, 0, &needed);
    char *line = malloc(needed);
    if (line != NULL && gamecert_solver_line(solver, line, needed, NULL) != GAMECERT_STATUS_OK) {
        free(line);
        return NULL;
    }
    return line;
}

static void answer(const GamecertSolver *solver, const char *fen) {
    const char *space = strchr(fen, ' ');
    int32_t side = space != NULL && space[1] == 'w' ? GAMECERT_BLACK : GAMECERT_WHITE;
    GamecertLimits limits = {.nodes = 1000000, .milliseconds = 0};
    GamecertAnswer answer;
    GamecertStatus status = gamecert_solver_decide(solver, fen, side, &limits, &answer);
    if (status != GAMECERT_STATUS_OK) {
        char message[256] = "";
        gamecert_solver_message(solver, message, sizeof message, NULL);
        printf("%s: %s\n", gamecert_status_text(status), message);
        return;
    }
    switch (answer.verdict) {
    case GAMECERT_VERDICT_WINNABLE: {
        char *line = line_of(solver);
        printf("winnable: %s\n", line != NULL ? line : "");
        free(line);
        break;
    }
    case GAMECERT_VERDICT_UNWINNABLE:
        printf("unwinnable: %s\n", answer.evidence);
        break;
    default:
        printf("unknown after %llu positions\n", (unsigned long long)answer.nodes);
    }
}

int main(void) {
    GamecertSolver *solver = gamecert_solver_new(NULL);
    if (solver == NULL) {
        return 1;
    }
    char fen[256];
    while (fgets(fen, sizeof fen, stdin) != NULL) {
        fen[strcspn(fen, "\r\n")] = '\0';
        answer(solver, fen);
    }
    gamecert_solver_free(solver);
    return 0;
}
