"""Sessions: several questions about one game."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
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
    from typing_extensions import Unpack

    from ._keywords import (
        AlgorithmOptions,
        CertificateKeywords,
        RefutationKeywords,
    )
    from ._progress import Bar

__all__ = ["PathLike", "ProgressLike", "Session", "Side"]

_BESIDE = 64 << 20
"""The bytes that certificates may take beside the memory of the search."""

ProgressLike = bool | Callable[[Mapping[str, Any]], None] | None
PathLike = str | os.PathLike[str]
Side = str | int | None


class Session:
    """Answers several questions about one game, and keeps its tables between them.

    Similar questions therefore take less work. The kept tables affect speed only, never the
    answer; the number of nodes of a question depends on the questions before it. A session that
    is used as a context manager frees its memory at the end.

    A session answers one question at a time. Any thread can call :meth:`stop`.

    Args:
        game: The name of a built-in game, the result of :func:`shomei.open_game`, or a game of
            your own: an object with the four methods of :class:`shomei.OwnGame`.
        rules: The rules of a built-in game; empty for the usual ones.
        hints: Hints of the game to the search, which affect speed only, never the answer.
        weights: A file with weights for the game's evaluation, instead of the built-in weights.
        algorithm: The name of an algorithm: see :func:`shomei.algorithms`.
        threads: The number of threads that search. A game of your own is searched by one thread.
        memory: Bytes for the tables: a number, or a text such as ``"256MiB"``.
        time: The time limit of each question, in seconds, as ``timedelta``, or as a text such as
            ``"5m"``.
        nodes: The maximum number of nodes of each search.
        progress: True for a progress bar, or a function that is called about ten times a second
            with a mapping: ``pn`` and ``dn`` (the root's numbers, None for an infinite one),
            ``nodes``, ``seconds``, ``fill`` (the part of the table in use, 0 to 1).
        **options: Options of the algorithm by their names, with underscores: ``epsilon=0``,
            ``schedule="sum/weak"``.

    Raises:
        UsageError: If a name does not exist, or if arguments exclude each other.
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
        time: float | str | timedelta | None = None,
        nodes: int | None = None,
        progress: ProgressLike = None,
        **options: Unpack[AlgorithmOptions],
    ) -> None:
        refuse_unknown(as_text("algorithm", algorithm), options)
        self._game = as_game(game, rules, hints, weights)
        self._memory = bytes_of(memory)
        self._limits = {"time": time, "nodes": nodes, "progress": progress}
        self._native: _shomei.Session | None = _shomei.Session(
            self._game,
            algorithm,
            [(name.replace("_", "-"), option_text(value)) for name, value in options.items()],
            whole("threads", threads, 1 << 16),
            self._memory,
        )

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    def position(self, position: Any = None) -> Position:
        """A position of the game.

        Args:
            position: A text in any form that the game reads, or a position of a game of your own.
                None means the usual start.

        Raises:
            InputError: If the text is not a position. ``place`` has the place of the error.
        """
        return as_position(self._game, position)

    def solve(
        self, position: Any = None, *, attacker: Side = None, **more: Unpack[RefutationKeywords]
    ) -> Result:
        """Asks whether a side can force a win: see :func:`shomei.solve`."""
        return self._ask("win", position, attacker=attacker, **more)

    def value(self, position: Any = None, **more: Unpack[CertificateKeywords]) -> Result:
        """Asks for win, draw or loss for the side to move: see :func:`shomei.value`."""
        return self._ask("value", position, **more)

    def moves(
        self,
        position: Any = None,
        *,
        attacker: Side = None,
        scores: bool = False,
        shortest: bool = False,
        on_move: Callable[[MoveResult], object] | None = None,
        **more: Unpack[CertificateKeywords],
    ) -> Result:
        """Asks for the value, the score or the length of every move: see :func:`shomei.moves`."""
        if scores and shortest:
            raise UsageError("shortest: a score has no length; leave scores out")
        question = "move-scores" if scores else "moves"
        return self._ask(
            question, position, attacker=attacker, shortest=shortest, on_move=on_move, **more
        )

    def score(self, position: Any = None, **more: Unpack[CertificateKeywords]) -> Result:
        """Asks for the exact score: see :func:`shomei.score`."""
        return self._ask("score", position, **more)

    def shortest(
        self, position: Any = None, *, attacker: Side = None, **more: Unpack[RefutationKeywords]
    ) -> Result:
        """Asks for the shortest win: see :func:`shomei.shortest`."""
        return self._ask("win", position, attacker=attacker, shortest=True, **more)

    def other_solutions(
        self,
        position: Any = None,
        *,
        attacker: Side = None,
        others: int = 1_000_000,
        variations: int | None = None,
        **more: Unpack[RefutationKeywords],
    ) -> Result:
        """Asks whether other moves win as well: see :func:`shomei.other_solutions`."""
        return self._ask(
            "win",
            position,
            attacker=attacker,
            others=whole("others", others),
            variations=variations,
            **more,
        )

    def stop(self) -> None:
        """Ends the current question and all later ones. Any thread can call this method.

        These questions return the results so far. :meth:`go_on` allows questions again.
        """
        self._open().stop()

    def go_on(self) -> None:
        """Allows questions again after :meth:`stop`."""
        self._open().go_on()

    def forget(self) -> None:
        """Empties the tables."""
        self._open().forget()

    def close(self) -> None:
        """Frees the memory. A closed session refuses questions."""
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
        on_move: Callable[[MoveResult], object] | None = None,
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
        if variations is not None and others is None:
            raise UsageError("variations: only a question about other solutions takes it")
        if on_move is not None and question not in ("moves", "move-scores"):
            raise UsageError("on_move: only a question about moves takes it")
        if isinstance(attacker, int) and not isinstance(attacker, bool) and 0 <= attacker <= 1:
            attacker = self._game.sides[attacker]
        limits = {**self._limits, **limits}
        native = self._open()
        root = self.position(position)
        is_of_length = question == "win" and (shortest or others is not None)
        asked_for = "shortest" if is_of_length else question
        wanted = check if certificate is None or certificate is False else certificate
        target = Target.of(wanted, force, asked_for, root)
        if target.is_wanted:
            readable_root(self._game, root)

        def row(text: str) -> None:
            if on_move is not None:
                on_move(_move(self._game, root, json.loads(text)))

        seconds, began = seconds_of(limits["time"]), monotonic()

        def check_one(one: Certificate) -> None:
            left = None if seconds is None else max(seconds - (monotonic() - began), 0.0)
            one.check(time=left, held=self._memory + _BESIDE)

        with _bar(limits["progress"]) as progress:
            asked = _Asked(
                question=question,
                attacker=None if attacker is None else as_text("attacker", attacker),
                time=seconds,
                nodes=perhaps("nodes", limits["nodes"]),
                certificate=target.is_wanted,
                bundle=target.is_bundle,
                shortest=shortest,
                depth=perhaps("depth", depth, U32),
                others=perhaps("others", others),
                variations=perhaps("variations", variations, 0xFFFF),
                progress=progress,
                row=None if on_move is None else row,
            )
            (answer, certificates, interrupt), bundle = native.ask(root, asked)
        report = json.loads(answer)
        return deliver(
            self._game,
            root,
            report,
            certificates,
            interrupt,
            check=check_one if check else None,
            target=target,
            bundle=bundle,
        )


