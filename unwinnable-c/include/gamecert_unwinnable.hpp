// C++17 interface of gamecert-unwinnable: whether a side can still checkmate in chess. This header wraps the C interface
// and needs nothing but the same library. README.md says how to build and link it.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The header throws no exceptions and compiles with -fno-exceptions and -fno-rtti. A function that can fail returns a
// Result, which holds a value or a status with a message.

#ifndef GAMECERT_UNWINNABLE_HPP
#define GAMECERT_UNWINNABLE_HPP

#include "gamecert_unwinnable.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gamecert {

/// The status of a call. All values except GAMECERT_STATUS_OK are errors.
using Status = GamecertStatus;

/// A player.
enum class Side : std::int32_t { white = GAMECERT_WHITE, black = GAMECERT_BLACK };

/// Returns the opponent of a player.
[[nodiscard]] constexpr Side opponent(Side side) noexcept { return side == Side::white ? Side::black : Side::white; }

/// Whether the intended winner can mate.
enum class Verdict {
    /// Undecided: a limit was reached, or the search was cancelled.
    unknown = GAMECERT_VERDICT_UNKNOWN,
    winnable = GAMECERT_VERDICT_WINNABLE,
    unwinnable = GAMECERT_VERDICT_UNWINNABLE,
};

/// The rule of a rule book or chess server about the result when a flag falls.
enum class Policy : std::int32_t {
    /// FIDE 6.9.
    fide_timeout = GAMECERT_POLICY_FIDE_TIMEOUT,
    /// FIDE 5.2.2 alone.
    fide_dead = GAMECERT_POLICY_FIDE_DEAD,
    /// US Chess 14D4 and 14E.
    uscf = GAMECERT_POLICY_USCF,
    /// Lichess until August 2026.
    lichess_2025 = GAMECERT_POLICY_LICHESS2025,
    /// Lichess since August 2026.
    lichess_2026 = GAMECERT_POLICY_LICHESS2026,
    chesscom = GAMECERT_POLICY_CHESSCOM,
};

/// The result that a policy assigns when a flag has fallen.
enum class Ruling {
    /// The policy depends on a question that was not decided within the limits.
    unknown = GAMECERT_RULING_UNKNOWN,
    /// The side with time left wins.
    win = GAMECERT_RULING_WIN,
    draw = GAMECERT_RULING_DRAW,
    /// The game had ended before the flag fell, by stalemate or by a mate against the side with time left.
    over = GAMECERT_RULING_OVER,
};

/// Returns the name of a policy, such as "fide-timeout".
[[nodiscard]] inline std::string_view name(Policy policy) noexcept {
    return gamecert_policy_name(static_cast<std::int32_t>(policy));
}

/// Returns the policy with a name, or nothing if no policy has this name.
[[nodiscard]] inline std::optional<Policy> policy_named(std::string_view text) noexcept {
    for (std::int32_t number = 0; *gamecert_policy_name(number) != '\0'; number++) {
        if (text == gamecert_policy_name(number)) {
            return static_cast<Policy>(number);
        }
    }
    return std::nullopt;
}

/// Returns the version of the library.
[[nodiscard]] inline std::string_view version() noexcept { return gamecert_version(); }

/// Limits after which a search gives up. Zeros stand for the default number of nodes, and for no time limit.
struct Limits {
    /// Approximate maximum number of positions to search.
    std::uint64_t nodes = 0;
    /// Time limit. With a time limit, verdicts may depend on the speed of the machine. Negative times are no limit.
    std::chrono::milliseconds time{0};
};

/// A value, or the status and the message of an error.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::move(value)) {}

    /// Creates an error. Without a message, the message is the meaning of the status.
    static Result error(Status status, std::string message = {}) {
        Result result;
        result.status_ = status;
        result.message_ = message.empty() ? gamecert_status_text(status) : std::move(message);
        return result;
    }

    /// Returns whether there is a value.
    [[nodiscard]] bool ok() const noexcept { return value_.has_value(); }
    explicit operator bool() const noexcept { return ok(); }

    [[nodiscard]] Status status() const noexcept { return status_; }
    /// Returns the error as a text for people. The text is empty if there is a value.
    [[nodiscard]] const std::string &message() const noexcept { return message_; }

    /// Returns the value. If there is none, the program ends by std::abort().
    [[nodiscard]] const T &value() const & {
        require();
        return *value_;
    }
    [[nodiscard]] T &value() & {
        require();
        return *value_;
    }
    [[nodiscard]] T &&value() && {
        require();
        return std::move(*value_);
    }
    [[nodiscard]] const T &operator*() const & { return value(); }
    [[nodiscard]] T &operator*() & { return value(); }
    [[nodiscard]] T &&operator*() && { return std::move(*this).value(); }
    [[nodiscard]] const T *operator->() const { return &value(); }
    [[nodiscard]] T *operator->() { return &value(); }

