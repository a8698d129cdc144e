"""Pictures of shogi positions: kanji on pieces that point at the other side."""

from __future__ import annotations

import re
from typing import Final

from ._svg import INK, Picture

_KANJI: Final = {
    "P": "歩",
    "L": "香",
    "N": "桂",
    "S": "銀",
    "G": "金",
    "B": "角",
    "R": "飛",
    "K": "玉",
    "+P": "と",
    "+L": "杏",
    "+N": "圭",
    "+S": "全",
    "+B": "馬",
    "+R": "龍",
}
_MINCHO: Final = (
    "'Noto Serif CJK JP', 'Noto Serif JP', 'Hiragino Mincho ProN', 'Yu Mincho', 'MS Mincho', serif"
)
_WIDTH: Final = 36.0
_HEIGHT: Final = 39.0
_HAND: Final = 70.0
_LEFT: Final = _HAND + 4
_TOP: Final = 24.0
_ORDER: Final = "RBGSNLP"

_Drawn = tuple[Picture, str, str, str]


def shogi(position: str, last_move: str) -> _Drawn | None:
    """The picture of an SFEN, the name of the game, who moves, and the board as text; or None."""
    match = re.fullmatch(r"(\S+) ([bw]) (-|(?:\d*[PLNSGBRplnsgbr])+)(?: \d+)?", position)
    board = _board(match[1]) if match else None
    if match is None or board is None:
        return None
    black, white = _hands(match[3])
    mover = "Black to move" if match[2] == "b" else "White to move"
    width, height = _LEFT + 9 * _WIDTH + 22 + _HAND, _TOP + 9 * _HEIGHT + 32
    picture = Picture(width, height)
    _empty_board(picture)
    _mark_move(picture, last_move)
    for row, pieces in enumerate(board):
        for column, piece in enumerate(pieces):
            if piece:
                x, y = _LEFT + (column + 0.5) * _WIDTH, _TOP + (row + 0.5) * _HEIGHT
                _piece(picture, x, y, piece)
    _hand(picture, _HAND / 2, white, "White", ahead=match[2] == "w")
    _hand(picture, width - _HAND / 2, black, "Black", ahead=match[2] == "b")
    picture.text(_LEFT + 4.5 * _WIDTH, height - 10, mover, 14)
    return picture, "Shogi", mover, _text(board, black, white, mover)


def _board(text: str) -> list[list[str]] | None:
    """The nine rows of an SFEN from the top, each of nine pieces, empty for none; or None."""
    rows = []
    for part in text.split("/"):
        row: list[str] = []
        for word in re.findall(r"\+?[A-Za-z]|[1-9]|.", part):
            if word in "123456789":
                row += [""] * int(word)
            elif word.upper() in _KANJI:
                row.append(word)
            else:
                return None
        rows.append(row)
    return rows if len(rows) == 9 and all(len(row) == 9 for row in rows) else None


def _hands(text: str) -> tuple[dict[str, int], dict[str, int]]:
    """How many pieces of each kind Black and White hold."""
    black: dict[str, int] = {}
    white: dict[str, int] = {}
    for count, letter in re.findall(r"(\d*)([A-Za-z])", text):
        hand = black if letter.isupper() else white
        hand[letter.upper()] = hand.get(letter.upper(), 0) + int(count or 1)
    return black, white


def _empty_board(picture: Picture) -> None:
    """The board, its lines and dots, with files above and ranks on the right."""
    width, height = 9 * _WIDTH, 9 * _HEIGHT
    picture.rect(_LEFT, _TOP, width, height, fill="#f0d9a4", stroke=INK, stroke_width=2)
    for at in range(9):
        x, y = _LEFT + at * _WIDTH, _TOP + at * _HEIGHT
        if at:
            picture.line(x, _TOP, x, _TOP + height, "#5b4a2c", 0.8)
            picture.line(_LEFT, y, _LEFT + width, y, "#5b4a2c", 0.8)
        picture.text(x + _WIDTH / 2, _TOP - 7, str(9 - at), 13)
        picture.text(_LEFT + width + 11, y + _HEIGHT / 2 + 4.5, "abcdefghi"[at], 13)
    for column in (3, 6):
        for row in (3, 6):
            picture.circle(_LEFT + column * _WIDTH, _TOP + row * _HEIGHT, 2.5, fill="#5b4a2c")


