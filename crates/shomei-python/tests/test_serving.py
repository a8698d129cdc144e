"""The page of games in Python: asked over HTTP, as the browser asks."""

from __future__ import annotations

import _thread
import ast
import gc
import json
import logging
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
import shomei

PATIENCE = 60
"""Seconds after which a test counts as hanging."""


class Nim:
    """Take one, two or three; the player who takes the last one wins."""

    name = "served-nim"
    start = (7, 0)

    def to_move(self, p: Any) -> int:
        return int(p[1])

    def moves(self, p: Any) -> list[int]:
        return [n for n in (1, 2, 3) if n <= p[0]]

    def play(self, p: Any, n: int) -> Any:
        return p[0] - n, 1 - p[1]

    def winner(self, p: Any) -> Any:
        return 1 - p[1] if p[0] == 0 else None

    def grid(self, p: Any) -> Any:
        return [["|"] * p[0]] if p[0] else None


class Faulty(Nim):
    """Nim that raises below some heaps."""

    name = "faulty-nim"

    def __init__(self) -> None:
        self.raises_at: dict[str, int] = {}

    def moves(self, p: Any) -> list[int]:
        if self.raises_at.get("moves") == p[0]:
            raise LookupError(f"no moves of {p[0]}")
        return super().moves(p)

    def grid(self, p: Any) -> Any:
        if self.raises_at.get("grid") == p[0]:
            raise ArithmeticError(f"no picture of {p[0]}")
        return super().grid(p)


class Talking(Nim):
    """Nim whose calls of ``format_move``, ``parse`` and ``grid`` are counted; one can act."""

    name = "talking-nim"

    def __init__(self) -> None:
        self.calls = {"format_move": 0, "parse": 0, "grid": 0}
        self.acts: dict[tuple[str, int], Callable[[], None]] = {}

    def count(self, function: str) -> None:
        self.calls[function] += 1
        self.acts.get((function, self.calls[function]), lambda: None)()

    def format(self, p: Any) -> str:
        return repr(p)

    def parse(self, text: str) -> Any:
        self.count("parse")
        return ast.literal_eval(text)

    def format_move(self, p: Any, n: int) -> str:
        self.count("format_move")
        return str(n)

    def grid(self, p: Any) -> Any:
        self.count("grid")
        return super().grid(p)

    def calls_of_a_question(self, client: Client) -> dict[str, int]:
        """The numbers of calls until a page has an answer; the counts begin again."""
        kind, answer = client.result(client.begin(self.name, (7, 0)))
        assert (kind, answer["problems"]) == ("answer", []), answer
        calls, self.calls = self.calls, dict.fromkeys(self.calls, 0)
        return calls


