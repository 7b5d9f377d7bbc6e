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
 * What a function returns. All values but GAMECERT_STATUS_OK are errors.
 */
typedef enum GamecertStatus {
  /**
   * The function has done what it was asked.
   */
  GAMECERT_STATUS_OK = 0,
  /**
   * A pointer is NULL that must not be.
   */
  GAMECERT_STATUS_NULL_POINTER = 1,
  /**
   * The FEN is not valid UTF-8.
   */
  GAMECERT_STATUS_INVALID_UTF8 = 2,
  /**
   * The FEN is invalid. gamecert_solver_message() says why.
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
   * An internal error. The solver has forgotten everything and can be used again.
   */
  GAMECERT_STATUS_INTERNAL = 7,
} GamecertStatus;

/**
 * Whether the intended winner can mate.
 */
typedef enum GamecertVerdict {
  /**
   * It was not found out within the limits, or the search was cancelled.
   */
  GAMECERT_VERDICT_UNKNOWN = 0,
  /**
   * The intended winner can mate. gamecert_solver_line() gives the moves.
   */
  GAMECERT_VERDICT_WINNABLE = 1,
  /**
   * The intended winner cannot mate, whatever both sides do.
   */
  GAMECERT_VERDICT_UNWINNABLE = 2,
} GamecertVerdict;

/**
 * A flag by which any thread can cancel the searches of the solvers that were made with it.
 */
typedef struct GamecertCancellation GamecertCancellation;

/**
 * Answers questions, one after the other. Each thread has a solver of its own.
 */
typedef struct GamecertSolver GamecertSolver;

/**
 * When a search gives up.
 */
typedef struct GamecertLimits {
  /**
   * About how many positions are looked at, at most. 0 stands for 16777216.
   */
  uint64_t nodes;
  /**
   * The time limit in milliseconds. 0 stands for none. With a time limit a verdict may depend on the machine.
   */
  uint64_t milliseconds;
} GamecertLimits;

/**
 * The answer to a question.
 */
typedef struct GamecertAnswer {
  /**
   * Whether the intended winner can mate.
   */
  enum GamecertVerdict verdict;
  /**
   * The kind of evidence, which is never NULL and never freed: "mate" (a line that ends in mate), "over" (the game is over), "material", "static" (no mating
   * net can come about), "skeletons" (a fortress), "closed" (all positions that can follow), or "" if the verdict is unknown.
   */
  const char *evidence;
  /**
   * How many positions were looked at.
   */
  uint64_t nodes;
} GamecertAnswer;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes a flag that is not set. Free it with gamecert_cancellation_free().
 */
struct GamecertCancellation *gamecert_cancellation_new(void);

/**
 * Sets the flag (true), after which all searches with it end soon and their verdicts are unknown, or clears it (false). Any thread may do so at any time. NULL
 * is ignored.
 *
 * # Safety
 * `cancellation` must be NULL or come from gamecert_cancellation_new(), and must not have been freed.
 */
void gamecert_cancellation_set(const struct GamecertCancellation *cancellation,
                               bool cancelled);

/**
 * Frees a flag. Solvers that were made with it can still be used. NULL is ignored.
 *
 * # Safety
 * `cancellation` must be NULL or come from gamecert_cancellation_new(), and must not be used any more, by any thread.
 */
void gamecert_cancellation_free(struct GamecertCancellation *cancellation);

/**
 * Makes a solver. `cancellation` may be NULL; it may be freed before the solver is. Returns NULL if that fails. Free the solver with gamecert_solver_free().
 *
 * # Safety
 * `cancellation` must be NULL or come from gamecert_cancellation_new(), and must not have been freed.
 */
struct GamecertSolver *gamecert_solver_new(const struct GamecertCancellation *cancellation);

/**
 * Frees a solver with all of its memory. NULL is ignored.
 *
 * # Safety
 * `solver` must be NULL or come from gamecert_solver_new(), and must not be used any more, by any thread.
 */
void gamecert_solver_free(struct GamecertSolver *solver);

/**
 * Decides whether a side can still mate by any series of legal moves of both sides. `fen` is the position in four to six fields, ended by a zero byte;
 * `intended_winner` is GAMECERT_WHITE or GAMECERT_BLACK; `limits` may be NULL for the default ones. The answer is written to `answer`, unless an error is
 * returned.
 *
 * # Safety
 * `solver` must come from gamecert_solver_new(), and must not have been freed. `fen` must be a string that ends with a zero byte. `limits` and `answer` must
 * point to such structures. Each of these pointers may be NULL; all but `limits` are an error then.
 */
enum GamecertStatus gamecert_solver_decide(const struct GamecertSolver *solver,
                                           const char *fen,
                                           int32_t intended_winner,
                                           const struct GamecertLimits *limits,
                                           struct GamecertAnswer *answer);

/**
 * As gamecert_solver_decide(), but decides only what can be seen quickly, which is mostly that a side cannot mate. Otherwise the verdict is unknown.
 *
 * # Safety
 * As for gamecert_solver_decide().
 */
enum GamecertStatus gamecert_solver_decide_quickly(const struct GamecertSolver *solver,
                                                   const char *fen,
                                                   int32_t intended_winner,
                                                   struct GamecertAnswer *answer);

/**
 * Copies the moves of the last answer to a buffer, as UCI has them, with spaces between, and ended by a zero byte. The text is empty unless the verdict was
 * winnable, and also if the position itself was the mate. The number of bytes that are needed, the zero byte included, is written to `needed`, which may be
 * NULL. With a `capacity` of 0, `buffer` may be NULL.
 *
 * # Safety
 * `solver` must come from gamecert_solver_new(), and must not have been freed. `buffer` must point to `capacity` bytes. `needed` must be NULL or point to a
 * size_t.
 */
enum GamecertStatus gamecert_solver_line(const struct GamecertSolver *solver,
                                         char *buffer,
                                         size_t capacity,
                                         size_t *needed);

/**
 * Copies a sentence to a buffer that says what was wrong with the last question, for people. It is empty if nothing was. The parameters are as those of
 * gamecert_solver_line().
 *
 * # Safety
 * As for gamecert_solver_line().
 */
enum GamecertStatus gamecert_solver_message(const struct GamecertSolver *solver,
                                            char *buffer,
                                            size_t capacity,
                                            size_t *needed);

/**
 * Gives back the memory that a solver keeps between questions, and forgets the last answer.
 *
 * # Safety
 * `solver` must be NULL, which is an error, or come from gamecert_solver_new(), and must not have been freed.
 */
enum GamecertStatus gamecert_solver_release_memory(const struct GamecertSolver *solver);

/**
 * The meaning of a status as a sentence, for people. It is never NULL and never freed. Takes a number, so that any number may be asked about.
 */
const char *gamecert_status_text(int32_t status);

/**
 * The version of this library, such as "0.2.0". It is never NULL and never freed.
 */
const char *gamecert_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GAMECERT_UNWINNABLE_H */
