"""Proves and refutes positions of two-player games, with certificates.

The question is always: can this side, the *attacker*, force a win, whatever the other side does?
Play that never ends is not a win. The answer is *proved*, *disproved*, or *unknown* if a limit was
reached first. Every proved or disproved position has a certificate, which an independent checker
accepts::

    import shomei

    board = "OOOOOX----OOOX-X--OXOXXX-OOXOXOXOOXXXXXX-XXXXXXXX--XOXXX---OOOXX X"
    result = shomei.solve("othello", board, certificate="x.proof")
    print(result)
    shomei.check("x.proof")

* :func:`solve`, :func:`value`, :func:`moves`, :func:`score`, :func:`shortest` and
  :func:`other_solutions` answer one question. A :class:`Session` answers several and keeps its
  tables.
* A game of your own is an object with four methods: :class:`OwnGame`. :func:`check_game` tests
  its rules. A :class:`Graph` is a game that is given as a graph of positions.
* :func:`check` checks a :class:`Certificate`, :func:`check_bundle` a bundle of several. The nodes
  of a certificate can be inspected.
* :func:`serve` and :func:`explore` show games and certificates in the browser.
* ``shomei.openspiel`` solves games of OpenSpiel.
"""

from . import _leaving  # noqa: F401
from ._api import (
    algorithms,
    check_game,
    games,
    moves,
    other_solutions,
    perft,
    score,
    shortest,
    show,
    solve,
    value,
)
from ._certificates import (
    BundleVerdict,
    Certificate,
    Node,
    Rejected,
    Size,
    check,
    check_bundle,
)
from ._errors import (
    BusyError,
    Error,
    GameError,
    InputError,
    Interrupted,
    LimitError,
    RunError,
    UsageError,
)
from ._frames import to_pandas
from ._games import Game, Position, open_game
from ._own import DRAW, Graph, OwnGame
from ._records import Branch, Loss, Record, read_record
from ._results import Algorithm, GameInfo, MoveResult, Option, Result, Verdict
from ._serving import Server, explore, serve
from ._session import Session
from ._shomei import VERSION as __version__  # noqa: N811

__all__ = [
    "DRAW",
    "Algorithm",
    "Branch",
    "BundleVerdict",
    "BusyError",
    "Certificate",
    "Error",
    "Game",
    "GameError",
    "GameInfo",
    "Graph",
    "InputError",
    "Interrupted",
    "LimitError",
    "Loss",
    "MoveResult",
    "Node",
    "Option",
    "OwnGame",
    "Position",
    "Record",
    "Rejected",
    "Result",
    "RunError",
    "Server",
    "Session",
    "Size",
    "UsageError",
    "Verdict",
    "__version__",
    "algorithms",
    "check",
    "check_bundle",
    "check_game",
    "explore",
    "games",
    "moves",
    "open_game",
    "other_solutions",
    "perft",
    "read_record",
    "score",
    "serve",
    "shortest",
    "show",
    "solve",
    "to_pandas",
    "value",
]
