"""Connect four: connect_four.py 5x4, then in a fresh process connect_four.py 5x4 c5x4.*.proof."""

import sys

import shomei


class ConnectFour:  # A position: the mover's stones, all stones. A column is a row of bits.
    can_repeat = False
    start = (0, 0)

    def __init__(self, width: int, height: int) -> None:
        self.rules, self.height = f"{width}x{height}", height
        self.floors = [1 << column * (height + 1) for column in range(width)]
        self.tops = [floor << height - 1 for floor in self.floors]

    def to_move(self, p: tuple[int, int]) -> int:
        return p[1].bit_count() & 1

    def moves(self, p: tuple[int, int]) -> list[int]:
        return [column for column, top in enumerate(self.tops) if not p[1] & top]

    def play(self, p: tuple[int, int], column: int) -> tuple[int, int]:
        return p[0] ^ p[1], p[1] | p[1] + self.floors[column]

    def winner(self, p: tuple[int, int]) -> int | str | None:
        theirs = p[0] ^ p[1]
        for way in (1, self.height, self.height + 1, self.height + 2):
            if (pairs := theirs & theirs >> way) & pairs >> 2 * way:
                return 1 - self.to_move(p)
        return None if self.moves(p) else shomei.DRAW


size, *files = sys.argv[1:] or ["4x4"]
game = ConnectFour(*map(int, size.split("x")))
for file in files:
    print(f"{file} accepted: {shomei.check(file, game=game).records:,} records")
if not files:
    print(shomei.check_game(game), shomei.value(game, certificate=f"c{size}.proof"), sep="\n")
