"""The questions about built-in games: known values, and the fields of answers."""

from __future__ import annotations

import io
import json
import pickle
import re
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import shomei

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "corpus"
in_repository = pytest.mark.skipif(
    not CORPUS.is_dir(), reason="the corpora are in the repository, not in the package"
)

DIAGRAM_4 = "...x....o.................oxx....o..ooo....ox................... x"
OTHELLO = "OOOOOX----OOOX-X--OXOXXX-OOXOXOXOOXXXXXX-XXXXXXXX--XOXXX---OOOXX X"
MATE = "4k4/9/9/9/9/9/9/9/9 b R2G 1"
THREE = "9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1"
UTTT = (
    "O;..@.....O;OX..O.X.X/XOOOXOX../...XX.OX./.XXO.OX.X/O..X.X..O/.XXO...OX/..OOOX.XO/OO....O.X/"
    "X.O..OXXO"
)
UTTT_DRAW = (
    "O;O..XX@O.X;X.OOOOXOX/OO.O...X./O.X.OOXX./OX.XXXXOO/XXO.X.XXO/X...X..XO/.XXOO.OOO/X.XXOOO.O/"
    "X..X..X.O"
)
TREE = "R = AND { X, Y }  Y = OR { P, Q }  X = OR { S, P }  P = AND { Y }  S = AND { X }  Q = AND { Won }"
BUILTIN = [
    ("loa", "", DIAGRAM_4),
    ("othello", "", OTHELLO),
    ("shogi", "", MATE),
    ("uttt", "", UTTT),
    ("tree", TREE, "R"),
]


