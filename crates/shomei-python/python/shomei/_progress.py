"""A progress bar for a search that runs: tqdm where it is installed, else a line on stderr.

How long a proof takes is not known before it is there, so the bar shows how full the table is, and
beside it the proof and disproof numbers of the root, the nodes and the time.
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
    ``seconds``, and ``fill`` (the part of the table in use, from 0 to 1). Figures that are missing
    are not shown.
    """

    def __init__(self, tqdm_bar: Any, stream: TextIO | None) -> None:
        self._tqdm = tqdm_bar
        self._stream = stream
        self._last = float("-inf")
        self._width = 0

    def __call__(self, figures: Mapping[str, Any]) -> None:
        """Show the figures; more often than ten times a second they are passed over."""
        if self._tqdm is None and self._stream is None:
            return
        now = time.monotonic()
        if now - self._last < _INTERVAL:
            return
        self._last = now
        fill = figures.get("fill")
        if self._tqdm is not None:
            self._tqdm.set_postfix_str(_words(figures), refresh=False)
            if fill is not None:
                self._tqdm.n = round(100 * min(max(fill, 0.0), 1.0))
            self._tqdm.refresh()
        elif self._stream is not None:
            table = "" if fill is None else f"  table {100 * fill:.0f} %"
            line = _words(figures) + table
            self._stream.write("\r" + line.ljust(self._width))
            self._stream.flush()
            self._width = len(line)

    def close(self) -> None:
        """End the bar; what was shown last stays. It may be called twice."""
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
    """A bar on ``stream`` (left out: stderr), or in the page of a notebook where tqdm draws it.

    Nothing is shown where the stream is no terminal and no notebook shows it. ``form`` is tqdm's
    ``bar_format``.
    """
    out = sys.stderr if stream is None else stream
    is_terminal = out is not None and out.isatty()
    drawn = _tqdm_bar(description, out, is_terminal, form)
    if drawn is not None:
        return Bar(drawn, None)
    return Bar(None, out if is_terminal else None)


def _tqdm_bar(description: str, out: TextIO | None, is_terminal: bool, form: str) -> Any:
    """A bar of tqdm, or None where it is not installed, cannot draw, or would have no place to."""
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


def _words(figures: Mapping[str, Any]) -> str:
    """The figures in words, such as ``pn 12  dn ∞  1,200 nodes  0.4 s``; ``words`` are taken."""
    if "words" in figures:
        return str(figures["words"])
    words = []
    for name in ("pn", "dn"):
        if name in figures:
            value = figures[name]
            words.append(f"{name} ∞" if value is None else f"{name} {value:,}")
    if figures.get("nodes") is not None:
        words.append(f"{figures['nodes']:,} nodes")
    if figures.get("seconds") is not None:
        words.append(f"{figures['seconds']:.1f} s")
    return "  ".join(words)
