"""The encrypted connections between driver and machines, without Ray, and their use."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

zmq = pytest.importorskip("zmq")

import shomei  # noqa: E402
from cluster_fakes import Squares  # noqa: E402
from shomei import cluster  # noqa: E402
from shomei.cluster import _transport  # noqa: E402
from shomei.cluster._fleet import Fleet, Joined, Lost, Plan, _Place  # noqa: E402
from shomei.cluster._linger import Linger  # noqa: E402
from shomei.cluster._machine import Hello, Machine, Returned, Setup, order  # noqa: E402
from shomei.cluster._transport import Address, Caller, Link, Listener  # noqa: E402

HOST = "127.0.0.1"


def until(holds: Callable[[], Any], seconds: float = 30.0) -> None:
    """Waits until a condition is true."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.01)


class Ends:
    """A driver, and a machine that records received messages and sends given ones."""

    def __init__(self) -> None:
        self.caller = Caller()
        self.taken: queue.Queue[bytes] = queue.Queue()
        self.giving: queue.Queue[bytes] = queue.Queue()
        self.listener = Listener(HOST, self.caller.key, self.take, self.give)
        self.address = self.listener.address

    def take(self, message: bytes) -> None:
        if message == b"unreadable":
            raise ValueError("it cannot be read")
        self.taken.put(message)

    def give(self) -> list[bytes]:
        try:
            message = self.giving.get(timeout=0.05)
        except queue.Empty:
            return []
        if message == b"raise":
            raise ValueError("it cannot be given")
        return [message]

    def link(self) -> Link:
        """The driver's end of a connection that is open."""
        link = self.caller.connect(self.address)
        assert self.caller.wait(30.0) == [link]
        assert link.is_open
        return link

    def received(self, link: Link, count: int) -> list[bytes]:
        """The next messages of the machine."""
        messages: list[bytes] = []
        end = time.monotonic() + 30
        while len(messages) < count:
            assert time.monotonic() < end, f"{len(messages)} of {count} have come"
            if self.caller.wait(0.1):
                messages += link.messages()
        return messages


@pytest.fixture
def ends() -> Iterator[Ends]:
    made = Ends()
    yield made
    made.caller.close()
    made.listener.close()


class Proxy:
    """A proxy between driver and machine that records all bytes of both directions.

    Args:
        address: Where the machine listens.
        change: Changes each piece on its way; its argument is whether the machine receives it.
    """

    def __init__(
        self, address: Address, change: Callable[[bool, bytes], bytes] = lambda _, data: data
    ) -> None:
        self.host, self.port = HOST, int(address.endpoint.rpartition(":")[2])
        self.change = change
        self.carried = {True: b"", False: b""}
        self.server = socket.create_server((HOST, 0))
        self.ends: list[socket.socket] = [self.server]
        self.address = Address(f"tcp://{HOST}:{self.server.getsockname()[1]}", address.key)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        near, _ = self.server.accept()
        far = socket.create_connection((self.host, self.port))
        self.ends += [near, far]
        for pair in ((near, far, True), (far, near, False)):
            threading.Thread(target=self.carry, args=pair, daemon=True).start()

    def carry(self, source: socket.socket, target: socket.socket, is_to_machine: bool) -> None:
        try:
            while data := source.recv(1 << 16):
                self.carried[is_to_machine] += data
                target.sendall(self.change(is_to_machine, data))
        except OSError:
            pass
        finally:
            self.cut()

    def cut(self) -> None:
        for end in self.ends[1:]:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.cut()
        for end in self.ends:
            end.close()


@pytest.fixture
def through(ends: Ends) -> Iterator[Callable[..., tuple[Link, Proxy]]]:
    """Connects through a proxy."""
    made: list[Proxy] = []

    def connect(*arguments: Any) -> tuple[Link, Proxy]:
        proxy = Proxy(ends.address, *arguments)
        made.append(proxy)
        link = ends.caller.connect(proxy.address)
        assert ends.caller.wait(30.0) == [link]
        return link, proxy

    yield connect
    for proxy in made:
        proxy.close()


def refused(ends: Ends, socket: zmq.Socket[bytes]) -> None:
    """Asserts that a stranger is refused and that the driver is still accepted."""
    with socket:
        socket.set(zmq.IMMEDIATE, 1)
        socket.set(zmq.LINGER, 0)
        socket.connect(ends.address.endpoint)
        assert not socket.poll(500, zmq.POLLOUT)
    assert ends.taken.empty()
    ends.link().send(b"of the driver")
    assert ends.taken.get(timeout=30) == b"of the driver"


