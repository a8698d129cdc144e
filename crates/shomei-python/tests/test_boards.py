"""Pictures of positions, which the extension draws; `crates/shomei-board` tests what they show."""

from __future__ import annotations

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
    picture = shomei.show(game, START.get(game, "start"), rules=rules)._repr_svg_()
    assert picture is not None
    names = {name for each in ElementTree.fromstring(picture).iter() for name in each.attrib}
    assert not names & {"id", "class", "style", "href", "onclick", "data-square"}


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
def test_what_is_no_position_with_a_picture_gives_none(game: str, position: str) -> None:
    assert board_svg(game, "", position) is None
