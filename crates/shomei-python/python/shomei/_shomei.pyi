"""The native part of the package. Users see it through the Python modules around it."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Final, Literal, Protocol, TypeAlias, final, type_check_only

__all__ = [
    "AUTO",
    "VERSION",
    "Coordinator",
    "Errand",
    "Game",
    "Machine",
    "Position",
    "Purpose",
    "Reader",
    "Session",
    "algorithms",
    "ask_machines",
    "board_svg",
    "check",
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
"""The name of the choice that leaves the algorithm to the program."""
VERSION: Final[str]
"""The version of the package."""

_Path: TypeAlias = str | PathLike[str]

@type_check_only
class _Asked(Protocol):
    """A question: what is asked, its limits, and what is wanted beside the answer."""

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
    def shortest(self) -> bool: ...
    @property
    def depth(self) -> int | None: ...
    @property
    def others(self) -> int | None: ...
    @property
    def variations(self) -> int | None: ...
    @property
    def progress(self) -> Callable[[Mapping[str, Any]], object] | None: ...

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
    """A record of play, but for its position."""

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
        """Whether it is a game in Python."""

    @property
    def why_slow(self) -> str | None:
        """What makes searches slower on this machine than on others."""

    @property
    def scores(self) -> tuple[int, int, str] | None:
        """The greatest score, the step between scores, and what is counted."""

    def start(self) -> Position:
        """The usual starting position."""

    def position(self, text: str) -> Position:
        """Reads a position."""

    def place(self, object: object) -> Position:
        """The position of an object, of a game in Python."""

    def reads_back(self, position: Position) -> bool:
        """Whether the text of a position is read as the same position."""

    def replay(self, root: Position, texts: list[str]) -> tuple[Any, ...]:
        """The objects of moves with these texts, played one after another."""

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
        """The position to look at."""

    @property
    def value(self) -> Any:
        """The object of a game in Python; the text for a built-in game."""

    @property
    def to_move(self) -> str | None:
        """The name of the side to move; None where the game is over."""

    @property
    def attacker(self) -> str:
        """The name of the side whose win is asked for where no other is named."""

    @property
    def outcome(self) -> str | None:
        """The name of the side that has won, "draw", or None while the game goes on."""

    @property
    def remaining(self) -> int | None:
        """How much of the game is left, in units of the game."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """The legal moves: texts, and objects of a game in Python."""

    def for_attacker(self, attacker: str) -> Position:
        """The position where the side with this name has to win.

        It matters in games in which what may be played depends on that, such as tsume-shogi.
        """

    def play(self, mv: Any) -> Position:
        """The position after a move, given as text or as the object of a game in Python."""

    def move_text(self, mv: Any) -> str:
        """The text of a move, given as text or as the object of a game in Python."""

    def perft(self, depth: int) -> int:
        """The number of move paths of this length."""

    def divide(self, depth: int) -> list[tuple[str, int]]:
        """The number of move paths of this length below each move, by its text."""

    def _repr_svg_(self) -> str | None:
        """A drawing of the board, of games that have one."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: object, /) -> bool: ...
    def __le__(self, other: object, /) -> bool: ...
    def __gt__(self, other: object, /) -> bool: ...
    def __ge__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

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
        """Ends the question that is being answered, from any thread."""

    def go_on(self) -> None:
        """Lets questions be answered again."""

    def forget(self) -> None:
        """Forgets what was learnt."""

    def ask(
        self, position: Position, asked: _Asked
    ) -> tuple[str, list[bytes], BaseException | None]:
        """Answers a question: as JSON, with certificates, and what came up meanwhile.

        What may come up is Ctrl-C, or an exception of ``progress``.
        """

@final
class Machine:
    """Threads that do jobs of a question on one table."""

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
        """Who this is."""

    def submit(self, parcel: bytes) -> None:
        """Takes a parcel."""

    def poll(self, timeout: float) -> bytes | None:
        """What was done since this was asked last; waits so many seconds for something."""

    def solved(self, most: int) -> bytes:
        """What its table has solved: so many positions at most that took the most work."""

    def failure(self) -> BaseException | None:
        """The exception that a game in Python has ended with."""

    def stop(self) -> None:
        """Ends all threads, and gives the memory back."""

@final
class Errand:
    """Shares what there is to do for a certificate among machines: what is missing, or a check."""

    @staticmethod
    def check(
        certificate: bytes, position: Position, attacker: str | None, least: int | None = None
    ) -> Errand:
        """Has machines check a certificate in parts."""

    def joined(self, machine: int, hello: bytes, _now: float) -> None:
        """A machine has come."""

    def lost(self, machine: int, _now: float) -> None:
        """A machine is gone."""

    def returned(self, machine: int, parcel: bytes, _now: float) -> None:
        """A machine has sent a parcel."""

    def parcels(self, _now: float) -> list[tuple[int, bytes]]:
        """What is to be sent now."""

    def failures(self) -> list[tuple[int, str]]:
        """The machines that have said that they cannot search, and why."""

    def set_queued(self, _queued: int) -> None:
        """Chores wait at machines as they do."""

    def sync(self) -> None:
        """Nothing is written."""

    @staticmethod
    def nodes() -> int:
        """Nothing that counts against a limit."""

    def progress(self) -> str:
        """What was done, or the verdict where there is one, as JSON."""

    def answer(self) -> Literal["done"] | None:
        """Whether nothing is missing that machines could find, or the verdict is there."""

