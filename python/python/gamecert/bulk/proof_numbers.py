"""Job-level proof-number search: the leaves of the tree are searches.

If one search does not prove a position, a tree of positions grows from it. Each position has a proof number and a
disproof number. The next searches start at the most-proving leaves. A search reports numbers for the moves of its
position, and the leaf becomes a node with children. (I.-C. Wu et al., "Job-Level Proof Number Search", IEEE
Transactions on Computational Intelligence and AI in Games 5, 2013.)

The plan decides how to search a leaf.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = ["Tree"]

#: Moves from the root position of the plan.
Line = tuple[str, ...]

INFINITE = 1 << 60


@dataclass
class _Node:
    """A position. Both numbers are from the winner's point of view, whichever side is to move."""

    winners_turn: bool
    proof: int = 1
    disproof: int = 1
    children: list[Line] = field(default_factory=list)

    @property
    def settled(self) -> bool:
        return self.proof == 0 or self.disproof == 0


class Tree:
    """The search tree of a position."""

    def __init__(self, root: Line, winners_turn: bool) -> None:
        """Creates a tree with one leaf."""
        self._root = root
        self._nodes = {root: _Node(winners_turn)}

    @property
    def settled(self) -> bool:
        """Whether the root is proved or disproved."""
        return self._nodes[self._root].settled

    @property
    def disproved(self) -> bool:
        """Whether the root is disproved."""
        return self._nodes[self._root].disproof == 0

    def expand(self, line: Line, moves: Sequence[tuple[Line, int | None, int | None]]) -> None:
        """Expands a searched leaf. Its moves come with proof and disproof numbers, ``None`` for moves not searched."""
        node = self._nodes[line]
        for move, proof, disproof in moves:
            child = _Node(not node.winners_turn)
            # An entry of 0 settles the child, and the other number is then infinite. A missing number counts as 1.
            child.proof = INFINITE if disproof == 0 else 1 if proof is None else proof
            child.disproof = INFINITE if proof == 0 else 1 if disproof is None else disproof
            self._nodes[line + move] = child
            node.children.append(line + move)
        self._changed(line)

    def settle(self, line: Line, proved: bool) -> None:
        """Marks a position as proved or disproved. Positions outside the tree are ignored."""
        node = self._nodes.get(line)
        if node is not None:
            node.proof, node.disproof = (0, INFINITE) if proved else (INFINITE, 0)
            if line != self._root:
                self._changed(line[: self._parent(line)])

    def leaves(self, most: int) -> list[Line]:
        """Returns at most ``most`` leaves to search next, the most-proving leaf first."""
        chosen: list[Line] = []
        while len(chosen) < most and not self.settled:
            leaf = self._leaf(self._root, set(chosen))
            if leaf is None:
                break
            chosen.append(leaf)
        return chosen

    def proved(self) -> list[Line]:
        """Returns the positions of a proof of the root, if the root is proved."""
        lines, waiting = [], [self._root]
        while waiting:
            line = waiting.pop()
            node = self._nodes[line]
            below = [child for child in node.children if self._nodes[child].proof == 0]
            waiting += below[:1] if node.winners_turn else below
            if line != self._root:
                lines.append(line)
        return lines

    def _leaf(self, line: Line, chosen: set[Line]) -> Line | None:
        node = self._nodes[line]
        if not node.children:
            return None if line in chosen else line
        open_ones = [child for child in node.children if not self._nodes[child].settled]
        for child in sorted(open_ones, key=self._winners_order if node.winners_turn else self._others_order):
            leaf = self._leaf(child, chosen)
            if leaf is not None:
                return leaf
        return None

    def _winners_order(self, line: Line) -> tuple[int, Line]:
        return self._nodes[line].proof, line

    def _others_order(self, line: Line) -> tuple[int, int, Line]:
        # All these moves have to be proved. Only the magnitude of a disproof number from a large search is meaningful.
        # Among equal magnitudes the hardest move comes first, because it shows best whether the winner's previous move
        # is good.
        node = self._nodes[line]
        return node.disproof.bit_length(), -node.proof, line

    def _parent(self, line: Line) -> int:
        return next(length for length in range(len(line) - 1, -1, -1) if line[:length] in self._nodes)

    def _changed(self, line: Line) -> None:
        """Updates the numbers of a position and of all its ancestors, after a child has changed."""
        while True:
            node = self._nodes[line]
            below = [self._nodes[child] for child in node.children]
            if below and not node.settled:
                proofs, disproofs = [one.proof for one in below], [one.disproof for one in below]
                if not node.winners_turn:
                    node.proof, node.disproof = min(INFINITE, sum(proofs)), min(disproofs)
                else:
                    node.proof, node.disproof = min(proofs), min(INFINITE, sum(disproofs))
            if line == self._root:
                return
            line = line[: self._parent(line)]