def corpus(name: str) -> list[tuple[str, dict[str, str]]]:
    """The positions of a corpus with the fields of their lines."""
    found = []
    for line in (CORPUS / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            position, *parts = line.split(" ; ")
            found.append((position, dict(part.strip().split("=", 1) for part in parts)))
    return found


def corpus_lines() -> list[Any]:
    if not CORPUS.is_dir():
        return []
    cases = []
    for name in ("loa.txt", "loa-cycles.txt", "othello.txt", "shogi.txt", "uttt.txt"):
        game = re.split(r"[-.]", name)[0]
        for number, (position, facts) in enumerate(corpus(name)):
            cases.append(pytest.param(game, position, facts, id=f"{name}-{number}"))
    return cases


@in_repository
@pytest.mark.parametrize(("game", "position", "facts"), corpus_lines())
def test_positions_of_the_corpora_have_their_values(
    game: str, position: str, facts: dict[str, str]
) -> None:
    result = shomei.solve(
        game,
        position,
        rules=facts.get("rules", ""),
        attacker=facts["attacker"],
        certificate=True,
        check=True,
    )
    assert facts["value"] in ("unknown", result.answer)
    certificate = result.certificate
    assert certificate is not None
    assert certificate.claim == result.answer
    assert certificate.attacker == facts["attacker"]
    assert not result.problems
    assert all(mv in (before.moves) for before, mv in before_moves(result))


def before_moves(result: shomei.Result) -> Iterator[tuple[shomei.Position, Any]]:
    """Each move of a line with the position before it."""
    position = result.root
    for move, after in result.positions():
        yield position, move
        position = after


def perft_lines() -> list[Any]:
    if not CORPUS.is_dir():
        return []
    cases = []
    for path in sorted(CORPUS.glob("*.perft")):
        game, rules, position = path.stem, "", ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            word, _, rest = line.partition(" ")
            if word == "rules":
                rules = rest
            elif word == "position":
                position = rest
            elif word.isdigit() and int(rest) <= 100_000:
                case = (game, rules, position, int(word), int(rest))
                cases.append(pytest.param(*case, id=f"{game}-{number}"))
    return cases


@in_repository
@pytest.mark.parametrize(("game", "rules", "position", "depth", "paths"), perft_lines())
def test_move_paths_are_those_of_the_corpora(
    game: str, rules: str, position: str, depth: int, paths: int
) -> None:
    assert shomei.perft(game, position, depth, rules=rules) == paths


def test_move_paths_are_counted_for_each_move() -> None:
    start = shomei.show("loa")
    reported = dict(start.divide(2))
    assert set(reported) == set(start.moves)
    assert sum(reported.values()) == shomei.perft("loa", None, 2) == 1244


@pytest.mark.parametrize(("game", "rules", "position"), BUILTIN)
def test_solve_proves_each_built_in_game(game: str, rules: str, position: str) -> None:
    result = shomei.solve(game, position, rules=rules, attacker="or" if game == "tree" else None)
    assert result.answer == "proved"
    assert result.goal == f"{result.attacker} wins"
    assert result.line_complete
    assert result.nodes > 0
    assert result.stopped_by is None
    assert result.certificates == ()
    assert result.certificate is None
    assert result.game == game
    assert list(result.positions())[-1][1].outcome is not None
    assert str(result) in repr(result)


def test_the_line_of_diagram_4_is_that_of_the_command_line() -> None:
    result = shomei.solve("loa", DIAGRAM_4)
    assert result.nodes == 16_036
    assert " ".join(result.line[:8]) == "e4-d5 a2-a3 d4-c5 e5-d4 d1-c2 b5-d3 c2-b3 d4-b4"
    assert len(result.line) == 23


def test_a_side_is_named_by_how_it_begins() -> None:
    by_name = shomei.solve("loa", DIAGRAM_4, attacker="white")
    assert by_name.answer == "disproved"
    assert shomei.solve("loa", DIAGRAM_4, attacker="w").answer == by_name.answer
    assert str(by_name).startswith("disproved: white cannot force a win")
    with pytest.raises(shomei.UsageError):
        shomei.solve("loa", DIAGRAM_4, attacker="x-ray")


def test_depth_reports_the_answers_of_the_defender() -> None:
    text = "lnsgk2nl/1r4g2/ppppp1ppp/5p3/9/9/9/9/9 b RB2GSN2P 1"
    reported = shomei.solve("shogi", text, depth=3).refutation
    assert reported is not None
    assert reported["depth"] == 3
    assert reported["then"] == "all"
    assert reported["moves"]
    assert shomei.solve("shogi", text).refutation is None


@pytest.mark.parametrize(
    ("game", "position", "value", "sides"),
    [
        ("loa", DIAGRAM_4, "win", ["black"]),
        ("othello", OTHELLO, "win", ["black"]),
        ("uttt", UTTT, "win", ["o"]),
        ("uttt", UTTT_DRAW, "draw", ["o", "x"]),
    ],
)
def test_values_have_a_certificate_for_each_side_that_they_need(
    tmp_path: Path, game: str, position: str, value: str, sides: list[str]
) -> None:
    result = shomei.value(game, position, certificate=tmp_path / "x.proof", check=True)
    assert result.value == value
    assert sorted(each.attacker for each in result.certificates) == sides
    assert str(result).startswith(value)
    names = ["x.proof"] if len(sides) == 1 else [f"x.{side}.proof" for side in sides]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    for name in names:
        assert shomei.check(tmp_path / name).accepted


def test_a_lost_position_is_a_loss() -> None:
    lost = shomei.show("loa", DIAGRAM_4).play("e4-d5")
    result = shomei.value("loa", lost.text)
    assert result.value == "loss"
    assert result.attacker == "black"


def test_moves_have_values_and_the_best_is_first() -> None:
    result = shomei.moves("uttt", UTTT)
    reported = {move.move: move.value for move in result.moves}
    assert reported == {"ca": "win", "cb": "win", "cc": "draw", "cf": "loss", "ci": "loss"}
    assert [move.value for move in result.moves] == ["win", "win", "draw", "loss", "loss"]
    assert result.value == "win"
    for move in result.moves:
        assert move.line[0] == move.move
        assert move.answer is None
        assert move.stopped_by is None
    assert sum(move.nodes for move in result.moves) == result.nodes == 12_266


def test_moves_with_an_attacker_say_whether_that_side_wins() -> None:
    result = shomei.moves("uttt", UTTT, attacker="x")
    reported = {move.move: move.answer for move in result.moves}
    assert reported["cf"] == reported["ci"] == "proved"
    assert reported["ca"] == reported["cb"] == reported["cc"] == "disproved"
    assert all(move.value is None for move in result.moves)


def test_moves_have_the_scores_of_what_follows() -> None:
    result = shomei.moves("othello", OTHELLO, scores=True)
    assert result.moves
    root = shomei.show("othello", OTHELLO)
    for each in result.moves:
        next_position = root.play(each.move)
        after = shomei.score("othello", next_position).score
        assert after is not None
        expected = after if next_position.to_move == root.to_move else -after
        assert each.score == expected
        assert each.score_bounds == (expected, expected)
        assert each.value is None and each.answer is None
    assert result.score == result.moves[0].score
    open_ones = shomei.moves("othello", scores=True, nodes=1_000)
    assert open_ones.score is None
    assert all(each.score is None and each.score_bounds for each in open_ones.moves)
    with pytest.raises(shomei.UsageError, match="no scores"):
        shomei.moves("loa", DIAGRAM_4, scores=True)
    with pytest.raises(shomei.UsageError, match="a score is about both sides"):
        shomei.moves("othello", OTHELLO, scores=True, attacker="black")


def test_moves_have_lengths_where_they_are_asked_for() -> None:
    result = shomei.moves("shogi", THREE, attacker="black", shortest=True)
    root = shomei.show("shogi", THREE)
    wins = [each for each in result.moves if each.answer == "proved"]
    assert wins and result.moves[: len(wins)] == tuple(wins)
    for each in wins:
        next_position = root.play(each.move)
        alone = shomei.shortest("shogi", next_position, attacker="black")
        assert alone.length is not None
        assert (each.length, each.length_proven) == (alone.length + 1, True)
        assert len(each.line) == each.length
        assert each.to_dict()["length"] == each.length
    lengths = [each.length for each in wins]
    assert lengths == sorted(lengths, key=lambda length: length or 0)
    assert result.length == lengths[0] == shomei.shortest("shogi", THREE).length == 3
    others = result.moves[len(wins) :]
    assert others and all(each.length is None for each in others)
    assert ">plies</th>" in result._repr_html_()
    # They are not asked for by themselves.
    with shomei.Session("shogi") as session:
        assert all(each.length is None for each in session.moves(THREE, attacker="black").moves)
        again = session.moves(THREE, attacker="black", shortest=True)
        assert [each.length for each in again.moves] == [each.length for each in result.moves]
        assert "plies" not in session.moves(THREE)._repr_html_()
    with pytest.raises(shomei.UsageError, match="leave scores out"):
        shomei.moves("othello", OTHELLO, scores=True, shortest=True)


def test_moves_have_several_certificates_and_need_a_bundle() -> None:
    with pytest.raises(shomei.UsageError, match="need several certificates"):
        shomei.moves("loa", DIAGRAM_4, certificate=True)
    with (
        shomei.Session("loa") as session,
        pytest.raises(shomei.UsageError, match="need several certificates"),
    ):
        session.moves(DIAGRAM_4, certificate=True)


def test_scores_have_two_certificates_with_the_names_of_the_command_line(tmp_path: Path) -> None:
    result = shomei.score("othello", OTHELLO, certificate=tmp_path / "x.proof", check=True)
    assert result.score == 10
    assert result.score_bounds == (10, 10)
    assert " ".join(result.line) == "C8 G1 A6 A8 A4 A3 C7 B7 B3 A2 B8 G2 B2 H1"
    assert result.nodes == 6_440
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["x.at-least.proof", "x.at-most.proof"]
    reported = {name: shomei.check(tmp_path / name) for name in names}
    assert reported["x.at-least.proof"].records == 24
    assert reported["x.at-least.proof"].claim == "proved"
    assert reported["x.at-most.proof"].records == 57
    assert reported["x.at-most.proof"].claim == "disproved"
    assert repr(result.certificates[0]).startswith("<Certificate othello, black>=10: proved:")


def test_games_without_scores_refuse_to_be_scored() -> None:
    with pytest.raises(shomei.UsageError, match="score"):
        shomei.score("loa", DIAGRAM_4)


def test_the_shortest_mate_is_proven() -> None:
    result = shomei.shortest("shogi", MATE, certificate=True, check=True)
    assert result.length == 5
    assert result.length_proven
    assert len(result.line) == 5
    assert "5 plies" in str(result)
    win, no_shorter = result.certificates
    assert (win.plies, no_shorter.plies) == (None, 3)
    assert no_shorter.claim == "disproved"
    with pytest.raises(shomei.UsageError):
        shomei.shortest("shogi", MATE, algorithm="pn")


def test_the_shortest_mate_has_two_files(tmp_path: Path) -> None:
    file, second = tmp_path / "mate.proof", tmp_path / "mate.no-shorter.proof"
    result = shomei.shortest("shogi", MATE, certificate=file)
    assert [file.read_bytes(), second.read_bytes()] == [bytes(one) for one in result.certificates]
    second.write_text("a text")
    with pytest.raises(FileExistsError, match=r"mate\.no-shorter\.proof"):
        shomei.shortest("shogi", MATE, certificate=file)
    assert second.read_text() == "a text"


def test_wasted_drops_are_left_out_of_the_shortest_mate() -> None:
    position = "6gB1/7k1/9/6+R2/9/9/2g6/9/9 b Lrb2g4s4n3l18p 1"
    result = shomei.shortest("shogi", position, rules="tsume-mudaai")
    assert result.length == 7
    without = result.without_wasted_drops
    assert without is not None
    assert (without["length"], without["length_proven"], len(without["line"])) == (5, True, 5)
    assert shomei.shortest("shogi", position).without_wasted_drops is None


@pytest.mark.parametrize(
    ("position", "verdict"),
    [
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "unique"),
        (MATE, "unique but for the last move"),
        ("k8/9/1G7/9/K8/9/9/9/R8 b - 1", "not unique"),
    ],
)
def test_other_solutions_are_found(position: str, verdict: str) -> None:
    reported = shomei.other_solutions("shogi", position).other_solutions
    assert reported is not None
    assert reported["verdict"] == verdict
    assert bool(reported["others"]) == (verdict != "unique")


