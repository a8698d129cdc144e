"""HTML for notebooks: a row of boards, the top of a proof tree, a table of results.

Every text is escaped, and every style is inline. Colours of text and background are those of the
page. Pictures are not escaped: the native part draws them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import islice
from typing import NamedTuple, Protocol

__all__ = ["Frame", "TreeNode", "row", "table", "tree"]

_LINE = "1px solid rgba(128,128,128,0.45)"
_MONO = "font-family:monospace;white-space:pre"


class Frame(NamedTuple):
    """One board of a row."""

    picture: str | None
    """An SVG element. None, if the game has no pictures, shows ``text`` instead."""
    text: str
    """The position as text."""
    caption: str
    """The text below the board, such as the number of the move and the move."""


class TreeNode(Protocol):
    """A position of a proof, as `tree` reads it; children are made on demand."""

    @property
    def move(self) -> str | None:
        """The move that leads to the position, or None at the root."""

    @property
    def position(self) -> str:
        """The position as text."""

    @property
    def size(self) -> int | None:
        """The number of positions of the proof from here on, this one included.

        None if a disproof leads back to an earlier position: as a tree it has no end then.
        """

    @property
    def is_answer(self) -> bool:
        """Whether the proof chooses the move; false for a move of the other side."""

    def children(self) -> Iterable[TreeNode]:
        """The positions after this one."""


def row(frames: Iterable[Frame], *, limit: int = 24) -> str:
    """Boards side by side with their captions, wrapped to the width of the page.

    At most ``limit`` boards are shown; a last line has the number of the others.
    Several boards are small, and scroll above a height of 420 pixels.
    """
    rest = iter(frames)
    shown = list(islice(rest, limit))
    parts = [_frame(frame if len(shown) == 1 else _small(frame)) for frame in shown]
    more = sum(1 for _ in rest)
    if more:
        parts.append(f'<div style="align-self:center;padding:4px">… {more:,} more</div>')
    style = "display:flex;flex-wrap:wrap;gap:8px;max-height:420px;overflow:auto"
    return f'<div style="{style}">{"".join(parts)}</div>'


_SMALL = 150
"""The width of a board among several, in pixels."""


def _small(frame: Frame) -> Frame:
    """The same with a small picture."""
    if frame.picture is None:
        return frame
    size = re.match(r'<svg [^>]*?width="(\d+)" height="(\d+)"', frame.picture)
    if size is None or int(size[1]) <= _SMALL:
        return frame
    height = round(int(size[2]) * _SMALL / int(size[1]))
    small = f'width="{_SMALL}" height="{height}"'
    begin, end = size.start(1) - len('width="'), size.end(2) + 1
    picture = frame.picture[:begin] + small + frame.picture[end:]
    return frame._replace(picture=picture)


def _frame(frame: Frame) -> str:
    """One board with its caption."""
    board = frame.picture or f'<div style="{_MONO}">{escape(frame.text)}</div>'
    return (
        '<figure style="margin:0;padding:4px;max-width:100%;overflow:auto">'
        f'{board}<figcaption style="text-align:center">{escape(frame.caption)}</figcaption>'
        "</figure>"
    )


def tree(node: TreeNode, depth: int = 3, width: int = 8) -> str:
    """The top of a proof tree as nested lists that open and close; open down to the first choice.

    ``depth`` is the number of levels below ``node``, ``width`` the maximum number of children of
    a position. A line in the list has the number of omitted children. Children are made down to
    ``depth`` only.
    """
    return f'<div style="max-width:100%;overflow:auto">{_node(node, depth, width, True)}</div>'


def _node(node: TreeNode, depth: int, width: int, is_open: bool) -> str:
    """A position with the lists below it."""
    head, size = _summary(node), node.size
    if size is not None and size <= 1:
        return f'<div style="margin-left:1.1em">{head}</div>'
    if depth <= 0:
        note = "… more below" if size is None else f"… {_positions(size - 1)} below"
        return f'<div style="margin-left:1.1em">{head} <small>{note}</small></div>'
    children = list(node.children())
    # An only move is opened at once: otherwise the list would be a single line.
    is_only = is_open and len(children) == 1
    parts = [_node(child, depth - 1, width, is_only) for child in children[:width]]
    more = len(children) - width
    if more > 0:
        text = f"… {more:,} more move{'' if more == 1 else 's'}"
        parts.append(f'<div style="margin-left:1.1em">{text}</div>')
    inner = f'<div style="margin-left:0.5em;padding-left:0.6em;border-left:{_LINE}">'
    opened = ' open="open"' if is_open else ""
    return f"<details{opened}><summary>{head}</summary>{inner}{''.join(parts)}</div></details>"


def _summary(node: TreeNode) -> str:
    """The move of a node, whether it is an answer, its size, and its position as a tooltip."""
    position = escape(node.position)
    if node.move is None:
        move = f"<code>{position}</code>"
    else:
        word = "answer" if node.is_answer else "reply"
        move = f'<strong title="{position}">{escape(node.move)}</strong> <small>{word}</small>'
    size = "" if node.size is None else f" <small>{_positions(node.size)}</small>"
    return f"{move}{size}"


def _positions(count: int) -> str:
    """A number of positions in words."""
    return f"{count:,} position{'' if count == 1 else 's'}"


def table(rows: Sequence[Mapping[str, object]], *, limit: int = 100) -> str:
    """A table with one row for each mapping and a column for each key, in order of appearance.

    At most ``limit`` rows are shown; a last one has the number of the others. None is an empty
    cell; numbers are aligned to the right.
    """
    columns = list(dict.fromkeys(name for each in rows for name in each))
    head = "".join(
        f'<th style="text-align:left;padding:2px 8px;border-bottom:{_LINE}">{escape(name)}</th>'
        for name in columns
    )
    body = [
        f"<tr>{''.join(_cell(each.get(name)) for name in columns)}</tr>" for each in rows[:limit]
    ]
    if len(rows) > limit:
        span = max(1, len(columns))
        body.append(f'<tr><td colspan="{span}">… {len(rows) - limit:,} more</td></tr>')
    return (
        '<div style="max-width:100%;overflow:auto"><table style="border-collapse:collapse">'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _cell(value: object) -> str:
    """A cell of a table."""
    style = "padding:2px 8px;text-align:left"
    if value is None:
        text = ""
    elif isinstance(value, bool):
        text = "yes" if value else "no"
    elif isinstance(value, int):
        text, style = f"{value:,}", "padding:2px 8px;text-align:right"
    elif isinstance(value, float):
        text, style = f"{value:,.3f}", "padding:2px 8px;text-align:right"
    elif isinstance(value, (list, tuple)):
        text = " ".join(map(str, value))
    else:
        text = str(value)
    return f'<td style="{style}">{escape(text)}</td>'
