"""The files next to a journal: its question, the state of its search, and the request to stop.

The journal itself belongs to the coordinator. The files next to ``x.journal`` are

==========================  =====================================================================
``.shomei-x.journal.lock``  locked by the coordinator while it writes
``x.journal.json``          the question, and the figures of the last second
``x.journal.stop``          the request to stop; empty, and removed when the search has ended
==========================  =====================================================================
"""

from __future__ import annotations

import json
import os
import socket
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from .. import _shomei
from .._errors import JournalError
from .._targets import forced

__all__ = ["State", "make_way", "read", "status", "stop"]

_EVERY: Final = 1.0
"""Seconds between two writes of the figures."""


def _text(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _purpose() -> _shomei.Purpose:
    """The purpose of the file with the figures. Such a file begins with its state."""
    begin, _, _ = _text({"state": 0}).partition("0")
    return _shomei.Purpose.figures(begin.encode())


class State:
    """The files next to the journal of a running search. An error with them does not end it.

    Args:
        journal: The journal. With None nothing is written.
        question: The question, as plain values.

    Attributes:
        problems: The files that could not be written or removed, each with the first reason.
    """

    def __init__(self, journal: str | None, question: Mapping[str, Any]) -> None:
        self._journal = None if journal is None else Path(journal)
        self._question = dict(question)
        self._last = float("-inf")
        self.problems: list[str] = []

    def record(self, figures: Mapping[str, Any], state: str = "running") -> None:
        """Writes the figures; those of a running search at most once a second."""
        now = time.monotonic()
        if self._journal is None or (state == "running" and now - self._last < _EVERY):
            return
        self._last = now
        content = {
            "state": state,
            "question": self._question,
            "progress": dict(figures),
            "host": socket.gethostname(),
            "process": os.getpid(),
            "written": time.time(),
        }
        path = _beside(self._journal, "json")
        with self._reporting(f"the figures in {path} are not up to date"):
            _shomei.write(path, _purpose(), _text(content).encode(), False)

    def is_to_stop(self) -> bool:
        """Whether the search is requested to stop."""
        return self._journal is not None and _has_sign(self._journal)

    def end(self, figures: Mapping[str, Any], state: str) -> None:
        """Writes the last figures."""
        self.record(figures, state)
        if self._journal is not None and _has_sign(self._journal):
            path = _beside(self._journal, "stop")
            with self._reporting(f"{path} is not removed"):
                path.unlink(missing_ok=True)

    @contextmanager
    def _reporting(self, problem: str) -> Iterator[None]:
        """Adds an error with a file to the problems, once, so that the search continues."""
        try:
            yield
        except OSError as error:
            if not any(known.startswith(problem) for known in self.problems):
                self.problems.append(f"{problem}: {error.strerror or error}")


def make_way(journal: str | os.PathLike[str], force: bool) -> None:
    """Clears the paths of a journal and of the files next to it.

    This removes an old request to stop. Later requests are for the search that opens the journal
    now.

    Raises:
        FileExistsError: If another file exists there, unless ``force`` is True.
    """
    path = Path(journal)
    _shomei.make_way(journal, _shomei.Purpose.journal(), force)
    _shomei.make_way(_beside(path, "json"), _purpose(), force)
    _shomei.make_way(_beside(path, "stop"), _shomei.Purpose.stop(), force)
    if _is_locked(path) is not True and _has_sign(path):
        _beside(path, "stop").unlink(missing_ok=True)


def read(journal: str | os.PathLike[str]) -> dict[str, Any]:
    """Reads the question and the state next to a journal.

    Raises:
        JournalError: If the file is missing or has another content.
    """
    path = _beside(Path(journal), "json")
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise JournalError(f"the journal {journal}: there is no {path.name} beside it") from error
    except (ValueError, OSError) as error:
        raise JournalError(f"the journal {journal}: {path.name} cannot be read: {error}") from error
    if not isinstance(state, dict) or not {"state", "question", "progress"} <= state.keys():
        raise JournalError(f"the journal {journal}: {path.name} says nothing of a search")
    return state


def status(journal: str | os.PathLike[str]) -> dict[str, Any]:
    """The state of the search of a journal.

    Args:
        journal: The journal.

    Returns:
        ``state`` (``"running"``, ``"proved"``, ``"disproved"``, ``"unknown"`` if a limit was
        reached, ``"killed"`` if the coordinator was killed), ``question``, ``progress``, and the
        ``host``, ``process`` and time (``written``) of the last update.

    Raises:
        JournalError: If there is no such search.
    """
    state = read(journal)
    is_locked = _is_locked(Path(journal))
    if state["state"] == "running" and is_locked is False:
        state["state"] = "killed"
    if state["state"] == "unknown" and is_locked:
        # A new run reads the journal.
        state["state"] = "running"
    return state


def stop(journal: str | os.PathLike[str], *, force: bool = False) -> bool:
    """Requests the search of a journal to stop, from any machine that can write next to it.

    Args:
        journal: The journal.
        force: Whether another file at the path of the request may be replaced.

    Returns:
        Whether the search was running.

    Raises:
        JournalError: If there is no such search.
        FileExistsError: If another file exists at the path of the request.
    """
    if status(journal)["state"] != "running":
        return False
    _shomei.write(_beside(Path(journal), "stop"), _shomei.Purpose.stop(), b"", forced(force))
    return True


def _beside(journal: Path, suffix: str) -> Path:
    return journal.with_name(f"{journal.name}.{suffix}")


def _has_sign(journal: Path) -> bool:
    """Whether the request to stop exists: an empty regular file of this name."""
    try:
        found = _beside(journal, "stop").lstat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size == 0


def _is_locked(journal: Path) -> bool | None:
    """Whether a coordinator has the journal locked. None on systems without such locks."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        # If the file is a pipe, this does not wait for a writer.
        path = journal.with_name(f".shomei-{journal.name}.lock")
        lock = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        finally:
            os.close(lock)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
