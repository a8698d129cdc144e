"""Games of users: the required methods, and their adaptation for the native part."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Final, Literal, Protocol, TypeVar, runtime_checkable

from ._errors import GameError, UsageError

__all__ = ["DRAW", "Graph", "OwnGame"]

DRAW: Final = "draw"
"""The return value of ``winner`` for a game that has ended without a winner."""

P = TypeVar("P")
M = TypeVar("M")


@runtime_checkable
class OwnGame(Protocol[P, M]):
    """A game of your own: an object with these four methods.

    A position contains everything that decides the rest of the game, the side to move included.
    It has no history. Play that never ends is a win for neither side. Positions are values that
    never change: None, numbers, str, bytes, tuples, frozensets, enums and frozen dataclasses of
    such values. Positions of any other type need a method ``key``. Moves are values of any type
    that can be compared by ``==``.

    Each method must always return the same for the same position, in every run of the program.

    Optional methods and attributes:

    ===========================  ===============================================================
    ``key(position)``            for positions of other types: a value of the types above that
                                 identifies the position. Equal positions must have equal keys,
                                 different positions different ones
    ``start``                    the usual starting position, or a method that returns it
    ``can_repeat``               False (or a method that returns it) if play can never return to
                                 an earlier position, which saves time; True is always right
    ``estimate(position)``       two numbers, at least 1: the estimated work to prove that the
                                 attacker wins, and to refute it. It affects speed only
    ``format(position)``         the position on one line; the default is ``repr``
    ``parse(text)``              the position of a text that ``format`` wrote; the default reads
                                 literals of Python
    ``format_move(p, move)``     the text of a move, without spaces
    ``svg(position)``            a picture for notebooks: an ``svg`` element as a str, or None
    ``grid(position)``           a picture as rows of cells from the top, where there is no
                                 ``svg``; a cell is a str, or a str and a colour like
                                 ``"#ffcc00"``. None leaves the text
    ``name``, ``sides``          the name of the game (default: that of the class, in lower case)
                                 and the names of its sides (default: ``("first", "second")``)
    ``rules``                    one line with every option that affects legal moves or results;
                                 it distinguishes the certificates of variants
    ===========================  ===============================================================
    """

    def to_move(self, position: P, /) -> int:
        """The side to move: 0 for the first, 1 for the second. Sides need not take turns."""

    def moves(self, position: P, /) -> Sequence[M]:
        """Every legal move, each once, always in the same order; at least one.

        If a side cannot move and the game is not over, the only move is a pass.
        """

    def play(self, position: P, move: M, /) -> P:
        """The position after a move, as a new value. The old position must not change."""

    def winner(self, position: P, /) -> int | Literal["draw"] | None:
        """The result: 0, 1 or ``shomei.DRAW``; None while the game is not over."""


def prepare(game: Any) -> SimpleNamespace:
    """Collects the methods and attributes of a game for the native part, and checks them."""
    kind = type(game).__name__
    missing = [name for name in _FUNCTIONS if not callable(getattr(game, name, None))]
    if missing:
        raise UsageError(
            f"game: {kind} has no method {missing[0]}(position); a game of your own needs "
            f"{', '.join(_FUNCTIONS)}"
        )
    optional = {name: getattr(game, name, None) for name in _OPTIONAL}
    for name, function in optional.items():
        if function is not None and not callable(function):
            raise UsageError(f"game: {name} of {kind} is not a function")
    name = _text(game, "name", _name_of(kind))
    sides = _value(game, "sides", ("first", "second"))
    are_names = isinstance(sides, (tuple, list)) and all(isinstance(side, str) for side in sides)
    if not are_names or len(sides) != 2:
        raise UsageError(f"game: sides of {kind} are {sides!r}: expected two names")
    can_repeat = _value(game, "can_repeat", True)
    if not isinstance(can_repeat, bool):
        raise UsageError(f"game: can_repeat of {kind} is {can_repeat!r}: expected True or False")
    start = getattr(game, "start", None)
    return SimpleNamespace(
        **_asking(game),
        key=optional["key"],
        estimate=optional["estimate"],
        format=_noting("format", optional["format"] or _format),
        parse=optional["parse"] or _parse,
        format_move=_noting("format_move", optional["format_move"] or _format_move),
        picture=_picture(optional["svg"], optional["grid"]),
        start=start if start is None or callable(start) else lambda: start,
        name=name,
        sides=tuple(sides),
        rules=_text(game, "rules", ""),
        can_repeat=can_repeat,
    )


_FUNCTIONS = ("to_move", "moves", "play", "winner")
_OPTIONAL = ("key", "estimate", "format", "parse", "format_move", "svg", "grid")


def _picture(
    svg: Callable[[Any], Any] | None, grid: Callable[[Any], Any] | None
) -> Callable[[Any], Any] | None:
    """The picture of a position for the native part: an SVG, rows of texts and colours, or None."""
    if svg is None and grid is None:
        return None

    def picture(position: Any) -> str | list[list[tuple[str, tuple[int, int, int] | None]]] | None:
        drawn = None if svg is None else svg(position)
        if drawn is not None:
            if not isinstance(drawn, str):
                raise _wrong(f"svg() returned {_short(drawn)}: expected a str or None", position)
            return drawn
        rows = None if grid is None else grid(position)
        if rows is None:
            return None
        return [
            [_cell(cell, position) for cell in _iterated(row, position)]
            for row in _iterated(rows, position)
        ]

    return _noting("the picture", picture)


def _noting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a position whose exceptions name the position."""

    def noting(position: Any, *move: Any) -> Any:
        try:
            return function(position, *move)
        except BaseException as error:
            _note(error, f"{name} at {', '.join(map(_short, (position, *move)))}")
            raise

    return noting


