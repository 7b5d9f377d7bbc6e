#!/usr/bin/env python3
"""Tests an installed tree with C and C++ programs: gcc and clang, sanitizers, valgrind, pkg-config and CMake.

    ./install PREFIX
    tests/programs.py PREFIX CHECK

CHECK is the program `check`, which verifies the certificates that the programs write.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
COMPILERS = {"gcc": "g++", "clang": "clang++"}
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Werror", "-pedantic"]
C = ["-std=c99", "-D_POSIX_C_SOURCE=200809L", *WARNINGS]
CXX = ["-fno-exceptions", "-fno-rtti", "-Wconversion", *WARNINGS]
SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0", "UBSAN_OPTIONS": "print_stacktrace=1"}
VALGRIND = [
    "valgrind",
    "--quiet",
    "--leak-check=full",
    "--show-leak-kinds=all",
    "--errors-for-leak-kinds=all",
    "--error-exitcode=99",
]

WALL = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 60"
HARD = "2b1b2k/1p5b/1Pp5/2Pp1b2/3Pp3/B3Pp1b/5P2/K1B1B3 w - -"
STATIC = "no piece or pawn can get to where a mate would need it"
MATE = "1. f3 e5 2. g4 Qh4#"
EVERYTHING = r"""% a line for programs
[Event "comments, variations and glyphs"]
[White "a \"name\" with a \\ "]
[Result "1-0"]
[Termination "time forfeit"]
[FEN "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 30"]

