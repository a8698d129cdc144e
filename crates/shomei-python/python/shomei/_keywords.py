"""The keyword arguments of questions, so that type checkers find a mistyped name.

A test compares the options with those of :func:`shomei.algorithms`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from datetime import timedelta

    from ._session import PathLike, ProgressLike, Side

__all__ = [
    "AlgorithmOptions",
    "CertificateKeywords",
    "ClusterKeywords",
    "DfPnOptions",
    "LimitKeywords",
    "RefutationKeywords",
    "SearchKeywords",
]

if TYPE_CHECKING:
    _Option = int | float | str | bool


class DfPnOptions(TypedDict, total=False):
    """The options of df-pn, the algorithm of clusters."""

    edge_costs: _Option
    epsilon: _Option
    fixpoint: _Option
    gc: _Option
    init: _Option
    path_dependence: _Option
    rule: _Option
    schedule: _Option
    share: _Option
    threshold_control: _Option


class AlgorithmOptions(DfPnOptions, total=False):
    """The options of all algorithms; a session refuses those that its algorithm lacks."""

    a: _Option
    b: _Option
    cache: _Option
    delete: _Option
    entries: _Option
    history: _Option
    killers: _Option
    ordering: _Option
    pn_nodes: _Option
    pn_store: _Option
    proved_table: _Option
    quit: _Option
    store: _Option


class LimitKeywords(TypedDict, total=False):
    """The limits of one question, and its progress."""

    time: float | str | timedelta | None
    nodes: int | None
    progress: ProgressLike


class CertificateKeywords(LimitKeywords, total=False):
    """The same with the certificate."""

    certificate: PathLike | bool | None
    force: bool
    check: bool


class RefutationKeywords(CertificateKeywords, total=False):
    """The same with the depth of a refutation."""

    depth: int | None


class SearchKeywords(AlgorithmOptions, LimitKeywords, total=False):
    """The arguments of a question that opens its own session."""

    rules: str
    hints: str
    weights: PathLike | None
    algorithm: str
    threads: int
    memory: int | str


class ClusterKeywords(DfPnOptions, total=False):
    """The arguments of a question to many machines.

    Questions about a value or a score refuse an attacker and a journal.
    """

    address: str
    attacker: Side
    journal: PathLike | None
    rules: str
    threads: int | None
    memory: int | str
    machines: int | None
    store: PathLike | None
    store_least: int
    certificate: PathLike | bool | None
    force: bool
    check: bool
    time: float | str | timedelta | None
    nodes: int | None
    progress: bool | str | Callable[[Mapping[str, Any]], None] | None
    patience: float
    sharing: Mapping[str, Any] | None
