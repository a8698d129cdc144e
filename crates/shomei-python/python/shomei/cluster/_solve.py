"""Asking many machines."""

from __future__ import annotations

import functools
import json
import os
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any, Final

from .. import __version__, _shomei
from .._arguments import bytes_of, option_text, perhaps, refuse_unknown, seconds_of, whole
from .._errors import ClusterError, JournalError, MachineError, UsageError
from .._files import writable
from .._games import Game, Position, as_game, as_position, as_text
from .._results import Result
from .._session import PathLike, Side, deliver, readable_root
from ._drive import Limits, Watch, drive
from ._fleet import Fleet, Plan
from ._machine import Setup, open_engine
from ._progress import Shown, shown
from ._ray import Connection, connect
from ._state import State, read

__all__ = ["resume", "score", "solve", "value"]

_SOLVED_BYTES: Final = 64
"""Bytes for a position that was solved, on its way into the table of the certificate."""
_INSTALLED: Final = ("stdlib", "platstdlib", "purelib", "platlib")
"""Where packages are installed, by the names of the system's paths."""
_LEASE: Final = 600.0
"""Seconds after which a job is given to another machine although its own still answers."""


def solve(
    game: Any,
    position: Any = None,
    *,
    address: str = "auto",
    attacker: Side = None,
    rules: str = "",
    threads: int | None = None,
    memory: int | str = "256MiB",
    machines: int | None = None,
    journal: PathLike | None = None,
    store: PathLike | None = None,
    store_least: int = 1_000,
    certificate: PathLike | bool | None = None,
    check: bool = False,
    time: float | str | timedelta | None = None,
    nodes: int | None = None,
    progress: bool | str | Callable[[Mapping[str, Any]], None] | None = None,
    patience: float = 10.0,
    sharing: Mapping[str, Any] | None = None,
    **options: Any,
) -> Result:
    """Asks many machines whether a side can force a win.

    Args:
        game: See :func:`shomei.solve`. A game of your own goes to the machines by Ray, which
            needs its module there, unless it stands in the script itself.
        position: Likewise.
        address: ``"auto"`` for the Ray cluster of this machine, ``host:port`` for the head of
            another one; ``"local"`` starts one here that ends with the question.
        attacker: See :func:`shomei.solve`.
        rules: The rules of a built-in game; empty for the usual ones.
        threads: Threads of each machine; left out: one for each of its processors, and one where
            ``address`` is ``"local"``. A game of your own is searched by one, and there are as
            many machines of one thread as processors.
        memory: Bytes of the table of each machine, and of that in which the certificate is made.
        machines: The most machines; left out: all there are, and two where ``address`` is
            ``"local"``. A cluster that grows by itself is asked for as many.
        journal: A file from which the search goes on after its coordinator has ended, however
            that was. If it is there, the search goes on from it.
        store: A file of solved positions of this game, for this search and later ones. It is made
            where there is none.
        store_least: What took fewer nodes does not go into the store.
        certificate: See :func:`shomei.solve`.
        check: Likewise.
        time: The longest that the search may take, in seconds, or a text such as ``"8h"``; the
            certificate may take as long again.
        nodes: The most nodes, those of earlier runs of the journal included.
        progress: True for a line, ``"json"`` for lines of JSON on stderr, or a function that is
            called ten times a second with the figures.
        patience: Seconds after which a machine that does not answer counts as lost.
        sharing: How work is shared, for experiments: fields of the coordinator's configuration.
        **options: Options of df-pn: see :func:`shomei.solve`.

    Returns:
        The answer, with the figures of the cluster in ``cluster``.

    Raises:
        NoRayError: When Ray is not installed.
        NoClusterError: When nobody answers at the address, or no machine is large enough.
        VersionError: When all machines have another version of this package.
        MachineError: When no machine can open the game, or it cannot be sent.
        JournalError: When the journal is of another question, in use or damaged.
        StoreError: When the store is of another game or other rules. Without one that is damaged
            or in use the search goes on, and ``problems`` says so.
        Interrupted: After Ctrl-C, with what was known by then.
        Error: Those of :func:`shomei.solve`.
    """
    return _ask(
        "win",
        game,
        position,
        address=address,
        attacker=attacker,
        rules=rules,
        threads=threads,
        memory=memory,
        machines=machines,
        journal=journal,
        store=store,
        store_least=store_least,
        certificate=certificate,
        check=check,
        time=time,
        nodes=nodes,
        progress=progress,
        patience=patience,
        sharing=sharing,
        **options,
    )


