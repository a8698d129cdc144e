"""Pictures of positions, drawn by the extension; `crates/shomei-board` tests their content."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
import shomei
from shomei._shomei import board_svg

SVG = "{http://www.w3.org/2000/svg}"
GAMES = ["loa", "othello", "shogi", "uttt"]
START = {"shogi": "startpos"}
LOA = ".xxxxxx.o......oo......oo......oo......oo......oo......o.xxxxxx. x"


@pytest.mark.parametrize("game", GAMES)
def test_every_built_in_game_with_a_board_has_a_picture(game: str) -> None:
    rules = "full" if game == "shogi" else ""
    picture = shomei.show(game, START.get(game, "start"), rules=rules)._repr_svg_()
    assert picture is not None
    tree = ElementTree.fromstring(picture)
    assert tree.get("role") == "img"
    assert tree.get("width") == "320"
    assert tree.findtext(f"{SVG}title") == tree.get("aria-label")
    assert len((tree.findtext(f"{SVG}desc") or "").splitlines()) > 9


@pytest.mark.parametrize("game", GAMES)
def test_pictures_can_stand_together_in_a_notebook(game: str) -> None:
    rules = "full" if game == "shogi" else ""
    position = shomei.show(game, START.get(game, "start"), rules=rules)
    picture = board_svg(game, position.game.rules, position.text)
    assert picture is not None
    names = {name for each in ElementTree.fromstring(picture).iter() for name in each.attrib}
    assert not names & {"id", "class", "style", "href", "onclick", "data-square"}
    # Alone it has a paper of its own, whose rules change no other part of a page.
    alone = position._repr_svg_()
    assert alone is not None
    tree = ElementTree.fromstring(alone)
    style = tree.findtext(f"{SVG}style") or ""
    assert re.findall(r"\.[\w-]+", style) == [".shomei-picture", ".shomei-paper"]
    names = {name for each in tree.iter() for name in each.attrib}
    assert not names & {"id", "style", "href", "onclick", "data-square"}


def test_the_move_that_led_to_a_position_is_marked() -> None:
    plain = board_svg("loa", "olympiad", LOA)
    marked = board_svg("loa", "olympiad", LOA, "d1-b3")
    assert plain is not None
    assert marked is not None
    assert marked.count("<rect") == plain.count("<rect") + 2
    assert board_svg("loa", "olympiad", LOA, '"/><script>') == plain


@pytest.mark.parametrize(
    ("game", "position"),
    [("tree", "a"), ("nim", "21 0"), ("loa", ""), ("loa", "start"), ("shogi", "startpos")],
)
def test_what_is_not_a_position_with_a_picture_gives_none(game: str, position: str) -> None:
    assert board_svg(game, "", position) is None
