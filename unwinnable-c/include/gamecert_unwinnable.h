/* C interface of gamecert-unwinnable: whether a side can still checkmate in chess. README.md says how to build and link it.
 * This file is made by cbindgen from the files in src. SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef GAMECERT_UNWINNABLE_H
#define GAMECERT_UNWINNABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * White as the intended winner.
 */
#define GAMECERT_WHITE 0

/**
 * Black as the intended winner.
 */
#define GAMECERT_BLACK 1

/**
 * The status that a function returns. All values except GAMECERT_STATUS_OK are errors.
 */
typedef enum GamecertStatus {
  /**
   * Success.
   */
  GAMECERT_STATUS_OK = 0,
  /**
   * A required pointer is NULL.
   */
  GAMECERT_STATUS_NULL_POINTER = 1,
  /**
   * A FEN or a move is not valid UTF-8.
   */
  GAMECERT_STATUS_INVALID_UTF8 = 2,
  /**
   * The FEN is invalid. gamecert_solver_message() explains the error.
   */
  GAMECERT_STATUS_INVALID_FEN = 3,
  /**
   * The side is neither GAMECERT_WHITE nor GAMECERT_BLACK.
   */
  GAMECERT_STATUS_INVALID_SIDE = 4,
  /**
   * The buffer is too small. Nothing was written to it.
   */
  GAMECERT_STATUS_BUFFER_TOO_SMALL = 5,
  /**
   * Another thread is using the solver.
   */
  GAMECERT_STATUS_BUSY = 6,
  /**
   * Internal error. The solver has been reset and can be used again.
   */
  GAMECERT_STATUS_INTERNAL = 7,
  /**
   * The policy is none of GamecertPolicy.
   */
  GAMECERT_STATUS_INVALID_POLICY = 8,
  /**
   * The move is not legal in the position.
   */
  GAMECERT_STATUS_ILLEGAL_MOVE = 9,
} GamecertStatus;

/**
 * The answer to the question whether the intended winner can mate.
 */
typedef enum GamecertVerdict {
  /**
   * Undecided: a limit was reached, or the search was cancelled.
   */
  GAMECERT_VERDICT_UNKNOWN = 0,
  /**
   * The intended winner can mate. gamecert_solver_line() returns the moves.
   */
  GAMECERT_VERDICT_WINNABLE = 1,
  /**
   * The intended winner cannot mate, whatever both sides do.
   */
  GAMECERT_VERDICT_UNWINNABLE = 2,
} GamecertVerdict;

/**
 * The result that a policy assigns when a flag has fallen.
 */
typedef enum GamecertRuling {
  /**
   * The result is unknown, because the policy depends on a question that was not decided within the limits.
   */
  GAMECERT_RULING_UNKNOWN = 0,
  /**
   * The side with time left wins.
   */
  GAMECERT_RULING_WIN = 1,
  /**
   * The game is drawn.
   */
  GAMECERT_RULING_DRAW = 2,
  /**
   * The game had ended before the flag fell, by stalemate or by a mate against the side with time left.
   */
  GAMECERT_RULING_OVER = 3,
} GamecertRuling;

/**
 * The rule of a rule book or chess server about the result when a flag falls.
 */
typedef enum GamecertPolicy {
  /**
   * FIDE 6.9: the game is drawn if the side with time left cannot mate by any series of legal moves.
   */
  GAMECERT_POLICY_FIDE_TIMEOUT = 0,
  /**
   * FIDE 5.2.2 alone: if neither side can mate, the game was already drawn before the flag fell.
   */
  GAMECERT_POLICY_FIDE_DEAD = 1,
  /**
   * US Chess rules 14D4 and 14E, without the clause about forced wins.
   */
  GAMECERT_POLICY_USCF = 2,
  /**
   * Lichess until August 2026: the game is drawn if the material of both sides excludes a mate by the side with time
   * left.
   */
  GAMECERT_POLICY_LICHESS2025 = 3,
  /**
   * Lichess since August 2026: the same, and the game is drawn if each legal move of the flagged side leads to such a
   * draw.
   */
  GAMECERT_POLICY_LICHESS2026 = 4,
  /**
   * Chess.com: the game is drawn if the side with time left has a bare king, or a king and one bishop or knight.
   */
  GAMECERT_POLICY_CHESSCOM = 5,
} GamecertPolicy;

/**
 * A flag with which any thread can cancel searches. The flag applies to all solvers that are created with it.
 */
typedef struct GamecertCancellation GamecertCancellation;

/**
 * A solver, which answers one question at a time. Use a separate solver in each thread.
 */
typedef struct GamecertSolver GamecertSolver;

/**
 * Limits after which a search gives up.
 */
typedef struct GamecertLimits {
  /**
   * Approximate maximum number of positions to search. 0 selects the default, 16777216.
   */
  uint64_t nodes;
  /**
   * Time limit in milliseconds; 0 means no limit. With a time limit, verdicts may depend on the speed of the
   * machine.
   */
  uint64_t milliseconds;
} GamecertLimits;

