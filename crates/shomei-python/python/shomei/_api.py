"""The questions, one function for each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from . import _shomei
from ._arguments import ASKED, LIMITS, U32, whole
from ._games import Position, as_game, as_position
from ._results import Algorithm, GameInfo, MoveResult, Option, Result
from ._session import PathLike, Session, Side

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._keywords import SearchKeywords

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
    **more: Unpack[SearchKeywords],
) -> Result:
    """Asks whether a side can force a win.

    Play that never ends is not a win.

    Args:
        game: The name of a built-in game, the result of :func:`shomei.open_game`, or a game of
            your own.
        position: A text in any form that the game reads, or a position of a game of your own.
            None means the usual start.
        attacker: The side that has to force a win: its name, the first letters of the name, or
            0 or 1. The default is the side to move; in shogi, if only one side has a king, the
            other side.
        certificate: True keeps a certificate in the result. With a path, the certificate is also
            written to that file; a certificate for the same position and rules is replaced. If
            the name ends in ``.zip``, the file is a bundle: all certificates that the answer
            needs, with the results that they prove together. See :func:`check_bundle`.
        force: Whether the certificate may replace any other file, too.
        check: Whether to check the certificate, within the rest of ``time``, and ``memory`` plus
            64 MiB. If it is not accepted, ``Rejected`` is raised; its ``result`` has the answer.
        depth: If there is no win, the defender's answers are reported to this number of plies.
        **more: Arguments of :class:`shomei.Session`: ``rules``, ``algorithm``, ``threads``,
            ``memory``, ``time``, ``nodes``, ``progress`` and options of the algorithm.

    Returns:
        The answer, with a line of play.

    Raises:
        UsageError: If a name does not exist, or arguments exclude each other. The message
            suggests the nearest name.
        InputError: If the text is not a position. ``place`` has the place of the error.
        FileExistsError: If another file exists at the path of the certificate.
        GameError: If a game of your own breaks a rule. Exceptions of its functions are passed on
            unchanged.
        Rejected: If a certificate is not accepted.
        Interrupted: After Ctrl-C, with the results so far.
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
    **more: Unpack[SearchKeywords],
) -> Result:
    """Asks whether a position is a win, a draw or a loss for the side to move.

    A draw has two certificates: each shows that one side cannot win. If ``certificate`` is
    ``x.proof``, their files are named ``x.SIDE.proof``.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        certificate: Likewise.
        force: Likewise.
        check: Likewise.
        **more: Likewise.

    Returns:
        The answer. Its ``value`` is None if a limit was reached first.

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
    on_move: Callable[[MoveResult], object] | None = None,
    certificate: PathLike | None = None,
    force: bool = False,
    check: bool = False,
    **more: Unpack[SearchKeywords],
) -> Result:
    """Asks for the value of every legal move.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        attacker: If given, find for each move whether this side can force a win after it.
        scores: Whether to find the exact score of each move, in games that have scores.
        shortest: Whether to find the length of each win, too. This needs df-pn with one thread.
        on_move: A function that receives the result for each move when the move is solved, and
            again when the result improves. The best move need not come first.
        certificate: A file for a bundle of all certificates, with a name such as ``x.zip``.
        force: Likewise.
        check: Likewise; it needs the file of a bundle.
        **more: Likewise.

    Returns:
        The answer. Its ``moves`` begin with the best one. With ``shortest`` a winning move has a
        ``length``.

    Raises:
        UsageError: If the game has no scores, or if ``scores`` is combined with ``attacker`` or
            ``shortest``.
        Error: Those of :func:`shomei.solve`.
    """
    return _once(
        game,
        more,
        lambda session, rest: session.moves(
            position,
            attacker=attacker,
            scores=scores,
            shortest=shortest,
            on_move=on_move,
            certificate=certificate,
            force=force,
            check=check,
            **rest,
        ),
    )


def score(
    game: Any,
    position: Any = None,
    *,
    certificate: PathLike | bool | None = None,
    force: bool = False,
    check: bool = False,
    **more: Unpack[SearchKeywords],
) -> Result:
    """Asks for the exact score of the side to move, in games that have scores.

    A score has two certificates: one shows that it is not less, the other that it is not more. If
    ``certificate`` is ``x.proof``, their files are named ``x.at-least.proof`` and
    ``x.at-most.proof``.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        certificate: Likewise.
        force: Likewise.
        check: Likewise.
        **more: Likewise.

    Returns:
        The answer. Its ``score`` is None if a limit was reached first; ``score_bounds`` has the
        proven bounds.

    Raises:
        UsageError: If the game has no scores.
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
    depth: int | None = None,
    **more: Unpack[SearchKeywords],
) -> Result:
    """Finds the shortest win of a side, and a line of exactly that length.

    This question needs df-pn with one thread.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        attacker: Likewise.
        certificate: Likewise. A second certificate shows that no win is shorter, unless the win
            has the fewest plies that are possible. If ``certificate`` is ``x.proof``, its file is
            ``x.no-shorter.proof``.
        force: Likewise.
        check: Likewise.
        depth: Likewise.
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
            depth=depth,
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
    certificate: PathLike | bool | None = None,
    force: bool = False,
    check: bool = False,
    depth: int | None = None,
    **more: Unpack[SearchKeywords],
) -> Result:
    """Finds the shortest win, and other moves of the attacker along its line that also win.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        attacker: Likewise.
        others: The maximum number of nodes to search for each other move.
        variations: If given, also report other defences that last at least this number of plies.
        certificate: Likewise. The certificates are those of :func:`shortest`.
        force: Likewise.
        check: Likewise.
        depth: Likewise.
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
            position,
            attacker=attacker,
            others=others,
            variations=variations,
            certificate=certificate,
            force=force,
            check=check,
            depth=depth,
            **rest,
        ),
    )


