"""Sessions: one game that is asked again and again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _shomei
from ._arguments import (
    ASKED,
    LIMITS,
    U32,
    bytes_of,
    option_text,
    perhaps,
    refuse_unknown,
    seconds_of,
    whole,
)
from ._certificates import Certificate
from ._errors import Error, InputError, Interrupted, RunError, UsageError
from ._games import Game, Position, as_game, as_position, as_text
from ._results import MoveResult, Result
from ._targets import Target

if TYPE_CHECKING:
    from ._progress import Bar

__all__ = ["PathLike", "ProgressLike", "Session", "Side"]

ProgressLike = bool | Callable[[Mapping[str, Any]], None] | None
PathLike = str | os.PathLike[str]
Side = str | int | None


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
            ``schedule="sum/weak"``.

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
        refuse_unknown(as_text("algorithm", algorithm), options)
        self._game = as_game(game, rules, hints, weights)
        self._limits = {"time": time, "nodes": nodes, "progress": progress}
        self._native: _shomei.Session | None = _shomei.Session(
            self._game,
            algorithm,
            [(name.replace("_", "-"), option_text(value)) for name, value in options.items()],
            whole("threads", threads, 1 << 16),
            bytes_of(memory),
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

    def moves(
        self,
        position: Any = None,
        *,
        attacker: Side = None,
        scores: bool = False,
        shortest: bool = False,
        **more: Any,
    ) -> Result:
        """Asks for the value, the score or the length of every move: see :func:`shomei.moves`."""
        if scores and shortest:
            raise UsageError("shortest: a score has no length; leave scores out")
        question = "move-scores" if scores else "moves"
        return self._ask(question, position, attacker=attacker, shortest=shortest, **more)

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
            others=whole("others", others),
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
        force: bool = False,
        check: bool = False,
        shortest: bool = False,
        depth: int | None = None,
        others: int | None = None,
        variations: int | None = None,
        **limits: Any,
    ) -> Result:
        for name in limits:
            if name not in LIMITS:
                known = [*LIMITS, *ASKED]
                raise _shomei.unknown(f'a question has no argument "{name}"', name, known)
        if question != "win":
            if shortest and question != "moves":
                raise UsageError(
                    "shortest: only a question about one side's win, or about moves, takes it"
                )
            given = {"depth": depth, "others": others}
            for name, value in given.items():
                if value:
                    raise UsageError(f"{name}: only a question about one side's win takes it")
        if isinstance(attacker, int) and not isinstance(attacker, bool) and 0 <= attacker <= 1:
            attacker = self._game.sides[attacker]
        limits = {**self._limits, **limits}
        native = self._open()
        root = self.position(position)
        target = Target.of(certificate, force, question, root)
        if target.is_wanted:
            readable_root(self._game, root)
        with _bar(limits["progress"]) as told:
            asked = _Asked(
                question=question,
                attacker=None if attacker is None else as_text("attacker", attacker),
                time=seconds_of(limits["time"]),
                nodes=perhaps("nodes", limits["nodes"]),
                certificate=target.is_wanted or check,
                shortest=shortest,
                depth=perhaps("depth", depth, U32),
                others=perhaps("others", others),
                variations=perhaps("variations", variations, 0xFFFF),
                progress=told,
            )
            answer, certificates, interrupt = native.ask(root, asked)
        told = json.loads(answer)
        return deliver(self._game, root, told, certificates, interrupt, check=check, target=target)


def deliver(
    game: Game,
    root: Position,
    told: dict[str, Any],
    certificates: list[bytes],
    interrupt: BaseException | None,
    *,
    check: bool,
    target: Target,
    because: BaseException | None = None,
) -> Result:
    """Hands an answer over: checked, with its files written, or with the exception it ends in.

    Args:
        game: The game.
        root: The position that was asked about.
        told: The answer, its problems and what each certificate is about.
        certificates: The certificates.
        interrupt: What came up meanwhile.
        check: Whether the certificates are to be checked.
        target: Where they go.
        because: What ended the search early.
    """
    result = _result(game, root, told, certificates)
    interrupt = because or interrupt
    if interrupt is not None:
        if isinstance(interrupt, KeyboardInterrupt):
            raise Interrupted(result) from interrupt
        raise interrupt
    try:
        if check and result.answer != "unknown" and not result.certificates:
            raise RunError("; ".join(result.problems) or "there is no certificate to check")
        for one in result.certificates if check else ():
            one.check()
        target.save(result.certificates, told["certificates"])
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


def readable_root(game: Game, root: Position) -> None:
    """Refuses to make a certificate that nobody could check: its text would not be read."""
    if not game.is_own:
        return
    advice = "give the game methods format and parse that fit each other"
    try:
        is_read = game.reads_back(root)
    except InputError as error:
        raise UsageError(f"certificate: {error}; {advice}", error.place) from error
    if not is_read:
        raise UsageError(f"certificate: parse() reads another position than was written; {advice}")


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
    bounds = data.get("score_bounds")
    return MoveResult(
        move=texts[0] if texts else data["move"],
        value=data.get("value"),
        answer=data.get("answer"),
        line=line,
        nodes=_nodes(data),
        seconds=data["seconds"],
        stopped_by=data["stopped_by"],
        score=data.get("score"),
        score_bounds=None if bounds is None else (bounds[0], bounds[1]),
        length=data.get("length"),
        length_proven=data.get("length_proven"),
        line_may_be_longer=bool(data.get("line_may_be_longer")),
    )
