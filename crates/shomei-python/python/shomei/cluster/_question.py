"""One question, from the coordinator to the answer."""

from __future__ import annotations

import functools
import json
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from .. import __version__, _shomei
from .._arguments import whole
from .._errors import ClusterError, MachineError, UsageError
from .._games import Game, Position
from ._drive import Limits, Watch, drive
from ._fleet import Fleet, Plan
from ._machine import Setup, open_engine
from ._progress import Receiver
from ._ray import Connection
from ._state import State

__all__ = [
    "Found",
    "LimitedQuestion",
    "coordinator_of",
    "finish",
    "machines_of",
    "plan_of",
    "search",
]

_SOLVED_BYTES: Final = 64
"""Bytes for a solved position that is copied into the table of the certificate."""
_INSTALLED: Final = ("stdlib", "platstdlib", "purelib", "platlib")
"""The names of the system paths in which packages are installed."""


@dataclass(frozen=True)
class LimitedQuestion:
    """A question with its limits."""

    game: Game
    root: Position
    attacker: str | None
    options: list[tuple[str, str]]
    memory: int
    time: float | None
    nodes: int | None
    journal: str | None
    least: int | None = None

    def question(self) -> dict[str, Any]:
        """Everything that is needed to repeat the question, as plain values."""
        return {
            "game": self.game.name,
            "rules": self.game.rules,
            "own": self.game.is_own,
            "position": self.root.text,
            "attacker": self.attacker or self.root.attacker,
            "options": self.options,
            "memory": self.memory,
        }


@dataclass(frozen=True)
class Found:
    """The end of a search on many machines.

    Attributes:
        stopped_by: The limit that ended the search. ``"interrupt"`` also if the answer was known
            already: its certificate is then not completed.
        figures: The last figures.
        problems: Problems that did not change the answer, in words.
        raised: Ctrl-C, or None.
        assembled: Figures of the work of machines for the certificate.
    """

    stopped_by: str | None
    figures: dict[str, Any]
    problems: list[str]
    raised: BaseException | None = None
    assembled: dict[str, Any] | None = None


def coordinator_of(
    asked: LimitedQuestion, *, config: str, store: tuple[str, int] | None
) -> _shomei.Coordinator:
    return _shomei.Coordinator(
        asked.root,
        asked.attacker,
        asked.options,
        asked.memory,
        config,
        asked.journal,
        store,
        asked.least,
    )


def plan_of(
    game: Game,
    address: str,
    threads: int | None,
    memory: int,
    machines: int | None,
    patience: float,
) -> Plan:
    if threads is not None and whole("threads", threads, 1 << 16) == 0:
        raise UsageError("threads: there must be one at least")
    if machines is not None and whole("machines", machines, 1 << 16) == 0:
        raise UsageError("machines: there must be one at least")
    if game.is_own and (threads or 1) > 1:
        raise UsageError(
            "threads: only one thread at a time can call a game in Python; use threads=1, and as "
            "many machines as there are processors"
        )
    is_local = address == "local"
    if is_local:
        machines = machines or 2
        threads = threads or 1
    elif game.is_own:
        threads = 1
    per_node = machines if is_local else None if game.is_own else 1
    return Plan(threads, memory, machines, per_node, patience)


def search(
    coordinator: _shomei.Coordinator,
    asked: LimitedQuestion,
    plan: Plan,
    connecting: Callable[..., AbstractContextManager[Connection]],
    look: Receiver | None,
    wants_certificate: bool,
) -> Found:
    """Searches on the machines of a cluster, unless the answer is complete already."""
    state = State(asked.journal, asked.question())
    if coordinator.answer() is None:
        return _search_there(coordinator, asked, plan, connecting, look, wants_certificate, state)
    # The game is over at the root, or the journal has the answer. Machines may still search the
    # missing positions of the certificate; without machines it is made here.
    problems = []
    if wants_certificate and coordinator.answer() != "ended":
        try:
            return _search_there(
                coordinator, asked, plan, connecting, look, wants_certificate, state
            )
        except (ClusterError, UsageError) as error:
            # The answer needs no machines, so a wrong address is only a problem.
            problems.append(f"the certificate is made without machines: {error}")
    figures = {**json.loads(coordinator.progress()), "machines": 0, "seconds": 0.0}
    state.end(figures, coordinator.answer() or "unknown")
    return Found(None, figures, [*state.problems, *problems])


