"""One question to many machines, on Ray.

::

    from shomei import cluster

    result = cluster.solve("loa", position, address="local", certificate="x.proof")

A coordinator in this process holds the top of the search tree and shares the work below it among
machines, each with a table of its own; Ray starts them, carries what they say, and tells when one
is gone. The answer comes with a certificate like every other. ``docs/cluster.md`` says how to set
a cluster up, and what it costs.

* :func:`solve` asks, :func:`value` and :func:`score` ask as often as they need, :func:`resume` goes
  on with a journal, :func:`status` and :func:`stop` look after a search that runs elsewhere. The
  command ``shomei-cluster`` does the same.
* :func:`check` has a certificate checked in parts.
* It needs Ray: ``pip install shomei[cluster]``.
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
