"""Games of OpenSpiel as games of shomei.

`Game` takes any game of OpenSpiel that is sequential, deterministic, for two players, zero-sum and
of perfect information, and answers the questions that a search asks:

    >>> import shomei
    >>> from shomei import openspiel
    >>> game = openspiel.Game("breakthrough(rows=4,columns=4)")
    >>> result = shomei.solve(game, "start")

OpenSpiel is imported when a game is opened: ``pip install shomei[openspiel]``.

A position is a state of OpenSpiel. Its text is the list of actions that led to it from the start,
as in ``4 5 2``, or ``start``. Two states that are one position, but were reached by different
orders of moves, therefore have two texts; the text that a result names is that of the state which
was asked about.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Final

from ._errors import UsageError
from ._openspiel_keys import (
    HIDDEN,
    OWN_KEYS,
    TEXT_IS_COMPLETE,
    Key,
    State,
    by_history,
    by_text,
    by_text_and_move_number,
    by_text_and_returns,
    hidden_difference,
)
from ._own import DRAW

__all__ = ["DRAW", "Game", "Refused", "by_history", "by_text", "by_text_and_move_number"]

_SIDES: Final = {
    "breakthrough": ("black", "white"),
    "connect_four": ("x", "o"),
    "gomoku": ("black", "white"),
    "hex": ("black", "white"),
    "lines_of_action": ("black", "white"),
    "othello": ("black", "white"),
    "tic_tac_toe": ("x", "o"),
    "ultimate_tic_tac_toe": ("x", "o"),
}


class Refused(UsageError):
    """A game or a position of OpenSpiel that cannot be solved, with the reason."""


class Game:
    """A game of OpenSpiel, as `shomei.solve` and its relatives take it.

    Args:
        game: A ``pyspiel.Game``, or its name with parameters: ``"hex(board_size=4)"``.
        key: What tells positions apart: a function from a state to an int, str, bytes or a tuple
            of them. Left out, it is the player to move and the text of the state, with what else
            the game is known to need. Whoever gives one answers for it: two states with one key
            must have one future. `by_history` is right for every game, and finds no
            transpositions.
        can_repeat: Whether a position can come back, by its key, in one line of play. Left out:
            no, for `by_history` and for games that are known; else yes, which is always right.
        check: How many moves the experiment plays that looks for two states with one key and two
            futures; 0 plays none. It is not done with a ``key`` of your own: see `check_key`.

    Raises:
        Refused: Where OpenSpiel does not know the game, where the game is none of this kind, and
            where its states remember what the key does not show.
        ImportError: Where OpenSpiel is not installed.
    """

    name: str
    """What the game is called in results and certificates."""
    rules: str
    """The game with its parameters, in one line."""
    sides: tuple[str, str]
    """The names of player 0 and player 1."""
    can_repeat: bool
    """Whether a position can come back in one line of play."""
    key: Key
    """What tells positions apart."""
    moves: Callable[[State], list[int]]
    """The legal actions of a state."""
    play: Callable[[State, int], State]
    """The state after an action; the state before it stays as it was."""

    def __init__(
        self,
        game: Any,
        *,
        key: Key | None = None,
        can_repeat: bool | None = None,
        check: int = 4_000,
    ) -> None:
        pyspiel = _pyspiel()
        self.game: Any = _load(pyspiel, game) if isinstance(game, str) else game
        """The game of OpenSpiel."""
        if not isinstance(self.game, pyspiel.Game):
            raise Refused(f"{type(game).__name__} is neither a game of OpenSpiel nor a name of one")
        _refuse_other_kinds(self.game)
        short_name = str(self.game.get_type().short_name)
        self.rules = " ".join(str(self.game).split())
        self.name = "openspiel:" + short_name
        self.sides = _SIDES.get(short_name, ("first", "second"))
        self.moves = pyspiel.State.legal_actions
        self.play = pyspiel.State.child
        self.key = _default_key(self.game, short_name) if key is None else key
        known = key is None and (short_name in TEXT_IS_COMPLETE or short_name in OWN_KEYS)
        acyclic = known or key is by_history
        self.can_repeat = not acyclic if can_repeat is None else can_repeat
        if key is None and check > 0:
            self.check_key(check)

    def __repr__(self) -> str:
        return f"shomei.openspiel.Game({self.rules!r})"

    @property
    def start(self) -> State:
        """The position at the start of the game."""
        return self.game.new_initial_state()

    def to_move(self, state: State) -> int:
        """Who moves: 0 or 1. For a finished game, where nobody does, 0."""
        player: int = state.current_player()
        return player if player > 0 else 0

    def winner(self, state: State) -> int | str | None:
        """Who has won: 0, 1, `DRAW`, or None while the game goes on."""
        if not state.is_terminal():
            return None
        first = state.returns()[0]
        return DRAW if first == 0 else 0 if first > 0 else 1

    def format(self, state: State) -> str:
        """The actions that led to the state from the start, with spaces between; or ``start``.

        Raises `Refused` where the state does not come from the start of the game by them.
        """
        history = state.history()
        replayed = self.start
        for action in history:
            if action not in replayed.legal_actions():
                break
            replayed = replayed.child(action)
        if replayed.history() != history or str(replayed) != str(state):
            raise Refused(
                f"a state of {self.rules} that did not come from its start by legal actions has no "
                "text: play to it from the start"
            )
        return " ".join(map(str, history)) or "start"

    def parse(self, text: str) -> State:
        """The state that a text names.

        The text is what `format` gives, or that with ``moves`` and moves as `format_move` gives
        them behind it: ``start moves x(1,1) o(0,0)``.

        Raises `Refused`, with the number of the word, for a word that is no legal action there.
        """
        words = text.split()
        if not words:
            raise Refused('an empty text names no position: "start" is the start of the game')
        state, by_text_of_move = self.start, False
        for number, word in enumerate(words, 1):
            if word == "moves" and not by_text_of_move:
                by_text_of_move = True
            elif word != "start" or number > 1:
                action = (self.parse_move if by_text_of_move else _action)(state, word)
                if action is None:
                    raise Refused(f"word {number}, {word!r}, is no legal action there")
                state = state.child(action)
        return state

    def format_move(self, state: State, move: int) -> str:
        """The text of a move, without spaces; two moves of a state never have one text."""
        text = _move_text(state, move)
        legal = state.legal_actions()
        if any(other != move and _move_text(state, other) == text for other in legal):
            return f"{text}#{move}"
        return text

    def parse_move(self, state: State, text: str) -> int | None:
        """The move with that text, as `format_move` gives it, or None where there is none."""
        legal = state.legal_actions()
        for wanted in (text, text.rpartition("#")[0]):
            same = [move for move in legal if _move_text(state, move) == wanted]
            for move in same:
                if text == (wanted if len(same) == 1 else f"{wanted}#{move}"):
                    return int(move)
        return None

    def check_key(self, moves: int = 10_000, *, seed: int = 0) -> None:
        """Look for two states with one key and two futures, by playing that many moves.

        Raises `Refused` with the two lines of play and what differed. That nothing is found proves
        nothing; it costs some microseconds a move.
        """
        difference = hidden_difference(self.start, self.key, moves=moves, seed=seed)
        if difference is not None:
            raise Refused(
                f"the states of {self.rules} remember what their key does not show: {difference}. "
                "Give a complete key, such as key=shomei.openspiel.by_history"
            )


def _pyspiel() -> Any:
    """OpenSpiel's module, imported when it is needed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError as error:
        raise ImportError(
            "shomei.openspiel needs OpenSpiel: pip install shomei[openspiel]"
        ) from error


