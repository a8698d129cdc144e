"""The connections between driver and machines, without Ray, and the pace at which they are used."""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import socket
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from shomei.cluster import _wire
from shomei.cluster._fleet import Fleet, Lost, Plan, _Place
from shomei.cluster._machine import Setup
from shomei.cluster._pace import Pace
from shomei.cluster._wire import ORDERS, RETURNED, Listener, Wire, WireError, connected

KEY = b"k" * 32


class Ends:
    """A listener, and the connections that it has made."""

    def __init__(self) -> None:
        self.made: queue.Queue[Wire] = queue.Queue()
        self.listener = Listener("127.0.0.1", KEY, self.made.put)

    def pair(self) -> tuple[Wire, Wire]:
        """The end of the driver, and that of the machine."""
        near = connected(self.listener.address, KEY)
        return near, self.made.get(timeout=30)


@pytest.fixture
def ends() -> Iterator[Ends]:
    made = Ends()
    yield made
    made.listener.close()


def received(wire: Wire, count: int) -> list[tuple[bytes, bytes]]:
    """So many messages, of an end that waits or of one that does not."""
    taken: list[tuple[bytes, bytes]] = []
    until = time.monotonic() + 30
    while len(taken) < count:
        assert time.monotonic() < until, f"{len(taken)} of {count} have come"
        taken += wire.take()
    return taken


def test_messages_go_both_ways_in_their_order(ends: Ends) -> None:
    near, far = ends.pair()
    for number in range(20):
        near.put(ORDERS, b"%d" % number, b"!")
    near.flush()
    assert received(far, 20) == [(ORDERS, b"%d!" % number) for number in range(20)]
    far.put(RETURNED, b"")
    far.put(RETURNED, b"x" * 1000)
    far.flush()
    assert received(near, 2) == [(RETURNED, b""), (RETURNED, b"x" * 1000)]
    assert near.take() == []


def test_an_end_that_must_not_wait_sends_what_goes(ends: Ends) -> None:
    near, far = ends.pair()
    large = bytes(range(256)) * (1 << 16)
    near.put(ORDERS, large)
    near.flush()
    # The other side has read nothing yet, and the system holds less than 16 MiB.
    assert near.is_waiting
    taken: list[tuple[bytes, bytes]] = []
    while not taken:
        near.flush()
        taken += far.take()
    assert taken == [(ORDERS, large)]
    assert not near.is_waiting


def test_who_has_another_key_is_not_let_in(ends: Ends) -> None:
    # The driver would see that the machine has another one first, so this one does not look.
    with socket.create_connection(ends.listener.address, timeout=30) as stranger:
        stranger.sendall(b"n" * 32)
        told = b""
        while len(told) < 64:
            told += stranger.recv(64)
        stranger.sendall(b"c" * 32)
        assert stranger.recv(1) == b""
    assert ends.made.empty()
    with pytest.raises(WireError, match="has not the key"):
        connected(ends.listener.address, b"other" * 6)
    assert ends.made.empty()
    # It still listens for the one who has.
    ends.pair()


def test_what_a_machine_has_shown_cannot_be_shown_to_it(ends: Ends) -> None:
    with socket.create_connection(ends.listener.address, timeout=30) as stranger:
        stranger.sendall(b"n" * 32)
        told = b""
        while len(told) < 64:
            told += stranger.recv(64)
        stranger.sendall(told[32:])
        assert stranger.recv(1) == b""
    assert ends.made.empty()


def test_a_stranger_who_says_nothing_keeps_nobody_waiting(ends: Ends) -> None:
    with socket.create_connection(ends.listener.address):
        near, far = ends.pair()
        near.put(ORDERS, b"x")
        near.flush()
        assert received(far, 1) == [(ORDERS, b"x")]


def test_who_dawdles_is_sent_away(ends: Ends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_wire, "_PATIENCE", 0.2)
    # Each byte by itself comes in time, and all that are needed do not.
    told = b""
    with (
        socket.create_connection(ends.listener.address, timeout=30) as stranger,
        contextlib.suppress(OSError),
    ):
        for _ in range(32):
            stranger.sendall(b"n")
            time.sleep(0.02)
        told = stranger.recv(1)
    assert told == b""
    assert ends.made.empty()
    far, near = socket.socketpair()
    with far, near, pytest.raises(WireError, match="too long"):
        _wire._exactly(near, 1, time.monotonic())


def test_no_more_strangers_than_a_few_are_listened_to(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_wire, "_PATIENCE", 1.0)
    before = threading.active_count()
    strangers = [socket.create_connection(ends.listener.address) for _ in range(60)]
    try:
        most = 0
        # The driver is let in when the time of the first ones is over.
        near = threading.Thread(target=connected, args=(ends.listener.address, KEY, 30.0))
        near.start()
        while near.is_alive():
            most = max(most, threading.active_count() - before - 1)
            time.sleep(0.01)
        ends.made.get(timeout=30)
        assert 1 <= most <= 32
    finally:
        for stranger in strangers:
            stranger.close()


