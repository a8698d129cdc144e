"""Checking a certificate in parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from .. import _shomei
from .._arguments import bytes_of, seconds_of
from .._certificates import Certificate, Rejected
from .._errors import LimitError
from .._games import as_game
from .._results import Verdict
from .._session import PathLike
from ._drive import Limits, Watch, drive
from ._question import Asked, machines_of, plan_of
from ._ray import connect

__all__ = ["check"]

_GATHER: Final = 5.0
"""Seconds to wait for further machines once one is there: whoever comes later takes no part."""


class _Gathering:
    """A task of machines that begins when its machines are there.

    Args:
        task: The task.
        machines: How many machines there can be at most; None where nobody knows.
    """

    def __init__(self, task: _shomei.Errand, machines: int | None) -> None:
        self._task = task
        self._machines = machines
        self._there: set[int] = set()
        self._first: float | None = None
        self.lost, self.returned = task.lost, task.returned
        self.failures, self.sync = task.failures, task.sync
        self.progress, self.answer = task.progress, task.answer
        self.set_queued, self.nodes = task.set_queued, task.nodes

    def joined(self, machine: int, hello: bytes, now: float) -> None:
        """A machine has come."""
        self._task.joined(machine, hello, now)
        self._there.add(machine)
        self._first = now if self._first is None else self._first

    def parcels(self, now: float) -> list[tuple[int, bytes]]:
        """What is to be sent now."""
        are_all = self._machines is not None and len(self._there) >= self._machines
        if self._first is None or (not are_all and now - self._first < _GATHER):
            return []
        return self._task.parcels(now)


def check(
    certificate: Certificate | bytes | PathLike,
    *,
    game: Any = None,
    strict: bool = True,
    address: str = "auto",
    threads: int | None = None,
    memory: int | str = "16MiB",
    machines: int | None = None,
    time: float | str | None = None,
    patience: float = 10.0,
) -> Verdict:
    """Has machines check a certificate in parts, each of their threads a range of its records.

    It looks at all that :func:`shomei.check` looks at, which believes no machine but its own and
    stays the reference. Where a certificate has no record, there is nothing to share out: use that.

    Args:
        certificate: The certificate, its bytes, or its file. It is sent to every thread, and stands
            in the memory of each machine as often.
        game: The game, where it is one of your own.
        strict: Whether a certificate that is not accepted is an exception.
        address: See :func:`solve`.
        threads: Likewise.
        memory: Bytes of the tables of machines, which are of no use here.
        machines: See :func:`solve`.
        time: The longest that it may take, in seconds, or a text such as ``"2h"``.
        patience: See :func:`solve`.

    Returns:
        What the machines say.

    Raises:
        Rejected: Where it does not show what it claims, unless ``strict`` is False.
        LimitError: When the time is over.
        InputError: When it is damaged, or about a game that is not at hand.
        Error: Those of :func:`solve`.
    """
    if isinstance(certificate, Certificate):
        data = bytes(certificate)
    elif isinstance(certificate, bytes):
        data = certificate
    else:
        data = Path(certificate).read_bytes()
    read = Certificate(data, game)
    opened = as_game(read.game, read.rules) if game is None else as_game(game)
    asked = Asked(
        game=opened,
        root=opened.position(read.position),
        attacker=read.attacker,
        options=[],
        memory=bytes_of(memory),
        time=seconds_of(time),
        nodes=None,
        journal=None,
    )
    plan = plan_of(opened, address, threads, asked.memory, machines, patience)
    task = _shomei.Errand.check(data, asked.root, asked.attacker)
    if task.answer() is None:
        cpus = (plan.threads or 1) * (plan.machines or 1)
        with (
            connect(address, cpus=cpus) as connection,
            machines_of(connection, asked, plan) as fleet,
        ):
            gathering = _Gathering(task, plan.machines)
            stopped = drive(gathering, fleet, Limits(asked.time), Watch(gathering, fleet))
        if stopped is not None:
            raise LimitError(f"the certificate is not checked: stopped by the limit on {stopped}")
    told: dict[str, Any] = json.loads(task.progress())
    verdict = Verdict(
        accepted=told["accepted"],
        reason=told["reason"],
        limit=None if told["accepted"] else told["is_limit"],
        game=read.game,
        rules=read.rules,
        attacker=read.attacker,
        position=read.position,
        claim=read.claim,
        records=told["records"],
        edges=told["edges"],
        longest_line=None,
        data=told,
    )
    if strict and not verdict.accepted:
        raise Rejected(verdict)
    return verdict