def test_variations_are_reported_on_request() -> None:
    result = shomei.other_solutions("shogi", MATE, variations=3)
    assert result.length == 5
    assert result.other_solutions is not None
    assert shomei.other_solutions("shogi", MATE, others=1).other_solutions != result.other_solutions


def test_positions_with_different_moves_are_different() -> None:
    position = shomei.show("shogi", "4k4/9/9/9/9/9/9/9/4K4 b R2Gr2g 1")
    other = position.for_attacker("white")
    assert len(position.moves) != len(other.moves)
    assert position != other and len({position, other}) == 2
    assert position == other.for_attacker("black")


def test_the_limits_of_a_check_are_numbers_or_texts(tmp_path: Path) -> None:
    path = tmp_path / "x.proof"
    shomei.solve("loa", DIAGRAM_4, certificate=path)
    for limit in (300, "5m", timedelta(minutes=5)):
        assert shomei.check(path, time=limit, held="256MiB").accepted
    assert not shomei.check(path, held="1B", strict=False).accepted
    assert not shomei.check(path, time="0s", strict=False).accepted
    bundle = tmp_path / "x.zip"
    shomei.solve("loa", DIAGRAM_4, certificate=bundle)
    assert shomei.check_bundle(bundle, time="5m", held="256MiB").accepted
    for wrong, text in [
        ({"held": "much"}, "held: expected a size"),
        ({"held": -1}, "held: expected a whole number"),
        ({"time": "long"}, "time: expected a time"),
        ({"time": -1}, "time: expected seconds"),
    ]:
        with pytest.raises(shomei.UsageError, match=f"^{text}"):
            shomei.check(path, **wrong)


