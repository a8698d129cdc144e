"""One question to many machines, on Ray."""

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

__all__ = [
    "ClusterError",
    "JournalError",
    "MachineError",
    "NoClusterError",
    "NoRayError",
    "StoreError",
    "VersionError",
]