/**
 * A verdict, the kind of its evidence, and the number of positions searched.
 */
typedef struct GamecertAnswer {
  /**
   * Whether the intended winner can mate.
   */
  enum GamecertVerdict verdict;
  /**
   * Name of the kind of evidence. The pointer is never NULL and must not be freed. The name is "mate" (a line ends
   * in mate), "over" (the game is over), "material" (too little material), "static" (no mating net is possible),
   * "skeletons" (a fortress), "closed" (all reachable positions were searched), or "" if the verdict is unknown.
   */
  const char *evidence;
  /**
   * Number of positions searched.
   */
  uint64_t nodes;
} GamecertAnswer;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the meaning of a status as a sentence for people. The pointer is never NULL and must not be freed. The
 * parameter is an integer, so that any value can be passed.
 */
const char *gamecert_status_text(int32_t status);

/**
 * Returns the version of this library, such as "0.2.0". The pointer is never NULL and must not be freed.
 */
const char *gamecert_version(void);

/**
 * Creates a flag that is not set. Free it with gamecert_cancellation_free().
 */
struct GamecertCancellation *gamecert_cancellation_new(void);

/**
 * Sets the flag (true) or clears it (false). Once the flag is set, all searches that use the flag end soon, and their
 * verdicts are unknown. Any thread may call this function at any time. NULL is ignored.
 *
 * # Safety
 * `cancellation` must be NULL or come from gamecert_cancellation_new(), and must not have been freed.
 */
void gamecert_cancellation_set(const struct GamecertCancellation *cancellation, bool cancelled);

/**
 * Frees a flag. Solvers created with the flag can still be used. NULL is ignored.
 *
 * # Safety
 * `cancellation` must be NULL or come from gamecert_cancellation_new(), and no thread may use it any more.
 */
void gamecert_cancellation_free(struct GamecertCancellation *cancellation);

/**
 * Creates a solver. Returns NULL on failure. `cancellation` may be NULL, and may be freed before the solver. Free the
 * solver with gamecert_solver_free().
 *
 * # Safety
 * `cancellation` must be NULL or come from gamecert_cancellation_new(), and must not have been freed.
 */
struct GamecertSolver *gamecert_solver_new(const struct GamecertCancellation *cancellation);

/**
 * Frees a solver and all its memory. NULL is ignored.
 *
 * # Safety
 * `solver` must be NULL or come from gamecert_solver_new(), and no thread may use it any more.
 */
void gamecert_solver_free(struct GamecertSolver *solver);

/**
 * Releases the memory that a solver keeps between questions, and discards the last answer.
 *
 * # Safety
 * `solver` must be NULL, which is an error, or come from gamecert_solver_new(), and must not have been freed.
 */
enum GamecertStatus gamecert_solver_release_memory(const struct GamecertSolver *solver);

/**
 * Decides whether a side can still mate by any sequence of legal moves of both sides. `fen` is the position, a
 * null-terminated string with four to six fields. `intended_winner` is GAMECERT_WHITE or GAMECERT_BLACK. If `limits`
 * is NULL, the default limits apply. The function writes the answer to `answer`, unless it returns an error.
 *
 * # Safety
 * `solver` must come from gamecert_solver_new(), and must not have been freed. `fen` must be a null-terminated string.
 * `limits` and `answer` must point to structures of their types. Each of these pointers may be NULL; for all except
 * `limits`, NULL is an error.
 */
enum GamecertStatus gamecert_solver_decide(const struct GamecertSolver *solver,
                                           const char *fen,
                                           int32_t intended_winner,
                                           const struct GamecertLimits *limits,
                                           struct GamecertAnswer *answer);

/**
 * Answers the same question as gamecert_solver_decide(), but only by a quick search. The verdict is unknown if the
 * quick search does not find the answer. The quick search mostly proves that a side cannot mate, and seldom finds a
 * mate.
 *
 * # Safety
 * The requirements are those of gamecert_solver_decide().
 */
enum GamecertStatus gamecert_solver_decide_quickly(const struct GamecertSolver *solver,
                                                   const char *fen,
                                                   int32_t intended_winner,
                                                   struct GamecertAnswer *answer);

/**
 * Answers `count` questions one after the other, as gamecert_solver_decide() does. Question number i is about `fens[i]`
 * and `intended_winners[i]`. The limits apply to each question. The function writes to `answers[i]` and `statuses[i]`
 * for each i; the verdict of a question with an error is unknown. The function returns GAMECERT_STATUS_OK even if
 * questions have errors. The message is that of the first error. The last answer, of which there are a line and a
 * certificate, is that to the last question.
 *
 * # Safety
 * `solver` must come from gamecert_solver_new(), and must not have been freed. `fens`, `intended_winners`, `answers` and
 * `statuses` must point to `count` items of their types, and may be NULL if `count` is 0. Each FEN must be NULL, which
 * is an error of its question, or a null-terminated string. `limits` must be NULL or point to limits.
 */
