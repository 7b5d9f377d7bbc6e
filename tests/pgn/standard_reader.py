"""A second reader of PGN, written from the standard (S. Edwards, 1994) for comparison with `solve unwinnable --pgn`.

It splits a text into games, reads their tag pairs and the tokens of their movetext. Moves are handed to python-chess one by one, as standard
algebraic notation. It knows none of the other ways of writing that `solve` tolerates: a game that uses one is a fault here.

The numbers in the comments are the standard's sections.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import chess

SPACE = " \t\n\r\v\f"
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
SYMBOL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:/-]*")  # 7: symbol tokens; "/" for the result of a draw
TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
SAN = re.compile(r"(?:[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|(?:[a-h]x)?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?")  # 8.2.3


class Fault(Exception):
    """What begins at an offset is no PGN."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at, self.why = at, why


@dataclass
class Game:
    """A game as read."""

    at: int
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    result: str | None = None
    fault: str | None = None
    fen: str | None = None
    """The last position, its first four fields."""


class Reader:
    """Tokens of a text (7)."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def skip(self) -> None:
        """Passes over white space, comments (5) and escaped lines (6)."""
        text = self.text
        while self.at < len(text):
            letter = text[self.at]
            if letter in SPACE:
                self.at += 1
            elif letter == "{":
                end = text.find("}", self.at)
                if end < 0:
                    raise Fault(self.at, "a comment is not closed")
                self.at = end + 1
            elif letter == ";" or letter == "%" and (self.at == 0 or text[self.at - 1] in "\n\r"):
                self.at = min((end for end in (text.find("\n", self.at), text.find("\r", self.at)) if end >= 0), default=len(text))
            else:
                return

    def tag(self) -> tuple[str, str]:
        """A tag pair (8.1.1): a bracket, a name, a string, a bracket, with free white space between them."""
        begin = self.at
        self.at += 1
        self.skip()
        name = TAG_NAME.match(self.text, self.at)
        if name is None:
            raise Fault(begin, "a tag has no name")
        self.at = name.end()
        self.skip()
        value = self.string(begin)
        self.skip()
        if self.text[self.at : self.at + 1] != "]":
            raise Fault(begin, "a tag is not closed")
        self.at += 1
        return name[0], value

    def string(self, begin: int) -> str:
        """A string token (7): quotation marks and backslashes inside it stand after a backslash; it has no line break."""
        text = self.text
        if text[self.at : self.at + 1] != '"':
            raise Fault(begin, "a tag has no value")
        self.at += 1
        value = []
        while self.at < len(text) and text[self.at] not in '"\n\r':
            if text[self.at] == "\\" and text[self.at + 1 : self.at + 2] in ('"', "\\"):
                self.at += 1
            value.append(text[self.at])
            self.at += 1
        if text[self.at : self.at + 1] != '"':
            raise Fault(begin, "a value is not closed")
        self.at += 1
        return "".join(value)

    def variation(self) -> None:
        """Passes over a variation (8.2.5)."""
        begin, depth = self.at, 0
        while True:
            self.skip()
            letter = self.text[self.at : self.at + 1]
            if not letter:
                raise Fault(begin, "a variation is not closed")
            depth += (letter == "(") - (letter == ")")
            self.at += 1
            if depth == 0:
                return


def read(text: str) -> list[Game]:
    """The games of a text (8): tag pairs, then movetext up to a result. A fault ends a game; the next one begins with the next `[Event ` of a line."""
    reader, games = Reader(text), []
    while True:
        game = None
        try:
            reader.skip()
            if reader.at == len(text):
                return games
            game = Game(reader.at)
            games.append(game)
            _read_game(reader, game)
        except Fault as fault:
            if game is None:
                return games
            game.fault = fault.why
        if game.fault is not None:
            found = re.compile(r"^[ \t]*\[Event ", re.MULTILINE).search(text, max(reader.at, game.at + 1))
            reader.at = found.start() if found else len(text)


def _joined(fen: str) -> str:
    """A FEN whose neighbouring digits are added up: the standard (16.1.3.1) does not forbid them, python-chess does."""
    placement, blank, rest = fen.partition(" ")
    return re.sub("[1-8]{2,}", lambda digits: str(sum(map(int, digits[0]))), placement) + blank + rest


def _read_game(reader: Reader, game: Game) -> None:
    text = reader.text
    while text[reader.at : reader.at + 1] == "[":
        at = reader.at
        name, value = reader.tag()
        if name == "Event" and name in game.tags and re.search(r"\n\s*\n\s*$|\r\s*\r\s*$", text[:at]):
            # The tag that comes first by rule (8.1.1), after a blank line: another game, and this one has no movetext.
            reader.at = at
            raise Fault(at, "the result is missing")
        if game.tags.setdefault(name, value) != value:
            raise Fault(at, "a tag stands twice")
        reader.skip()
    if game.tags.get("SetUp") == "1" and not game.tags.get("FEN"):
        raise Fault(game.at, "SetUp without FEN")  # 9.7
    try:
        board = chess.Board(_joined(game.tags.get("FEN") or chess.STARTING_FEN))
    except ValueError as error:
        raise Fault(game.at, "the FEN is invalid") from error
    if not board.is_valid():
        raise Fault(game.at, "the FEN is invalid")
    while game.result is None:
        reader.skip()
        at, letter = reader.at, text[reader.at : reader.at + 1]
        if letter == "":
            raise Fault(at, "the result is missing")  # 8.2.6
        if letter == "(":
            reader.variation()
        elif letter == "$":
            found = re.compile(r"\$[0-9]{1,3}").match(text, at)  # 8.2.4
            if found is None:
                raise Fault(at, "no number follows $")
            reader.at = found.end()
        elif letter in ".!?":
            reader.at += 1
        elif letter == "*":
            game.result, reader.at = "*", at + 1
        else:
            symbol = SYMBOL.match(text, at)
            if symbol is None:
                raise Fault(at, f"{letter!r} begins no token")
            reader.at = symbol.end()
            if symbol[0] in RESULTS:
                game.result = symbol[0]
            elif not symbol[0].isdigit():  # 8.2.2: move numbers
                if SAN.fullmatch(symbol[0]) is None:
                    raise Fault(at, f"{symbol[0]} is no move")
                try:
                    board.push_san(symbol[0])
                except ValueError as error:
                    raise Fault(at, f"{symbol[0]} is illegal") from error
                game.moves.append(symbol[0])
    # 8.1.1.7; a value that is not known is "?" (8.1.1).
    if game.tags.get("Result") in RESULTS and game.tags["Result"] != game.result:
        raise Fault(game.at, "the result of the tags is another one")
    game.fen = " ".join(board.fen(en_passant="fen").split(" ")[:4])
