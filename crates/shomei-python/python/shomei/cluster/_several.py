"""The questions about one position that ``value`` and ``score`` need."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace
from time import monotonic
from typing import Any

from .. import _shomei
from ._fleet import Plan
from ._progress import Receiver
from ._question import Found, LimitedQuestion, search
from ._ray import Connection

__all__ = ["Questions"]


class Questions:
    """Several questions about one position, one after another on one connection.

    Args:
        asked: The question, with the limits of all its questions together.
        plan: The machines to use.
        connecting: Connects to the cluster.
        look: The receiver of the progress.
        wants_certificate: Whether certificates are wanted.
        coordinators: Makes the coordinator of a question.
    """

    def __init__(
        self,
        asked: LimitedQuestion,
        plan: Plan,
        connecting: Callable[..., AbstractContextManager[Connection]],
        look: Receiver | None,
        wants_certificate: bool,
        coordinators: Callable[[LimitedQuestion], _shomei.Coordinator],
    ) -> None:
        self._asked = asked
        self._plan = plan
        self._connecting = connecting
        self._look = look
        self._wants_certificate = wants_certificate
        self._coordinators = coordinators
        self._began = monotonic()
        self._closing = ExitStack()
        self._connection: Connection | None = None
        self._found: list[Found] = []
        self._brains: list[_shomei.Coordinator] = []
        self._problems: list[str] = []
        self._questions: list[dict[str, Any]] = []

    def ask(self, question: str) -> tuple[dict[str, Any], list[bytes], BaseException | None, Found]:
        """Asks ``"value"`` or ``"score"``: returns the answer, certificates, Ctrl-C and the end."""
        asked = self._asked
        with self._closing:
            answer, certificates, interrupt = _shomei.ask_machines(
                asked.root, question, self._wants_certificate, asked.time, self._one
            )
        report: dict[str, Any] = json.loads(answer)
        data = report["answer"]
        for found in self._found:
            leaf_nodes = found.figures["nodes"] - found.figures["expanded"]
            data["expanded"] += found.figures["expanded"]
            if leaf_nodes > 0:
                data["leaf_nodes"] = (data.get("leaf_nodes") or 0) + leaf_nodes
            data["seconds"] += found.figures["seconds"]
        data["cluster"] = {"questions": self._questions}
        for coordinator in self._brains:
            self._problems += coordinator.problems()
        report["problems"] += [{"error": problem} for problem in self._problems]
        last = self._found[-1] if self._found else Found(None, {}, [])
        return report, certificates, interrupt, last

    def _one(self, attacker: str, least: int | None) -> tuple[_shomei.Coordinator, str | None]:
        """Asks whether a side can force a win, or a score of at least ``least``."""
        asked = self._asked
        spent = sum(found.figures["nodes"] for found in self._found)
        one = replace(
            asked,
            attacker=attacker,
            least=least,
            time=None if asked.time is None else self._began + asked.time - monotonic(),
            nodes=None if asked.nodes is None else asked.nodes - spent,
        )
        coordinator = self._coordinators(one)
        found = search(
            coordinator, one, self._plan, self._connect, self._look, self._wants_certificate
        )
        self._found.append(found)
        # Problems are read at the end: those of the certificate are unknown until then.
        self._brains.append(coordinator)
        self._problems += found.problems
        assembled = {} if found.assembled is None else {"assembled": found.assembled}
        self._questions.append({"attacker": attacker, "least": least, **found.figures, **assembled})
        return coordinator, found.stopped_by

    def _connect(self, *, cpus: int) -> AbstractContextManager[Connection]:
        if self._connection is None:
            self._connection = self._closing.enter_context(self._connecting(cpus=cpus))
        return nullcontext(self._connection)