{ White loses on time } 30.O-O-O! $3 (30. O-O {(} (30. a8=N) Kd7) 30...Kf7 ; Black loses on time ) }
31. a8=Q (31. a8=R) 31... Kg7 32 Rhg1+ Kf7 33. Rdf1+ Ke7!? 34. Qa7+ {+12.3/9 0.1s, Black loses on time} 1-0
"""


def game(moves, fen="", result="1-0", end="Time forfeit"):
    """Returns a game in PGN."""
    tags = {"Result": result, "Termination": end, "FEN": fen}
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items() if value) + f"\n{moves}\n"


def ruled(ruling, why, result="1-0", loser="Black", policy="fide-timeout"):
    """Returns what the example prints of a game that was lost on time."""
    return f"game 1: {result} as played, {loser} lost on time\n{policy}: {ruling}\n{why}\n"


def not_ruled(result="1-0", number=1):
    """Returns what the example prints of a game that was not lost on time."""
    return f"game {number}: {result} as played, not lost on time\n"


WALL_DRAW = ruled("draw, 1/2-1/2", f"White cannot mate: {STATIC}")
BLACK_CANNOT = f"Black cannot mate: {STATIC}"
UNKNOWN = ruled("unknown within 1 positions", "whether White can mate is unknown within 1 positions")

# Title, PGN, output.
JUDGED = [
    ("a dead position", game("60... Kd8 61. Kd1 1-0", WALL), WALL_DRAW),
    (
        "carriage returns and a byte order mark",
        "\ufeff" + game("60... Kd8\n1-0", WALL).replace("\n", "\r\n"),
        WALL_DRAW,
    ),
    ("a game without a flag", game(f"{MATE} 0-1", result="0-1", end="normal"), not_ruled("0-1")),
    (
        "a flag after mate",
        game(f"{MATE} 1-0"),
        ruled("over before the flag fell, 0-1", "White cannot mate: the game is over"),
    ),
    ("the mated side flags", game(f"{MATE} 0-1", result="0-1"), ruled("win, 0-1", "Black has mated", "0-1", "White")),
    (
        "a flag after stalemate",
        game("1. Qf7 1-0", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"),
        ruled("over before the flag fell, 1/2-1/2", "White cannot mate: the game is over"),
    ),
    (
        "cutechess and fastchess, in a comment",
        game("60... Kd8 {-0.12/9 0.30s, White loses on time} 0-1", WALL, "0-1", ""),
        ruled("draw, 1/2-1/2", BLACK_CANNOT, "0-1", "White"),
    ),
    ("Lichess, in a comment", game("{ [%clk 0:00:01] } { White wins on time. } 1-0", WALL, end=""), WALL_DRAW),
    ("a comment after the result", game("60... Kd8 1-0 {Black loses on time}", WALL, end=""), WALL_DRAW),
    (
        "drawn by timeout: the flag is that of the side to move",
        game("60... Kd8 {Draw by timeout} 1/2-1/2", WALL, "1/2-1/2", ""),
        ruled("draw, 1/2-1/2", BLACK_CANNOT, "1/2-1/2", "White"),
    ),
    ("a game that has no result yet", game("*", WALL, "*"), WALL_DRAW.replace("1-0", "*")),
    ("an earlier comment", game("60... Kd8 {Black loses on time?} 61. Kd1 1-0", WALL, end=""), not_ruled()),
    (
        "comments, variations, glyphs, castling, promotions",
        EVERYTHING,
        re.compile(re.escape(ruled("win, 1-0", "White can mate: MOVES")).replace("MOVES", "([a-h][1-8]){2}.*")),
    ),
    (
        "en passant",
        game("1. d4 exd3 e.p. 2. Kd2 Kd7 3. Kxd3 1-0", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"),
        ruled("draw, 1/2-1/2", "White cannot mate: the material does not allow it"),
    ),
    (
        "moves that name files and ranks",
        game("1. N5b3 Kd7 2. Ncd3 Kd6 3. Nb3c5 1-0", "4k3/8/8/N7/8/8/8/N1N1K3 w - - 0 1", end=""),
        not_ruled(),
    ),
    (
        "two games without a line between them",
        '[Result "1-0"]\n\n1. e4 1-0\n[Result "0-1"]\n\n1. d4 d5 0-1',
        not_ruled() + not_ruled("0-1", 2),
    ),
]

# Title, PGN, output, sentence.
BAD_GAMES = [
    ("an empty file", "", "", "there is no game"),
    (
        "an illegal move; the next game is judged",
        game("1. e4 e5 2. Nf6 1-0") + game("1-0", WALL),
        WALL_DRAW.replace("game 1", "game 2"),
        'game 1, move 2. "Nf6" is no legal move in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -',
    ),
    (
        "a move number from the FEN",
        game("60... Kd8 61. Kd2 Kd9 1-0", WALL),
        "",
        'game 1, move 61... "Kd9" is no move in SAN',
    ),
    (
        "an ambiguous move",
        game("1. Nb3 Ke7 2. Nd2 1-0", "4k3/8/8/8/8/8/8/N3KN2 w - - 0 1"),
        "",
        'game 1, move 2. "Nd2" may be f1d2 or b3d2',
    ),
    (
        "castling, written as a king's move",
        game("1. Kg1 1-0", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        "",
        'game 1, move 1. "Kg1" is no legal move in 4k3/8/8/8/8/8/8/4K2R w K - 0 1',
    ),
    (
        "a promotion that is missing",
        game("1. a8 1-0", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
        "",
        'game 1, move 1. "a8" is no legal move in 4k3/P7/8/8/8/8/8/4K3 w - - 0 1',
    ),
    (
        "moves after the end",
        game(f"{MATE} 3. e4 0-1", result="0-1"),
        "",
        'game 1, move 3. "e4" is no legal move in rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -',
    ),
    ("a null move", "1. e4 -- 0-1", "", 'game 1, move 1... "--" is no move in SAN'),
    ("an invalid FEN", game("1-0", "8/8/8"), "", "game 1: the FEN is invalid: the side to move is missing"),
    ("no UTF-8", game("1-0", "\udcff"), "", "game 1: the FEN is invalid: the FEN is not valid UTF-8"),
    ("a null byte", game("1-0", "8/8\0"), "", "game 1: the FEN is invalid: the FEN contains a null byte"),
    (
        "a variant",
        '[Variant "Atomic"]\n\n0-1',
        "",
        'game 1: the variant "Atomic" is not judged here, only chess',
    ),
    ("no result", "1. e4", "", "game 1: there is no result"),
    ("a wrong result", game("1. e4 *", result="2-0"), "", 'game 1: "2-0" is no result'),
    ("two results", game("1. e4 0-1"), "", "game 1: the tag says 1-0, and the moves end with 0-1"),
    (
        "a comment that contradicts the result",
        "1. e4 {White loses on time} 1-0",
        "",
        "game 1: the result is 1-0, and the comment says that White lost on time",
    ),
    ("a comment without an end", "1. e4 1-0\n\n1. e4 {", not_ruled(), "game 2, after 1 moves: a comment does not end"),
    ("a variation without an end", "1. e4 (1. d4 {)} ; )", "", "game 1, after 1 moves: a variation does not end"),
    ("both without an end", "1. e4 (1. d4 {", "", "game 1, after 1 moves: a variation does not end"),
    (
        "a tag without an end",
        '[Result "1-0',
        "",
        'game 1, after 0 moves: a tag does not have the form [Name "value"]',
    ),
    ("a bracket", "1. e4 ) 1-0", "", 'game 1, move 1... ")" is no move in SAN'),
]

# Arguments, PGN, exit status, output, sentence.
OPTIONS = [
    (
        "--policy lichess-2026",
        game("1-0", WALL),
        0,
        WALL_DRAW.replace("fide-timeout: draw, 1/2-1/2", "lichess-2026: win, 1-0"),
        "",
    ),
    ("--nodes 1", game("1-0", HARD), 1, UNKNOWN, ""),
    (
        "--policy fifa",
        "",
        2,
        "",
        '"fifa" is no policy: fide-timeout, fide-dead, uscf, lichess-2025, lichess-2026 or chesscom',
    ),
    ("--nodes 0", "", 2, "", '"0" is no number of positions'),
    ("--nodes -1", "", 2, "", '"-1" is no number of positions'),
    ("--nodes 99999999999999999999999", "", 2, "", '"99999999999999999999999" is no number of positions'),
    ("--fast", "", 2, "", "there is no option --fast"),
    ("--nodes", "", 2, "", "--nodes needs a value"),
    ("a.pgn b.pgn", "", 2, "", "there is more than one file"),
    ("/nonexistent/games.pgn", "", 2, "", "/nonexistent/games.pgn cannot be read"),
    (
        "--certificate two.cbor",
        "1. e4 1-0 1. d4 1-0",
        2,
        "",
        "--certificate takes a file with one game, and there are 2",
    ),
    (
        "--nodes 1 --certificate unknown.cbor",
        game("1-0", HARD),
        2,
        UNKNOWN,
        "game 1: the answer is unknown, so there is no certificate",
    ),
    (
        "--certificate /nonexistent/dead.cbor",
        game("1-0", WALL),
        2,
        WALL_DRAW,
        "/nonexistent/dead.cbor cannot be written",
    ),
]

ROWS = [
    *((title, [], pgn, 0, printed, "") for title, pgn, printed in JUDGED),
    *((title, [], pgn, 2, printed, sentence) for title, pgn, printed, sentence in BAD_GAMES),
    *(
        (options, options.split(), pgn, status, printed, sentence)
        for options, pgn, status, printed, sentence in OPTIONS
    ),
]

FENS = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -\n7k/6Q1/6K1/8/8/8/8/8 b - -\nthis is no FEN\n"
FLAGS = "unwinnable: static\nwinnable: \nthe FEN is invalid: 't' is no unit\n"


def run(command, text="", status=0, **options):
    """Runs a command, fails unless it ends with this status, and returns what it printed."""
    done = subprocess.run(
        [str(part) for part in command],
        input=text.encode("utf-8", "surrogateescape"),
        capture_output=True,
        env=ENVIRONMENT,
        **options,
    )
    out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: exit status {done.returncode}, not {status}\n{text}\n{out}{err}")
    return out, err


def judge(command, folder, rows):
    """Compares what the C++ example prints with rows of the table."""
    for title, arguments, pgn, status, expected, sentence in rows:
        out, err = run([*command, *arguments], pgn, status, cwd=folder)
        matches = expected.fullmatch(out) if isinstance(expected, re.Pattern) else out == expected
        if not matches or err != (f"judge: {sentence}\n" if sentence else ""):
            sys.exit(f"{title}: {' '.join(map(str, command))} prints\n{out}{err}and not\n{expected}{sentence}")


def snippets(page):
    """Returns the C and C++ code blocks of a page, as pairs of language and code."""
    return re.findall(r"^```(c|cpp)\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def program_of(language, snippet):
    """Makes a program of a snippet: lines that include headers, then a main function with the others."""
    lines = snippet.splitlines()
    header = "gamecert_unwinnable.hpp" if language == "cpp" else "gamecert_unwinnable.h"
    includes = [f'#include "{header}"', "#include <stdio.h>"] + [line for line in lines if line.startswith("#include")]
    body = [line for line in lines if not line.startswith("#include")]
    fen = "" if "fen = " in snippet else f'const char *fen = "{WALL}";'
    return "\n".join([*includes, "int main(void) {", fen, *body, "return 0; }"])


def main():
    prefix, check = map(lambda path: pathlib.Path(path).resolve(), sys.argv[1:3])
    ENVIRONMENT["PKG_CONFIG_PATH"] = str(prefix / "lib/pkgconfig")
    with tempfile.TemporaryDirectory() as folder:
        test(prefix, check, pathlib.Path(folder))


def test(prefix, check, folder):
    """Compiles and runs everything in this folder."""
    flags = run(["pkg-config", "--cflags", "--libs", "gamecert_unwinnable"])[0].split() + [f"-Wl,-rpath,{prefix}/lib"]
    static = run(["pkg-config", "--cflags", "gamecert_unwinnable"])[0].split()
    archive = run(["pkg-config", "--variable=static_library", "gamecert_unwinnable"])[0].strip()
    private = run(["pkg-config", "--static", "--libs-only-l", "gamecert_unwinnable"])[0].split()
    static_libraries = [archive, *(flag for flag in private if flag != "-lgamecert_unwinnable_c")]
    version = run(["pkg-config", "--modversion", "gamecert_unwinnable"])[0].strip()

    jobs = []
    for cc, cxx in COMPILERS.items():
        for source in ["tests/interface.c", "examples/flag.c", "tests/wrapper.cpp", "examples/judge.cpp"]:
            is_c = source.endswith(".c")
            common = [cc, *C] if is_c else [cxx, *CXX, "-std=c++17"]
            common += [f'-DVERSION="{version}"', HERE / source]
            name = pathlib.Path(source).stem
            jobs.append([*common, "-O1", *flags, "-lpthread", "-o", folder / f"{name}-{cc}"])
            jobs.append([*common, *SANITIZERS, *static, *static_libraries, "-o", folder / f"{name}-{cc}-sanitized"])
        # The header is valid in later standards too.
        jobs.append(
            [cxx, *CXX, "-std=c++20", f'-DVERSION="{version}"', "-fsyntax-only", *flags[:1], HERE / "tests/wrapper.cpp"]
        )
    pages = [HERE / "README.md", HERE.parent / "docs/src/guide-server.md"]
    found = [(page, *snippet) for page in pages if page.exists() for snippet in snippets(page)]
    for number, (_, language, snippet) in enumerate(found):
        source = folder / f"snippet{number}.{language}"
        source.write_text(program_of(language, snippet))
        compiler = ["gcc", "-std=c99"] if language == "c" else ["g++", "-std=c++17"]
        jobs.append([*compiler, "-Wall", "-Wextra", "-Werror", source, *flags, "-o", folder / f"snippet{number}"])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(run, jobs))

    print(f"{len(jobs)} programs compile")
    for number, (page, _, snippet) in enumerate(found):
        expected = "".join(f"{text}\n" for text in re.findall(r"// prints: (.*)", snippet))
        printed = run([folder / f"snippet{number}"], cwd=folder)[0]
        if printed != expected:
            sys.exit(f"a snippet of {page} prints\n{printed}and not\n{expected}")
    print(f"{len(found)} snippets of README and book run")
    for kind in [f"{cc}{suffix}" for cc in COMPILERS for suffix in ("", "-sanitized")]:
        run([folder / f"interface-{kind}"])
        run([folder / f"wrapper-{kind}"])
        if run([folder / f"flag-{kind}"], FENS)[0] != FLAGS:
            sys.exit(f"flag-{kind} does not print\n{FLAGS}")
        judge([folder / f"judge-{kind}"], folder, ROWS)
        print(f"{kind}: interface, wrapper, flag, and {len(ROWS)} inputs of judge")

    # The page shows what the example prints of a game on Lichess.
    played = HERE.parent / "tests/data/unwinnability/games/ambrona_11_lichess_FKr42ZRT.pgn"
    printed = run([folder / "judge-gcc", played])[0]
    if "".join(f"    {line}\n" for line in printed.splitlines()) not in (HERE / "README.md").read_text():
        sys.exit(f"README.md does not show what judge prints of {played}:\n{printed}")

    # A certificate that cannot be verified would be worthless.
    claims = [
        (game("1-0", WALL), f"c White cannot mate Black from the chess position {WALL.removesuffix(' 0 60')} by any"),
        (EVERYTHING, "c White can mate Black from the chess position "),
    ]
    for number, (pgn, claim) in enumerate(claims):
        certificate = folder / f"{number}.cbor"
        run([folder / "judge-gcc-sanitized", "--certificate", certificate], pgn)
        verdict = run([check, certificate])[0]
        if not verdict.startswith("s VERIFIED") or claim not in verdict:
            sys.exit(f"check prints\n{verdict}and not\n{claim}")
    print("check verifies the certificates")

    if run([*VALGRIND, folder / "flag-gcc"], FENS) != (FLAGS, ""):
        sys.exit("flag prints something else in valgrind")
    titles = [
        "a dead position",
        "comments, variations, glyphs, castling, promotions",
        "an illegal move; the next game is judged",
    ]
    judge([*VALGRIND, folder / "judge-gcc"], folder, [row for row in ROWS if row[0] in titles])
    print("valgrind: flag and judge lose no memory")

    build = folder / "cmake"
    run(["cmake", "-S", HERE / "tests/cmake", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}"])
    run(["cmake", "--build", build, "--parallel", "2"])
    if run([build / "flag-shared"], FENS)[0] != FLAGS:
        sys.exit(f"flag-shared does not print\n{FLAGS}")
    for name in ["judge-shared", "judge-static"]:
        judge([build / name], folder, ROWS[:2])
    print("CMake: the shared and the static library")


main()
