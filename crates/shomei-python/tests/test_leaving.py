"""The interpreter ends while other threads search: no abort, and the exit code of the program."""

from __future__ import annotations

import subprocess
import sys
import time

import leaving
import pytest

TOO_LONG = 10
"""Seconds after which the end hangs."""

AGAIN = 2
"""How often each program is run: what it ends in is a matter of moments."""


@pytest.mark.parametrize("name", leaving.PROGRAMS)
def test_a_search_in_another_thread_does_not_disturb_the_end(name: str) -> None:
    for _ in range(AGAIN):
        program = [sys.executable, leaving.__file__, name]
        ended = subprocess.run(program, capture_output=True, text=True, timeout=12 * TOO_LONG)
        assert (ended.returncode, ended.stderr) == (leaving.CODE, ""), ended
        left, words = ended.stdout.splitlines()
        assert time.time() - float(left) < TOO_LONG
        # Exit functions of the program may still ask.
        assert words == "proved unknown"
