"""The machines of a Ray cluster: finds them, connects to them, and replaces lost ones.

Ray starts processes and reports lost ones; it retries nothing and decides nothing. Batches use a
connection with each machine, since a call of Ray is expensive.

The jobs of a lost machine are given to others. A machine that was only disconnected returns under
its number, with its table; a new process has a new number.
"""

from __future__ import annotations

import importlib
import pickle
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from .._errors import MachineError, NoClusterError, VersionError
from ._linger import Linger
from ._machine import Hello, Machine, Returned, Setup, order
from ._transport import Caller, Link

__all__ = ["Event", "Fleet", "Joined", "Lost", "Plan", "Received", "unpickled"]

_SCAN: Final = 2.0
"""Seconds between two queries for the nodes of the cluster."""
_LOOK: Final = 0.2
"""Seconds between two tests for returned calls of Ray and for silent machines."""
_WAIT: Final = 1.0
"""The maximum number of seconds for which a live machine sends nothing."""
_REACH: Final = 10.0
"""The maximum number of seconds to reach a machine that has reported its address."""
_CALLS: Final = 4
"""The maximum number of simultaneous calls of Ray to one machine."""
_DEATHS: Final = 5
"""A place is given up after this number of deaths without a message from its machine."""


@dataclass(frozen=True)
class Joined:
    """A machine has joined, with its greeting."""

    machine: int
    hello: bytes


@dataclass(frozen=True)
class Lost:
    """A machine is lost, or does not answer."""

    machine: int
    reason: str


@dataclass(frozen=True)
class Received:
    """A machine has sent a message."""

    machine: int
    returned: Returned


Event = Joined | Lost | Received


@dataclass(frozen=True)
class Plan:
    """The machines to use in a cluster.

    Attributes:
        threads: Threads of each machine; None for one for each of its processors.
        memory: Bytes of the table of each machine.
        machines: The maximum number of machines; None for all.
        per_node: The maximum number of machines on one node of Ray; None for its number of
            processors.
        patience: Seconds after which a machine that does not answer counts as lost.
        queued: Jobs queued at each thread.
    """

    threads: int | None
    memory: int
    machines: int | None = None
    per_node: int | None = 1
    patience: float = 30.0
    queued: int = 1


@dataclass(eq=False)
class _Place:
    """A place for one machine: a node of Ray, and a number on it."""

    node: str
    number: int
    threads: int
    address: str
    host: str
    actor: Any = None
    machine: int | None = None
    was: int | None = None
    hello: Any = None
    watch: Any = None
    greeting: Hello | None = None
    link: Link | None = None
    last_contact: float = 0.0
    engine: bytes = b""
    deaths: int = 0
    again: float = 0.0
    refused: Hello | None = None

    def pending(self) -> list[Any]:
        """The calls of Ray that the machine has not answered."""
        return [ref for ref in (self.hello, self.watch) if ref is not None]


