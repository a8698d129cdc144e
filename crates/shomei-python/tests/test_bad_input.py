"""Bad input, one by one: a `shomei.Error` with the place, and a process that survives."""

from __future__ import annotations

import pickle
import random
import threading
from collections.abc import Callable
from typing import Any, Final

import pytest
import shomei

LOA: Final = "start"
"""A position of Lines of Action that takes long."""


class Nim:
    """The game of the questions."""

    start = (9, 0)

    def to_move(self, p: Any) -> Any:
        return p[1]

    def moves(self, p: Any) -> Any:
        return [n for n in (1, 2, 3) if n <= p[0]]

    def play(self, p: Any, n: Any) -> Any:
        return (p[0] - n, 1 - p[1])

    def winner(self, p: Any) -> Any:
        return 1 - p[1] if p[0] == 0 else None


@pytest.mark.parametrize("position", [[9, 0], {}, {9}, bytearray(b"x"), object(), (9, [0])])
def test_a_position_that_does_not_tell_itself_apart_is_refused(position: Any) -> None:
    with pytest.raises(shomei.GameError, match=r"position has .* in it") as caught:
        shomei.solve(Nim(), position)
    assert caught.value.place["position"] == repr(position)


def test_a_position_of_values_in_values_without_end_is_refused() -> None:
    deep: Any = ()
    for _ in range(100_000):
        deep = (deep,)
    with pytest.raises(shomei.GameError, match="too deep"):
        shomei.solve(Nim(), (deep, 0))


def test_texts_that_are_not_unicode_tell_positions_apart() -> None:
    class Text(Nim):
        def play(self, p: Any, n: Any) -> Any:
            return (*super().play(p, n), "\ud800")

    assert shomei.solve(Text(), (5, 0, "\ud800")).answer == "proved"
    with pytest.raises(shomei.InputError):
        shomei.solve("loa", "\ud800")


@pytest.mark.parametrize("end", ["x", 2, -1, True, 0.0, b"draw", (), 1 << 80, "\ud800"])
def test_a_winner_that_is_none_names_the_position(end: Any) -> None:
    class Wrong(Nim):
        def winner(self, p: Any) -> Any:
            return end if p[0] == 0 else None

    with pytest.raises(shomei.GameError, match=r"winner\(\) returned") as caught:
        shomei.solve(Wrong())
    assert caught.value.place["position"] in ("(0, 0)", "(0, 1)")


@pytest.mark.parametrize("move", [4, 0, -1, "4", "x", None, 1.5, [], b"1", 1 << 80, float("nan")])
def test_a_move_that_is_not_there_is_refused(move: Any) -> None:
    with pytest.raises(shomei.InputError):
        shomei.show(Nim()).play(move)


@pytest.mark.parametrize("move", ["zz", "", "a1a1", None, 3, b"d3", "\ud800"])
def test_a_move_of_a_built_in_game_that_is_not_there_is_refused(move: Any) -> None:
    with pytest.raises(shomei.Error):
        shomei.show("othello").play(move)


def test_an_exception_while_moves_are_compared_comes_out() -> None:
    class Odd:
        def __eq__(self, other: object) -> bool:
            raise ArithmeticError("no comparison")

        __hash__ = None  # type: ignore[assignment]

    with pytest.raises(ArithmeticError):
        shomei.show(Nim()).play(Odd())


def test_a_session_in_use_is_busy_and_both_threads_live() -> None:
    session = shomei.Session("loa")
    asked = threading.Event()
    found: list[Any] = []

    def long() -> None:
        found.append(session.solve(LOA, progress=lambda _: asked.set()))

    thread = threading.Thread(target=long)
    thread.start()
    assert asked.wait(10)
    for question in (session.solve, session.value, session.moves, session.shortest):
        with pytest.raises(shomei.BusyError):
            question(LOA)
    with pytest.raises(shomei.BusyError):
        session.forget()
    session.stop()
    thread.join(10)
    assert not thread.is_alive()
    assert found[0].stopped_by == "interrupt"
    session.go_on()
    assert session.solve(LOA, nodes=100).nodes > 0


def test_a_game_that_asks_its_own_session_gets_an_error() -> None:
    class Curious(Nim):
        session: Any = None
        three: Any = None

        def moves(self, p: Any) -> Any:
            if self.session is not None:
                self.session.solve(self.three)
            return super().moves(p)

    game = Curious()
    session = shomei.Session(game)
    game.three = session.position((3, 0))
    game.session = session
    with pytest.raises(shomei.BusyError):
        session.solve((9, 0))


def test_a_game_may_solve_another_game() -> None:
    class Nested(Nim):
        def winner(self, p: Any) -> Any:
            assert shomei.solve(Nim(), (2, 0)).answer == "proved"
            return super().winner(p)

    assert shomei.solve(Nested()).answer == "proved"