def test_messages_go_both_ways_in_their_order(ends: Ends) -> None:
    link = ends.link()
    sent = [b"%d!" % number for number in range(200)]
    for message in sent:
        link.send(message)
    assert [ends.taken.get(timeout=30) for _ in sent] == sent
    for message in sent:
        ends.giving.put(message)
    assert ends.received(link, 200) == sent
    assert link.messages() == []


def test_long_messages_go_in_frames(ends: Ends) -> None:
    link = ends.link()
    for size in (1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 3 << 16, 16 << 20):
        message = os.urandom(size)
        link.send(message)
        assert ends.taken.get(timeout=30) == message
        ends.giving.put(message)
        assert ends.received(link, 1) == [message]


def test_no_machine_is_read_for_long_while_others_wait(ends: Ends) -> None:
    link = ends.link()
    for number in range(300):
        ends.giving.put(b"%d" % number)
    until(lambda: ends.giving.empty())
    time.sleep(0.1)
    turns = []
    while sum(map(len, turns)) < 300:
        assert ends.caller.wait(1.0) == [link]
        turns.append(link.messages())
    assert max(map(len, turns)) == 64


def test_who_has_another_key_is_not_let_in(ends: Ends) -> None:
    with zmq.Context() as context:
        stranger = context.socket(zmq.PAIR)
        stranger.curve_publickey, stranger.curve_secretkey = zmq.curve_keypair()
        stranger.curve_serverkey = ends.address.key
        refused(ends, stranger)


def test_who_has_the_public_key_of_the_driver_alone_is_not_let_in(ends: Ends) -> None:
    with zmq.Context() as context:
        stranger = context.socket(zmq.PAIR)
        _, secret = zmq.curve_keypair()
        stranger.curve_publickey, stranger.curve_secretkey = ends.caller.key, secret
        stranger.curve_serverkey = ends.address.key
        refused(ends, stranger)


def test_who_does_not_encrypt_is_not_let_in(ends: Ends) -> None:
    with zmq.Context() as context:
        refused(ends, context.socket(zmq.PAIR))


def test_a_machine_with_another_key_is_not_believed(ends: Ends) -> None:
    other, _ = zmq.curve_keypair()
    ends.caller.connect(Address(ends.address.endpoint, other))
    assert ends.caller.wait(0.5) == []
    ends.link()


def raw(ends: Ends) -> socket.socket:
    """A stranger who speaks to the machine byte by byte."""
    host, port = ends.address.endpoint.removeprefix("tcp://").split(":")
    return socket.create_connection((host, int(port)), timeout=30)


GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x01" + b"CURVE".ljust(20, b"\0") + bytes(32)


def is_ended(stranger: socket.socket) -> bool:
    """Whether the machine ends the connection; earlier bytes are ignored."""
    try:
        while stranger.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(sys.platform != "linux", reason="it reads the memory of the process")
def test_a_stranger_cannot_fill_the_memory(ends: Ends) -> None:
    before = resident()
    with raw(ends) as stranger:
        with contextlib.suppress(OSError):
            stranger.sendall(GREETING + b"\x06" + (1 << 29).to_bytes(8, "big"))
            for _ in range(256):
                stranger.sendall(bytes(1 << 20))
        assert is_ended(stranger)
    assert resident() - before < 64 << 20
    ends.link()


def test_a_frame_that_is_too_long_is_refused(ends: Ends) -> None:
    with zmq.Context() as context, context.socket(zmq.PAIR) as driver:
        driver.curve_publickey, driver.curve_secretkey = ends.caller.key, ends.caller._secret
        driver.curve_serverkey = ends.address.key
        driver.set(zmq.RECONNECT_IVL, -1)
        driver.set(zmq.IMMEDIATE, 1)
        driver.set(zmq.LINGER, 0)
        driver.connect(ends.address.endpoint)
        head = bytes(8) + ((1 << 16) - 16).to_bytes(8, "little")
        driver.send(head + bytes((1 << 16) - 16))
        assert ends.taken.get(timeout=30) == bytes((1 << 16) - 16)
        driver.send(bytes(1 << 17))
        until(lambda: not driver.poll(0, zmq.POLLOUT))
    assert ends.taken.empty()


def test_a_silent_stranger_delays_no_connection(ends: Ends) -> None:
    with raw(ends), raw(ends) as stranger:
        stranger.sendall(GREETING[:20])
        ends.link().send(b"x")
        assert ends.taken.get(timeout=30) == b"x"