def test_a_position_of_another_game_is_refused() -> None:
    othello = shomei.show("othello")
    mate = shomei.show("shogi", MATE)
    refused: list[Callable[[], object]] = [
        lambda: shomei.perft("loa", othello, 2),
        lambda: shomei.show("loa", othello),
        lambda: shomei.solve("loa", othello),
        lambda: shomei.Session("loa").position(othello),
        lambda: shomei.perft("shogi", mate, 2, rules="full"),
        lambda: shomei.show(shomei.Graph({"a": []}, to_move={"a": 0}), othello),
    ]
    for ask in refused:
        with pytest.raises(shomei.UsageError, match=r"^the position is one of .*, not one of "):
            ask()
    hinted = shomei.open_game("othello", hints="leaf=0")
    assert shomei.show(hinted, othello) == othello


def test_a_check_takes_what_the_search_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, Any]] = []
    monkeypatch.setattr(shomei.Certificate, "check", lambda _, **limits: seen.append(limits))
    shomei.solve("loa", DIAGRAM_4, memory="16MiB", time="2m", check=True)
    shomei.value("uttt", UTTT_DRAW, memory="16MiB", time=120, check=True)
    assert [one["held"] for one in seen] == [80 << 20] * len(seen)
    times = [one["time"] for one in seen]
    assert len(times) == 3 and all(0 < each < 120 for each in times)
    assert times[1] > times[2]


def test_options_are_those_of_the_command_line() -> None:
    usual = shomei.solve("loa", DIAGRAM_4)
    plain = shomei.solve("loa", DIAGRAM_4, algorithm="df-pn", epsilon=0, init="unit")
    assert plain.nodes != usual.nodes
    assert plain.to_dict()["options"] == {"epsilon": "0", "init": "unit"}
    weak = shomei.solve("loa", DIAGRAM_4, schedule="sum/weak", path_dependence=True)
    assert weak.to_dict()["options"]["schedule"] == "sum/weak"
    assert weak.to_dict()["options"]["path-dependence"] == "on"


def test_careless_searches_are_corrected_by_their_certificates() -> None:
    result = shomei.solve(
        "tree",
        "R",
        rules=TREE,
        attacker="or",
        init="unit",
        epsilon=0,
        path_dependence=False,
        certificate=True,
        check=True,
    )
    assert result.answer == "proved"
    assert result.line == ("Y", "Q", "Won")


@pytest.mark.parametrize("algorithm", [info.name for info in shomei.algorithms()])
@pytest.mark.parametrize(("game", "rules", "position"), BUILTIN)
def test_every_algorithm_gives_the_same_answer(
    game: str, rules: str, position: str, algorithm: str
) -> None:
    attacker = "or" if game == "tree" else None
    limit = 30_000
    result = shomei.solve(
        game, position, rules=rules, attacker=attacker, algorithm=algorithm, nodes=limit
    )
    assert result.answer in ("proved", "unknown")
    assert (result.answer == "unknown") == (result.stopped_by == "nodes")
    assert result.to_dict()["algorithm"] == algorithm
    if algorithm == "df-pn" and game != "loa":
        assert result.answer == "proved"


