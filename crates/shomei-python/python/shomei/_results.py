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
    """The result for one move.

    Attributes:
        move: The move: a text, or an object of a game of your own.
        value: The value of the move for the side that plays it: ``"win"``, ``"draw"`` or
            ``"loss"``. None if it is unknown, or if the question named an attacker.
        answer: If the question named an attacker: whether that side can force a win after the
            move; else None.
        line: A line of play that begins with the move.
        nodes: The nodes searched for this move.
        seconds: The time for this move.
        stopped_by: The limit that ended the search for this move early, else None.
        score: With ``scores=True``: the score of the side that plays the move; None if unknown.
        score_bounds: With ``scores=True``: the least and the greatest possible score.
        length: With ``shortest=True``: the plies of the shortest known win after the move, the
            move included; None if there is no win.
        length_proven: Whether no win is shorter; None if there is no length.
        line_may_be_longer: Whether the loser may have a longer defence than that of the line,
            because the full table has lost some lengths.
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

    def __str__(self) -> str:
        """The result in words, such as ``win in 5 plies`` or ``score +4``."""
        return self._text({})

    def _text(self, words: Mapping[str, str]) -> str:
        """The result, with these words for values."""
        if self.score is not None:
            return f"score {self.score:+}"
        if self.score_bounds is not None:
            low, high = self.score_bounds
            return f"score between {low:+} and {high:+}"
        known = self.value or self.answer or "unknown"
        text = words.get(known, known)
        if self.length is None:
            return text
        return f"{text} in {'' if self.length_proven else 'at most '}{_plies(self.length)}"

    def to_dict(self) -> dict[str, Any]:
        """The attributes and their values."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, repr=False)
class Result:
    """The answer to a question about a position.

    Moves are texts; those of a game of your own are its objects. A field that the question did
    not ask for is None or empty.

    Attributes:
        answer: ``"proved"``, ``"disproved"`` or ``"unknown"``: whether the attacker can force the
            ``goal``. If a value needs several questions, this is the one that decided.
        goal: The goal of the attacker in words, such as ``"black wins"``.
        attacker: The name of the side that must reach the goal.
        value: ``"win"``, ``"draw"`` or ``"loss"`` for the side to move; None if unknown.
        score: The score of the side to move, in units of the game (discs); None if unknown.
        score_bounds: The least and the greatest possible score.
        moves: The results for the moves, the best move first.
        line: The moves of a line of play for the answer; empty if there is none.
        line_complete: Whether the line ends with the end of the game, or with the first
            repetition of a disproof. None if there is no line.
        length: The plies of the shortest known win.
        length_proven: Whether no win is shorter.
        nodes: The expanded nodes plus the nodes of the game's own search of small positions.
        seconds: The time of the searches.
        stopped_by: The limit that ended the search without an answer: ``"nodes"``, ``"time"``,
            ``"memory"`` or ``"interrupt"``; else None.
        certificates: The certificates, that of the deciding question first. A draw, a score and a
            shortest win need two. Empty if they are in a bundle.
        problems: Errors that did not change the answer, in words.
        data: All fields, as the command line prints them with ``--json``.
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

        The full table has lost some lengths: with more memory a longer defence may be found.
        """
        return bool(self.data.get("line_may_be_longer"))

    @property
    def outcome(self) -> str | None:
        """The side that has won, or ``"draw"``, if the game is over; else None."""
        return self.data.get("outcome")

    @property
    def over(self) -> str | None:
        """Why there is no legal move, if that depends on the question, as in tsume-shogi."""
        return self.data.get("over")

    @property
    def without_wasted_drops(self) -> Mapping[str, Any] | None:
        """The shortest win without wasted drops, under rules that leave them out.

        A mapping with ``length``, ``length_proven``, ``length_at_least``, ``line`` and
        ``stopped_by``; None if the length of the shortest win is unknown.
        """
        return self.data.get("counted")

    @property
    def other_solutions(self) -> Mapping[str, Any] | None:
        """The other solutions, if the question asked for them and there is a win.

        A mapping with ``verdict``, ``others``, ``open`` and ``surplus``, as in ``to_dict()``.
        """
        return self.data.get("yozume")

    @property
    def refutation(self) -> Mapping[str, Any] | None:
        """The defender's answers, if the question asked for them and there is no win."""
        return self.data.get("refutation")

    @property
    def cluster(self) -> Mapping[str, Any] | None:
        """Figures of a search on many machines, else None: see ``shomei.cluster``."""
        return self.data.get("cluster")

    def to_dict(self) -> dict[str, Any]:
        """All fields of the command line's ``--json``, as plain values."""
        return copy.deepcopy(dict(self.data))

    def positions(self) -> Iterator[tuple[Any, Position]]:
        """Each move of the line, with the position after it."""
        position = self.root
        for move in self.line:
            position = position.play(move)
            yield move, position

    def __str__(self) -> str:
        return "\n".join([self._summary(), *_rows(self.moves, self._words())])

    def _words(self) -> Mapping[str, str]:
        """The words for values: those of tsume-shogi under its rules."""
        game, rules = self.data.get("game"), str(self.data.get("rules"))
        return _OF_TSUME if game == "shogi" and rules.startswith("tsume") else {}

    def _summary(self) -> str:
        """The answer on one line."""
        parts = [self._headline()]
        if self.length is not None:
            known = "" if self.length_proven else "at most "
            parts.append(f"{known}{_plies(self.length)}")
        if self.line:
            # As texts: the moves of a user's game may be indices of a list.
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
            return self._words().get(self.value, self.value)
        if self.answer == "unknown":
            why = f", stopped by {self.stopped_by}" if self.stopped_by else ""
            return f"unknown whether {self.goal}{why}"
        if self.answer == "proved":
            return f"proved: {self.goal}"
        return f"disproved: {self.attacker} cannot force a win"

    def __repr__(self) -> str:
        words = self._words()
        first = self.moves[:_REPR_MOVES]
        moves = ", ".join(f"{move.move} {move._text(words)}" for move in first)
        more = ", ..." if len(self.moves) > _REPR_MOVES else ""
        shown = f"; moves: {moves}{more}" if moves else ""
        return f"<Result {self._summary()}{shown}>"

    def _repr_html_(self) -> str:
        from ._notebook import result_html

        return result_html(self)