def value(game: Any, position: Any = None, **more: Any) -> Result:
    """Asks many machines whether a position is a win, a draw or a loss for the side to move.

    The questions are asked one after another on one connection, each by machines that are opened
    for it, and each with a certificate of its own. ``time`` and ``nodes`` are for all of them.

    Args:
        game: See :func:`solve`, for all arguments.
        position: Likewise.
        **more: Likewise, but for ``attacker`` and ``journal``: a journal is of one question.

    Returns:
        The answer, as :func:`shomei.value` tells it, with the figures of each question in
        ``cluster``.

    Raises:
        Error: Those of :func:`solve` and :func:`shomei.value`.
    """
    return _several("value", game, position, more)


def score(game: Any, position: Any = None, **more: Any) -> Result:
    """Asks many machines for the exact score for the side to move.

    Args:
        game: See :func:`solve`, for all arguments.
        position: Likewise.
        **more: Likewise, but for ``attacker`` and ``journal``: a journal is of one question.

    Returns:
        The answer, as :func:`shomei.score` tells it, with the figures of each question in
        ``cluster``.

    Raises:
        UsageError: When the game has no scores.
        Error: Those of :func:`solve` and :func:`shomei.score`.
    """
    return _several("score", game, position, more)


def _several(question: str, game: Any, position: Any, more: dict[str, Any]) -> Result:
    for name in ("attacker", "journal"):
        if more.get(name) is not None:
            raise UsageError(f"{name}: a {question} takes several questions; solve asks one")
    return _ask(question, game, position, **more)


def _ask(
    question: str,
    game: Any,
    position: Any = None,
    *,
    address: str = "auto",
    attacker: Side = None,
    rules: str = "",
    threads: int | None = None,
    memory: int | str = "256MiB",
    machines: int | None = None,
    journal: PathLike | None = None,
    store: PathLike | None = None,
    store_least: int = 1_000,
    certificate: PathLike | bool | None = None,
    check: bool = False,
    time: float | str | timedelta | None = None,
    nodes: int | None = None,
    progress: bool | str | Callable[[Mapping[str, Any]], None] | None = None,
    patience: float = 10.0,
    sharing: Mapping[str, Any] | None = None,
    **options: Any,
) -> Result:
    """Asks ``"win"``, ``"value"`` or ``"score"``."""
    refuse_unknown(_shomei.AUTO, options)
    opened = as_game(game, rules)
    root = as_position(opened, position)
    if question == "score" and opened.scores is None:
        raise UsageError(f"{opened.name} has no scores")
    if isinstance(attacker, int) and not isinstance(attacker, bool) and 0 <= attacker <= 1:
        attacker = opened.sides[attacker]
    wanted = None if attacker is None else as_text("attacker", attacker)
    asked = _Asked(
        game=opened,
        root=root,
        attacker=wanted,
        options=[(name.replace("_", "-"), option_text(value)) for name, value in options.items()],
        memory=bytes_of(memory),
        time=seconds_of(time),
        nodes=perhaps("nodes", nodes),
        journal=None if journal is None else os.fspath(writable(journal)),
    )
    if asked.time is not None and not asked.time >= 0:
        raise UsageError("time: expected seconds, 0 or more")
    if not isinstance(certificate, (bool, str, os.PathLike, type(None))):
        raise UsageError(f"certificate: expected True or a file, not {certificate!r}")
    target = writable(certificate) if isinstance(certificate, (str, os.PathLike)) else None
    wants_certificate = target is not None or certificate is True or check
    if wants_certificate:
        readable_root(opened, root)
    plan = _plan(opened, address, threads, asked.memory, machines, patience)
    config = {"lease": int(_LEASE * 1e9), "queued": 1, **(sharing or {})}
    least = whole("store_least", store_least)
    shelf = None if store is None else (os.fspath(writable(store)), least)
    coordinators = functools.partial(_coordinator, config=json.dumps(config), store=shelf)
    plan = replace(plan, queued=config["queued"])
    look = None
    brain = None
    try:
        if question == "win":
            brain = coordinators(asked)
            look = shown(progress)
            found = _search(
                brain, asked, plan, functools.partial(connect, address), look, wants_certificate
            )
            told, certificates, interrupt = _finish(brain, asked, found, wants_certificate)
        else:
            look = shown(progress)
            asking = _Questions(asked, plan, address, look, wants_certificate, coordinators)
            told, certificates, interrupt, found = asking.ask(question)
        return deliver(
            opened,
            root,
            told,
            certificates,
            interrupt,
            check=check,
            target=target,
            because=found.raised,
        )
    finally:
        if look is not None:
            look.close()
        if brain is not None:
            brain.release()