NEAR: Final[list[tuple[Callable[[], object], str | None]]] = [
    (lambda: shomei.solve("othelo"), "othello"),
    (lambda: shomei.solve("loa", algorithm="dfpn"), "df-pn"),
    (lambda: shomei.solve("loa", epsilom=1), "epsilon"),
    (lambda: shomei.solve("loa", schedul="weak"), "schedule"),
    (lambda: shomei.solve("loa", tme=1), "time"),
    (lambda: shomei.solve("loa", memry="1MiB"), "memory"),
    (lambda: shomei.solve("loa", attacker="whte"), "white"),
    (lambda: shomei.Session("loa").solve(None, certificat=True), "certificate"),
    (lambda: shomei.Session("loa").value(None, tim=3), "time"),
    (lambda: shomei.solve("", None), None),
    (lambda: shomei.solve("loa", rule="summ"), None),
]


@pytest.mark.parametrize("number", range(len(NEAR)))
def test_a_name_that_is_not_known_comes_with_the_nearest(number: int) -> None:
    ask, nearest = NEAR[number]
    with pytest.raises(shomei.UsageError) as caught:
        ask()
    assert caught.value.suggestion == nearest, caught.value


HUGE: Final = 10**400
VALUES: Final[dict[str, list[Any]]] = {
    "time": [-1, float("nan"), float("inf"), HUGE, "x", b"1", "9" * 400, True, []],
    "nodes": [-1, HUGE, 1.5, "9", True, b"", float("nan")],
    "memory": [-1, HUGE, 1.5, None, b"1MiB", "x", "", "9" * 400 + "GiB", "-1MiB"],
    "threads": [-1, 0, HUGE, 1.5, None, "2", True, 1 << 31],
    "algorithm": [None, 3, b"pn", "", [], "\ud800"],
    "attacker": [3, b"black", "", [], "\ud800"],
    "rules": [None, 3, b"x", "nonsense", ["x"]],
    "hints": [None, 3, "nonsense"],
    "progress": [3, "x", []],
    "depth": [-1, HUGE, "x", 1.5],
    "certificate": [3, b"x", 1.5, []],
    "epsilon": [None, "x", -1, [], float("nan")],
    "position": [3, b"start", [], ""],
    "game": [None, 3, b"loa", [], {}, Nim],
}
WRONG: Final = [{name: value} for name, values in VALUES.items() for value in values]


@pytest.mark.parametrize("given", WRONG, ids=lambda given: str(given)[:40])
def test_a_value_of_the_wrong_type_or_size_is_refused(given: dict[str, Any]) -> None:
    given = {"nodes": 50, **given}
    with pytest.raises(shomei.Error):
        shomei.solve(given.pop("game", "loa"), given.pop("position", None), **given)


@pytest.mark.parametrize("question", ["solve", "shortest", "value", "score", "moves"])
def test_arguments_of_another_question_are_refused(question: str) -> None:
    with shomei.Session("othello", nodes=10) as session:
        ask = getattr(session, question)
        with pytest.raises(shomei.UsageError, match="variations: only"):
            ask(variations=2)
        if question != "moves":
            with pytest.raises(shomei.UsageError, match="on_move: only"):
                ask(on_move=print)


@pytest.mark.parametrize("value", [-1, "x", 1.5, HUGE, None, True])
def test_numbers_of_questions_are_whole(value: Any) -> None:
    with pytest.raises(shomei.Error):
        shomei.other_solutions("loa", others=value, nodes=10)
    with pytest.raises(shomei.Error):
        shomei.perft("loa", depth=value)
    if value is not None:
        with pytest.raises(shomei.Error):
            shomei.other_solutions("loa", variations=value, nodes=10)
        with pytest.raises(shomei.Error):
            shomei.check(b"", positions=value)
    with pytest.raises(shomei.Error):
        shomei.check_game(Nim(), lines=value)


def test_what_is_more_than_a_game_takes_is_refused() -> None:
    for given in ({"rules": "x"}, {"hints": "x"}, {"weights": "x"}):
        with pytest.raises(shomei.UsageError):
            shomei.solve(Nim(), **given)  # type: ignore[arg-type]
    with pytest.raises(shomei.UsageError, match="threads"):
        shomei.solve(Nim(), threads=2)
    with pytest.raises(shomei.UsageError, match="start"):
        shomei.solve(NoStart())


class NoStart(Nim):
    start = None  # type: ignore[assignment]