def _iterated(row: Any, position: Any) -> Iterable[Any]:
    """The rows of a grid, or the cells of one of them; a text is a row of its letters."""
    if not isinstance(row, Iterable):
        raise _wrong(f"grid() returned {_short(row)} for a row: expected cells", position)
    return row


def _cell(cell: Any, position: Any) -> tuple[str, tuple[int, int, int] | None]:
    """The text of a cell, and its colour as red, green and blue."""
    if isinstance(cell, str):
        return cell, None
    if isinstance(cell, tuple) and len(cell) == 2:
        text, colour = cell
        is_colour = isinstance(colour, str) and re.fullmatch("#[0-9a-fA-F]{6}", colour)
        if isinstance(text, str) and is_colour:
            red, green, blue = bytes.fromhex(colour[1:])
            return text, (red, green, blue)
    raise _wrong(
        f"grid() returned the cell {_short(cell)}: expected a str, or a str and a colour like "
        "'#ffcc00'",
        position,
    )


def _value(game: Any, name: str, usual: Any) -> Any:
    value = getattr(game, name, usual)
    return value() if callable(value) else value


def _text(game: Any, name: str, usual: str) -> str:
    value = _value(game, name, usual)
    if not isinstance(value, str) or "\n" in value:
        kind = type(game).__name__
        raise UsageError(f"game: {name} of {kind} is {value!r}: expected a str on one line")
    return value


def _name_of(kind: str) -> str:
    name = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in kind)
    return name.strip("-_") or "game"