def resume(
    journal: PathLike,
    game: Any = None,
    *,
    address: str = "auto",
    **more: Any,
) -> Result:
    """Goes on with the search of a journal.

    Args:
        journal: The journal.
        game: The game, where it is one of your own.
        address: See :func:`solve`.
        **more: What else :func:`solve` takes, but for what belongs to the question.

    Returns:
        The answer.

    Raises:
        JournalError: When there is no such journal.
        UsageError: When its game is one of your own and is not given.
        Error: Those of :func:`solve`.
    """
    if not Path(journal).is_file():
        raise JournalError(f"the journal {journal}: there is no such file")
    asked = read(journal)["question"]
    position: Any = asked["position"]
    if asked["own"]:
        if game is None:
            raise UsageError(
                f"game: the journal is about {asked['game']}, a game of your own: give it"
            )
        opened = as_game(game)
        position = opened.position(asked["position"])
    else:
        opened = as_game(asked["game"], asked["rules"])
    options = {name.replace("-", "_"): value for name, value in asked["options"]}
    return solve(
        opened,
        position,
        address=address,
        attacker=asked["attacker"],
        journal=journal,
        **{"memory": asked["memory"], **options, **more},
    )


@dataclass(frozen=True)
class _Asked:
    """What is asked, with its limits."""

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
        """All that is needed to ask it again, as plain values."""
        return {
            "game": self.game.name,
            "rules": self.game.rules,
            "own": self.game.is_own,
            "position": self.root.text,
            "attacker": self.attacker or self.root.to_move,
            "options": self.options,
            "memory": self.memory,
        }


@dataclass(frozen=True)
class _Found:
    """How a search on many machines has ended.

    Attributes:
        stopped_by: The limit that ended it; ``"interrupt"`` also where the answer was known by
            then, and nothing more is to be done for its certificate.
        figures: The last figures.
        problems: What has gone wrong, in words.
        raised: Ctrl-C.
        assembled: What machines have done for the certificate.
    """

    stopped_by: str | None
    figures: dict[str, Any]
    problems: list[str]
    raised: BaseException | None = None
    assembled: dict[str, Any] | None = None


