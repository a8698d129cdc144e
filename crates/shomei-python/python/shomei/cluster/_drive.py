"""The loop between the coordinator, which decides, and the machines, which work."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from .._errors import VersionError
from ._fleet import Event, Fleet, Joined, Lost, Received, unpickled

__all__ = ["Limits", "Watch", "WorkSource", "drive"]

_TICK: Final = 0.1
"""Seconds between two looks at limits, files and progress."""

_SYNC: Final = 0.5
"""Seconds between two writes of the journal to the disk."""


class WorkSource(Protocol):
    """The source of batches: ``_shomei.Coordinator``, or ``_shomei.CertificateTask``.

    It uses no machine, no file and no clock.
    """

    def joined(self, machine: int, hello: bytes, now: float) -> None:
        """A machine has joined. Raises `VersionError` if it has another version."""

    def lost(self, machine: int, now: float) -> None:
        """A machine is lost."""

    def returned(self, machine: int, batch: bytes, now: float, /) -> None:
        """A machine has sent a batch. It may arrive late, twice, or from a lost machine."""

    def batches(self, now: float) -> list[tuple[int, bytes]]:
        """The batches to send now, each with its machine."""

    def set_load(self, load: float) -> None:
        """Adapts the length of jobs to the driver's load: the part of the time that it worked."""

    def failures(self) -> list[tuple[int, str]]:
        """The machines that reported that they cannot do jobs, with the reason."""

    def sync(self) -> None:
        """Writes the journal to the disk."""

    def nodes(self) -> int:
        """The nodes that count for a limit, those of earlier runs of the journal included."""

    def progress(self) -> str:
        """Figures as JSON."""

    def answer(self) -> str | None:
        """``"proved"`` or ``"disproved"`` as soon as it is known, or that the task is done."""


@dataclass(frozen=True)
class Limits:
    """The limits at which a search ends without an answer.

    Attributes:
        seconds: The time limit; None for none.
        nodes: The limit of nodes; None for none.
        stop: Called ten times a second; True ends the search.
    """

    seconds: float | None = None
    nodes: int | None = None
    stop: Callable[[], bool] = lambda: False


class Watch:
    """Collects the figures of a search on many machines.

    Args:
        source: The source of the batches.
        fleet: The machines.
    """

    def __init__(self, source: WorkSource, fleet: Fleet) -> None:
        self._source = source
        self._fleet = fleet
        self._began = time.monotonic()
        self._last = (self._began, time.process_time(), time.thread_time(), 0)
        self._rate = 0.0
        self._share = 0.0
        self._resident: dict[int, int] = {}

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self._began

    def note(self, event: Event) -> None:
        """Updates the figures of the machine of an event."""
        if isinstance(event, Received):
            self._resident[event.machine] = event.returned.resident
        elif isinstance(event, Lost):
            self._resident.pop(event.machine, None)

    def figures(self) -> dict[str, Any]:
        """All figures, by name.

        ``coordinator`` is the processor time of the driver's process since the last call, as a
        part of one processor.
        """
        progress: dict[str, Any] = json.loads(self._source.progress()) or {}
        now, busy, worked = time.monotonic(), time.process_time(), time.thread_time()
        jobs = int(progress.get("jobs", 0))
        then, busy_then, worked_then, jobs_then = self._last
        if now - then >= _TICK / 2:
            self._rate = (jobs - jobs_then) / (now - then)
            self._share = (busy - busy_then) / (now - then)
            self._last = (now, busy, worked, jobs)
            self._source.set_load((worked - worked_then) / (now - then))
        fleet = self._fleet
        threads = max(int(progress.get("threads", 0)), 1)
        fleet.linger.follow(self._share, threads / self._rate if self._rate > 0 else 0.0)
        return {
            **progress,
            "machines": fleet.machines,
            "jobs_per_second": round(self._rate, 1),
            "coordinator": round(self._share, 4),
            "linger": round(fleet.linger.seconds, 4),
            "calls": fleet.calls,
            "bytes_sent": fleet.bytes_sent,
            "bytes_received": fleet.bytes_received,
            "resident": sum(self._resident.values()),
            "seconds": round(now - self._began, 3),
        }


def drive(
    source: WorkSource,
    fleet: Fleet,
    limits: Limits,
    watch: Watch,
    report: Callable[[Mapping[str, Any]], None] | None = None,
) -> str | None:
    """Passes batches between the source and the machines until there is an answer.

    Args:
        source: The source of the batches.
        fleet: The machines.
        limits: The limits at which the search ends without an answer.
        watch: The figures.
        report: Called ten times a second with the figures.

    Returns:
        The limit that ended the search, ``"time"``, ``"nodes"`` or ``"interrupt"``; None if there
        is an answer.

    Raises:
        ClusterError: If no machine can take part.
        BaseException: An exception that a user's game raised on a machine.
    """
    looked = synced = time.monotonic()
    while source.answer() is None:
        for event in fleet.poll(_TICK):
            watch.note(event)
            _hand_on(source, fleet, event)
        # Before batches are sent: a job that a machine refused is not done, although it is no
        # longer under way there.
        for machine, reason in source.failures():
            fleet.refuse(machine, "game", reason)
        if limits.nodes is not None and source.nodes() >= limits.nodes:
            # Tested in every round: thousands of jobs may return within one tick.
            return "nodes" if source.answer() is None else None
        now = time.monotonic()
        for machine, batch in source.batches(now):
            fleet.send(machine, batch)
        if now - looked < _TICK:
            continue
        looked = now
        if now - synced >= _SYNC:
            synced = now
            source.sync()
        reached = _reached(limits, watch, report)
        if reached is not None and source.answer() is None:
            return reached
    return None


def _hand_on(source: WorkSource, fleet: Fleet, event: Event) -> None:
    now = time.monotonic()
    match event:
        case Joined(machine, hello):
            try:
                source.joined(machine, hello, now)
            except VersionError as error:
                fleet.refuse(machine, "version", str(error))
        case Lost(machine, _):
            source.lost(machine, now)
        case Received(machine, returned):
            if returned.raised is not None:
                raise unpickled(returned.raised)
            for batch in returned.batches:
                source.returned(machine, batch, now)


def _reached(
    limits: Limits, watch: Watch, report: Callable[[Mapping[str, Any]], None] | None
) -> str | None:
    """The limit that was reached, or None. If none was, it reports the figures."""
    if limits.stop():
        return "interrupt"
    if limits.seconds is not None and watch.seconds >= limits.seconds:
        return "time"
    figures = watch.figures()
    if report is not None:
        report(figures)
    return None
