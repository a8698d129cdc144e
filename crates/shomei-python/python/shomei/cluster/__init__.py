"""Solves one question on many machines, with Ray.

::

    from shomei import cluster

    result = cluster.solve("loa", position, address="local", certificate="x.proof")

A coordinator in this process holds the top of the search tree and distributes the work below it
among machines, each with its own table. Ray starts the machines and reports lost ones. The answer
has a certificate like any other. ``docs/guides/cluster.md`` explains how to set up a cluster, and
``docs/explanation/cluster.md`` what it costs.

* :func:`solve` asks one question, :func:`value` and :func:`score` ask several, :func:`resume`
  continues a search from its journal, :func:`status` and :func:`stop` control a search in another
  process. The command ``shomei-cluster`` does the same.
* :func:`check` checks a certificate in parts.
* Ray is required: ``pip install shomei[cluster]``.
"""

from __future__ import annotations

from .._errors import (
    ClusterError,
    JournalError,
    MachineError,
    NoClusterError,
    NoRayError,
    StoreError,
    VersionError,
)
from ._check import check
from ._solve import resume, score, solve, value
from ._state import status, stop

__all__ = [
    "ClusterError",
    "JournalError",
    "MachineError",
    "NoClusterError",
    "NoRayError",
    "StoreError",
    "VersionError",
    "check",
    "resume",
    "score",
    "solve",
    "status",
    "stop",
    "value",
]
