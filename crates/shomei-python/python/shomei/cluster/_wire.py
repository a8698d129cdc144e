"""A connection between the driver and a machine, for what goes to and fro many times a second.

A call of Ray costs the driver's process 0.7 to 1 ms of processor time, a message here a thirtieth
of that. Ray brings what is needed to connect: where the machine listens, and a key that the driver
has made for this question. Both sides show each other that they have the key before anything else
is said, and each message carries a code made with it, so that nobody without the key can add,
change, repeat or leave out one. What is sent can be read on the network, as what Ray sends, and
with it the key, which Ray sends in the clear: whoever can read the network has it. With TLS for Ray
there is no connection beside it.

.. code-block:: text

    driver    32 random bytes
    machine   32 random bytes, HMAC-SHA-256(key, "machine" and both)
    driver    HMAC-SHA-256(key, "driver" and both)
    message   length u32, BLAKE2b(key of this direction, number u64 and content), content
    content   kind, one byte, and what it says

The key of a direction is the HMAC of its name and both random numbers; numbers are little endian.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
import socket
import struct
import threading
import time
from collections.abc import Callable
from typing import Final

__all__ = ["FIGURES", "ORDERS", "RAISED", "RETURNED", "Listener", "Wire", "WireError", "connected"]

ORDERS: Final = b"o"
"""To a machine: seconds to linger (f64), and a parcel."""
RETURNED: Final = b"r"
"""From a machine: a parcel."""
FIGURES: Final = b"f"
"""From a machine: seconds of processor time (f64) and bytes of memory (u64)."""
RAISED: Final = b"e"
"""From a machine: the exception, pickled, that a game of the user's own has ended with."""

_NONCE: Final = 32
_CODE: Final = 32
_HEAD: Final = 4 + _CODE
_ROOM: Final = 1 << 18
"""Bytes that are read at once; twice as many as often as a message needs it."""
_LONGEST: Final = 1 << 30
"""The most bytes of a message."""
_PATIENCE: Final = 5.0
"""Seconds for a handshake, all of it, at a machine; the driver waits for twice as long."""
_STRANGERS: Final = 32
"""So many may be about to show the key at a time."""
_PAUSE: Final = 0.1
"""Seconds to wait where the system lets nobody in."""

_ALIVE: Final = {
    "TCP_KEEPIDLE": 20,
    "TCP_KEEPINTVL": 10,
    "TCP_KEEPCNT": 4,
    "TCP_USER_TIMEOUT": 60_000,
}
"""After so many seconds without a word the system asks whether anybody is there, so often, and so
many times; what was sent may be without an answer for so many milliseconds.
"""


class WireError(Exception):
    """The connection has ended, or who is at its other end has not the key."""


