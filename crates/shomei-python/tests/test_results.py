"""Cases of wrong or lost answers: keys of classes, results in files and processes."""

from __future__ import annotations

import copy
import enum
import pickle
import subprocess
import sys
import types
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import shomei


class Rights(enum.Flag):
    """Rights, several of which can be combined."""

    K = 1
    Q = 2
    k = 4
    q = 8


class Castling:
    """The first side wins after one of two moves, which leave rights that are more than one member."""

    start = (0, Rights.K | Rights.Q)

    def to_move(self, p: Any) -> int:
        return 0

    def moves(self, p: Any) -> list[str]:
        return ["a", "b"] if p[0] == 0 else ["x"]

    def play(self, p: Any, m: str) -> Any:
        if p[0] == 0:
            return 1, Rights.K | Rights.k if m == "a" else Rights.Q | Rights.q
        return 2, p[1]

    def winner(self, p: Any) -> int | None:
        return None if p[0] < 2 else 0 if p[1] == Rights.Q | Rights.q else 1


def test_pickled_exceptions_keep_their_answer() -> None:
    result = shomei.solve("loa", nodes=10)
    verdict = shomei.check(b"", strict=False)
    errors: list[Any] = [
        shomei.RunError("no room"),
        shomei.Interrupted(result),
        shomei.Rejected(verdict),
    ]
    for error in errors:
        error.result = result
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error)
        assert again.result == result
    assert pickle.loads(pickle.dumps(shomei.Interrupted())).result is None


def test_combined_flags_are_distinguished() -> None:
    assert shomei.solve(Castling()).line == ("b", "x")


_POSITION = """
from dataclasses import dataclass
@dataclass(frozen=True)
class Pos:
    x: int
"""


class Two:
    """A game whose positions are of two classes."""

    def __init__(self, first: Any, second: Any) -> None:
        self.first, self.second = first, second
        self.start = first(0)

    def to_move(self, p: Any) -> int:
        return 0

    def moves(self, p: Any) -> list[int]:
        return [0, 1] if p == self.start else [0]

    def play(self, p: Any, m: int) -> Any:
        if p == self.start:
            return (self.first, self.second)[m](1)
        return type(p)(2)

    def winner(self, p: Any) -> int | None:
        return None if p.x < 2 else int(isinstance(p, self.first))


def _class(module: str) -> Any:
    made = types.ModuleType(module)
    sys.modules[module] = made
    exec(_POSITION, made.__dict__)
    return made.__dict__["Pos"]


def test_classes_of_one_name_in_two_modules_are_distinguished() -> None:
    assert shomei.solve(Two(_class("red"), _class("blue"))).line == (1, 0)


def test_two_classes_of_one_name_are_refused() -> None:
    with pytest.raises(shomei.GameError, match=r"two classes named green\.Pos"):
        shomei.solve(Two(_class("green"), _class("green")))


class Sticks:
    """A heap from which one to three are taken."""

    start = 9

    def to_move(self, p: int) -> int:
        return (9 - p) & 1

    def moves(self, p: int) -> list[int]:
        return [n for n in (1, 2, 3) if n <= p]

    def play(self, p: int, n: int) -> int:
        return p - n

    def winner(self, p: int) -> int | None:
        return None if p else 1


ASKED: list[Callable[[], shomei.Result]] = [
    lambda: shomei.solve(
        "loa", "...x....o.................oxx....o..ooo....ox................... x"
    ),
    lambda: shomei.moves("shogi", "4k4/9/9/9/9/9/9/9/9 b R2G 1", attacker="black"),
    lambda: shomei.value(Sticks(), certificate=True),
]


@pytest.mark.parametrize("ask", ASKED)
def test_results_are_copied_and_pickled(ask: Callable[[], shomei.Result]) -> None:
    result = ask()
    for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert again == result
        assert str(again) == str(result)
        assert [move for move, _ in again.positions()] == list(result.line)
        assert all(one.check() for one in again.certificates)


def _value(heap: int) -> shomei.Result:
    return shomei.value(Sticks(), heap)


def test_results_come_from_other_processes() -> None:
    with ProcessPoolExecutor(2) as pool:
        assert [result.value for result in pool.map(_value, (9, 8))] == [
            shomei.value(Sticks(), heap).value for heap in (9, 8)
        ]


def test_a_file_that_cannot_be_written_is_named_before_the_search(tmp_path: Path) -> None:
    asked: list[Any] = []
    for target in (tmp_path / "none" / "x.proof", tmp_path):
        with pytest.raises(OSError, match=str(tmp_path)):
            shomei.solve("loa", certificate=target, progress=asked.append)
    assert not asked