def test_who_dawdles_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_transport, "_HANDSHAKE", 200)
    ends = Ends()
    with raw(ends) as stranger:
        began = time.monotonic()
        with contextlib.suppress(OSError):
            for at in range(len(GREETING)):
                stranger.sendall(GREETING[at : at + 1])
                time.sleep(0.02)
        assert is_ended(stranger)
        assert time.monotonic() - began < 20
    ends.caller.close()
    ends.listener.close()


FULL = """
import resource, socket, sys, time
from test_cluster_transport import Ends, raw
ends = Ends()
resource.setrlimit(resource.RLIMIT_NOFILE, (len(__import__("os").listdir("/proc/self/fd")) + 20,) * 2)
strangers = []
try:
    while True:
        strangers.append(raw(ends))
except OSError:
    # There is no room for another file in this process, nor for those that wait to be let in.
    assert len(strangers) >= 10
time.sleep(0.2)
for stranger in strangers:
    stranger.close()
ends.link().send(b"x")
assert ends.taken.get(timeout=30) == b"x"
ends.caller.close()
ends.listener.close()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it reads how many files are open")
def test_it_goes_on_listening_where_there_was_no_room() -> None:
    program = [sys.executable, "-c", FULL]
    here = os.path.dirname(__file__)
    done = subprocess.run(program, cwd=here, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


SECRET = b"...x....o.................oxx....o..ooo....ox................... x"


def test_who_listens_reads_nothing(ends: Ends, through: Any) -> None:
    link, proxy = through()
    for _ in range(3):
        link.send(order(0.1, SECRET))
        assert ends.taken.get(timeout=30).endswith(SECRET)
        ends.giving.put(SECRET)
        assert ends.received(link, 1) == [SECRET]
    for carried in proxy.carried.values():
        assert len(carried) > 3 * len(SECRET)
        # Not even a part of it.
        assert not any(SECRET[at : at + 8] in carried for at in range(len(SECRET) - 7))
        for key in (ends.caller._secret, ends.caller.key, ends.address.key):
            assert key not in carried


def flipped(at: int, bit: int = 1) -> Callable[[bytes], bytes]:
    """Changes one bit of a piece."""

    def flip(data: bytes) -> bytes:
        changed = bytearray(data)
        changed[at % len(data)] ^= bit
        return bytes(changed)

    return flip


FORGERIES = {
    # These three are not encrypted.
    "more": flipped(0, 1),
    "long": flipped(0, 2),
    "command": flipped(0, 4),
    "length": flipped(1),
    "name": flipped(5),
    "number": flipped(17),
    "content": flipped(40),
    "end": flipped(-1),
    "twice": lambda data: data + data,
    "longer": lambda data: data[:-1] + b"xyz",
    "own": lambda data: b"\x04\x05hello",
}
"""The changes of a message by an attacker."""


@pytest.mark.parametrize("to_machine", [True, False], ids=["to the machine", "to the driver"])
@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_who_changes_or_repeats_what_goes_over_is_found_out(
    ends: Ends, through: Any, forge: Callable[[bytes], bytes], to_machine: bool
) -> None:
    forging = threading.Event()

    def change(is_to_machine: bool, data: bytes) -> bytes:
        if is_to_machine == to_machine and forging.is_set():
            forging.clear()
            return forge(data)
        return data

    link, _ = through(change)
    link.send(b"one")
    ends.giving.put(b"one")
    assert ends.taken.get(timeout=30) == b"one" and ends.received(link, 1) == [b"one"]
    forging.set()
    if to_machine:
        link.send(SECRET)
    else:
        ends.giving.put(SECRET)
    # With a changed length the machine waits for missing bytes; the next message then reveals the
    # change.
    received = []
    for _ in range(40):
        received += link.messages()
        if not link.is_open:
            break
        time.sleep(0.05)
        link.send(SECRET)
        ends.giving.put(SECRET)
    assert not link.is_open
    taken = [ends.taken.get() for _ in range(ends.taken.qsize())]
    # No message that was not sent, and none twice.
    assert set(taken + received) <= {SECRET}
    if to_machine:
        assert len(taken) <= 1
    else:
        assert len(received) <= 1


def test_a_conversation_cannot_be_replayed(ends: Ends, through: Any) -> None:
    link, proxy = through()
    link.send(SECRET)
    assert ends.taken.get(timeout=30) == SECRET
    ends.caller.hang_up(link)
    with raw(ends) as stranger:
        stranger.sendall(proxy.carried[True])
        assert is_ended(stranger)
    assert ends.taken.empty()


def test_a_message_that_is_not_the_next_one_ends_the_connection(ends: Ends) -> None:
    context = zmq.Context()
    far, near = context.socket(zmq.PAIR), context.socket(zmq.PAIR)
    far.bind("inproc://far")
    near.connect("inproc://far")
    link = Link(near)
    head = _transport._HEAD
    for wrong in (
        b"",
        b"x",
        head.pack(0, 0)[:-1],
        head.pack(1, 1) + b"x",
        head.pack(0, 2) + b"x",
        head.pack(0, 1) * 2,
        head.pack(0, 1 << 17) + bytes(1 << 17),
    ):
        far.send(wrong)
        assert link.is_open and link.messages() == []
        assert not link.is_open
        far.send(head.pack(0, 1) + b"x")
        assert link.messages() == []
        assert near.recv() == head.pack(0, 1) + b"x"
        link = Link(near)
    far.send_multipart([head.pack(0, 1) + b"x", b"y"])
    assert link.messages() == [] and not link.is_open
    assert near.recv() == b"y"
    link = Link(near)
    frame = 1 << 16
    far.send(head.pack(0, frame + 2) + bytes(frame))
    assert link.messages() == [] and link.is_open
    far.send(head.pack(1, 2) + b"xy")
    far.send(head.pack(2, 0))
    assert link.messages() == [bytes(frame) + b"xy", b""] and link.is_open
    # A frame is missing, and the next message has as many bytes as are left.
    far.send(head.pack(3, frame + 2) + bytes(frame))
    far.send(head.pack(5, 2) + b"xy")
    assert link.messages() == [] and not link.is_open
    far.close()
    near.close()
    context.term()


def test_the_end_of_a_connection_is_seen_on_both_sides(ends: Ends) -> None:
    link = ends.link()
    ends.caller.hang_up(link)
    # The machine listens for the same driver again.
    link = ends.link()
    ends.listener.close()
    until(lambda: not link.is_open)
    link.send(b"to no receiver")
    assert ends.caller.wait(0.1) == [] and link.messages() == []


def test_a_connection_that_is_cut_is_not_made_anew(ends: Ends, through: Any) -> None:
    link, proxy = through()
    proxy.cut()
    until(lambda: not link.is_open)
    time.sleep(0.3)
    assert not link.is_open
    ends.link()


def test_a_connection_without_a_sign_of_life_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_transport, "_SIGN", 50)
    monkeypatch.setattr(_transport, "_SILENCE", 300)
    ends = Ends()
    stuck = threading.Event()
    proxy = Proxy(ends.address, lambda _, data: b"" if stuck.is_set() else data)
    link = ends.caller.connect(proxy.address)
    assert ends.caller.wait(30.0) == [link]
    time.sleep(1.0)
    assert link.is_open
    stuck.set()
    until(lambda: not link.is_open, 5.0)
    proxy.close()
    ends.caller.close()
    ends.listener.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("side", ["take", "give"])
def test_an_error_of_a_machine_ends_the_connection(ends: Ends, side: str) -> None:
    link = ends.link()
    if side == "take":
        link.send(b"unreadable")
    else:
        ends.giving.put(b"raise")
    until(lambda: not link.is_open)


@pytest.mark.skipif(sys.platform != "linux", reason="it reads which files are open")
def test_nothing_is_left_over() -> None:
    def there() -> tuple[int, int]:
        return threading.active_count(), len(os.listdir("/proc/self/fd"))

    before = there()
    for _ in range(3):
        ends = Ends()
        ends.link().send(b"x")
        assert ends.taken.get(timeout=30) == b"x"
        # No reader takes this.
        ends.giving.put(bytes(1 << 22))
        ends.caller.connect(Address("tcp://127.0.0.1:1", ends.address.key))
        ends.caller.close()
        ends.listener.close()
    until(lambda: there() == before)


def test_where_it_cannot_listen_is_an_error() -> None:
    key, _ = zmq.curve_keypair()
    with pytest.raises(zmq.ZMQError, match=r"192\.0\.2\.77"):
        Listener("192.0.2.77", key, lambda _: None, lambda: ())


def test_what_a_machine_sends_is_read_as_it_was() -> None:
    for returned in (
        Returned((), None, 1.5, 4096),
        Returned((b"one", b"two"), None, 0.25, 1),
        Returned((b"one",), pickle.dumps(ValueError("no")), 0.0, 0),
        Returned((), pickle.dumps(ValueError("no")), 0.0, 0),
    ):
        assert Returned.of(list(returned.messages())) == returned


def test_a_machine_works_for_the_driver_that_knows_it_last() -> None:
    caller = Caller()
    setup = Setup(shomei.__version__, pickle.dumps(Squares), caller.key)
    machine = Machine(setup, 1, 1 << 20)
    watches: list[threading.Thread] = []
    for number in (3, 4):
        hello = machine.hello(HOST)
        assert hello.listens is not None
        # A new greeting ends the earlier call, which would keep a thread of the actor.
        for watch in watches:
            watch.join(30.0)
            assert not watch.is_alive()
        watches = [threading.Thread(target=machine.watch, daemon=True)]
        watches[0].start()
        link = caller.connect(hello.listens)
        assert caller.wait(30.0) == [link]
        link.send(order(0.0, pickle.dumps([(1, number)])))
        batches: list[bytes] = []
        while not batches:
            assert caller.wait(30.0) == [link]
            batches += Returned.of(link.messages()).batches
        assert [pickle.loads(batch) for batch in batches] == [(1, number, number**2)]
        if number == 3:
            first = link
    assert not first.is_open
    machine.stop()
    until(lambda: not link.is_open)
    caller.close()


def fleet_of(ends: Ends) -> tuple[Fleet, _Place, list[str]]:
    """A fleet with one place, and the calls of its actor."""
    asked: list[str] = []

    def hello(host: str) -> str:
        asked.append(host)
        return "asked"

    ray: Any = SimpleNamespace(remote=lambda kind: kind, wait=lambda refs, timeout: ([], refs))
    fleet = Fleet(ray, Setup("1", b""), Plan(1, 1 << 20, patience=3.0))
    fleet._caller.close()
    fleet._caller = ends.caller
    watch = SimpleNamespace(remote=lambda: "watching")
    actor = SimpleNamespace(hello=SimpleNamespace(remote=hello), watch=watch)
    place = fleet._places["node", 0] = _Place("node", 0, 1, "it", "host", actor=actor)
    return fleet, place, asked


def test_a_connection_that_stays_silent_is_ended(ends: Ends) -> None:
    fleet, place, asked = fleet_of(ends)
    fleet._greet(place, Hello("1", engine=b"engine", listens=ends.address))
    fleet._wait(30.0)
    assert place.machine == 1 and fleet._events == [Joined(1, b"engine")]
    place.last_contact = 100.0
    fleet._look_for_silence(104.0)
    assert place.machine == 1
    # It is given up first, and may still send results.
    fleet._look_for_silence(104.1)
    assert fleet._events[1:] == [Lost(1, "it: no answer for 3 s")]
    assert place.machine is None and place.link is not None and not asked
    fleet._look_for_silence(108.0)
    assert place.link is not None
    fleet._look_for_silence(108.1)
    assert place.link is None and asked == ["host"]
    assert len(fleet._events) == 2


def test_a_machine_that_cannot_be_reached_is_asked_again_and_given_up(ends: Ends) -> None:
    fleet, place, asked = fleet_of(ends)
    other, _ = zmq.curve_keypair()
    ended: list[Any] = []
    fleet._ray.kill = ended.append
    for number in range(5):
        assert len(asked) == number
        place.hello = None
        fleet._greet(place, Hello("1", listens=Address(ends.address.endpoint, other)))
        fleet._look_for_silence(place.last_contact + 10.0)
        assert place.link is not None
        fleet._look_for_silence(place.last_contact + 10.1)
        assert place.link is None and not fleet._events
    assert len(asked) == 4 and len(ended) == 1
    where = f"it does not answer at {ends.address.endpoint}: may this machine reach that?"
    assert fleet.problems == [f"it: it has died 5 times: {where}"]
    with pytest.raises(cluster.NoClusterError, match="may this machine reach that"):
        fleet._require_machines()


def test_machines_send_less_often_where_the_driver_is_busy() -> None:
    linger = Linger(queued=1)
    assert linger.seconds < 0.005
    for _ in range(100):
        linger.follow(share=0.2, job=0.04)
    # Half the time of the queued job.
    assert linger.seconds == 0.02
    for _ in range(100):
        linger.follow(share=0.03, job=0.04)
    assert linger.seconds == 0.02
    for _ in range(100):
        linger.follow(share=0.001, job=0.04)
    assert linger.seconds == 0.001


@pytest.mark.parametrize(("job", "seconds"), [(0.0, 0.001), (0.001, 0.001), (1.0, 0.05)])
def test_machines_do_not_linger_longer_than_their_threads_have_work(
    job: float, seconds: float
) -> None:
    linger = Linger(queued=1)
    for _ in range(100):
        linger.follow(share=0.2, job=job)
    assert linger.seconds == seconds
