"""Chomp in the browser: a game with a drawn board, questions about it, and their proofs."""

import shomei

Position = tuple[tuple[int, ...], int]


class Chomp:  # The heights of the columns, and the side to move. The lower left square is poison.
    name = "chomp"
    sides = ("left", "right")
    can_repeat = False
    start = ((3, 3, 3, 3), 0)

    def to_move(self, p: Position) -> int:
        return p[1]

    def moves(self, p: Position) -> list[tuple[int, int]]:
        return [(x, y) for x, height in enumerate(p[0]) for y in range(height)]

    def play(self, p: Position, move: tuple[int, int]) -> Position:
        x, y = move
        return p[0][:x] + tuple(min(height, y) for height in p[0][x:]), 1 - p[1]

    def winner(self, p: Position) -> int | None:
        return p[1] if sum(p[0]) == 0 else None

    def format(self, p: Position) -> str:
        return f"{'/'.join(map(str, p[0]))} {self.sides[p[1]]}"

    def parse(self, text: str) -> Position:
        columns, side = text.split()
        position = tuple(map(int, columns.split("/"))), self.sides.index(side)
        if len(position[0]) != 4 or not all(0 <= height <= 3 for height in position[0]):
            raise ValueError("expected four heights of at most 3 and a side, as in 3/3/3/3 left")
        return position

    def format_move(self, p: Position, move: tuple[int, int]) -> str:
        return "abcd"[move[0]] + str(move[1] + 1)

    def grid(self, p: Position) -> list[list[tuple[str, str]]]:
        return [
            [("", "#7b4a2d" if height > y else "#f4ecd8") for height in p[0]] for y in (2, 1, 0)
        ]


if __name__ == "__main__":
    with shomei.serve(Chomp()) as server:
        print(server.address, flush=True)
        server.wait()