class Wire:
    """One end of a connection whose other end has the key.

    On a socket that blocks, sending and receiving wait; on another one they do what can be done
    now. One thread may send while another one receives.

    Args:
        sock: The socket.
        send_key: The key of what is sent.
        receive_key: The key of what comes.
    """

    def __init__(self, sock: socket.socket, send_key: bytes, receive_key: bytes) -> None:
        self._socket = sock
        self._send_key = send_key
        self._receive_key = receive_key
        self._sent = 0
        self._received = 0
        self._out = bytearray()
        self._in = bytearray(_ROOM)
        self._filled = 0

    def fileno(self) -> int:
        """The number of the socket, to wait for it."""
        return self._socket.fileno()

    @property
    def is_waiting(self) -> bool:
        """Whether something is still to be sent."""
        return bool(self._out)

    def put(self, kind: bytes, *content: bytes) -> int:
        """Puts a message to what is to be sent; its length in bytes."""
        body = b"".join((kind, *content))
        if len(body) > _LONGEST:
            raise WireError(f"a message of {len(body):,} bytes is too long")
        self._out += struct.pack("<I", len(body))
        self._out += _code(self._send_key, self._sent, body)
        self._out += body
        self._sent += 1
        return _HEAD + len(body)

    def flush(self) -> None:
        """Sends what is to be sent, or as much as goes now.

        Raises:
            WireError: When the connection has ended.
        """
        try:
            while self._out:
                count = self._socket.send(self._out)
                del self._out[:count]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError as error:
            raise WireError(str(error)) from error

    def take(self) -> list[tuple[bytes, bytes]]:
        """What has come: the kind and the content of each message.

        Raises:
            WireError: When the connection has ended, or a message is none of the other side.
        """
        if self._filled == len(self._in):
            self._in += bytes(len(self._in))
        try:
            with memoryview(self._in) as whole, whole[self._filled :] as room:
                count = self._socket.recv_into(room)
        except (BlockingIOError, InterruptedError):
            return []
        except OSError as error:
            raise WireError(str(error)) from error
        if count == 0:
            raise WireError("the connection was closed")
        self._filled += count
        with memoryview(self._in) as whole:
            taken, end = self._messages(whole)
        rest = self._filled - end
        self._in[:rest] = self._in[end : self._filled]
        self._filled = rest
        return taken

    def _messages(self, whole: memoryview) -> tuple[list[tuple[bytes, bytes]], int]:
        """The messages that have come whole, and where the next one begins."""
        taken, at = [], 0
        while self._filled - at >= _HEAD:
            (length,) = struct.unpack_from("<I", whole, at)
            if not 0 < length <= _LONGEST:
                raise WireError(f"a message of {length:,} bytes is none")
            start, end = at + _HEAD, at + _HEAD + length
            if self._filled < end:
                break
            with whole[start:end] as body:
                code = _code(self._receive_key, self._received, body)
                content = bytes(body[1:])
            kind = bytes((whole[start],))
            if not hmac.compare_digest(code, bytes(whole[at + 4 : start])):
                raise WireError("a message was not written by the other side")
            self._received += 1
            taken.append((kind, content))
            at = end
        return taken, at

    def close(self) -> None:
        """Ends the connection; a thread that waits at it is woken."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


class Listener:
    """Listens for the driver on a machine. Whoever has not the key is sent away.

    Args:
        host: The address of this machine at which it listens.
        key: The key.
        serve: Called in a thread of its own with each connection.

    Raises:
        OSError: When it cannot listen there.
    """

    def __init__(self, host: str, key: bytes, serve: Callable[[Wire], None]) -> None:
        self._key = key
        self._serve = serve
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, 0), family=family)
        self._closed = threading.Event()
        self._strangers = threading.Semaphore(_STRANGERS)
        self.address: tuple[str, int] = self._socket.getsockname()[:2]
        threading.Thread(target=self._listen, name="listener", daemon=True).start()

    def close(self) -> None:
        """Listens no more."""
        self._closed.set()
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _listen(self) -> None:
        while True:
            # Further strangers wait in the system until one of these has shown the key or is sent
            # away.
            self._strangers.acquire()
            try:
                sock, _ = self._socket.accept()
            except OSError:
                self._strangers.release()
                # Where there is no room for another connection just now, there may be soon.
                if self._socket.fileno() < 0 or self._closed.wait(_PAUSE):
                    return
                continue
            # A stranger who says nothing keeps nobody waiting.
            greet = threading.Thread(target=self._greet, args=(sock,), daemon=True)
            try:
                greet.start()
            except RuntimeError:
                # Nor is there always room for another thread.
                self._strangers.release()
                sock.close()

    def _greet(self, sock: socket.socket) -> None:
        try:
            wire = _answered(sock, self._key)
        except (OSError, WireError):
            sock.close()
            return
        finally:
            self._strangers.release()
        self._serve(wire)


def connected(address: tuple[str, int], key: bytes, patience: float = 2 * _PATIENCE) -> Wire:
    """Connects with a machine.

    Args:
        address: Where it listens.
        key: The key.
        patience: The most seconds that it may take.

    Returns:
        The connection, which never waits.

    Raises:
        WireError: When nobody answers there who has the key.
    """
    until = time.monotonic() + patience
    try:
        sock = socket.create_connection(address, timeout=patience)
    except OSError as error:
        raise WireError(str(error)) from error
    try:
        mine = secrets.token_bytes(_NONCE)
        _say(sock, mine, until)
        both = mine + _exactly(sock, _NONCE, until)
        if not hmac.compare_digest(_exactly(sock, _CODE, until), _said(key, b"machine", both)):
            raise WireError("who listens there has not the key")
        _say(sock, _said(key, b"driver", both), until)
        _set_options(sock)
        sock.setblocking(False)
    except OSError as error:
        sock.close()
        raise WireError(str(error)) from error
    except WireError:
        sock.close()
        raise
    return Wire(sock, _said(key, b"to machine", both), _said(key, b"to driver", both))


def _answered(sock: socket.socket, key: bytes) -> Wire:
    """The machine's side of a handshake."""
    until = time.monotonic() + _PATIENCE
    theirs = _exactly(sock, _NONCE, until)
    mine = secrets.token_bytes(_NONCE)
    both = theirs + mine
    _say(sock, mine + _said(key, b"machine", both), until)
    if not hmac.compare_digest(_exactly(sock, _CODE, until), _said(key, b"driver", both)):
        raise WireError("who connects has not the key")
    _set_options(sock)
    sock.settimeout(None)
    return Wire(sock, _said(key, b"to driver", both), _said(key, b"to machine", both))


def _set_options(sock: socket.socket) -> None:
    """Sends at once, and notices when nobody is at the other end any more."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _ALIVE.items():
        # Not every system has them.
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _said(key: bytes, what: bytes, nonces: bytes) -> bytes:
    return hmac.digest(key, what + nonces, "sha256")


def _code(key: bytes, number: int, body: bytes | memoryview) -> bytes:
    code = hashlib.blake2b(struct.pack("<Q", number), key=key, digest_size=_CODE)
    code.update(body)
    return code.digest()


def _wait_until(sock: socket.socket, until: float) -> None:
    """Lets the next step of a handshake wait for what is left of its time."""
    left = until - time.monotonic()
    if left <= 0:
        raise WireError("the handshake has taken too long")
    sock.settimeout(left)


def _say(sock: socket.socket, what: bytes, until: float) -> None:
    _wait_until(sock, until)
    sock.sendall(what)


def _exactly(sock: socket.socket, count: int, until: float) -> bytes:
    taken = bytearray()
    while len(taken) < count:
        _wait_until(sock, until)
        piece = sock.recv(count - len(taken))
        if not piece:
            raise WireError("the connection was closed")
        taken += piece
    return bytes(taken)
