"""What runs on a machine of the cluster: an actor that holds threads and their table.

The driver sends what this needs as one parcel of bytes, so that whatever is wrong with it is
found here, where it can be said in words.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from .. import __version__, _shomei
from ._wire import FIGURES, ORDERS, RAISED, RETURNED, Listener, Wire

__all__ = ["Engine", "Hello", "Machine", "Returned", "Setup", "open_engine"]

_SLICE: Final = 0.05
"""Seconds after which who waits for something to be done looks whether anybody wants it still."""
_BEAT: Final = 1.0
"""The most seconds in which nothing is sent over a connection."""


class Engine(Protocol):
    """Threads of search on one table: ``_shomei.Machine``."""

    def hello(self) -> bytes:
        """Who this is: version, game, rules, threads."""

    def submit(self, parcel: bytes) -> None:
        """Takes orders, and what others have found."""

    def poll(self, timeout: float) -> bytes | None:
        """What is done; None when nothing is done within ``timeout`` seconds."""

    def solved(self, most: int) -> bytes:
        """What the table has solved: so many positions at most that took the most work."""

    def stop(self) -> None:
        """Ends all threads."""


@dataclass(frozen=True)
class Setup:
    """What a machine is to search.

    Attributes:
        version: That of the driver's package.
        open: A function that opens the engine, given its threads and its memory, pickled.
        key: What the driver shows when it connects; empty where it will not.
    """

    version: str
    open: bytes
    key: bytes = b""


@dataclass(frozen=True)
class Hello:
    """Who a machine is, or why it will not take part.

    Attributes:
        version: That of its package.
        engine: What its engine says of itself; empty where it was refused.
        kind: ``"version"`` or ``"game"`` where it was refused.
        reason: Why, in words.
        listens: Where it listens for the driver, a host and a port; None where it does not.
    """

    version: str
    engine: bytes = b""
    kind: str | None = None
    reason: str | None = None
    listens: tuple[str, int] | None = None


@dataclass(frozen=True)
class Returned:
    """What a machine sends back.

    Attributes:
        parcels: What is done.
        raised: The exception, pickled, that a game of the user's own has ended with.
        busy: Seconds of processor time that its process has used.
        resident: Bytes of memory that it uses.
    """

    parcels: tuple[bytes, ...]
    raised: bytes | None = None
    busy: float = 0.0
    resident: int = 0


def open_engine(
    root: _shomei.Position,
    attacker: str | None,
    options: tuple[tuple[str, str], ...],
    least: int | None,
    threads: int,
    memory: int,
) -> Engine:
    """Opens the threads of a machine for a question.

    Args:
        root: The position that is asked about.
        attacker: The side that must win; None for the side to move.
        options: Options of df-pn, by their names and as texts.
        least: The score that it must reach at least; None for a win.
        threads: How many threads.
        memory: Bytes of their table.
    """
    return _shomei.Machine(root, attacker, list(options), threads, memory, least)


class Machine:
    """One machine. Its class is made an actor by the driver.

    Ray makes it anew where its process has died, with an empty table.
    """

    def __init__(self, setup: Setup, threads: int, memory: int) -> None:
        self._setup = setup
        self._size = (threads, memory)
        self._engine: Engine | None = None
        self._turn = threading.Lock()
        self._polling = threading.Lock()
        self._opening = threading.Lock()
        self._newest = 0
        self._listener: Listener | None = None
        self._wire: Wire | None = None
        self._linger = 0.0
        self._over = threading.Event()

    def hello(self, host: str | None = None) -> Hello:
        """Opens the engine, and says who it is.

        Args:
            host: The address of this machine at which it is to listen for the driver; None for
                nowhere.
        """
        if self._setup.version != __version__:
            return Hello(
                __version__,
                kind="version",
                reason=f"it has shomei {__version__}, and the driver {self._setup.version}",
            )
        with self._opening:
            if self._engine is None:
                try:
                    opened: Callable[[int, int], Engine] = pickle.loads(self._setup.open)
                    self._engine = opened(*self._size)
                except Exception as error:
                    reason = f"{type(error).__name__}: {error}"
                    return Hello(__version__, kind="game", reason=reason)
            if self._listener is None and host is not None and self._setup.key:
                # Where it cannot, calls of Ray bring all.
                with contextlib.suppress(OSError):
                    self._listener = Listener(host, self._setup.key, self._serve)
            listens = None if self._listener is None else self._listener.address
            return Hello(__version__, engine=self._engine.hello(), listens=listens)

    def watch(self) -> None:
        """Waits until it is stopped: when this ends otherwise, the machine is gone."""
        self._over.wait()

    def exchange(self, parcels: tuple[bytes, ...], wait: float, linger: float) -> Returned:
        """Takes orders, and returns what is done.

        Args:
            parcels: Orders, and what others have found.
            wait: The most seconds to wait for something to be done. A later call ends the wait.
            linger: Seconds to wait for more once something is done, so that one call brings
                back much.
        """
        engine = self._engine
        if engine is None:
            return Returned(())
        with self._turn:
            self._newest += 1
            mine = self._newest
            for parcel in parcels:
                engine.submit(parcel)
        return self.collect(wait, linger, lambda: mine == self._newest)

    def collect(self, wait: float, linger: float, is_wanted: Callable[[], bool]) -> Returned:
        """What is done; it waits for something.

        Args:
            wait: The most seconds to wait for something to be done.
            linger: Seconds to wait for more once something is done.
            is_wanted: Whether somebody still wants it; if not, it waits no longer.
        """
        engine = self._engine
        assert engine is not None
        done: list[bytes] = []
        with self._polling:
            until = time.monotonic() + wait
            while not done and is_wanted():
                left = until - time.monotonic()
                if left <= 0:
                    break
                first = engine.poll(min(left, _SLICE))
                if first is not None:
                    done.append(first)
            if done and linger > 0:
                time.sleep(linger)
            while is_wanted() and (more := engine.poll(0.0)) is not None:
                done.append(more)
        return Returned(tuple(done), _raised(engine), time.process_time(), _resident())

    def _serve(self, wire: Wire) -> None:
        """Takes orders from the driver over a connection that was made just now."""
        engine = self._engine
        assert engine is not None
        before, self._wire = self._wire, wire
        if before is not None:
            # The driver has given it up.
            before.close()
        threading.Thread(target=self._send, args=(wire,), name="sender", daemon=True).start()
        try:
            while True:
                for kind, content in wire.take():
                    if kind == ORDERS:
                        (self._linger,) = struct.unpack_from("<d", content)
                        engine.submit(content[8:])
        except Exception:
            # It has ended, or what came cannot be read: the driver sees the end, and asks anew.
            wire.close()

    def _send(self, wire: Wire) -> None:
        """Sends what is done over a connection, as long as it is there."""
        told = float("-inf")
        try:
            while self._wire is wire:
                returned = self.collect(_BEAT, self._linger, lambda: self._wire is wire)
                for parcel in returned.parcels:
                    wire.put(RETURNED, parcel)
                now = time.monotonic()
                if now - told >= _BEAT / 2 or not returned.parcels:
                    told = now
                    wire.put(FIGURES, struct.pack("<dQ", returned.busy, returned.resident))
                if returned.raised is not None:
                    wire.put(RAISED, returned.raised)
                wire.flush()
        except Exception:
            wire.close()

    def process(self) -> int:
        """The number of its process, for tests."""
        return os.getpid()

    def solved(self, most: int) -> bytes:
        """What the table has solved.

        Args:
            most: The most positions, those that took the most work.
        """
        return b"" if self._engine is None else self._engine.solved(most)

    def stop(self) -> None:
        """Ends all threads."""
        self._over.set()
        if self._listener is not None:
            self._listener.close()
        if self._engine is not None:
            self._engine.stop()


def _raised(engine: Any) -> bytes | None:
    """The exception that a game of the user's own has ended with."""
    failure = getattr(engine, "failure", None)
    error = None if failure is None else failure()
    if error is None:
        return None
    try:
        return pickle.dumps(error)
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))


def _resident() -> int:
    """Bytes of memory that this process uses; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096
    except (OSError, ValueError, IndexError):
        return 0