class Sleeping:
    """A call that returns at the end of a ``with`` block: later than the client waits."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.ended = threading.Event()

    def __call__(self) -> None:
        self.begun.set()
        self.ended.wait(3 * PATIENCE)

    def __enter__(self) -> Sleeping:
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()


class Endless(Nim):
    """A game whose search takes longer than any test."""

    name = "endless"
    start = (1, 0)

    def moves(self, p: Any) -> list[int]:
        return [1, 2]

    def play(self, p: Any, n: int) -> Any:
        return 2 * p[0] + n, 1 - p[1]

    def winner(self, p: Any) -> Any:
        return None


class Client:
    """Asks a server as its page does."""

    def __init__(self, server: shomei.Server) -> None:
        self.origin, self.token = server.address.split("/#t=")

    def ask(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {} if body is None else {"origin": self.origin, "x-shomei-token": self.token}
        request = urllib.request.Request(self.origin + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
                return reply.status, json.load(reply)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def get(self, path: str) -> Any:
        status, answer = self.ask(path)
        assert status == 200, answer
        return answer

    def refused(self, path: str, body: dict[str, Any] | None = None) -> str:
        status, answer = self.ask(path, body)
        assert status >= 400, answer
        return str(answer["error"]["message"])

    def board(self, game: str, position: Any) -> str:
        return f"/api/board?game={game}&position={quote(repr(position))}"

    def begin(self, game: str, position: Any, **more: Any) -> str:
        body = {"game": game, "position": repr(position), "ask": "win", **more}
        status, answer = self.ask("/api/questions", body)
        assert status == 201, answer
        return str(answer["id"])

    def result(self, number: str) -> tuple[str, Any]:
        """The last event of a question: ``answer`` or ``failed``, with its data."""
        address = f"{self.origin}/api/questions/{number}/events?token={self.token}"
        kind = ""
        with urllib.request.urlopen(address, timeout=PATIENCE) as events:
            for line in events:
                name, _, value = line.decode().strip().partition(": ")
                kind = value if name == "event" else kind
                if name == "data" and kind in ("answer", "failed"):
                    return kind, json.loads(value)
        raise AssertionError("the question has no end")

    def listen(self, number: str) -> None:
        """Listens in another thread until the server ends."""
        self.in_background(lambda: self.result(number))

    def in_background(self, work: Callable[[], Any]) -> None:
        def run() -> None:
            with suppress(OSError, AssertionError):
                work()

        threading.Thread(target=run, daemon=True).start()

    def until(self, path: str, is_there: Callable[[Any], bool]) -> Any:
        end = time.monotonic() + PATIENCE
        while not is_there(found := self.get(path)):
            assert time.monotonic() < end, found
            time.sleep(0.02)
        return found


def has_ended(check: Any) -> bool:
    return check["state"] not in ("waiting", "running")


@pytest.fixture
def faulty() -> Faulty:
    return Faulty()


@pytest.fixture
def client(faulty: Faulty) -> Iterator[Client]:
    with shomei.serve(Nim(), faulty, Endless()) as server:
        yield Client(server)


def test_games_in_python_come_before_the_built_in_ones(client: Client) -> None:
    games = client.get("/api/about")["games"]
    names = [game["name"] for game in games]
    own = ["endless", "faulty-nim", "served-nim"]
    assert names == [*own, *(game.name for game in shomei.games())]
    assert (games[2]["start"], games[2]["pieces"]) == ("(7, 0)", [])


def test_a_position_is_drawn_by_its_game(client: Client) -> None:
    read = client.get(client.board("served-nim", (5, 1)))
    assert read["board"]["svg"].count("<rect") == 5
    assert (read["board"]["title"], read["mover"]) == ("Second to move", "second")
    over = client.get(client.board("served-nim", (0, 1)))
    assert (over["board"]["svg"], over["board"]["text"]) == ("", "(0, 1)")


def test_a_question_is_answered_and_its_proof_is_walked(client: Client) -> None:
    kind, answer = client.result(client.begin("served-nim", (7, 0)))
    assert kind == "answer", answer
    assert answer["data"]["answer"] == "proved", answer
    number = answer["certificates"][0]["id"]
    check = client.until(f"/api/certificates/{number}/check", has_ended)
    assert check["state"] == "accepted", check
    root = client.get(f"/api/certificates/{number}/node")
    assert root["position"] == "(7, 0)"
    line = client.get(f"/api/certificates/{number}/line")["path"]
    for ply in range(1, len(line.split(".")) + 1):
        path = ".".join(line.split(".")[:ply])
        node = client.get(f"/api/certificates/{number}/node?path={path}")
        heap = int(node["position"][1:].split(",")[0])
        assert node["board"]["svg"].count("<rect") == heap
    assert node["says"] == "finished"
    wanted = quote("(4, 1)")
    found = client.until(
        f"/api/certificates/{number}/find?position={wanted}",
        lambda found: found["state"] != "running",
    )
    assert (found["state"], found["path"]) == ("found", "0")


def test_an_exception_of_a_game_is_the_answer_and_the_server_goes_on(
    client: Client, faulty: Faulty, caplog: pytest.LogCaptureFixture
) -> None:
    faulty.raises_at = {"moves": 3}
    with caplog.at_level(logging.ERROR, "shomei"):
        kind, answer = client.result(client.begin("faulty-nim", (7, 0)))
    assert kind == "failed"
    message = answer["error"]["message"]
    assert "LookupError: 'no moves of 3'" in message or "LookupError: no moves of 3" in message
    if sys.version_info >= (3, 11):
        assert "asked about the position (3, " in message
    assert [type(record.exc_info[1]) for record in caplog.records if record.exc_info] == [
        LookupError
    ]
    # The game is opened anew for the next question.
    faulty.raises_at = {}
    assert client.result(client.begin("faulty-nim", (7, 0)))[0] == "answer"


def test_an_exception_of_a_picture_is_an_error_of_that_position_alone(
    client: Client, faulty: Faulty
) -> None:
    faulty.raises_at = {"grid": 4}
    message = client.refused(client.board("faulty-nim", (4, 0)))
    assert "no picture of 4" in message
    if sys.version_info >= (3, 11):
        assert "asked about the picture at (4, 0)" in message
    assert client.get(client.board("faulty-nim", (5, 0)))["board"]["svg"]
    _, answer = client.result(client.begin("faulty-nim", (7, 0)))
    number = answer["certificates"][0]["id"]
    node = f"/api/certificates/{number}/node"
    assert "no picture of 4" in client.refused(f"{node}?path=0")
    assert client.get(node)["board"]["svg"]
    assert client.get(f"{node}?path=0.0")["board"]["svg"]
    faulty.raises_at = {}
    assert client.get(f"{node}?path=0")["board"]["svg"]


def test_an_exception_during_the_check_leaves_it_unfinished(faulty: Faulty, tmp_path: Path) -> None:
    shomei.solve(faulty, certificate=tmp_path / "faulty.proof")
    faulty.raises_at = {"moves": 2}
    with shomei.explore(tmp_path / "faulty.proof", game=faulty) as server:
        client = Client(server)
        check = client.until("/api/certificates/0/check", has_ended)
        assert check["state"] == "unfinished"
        assert "no moves of 2" in check["reason"]
        assert check["can_repeat"]
        # The check can be repeated after a correction of the game.
        faulty.raises_at = {}
        status, again = client.ask("/api/certificates/0/check", {})
        assert status == 200, again
        check = client.until("/api/certificates/0/check", has_ended)
        assert check["state"] == "accepted", check
        assert not check["can_repeat"]


def test_an_exception_while_an_answer_is_written_is_the_answer() -> None:
    game = Talking()
    with shomei.serve(game) as server:
        client = Client(server)
        last = game.calls_of_a_question(client)["format_move"]

        def fail() -> None:
            raise LookupError("no name today")

        game.acts["format_move", last] = fail
        kind, answer = client.result(client.begin("talking-nim", (7, 0)))
        assert kind == "failed", answer
        message = answer["error"]["message"]
        assert "LookupError: no name today" in message
        if sys.version_info >= (3, 11):
            assert "asked about format_move at (" in message


def test_an_answer_stays_without_its_certificate(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = Talking()
    with shomei.serve(game) as server:
        client = Client(server)

        def answer_without_certificate() -> str:
            kind, answer = client.result(client.begin("talking-nim", (7, 0)))
            assert (kind, answer["certificates"]) == ("answer", []), answer
            assert (answer["data"]["answer"], answer["words"]) == (
                "proved",
                "First can force a win.",
            )
            [problem] = answer["problems"]
            before, _, reason = problem.partition("cannot be kept: ")
            assert before == "the certificate of the answer ", problem
            return str(reason)

        def fail() -> None:
            raise LookupError("no position today")

        # The second position that is read is the one of the certificate.
        game.acts["parse", 2] = fail
        assert "no position today" in answer_without_certificate()
        if sys.platform != "win32":
            monkeypatch.setenv("TMPDIR", str(tmp_path / "missing"))
            assert "missing" in answer_without_certificate()


def test_a_function_that_never_returns_delays_neither_the_server_nor_its_end() -> None:
    game = Talking()
    with shomei.serve(game, Endless()) as server, Sleeping() as asleep:
        client = Client(server)
        last = game.calls_of_a_question(client)["format_move"]
        game.acts["format_move", last] = asleep
        number = client.begin("talking-nim", (7, 0))
        client.listen(number)
        assert asleep.begun.wait(PATIENCE)
        for call in range(1, 11):
            game.acts["grid", call] = asleep
            client.in_background(lambda: client.get(client.board("talking-nim", (5, 0))))
        while game.calls["grid"] < 10:
            time.sleep(0.01)
        # The answers are not there yet, and others get theirs.
        assert client.get("/api/about")["mode"] == "serve"
        kind, answer = client.result(client.begin("endless", (1, 0), seconds=0.2))
        assert (kind, answer["data"]["answer"]) == ("answer", "unknown")
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 10
        assert not server.is_running


def test_ctrl_c_ends_the_waiting_for_the_end() -> None:
    game = Talking()
    with shomei.serve(game) as server, Sleeping() as asleep:
        client = Client(server)
        game.acts["grid", 1] = asleep
        client.in_background(lambda: client.get(client.board("talking-nim", (5, 0))))
        assert asleep.begun.wait(PATIENCE)
        threading.Timer(0.2, _thread.interrupt_main).start()
        with pytest.raises(KeyboardInterrupt):
            server.stop()
        # The server ends nevertheless.
        server.wait()
        assert not server.is_running


def test_no_function_is_called_after_the_end() -> None:
    game = Endless()
    calls = 0
    play = game.play

    def counted(p: Any, n: int) -> Any:
        nonlocal calls
        calls += 1
        return play(p, n)

    game.play = counted  # type: ignore[method-assign]
    with shomei.serve(game) as server:
        Client(server).begin("endless", (1, 0))
        while calls == 0:
            time.sleep(0.01)
    before = calls
    time.sleep(0.2)
    assert calls == before


class Heap:
    """A position that knows all others."""

    alive: weakref.WeakSet[Heap] = weakref.WeakSet()

    def __init__(self, left: int, turn: int) -> None:
        self.left, self.turn = left, turn
        Heap.alive.add(self)


class Heaps:
    """Nim with positions that can be counted."""

    name = "heaps"

    def start(self) -> Heap:
        return Heap(7, 0)

    def key(self, p: Heap) -> Any:
        return p.left, p.turn

    def format(self, p: Heap) -> str:
        return repr((p.left, p.turn))

    def parse(self, text: str) -> Heap:
        return Heap(*ast.literal_eval(text))

    def to_move(self, p: Heap) -> int:
        return p.turn

    def moves(self, p: Heap) -> list[int]:
        return [n for n in (1, 2, 3) if n <= p.left]

    def play(self, p: Heap, n: int) -> Heap:
        return Heap(p.left - n, 1 - p.turn)

    def winner(self, p: Heap) -> Any:
        return 1 - p.turn if p.left == 0 else None


def test_an_answered_question_keeps_no_positions() -> None:
    with shomei.serve(Heaps()) as server:
        client = Client(server)
        for _ in range(3):
            kind, answer = client.result(client.begin("heaps", (7, 0)))
            assert kind == "answer", answer
            number = answer["certificates"][0]["id"]
            check = client.until(f"/api/certificates/{number}/check", has_ended)
            assert check["state"] == "accepted", check
        end = time.monotonic() + PATIENCE
        while Heap.alive:
            assert time.monotonic() < end, len(Heap.alive)
            # The next call of the module frees what other threads have dropped.
            assert server.is_running
            gc.collect()
            time.sleep(0.02)
        assert client.get(f"/api/certificates/{number}/node?path=0")["position"] == "(4, 1)"


def test_a_text_that_is_not_a_position_is_refused(client: Client) -> None:
    message = client.refused("/api/board?game=served-nim&position=seven")
    assert message.startswith("column 1: parse() raised "), message
    assert "TypeError" in client.refused("/api/board?game=served-nim&position=7")
    assert "served-nim has no rules" in client.refused(
        "/api/board?game=served-nim&rules=x&position=start"
    )


def test_a_search_ends_at_its_limit_and_by_the_stop_button(client: Client) -> None:
    kind, answer = client.result(client.begin("endless", (1, 0), seconds=0.2))
    assert (kind, answer["data"]["answer"]) == ("answer", "unknown")
    number = client.begin("endless", (1, 0))
    status, _ = client.ask(f"/api/questions/{number}/stop", {})
    assert status == 200
    kind, answer = client.result(number)
    assert (kind, answer["data"]["stopped_by"]) == ("answer", "interrupt")


def test_python_goes_on_while_the_server_searches(client: Client) -> None:
    number = client.begin("endless", (1, 0))
    assert shomei.solve(Nim()).answer == "proved"
    assert client.get(client.board("served-nim", (5, 1)))["mover"] == "second"
    client.ask(f"/api/questions/{number}/stop", {})
    assert client.result(number)[0] == "answer"


def test_limits_of_the_server_are_those_of_its_arguments() -> None:
    with shomei.serve(Nim(), threads=2, memory="64MiB", time="5s", questions=1) as server:
        limits = Client(server).get("/api/about")["limits"]
        assert (limits["threads"], limits["memory"]) == (2, 64 << 20)
        assert (limits["seconds"], limits["questions"]) == (5.0, 1)
        message = Client(server).refused(
            "/api/questions",
            {"game": "served-nim", "position": "(7, 0)", "ask": "win", "seconds": 6},
        )
        assert "5 seconds" in message or "5 s" in message, message


class Sized(Nim):
    name = "sized"
    rules = "size 7"


@pytest.mark.parametrize("form", ["file", "bytes", "certificate"])
def test_a_certificate_is_explored(tmp_path: Path, form: str) -> None:
    path = tmp_path / "sized.proof"
    shomei.solve(Sized(), certificate=path)
    given: Any = {
        "file": lambda: path,
        "bytes": path.read_bytes,
        "certificate": lambda: shomei.Certificate.open(path, Sized()),
    }[form]()
    with shomei.explore(given, game=None if form == "certificate" else Sized()) as server:
        client = Client(server)
        about = client.get("/api/about")
        name = {"file": "sized.proof", "bytes": "certificate", "certificate": "sized.proof"}[form]
        assert about["mode"] == "explore"
        assert about["certificates"] == [{"id": "0", "name": name}]
        check = client.until("/api/certificates/0/check", has_ended)
        assert check["state"] == "accepted", check
        assert client.get("/api/certificates/0")["rules"] == "size 7"
        assert client.get("/api/certificates/0/node")["board"]["svg"].count("<rect") == 7
        refused = client.refused(
            "/api/questions", {"game": "sized", "position": "start", "ask": "win"}
        )
        assert "this server shows certificates" in refused, refused


def test_a_certificate_without_its_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sized.proof"
    shomei.solve(Sized(), certificate=path)
    with pytest.raises(shomei.InputError, match="sized"):
        shomei.explore(path)
    with pytest.raises(shomei.InputError, match='only the rules "size 8"'):
        shomei.explore(path, game=type("Larger", (Sized,), {"rules": "size 8"})())
    with pytest.raises(FileNotFoundError, match=r"missing\.proof"):
        shomei.explore(tmp_path / "missing.proof")
    path.write_bytes(b"no proof")
    with pytest.raises(shomei.InputError):
        shomei.explore(path, game=Sized())


def test_two_games_of_one_name_are_refused() -> None:
    renamed = type("Renamed", (Nim,), {"name": "othello"})()
    with pytest.raises(shomei.UsageError, match='"othello" is the name of a built-in game'):
        shomei.serve(renamed)
    with pytest.raises(shomei.UsageError, match='two games are named "served-nim"'):
        shomei.serve(Nim(), Nim())


def test_wrong_arguments_are_refused() -> None:
    for arguments, message in [
        ({"host": "localhost"}, "host: expected an address"),
        ({"host": "0.0.0.0"}, "means all addresses"),
        ({"port": 1 << 16}, "port: at most 65,535"),
        ({"threads": 0}, "threads: there must be one"),
        ({"questions": 0}, "questions: there must be one"),
        ({"memory": "much"}, "memory: expected a size such as 256MiB"),
        ({"time": "-1"}, "time: expected a time such as 60s"),
        ({"check_time": "soon"}, "check_time: expected a time such as 60s"),
    ]:
        with pytest.raises(shomei.UsageError, match=message):
            shomei.serve(Nim(), **arguments)
    for game, message in [
        ("othello", "every built-in game"),
        (shomei.open_game("loa"), "every built-in game"),
        (Nim, "Nim is a class"),
        (shomei.Graph({"a": ["b"]}, to_move={"a": 0}), "has no start"),
    ]:
        with pytest.raises(shomei.UsageError, match=message):
            shomei.serve(game)

    class NoStart(Nim):
        def start(self) -> Any:  # type: ignore[override]
            raise LookupError("no start today")

    with pytest.raises(LookupError, match="no start today"):
        shomei.serve(NoStart())


def test_a_graph_is_served() -> None:
    graph = shomei.Graph(
        {"a": ["b", "c"], "b": ["d"], "c": ["a"]},
        to_move={"a": 0, "b": 1, "c": 1},
        winner={"d": 0},
        start="a",
    )
    with shomei.serve(graph) as server:
        client = Client(server)
        kind, answer = client.result(client.begin("graph", "a"))
        assert (kind, answer["data"]["answer"]) == ("answer", "proved")


def test_a_certificate_of_a_game_without_a_start_is_explored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    graph = shomei.Graph({"a": ["b"]}, to_move={"a": 0}, winner={"b": 0})
    shomei.solve(graph, "a", certificate=tmp_path / "graph.proof")
    with (
        caplog.at_level(logging.ERROR, "shomei"),
        shomei.explore(tmp_path / "graph.proof", game=graph) as server,
    ):
        client = Client(server)
        assert client.get("/api/about")["games"][0]["start"] is None
        assert client.get("/api/certificates/0/node")["position"] == "'a'"
    assert not caplog.records


def test_a_busy_port_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(shomei.RunError, match=rf"cannot listen on 127\.0\.0\.1:{port}: port"):
            shomei.serve(Nim(), port=port)


def test_the_port_is_free_after_the_end() -> None:
    with shomei.serve(Nim()) as server:
        port = urlsplit(server.address).port
        assert server.is_running
        assert repr(server) == f"<Server {server.address}>"
        assert f'href="{server.address}"' in server._repr_html_()
    assert not server.is_running
    assert repr(server) == "<Server, ended>"
    assert port is not None
    with shomei.serve(Nim(), port=port):
        pass
    server.stop()
    server.wait()


def test_another_thread_ends_a_waiting_server() -> None:
    server = shomei.serve(Nim())
    threading.Timer(0.1, server.stop).start()
    server.wait()
    assert not server.is_running


def test_a_browser_that_cannot_be_opened_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform in ("win32", "darwin"):
        pytest.skip("these systems find the browser without PATH")
    monkeypatch.setenv("PATH", "")
    with (
        pytest.warns(RuntimeWarning, match="no browser was opened: xdg-open"),
        shomei.serve(Nim(), open_browser=True),
    ):
        pass


PROGRAM = """
import os, signal, sys, threading, time
import shomei