def _search_there(
    coordinator: _shomei.Coordinator,
    asked: LimitedQuestion,
    plan: Plan,
    connecting: Callable[..., AbstractContextManager[Connection]],
    look: Receiver | None,
    wants_certificate: bool,
    state: State,
) -> Found:
    """Connects to a cluster, and searches on its machines."""
    cpus = (plan.threads or 1) * (plan.machines or 1)
    with connecting(cpus=cpus) as connection, machines_of(connection, asked, plan) as fleet:
        watch = Watch(coordinator, fleet)

        def report(figures: Mapping[str, Any]) -> None:
            state.record(figures)
            if look is not None:
                look(figures)

        report(watch.figures())
        raised: BaseException | None = None
        assembled: dict[str, Any] | None = None
        try:
            limits = Limits(asked.time, asked.nodes, state.is_to_stop)
            stopped_by = drive(coordinator, fleet, limits, watch, report)
            if wants_certificate and stopped_by is None:
                for solved in fleet.solved(asked.memory // _SOLVED_BYTES):
                    coordinator.take_solved(solved)
                    if limits.stop():
                        break
                else:
                    assembled = _assemble(coordinator, fleet, limits, watch.figures(), report)
            if stopped_by is None and limits.stop():
                stopped_by = "interrupt"
        except KeyboardInterrupt as interrupt:
            stopped_by, raised = "interrupt", interrupt
        finally:
            coordinator.sync()
            coordinator.store()
            figures = watch.figures()
            state.end(figures, coordinator.answer() or "unknown")
        return Found(stopped_by, figures, [*state.problems, *fleet.problems], raised, assembled)


def _assemble(
    coordinator: _shomei.Coordinator,
    fleet: Fleet,
    limits: Limits,
    searched: Mapping[str, Any],
    look: Callable[[Mapping[str, Any]], None],
) -> dict[str, Any] | None:
    """Searches the missing positions of the certificate on the machines.

    The time limit is that of the search once more, except for a part in which the certificate is
    made here. Positions that the machines do not solve are searched in this part. Progress has the
    last figures of the search, and next to them those of the work for the certificate.
    """
    if coordinator.answer() == "ended":
        return None
    assembly = coordinator.assembly()
    watch = Watch(assembly, fleet)

    done: dict[str, Any] = {}

    def look_on(_: Mapping[str, Any]) -> None:
        done.update(json.loads(assembly.progress()), seconds=round(watch.seconds, 3))
        look({**searched, "seconds": done["seconds"], "assembled": dict(done)})

    try:
        seconds = _time_of_machines(limits.seconds)
        drive(assembly, fleet, replace(limits, nodes=None, seconds=seconds), watch, look_on)
    except ClusterError as error:
        fleet.problems.append(f"the certificate is made without machines: {error}")
    look_on({})
    return done


def _time_of_machines(seconds: float | None) -> float | None:
    """The time in which machines work for a certificate.

    An eighth of its time, at most 30 seconds, is for the process that makes it.
    """
    return None if seconds is None else seconds - min(seconds / 8, 30.0)


@contextmanager
def machines_of(connection: Connection, asked: LimitedQuestion, plan: Plan) -> Iterator[Fleet]:
    """Opens the machines of a cluster for the duration of the context."""
    opens = functools.partial(
        open_engine, asked.root, asked.attacker, tuple(asked.options), asked.least
    )
    cloudpickle = connection.ray.cloudpickle
    try:
        with _with_its_module(cloudpickle, asked.game):
            setup = Setup(__version__, cloudpickle.dumps(opens))
    except Exception as error:
        raise MachineError(
            f"the game {asked.game.name} cannot be sent to machines: {type(error).__name__}: "
            f"{error}"
        ) from error
    fleet = Fleet(connection.ray, setup, plan)
    fleet.ask_for_nodes()
    try:
        yield fleet
    finally:
        fleet.close()


@contextmanager
def _with_its_module(cloudpickle: Any, game: Game) -> Iterator[None]:
    """Sends the module of a user's game along with the game, unless the module is installed.

    Otherwise pickle sends only the names of classes and functions, and the machine would have to
    import the module itself.
    """
    module = None
    if game.is_own:
        own = game.__reduce__()[1][0]
        module = sys.modules.get(type(own).__module__)
    file = getattr(module, "__file__", None)
    package = getattr(module, "__name__", "").partition(".")[0]
    if file is None or package == "shomei" or _is_installed(Path(file)):
        yield
        return
    known = module.__name__ in cloudpickle.list_registry_pickle_by_value()  # type: ignore[union-attr]
    cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        if not known:
            cloudpickle.unregister_pickle_by_value(module)


def _is_installed(file: Path) -> bool:
    """Whether a module is in a folder of installed packages, so that machines may have it, too."""
    kept = {Path(sysconfig.get_path(name)).resolve() for name in _INSTALLED}
    return any(folder in file.resolve().parents for folder in kept)


def finish(
    coordinator: _shomei.Coordinator, asked: LimitedQuestion, found: Found, wants_certificate: bool
) -> tuple[dict[str, Any], list[bytes], BaseException | None]:
    """Makes the answer with its line, certificates and figures.

    Work of machines for the certificate counts towards its time.
    """
    used = 0.0 if found.assembled is None else found.assembled["seconds"]
    time = None if asked.time is None else max(0.0, asked.time - used)
    answer, certificates, interrupt = coordinator.close(
        wants_certificate, stopped_by=found.stopped_by, time=time
    )
    report: dict[str, Any] = json.loads(answer)
    data = report["answer"]
    closing = {
        "nodes": data["expanded"] + (data.get("leaf_nodes") or 0),
        "seconds": round(data["seconds"], 3),
    }
    leaf_nodes = found.figures["nodes"] - found.figures["expanded"]
    data["expanded"] += found.figures["expanded"]
    if leaf_nodes > 0:
        data["leaf_nodes"] = (data.get("leaf_nodes") or 0) + leaf_nodes
    data["seconds"] += found.figures["seconds"]
    if data["answer"] == "unknown":
        data["pn"], data["dn"] = found.figures["pn"], found.figures["dn"]
    assembled = {} if found.assembled is None else {"assembled": found.assembled}
    data["cluster"] = {**found.figures, **assembled, "closing": closing}
    report["problems"] += [
        {"error": problem} for problem in [*coordinator.problems(), *found.problems]
    ]
    return report, certificates, interrupt
