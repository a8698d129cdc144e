"""Pictures of positions as SVG, for notebooks.

`svg` draws a position of a built-in game from its canonical text, the one line that results name as
``position``. A picture brings its own background, so that it looks right on light and dark pages;
what is shown by a colour is also shown by a shape or a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isqrt
from typing import Final

from ._boards_shogi import shogi
from ._svg import INK, Picture

__all__ = ["svg"]

_CELL: Final = 40.0
_EDGE: Final = 24.0
_CAPTION: Final = 26.0


def svg(
    game: str,
    rules: str,
    position: str,
    *,
    size: int = 320,
    last_move: str | None = None,
    title: str | None = None,
) -> str | None:
    """The picture of a position as an SVG element, ``size`` CSS pixels wide.

    ``position`` is the canonical text. ``last_move`` is the move that led to it, in the notation of
    the game; it is marked where it names squares of the board, and else ignored. ``title`` is what
    a screen reader says and what a pointer that rests on the picture shows: left out, the game and
    who moves. ``rules`` are those that the position is played by; the boards of today look the same
    under all of them.

    None for a game that has no pictures, and for a text that is no canonical position of the game.
    The same arguments always give the same text.
    """
    draw = _DRAWINGS.get(game)
    if draw is None:
        return None
    drawn = draw(position.strip(), (last_move or "").strip())
    if drawn is None:
        return None
    picture, name, mover, description = drawn
    return picture.svg(size, title if title is not None else f"{name}: {mover}", description)


_Drawn = tuple[Picture, str, str, str]
"""A picture, the name of the game, who moves, and the board as text."""


def _square_board(side: int, background: str, lines: str) -> Picture:
    """An empty board of ``side`` by ``side`` squares, with a caption's room below."""
    width = side * _CELL + 2 * _EDGE
    picture = Picture(width, width + _CAPTION - 8)
    board = side * _CELL
    picture.rect(_EDGE, _EDGE, board, board, fill=background, stroke=lines, stroke_width=1.5)
    return picture


def _coordinates(picture: Picture, side: int, rows: list[str]) -> None:
    """Letters below and above the columns, and ``rows`` (from the top) beside them."""
    for at in range(side):
        middle = _EDGE + (at + 0.5) * _CELL
        letter = chr(ord("a") + at)
        picture.text(middle, _EDGE - 7, letter, 13)
        picture.text(middle, _EDGE + side * _CELL + 16, letter, 13)
        picture.text(_EDGE / 2, middle + 4.5, rows[at], 13)
        picture.text(picture.width - _EDGE / 2, middle + 4.5, rows[at], 13)


def _caption(picture: Picture, text: str, disc: str | None, size: float = 14) -> None:
    """Write the line at the foot of a picture; ``disc`` draws the mover's piece before it."""
    y = picture.height - 9
    if disc is None:
        picture.text(picture.width / 2, y, text, size)
        return
    # The width of the text is not known; an estimate moves both together and never over each other.
    left = picture.width / 2 - 0.27 * size * len(text)
    _disc(picture, left - 4, y - 5, 6, disc)
    picture.text(left + 8, y, text, size, text_anchor="start")


def _disc(picture: Picture, x: float, y: float, radius: float, side: str) -> None:
    """A black disc, or a white one with a ring on it."""
    if side == "black":
        picture.circle(x, y, radius, fill="#1b1a18", stroke="#000000", stroke_width=1)
    else:
        picture.circle(x, y, radius, fill="#ffffff", stroke="#3a3833", stroke_width=1.5)
        if radius > 8:
            picture.circle(x, y, radius * 0.62, fill="none", stroke="#8d897e", stroke_width=1.5)