def test_threads_give_the_same_answers() -> None:
    assert shomei.solve("loa", DIAGRAM_4, threads=2).answer == "proved"
    with pytest.raises(shomei.UsageError, match="thread"):
        shomei.solve("loa", DIAGRAM_4, algorithm="pn", threads=2)


@pytest.mark.parametrize("memory", [1 << 20, "1MiB", "1.5 MiB", "2000k", "1m"])
def test_memory_is_a_number_or_a_text(memory: int | str) -> None:
    assert shomei.solve("loa", DIAGRAM_4, memory=memory).answer == "proved"


@pytest.mark.parametrize("memory", [64, "64", 1, (1 << 20) - 1, "0.5"])
def test_a_small_memory_needs_a_unit(memory: int | str) -> None:
    message = f'memory: {memory} has no unit; write "{memory}MiB", or "{memory}B" for bytes'
    with pytest.raises(shomei.UsageError) as raised:
        shomei.solve("loa", DIAGRAM_4, memory=memory)
    assert str(raised.value) == message
    assert shomei.solve("loa", DIAGRAM_4, memory="1024B").answer == "proved"


def test_memory_that_does_not_exist_is_refused() -> None:
    for memory in ("much", -1, 1.5, True):
        with pytest.raises(shomei.UsageError, match="memory"):
            shomei.solve("loa", DIAGRAM_4, memory=memory)


def test_limits_end_a_search_without_an_answer() -> None:
    by_nodes = shomei.solve("loa", nodes=1000)
    assert (by_nodes.answer, by_nodes.stopped_by) == ("unknown", "nodes")
    assert by_nodes.nodes <= 1001
    began = time.monotonic()
    for limit in (0.05, timedelta(milliseconds=50), "50ms"):
        by_time = shomei.value("loa", time=limit)
        assert (by_time.value, by_time.stopped_by) == (None, "time")
    assert time.monotonic() - began < 5
    assert "stopped by time" in str(by_time)
    wrong: tuple[Any, ...] = ("soon", True, [1])
    for none in wrong:
        with pytest.raises(shomei.UsageError, match="time"):
            shomei.solve("loa", time=none)
    for limit in (-1, 1.5):
        with pytest.raises(shomei.UsageError, match="nodes"):
            shomei.solve("loa", nodes=limit)


def test_hints_and_weights_change_no_answer(tmp_path: Path) -> None:
    reported = shomei.value("othello", OTHELLO, hints="leaf=0", algorithm="df-pn")
    assert reported.value == "win"
    assert reported.to_dict()["hints"]["hints"] == "leaf=0"
    with pytest.raises(shomei.UsageError):
        shomei.value("othello", OTHELLO, hints="roots=2")
    bad = tmp_path / "w"
    bad.write_bytes(b"no weights")
    with pytest.raises(shomei.Error):
        shomei.value("othello", OTHELLO, weights=bad)
    with pytest.raises(FileNotFoundError):
        shomei.value("othello", OTHELLO, weights=tmp_path / "none")


def test_rules_decide() -> None:
    at_least = shomei.solve("othello", OTHELLO, rules="black>=10")
    more = shomei.solve("othello", OTHELLO, rules="black>=12")
    assert (at_least.answer, more.answer) == ("proved", "disproved")
    game = shomei.open_game("othello", "black>=12")
    assert shomei.solve(game, OTHELLO).answer == "disproved"
    with pytest.raises(shomei.UsageError, match="rules"):
        shomei.solve(game, OTHELLO, rules="standard")


@pytest.mark.parametrize(
    ("mistake", "meant"),
    [({"epsilom": 1}, "epsilon"), ({"thread": 2}, "threads"), ({"ruels": ""}, "rules")],
)
def test_a_mistyped_argument_is_named_with_what_was_meant(
    mistake: dict[str, Any], meant: str
) -> None:
    with pytest.raises(shomei.UsageError) as raised:
        shomei.solve("loa", DIAGRAM_4, **mistake)
    assert raised.value.suggestion == meant


def test_names_that_do_not_exist_are_named_with_the_nearest() -> None:
    with pytest.raises(shomei.UsageError) as raised:
        shomei.solve("otello")
    assert raised.value.suggestion == "othello"
    with pytest.raises(shomei.UsageError) as raised:
        shomei.solve("loa", DIAGRAM_4, algorithm="dfpn")
    assert raised.value.suggestion == "df-pn"
    assert pickle.loads(pickle.dumps(raised.value)).suggestion == "df-pn"


