"""Shared fixtures: the signal of Ctrl-C, and clusters, which take many seconds to start."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import cluster_fakes
import pytest
from clusters import connection, raylets
from shomei import _shomei as engine
from shomei.cluster import _question, _solve
from shomei.cluster._drive import Limits
from shomei.cluster._linger import Linger

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Background processes of a shell ignore Ctrl-C, and their children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def raylets_of_all() -> Iterator[Any]:
    """Three raylets with two processors each; a test that kills one must add one."""
    with raylets(3, driver=cluster_fakes) as found:
        yield found


@pytest.fixture(scope="module")
def connected(raylets_of_all: Any) -> Iterator[Any]:
    """These raylets, with this process connected to them for the tests of a module."""
    with connection(raylets_of_all):
        yield raylets_of_all


@pytest.fixture
def machines_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts machines of one thread in this process in place of a cluster."""

    def machines_of(connection: Any, asked: Any, plan: Any) -> Any:
        options = (asked.options, 1, 1 << 22, asked.least)
        machine = engine.Machine(asked.root, asked.attacker, *options)
        counts = dict.fromkeys(("calls", "bytes_sent", "bytes_received"), 0)
        tables: list[bytes] = []
        fleet = SimpleNamespace(
            machine=machine, machines=1, problems=[], linger=Linger(1), **counts
        )
        fleet.solved = lambda most: iter(tables)
        return nullcontext(fleet)

    def drive(coordinator: Any, fleet: Any, limits: Limits, *_: Any) -> str | None:
        coordinator.joined(1, fleet.machine.hello(), 0.0)
        while coordinator.answer() is None:
            if limits.nodes is not None and coordinator.nodes() >= limits.nodes:
                return "nodes"
            for _, order in coordinator.batches(0.0):
                fleet.machine.submit(order)
            batch = fleet.machine.poll(1.0)
            if batch is not None:
                coordinator.returned(1, batch, 0.0)
        return None

    monkeypatch.setattr(_solve, "connect", lambda address, cpus: nullcontext())
    monkeypatch.setattr(_question, "machines_of", machines_of)
    monkeypatch.setattr(_question, "drive", drive)
