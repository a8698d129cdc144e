"""The page in the browser: games to ask about, and certificates to walk through."""

from __future__ import annotations

import atexit
import logging
import os
import warnings
from datetime import timedelta
from html import escape
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace, TracebackType
from typing import Any

from . import _shomei
from ._arguments import bytes_of, seconds_of, whole
from ._certificates import Certificate
from ._errors import UsageError
from ._games import Game, as_game

__all__ = ["Server", "explore", "serve"]

_LOOK = 0.2
"""Seconds between looks at the messages of the browser's opening."""

_log = logging.getLogger("shomei")


class Server:
    """A server that runs in the background: the result of :func:`serve` and :func:`explore`.

    It ends with :meth:`stop`, at the end of a ``with`` block, or with the interpreter. Until then
    its threads call the games that it serves.

    ::

        with shomei.serve(game) as server:
            print(server.address)
            server.wait()
    """

    def __init__(self, native: _shomei.Server) -> None:
        self._native = native
        # Before the interpreter begins to end, so that no thread of the server needs it later.
        atexit.register(self.stop)

    @property
    def address(self) -> str:
        """The address of the page.

        Anyone who has it, including its token (the part after ``#``), can ask questions.
        """
        return self._native.address

    @property
    def is_running(self) -> bool:
        """Whether the server runs."""
        return self._native.is_running

    def wait(self) -> None:
        """Waits until the server ends: Ctrl-C ends it, and so does :meth:`stop` in another thread.

        Raises:
            KeyboardInterrupt: After Ctrl-C. The server has ended then, as after :meth:`stop`.
        """
        try:
            while not self._native.wait(_LOOK):
                self._warn()
        finally:
            self.stop()

    def stop(self) -> None:
        """Ends the server and everything that it searches and checks, and waits for the end.

        Searches and checks end after the current call of their game. A function of a game cannot be
        interrupted: if it takes more than a second, ``stop`` returns, and the search or check ends
        when the function returns.

        Raises:
            KeyboardInterrupt: After Ctrl-C, which ends only the waiting.
        """
        self._native.stop()
        atexit.unregister(self.stop)

    def _open_browser(self) -> None:
        self._native.open()
        self._warn()

    def _warn(self) -> None:
        why = self._native.take_not_opened()
        if why is not None:
            warnings.warn(f"no browser was opened: {why}", RuntimeWarning, stacklevel=3)

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<Server {self.address}>" if self.is_running else "<Server, ended>"

    def _repr_html_(self) -> str:
        if not self.is_running:
            return escape(repr(self))
        address = escape(self.address)
        return f'<a href="{address}" target="_blank" rel="noopener">{address}</a>'


def serve(
    *games: Any,
    host: str = "127.0.0.1",
    port: int = 0,
    open_browser: bool = False,
    threads: int | None = None,
    memory: int | str | None = None,
    time: float | str | timedelta | None = None,
    questions: int | None = None,
    check_time: float | str | timedelta | None = None,
    check_memory: int | str | None = None,
) -> Server:
    """Starts the page of ``shomei serve``: positions, questions and proofs in the browser.

    The page has the built-in games and games of your own. It draws a position by the ``svg`` or
    ``grid`` of its game. An exception of a game is the answer to the request that it disturbs; the
    logger ``shomei`` reports it with its traceback, and the server continues.

    Args:
        *games: Games of your own, each with its ``start``. The page opens the first one in
            alphabetical order.
        host: The address on which to listen. With the default, only this machine can connect.
        port: The port; 0 selects a free one.
        open_browser: Whether to open the page in the browser.
        threads: The number of threads of all searches together; one per core by default. A game
            in Python is not searched faster by several threads.
        memory: The memory of all searches together; 512 MiB by default.
        time: The time limit of one question; ten minutes by default.
        questions: The maximum number of questions at the same time; 2 by default.
        check_time: The time limit for checking the certificate of an answer; ten minutes by
            default.
        check_memory: The maximum memory for checks and for the lengths of lines, of all
            certificates together; 256 MiB by default.

    Returns:
        The server, which runs in the background.

    Raises:
        UsageError: If an argument is invalid, or if two games have the same name.
        RunError: If another program uses the port, or if the address is not one of this machine.
        Error: Those of the games: an exception of ``start`` is passed on unchanged.
    """
    opened = [_own(game) for game in games]
    options = _options(
        host=host,
        port=port,
        threads=threads,
        memory=memory,
        time=time,
        questions=questions,
        check_time=check_time,
        check_memory=check_memory,
    )
    return _started(_shomei.Server.start(opened, options), host, open_browser)


