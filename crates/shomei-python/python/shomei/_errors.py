"""The exceptions of the package, with the place of the error."""

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
    """The base class of the exceptions of this package.

    Exceptions of your own functions are passed on unchanged, and Ctrl-C raises ``Interrupted``.

    Attributes:
        place: The place of the error, if it is known: ``line``, ``column``, ``square``,
            ``number`` (of a move) and ``move`` of a text, counted from 1, or the ``position`` of
            a game of your own. Empty if the error has no place.
        suggestion: For an unknown name, the name that was probably meant; else None.
        result: The answer, if the error occurred after the search, such as a certificate that is
            not accepted; else None. An ``OSError`` about the file of a certificate has this
            attribute, too.
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
        return type(self), (str(self), self.place, self.suggestion), {"result": self.result}


class UsageError(Error, ValueError):
    """A game, an option or a side does not exist, or arguments exclude each other."""


class InputError(Error, ValueError):
    """A position, a move, a record or a certificate is invalid."""


class LimitError(Error):
    """A limit was reached before the work was complete."""


class GameError(Error):
    """A game of your own breaks a rule for games.

    Exceptions of its functions are passed on unchanged.
    """


class RunError(Error, RuntimeError):
    """An error while running, such as too little memory."""


class BusyError(Error, RuntimeError):
    """A session got a question while it was answering another one."""


class ClusterError(RunError):
    """An error of a search on many machines."""


class NoRayError(ClusterError):
    """Ray is not installed, or its version does not work with this package."""


class NoClusterError(ClusterError):
    """No cluster answers at the address or accepts the token, or no machine is large enough."""


class VersionError(ClusterError):
    """No machine has the same version of this package and of the rules as this process."""


class MachineError(ClusterError):
    """No machine can open the game: it cannot be sent there, or its module is not installed."""


class JournalError(ClusterError):
    """A journal belongs to another question or version, is in use, or is damaged."""


class StoreError(ClusterError):
    """A store of solved positions belongs to another game or version, is in use, or is damaged."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a question, with the results so far.

    It is a ``KeyboardInterrupt``: a program that does not catch it ends.

    Attributes:
        result: The results so far. Its ``answer`` is ``"unknown"`` unless the search had already
            ended. None if no search was running, as during a check.
    """

    def __init__(self, result: Result | None = None) -> None:
        super().__init__("interrupted" if result is None else f"interrupted: {result}")
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.result,)
