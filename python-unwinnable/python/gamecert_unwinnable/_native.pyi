from collections.abc import Sequence
from typing import Literal

__all__ = ["decide_all", "ruling_by"]

def decide_all(
    questions: Sequence[tuple[str, bool]],
    places: Sequence[str],
    nodes: int,
    time: float | None,
    quick: bool,
    shortest: bool,
    certificates: bool,
    threads: int,
) -> list[
    tuple[
        Literal["winnable", "unwinnable", "unknown"],
        int,
        list[str] | None,
        Literal["over", "material", "static", "skeletons", "closed"] | None,
        int | None,
        bytes | None,
    ]
]: ...
def ruling_by(
    policy: str, fen: str, white: bool, can_mate: bool | None, opponent_can_mate: bool | None
) -> Literal["win", "draw", "over", "unknown"]: ...