def test_texts_that_are_not_read_are_named_before_the_search() -> None:
    with pytest.raises(shomei.UsageError, match="give the game methods format and parse"):
        shomei.solve(Castling(), certificate=True)


def test_an_answer_is_not_lost_with_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()

    class Removing(Sticks):
        def winner(self, p: int) -> int | None:
            if p == 0 and folder.exists():
                folder.rmdir()
            return super().winner(p)

    with pytest.raises(FileNotFoundError, match="gone") as raised:
        shomei.solve(Removing(), certificate=folder / "x.proof")
    assert raised.value.result.answer == shomei.solve(Sticks()).answer  # type: ignore[attr-defined]


def test_a_cut_certificate_is_refused_by_a_fresh_process(tmp_path: Path) -> None:
    program = "import sys; import shomei; shomei.check(sys.argv[1])"
    target = tmp_path / "x.proof"
    mate = shomei.solve("shogi", "4k4/9/9/9/9/9/9/9/9 b R2G 1", certificate=target)
    command = [sys.executable, "-c", program, str(target)]
    assert subprocess.run(command, capture_output=True).returncode == 0
    assert mate.certificate is not None
    target.write_bytes(bytes(mate.certificate)[:-9])
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and "Rejected" in done.stderr


def test_arguments_without_effect_are_refused() -> None:
    with pytest.raises(shomei.UsageError, match="shortest: only a question"):
        shomei.value("loa", shortest=True)


def test_a_session_says_that_its_game_has_failed_earlier() -> None:
    class Failing(Sticks):
        def play(self, p: int, n: int) -> int:
            if p == 3:
                raise ConnectionError("lost")
            return p - n

    session = shomei.Session(Failing())
    with pytest.raises(ConnectionError):
        session.solve(5)
    for _ in range(2):
        with pytest.raises(shomei.GameError, match=r"failed earlier .*lost") as raised:
            session.solve(2)
        assert isinstance(raised.value.__cause__, ConnectionError)


def test_sides_may_be_numbers() -> None:
    assert shomei.solve(Sticks(), attacker=0).answer == shomei.solve(Sticks()).answer
    assert shomei.solve("loa", nodes=10, attacker=1).attacker == "white"


def test_graphs_are_checked_against_their_own_texts() -> None:
    edges = {1: ["1", 2], "1": [2]}
    graph = shomei.Graph(edges, to_move={1: 0, "1": 1}, winner={2: 0})
    assert shomei.solve(graph, 1).answer == "proved"
    with pytest.raises(shomei.UsageError, match="'zz' is not a node"):
        shomei.solve(graph, "zz")
    for side in (0.7, "0", True, "x"):
        wrong: Any = {1: side, "1": 1}
        with pytest.raises(shomei.UsageError, match="expected 0 or 1"):
            shomei.solve(shomei.Graph(edges, to_move=wrong, winner={2: 0}), 1)


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy", reason="needs numpy")

    class Counted(Sticks):
        start = numpy.int64(9)

    assert shomei.solve(Counted()).nodes == shomei.solve(Sticks()).nodes
    assert shomei.solve(Counted(), 8).answer == shomei.solve(Sticks(), numpy.int64(8)).answer


LOA = "...x....o.................oxx....o..ooo....ox................... x"


def test_a_line_says_where_a_longer_one_may_be_lost() -> None:
    small = shomei.solve("loa", LOA, memory="4KiB")
    assert small.line_complete and small.line_may_be_longer
    assert " (may be longer); " in str(small)
    large = shomei.solve("loa", LOA)
    assert not large.line_may_be_longer
    assert "may be longer" not in str(large)
    moves = shomei.moves("loa", LOA, memory="4KiB").moves
    assert any(move.line_may_be_longer for move in moves)


@pytest.mark.parametrize("ask", [shomei.solve, shomei.value, shomei.moves])
def test_a_finished_position_is_known_as_such(ask: Callable[..., shomei.Result]) -> None:
    loa = ask("loa", "xx" + "." * 59 + "o.o o")
    assert (loa.outcome, loa.over) == ("black", None)
    mated = ask("shogi", "8k/8G/8G/9/9/9/9/9/9 w - 1")
    assert (mated.outcome, mated.over) == (None, "White is mated")
    assert mated.attacker == "black"
    going_on = ask("loa", LOA)
    assert (going_on.outcome, going_on.over) == (None, None)


def test_the_side_that_can_be_meant_attacks() -> None:
    defended = shomei.show("shogi", "8k/9/8P/9/9/9/9/9/9 w 2G 1")
    assert (defended.to_move, defended.attacker) == ("white", "black")
    assert shomei.solve(defended.game, defended).attacker == "black"
    assert shomei.show("loa", LOA).attacker == "black"
