"""The end of a search on many machines with a known answer, without Ray."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import shomei
from shomei import _shomei as engine
from shomei import cluster
from shomei.cluster import _drive, _question, _solve
from shomei.cluster._drive import Limits
from shomei.cluster._linger import Linger
from shomei.cluster._machine import Machine, Setup
from shomei.cluster._state import State, make_way
from test_cluster import DIAGRAM_4

NOT_MADE = "the answer is known, but its certificate is not made"


def one_machine(attacker: str | None = None) -> engine.Machine:
    """A machine of one thread."""
    place = engine.Game.open("loa").position(DIAGRAM_4)
    return engine.Machine(place, attacker, [], 1, 1 << 22)


def work(coordinator: Any, machine: engine.Machine) -> None:
    """Lets the machine work for a coordinator until it has its answer."""
    coordinator.joined(1, machine.hello(), 0.0)
    while coordinator.answer() is None:
        for _, batch in coordinator.batches(0.0):
            machine.submit(batch)
        reported = machine.poll(1.0)
        if reported is not None:
            coordinator.returned(1, reported, 0.0)


@pytest.fixture
def on_one_machine(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Puts a machine in this process in place of a cluster; `solved` has its solved positions."""

    def put(solved: Callable[[], Any]) -> None:
        def drive(coordinator: Any, fleet: Any, limits: Limits, *_: Any) -> str | None:
            if limits.stop():
                return "interrupt"
            work(coordinator, fleet.machine)
            return None

        fleet = SimpleNamespace(
            linger=Linger(1),
            machine=one_machine(),
            machines=1,
            calls=0,
            bytes_sent=0,
            bytes_received=0,
            problems=[],
            solved=lambda most: solved(),
        )
        monkeypatch.setattr(_solve, "connect", lambda address, cpus: nullcontext())
        monkeypatch.setattr(_question, "machines_of", lambda *_: nullcontext(fleet))
        monkeypatch.setattr(_question, "drive", drive)

    return put


def test_ctrl_c_in_the_certificate_leaves_the_answer(
    on_one_machine: Callable[[Callable[[], Any]], None],
) -> None:
    def interrupted() -> Iterator[bytes]:
        raise KeyboardInterrupt

    on_one_machine(interrupted)
    with pytest.raises(shomei.Interrupted) as caught:
        cluster.solve("loa", DIAGRAM_4, check=True)
    result = caught.value.result
    assert result is not None
    assert (result.answer, result.stopped_by) == ("proved", None)
    assert not result.certificates
    assert list(result.problems) == [f"{NOT_MADE}: it was interrupted"]
    with pytest.raises(shomei.Interrupted) as caught:
        cluster.value("loa", DIAGRAM_4, check=True)
    assert caught.value.result is not None
    assert caught.value.result.value == "win"
    assert list(caught.value.result.problems) == [f"{NOT_MADE}: it was interrupted"]


@pytest.mark.parametrize("tables", [0, 1])
def test_a_wish_to_stop_in_the_certificate_leaves_the_answer(
    on_one_machine: Callable[[Callable[[], Any]], None], tmp_path: Path, tables: int
) -> None:
    journal = tmp_path / "d4.journal"

    def stopped() -> Iterator[bytes]:
        assert cluster.stop(journal)
        for _ in range(tables):
            yield one_machine().solved(1000)

    on_one_machine(stopped)
    result = cluster.solve("loa", DIAGRAM_4, journal=journal, certificate=True)
    assert (result.answer, result.stopped_by) == ("proved", None)
    assert not result.certificates
    assert list(result.problems) == [f"{NOT_MADE}: it was interrupted"]
    assert cluster.status(journal)["state"] == "proved"


def test_a_file_beside_the_journal_does_not_end_the_search(
    on_one_machine: Callable[[Callable[[], Any]], None], tmp_path: Path
) -> None:
    journal = tmp_path / "d4.journal"
    figures = tmp_path / "d4.journal.json"
    on_one_machine(lambda: iter(()))

    def reformat(_: Any) -> None:
        # As an editor does.
        figures.unlink(missing_ok=True)
        figures.write_text('{"state": "running"}')

    result = cluster.solve("loa", DIAGRAM_4, journal=journal, progress=reformat)
    assert result.answer == "proved"
    [problem] = result.problems
    assert problem.startswith(f"the figures in {figures} are not up to date: ")
    assert figures.read_text() == '{"state": "running"}'


def test_figures_are_replaced_by_newer_ones(tmp_path: Path) -> None:
    state = State(str(tmp_path / "x.journal"), {"game": "loa"})
    for end in ("running", "proved"):
        state.record({"nodes": 1}, end)
    assert not state.problems
    assert json.loads((tmp_path / "x.journal.json").read_text())["state"] == "proved"
    # A folder is in the way each time, but reported once.
    (tmp_path / "y.journal.json").mkdir()
    state = State(str(tmp_path / "y.journal"), {})
    state.record({})
    state.end({}, "proved")
    assert len(state.problems) == 1


