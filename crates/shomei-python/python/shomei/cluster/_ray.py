"""Ray: whether it is there, and how to come to a cluster of it.

Ray is imported here and nowhere else, and only when somebody asks for a cluster.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from .._errors import NoClusterError, NoRayError, UsageError

__all__ = ["OLDEST", "Connection", "connect", "load"]

OLDEST: Final = (2, 52)
"""The first version of Ray with tokens for all that talk to a cluster."""

_STORE: Final = 100 << 20
"""Bytes for Ray's store of objects on this machine: batches are small and never kept."""

_PROBE: Final = """
import sys, ray
ray.init(address=sys.argv[1], logging_level="ERROR", log_to_driver=False)
ray.shutdown()
"""


def load() -> Any:
    """The module ``ray``.

    Raises:
        NoRayError: When it is not installed, or too old, or pyzmq is missing.
    """
    # Ray tells its makers how it is used unless it is told not to.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    _give_token()
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise NoRayError(
            "a cluster needs Ray, which is not installed here: pip install shomei[cluster]"
        ) from error
    if importlib.util.find_spec("zmq") is None:
        raise NoRayError(
            "a cluster needs pyzmq, which is not installed here: pip install shomei[cluster]"
        )
    version = tuple(int(part) for part in re.findall(r"\d+", ray.__version__)[:2])
    if version < OLDEST:
        raise NoRayError(
            f"Ray {ray.__version__} is too old: {OLDEST[0]}.{OLDEST[1]} or later is needed, "
            "pip install --upgrade shomei[cluster]"
        )
    return ray


class Connection:
    """A connection of this process with a cluster; as a context manager it ends.

    Attributes:
        ray: The module.
        is_own: Whether the cluster was started for this question, on this machine.
    """

    def __init__(self, ray: Any, *, is_own: bool, end: Callable[[], None]) -> None:
        self.ray = ray
        self.is_own = is_own
        self._end = end

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()


def connect(address: str, *, cpus: int, patience: float = 20.0) -> Connection:
    """Connects this process with a cluster.

    Args:
        address: ``"local"`` starts one on this machine that ends with the connection; ``"auto"``
            is the one that was started on this machine before, or that the process is connected
            with; else the ``host:port`` of its head.
        cpus: How many processors a cluster that is started here has to give away.
        patience: The most seconds to wait for an answer.

    Raises:
        NoRayError: When Ray is not installed.
        NoClusterError: When nobody answers, or nobody is let in without a token.
        UsageError: When the address is none, or the process is connected with another cluster.
    """
    if not isinstance(address, str) or not address:
        raise UsageError(f'address: expected "auto", "local" or host:port, not {address!r}')
    ray = load()
    if ray.is_initialized():
        return _share(ray, address)
    if address == "local":
        _init(ray, address="local", num_cpus=cpus, object_store_memory=_STORE)
        return Connection(ray, is_own=True, end=ray.shutdown)
    if address != "auto":
        _knock(address, patience)
    _probe(address, patience)
    _init(ray, address=address)
    return Connection(ray, is_own=False, end=ray.shutdown)


def _share(ray: Any, address: str) -> Connection:
    """Uses the connection that the process has already, and leaves it as it is."""
    there = ray.get_runtime_context().gcs_address
    if address not in ("auto", there):
        raise UsageError(
            f"address: this process is connected with the cluster {there} already: give "
            'address="auto", or end that with ray.shutdown()'
        )
    return Connection(ray, is_own=False, end=lambda: None)


def _init(ray: Any, **arguments: Any) -> None:
    try:
        ray.init(
            **arguments,
            include_dashboard=False if arguments["address"] == "local" else None,
            logging_level="ERROR",
            log_to_driver=False,
            namespace="shomei",
        )
    except (ConnectionError, RuntimeError, OSError) as error:
        raise NoClusterError(f"address: {arguments['address']}: {error}") from error


def _give_token() -> None:
    """Makes a token for a cluster on this machine, unless the user has one.

    Ray listens on all addresses of the machine, so that others on the network could come in. It
    reads this once, when it is imported. A cluster without tokens does not look at it.
    """
    if os.environ.get("RAY_AUTH_MODE") or "ray" in sys.modules:
        return
    os.environ["RAY_AUTH_MODE"] = "token"
    named = any(os.environ.get(name) for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"))
    if not named and not (Path.home() / ".ray" / "auth_token").is_file():
        os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)


def _knock(address: str, patience: float) -> None:
    """Whether anybody listens at the address: Ray alone would ask for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or not host or not 0 < int(port) < 1 << 16:
        raise UsageError(f'address: expected "auto", "local" or host:port, not {address!r}')
    try:
        socket.create_connection((host.strip("[]"), int(port)), min(patience, 10.0)).close()
    except OSError as error:
        raise NoClusterError(
            f"address: nobody answers at {address} ({error}): is `ray start --head` running there, "
            "and may this machine reach it?"
        ) from error


def _probe(address: str, patience: float) -> None:
    """Connects from another process first, which can be ended if nothing comes of it."""
    command = [sys.executable, "-c", _PROBE, address]
    until = time.monotonic() + patience
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"
        with (
            told.open("wb") as file,
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=file) as process,
        ):
            said = ""
            while process.poll() is None and time.monotonic() < until and not _wants_token(said):
                time.sleep(0.05)
                said = told.read_text(encoding="utf-8", errors="replace")
            process.kill()
        if process.returncode != 0:
            said = told.read_text(encoding="utf-8", errors="replace")
            raise NoClusterError(_why(address, said, patience))


def _wants_token(said: str) -> bool:
    return "InvalidAuthToken" in said or "Unauthenticated" in said


def _why(address: str, said: str, patience: float) -> str:
    """The reason in what Ray has said."""
    if _wants_token(said):
        return (
            f"address: the cluster at {address} asks for another token: set RAY_AUTH_MODE=token, "
            "and RAY_AUTH_TOKEN or RAY_AUTH_TOKEN_PATH, as on its head"
        )
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    if address == "auto" and "Could not find any running Ray instance" in said:
        return (
            "address: no Ray cluster was found on this machine: give host:port, start one with "
            '`ray start --head`, or use address="local"'
        )
    version = next((line for line in lines if "ersion mismatch" in line), None)
    if version is not None:
        return f"address: the cluster at {address} has other versions: {version}"
    last = f" ({lines[-1]})" if lines else ""
    return f"address: no Ray cluster answers at {address} within {patience:g} s{last}"
