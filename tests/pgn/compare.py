"""Compares how `solve unwinnable --pgn`, the reader in `standard_reader.py` and python-chess read mutated games.

    python3 tests/pgn/compare.py SOLVE [--games N] [--seed K] [--show N]

Each file has one mutated game that White or Black lost on time, and an intact one. A difference between readers must belong to a class of `classes.tsv`;
no game that the two other readers read alike may be a fault of `solve`. Needs the package chess. Exit status 1 where either does not hold.
"""

from __future__ import annotations

import argparse
import collections
import io
import json
import logging
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.pgn
from standard_reader import Game, read

HERE = Path(__file__).resolve().parent
FIGURINES = dict(zip("KQRBN", "♔♕♖♗♘", strict=True))


def played(rng: random.Random) -> tuple[str | None, list[tuple[chess.Board, chess.Move]]]:
    """A random game: its FEN, if it begins elsewhere, and its moves with the positions before them."""
    fen = rng.choice([None, None, "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1", "8/P1k5/8/3pP3/8/8/p3K3/8 w - d6 0 1"])
    board, moves = chess.Board(fen or chess.STARTING_FEN), []
    for _ in range(rng.randint(0, 24)):
        legal = list(board.legal_moves)
        if not legal:
            break
        special = [move for move in legal if board.is_castling(move) or board.is_en_passant(move) or move.promotion]
        move = rng.choice(special if special and rng.random() < 0.5 else legal)
        moves.append((board.copy(stack=False), move))
        board.push(move)
    return fen, moves


def word(rng: random.Random, board: chess.Board, move: chess.Move, style: str) -> str:
    """A move in one of several ways of writing."""
    san = board.san(move)
    if style == "long":
        piece = board.piece_type_at(move.from_square)
        letter = "" if piece == chess.PAWN else chess.piece_symbol(piece).upper()
        sign = "x" if board.is_capture(move) else "-"
        end = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
        return san if board.is_castling(move) else f"{letter}{chess.square_name(move.from_square)}{sign}{chess.square_name(move.to_square)}{end}"
    if style == "uci":
        return board.uci(move)
    if style == "figurines":
        return "".join(FIGURINES.get(letter, letter) for letter in san) if not board.is_castling(move) else san
    if style == "zeros":
        return san.replace("O", "0")
    if style == "e.p." and board.is_en_passant(move):
        return san + rng.choice([" e.p.", "e.p.", " ep"])
    if style == "promotion" and move.promotion:
        return san.replace("=", rng.choice(["", "/"]))
    if style == "signs":
        return san + rng.choice([" +-", " ±", " N", " =", "!", "?!", " $14", "+" if san[-1] not in "+#" else ""])
    return san


def tags(rng: random.Random, fen: str | None, result: str) -> list[tuple[str, str]]:
    """The tags of a game that was lost on time."""
    found = [("Event", "x"), ("Site", "?"), ("Date", "2020.01.01"), ("Round", "1"), ("White", "Ann"), ("Black", "Bo"), ("Result", result)]
    if fen:
        found += [("SetUp", "1"), ("FEN", fen)]
    found.append(("Termination", "Time forfeit"))
    return found


def game(rng: random.Random, style: str = "", noise: bool = True) -> str:
    """The text of a game."""
    fen, moves = played(rng)
    result = rng.choice(["1-0", "0-1", "1/2-1/2"])
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags(rng, fen, result))
    pieces = []
    for number, (board, move) in enumerate(moves):
        if board.turn == chess.WHITE or number == 0:
            pieces.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        pieces.append(word(rng, board, move, style))
        if noise and rng.random() < 0.1:
            others = [other for other in board.legal_moves if other != move]
            variation = f"({board.san(rng.choice(others))} {{ or (so) }} )" if others else "$2"
            pieces.append(rng.choice(["{ [%clk 0:01:00] }", "{ a remark }", "$1", variation, "{ [a] }", "; to the end\n"]))
    return f"{head}\n{' '.join(pieces)} {result}\n\n"


def mutated(rng: random.Random) -> tuple[str, str]:
    """A mutated game and the name of the mutation."""
    kind = rng.choice(list(MUTATIONS))
    return MUTATIONS[kind](rng), kind


def spaced(rng: random.Random) -> str:
    """Other white space in the tags."""
    text = game(rng)
    head, moves = text.split("\n\n", 1)
    lines = [line[1:-1].split(" ", 1) for line in head.split("\n")]
    between = rng.choice(["\n", " ", "", "\n  ", "\t"])
    inner = rng.choice([" ", "\t", "", "  ", "\n"])
    rows = [f"[{rng.choice(['', ' '])}{name}{inner}{value}{rng.choice(['', ' '])}]" for name, value in lines]
    return between.join(rows) + "\n\n" + moves


def ended(rng: random.Random) -> str:
    """Other line ends."""
    return game(rng).replace("\n", rng.choice(["\r\n", "\r"]))


