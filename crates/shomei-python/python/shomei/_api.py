"""What can be asked."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from math import isfinite
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _shomei
from ._certificates import Certificate
from ._errors import Error, InputError, Interrupted, RunError, UsageError
from ._files import writable
from ._games import Game, Position, as_game, as_position, as_text
from ._results import Algorithm, GameInfo, MoveResult, Option, Record, Result

if TYPE_CHECKING:
    from ._progress import Bar

__all__ = [
    "Session",
    "algorithms",
    "check_game",
    "games",
    "moves",
    "other_solutions",
    "perft",
    "read_record",
    "score",
    "shortest",
    "show",
    "solve",
    "value",
]

ProgressLike = bool | Callable[[Mapping[str, Any]], None] | None
PathLike = str | os.PathLike[str]
Side = str | int | None

_SETUP = ("rules", "hints", "weights", "algorithm", "threads", "memory")
_LIMITS = ("time", "nodes", "progress")
_ASKED = ("attacker", "certificate", "check", "shortest", "depth", "others", "variations")


class Session:
    """One game that is asked again and again, with what was learnt kept.

    What one question has taught is kept for the next ones, as far as the memory reaches, so that
    like questions take less work. What is kept changes no answer; how many nodes a question takes
    depends on those before it. As a context manager it gives its memory back at the end.

    A session answers one question at a time. :meth:`stop` may be called from any thread.

    Args:
        game: The name of a built-in game, a game that was opened, or a game of your own: an
            object with the four methods of :class:`shomei.OwnGame`.
        rules: The rules of a built-in game; empty for the usual ones.
        hints: What it is to tell a search in place of the usual. It changes no answer.
        weights: A file with weights of its evaluation.
        algorithm: The name of an algorithm: see :func:`shomei.algorithms`.
        threads: How many threads search. A game of your own is searched by one.
        memory: Bytes for the tables: a number, or a text such as ``"256MiB"``.
        time: The longest that each question may take, in seconds, or as ``timedelta``.
        nodes: The most nodes of each search.
        progress: True for a progress bar, or a function that is called some ten times a second
            with a mapping: ``pn`` and ``dn`` (the root's numbers, None for an infinite one),
            ``nodes``, ``seconds``, ``fill`` (the part of the table in use, 0 to 1).
        **options: Options of the algorithm by their names, with underscores: ``epsilon=0``,
            ``dn_rule="weak"``.

    Raises:
        UsageError: When something of this does not exist or does not go together.
    """

    def __init__(
        self,
        game: Any,
        *,
        rules: str = "",
        hints: str = "",
        weights: PathLike | None = None,
        algorithm: str = "auto",
        threads: int = 1,
        memory: int | str = "64MiB",
        time: float | timedelta | None = None,
        nodes: int | None = None,
        progress: ProgressLike = None,
        **options: Any,
    ) -> None:
        _refuse_unknown(as_text("algorithm", algorithm), options)
        self._game = as_game(game, rules, hints, weights)
        self._limits = {"time": time, "nodes": nodes, "progress": progress}
        self._native: _shomei.Session | None = _shomei.Session(
            self._game,
            algorithm,
            [(name.replace("_", "-"), _option(value)) for name, value in options.items()],
            _whole("threads", threads, 1 << 16),
            _bytes(memory),
        )

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    def position(self, position: Any = None) -> Position:
        """A position of the game.

        Args:
            position: A text in any form that the game reads, or a position of a game of your own;
                None for the usual start.

        Raises:
            InputError: When the text is no position; the place says where.
        """
        return as_position(self._game, position)

    def solve(self, position: Any = None, *, attacker: Side = None, **more: Any) -> Result:
        """Asks whether a side can force a win: see :func:`shomei.solve`."""
        return self._ask("win", position, attacker=attacker, **more)

    def value(self, position: Any = None, **more: Any) -> Result:
        """Asks whether it is a win, a draw or a loss: see :func:`shomei.value`."""
        return self._ask("value", position, **more)

    def moves(self, position: Any = None, *, attacker: Side = None, **more: Any) -> Result:
        """Asks for the value of every move: see :func:`shomei.moves`."""
        return self._ask("moves", position, attacker=attacker, **more)

    def score(self, position: Any = None, **more: Any) -> Result:
        """Asks for the exact score: see :func:`shomei.score`."""
        return self._ask("score", position, **more)

    def shortest(self, position: Any = None, *, attacker: Side = None, **more: Any) -> Result:
        """Asks for the shortest win: see :func:`shomei.shortest`."""
        return self._ask("win", position, attacker=attacker, shortest=True, **more)

    def other_solutions(
        self,
        position: Any = None,
        *,
        attacker: Side = None,
        others: int = 1_000_000,
        variations: int | None = None,
        **more: Any,
    ) -> Result:
        """Asks whether a problem has other solutions: see :func:`shomei.other_solutions`."""
        return self._ask(
            "win",
            position,
            attacker=attacker,
            others=_whole("others", others),
            variations=variations,
            **more,
        )

    def stop(self) -> None:
        """Ends the question that is being answered, from any thread, and all later ones.

        A question that is ended like this returns what is known. :meth:`go_on` lets questions be
        answered again.
        """
        self._open().stop()

    def go_on(self) -> None:
        """Lets questions be answered again after :meth:`stop`."""
        self._open().go_on()

    def forget(self) -> None:
        """Forgets what was learnt."""
        self._open().forget()

    def close(self) -> None:
        """Gives the memory back. A closed session answers no more."""
        self._native = None

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Session of {self._game!r}>"

    def _open(self) -> _shomei.Session:
        if self._native is None:
            raise UsageError("the session is closed")
        return self._native

    def _ask(
        self,
        question: str,
        position: Any,
        *,
        attacker: Side = None,
        certificate: PathLike | bool | None = None,
        check: bool = False,
        shortest: bool = False,
        depth: int | None = None,
        others: int | None = None,
        variations: int | None = None,
        **limits: Any,
    ) -> Result:
        for name in limits:
            if name not in _LIMITS:
                known = [*_LIMITS, *_ASKED]
                raise _shomei.unknown(f'a question has no argument "{name}"', name, known)
        if question != "win":
            given = {"shortest": shortest, "depth": depth, "others": others}
            for name, value in given.items():
                if value:
                    raise UsageError(f"{name}: only a question about one side's win takes it")
        if isinstance(attacker, int) and not isinstance(attacker, bool) and 0 <= attacker <= 1:
            attacker = self._game.sides[attacker]
        limits = {**self._limits, **limits}
        native = self._open()
        root = self.position(position)
        if not isinstance(certificate, (bool, str, os.PathLike, type(None))):
            raise UsageError(f"certificate: expected True or a file, not {certificate!r}")
        wants_certificate = certificate is not None and certificate is not False
        if question == "moves" and wants_certificate:
            raise UsageError(
                "certificate: the values of all moves have none; ask about the position behind a "
                "move for one"
            )
        target = None
        if isinstance(certificate, (str, os.PathLike)):
            target = writable(certificate)
        if wants_certificate and self._game.is_own:
            _refuse_unread(self._game, root)
        with _bar(limits["progress"]) as told:
            asked = _Asked(
                question=question,
                attacker=None if attacker is None else as_text("attacker", attacker),
                time=_seconds(limits["time"]),
                nodes=_perhaps("nodes", limits["nodes"]),
                certificate=wants_certificate or check,
                shortest=shortest,
                depth=_perhaps("depth", depth, _U32),
                others=_perhaps("others", others),
                variations=_perhaps("variations", variations, 0xFFFF),
                progress=told,
            )
            answer, certificates, interrupt = native.ask(root, asked)
        result = _result(self._game, root, json.loads(answer), certificates)
        if interrupt is not None:
            if isinstance(interrupt, KeyboardInterrupt):
                raise Interrupted(result) from interrupt
            raise interrupt
        try:
            if check and result.answer != "unknown" and not result.certificates:
                raise RunError("; ".join(result.problems) or "there is no certificate to check")
            for one in result.certificates if check else ():
                one.check()
            if target is not None:
                _save(result, json.loads(answer)["certificates"], target)
        except (Error, OSError) as error:
            # What was found is not lost with the file.
            error.result = result  # type: ignore[union-attr]
            raise
        return result


@dataclass(frozen=True)
class _Asked:
    """A question, for the native part."""

    question: str
    attacker: str | None
    time: float | None
    nodes: int | None
    certificate: bool
    shortest: bool
    depth: int | None
    others: int | None
    variations: int | None
    progress: Callable[[Mapping[str, Any]], None] | None


def solve(
    game: Any,
    position: Any = None,
    *,
    attacker: Side = None,
    certificate: PathLike | bool | None = None,
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
        certificate: True for a certificate of the answer, or the file to write it to, over what
            may be there.
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
        GameError: When a game of your own does what no game may do. What its functions raise comes
            out as it is.
        Rejected: When a certificate is not accepted.
        Interrupted: After Ctrl-C, with what was known by then.
    """
    return _once(
        game,
        more,
        lambda session, rest: session.solve(
            position, attacker=attacker, certificate=certificate, check=check, depth=depth, **rest
        ),
    )


def value(
    game: Any,
    position: Any = None,
    *,
    certificate: PathLike | bool | None = None,
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
        lambda session, rest: session.value(position, certificate=certificate, check=check, **rest),
    )


def moves(game: Any, position: Any = None, *, attacker: Side = None, **more: Any) -> Result:
    """Asks for the value of every legal move.

    Args:
        game: See :func:`shomei.solve`, for all arguments.
        position: Likewise.
        attacker: Where it is given: whether that side can force a win behind each move.
        **more: Likewise.

    Returns:
        The answer; its ``moves`` have the best first.

    Raises:
        Error: Those of :func:`shomei.solve`.
    """
    return _once(
        game, more, lambda session, rest: session.moves(position, attacker=attacker, **rest)
    )


def score(
    game: Any,
    position: Any = None,
    *,
    certificate: PathLike | bool | None = None,
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
        lambda session, rest: session.score(position, certificate=certificate, check=check, **rest),
    )


def shortest(
    game: Any,
    position: Any = None,
    *,
    attacker: Side = None,
    certificate: PathLike | bool | None = None,
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
            position, attacker=attacker, certificate=certificate, check=check, **rest
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
    return _count(show(game, position, rules=rules), _whole("depth", depth, _U32))


def _count(position: Position, depth: int) -> int:
    # Ctrl-C is heard between small parts.
    if depth <= 3 or position.outcome is not None:
        return position.perft(depth)
    return sum(_count(position.play(move), depth - 1) for move in position.moves)


def read_record(game: Any, record: PathLike | bytes, *, rules: str = "") -> Record:
    """Reads a record of play as other programs write it, whatever its form.

    Args:
        game: The name of a built-in game.
        record: The file, or its bytes.
        rules: The rules of the game.

    Returns:
        The position that it begins with, its moves, and what it says beside.

    Raises:
        InputError: When it is no record; the place says where.
        OSError: When the file cannot be read.
    """
    data = record if isinstance(record, bytes) else Path(record).read_bytes()
    found = as_game(game, rules).record(data)
    return Record(
        position=found["position"],
        moves=tuple(found["moves"]),
        headers=dict(found["headers"]),
        comments=tuple(found["comments"]),
    )


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
    sample = {name: _whole(name, number) for name, number in given.items()}
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
    rest = {name: more.pop(name) for name in (*_LIMITS, *_ASKED) if name in more}
    with Session(game, **more) as session:
        return ask(session, rest)


def _refuse_unread(game: Game, root: Position) -> None:
    """Refuses to make a certificate that nobody could check: its text would not be read."""
    advice = "give the game methods format and parse that fit each other"
    try:
        is_read = game.reads_back(root)
    except InputError as error:
        raise UsageError(f"certificate: {error}; {advice}", error.place) from error
    if not is_read:
        raise UsageError(f"certificate: parse() reads another position than was written; {advice}")


def _refuse_unknown(algorithm: str, options: Mapping[str, Any]) -> None:
    """Names what a mistyped argument may have meant: an option or another argument."""
    found = [info for info in json.loads(_shomei.algorithms()) if _is_meant(info, algorithm)]
    if not found:
        return
    known = [option["name"] for option in found[0]["options"]]
    for name in options:
        if name.replace("_", "-") in known:
            continue
        own = [name.replace("-", "_") for name in known]
        names = list(dict.fromkeys([*own, *_SETUP, *_LIMITS]))
        message = f'there is no argument and {found[0]["name"]} has no option named "{name}"'
        raise _shomei.unknown(message, name, names)


def _is_meant(info: Mapping[str, Any], algorithm: str) -> bool:
    return bool(info["is_auto"]) if algorithm == _shomei.AUTO else info["name"] == algorithm


def _option(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


_U32 = (1 << 32) - 1
_U64 = (1 << 64) - 1


def _whole(name: str, value: Any, most: int = _U64) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise UsageError(f"{name}: expected a whole number, 0 or more, not {value!r}")
    if value > most:
        raise UsageError(f"{name}: at most {most:,}")
    return value


def _perhaps(name: str, value: Any, most: int = _U64) -> int | None:
    return None if value is None else _whole(name, value, most)


_MEMORY = (1 << 63) - 1
_UNITS = {"": 1, "b": 1, "k": 10**3, "m": 10**6, "g": 10**9, "ki": 2**10, "mi": 2**20, "gi": 2**30}


def _bytes(memory: int | str) -> int:
    """The bytes of a number or of a text as the command line takes it."""
    if isinstance(memory, str):
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmg]i?)?b?", memory.strip(), re.IGNORECASE)
        if found is None:
            raise UsageError(f"memory: {memory!r} is no size: expected one such as 256MiB")
        bytes = float(found[1]) * _UNITS[(found[2] or "").lower()]
        return _whole("memory", int(bytes) if isfinite(bytes) else _U64, _MEMORY)
    return _whole("memory", memory, _MEMORY)


_TIMES = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


def _seconds(time: float | str | timedelta | None) -> float | None:
    if time is None:
        return None
    if isinstance(time, timedelta):
        return time.total_seconds()
    if isinstance(time, str):
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)?", time.strip())
        if found is None:
            raise UsageError(f"time: {time!r} is no time: expected one such as 60s or 5m")
        return float(found[1]) * _TIMES[found[2] or ""]
    if isinstance(time, bool) or not isinstance(time, (int, float)):
        raise UsageError(f"time: expected seconds, not {time!r}")
    try:
        return float(time)
    except OverflowError:
        raise UsageError("time: more seconds than can be counted") from None


