"""The native part of the package. Users call it through the Python modules around it."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Final, Literal, Protocol, TypeAlias, final, type_check_only

__all__ = [
    "AUTO",
    "VERSION",
    "CertificateTask",
    "Coordinator",
    "Game",
    "Machine",
    "Position",
    "Purpose",
    "Reader",
    "Server",
    "Session",
    "algorithms",
    "ask_machines",
    "board_svg",
    "check",
    "check_bundle",
    "check_game",
    "games",
    "header",
    "leave",
    "losses",
    "make_way",
    "read_record",
    "unknown",
    "writable",
    "write",
    "write_record",
]

AUTO: Final[str]
"""The name of the automatic choice of the algorithm."""
VERSION: Final[str]
"""The version of the package."""

_Path: TypeAlias = str | PathLike[str]

@type_check_only
class _Asked(Protocol):
    """A question, its limits, and the requested additions to the answer."""

    @property
    def question(self) -> str: ...
    @property
    def attacker(self) -> str | None: ...
    @property
    def time(self) -> float | None: ...
    @property
    def nodes(self) -> int | None: ...
    @property
    def certificate(self) -> bool: ...
    @property
    def bundle(self) -> bool: ...
    @property
    def shortest(self) -> bool: ...
    @property
    def depth(self) -> int | None: ...
    @property
    def others(self) -> int | None: ...
    @property
    def variations(self) -> int | None: ...
    @property
    def progress(self) -> Callable[[Mapping[str, Any]], object] | None: ...
    @property
    def row(self) -> Callable[[str], object] | None: ...

@type_check_only
class _ServerArgs(Protocol):
    """The options of a server; None means the default."""

    @property
    def host(self) -> str: ...
    @property
    def port(self) -> int: ...
    @property
    def threads(self) -> int | None: ...
    @property
    def memory(self) -> int | None: ...
    @property
    def time(self) -> float | None: ...
    @property
    def questions(self) -> int | None: ...
    @property
    def check_time(self) -> float | None: ...
    @property
    def check_memory(self) -> int | None: ...
    @property
    def failed(self) -> Callable[[BaseException], object]: ...

@type_check_only
class _Branch(Protocol):
    """A branch of a record of play."""

    @property
    def at(self) -> int: ...
    @property
    def moves(self) -> Sequence[str]: ...
    @property
    def comment(self) -> str: ...
    @property
    def comments(self) -> Sequence[tuple[int, str]]: ...
    @property
    def ending(self) -> str: ...

@type_check_only
class _Record(Protocol):
    """A record of play without its position."""

    @property
    def headers(self) -> Sequence[tuple[str, str]]: ...
    @property
    def moves(self) -> Sequence[str]: ...
    @property
    def comment(self) -> str: ...
    @property
    def comments(self) -> Sequence[tuple[int, str]]: ...
    @property
    def ending(self) -> str: ...
    @property
    def branches(self) -> Sequence[_Branch]: ...

@final
class Game:
    """A game under its rules: a built-in one, or one in Python."""

    @staticmethod
    def open(
        name: str, rules: str = "", hints: str = "", weights: tuple[str, bytes] | None = None
    ) -> Game:
        """Opens a built-in game."""

    @staticmethod
    def of(game: object) -> Game:
        """A game in Python."""

    @property
    def name(self) -> str: ...
    @property
    def sides(self) -> tuple[str, str]: ...
    @property
    def rules(self) -> str: ...
    @property
    def is_own(self) -> bool:
        """Whether this is a game in Python."""

    @property
    def why_slow(self) -> str | None:
        """Why searches are slower on this machine than on others, or None."""

    @property
    def scores(self) -> tuple[int, int, str] | None:
        """The greatest score, the step between scores, and the name of the unit, or None."""

    def start(self) -> Position:
        """The usual starting position."""

    def position(self, text: str) -> Position:
        """Reads a position."""

    def place(self, object: object) -> Position:
        """The position for an object of a game in Python."""

    def reads_back(self, position: Position) -> bool:
        """Whether ``parse`` reads the text of a position as the same position."""

    def replay(self, root: Position, texts: list[str]) -> tuple[Any, ...]:
        """The objects of the moves with these texts, played one after another."""

@final
class Position:
    """A position of a game."""

    @property
    def game(self) -> Game: ...
    @property
    def text(self) -> str:
        """The position on one line."""

    @property
    def diagram(self) -> str:
        """The board as text, on several lines."""

    @property
    def value(self) -> Any:
        """The object of a game in Python; the text for a built-in game."""

    @property
    def to_move(self) -> str | None:
        """The name of the side to move; None if the game is over."""

    @property
    def attacker(self) -> str:
        """The name of the side that must win if a question names no attacker."""

    @property
    def outcome(self) -> str | None:
        """The name of the side that has won, "draw", or None while the game is not over."""

    @property
    def remaining(self) -> int | None:
        """The remaining part of the game, in units of the game, such as empty squares."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """The legal moves: texts, and objects of a game in Python."""

    def for_attacker(self, attacker: str) -> Position:
        """The same position with this side as the attacker.

        In some games, such as tsume-shogi, the legal moves depend on the attacker.
        """

    def play(self, mv: Any) -> Position:
        """The position after a move, given as text or as the object of a game in Python."""

    def move_text(self, mv: Any) -> str:
        """The text of a move, given as text or as the object of a game in Python."""

    def perft(self, depth: int) -> int:
        """The number of move paths of this length."""

    def divide(self, depth: int) -> list[tuple[str, int]]:
        """For each move its text and the number of move paths of this length that begin with it."""

    def _repr_svg_(self) -> str | None:
        """A drawing of the board, for games that have one."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: object, /) -> bool: ...
    def __le__(self, other: object, /) -> bool: ...
    def __gt__(self, other: object, /) -> bool: ...
    def __ge__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Server:
    """A server that runs in the background."""

    @staticmethod
    def start(
        games: Sequence[Game],
        options: _ServerArgs,
        certificate: tuple[str, bytes | str] | None = None,
    ) -> Server:
        """Starts a server with these games next to the built-in ones.

        With a certificate and its name it shows the certificate and answers no questions.
        """

    @property
    def address(self) -> str:
        """The address of the page, with the token that allows to ask questions."""

    @property
    def is_running(self) -> bool:
        """Whether the server runs."""

    def open(self) -> None:
        """Opens the page in the browser of the user."""

    def take_not_opened(self) -> str | None:
        """The reason why no browser was opened; the first call after it is known returns it."""

    def wait(self, seconds: float) -> bool:
        """Waits for the end of the server, and returns whether it has ended."""

    def stop(self) -> None:
        """Ends the server, all searches and all checks, and waits for the end."""