def _asking(game: Any) -> dict[str, Callable[..., Any]]:
    """The functions that the native part calls; each calls several methods of the game.

    A call from Python to Python is cheaper than one from native code, so one call makes all
    children of a position, and another one evaluates them.
    """
    to_move, moves, play, winner = (getattr(game, name) for name in _FUNCTIONS)

    def expand(position: Any, count: int, mover: int) -> tuple[tuple[Any, ...], list[Any]]:
        children: list[Any] = []
        append = children.append
        move = None
        try:
            legal = moves(position)
            legal = tuple(legal) if legal.__class__ is list else _listed(legal, position)
            for move in legal:
                child = play(position, move)
                if child is None:
                    raise _wrong(
                        f"{type(game).__name__}.play() returned None for the move {_short(move)}: "
                        "it must return the position after the move",
                        position,
                    )
                append(child)
        except BaseException as error:
            where = _short(position) if move is None else f"{_short(position)}, {_short(move)}"
            _note(error, f"moves and play at {where}")
            raise
        steady(position, legal, count, mover)
        return legal, children

    def look(positions: list[Any]) -> list[Any]:
        """For each position the result as a tuple; if it is open, 2 * number of moves + side."""
        looks: list[Any] = []
        append = looks.append
        position = None
        try:
            for position in positions:
                end = winner(position)
                if end is not None:
                    # No later call for this position would detect a different result.
                    again = winner(position)
                    if again is not end and (again.__class__ is not end.__class__ or again != end):
                        raise _wrong(
                            f"winner() returned {_short(end)} and then {_short(again)}: it must "
                            "always return the same for a position",
                            position,
                        )
                    append((end,))
                    continue
                side = to_move(position)
                if side.__class__ is not int or not 0 <= side <= 1:
                    side = _side(side, position)
                legal = moves(position)
                if legal.__class__ is not list:
                    legal = _listed(legal, position)
                if not legal:
                    raise _wrong(
                        "moves() returned no move although winner() returned None: a side that "
                        "cannot move while the game is not over needs a move that passes",
                        position,
                    )
                append(2 * len(legal) + side)
        except BaseException as error:
            _note(error, f"the position {_short(position)}")
            raise
        return looks

    def steady(position: Any, legal: tuple[Any, ...] | None, count: int, mover: int) -> None:
        """Refuses a game whose functions return something else after moves were played."""
        try:
            again = moves(position)
            again = tuple(again) if again.__class__ is list else _listed(again, position)
            if legal is None:
                legal = _listed(moves(position), position)
            side, end = to_move(position), winner(position)
        except BaseException as error:
            _note(error, f"the position {_short(position)}")
            raise
        if again != legal or len(legal) != count:
            raise _wrong(
                f"moves() returned {_short(list(legal))} and then {_short(list(again))}"
                f"{'' if len(legal) == count else f', and before that {count} moves'}: it must "
                "list the same moves in the same order, and no function may change a position",
                position,
            )
        if side != mover or end is not None:
            raise _wrong(
                f"to_move() and winner() returned {mover} and None, and then {_short(side)} and "
                f"{_short(end)}: they must always return the same for a position, and no function "
                "may change one",
                position,
            )
        _refuse_twice(legal, position)

    return {"expand": expand, "look": look, "steady": steady}


def _side(side: Any, position: Any) -> int:
    """Converts an integer type to a side. A bool is refused: it answers another question."""
    if not isinstance(side, bool):
        try:
            number = operator.index(side)
        except TypeError:
            number = -1
        if 0 <= number <= 1:
            return number
    raise _wrong(
        f"to_move() returned {_short(side)}: expected 0 for the first side or 1 for the second",
        position,
    )


def _listed(legal: Any, position: Any) -> tuple[Any, ...]:
    if isinstance(legal, (tuple, list)):
        return tuple(legal)
    if isinstance(legal, (set, frozenset)):
        raise _wrong(
            "moves() returned a set, which has an order of its own in every run: return a list, "
            "such as sorted(moves)",
            position,
        )
    if isinstance(legal, (str, bytes)) or not isinstance(legal, Iterable):
        raise _wrong(f"moves() returned {_short(legal)}: expected a list of moves", position)
    return tuple(legal)


def _refuse_twice(legal: tuple[Any, ...], position: Any) -> None:
    try:
        if len(set(legal)) == len(legal):
            return
        twice = next(move for i, move in enumerate(legal) if move in legal[:i])
    except TypeError:
        # Moves that cannot be hashed are compared one by one.
        found = [move for i, move in enumerate(legal) if move in legal[:i]]
        if not found:
            return
        twice = found[0]
    raise _wrong(f"moves() returned the move {_short(twice)} twice", position)


def _wrong(what: str, position: Any) -> GameError:
    text = _short(position)
    return GameError(f"{what} (in the position {text})", {"position": text})


def _note(error: BaseException, where: str) -> None:
    """Adds the position to an exception of the user's game; Python 3.11 and later show it."""
    add_note = getattr(error, "add_note", None)
    if add_note is not None and not isinstance(error, GameError):
        add_note(f"shomei had asked about {where}")


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"a value of {type(value).__name__}"
    return text if len(text) <= 200 else f"{text[:197]}..."


def _format(position: Any) -> str:
    # Blanks inside a line can be a part of a string.
    return " ".join(line.strip() for line in repr(position).splitlines())


def _parse(text: str) -> Any:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError) as error:
        raise ValueError(
            f"{text!r} is not a literal of Python: give the game methods format and parse"
        ) from error
    # Python joins adjacent string literals.
    if isinstance(value, (str, bytes)) and _format(value) != text:
        raise ValueError(f"{text!r} is not the text of one position, such as {_format(value)}")
    return value


