"""Encrypted connections between the driver and the machines: ZeroMQ with CURVE.

A call of Ray costs the driver's process ten times the processor time of a message here
(``docs/explanation/cluster.md``). Each side makes a key pair for each question. Ray carries the
public keys and the addresses of the machines; secret keys never leave their process. A machine
accepts the owner of the driver's key only, and only the owner of the machine's key can answer.

A connection is never reopened by itself: messages under way are lost with it, and the driver has to
send their jobs again. It is open as long as its socket can be written to: queues have no limit.

A message is sent as frames of limited length. So a stranger, whose first frame is read before the
handshake, cannot fill the memory. Each frame is a message of ZeroMQ: libzmq 4.3.5 ends the process
if a connection is lost and its socket is closed while it sends a message of several parts
(``session_base.cpp``). A frame begins with its number and the bytes that are left of its message,
since libzmq obeys two unencrypted flags of a frame: an attacker who changes bytes on the network
could otherwise omit frames.
"""

from __future__ import annotations

import contextlib
import struct
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

# The package can be imported without pyzmq; `load` in _ray reports that it is missing.
with contextlib.suppress(ImportError):
    import zmq
    from zmq.utils import z85

__all__ = ["Address", "Caller", "Link", "LinkError", "Listener"]

_FRAME: Final = 1 << 16
"""The maximum number of bytes of a message in a frame."""
_OVERHEAD: Final = 1 << 10
"""An upper bound for the other bytes of a frame, with encryption, and for those of a handshake."""
_HANDSHAKE: Final = 5_000
"""Milliseconds for a handshake."""
_SIGN: Final = 10_000
"""Milliseconds between two heartbeats of a connection."""
_SILENCE: Final = 60_000
"""Milliseconds without a message of the other side after which a connection ends."""
_HEAD: Final = struct.Struct("<QQ")
"""A frame begins with its number in this direction, and the bytes that are left of its message."""
_TURN: Final = 64
"""The maximum number of messages that are read from a machine in one turn."""
_ZAP: Final = "inproc://zeromq.zap.01"
"""The address at which ZeroMQ asks for authentication: https://rfc.zeromq.org/spec/27/."""
_DONE: Final = "inproc://done"


@dataclass(frozen=True)
class Address:
    """The address of a machine.

    Attributes:
        endpoint: The endpoint, such as ``"tcp://10.0.0.2:40123"``.
        key: The public key of the machine.
    """

    endpoint: str
    key: bytes


class LinkError(Exception):
    """A frame does not have the next number or the stated length."""


