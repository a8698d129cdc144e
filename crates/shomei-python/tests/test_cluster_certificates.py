"""Certificates, values and scores from a cluster, and a wheel with a game of one's own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import shomei
from clusters import needs_ray, raylets
from shomei import cluster
from test_cluster import COMMAND, DIAGRAM_4, Nim

ROOT = Path(__file__).resolve().parents[3]
# Ten empty squares.
OTHELLO = "OXOOOOOOOXXOOXXOOXOXXXXOOXXXXXXOOXXXXOX--XXOOOX-XOOOOO---------- O"
UTTT = "X;O..O.....;..OX.OO.O/...O...X./X.X..OX.X/X.OOOXO.X/X.OX...XO/.XOO.XX../X..XO..OO/O..OX...O/.O.XXOXX."


@pytest.fixture(scope="module")
def two() -> Iterator[str]:
    """The address of two raylets with two processors each."""
    with raylets(2) as found:
        yield found.address


@needs_ray
def test_what_is_missing_is_searched_by_machines(two: str) -> None:
    # Tables of less than 4 MiB do not report solved positions, and none is reported that took less
    # than all: the certificate is one hole.
    reported: list[Mapping[str, Any]] = []
    result = cluster.solve(
        "loa",
        DIAGRAM_4,
        address=two,
        check=True,
        memory="2MiB",
        sharing={"least_solved": 1 << 40},
        progress=reported.append,
    )
    assert result.answer == "proved"
    # The progress reports this, too.
    assert "assembled" not in reported[0]
    assert reported[-1]["assembled"] == result.data["cluster"]["assembled"]
    assert reported[-1]["nodes"] >= reported[0]["nodes"]
    assembled = result.data["cluster"]["assembled"]
    assert assembled["filled"] > 0 and assembled["holes"] == 0
    assert assembled["positions"] > 100


@needs_ray
@pytest.mark.parametrize(("game", "position"), [("othello", OTHELLO), ("uttt", UTTT)])
def test_values_are_those_of_one_machine(game: str, position: str, two: str) -> None:
    result = cluster.value(game, position, address=two, check=True)
    alone = shomei.value(game, position)
    assert result.value == alone.value and result.value is not None
    asked = result.data["cluster"]["questions"]
    assert len(asked) in (1, 2) and all(one["least"] is None for one in asked)
    assert len(result.certificates) == (len(asked) if result.value == "draw" else 1)


@needs_ray
def test_scores_are_those_of_one_machine(two: str, tmp_path: Path) -> None:
    result = cluster.score("othello", OTHELLO, address=two, certificate=tmp_path / "s.proof")
    assert result.score == shomei.score("othello", OTHELLO).score
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["s.at-least.proof", "s.at-most.proof"]
    for name in names:
        assert shomei.check(tmp_path / name).accepted
        assert cluster.check(tmp_path / name, address=two).accepted
    assert result.nodes >= sum(one["nodes"] for one in result.data["cluster"]["questions"])


@needs_ray
def test_the_command_reports_a_score(two: str) -> None:
    command = [*COMMAND, "solve", "othello", OTHELLO, "--score", "--address", two, "--json"]
    reported = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    answer = json.loads(reported.splitlines()[-1])
    assert answer["score"] == shomei.score("othello", OTHELLO).score


@needs_ray
def test_limits_are_for_all_questions_together(two: str) -> None:
    result = cluster.score("othello", OTHELLO, address=two, nodes=0)
    assert result.score is None and result.stopped_by == "nodes"
    assert len(result.data["cluster"]["questions"]) == 1


def test_a_value_has_no_attacker_and_no_journal(tmp_path: Path) -> None:
    with pytest.raises(shomei.UsageError, match="attacker: a value takes several questions"):
        cluster.value("loa", attacker="black")
    with pytest.raises(shomei.UsageError, match="journal: a score takes several questions"):
        cluster.score("othello", journal=tmp_path / "x.journal")
    with pytest.raises(shomei.UsageError, match="loa has no scores"):
        cluster.score("loa")


@needs_ray
def test_a_certificate_is_checked_in_parts(two: str, tmp_path: Path) -> None:
    path = tmp_path / "d4.proof"
    shomei.solve("loa", DIAGRAM_4, certificate=path)
    verdict = cluster.check(path, address=two)
    whole = shomei.check(path)
    assert verdict.accepted and whole.accepted
    assert (verdict.records, verdict.edges) == (whole.records, whole.edges)
    assert verdict.data["parts"] == 4 and verdict.data["handed_on"] > 0
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    damaged = tmp_path / "damaged.proof"
    damaged.write_bytes(data)
    refused = cluster.check(damaged, address=two, strict=False)
    assert not refused.accepted and "block 0" in str(refused.reason)
    with pytest.raises(shomei.Rejected):
        cluster.check(damaged, address=two)
    done = subprocess.run(
        [*COMMAND, "check", path, "--address", two], capture_output=True, text=True
    )
    assert done.returncode == 0 and done.stdout.startswith("accepted: ")


@needs_ray
def test_a_game_of_ones_own_is_valued(two: str) -> None:
    result = cluster.value(Nim(), (8, 0), address=two)
    assert result.value == "loss"


OWN = """
import shomei
from shomei import _shomei as engine, cluster
assert [game.name for game in shomei.games()].count("sticks") == 1
assert shomei.solve("sticks", "20 first").answer == "disproved"
opened = engine.Game.open("sticks")
place = opened.position("21 first")
machine = engine.Machine(place, None, [], 1, 1 << 20)
coordinator = engine.Coordinator(place, None, [], 1 << 20, "{}")
coordinator.joined(1, machine.hello(), 0.0)
while coordinator.answer() is None:
    for _, batch in coordinator.batches(0.0):
        machine.submit(batch)
    results = machine.poll(1.0)
    if results is not None:
        coordinator.returned(1, results, 0.0)
assert coordinator.answer() == "proved"
if RAY:
    assert cluster.solve("sticks", "21 first", address="local", check=True).answer == "proved"
print("done")
"""


@pytest.mark.skipif(
    os.environ.get("SHOMEI_SLOW") != "1" or shutil.which("cargo") is None,
    reason="builds a native module, some minutes: SHOMEI_SLOW=1, with cargo",
)
def test_a_game_that_is_a_crate_is_solved_by_machines(tmp_path: Path) -> None:
    import importlib.util

    # A copy, with the versions of other crates that the repository has.
    crate = tmp_path / "crate"
    shutil.copytree(ROOT / "examples" / "own-wheel", crate)
    shutil.copy(ROOT / "Cargo.lock", crate)
    manifest = (crate / "Cargo.toml").read_text()
    (crate / "Cargo.toml").write_text(manifest.replace("../../crates", f"{ROOT}/crates"))
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
    subprocess.run(
        ["cargo", "build", "--release", "--offline"],
        check=True,
        cwd=crate,
        env={**os.environ, "CARGO_TARGET_DIR": os.fspath(target)},
    )
    package = tmp_path / "shomei"
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(Path(shomei.__file__).parent, package, ignore=ignored)
    shutil.copy(target / "release" / "libown_wheel.so", package / "_shomei.abi3.so")
    has_ray = importlib.util.find_spec("ray") is not None
    done = subprocess.run(
        [sys.executable, "-c", f"RAY = {has_ray}\n{OWN}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.fspath(tmp_path)},
    )
    assert done.stdout.strip() == "done", done.stderr