def show(game: Any, position: Any = None, *, rules: str = "") -> Position:
    """Returns a position: ``print`` shows the board as text, notebooks draw it.

    Args:
        game: See :func:`shomei.solve`.
        position: Likewise.
        rules: The rules of a built-in game.

    Returns:
        The position, with ``moves``, ``to_move``, ``outcome`` and ``play(move)``.

    Raises:
        InputError: If the text is not a position. ``place`` has the place of the error.
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
    # Ctrl-C is tested between small parts.
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
    """Tests a game of your own for everything that the searches rely on.

    Random play visits positions. In each of them, and for both sides, the test checks that the
    moves are the same each time, that no function changes a position, that ``parse`` reads the
    text that ``format`` writes, that different positions have different keys, that ``svg`` or
    ``grid`` draws the position, and more. It cannot know whether the rules are the right ones.

    Args:
        game: The game: an object with the four methods of :class:`shomei.OwnGame`.
        positions: The positions from which to play. The default is the game's ``start``.
        lines: The number of lines of play.
        plies: The maximum number of plies of a line.
        seed: The seed of the random moves.

    Returns:
        The numbers of visited ``positions``, of those in which the game was over (``finished``),
        and of ``moves``.

    Raises:
        GameError: The first broken rule, with the position. Exceptions of the game's functions
            are passed on unchanged.
        UsageError: If one of the four methods is missing, or if there is neither a start nor a
            position.
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
    """The algorithms, the simplest first. ``"auto"`` is the best choice for most positions."""
    found = []
    for info in json.loads(_shomei.algorithms()):
        del info["is_auto"]
        options = tuple(Option(**option) for option in info.pop("options"))
        found.append(Algorithm(**info, options=options))
    return tuple(found)


def _once(
    game: Any, more: SearchKeywords, ask: Callable[[Session, dict[str, Any]], Result]
) -> Result:
    """Asks one question of a new session. Arguments of the question are passed with it."""
    given: dict[str, Any] = {**more}
    rest = {name: given.pop(name) for name in (*LIMITS, *ASKED) if name in given}
    with Session(game, **given) as session:
        return ask(session, rest)
