"""Tests that the ``key`` of a user's game distinguishes its positions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from ._errors import GameError

__all__ = ["refuse_shared_keys"]

_MOST: Final = 2_000
"""The maximum number of visited positions."""


def refuse_shared_keys(game: Any, positions: Iterable[Any]) -> None:
    """Looks for two positions with the same ``key`` and different moves, mover or winner.

    The search is breadth first, since neighbouring positions share a wrong key most often. It
    continues from both positions, since the difference may appear only later.

    Args:
        game: A game with a method ``key``.
        positions: The positions from which to play.

    Raises:
        GameError: If there are two such positions.
    """
    known: dict[Any, tuple[Any, Any]] = {}
    todo = deque(positions)
    for _ in range(_MOST):
        if not todo:
            return
        position = todo.popleft()
        end = game.winner(position)
        moves = None if end is not None else list(game.moves(position))
        facts = (end, None if end is not None else game.to_move(position), moves)
        key = game.key(position)
        first = known.get(key)
        if first is None or first[0] != position:
            todo.extend(game.play(position, move) for move in moves or ())
        if first is None:
            known[key] = position, facts
            continue
        other, other_facts = first
        if other_facts != facts:
            raise GameError(
                f"DifferentKeys: key() returned {key!r} for two positions that continue in "
                f"different ways: {other!r} and {position!r}",
                {"law": "DifferentKeys", "position": repr(position)},
            )