def _format_move(_: Any, move: Any) -> str:
    if isinstance(move, str) and move and not any(letter.isspace() for letter in move):
        return move
    return "".join(repr(move).split())


class Graph:
    """A game given as a graph: a mapping from each position to the positions after it.

    ::

        graph = shomei.Graph(
            {"a": ["b", "c"], "b": ["d"], "c": ["a"]},
            to_move={"a": 0, "b": 1, "c": 1},
            winner={"d": 0},
        )
        shomei.solve(graph, "a")

    A move is the position that it leads to.

    Args:
        edges: The positions after each position, in the order of its moves; or a ``DiGraph`` of
            networkx. The game is over in a position without moves.
        to_move: The side to move in each position, 0 or 1: a mapping, a function, or, for a
            graph of networkx, the name of an attribute of its nodes.
        winner: The winner of each finished position, 0, 1 or ``shomei.DRAW``, likewise. A
            finished position without a winner is a draw.
        start: The usual starting position.
        name: The name of the game.

    Raises:
        UsageError: If a position has two moves to the same position, or if an argument is
            neither a mapping nor a function.
    """

    def __init__(
        self,
        edges: Mapping[Any, Iterable[Any]] | Any,
        *,
        to_move: Mapping[Any, int] | Callable[[Any], int] | str = "to_move",
        winner: Mapping[Any, Any] | Callable[[Any], Any] | str = "winner",
        start: Hashable = None,
        name: str = "graph",
    ) -> None:
        if not isinstance(edges, Mapping) and not hasattr(edges, "successors"):
            raise UsageError(
                f"edges: expected a mapping or a graph of networkx, not {type(edges).__name__}"
            )
        nodes = getattr(edges, "nodes", {})
        if winner == "winner" and not hasattr(edges, "successors"):
            winner = {}
        if hasattr(edges, "successors"):
            edges = {node: list(edges.successors(node)) for node in edges}
        self._edges = {node: tuple(targets) for node, targets in edges.items()}
        self._nodes = set(self._edges).union(*self._edges.values())
        self._are_texts = all(isinstance(node, str) for node in self._nodes)
        for node, targets in self._edges.items():
            if len(set(targets)) != len(targets):
                raise UsageError(f"edges: {node!r} leads to one position twice: {list(targets)!r}")
        self._to_move = _asked("to_move", to_move, nodes)
        self._winner = _asked("winner", winner, nodes)
        self.name = name
        if start is not None:
            self.start = start

    def to_move(self, position: Any) -> int:
        """The side to move."""
        side = self._to_move(position)
        if side is None:
            raise UsageError(f"to_move: the dictionary has no entry for the position {position!r}")
        if isinstance(side, bool) or side not in (0, 1):
            raise UsageError(f"to_move: expected 0 or 1 for position {position!r}, found {side!r}")
        return int(side)

    def moves(self, position: Any) -> tuple[Any, ...]:
        """The positions after this one."""
        return self._edges.get(position, ())

    def play(self, position: Any, move: Any) -> Any:
        """The position after the move: the move itself."""
        return move

    def format_move(self, position: Any, move: Any) -> str:
        """The text of a move; its ``repr`` unless all positions are texts."""
        return _format_move(position, move) if self._are_texts else "".join(repr(move).split())

    def winner(self, position: Any) -> int | Literal["draw"] | None:
        """The winner of a position without moves, or of one whose winner is given."""
        if position not in self._nodes:
            raise UsageError(f"position: {position!r} is not a node of the graph")
        end: int | Literal["draw"] | None = self._winner(position)
        if end is None and not self._edges.get(position):
            return DRAW
        return end


def _asked(
    what: str, given: Mapping[Any, Any] | Callable[[Any], Any] | str, nodes: Any
) -> Callable[[Any], Any]:
    if isinstance(given, str):
        if not nodes:
            raise UsageError(f"{what}: expected a mapping or a function")
        known = {node: nodes[node].get(given) for node in nodes}
        return known.get
    if isinstance(given, Mapping):
        return given.get
    if callable(given):
        return given
    raise UsageError(f"{what}: expected a mapping or a function, not {type(given).__name__}")