def test_a_request_to_stop_is_kept_while_the_journal_is_read(tmp_path: Path) -> None:
    journal, sign = tmp_path / "x.journal", tmp_path / "x.journal.stop"
    sign.touch()
    make_way(journal, force=False)
    assert not sign.exists()
    sign.touch()
    assert State(str(journal), {}).is_to_stop()


def test_a_locked_journal_of_an_ended_search_is_running_again(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    journal = tmp_path / "x.journal"
    State(str(journal), {}).record({}, "unknown")
    assert cluster.status(journal)["state"] == "unknown"
    assert not cluster.stop(journal)
    with (tmp_path / ".shomei-x.journal.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert cluster.status(journal)["state"] == "running"
        assert cluster.stop(journal)


def test_machines_leave_time_to_make_the_certificate() -> None:
    times = [_question._time_of_machines(time) for time in (None, 8.0, 1000.0)]
    assert times == [None, 7.0, 970.0]


def test_machines_make_the_certificate_of_an_answer_in_the_journal(
    on_one_machine: Callable[[Callable[[], Any]], None], tmp_path: Path
) -> None:
    journal = tmp_path / "d4.journal"
    on_one_machine(lambda: iter(()))
    first = cluster.solve("loa", DIAGRAM_4, journal=journal)
    assert first.answer == "proved" and "assembled" not in first.data["cluster"]
    result = cluster.resume(journal, certificate=True)
    assert result.answer == "proved" and len(result.certificates) == 1
    assembled = result.data["cluster"]["assembled"]
    assert assembled["holes"] == 0 and assembled["positions"] > 100
    # Without a certificate no machine is needed.
    assert cluster.resume(journal).data["cluster"]["machines"] == 0


def test_a_limit_in_the_closing_search_leaves_the_answer() -> None:
    place = engine.Game.open("loa").position(DIAGRAM_4)
    coordinator = engine.Coordinator(place, None, [], 1 << 20, "{}")
    work(coordinator, one_machine())
    answer, certificates, _ = coordinator.close(True, time=0.0)
    reported = json.loads(answer)
    assert reported["answer"]["answer"] == coordinator.answer() == "proved"
    assert not certificates
    assert coordinator.problems() == [f"{NOT_MADE}: stopped by the limit on time"]


def test_failures_are_asked_for_before_more_is_sent() -> None:
    """A job that a machine refused is neither under way nor done."""
    asked: list[str] = []

    class Failing:
        """A task whose only machine fails; a batch after that would end it wrongly."""

        def failures(self) -> list[tuple[int, str]]:
            asked.append("failures")
            return [(1, "it cannot")] if asked.count("failures") == 1 else []

        def batches(self, now: float) -> list[tuple[int, bytes]]:
            asked.append("batches")
            return []

        def answer(self) -> str | None:
            return "done" if asked.count("batches") == 2 else None

    refused: list[tuple[int, str, str]] = []
    fleet: Any = SimpleNamespace(poll=lambda timeout: [], refuse=lambda *why: refused.append(why))
    coordinator: Any = Failing()
    watch: Any = None
    assert _drive.drive(coordinator, fleet, Limits(), watch) is None
    assert asked == ["failures", "batches"] * 2
    assert refused == [(1, "game", "it cannot")]


@pytest.mark.usefixtures("machines_here")
def test_a_store_serves_the_next_search_without_a_cluster(tmp_path: Path) -> None:
    store = tmp_path / "loa.store"
    first = cluster.solve("loa", DIAGRAM_4, store=store, store_least=20)
    second = cluster.solve("loa", DIAGRAM_4, store=store)
    assert first.answer == second.answer == "proved"
    assert second.nodes < first.nodes // 2


def test_a_machine_without_pyzmq_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zmq", None)
    hello = Machine(Setup(shomei.__version__, b""), 1, 1 << 22).hello("127.0.0.1")
    assert (hello.engine, hello.reason) == (b"", "it has no pyzmq: pip install shomei[cluster]")


@pytest.mark.usefixtures("machines_here")
def test_an_answer_names_the_memory_and_the_options_of_its_searches() -> None:
    position = "OOOOOX----OOOX-X--OXOXXX-OOXOXOXOOXXXXXX-XXXXXXXX--XOXXX---OOOXX X"
    for ask in (cluster.solve, cluster.value, cluster.score):
        data = ask("othello", position, memory="8MiB", epsilon=2).data
        assert data["memory"] == 8 << 20, ask
        assert data["options"]["epsilon"] == "2", ask