def explore(
    certificate: Certificate | bytes | str | os.PathLike[str],
    *,
    game: Any = None,
    host: str = "127.0.0.1",
    port: int = 0,
    open_browser: bool = False,
    memory: int | str | None = None,
    time: float | str | timedelta | None = None,
) -> Server:
    """Shows a certificate in the browser: the page of ``shomei explore``.

    Args:
        certificate: The certificate, its bytes, or its file.
        game: The game, if it is one of your own and the certificate has been opened without it.
        host: See :func:`serve`.
        port: Likewise.
        open_browser: Likewise.
        memory: The maximum memory for positions during the check, and later for the lengths of
            lines; 256 MiB by default.
        time: The time limit of the check; one hour by default.

    Returns:
        The server, which runs in the background.

    Raises:
        InputError: If the certificate is damaged, or if its game is not built in and not given.
        UsageError: If an argument is invalid.
        RunError: If another program uses the port, or if the address is not one of this machine.
        OSError: If the file cannot be read.
    """
    given = None if game is None else as_game(game)
    shown: bytes | str
    if isinstance(certificate, Certificate):
        given = certificate._given if given is None else given
        name, shown = f"{certificate.game}.proof", bytes(certificate)
    elif isinstance(certificate, bytes):
        name, shown = "certificate", certificate
    else:
        # Errors name the file.
        with open(certificate, "rb"):
            name, shown = Path(certificate).name, os.fspath(certificate)
    options = _options(host=host, port=port, check_time=time, check_memory=memory)
    games = [] if given is None or not given.is_own else [given]
    return _started(_shomei.Server.start(games, options, (name, shown)), host, open_browser)


def _own(game: Any) -> Game:
    """A game of the user, with a start that can be shown."""
    if isinstance(game, str):
        raise UsageError(
            f"games: the page has every built-in game, so give only games of your own, not {game!r}"
        )
    opened = as_game(game)
    if not opened.is_own:
        raise UsageError(
            "games: the page has every built-in game, so give only games of your own, not "
            f"{opened.name}"
        )
    # The page begins with this position. Its exceptions are easier to understand here.
    opened.start().text  # noqa: B018
    return opened


def _options(
    *,
    host: str,
    port: int,
    threads: int | None = None,
    memory: int | str | None = None,
    time: float | str | timedelta | None = None,
    questions: int | None = None,
    check_time: float | str | timedelta | None = None,
    check_memory: int | str | None = None,
) -> Any:
    """The options for the native part."""
    if not isinstance(host, str):
        raise UsageError(f"host: expected a text such as '127.0.0.1', not {host!r}")
    for name, number in {"threads": threads, "questions": questions}.items():
        if number is not None and whole(name, number, 1 << 16) == 0:
            raise UsageError(f"{name}: there must be one at least")
    return SimpleNamespace(
        host=host,
        port=whole("port", port, (1 << 16) - 1),
        threads=threads,
        memory=None if memory is None else bytes_of(memory),
        time=_seconds("time", time),
        questions=questions,
        check_time=_seconds("check_time", check_time),
        check_memory=None if check_memory is None else bytes_of(check_memory),
        failed=_report,
    )


def _seconds(name: str, time: float | str | timedelta | None) -> float | None:
    try:
        return seconds_of(time)
    except UsageError as error:
        raise UsageError(str(error).replace("time:", f"{name}:", 1)) from None


def _report(error: BaseException) -> None:
    """Reports the exception of a game, which no caller can catch."""
    _log.error("a game of the page has failed: %s", error, exc_info=error)


def _started(native: _shomei.Server, host: str, open_browser: bool) -> Server:
    server = Server(native)
    try:
        if not ip_address(host).is_loopback:
            warnings.warn(
                f"with host={host!r} other machines can read what this server shows, without "
                "encryption; anyone who has the address, including its token (the part after #), "
                "can ask questions",
                UserWarning,
                stacklevel=3,
            )
        if open_browser:
            server._open_browser()
    except BaseException:
        # A warning can be an exception. The caller would have no object to stop it.
        server.stop()
        raise
    return server
