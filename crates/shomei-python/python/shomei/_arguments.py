"""Checks and converts arguments: numbers, sizes, times and options of algorithms."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import timedelta
from math import isfinite
from typing import Any

from . import _shomei
from ._errors import UsageError

__all__ = [
    "ASKED",
    "LIMITS",
    "SETUP",
    "U32",
    "bytes_of",
    "option_text",
    "perhaps",
    "refuse_unknown",
    "seconds_of",
    "whole",
]

SETUP = ("rules", "hints", "weights", "algorithm", "threads", "memory")
LIMITS = ("time", "nodes", "progress")
ASKED = ("attacker", "certificate", "force", "check", "shortest", "depth", "others", "variations")


def refuse_unknown(algorithm: str, options: Mapping[str, Any]) -> None:
    """Refuses an unknown argument, and suggests the nearest option or argument."""
    found = [info for info in json.loads(_shomei.algorithms()) if _is_meant(info, algorithm)]
    if not found:
        return
    known = [option["name"] for option in found[0]["options"]]
    for name in options:
        if name.replace("_", "-") in known:
            continue
        own = [name.replace("-", "_") for name in known]
        names = list(dict.fromkeys([*own, *SETUP, *LIMITS]))
        message = f'there is no argument and {found[0]["name"]} has no option named "{name}"'
        raise _shomei.unknown(message, name, names)


def _is_meant(info: Mapping[str, Any], algorithm: str) -> bool:
    return bool(info["is_auto"]) if algorithm == _shomei.AUTO else info["name"] == algorithm


def option_text(value: Any) -> str:
    """The value of an option as text, in the form of the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


U32 = (1 << 32) - 1
_U64 = (1 << 64) - 1


def whole(name: str, value: Any, most: int = _U64) -> int:
    """A whole number from 0 to ``most``."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise UsageError(f"{name}: expected a whole number, 0 or more, not {value!r}")
    if value > most:
        raise UsageError(f"{name}: at most {most:,}")
    return value


def perhaps(name: str, value: Any, most: int = _U64) -> int | None:
    """A whole number from 0 to ``most``, or None."""
    return None if value is None else whole(name, value, most)


_MEMORY = (1 << 63) - 1
_UNITS = {"": 1, "b": 1, "k": 10**3, "m": 10**6, "g": 10**9, "ki": 2**10, "mi": 2**20, "gi": 2**30}


_LEAST_WITHOUT_UNIT = 1 << 20


def bytes_of(memory: int | str, name: str = "memory") -> int:
    """The bytes of a number or of a text as the command line takes it.

    A number below 1 MiB needs a unit: most likely MiB are meant.
    """
    text = str(memory).strip()
    is_number = not isinstance(memory, bool) and re.fullmatch(r"\d+(?:\.\d+)?", text)
    if is_number and 0 < float(text) < _LEAST_WITHOUT_UNIT:
        raise UsageError(f'{name}: {text} has no unit; write "{text}MiB", or "{text}B" for bytes')
    if isinstance(memory, str):
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmg]i?)?b?", memory.strip(), re.IGNORECASE)
        if found is None:
            raise UsageError(f"{name}: expected a size such as 256MiB, found {memory!r}")
        bytes = float(found[1]) * _UNITS[(found[2] or "").lower()]
        return whole(name, int(bytes) if isfinite(bytes) else _U64, _MEMORY)
    return whole(name, memory, _MEMORY)


_TIMES = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


def seconds_of(time: float | str | timedelta | None) -> float | None:
    """The seconds of a number, a ``timedelta`` or a text such as ``"5m"``; None for no limit."""
    if time is None:
        return None
    if isinstance(time, timedelta):
        return time.total_seconds()
    if isinstance(time, str):
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)?", time.strip())
        if found is None:
            raise UsageError(f"time: expected a time such as 60s or 5m, found {time!r}")
        return float(found[1]) * _TIMES[found[2] or ""]
    if isinstance(time, bool) or not isinstance(time, (int, float)):
        raise UsageError(f"time: expected seconds, not {time!r}")
    try:
        return float(time)
    except OverflowError:
        raise UsageError("time: more seconds than can be counted") from None
