"""Answers as frozen dataclasses."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from ._certificates import Certificate
    from ._shomei import Position

    _Answer = Literal["proved", "disproved", "unknown"]
    _Value = Literal["win", "draw", "loss"]

__all__ = ["Algorithm", "GameInfo", "MoveResult", "Option", "Result", "Verdict"]


@dataclass(frozen=True)
class MoveResult:
    """A move, and what is known of it.

    Attributes:
        move: The move: a text, or an object of a game of your own.
        value: What it is worth for the side that plays it; None where it is not known, or where
            one side's win was asked for.
        answer: Where one side's win was asked for: whether that side can force it once the move
            is played.
        line: A line of play that begins with the move.
        nodes: The nodes searched for this move.
        seconds: The time for this move.
        stopped_by: The limit because of which not all is known, else None.
        score: Where scores were asked for: what the side that plays it scores; None where it is not
            known.
        score_bounds: Where scores were asked for: the least and the greatest that are possible.
        length: Where lengths were asked for: the plies of the shortest win that is known, the move
            included, of the side that can force one; None where there is no win.
        length_proven: Whether no win is shorter; None where there is no length to prove.
        line_may_be_longer: Whether the loser may have a longer defence than that of the line: the
            full table has lost how long some moves hold out.
    """

    move: Any
    value: _Value | None
    answer: _Answer | None
    line: tuple[Any, ...]
    nodes: int
    seconds: float
    stopped_by: str | None
    score: int | None = None
    score_bounds: tuple[int, int] | None = None
    length: int | None = None
    length_proven: bool | None = None
    line_may_be_longer: bool = False

    def to_dict(self) -> dict[str, Any]:
        """All that is known, by the names of the attributes."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, repr=False)
class Result:
    """The answer to a question about a position.

    Moves are texts, and objects of a game of your own.

    Attributes:
        answer: ``"proved"``, ``"disproved"`` or ``"unknown"``: the answer to the question of
            ``goal``. Where a value comes of several questions, it is the one that decided.
        goal: What must be reached, in words, such as ``"black wins"``.
        attacker: The name of the side that must reach it.
        value: ``"win"``, ``"draw"`` or ``"loss"`` for the side to move, where it was asked for
            and is known.
        score: The score for the side to move, likewise, in units of the game (discs).
        score_bounds: The least and the greatest that it can be, where it was asked for.
        moves: The moves, the best first, where they were asked for.
        line: The moves of a line of play for the answer; empty where there is none.
        line_complete: Whether the line goes on to the end of the game, or to the first
            repetition of a disproof. None where there is no line.
        length: The plies of the shortest win that is known, where that was asked for.
        length_proven: Whether no win is shorter; None where it was not asked for.
        nodes: All nodes: those expanded, and those of the game's own searches of small
            remainders.
        seconds: The time of the searches.
        stopped_by: The limit that ended the search without an answer: ``"nodes"``, ``"time"``,
            ``"memory"`` or ``"interrupt"``; else None.
        certificates: The certificates, where they were asked for: that of the question that
            decided first. A draw needs two, a score as well.
        problems: What went wrong and left the answer as it is, in words.
        data: All that is known, as the command line prints it with ``--json``.
    """

    answer: _Answer
    goal: str
    attacker: str
    value: _Value | None
    score: int | None
    score_bounds: tuple[int, int] | None
    moves: tuple[MoveResult, ...]
    line: tuple[Any, ...]
    line_complete: bool | None
    length: int | None
    length_proven: bool | None
    nodes: int
    seconds: float
    stopped_by: str | None
    certificates: tuple[Certificate, ...]
    problems: tuple[str, ...]
    root: Position = field(compare=False)
    data: Mapping[str, Any] = field(compare=False)

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of the question that decided."""
        return self.certificates[0] if self.certificates else None

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.data["game"])

    @property
    def position(self) -> str:
        """The position on one line."""
        return str(self.data["position"])

    @property
    def line_may_be_longer(self) -> bool:
        """Whether the loser may have a longer defence than that of the line.

        The full table has lost how long some moves hold out: more memory may find a longer one.
        """
        return bool(self.data.get("line_may_be_longer"))

    @property
    def outcome(self) -> str | None:
        """The side that has won, or ``"draw"``, where the game is over; else None."""
        return self.data.get("outcome")

    @property
    def over(self) -> str | None:
        """Why nothing can be played, where that depends on the question, as in tsume-shogi."""
        return self.data.get("over")

    @property
    def without_wasted_drops(self) -> Mapping[str, Any] | None:
        """The shortest win without wasted drops, where rules that leave them out were chosen.

        A mapping with ``length``, ``length_proven``, ``length_at_least``, ``line`` and
        ``stopped_by``, where the length of the shortest win was asked for and is known.
        """
        return self.data.get("counted")

    @property
    def other_solutions(self) -> Mapping[str, Any] | None:
        """Other solutions, where they were asked for and there is a win.

        A mapping with ``verdict``, ``others``, ``open`` and ``surplus``, as in ``to_dict()``.
        """
        return self.data.get("yozume")

    @property
    def refutation(self) -> Mapping[str, Any] | None:
        """What the defender answers, where that was asked for and there is no win."""
        return self.data.get("refutation")

    @property
    def cluster(self) -> Mapping[str, Any] | None:
        """Figures of a search on many machines, where it was one: see ``shomei.cluster``."""
        return self.data.get("cluster")

    def to_dict(self) -> dict[str, Any]:
        """All that is known as plain values, with the fields of the command line's ``--json``."""
        return copy.deepcopy(dict(self.data))

    def positions(self) -> Iterator[tuple[Any, Position]]:
        """Each move of the line, with the position after it."""
        position = self.root
        for move in self.line:
            position = position.play(move)
            yield move, position

    def __str__(self) -> str:
        parts = [self._headline()]
        if self.length is not None:
            known = "" if self.length_proven else "at most "
            parts.append(f"{known}{_plies(self.length)}")
        if self.line:
            # As texts: the moves of a game of one's own may be numbers of some list.
            shown = " ".join(self.data["line"][:12])
            more = " ..." if len(self.line) > 12 or not self.line_complete else ""
            note = " (may be longer)" if self.line_may_be_longer else ""
            parts.append(f"{shown}{more}{note}")
        parts.append(f"{self.nodes:,} nodes in {self.seconds:.3f} s")
        parts.extend(f"problem: {problem}" for problem in self.problems)
        return "; ".join(parts)

    def _headline(self) -> str:
        if self.score is not None:
            return f"score {self.score:+}"
        if self.score_bounds is not None:
            low, high = self.score_bounds
            return f"score between {low:+} and {high:+}"
        if self.value is not None:
            return self.value
        if self.answer == "unknown":
            why = f", stopped by {self.stopped_by}" if self.stopped_by else ""
            return f"unknown whether {self.goal}{why}"
        if self.answer == "proved":
            return f"proved: {self.goal}"
        return f"disproved: {self.attacker} cannot force a win"

    def __repr__(self) -> str:
        return f"<Result {self}>"

    def _repr_html_(self) -> str:
        from ._notebook import result_html

        return result_html(self)


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count:,} plies"