def test_a_bad_position_says_where_it_is_bad() -> None:
    with pytest.raises(shomei.InputError) as raised:
        shomei.solve("loa", DIAGRAM_4.replace("oxx", "oqx"))
    assert raised.value.place == {"square": "d4"}
    with pytest.raises(shomei.InputError) as raised:
        shomei.solve("loa", "start moves b1-h1 a2-a2")
    assert raised.value.place == {"number": 2, "move": "a2-a2"}
    with pytest.raises(shomei.UsageError, match="text"):
        shomei.solve("loa", 5)


def test_a_session_keeps_its_knowledge() -> None:
    with shomei.Session("loa") as session:
        first = session.solve(DIAGRAM_4)
        again = session.solve(DIAGRAM_4)
        assert again.nodes < first.nodes / 10
        assert again.answer == first.answer
        session.forget()
        assert session.solve(DIAGRAM_4).nodes == first.nodes
        assert "loa" in repr(session)
        assert session.game.name == "loa"
        assert session.position(DIAGRAM_4).text == DIAGRAM_4
        assert session.value(DIAGRAM_4).value == "win"
        assert session.moves(DIAGRAM_4, nodes=10).moves
        assert session.shortest(DIAGRAM_4, nodes=50).length is None
    with pytest.raises(shomei.UsageError, match="closed"):
        session.solve(DIAGRAM_4)


def test_a_session_has_limits_that_a_question_may_change() -> None:
    with shomei.Session("loa", nodes=10) as session:
        assert session.solve(DIAGRAM_4).stopped_by == "nodes"
        assert session.solve(DIAGRAM_4, nodes=100_000).answer == "proved"
        with pytest.raises(shomei.UsageError, match="nodes"):
            session.solve(DIAGRAM_4, node=5)


def test_a_session_is_stopped_from_another_thread_and_goes_on() -> None:
    with shomei.Session("loa", time=60) as session:
        timer = threading.Timer(0.1, session.stop)
        timer.start()
        began = time.monotonic()
        result = session.solve()
        timer.join()
        assert time.monotonic() - began < 10
        assert (result.answer, result.stopped_by) == ("unknown", "interrupt")
        assert session.solve(DIAGRAM_4).answer == "unknown"
        session.go_on()
        assert session.solve(DIAGRAM_4).answer == "proved"


def test_sessions_run_side_by_side_in_threads() -> None:
    found: dict[int, str] = {}

    def ask(number: int) -> None:
        found[number] = shomei.solve("loa", DIAGRAM_4, time=60).answer

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == dict.fromkeys(range(4), "proved")


def test_a_session_that_is_asked_twice_at_once_is_busy() -> None:
    with shomei.Session("loa", time=60) as session:
        thread = threading.Thread(target=session.solve)
        thread.start()
        try:
            time.sleep(0.2)
            with pytest.raises(shomei.BusyError):
                session.solve(DIAGRAM_4)
        finally:
            session.stop()
            thread.join()


# The fields of docs/reference/json.md that are always present for one question; those of
# files, lists and threads belong to the command line.
ALWAYS = {
    "game", "position", "goal", "attacker", "rules", "algorithm", "options", "answer", "pn", "dn",
    "line", "line_complete", "generated", "expanded", "evaluated", "table_hits", "seconds",
    "threads", "memory", "stopped_by",
}  # fmt: skip


@pytest.mark.parametrize(("game", "rules", "position"), BUILTIN)
def test_a_result_has_the_fields_of_the_command_line(game: str, rules: str, position: str) -> None:
    result = shomei.solve(game, position, rules=rules, attacker="or" if game == "tree" else None)
    reported = result.to_dict()
    assert set(reported) >= ALWAYS
    assert json.loads(json.dumps(reported)) == reported
    assert reported["line"] == list(result.line)
    assert reported["answer"] == result.answer
    assert result.position == reported["position"]


@in_repository
def test_every_field_of_a_result_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`(\w+)`", page))
    results = [
        shomei.solve("loa", DIAGRAM_4),
        shomei.value("uttt", UTTT_DRAW),
        shomei.moves("uttt", UTTT),
        shomei.score("othello", OTHELLO),
        shomei.other_solutions("shogi", MATE),
        shomei.solve("shogi", "9/9/4k4/9/9/9/9/9/9 b 3SN 1", depth=2),
        shomei.solve("othello", OTHELLO, hints="leaf=3"),
    ]
    for result in results:
        reported = result.to_dict()
        assert set(reported) <= documented
        for move in reported.get("moves", ()):
            assert set(move) <= documented
        for other in (reported.get("yozume") or {}).get("others", ()):
            assert set(other) <= documented
    verdict = shomei.solve("loa", DIAGRAM_4, certificate=True).certificate
    assert verdict is not None
    assert set(verdict.check().to_dict()) <= documented


