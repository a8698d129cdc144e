"""Games whose functions misbehave: always an exception with the place, never a wrong answer."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import traceback
import weakref
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
import shomei
from nets import Box, Net

ALGORITHMS: Final = tuple(info.name for info in shomei.algorithms())
GAMES: Final = 1_000
SOUND: Final = 300


class OwnStop(BaseException):
    """An exception that is not an ``Exception``, such as those of a framework."""


class Odd:
    """A value that cannot be compared or shown."""

    def __eq__(self, other: object) -> bool:
        raise ArithmeticError("no comparison")

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        raise ArithmeticError("no text")


class Rude(str):
    """A text with a hash that fails."""

    def __hash__(self) -> int:
        raise ArithmeticError("no hash")


def deep(n: int = 0) -> int:
    return deep(n + 1) + 1


RAISES: Final = "raises"
"""An exception of the user: it is passed on unchanged."""
WRONG: Final = "wrong"
"""A value that no game may return: an exception, with the position."""
LIES: Final = "lies"
"""A value that the game might return: an exception, or a right answer."""


def boom(error: BaseException) -> Any:
    """Raises an exception: its name must be in the traceback."""
    raise error


class Fault:
    """The fault of one function of a game, from some call on or in one call only."""

    def __init__(self, function: str, sort: str, name: str, act: Callable[..., Any]) -> None:
        self.function, self.sort, self.name, self.act = function, sort, name, act


def _faults() -> list[Fault]:
    found = []
    functions = ("to_move", "moves", "play", "winner", "key", "estimate", "format", "parse",
                 "format_move")  # fmt: skip
    for function in functions:
        for error in (ValueError("faulty"), OwnStop("faulty"), KeyError("faulty")):
            name = f"{function} raises {type(error).__name__}"
            found.append(Fault(function, RAISES, name, lambda *_, e=error: boom(type(e)(*e.args))))
        found.append(Fault(function, RAISES, f"{function} recurses", lambda *_: deep()))
    odd = Odd()
    wrong: dict[str, list[Any]] = {
        "winner": ["x", 2, -1, True, False, 0.0, 1 << 80, odd, (), b"draw", "Draw"],
        "to_move": [None, 2, -1, "0", 0.5, odd, 1 << 70],
        "moves": [None, 5, "ab", b"ab", {1, 2}, frozenset({1}), odd, [], (), ""],
        "play": [["x"], {}, odd, {"x"}, bytearray(), object()],
        "key": [[1], {}, odd, {1}, object(), bytearray(b"y"), (1, [2])],
        "estimate": [0, (0, 1), (1, 0), "1", None, (1,), (1, 2, 3), (1.5, 2), odd, (1 << 80, 1)],
        "format": [None, 3, b"x", "a\nb", "a\rb", odd, ["a"]],
        "format_move": [None, 3, b"x", "a\nb", odd],
        "parse": [[0], odd, {}, object()],
    }
    for function, values in wrong.items():
        for i, value in enumerate(values):
            # The position of a mutable class may be anything to the game's own key.
            name = f"{function} returns wrong value {i}"
            found.append(Fault(function, WRONG, name, lambda *_, v=value: v))
    lies: dict[str, list[Callable[..., Any]]] = {
        "winner": [lambda game, good, *_: game.rng.choice([None, 0, 1, shomei.DRAW])],
        "to_move": [lambda game, good, *_: 1 - good],
        "moves": [
            lambda game, good, *_: [*good, *good[:1]],
            lambda game, good, *_: [*good, *good],
            lambda game, good, *_: good[::-1],
            lambda game, good, *_: good[1:],
            lambda game, good, *_: dict.fromkeys(good),
            lambda game, good, *_: (move for move in good),
            lambda game, good, *_: [*good, Odd()],
            lambda game, good, *_: [Rude(move) for move in good],
        ],
        "play": [lambda game, good, *_: None],
        "key": [
            lambda game, good, *_: ("other", game.rng.random()),
        ],
        "format": [
            lambda game, good, *_: "node 1",
            lambda game, good, *_: "",
            lambda game, good, *_: "node x" * 5_000,
            lambda game, good, *_: "\ud800",
        ],
        "parse": [lambda game, good, *_: game.put(len(game.edges) - 1), lambda *_: None],
        "format_move": [
            lambda game, good, *_: "same",
            lambda game, good, *_: "",
            lambda game, good, *_: "two words",
            lambda game, good, *_: "\ud800",
        ],
    }
    for function, acts in lies.items():
        for i, act in enumerate(acts):
            found.append(Fault(function, LIES, f"{function} lies {i}", act))
    for function in ("to_move", "moves", "play", "winner", "key", "estimate"):
        found.append(Fault(function, LIES, f"{function} changes its argument", _change))
    return found


def _change(game: Faulty, good: Any, position: Any, *_: Any) -> Any:
    if isinstance(position, Box):
        position.at = (position.at + 1) % len(game.edges)
    elif game.kind == "cell":
        object.__setattr__(position, "at", (position.at + 1) % len(game.edges))
    else:
        game.shown = False
    return good


FAULTS: Final = _faults()


class Faulty(Net):
    """A game with one function that fails at some call."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = random.Random(seed + 1)
        self.fault = self.rng.choice(FAULTS)
        self.after = self.rng.choice((0, 1, 2, 3, 5, 8, 13, 21, 34, 55))
        # A game that consistently returns other results is another game.
        self.once = self.fault.sort == LIES or self.rng.random() < 0.5
        self.calls = 0
        self.shown = False
        self.raised: list[BaseException] = []

    def _do(self, function: str, good: Callable[[], Any], *arguments: Any) -> Any:
        if function != self.fault.function:
            return good()
        self.calls += 1
        if self.calls <= self.after or (self.once and self.shown):
            return good()
        self.shown = True
        try:
            right = good() if self.fault.sort == LIES else None
            return self.fault.act(self, right, *arguments)
        except BaseException as error:
            self.raised.append(error)
            raise

    def to_move(self, p: Any) -> Any:
        return self._do("to_move", lambda: super(Faulty, self).to_move(p), p)

    def moves(self, p: Any) -> Any:
        return self._do("moves", lambda: super(Faulty, self).moves(p), p)

    def play(self, p: Any, m: Any) -> Any:
        return self._do("play", lambda: super(Faulty, self).play(p, m), p)

    def winner(self, p: Any) -> Any:
        return self._do("winner", lambda: super(Faulty, self).winner(p), p)

    def key(self, p: Any) -> Any:
        return self._do("key", lambda: super(Faulty, self).key(p), p)

    def estimate(self, p: Any) -> Any:
        return self._do("estimate", lambda: super(Faulty, self).estimate(p), p)

    def format(self, p: Any) -> Any:
        return self._do("format", lambda: super(Faulty, self).format(p), p)

    def parse(self, text: str) -> Any:
        return self._do("parse", lambda: super(Faulty, self).parse(text), text)

    def format_move(self, p: Any, m: Any) -> Any:
        return self._do("format_move", lambda: super(Faulty, self).format_move(p, m), p)


