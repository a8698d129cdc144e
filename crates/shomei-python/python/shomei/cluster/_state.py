"""What stands beside a journal: how its search stands, what was asked, and a wish to end it.

The journal itself belongs to the coordinator. Beside ``x.journal`` stand

==========================  =====================================================================
``.shomei-x.journal.lock``  locked by the coordinator that writes, as long as it does
``x.journal.json``          the question, and the figures of the last second
``x.journal.stop``          asks it to end; empty, and disappears when it has
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


def _text(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _purpose() -> _shomei.Purpose:
    """What the file of the figures is for. Each begins with its state."""
    begin, _, _ = _text({"state": 0}).partition("0")
    return _shomei.Purpose.figures(begin.encode())


class State:
    """The files beside the journal of a running search. None of them ends it.

    Args:
        journal: The journal; None where there is none, and nothing is written.
        question: What is asked, as plain values.

    Attributes:
        problems: Why a file beside the journal was not written or removed, in words: the first
            reason for each.
    """

    def __init__(self, journal: str | None, question: Mapping[str, Any]) -> None:
        self._journal = None if journal is None else Path(journal)
        self._question = dict(question)
        self._last = float("-inf")
        self.problems: list[str] = []
        self._remove_sign()

    def tell(self, figures: Mapping[str, Any], state: str = "running") -> None:
        """Writes the figures, unless they were written just now and it runs on."""
        now = time.monotonic()
        if self._journal is None or (state == "running" and now - self._last < _EVERY):
            return
        self._last = now
        told = {
            "state": state,
            "question": self._question,
            "progress": dict(figures),
            "host": socket.gethostname(),
            "process": os.getpid(),
            "written": time.time(),
        }
        path = _beside(self._journal, "json")
        with self._reporting(f"the figures in {path} are not up to date"):
            _shomei.write(path, _purpose(), _text(told).encode(), False)

    def is_to_stop(self) -> bool:
        """Whether somebody wants the search to end."""
        return self._journal is not None and _has_sign(self._journal)

    def end(self, figures: Mapping[str, Any], state: str) -> None:
        """Writes the last figures."""
        self.tell(figures, state)
        self._remove_sign()

    def _remove_sign(self) -> None:
        if self._journal is not None and _has_sign(self._journal):
            path = _beside(self._journal, "stop")
            with self._reporting(f"{path} is not removed"):
                path.unlink(missing_ok=True)

    @contextmanager
    def _reporting(self, problem: str) -> Iterator[None]:
        """Reports a file that is not written, once, and lets the search go on."""
        try:
            yield
        except OSError as error:
            if not any(known.startswith(problem) for known in self.problems):
                self.problems.append(f"{problem}: {error.strerror or error}")


def make_way(journal: str | os.PathLike[str], force: bool) -> None:
    """Clears the places of a journal and of what is beside it.

    Raises:
        FileExistsError: When something else is there, unless it is to be replaced.
    """
    path = Path(journal)
    _shomei.make_way(journal, _shomei.Purpose.journal(), force)
    _shomei.make_way(_beside(path, "json"), _purpose(), force)
    _shomei.make_way(_beside(path, "stop"), _shomei.Purpose.stop(), force)


def read(journal: str | os.PathLike[str]) -> dict[str, Any]:
    """What stands beside a journal.

    Raises:
        JournalError: When there is nothing, or nothing of this kind.
    """
    path = _beside(Path(journal), "json")
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise JournalError(f"the journal {journal}: there is no {path.name} beside it") from error
    except (ValueError, OSError) as error:
        raise JournalError(f"the journal {journal}: {path.name} cannot be read: {error}") from error
    if not isinstance(told, dict) or not {"state", "question", "progress"} <= told.keys():
        raise JournalError(f"the journal {journal}: {path.name} says nothing of a search")
    return told


def status(journal: str | os.PathLike[str]) -> dict[str, Any]:
    """How the search of a journal stands.

    Args:
        journal: The journal.

    Returns:
        ``state`` (``"running"``, ``"proved"``, ``"disproved"``, ``"unknown"`` where a limit was
        reached, ``"killed"`` where its coordinator has ended without a word), ``question``,
        ``progress``, and where and when it was ``written``.

    Raises:
        JournalError: When there is no such search.
    """
    told = read(journal)
    if told["state"] == "running" and not _is_locked(Path(journal)):
        told["state"] = "killed"
    return told


def stop(journal: str | os.PathLike[str], *, force: bool = False) -> bool:
    """Asks the search of a journal to end, from any machine that sees the file.

    Args:
        journal: The journal.
        force: Whether another file with the name of the sign is replaced.

    Returns:
        Whether a coordinator was running that will look.

    Raises:
        JournalError: When there is no such search.
        FileExistsError: When another file has the name of the sign.
    """
    if status(journal)["state"] != "running":
        return False
    _shomei.write(_beside(Path(journal), "stop"), _shomei.Purpose.stop(), b"", forced(force))
    return True


def _beside(journal: Path, suffix: str) -> Path:
    return journal.with_name(f"{journal.name}.{suffix}")


def _has_sign(journal: Path) -> bool:
    """Whether the sign to end is there, and no other file of this name."""
    try:
        found = _beside(journal, "stop").lstat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size == 0


def _is_locked(journal: Path) -> bool:
    """Whether a coordinator writes to the journal, as far as the system tells."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        with journal.with_name(f".shomei-{journal.name}.lock").open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
