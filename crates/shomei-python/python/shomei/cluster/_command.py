"""The command ``shomei-cluster``."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Final

from .. import __version__
from .._errors import Error, InputError, Interrupted, LimitError, UsageError
from .._results import Result
from ._check import check
from ._progress import Lines, as_text
from ._solve import resume, solve
from ._solve import score as score_of
from ._solve import value as value_of
from ._state import status, stop

__all__ = ["main"]

_EXITS: Final = """\
Exit codes: 0 proved or disproved, 1 an error while running (status, stop: nothing is running;
check: not accepted), 2 a usage or input error, 3 unknown (a limit was reached), 130 after Ctrl-C.
"""

_USED: Final = (
    *("threads", "machines", "memory", "time", "nodes", "certificate", "patience"),
    *("store", "store_least"),
)
"""Options that are passed on unchanged."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command.

    Args:
        arguments: The arguments; by default those of the process.

    Returns:
        The exit code.
    """
    given = _parser().parse_args(arguments)
    try:
        code: int = given.run(given)
        return code
    except Interrupted as interrupt:
        if interrupt.result is not None:
            _print(interrupt.result, given)
        return 130
    except KeyboardInterrupt:
        return 130
    except (UsageError, InputError) as error:
        return _say(error, given, 2)
    except LimitError as error:
        return _say(error, given, 3)
    except (Error, OSError) as error:
        result: Result | None = getattr(error, "result", None)
        if result is not None:
            _print(result, given)
        is_given = isinstance(error, (FileExistsError, IsADirectoryError))
        return _say(error, given, 2 if is_given else 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="shomei-cluster",
        description="Solves one question on many machines: a forced win, the value or the score.",
        epilog=_EXITS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"shomei-cluster {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    asks = commands.add_parser("solve", help="ask a cluster")
    asks.add_argument(
        "game", help="a built-in game, or MODULE:NAME for a game of your own or a class of one"
    )
    asks.add_argument("position", nargs="?", help="the position; left out: the usual start")
    asks.add_argument("--rules", default="", help="the rules of a built-in game")
    kind = asks.add_mutually_exclusive_group()
    kind.add_argument("--attacker", metavar="SIDE", help="the side that must win")
    kind.add_argument("--value", action="store_true", help="win, draw or loss for the side to move")
    kind.add_argument("--score", action="store_true", help="the exact score for the side to move")
    asks.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of df-pn; may be given several times",
    )
    asks.add_argument(
        "--journal", metavar="FILE", help="write every event to FILE, for `resume` after a stop"
    )
    _add_shared(asks)
    asks.set_defaults(run=_solve)

    resumes = commands.add_parser("resume", help="continue the search of a journal")
    resumes.add_argument("journal", help="the journal")
    resumes.add_argument("--game", help="MODULE:NAME, if it is a game of your own")
    _add_shared(resumes)
    resumes.set_defaults(run=_resume)

    checks = commands.add_parser("check", help="check a certificate in parts")
    checks.add_argument("certificate", help="the certificate")
    checks.add_argument("--game", help="MODULE:NAME, if it is a game of your own")
    checks.add_argument(
        "--address",
        default="auto",
        help="auto (the cluster of this machine), local (start one here) or HOST:PORT",
    )
    checks.add_argument("--threads", type=int, help="threads of each machine")
    checks.add_argument("--machines", type=int, help="the maximum number of machines")
    checks.add_argument("--time", help="the time limit, such as 8h")
    checks.add_argument("--json", action="store_true", help="print JSON")
    checks.set_defaults(run=_check)

    state = commands.add_parser("status", help="print the state of the search of a journal")
    state.add_argument("journal", help="the journal")
    state.add_argument("--json", action="store_true", help="print JSON")
    state.set_defaults(run=_status)

    ends = commands.add_parser("stop", help="end the search of a journal; it can be resumed")
    ends.add_argument("journal", help="the journal")
    ends.add_argument(
        "--wait", type=float, default=60.0, metavar="SECONDS", help="wait for its end this long"
    )
    ends.set_defaults(run=_stop, json=False)
    return parser


def _add_shared(parser: argparse.ArgumentParser) -> None:
    """Adds the options of all commands that search."""
    parser.add_argument(
        "--address",
        default="auto",
        help="auto (the cluster of this machine), local (start one here) or HOST:PORT",
    )
    parser.add_argument("--threads", type=int, help="threads of each machine")
    parser.add_argument("--machines", type=int, help="the maximum number of machines")
    parser.add_argument("--memory", help="memory for the table of each machine, such as 4GiB")
    parser.add_argument("--time", help="the time limit, such as 8h")
    parser.add_argument("--nodes", type=int, help="the maximum number of nodes")
    parser.add_argument(
        "--patience", type=float, help="seconds after which a silent machine counts as lost"
    )
    parser.add_argument(
        "--store", metavar="FILE", help="keep solved positions in FILE, for later searches too"
    )
    parser.add_argument(
        "--store-least", type=int, metavar="N", help="store positions that took at least N nodes"
    )
    parser.add_argument("--certificate", metavar="FILE", help="write the certificate to FILE")
    parser.add_argument("--force", action="store_true", help="replace other files of these names")
    parser.add_argument("--check", action="store_true", help="check the certificate as well")
    parser.add_argument(
        "--json", action="store_true", help="print progress and answer as lines of JSON"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def _shared(given: argparse.Namespace) -> dict[str, Any]:
    """The arguments that belong to the options of all commands that search."""
    named = {name: getattr(given, name) for name in _USED}
    if given.quiet:
        progress: Any = None
    elif given.json:
        progress = Lines(sys.stdout)
    else:
        progress = True
    return {
        "address": given.address,
        "check": given.check,
        "force": given.force,
        "progress": progress,
        **{name: value for name, value in named.items() if value is not None},
    }


def _solve(given: argparse.Namespace) -> int:
    options: dict[str, Any] = {}
    for text in given.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--option {text}: expected NAME=VALUE")
        options[name.replace("-", "_")] = value
    game, position = given.game, given.position
    if ":" in game:
        game = _own(game)
        position = None if position is None else _position(game, position)
    shared = _shared(given)
    clash = set(options) & (set(shared) | {"rules", "attacker", "journal"})
    if clash:
        raise UsageError(f"--option {min(clash)}: it is not an option of df-pn")
    # Ray reports on its machines on stdout, which must contain the answer only.
    with redirect_stdout(sys.stderr):
        if given.value or given.score:
            asks = value_of if given.value else score_of
            result = asks(
                game, position, rules=given.rules, journal=given.journal, **shared, **options
            )
        else:
            result = solve(
                game,
                position,
                rules=given.rules,
                attacker=given.attacker,
                journal=given.journal,
                **shared,
                **options,
            )
    return _print(result, given)


def _resume(given: argparse.Namespace) -> int:
    game = None if given.game is None else _own(given.game)
    shared = _shared(given)
    with redirect_stdout(sys.stderr):
        result = resume(given.journal, game, **shared)
    return _print(result, given)


def _check(given: argparse.Namespace) -> int:
    game = None if given.game is None else _own(given.game)
    with redirect_stdout(sys.stderr):
        verdict = check(
            given.certificate,
            game=game,
            strict=False,
            address=given.address,
            threads=given.threads,
            machines=given.machines,
            time=given.time,
        )
    if given.json:
        Lines(sys.stdout).write(verdict.to_dict())
    elif verdict.accepted:
        print(f"accepted: {verdict.records:,} records in {verdict.data['parts']} parts")
    else:
        print(f"not accepted: {verdict.reason}")
    return 0 if verdict.accepted else 1


def _status(given: argparse.Namespace) -> int:
    state = status(given.journal)
    if given.json:
        Lines(sys.stdout).write(state)
    else:
        question = state["question"]
        print(f"{state['state']}: {question['game']}, can {question['attacker']} force a win?")
        print(f"position: {question['position']}")
        print(as_text(state["progress"]))
        age = max(time.time() - state["written"], 0.0)
        print(f"process {state['process']} on {state['host']}, {age:.0f} s ago")
        if state["state"] == "killed":
            print(f"it has ended without a word: shomei-cluster resume {given.journal}")
    return 0 if state["state"] != "killed" else 1


def _stop(given: argparse.Namespace) -> int:
    if not stop(given.journal):
        print("nothing is running", file=sys.stderr)
        return 1
    until = time.monotonic() + given.wait
    while status(given.journal)["state"] == "running":
        if time.monotonic() > until:
            print(f"it has not ended within {given.wait:g} s", file=sys.stderr)
            return 1
        time.sleep(0.1)
    print(f"stopped: shomei-cluster resume {given.journal} continues")
    return 0


def _own(name: str) -> Any:
    """A user's game by MODULE:NAME; a class is instantiated."""
    module, _, attribute = name.partition(":")
    folder = os.fspath(Path.cwd())
    if folder not in sys.path:
        # As `python -m` does.
        sys.path.insert(0, folder)
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"game: {name} cannot be imported: {error}") from error
    return found() if isinstance(found, type) else found