def ask(game: Faulty, algorithm: str, way: int) -> str:
    """Asks a question, and compares the answer with the true one; returns the question."""
    side = game.rng.randrange(2)
    wins = 0 in game.wins(side)
    usual: dict[str, Any] = {"algorithm": algorithm, "memory": "1MiB", "nodes": 20_000}
    if algorithm not in ("alpha-beta",):
        usual["init"] = game.rng.choice(("unit", "mobility", "eval"))
    expected = {True: "proved", False: "disproved"}
    match way:
        case 0:
            result = shomei.solve(game, attacker=game.sides[side], **usual)
            assert result.answer == expected[wins]
            return "solve"
        case 1:
            assert shomei.value(game, **usual).value == game.value(0)
            return "value"
        case 2:
            moved = shomei.moves(game, **usual)
            opposite = {"win": "loss", "loss": "win", "draw": "draw"}
            for one in moved.moves:
                node = game.at(Net.play(game, game.put(0), one.move))
                same = game.mover[node] == game.mover[0]
                end = game.end[node]
                if end is not None:
                    value = "draw" if end == shomei.DRAW else (
                        "win" if end == game.mover[0] else "loss")  # fmt: skip
                else:
                    value = game.value(node) if same else opposite[game.value(node)]
                assert one.value == value
            return "moves"
        case 3:
            usual["algorithm"] = "df-pn"
            result = shomei.shortest(game, **usual)
            if result.answer == "proved":
                assert (result.length, result.length_proven) == (game.length(0), True)
            assert (result.answer == "proved") == (game.length(0) is not None)
            return "shortest"
        case 4:
            result = shomei.solve(
                game, attacker=game.sides[side], certificate=True, check=True, **usual
            )
            assert result.answer == expected[wins]
            return "certificate"
        case 5:
            with shomei.Session(game, **usual) as session:
                going = [node for node, end in enumerate(game.end) if end is None]
                for node in game.rng.sample(going, min(3, len(going))):
                    result = session.solve(game.put(node), attacker=game.sides[side])
                    assert result.answer == expected[node in game.wins(side)]
                    assert session.value(game.put(node)).value == game.value(node)
            return "session"
        case 6:
            result = shomei.solve(game, attacker=game.sides[side], certificate=True, **usual)
            assert result.answer == expected[wins]
            if result.problems:
                assert game.shown
                return "walk, reported"
            assert result.certificate is not None
            walk(game, shomei.Certificate(bytes(result.certificate), game), side)
            return "walk"
        case _:
            shomei.check_game(game, lines=5, plies=20)
            return "check_game"