@final
class Session:
    """A session of the library."""

    def __new__(
        cls,
        game: Game,
        algorithm: str,
        options: list[tuple[str, str]],
        threads: int,
        memory: int,
    ) -> Session: ...
    @property
    def game(self) -> Game:
        """The game."""

    @property
    def is_stopped(self) -> bool: ...
    def stop(self) -> None:
        """Ends the current question. Any thread can call this method."""

    def go_on(self) -> None:
        """Allows questions again after `stop`."""

    def forget(self) -> None:
        """Empties the tables."""

    def ask(
        self, position: Position, asked: _Asked
    ) -> tuple[tuple[str, list[bytes], BaseException | None], bytes | None]:
        """Answers a question: the answer as JSON, certificates, an exception or None; the bundle.

        The exception is Ctrl-C, or one of ``progress``.
        """

@final
class Machine:
    """Threads that search jobs of a question on one table."""

    def __new__(
        cls,
        position: Position,
        attacker: str | None,
        options: list[tuple[str, str]],
        threads: int,
        memory: int,
        least: int | None = None,
    ) -> Machine: ...
    def hello(self) -> bytes:
        """The greeting: version, game, rules, threads."""

    def submit(self, batch: bytes) -> None:
        """Receives a batch of jobs."""

    def poll(self, timeout: float) -> bytes | None:
        """The results since the last call; waits up to ``timeout`` seconds for the first one."""

    def solved(self, most: int) -> bytes:
        """The ``most`` solved positions of the table that took the most work."""

    def failure(self) -> BaseException | None:
        """The exception of a game in Python, or None."""

    def stop(self) -> None:
        """Ends all threads, and frees the memory."""

