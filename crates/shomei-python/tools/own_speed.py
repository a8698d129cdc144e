"""Speed of a game in Python by how it is written: connect four on 4x4 of ``examples/python``.

    python tools/own_speed.py [ROUNDS]

Prints the nodes and the thousands of nodes per CPU second of each variant, the best of some rounds.
Nodes repeat exactly.
"""

from __future__ import annotations

import contextlib
import io
import os
import runpy
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shomei

EXAMPLE = Path(__file__).parents[3] / "examples/python/connect_four.py"


def connect_four() -> Any:
    """The class of the example, which runs on a small board when it is loaded."""
    sys.argv[1:] = ["1x1"]
    folder = Path.cwd()
    with tempfile.TemporaryDirectory() as scratch, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(scratch)
        try:
            return runpy.run_path(str(EXAMPLE))["ConnectFour"]
        finally:
            os.chdir(folder)


@dataclass(frozen=True)
class Stones:
    """A position as a frozen dataclass."""

    mover: int
    both: int


def variants(plain: Any) -> dict[str, tuple[Any, str]]:
    """The variants by name, each with the memory of its search."""

    class CanRepeat(plain):
        can_repeat = True

    class WithKey(plain):
        def key(self, p: tuple[int, int]) -> tuple[int, int]:
            return p

    class Classes(plain):
        start = Stones(0, 0)

        def to_move(self, p: Stones) -> Any:
            return super().to_move((p.mover, p.both))

        def moves(self, p: Stones) -> Any:
            return super().moves((p.mover, p.both))

        def play(self, p: Stones, column: int) -> Stones:
            return Stones(*super().play((p.mover, p.both), column))

        def winner(self, p: Stones) -> Any:
            theirs = p.mover ^ p.both
            for way in (1, self.height, self.height + 1, self.height + 2):
                if (pairs := theirs & theirs >> way) & pairs >> 2 * way:
                    return 1 - self.to_move(p)
            return None if self.moves(p) else shomei.DRAW

    class ClassesWithKey(Classes):
        def key(self, p: Stones) -> tuple[int, int]:
            return p.mover, p.both

    return {
        "pairs of ints, no key, can_repeat = False": (plain, "64MiB"),
        "can_repeat = True": (CanRepeat, "64MiB"),
        "a key that returns the pair": (WithKey, "64MiB"),
        "frozen dataclasses": (Classes, "64MiB"),
        "frozen dataclasses with a key": (ClassesWithKey, "64MiB"),
        "memory=1MiB": (plain, "1MiB"),
    }


def main(rounds: str = "3") -> None:
    """Prints the table."""
    for name, (kind, memory) in variants(connect_four()).items():
        best, nodes = 0.0, 0
        for _ in range(int(rounds)):
            began = time.process_time()
            nodes = shomei.value(kind(4, 4), memory=memory).nodes
            best = max(best, nodes / (time.process_time() - began))
        print(f"{name}: {nodes:,} nodes, {best / 1000:.0f} thousand a second")


if __name__ == "__main__":
    main(*sys.argv[1:])
