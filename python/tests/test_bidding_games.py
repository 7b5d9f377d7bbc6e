"""Games of one's own against value iteration with fractions."""

import json
import pickle
import random
from fractions import Fraction
from typing import Any

import networkx
import pytest

import gamecert

WALL: dict[str, Any] = {
    "wall": {"left": ["breach"], "right": ["moat"]},
    "breach": {"left": ["L"], "right": ["wall"]},
    "moat": {"left": ["wall"], "right": ["R"]},
    "L": {"winner": "left"},
    "R": {"winner": "right"},
}


def at_random(rng: random.Random, size: int) -> dict[str, Any]:
    """A game without cycles: options have greater numbers."""
    positions: dict[str, Any] = {}
    for number in range(size):
        later = [str(other) for other in range(number + 1, size)] + ["L", "R", "D"]
        positions[str(number)] = {
            player: rng.sample(later, min(len(later), rng.randint(1, 3))) for player in ("left", "right")
        }
    return positions | {"L": {"winner": "left"}, "R": {"winner": "right"}, "D": {"winner": "none"}}


def backwards(positions: dict[str, Any], size: int) -> dict[str, tuple[Fraction, Fraction]]:
    """Alpha and beta from the ends to the start: draws count as lost for Left in alpha, as won in beta."""
    values = {"L": (Fraction(1), Fraction(1)), "R": (Fraction(0), Fraction(0)), "D": (Fraction(0), Fraction(1))}
    for number in reversed(range(size)):
        options = positions[str(number)]
        values[str(number)] = tuple(
            (max(values[o][i] for o in options["left"]) + min(values[o][i] for o in options["right"])) / 2
            for i in (0, 1)
        )  # type: ignore[assignment]
    return values


def test_against_fractions() -> None:
    """Fifty games at random."""
    rng = random.Random(1)
    for _ in range(50):
        size = rng.randint(1, 12)
        positions = at_random(rng, size)
        expected = backwards(positions, size)
        solved = gamecert.bidding_game(positions, start="0", progress=False)
        assert all(solved[name] == expected[name] for name in solved)
        assert (solved.alpha, solved.beta) == expected["0"]
        assert gamecert.check(solved.certificate).kind == "richman"


@pytest.mark.parametrize("method", ["policy", "iterate", "lp"])
def test_methods_agree(method: Any) -> None:
    """On a game with cycles."""
    assert gamecert.bidding_game(WALL, start="wall", method=method, progress=False)["breach"] == (Fraction(3, 4),) * 2


def test_forms_of_a_game() -> None:
    """Mapping, document, JSON and graph are the same game."""
    expected = gamecert.bidding_game(WALL, start="wall", title="w", progress=False)
    graph = networkx.DiGraph()
    for name, position in WALL.items():
        graph.add_node(name, **({"winner": position["winner"]} if "winner" in position else {}))
    for name, position in WALL.items():
        for player in ("left", "right"):
            graph.add_edges_from((name, target, {"player": player}) for target in position.get(player, []))
    document = {"title": "w", "start": "wall", "positions": WALL}
    forms = [
        gamecert.bidding_game(document, progress=False),
        gamecert.bidding_game(json.dumps(document), progress=False),
        gamecert.bidding_game(graph, start="wall", title="w", progress=False),
        pickle.loads(pickle.dumps(expected)),
    ]
    assert all(form == expected and dict(form) == dict(expected) for form in forms)


@pytest.mark.parametrize(
    ("title", "game", "start", "error", "part"),
    [
        ("no mapping", 7, 1, TypeError, "found int"),
        ("no start", WALL, None, ValueError, "start"),
        ("a start that is not there", WALL, "door", ValueError, "door"),
        ("an option that is not there", {"a": {"left": ["b"], "right": ["a"]}}, "a", ValueError, "b"),
        ("no JSON", "{", None, ValueError, "line 1"),
        ("another winner", {"a": {"winner": "me"}}, "a", ValueError, "me"),
    ],
)
def test_wrong_games(title: str, game: Any, start: str | None, error: type[Exception], part: str) -> None:
    """Each says what is wrong."""
    with pytest.raises(error, match=part):
        gamecert.bidding_game(game, start=start, progress=False)
