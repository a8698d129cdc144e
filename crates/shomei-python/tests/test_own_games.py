"""Games of users: types of positions, optional methods, and certificates."""

from __future__ import annotations

import enum
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
import shomei


class Nim:
    """Take one, two or three; the player who takes the last one wins."""

    start: Any = (21, 0)

    def to_move(self, p: Any) -> int:
        return int(p[1])

    def moves(self, p: Any) -> list[Any]:
        return [n for n in (1, 2, 3) if n <= p[0]]

    def play(self, p: Any, n: Any) -> Any:
        return p[0] - n, 1 - p[1]

    def winner(self, p: Any) -> Any:
        return 1 - p[1] if p[0] == 0 else None


class Side(enum.Enum):
    ONE = "one"
    TWO = "two"


@dataclass(frozen=True)
class Heap:
    left: int
    side: Side


class Translated(Nim):
    """Nim whose positions are values of another type."""

    def __init__(self, there: Any, back: Any) -> None:
        self.there, self.back = there, back
        self.start = there((21, 0))

    def to_move(self, p: Any) -> int:
        return super().to_move(self.back(p))

    def moves(self, p: Any) -> list[Any]:
        return super().moves(self.back(p))

    def play(self, p: Any, n: Any) -> Any:
        return self.there(super().play(self.back(p), n))

    def winner(self, p: Any) -> Any:
        return super().winner(self.back(p))


SIDES = (Side.ONE, Side.TWO)
BIG = 3**200
POSITIONS = {
    "dataclass": (lambda p: Heap(p[0], SIDES[p[1]]), lambda h: (h.left, SIDES.index(h.side))),
    "enum": (lambda p: (p[0], SIDES[p[1]]), lambda e: (e[0], SIDES.index(e[1]))),
    "frozenset": (
        lambda p: frozenset([("left", p[0]), ("side", p[1])]),
        lambda f: (dict(f)["left"], dict(f)["side"]),
    ),
    "str": (lambda p: f"{p[0]}:{p[1]}", lambda s: tuple(map(int, s.split(":")))),
    "str with blanks": (lambda p: f"{p[0]}   {p[1]} ", lambda s: tuple(map(int, s.split("   ")))),
    "bytes": (lambda p: bytes(p), lambda b: (b[0], b[1])),
    "int": (lambda p: 2 * p[0] + p[1], lambda i: divmod(i, 2)),
    "big int": (lambda p: BIG + 2 * p[0] + p[1], lambda i: divmod(i - BIG, 2)),
    "negative int": (lambda p: -(2 * p[0] + p[1]), lambda i: divmod(-i, 2)),
    "float": (lambda p: p[0] + p[1] / 2, lambda f: (int(f), int(f % 1 * 2))),
    "nested": (lambda p: ((None, p[0]), ("x", (p[1],))), lambda t: (t[0][1], t[1][1][0])),
}


@pytest.mark.parametrize("kind", POSITIONS)
def test_positions_of_every_kind_are_searched_alike(kind: str) -> None:
    game = Translated(*POSITIONS[kind])
    has_texts = kind not in ("dataclass", "enum", "frozenset")
    if not has_texts:
        with pytest.raises(shomei.UsageError, match="give the game methods format and parse"):
            shomei.solve(game, certificate=True)
        with pytest.raises(shomei.GameError, match="give the game methods format and parse"):
            shomei.check_game(game)
    else:
        shomei.check_game(game)
    plain = shomei.solve(Nim())
    found = shomei.solve(game, certificate=has_texts)
    assert (found.answer, found.line) == ("proved", plain.line)
    assert found.nodes == plain.nodes
    assert shomei.value(game, game.there((20, 0))).value == "loss"


class Listed(Nim):
    """Positions that cannot be hashed, identified by a key."""

    def start(self) -> Any:
        return [21, 0]

    def play(self, p: Any, n: Any) -> Any:
        return [p[0] - n, 1 - p[1]]

    def key(self, p: Any) -> Any:
        return tuple(p)


def test_a_key_distinguishes_positions() -> None:
    shomei.check_game(Listed())
    result = shomei.solve(Listed(), certificate=True, check=True)
    assert result.nodes == shomei.solve(Nim()).nodes

    class NoKey(Listed):
        key: Any = None

    with pytest.raises(shomei.Error, match="key"):
        shomei.solve(NoKey())


@pytest.mark.parametrize("algorithm", [info.name for info in shomei.algorithms()])
@pytest.mark.parametrize("heap", range(1, 13))
def test_every_algorithm_answers_right(algorithm: str, heap: int) -> None:
    result = shomei.solve(Nim(), (heap, 0), algorithm=algorithm, certificate=True, check=True)
    assert result.answer == ("proved" if heap % 4 else "disproved")


