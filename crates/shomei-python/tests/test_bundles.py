"""Bundles of the command line and of the package."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
import shomei
from interrupted import Nim

BUNDLE = Path(__file__).parent / "data" / "mate-in-3.zip"


def entries() -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(BUNDLE) as archive:
        return [(entry.filename, archive.read(entry)) for entry in archive.infolist()]


def packed(files: list[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def test_the_results_of_a_bundle() -> None:
    verdict = shomei.check_bundle(BUNDLE)
    assert verdict.accepted
    assert verdict.manifest["question"] == "solution"
    assert verdict.manifest["verdict"] == "unique but for the last move"
    assert verdict.results[0]["length"] == [3, 3]
    assert verdict.certificates == len(entries()) - 1
    assert shomei.check_bundle(packed(entries()), time=60) == verdict


def test_a_changed_bundle_is_rejected() -> None:
    files = entries()
    manifest = json.loads(files[0][1])
    manifest["verdict"] = "unique"
    files[0] = (files[0][0], json.dumps(manifest).encode())
    with pytest.raises(shomei.Rejected, match=r"the bundle is rejected: manifest\.json") as caught:
        shomei.check_bundle(packed(files))
    assert not caught.value.verdict.accepted
    verdict = shomei.check_bundle(packed(entries()[:-1]), strict=False)
    assert verdict.reason is not None
    assert ", the certificates prove " in verdict.reason
    assert verdict.results == []
    assert not shomei.check_bundle(b"no archive", strict=False).accepted
    limited = shomei.check_bundle(BUNDLE, strict=False, edges=1)
    assert limited.limit
    with pytest.raises(shomei.UsageError, match="edges"):
        shomei.check_bundle(BUNDLE, edges=-1)
    with pytest.raises(FileNotFoundError):
        shomei.check_bundle("missing.zip")


OTHELLO = "XXXXXXXXXOOOOOOXXOOXXOXXXOXOXXOXXXOXOXXXXXXOXX---XXXX---XXXXX-O- O"
MATE = "8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1"
LOA = "...x....o.................oxx....o..ooo....ox................... x"

QUESTIONS: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "a win": ("solve", "loa", {"position": LOA}, "win"),
    "a win of one side": ("solve", "loa", {"position": LOA, "attacker": "white"}, "win"),
    "the shortest win": ("shortest", "shogi", {"position": MATE}, "win"),
    "the only solution": ("other_solutions", "shogi", {"position": MATE}, "solution"),
    "a value": ("value", "othello", {"position": OTHELLO}, "value"),
    "a score": ("score", "othello", {"position": OTHELLO}, "score"),
    "the value of every move": ("moves", "othello", {"position": OTHELLO}, "value-by-move"),
    "the score of every move": (
        "moves",
        "othello",
        {"position": OTHELLO, "scores": True},
        "score-by-move",
    ),
    "the length of every win": (
        "moves",
        "shogi",
        {"position": MATE, "attacker": "black", "shortest": True},
        "win-by-move",
    ),
}


@pytest.mark.parametrize("title", QUESTIONS)
def test_every_question_writes_a_bundle(title: str, tmp_path: Path) -> None:
    name, game, arguments, question = QUESTIONS[title]
    file = tmp_path / "x.ZIP"
    result = getattr(shomei, name)(game, **arguments, certificate=file)
    alone = getattr(shomei, name)(game, **arguments)
    verdict = shomei.check_bundle(file)
    assert verdict.manifest["question"] == question
    assert verdict.certificates > 0
    assert result.problems == ()
    row = verdict.results[0]
    assert row.get("answer", result.answer) == result.answer == alone.answer
    assert row.get("value", result.value) == result.value == alone.value
    assert row.get("score", [result.score] * 2) == [result.score] * 2
    if "length" in row:
        assert row["length"] == [result.length] * 2
    if result.moves:
        stated = {move["move"]: move for move in row["moves"]}
        assert len(stated) == len(result.moves)
        for move in result.moves:
            found = stated[move.move]
            assert found.get("value", move.value) == move.value
            assert found.get("answer", move.answer) == move.answer
            assert found.get("score", [move.score] * 2) == [move.score] * 2
    # The same question replaces the file; another position and another file do not.
    getattr(shomei, name)(game, **arguments, certificate=file)
    assert [path.name for path in tmp_path.iterdir()] == ["x.ZIP"]


def test_a_bundle_replaces_no_other_file(tmp_path: Path) -> None:
    file = tmp_path / "x.zip"
    shomei.value("othello", OTHELLO, certificate=file)
    before = file.read_bytes()
    with pytest.raises(FileExistsError, match="not a bundle for this position"):
        shomei.solve("loa", LOA, certificate=file)
    assert file.read_bytes() == before
    shomei.solve("loa", LOA, certificate=file, force=True)
    assert shomei.check_bundle(file).manifest["game"] == "loa"


def test_all_moves_need_a_bundle(tmp_path: Path) -> None:
    with pytest.raises(shomei.UsageError, match="a bundle holds: give a name such as"):
        shomei.moves("othello", OTHELLO, certificate=tmp_path / "x.proof")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("scores", [False, True])
def test_a_check_of_all_moves_without_a_bundle_is_refused_before_the_search(scores: bool) -> None:
    def searches(_: object) -> None:
        pytest.fail("the search has begun")

    with pytest.raises(shomei.UsageError, match="a bundle holds: give a name such as"):
        shomei.moves("othello", OTHELLO, scores=scores, check=True, on_move=searches)


def test_a_limit_leaves_results_open(tmp_path: Path) -> None:
    file = tmp_path / "x.zip"
    result = shomei.moves("loa", "start", nodes=20, certificate=file)
    assert result.value is None
    assert shomei.check_bundle(file).results[0]["value"] == "unknown"


def test_a_session_keeps_its_tables_after_a_bundle(tmp_path: Path) -> None:
    with shomei.Session("loa") as session:
        first = session.solve(LOA, certificate=tmp_path / "x.zip", check=True)
        again = session.solve(LOA)
    assert again.nodes < first.nodes / 10


class Drawn(Nim):
    """A game with the same name and the same positions, but with other values."""

    name = "nim"

    def winner(self, p: tuple[int, int]) -> Any:
        return shomei.DRAW if p[0] == 0 else None


@pytest.mark.parametrize("name", ["solve", "value", "shortest", "moves"])
def test_a_bundle_of_a_game_in_python(name: str, tmp_path: Path) -> None:
    file = tmp_path / "nim.zip"
    result = getattr(shomei, name)(Nim(), (5, 0), certificate=file)
    verdict = shomei.check_bundle(file, game=Nim())
    row = verdict.results[0]
    assert row.get("answer", "proved") == result.answer == "proved"
    assert row.get("value", "win") == "win"
    assert len(row.get("moves", ())) == len(result.moves)
    with pytest.raises(shomei.InputError, match="no game named"):
        shomei.check_bundle(file)
    assert not shomei.check_bundle(file, game=Drawn(), strict=False).accepted
    assert not shomei.check_bundle(BUNDLE, game=Nim(), strict=False).accepted
    assert shomei.check_bundle(BUNDLE, game="shogi").accepted
    assert not shomei.check_bundle(BUNDLE, game="loa", strict=False).accepted


def test_a_game_that_gives_up_ends_the_check(tmp_path: Path) -> None:
    file = tmp_path / "nim.zip"
    shomei.moves(Nim(), (5, 0), certificate=file)

    class Failing(Nim):
        name = "nim"

        def moves(self, p: tuple[int, int]) -> list[int]:
            if p[0] == 3:
                raise ZeroDivisionError("three")
            return super().moves(p)

    with pytest.raises(ZeroDivisionError, match="three"):
        shomei.check_bundle(file, game=Failing())


def test_a_changed_bundle_of_a_game_in_python_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "nim.zip"
    shomei.moves(Nim(), (5, 0), certificate=file)
    data = file.read_bytes()
    # The central directory after the entries has fields without a meaning.
    for place in range(0, data.index(b"PK\x01\x02"), 7):
        changed = bytearray(data)
        changed[place] ^= 1
        verdict = shomei.check_bundle(bytes(changed), game=Nim(), strict=False)
        assert not verdict.accepted, place
