"""Ctrl-C, other signals, exceptions of progress, and searches side by side."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import interrupted
import pytest
import shomei

TOO_LONG = 10
"""Seconds after which a test counts as hanging."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such signals")
@pytest.mark.parametrize("name", interrupted.PROGRAMS)
def test_what_comes_up_during_a_question_comes_out(name: str) -> None:
    program = [sys.executable, interrupted.__file__, name]
    ended = subprocess.run(program, capture_output=True, text=True, timeout=6 * TOO_LONG)
    assert ended.returncode == 0 and ended.stdout.endswith("done\n"), ended.stderr
    late = [float(line.split()[1]) for line in ended.stdout.splitlines() if "late" in line]
    assert all(each < 1000 * TOO_LONG for each in late), late


def test_python_goes_on_while_a_built_in_game_is_searched() -> None:
    """Another thread counts and then stops the search, which would otherwise run to its time limit.

    Without `progress`, which is Python itself.
    """

    def count(session: shomei.Session) -> None:
        time.sleep(0.2)
        assert sum(1 for _ in range(1_000)) == 1_000
        session.stop()

    with shomei.Session("loa", time=TOO_LONG) as session:
        thread = threading.Thread(target=count, args=(session,))
        thread.start()
        assert session.solve().stopped_by == "interrupt"
        thread.join(TOO_LONG)


def test_searches_of_several_threads_run_side_by_side() -> None:
    """Each waits until all have begun, which is impossible if one blocks the others."""
    count = 4
    begun = threading.Barrier(count)
    found: list[shomei.Result] = []

    def search() -> None:
        is_first = True

        def wait(_: object) -> None:
            nonlocal is_first
            if is_first:
                is_first = False
                begun.wait(TOO_LONG)
                session.stop()

        with shomei.Session("loa", memory="4MiB") as session:
            found.append(session.solve(progress=wait))

    threads = [threading.Thread(target=search) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TOO_LONG)
    assert [result.stopped_by for result in found] == ["interrupt"] * count