enum GamecertStatus gamecert_solver_decide_many(const struct GamecertSolver *solver,
                                                const char *const *fens,
                                                const int32_t *intended_winners,
                                                size_t count,
                                                const struct GamecertLimits *limits,
                                                struct GamecertAnswer *answers,
                                                enum GamecertStatus *statuses);

/**
 * Copies the moves of the last answer to `buffer`, as a null-terminated string in UCI notation with spaces between the
 * moves. The string is empty if the verdict was not winnable, or if the position itself was already mate. The function
 * writes the number of bytes needed, including the terminating null byte, to `needed`, unless `needed` is NULL.
 * `buffer` may be NULL if `capacity` is 0.
 *
 * # Safety
 * `solver` must come from gamecert_solver_new(), and must not have been freed. `buffer` must point to `capacity`
 * bytes. `needed` must be NULL or point to a size_t.
 */
enum GamecertStatus gamecert_solver_line(const struct GamecertSolver *solver,
                                         char *buffer,
                                         size_t capacity,
                                         size_t *needed);

/**
 * Copies the certificate of the last answer to `buffer`: the bytes of a file that gamecert's checker verifies. There
 * are no bytes if the verdict was unknown, or if there is no last answer. The function writes the number of bytes
 * needed to `needed`, unless `needed` is NULL. `buffer` may be NULL if `capacity` is 0.
 *
 * # Safety
 * The requirements are those of gamecert_solver_line().
 */
enum GamecertStatus gamecert_solver_certificate(const struct GamecertSolver *solver,
                                                uint8_t *buffer,
                                                size_t capacity,
                                                size_t *needed);

/**
 * Copies the error message of the last call that took a position to a buffer. The message is a text for people, and is
 * empty if there was no error. The parameters are those of gamecert_solver_line().
 *
 * # Safety
 * The requirements are those of gamecert_solver_line().
 */
enum GamecertStatus gamecert_solver_message(const struct GamecertSolver *solver,
                                            char *buffer,
                                            size_t capacity,
                                            size_t *needed);

/**
 * Returns the name of a policy, such as "fide-timeout", or "" if there is no such policy. The pointer is never NULL and
 * must not be freed. The parameter is an integer, so that any value can be passed.
 */
const char *gamecert_policy_name(int32_t policy);

/**
 * Returns the result of a game if the flag of the intended winner's opponent falls in the position. `policy` is one of
 * GamecertPolicy. The function writes the result to `ruling`, unless it returns an error. The other parameters are
 * those of gamecert_solver_decide().
 *
 * The function asks only the questions on which the result depends: for FIDE_TIMEOUT and USCF at most whether the
 * intended winner can mate, for FIDE_DEAD at most the same for both sides, and for the other policies none. The limits
 * apply to each question. The last answer, of which there are a line and a certificate, is that to the last question
 * that was asked. If none was asked, there is no last answer.
 *
 * # Safety
 * The requirements are those of gamecert_solver_decide(), for `ruling` in place of `answer`.
 */
enum GamecertStatus gamecert_solver_ruling(const struct GamecertSolver *solver,
                                           const char *fen,
                                           int32_t intended_winner,
                                           int32_t policy,
                                           const struct GamecertLimits *limits,
                                           enum GamecertRuling *ruling);

/**
 * Copies the legal moves of a position to `buffer`, as a null-terminated string in UCI notation (castling as e1g1) with
 * spaces between the moves. The moves are sorted by origin square, target square (a1, b1, ..., h8) and promotion (q, r,
 * b, n). The string is empty if the game is over. The last answer remains. `fen` is that of gamecert_solver_decide(),
 * and the other parameters are those of gamecert_solver_line().
 *
 * # Safety
 * The requirements are those of gamecert_solver_line(), and `fen` must be NULL, which is an error, or a null-terminated
 * string.
 */
enum GamecertStatus gamecert_solver_legal_moves(const struct GamecertSolver *solver,
                                                const char *fen,
                                                char *buffer,
                                                size_t capacity,
                                                size_t *needed);

/**
 * Copies the position after a legal move to `buffer`, as a null-terminated FEN with four fields, without the move
 * counters. `uci` is one of the moves of gamecert_solver_legal_moves(); another move returns
 * GAMECERT_STATUS_ILLEGAL_MOVE. The last answer remains. `fen` is that of gamecert_solver_decide(), and the other
 * parameters are those of gamecert_solver_line().
 *
 * # Safety
 * The requirements are those of gamecert_solver_line(), and `fen` and `uci` must be NULL, which is an error, or
 * null-terminated strings.
 */
enum GamecertStatus gamecert_solver_after(const struct GamecertSolver *solver,
                                          const char *fen,
                                          const char *uci,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *needed);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GAMECERT_UNWINNABLE_H */
