"""The interpreter ends while other threads search: no abort, and the exit code of the program."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from types import FrameType

import leaving
import pytest
import shomei
from shomei import _leaving

TOO_LONG = 10
"""Seconds after which the exit counts as hanging."""

AGAIN = 2
"""The number of runs of each program, since the result depends on timing."""


@pytest.mark.parametrize("name", leaving.PROGRAMS)
def test_a_search_in_another_thread_does_not_disturb_the_end(name: str) -> None:
    if name == "transport":
        pytest.importorskip("zmq")
    for _ in range(AGAIN):
        program = [sys.executable, leaving.__file__, name]
        ended = subprocess.run(program, capture_output=True, text=True, timeout=12 * TOO_LONG)
        assert (ended.returncode, ended.stderr) == (leaving.CODE, ""), ended
        left, answers = ended.stdout.splitlines()
        assert time.time() - float(left) < TOO_LONG
        # Exit functions of the program may still ask questions.
        assert answers == "proved unknown"


def test_only_files_of_the_package_are_inside() -> None:
    package = os.path.dirname(shomei.__file__)

    def within(file: str) -> bool:
        names: dict[str, FrameType] = {}
        exec(compile("import sys\nframe = sys._getframe()", file, "exec"), names)
        # The frame without this test, which called it.
        return names["frame"].f_code.co_filename.startswith(_leaving._HERE)

    assert within(os.path.join(package, "_own.py"))
    assert not within(package + "_more.py")
    assert not within(os.path.join(package + "-tools", "x.py"))
