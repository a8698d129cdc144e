"""Checks a certificate in parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from .. import _shomei
from .._arguments import bytes_of, seconds_of
from .._certificates import Certificate, Rejected
from .._errors import LimitError, UsageError
from .._games import as_game
from .._results import Verdict
from .._session import PathLike
from ._drive import Limits, Watch, drive
from ._question import LimitedQuestion, machines_of, plan_of
from ._ray import connect

__all__ = ["check"]

_GATHER: Final = 5.0
"""Seconds to wait for further machines after the first one; later machines take no part."""


class _Gathering:
    """A task that begins when its machines have joined.

    Args:
        task: The task.
        machines: The maximum number of machines; None if it is unknown.
    """

    def __init__(self, task: _shomei.CertificateTask, machines: int | None) -> None:
        self._task = task
        self._machines = machines
        self._there: set[int] = set()
        self._first: float | None = None
        self.lost, self.returned = task.lost, task.returned
        self.failures, self.sync = task.failures, task.sync
        self.progress, self.answer = task.progress, task.answer
        self.set_load, self.nodes = task.set_load, task.nodes

    def joined(self, machine: int, hello: bytes, now: float) -> None:
        """A machine has joined."""
        self._task.joined(machine, hello, now)
        self._there.add(machine)
        self._first = now if self._first is None else self._first

    def batches(self, now: float) -> list[tuple[int, bytes]]:
        """The batches to send now."""
        are_all = self._machines is not None and len(self._there) >= self._machines
        if self._first is None or (not are_all and now - self._first < _GATHER):
            return []
        return self._task.batches(now)


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
    """Checks a certificate on many machines; each of their threads checks a range of its records.

    It checks everything that :func:`shomei.check` checks, but trusts the machines. Use
    :func:`shomei.check` as the reference, and for a certificate without records.

    Args:
        certificate: The certificate, its bytes, or its file. It is sent to every machine, whose
            threads keep the records of their ranges in memory.
        game: The game, if it is one of your own.
        strict: Whether a certificate that is not accepted raises an exception.
        address: See :func:`solve`.
        threads: Likewise.
        memory: Bytes of the tables of the machines; a check does not use them.
        machines: See :func:`solve`.
        time: The time limit, in seconds or as a text such as ``"2h"``.
        patience: See :func:`solve`.

    Returns:
        The verdict of the machines.

    Raises:
        Rejected: If the certificate does not show what it claims, unless ``strict`` is False.
        LimitError: If the time limit was reached.
        InputError: If the certificate is damaged, or if its game is not available.
        Error: Those of :func:`solve`.
    """
    if isinstance(certificate, Certificate):
        data = bytes(certificate)
    elif isinstance(certificate, bytes):
        data = certificate
    else:
        data = Path(certificate).read_bytes()
    read = Certificate(data, game)
    if read.plies is not None:
        raise UsageError(
            "certificate: a claim about a number of plies cannot be checked in parts: use "
            "shomei.check"
        )
    opened = as_game(read.game, read.rules) if game is None else as_game(game)
    asked = LimitedQuestion(
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
    task = _shomei.CertificateTask.check(data, asked.root, asked.attacker)
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
    report: dict[str, Any] = json.loads(task.progress())
    verdict = Verdict(
        accepted=report["accepted"],
        reason=report["reason"],
        limit=None if report["accepted"] else report["is_limit"],
        game=read.game,
        rules=read.rules,
        attacker=read.attacker,
        position=read.position,
        claim=read.claim,
        plies=None,
        records=report["records"],
        edges=report["edges"],
        longest_line=None,
        data=report,
    )
    if strict and not verdict.accepted:
        raise Rejected(verdict)
    return verdict