def commented(rng: random.Random) -> str:
    """Comments before, between and after tags, some with tags inside."""
    text = game(rng)
    comment = rng.choice(["{ note }", "; note", "% note", '{\n\n[Result "1-0"]\n}', "{ [I think] so }", '{\n[Event "y"]\n[Site "z"]\n\n1. e4 }'])
    lines = text.split("\n")
    place = rng.choice([0, rng.randrange(len(lines)), len(lines) - 2])
    if comment[0] == "{" and "\n" in comment and 0 < place and lines[place - 1].startswith("["):
        place = 0
    return "\n".join([*lines[:place], comment, *lines[place:]])


def byte(rng: random.Random) -> str:
    """A byte lost, doubled, exchanged or replaced."""
    text = game(rng)
    at = rng.randrange(len(text) - 2)
    other = rng.choice('[]{}()"\\;%$. \n\t10-/*=+#xKQa8')
    return rng.choice([text[:at] + text[at + 1 :], text[:at] + text[at] + text[at:], text[:at] + other + text[at + 1 :], text[:at] + other + text[at:]])


def resulted(rng: random.Random) -> str:
    """Another result, or none."""
    text = game(rng)
    body, old = text.rstrip().rsplit(" ", 1)
    new = rng.choice(["", "*", "1-0", "0-1", "1/2-1/2", "1/2"])
    if rng.random() < 0.3:
        return text.replace(f'[Result "{old}"]\n', rng.choice(["", '[Result "*"]\n', '[Result "?"]\n', "[Result 0-1]\n"]))
    return f"{body} {new}\n\n"


def tagged(rng: random.Random) -> str:
    """A tag twice, without its quotation marks, name or bracket, with quotation marks inside, FEN or SetUp lost."""
    lines = game(rng).split("\n")
    count = lines.index("")
    at = rng.randrange(count)
    name, value = lines[at][1:-2].split(' "', 1)
    new = rng.choice(
        [
            [lines[at], lines[at]],
            [lines[at], f'[{name} "{value}x"]'],
            [f"[{name} {value}]"],
            [f'[{name} "{value}]'],
            [f'[{name} "{value}"'],
            [f'["{value}"]'],
            [f'[{name} "a \\"b\\" ] c"]'],
            ['[Note "a "b" c"]', lines[at]],
            ['[Note "C:\\d"]', lines[at]],
            ['[SetUp "1"]', lines[at]],
            [] if name in ("FEN", "SetUp", "Event", "Site") else [lines[at]],
        ]
    )
    return "\n".join([*lines[:at], *new, *lines[at + 1 :]])


def blanks(rng: random.Random) -> str:
    """A blank line more, or one less."""
    lines = game(rng).split("\n")
    at = rng.randrange(len(lines))
    return "\n".join([*lines[:at], "", *lines[at:]]) if rng.random() < 0.7 else "\n".join(line for line in lines if line) + "\n"


def wrapped(rng: random.Random) -> str:
    """Movetext on many lines."""
    head, moves = game(rng).split("\n\n", 1)
    return head + "\n\n" + "".join(letter if letter != " " or rng.random() < 0.6 else "\n" for letter in moves)


def moved(rng: random.Random) -> str:
    """A move lost, doubled or replaced."""
    words = game(rng, noise=False).split(" ")
    at = rng.randrange(max(1, len(words) - 6), len(words))
    new = rng.choice([[], [words[at], words[at]], [rng.choice(["Nf3", "e5", "O-O", "--", "Qxh7#", "a8=Q", "zz", "1-0", "(e4)", "e.p."])]])
    return " ".join([*words[:at], *new, *words[at + 1 :]]).rstrip() + "\n\n"


def cut(rng: random.Random) -> str:
    """The end is missing."""
    text = game(rng).rstrip()
    return text[: len(text) - rng.randrange(1, 12)] + "\n\n"


MUTATIONS = {
    "none": game,
    "white space": spaced,
    "line ends": ended,
    "comments": commented,
    "bytes": byte,
    "results": resulted,
    "tags": tagged,
    "blank lines": blanks,
    "wrapped": wrapped,
    "moves": moved,
    "cut": cut,
    "mark": lambda rng: "\ufeff" + game(rng),
    "end of file": lambda rng: game(rng).rstrip() + "\n\x1a",
} | {style: lambda rng, style=style: game(rng, style) for style in ("long", "uci", "figurines", "zeros", "e.p.", "promotion", "signs")}


def by_chess(text: str) -> list[Game]:
    """The games as python-chess reads them; a fault where it reports an error."""
    handle, games = io.StringIO(text), []
    while True:
        at = handle.tell()
        try:
            found = chess.pgn.read_game(handle)
        except (IndexError, ValueError):
            # It fails on some games: no game of its is known from here on.
            return games
        if found is None:
            return games
        one = Game(at, dict(found.headers), result=found.headers.get("Result"))
        if found.errors:
            one.fault = str(found.errors[0])
        try:
            one.fen = " ".join(found.end().board().fen().split(" ")[:3])
        except (AssertionError, ValueError) as error:
            one.fault = str(error)
        games.append(one)


