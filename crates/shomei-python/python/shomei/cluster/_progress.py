"""The progress of a search on many machines: a line, or lines of JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TextIO

from .._errors import UsageError
from .._progress import bar

__all__ = ["Lines", "Receiver", "as_text", "shown"]

_LINES: Final = 1.0
"""Seconds between two lines of JSON."""


class Receiver:
    """A receiver of figures: call it with them, close it at the end."""

    def __init__(
        self,
        show: Callable[[Mapping[str, Any]], None],
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self._show = show
        self.close = close

    def __call__(self, figures: Mapping[str, Any]) -> None:
        """Shows figures. Calls that are too frequent do nothing."""
        self._show(figures)


class Lines:
    """Lines of JSON, at most one per second.

    Args:
        stream: The stream for the lines; stderr by default.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._last = float("-inf")

    def __call__(self, figures: Mapping[str, Any]) -> None:
        """Writes a line, unless one was written within the last second."""
        now = time.monotonic()
        if now - self._last >= _LINES:
            self._last = now
            self.write({"event": "progress", **figures})

    def write(self, value: Mapping[str, Any]) -> None:
        """Writes a line and flushes the stream, so that a reader receives it at once."""
        self._stream.write(json.dumps(value, ensure_ascii=False) + "\n")
        self._stream.flush()


def shown(progress: Any) -> Receiver | None:
    """The receiver that ``progress=`` asks for: a line, lines of JSON, a function, or none.

    Raises:
        UsageError: If the value is none of these.
    """
    if progress is None or progress is False:
        return None
    if progress is True:
        line = bar("cluster", form="{desc} {postfix}")
        return Receiver(lambda figures: line({**figures, "text": as_text(figures)}), line.close)
    if progress == "json":
        return Receiver(Lines())
    if callable(progress):
        return Receiver(progress)
    raise UsageError(f'progress: expected True, "json" or a function, not {progress!r}')


def as_text(figures: Mapping[str, Any]) -> str:
    """The figures as text, such as ``pn 12  dn 40  3 machines  1,200 nodes  80 jobs/s``."""
    parts = []
    for name in ("pn", "dn"):
        if name in figures:
            value = figures[name]
            parts.append(f"{name} ∞" if value is None else f"{name} {value:,}")
    count = figures.get("machines", 0)
    parts.append("1 machine" if count == 1 else f"{count} machines")
    for name, form in _FORMS:
        if figures.get(name) is not None:
            parts.append(form(figures[name]))
    return "  ".join(parts)


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
