"""HTML of results and certificates for notebooks."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from . import _html
from ._shomei import board_svg

if TYPE_CHECKING:
    from ._certificates import Certificate, Node
    from ._games import Position
    from ._results import MoveResult, Result

__all__ = ["certificate_html", "result_html"]

_BOARDS = 12


def result_html(result: Result) -> str:
    """The answer in words, its line as a row of boards, and the table of moves if there is one."""
    parts = [f"<div>{escape(str(result).splitlines()[0])}</div>"]
    if result.moves:
        has_lengths = any(move.length is not None for move in result.moves)
        words = result._words()
        values = [move.value or move.answer or "unknown" for move in result.moves]
        rows = [
            {
                "move": move.move,
                "value": words.get(value, value),
                **({"plies": _length(move)} if has_lengths else {}),
                "nodes": move.nodes,
                "line": " ".join(str(each) for each in move.line),
            }
            for move, value in zip(result.moves, values, strict=True)
        ]
        parts.append(_html.table(rows))
    parts.append(_html.row(_frames(result), limit=_BOARDS))
    return "".join(parts)


def _length(move: MoveResult) -> str:
    if move.length is None:
        return ""
    return str(move.length) if move.length_proven else f"at most {move.length}"


def _frames(result: Result) -> Iterator[_html.Frame]:
    yield _frame(result.root, None, "")
    for number, (move, position) in enumerate(result.positions(), 1):
        yield _frame(position, str(move), f"{number}. {move}")


def _frame(position: Position, move: str | None, caption: str) -> _html.Frame:
    game = position.game
    text = position.text
    picture = board_svg(game.name, game.rules, text, move)
    return _html.Frame(picture or _own_picture(position), position.diagram, caption)


def _own_picture(position: Position) -> str | None:
    """The picture that a game of one's own draws, as an image: no script in it is run."""
    svg = position._repr_svg_()
    if svg is None:
        return None
    data = b64encode(svg.encode("utf-8", "replace")).decode()
    return f'<img alt="{escape(position.text)}" src="data:image/svg+xml;base64,{data}">'


def certificate_html(certificate: Certificate) -> str:
    """The claim, the root position, and the top of the proof as a tree."""
    root = certificate.root
    frame = _frame(root.position, None, "")
    # Without a picture, the first line of the tree already has the position.
    shown = "" if frame.picture is None else _html.row([frame])
    claim = escape(repr(certificate).strip("<>"))
    tree = _html.tree(_Shown(root, is_answer=False))
    note = "not checked here: see Certificate.check()"
    return f"<div>{claim} ({note})</div>{shown}{tree}"


class _Shown:
    """A node in the form that `_html.tree` draws."""

    def __init__(self, node: Node, *, is_answer: bool) -> None:
        self._node = node
        self.move = node.move
        self.is_answer = is_answer

    @property
    def position(self) -> str:
        return self._node.position.text

    @property
    def size(self) -> int | None:
        size = self._node.size
        return 1 if size is None else size.as_tree

    def children(self) -> Iterable[_Shown]:
        is_answer = self._node.says == "choice"
        return [_Shown(child, is_answer=is_answer) for child in self._node.children()]