private:
    Result() = default;

    void require() const noexcept {
        if (!value_) {
            std::abort();
        }
    }

    std::optional<T> value_;
    Status status_ = GAMECERT_STATUS_OK;
    std::string message_;
};

/// A verdict, the kind of its evidence, and the number of positions searched.
struct Answer {
    Verdict verdict = Verdict::unknown;
    /// "mate", "over", "material", "static", "skeletons", "closed", or "" if the verdict is unknown. The text is a
    /// constant, which lives as long as the program.
    std::string_view evidence;
    std::uint64_t nodes = 0;
};

/// A question of Solver::decide_many().
struct Question {
    std::string fen;
    Side intended_winner = Side::white;
};

/// A flag with which any thread can cancel the searches of the solvers that are created with it.
class Cancellation {
public:
    Cancellation() : flag_(gamecert_cancellation_new()) {}

    /// Sets or clears the flag. Does nothing after the flag has been moved from.
    void set(bool cancelled = true) const noexcept { gamecert_cancellation_set(flag_.get(), cancelled); }

private:
    friend class Solver;

    struct Free {
        void operator()(GamecertCancellation *flag) const noexcept { gamecert_cancellation_free(flag); }
    };

    std::unique_ptr<GamecertCancellation, Free> flag_;
};

/// Answers one question at a time. Use a separate solver in each thread. All functions of a solver that has been moved
/// from return GAMECERT_STATUS_NULL_POINTER.
class Solver {
public:
    Solver() : solver_(gamecert_solver_new(nullptr)) {}
    /// Creates a solver whose searches the flag cancels. The flag may be destroyed before the solver.
    explicit Solver(const Cancellation &cancellation) : solver_(gamecert_solver_new(cancellation.flag_.get())) {}

    /// Decides whether a side can still mate by any sequence of legal moves of both sides.
    Result<Answer> decide(std::string_view fen, Side intended_winner, Limits limits = {}) {
        const GamecertLimits c_limits = convert(limits);
        return ask(fen, [&](const char *text, GamecertAnswer *answer) {
            return gamecert_solver_decide(solver_.get(), text, static_cast<std::int32_t>(intended_winner), &c_limits, answer);
        });
    }

    /// Answers the same question, but only by a quick search.
    Result<Answer> decide_quickly(std::string_view fen, Side intended_winner) {
        return ask(fen, [&](const char *text, GamecertAnswer *answer) {
            return gamecert_solver_decide_quickly(solver_.get(), text, static_cast<std::int32_t>(intended_winner), answer);
        });
    }

    /// Answers questions one after the other. The limits apply to each question. The errors of single questions have the
    /// meaning of their status as message.
    Result<std::vector<Result<Answer>>> decide_many(const std::vector<Question> &questions, Limits limits = {}) {
        const GamecertLimits c_limits = convert(limits);
        std::vector<const char *> fens;
        std::vector<std::int32_t> sides;
        for (const Question &question : questions) {
            // A FEN that contains a null byte is an invalid FEN, and not the part before this byte.
            const bool whole = question.fen.find('\0') == std::string::npos;
            fens.push_back(whole ? question.fen.c_str() : "");
            sides.push_back(static_cast<std::int32_t>(question.intended_winner));
        }
        std::vector<GamecertAnswer> answers(questions.size());
        std::vector<GamecertStatus> statuses(questions.size());
        const Status status = gamecert_solver_decide_many(
            solver_.get(), fens.data(), sides.data(), questions.size(), &c_limits, answers.data(), statuses.data());
        if (status != GAMECERT_STATUS_OK) {
            return failure<std::vector<Result<Answer>>>(status);
        }
        std::vector<Result<Answer>> results;
        for (std::size_t index = 0; index < questions.size(); index++) {
            const bool ok = statuses[index] == GAMECERT_STATUS_OK;
            results.push_back(ok ? Result<Answer>(convert(answers[index])) : Result<Answer>::error(statuses[index]));
        }
        return results;
    }

    /// Returns the result of a game if the flag of the intended winner's opponent falls in the position.
    Result<Ruling> ruling(std::string_view fen, Side intended_winner, Policy policy, Limits limits = {}) {
        const std::optional<std::string> text = terminated(fen);
        if (!text) {
            return null_byte<Ruling>();
        }
        const GamecertLimits c_limits = convert(limits);
        GamecertRuling ruling = GAMECERT_RULING_UNKNOWN;
        const Status status = gamecert_solver_ruling(
            solver_.get(), text->c_str(), static_cast<std::int32_t>(intended_winner), static_cast<std::int32_t>(policy), &c_limits, &ruling);
        return status == GAMECERT_STATUS_OK ? Result<Ruling>(static_cast<Ruling>(ruling)) : failure<Ruling>(status);
    }

    /// Returns the moves of the last answer in UCI notation, separated by spaces. The text is empty if the verdict was
    /// not winnable, or if the position itself was already mate.
    Result<std::string> line() const {
        return read_text([&](char *buffer, std::size_t capacity, std::size_t *needed) {
            return gamecert_solver_line(solver_.get(), buffer, capacity, needed);
        });
    }