@pytest.mark.parametrize("heap", range(1, 25))
def test_values_moves_and_lengths_are_right(heap: int) -> None:
    game = Nim()
    assert shomei.value(game, (heap, 1)).value == ("win" if heap % 4 else "loss")
    wins = [move.move for move in shomei.moves(game, (heap, 0)).moves if move.value == "win"]
    assert wins == ([heap % 4] if heap % 4 else [])
    if heap % 4:
        # The loser takes one each time, so every two moves take four, and the last one the rest.
        assert shomei.shortest(game, (heap, 0)).length == 2 * (heap // 4) + 1


def test_estimates_change_no_answer() -> None:
    class Guessing(Nim):
        asked = 0

        def estimate(self, p: Any) -> tuple[int, int]:
            Guessing.asked += 1
            return (1, 9) if p[0] % 4 else (9, 1)

    result = shomei.solve(Guessing(), init="eval", certificate=True, check=True)
    assert Guessing.asked > 0
    assert result.answer == "proved"
    assert shomei.value(Guessing(), (20, 0), init="eval").value == "loss"


def test_acyclic_games_may_say_so() -> None:
    class Falling(Nim):
        can_repeat = False

    assert shomei.solve(Falling(), check=True).line == shomei.solve(Nim()).line

    class Odd(Nim):
        can_repeat = "never"

    with pytest.raises(shomei.UsageError, match="can_repeat"):
        shomei.solve(Odd())


class Cycle:
    """Two paths into one position, one of which closes a cycle.

    Below ``x`` the position ``p`` returns to ``y``. A search that uses a result of one line on all
    lines treats ``x`` as lost.
    """

    edges: ClassVar = {
        "r": ("x", "y"),
        "x": ("s", "p"),
        "y": ("p", "q"),
        "p": ("y",),
        "s": ("x",),
        "q": ("won",),
    }
    attackers = frozenset("xy")
    start = "r"
    sides = ("or", "and")

    def to_move(self, p: str) -> int:
        return 0 if p in self.attackers else 1

    def moves(self, p: str) -> tuple[str, ...]:
        return self.edges[p]

    def play(self, p: str, to: str) -> str:
        return to

    def winner(self, p: str) -> Any:
        return 0 if p == "won" else None


@pytest.mark.parametrize("algorithm", [info.name for info in shomei.algorithms()])
def test_games_with_circles_have_their_values(algorithm: str) -> None:
    result = shomei.solve(
        Cycle(), attacker="or", algorithm=algorithm, certificate=True, check=True, nodes=10_000
    )
    # Some algorithms may give up, but none may be wrong.
    assert result.answer == "proved" or (result.answer == "unknown" and algorithm != "df-pn")
    for place, wins in {"x": True, "y": True, "p": True, "s": True, "q": True}.items():
        reported = shomei.solve(Cycle(), place, attacker="or", algorithm="df-pn", check=True)
        assert (reported.answer == "proved") == wins


def test_play_without_end_is_not_a_win_for_anybody() -> None:
    class Walk:
        def to_move(self, p: Any) -> int:
            return int(p[1])

        def moves(self, p: Any) -> list[str]:
            return ["stay", "swap"]

        def play(self, p: Any, move: str) -> Any:
            return (p[0] + (move == "swap")) % 2, 1 - p[1]

        def winner(self, p: Any) -> None:
            return None

    result = shomei.value(Walk(), (0, 0), certificate=True, check=True)
    assert result.value == "draw"
    assert len(result.certificates) == 2
    root = result.certificates[0].root
    assert root.size is not None
    assert root.size.longest_line is None
    assert "<details" in result.certificates[0]._repr_html_()


class NimWithTexts(Nim):
    """A game with its own texts and names."""

    name = "matches"
    sides = ("anna", "bert")
    rules = "take=1-3"
    start = (7, 0)

    def format(self, p: Any) -> str:
        return f"{p[0]} matches, {self.sides[p[1]]}"

    def parse(self, text: str) -> Any:
        left, side = text.split(" matches, ")
        return int(left), self.sides.index(side)

    def format_move(self, p: Any, n: Any) -> str:
        return f"take-{n}"


def test_a_game_has_texts_of_its_own() -> None:
    game = NimWithTexts()
    result = shomei.solve(game, certificate=True, check=True)
    assert result.attacker == "anna"
    assert result.goal == "anna wins"
    assert result.position == "7 matches, anna"
    assert result.line[0] == 3
    assert result.to_dict()["line"][0] == "take-3"
    certificate = result.certificate
    assert certificate is not None
    assert (certificate.game, certificate.rules) == ("matches", "take=1-3")
    assert certificate.root.moves == ["take-3"]
    assert certificate.follow([3, 1]).position.text == "3 matches, anna"
    assert certificate.follow([3, 1]).position.value == (3, 0)
    position = result.root
    assert position.moves == (1, 2, 3)
    assert position.play(3).value == (4, 1)
    assert shomei.solve(game, position.play(3), attacker="bert").answer == "disproved"


def test_a_certificate_of_another_variant_is_refused() -> None:
    class Other(NimWithTexts):
        rules = "take=1-4"

    result = shomei.solve(NimWithTexts(), certificate=True)
    assert result.certificate is not None
    data = bytes(result.certificate)
    assert shomei.check(data, game=NimWithTexts()).accepted
    with pytest.raises(shomei.Error):
        shomei.check(data, game=Other())
    with pytest.raises(shomei.InputError, match="game"):
        shomei.check(data)

    class Wrong(NimWithTexts):
        def moves(self, p: Any) -> list[Any]:
            return [n for n in (1, 2, 3, 4) if n <= p[0]]

    assert not shomei.check(data, game=Wrong(), strict=False)


FRESH = """
import sys
sys.path.insert(0, {tests!r})
import shomei
from test_own_games import POSITIONS, Nim, NimWithTexts, Translated
kind, path = sys.argv[1:]
game = NimWithTexts() if kind == "texts" else Translated(*POSITIONS[kind])
print(shomei.check(path, game=game).records)
"""


@pytest.mark.parametrize("kind", ["texts", "str", "int", "big int", "nested", "bytes"])
def test_a_fresh_process_with_other_hashes_accepts_a_certificate(kind: str, tmp_path: Path) -> None:
    game = NimWithTexts() if kind == "texts" else Translated(*POSITIONS[kind])
    path = tmp_path / "c.proof"
    result = shomei.solve(game, certificate=path)
    assert result.certificate is not None
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", FRESH.format(tests=str(Path(__file__).parent)), kind, str(path)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert int(done.stdout) == result.certificate.records


def test_node_counts_do_not_depend_on_hashes(tmp_path: Path) -> None:
    code = FRESH.split("kind, path")[0].format(tests=str(Path(__file__).parent)) + (
        "print(shomei.solve(Translated(*POSITIONS['frozenset'])).nodes)"
    )
    counts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(counts) == 1


def test_a_game_is_asked_in_one_thread_and_says_so() -> None:
    with pytest.raises(shomei.UsageError, match="thread"):
        shomei.solve(Nim(), threads=2)


def test_exceptions_of_a_game_come_out_as_they_are() -> None:
    class Broken(Nim):
        def play(self, p: Any, n: Any) -> Any:
            if p[0] == 9:
                raise LookupError("nine")
            return super().play(p, n)

    with pytest.raises(LookupError, match="nine") as raised:
        shomei.solve(Broken())
    assert any("nine" in str(entry) for entry in raised.traceback)
    with pytest.raises(LookupError, match="nine"):
        shomei.check_game(Broken())
    # The next question is not spoilt.
    assert shomei.solve(Nim()).answer == "proved"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": lambda self, p: [1, 1]}, "twice"),
        ({"moves": lambda self, p: {1}}, "set"),
        ({"moves": lambda self, p: []}, "pass"),
        ({"moves": lambda self, p: 7}, "expected a list"),
        ({"winner": lambda self, p: "me" if p[0] == 0 else None}, "winner"),
        ({"play": lambda self, p, m: None}, r"\.play\(\) returned None for the move"),
        ({"to_move": lambda self, p: 3}, "to_move"),
    ],
)
def test_faults_are_named_by_check_game_and_by_a_search(
    change: dict[str, Any], message: str
) -> None:
    game = type("Faulty", (Nim,), change)()
    with pytest.raises(shomei.GameError, match=message) as raised:
        shomei.check_game(game)
    assert raised.value.place["position"]
    with pytest.raises(shomei.GameError, match=message):
        shomei.solve(game)


