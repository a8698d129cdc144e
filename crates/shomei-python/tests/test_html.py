"""HTML for notebooks, tables of pandas, and the progress bar."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from shomei import _frames, _html, _progress

EVIL = '<script>alert("1")</script>&\''


class Tags(HTMLParser):
    """The tags and the text of a piece of HTML; fails if one is not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count the tag."""
        self.open.append(tag)
        self.tags.append(tag)
        assert {name for name, _ in attrs} <= {"style", "title", "open", "colspan"}

    def handle_endtag(self, tag: str) -> None:
        """Check that it closes the last one."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.texts.append(data)

    @property
    def text(self) -> str:
        """All text, pieces separated by spaces."""
        return " ".join(self.texts)


class Node:
    """A node of a tree whose positions have ``branches`` children down to ``depth``."""

    asked = 0

    def __init__(self, name: str, depth: int, branches: int) -> None:
        self.move: str | None = name or None
        self.position = f"position {name} {EVIL}"
        self.is_answer = len(name) % 2 == 1
        self._depth, self._branches = depth, branches
        self.size = sum(branches**level for level in range(depth + 1))

    def children(self) -> Iterator[Node]:
        """The nodes below, counted when they are made."""
        Node.asked += 1
        for number in range(self._branches if self._depth else 0):
            yield Node(f"{self.move or ''}{number}", self._depth - 1, self._branches)


def test_a_row_shows_boards_and_says_how_many_more_there_are() -> None:
    frames = [
        _html.Frame(None, f"board {number} {EVIL}", f"move {number} {EVIL}") for number in range(7)
    ]
    html = Tags(_html.row(frames, limit=3))
    assert html.tags.count("figure") == 3
    assert "script" not in html.tags
    assert "… 4 more" in html.text
    assert "move 2 " + EVIL in html.text
    assert "board 3" not in html.text
    assert "more" not in Tags(_html.row(frames[:3], limit=3)).text
    assert "flex-wrap:wrap" in _html.row([])


def test_several_boards_are_small_and_scroll() -> None:
    svg = '<svg xmlns="x" width="320" height="266" viewBox="0 0 490 407"><g width="9"/></svg>'
    frame = _html.Frame(svg, "board", "1. a")
    alone = _html.row([frame])
    assert 'width="320" height="266"' in alone
    several = _html.row([frame] * 13, limit=12)
    assert several.count('<svg xmlns="x" width="150" height="125" viewBox="0 0 490 407">') == 12
    assert "max-height:420px;overflow:auto" in several
    other = _html.Frame("<svg><g/></svg>", "board", "")
    assert _html.row([other, other]).count("<svg><g/></svg>") == 2


def test_a_row_takes_pictures_as_they_are() -> None:
    html = Tags(_html.row([_html.Frame("<svg></svg>", "board", "move")]))
    assert html.tags.count("svg") == 1
    assert "board" not in html.text


def test_a_tree_shows_its_top_and_asks_for_no_more() -> None:
    Node.asked = 0
    html = Tags(_html.tree(Node("", 6, 3), depth=2, width=2))
    assert Node.asked == 1 + 2, "children are asked for at the two upper levels"
    assert html.tags.count("details") == 3
    assert "script" not in html.tags
    assert html.text.count("… 1 more move") == 3
    assert "more moves" not in html.text
    assert "1,093 positions" in html.text
    assert "… 120 positions below" in html.text
    assert "answer" in html.text
    assert "reply" in html.text


def test_a_leaf_of_a_tree_does_not_open() -> None:
    html = Tags(_html.tree(Node("7", 0, 2)))
    assert "details" not in html.tags
    assert "1 position" in html.text


def test_only_the_first_level_of_a_tree_is_open() -> None:
    assert _html.tree(Node("", 4, 2), depth=3).count('<details open="open">') == 1


def test_a_table_has_a_column_for_each_key_in_order() -> None:
    rows: list[dict[str, object]] = [
        {"answer": "proved", "nodes": 1234567, "line": ["a", EVIL]},
        {"answer": None, "seconds": 0.25, "complete": True},
    ]
    html = Tags(_html.table(rows))
    assert html.texts[:5] == ["answer", "nodes", "line", "seconds", "complete"]
    assert "1,234,567" in html.texts
    assert "0.250" in html.texts
    assert "yes" in html.texts
    assert f"a {EVIL}" in html.text
    assert html.tags.count("td") == 10
    assert "script" not in html.tags