def test_a_session_is_dead_after_its_game_has_failed() -> None:
    class Failing(Nim):
        def moves(self, p: Any) -> Any:
            if p[0] == 4:
                raise ValueError("four")
            return super().moves(p)

    with shomei.Session(Failing()) as session:
        with pytest.raises(ValueError, match="four") as first:
            session.solve((9, 0))
        with pytest.raises(shomei.GameError, match=r"failed earlier .*four") as second:
            session.solve((3, 0))
        assert second.value.__cause__ is first.value
    for use in (session.solve, session.forget, session.stop, session.go_on):
        with pytest.raises(shomei.UsageError, match="closed"):
            use()
    session.close()


def certificates() -> list[tuple[bytes, Any]]:
    """Certificates of a game in Python and of a built-in one."""
    othello = "OOOOOX----OOOX-X--OXOXXX-OOXOXOXOOXXXXXX-XXXXXXXX--XOXXX---OOOXX X"
    own = shomei.solve(Nim(), (15, 0), certificate=True).certificate
    built_in = shomei.solve("othello", othello, certificate=True, time=30).certificate
    assert own is not None and built_in is not None
    return [(bytes(own), Nim()), (bytes(built_in), None)]


def test_a_certificate_belongs_to_its_game_and_its_code() -> None:
    (own, _), (built_in, _) = certificates()

    class Other(Nim):
        name = "other"

    class OtherRules(Nim):
        name = "nim"
        rules = "misere"

    class OtherTexts(Nim):
        name = "nim"

        def parse(self, text: str) -> Any:
            raise KeyError(text)

    class OtherPlay(Nim):
        name = "nim"

        def winner(self, p: Any) -> Any:
            return p[1] if p[0] == 0 else None

    with pytest.raises(shomei.InputError):
        shomei.check(own)
    with pytest.raises(shomei.Error):
        shomei.Certificate(own).root  # noqa: B018
    for game in (Other(), OtherRules(), OtherTexts(), OtherPlay()):
        verdict = shomei.check(own, game=game, strict=False)
        assert not verdict.accepted and verdict.reason
        with pytest.raises(shomei.Rejected):
            shomei.check(own, game=game)
    for game in (Other(), OtherRules(), OtherTexts()):
        with pytest.raises(shomei.InputError):
            shomei.Certificate(own, game).root  # noqa: B018
    for one in ("loa", Nim()):
        with pytest.raises(shomei.Rejected):
            shomei.check(built_in, game=one)
    for nonsense in (b"", b"x", b"\0" * 1000, own[:20]):
        with pytest.raises(shomei.Error):
            shomei.check(nonsense)
        with pytest.raises(shomei.Error):
            shomei.Certificate(nonsense)
    for wrong in (3, None, [], bytearray(b"x"), object()):
        with pytest.raises((shomei.Error, TypeError)):
            shomei.check(wrong)  # type: ignore[arg-type]
    with pytest.raises(OSError):
        shomei.check("there is no such file")


def test_a_damaged_certificate_is_never_believed_and_never_ends_the_process() -> None:
    rng = random.Random(5)
    count = 0
    for data, game in certificates():
        claimed = shomei.Certificate(data, game)
        for _ in range(1_000):
            bad = bytearray(data)
            for _ in range(rng.choice((1, 1, 1, 2, 8))):
                bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
            if rng.random() < 0.1:
                del bad[rng.randrange(len(bad)) :]
            if bytes(bad) == data:
                continue
            verdict = shomei.check(bytes(bad), game=game, strict=False, time=10) if (
                game is not None or rng.random() < 0.5
            ) else None  # fmt: skip
            if verdict is not None and verdict.accepted:
                # Another right certificate, such as one with an unneeded move.
                assert verdict.claim == claimed.claim and verdict.position == claimed.position
            try:
                certificate = shomei.Certificate(bytes(bad), game)
                todo = [certificate.root]
                for _ in range(20):
                    if not todo:
                        break
                    node = todo.pop()
                    todo += node.children()
                    node.size  # noqa: B018
                certificate.check(strict=False, time=10)
            except shomei.Error:
                count += 1
    assert count > 1_000


def test_exceptions_and_results_can_be_pickled() -> None:
    def again(value: Any) -> Any:
        return pickle.loads(pickle.dumps(value))

    with pytest.raises(shomei.UsageError) as usage:
        shomei.solve("othelo")
    assert again(usage.value).suggestion == "othello"
    with pytest.raises(shomei.InputError) as wrong:
        shomei.solve("loa", "8/9 b")
    assert again(wrong.value).place == wrong.value.place and str(again(wrong.value))
    (own, _), (built_in, _) = certificates()
    with pytest.raises(shomei.Rejected) as rejected:
        shomei.check(built_in, game="loa")
    assert again(rejected.value).verdict == rejected.value.verdict
    assert again(shomei.Certificate(own)) == shomei.Certificate(own)
    assert again(shomei.Interrupted()).result is None
    assert again(shomei.BusyError("x")).args == ("x",)
