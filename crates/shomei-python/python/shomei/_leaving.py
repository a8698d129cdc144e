"""Ends searches in daemon threads before the interpreter exits.

Such a search would abort the process when the interpreter exits. Its thread gets a
``SystemExit``, which ends the thread without a message.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Final

from . import _shomei

__all__: list[str] = []

_PATIENCE: Final = 1.0
"""Seconds to wait for searches to end, and then once more for functions of a user's game."""

_HERE: Final = str(Path(__file__).parent) + os.sep


def _leave() -> None:
    if _shomei.leave(_PATIENCE):
        return
    import ctypes

    # A function of a game or of `progress` still runs. If it is in Python code, it can be ended.
    for thread, frame in sys._current_frames().items():
        if thread != threading.get_ident() and _is_inside(frame):
            number, error = ctypes.c_ulong(thread), ctypes.py_object(SystemExit)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(number, error)
    _shomei.leave(_PATIENCE)


def _is_inside(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_HERE):
            return True
        frame = frame.f_back
    return False


atexit.register(_leave)