_REPR_MOVES = 8
"""The most moves in the short form of a result."""


_OF_TSUME = {"win": "mate", "draw": "no mate", "loss": "mated"}
"""The words of tsume-shogi for values."""


def _rows(moves: tuple[MoveResult, ...], words: Mapping[str, str]) -> list[str]:
    """One line for each move: its name, its result, and the line of play."""
    names = [str(move.move) for move in moves]
    texts = [move._text(words) for move in moves]
    width = max(map(len, names), default=0)
    wide = max(map(len, texts), default=0)
    lines = [" ".join(map(str, move.line[1:])) for move in moves]
    rows = zip(names, texts, lines, strict=True)
    return [f"  {name:{width}}  {text:{wide}}  {line}".rstrip() for name, text, line in rows]


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count:,} plies"


@dataclass(frozen=True)
class Verdict:
    """The result of a check. Its truth value is ``accepted``.

    Attributes:
        accepted: Whether the certificate shows what it claims.
        reason: Why it was rejected.
        limit: Whether a limit of this check is the reason for the rejection; the certificate may
            then be correct. None if it is accepted.
        game: The name of the game.
        rules: The rules.
        attacker: The side that the claim is about.
        position: The root position.
        claim: ``"proved"`` or ``"disproved"``.
        plies: The number of plies within which the attacker wins, or cannot win; None: any number.
        records: The number of checked records.
        edges: The number of moves in these records.
        longest_line: The plies of the longest line of a proof.
        data: All fields, as the command line prints them with ``verify --json``.
    """

    accepted: bool
    reason: str | None
    limit: bool | None
    game: str | None
    rules: str | None
    attacker: str | None
    position: str | None
    claim: str | None
    plies: int | None
    records: int | None
    edges: int | None
    longest_line: int | None
    data: Mapping[str, Any] = field(repr=False, compare=False)

    def __bool__(self) -> bool:
        return self.accepted

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain values."""
        return dict(self.data)


@dataclass(frozen=True)
class GameInfo:
    """A built-in game.

    Attributes:
        name: The name of the game.
        summary: A description on one line.
        sides: The names of the two sides; the side that begins comes first.
        rules: The usual rules; empty if there is only one set.
        rules_help: The rules that can be chosen.
        position_help: The forms of positions.
        hints_help: The hints that can be set; empty if there are none.
        scores: The greatest score, the step between scores and the counted unit, or None.
        record_forms: The file name extensions of the forms of records.
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
        name: The name, with hyphens; as a keyword argument it has underscores.
        values: The possible values, such as ``sum|weak`` or ``NUMBER``.
        default: The default value.
        help: What the option does, with its source.
    """

    name: str
    values: str
    default: str
    help: str


@dataclass(frozen=True)
class Algorithm:
    """An algorithm.

    Attributes:
        name: The name of the algorithm.
        summary: A description on one line.
        source: The publication that describes the algorithm.
        options: The options of the algorithm.
    """

    name: str
    summary: str
    source: str
    options: tuple[Option, ...]