@pytest.mark.parametrize(("game", "rules", "position"), BUILTIN)
def test_a_certificate_is_walked_from_its_root_to_its_ends(
    tmp_path: Path, game: str, rules: str, position: str
) -> None:
    attacker = "or" if game == "tree" else None
    result = shomei.solve(game, position, rules=rules, attacker=attacker, certificate=True)
    certificate = result.certificate
    assert certificate is not None
    verdict = certificate.check()
    records: set[int] = set()
    edges = resolved = 0
    waiting = [certificate.root]
    assert waiting[0].move is None
    while waiting:
        node = waiting.pop()
        if node.number is None:
            assert node.says == "finished"
            assert node.position.outcome is not None
            assert node.children() == []
            assert node.size is None
            continue
        if node.number in records:
            continue
        records.add(node.number)
        children = node.children()
        assert node.moves == [child.move for child in children]
        edges += len(children)
        resolved += node.says == "resolved"
        if node.says == "choice":
            assert len(children) == 1
        elif node.says == "all":
            assert sorted(node.moves) == sorted(map(str, node.position.moves))
        else:
            assert not children
        waiting += children
    assert len(records) == verdict.records == certificate.records
    assert edges == verdict.edges
    assert resolved == verdict.to_dict()["resolved"]
    size = certificate.root.size
    assert size is not None
    assert size.longest_line == verdict.longest_line
    saved = certificate.save(tmp_path / "c.proof")
    assert saved.read_bytes() == bytes(certificate)
    assert len(certificate) == len(saved.read_bytes())
    opened = shomei.Certificate.open(saved)
    assert opened == certificate
    assert hash(opened) == hash(certificate)
    assert pickle.loads(pickle.dumps(certificate)) == certificate
    assert shomei.check(bytes(certificate)).accepted
    assert (opened.game, opened.position) == (game, result.position)


def test_follow_goes_down_a_certificate() -> None:
    result = shomei.solve("loa", DIAGRAM_4, certificate=True)
    certificate = result.certificate
    assert certificate is not None
    assert certificate.follow([]).position == certificate.root.position
    end = certificate.follow(result.line)
    assert end.says in ("finished", "resolved")
    after = certificate.follow(result.line[:2])
    assert after.move == result.line[1]
    assert after.children()[0].move == result.line[2]
    with pytest.raises(shomei.InputError) as raised:
        certificate.follow(["e4-d5", "a2-a2"])
    assert raised.value.place["number"] == 2
    with pytest.raises(shomei.InputError):
        certificate.follow(["d4-c5"])


