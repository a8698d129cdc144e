"""What notebooks show of results and certificates."""

from __future__ import annotations

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
    """The answer in words, and its line as a row of boards; the moves, where they were asked."""
    parts = [f"<div>{escape(str(result))}</div>"]
    if result.moves:
        has_lengths = any(move.length is not None for move in result.moves)
        rows = [
            {
                "move": move.move,
                "value": move.value or move.answer or "unknown",
                **({"plies": _length(move)} if has_lengths else {}),
                "nodes": move.nodes,
                "line": " ".join(str(each) for each in move.line),
            }
            for move in result.moves
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
    return _html.Frame(picture, position.diagram, caption)


def certificate_html(certificate: Certificate) -> str:
    """What is claimed, the root position, and the top of the proof as a tree."""
    root = certificate.root
    frame = _frame(root.position, None, "")
    # Where there is no picture, the first line of the tree says the position already.
    shown = "" if frame.picture is None else _html.row([frame])
    claim = escape(repr(certificate).strip("<>"))
    tree = _html.tree(_Shown(root, is_answer=False))
    note = "not checked here: see Certificate.check()"
    return f"<div>{claim} ({note})</div>{shown}{tree}"


class _Shown:
    """A node as the tree draws it."""

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