def _coordinator(
    asked: _Asked, *, config: str, store: tuple[str, int] | None
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


class _Questions:
    """Several questions about one position, one after another on one connection.

    Args:
        asked: What is asked, with the limits of all questions together.
        plan: What to take of the cluster.
        address: That of the cluster.
        look: Who looks on.
        wants_certificate: Whether certificates are wanted.
        coordinators: Makes the coordinator of a question.
    """

    def __init__(
        self,
        asked: _Asked,
        plan: Plan,
        address: str,
        look: Shown | None,
        wants_certificate: bool,
        coordinators: Callable[[_Asked], _shomei.Coordinator],
    ) -> None:
        self._asked = asked
        self._plan = plan
        self._address = address
        self._look = look
        self._wants_certificate = wants_certificate
        self._coordinators = coordinators
        self._began = monotonic()
        self._connection: Connection | None = None
        self._found: list[_Found] = []
        self._brains: list[_shomei.Coordinator] = []
        self._problems: list[str] = []
        self._told: list[dict[str, Any]] = []

    def ask(
        self, question: str
    ) -> tuple[dict[str, Any], list[bytes], BaseException | None, _Found]:
        """Asks ``"value"`` or ``"score"``: the answer, certificates, Ctrl-C, and how it ended."""
        asked = self._asked
        try:
            answer, certificates, interrupt = _shomei.ask_machines(
                asked.root, question, self._wants_certificate, asked.time, self._one
            )
        finally:
            if self._connection is not None:
                self._connection.__exit__(None, None, None)
        told: dict[str, Any] = json.loads(answer)
        data = told["answer"]
        for found in self._found:
            leaf_nodes = found.figures["nodes"] - found.figures["expanded"]
            data["expanded"] += found.figures["expanded"]
            if leaf_nodes > 0:
                data["leaf_nodes"] = (data.get("leaf_nodes") or 0) + leaf_nodes
            data["seconds"] += found.figures["seconds"]
        data["cluster"] = {"questions": self._told}
        for brain in self._brains:
            self._problems += brain.problems()
        told["problems"] += [{"error": problem} for problem in self._problems]
        last = self._found[-1] if self._found else _Found(None, {}, [])
        return told, certificates, interrupt, last

    def _one(self, attacker: str, least: int | None) -> tuple[_shomei.Coordinator, str | None]:
        """Asks whether a side can force a win, or a score of at least so much."""
        asked = self._asked
        spent = sum(found.figures["nodes"] for found in self._found)
        one = replace(
            asked,
            attacker=attacker,
            least=least,
            time=None if asked.time is None else self._began + asked.time - monotonic(),
            nodes=None if asked.nodes is None else asked.nodes - spent,
        )
        brain = self._coordinators(one)
        found = _search(brain, one, self._plan, self._connect, self._look, self._wants_certificate)
        self._found.append(found)
        # Its own problems come last: those of its certificate are not known yet.
        self._brains.append(brain)
        self._problems += found.problems
        assembled = {} if found.assembled is None else {"assembled": found.assembled}
        self._told.append({"attacker": attacker, "least": least, **found.figures, **assembled})
        return brain, found.stopped_by

    def _connect(self, *, cpus: int) -> AbstractContextManager[Connection]:
        if self._connection is None:
            self._connection = connect(self._address, cpus=cpus)
        return nullcontext(self._connection)


def _plan(
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
            "threads: a game in Python is asked by one thread at a time; use threads=1, and as "
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


def _search(
    brain: _shomei.Coordinator,
    asked: _Asked,
    plan: Plan,
    connecting: Callable[..., AbstractContextManager[Connection]],
    look: Shown | None,
    wants_certificate: bool,
) -> _Found:
    """Lets the machines of a cluster search, unless all is known already."""
    state = State(asked.journal, asked.question())
    if brain.answer() is None:
        return _search_there(brain, asked, plan, connecting, look, wants_certificate, state)
    # Play is over at the root, or the journal has the answer: then machines may still search what
    # is missing for the certificate, which is made here alone where there are none.
    problems = []
    if wants_certificate and brain.answer() != "ended":
        try:
            return _search_there(brain, asked, plan, connecting, look, wants_certificate, state)
        except (ClusterError, UsageError) as error:
            # Also where there is no such address: the answer needs none.
            problems.append(f"the certificate is made without machines: {error}")
    figures = {**json.loads(brain.progress()), "machines": 0, "seconds": 0.0}
    state.end(figures, brain.answer() or "unknown")
    return _Found(None, figures, problems)


def _search_there(
    brain: _shomei.Coordinator,
    asked: _Asked,
    plan: Plan,
    connecting: Callable[..., AbstractContextManager[Connection]],
    look: Shown | None,
    wants_certificate: bool,
    state: State,
) -> _Found:
    """Connects with a cluster, and lets its machines search."""
    cpus = (plan.threads or 1) * (plan.machines or 1)
    with connecting(cpus=cpus) as connection, _machines(connection, asked, plan) as fleet:
        watch = Watch(brain, fleet)

        def told(figures: Mapping[str, Any]) -> None:
            state.tell(figures)
            if look is not None:
                look(figures)

        told(watch.figures())
        raised: BaseException | None = None
        assembled: dict[str, Any] | None = None
        try:
            limits = Limits(asked.time, asked.nodes, state.is_to_stop)
            stopped_by = drive(brain, fleet, limits, watch, told)
            if wants_certificate and stopped_by is None:
                for solved in fleet.solved(asked.memory // _SOLVED_BYTES):
                    brain.take_solved(solved)
                    if limits.stop():
                        break
                else:
                    assembled = _assemble(brain, fleet, limits)
            if stopped_by is None and limits.stop():
                stopped_by = "interrupt"
        except KeyboardInterrupt as interrupt:
            stopped_by, raised = "interrupt", interrupt
        finally:
            brain.sync()
            brain.store()
            figures = watch.figures()
            state.end(figures, brain.answer() or "unknown")
        return _Found(stopped_by, figures, list(fleet.problems), raised, assembled)


def _assemble(brain: _shomei.Coordinator, fleet: Fleet, limits: Limits) -> dict[str, Any] | None:
    """Has the machines search what is missing for the certificate, as long again as the search.

    What they do not find is searched here when the certificate is made.
    """
    if brain.answer() == "ended":
        return None
    assembly = brain.assembly()
    try:
        drive(assembly, fleet, replace(limits, nodes=None), Watch(assembly, fleet))
    except ClusterError as error:
        fleet.problems.append(f"the certificate is made without machines: {error}")
    told: dict[str, Any] = json.loads(assembly.progress())
    return told


@contextmanager
def _machines(connection: Connection, asked: _Asked, plan: Plan) -> Iterator[Fleet]:
    """The machines of a cluster, as long as they are needed."""
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
    """Lets the module of a game of the user's own travel with it, unless it is installed.

    Of a class only the name travels otherwise, as of functions, and a machine would have to find
    the module by itself.
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
    """Whether a module stands where packages are installed, so that machines may have it too."""
    kept = {Path(sysconfig.get_path(name)).resolve() for name in _INSTALLED}
    return any(folder in file.resolve().parents for folder in kept)


def _finish(
    brain: _shomei.Coordinator, asked: _Asked, found: _Found, wants_certificate: bool
) -> tuple[dict[str, Any], list[bytes], BaseException | None]:
    """The answer with all that belongs to it."""
    answer, certificates, interrupt = brain.close(
        wants_certificate, stopped_by=found.stopped_by, time=asked.time
    )
    told: dict[str, Any] = json.loads(answer)
    data = told["answer"]
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
    told["problems"] += [{"error": problem} for problem in [*brain.problems(), *found.problems]]
    return told, certificates, interrupt
