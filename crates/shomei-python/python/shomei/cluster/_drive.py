"""The loop between the coordinator, which decides, and the machines, which work."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from .._errors import VersionError
from ._fleet import Event, Fleet, Joined, Lost, Received, unpickled

__all__ = ["Brain", "Limits", "Watch", "drive"]

_TICK: Final = 0.1
"""Seconds between two looks at limits, files and progress."""

_SYNC: Final = 0.5
"""Seconds between two writes of the journal to the disk."""


class Brain(Protocol):
    """What decides: ``_shomei.Coordinator``, and ``_shomei.Errand`` for its certificate.

    It knows no machine, no file and no clock.
    """

    def joined(self, machine: int, hello: bytes, now: float) -> None:
        """A machine has come; a `VersionError` where it does not fit."""

    def lost(self, machine: int, now: float) -> None:
        """A machine is gone."""

    def returned(self, machine: int, batch: bytes, now: float, /) -> None:
        """A machine has sent a batch; it may come late, twice, or from one that is gone."""

    def parcels(self, now: float) -> list[tuple[int, bytes]]:
        """What is to be sent now."""

    def set_queued(self, queued: int) -> None:
        """So many jobs are to wait at each thread."""

    def failures(self) -> list[tuple[int, str]]:
        """The machines that have said that they cannot do jobs, and why."""

    def sync(self) -> None:
        """Writes what has happened to the disk."""

    def nodes(self) -> int:
        """The nodes that count against a limit, those of earlier runs of the journal included."""

    def progress(self) -> str:
        """Figures as JSON."""

    def answer(self) -> str | None:
        """``"proved"`` or ``"disproved"`` as soon as it is known, or that all is done."""


@dataclass(frozen=True)
class Limits:
    """When to end without an answer.

    Attributes:
        seconds: After so many seconds; None for never.
        nodes: After so many nodes.
        stop: Asked ten times a second whether somebody wants it to end.
    """

    seconds: float | None = None
    nodes: int | None = None
    stop: Callable[[], bool] = lambda: False


class Watch:
    """The figures of a search on many machines, for those who look on.

    Args:
        brain: The coordinator.
        fleet: The machines.
    """

    def __init__(self, brain: Brain, fleet: Fleet) -> None:
        self._brain = brain
        self._fleet = fleet
        self._began = time.monotonic()
        self._busy = time.process_time()
        self._last = (self._began, self._busy, 0)
        self._rate = 0.0
        self._share = 0.0
        self._resident: dict[int, int] = {}

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._began

    def tell(self, event: Event) -> None:
        """Notes what an event says of a machine."""
        if isinstance(event, Received):
            self._resident[event.machine] = event.returned.resident
        elif isinstance(event, Lost):
            self._resident.pop(event.machine, None)

    def figures(self) -> dict[str, Any]:
        """All figures, by name.

        ``coordinator`` is the processor time of the driver's process, as a part of one processor,
        since the figures were asked for last.
        """
        told: dict[str, Any] = json.loads(self._brain.progress()) or {}
        now, busy, jobs = time.monotonic(), time.process_time(), int(told.get("jobs", 0))
        then, busy_then, jobs_then = self._last
        if now - then >= _TICK / 2:
            self._rate = (jobs - jobs_then) / (now - then)
            self._share = (busy - busy_then) / (now - then)
            self._last = (now, busy, jobs)
        fleet = self._fleet
        threads = max(int(told.get("threads", 0)), 1)
        fleet.queue_depth.follow(self._share, threads / self._rate if self._rate > 0 else 0.0)
        self._brain.set_queued(fleet.queue_depth.queued)
        return {
            **told,
            "machines": fleet.machines,
            "jobs_per_second": round(self._rate, 1),
            "coordinator": round(self._share, 4),
            "queued": fleet.queue_depth.queued,
            "linger": round(fleet.queue_depth.linger, 4),
            "calls": fleet.calls,
            "bytes_sent": fleet.bytes_sent,
            "bytes_received": fleet.bytes_received,
            "resident": sum(self._resident.values()),
            "seconds": round(now - self._began, 3),
        }


def drive(
    brain: Brain,
    fleet: Fleet,
    limits: Limits,
    watch: Watch,
    told: Callable[[Mapping[str, Any]], None] | None = None,
) -> str | None:
    """Lets machines work until there is an answer.

    Args:
        brain: The coordinator.
        fleet: The machines.
        limits: When to end without one.
        watch: The figures.
        told: Called ten times a second with the figures.

    Returns:
        The limit that ended it, ``"time"``, ``"nodes"`` or ``"interrupt"``; None where there is
        an answer.

    Raises:
        ClusterError: When no machine can take part.
        BaseException: What a game of the user's own has raised on a machine.
    """
    looked = synced = time.monotonic()
    while brain.answer() is None:
        for event in fleet.poll(_TICK):
            watch.tell(event)
            _hand_on(brain, fleet, event)
        # Before anything is sent: what a machine could not do is not done, although it is no longer
        # under way there.
        for machine, reason in brain.failures():
            fleet.refuse(machine, "game", reason)
        if limits.nodes is not None and brain.nodes() >= limits.nodes:
            # Each time, and not with the others: thousands of jobs may come back in one tick.
            return "nodes" if brain.answer() is None else None
        now = time.monotonic()
        for machine, batch in brain.parcels(now):
            fleet.send(machine, batch)
        if now - looked < _TICK:
            continue
        looked = now
        if now - synced >= _SYNC:
            synced = now
            brain.sync()
        reached = _reached(limits, watch, told)
        if reached is not None and brain.answer() is None:
            return reached
    return None


def _hand_on(brain: Brain, fleet: Fleet, event: Event) -> None:
    now = time.monotonic()
    match event:
        case Joined(machine, hello):
            try:
                brain.joined(machine, hello, now)
            except VersionError as error:
                fleet.refuse(machine, "version", str(error))
        case Lost(machine, _):
            brain.lost(machine, now)
        case Received(machine, returned):
            if returned.raised is not None:
                raise unpickled(returned.raised)
            for batch in returned.batches:
                brain.returned(machine, batch, now)


def _reached(
    limits: Limits, watch: Watch, told: Callable[[Mapping[str, Any]], None] | None
) -> str | None:
    """The limit that is reached; on the way, those who look on are told."""
    if limits.stop():
        return "interrupt"
    if limits.seconds is not None and watch.seconds >= limits.seconds:
        return "time"
    figures = watch.figures()
    if told is not None:
        told(figures)
    return None