def by_solve(solve: str, file: Path, summary: Path) -> tuple[dict[int, tuple[str, str]], dict[int, str], dict[str, int], int]:
    """The examined games (position and result) and the faulty ones by offset, the forms that were tolerated, the number of games."""
    command = [solve, "unwinnable", "--pgn", file, "--all", "--quick", "--json", "--threads", "1", "--summary", summary]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 2):
        sys.exit(f"{file}: status {run.returncode}: {run.stderr}")
    if not summary.exists():
        return {}, {}, {}, 0
    found = {int(one["key"]): (" ".join(one["fen"].split(" ")[:3]), one["result"]) for one in map(json.loads, run.stdout.splitlines())}
    part = json.loads(summary.read_text())["parts"][0]
    summary.unlink()
    faults = {int(fault.get("game", fault["at"])): fault["why"] for fault in part["faults"]}
    return found, faults, part["counts"]["tolerated"], part["counts"]["games"]


def classes() -> list[str]:
    """The names of the known classes of differences."""
    return [line.split("\t")[0] for line in (HERE / "classes.tsv").read_text().splitlines()[1:]]


FEATURES = {
    "figurines": re.compile("[♔♕♖♗♘]"),
    "lone CR": re.compile(r"\r(?!\n)"),
    "tags in lines": re.compile(
        r'^(?:(?=[ \t]*\[)(?!\[[A-Za-z0-9_]+ "[^"\n]*"\]\r?$)|[^[\n]*[^[\n{ ][^[\n{]*\[[A-Z][A-Za-z]+ ?"|"|[{;%].*$\n(?=\[))', re.MULTILINE
    ),
    "blank lines": re.compile(r"^\S.*\n(?:\[|[ \t]*\n(?!\[|[0-9*]|$))|\A\n|\n[ \t]*\n[ \t]*\n|[^\]\n] *\n\n(?!\[)|\"\]\n(?![\[\n])", re.MULTILINE),
}


def by_feature(text: str, tolerated: bool) -> str:
    """Why python-chess may read a game otherwise: by what the text has."""
    return next((f"python-chess: {name}" for name, feature in FEATURES.items() if feature.search(text)), "tolerated" if tolerated else "!python-chess")


def difference(text: str, ours: tuple, standard: list[Game], other: list[Game]) -> list[str]:
    """The classes of the differences between the three readers of one file; a name that begins with `!` is a class that is not known."""
    found, faults, tolerated, _count = ours
    offsets = {len(text[: game.at].encode()): game for game in standard}
    differences = []
    for at, (fen, result) in found.items():
        theirs = offsets.get(at)
        if at in faults:
            continue  # A fault of a tag that decides nothing: examined all the same.
        if theirs is None:
            differences.append("resynchronisation" if any(game.fault for game in standard) else "!a game that is none")
        elif theirs.fault is not None:
            differences.append(
                "tolerated" if tolerated else "blank line" if "\n\n" in text.strip() and "missing" in theirs.fault else f"!no fault: {theirs.fault}"
            )
        elif (" ".join(theirs.fen.split(" ")[:3]), theirs.result) != (fen, result):
            differences.append("!another position")
    for at, game in offsets.items():
        if game.fault is not None or at in found:
            continue
        if at in faults:
            # The standard reader takes the tags for those of another game.
            inside = faults[at] == "a tag stands inside the moves"
            differences.append("resynchronisation" if inside else f"!a fault: {faults[at]}")
        elif game.tags.get("Termination") == "Time forfeit":
            earlier = any(other.fault for other in standard if other.at < game.at) or any(place < at for place in faults)
            differences.append("resynchronisation" if earlier else "!a game passed over")
    sound = {(game.fen, game.result) for game in other if game.fault is None}
    for at, (fen, result) in found.items():
        if (fen, result) not in sound:
            differences.append(by_feature(text, bool(tolerated)))
    # A fault of ours in a game that both others read alike.
    for at, why in faults.items():
        theirs = offsets.get(at)
        if theirs is not None and theirs.fault is None and (" ".join(theirs.fen.split(" ")[:3]), theirs.result) in sound and at not in found:
            differences.append(f"!both read it: {why}")
    return differences


def main() -> None:
    """Compares, prints counts by class, and fails where a difference has none."""
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("solve")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    known, counts, shown = set(classes()), collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        file, summary = Path(folder) / "games.pgn", Path(folder) / "summary.json"
        for _ in range(asked.games):
            text, kind = mutated(rng)
            text += game(random.Random(rng.random()))
            file.write_bytes(text.encode())
            # The mark of byte order and the byte that ends a file under DOS are white space to the others.
            text = text.replace("\ufeff", "   ").replace("\x1a", " ")
            ours, standard = by_solve(asked.solve, file, summary), read(text)
            for name in sorted(set(difference(text, ours, standard, by_chess(text)))):
                counts[name] += 1
                if name not in known and shown[name] < asked.show:
                    shown[name] += 1
                    print(f"== {kind}: {name}\n{text}\n-- solve: {ours}\n-- standard: {standard}\n", file=sys.stderr)
    for name, count in counts.most_common():
        print(f"{count:6} {name}")
    unknown = sum(count for name, count in counts.items() if name not in known)
    print(f"{asked.games} files, {sum(counts.values())} differences, {unknown} outside the table")
    sys.exit(unknown > 0)


if __name__ == "__main__":
    main()
