"""Errors of `shomei.cluster`: each has its own class and a remedy."""

from __future__ import annotations

import functools
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import shomei
from clusters import CPUS, STORE, add, connection, needs_ray
from shomei import _shomei, cluster

DIAGRAM_4 = "...x....o.................oxx....o..ooo....ox................... x"
# A million nodes: in the list wins-488.txt of the repository.
LONG = "o.......o......oox.xx....xx.xo..o....o..o.o.oo.......o..xxxxx... x"


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("module", "name"), [("ray", "Ray"), pytest.param("zmq", "pyzmq", marks=needs_ray)]
)
def test_without_a_package_it_says_how_to_get_it(module: str, name: str) -> None:
    code = f"import sys; sys.modules['{module}'] = None\nfrom shomei.cluster._command import main\n"
    code += "sys.exit(main(['solve', 'loa', 'start', '--address', 'local']))"
    done = python(code)
    assert done.returncode == 1
    assert f"{name}, which is not installed here: pip install shomei[cluster]" in done.stderr


def test_a_ray_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    old = type(sys)("ray")
    old.__version__ = "2.9.3"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ray", old)
    with pytest.raises(cluster.NoRayError, match=r"Ray 2\.9\.3 is too old: 2\.52 or later"):
        cluster.solve("loa", DIAGRAM_4, address="local")


@needs_ray
@pytest.mark.parametrize("address", ["here", "host:", ":6379", "host:0", "host:70000", "", None])
def test_what_is_not_an_address_is_refused(address: Any) -> None:
    with pytest.raises(shomei.UsageError, match="address: expected"):
        cluster.solve("loa", DIAGRAM_4, address=address)


@needs_ray
def test_an_address_without_an_answer_is_an_error() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(cluster.NoClusterError, match=f"no process answers at 127.0.0.1:{port}"):
        cluster.solve("loa", DIAGRAM_4, address=f"127.0.0.1:{port}")


@needs_ray
def test_a_program_that_is_not_a_ray_is_not_waited_for() -> None:
    from shomei.cluster import _ray

    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        address = f"127.0.0.1:{deaf.getsockname()[1]}"
        with pytest.raises(
            cluster.NoClusterError, match=r"no Ray cluster answers at .* within 4 s"
        ):
            _ray.connect(address, cpus=1, patience=4.0)


@needs_ray
def test_a_cluster_that_asks_for_another_token_is_an_error(raylets_of_all: Any) -> None:
    # Clusters that are started here have a token, unless the environment forbids it.
    assert os.environ["RAY_AUTH_MODE"] == "token"
    address = raylets_of_all.address
    code = f"from shomei import cluster; cluster.solve('loa', 'start', address='{address}')"
    done = python(code, RAY_AUTH_TOKEN="cd" * 32)
    assert "NoClusterError" in done.stderr
    assert "asks for another token: set RAY_AUTH_MODE=token" in done.stderr


@pytest.fixture
def other_version(tmp_path: Path) -> Path:
    """A folder with the package as another version."""
    source = Path(shomei.__file__).parent
    copy = tmp_path / "other" / "shomei"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / "__init__.py").open("a", encoding="utf-8") as file:
        file.write('\n__version__ = "0.0.1"\n')
    return copy.parent