@final
class Coordinator:
    """Shares the work of a question among machines, and makes the certificate of the answer."""

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
        """A machine has come."""

    def lost(self, machine: int, _now: float) -> None:
        """A machine is gone."""

    def returned(self, machine: int, parcel: bytes, now: float) -> None:
        """A machine has sent a parcel."""

    def parcels(self, now: float) -> list[tuple[int, bytes]]:
        """What is to be sent now. What has happened is written to the journal before."""

    def set_queued(self, queued: int) -> None:
        """So many jobs are to wait at each thread from now on."""

    def failures(self) -> list[tuple[int, str]]:
        """The machines that have said that they cannot do jobs, and why."""

    def sync(self) -> None:
        """Writes the journal to the disk."""

    def release(self) -> None:
        """Lets go of the journal, for whoever wants it next."""

    def store(self) -> None:
        """Puts what was solved into the store."""

    def problems(self) -> list[str]:
        """What has gone wrong and left the search as it is."""

    def take_solved(self, solved: bytes) -> None:
        """Takes what the table of a machine has solved, for the certificate."""

    def assembly(self) -> Errand:
        """Has machines search what is missing for the certificate."""

    def nodes(self) -> int:
        """The nodes that have been searched, as far as machines have told."""

    def progress(self) -> str:
        """How it stands, as JSON."""

    def answer(self) -> Literal["proved", "disproved", "ended"] | None:
        """The answer, as soon as there is one; ``ended`` where play is over at the root."""

    def close(
        self,
        certificate: bool,
        stopped_by: str | None = None,
        time: float | None = None,
        progress: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> tuple[str, list[bytes], BaseException | None]:
        """The answer with a line of play, as JSON, and with its certificate."""

@final
class Purpose:
    """What a file is for: how the files are known that may be replaced by it."""

    @staticmethod
    def certificate(game: str, rules: str | None, position: str) -> Purpose:
        """Certificates about a position of a game; under these rules, where that matters."""

    @staticmethod
    def record(position: Position, data: bytes) -> Purpose:
        """Records of play that shomei wrote, with the main line of this one or its beginning."""

    @staticmethod
    def journal() -> Purpose:
        """Journals of searches on many machines."""

    @staticmethod
    def store() -> Purpose:
        """Stores of solved positions."""

    @staticmethod
    def figures(begin: bytes) -> Purpose:
        """Figures of a search, as they are beside its journal: files that begin so."""

    @staticmethod
    def stop() -> Purpose:
        """The file beside a journal that asks its search to end. It has no content."""

@final
class Reader:
    """A certificate that is walked through."""

    def __new__(cls, game: Game, certificate: bytes) -> Reader: ...
    @property
    def claim(self) -> str:
        """``proved`` or ``disproved``."""

    @property
    def attacker(self) -> str:
        """The name of the side that can force a win, or cannot."""

    @property
    def records(self) -> int:
        """How many records there are."""

    def root(self) -> tuple[int | None, Position, str, int]:
        """The root: its number, the position, what is said of it, nodes of plain search."""

    def node(self, number: int, position: Position) -> tuple[int | None, Position, str, int]:
        """The node of a record that answers a position."""

    def follow(self, moves: list[str]) -> tuple[int | None, Position, str, int]:
        """The node after these moves."""

    def children(self, number: int, position: Position) -> list[tuple[str, Position, int | None]]:
        """The moves that are spoken of below a record that answers a position.

        Texts, positions and the numbers of their records.
        """

    def size(self, number: int) -> tuple[int | None, int | None, int] | None:
        """What hangs on a record.

        The longest line in plies, the records as a tree, and how many moves lead to it.
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
    """A value or a score, by asking machines as often as needed: what ``Coordinator.close`` tells.

    ``ask`` is called with the attacker and the least score, None for a win. It returns the
    coordinator of that question, with the limit that ended it without an answer.
    """

def games() -> str:
    """The games of this module, as JSON."""

def board_svg(game: str, rules: str, position: str, last_move: str | None = None) -> str | None:
    """The picture of a position by its canonical text, None where there is none.

    ``last_move`` is the move that led to the position; its squares are marked.
    """

def check(
    certificate: bytes, game: Game | None, limits: dict[str, float | None]
) -> tuple[str, BaseException | None]:
    """Checks a certificate: the verdict as JSON, and Ctrl-C if it came."""

def check_game(
    game: object, positions: list[Any], sample: dict[str, int]
) -> tuple[tuple[int, int, int] | None, tuple[str, str, str] | None, BaseException | None]:
    """Holds a game in Python against what every search relies on.

    How much was looked at, or the law that is broken, where and how, and the exception of the
    game if there is one.
    """

def header(
    certificate: bytes,
) -> tuple[str, str, str, str, Literal["proved", "disproved"]]:
    """The head of a certificate: game, rules, attacker, root and claim."""

def leave(seconds: float) -> bool:
    """Ends what other threads do in this module, and waits some seconds until they are out.

    Whether they are. To be called when the interpreter ends.
    """

def losses(position: Position, record: _Record, form: str) -> str:
    """What a form cannot express of a record, as JSON."""

def make_way(path: _Path, purpose: Purpose, force: bool) -> None:
    """Clears the place of a file that is continued if it exists."""

def read_record(game: Game, bytes: bytes) -> dict[str, Any]:
    """Reads a record of play: its fields by their names."""

def writable(path: _Path, purpose: Purpose, force: bool) -> None:
    """Nothing, unless a file of this purpose may not be written here."""

def write(path: _Path, purpose: Purpose, data: bytes, force: bool) -> None:
    """Writes a file."""

def write_record(position: Position, record: _Record, form: str) -> bytes:
    """A record of play as a file of this form."""

def unknown(message: str, name: str, known: list[str]) -> BaseException:
    """The exception of a name that is not known, with the nearest one."""
