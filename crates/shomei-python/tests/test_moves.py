"""Questions about all moves: their values in print, and moves as they are decided."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import shomei
from shomei import _keywords

MATE_IN_5 = "4k4/9/9/9/9/9/9/9/9 b R2G 1"
"""R*5c mates in 5; R*1a and R*2a take hundreds of thousands of nodes each."""

DIAGRAM_4 = "...x....o.................oxx....o..ooo....ox................... x"


class Nim:
    """Take one, two or three; the side that takes the last one wins."""

    start = (9, 0)

    def to_move(self, p: Any) -> int:
        return int(p[1])

    def moves(self, p: Any) -> list[int]:
        return [n for n in (1, 2, 3) if n <= p[0]]

    def play(self, p: Any, n: int) -> Any:
        return p[0] - n, 1 - p[1]

    def winner(self, p: Any) -> Any:
        return 1 - p[1] if p[0] == 0 else None


def test_values_are_printed() -> None:
    result = shomei.moves("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G 1", shortest=True)
    lines = str(result).splitlines()
    assert lines[0].startswith("mate; ")
    assert lines[1].split() == ["G*5b", "mate", "in", "1", "ply"]
    assert len(lines) == 1 + len(result.moves)
    assert all(line.startswith("  ") for line in lines[1:])
    assert "\n" not in repr(result)
    assert "; moves: G*5b mate in 1 ply" in repr(result)
    ending = "-----O-XX--X--OOXXXXXOOOXXXXXXOOXOOXOXXOXOXXOXXXXXOOOOXXXXXXOOOO X"
    scores = shomei.moves("othello", ending, scores=True)
    assert [str(move) for move in scores.moves] == ["score +6", "score +4"]


def test_values_of_tsume_are_mate_and_no_mate() -> None:
    result = shomei.moves("shogi", "4k4/9/9/9/9/9/9/9/9 b R 1")
    lines = str(result).splitlines()
    assert lines[0].startswith("no mate; ")
    assert all(line.split()[1:3] == ["no", "mate"] for line in lines[1:])
    assert {move.value for move in result.moves} == {"draw"}
    game = shomei.value("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", rules="full")
    assert str(game).startswith("win; ")


def test_moves_arrive_as_they_are_decided() -> None:
    seen: list[shomei.MoveResult] = []
    result = shomei.moves("shogi", MATE_IN_5, nodes=2_000, on_move=seen.append)
    decided = [move for move in result.moves if move.stopped_by is None]
    assert sorted(decided, key=str) == sorted(seen, key=str)
    assert next(move for move in seen if move.value == "win").line[0] == "R*5c"
    assert len(result.moves[0].line) == 5


def test_moves_of_a_game_of_your_own_arrive_too() -> None:
    seen: list[Any] = []
    result = shomei.moves(Nim(), on_move=seen.append)
    assert {move.move for move in seen} == {move.move for move in result.moves}


@pytest.mark.parametrize("game", ["loa", Nim()])
def test_an_error_of_the_callback_ends_the_question(game: Any) -> None:
    def fails(_: shomei.MoveResult) -> None:
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        position = DIAGRAM_4 if game == "loa" else None
        shomei.moves(game, position, on_move=fails)


def test_every_option_is_a_keyword_for_type_checkers() -> None:
    options = {
        option.name.replace("-", "_")
        for algorithm in shomei.algorithms()
        for option in algorithm.options
        if option.name != "threads"
    }
    assert options == set(_keywords.AlgorithmOptions.__annotations__)


WRONG = """
import shomei
import shomei.cluster

shomei.solve("loa", memroy="1GiB")
shomei.moves("loa", nodse=3)
shomei.cluster.value("loa", tiem=3)
shomei.Session("loa", epsilom=1)
with shomei.Session("loa", epsilon=1, threads=2, time="5m") as session:
    session.value(certficate=True)
    session.value(certificate=True, time="5m")
shomei.solve("loa", memory="1GiB", schedule="sum/weak", check=True)
"""


def test_type_checkers_find_a_mistyped_argument(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    source = tmp_path / "wrong.py"
    source.write_text(WRONG)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(source)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in found.stdout.splitlines() if ": error: " in line]
    wrong = ["memroy", "nodse", "tiem", "epsilom", "certficate"]
    assert len(lines) == len(wrong), found.stdout
    for name, line in zip(wrong, lines, strict=True):
        assert f'Unexpected keyword argument "{name}"' in line