@needs_ray
def test_machines_with_another_version_are_refused(
    raylets_of_all: Any, other_version: Path
) -> None:
    found = raylets_of_all
    # Only one machine has enough processors, and it has the other version.
    many = CPUS + 1
    ray = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block"]
    node = subprocess.Popen(
        [
            *ray,
            f"--address={found.address}",
            f"--num-cpus={many}",
            f"--object-store-memory={STORE}",
        ],
        env={**os.environ, "PYTHONPATH": str(other_version)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    added = None
    asked = functools.partial(
        cluster.solve, "loa", LONG, address=found.address, threads=many, time=60
    )
    try:
        with connection(found):
            with pytest.raises(cluster.VersionError) as raised:
                asked(patience=60)
            assert "it has shomei 0.0.1, and the driver " in str(raised.value)
            # If another machine has the right version, it does the work, maybe even before
            # the first one has reported its version.
            added = add(found, many)
            problems: list[str] = []
            for _ in range(10):
                result = asked()
                assert result.answer == "proved"
                problems += result.problems
                if problems:
                    break
            assert any("it has shomei 0.0.1" in problem for problem in problems)
    finally:
        node.terminate()
        node.wait(timeout=60)
        if added is not None:
            found.remove_node(added)


def test_a_coordinator_refuses_a_machine_of_other_rules() -> None:
    roots = {rules: shomei.show("loa", DIAGRAM_4, rules=rules) for rules in ("olympiad", "sackson")}
    machine = _shomei.Machine(roots["sackson"], None, [], 1, 1 << 20)
    coordinator = _shomei.Coordinator(roots["olympiad"], None, [], 1 << 20, "{}", None)
    with pytest.raises(cluster.VersionError, match="its text of the rules is "):
        coordinator.joined(1, machine.hello(), 0.0)
    with pytest.raises(cluster.VersionError, match="the first message of a machine"):
        coordinator.joined(1, b"of another version", 0.0)


def journal(folder: Path) -> Path:
    """A journal of a search that has found nothing yet."""
    path = folder / "x.journal"
    root = shomei.show("loa", DIAGRAM_4)
    machine = _shomei.Machine(root, None, [], 1, 1 << 20)
    coordinator = _shomei.Coordinator(root, None, [], 1 << 20, "{}", str(path))
    coordinator.joined(1, machine.hello(), 0.0)
    until = time.monotonic() + 30
    done = 0
    while done < 10 and time.monotonic() < until:
        for _, batch in coordinator.batches(0.0):
            machine.submit(batch)
        reported = machine.poll(1.0)
        if reported is not None:
            coordinator.returned(1, reported, 0.0)
            done += 1
    coordinator.sync()
    return path


def test_a_journal_of_another_question_is_refused(tmp_path: Path) -> None:
    path = journal(tmp_path)
    with pytest.raises(cluster.JournalError, match=r"x\.journal: .* another question: its game"):
        cluster.solve("othello", address="127.0.0.1:1", journal=path)
    with pytest.raises(cluster.JournalError, match="another question: its attacker"):
        cluster.solve("loa", DIAGRAM_4, attacker="white", address="127.0.0.1:1", journal=path)
    with pytest.raises(cluster.JournalError, match="another question: its list of options"):
        cluster.solve("loa", DIAGRAM_4, epsilon=0.5, address="127.0.0.1:1", journal=path)


def test_a_damaged_journal_is_refused_with_the_place(tmp_path: Path) -> None:
    path = journal(tmp_path)
    data = bytearray(path.read_bytes())
    data[40] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(cluster.JournalError, match="it is damaged: record 1, at byte 38: its "):
        cluster.solve("loa", DIAGRAM_4, address="127.0.0.1:1", journal=path)
    path.write_bytes(b"something else altogether")
    with pytest.raises(FileExistsError, match="not a journal"):
        cluster.solve("loa", DIAGRAM_4, address="127.0.0.1:1", journal=path)


def test_a_journal_has_one_coordinator(tmp_path: Path) -> None:
    path = tmp_path / "x.journal"
    root = shomei.show("loa", DIAGRAM_4)
    first = _shomei.Coordinator(root, None, [], 1 << 20, "{}", str(path))
    with pytest.raises(cluster.JournalError, match="another program is writing it now"):
        _shomei.Coordinator(root, None, [], 1 << 20, "{}", str(path))
    del first
    _shomei.Coordinator(root, None, [], 1 << 20, "{}", str(path))


def test_a_journal_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(cluster.JournalError, match="there is no such file"):
        cluster.resume(tmp_path / "x.journal")
    with pytest.raises(cluster.JournalError, match=r"there is no x\.journal\.json beside it"):
        cluster.status(tmp_path / "x.journal")
    (tmp_path / "x.journal.json").write_text("[]", encoding="utf-8")
    with pytest.raises(cluster.JournalError, match=r"x\.journal\.json says nothing of a search"):
        cluster.stop(tmp_path / "x.journal")
    with pytest.raises(FileNotFoundError):
        cluster.solve("loa", DIAGRAM_4, journal=tmp_path / "none" / "x.journal")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"threads": 0}, "threads: there must be one at least"),
        ({"threads": "2"}, "threads: expected a whole number"),
        ({"machines": 0}, "machines: there must be one at least"),
        ({"memory": "much"}, "memory: expected a size such as 256MiB, found 'much'"),
        ({"epsilom": 1}, 'no option named "epsilom"'),
        ({"epsilon": "x"}, "epsilon"),
        ({"certificate": 3}, "certificate: expected True or a file"),
        ({"sharing": {"leas": 1}}, "sharing: unknown field `leas`"),
        ({"progress": "yaml"}, "progress: expected True"),
        ({"attacker": "green"}, "green"),
        ({"time": -1}, "time: expected seconds, 0 or more"),
    ],
)
def test_arguments_are_looked_at_before_anybody_is_asked(
    arguments: dict[str, Any], reason: str
) -> None:
    with pytest.raises(shomei.UsageError, match=reason):
        cluster.solve("loa", DIAGRAM_4, address="127.0.0.1:1", **arguments)


def test_a_game_in_python_has_one_thread() -> None:
    graph = shomei.Graph({"a": ["b"], "b": []}, to_move={"a": 0, "b": 1}, winner={"b": 0})
    with pytest.raises(shomei.UsageError, match="only one thread at a time"):
        cluster.solve(graph, "a", threads=2, address="127.0.0.1:1")
