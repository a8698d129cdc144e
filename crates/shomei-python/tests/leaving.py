"""Programs that end while other threads search: `python leaving.py NAME` runs one.

Each starts work in daemon threads that would never end, waits until it runs, and ends with exit
code 3.
"""

from __future__ import annotations

import atexit
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

CODE = 3


def last_words() -> None:
    """Runs after the exit functions of the package, since it is registered before."""
    print(shomei.solve(Nim(), (21, 0), check=True).answer, shomei.solve("uttt", nodes=5).answer)


if __name__ == "__main__":
    atexit.register(last_words)

import shomei  # noqa: E402
from interrupted import Endless, Nim  # noqa: E402
from shomei import _shomei as engine  # noqa: E402

under_way = threading.Semaphore(0)


class Counted(Endless):
    """A game that reports every hundredth call."""

    calls = 0

    def winner(self, p: Any) -> int | None:
        self.calls += 1
        if self.calls % 100 == 0:
            under_way.release()
        return super().winner(p)


class Slow(Counted):
    """A game with a long call."""

    def moves(self, p: Any) -> list[int]:
        under_way.release()
        until = time.monotonic() + 60
        while time.monotonic() < until:
            pass
        return super().moves(p)


class Asleep(Counted):
    """A game with a call that waits forever."""

    def moves(self, p: Any) -> list[int]:
        under_way.release()
        time.sleep(60)
        return super().moves(p)


def reported(_: object) -> None:
    under_way.release()


def forever(work: Callable[[], object]) -> Callable[[], None]:
    """Makes short calls repeatedly."""

    def again() -> None:
        work()
        under_way.release()
        while True:
            work()

    return again


def machine() -> None:
    """Threads of the package call the game; two threads of Python wait for them."""
    place = engine.Game.of(Counted()).place((0, 0))
    machine = engine.Machine(place, None, [], 1, 1 << 20)
    coordinator = engine.Coordinator(place, None, [], 1 << 20, "{}")
    coordinator.joined(1, machine.hello(), 0.0)
    for now in range(1 << 30):
        for _, batch in coordinator.batches(float(now)):
            machine.submit(batch)
        reported = machine.poll(1.0)
        if reported is not None:
            coordinator.returned(1, reported, float(now))


def transport() -> None:
    """A driver sends messages to a machine, whose threads take them."""
    from shomei.cluster._transport import Caller, Listener

    def give() -> list[bytes]:
        time.sleep(0.001)
        return [b"given"]

    caller = Caller()
    listener = Listener("127.0.0.1", caller.key, reported, give)
    link = caller.connect(listener.address)
    while True:
        caller.wait(0.01)
        link.messages()
        link.send(b"taken")


def nim() -> tuple[bytes, Any]:
    game = Nim()
    certificate = shomei.solve(game, (600, 0), certificate=True).certificate
    assert certificate is not None
    return bytes(certificate), game


def checking() -> Callable[[], None]:
    data, game = nim()
    return forever(lambda: shomei.check(data, game=game))


def walking() -> Callable[[], None]:
    data, game = nim()
    return forever(lambda: shomei.Certificate(data, game).root.children())


def playing() -> Callable[[], None]:
    position = shomei.show(Endless())
    return forever(lambda: position.play(1).play(2).text)


def shared() -> list[Callable[[], object]]:
    """Two sessions of one game."""
    game = shomei.Session(Counted()).game
    return [lambda: shomei.Session(game).solve(), lambda: shomei.Session(game).value()]


PROGRAMS: dict[str, Callable[[], list[Callable[[], object]]]] = {
    "own": lambda: [lambda: shomei.solve(Counted(), memory="16MiB")],
    "two-games": lambda: [lambda: shomei.solve(Counted()), lambda: shomei.moves(Counted())],
    "shared": shared,
    "own-progress": lambda: [lambda: shomei.solve(Endless(), progress=reported)],
    "built-in": lambda: [lambda: shomei.solve("loa", progress=reported)],
    "built-in-2-threads": lambda: [lambda: shomei.solve("loa", threads=2, progress=reported)],
    "certificates": lambda: [forever(lambda: shomei.solve(Nim(), (40, 0), certificate=True))],
    "check": lambda: [checking()],
    "walk": lambda: [walking()],
    "kit": lambda: [lambda: shomei.check_game(Counted(), lines=1_000_000)],
    "perft": lambda: [lambda: shomei.show(Counted()).perft(12)],
    "play": lambda: [playing()],
    "machine": lambda: [machine],
    "transport": lambda: [transport],
    "slow": lambda: [lambda: shomei.solve(Slow())],
    "asleep": lambda: [lambda: shomei.solve(Asleep())],
}

if __name__ == "__main__":
    works = PROGRAMS[sys.argv[1]]()
    for work in works:
        threading.Thread(target=work, daemon=True).start()
    for _ in works:
        assert under_way.acquire(timeout=30)
    print(f"{time.time():.3f}")
    sys.exit(CODE)
