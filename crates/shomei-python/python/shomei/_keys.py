"""Whether the key of a game of one's own tells its positions apart."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from ._errors import GameError

__all__ = ["refuse_shared_keys"]

_MOST: Final = 2_000
"""How many positions are looked at."""


def refuse_shared_keys(game: Any, positions: Iterable[Any]) -> None:
    """Looks for two positions with one ``key`` that go on in two ways.

    It goes breadth first, since positions that are near each other are mixed up most easily, and
    on from both: what tells them apart may show only later.

    Args:
        game: A game with a method ``key``.
        positions: The positions that play begins with.

    Raises:
        GameError: When there are two.
    """
    known: dict[Any, tuple[Any, Any]] = {}
    todo = deque(positions)
    for _ in range(_MOST):
        if not todo:
            return
        position = todo.popleft()
        end = game.winner(position)
        moves = None if end is not None else list(game.moves(position))
        goes_on = (end, None if end is not None else game.to_move(position), moves)
        key = game.key(position)
        first = known.get(key)
        if first is None or first[0] != position:
            todo.extend(game.play(position, move) for move in moves or ())
        if first is None:
            known[key] = position, goes_on
            continue
        other, told = first
        if told != goes_on:
            raise GameError(
                f"DifferentKeys: key() returned {key!r} for two positions that go on in two ways: "
                f"{other!r} and {position!r}",
                {"law": "DifferentKeys", "position": repr(position)},
            )