class Slow:
    name = "slow"
    start = 1
    can_repeat = False
    def to_move(self, p): return p.bit_length() % 2
    def moves(self, p):
        while end == "loop" and p > 8:
            pass
        return [0, 1]
    def play(self, p, move): return 2 * p + move
    def winner(self, p): return None

end = sys.argv[1]
server = shomei.serve(Slow())
print(server.address, flush=True)
if end == "ctrl-c":
    try:
        server.wait()
    except KeyboardInterrupt:
        print("interrupted", server.is_running)
else:
    sys.stdin.readline()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such signals")
@pytest.mark.parametrize("end", ["ctrl-c", "exit", "loop"])
def test_a_program_that_serves_ends_while_it_searches(tmp_path: Path, end: str) -> None:
    """Also while a function of the game never returns."""
    import signal

    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    running = subprocess.Popen(
        [sys.executable, str(program), end],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    address = running.stdout.readline().strip()
    server: Any = type("Address", (), {"address": address})
    client = Client(server)
    client.begin("slow", 1)
    time.sleep(0.3)
    # The server answers while the game is searched, and while it loops.
    assert client.get("/api/about")["mode"] == "serve"
    if end == "ctrl-c":
        running.send_signal(signal.SIGINT)
    out, errors = running.communicate("\n", timeout=PATIENCE)
    assert (running.returncode, errors) == (0, "")
    assert out == ("interrupted False\n" if end == "ctrl-c" else "")
