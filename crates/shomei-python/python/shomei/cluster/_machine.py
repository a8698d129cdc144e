"""What runs on a machine of the cluster: an actor that holds threads and their table.

The driver sends what this needs as bytes, so that whatever is wrong with it is
found here, where it can be said in words.
"""

from __future__ import annotations

import os
import pickle
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

from .. import __version__, _shomei
from ._transport import Address, Listener

__all__ = ["Engine", "Hello", "Machine", "Returned", "Setup", "open_engine", "order"]

_BEAT: Final = 1.0
"""The most seconds in which nothing is sent over a connection."""
_LINGER: Final = struct.Struct("<d")
"""A message to a machine begins with seconds to linger; a batch follows."""
_FIGURES: Final = struct.Struct("<dQ?")
"""A message from a machine begins with `busy`, `resident`, and whether an exception follows; a
batch does if not, or nothing.
"""


class Engine(Protocol):
    """Threads of search on one table: ``_shomei.Machine``."""

    def hello(self) -> bytes:
        """Who this is: version, game, rules, threads."""

    def submit(self, batch: bytes, /) -> None:
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
        key: The public key of the driver.
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
        listens: Where it listens for the driver; None where it was refused.
    """

    version: str
    engine: bytes = b""
    kind: str | None = None
    reason: str | None = None
    listens: Address | None = None


@dataclass(frozen=True)
class Returned:
    """What a machine sends back.

    Attributes:
        batches: What is done.
        raised: The exception, pickled, that a game of the user's own has ended with.
        busy: Seconds of processor time that its process has used.
        resident: Bytes of memory that it uses.
    """

    batches: tuple[bytes, ...]
    raised: bytes | None = None
    busy: float = 0.0
    resident: int = 0

    def messages(self) -> Iterator[bytes]:
        """The same as messages, one at least.

        The exception comes first: a batch alone would have the driver refuse the machine.
        """
        if self.raised is not None:
            yield _FIGURES.pack(self.busy, self.resident, True) + self.raised
        for batch in self.batches or (b"",):
            yield _FIGURES.pack(self.busy, self.resident, False) + batch

    @staticmethod
    def of(messages: Iterable[bytes]) -> Returned:
        """What one message at least tells."""
        batches, raised = [], None
        for message in messages:
            busy, resident, is_raised = _FIGURES.unpack_from(message)
            content = message[_FIGURES.size :]
            if is_raised:
                raised = content
            elif content:
                batches.append(content)
        return Returned(tuple(batches), raised, busy, resident)


def order(linger: float, batch: bytes) -> bytes:
    """A message to a machine.

    Args:
        linger: Seconds to wait for more once something is done.
        batch: Orders, and what others have found.
    """
    return _LINGER.pack(linger) + batch


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
        self._opening = threading.Lock()
        self._listener: Listener | None = None
        self._linger = 0.0
        self._over = threading.Event()

    def hello(self, host: str) -> Hello:
        """Opens the engine, listens for the driver anew, and says who it is.

        Args:
            host: The address of this machine at which it is to listen.
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
            if self._listener is not None:
                # The driver has given up that connection.
                self._listener.close()
            self._listener = Listener(host, self._setup.key, self._take, self._give)
            return Hello(__version__, engine=self._engine.hello(), listens=self._listener.address)

    def watch(self) -> None:
        """Waits until it is stopped: when this ends otherwise, the machine is gone."""
        self._over.wait()

    def _take(self, message: bytes) -> None:
        """Takes a message of the driver."""
        assert self._engine is not None
        (self._linger,) = _LINGER.unpack_from(message)
        self._engine.submit(message[_LINGER.size :])

    def _give(self) -> Iterator[bytes]:
        """Messages for the driver; it waits for something to be done."""
        return self.collect().messages()

    def collect(self) -> Returned:
        """What is done; it waits for something, and then for a little more."""
        engine = self._engine
        assert engine is not None
        done: list[bytes] = []
        batch = engine.poll(_BEAT)
        if batch is not None and self._linger > 0:
            time.sleep(self._linger)
        while batch is not None:
            done.append(batch)
            batch = engine.poll(0.0)
        return Returned(tuple(done), _raised(engine), time.process_time(), _resident())

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
