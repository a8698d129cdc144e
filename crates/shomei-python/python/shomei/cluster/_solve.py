"""Asking many machines."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from .. import _shomei
from .._arguments import bytes_of, option_text, perhaps, refuse_unknown, seconds_of, whole
from .._errors import JournalError, UsageError
from .._games import as_game, as_position, as_text
from .._results import Result
from .._session import PathLike, Side, deliver, readable_root
from .._targets import Target
from ._progress import shown
from ._question import Asked, coordinator_of, finish, plan_of, search
from ._questions import Questions
from ._ray import connect
from ._state import make_way, read

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
        force: Likewise, for the journal and the store as well.
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
        FileExistsError: When a file of another kind has the name of one that is written.
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
        force=force,
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
    asked = Asked(
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
    wants_certificate = target.is_wanted or check
    if wants_certificate:
        readable_root(opened, root)
    plan = plan_of(opened, address, threads, asked.memory, machines, patience)
    config = {"lease": int(_LEASE * 1e9), "queued": 1, **(sharing or {})}
    least = whole("store_least", store_least)
    shelf = None if store is None else (os.fspath(store), least)
    if journal is not None:
        make_way(journal, target.force)
    if store is not None:
        _shomei.make_way(store, _shomei.Purpose.store(), target.force)
    coordinators = functools.partial(coordinator_of, config=json.dumps(config), store=shelf)
    plan = replace(plan, queued=config["queued"])
    connecting = functools.partial(connect, address)
    look = None
    brain = None
    try:
        if question == "win":
            brain = coordinators(asked)
            look = shown(progress)
            found = search(brain, asked, plan, connecting, look, wants_certificate)
            told, certificates, interrupt = finish(brain, asked, found, wants_certificate)
        else:
            look = shown(progress)
            asking = Questions(asked, plan, connecting, look, wants_certificate, coordinators)
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