class Fleet:
    """The machines of a cluster, one actor each.

    Args:
        ray: The module, connected with a cluster.
        setup: The question for the machines.
        plan: The machines to use.
        kind: The class of the actors.

    Attributes:
        linger: How long machines wait for more results before they send.
        problems: Problems that did not end the search, in words.
        calls: The number of messages to machines.
        bytes_sent: Bytes of all batches to machines.
        bytes_received: Bytes of all batches from machines.
    """

    def __init__(self, ray: Any, setup: Setup, plan: Plan, kind: type[Machine] = Machine) -> None:
        self._ray = ray
        self._plan = plan
        self._caller = Caller()
        # Not by reference: Ray would lose the object with this process, and could restart no actor.
        self._setup = replace(setup, key=self._caller.key)
        self._actors = ray.remote(kind)
        self._places: dict[tuple[str, int], _Place] = {}
        self._numbers: Iterator[int] = iter(range(1, 1 << 62))
        self._scanned = float("-inf")
        self._looked = float("-inf")
        self._asked: Any = None
        self._had_any = False
        self._began = time.monotonic()
        self._events: list[Event] = []
        self.linger = Linger(plan.queued)
        self._small: str | None = None
        self.problems: list[str] = []
        self.calls = 0
        self.bytes_sent = 0
        self.bytes_received = 0

    @property
    def machines(self) -> int:
        """The number of machines that take part now."""
        return sum(place.machine is not None for place in self._places.values())

    def ask_for_nodes(self) -> None:
        """Requests the planned number of nodes from a cluster with an autoscaler."""
        if self._plan.machines is None or self._plan.per_node != 1:
            return
        sdk = importlib.import_module("ray.autoscaler.sdk")
        bundle = {"CPU": self._plan.threads or 1}
        sdk.request_resources(bundles=[bundle] * self._plan.machines)
        self._asked = sdk

    def send(self, machine: int, batch: bytes) -> None:
        """Sends a batch to a machine. A batch to a lost machine is dropped."""
        for place in self._places.values():
            if place.machine == machine and place.link is not None:
                place.link.send(order(self.linger.seconds, batch))
                self.calls += 1
                self.bytes_sent += len(batch)
                return

    def poll(self, timeout: float) -> list[Event]:
        """Waits for events.

        Args:
            timeout: The maximum number of seconds to wait.

        Raises:
            VersionError: If every machine has another version of the package.
            MachineError: If no machine can open the game.
            NoClusterError: If no machine is large enough, or none stays alive.
        """
        now = time.monotonic()
        if now - self._scanned >= _SCAN:
            self._scanned = now
            self._scan()
        self._wait(timeout)
        events, self._events = self._events, []
        if not events:
            self._require_machines()
        return events

    def solved(self, most: int) -> Iterator[bytes]:
        """The solved positions in the tables of the machines, for the certificate.

        A machine that does not answer is left out: its positions are searched again.

        Args:
            most: The maximum number of positions of all machines together.
        """
        there = [place for place in self._places.values() if place.machine is not None]
        each = most // max(len(there), 1)
        for place in there:
            try:
                # One machine after another, so that only one answer is in memory.
                solved = self._ray.get(
                    place.actor.solved.remote(each), timeout=60 + self._plan.patience
                )
            except self._ray.exceptions.RayError as error:
                self.problems.append(f"{place.address}: its table is lost: {_last_line(error)}")
                continue
            self.bytes_received += len(solved)
            if solved:
                yield solved

    def close(self) -> None:
        """Ends all machines."""
        for place in self._places.values():
            self._end(place)
        self._places.clear()
        self._caller.close()
        if self._asked is not None:
            self._asked.request_resources(bundles=[])
            self._asked = None

    def _scan(self) -> None:
        """Makes places on the current nodes, and actors on the places without one."""
        nodes = [node for node in self._ray.nodes() if node["Alive"]]
        alive = {node["NodeID"] for node in nodes}
        for key, place in list(self._places.items()):
            if place.node not in alive and place.machine is None and place.actor is None:
                del self._places[key]
        for node in nodes:
            self._make_places(node)
        now = time.monotonic()
        for place in self._places.values():
            usable = place.refused is None and place.deaths < _DEATHS and place.node in alive
            if place.actor is None and usable and now >= place.again:
                self._start(place)

    def _make_places(self, node: Any) -> None:
        cpus = int(node["Resources"].get("CPU", 0))
        name = f"{node['NodeManagerHostname']}, {node['NodeManagerAddress']}"
        threads = self._plan.threads or (cpus if self._plan.per_node is not None else 1)
        if cpus < max(threads, 1):
            # The head of a cluster often offers no processor.
            if cpus > 0:
                self._small = f"{name} has {cpus} processors, and {threads} threads are asked for"
            return
        most = cpus // threads
        if self._plan.per_node is not None:
            most = min(most, self._plan.per_node)
            threads = self._plan.threads or cpus // most
        for number in range(most):
            key = (node["NodeID"], number)
            limit = self._plan.machines
            if key in self._places or (limit is not None and self._used() >= limit):
                continue
            self._had_any = True
            host = node["NodeManagerAddress"]
            self._places[key] = _Place(node["NodeID"], number, threads, name, host)

    def _used(self) -> int:
        """Places with a machine, or with one that is starting."""
        return sum(
            place.refused is None and place.deaths < _DEATHS for place in self._places.values()
        )

    def _start(self, place: _Place) -> None:
        strategies = self._ray.util.scheduling_strategies
        options = {
            "num_cpus": place.threads,
            "memory": self._plan.memory,
            "max_restarts": -1,
            "max_task_retries": 0,
            "max_concurrency": _CALLS,
            "scheduling_strategy": strategies.NodeAffinitySchedulingStrategy(
                place.node, soft=False
            ),
        }
        place.actor = self._actors.options(**options).remote(
            self._setup, place.threads, self._plan.memory
        )
        place.hello = place.actor.hello.remote(place.host)

    def _wait(self, timeout: float) -> None:
        """Waits for messages and calls of Ray, and handles all that have arrived."""
        places = {place.link: place for place in self._places.values() if place.link is not None}
        if not places:
            self._ask_ray(timeout)
        else:
            for link in self._caller.wait(timeout):
                self._hear(places[link], link)
        now = time.monotonic()
        if now - self._looked >= _LOOK:
            self._looked = now
            self._ask_ray(0.0)
            self._look_for_silence(now)

    def _hear(self, place: _Place, link: Link) -> None:
        """Handles the messages of a connection, which may have opened just now."""
        if place.greeting is not None:
            self._join(place, place.greeting.engine)
            place.greeting = None
            place.last_contact = time.monotonic()
        messages = link.messages()
        if messages:
            place.last_contact = time.monotonic()
            place.deaths = 0
            self._bring(place, Returned.of(messages))

    def _ask_ray(self, timeout: float) -> None:
        """Waits for a call of Ray to return, and handles all that have returned."""
        pending = [ref for place in self._places.values() for ref in place.pending()]
        if not pending:
            time.sleep(min(timeout, 0.05))
            return
        ready, rest = self._ray.wait(pending, timeout=timeout)
        if ready and rest:
            more, _ = self._ray.wait(rest, num_returns=len(rest), timeout=0)
            ready = [*ready, *more]
        for ref in ready:
            for place in self._places.values():
                # A place that was given up a moment ago expects no more calls.
                if ref in place.pending():
                    self._take(place, ref)
                    break

    def _take(self, place: _Place, ref: Any) -> None:
        """Handles the result of a call."""
        is_hello = ref == place.hello
        if is_hello:
            place.hello = None
        else:
            place.watch = None
        exceptions = self._ray.exceptions
        try:
            result = self._ray.get(ref)
        except exceptions.RayTaskError as error:
            # An error of the package on that machine, such as another version.
            self._lose(place, _last_line(error), for_good=True)
        except (exceptions.ActorUnavailableError, exceptions.ObjectLostError) as error:
            # The machine may return: it is greeted again, and joins again.
            self._lose(place, _last_line(error), for_good=False)
        except exceptions.RayError as error:
            self._lose(place, _last_line(error), for_good=True)
        else:
            if is_hello:
                self._greet(place, result)

    def _greet(self, place: _Place, hello: Hello) -> None:
        """A machine has sent its greeting: connects to it."""
        if hello.reason is not None:
            self._refuse(place, hello)
            return
        assert hello.listens is not None
        place.greeting = hello
        place.link = self._caller.connect(hello.listens)
        place.last_contact = time.monotonic()
        place.watch = place.actor.watch.remote()

    def _join(self, place: _Place, engine: bytes) -> None:
        """A machine takes part, under its old number if it has the same table as before."""
        if place.was is None or engine != place.engine:
            place.was = next(self._numbers)
        place.engine = engine
        place.machine = place.was
        self._events.append(Joined(place.machine, engine))

    def _bring(self, place: _Place, returned: Returned) -> None:
        if place.machine is None:
            # The machine was given up, but was only slow or disconnected.
            self._join(place, place.engine)
        assert place.machine is not None
        self.bytes_received += sum(map(len, returned.batches))
        self._events.append(Received(place.machine, returned))

    def refuse(self, machine: int, kind: str, reason: str) -> None:
        """Dismisses a machine that has joined and cannot take part.

        Args:
            machine: Its number.
            kind: ``"version"`` or ``"game"``.
            reason: The reason, in words.
        """
        for place in self._places.values():
            if place.machine == machine:
                place.machine = None
                self._refuse(place, Hello("", kind=kind, reason=reason))

    def _refuse(self, place: _Place, hello: Hello) -> None:
        place.refused = hello
        self.problems.append(f"{place.address}: {hello.reason}")
        self._end(place)

    def _lose(self, place: _Place, reason: str, *, for_good: bool) -> None:
        """A machine is lost: others get its jobs, and it is greeted again or restarted."""
        self._give_up(place, reason)
        self._hang_up(place)
        place.deaths += 1
        is_given_up = place.deaths >= _DEATHS
        if is_given_up:
            self.problems.append(f"{place.address}: it has died {_DEATHS} times: {reason}")
        if for_good or is_given_up:
            self._end(place)
            place.again = time.monotonic() + min(0.5 * 2**place.deaths, 10.0)
        elif place.hello is None:
            place.hello = place.actor.hello.remote(place.host)

    def _give_up(self, place: _Place, reason: str) -> None:
        """A machine no longer takes part, until it joins again."""
        if place.machine is not None:
            self._events.append(Lost(place.machine, f"{place.address}: {reason}"))
        place.machine = None

    def _look_for_silence(self, now: float) -> None:
        """Gives up machines that have not answered for long; later messages are still accepted.

        A connection that is silent for twice that time is closed, since only this end of it may be
        left. Then Ray is asked for the state of the machine.
        """
        patience = self._plan.patience
        for place in list(self._places.values()):
            if place.link is None:
                continue
            silent = now - place.last_contact
            if place.greeting is not None:
                if silent > _REACH:
                    assert place.greeting.listens is not None
                    where = place.greeting.listens.endpoint
                    reason = f"it does not answer at {where}: may this machine reach that?"
                    self._lose(place, reason, for_good=False)
            elif not place.link.is_open:
                self._lose(place, "its connection has ended", for_good=False)
            elif silent > 2 * (_WAIT + patience):
                self._lose(place, "it was silent", for_good=False)
            elif silent > _WAIT + patience and place.machine is not None:
                self._give_up(place, f"no answer for {patience:g} s")

    def _hang_up(self, place: _Place) -> None:
        """Closes the connection with a machine."""
        if place.link is not None:
            self._caller.hang_up(place.link)
        place.link = place.greeting = None

    def _end(self, place: _Place) -> None:
        self._hang_up(place)
        if place.actor is not None:
            self._ray.kill(place.actor)
        place.actor = place.hello = place.watch = place.was = None

    def _require_machines(self) -> None:
        """Raises an error if there is no machine and none is expected."""
        places = list(self._places.values())
        if any(place.refused is None and place.deaths < _DEATHS for place in places):
            return
        if not places:
            waited = time.monotonic() - self._began
            if self._small is not None and not self._had_any and waited > self._plan.patience:
                raise NoClusterError(f"no machine of the cluster is large enough: {self._small}")
            # All machines have left; others may join.
            return
        problems = "; ".join(dict.fromkeys(self.problems))
        refused = [place for place in places if place.refused is not None]
        if not refused:
            raise NoClusterError(f"no machine of the cluster stays alive: {problems}")
        if any(place.refused.kind == "game" for place in refused if place.refused is not None):
            raise MachineError(f"no machine can open the game: {problems}")
        raise VersionError(f"no machine has the right version: {problems}")


def unpickled(raised: bytes) -> BaseException:
    """The exception that a machine has sent, unpickled."""
    try:
        error = pickle.loads(raised)
    except Exception as trouble:
        return RuntimeError(f"an exception that cannot be read here: {trouble}")
    return error if isinstance(error, BaseException) else RuntimeError(repr(error))


def _last_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
