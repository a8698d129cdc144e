"""The examples run alone, and print the expected output."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "python"

pytestmark = pytest.mark.skipif(
    not EXAMPLES.is_dir(), reason="the examples are in the repository, not in the package"
)


def run(folder: Path, name: str, *arguments: str, seed: str = "0") -> str:
    """The output of an example, run in its own process and folder."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def lines(name: str) -> int:
    return len((EXAMPLES / name).read_text(encoding="utf-8").splitlines())


def test_every_example_is_tested() -> None:
    tested = Path(__file__).read_text(encoding="utf-8")
    for path in EXAMPLES.iterdir():
        if path.suffix in (".py", ".ipynb"):
            assert f'"{path.name}"' in tested, f"no test runs {path.name}"


def test_diagram_4_is_proved_and_its_certificate_accepted(tmp_path: Path) -> None:
    reported = run(tmp_path, "diagram4.py")
    assert "Black (x) to move" in reported
    assert "proved: black wins, in 23 plies, 16,036 nodes" in reported
    assert "e4-d5 a2-a3 d4-c5 e5-d4 d1-c2 b5-d3 c2-b3 d4-b4 b3-a4 d3-b5 a4-a6 f5-f6" in reported
    assert reported.endswith("accepted: 3,949 records, longest line 23 plies\n")
    assert (tmp_path / "d4.proof").stat().st_size > 1_000


def test_nim_is_a_game_in_twenty_lines(tmp_path: Path) -> None:
    assert lines("nim.py") <= 20
    reported = run(tmp_path, "nim.py")
    assert reported.startswith("proved: first wins; 1 ")
    assert "Verdict(accepted=True" in reported
    assert "longest_line=11" in reported


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such signals")
def test_chomp_is_served_until_ctrl_c(tmp_path: Path) -> None:
    program = [sys.executable, str(EXAMPLES / "chomp_page.py")]
    with subprocess.Popen(
        program, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as running:
        assert running.stdout is not None
        origin = running.stdout.readline().split("#")[0]
        with urllib.request.urlopen(
            f"{origin}api/board?game=chomp&position=3/3/0/0%20left"
        ) as reply:
            board = json.load(reply)["board"]
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert board["svg"].count("#7b4a2d") == 6
    assert board["title"] == "Left to move"
    assert errors.rstrip().endswith("KeyboardInterrupt")


@pytest.mark.parametrize(
    ("size", "value", "certificates"),
    [
        ("4x4", "draw", 2),
        ("4x5", "draw", 2),
        ("5x4", "draw", 2),
        pytest.param(
            "6x4",
            "loss",
            1,
            marks=pytest.mark.skipif(
                "SHOMEI_SLOW" not in os.environ, reason="takes minutes: SHOMEI_SLOW=1 runs it"
            ),
        ),
    ],
)
def test_connect_four_has_its_known_values_and_fresh_processes_accept_certificates(
    tmp_path: Path, size: str, value: str, certificates: int
) -> None:
    reported = run(tmp_path, "connect_four.py", size)
    assert reported.startswith("{'positions': ")
    assert reported.splitlines()[1].startswith(f"{value}; ")
    written = sorted(path.name for path in tmp_path.iterdir())
    assert len(written) == certificates
    again = run(tmp_path, "connect_four.py", size, *written, seed="7")
    assert re.findall(r"^(\S+) accepted: [\d,]+ records$", again, re.MULTILINE) == written


def test_connect_four_takes_at_most_forty_lines() -> None:
    assert lines("connect_four.py") <= 40


def test_tsume_problems_of_a_list_are_mated_and_judged(tmp_path: Path) -> None:
    reported = run(tmp_path, "tsume.py")
    assert "gold at the head: mate in 1: G*5b\n" in reported
    assert "a gold is lured: mate in 3: G*2b 3a2b 2c2b+\n" in reported
    assert "White mates in 3: mate in 3: R*2h 2i1i S*1h\n" in reported
    assert (
        "king opens the rook's file: mate in 5: 9e8d 9a8a 9i9b+ 8a7a 8c7b\n    not unique: "
        in reported
    )
    assert "rook and silvers: mate in 7: " in reported
    assert "lance and pawns: disproved\n" in reported
    assert "in at most" not in reported
    assert "unknown" not in reported


def test_tsume_problems_come_from_any_list(tmp_path: Path) -> None:
    problems = tmp_path / "problems.txt"
    problems.write_text("# one\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n\n", encoding="utf-8")
    reported = run(tmp_path, "tsume.py", str(problems))
    assert reported == "4k4/9/4P4/9/9/9/9/9/9 b G 1: mate in 1: G*5b\n"


def test_an_othello_position_has_a_score_for_each_move(tmp_path: Path) -> None:
    reported = run(tmp_path, "othello_scores.py")
    found = dict(re.findall(r"^([A-H][1-8]): \w+, ([+-]\d+) discs$", reported, re.MULTILINE))
    assert found == {"A3": "+4", "A6": "+2", "C8": "+10", "B2": "-4", "B3": "-6", "A4": "-10"}
    assert "score +10, the line C8 G1 A6 A8 A4 A3 C7 B7 B3 A2 B8 G2 B2 H1\n" in reported
    assert "black>=10: proved, 24 records, accepted\n" in reported
    assert "black>=12: disproved, 57 records, accepted\n" in reported


def cells(name: str) -> list[str]:
    """The code cells of a notebook, which is valid and keeps no outputs."""
    notebook = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    assert notebook["nbformat_minor"] >= 5
    assert set(notebook) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    for cell in notebook["cells"]:
        assert all(isinstance(line, str) for line in cell["source"])
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
        else:
            assert cell["cell_type"] == "markdown"
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """The output of a cell in a notebook: the value of its last line, if it has one."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    return None


def test_the_notebook_runs_from_top_to_bottom() -> None:
    names: dict[str, Any] = {}
    shown = [run_cell(cell, names) for cell in cells("tour.ipynb")]
    assert len(shown) >= 8
    assert names["result"].answer == "proved"
    assert names["verdict"].accepted
    assert names["mate"].length == 5
    assert names["lost"] == [4, 8, 12, 16, 20, 24]
    assert 10 in shown
    pictures = [each for each in shown if hasattr(each, "_repr_html_")]
    assert len(pictures) >= 4
    assert sum("<svg" in each._repr_html_() for each in pictures) >= 4