@final
class CertificateTask:
    """Distributes work for a certificate among machines: missing positions, or a check."""

    @staticmethod
    def check(
        certificate: bytes, position: Position, attacker: str | None, least: int | None = None
    ) -> CertificateTask:
        """A check of a certificate in parts."""

    def joined(self, machine: int, hello: bytes, _now: float) -> None:
        """Registers a machine."""

    def lost(self, machine: int, _now: float) -> None:
        """Removes a machine."""

    def returned(self, machine: int, batch: bytes, _now: float) -> None:
        """Receives a batch from a machine."""

    def batches(self, _now: float) -> list[tuple[int, bytes]]:
        """The batches to send now, each with its machine."""

    def failures(self) -> list[tuple[int, str]]:
        """The machines that reported that they cannot search, with the reason."""

    def set_load(self, _load: float) -> None:
        """Has no effect: the length of tasks is fixed."""

    def sync(self) -> None:
        """Has no effect: there is no journal."""

    @staticmethod
    def nodes() -> int:
        """Always 0: the nodes of this task do not count towards a limit."""

    def progress(self) -> str:
        """The figures, or the verdict if there is one, as JSON."""

    def answer(self) -> Literal["done"] | None:
        """``done`` if machines can find no more missing positions, or if there is a verdict."""

