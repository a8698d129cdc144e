"""A file of another purpose is replaced only with force."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import shomei
from interrupted import Nim
from shomei import _shomei as engine
from shomei import cluster
from shomei.cluster import _command
from shomei.cluster._state import State

pytestmark = pytest.mark.usefixtures("machines_here")

OTHELLO = "OOOOOX----OOOX-X--OXOXXX-OOXOXOXOOXXXXXX-XXXXXXXX--XOXXX---OOOXX X"
NAME = "x.proof"
WORK = b"years of work"
SCORE = ("x.at-least.proof", "x.at-most.proof")


@dataclass(frozen=True)
class Writing:
    """A function that writes files.

    Attributes:
        write: Writes to a path, with force or not.
        names: The names of the files, for the path ``x.proof``.
        prepare: Called before; its result must stay alive during the write.
    """

    write: Callable[[Path, bool], object]
    names: tuple[str, ...] = (NAME,)
    prepare: Callable[[Path], object] = lambda path: None


def question(name: str, names: tuple[str, ...] = (NAME,)) -> Writing:
    """A question with a certificate."""

    def write(path: Path, force: bool) -> object:
        game, position = ("othello", OTHELLO) if names == SCORE else (Nim(), (5, 0))
        return getattr(shomei, name)(game, position, certificate=path, force=force)

    return Writing(write, names)


def bundle(path: Path, force: bool) -> object:
    """The values of all moves, which need a bundle."""
    return shomei.moves(Nim(), (5, 0), certificate=path.with_suffix(".zip"), force=force)


def session_bundle(path: Path, force: bool) -> object:
    with shomei.Session(Nim()) as opened:
        return opened.moves((5, 0), certificate=path.with_suffix(".zip"), force=force)


def session(name: str, names: tuple[str, ...] = (NAME,)) -> Writing:
    """A question of a session with a certificate."""

    def write(path: Path, force: bool) -> object:
        game, position = ("othello", OTHELLO) if names == SCORE else (Nim(), (5, 0))
        with shomei.Session(game) as opened:
            return getattr(opened, name)(position, certificate=os.fspath(path), force=force)

    return Writing(write, names)


def draw(path: Path, force: bool) -> object:
    """A value with two certificates."""
    graph = shomei.Graph({"a": ["b"], "b": ["a"]}, to_move={"a": 0, "b": 1}, start="a")
    return shomei.value(graph, certificate=path, force=force)


def certificate(path: Path, force: bool) -> object:
    found = shomei.solve(Nim(), (5, 0), certificate=True).certificate
    assert found is not None
    return found.save(path, force=force)


def record(path: Path, force: bool) -> object:
    made = shomei.Record(shomei.show("shogi", rules="full"), moves=("7g7f",))
    return made.save(path.with_suffix(".kifu"), force=force)


def on_cluster(name: str, argument: str, names: tuple[str, ...] = (NAME,)) -> Writing:
    """A question to machines."""

    def write(path: Path, force: bool) -> object:
        game, position = ("othello", OTHELLO) if name == "score" else (Nim(), (5, 0))
        given: dict[str, Any] = {argument: path}
        return getattr(cluster, name)(game, position, force=force, **given)

    return Writing(write, names)


def begin(path: Path) -> object:
    return cluster.solve(Nim(), (5, 0), journal=path.with_name("begun"))


def resume(argument: str) -> Writing:
    def write(path: Path, force: bool) -> object:
        given: dict[str, Any] = {argument: path}
        return cluster.resume(path.with_name("begun"), Nim(), force=force, **given)

    return Writing(write, prepare=begin)


def run(path: Path) -> object:
    """A search that is running."""
    place = engine.Game.of(Nim()).place((5, 0))
    coordinator = engine.Coordinator(place, None, [], 1 << 20, "{}", os.fspath(path))
    State(os.fspath(path), {}).record({})
    return coordinator


def stop(path: Path, force: bool) -> object:
    assert cluster.stop(path, force=force)
    return None


BESIDE = tuple(f"{NAME}{suffix}" for suffix in ("", ".json", ".stop"))

WRITINGS: dict[str, Writing] = {
    "shomei.solve(certificate)": question("solve"),
    "shomei.value(certificate)": question("value"),
    "shomei.value(certificate) of a draw": Writing(draw, ("x.first.proof", "x.second.proof")),
    "shomei.score(certificate)": question("score", SCORE),
    "shomei.shortest(certificate)": question("shortest"),
    "shomei.other_solutions(certificate)": question("other_solutions"),
    "shomei.moves(certificate)": Writing(bundle, ("x.zip",)),
    "shomei.Session.moves(**more)": Writing(session_bundle, ("x.zip",)),
    "shomei.Session.solve(**more)": session("solve"),
    "shomei.Session.value(**more)": session("value"),
    "shomei.Session.score(**more)": session("score", SCORE),
    "shomei.Session.shortest(**more)": session("shortest"),
    "shomei.Session.other_solutions(**more)": session("other_solutions"),
    "shomei.Certificate.save(path)": Writing(certificate),
    "shomei.Record.save(path)": Writing(record, ("x.kifu",)),
    "shomei.cluster.solve(certificate)": on_cluster("solve", "certificate"),
    "shomei.cluster.solve(journal)": on_cluster("solve", "journal", BESIDE),
    "shomei.cluster.solve(store)": on_cluster("solve", "store"),
    "shomei.cluster.value(**more)": on_cluster("value", "certificate"),
    "shomei.cluster.value(**more) store": on_cluster("value", "store"),
    "shomei.cluster.score(**more)": on_cluster("score", "certificate", SCORE),
    "shomei.cluster.score(**more) store": on_cluster("score", "store"),
    "shomei.cluster.resume(**more)": resume("certificate"),
    "shomei.cluster.resume(**more) store": resume("store"),
    "shomei.cluster.stop(journal)": Writing(stop, (f"{NAME}.stop",), run),
}

CASES = [
    pytest.param(writing, name, id=f"{title}: {name}")
    for title, writing in WRITINGS.items()
    for name in writing.names
]

WRITES_NOTHING = {
    "shomei.Certificate.open(path)": "reads it",
    "shomei.Certificate.check(**limits)": "numbers",
    "shomei.Session(weights)": "reads them",
    "shomei.Session(**options)": "options of the algorithm",
    "shomei.check(certificate)": "reads it",
    "shomei.check_bundle(bundle)": "reads it",
    "shomei.explore(certificate)": "reads it",
    "shomei.moves(**more)": "limits; its certificate has a name",
    "shomei.open_game(weights)": "reads them",
    "shomei.other_solutions(**more)": "limits; its certificate has a name",
    "shomei.read_record(record)": "reads it",
    "shomei.cluster.check(certificate)": "reads it",
    "shomei.cluster.resume(journal)": "continues it if it is one",
    "shomei.cluster.solve(**options)": "options of the algorithm",
    "shomei.cluster.status(journal)": "reads it",
    "shomei.score(**more)": "limits; its certificate has a name",
    "shomei.shortest(**more)": "likewise",
    "shomei.solve(**more)": "likewise",
    "shomei.value(**more)": "likewise",
}


Untouched = Callable[[], bool]
"""Whether nothing has changed."""


def unrelated(path: Path) -> Untouched:
    path.write_bytes(WORK)
    return lambda: path.exists() and path.read_bytes() == WORK


def link(path: Path) -> Untouched:
    aim = path.with_name("precious")
    aim.write_bytes(WORK)
    path.symlink_to(aim)
    return lambda: path.is_symlink() and aim.read_bytes() == WORK


def dangling(path: Path) -> Untouched:
    path.symlink_to("nothing")
    return lambda: path.is_symlink() and not path.exists()


def directory(path: Path) -> Untouched:
    path.mkdir()
    return lambda: path.is_dir() and not any(path.iterdir())


def fifo(path: Path) -> Untouched:
    os.mkfifo(path)
    return path.is_fifo


def device(path: Path) -> Untouched:
    import stat

    try:
        os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("this user may make no devices")
    return path.is_char_device


OBSTACLES = (unrelated, link, dangling, directory, fifo, device)

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


@on_posix
@pytest.mark.parametrize("obstacle", OBSTACLES)
@pytest.mark.parametrize(("writing", "name"), CASES)
def test_what_is_there_stays(
    writing: Writing, name: str, obstacle: Callable[[Path], Untouched], tmp_path: Path
) -> None:
    kept = writing.prepare(tmp_path / NAME)
    path = tmp_path / name
    if path.exists():
        path.unlink()
    is_untouched = obstacle(path)
    before = sorted(tmp_path.iterdir())
    expected = IsADirectoryError if obstacle is directory else FileExistsError
    with pytest.raises(expected) as refused:
        writing.write(tmp_path / NAME, False)
    assert refused.value.filename == os.fspath(path)
    assert is_untouched()
    assert sorted(tmp_path.iterdir()) == before
    del kept


@on_posix
@pytest.mark.parametrize("obstacle", OBSTACLES)
@pytest.mark.parametrize(("writing", "name"), CASES)
def test_force_replaces_it(
    writing: Writing, name: str, obstacle: Callable[[Path], Untouched], tmp_path: Path
) -> None:
    kept = writing.prepare(tmp_path / NAME)
    path = tmp_path / name
    if path.exists():
        path.unlink()
    is_untouched = obstacle(path)
    if obstacle is directory:
        with pytest.raises(IsADirectoryError):
            writing.write(tmp_path / NAME, True)
        assert is_untouched()
        return
    writing.write(tmp_path / NAME, True)
    assert not path.is_symlink()
    assert path.is_file() or name.endswith(".stop")
    assert not is_untouched()
    if obstacle is link:
        assert (tmp_path / "precious").read_bytes() == WORK
    del kept


@pytest.mark.parametrize("writing", WRITINGS.values(), ids=WRITINGS)
def test_ones_own_file_is_replaced(writing: Writing, tmp_path: Path) -> None:
    kept = writing.prepare(tmp_path / NAME)
    for _ in range(2):
        writing.write(tmp_path / NAME, False)
    del kept


def test_every_file_of_an_answer_is_looked_at_before_the_search(tmp_path: Path) -> None:
    mate = "4k4/9/9/9/9/9/9/9/9 b R2G 1"
    second = tmp_path / "o.no-shorter.proof"
    second.write_text("mine")
    for ask in (shomei.shortest, shomei.other_solutions):
        with pytest.raises(FileExistsError):
            ask("shogi", mate, certificate=tmp_path / "o.proof")
        assert [path.name for path in tmp_path.iterdir()] == [second.name]


def test_questions_about_solutions_take_certificates_and_a_depth() -> None:
    mate = "4k4/9/9/9/9/9/9/9/9 b R2G 1"
    found = shomei.other_solutions("shogi", mate, certificate=True, check=True, depth=1)
    assert found.certificates
    assert shomei.shortest("shogi", mate, certificate=True, depth=1).certificates


def test_a_certificate_under_other_rules_stays(tmp_path: Path) -> None:
    path = tmp_path / NAME
    shomei.solve("othello", OTHELLO, certificate=path)
    kept = path.read_bytes()
    with pytest.raises(FileExistsError, match="not a certificate for this position"):
        shomei.solve("othello", OTHELLO, rules="black>=40", certificate=path)
    assert path.read_bytes() == kept


def test_certificates_of_a_better_known_score_replace_others(tmp_path: Path) -> None:
    for rules in ("black>=-10", "black>=20"):
        made = shomei.solve("othello", OTHELLO, rules=rules, certificate=True).certificate
        assert made is not None
        for name in SCORE:
            made.save(tmp_path / name, force=True)
        assert shomei.score("othello", OTHELLO, certificate=tmp_path / NAME).score == 10


@on_posix
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_file_has_the_permissions_of_any_new_file(mask: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        certificate(tmp_path / NAME, False)
    finally:
        os.umask(before)
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o666 & ~mask


def public() -> Iterator[tuple[str, Callable[..., Any]]]:
    """All public functions and methods, by name."""
    for module in ("shomei", "shomei.cluster", "shomei.openspiel"):
        found = importlib.import_module(module)
        for name in found.__all__:
            what = getattr(found, name)
            is_protocol = getattr(what, "_is_protocol", False)
            if is_protocol or (inspect.isclass(what) and issubclass(what, BaseException)):
                continue
            if callable(what):
                yield f"{module}.{name}", what
            for method, function in vars(what).items() if inspect.isclass(what) else ():
                function = getattr(function, "__func__", function)
                if inspect.isfunction(function) and not method.startswith("_"):
                    yield f"{module}.{name}.{method}", function


FILES = ("file", "out", "output", "target", "folder", "to", "checkpoint", "journal", "certificate")


def file_arguments() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The arguments that can be files."""
    for name, function in public():
        try:
            signature = inspect.signature(function)
        except ValueError:
            continue
        for argument in signature.parameters.values():
            if argument.kind is argument.VAR_KEYWORD:
                yield f"{name}(**{argument.name})", function
            elif "PathLike" in str(argument.annotation) or argument.name in FILES:
                yield f"{name}({argument.name})", function


