// Every function of the C++ interface, and every kind of error that a program in one thread can get.
#include "gamecert_unwinnable.hpp"

#include <cstdio>
#include <type_traits>

static int failed = 0;

#define CHECK(condition)                                            \
    do {                                                            \
        if (!(condition)) {                                         \
            std::printf("line %d: not %s\n", __LINE__, #condition); \
            failed = 1;                                             \
        }                                                           \
    } while (0)

using namespace gamecert;

static_assert(std::is_nothrow_move_constructible_v<Solver> && std::is_nothrow_move_assignable_v<Solver>);
static_assert(!std::is_copy_constructible_v<Solver> && !std::is_copy_assignable_v<Solver>);
static_assert(std::is_nothrow_move_constructible_v<Cancellation> && !std::is_copy_constructible_v<Cancellation>);
static_assert(opponent(Side::white) == Side::black && opponent(Side::black) == Side::white);

// A knight mates in the corner: White can mate.
static constexpr std::string_view corner = "7k/7p/8/8/8/8/8/K5N1 b - -";
// Nobody gets through.
static constexpr std::string_view wall = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -";
// White can mate, and it takes millions of nodes to find out.
static constexpr std::string_view hard = "2b1b2k/1p5b/1Pp5/2Pp1b2/3Pp3/B3Pp1b/5P2/K1B1B3 w - -";
static constexpr std::string_view initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static void answers(Solver &solver) {
    const auto can = solver.decide(corner, Side::white);
    CHECK(can && can.ok() && can.status() == GAMECERT_STATUS_OK && can.message().empty());
    CHECK(can->verdict == Verdict::winnable && can->evidence == "mate" && can->nodes > 0);
    const auto line = solver.line();
    CHECK(line && line->size() > 3 && line->find('\0') == std::string::npos);
    const auto certificate = solver.certificate();
    CHECK(certificate && certificate->size() > 30 && certificate->at(0) == 0xd9 && certificate->at(2) == 0xf7);

    // A view need not end where its text ends.
    const std::string longer = std::string(wall) + " 0 1 and more";
    CHECK(solver.decide_quickly(std::string_view(longer).substr(0, wall.size()), Side::black)->verdict == Verdict::unwinnable);
    CHECK(solver.line()->empty() && !solver.certificate()->empty());

    const auto unknown = solver.decide(hard, Side::white, {1});
    CHECK(unknown->verdict == Verdict::unknown && unknown->evidence.empty() && solver.certificate()->empty());
    CHECK(solver.decide(hard, Side::white, {UINT64_MAX, std::chrono::milliseconds(1)})->verdict == Verdict::unknown);
    const auto bare = solver.decide("k7/8/8/8/8/8/P7/K7 w - -", Side::black);
    CHECK(bare && bare->evidence == "material");
    CHECK(solver.release_memory() == GAMECERT_STATUS_OK && solver.certificate()->empty());
}

static void errors(Solver &solver) {
    const auto wrong = solver.decide("8/8/8", Side::white);
    CHECK(!wrong && wrong.status() == GAMECERT_STATUS_INVALID_FEN && wrong.message() == "the side to move is missing");
    CHECK(solver.decide(wall, static_cast<Side>(2), {}).message() == "the side is 0 for White or 1 for Black, not 2");
    CHECK(solver.decide("\xff", Side::white).status() == GAMECERT_STATUS_INVALID_UTF8);
    const std::string null_byte = std::string(wall) + '\0' + "rubbish";
    CHECK(solver.decide(null_byte, Side::white).message() == "the FEN contains a null byte");
    CHECK(solver.ruling(null_byte, Side::white, Policy::uscf).status() == GAMECERT_STATUS_INVALID_FEN);
    CHECK(solver.legal_moves(null_byte).status() == GAMECERT_STATUS_INVALID_FEN);
    CHECK(solver.after(null_byte, "e1e2").status() == GAMECERT_STATUS_INVALID_FEN);
    CHECK(solver.after(initial, std::string("e2e4\0", 5)).status() == GAMECERT_STATUS_ILLEGAL_MOVE);
    CHECK(solver.after(initial, "e2e5").message() == "\"e2e5\" is no legal move of this position");
    CHECK(solver.ruling(wall, Side::white, static_cast<Policy>(6)).status() == GAMECERT_STATUS_INVALID_POLICY);
    CHECK(solver.legal_moves("").status() == GAMECERT_STATUS_INVALID_FEN);

    const auto many = solver.decide_many({{std::string(corner), Side::white}, {null_byte, Side::white}, {std::string(wall), Side::black}});
    CHECK(many && many->size() == 3 && (*many)[0]->verdict == Verdict::winnable && (*many)[2]->evidence == "static");
    CHECK((*many)[1].status() == GAMECERT_STATUS_INVALID_FEN && (*many)[1].message() == "the FEN is invalid");
    CHECK(solver.decide_many({})->empty());
}

static void rulings(Solver &solver) {
    CHECK(solver.ruling(wall, Side::black, Policy::fide_timeout).value() == Ruling::draw);
    CHECK(solver.ruling(wall, Side::black, Policy::lichess_2026).value() == Ruling::win);
    CHECK(solver.ruling("7k/5Q2/6K1/8/8/8/8/8 b - -", Side::white, Policy::fide_dead).value() == Ruling::over);
    CHECK(solver.ruling(hard, Side::white, Policy::fide_timeout, {1}).value() == Ruling::unknown);
    for (const char *text : {"fide-timeout", "fide-dead", "uscf", "lichess-2025", "lichess-2026", "chesscom"}) {
        CHECK(policy_named(text) && name(*policy_named(text)) == text);
    }
    CHECK(policy_named("fide-timeout") == Policy::fide_timeout && policy_named("chesscom") == Policy::chesscom);
    CHECK(!policy_named("") && !policy_named("fide"));
    CHECK(version() == VERSION);
}

static void moves(Solver &solver) {
    const auto first = solver.legal_moves(initial);
    CHECK(first && first->size() == 20 && first->front() == "b1a3" && first->back() == "h2h4");
    CHECK(solver.legal_moves("7k/5Q2/6K1/8/8/8/8/8 b - -")->empty());
    // 218 moves do not fit into the first buffer of the wrapper.
    const auto most = solver.legal_moves("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -");
    CHECK(most && most->size() == 218);
    CHECK(*solver.after(initial, "g1f3") == "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -");
}

static void ownership() {
    Cancellation cancellation;
    cancellation.set();
    Solver solver(cancellation);
    Cancellation moved = std::move(cancellation);
    // The flag of `cancellation` is now that of `moved`.
    cancellation.set(false);
    CHECK(solver.decide(hard, Side::white, {UINT64_MAX})->verdict == Verdict::unknown);
    moved.set(false);
    CHECK(solver.decide(wall, Side::black)->verdict == Verdict::unwinnable);

    Solver other = std::move(solver);
    CHECK(other.decide(wall, Side::black)->verdict == Verdict::unwinnable);
    const auto gone = solver.decide(wall, Side::black);
    CHECK(gone.status() == GAMECERT_STATUS_NULL_POINTER && gone.message() == "a pointer is NULL");
    CHECK(solver.line().status() == GAMECERT_STATUS_NULL_POINTER && solver.certificate().status() == GAMECERT_STATUS_NULL_POINTER);
    CHECK(solver.legal_moves(wall).status() == GAMECERT_STATUS_NULL_POINTER);
    CHECK(solver.decide_many({{std::string(wall), Side::black}}).status() == GAMECERT_STATUS_NULL_POINTER);
    CHECK(solver.release_memory() == GAMECERT_STATUS_NULL_POINTER);
    solver = std::move(other);
    CHECK(solver.decide(wall, Side::black)->verdict == Verdict::unwinnable);
    const auto text = Result<std::string>::error(GAMECERT_STATUS_BUSY);
    CHECK(!text && text.message() == "another thread is using the solver");
    CHECK(Result<std::string>("value").value() == "value" && *Result<std::string>("value") == "value");
}

int main() {
    Solver solver;
    answers(solver);
    errors(solver);
    rulings(solver);
    moves(solver);
    ownership();
    return failed;
}