def _position(game: Any, text: str) -> Any:
    """The position of a text, for a user's game."""
    from .._games import as_game

    return as_game(game).position(text)


def _print(result: Result, given: argparse.Namespace) -> int:
    """Prints an answer."""
    if given.json:
        data: Mapping[str, Any] = result.to_dict()
        Lines(sys.stdout).write({"event": "answer", **data, "problems": list(result.problems)})
    else:
        print(result, flush=True)
        if given.check and result.certificates:
            many = len(result.certificates) > 1
            text = "the certificates are accepted" if many else "the certificate is accepted"
            print(text, flush=True)
    return 0 if result.stopped_by is None and result.answer != "unknown" else 3


def _say(error: BaseException, given: argparse.Namespace, code: int) -> int:
    """Prints an error, and returns the exit code."""
    if given.json:
        place = getattr(error, "place", {})
        event = {"event": "error", "error": _message(error), "error_type": type(error).__name__}
        Lines(sys.stdout).write({**event, "error_place": place} if place else event)
    print(f"error: {_message(error)}", file=sys.stderr)
    return code


def _message(error: BaseException) -> str:
    """The message of an error, with the option of the command in place of the argument."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        why = error.strerror.replace("force=True", "--force")
        return f"{error.filename}: {why}"
    return str(error)