def walk(game: Net, certificate: shomei.Certificate, side: int) -> None:
    """Reads a certificate, and checks that its records are true."""
    wins = game.wins(side)
    todo, seen = [certificate.root], set()
    proved = certificate.claim == "proved"
    while todo:
        node = todo.pop()
        if node.number in seen:
            continue
        seen.add(node.number)
        assert (game.at(node.position.value) in wins) == proved
        todo.extend(node.children())
        assert node.number is None or node.size is not None


def reported(error: BaseException) -> str:
    """The functions in the traceback of an exception and of its causes."""
    return "".join(traceback.format_exception(error))


def trial(seed: int) -> tuple[str, str]:
    """One game: the question and its end."""
    game = Faulty(seed)
    algorithm = ALGORITHMS[seed % len(ALGORITHMS)]
    way = game.rng.randrange(8)
    about = f"seed {seed}, {algorithm}, way {way}: {game.fault.name} after {game.after}"
    try:
        what = ask(game, algorithm, way)
    except AssertionError as error:
        raise AssertionError(f"{about}: a wrong answer") from error
    except (shomei.Error, shomei.Rejected) as error:
        assert game.shown, f"{about}: an exception without a fault: {error!r}"
        own = error.__cause__ in game.raised and error.__cause__ is not None
        at_place = bool(error.place) or isinstance(error, (shomei.Rejected, shomei.InputError))
        assert at_place or own, f"{about}: no place: {error!r}"
        # A text that cannot be read is bad input; the kit reports the broken law.
        assert game.fault.sort != RAISES or game.fault.function == "parse" or way == 7, about
        return str(way), type(error).__name__
    except BaseException as error:
        assert game.shown, f"{about}: an exception without a fault: {error!r}"
        if game.fault.sort == RAISES:
            assert any(error is one for one in game.raised), f"{about}: another {error!r}"
            word = "in deep" if "recurses" in game.fault.name else "in boom"
            assert word in reported(error), f"{about}: lost its traceback"
        else:
            # A function of the game failed on the result of another one.
            assert "nets.py" in reported(error) or "test_faults.py" in reported(error), about
            assert not isinstance(error, SystemError) and "Panic" not in type(error).__name__, about
            assert any(
                frame.name in dir(Odd) + dir(Rude) or "nets.py" in frame.filename
                for frame in traceback.extract_tb(error.__traceback__)
            ), f"{about}: {error!r} is not an exception of the game"
        return str(way), "own"
    # The kit passes texts of no position, which may be refused with any exception.
    is_reported = what == "walk, reported" or (way, game.fault.function) == (7, "parse")
    if game.shown and game.fault.sort != LIES and not is_reported:
        raise AssertionError(f"{about}: an answer of {what} although the fault was shown")
    return what, "answer in spite" if game.shown else "answer"