def test_a_long_table_says_how_many_rows_are_left_out() -> None:
    rows = [{"n": number} for number in range(30)]
    html = Tags(_html.table(rows, limit=10))
    assert html.tags.count("tr") == 12
    assert "… 20 more" in html.text
    assert Tags(_html.table([])).tags.count("tr") == 1


class Result:
    """Something with `to_dict`."""

    def __init__(self, **fields: Any) -> None:
        self.fields = fields

    def to_dict(self) -> dict[str, Any]:
        """The fields."""
        return self.fields


def test_fields_of_fields_become_columns_with_dots() -> None:
    fields = {
        "a": 1,
        "options": {"threads": 2, "deep": {"x": None}},
        "line": ["c4", "--"],
        "o": Node,
    }
    flat = _frames.flat(fields)
    assert list(flat) == ["a", "options.threads", "options.deep.x", "line", "o"]
    assert flat["line"] == "c4 --"
    assert flat["options.deep.x"] is None
    assert isinstance(flat["o"], str)


def test_results_become_one_row_each_with_plain_types() -> None:
    pytest.importorskip("pandas", reason="needs pandas: pip install shomei[notebook]")
    frame = _frames.to_pandas(
        [
            Result(answer="proved", pn=0, dn=None, nodes=3, complete=True, seconds=0.5, big=2**70),
            {"answer": "unknown", "pn": 7, "dn": 2**40, "nodes": 5, "length": 9, "empty": None},
        ]
    )
    assert list(frame.columns) == (
        ["answer", "pn", "dn", "nodes", "complete", "seconds", "big", "length", "empty"]
    )
    kinds = {name: str(kind) for name, kind in frame.dtypes.items()}
    assert kinds["nodes"] == "int64"
    assert kinds["dn"] == "Int64"
    assert kinds["length"] == "Int64"
    assert kinds["complete"] == "boolean"
    assert kinds["seconds"] == "float64"
    assert frame["dn"][1] == 2**40
    assert frame["big"][0] == 2**70
    assert len(frame) == 2
    assert len(_frames.to_pandas([])) == 0


def test_without_pandas_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install shomei\[notebook\]"):
        _frames.to_pandas([])


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


FIGURES = {"pn": 12, "dn": None, "nodes": 1234567, "seconds": 4.25, "fill": 0.5}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time for the bar in seconds, set by the test."""
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_without_tqdm_a_terminal_gets_a_line_at_most_ten_times_a_second(
    monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    stream = Terminal()
    with _progress.bar(stream=stream) as bar:
        for step in range(100):
            clock[0] = step * 0.01
            bar(FIGURES)
    text = stream.getvalue()
    assert 9 <= text.count("\r") <= 11
    assert "pn 12  dn ∞  1,234,567 nodes  4.2 s  table 50 %" in text
    assert text.endswith("\n")


def test_a_shorter_line_covers_a_longer_one(
    monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    stream = Terminal()
    bar = _progress.bar(stream=stream)
    bar(FIGURES)
    clock[0] = 1.0
    bar({"pn": 1})
    first, second = stream.getvalue().split("\r")[1:]
    assert len(second) == len(first)
    bar.close()
    bar.close()
    bar(FIGURES)
    assert stream.getvalue().count("\n") == 1


@pytest.mark.parametrize("with_tqdm", [False, True])
def test_nothing_is_written_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, with_tqdm: bool
) -> None:
    if with_tqdm:
        pytest.importorskip("tqdm", reason="needs tqdm: pip install tqdm")
    else:
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    stream = io.StringIO()
    with _progress.bar(stream=stream) as bar:
        bar(FIGURES)
    assert stream.getvalue() == ""


def test_a_bar_of_tqdm_shows_the_numbers_of_the_root(clock: list[float]) -> None:
    pytest.importorskip("tqdm", reason="needs tqdm: pip install tqdm")
    stream = Terminal()
    with _progress.bar("loa", stream=stream) as bar:
        bar(FIGURES)
        clock[0] = 1.0
        bar({**FIGURES, "pn": 99, "fill": 7.0})
    text = stream.getvalue()
    assert "loa" in text
    assert "pn 12  dn ∞  1,234,567 nodes  4.2 s" in text
    assert "50 % of the table" in text
    assert "pn 99" in text
    assert "100 % of the table" in text
