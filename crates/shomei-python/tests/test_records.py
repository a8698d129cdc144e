"""Records of play: complete reading, making in Python, and writing."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
import shomei
from shomei import Branch, Record

KIF = """手合割：平手
先手：one
備考：first
備考：second
手数----指手---------消費時間--
*about all
*in two lines
   1 ７六歩(77)   ( 0:01/00:00:01)
*a remark
   2 ３四歩(33)   ( 0:01/00:00:01)
   3 ２二角成(88)   ( 0:01/00:00:01)
*another
   4 投了

変化：2手
   2 ８四歩(83)
*about the branch
   3 ２六歩(27)
*in the branch
   4 千日手
"""
WITH_BRANCHES = ("kifu", "kif", "ki2u", "ki2")


def read(data: bytes | Path) -> Record:
    return shomei.read_record("shogi", data, rules="full")


def test_all_that_a_record_says_is_read() -> None:
    record = read(KIF.encode())
    assert record.position == shomei.show("shogi", rules="full")
    assert record.moves == ("7g7f", "3c3d", "8h2b+")
    assert record.headers == (("先手", "one"), ("備考", "first"), ("備考", "second"))
    assert record.comment == "about all\nin two lines"
    assert record.comments == ((1, "a remark"), (3, "another"))
    assert record.ending == "投了"
    (branch,) = record.branches
    assert (branch.at, branch.moves) == (1, ("8c8d", "2g2f"))
    assert (branch.comment, branch.comments) == ("about the branch", ((2, "in the branch"),))
    assert branch.ending == "千日手"
    assert record.warnings == ()


def test_a_warning_shows_what_is_odd_about_a_file() -> None:
    odd = read(KIF.replace("投了", "何か", 1).encode())
    (warning,) = odd.warnings
    assert "何か" in warning and "line 13" in warning
    assert odd.ending == "何か"
    # The warning is about the file.
    assert dataclasses.replace(odd, warnings=()) == odd


def test_losses_are_what_a_form_cannot_express() -> None:
    record = read(KIF.encode())
    assert record.losses("kifu") == ()
    losses = {loss.kind: loss for loss in record.losses("csa")}
    assert (losses["branches"].count, losses["branches"].first) == (1, "8c8d")
    assert str(losses["branches"]) == losses["branches"].message
    with pytest.raises(shomei.InputError):
        record.losses("doc")


@pytest.mark.parametrize(
    ("game", "form", "moves"),
    [
        ("loa", "sgf", ("b1-b3", "a2-c2")),
        ("othello", "sgf", ("F5", "D6")),
        ("othello", "ggf", ("F5", "D6")),
    ],
)
def test_records_of_other_games_are_written(
    game: str, form: str, moves: tuple[str, ...], tmp_path: Path
) -> None:
    record = Record(shomei.show(game), moves, headers=(("PB", "one"),))
    assert form in {info.name: info for info in shomei.games()}[game].record_forms
    again = shomei.read_record(game, record.save(tmp_path / f"game.{form}"))
    assert (again.position, again.moves) == (record.position, moves)
    assert ("PB", "one") in again.headers


@pytest.mark.parametrize("form", WITH_BRANCHES)
def test_a_record_is_written_and_read_again(form: str, tmp_path: Path) -> None:
    record = read(KIF.encode())
    path = record.save(tmp_path / f"game.{form.upper()}")
    again = read(path)
    assert set(record.headers) <= set(again.headers)
    assert dataclasses.replace(again, headers=record.headers) == record
    assert path.read_bytes() == record.to_bytes(form)


def test_a_record_is_made_in_python() -> None:
    record = Record(
        position=shomei.show("shogi", rules="full"),
        moves=("7g7f", "3c3d"),
        headers=(("棋戦", "a match"),),
        comment="what it is about",
        comments=((2, "as usual"),),
        ending="千日手",
        branches=(Branch(1, ("8c8d",), "also played"),),
    )
    again = read(record.to_bytes("kifu"))
    assert again.headers[0] == ("棋戦", "a match")
    assert dataclasses.replace(again, headers=record.headers) == record
    # Lists are accepted, too.
    assert dataclasses.replace(record, moves=["7g7f", "3c3d"]).to_bytes("kifu") == (  # type: ignore[arg-type]
        record.to_bytes("kifu")
    )


@pytest.mark.parametrize(
    ("ending", "word"), [("won", "詰み"), ("failed", "不詰"), ("投了", "投了")]
)
def test_the_end_of_a_problem_is_written(ending: str, word: str) -> None:
    problem = shomei.show("shogi", "4k4/9/4G4/9/9/9/9/9/9 b G 1")
    record = Record(problem, moves=("G*5b",), ending=ending)
    text = record.to_bytes("kifu").decode()
    assert f"   2 {word}" in text
    again = shomei.read_record("shogi", text.encode())
    assert (again.moves, again.ending) == (("G*5b",), ending)
    assert again.position.text.startswith("4k4/9/4G4/9/9/9/9/9/9 b G")


@pytest.mark.parametrize(
    ("record", "form", "message"),
    [
        ({"moves": ("7g7d",)}, "kifu", "7g7d"),
        ({"moves": ("7g7f", "7g7f")}, "kifu", "7g7f"),
        ({"branches": (Branch(0, ("1a9i",)),)}, "kifu", "1a9i"),
        ({}, "doc", "doc"),
        ({}, "", "form"),
    ],
)
def test_what_cannot_be_written_is_refused(
    record: dict[str, object], form: str, message: str
) -> None:
    made = Record(shomei.show("shogi", rules="full"), **record)  # type: ignore[arg-type]
    with pytest.raises(shomei.InputError, match=message):
        made.to_bytes(form)


def test_games_without_records_say_so() -> None:
    made = Record(shomei.show("tree", rules="a = OR { Won }"))
    with pytest.raises(shomei.InputError, match="tree has no records of play"):
        made.to_bytes("kif")
    with pytest.raises(shomei.InputError, match="tree has no records of play"):
        shomei.read_record("tree", b"x", rules="a = OR { Won }")
