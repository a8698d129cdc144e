"""Imports Ray and connects to its clusters.

Ray is imported here and nowhere else, on the first use of a cluster.
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
"""The first version of Ray in which all connections to a cluster need a token."""

_STORE: Final = 100 << 20
"""Bytes for Ray's object store on this machine: objects are small and not kept."""

_PROBE: Final = """
import sys, ray
ray.init(address=sys.argv[1], logging_level="ERROR", log_to_driver=False)
ray.shutdown()
"""


def load() -> Any:
    """The module ``ray``.

    Raises:
        NoRayError: If Ray is not installed or too old, or if pyzmq is missing.
    """
    # Ray reports usage statistics to its makers by default.
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
    """A connection of this process to a cluster; as a context manager it is closed at the end.

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
    """Connects this process to a cluster.

    Args:
        address: ``"local"`` starts a cluster on this machine that ends with the connection.
            ``"auto"`` is the running cluster of this machine, or the one to which the process is
            connected. Otherwise the ``host:port`` of a head.
        cpus: The number of processors that a local cluster offers.
        patience: The maximum number of seconds to wait for an answer.

    Raises:
        NoRayError: If Ray is not installed.
        NoClusterError: If no cluster answers, or if it refuses the token.
        UsageError: If the address is invalid, or if the process is connected to another cluster.
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
    """Uses the existing connection of the process, and leaves it open."""
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

    Ray listens on all addresses of the machine, so others on the network could connect. Ray reads
    the token once, when it is imported. A cluster without tokens ignores it.
    """
    if os.environ.get("RAY_AUTH_MODE") or "ray" in sys.modules:
        return
    os.environ["RAY_AUTH_MODE"] = "token"
    named = any(os.environ.get(name) for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"))
    if not named and not (Path.home() / ".ray" / "auth_token").is_file():
        os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)


def _knock(address: str, patience: float) -> None:
    """Tests whether a process listens at the address: Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or not host or not 0 < int(port) < 1 << 16:
        raise UsageError(f'address: expected "auto", "local" or host:port, not {address!r}')
    try:
        socket.create_connection((host.strip("[]"), int(port)), min(patience, 10.0)).close()
    except OSError as error:
        raise NoClusterError(
            f"address: no process answers at {address} ({error}): is `ray start --head` running "
            "there, and may this machine reach it?"
        ) from error


def _probe(address: str, patience: float) -> None:
    """Connects from another process first, since that one can be killed if it hangs."""
    command = [sys.executable, "-c", _PROBE, address]
    until = time.monotonic() + patience
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "output"
        with (
            output.open("wb") as file,
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=file) as process,
        ):
            errors = ""
            while process.poll() is None and time.monotonic() < until and not _wants_token(errors):
                time.sleep(0.05)
                errors = output.read_text(encoding="utf-8", errors="replace")
            process.kill()
        if process.returncode != 0:
            errors = output.read_text(encoding="utf-8", errors="replace")
            raise NoClusterError(_why(address, errors, patience))


def _wants_token(errors: str) -> bool:
    return "InvalidAuthToken" in errors or "Unauthenticated" in errors


def _why(address: str, errors: str, patience: float) -> str:
    """The reason of a failure, from the output of Ray."""
    if _wants_token(errors):
        return (
            f"address: the cluster at {address} asks for another token: set RAY_AUTH_MODE=token, "
            "and RAY_AUTH_TOKEN or RAY_AUTH_TOKEN_PATH, as on its head"
        )
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    if address == "auto" and "Could not find any running Ray instance" in errors:
        return (
            "address: no Ray cluster was found on this machine: give host:port, start one with "
            '`ray start --head`, or use address="local"'
        )
    version = next((line for line in lines if "ersion mismatch" in line), None)
    if version is not None:
        return f"address: the cluster at {address} has other versions: {version}"
    last = f" ({lines[-1]})" if lines else ""
    return f"address: no Ray cluster answers at {address} within {patience:g} s{last}"