def test_it_goes_on_listening_where_there_was_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = threading.Event()

    class Full(socket.socket):
        def accept(self) -> Any:
            if not failed.is_set():
                failed.set()
                raise OSError(errno.EMFILE, "Too many open files")
            return super().accept()

    create = socket.create_server

    def full(*arguments: Any, **more: Any) -> socket.socket:
        return Full(fileno=create(*arguments, **more).detach())

    monkeypatch.setattr(socket, "create_server", full)
    other = Ends()
    assert failed.wait(30)
    other.pair()
    other.listener.close()


def test_where_nobody_listens_is_an_error(ends: Ends) -> None:
    ends.listener.close()
    with pytest.raises(WireError):
        connected(ends.listener.address, KEY)


def over(sent: list[bytes]) -> list[tuple[bytes, bytes]]:
    """What an end takes of these bytes."""
    left, right = socket.socketpair()
    with left, right:
        wire = Wire(right, b"1" * 32, b"2" * 32)
        right.setblocking(False)
        left.sendall(b"".join(sent))
        return wire.take()


def written(*messages: bytes) -> list[bytes]:
    """Messages as they go over a connection, one by one."""
    left, right = socket.socketpair()
    with left, right:
        wire = Wire(left, b"2" * 32, b"1" * 32)
        sent = []
        for message in messages:
            wire.put(ORDERS, message)
            wire.flush()
            sent.append(right.recv(1 << 16))
        return sent


def test_messages_of_nobody_else_are_taken() -> None:
    one, two, three = written(b"one", b"two", b"three")
    assert over([one, two, three]) == [(ORDERS, b"one"), (ORDERS, b"two"), (ORDERS, b"three")]
    assert over([one, two[:-1]]) == [(ORDERS, b"one")]
    for at in range(4, len(one)):
        changed = bytearray(one)
        changed[at] ^= 1
        with pytest.raises(WireError, match="not written by the other side"):
            over([bytes(changed)])
    for wrong in ([one, one], [two], [one, three], [two, one]):
        with pytest.raises(WireError, match="not written by the other side"):
            over(wrong)
    for length in (0, (1 << 30) + 1):
        with pytest.raises(WireError, match="is none"):
            over([length.to_bytes(4, "little") + one[4:]])


def test_the_end_of_a_connection_is_an_error_on_both_sides(ends: Ends) -> None:
    near, far = ends.pair()
    near.close()
    with pytest.raises(WireError):
        received(far, 1)
    far.close()
    with pytest.raises(WireError):
        far.take()


def test_the_system_looks_whether_the_other_end_is_there(ends: Ends) -> None:
    for wire in ends.pair():
        with socket.socket(fileno=os.dup(wire.fileno())) as sock:
            assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) != 0
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                limit = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
                assert limit == 60_000


def test_a_connection_that_stays_silent_is_ended(ends: Ends) -> None:
    near, _ = ends.pair()
    asked: list[str] = []

    def hello(host: str) -> str:
        asked.append(host)
        return "asked"

    ray: Any = SimpleNamespace(remote=lambda kind: kind)
    fleet = Fleet(ray, Setup("1", b""), Plan(1, 1 << 20, patience=3.0))
    actor = SimpleNamespace(hello=SimpleNamespace(remote=hello))
    place = _Place("node", 0, 1, "it", "host", actor=actor, machine=7, was=7, wire=near)
    place.heard = 100.0
    fleet._places["node", 0] = place
    fleet._selector.register(near, 1, place)
    fleet._look_for_silence(104.0)
    assert place.machine == 7
    # It is given up first, and may still send what it has.
    fleet._look_for_silence(104.1)
    assert fleet._events == [Lost(7, "it: no answer for 3 s")]
    assert place.machine is None and place.wire is near and not asked
    fleet._look_for_silence(108.0)
    assert place.wire is near
    fleet._look_for_silence(108.1)
    assert place.wire is None and place.cuts == 1 and asked == ["host"]
    assert len(fleet._events) == 1
    assert not fleet._selector.get_map()


def test_machines_send_less_often_where_the_driver_is_busy() -> None:
    pace = Pace(queued=1)
    assert pace.linger < 0.005
    for _ in range(100):
        pace.follow(share=0.2, job=0.04)
    # Half the time of the one job in store; then of some more.
    assert pace.queued == 3 and pace.linger == 0.05
    for _ in range(100):
        pace.follow(share=0.03, job=0.04)
    assert pace.queued == 3 and pace.linger == 0.05
    for _ in range(100):
        pace.follow(share=0.001, job=0.04)
    assert pace.queued == 1 and pace.linger == 0.001


def test_jobs_of_a_millisecond_wait_in_store_where_the_driver_is_busy() -> None:
    pace = Pace(queued=1)
    for _ in range(100):
        pace.follow(share=0.2, job=0.001)
    assert pace.queued == 64 and pace.linger == 0.032
    # Long jobs need no store, and where nothing is known none is made.
    for job in (0.0, 0.05, 1.0):
        pace = Pace(queued=1)
        for _ in range(100):
            pace.follow(share=0.2, job=job)
        assert pace.queued == 1
