"""Questions to many machines."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .. import _shomei
from .._arguments import bytes_of, option_text, perhaps, refuse_unknown, seconds_of, whole
from .._certificates import Certificate
from .._errors import JournalError, UsageError
from .._games import as_game, as_position, as_text
from .._results import Result
from .._session import PathLike, Side, deliver, readable_root
from .._targets import Target
from ._progress import shown
from ._question import LimitedQuestion, coordinator_of, finish, plan_of, search
from ._ray import connect
from ._several import Questions
from ._state import make_way, read

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._keywords import ClusterKeywords, DfPnOptions

__all__ = ["resume", "score", "solve", "value"]

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
    force: bool = False,
    check: bool = False,
    time: float | str | timedelta | None = None,
    nodes: int | None = None,
    progress: bool | str | Callable[[Mapping[str, Any]], None] | None = None,
    patience: float = 10.0,
    sharing: Mapping[str, Any] | None = None,
    **options: Unpack[DfPnOptions],
) -> Result:
    """Asks many machines whether a side can force a win.

    Args:
        game: See :func:`shomei.solve`. Ray sends a game of your own to the machines, with the
            module of its class unless that module is installed.
        position: Likewise.
        address: ``"auto"`` for the Ray cluster of this machine, ``host:port`` for the head of
            another one, ``"local"`` to start a cluster here that ends with the question.
        attacker: See :func:`shomei.solve`.
        rules: The rules of a built-in game; empty for the usual ones.
        threads: Threads of each machine; by default one for each of its processors, or one if
            ``address`` is ``"local"``. A game of your own has one thread on each machine, and one
            machine for each processor.
        memory: Bytes of the table of each machine, and of the table for the certificate.
        machines: The maximum number of machines; by default all, or two if ``address`` is
            ``"local"``. It is also the number that is requested from an autoscaler.
        journal: A file to which every event is written. If it exists, the search continues from
            it.
        store: A file of solved positions of this game, for this search and later ones. A missing
            file is created.
        store_least: The minimum number of nodes of a position for the store.
        certificate: See :func:`shomei.solve`.
        force: Likewise, for the journal and the store as well.
        check: Likewise.
        time: The time limit of the search, in seconds or as a text such as ``"8h"``. The
            certificate has the same limit once more.
        nodes: The maximum number of nodes, those of earlier runs of the journal included.
        progress: True for a line, ``"json"`` for lines of JSON on stderr, or a function that is
            called ten times a second with the figures.
        patience: Seconds after which a machine that does not answer counts as lost.
        sharing: Fields of the coordinator's configuration, for experiments.
        **options: Options of df-pn: see :func:`shomei.solve`.

    Returns:
        The answer, with the figures of the cluster in ``cluster``.

    Raises:
        NoRayError: If Ray is not installed.
        NoClusterError: If no cluster answers at the address, or if no machine is large enough.
        VersionError: If all machines have another version of this package.
        MachineError: If no machine can open the game, or if it cannot be sent.
        FileExistsError: If another file exists at the path of one that is written.
        JournalError: If the journal belongs to another question, is in use, or is damaged.
        StoreError: If the store belongs to another game or other rules. A damaged store, or one in
            use, is reported in ``problems``, and the search continues without it.
        Interrupted: After Ctrl-C, with the results so far.
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
        force=force,
        check=check,
        time=time,
        nodes=nodes,
        progress=progress,
        patience=patience,
        sharing=sharing,
        **options,
    )


def value(game: Any, position: Any = None, **more: Unpack[ClusterKeywords]) -> Result:
    """Asks many machines whether a position is a win, a draw or a loss for the side to move.

    The questions use one connection, one after another. Each opens its own machines and has its
    own certificate. ``time`` and ``nodes`` limit all of them together. The certificates have the
    same time once more.

    Args:
        game: See :func:`solve`, for all arguments.
        position: Likewise.
        **more: Likewise, except ``attacker`` and ``journal``: a journal belongs to one question.

    Returns:
        The answer of :func:`shomei.value`, with the figures of each question in ``cluster``.

    Raises:
        Error: Those of :func:`solve` and :func:`shomei.value`.
    """
    return _several("value", game, position, {**more})


def score(game: Any, position: Any = None, **more: Unpack[ClusterKeywords]) -> Result:
    """Asks many machines for the exact score for the side to move.

    Args:
        game: See :func:`solve`, for all arguments.
        position: Likewise.
        **more: Likewise, except ``attacker`` and ``journal``: a journal belongs to one question.

    Returns:
        The answer of :func:`shomei.score`, with the figures of each question in ``cluster``.

    Raises:
        UsageError: If the game has no scores.
        Error: Those of :func:`solve` and :func:`shomei.score`.
    """
    return _several("score", game, position, {**more})


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
    force: bool = False,
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
    asked = LimitedQuestion(
        game=opened,
        root=root,
        attacker=wanted,
        options=[(name.replace("_", "-"), option_text(value)) for name, value in options.items()],
        memory=bytes_of(memory),
        time=seconds_of(time),
        nodes=perhaps("nodes", nodes),
        journal=None if journal is None else os.fspath(journal),
    )
    if asked.time is not None and not asked.time >= 0:
        raise UsageError("time: expected seconds, 0 or more")
    target = Target.of(certificate, force, question, root)
    if target.is_bundle:
        raise UsageError(
            "certificate: a search on many machines writes no bundle; give a name such as x.proof"
        )
    wants_certificate = target.is_wanted or check
    if wants_certificate:
        readable_root(opened, root)
    plan = plan_of(opened, address, threads, asked.memory, machines, patience)
    config = {"lease": int(_LEASE * 1e9), "queued": 1, **(sharing or {})}
    least = whole("store_least", store_least)
    kept = None if store is None else (os.fspath(store), least)
    if journal is not None:
        make_way(journal, target.force)
    if store is not None:
        _shomei.make_way(store, _shomei.Purpose.store(), target.force)
    coordinators = functools.partial(coordinator_of, config=json.dumps(config), store=kept)
    plan = replace(plan, queued=config["queued"])
    connecting = functools.partial(connect, address)
    look = None
    coordinator = None
    try:
        if question == "win":
            coordinator = coordinators(asked)
            look = shown(progress)
            found = search(coordinator, asked, plan, connecting, look, wants_certificate)
            report, certificates, interrupt = finish(coordinator, asked, found, wants_certificate)
        else:
            look = shown(progress)
            asking = Questions(asked, plan, connecting, look, wants_certificate, coordinators)
            report, certificates, interrupt, found = asking.ask(question)
        return deliver(
            opened,
            root,
            report,
            certificates,
            interrupt,
            check=Certificate.check if check else None,
            target=target,
            because=found.raised,
        )
    finally:
        if look is not None:
            look.close()
        if coordinator is not None:
            coordinator.release()


def resume(
    journal: PathLike,
    game: Any = None,
    *,
    address: str = "auto",
    **more: Any,
) -> Result:
    """Continues the search of a journal.

    Args:
        journal: The journal.
        game: The game, if it is one of your own.
        address: See :func:`solve`.
        **more: The other arguments of :func:`solve`, except those that belong to the question.

    Returns:
        The answer.

    Raises:
        JournalError: If there is no such journal.
        UsageError: If the game is one of your own and is not given.
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
        **{"memory": f"{asked['memory']}B", **options, **more},
    )
