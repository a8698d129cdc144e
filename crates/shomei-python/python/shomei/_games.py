"""Opening games and finding positions."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ._errors import InputError, UsageError
from ._own import Graph
from ._shomei import Game, Position

__all__ = ["Game", "Graph", "Position", "as_game", "as_position", "open_game"]


def open_game(
    name: str,
    rules: str = "",
    *,
    hints: str = "",
    weights: str | os.PathLike[str] | None = None,
) -> Game:
    """Opens a built-in game.

    Args:
        name: The name of the game: see :func:`shomei.games`.
        rules: The rules; empty for the usual ones.
        hints: Settings of the information that the game gives to a search. They affect speed
            only, never the answer.
        weights: A file with weights of the game's evaluation. They affect speed only, too.

    Returns:
        The game.

    Raises:
        UsageError: If there is no such game, or if it refuses the rules, the hints or the
            weights.
        OSError: If the file of weights cannot be read.
    """
    for what, text in {"game": name, "rules": rules, "hints": hints}.items():
        as_text(what, text)
    given = None
    if weights is not None:
        given = (os.fspath(weights), Path(weights).read_bytes())
    return Game.open(name, rules, hints, given)


def as_text(what: str, value: Any) -> str:
    """Checks that a value is a text of valid Unicode."""
    if not isinstance(value, str):
        raise UsageError(f"{what}: expected a text, not {value!r}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise UsageError(f"{what}: {value!r} is not Unicode") from None
    return value


def as_game(game: Any, rules: str = "", hints: str = "", weights: Any = None) -> Game:
    """The game of an argument: a name, an opened game, a game in Python, or a graph."""
    if isinstance(game, str):
        return open_game(game, rules, hints=hints, weights=weights)
    given = [
        name
        for name, value in {"rules": rules, "hints": hints, "weights": weights}.items()
        if value
    ]
    if given:
        raise UsageError(f"{given[0]}: only a game that is opened by its name takes them")
    if isinstance(game, Game):
        return game
    if isinstance(game, type):
        raise UsageError(f"game: {game.__name__} is a class: give an object, {game.__name__}()")
    if isinstance(game, Mapping):
        raise UsageError("game: a graph needs its sides: use shomei.Graph(edges, to_move=...)")
    return Game.of(game)


def position_again(game: Game, value: Any, attacker: str | None) -> Position:
    """Restores a pickled position."""
    position = game.place(value) if game.is_own else game.position(value)
    return position if attacker is None else position.for_attacker(attacker)


def as_position(game: Game, position: Any) -> Position:
    """The position of an argument: a position, a text, or None for the start."""
    if isinstance(position, Position):
        theirs = position.game
        if theirs is game:
            return position
        if (theirs.is_own, theirs.name, theirs.rules) != (game.is_own, game.name, game.rules):
            raise UsageError(
                f"the position is one of {_with_rules(theirs)}, not one of {_with_rules(game)}"
            )
        # Each question opens the object as a new game; the position is the same in both.
        return game.place(position.value) if game.is_own else position
    if game.is_own:
        return game.start() if position is None else game.place(position)
    if position is None or position == "start":
        return game.start()
    if not isinstance(position, str):
        raise UsageError(
            f"position: a position of {game.name} is a text, not {type(position).__name__}"
        )
    try:
        position.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"position: column {error.start + 1}: {position!r} is not Unicode",
            {"column": error.start + 1},
        ) from None
    return game.position(position)


def _with_rules(game: Game) -> str:
    return f"{game.name} ({game.rules})" if game.rules else game.name