def test_check_game_draws_the_positions() -> None:
    class Drawn(Nim):
        def grid(self, p: Any) -> Any:
            return [["|"] * p[0]] if p[0] != 3 else [3]

    with pytest.raises(shomei.GameError, match=r"grid\(\) returned") as raised:
        shomei.check_game(Drawn())
    assert str(raised.value.place["position"]).startswith("(3, ")


def test_what_is_not_a_game_is_refused() -> None:
    with pytest.raises(shomei.UsageError, match="to_move"):
        shomei.solve(object())
    with pytest.raises(shomei.UsageError, match="Graph"):
        shomei.solve({"a": ["b"]})
    with pytest.raises(shomei.UsageError, match="rules"):
        shomei.solve(Nim(), rules="standard")

    class NoStart(Nim):
        start: Any = None

    with pytest.raises(shomei.UsageError):
        shomei.check_game(NoStart())
    with pytest.raises(shomei.UsageError):
        shomei.solve(NoStart())


def test_graphs_are_games() -> None:
    graph = shomei.Graph(
        {"a": ["b", "c"], "b": ["won"], "c": ["a"]},
        to_move={"a": 0, "b": 1, "c": 1},
        winner={"won": 0},
        start="a",
    )
    result = shomei.solve(graph, certificate=True, check=True)
    assert (result.answer, result.line) == ("proved", ("b", "won"))
    assert shomei.value(graph, "c").value == "loss"
    counted = shomei.Graph(
        {n: [n - k for k in (1, 2, 3) if k <= n] for n in range(1, 30)},
        to_move=lambda n: 0,
        winner=lambda n: 0 if n == 0 else None,
    )
    assert shomei.value(counted, 21).value == "win"
    with pytest.raises(shomei.UsageError, match="twice"):
        shomei.Graph({"a": ["b", "b"]}, to_move={"a": 0})
    drawn = shomei.Graph({"a": ["b"]}, to_move={"a": 0, "b": 1})
    assert shomei.solve(drawn, "a").answer == "disproved"
    with pytest.raises(shomei.UsageError, match="has no entry for the position"):
        shomei.solve(shomei.Graph({"a": ["b"], "b": ["a"]}, to_move={"a": 0}), "a")


