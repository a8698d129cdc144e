"""`shomei.cluster` on real Ray: right answers, certificates, games of one's own, journals."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import shomei
from clusters import needs_ray
from shomei import cluster

DIAGRAM_4 = "...x....o.................oxx....o..ooo....ox................... x"
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "cluster" / "diagram4_cluster.py"
COMMAND = [sys.executable, "-m", "shomei.cluster"]

SOME = [
    ("loa", DIAGRAM_4),
    ("othello", "-O----XO-OO-OXXO--OOXXXX-OOOOXXX--OXOXXX--XOXXXX--XXXXXX--XXXXXX X"),
    ("shogi", "9/9/4k4/9/9/9/9/9/9 b RB2G 1"),
    (
        "uttt",
        "X;.....@O..;.O.O.OX../.XO...X../...XO.O.X/O..OXOXX./X.OXX..XO/..XX..XX./XOXOOOX../....OOO.O/X....OOX.",
    ),
]


class Nim:
    """A heap from which one to three are taken; the player who takes the last one wins."""

    def to_move(self, p: tuple[int, int]) -> int:
        return p[1]

    def moves(self, p: tuple[int, int]) -> list[int]:
        return [n for n in (1, 2, 3) if n <= p[0]]

    def play(self, p: tuple[int, int], n: int) -> tuple[int, int]:
        return p[0] - n, 1 - p[1]

    def winner(self, p: tuple[int, int]) -> int | None:
        return 1 - p[1] if p[0] == 0 else None


class Faulty(Nim):
    """A game that fails below the root."""

    def moves(self, p: tuple[int, int]) -> list[int]:
        if p[0] == 7:
            raise ArithmeticError("seven is unlucky")
        return super().moves(p)


class Unsendable(Nim):
    """A game with an attribute that cannot be sent."""

    def __init__(self) -> None:
        self.numbers = (n for n in range(3))


@pytest.fixture(scope="module")
def three(connected: Any) -> str:
    """The address of three raylets with two processors each."""
    address: str = connected.address
    return address


# Tests that start a cluster come before those that use a connected process.


@needs_ray
def test_diagram_4_is_proved_on_a_cluster_of_two_with_a_checked_certificate(tmp_path: Path) -> None:
    path = tmp_path / "d4.proof"
    result = cluster.solve("loa", DIAGRAM_4, address="local", certificate=path, check=True)
    assert result.answer == "proved"
    assert result.line[0] == "e4-d5"
    assert shomei.check(path).accepted
    figures = result.cluster
    assert figures is not None
    assert figures["machines"] <= 2 and figures["jobs"] > 0
    assert result.nodes >= figures["nodes"] > 10_000
    assert figures["bytes_sent"] > 0 and figures["bytes_received"] > 0


@needs_ray
@pytest.mark.skipif(not EXAMPLE.is_file(), reason="the example is in the repository only")
def test_the_example_proves_and_checks(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    # The line that two machines find depends on their timing.
    reported = (
        r"proved: black wins, in \d+ plies\naccepted: [\d,]+ records, longest line \d+ plies\n"
    )
    assert re.fullmatch(reported, done.stdout), done.stdout


@needs_ray
@pytest.mark.parametrize(("game", "text"), SOME)
def test_three_raylets_say_what_one_thread_says(three: str, game: str, text: str) -> None:
    for attacker in (0, 1):
        try:
            alone = shomei.solve(game, text, attacker=attacker)
        except shomei.InputError:
            continue
        many = cluster.solve(game, text, attacker=attacker, address=three, check=True, threads=2)
        assert (many.answer, many.attacker) == (alone.answer, alone.attacker)
        assert len(many.certificates) == 1
        figures = many.cluster
        assert figures is not None
        # Nodes of Othello's own search are not expansions.
        leaf_nodes = many.data.get("leaf_nodes", 0)
        assert (leaf_nodes > 0) == (game == "othello")
        assert many.nodes == many.data["expanded"] + leaf_nodes
        assert figures["expanded"] <= figures["nodes"] <= many.nodes
        assert many.nodes == figures["nodes"] + figures["closing"]["nodes"]


@needs_ray
def test_a_game_of_ones_own_goes_to_the_machines(three: str, tmp_path: Path) -> None:
    path = tmp_path / "nim.proof"
    result = cluster.solve(Nim(), (21, 0), address=three, machines=2, certificate=path)
    assert result.answer == "proved"
    assert result.line[0] == 1
    assert shomei.check(path, game=Nim()).accepted
    assert cluster.solve(Nim(), (20, 0), address=three, machines=2).answer == "disproved"


@needs_ray
def test_what_a_game_raises_on_a_machine_comes_out_as_it_is(three: str) -> None:
    with pytest.raises(ArithmeticError, match="seven is unlucky"):
        cluster.solve(Faulty(), (21, 0), address=three, machines=2)


@needs_ray
def test_a_game_that_cannot_be_sent_is_an_error(three: str) -> None:
    with pytest.raises(
        cluster.MachineError, match=r"the game unsendable cannot be sent .*generator"
    ):
        cluster.solve(Unsendable(), (21, 0), address=three)


@needs_ray
def test_a_game_whose_module_the_machines_lack_is_an_error(
    three: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = type(sys)("only_here")
    module.Away = type("Away", (Nim,), {"__module__": "only_here"})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "only_here", module)
    with pytest.raises(cluster.MachineError, match="No module named 'only_here'"):
        cluster.solve(module.Away(), (21, 0), address=three, machines=2)


@needs_ray
def test_progress_is_passed_to_a_function_and_written_as_lines(
    three: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[Mapping[str, Any]] = []
    cluster.solve("loa", DIAGRAM_4, address=three, progress=seen.append)
    assert seen
    names = {"pn", "dn", "nodes", "jobs", "machines", "jobs_per_second", "coordinator", "entries"}
    assert names <= seen[-1].keys()
    cluster.solve("loa", DIAGRAM_4, address=three, progress="json")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert lines and all(line["event"] == "progress" for line in lines)


def test_the_figures_are_on_one_line(tmp_path: Path) -> None:
    from shomei.cluster._progress import Lines, as_text, shown

    figures = {
        "pn": 12,
        "dn": None,
        "machines": 3,
        "nodes": 1_234_567,
        "jobs_per_second": 512.4,
        "wasted": 0.012,
        "entries": 0.07,
        "coordinator": 0.031,
        "seconds": 12.3,
    }
    assert as_text(figures) == (
        "pn 12  dn ∞  3 machines  1,234,567 nodes  512 jobs/s  1.2 % lost  "
        "0.07 entries a node  coordinator 3 %  12 s"
    )
    assembling = {"pn": 0, "assembled": {"positions": 12_345, "filled": 67, "holes": 8}}
    assert as_text(assembling) == (
        "pn 0  0 machines  certificate: 12,345 positions, 67 holes filled"
    )
    path = tmp_path / "lines"
    with path.open("w", encoding="utf-8") as out:
        lines = Lines(out)
        lines(figures)
        lines(figures)
        # The lines are flushed: a reader does not wait until a buffer is full.
        reported = path.read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)["nodes"] for line in reported] == [1_234_567]
    with pytest.raises(shomei.UsageError, match="progress: expected True"):
        shown("yaml")


@needs_ray
def test_a_limit_is_not_an_answer_and_the_journal_goes_on(three: str, tmp_path: Path) -> None:
    journal = tmp_path / "d4.journal"
    first = cluster.solve("loa", DIAGRAM_4, address=three, journal=journal, nodes=1_000)
    assert first.answer == "unknown" and first.stopped_by == "nodes"
    assert first.data["pn"] >= 1
    # Two jobs for each of six threads may be under way when the limit is reached.
    assert first.nodes < 1_000 + 13 * 2_049
    assert cluster.status(journal)["state"] == "unknown"
    reported = cluster.status(journal)["progress"]["nodes"]
    second = cluster.resume(journal, address=three, certificate=tmp_path / "d4.proof", check=True)
    assert second.answer == "proved"
    assert second.cluster is not None and second.cluster["nodes_before"] == reported
    assert cluster.status(journal)["state"] == "proved"
    # A journal with the answer needs no machine.
    third = cluster.resume(journal, address="127.0.0.1:1", check=True)
    assert third.answer == "proved" and third.cluster is not None
    assert third.cluster["machines"] == 0
    assert "is made without machines: address: " in "".join(third.problems)


@needs_ray
def test_an_exception_that_is_kept_leaves_the_journal_free(three: str, tmp_path: Path) -> None:
    journal = tmp_path / "d4.journal"

    def looks(_: Any) -> None:
        raise LookupError("the progress function")

    with pytest.raises(LookupError, match="progress function") as kept:
        cluster.solve("loa", DIAGRAM_4, address=three, journal=journal, progress=looks)
    assert cluster.resume(journal, address=three).answer == "proved"
    assert kept.value.__traceback__ is not None


@needs_ray
def test_a_game_of_ones_own_is_resumed_with_the_game(three: str, tmp_path: Path) -> None:
    journal = tmp_path / "nim.journal"
    cluster.solve(Nim(), (21, 0), address=three, machines=2, journal=journal)
    with pytest.raises(shomei.UsageError, match="the journal is about nim, a game of your own"):
        cluster.resume(journal, address=three)
    assert cluster.resume(journal, Nim(), address=three, machines=2).answer == "proved"


def start(address: str, journal: Path) -> tuple[subprocess.Popen[str], Path]:
    """A coordinator in a process of its own with a long question, and the file of its output."""
    command = [*COMMAND, "solve", "loa", "start", "--address", address, "--journal", str(journal)]
    reported = journal.with_suffix(".lines")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with reported.open("wb") as out:
        process = subprocess.Popen(
            [*command, "--json"], stdout=out, stderr=subprocess.PIPE, text=True, env=environment
        )
    until = time.monotonic() + 60
    while time.monotonic() < until:
        # Lines are flushed one by one, although Python buffers output to a file.
        lines = reported.read_text(encoding="utf-8").splitlines(keepends=True)
        if lines and lines[-1].endswith("\n") and json.loads(lines[-1])["jobs"] > 50:
            return process, reported
        time.sleep(0.05)
    process.kill()
    raise AssertionError(f"it does not begin: {process.communicate()}")


def answer_of(reported: Path) -> dict[str, Any]:
    """The last line of the output of a command."""
    lines = reported.read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line)["event"] == "progress" for line in lines[:-1])
    answer: dict[str, Any] = json.loads(lines[-1])
    assert answer["event"] == "answer"
    return answer


@needs_ray
def test_a_store_serves_the_next_search(three: str, tmp_path: Path) -> None:
    store = tmp_path / "loa.store"
    first = cluster.solve("loa", DIAGRAM_4, address=three, store=store, store_least=20)
    second = cluster.solve("loa", DIAGRAM_4, address=three, store=store, check=True)
    assert first.answer == second.answer == "proved"
    assert second.nodes < first.nodes // 2
    assert not second.problems


@needs_ray
def test_a_search_is_stopped_from_elsewhere(three: str, tmp_path: Path) -> None:
    journal = tmp_path / "start.journal"
    process, reported = start(three, journal)
    try:
        assert cluster.status(journal)["state"] == "running"
        # The journal belongs to one coordinator.
        with pytest.raises(cluster.JournalError, match="another program is writing it now"):
            cluster.solve("loa", "start", address=three, journal=journal)
        done = subprocess.run(
            [*COMMAND, "stop", str(journal)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 and "continues" in done.stdout
        process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 3
    answer = answer_of(reported)
    assert (answer["answer"], answer["stopped_by"]) == ("unknown", "interrupt")
    assert cluster.status(journal)["state"] == "unknown"
    assert cluster.stop(journal) is False


@needs_ray
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_coordinator_that_is_ended_goes_on_from_its_journal(
    three: str, tmp_path: Path, how: signal.Signals
) -> None:
    journal = tmp_path / "start.journal"
    process, reported = start(three, journal)
    process.send_signal(how)
    try:
        process.communicate(timeout=60)
    finally:
        process.kill()
    state = cluster.status(journal)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert answer_of(reported)["stopped_by"] == "interrupt"
        assert state["state"] == "unknown"
    else:
        assert state["state"] == "killed"
    lines = [json.loads(line) for line in reported.read_text(encoding="utf-8").splitlines()]
    before = [line["nodes"] for line in lines if line["event"] == "progress"][-1]
    result = cluster.resume(journal, address=three, nodes=before + 20_000)
    assert result.stopped_by == "nodes"
    figures = result.cluster
    assert figures is not None
    # Lines written since the last read are not lost; only jobs under way are.
    assert figures["nodes_before"] > before // 2
    assert figures["nodes"] >= before + 20_000


@needs_ray
def test_the_command_proves_and_checks(three: str, tmp_path: Path) -> None:
    path = tmp_path / "d4.proof"
    done = subprocess.run(
        [
            *COMMAND,
            "solve",
            "loa",
            DIAGRAM_4,
            "--address",
            three,
            "--certificate",
            str(path),
            "--check",
            "--memory",
            "32MiB",
            "--option",
            "epsilon=0.5",
            "--quiet",
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("proved: black wins; e4-d5")
    assert done.stdout.endswith("the certificate is accepted\n")
    assert shomei.check(path).accepted


def test_where_play_is_over_no_machine_is_asked() -> None:
    # The question is about the winner unless it names a side.
    for side, answer in [(None, "proved"), (0, "proved"), (1, "disproved")]:
        here = shomei.solve(Nim(), (0, 1), attacker=side)
        answered = cluster.solve(Nim(), (0, 1), attacker=side, address="127.0.0.1:1")
        assert (here.answer, answered.answer, answered.line) == (answer, answer, ())


def test_machines_and_coordinators_are_freed() -> None:
    from shomei import _shomei

    root = shomei.show("loa", DIAGRAM_4)
    for _ in range(3):
        machine = _shomei.Machine(root, None, [], 2, 1 << 22)
        coordinator = _shomei.Coordinator(root, None, [], 1 << 22, "{}", None)
        coordinator.joined(1, machine.hello(), 0.0)
        for number, batch in coordinator.batches(0.0):
            assert number == 1
            machine.submit(batch)
        machine.stop()
        with pytest.raises(cluster.ClusterError, match="the machine was stopped"):
            machine.submit(b"")


@needs_ray
@pytest.mark.skipif(not EXAMPLE.is_file(), reason="the example is in the repository only")
def test_the_file_for_clouds_is_one_that_ray_reads() -> None:
    import jsonschema
    import ray
    import yaml

    schema = Path(ray.__file__).parent / "autoscaler" / "ray-schema.json"
    reported = yaml.safe_load(EXAMPLE.with_name("cloud.yaml").read_text(encoding="utf-8"))
    jsonschema.validate(reported, json.loads(schema.read_text(encoding="utf-8")))
    assert reported["available_node_types"][reported["head_node_type"]]["resources"] == {"CPU": 0}