def deliver(
    game: Game,
    root: Position,
    report: dict[str, Any],
    certificates: list[bytes],
    interrupt: BaseException | None,
    *,
    check: Callable[[Certificate], object] | None,
    target: Target,
    bundle: bytes | None = None,
    because: BaseException | None = None,
) -> Result:
    """Makes the result, checks its certificates and writes them, or raises an exception.

    Args:
        game: The game.
        root: The position of the question.
        report: The answer, its problems and the subject of each certificate.
        certificates: The certificates.
        interrupt: An exception that was raised during the search, such as Ctrl-C.
        check: The check of each certificate, within the limits of the question; None for no check.
        target: The files of the certificates.
        bundle: The bundle, which was checked when it was made.
        because: The exception that ended the search early.
    """
    result = _result(game, root, report, certificates)
    interrupt = because or interrupt
    if interrupt is not None:
        if isinstance(interrupt, KeyboardInterrupt):
            raise Interrupted(result) from interrupt
        raise interrupt
    try:
        is_certified = bool(result.certificates) or bundle is not None
        if check is not None and result.answer != "unknown" and not is_certified:
            raise RunError("; ".join(result.problems) or "there is no certificate to check")
        if check is not None:
            for one in result.certificates:
                check(one)
        target.save(result.certificates, report["certificates"])
        target.save_bundle(bundle)
    except (Error, OSError) as error:
        # The result is kept although the file could not be written.
        error.result = result  # type: ignore[union-attr]
        raise
    except Interrupted as interrupted:
        # Ctrl-C during the check of a certificate.
        raise Interrupted(result) from interrupted
    return result


@dataclass(frozen=True)
class _Asked:
    """A question, for the native part."""

    question: str
    attacker: str | None
    time: float | None
    nodes: int | None
    certificate: bool
    bundle: bool
    shortest: bool
    depth: int | None
    others: int | None
    variations: int | None
    progress: Callable[[Mapping[str, Any]], None] | None
    row: Callable[[str], None] | None


def readable_root(game: Game, root: Position) -> None:
    """Refuses a certificate whose root `parse` could not read back: no checker could read it."""
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
    """Shows a progress bar during a question if `progress` asks for one."""

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


def _result(
    game: Game, root: Position, report: dict[str, Any], certificates: list[bytes]
) -> Result:
    data = report["answer"]
    # A certificate of a built-in game names its rules: those of a score differ from the game's.
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
        problems=tuple(problem["error"] for problem in report["problems"]),
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
