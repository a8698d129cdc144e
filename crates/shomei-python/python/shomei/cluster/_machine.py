"""The actor that runs on a machine of the cluster, with its threads and their table.

The driver sends the setup as bytes, so that an error in it is found here and reported in words.
"""

from __future__ import annotations

import importlib.util
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
"""The maximum number of seconds without a message on a connection."""
_LINGER: Final = struct.Struct("<d")
"""A message to a machine begins with the seconds to linger; a batch follows."""
_FIGURES: Final = struct.Struct("<dQ?")
"""A message from a machine begins with `busy`, `resident`, and whether an exception follows.
Otherwise a batch or nothing follows.
"""


class Engine(Protocol):
    """Threads of search on one table: ``_shomei.Machine``."""

    def hello(self) -> bytes:
        """The greeting: version, game, rules, threads."""

    def submit(self, batch: bytes, /) -> None:
        """Takes a batch: jobs, and knowledge of other machines."""

    def poll(self, timeout: float) -> bytes | None:
        """The results; None if there are none within ``timeout`` seconds."""

    def solved(self, most: int) -> bytes:
        """The ``most`` solved positions of the table that took the most work."""

    def stop(self) -> None:
        """Ends all threads."""


@dataclass(frozen=True)
class Setup:
    """The setup of a machine for a question.

    Attributes:
        version: The version of the driver's package.
        open: A pickled function that opens the engine with a number of threads and bytes.
        key: The public key of the driver.
    """

    version: str
    open: bytes
    key: bytes = b""


@dataclass(frozen=True)
class Hello:
    """The greeting of a machine, or the reason why it cannot take part.

    Attributes:
        version: The version of its package.
        engine: The greeting of its engine; empty if the machine cannot take part.
        kind: ``"version"`` or ``"game"`` if the machine cannot take part.
        reason: The reason, in words.
        listens: The address for the driver; None if the machine cannot take part.
    """

    version: str
    engine: bytes = b""
    kind: str | None = None
    reason: str | None = None
    listens: Address | None = None


@dataclass(frozen=True)
class Returned:
    """The results that a machine returns.

    Attributes:
        batches: The results.
        raised: The pickled exception of a user's game, or None.
        busy: Seconds of processor time that the process has used.
        resident: Bytes of memory that the process uses.
    """

    batches: tuple[bytes, ...]
    raised: bytes | None = None
    busy: float = 0.0
    resident: int = 0

    def messages(self) -> Iterator[bytes]:
        """Converts the results to messages, at least one.

        The exception comes first: with the batch alone the driver would refuse the machine.
        """
        if self.raised is not None:
            yield _FIGURES.pack(self.busy, self.resident, True) + self.raised
        for batch in self.batches or (b"",):
            yield _FIGURES.pack(self.busy, self.resident, False) + batch

    @staticmethod
    def of(messages: Iterable[bytes]) -> Returned:
        """The results of a message."""
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
        batch: Jobs, and knowledge of other machines.
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
        root: The position of the question.
        attacker: The side that must win; None for the default one.
        options: Options of df-pn, by their names and as texts.
        least: The minimum score of the attacker; None for a win.
        threads: The number of threads.
        memory: Bytes of their table.
    """
    return _shomei.Machine(root, attacker, list(options), threads, memory, least)


class Machine:
    """One machine. The driver makes an actor of this class.

    If its process dies, Ray restarts it with an empty table.
    """

    def __init__(self, setup: Setup, threads: int, memory: int) -> None:
        self._setup = setup
        self._size = (threads, memory)
        self._engine: Engine | None = None
        self._opening = threading.Lock()
        self._listener: Listener | None = None
        self._linger = 0.0
        self._over = threading.Event()
        """Ends the call of ``watch``."""

    def hello(self, host: str) -> Hello:
        """Opens the engine, listens for the driver, and returns the greeting.

        Args:
            host: The address of this machine at which to listen.
        """
        if self._setup.version != __version__:
            return Hello(
                __version__,
                kind="version",
                reason=f"it has shomei {__version__}, and the driver {self._setup.version}",
            )
        if importlib.util.find_spec("zmq") is None:
            reason = "it has no pyzmq: pip install shomei[cluster]"
            return Hello(__version__, kind="version", reason=reason)
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
            # The driver watches again. Its earlier call would keep a thread of this actor.
            self._over.set()
            self._over = threading.Event()
            return Hello(__version__, engine=self._engine.hello(), listens=self._listener.address)

    def watch(self) -> None:
        """Waits until the machine is stopped or greets again.

        To the driver, a normal return means nothing; an exception means that the machine is lost.
        """
        self._over.wait()

    def _take(self, message: bytes) -> None:
        """Handles a message of the driver."""
        assert self._engine is not None
        (self._linger,) = _LINGER.unpack_from(message)
        self._engine.submit(message[_LINGER.size :])

    def _give(self) -> Iterator[bytes]:
        """Waits for results, and returns the messages for the driver."""
        return self.collect().messages()

    def collect(self) -> Returned:
        """Waits for the first result, lingers for more, and returns them."""
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
        """The solved positions of the table.

        Args:
            most: The maximum number of positions; those that took the most work are returned.
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
    """The exception of a user's game, pickled."""
    failure = getattr(engine, "failure", None)
    error = None if failure is None else failure()
    if error is None:
        return None
    try:
        return pickle.dumps(error)
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))


def _resident() -> int:
    """Bytes of memory that this process uses; 0 if the system does not report them."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096
    except (OSError, ValueError, IndexError):
        return 0