@final
class Coordinator:
    """Distributes a question among machines, and makes the certificate of the answer."""

    def __new__(
        cls,
        position: Position,
        attacker: str | None,
        options: list[tuple[str, str]],
        memory: int,
        config: str,
        journal: str | None = None,
        store: tuple[str, int] | None = None,
        least: int | None = None,
    ) -> Coordinator: ...
    def joined(self, machine: int, hello: bytes, now: float) -> None:
        """Registers a machine."""

    def lost(self, machine: int, _now: float) -> None:
        """Removes a machine."""

    def returned(self, machine: int, batch: bytes, now: float) -> None:
        """Receives a batch from a machine."""

    def batches(self, now: float) -> list[tuple[int, bytes]]:
        """The batches to send now. Events are written to the journal first."""

    def set_load(self, load: float) -> None:
        """Adapts the length of jobs to the driver's load: the part of the time that it worked."""

    def failures(self) -> list[tuple[int, str]]:
        """The machines that reported that they cannot do jobs, with the reason."""

    def sync(self) -> None:
        """Writes the journal to the disk."""

    def release(self) -> None:
        """Unlocks the journal."""

    def store(self) -> None:
        """Writes solved positions to the store."""

    def problems(self) -> list[str]:
        """The errors that did not end the search, as texts."""

    def take_solved(self, solved: bytes) -> None:
        """Receives the solved positions of a machine's table, for the certificate."""

    def assembly(self) -> CertificateTask:
        """The task to search the missing positions of the certificate."""

    def nodes(self) -> int:
        """The searched nodes that machines have reported."""

    def progress(self) -> str:
        """The figures, as JSON."""

    def answer(self) -> Literal["proved", "disproved", "ended"] | None:
        """The answer, as soon as it is known; ``ended`` if the game is over at the root."""

    def close(
        self,
        certificate: bool,
        stopped_by: str | None = None,
        time: float | None = None,
        progress: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> tuple[str, list[bytes], BaseException | None]:
        """The answer with a line of play as JSON, certificates, and an exception or None."""

@final
class Purpose:
    """The purpose of a file, which decides which existing files may be replaced."""

    @staticmethod
    def certificate(game: str, rules: str | None, position: str) -> Purpose:
        """Certificates about a position of a game; with None, under any rules."""

    @staticmethod
    def bundle(game: str, position: str) -> Purpose:
        """Bundles about a position of a game."""

    @staticmethod
    def record(position: Position, data: bytes) -> Purpose:
        """Records that shomei wrote whose main line is that of this record, or its beginning."""

    @staticmethod
    def journal() -> Purpose:
        """Journals of searches on many machines."""

    @staticmethod
    def store() -> Purpose:
        """Stores of solved positions."""

    @staticmethod
    def figures(begin: bytes) -> Purpose:
        """Figures of a search, next to its journal: files that begin with these bytes."""

    @staticmethod
    def stop() -> Purpose:
        """The empty file next to a journal that requests its search to stop."""

@final
class Reader:
    """A reader of the records of a certificate."""

    def __new__(cls, game: Game, certificate: bytes) -> Reader: ...
    @property
    def claim(self) -> str:
        """``proved`` or ``disproved``."""

    @property
    def attacker(self) -> str:
        """The name of the side that the claim is about."""

    @property
    def records(self) -> int:
        """The number of records."""

    def root(self) -> tuple[int | None, Position, str, int]:
        """The root: number, position, kind of the record, nodes of plain search."""

    def node(self, number: int, position: Position) -> tuple[int | None, Position, str, int]:
        """The node of a record that answers a position."""

    def follow(self, moves: list[str]) -> tuple[int | None, Position, str, int]:
        """The node after these moves."""

    def children(self, number: int, position: Position) -> list[tuple[str, Position, int | None]]:
        """The children of a record: text of the move, position, number of its record.

        ``position`` is the position that the record answers.
        """

    def size(self, number: int) -> tuple[int | None, int | None, int] | None:
        """The size of the part of the certificate below a record.

        Returns the plies of the longest line, the number of records if all lines are counted
        separately, and the number of moves that lead to the record.
        """

def algorithms() -> str:
    """The algorithms, the simplest first, as JSON."""

def ask_machines(
    position: Position,
    question: str,
    certificate: bool,
    time: float | None,
    ask: Callable[[str, int | None], tuple[Coordinator, str | None]],
) -> tuple[str, list[bytes], BaseException | None]:
    """Finds a value or a score by several questions; returns the same as ``Coordinator.close``.

    ``ask`` is called with the attacker and the minimum score, None for a win. It returns the
    coordinator of that question, and the limit that ended it without an answer.
    """

def games() -> str:
    """The games of this module, as JSON."""

def board_svg(game: str, rules: str, position: str, last_move: str | None = None) -> str | None:
    """The picture of a position by its canonical text, or None.

    ``last_move`` is the move that led to the position; its squares are marked.
    """

def check(
    certificate: bytes, game: Game | None, limits: dict[str, float | None]
) -> tuple[str, BaseException | None]:
    """Checks a certificate: the verdict as JSON, and Ctrl-C or None."""

def check_bundle(
    bundle: bytes, game: Game | None, limits: dict[str, float | None]
) -> tuple[str, BaseException | None]:
    """Checks a bundle: the verdict as JSON, and Ctrl-C or None."""

def check_game(
    game: object, positions: list[Any], sample: dict[str, int]
) -> tuple[tuple[int, int, int] | None, tuple[str, str, str] | None, BaseException | None]:
    """Tests a game in Python for everything that the searches rely on.

    Returns the numbers of positions, finished positions and moves, or the broken law with the
    position and the details, and the exception of the game or None.
    """

def header(
    certificate: bytes,
) -> tuple[tuple[str, str, str, str, Literal["proved", "disproved"]], int | None]:
    """The header: game, rules, attacker, root and claim; and the number of plies of the claim."""

def leave(seconds: float) -> bool:
    """Ends the work of other threads in this module, and waits until they have left it.

    Returns whether they have left within ``seconds``. Called when the interpreter exits.
    """

def losses(position: Position, record: _Record, form: str) -> str:
    """The parts of a record that a form cannot express, as JSON."""

def make_way(path: _Path, purpose: Purpose, force: bool) -> None:
    """Prepares the path of a file; an existing file of this purpose is kept and continued."""

def read_record(game: Game, bytes: bytes) -> dict[str, Any]:
    """Reads a record of play: its fields by their names."""

def writable(path: _Path, purpose: Purpose, force: bool) -> None:
    """Raises an exception if a file of this purpose may not be written here."""

def write(path: _Path, purpose: Purpose, data: bytes, force: bool) -> None:
    """Writes a file."""

def write_record(position: Position, record: _Record, form: str) -> bytes:
    """A record of play as a file of this form."""

def unknown(message: str, name: str, known: list[str]) -> BaseException:
    """The exception for an unknown name, with the nearest known name."""
