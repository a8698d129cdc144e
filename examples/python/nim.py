import shomei


class Nim:  # Take one, two or three matches; the last one wins.
    def to_move(self, p: tuple[int, int]) -> int:
        return p[1]

    def moves(self, p: tuple[int, int]) -> list[int]:
        return [n for n in (1, 2, 3) if n <= p[0]]

    def play(self, p: tuple[int, int], n: int) -> tuple[int, int]:
        return p[0] - n, 1 - p[1]

    def winner(self, p: tuple[int, int]) -> int | None:
        return 1 - p[1] if p[0] == 0 else None


print(shomei.solve(Nim(), (21, 0), certificate="nim.proof"))
print(shomei.check("nim.proof", game=Nim()))
