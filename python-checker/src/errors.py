"""Exceptions for certificates that are not verified.

Classes of a native module cannot be exceptions in the stable ABI of Python 3.10, so these three classes are written in
Python. `errors.rs` runs this file once. It sets `__name__` to the name of the package, because pickles look for the
classes there.
"""

__all__ = ["CheckError", "Rejected", "Undecided"]


def _words(place: dict[str, int | str]) -> str:
    """Format a place as `check` prints it."""
    place = dict(place)
    entry = place.pop("entry", None)
    if entry is not None:
        return f"entry {entry}, {_words(place)}"
    if "class" in place:
        return f"class {place['class']} ({place['position']})"
    if "line" in place:
        return f"line {place['line']}" if place["line"] else "line"
    if "budget" in place:
        heap = f", heap {place['heap']}" if "heap" in place else ""
        coins = f", {place['coins']}" if "coins" in place else ""
        return f"budget {place['budget']}{heap}{coins}"
    return ", ".join(f"{name} {value}" for name, value in place.items())


class CheckError(Exception):
    """A certificate is not verified: it is rejected (`Rejected`) or undecided (`Undecided`).

    `code` names the clause of the specification that is not met, as `group/clause`. The pages of `spec/` in the
    repository explain each clause. `place` tells where the clause is not met, as a dict in the form of `check --json`
    (`place` in `spec/json/check.schema.json`). For example, `{"byte": 17}` is an offset from the start of the file.
    `sentence` tells what was expected at this place and what was found. Texts that the file chooses are quoted and
    escaped in the sentence. `str` of the error is the text that the program `check` prints: `code at place: sentence`.

    >>> from gamecert_checker import CheckError, check
    >>> try:
    ...     check(b"")
    ... except CheckError as error:
    ...     print(error.code, error.place, error.sentence, sep=" | ")
    cbor/end | {'byte': 0} | expected 1 more bytes from byte 0 on, found the end of the file
    """

    def __init__(self, code: str, place: dict[str, int | str], sentence: str, /) -> None:
        """Make an error from its three parts."""
        super().__init__(code, place, sentence)
        self.code = code
        self.place = place
        self.sentence = sentence

    def __str__(self) -> str:
        """Return the error as `check` prints it."""
        return f"{self.code} at {_words(self.place)}: {self.sentence}"


class Rejected(CheckError):
    """The file breaks the format, or its evidence does not prove its claim: section 6 of `spec/FORMAT.md`.

    A rejection says nothing about the truth of the claim.

    >>> from gamecert_checker import Rejected, check
    >>> try:
    ...     check(b"no certificate")
    ... except Rejected as error:
    ...     print(error.code, error.place)
    envelope/magic {'byte': 0}
    """


class Undecided(CheckError):
    """The checker lacks something that it needs to verify or reject the file: section 6 of `spec/FORMAT.md`.

    Either a cited file was not found, or this checker does not know a version, a kind or a rule set, or the allowed
    memory or work is not enough.

    >>> from gamecert_checker import Undecided, check
    >>> try:
    ...     check("certs/kk.cbor", work=1)
    ... except Undecided as error:
    ...     print(error.code)
    resources/allowance
    """
