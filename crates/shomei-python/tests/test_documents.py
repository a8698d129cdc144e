"""The code in the documents runs, and prints the text below it."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = re.compile(r"\d+\.\d+ s\b")
OPTIONAL = {
    "cluster": "ray",
    "networkx": "networkx",
    "pandas": "pandas",
    "openspiel": "pyspiel",
}


class Block(NamedTuple):
    code: str
    printed: str | None
    line: int


def blocks(text: str) -> Iterator[Block]:
    """The Python blocks of a document, each with the text block after it, if there is one."""
    found = list(FENCE.finditer(text))
    for this, following in zip(found, [*found[1:], None], strict=True):
        if this[1] != "python":
            continue
        printed = None
        if following is not None and following[1] == "text":
            between = text[this.end() : following.start()]
            printed = following[2] if not between.strip() else None
        yield Block(this[2], printed, text.count("\n", 0, this.start(2)))


def missing(code: str) -> str | None:
    """A package that the code needs and that is not installed."""
    for word, module in OPTIONAL.items():
        if re.search(rf"\b{word}\b", code) and importlib.util.find_spec(module) is None:
            return module
    return None


@pytest.mark.parametrize(
    "name",
    [
        "docs/guides/python.md",
        "docs/guides/openspiel.md",
        "docs/guides/cluster.md",
        "docs/tutorials/own-game-python.md",
        "docs/tutorials/cluster.md",
        "crates/shomei-python/README.md",
    ],
)
def test_the_code_of_a_document_runs_and_prints_what_it_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run_document(name, least=2)


def test_the_code_that_reads_results_prints_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run_document("docs/guides/citing.md", least=1)


def run_document(name: str, least: int) -> None:
    path = ROOT / name
    if not path.is_file():
        pytest.skip("the document is in the repository, not in the package")
    names: dict[str, Any] = {"__name__": "__main__"}
    ran, left_out = 0, set[str]()
    for block in blocks(path.read_text(encoding="utf-8")):
        absent = missing(block.code)
        if absent is not None:
            left_out.add(absent)
            continue
        reported = io.StringIO()
        code = compile("\n" * block.line + block.code, str(path), "exec")
        with contextlib.redirect_stdout(reported):
            exec(code, names)
        ran += 1
        if block.printed is not None:
            expected = SECONDS.sub("... s", block.printed)
            assert SECONDS.sub("... s", reported.getvalue()) == expected, (
                f"{name}, line {block.line}"
            )
    if ran == 0 and left_out:
        pytest.skip(f"needs {', '.join(sorted(left_out))}")
    assert ran >= least


def test_every_document_with_python_in_it_is_run() -> None:
    tested = Path(__file__).read_text(encoding="utf-8")
    for path in (ROOT / "docs").rglob("*.md"):
        if "```python" in path.read_text(encoding="utf-8"):
            name = path.relative_to(ROOT).as_posix()
            assert f'"{name}"' in tested, f"no test runs the code of {name}"
