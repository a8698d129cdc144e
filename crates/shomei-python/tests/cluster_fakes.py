"""A coordinator and machines that count instead of searching, to test the transport of batches."""

from __future__ import annotations

import json
import os
import pickle
import random
import threading
import time
from collections import deque
from typing import Any

import shomei
from shomei.cluster._machine import Machine, Setup


class Squares:
    """An engine that squares numbers, a millisecond each."""

    def __init__(self, threads: int, memory: int) -> None:
        self.threads = threads
        self.orders: deque[tuple[int, int]] = deque()
        self.came = threading.Condition()
        self.error: BaseException | None = None

    def hello(self) -> bytes:
        return pickle.dumps({"threads": self.threads, "pid": os.getpid()})

    def submit(self, batch: bytes) -> None:
        with self.came:
            self.orders.extend(pickle.loads(batch))
            self.came.notify_all()

    def poll(self, timeout: float) -> bytes | None:
        with self.came:
            if not self.orders:
                self.came.wait(timeout)
            if not self.orders:
                return None
            lease, number = self.orders.popleft()
        time.sleep(0.001)
        return pickle.dumps((lease, number, number * number))

    def failure(self) -> BaseException | None:
        return self.error

    def stop(self) -> None:
        pass


class Broken(Squares):
    """An engine that cannot be opened."""

    def __init__(self, threads: int, memory: int) -> None:
        raise ModuleNotFoundError("No module named 'my_game'")


class Raising(Squares):
    """A user's game that raises an exception."""

    def poll(self, timeout: float) -> bytes | None:
        done = super().poll(timeout)
        if done is not None:
            self.error = ZeroDivisionError("of the user's own")
        return done


class Faulty(Machine):
    """A machine that answers twice, late, and with earlier jobs."""

    def collect(self) -> Any:
        returned = super().collect()
        old = self.__dict__.setdefault("_old", [])
        chance = random.random()
        sent = returned.batches
        old.extend(sent)
        if chance < 0.2:
            sent = sent + sent
        elif chance < 0.4 and old:
            sent = (*sent, random.choice(old))
        elif chance < 0.5:
            time.sleep(0.3)
        return type(returned)(sent, returned.raised, returned.busy, returned.resident)


class Deaf(Machine):
    """A machine that is disconnected for a while: every tenth call returns late."""

    def collect(self) -> Any:
        returned = super().collect()
        count = self.__dict__["_count"] = self.__dict__.get("_count", 0) + 1
        if count % 10 == 0:
            time.sleep(2.5)
        return returned


class Sums:
    """A coordinator that collects the squares of the numbers below `most`, each once."""

    def __init__(self, most: int, queued: int = 4) -> None:
        self.open = deque(range(most))
        self.most = most
        self.queued = queued
        self.leases: dict[int, tuple[int, int]] = {}
        self.next = 1
        self.machines: dict[int, dict[str, Any]] = {}
        self.found: dict[int, int] = {}
        self.stale = 0
        self.log: list[tuple[str, int]] = []
        self.refuse_next: str | None = None
        self.needs = 1
        """No job is sent before this number of machines has joined or left."""

    def joined(self, machine: int, hello: bytes, now: float) -> None:
        if self.refuse_next is not None:
            reason, self.refuse_next = self.refuse_next, None
            raise shomei.cluster.VersionError(reason)
        assert machine not in self.machines
        self.machines[machine] = pickle.loads(hello)
        self.log.append(("joined", machine))

    def lost(self, machine: int, now: float) -> None:
        del self.machines[machine]
        self.log.append(("lost", machine))
        for lease, (number, owner) in list(self.leases.items()):
            if owner == machine:
                del self.leases[lease]
                self.open.appendleft(number)

    def returned(self, machine: int, batch: bytes, now: float) -> None:
        lease, number, square = pickle.loads(batch)
        if self.leases.pop(lease, None) is None:
            self.stale += 1
            return
        assert number not in self.found
        self.found[number] = square

    def batches(self, now: float) -> list[tuple[int, bytes]]:
        out: list[tuple[int, bytes]] = []
        if len(self.log) < self.needs:
            return out
        for machine in self.machines:
            held = sum(owner == machine for _, owner in self.leases.values())
            orders = []
            while held + len(orders) < self.queued and self.open:
                number = self.open.popleft()
                orders.append((self.next, number))
                self.leases[self.next] = (number, machine)
                self.next += 1
            if orders:
                out.append((machine, pickle.dumps(orders)))
        return out

    def set_load(self, load: float) -> None:
        pass

    def failures(self) -> list[tuple[int, str]]:
        return []

    def sync(self) -> None:
        pass

    def nodes(self) -> int:
        return len(self.found)

    def progress(self) -> str:
        return json.dumps({"jobs": len(self.found), "nodes": len(self.found), "pn": 1, "dn": None})

    def answer(self) -> str | None:
        return "proved" if len(self.found) == self.most else None


def setup(engine: Any = Squares, version: str = shomei.__version__) -> Setup:
    """The setup of machines, by value, since they cannot import a module of the tests."""
    import ray
    from ray import cloudpickle

    del ray
    return Setup(version, cloudpickle.dumps(engine))
