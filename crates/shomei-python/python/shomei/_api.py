"""What can be asked, a function for each question."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from . import _shomei
from ._arguments import ASKED, LIMITS, U32, whole
from ._games import Position, as_game, as_position
from ._results import Algorithm, GameInfo, Option, Result
from ._session import PathLike, Session, Side

__all__ = [
    "algorithms",
    "check_game",
    "games",
    "moves",
    "other_solutions",
    "perft",
    "score",
    "shortest",
    "show",
    "solve",
    "value",
]


def solve(
    game: Any,
    position: Any = None,
    *,
    attacker: Side = None,
    certificate: PathLike | bool | None = None,
    force: bool = False,
    check: bool = False,
    depth: int | None = None,
    **more: Any,
) -> Result:
    """Asks whether a side can force a win.

    Play that never ends is no win.

    Args:
        game: The name of a built-in game, a game that was opened, or a game of your own.
        position: A text in any form that the game reads, or a position of a game of your own;
            None for the usual start.
        attacker: The side that must win: its name or how it begins, or 0 or 1. Usually the side
            to move.
        certificate: True for a certificate of the answer, or the file to write it to. A
            certificate about the same position and rules is replaced.
        force: Whether any other file is replaced, too.
        check: Whether the certificate is checked as well; one that is not accepted is an
            exception.
        depth: Where there is no win: how many plies deep to tell what the defender answers.
        **more: What :class:`shomei.Session` takes: ``rules``, ``algorithm``, ``threads``,
            ``memory``, ``time``, ``nodes``, ``progress`` and options of the algorithm.

    Returns:
        The answer, with a line of play.

    Raises:
        UsageError: When something of this does not exist or does not go together; the text names
            the nearest name.
        InputError: When the text is no position; the place says where.
        FileExistsError: When something else has the name of the certificate.
        GameError: When a game of your own does what no game may do. What its functions raise comes
            out as it is.
        Rejected: When a certificate is not accepted.
        Interrupted: After Ctrl-C, with what was known by then.
    """
    return _once(
        game,
        more,
        lambda session, rest: session.solve(
            position,
            attacker=attacker,
            certificate=certificate,
            force=force,
            check=check,
            depth=depth,
            **rest,
        ),
    )


def value(
    game: Any,
    position: Any = None,
    *,
    certificate: PathLike | bool | None = None,
    force: bool = False,
    check: bool = False,
    **more: Any,
) -> Result:
    """Asks whether a position is a win, a draw or a loss for the side to move.

    A draw has two certificates, one for each side; written to a file ``x.proof`` they are
    ``x.SIDE.proof``.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        certificate: Likewise.
        force: Likewise.
        check: Likewise.
        **more: Likewise.

    Returns:
        The answer; its ``value`` is None where a limit was reached first.

    Raises:
        Error: Those of :func:`shomei.solve`.
    """
    return _once(
        game,
        more,
        lambda session, rest: session.value(
            position, certificate=certificate, force=force, check=check, **rest
        ),
    )


def moves(
    game: Any,
    position: Any = None,
    *,
    attacker: Side = None,
    scores: bool = False,
    shortest: bool = False,
    **more: Any,
) -> Result:
    """Asks for the value of every legal move.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        attacker: Where it is given: whether that side can force a win behind each move.
        scores: Asks for the exact score of each, in games whose results have a size.
        shortest: Also asks in how few plies each can be won. It needs df-pn with one thread.
        **more: Likewise.

    Returns:
        The answer; its ``moves`` have the best first, and with ``shortest`` a ``length`` where
        there is a win.

    Raises:
        UsageError: When scores are asked for and the game has none, or with an attacker or
            ``shortest``.
        Error: Those of :func:`shomei.solve`.
    """
    return _once(
        game,
        more,
        lambda session, rest: session.moves(
            position, attacker=attacker, scores=scores, shortest=shortest, **rest
        ),
    )


def score(
    game: Any,
    position: Any = None,
    *,
    certificate: PathLike | bool | None = None,
    force: bool = False,
    check: bool = False,
    **more: Any,
) -> Result:
    """Asks for the exact score for the side to move, in games whose results have a size.

    Two certificates show it: that it is no less, and no more. Written to a file ``x.proof`` they
    are ``x.at-least.proof`` and ``x.at-most.proof``.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        certificate: Likewise.
        force: Likewise.
        check: Likewise.
        **more: Likewise.

    Returns:
        The answer; its ``score`` is None where a limit was reached first, and ``score_bounds``
        says what is known.

    Raises:
        UsageError: When the game has no scores.
        Error: Those of :func:`shomei.solve`.
    """
    return _once(
        game,
        more,
        lambda session, rest: session.score(
            position, certificate=certificate, force=force, check=check, **rest
        ),
    )


def shortest(
    game: Any,
    position: Any = None,
    *,
    attacker: Side = None,
    certificate: PathLike | bool | None = None,
    force: bool = False,
    check: bool = False,
    **more: Any,
) -> Result:
    """Asks in how few plies a side can force a win, and for a line of exactly these.

    It needs df-pn with one thread.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        attacker: Likewise.
        certificate: Likewise. It shows the win; that none is shorter is not in it.
        force: Likewise.
        check: Likewise.
        **more: Likewise.

    Returns:
        The answer with ``length`` and ``length_proven``.

    Raises:
        Error: Those of :func:`shomei.solve`.
    """
    return _once(
        game,
        more,
        lambda session, rest: session.shortest(
            position,
            attacker=attacker,
            certificate=certificate,
            force=force,
            check=check,
            **rest,
        ),
    )


def other_solutions(
    game: Any,
    position: Any = None,
    *,
    attacker: Side = None,
    others: int = 1_000_000,
    variations: int | None = None,
    **more: Any,
) -> Result:
    """Asks for the shortest win, and whether other moves win as well.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        attacker: Likewise.
        others: The most nodes searched for each other move.
        variations: Also tell the other defences, of so many plies at least.
        **more: Likewise.

    Returns:
        The answer with ``other_solutions``.

    Raises:
        Error: Those of :func:`shomei.solve`.
    """
    return _once(
        game,
        more,
        lambda session, rest: session.other_solutions(
            position, attacker=attacker, others=others, variations=variations, **rest
        ),
    )


def show(game: Any, position: Any = None, *, rules: str = "") -> Position:
    """A position to look at: its text form prints the board, and notebooks draw it.

    Args:
        game: See :func:`shomei.solve`.
        position: Likewise.
        rules: The rules of a built-in game.

    Returns:
        The position, with ``moves``, ``to_move``, ``outcome`` and ``play(move)``.

    Raises:
        InputError: When the text is no position; the place says where.
    """
    return as_position(as_game(game, rules), position)


def perft(game: Any, position: Any = None, depth: int = 1, *, rules: str = "") -> int:
    """Counts move paths.

    Args:
        game: See :func:`shomei.solve`.
        position: Likewise.
        depth: The length of the paths in plies.
        rules: The rules of a built-in game.

    Returns:
        The number of paths of this length.
    """
    return _count(show(game, position, rules=rules), whole("depth", depth, U32))


def _count(position: Position, depth: int) -> int:
    # Ctrl-C is heard between small parts.
    if depth <= 3 or position.outcome is not None:
        return position.perft(depth)
    return sum(_count(position.play(move), depth - 1) for move in position.moves)


def check_game(
    game: Any,
    positions: Iterable[Any] = (),
    *,
    lines: int = 20,
    plies: int = 200,
    seed: int = 1,
) -> dict[str, int]:
    """Holds a game of your own against what every search relies on.

    It plays lines of random moves and asks everything of each position, for both sides: whether
    moves are the same each time, positions are left as they are, texts are read as they were
    written, keys tell positions apart, and more. It cannot know whether the rules are the right
    ones.

    Args:
        game: The game: an object with the four methods of :class:`shomei.OwnGame`.
        positions: The positions that play begins with; usually the game's ``start``.
        lines: How many lines of play.
        plies: The most plies of a line.
        seed: Decides the random moves.

    Returns:
        How much was looked at: ``positions``, ``finished`` (those in which the game was over)
        and ``moves``.

    Raises:
        GameError: The first law that is broken, with the position. What the game's functions
            raise comes out as it is.
        UsageError: When the game has not got the four methods, or no start and no positions.
    """
    from ._errors import GameError

    roots = list(positions)
    given = {"lines": lines, "plies": plies, "seed": seed}
    sample = {name: whole(name, number) for name, number in given.items()}
    seen, breach, raised = _shomei.check_game(game, roots, sample)
    if raised is not None:
        raise raised
    if breach is not None:
        law, position, detail = breach
        message = f"{law}: {detail} (in the position {position})"
        raise GameError(message, {"law": law, "position": position})
    if callable(getattr(game, "key", None)):
        from ._keys import refuse_shared_keys

        start = getattr(game, "start", None)
        refuse_shared_keys(game, roots or [start() if callable(start) else start])
    assert seen is not None
    return dict(zip(("positions", "finished", "moves"), seen, strict=True))


def games() -> tuple[GameInfo, ...]:
    """The built-in games, in alphabetical order."""
    found = []
    for info in json.loads(_shomei.games()):
        del info["remaining"]
        scores = info.pop("scores")
        info["sides"] = tuple(info["sides"])
        info["record_forms"] = tuple(info["record_forms"])
        found.append(GameInfo(**info, scores=None if scores is None else tuple(scores)))
    return tuple(found)


def algorithms() -> tuple[Algorithm, ...]:
    """The algorithms, the simplest first. ``"auto"`` is the one that is usually best."""
    found = []
    for info in json.loads(_shomei.algorithms()):
        del info["is_auto"]
        options = tuple(Option(**option) for option in info.pop("options"))
        found.append(Algorithm(**info, options=options))
    return tuple(found)


def _once(
    game: Any, more: dict[str, Any], ask: Callable[[Session, dict[str, Any]], Result]
) -> Result:
    """Asks a session of its own. What belongs to the question is told with it."""
    rest = {name: more.pop(name) for name in (*LIMITS, *ASKED) if name in more}
    with Session(game, **more) as session:
        return ask(session, rest)
