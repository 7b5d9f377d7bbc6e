/* C interface of gamecert-unwinnable: whether a side can still checkmate in chess. README.md says how to build and link it.
 * This file is made by cbindgen from src/lib.rs. SPDX-License-Identifier: MIT OR Apache-2.0 */

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
   * The FEN is not valid UTF-8.
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
   * The buffer is too small for the text. Nothing was written to it.
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
 * Copies the error message for the last question to a buffer. The message is a text for people, and is empty if there
 * was no error. The parameters are those of gamecert_solver_line().
 *
 * # Safety
 * The requirements are those of gamecert_solver_line().
 */
enum GamecertStatus gamecert_solver_message(const struct GamecertSolver *solver,
                                            char *buffer,
                                            size_t capacity,
                                            size_t *needed);

/**
 * Releases the memory that a solver keeps between questions, and discards the last answer.
 *
 * # Safety
 * `solver` must be NULL, which is an error, or come from gamecert_solver_new(), and must not have been freed.
 */
enum GamecertStatus gamecert_solver_release_memory(const struct GamecertSolver *solver);

/**
 * Returns the meaning of a status as a sentence for people. The pointer is never NULL and must not be freed. The
 * parameter is an integer, so that any value can be passed.
 */
const char *gamecert_status_text(int32_t status);

/**
 * Returns the version of this library, such as "0.2.0". The pointer is never NULL and must not be freed.
 */
const char *gamecert_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GAMECERT_UNWINNABLE_H */