def _mark_move(picture: Picture, move: str) -> None:
    """Mark the squares of a move in USI: the one it left dashed, the one it reached solid."""
    match = re.fullmatch(r"(?:([1-9])([a-i])|[PLNSGBR]\*)([1-9])([a-i])\+?", move)
    if match is None:
        return

    def corner(file: str, rank: str) -> tuple[float, float]:
        return _LEFT + (9 - int(file)) * _WIDTH, _TOP + (ord(rank) - ord("a")) * _HEIGHT

    if match[1]:
        x, y = corner(match[1], match[2])
        picture.rect(
            x + 2.5,
            y + 2.5,
            _WIDTH - 5,
            _HEIGHT - 5,
            fill="none",
            stroke="#b3261e",
            stroke_width=1.8,
            stroke_dasharray="4 3",
        )
    x, y = corner(match[3], match[4])
    picture.rect(x, y, _WIDTH, _HEIGHT, fill="#e6b35c", stroke="#b3261e", stroke_width=3)


def _piece(picture: Picture, x: float, y: float, piece: str) -> None:
    """A piece with its centre at a point; White's (small letters) stand on their heads."""
    turned: dict[str, str] = {}
    if piece.islower():
        turned["transform"] = f"rotate(180 {x:g} {y:g})"
    points = ((0, -17), (11.5, -12.5), (14.5, 16), (-14.5, 16), (-11.5, -12.5))
    picture.add(
        "polygon",
        None,
        points=" ".join(f"{x + dx:g},{y + dy:g}" for dx, dy in points),
        fill="#fdf3d6",
        stroke="#6b5330",
        stroke_width=1,
        **turned,
    )
    kanji = "王" if piece == "k" else _KANJI[piece.upper()]
    picture.text(
        x,
        y + 9,
        kanji,
        22,
        font_family=_MINCHO,
        fill="#a3121f" if piece.startswith("+") else INK,
        **turned,
    )


def _hand(picture: Picture, x: float, hand: dict[str, int], name: str, *, ahead: bool) -> None:
    """A hand beside the board: White's from the top, Black's up from the foot."""
    white = name == "White"
    bottom = _TOP + 9 * _HEIGHT
    picture.text(
        x, _TOP + 11 if white else bottom - 3, name, 13, font_weight="bold" if ahead else "normal"
    )
    held = [letter for letter in _ORDER if hand.get(letter)]
    if not held:
        picture.text(x, _TOP + 34 if white else bottom - 26, "–", 16)
    for at, letter in enumerate(held):
        y = _TOP + 40 + at * 42 if white else bottom - 38 - (len(held) - 1 - at) * 42
        _piece(picture, x - (12 if hand[letter] > 1 else 0), y, letter.lower() if white else letter)
        if hand[letter] > 1:
            picture.text(x + 6, y + 6, f"×{hand[letter]}", 14, text_anchor="start")


def _text(board: list[list[str]], black: dict[str, int], white: dict[str, int], mover: str) -> str:
    """The board and the hands as text, as the program shows them."""

    def hand(pieces: dict[str, int]) -> str:
        words = [f"{pieces[letter]}{letter}" for letter in _ORDER if pieces.get(letter)]
        return " ".join(words) or "-"

    rows = [
        " ".join(f"{piece or '.':>2}" for piece in row) + f"  {'abcdefghi'[at]}"
        for at, row in enumerate(board)
    ]
    files = " ".join(f"{file:>2}" for file in range(9, 0, -1))
    hands = [f"Black in hand: {hand(black)}", "capitals are Black, + is promoted", mover]
    return "\n".join([f"White in hand: {hand(white)}", files, *rows, *hands])
