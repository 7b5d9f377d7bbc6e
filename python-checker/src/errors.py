"""What is said of a certificate that is not verified.

Native classes of the stable interface of Python 3.10 cannot be exceptions, so these three are written in Python.
`errors.rs` runs this file once, with `__name__` set to the package, which pickling asks for.
"""

__all__ = ["CheckError", "Rejected", "Undecided"]


def _words(place: dict[str, int | str]) -> str:
    """Return a place as `check` prints it."""
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

    `code` is the clause of the specification that is not met, `group/clause`; the pages of `spec/` in the repository
    say what it asks for. `place` says where, as a dict in the form of `check --json` (`place` in
    `spec/json/check.schema.json`), such as `{"byte": 17}`, an offset from the start of the file. `sentence` says what
    was expected there and what was found; texts that the file chooses stand in it in quotation marks, escaped.
    The error as text is what the program `check` prints: `code at place: sentence`.

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

    This says nothing about the truth of the claim.

    >>> from gamecert_checker import Rejected, check
    >>> try:
    ...     check(b"no certificate")
    ... except Rejected as error:
    ...     print(error.code, error.place)
    envelope/magic {'byte': 0}
    """


class Undecided(CheckError):
    """Nothing is said about the file, for want of something here: section 6 of `spec/FORMAT.md`.

    A cited file was not found, a version, kind or rule set is not known to this checker, or the allowed memory or work
    does not suffice.

    >>> from gamecert_checker import Undecided, check
    >>> try:
    ...     check("certs/kk.cbor", work=1)
    ... except Undecided as error:
    ...     print(error.code)
    resources/allowance
    """
