"""Exceptions: one family, each with the place where something is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._results import Result

__all__ = [
    "BusyError",
    "ClusterError",
    "Error",
    "GameError",
    "InputError",
    "Interrupted",
    "JournalError",
    "LimitError",
    "MachineError",
    "NoClusterError",
    "NoRayError",
    "RunError",
    "StoreError",
    "UsageError",
    "VersionError",
]


class Error(Exception):
    """What this package raises, but for exceptions of your own functions and Ctrl-C.

    Attributes:
        place: Where something is wrong, as far as it is known: ``line``, ``column``, ``square``,
            ``number`` (of a move) and ``move`` of a text, counted from 1, or the ``position`` of
            a game of your own. Empty where it is about all of it.
        suggestion: The name that was probably meant in place of one that is not known.
        result: What had been found, where something went wrong after the answer: a certificate
            that is not accepted, say; else None. An ``OSError`` of its file has it, too.
    """

    result: Result | None = None

    def __init__(
        self,
        message: str,
        place: Mapping[str, Any] | None = None,
        suggestion: str | None = None,
    ) -> None:
        super().__init__(message)
        self.place: dict[str, Any] = dict(place or {})
        self.suggestion = suggestion

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.place, self.suggestion)


class UsageError(Error, ValueError):
    """What is asked for does not exist or does not go together: a game, an option, a side."""


class InputError(Error, ValueError):
    """A position, a move, a record or a certificate is not what it should be."""


class LimitError(Error):
    """A limit was reached before all that was asked for was done."""


class GameError(Error):
    """A game of your own has done something that no game may do.

    An exception that one of its functions raises comes out as it is, and not as this.
    """


class RunError(Error, RuntimeError):
    """Something went wrong while running: memory, a thread."""


class BusyError(Error, RuntimeError):
    """A session was asked while it was answering another question."""


class ClusterError(RunError):
    """Something went wrong with a search on many machines."""


class NoRayError(ClusterError):
    """Ray is not installed, or a version of it that this package does not work with."""


class NoClusterError(ClusterError):
    """No cluster answers at the address or lets this program in, or no machine is large enough."""


class VersionError(ClusterError):
    """Machines have other versions of this package or of the rules, and none has the right ones."""


class MachineError(ClusterError):
    """No machine can open the game: it cannot be sent there, or its module is not installed."""


class JournalError(ClusterError):
    """A journal is of another question or version, in use, or damaged."""


class StoreError(ClusterError):
    """A store of solved positions is of another game or version, in use, or damaged."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a question, with what was known by then.

    It is a ``KeyboardInterrupt``, so a program ends by it unless it is caught.

    Attributes:
        result: What was known. Its ``answer`` is ``"unknown"`` unless the question was nearly
            answered. None where nothing was being searched, such as in a check.
    """

    def __init__(self, result: Result | None = None) -> None:
        super().__init__("interrupted" if result is None else f"interrupted: {result}")
        self.result = result
