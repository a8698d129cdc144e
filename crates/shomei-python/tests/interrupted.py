"""Programs that are interrupted: `python interrupted.py NAME` runs one and prints what happened.

Each sends itself SIGINT from a thread while it works. The last line is ``late`` and the
milliseconds from the signal to the exception.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import shomei

DELAY = 0.3
sent = 0.0


class Endless:
    """A game that never ends."""

    start = (0, 0)
    can_repeat = False

    def to_move(self, p: Any) -> int:
        return int(p[1])

    def moves(self, p: Any) -> list[int]:
        return [1, 2, 3]

    def play(self, p: Any, n: int) -> Any:
        return (p[0] * 4 + n, 1 - p[1])

    def winner(self, p: Any) -> int | None:
        return None


class Nim(Endless):
    """A game with a certificate of any size."""

    def moves(self, p: Any) -> list[int]:
        return [n for n in range(1, 40) if n <= p[0]]

    def play(self, p: Any, n: int) -> Any:
        return (p[0] - n, 1 - p[1])

    def winner(self, p: Any) -> int | None:
        return 1 - p[1] if p[0] == 0 else None


def signal_later(number: int = signal.SIGINT) -> None:
    def send() -> None:
        global sent
        time.sleep(DELAY)
        sent = time.perf_counter()
        os.kill(os.getpid(), number)

    threading.Thread(target=send, daemon=True).start()


def interrupted(work: Callable[[], object]) -> None:
    signal_later()
    try:
        work()
    except shomei.Interrupted as error:
        late = time.perf_counter() - sent
        assert error.result is not None and error.result.answer == "unknown"
        assert error.result.stopped_by == "interrupt"
        print(f"late {1000 * late:.1f}")
    else:
        raise AssertionError("nothing came")


def built_in(**more: Any) -> None:
    with shomei.Session("loa", **more) as session:
        interrupted(session.solve)
        assert session.solve("start", nodes=1_000).stopped_by == "nodes"
        interrupted(session.solve)


def own() -> None:
    with shomei.Session(Endless(), memory="16MiB") as session:
        interrupted(session.solve)
        assert session.solve((1, 0), nodes=1_000).stopped_by == "nodes"
        interrupted(session.solve)


def own_estimate() -> None:
    class Estimated(Endless):
        def estimate(self, p: Any) -> tuple[int, int]:
            return (1, sum(range(200)))

        def key(self, p: Any) -> Any:
            return (p, sum(range(200)) and 0)

    with shomei.Session(Estimated(), init="eval", memory="16MiB") as session:
        interrupted(session.solve)
        assert session.solve((1, 0), nodes=100).stopped_by == "nodes"


def _large() -> tuple[bytes, Any]:
    game = Nim()
    certificate = shomei.solve(game, (4_000, 0), certificate=True).certificate
    assert certificate is not None
    return bytes(certificate), game


def check_own() -> None:
    data, game = _large()
    checks: list[Callable[[], object]] = [
        lambda: shomei.check(data, game=game),
        lambda: shomei.Certificate(data, game).check(),
    ]
    for check in checks:
        signal_later()
        try:
            while True:
                check()
        except KeyboardInterrupt:
            print(f"late {1000 * (time.perf_counter() - sent):.1f}")


def check_of_question() -> None:
    """While the certificate of an answer is checked."""
    check = shomei.Certificate.check

    def check_long(certificate: shomei.Certificate, **limits: Any) -> shomei.Verdict:
        signal_later()
        while True:
            check(certificate, **limits)

    shomei.Certificate.check = check_long  # type: ignore[method-assign]
    try:
        shomei.solve(Nim(), (2_001, 0), check=True)
    except shomei.Interrupted as error:
        late = time.perf_counter() - sent
        assert error.result is not None and error.result.answer == "proved"
        assert error.result.certificate is not None
        print(f"late {1000 * late:.1f}")
    else:
        raise AssertionError("nothing came")


def making() -> None:
    """While a certificate is made, or shortly before."""
    with shomei.Session(Nim()) as session:
        try:
            signal_later()
            while True:
                session.solve((3_000, 0), certificate=True)
                session.forget()
        except KeyboardInterrupt:
            # Between two questions Python itself raises the exception.
            print(f"late {1000 * (time.perf_counter() - sent):.1f}")
        assert session.solve((3, 0), certificate=True).certificate is not None


def busy() -> None:
    """While other threads compute in Python."""
    stop = False

    def count() -> None:
        n = 0
        while not stop:
            n += 1

    threads = [threading.Thread(target=count) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        built_in()
        own()
    finally:
        stop = True
        for thread in threads:
            thread.join()


class Alarm(Exception):
    """The exception of a handler."""


def handler(game: Any) -> None:
    """Another exception of a handler is passed on."""

    def ring(*_: object) -> None:
        raise Alarm

    signal.signal(signal.SIGUSR1, ring)
    signal_later(signal.SIGUSR1)
    try:
        shomei.solve(game)
    except Alarm:
        print(f"late {1000 * (time.perf_counter() - sent):.1f}")
    else:
        raise AssertionError("nothing came")


def progress(game: Any) -> None:
    """An exception of a progress function is passed on."""

    def report(figures: Any) -> None:
        raise Alarm(str(figures["nodes"]))

    with shomei.Session(game) as session:
        try:
            session.solve(None, progress=report)
        except Alarm:
            pass
        else:
            raise AssertionError("nothing came")
        assert session.solve(None, nodes=100).stopped_by == "nodes"


def walk() -> None:
    """While the sizes of a certificate are counted, or its HTML is made."""
    data, game = _large()
    signal_later()
    try:
        while True:
            certificate = shomei.Certificate(data, game)
            assert certificate.root.size is not None
    except KeyboardInterrupt:
        print(f"late {1000 * (time.perf_counter() - sent):.1f}")


PROGRAMS: dict[str, Callable[[], None]] = {
    "built-in": built_in,
    "built-in-2-threads": lambda: built_in(threads=2),
    "built-in-pn": lambda: built_in(algorithm="pn", memory="1GiB"),
    "built-in-pn2": lambda: built_in(algorithm="pn2"),
    "built-in-alpha-beta": lambda: built_in(algorithm="alpha-beta"),
    "own": own,
    "own-estimate": own_estimate,
    "check-own": check_own,
    "check-of-question": check_of_question,
    "making": making,
    "busy": busy,
    "walk": walk,
    "handler-built-in": lambda: handler("loa"),
    "handler-own": lambda: handler(Endless()),
    "progress-built-in": lambda: progress("loa"),
    "progress-own": lambda: progress(Endless()),
}

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]]()
    print("done")
