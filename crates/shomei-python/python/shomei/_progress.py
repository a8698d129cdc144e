"""A progress bar for a running search: tqdm if it is installed, else a line on stderr.

The length of a search is unknown in advance. So the bar shows how full the table is, with the
proof and disproof numbers of the root, the nodes and the time next to it.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Final, TextIO

__all__ = ["Bar", "bar"]

_INTERVAL: Final = 0.1
"""Seconds between two lines of plain text."""


class Bar:
    """A progress bar: call it with a mapping of figures, close it at the end.

    The mapping has ``pn`` and ``dn`` (the numbers of the root; None is infinite), ``nodes``,
    ``seconds``, and ``fill`` (the part of the table in use, from 0 to 1). Missing figures are not
    shown.
    """

    def __init__(self, tqdm_bar: Any, stream: TextIO | None) -> None:
        self._tqdm = tqdm_bar
        self._stream = stream
        self._last = float("-inf")
        self._width = 0

    def __call__(self, figures: Mapping[str, Any]) -> None:
        """Shows the figures, at most ten times a second; other calls do nothing."""
        if self._tqdm is None and self._stream is None:
            return
        now = time.monotonic()
        if now - self._last < _INTERVAL:
            return
        self._last = now
        fill = figures.get("fill")
        if self._tqdm is not None:
            self._tqdm.set_postfix_str(_text(figures), refresh=False)
            if fill is not None:
                self._tqdm.n = round(100 * min(max(fill, 0.0), 1.0))
            self._tqdm.refresh()
        elif self._stream is not None:
            table = "" if fill is None else f"  table {100 * fill:.0f} %"
            line = _text(figures) + table
            self._stream.write("\r" + line.ljust(self._width))
            self._stream.flush()
            self._width = len(line)

    def close(self) -> None:
        """Ends the bar; its last state stays visible. A second call does nothing."""
        if self._tqdm is not None:
            self._tqdm.close()
        elif self._stream is not None and self._width:
            self._stream.write("\n")
            self._stream.flush()
        self._tqdm = self._stream = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


_OF_THE_TABLE: Final = "{desc} {postfix} |{bar}| {percentage:.0f} % of the table"


def bar(
    description: str = "search", *, stream: TextIO | None = None, form: str = _OF_THE_TABLE
) -> Bar:
    """A bar on ``stream`` (stderr by default), or in a notebook if tqdm draws it there.

    Nothing is shown if the stream is not a terminal and there is no notebook. ``form`` is tqdm's
    ``bar_format``.
    """
    out = sys.stderr if stream is None else stream
    is_terminal = out is not None and out.isatty()
    drawn = _tqdm_bar(description, out, is_terminal, form)
    if drawn is not None:
        return Bar(drawn, None)
    return Bar(None, out if is_terminal else None)


def _tqdm_bar(description: str, out: TextIO | None, is_terminal: bool, form: str) -> Any:
    """A bar of tqdm, or None if tqdm is not installed or has no place to draw."""
    try:
        kind = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return None
    in_notebook = any(base.__module__ == "tqdm.notebook" for base in kind.__mro__)
    if not in_notebook and not is_terminal:
        return None
    try:
        return kind(
            total=100,
            desc=description,
            file=out,
            bar_format=form,
        )
    except ImportError:  # A notebook without widgets.
        return None


def _text(figures: Mapping[str, Any]) -> str:
    """The figures as text, such as ``pn 12  dn ∞  1,200 nodes  0.4 s``, or the given ``text``."""
    if "text" in figures:
        return str(figures["text"])
    parts = []
    for name in ("pn", "dn"):
        if name in figures:
            value = figures[name]
            parts.append(f"{name} ∞" if value is None else f"{name} {value:,}")
    if figures.get("nodes") is not None:
        parts.append(f"{figures['nodes']:,} nodes")
    if figures.get("seconds") is not None:
        parts.append(f"{figures['seconds']:.1f} s")
    return "  ".join(parts)
