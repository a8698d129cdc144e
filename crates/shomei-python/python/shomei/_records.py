"""Records of play: read, made, and written in the forms of other programs."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

from . import _shomei
from ._games import Position, as_game, as_text

__all__ = ["Branch", "Loss", "Record", "read_record"]


@dataclass(frozen=True)
class Loss:
    """What a form cannot express of a record.

    Attributes:
        kind: Which kind of thing, such as ``"branches"``.
        count: How many of it.
        first: The first: a move, a word, the first line of a comment, or a name.
        message: All of that in words.
    """

    kind: str
    count: int
    first: str
    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Branch:
    """Another way to play, in place of a part of the main line of a record.

    Attributes:
        at: How many moves of the main line are played before it: 0 replaces the first move.
        moves: The moves in place of those of the main line.
        comment: What is said of it: one or several lines of text.
        comments: What is said of later moves: how many moves of the branch are played, and the
            text. One more than there are moves is the end.
        ending: How it ends: see :class:`Record`.
    """

    at: int
    moves: tuple[str, ...]
    comment: str = ""
    comments: tuple[tuple[int, str], ...] = ()
    ending: str = ""


@dataclass(frozen=True)
class Record:
    """A record of play.

    Attributes:
        position: The position that it begins with: the question, if it is of a problem.
        moves: The moves of its main line.
        headers: Author, title and so on: names and what they say, in the order of the file.
        comment: What is said of all of it: one or several lines of text.
        comments: What is said of moves of the main line: how many moves are played, and the text.
            One more than there are moves is the end.
        ending: How the main line ends: ``"won"`` if the goal is reached, in a problem of mate
            mate; ``"failed"`` if it cannot be reached; else the word that records of the game
            have for it, such as ``"投了"``; empty if nothing is said.
        branches: Other lines, each in place of a part of the main line.
        warnings: What is odd about the file that was read. Nothing of it is written.
    """

    position: Position
    moves: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    comment: str = ""
    comments: tuple[tuple[int, str], ...] = ()
    ending: str = ""
    branches: tuple[Branch, ...] = ()
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def to_bytes(self, form: str) -> bytes:
        """The record as a file.

        Args:
            form: How the name of such a file ends, such as ``"kif"``: see ``record_forms`` of
                :func:`shomei.games`.

        Raises:
            InputError: When the game has no such form, or a move is not legal.
        """
        return _shomei.write_record(self.position, self, as_text("form", form))

    def losses(self, form: str) -> tuple[Loss, ...]:
        """What a form cannot express of the record, such as branches.

        Args:
            form: See :meth:`to_bytes`.

        Raises:
            InputError: When the game has no such form, or a move is not legal.
        """
        told = json.loads(_shomei.losses(self.position, self, as_text("form", form)))
        return tuple(Loss(**loss) for loss in told)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Writes it to a file, in one step, in the form that the name of the file ends with.

        Args:
            path: The file. A record that shomei wrote is replaced if its main line is that of this
                record, or begins it.
            force: Whether any other file is replaced, too.

        Returns:
            The path.

        Raises:
            InputError: When the game has no such form, or a move is not legal.
            FileExistsError: When something else is there.
            OSError: When it cannot be written.
        """
        data = self.to_bytes(Path(path).suffix[1:].lower())
        _shomei.write(path, _shomei.Purpose.record(self.position, data), data, force)
        return Path(path)


def read_record(game: object, record: str | os.PathLike[str] | bytes, *, rules: str = "") -> Record:
    """Reads a record of play as other programs write it, whatever its form.

    Args:
        game: The name of a built-in game.
        record: The file, or its bytes.
        rules: The rules of the game.

    Returns:
        The position that it begins with, its moves and branches, and what it says of them.

    Raises:
        InputError: When it is no record; the place says where.
        OSError: When the file cannot be read.
    """
    data = record if isinstance(record, bytes) else Path(record).read_bytes()
    found = _shomei.read_record(as_game(game, rules), data)
    branches = [
        Branch(at, tuple(moves), comment, tuple(comments), ending)
        for at, moves, comment, comments, ending in found["branches"]
    ]
    return Record(
        position=found["position"],
        moves=tuple(found["moves"]),
        headers=tuple(found["headers"]),
        comment=found["comment"],
        comments=tuple(found["comments"]),
        ending=found["ending"],
        branches=tuple(branches),
        warnings=tuple(found["warnings"]),
    )