def _load(pyspiel: Any, name: str) -> Any:
    """The game of a name with parameters."""
    short_name = name.split("(")[0].strip()
    if short_name not in pyspiel.registered_names():
        raise Refused(f"OpenSpiel knows no game {short_name!r}")
    try:
        return pyspiel.load_game(name)
    except Exception as error:  # What C++ throws comes out as exceptions of many kinds.
        reason = " ".join(str(error).split())
        raise Refused(f"OpenSpiel cannot open {name!r}: {reason}") from error


def _refuse_other_kinds(game: Any) -> None:
    """Raise `Refused` unless the game is of the kind that can be solved."""
    kind = game.get_type()
    players = game.num_players()
    wanted = (
        ("SEQUENTIAL", kind.dynamics.name, "its players do not move one after the other"),
        ("DETERMINISTIC", kind.chance_mode.name, "chance plays a part"),
        ("PERFECT_INFORMATION", kind.information.name, "a player does not see all"),
        (2, players, f"it has {players} player{'' if players == 1 else 's'}, not two"),
        ("ZERO_SUM", kind.utility.name, "what one player gains the other does not lose"),
    )
    reasons = [reason for want, have, reason in wanted if want != have]
    if reasons:
        raise Refused(f"{game} cannot be solved: {', '.join(reasons)}")


def _default_key(game: Any, short_name: str) -> Key:
    """The key of a game that nobody gave one for; `Refused` where the game is known to need one."""
    inner = _inner_names(game.get_parameters())
    for name in (short_name, *inner):
        if name in HIDDEN:
            raise Refused(
                f"the states of {name} remember what their text hides: {HIDDEN[name]}. Give a "
                "complete key, such as key=shomei.openspiel.by_history"
            )
        if name in OWN_KEYS and name != short_name:
            raise Refused(
                f"the text of a state of {name} does not tell positions apart: give a complete key "
                f"for {short_name}, such as key=shomei.openspiel.by_history"
            )
    if short_name in OWN_KEYS:
        return OWN_KEYS[short_name]
    terminal_only = game.get_type().reward_model.name == "TERMINAL"
    return by_text if terminal_only else by_text_and_returns


def _inner_names(parameters: dict[str, Any]) -> list[str]:
    """The names of the games in the parameters of a game, as in ``misere(game=hex())``."""
    names = []
    for value in parameters.values():
        if isinstance(value, dict):
            if isinstance(value.get("name"), str):
                names.append(value["name"])
            names += _inner_names(value)
    return names


def _move_text(state: State, move: int) -> str:
    """OpenSpiel's text of a move with ``_`` for spaces."""
    text = str(state.action_to_string(state.current_player(), move))
    return "_".join(text.split()) or str(move)


def _action(state: State, word: str) -> int | None:
    """The legal action of a number, or None."""
    if not (word.isascii() and word.isdigit() and len(word) < 19):
        return None
    return int(word) if int(word) in state.legal_actions() else None