class Link:
    """One end of a connection. One thread uses it.

    Args:
        socket: The socket.
    """

    def __init__(self, socket: zmq.Socket[bytes]) -> None:
        self.socket = socket
        self._sent = 0
        self._received = 0
        self._parts: list[bytes] = []
        self._left = 0
        self._is_good = True

    @property
    def is_open(self) -> bool:
        """Whether the handshake is complete and the connection has not ended."""
        return self._is_good and bool(self.socket.poll(0, zmq.POLLOUT))

    def send(self, message: bytes) -> None:
        """Sends a message. A message to a lost end is dropped."""
        with contextlib.suppress(zmq.Again):
            # An empty message has a frame, too.
            for at in range(0, max(len(message), 1), _FRAME):
                head = _HEAD.pack(self._sent, len(message) - at)
                self.socket.send(head + message[at : at + _FRAME], zmq.NOBLOCK)
                self._sent += 1

    def receive(self) -> bytes | None:
        """The next message whose frames have all arrived, if there is one.

        Raises:
            LinkError: If the number or length of a frame is wrong; the connection then ends.
        """
        with contextlib.suppress(zmq.Again):
            while True:
                frame = self.socket.recv(zmq.NOBLOCK)
                part = frame[_HEAD.size :]
                left = self._left or int.from_bytes(frame[_HEAD.size // 2 : _HEAD.size], "little")
                is_next = frame[: _HEAD.size] == _HEAD.pack(self._received, left)
                is_whole = len(part) == min(left, _FRAME) and not self.socket.get(zmq.RCVMORE)
                if not (is_next and is_whole):
                    self._is_good = False
                    raise LinkError("a frame is not the next one of the other side")
                self._received += 1
                self._parts.append(part)
                self._left = left - len(part)
                if not self._left:
                    message = b"".join(self._parts)
                    self._parts.clear()
                    return message
        return None

    def messages(self) -> list[bytes]:
        """The messages that have arrived, up to a maximum; none after the end of the connection."""
        messages: list[bytes] = []
        with contextlib.suppress(LinkError):
            while self._is_good and len(messages) < _TURN:
                message = self.receive()
                if message is None:
                    break
                messages.append(message)
        return messages


class Caller:
    """The driver, which connects to machines.

    Attributes:
        key: The public key of the driver.
    """

    def __init__(self) -> None:
        self._context = zmq.Context()
        self.key, self._secret = zmq.curve_keypair()
        self._poller = zmq.Poller()
        self._links: dict[zmq.Socket[bytes], Link] = {}

    def connect(self, address: Address) -> Link:
        """Begins to connect to a machine; `wait` reports when the connection has opened."""
        socket = _socket(self._context, address.endpoint)
        socket.curve_publickey, socket.curve_secretkey = self.key, self._secret
        socket.curve_serverkey = address.key
        socket.set(zmq.IMMEDIATE, 1)
        socket.set(zmq.RECONNECT_IVL, -1)
        socket.connect(address.endpoint)
        self._poller.register(socket, zmq.POLLIN | zmq.POLLOUT)
        self._links[socket] = link = Link(socket)
        return link

    def wait(self, timeout: float) -> list[Link]:
        """The connections that have opened, or on which messages have arrived.

        Args:
            timeout: The maximum number of seconds to wait for the first one.
        """
        ready = []
        for socket, events in self._poller.poll(int(1000 * timeout)):
            if events & zmq.POLLOUT:
                self._poller.register(socket, zmq.POLLIN)
            ready.append(self._links[socket])
        return ready

    def hang_up(self, link: Link) -> None:
        """Closes a connection."""
        self._poller.unregister(link.socket)
        del self._links[link.socket]
        link.socket.close()

    def close(self) -> None:
        """Closes all connections."""
        for link in list(self._links.values()):
            self.hang_up(link)
        self._context.term()


class Listener:
    """A machine, to which the driver connects.

    Args:
        host: The address of this machine at which it listens.
        driver: The public key of the driver.
        take: Called with each message of the driver.
        give: Called repeatedly in its own thread; it waits for messages to send.

    Raises:
        zmq.ZMQError: If it cannot listen there.
    """

    def __init__(
        self,
        host: str,
        driver: bytes,
        take: Callable[[bytes], None],
        give: Callable[[], Iterable[bytes]],
    ) -> None:
        self._context = zmq.Context()
        self._driver = z85.decode(driver)
        self._take, self._give = take, give
        self._is_closing = False
        door = self._context.socket(zmq.REP)
        door.bind(_ZAP)
        done = self._context.socket(zmq.PULL)
        done.bind(_DONE)
        endpoint = f"tcp://[{host}]:*" if ":" in host else f"tcp://{host}:*"
        socket = _socket(self._context, endpoint)
        key, socket.curve_secretkey = zmq.curve_keypair()
        socket.curve_publickey, socket.curve_server = key, True
        # Without an answer of the authenticator, no client is accepted.
        socket.set(zmq.ZAP_DOMAIN, b"shomei")
        socket.set(zmq.ZAP_ENFORCE_DOMAIN, 1)
        try:
            socket.bind(endpoint)
        except zmq.ZMQError:
            self._context.destroy()
            raise
        self.address = Address(socket.get_string(zmq.LAST_ENDPOINT), key)
        for work, sockets in ((self._carry, (door, done, socket)), (self._collect, ())):
            threading.Thread(target=work, args=sockets, name="listener", daemon=True).start()

    def close(self) -> None:
        """Closes the connection and ends both threads; it waits for `give` to return."""
        self._is_closing = True
        self._context.term()

    def _carry(
        self, door: zmq.Socket[bytes], done: zmq.Socket[bytes], socket: zmq.Socket[bytes]
    ) -> None:
        """Carries messages in both directions; no other thread uses these sockets."""
        poller = zmq.Poller()
        for each in (door, done, socket):
            poller.register(each, zmq.POLLIN)
        link = Link(socket)
        # When this ends, so does the connection: the driver sees that, and connects again.
        with contextlib.suppress(zmq.ContextTerminated, LinkError), door, done, socket:
            while True:
                for ready, _ in poller.poll():
                    if ready is door:
                        self._let_in(door)
                    elif ready is socket:
                        if (received := link.receive()) is not None:
                            self._take(received)
                    elif message := done.recv():
                        link.send(message)
                    else:
                        return

    def _let_in(self, door: zmq.Socket[bytes]) -> None:
        """Accepts the driver, and refuses all others."""
        version, request, _, _, _, mechanism, *shown = door.recv_multipart()
        is_driver = mechanism == b"CURVE" and shown == [self._driver]
        status = b"200" if is_driver else b"400"
        door.send_multipart([version, request, status, b"", b"", b""])

    def _collect(self) -> None:
        """Passes messages to send to the other thread."""
        with contextlib.suppress(zmq.ContextTerminated), self._context.socket(zmq.PUSH) as done:
            done.connect(_DONE)
            try:
                while not self._is_closing:
                    for message in self._give():
                        done.send(message)
            finally:
                # The other thread ends, too.
                done.send(b"")


def _socket(context: zmq.Context[zmq.Socket[bytes]], endpoint: str) -> zmq.Socket[bytes]:
    """A socket for one connection, for either side."""
    socket = context.socket(zmq.PAIR)
    socket.set(zmq.IPV6, int("[" in endpoint))
    socket.set(zmq.LINGER, 0)
    socket.set(zmq.SNDHWM, 0)
    socket.set(zmq.RCVHWM, 0)
    socket.set(zmq.MAXMSGSIZE, _FRAME + _OVERHEAD)
    socket.set(zmq.HANDSHAKE_IVL, _HANDSHAKE)
    socket.set(zmq.HEARTBEAT_IVL, _SIGN)
    socket.set(zmq.HEARTBEAT_TIMEOUT, _SILENCE)
    return socket
