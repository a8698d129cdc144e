"""Looks for leaks: `python tools/leaks.py [SOLVES] [--few]`.

It asks questions about games of all kinds in rounds, and prints after each the live objects of the
garbage collector, references to a game, a position and None, memory of Python (tracemalloc) and of
the process (RSS), in KiB. The exit code is 1 if the last rounds have more than the first.

Under valgrind: `PYTHONMALLOC=malloc valgrind --leak-check=full python tools/leaks.py 60 --few`.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import shomei

OTHELLO = "OOOOOX----OOOX-X--OXOXXX-OOXOXOXOOXXXXXX-XXXXXXXX--XOXXX---OOOXX X"


class Nim:
    """A game that fails on request, and that can refer to objects that refer to it."""

    def __init__(self, fails_at: int = -1) -> None:
        self.fails_at = fails_at
        self.held: list[Any] = []

    def to_move(self, p: Any) -> Any:
        """The side to move."""
        return p[1]

    def moves(self, p: Any) -> Any:
        """The moves."""
        if p[0] == self.fails_at:
            raise ValueError("asked to fail")
        return [n for n in (1, 2, 3) if n <= p[0]]

    def play(self, p: Any, n: Any) -> Any:
        """The position after a move."""
        return (p[0] - n, 1 - p[1], 1 << 80)

    def winner(self, p: Any) -> Any:
        """The winner."""
        return 1 - p[1] if p[0] == 0 else None


GAME = Nim()
POSITION = (9, 0, 1 << 80)


def solve() -> None:
    """A game that is kept after the question."""
    shomei.value(GAME, POSITION, memory="1MiB")


def fail() -> None:
    """A game that fails, and one with an invalid result."""
    for game in (Nim(3), GAME):
        try:
            shomei.solve(game, POSITION if game is not GAME else [9], memory="1MiB")
        except (ValueError, shomei.GameError) as error:
            error.add_note("seen") if hasattr(error, "add_note") else None


def hold() -> None:
    """A game that refers to its own session, result, position and certificate."""
    game = Nim()
    session = shomei.Session(game, memory="1MiB")
    result = session.solve(POSITION, certificate=True)
    game.held = [session, result, result.root, result.certificate, result.moves]


def walk() -> None:
    """A certificate that is read and checked."""
    result = shomei.solve(GAME, POSITION, certificate=True, memory="1MiB")
    assert result.certificate is not None
    certificate = shomei.Certificate(bytes(result.certificate), GAME)
    certificate.check()
    node = certificate.root
    while node.children():
        node = node.children()[0]
    assert certificate.root.size is not None


def built_in() -> None:
    """Built-in games, with a wrong argument as well."""
    shomei.solve("othello", OTHELLO, nodes=20, memory="1MiB", certificate=True)
    with contextlib.suppress(shomei.InputError):
        shomei.solve("othello", "nonsense")


def session() -> None:
    """A session that answers several questions with progress, and is closed."""
    with shomei.Session("loa", memory="1MiB") as asked:
        for _ in range(2):
            asked.solve(nodes=20, progress=lambda figures: None)


WORK = (solve, fail, hold, walk, built_in, session)


def rss() -> int:
    """The memory of the process in KiB, if the system reports it."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def look() -> tuple[int, ...]:
    """Counts of live objects and memory."""
    gc.collect()
    traced = tracemalloc.get_traced_memory()[0] // 1024
    counts = (sys.getrefcount(each) for each in (GAME, POSITION, None))
    return (len(gc.get_objects()), *counts, traced, rss())


def main() -> int:
    """Runs all rounds."""
    solves = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rounds = 10
    if "--few" not in sys.argv:
        tracemalloc.start()
    print(f"{'objects':>10} {'game':>6} {'position':>9} {'None':>8} {'traced':>8} {'RSS':>8}")
    seen: list[tuple[int, ...]] = []
    for _ in range(rounds):
        for number in range(max(solves // rounds, len(WORK))):
            WORK[number % len(WORK)]()
        seen.append(look())
        print("{:10} {:6} {:9} {:8} {:8} {:8}".format(*seen[-1]), flush=True)
    # The first rounds fill caches.
    early, last = seen[2], seen[-1]
    more = [b - a for a, b in zip(early, last, strict=True)]
    print("more than after the third round:", more)
    return int(more[0] > 50 or max(more[1:3]) > 5 or more[3] > 50 or more[4] > 64 or more[5] > 4096)


if __name__ == "__main__":
    raise SystemExit(main())