def test_a_game_that_misbehaves_never_gets_a_wrong_answer() -> None:
    count = Counter(trial(seed)[1] for seed in range(GAMES))
    assert count["own"] > 150 and count["GameError"] > 150, count


def test_every_algorithm_is_right_about_sound_games() -> None:
    for seed in range(SOUND):
        game = Net(seed)
        wins = [game.wins(side) for side in (0, 1)]
        for algorithm in ALGORITHMS:
            side = (seed + len(algorithm)) % 2
            result = shomei.solve(
                game, attacker=game.sides[side], algorithm=algorithm, memory="1MiB"
            )
            assert (result.answer == "proved") == (0 in wins[side]), (seed, algorithm)
        assert shomei.value(game).value == game.value(0), seed
        length = game.length(0)
        if length is not None:
            assert shomei.shortest(game).length == length, seed


CHECKED = """
import pathlib, sys
import shomei
from nets import Net
for path in pathlib.Path(sys.argv[1]).iterdir():
    shomei.check(path, game=Net(int(path.stem)))
print("all accepted")
"""


def test_certificates_are_accepted_by_a_fresh_process(tmp_path: Path) -> None:
    for seed in range(SOUND):
        algorithm = ALGORITHMS[seed % len(ALGORITHMS)]
        path = tmp_path / f"{seed}.proof"
        shomei.solve(Net(seed), algorithm=algorithm, certificate=path, memory="1MiB")
    program = [sys.executable, "-c", CHECKED, str(tmp_path)]
    folder = Path(__file__).parent
    ended = subprocess.run(program, capture_output=True, text=True, cwd=folder, timeout=60)
    assert ended.stdout == "all accepted\n", ended.stderr


def test_one_key_for_all_positions_is_named_by_the_kit() -> None:
    """A search cannot detect this: positions with equal keys are the same position."""

    class OneKey(Net):
        def key(self, position: Any) -> Any:
            return 7

    with pytest.raises(shomei.GameError, match="key"):
        shomei.check_game(OneKey(2))


@pytest.mark.parametrize("text", ["", "two words", "\u2003", "same"])
def test_a_text_of_a_move_that_does_not_name_it_is_refused(text: str) -> None:
    class Named(Net):
        def format_move(self, position: Any, move: Any) -> Any:
            return text

    with pytest.raises(shomei.GameError, match="format_move"):
        shomei.moves(Named(2))


def test_a_slip_of_winner_about_the_end_is_noticed() -> None:
    for seed in range(50):
        game = Slip(seed)
        try:
            answer = shomei.value(game).value
        except shomei.GameError as error:
            assert game.slipped and error.place
        else:
            assert not game.slipped and answer == game.value(0)


class Slip(Net):
    """A game that returns another winner of a finished position once."""

    slipped = False

    def winner(self, position: Any) -> Any:
        end = super().winner(position)
        if end is None or self.slipped:
            return end
        self.slipped = True
        return 1 - end if isinstance(end, int) else 0


def test_certificates_name_the_position_that_was_asked_about() -> None:
    class Elsewhere(Net):
        def format(self, position: Any) -> Any:
            return "node 1"

    with pytest.raises(shomei.UsageError, match="another position"):
        shomei.solve(Elsewhere(2), certificate=True)

    class Unread(Net):
        def parse(self, text: str) -> Any:
            raise KeyError(text)

    with pytest.raises(shomei.UsageError, match=r"certificate: .*KeyError"):
        shomei.solve(Unread(2), certificate=True)


@pytest.mark.parametrize("fails", [False, True])
def test_a_game_that_holds_its_session_answer_and_exception_is_freed(fails: bool) -> None:
    class Holding(Net):
        held: tuple[Any, ...] = ()

        def moves(self, position: Any) -> Any:
            return boom(ValueError("asked to fail")) if fails else super().moves(position)

    game = Holding(2)
    session = shomei.Session(game)
    try:
        result = session.solve(certificate=True)
        game.held = (session, result, result.root, result.certificate)
    except ValueError as error:
        game.held = (session, error)
    alive = weakref.ref(game)
    del game, session
    result = None  # type: ignore[assignment]
    gc.collect()
    assert alive() is None