def _loa(position: str, last_move: str) -> _Drawn | None:
    """Lines of Action: squares from a1, each ``x``, ``o`` or ``.``, and the side to move."""
    match = re.fullmatch(r"([xo.]+) ([xo])", position)
    side = isqrt(len(match[1])) if match else 0
    if match is None or side * side != len(match[1]) or side > 26:
        return None
    mover = "Black to move" if match[2] == "x" else "White to move"
    picture = _square_board(side, "#efe2c6", "#6d5c3d")
    for at in range(side * side):
        column, row = at % side, at // side
        if (column + row) % 2 == 0:
            x, y = _EDGE + column * _CELL, _EDGE + (side - 1 - row) * _CELL
            picture.rect(x, y, _CELL, _CELL, fill="#dcc79d")
    _coordinates(picture, side, [str(row) for row in range(side, 0, -1)])
    squares = re.fullmatch(r"([a-z])(\d+)[-x]([a-z])(\d+)", last_move)
    if squares:
        for letter, digits, mark in (
            (squares[1], squares[2], picture.came_from),
            (squares[3], squares[4], picture.went_to),
        ):
            column, row = ord(letter) - ord("a"), int(digits) - 1
            if column < side and 0 <= row < side:
                mark(_EDGE + column * _CELL, _EDGE + (side - 1 - row) * _CELL, _CELL)
    for at, piece in enumerate(match[1]):
        if piece != ".":
            x = _EDGE + (at % side + 0.5) * _CELL
            y = _EDGE + (side - 0.5 - at // side) * _CELL
            _disc(picture, x, y, 15, "black" if piece == "x" else "white")
    _caption(picture, mover, "black" if match[2] == "x" else "white")
    rows = [match[1][start : start + side] for start in range(0, side * side, side)]
    lines = [f"{side - at} {' '.join(row)}" for at, row in enumerate(reversed(rows))]
    letters = " ".join(chr(ord("a") + at) for at in range(side))
    text = "\n".join([*lines, f"  {letters}", "x is Black, o is White", mover])
    return picture, "Lines of Action", mover, text


def _othello(position: str, last_move: str) -> _Drawn | None:
    """Othello: squares from a1 at the top, each ``X``, ``O`` or ``-``, and the side to move."""
    match = re.fullmatch(r"([XO-]{64}) ([XO])", position)
    if match is None:
        return None
    mover = "Black to move" if match[2] == "X" else "White to move"
    if "-" not in match[1]:
        mover = "No empty square"
    picture = _square_board(8, "#3f8a68", "#12382a")
    for at in range(1, 8):
        along, end = _EDGE + at * _CELL, _EDGE + 8 * _CELL
        picture.line(along, _EDGE, along, end, "#12382a")
        picture.line(_EDGE, along, end, along, "#12382a")
    for column in (2, 6):
        for row in (2, 6):
            picture.circle(_EDGE + column * _CELL, _EDGE + row * _CELL, 3, fill="#12382a")
    _coordinates(picture, 8, [str(row) for row in range(1, 9)])
    for at, piece in enumerate(match[1]):
        if piece != "-":
            x, y = _EDGE + (at % 8 + 0.5) * _CELL, _EDGE + (at // 8 + 0.5) * _CELL
            _disc(picture, x, y, 16, "black" if piece == "X" else "white")
    square = re.fullmatch(r"([A-Ha-h])([1-8])", last_move)
    if square:
        x = _EDGE + (ord(square[1].lower()) - ord("a")) * _CELL
        y = _EDGE + (int(square[2]) - 1) * _CELL
        picture.rect(
            x + 2, y + 2, _CELL - 4, _CELL - 4, fill="none", stroke="#ffe9a8", stroke_width=3
        )
    black, white = match[1].count("X"), match[1].count("O")
    disc = None if "-" not in match[1] else "black" if match[2] == "X" else "white"
    _caption(picture, f"{mover} ({black} to {white})", disc)
    lines = [f"{row + 1} {' '.join(match[1][8 * row : 8 * row + 8])}" for row in range(8)]
    text = "\n".join(["  a b c d e f g h", *lines, "X is Black, O is White", mover])
    return picture, "Othello", mover, text


def _uttt(position: str, last_move: str) -> _Drawn | None:
    """Ultimate tic-tac-toe: the side, the global board, and nine local boards."""
    match = re.fullmatch(r"([XO]);([XO.#@]{9});((?:[XO.]{9}/){8}[XO.]{9})", position)
    if match is None:
        return None
    cell, gap = 28.0, 15.0
    pitch = 3 * cell + gap
    picture = Picture(3 * pitch + gap + 12, 3 * pitch + gap + 12 + _CAPTION - 12)
    boards = match[3].split("/")
    forced = match[2].find("@")
    winner = _line_of_three(match[2])
    for at, (state, board) in enumerate(zip(match[2], boards, strict=True)):
        x, y = gap + 6 + at % 3 * pitch, gap + 6 + at // 3 * pitch
        playable = state == "@" or (state == "." and forced < 0 and not winner)
        _local_board(picture, x, y, cell, board, state, "abcdefghi"[at], playable)
    names = re.fullmatch(r"([a-i])([a-i])", last_move)
    if names:
        at, inner = ord(names[1]) - ord("a"), ord(names[2]) - ord("a")
        x = gap + 6 + at % 3 * pitch + inner % 3 * cell
        picture.went_to(x, gap + 6 + at // 3 * pitch + inner // 3 * cell, cell)
    where = f"board {'abcdefghi'[forced]}" if forced >= 0 else "any open board"
    mover = f"{match[1]} to move in {where}"
    if winner or not set(match[2]) & set(".@"):
        mover = f"{winner} has won" if winner else "Drawn"
    _caption(picture, mover, None, 12.5)
    return picture, "Ultimate tic-tac-toe", mover, _uttt_text(match[2], boards, mover)


def _line_of_three(states: str) -> str:
    """Who has three boards in a line: ``X``, ``O``, or nobody, the empty text."""
    for a, b, c in ("012", "345", "678", "036", "147", "258", "048", "246"):
        one = states[int(a)]
        if one in "XO" and one == states[int(b)] == states[int(c)]:
            return one
    return ""


def _local_board(
    picture: Picture,
    x: float,
    y: float,
    cell: float,
    board: str,
    state: str,
    name: str,
    playable: bool,
) -> None:
    """One of the nine boards: its cells, its winner drawn over it, and a frame to play in."""
    side = 3 * cell
    over = state in "XO#"
    picture.rect(x, y, side, side, fill="#e4e0d6" if over else "#ffffff")
    for at in (1, 2):
        picture.line(x + at * cell, y, x + at * cell, y + side, "#8d897e")
        picture.line(x, y + at * cell, x + side, y + at * cell, "#8d897e")
    for at, mark in enumerate(board):
        across, down = x + (at % 3 + 0.5) * cell, y + (at // 3 + 0.5) * cell
        _mark(picture, across, down, 8, mark, "#a39e92" if over else INK, 2.5)
    frame = (INK, 4.0) if playable else ("#6b675e", 1.0)
    picture.rect(x, y, side, side, fill="none", stroke=frame[0], stroke_width=frame[1])
    if state in "XO":
        _mark(picture, x + side / 2, y + side / 2, side * 0.36, state, INK, 7)
    elif state == "#":
        left, right, middle = x + side * 0.2, x + side * 0.8, y + side / 2
        for shift in (-7, 7):
            picture.line(left, middle + shift, right, middle + shift, INK, 6)
    picture.text(x - 6.5, y + 9, name, 11, font_weight="bold")


def _mark(
    picture: Picture, x: float, y: float, radius: float, mark: str, stroke: str, width: float
) -> None:
    """An X or an O of tic-tac-toe; nothing for an empty cell."""
    if mark == "X":
        picture.cross(x, y, radius * 0.9, stroke, width)
    elif mark == "O":
        picture.circle(x, y, radius, fill="none", stroke=stroke, stroke_width=width)


def _uttt_text(states: str, boards: list[str], mover: str) -> str:
    """The nine boards as text, three side by side, with who has won which."""
    lines = []
    for top in (0, 3, 6):
        for row in (0, 3, 6):
            lines.append("  ".join(board[row : row + 3] for board in boards[top : top + 3]))
        lines.append("")
    won = [
        f"board {name} is drawn" if state == "#" else f"board {name} is won by {state}"
        for name, state in zip("abcdefghi", states, strict=True)
        if state in "XO#"
    ]
    return "\n".join([*lines[:-1], *won, mover])


_DRAWINGS: Final[dict[str, Callable[[str, str], _Drawn | None]]] = {
    "loa": _loa,
    "othello": _othello,
    "shogi": shogi,
    "uttt": _uttt,
}