def test_graphs_of_networkx_are_games() -> None:
    networkx = pytest.importorskip("networkx", reason="needs networkx: pip install shomei[graph]")
    drawn = networkx.DiGraph([("a", "b"), ("b", "a"), ("b", "end")])
    networkx.set_node_attributes(drawn, {"a": 0, "b": 1, "end": 1}, "to_move")
    networkx.set_node_attributes(drawn, {"end": 1}, "winner")
    assert shomei.value(shomei.Graph(drawn), "a").value == "loss"
    assert shomei.value(shomei.Graph(drawn), "b", certificate=True, check=True).value == "win"


def test_a_session_keeps_its_knowledge_of_a_game() -> None:
    with shomei.Session(Nim()) as session:
        first = session.solve((41, 0))
        again = session.solve((41, 0))
        assert again.nodes < first.nodes
        assert [n for n in range(1, 13) if session.value((n, 0)).value == "loss"] == [4, 8, 12]


def test_move_paths_of_a_game_are_counted() -> None:
    # Of 81 paths of four moves five would take more than ten.
    assert shomei.perft(Nim(), (3, 0), 1) == 3
    assert shomei.perft(Nim(), (10, 0), 4) == 76


def test_notebooks_show_games_without_pictures() -> None:
    result = shomei.solve(Nim(), certificate=True)
    assert "(21, 0)" in result._repr_html_()
    assert result.certificate is not None
    assert "(21, 0)" in result.certificate._repr_html_()
    assert result.root._repr_svg_() is None


class Drawn(Nim):
    """Nim with a grid, in which the heap of 4 has an SVG and the heap of 3 no picture."""

    def svg(self, position: Any) -> Any:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>' if position[0] == 4 else None
        )

    def grid(self, position: Any) -> Any:
        return None if position[0] == 3 else [[("|", "#ffcc00")] * position[0], "ab"]


def test_a_game_draws_its_own_pictures() -> None:
    game = Drawn()
    grid = shomei.show(game, (2, 0))._repr_svg_()
    assert grid is not None
    # The paper and four cells.
    assert grid.count("<rect") == 5
    assert grid.count('fill="#ffcc00"') == 2
    assert ">a</text>" in grid
    svg = shomei.show(game, (4, 0))._repr_svg_()
    assert svg is not None
    assert svg.startswith("<svg")
    assert shomei.show(game, (3, 0))._repr_svg_() is None


def test_a_picture_of_a_game_of_ones_own_is_an_image_in_notebooks() -> None:
    result = shomei.solve(Drawn(), (4, 0), attacker="second")
    html = result._repr_html_()
    assert html.count("data:image/svg+xml;base64,") >= 1
    assert "<script" not in html


@pytest.mark.parametrize(
    "grid", [7, [7], [[7]], [[("a", "red")]], [[("a", "#12345")]], [[(7, "#123456")]]]
)
def test_what_is_not_a_grid_is_a_fault_of_the_game(grid: Any) -> None:
    class Wrong(Nim):
        def grid(self, position: Any) -> Any:
            return grid

    with pytest.raises(shomei.GameError, match=r"grid\(\) returned"):
        shomei.show(Wrong(), (2, 0))._repr_svg_()