    /// Returns the certificate of the last answer: the bytes of a file that gamecert's checker verifies. There are none
    /// if the verdict was unknown, or if there is no last answer.
    Result<std::vector<std::uint8_t>> certificate() const {
        return read<std::vector<std::uint8_t>>([&](std::uint8_t *buffer, std::size_t capacity, std::size_t *needed) {
            return gamecert_solver_certificate(solver_.get(), buffer, capacity, needed);
        });
    }

    /// Returns the legal moves of a position in UCI notation, sorted by origin square, target square and promotion.
    Result<std::vector<std::string>> legal_moves(std::string_view fen) const {
        using Moves = std::vector<std::string>;
        const std::optional<std::string> text = terminated(fen);
        if (!text) {
            return null_byte<Moves>();
        }
        const Result<std::string> list = read_text([&](char *buffer, std::size_t capacity, std::size_t *needed) {
            return gamecert_solver_legal_moves(solver_.get(), text->c_str(), buffer, capacity, needed);
        });
        if (!list) {
            return Result<Moves>::error(list.status(), list.message());
        }
        Moves moves;
        for (std::size_t begin = 0; begin < list->size();) {
            const std::size_t end = std::min(list->find(' ', begin), list->size());
            moves.push_back(list->substr(begin, end - begin));
            begin = end + 1;
        }
        return moves;
    }

    /// Returns the position after a legal move in UCI notation, as a FEN with four fields, without the move counters.
    Result<std::string> after(std::string_view fen, std::string_view uci) const {
        const std::optional<std::string> text = terminated(fen), played = terminated(uci);
        if (!text) {
            return null_byte<std::string>();
        }
        if (!played) {
            return Result<std::string>::error(GAMECERT_STATUS_ILLEGAL_MOVE, "the move contains a null byte");
        }
        return read_text([&](char *buffer, std::size_t capacity, std::size_t *needed) {
            return gamecert_solver_after(solver_.get(), text->c_str(), played->c_str(), buffer, capacity, needed);
        });
    }

    /// Releases the memory that the solver keeps between questions, and discards the last answer.
    Status release_memory() { return gamecert_solver_release_memory(solver_.get()); }

private:
    struct Free {
        void operator()(GamecertSolver *solver) const noexcept { gamecert_solver_free(solver); }
    };

    static GamecertLimits convert(Limits limits) noexcept {
        const auto time = limits.time.count();
        return {limits.nodes, time > 0 ? static_cast<std::uint64_t>(time) : 0};
    }

    static Answer convert(const GamecertAnswer &answer) noexcept {
        return {static_cast<Verdict>(answer.verdict), answer.evidence, answer.nodes};
    }

    /// Returns the text with a null byte after it, or nothing if it contains a null byte.
    static std::optional<std::string> terminated(std::string_view text) {
        return text.find('\0') == std::string_view::npos ? std::make_optional<std::string>(text) : std::nullopt;
    }

    template <class T>
    static Result<T> null_byte() {
        return Result<T>::error(GAMECERT_STATUS_INVALID_FEN, "the FEN contains a null byte");
    }

    template <class Call>
    Result<Answer> ask(std::string_view fen, Call call) {
        const std::optional<std::string> text = terminated(fen);
        if (!text) {
            return null_byte<Answer>();
        }
        GamecertAnswer answer{};
        const Status status = call(text->c_str(), &answer);
        return status == GAMECERT_STATUS_OK ? Result<Answer>(convert(answer)) : failure<Answer>(status);
    }

    /// Returns an error with the solver's message, if it has one.
    template <class T>
    Result<T> failure(Status status) const {
        char message[512] = "";
        // A solver that another thread uses has the messages of this other thread.
        if (status != GAMECERT_STATUS_BUSY) {
            gamecert_solver_message(solver_.get(), message, sizeof message, nullptr);
        }
        return Result<T>::error(status, message);
    }

    /// Reads what `copy` writes to a buffer, which grows until everything fits.
    template <class Bytes, class Copy>
    Result<Bytes> read(Copy copy) const {
        Bytes bytes(256, typename Bytes::value_type{});
        std::size_t needed = 0;
        Status status = copy(bytes.data(), bytes.size(), &needed);
        while (status == GAMECERT_STATUS_BUFFER_TOO_SMALL) {
            bytes.resize(needed);
            status = copy(bytes.data(), bytes.size(), &needed);
        }
        if (status != GAMECERT_STATUS_OK) {
            return failure<Bytes>(status);
        }
        bytes.resize(needed);
        return bytes;
    }

    /// Reads a null-terminated text.
    template <class Copy>
    Result<std::string> read_text(Copy copy) const {
        Result<std::string> text = read<std::string>(copy);
        if (text) {
            text->pop_back();
        }
        return text;
    }

    std::unique_ptr<GamecertSolver, Free> solver_;
};

}  // namespace gamecert

#endif  // GAMECERT_UNWINNABLE_HPP
