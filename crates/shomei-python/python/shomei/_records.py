"""Records of play: reading, making, and writing them in the forms of other programs."""

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
    """A part of a record that a form cannot express.

    Attributes:
        kind: The kind of the lost parts, such as ``"branches"``.
        count: The number of lost parts of this kind.
        first: The first of them: a move, a word, the first line of a comment, or a name.
        message: All of this in words.
    """

    kind: str
    count: int
    first: str
    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Branch:
    """A branch: moves that replace a part of the main line of a record.

    Attributes:
        at: The number of moves of the main line before the branch: 0 replaces the first move.
        moves: The moves of the branch.
        comment: The comment on the branch: one or several lines of text.
        comments: The comments on its moves: pairs of the number of played moves and the text. The
            number of all moves plus 1 means the end.
        ending: The end of the branch: see :class:`Record`.
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
        position: The position at the beginning; in the record of a problem, the problem.
        moves: The moves of the main line.
        headers: Pairs of name and text, such as author and title, in the order of the file.
        comment: The comment on the whole record: one or several lines of text.
        comments: The comments on moves of the main line: pairs of the number of played moves and
            the text. The number of all moves plus 1 means the end.
        ending: The end of the main line: ``"won"`` if the goal is reached (in tsume-shogi: mate),
            ``"failed"`` if it cannot be reached, else the word that records of the game use, such
            as ``"投了"``. Empty if the record has no end.
        branches: Other lines, each in place of a part of the main line.
        warnings: Oddities of the file that was read. They are not written.
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
            form: The file name extension of the form, such as ``"kif"``: see ``record_forms`` of
                :func:`shomei.games`.

        Raises:
            InputError: If the game has no such form, or if a move is not legal.
        """
        return _shomei.write_record(self.position, self, as_text("form", form))

    def losses(self, form: str) -> tuple[Loss, ...]:
        """Lists the parts of the record that a form cannot express, such as branches.

        Args:
            form: See :meth:`to_bytes`.

        Raises:
            InputError: If the game has no such form, or if a move is not legal.
        """
        losses = json.loads(_shomei.losses(self.position, self, as_text("form", form)))
        return tuple(Loss(**loss) for loss in losses)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Writes the record to a file, in the form of its file name extension.

        The file gets its name when it is complete.

        Args:
            path: The file. A record that shomei wrote is replaced if its main line is that of this
                record or the beginning of it.
            force: Whether any other file may be replaced, too.

        Returns:
            The path.

        Raises:
            InputError: If the game has no such form, or if a move is not legal.
            FileExistsError: If another file exists there.
            OSError: If the file cannot be written.
        """
        data = self.to_bytes(Path(path).suffix[1:].lower())
        _shomei.write(path, _shomei.Purpose.record(self.position, data), data, force)
        return Path(path)


def read_record(game: object, record: str | os.PathLike[str] | bytes, *, rules: str = "") -> Record:
    """Reads a record of play of another program. The form is recognised by the content.

    Args:
        game: The name of a built-in game.
        record: The file, or its bytes.
        rules: The rules of the game.

    Returns:
        The record, with its position, moves, branches, headers and comments.

    Raises:
        InputError: If the data is not a valid record. ``place`` has the place of the error.
        OSError: If the file cannot be read.
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