def test_all_that_writes_is_tested() -> None:
    named = dict(file_arguments())
    rows = {title.split(") ")[0].rstrip(")") + ")" for title in WRITINGS}
    assert named.keys() - rows - WRITES_NOTHING.keys() == set()
    assert rows | WRITES_NOTHING.keys() == named.keys()
    for title in rows:
        arguments = inspect.signature(named[title]).parameters
        is_named = (
            "force" in arguments and arguments["force"].kind is inspect.Parameter.KEYWORD_ONLY
        )
        assert is_named or "**" in title, title


@on_posix
def test_a_journal_whose_lock_is_something_else_is_refused(tmp_path: Path) -> None:
    fifo(tmp_path / ".shomei-x.journal.lock")
    with pytest.raises(cluster.JournalError, match="not an ordinary file"):
        cluster.solve(Nim(), (5, 0), journal=tmp_path / "x.journal", force=True)


def test_force_is_true_or_false(tmp_path: Path) -> None:
    with pytest.raises(shomei.UsageError, match="force: expected True or False, not 'no'"):
        shomei.solve(Nim(), (5, 0), certificate=tmp_path / NAME, force="no")  # type: ignore[arg-type]


def test_the_command_has_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / NAME
    is_untouched = unrelated(path)
    asked = ["solve", "othello", OTHELLO, "--certificate", os.fspath(path), "--quiet"]
    assert _command.main(asked) == 2
    errors = capsys.readouterr().err
    why = "the file there is not a certificate for this position"
    assert errors.startswith(f"error: {path}: {why}")
    assert "--force replaces it" in errors and is_untouched()
    assert _command.main([*asked, "--force"]) == 0
    assert shomei.check(path).accepted