@dataclass(frozen=True)
class Verdict:
    """What the checker says about a certificate. It is true where the certificate is accepted.

    Attributes:
        accepted: Whether the certificate shows what it claims.
        reason: Why it was rejected.
        limit: Of a rejected one, whether the reason is a limit of this check, so that it may be
            right.
        game: The game that it is about.
        rules: Its rules.
        attacker: The side that can force a win, or cannot.
        position: The root position.
        claim: ``"proved"`` or ``"disproved"``.
        records: How many records were checked.
        edges: How many moves they speak of.
        longest_line: The plies of the longest line of a proof.
        data: All that is known, as the command line prints it with ``verify --json``.
    """

    accepted: bool
    reason: str | None
    limit: bool | None
    game: str | None
    rules: str | None
    attacker: str | None
    position: str | None
    claim: str | None
    records: int | None
    edges: int | None
    longest_line: int | None
    data: Mapping[str, Any] = field(repr=False, compare=False)

    def __bool__(self) -> bool:
        return self.accepted

    def to_dict(self) -> dict[str, Any]:
        """All that is known as plain values."""
        return dict(self.data)


@dataclass(frozen=True)
class GameInfo:
    """A built-in game.

    Attributes:
        name: Its name.
        summary: One line about it.
        sides: The names of the two sides, the one that begins first.
        rules: The usual rules; empty where there is nothing to choose.
        rules_help: The rules that there are.
        position_help: The forms of positions.
        hints_help: The hints that can be given; empty where there are none.
        scores: The greatest score, the step between scores and what is counted, or None.
        record_forms: How names of files end that hold records of play.
    """

    name: str
    summary: str
    sides: tuple[str, str]
    rules: str
    rules_help: str
    position_help: str
    hints_help: str
    scores: tuple[int, int, str] | None
    record_forms: tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """An option of an algorithm.

    Attributes:
        name: Its name, with hyphens; as a keyword argument it has underscores.
        values: The values it takes, such as ``sum|weak`` or ``NUMBER``.
        default: The value when it is not given.
        help: What it does and where it comes from.
    """

    name: str
    values: str
    default: str
    help: str


@dataclass(frozen=True)
class Algorithm:
    """An algorithm.

    Attributes:
        name: Its name.
        summary: One line about it.
        source: Where it is described.
        options: Its options.
    """

    name: str
    summary: str
    source: str
    options: tuple[Option, ...]
