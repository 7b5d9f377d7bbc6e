"""The tree of searches: which leaves come next, and when its root is settled."""

from gamecert.bulk.proof_numbers import Tree


def line(text: str) -> tuple[str, ...]:
    """A line of moves of one letter."""
    return tuple(text)


def grown() -> Tree:
    """The winner has two moves; the other side has two replies to the first of them."""
    tree = Tree((), winners_turn=True)
    tree.expand((), [(line("a"), 3, 40), (line("b"), 9, 5), (line("c"), 1, 0)])
    tree.expand(line("a"), [(line("x"), 2, 50), (line("y"), 4, 60), (line("z"), 0, 1)])
    return tree


def test_the_leaf_that_matters_most_is_first() -> None:
    """Of the winner's moves the one that is easiest to prove, of the replies the hardest of those that are alike."""
    tree = grown()
    assert tree.leaves(9) == [line("ay"), line("ax"), line("b")]
    assert tree.leaves(1) == [line("ay")]
    # More than the numbers of the other move: that one is the easier now.
    tree.expand(line("ay"), [(line("p"), 20, 60)])
    assert tree.leaves(2) == [line("b"), line("ayp")]


def test_a_reply_that_is_easily_shown_to_be_good_is_first() -> None:
    """A small disproof number counts before a large proof number."""
    tree = Tree((), winners_turn=False)
    tree.expand((), [(line("x"), 90, 9000), (line("y"), None, None)])
    assert tree.leaves(2) == [line("y"), line("x")]


def test_settled() -> None:
    """A root is proved by one move whose replies are all proved, and what the proof goes through is told."""
    tree = grown()
    tree.settle(line("ax"), proved=True)
    tree.settle(line("elsewhere"), proved=True)
    assert not tree.settled
    tree.settle(line("ay"), proved=True)
    assert tree.settled
    assert not tree.disproved
    assert set(tree.proved()) == {line("a"), line("ax"), line("ay"), line("az")}
    assert tree.leaves(1) == []


def test_disproved() -> None:
    """A reply that wins for the other side disproves a move, and all moves the root."""
    tree = grown()
    tree.settle(line("ax"), proved=False)
    assert tree.leaves(9) == [line("b")]
    tree.settle(line("b"), proved=False)
    assert tree.settled
    assert tree.disproved
