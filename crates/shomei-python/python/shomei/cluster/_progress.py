"""How a search on many machines shows how far it is: a line, or lines of JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TextIO

from .._errors import UsageError
from .._progress import bar

__all__ = ["Lines", "Shown", "as_words", "shown"]

_LINES: Final = 1.0
"""Seconds between two lines of JSON."""


class Shown:
    """Where figures go: call it with them, close it at the end."""

    def __init__(
        self,
        tell: Callable[[Mapping[str, Any]], None],
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self._tell = tell
        self.close = close

    def __call__(self, figures: Mapping[str, Any]) -> None:
        """Shows figures; called more often than is of use, it passes some over."""
        self._tell(figures)


class Lines:
    """Lines of JSON, one a second at most.

    Args:
        stream: Where they go; left out: stderr.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._last = float("-inf")

    def __call__(self, figures: Mapping[str, Any]) -> None:
        """Writes a line, unless one was written just now."""
        now = time.monotonic()
        if now - self._last >= _LINES:
            self._last = now
            self.write({"event": "progress", **figures})

    def write(self, value: Mapping[str, Any]) -> None:
        """Writes a line, which whoever reads the file or the pipe has at once."""
        self._stream.write(json.dumps(value, ensure_ascii=False) + "\n")
        self._stream.flush()


def shown(progress: Any) -> Shown | None:
    """What a user's ``progress`` means: a line, lines of JSON, a function, or nothing.

    Raises:
        UsageError: When it is none of these.
    """
    if progress is None or progress is False:
        return None
    if progress is True:
        line = bar("cluster", form="{desc} {postfix}")
        return Shown(lambda figures: line({**figures, "words": as_words(figures)}), line.close)
    if progress == "json":
        return Shown(Lines())
    if callable(progress):
        return Shown(progress)
    raise UsageError(f'progress: expected True, "json" or a function, not {progress!r}')


def as_words(figures: Mapping[str, Any]) -> str:
    """The figures in words, such as ``pn 12  dn 40  3 machines  1,200 nodes  80 jobs/s``."""
    words = []
    for name in ("pn", "dn"):
        if name in figures:
            value = figures[name]
            words.append(f"{name} ∞" if value is None else f"{name} {value:,}")
    count = figures.get("machines", 0)
    words.append("1 machine" if count == 1 else f"{count} machines")
    for name, form in _FORMS:
        if figures.get(name) is not None:
            words.append(form(figures[name]))
    return "  ".join(words)


_FORMS: Final[tuple[tuple[str, Callable[[Any], str]], ...]] = (
    ("nodes", lambda value: f"{value:,} nodes"),
    ("jobs_per_second", lambda value: f"{value:,.0f} jobs/s"),
    ("wasted", lambda value: f"{100 * value:.1f} % lost"),
    ("entries", lambda value: f"{value:.2f} entries a node"),
    ("coordinator", lambda value: f"coordinator {100 * value:.0f} %"),
    (
        "assembled",
        lambda done: (
            f"certificate: {done['positions']:,} positions, {done['filled']:,} holes filled"
        ),
    ),
    ("seconds", lambda value: f"{value:.0f} s"),
)