class _bar:  # noqa: N801
    """A progress bar while something is asked, where one is wanted."""

    def __init__(self, progress: ProgressLike) -> None:
        self._progress = progress
        self._bar: Bar | None = None

    def __enter__(self) -> Callable[[Mapping[str, Any]], None] | None:
        if self._progress is True:
            from ._progress import bar

            self._bar = bar()
            return self._bar
        if self._progress is None or self._progress is False:
            return None
        if not callable(self._progress):
            raise UsageError("progress: expected True or a function")
        return self._progress

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def _result(game: Game, root: Position, told: dict[str, Any], certificates: list[bytes]) -> Result:
    data = told["answer"]
    # A built-in game is opened by what its certificate says: those of a score have rules of theirs.
    kept = tuple(Certificate(one, game if game.is_own else None) for one in certificates)
    bounds = data.get("score_bounds")
    found = tuple(_move(game, root, move) for move in data.get("moves") or ())
    return Result(
        answer=data["answer"],
        goal=data["goal"],
        attacker=data["attacker"],
        value=data.get("value"),
        score=data.get("score"),
        score_bounds=None if bounds is None else (bounds[0], bounds[1]),
        moves=found,
        line=game.replay(root, data["line"]),
        line_complete=data.get("line_complete"),
        length=data.get("length"),
        length_proven=data.get("length_proven"),
        nodes=_nodes(data),
        seconds=data["seconds"],
        stopped_by=data["stopped_by"],
        certificates=kept,
        problems=tuple(problem["error"] for problem in told["problems"]),
        root=root.for_attacker(data["attacker"]),
        data=data,
    )


def _nodes(data: Mapping[str, Any]) -> int:
    return int(data["expanded"]) + int(data.get("leaf_nodes") or 0)


def _move(game: Game, root: Position, data: Mapping[str, Any]) -> MoveResult:
    line = game.replay(root, data["line"])
    texts = game.replay(root, [data["move"]])
    return MoveResult(
        move=texts[0] if texts else data["move"],
        value=data.get("value"),
        answer=data.get("answer"),
        line=line,
        nodes=_nodes(data),
        seconds=data["seconds"],
        stopped_by=data["stopped_by"],
    )


def _save(result: Result, about: list[dict[str, Any]], path: PathLike) -> None:
    """Writes certificates to the file, or to files beside it where there are several."""
    target = Path(path)
    for certificate, said in zip(result.certificates, about, strict=True):
        part = {"whole": "", "side": said["attacker"]}.get(said["part"], said["part"])
        certificate.save(target.with_suffix(f".{part}{target.suffix}") if part else target)