def test_damaged_certificates_are_refused() -> None:
    certificate = shomei.solve("loa", DIAGRAM_4, certificate=True).certificate
    assert certificate is not None
    data = bytes(certificate)
    with pytest.raises(shomei.Error):
        shomei.check(data[:-20])
    verdict = shomei.check(data[: len(data) // 2], strict=False)
    assert not verdict
    assert verdict.reason
    with pytest.raises(shomei.InputError):
        shomei.Certificate(b"something else")
    with pytest.raises(shomei.Rejected) as raised:
        shomei.check(data, positions=1)
    assert raised.value.verdict.limit
    assert pickle.loads(pickle.dumps(raised.value)).verdict == raised.value.verdict


KIF = """手合割：平手
先手：one
後手：other
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:01/00:00:01)
*a remark
   3 中断
"""
CSA = "V2.2\nN+one\nN-other\nPI\n+\n+7776FU\n-3334FU\n%CHUDAN\n"


@pytest.mark.parametrize("record", [KIF.encode(), CSA.encode()])
def test_records_of_shogi_are_read(record: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(record)
    read = shomei.read_record("shogi", path, rules="full")
    assert read.moves == ("7g7f", "3c3d")
    assert "one" in dict(read.headers).values()
    assert read.position.text.startswith(
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b"
    )
    assert shomei.read_record("shogi", record, rules="full") == read
    position = read.position
    for move in read.moves:
        position = position.play(move)
    assert "7g7f" not in position.moves


def test_what_is_not_a_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(shomei.InputError):
        shomei.read_record("shogi", b"nothing of the kind")
    with pytest.raises(FileNotFoundError):
        shomei.read_record("shogi", tmp_path / "none.kif")


def test_sgf_is_a_form_of_positions_of_lines_of_action() -> None:
    sgf = "(;GM[9]FF[4]SZ[8];B[b1-b3];W[a2-c2])"
    after = shomei.show("loa", sgf)
    assert after == shomei.show("loa", "start moves b1-b3 a2-c2")


def test_progress_is_reported_and_may_end_a_search() -> None:
    reported: list[dict[str, Any]] = []
    shomei.solve("loa", time=0.6, progress=lambda numbers: reported.append(dict(numbers)))
    assert reported
    assert set(reported[0]) >= {"pn", "dn", "nodes", "seconds", "fill"}
    assert [each["nodes"] for each in reported] == sorted(each["nodes"] for each in reported)
    assert all(0 <= each["fill"] <= 1 for each in reported)

    class Enough(Exception):
        pass

    def enough(_: Any) -> None:
        raise Enough

    with pytest.raises(Enough):
        shomei.solve("loa", time=30, progress=enough)
    with pytest.raises(shomei.UsageError, match="progress"):
        shomei.solve("loa", DIAGRAM_4, progress=3)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_progress_bar_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, file = Terminal(), io.StringIO()
    monkeypatch.setattr("sys.stderr", screen)
    shomei.solve("loa", time=0.6, progress=True)
    assert "pn " in screen.getvalue()
    assert "nodes" in screen.getvalue()
    monkeypatch.setattr("sys.stderr", file)
    shomei.solve("loa", time=0.3, progress=True)
    assert file.getvalue() == ""


def test_results_become_a_table_of_pandas() -> None:
    pytest.importorskip("pandas", reason="needs pandas: pip install shomei[notebook]")
    frame = shomei.to_pandas([shomei.solve("loa", DIAGRAM_4), shomei.value("uttt", UTTT)])
    assert list(frame["answer"]) == ["proved", "proved"]
    assert next(iter(frame["expanded"])) == 16_036
    assert frame["value"][1] == "win"


def well_formed(html: str) -> ET.Element:
    """The parsed element; it contains no names of HTML entities."""
    assert "&nbsp;" not in html
    root = ET.fromstring(f"<all>{html}</all>")
    assert unescape("".join(root.itertext())).strip()
    return root


@pytest.mark.parametrize(("game", "rules", "position"), BUILTIN)
def test_notebooks_show_well_formed_pictures(game: str, rules: str, position: str) -> None:
    attacker = "or" if game == "tree" else None
    result = shomei.solve(game, position, rules=rules, attacker=attacker, certificate=True)
    certificate = result.certificate
    assert certificate is not None
    page = well_formed(result._repr_html_())
    assert len(page.findall(".//figure")) == min(len(result.line) + 1, 12)
    tree = well_formed(certificate._repr_html_())
    assert tree.findall(".//details")
    picture = result.root._repr_svg_()
    assert (picture is None) == (game == "tree")
    if picture is not None:
        assert "svg" in ET.fromstring(picture).tag
    if len(shomei.show(game, position, rules=rules).moves) > 1:
        moves = shomei.moves(game, position, rules=rules, nodes=2_000)
        assert len(well_formed(moves._repr_html_()).findall(".//tbody/tr")) == len(moves.moves)


def test_positions_are_looked_at_and_played() -> None:
    start = shomei.show("loa")
    assert start.to_move == "black"
    assert start.outcome is None
    assert len(start.moves) == 36
    after = start.play("b1-b3")
    assert after.to_move == "white"
    assert after != start
    assert start.play("b1-b3") == after
    assert hash(start.play("b1-b3")) == hash(after)
    assert "a b c d e f g h" in str(start)
    with pytest.raises(shomei.InputError):
        start.play("b1-b2")
    assert shomei.show("othello", OTHELLO).remaining == 14


def test_games_and_algorithms_say_what_there_is() -> None:
    games = {info.name: info for info in shomei.games()}
    assert list(games) == ["loa", "othello", "shogi", "tree", "uttt"]
    assert games["othello"].scores == (64, 2, "discs")
    assert games["loa"].sides == ("black", "white")
    assert "kif" in games["shogi"].record_forms
    algorithms = {info.name: info for info in shomei.algorithms()}
    assert set(algorithms) == {"alpha-beta", "pn", "pn2", "pn-star", "pds", "pds-pn", "df-pn"}
    epsilon = next(each for each in algorithms["df-pn"].options if each.name == "epsilon")
    assert epsilon.default == "0.25"
    assert epsilon.help


def test_every_public_name_has_a_docstring() -> None:
    for name in shomei.__all__:
        value = getattr(shomei, name)
        if callable(value):
            assert value.__doc__, name
            assert "\n    \n" not in value.__doc__
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", shomei.__version__)


def test_an_answer_that_a_certificate_corrects_says_so() -> None:
    rules = (
        "R = AND { X, Y }  Y = OR { P, Q }  X = OR { S, P }  P = AND { Y }  "
        "S = AND { X }  Q = AND { Won }"
    )
    careless = {"init": "unit", "epsilon": 0, "path_dependence": False}
    result = shomei.solve("tree", "R", rules=rules, attacker="or", certificate=True, **careless)
    assert result.answer == "proved"
    assert ["the answer is corrected" in problem for problem in result.problems] == [True]
    careful = shomei.solve("tree", "R", rules=rules, attacker="or", certificate=True)
    assert (careful.answer, careful.problems) == ("proved", ())
