"""Pictures of positions: what they show, and that they can stand together in a page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from shomei._boards import svg

SVG = "{http://www.w3.org/2000/svg}"
LOA = ".xxxxxx.o......oo......oo......oo......oo......oo......o.xxxxxx. x"
OTHELLO = "---------------------------OX------XO--------------------------- X"
SHOGI = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
SHOGI_START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
UTTT = (
    "O;X@.#O....;XXXO...../O......../........./XOXXOOOXO/OOOX...../........./........./"
    "X......../........."
)
UTTT_START = "X;.........;" + "/".join(["........."] * 9)
ALL = [("loa", LOA), ("othello", OTHELLO), ("shogi", SHOGI), ("uttt", UTTT), ("uttt", UTTT_START)]


def drawn(game: str, position: str, **options: str | int) -> ElementTree.Element:
    """The picture as a tree of elements."""
    text = svg(game, "", position, **options)  # type: ignore[arg-type]
    assert text is not None
    return ElementTree.fromstring(text)


def pieces(picture: ElementTree.Element) -> list[tuple[str, bool]]:
    """The shogi pieces of a picture: the kanji, and whether it stands on its head."""
    found = []
    for element in picture.iter(f"{SVG}text"):
        if "Mincho" in element.get("font-family", ""):
            found.append((element.text or "", "rotate(180" in element.get("transform", "")))
    return found


@pytest.mark.parametrize(("game", "position"), ALL)
def test_a_picture_stands_alone_and_beside_others(game: str, position: str) -> None:
    picture = drawn(game, position, size=200, title="a <b> & \"c\" 'd'")
    assert picture.get("role") == "img"
    assert picture.get("width") == "200"
    assert picture.get("aria-label") == "a <b> & \"c\" 'd'"
    assert picture.findtext(f"{SVG}title") == "a <b> & \"c\" 'd'"
    names = {name for element in picture.iter() for name in element.attrib}
    assert not names & {"id", "class", "style", "href", "onclick"}
    tags = {element.tag.removeprefix(SVG) for element in picture.iter()}
    shapes = {"circle", "line", "path", "polygon", "rect", "text"}
    assert tags <= {"svg", "title", "desc"} | shapes
    ground = next(picture.iter(f"{SVG}rect"))
    view = (picture.get("viewBox") or "").split()
    assert [ground.get("x"), ground.get("y"), ground.get("width"), ground.get("height")] == view


@pytest.mark.parametrize(("game", "position"), ALL)
def test_the_same_position_always_gives_the_same_text(game: str, position: str) -> None:
    assert svg(game, "", position) == svg(game, "", position)
    assert svg(game, "", f" {position}\n") == svg(game, "", position)


@pytest.mark.parametrize(
    ("game", "position", "words"),
    [
        ("loa", LOA, ["8 . x x x x x x .", "  a b c d e f g h", "Black to move"]),
        ("othello", OTHELLO, ["4 - - - O X - - -", "Black to move"]),
        ("shogi", SHOGI, ["White in hand: 1G 1S 1N 5P", "Black in hand: 1R 1G", "White to move"]),
        ("uttt", UTTT, ["board a is won by X", "board d is drawn", "O to move in board b"]),
        ("uttt", UTTT_START, ["X to move in any open board"]),
    ],
)
def test_the_description_tells_the_board_in_words(
    game: str, position: str, words: list[str]
) -> None:
    lines = (drawn(game, position).findtext(f"{SVG}desc") or "").splitlines()
    assert [word for word in words if word not in lines] == []


def test_a_picture_of_loa_has_a_disc_for_each_piece_and_rank_1_below() -> None:
    picture = drawn("loa", LOA)
    discs = [each for each in picture.iter(f"{SVG}circle") if each.get("r") == "15"]
    assert len(discs) == 24
    black = [each for each in discs if each.get("fill") != "#ffffff"]
    assert len(black) == 12
    one = "x............................................................... o"
    (disc,) = [each for each in drawn("loa", one).iter(f"{SVG}circle") if each.get("r") == "15"]
    assert (disc.get("cx"), disc.get("cy")) == ("44", "324"), "a1 is at the lower left"


def test_white_discs_differ_from_black_ones_by_a_ring_too() -> None:
    rings = [each for each in drawn("loa", LOA).iter(f"{SVG}circle") if each.get("r") == "9.3"]
    assert len(rings) == 12


def test_loa_is_drawn_on_smaller_boards_too() -> None:
    picture = drawn("loa", ".xx.o..oo..o.xx. x")
    assert len([each for each in picture.iter(f"{SVG}circle") if each.get("r") == "15"]) == 8


def test_a_picture_of_othello_has_row_1_on_top() -> None:
    picture = drawn("othello", "X" + "-" * 63 + " O")
    (disc,) = [each for each in picture.iter(f"{SVG}circle") if each.get("r") == "16"]
    assert (disc.get("cx"), disc.get("cy")) == ("44", "44")
    texts = [each.text for each in picture.iter(f"{SVG}text")]
    assert "White to move (1 to 0)" in texts
    full = drawn("othello", "X" * 40 + "O" * 24 + " O")
    assert "No empty square (40 to 24)" in [each.text for each in full.iter(f"{SVG}text")]


def test_pieces_of_white_stand_on_their_heads_and_promoted_ones_have_their_own_kanji() -> None:
    found = pieces(drawn("shogi", SHOGI_START))
    assert len(found) == 40
    assert len([piece for piece in found if piece[1]]) == 20
    assert ("王", True) in found
    assert ("玉", False) in found
    promoted = "+R+B+S+N+L+P3/9/9/9/4k4/9/9/9/+r+b+s+n+l+p3 b - 1"
    assert [piece[0] for piece in pieces(drawn("shogi", promoted))] == [
        *"龍馬全圭杏と王龍馬全圭杏と"
    ]


def test_hands_stand_at_both_sides_with_their_numbers() -> None:
    picture = drawn("shogi", "4k4/9/9/9/9/9/9/9/9 b RG2P2r3b18p 1")
    texts = [each.text for each in picture.iter(f"{SVG}text")]
    assert [text for text in texts if text and text.startswith("×")] == ["×2", "×3", "×18", "×2"]
    width = float((picture.get("viewBox") or "0 0 0").split()[2])
    for element in picture.iter(f"{SVG}text"):
        if "Mincho" in element.get("font-family", "") and element.text != "王":
            upside_down = "rotate" in element.get("transform", "")
            assert (float(element.get("x", "0")) < width / 2) == upside_down


def test_boards_that_are_won_drawn_and_to_be_played_in_are_marked_by_shapes() -> None:
    picture = drawn("uttt", UTTT)
    frames = [each for each in picture.iter(f"{SVG}rect") if each.get("stroke-width") == "4"]
    assert len(frames) == 1
    crosses = [each for each in picture.iter(f"{SVG}path") if each.get("stroke-width") == "7"]
    rings = [each for each in picture.iter(f"{SVG}circle") if each.get("stroke-width") == "7"]
    bars = [each for each in picture.iter(f"{SVG}line") if each.get("stroke-width") == "6"]
    assert (len(crosses), len(rings), len(bars)) == (1, 1, 2)
    start = drawn("uttt", UTTT_START)
    assert len([each for each in start.iter(f"{SVG}rect") if each.get("stroke-width") == "4"]) == 9


def test_a_finished_game_of_ultimate_tic_tac_toe_says_who_has_won() -> None:
    over = "O;XXX......;" + "/".join(["XXX......"] * 3 + ["........."] * 6)
    picture = drawn("uttt", over)
    assert "X has won" in (picture.findtext(f"{SVG}desc") or "")
    assert not [each for each in picture.iter(f"{SVG}rect") if each.get("stroke-width") == "4"]
    drawn_game = "O;XOXXOO#XX;" + "/".join(["XOXXOOOXO"] * 9)
    assert "Drawn" in (drawn("uttt", drawn_game).findtext(f"{SVG}desc") or "")


@pytest.mark.parametrize(
    ("game", "position", "move", "marks"),
    [
        ("loa", LOA, "d1-b3", 2),
        ("loa", LOA, "d1xb3", 2),
        ("loa", LOA, "pass", 0),
        ("loa", LOA, "z1-z9", 0),
        ("othello", OTHELLO, "F5", 1),
        ("othello", OTHELLO, "f5", 1),
        ("othello", OTHELLO, "--", 0),
        ("shogi", SHOGI, "7g7f", 2),
        ("shogi", SHOGI, "7g7f+", 2),
        ("shogi", SHOGI, "G*5b", 1),
        ("shogi", SHOGI, "K*5b", 0),
        ("uttt", UTTT, "be", 1),
        ("uttt", UTTT, "zz", 0),
        ("uttt", UTTT, '"/><script>', 0),
    ],
)
def test_the_squares_of_the_last_move_are_framed(
    game: str, position: str, move: str, marks: int
) -> None:
    plain = len(list(drawn(game, position).iter(f"{SVG}rect")))
    marked = drawn(game, position, last_move=move)
    assert len(list(marked.iter(f"{SVG}rect"))) == plain + marks
    dashed = [each for each in marked.iter(f"{SVG}rect") if each.get("stroke-dasharray")]
    assert len(dashed) == (1 if marks == 2 else 0), "where a move came from looks different"


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("tree", "a"),
        ("nim", "21 0"),
        ("loa", ""),
        ("loa", "start"),
        ("loa", LOA[1:]),
        ("loa", LOA[:-1] + "?"),
        ("othello", OTHELLO[:-2]),
        ("othello", OTHELLO.lower()),
        ("shogi", "startpos"),
        ("shogi", "9/9/9/9/9/9/9/9 b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/8 b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/8Q b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/8+G b - 1"),
        ("shogi", "9/9/9/9/9/9/9/9/9 b X 1"),
        ("shogi", "9/9/9/9/9/9/9/9/9 x - 1"),
        ("uttt", UTTT[:-1]),
        ("uttt", "x" + UTTT[1:]),
    ],
)
def test_what_is_no_position_with_a_picture_gives_none(game: str, position: str) -> None:
    assert svg(game, "", position) is None


def test_all_coordinates_are_inside_the_picture() -> None:
    for game, position in ALL:
        picture = drawn(game, position)
        _, _, width, height = map(float, (picture.get("viewBox") or "").split())
        for element in picture.iter():
            for names, limit in (
                (("x", "cx", "x1", "x2"), width),
                (("y", "cy", "y1", "y2"), height),
            ):
                for name in names:
                    value = element.get(name)
                    assert value is None or 0 <= float(value) <= limit
                    assert value is None or re.fullmatch(r"\d+(\.\d{1,2})?", value)
