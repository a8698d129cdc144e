"""Games of OpenSpiel as games of shomei.

`Game` wraps any game of OpenSpiel that is sequential, deterministic, for two players, zero-sum and
of perfect information:

    >>> import shomei
    >>> from shomei import openspiel
    >>> game = openspiel.Game("breakthrough(rows=4,columns=4)")
    >>> result = shomei.solve(game, "start")

OpenSpiel is imported when a game is opened: ``pip install shomei[openspiel]``.

A position is a state of OpenSpiel. Its text is the list of actions that led to it from the start,
as in ``4 5 2``, or ``start``. So a position that is reached by different orders of moves has
several texts; a result contains the text of the state in the question.
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
    """A game of OpenSpiel for `shomei.solve` and the other questions.

    Args:
        game: A ``pyspiel.Game``, or its name with parameters: ``"hex(board_size=4)"``.
        key: A function from a state to its key: an int, str, bytes or a tuple of them. States
            with equal keys must have equal futures; the caller is responsible for that. The
            default key is the player to move and the text of the state, with additions for known
            games. `by_history` is right for every game, but finds no transpositions.
        can_repeat: Whether a key can occur twice in one line of play. The default is False for
            `by_history` and for known games, else True, which is always right.
        check: The number of moves in the experiment that looks for two states with equal keys and
            different futures; 0 for no experiment. A ``key`` of your own is not tested: see
            `check_key`.

    Raises:
        Refused: If OpenSpiel has no such game, if the game is not of the kind above, or if its
            states contain something that the key hides.
        ImportError: If OpenSpiel is not installed.
    """

    name: str
    """The name of the game in results and certificates."""
    rules: str
    """The game with its parameters, in one line."""
    sides: tuple[str, str]
    """The names of player 0 and player 1."""
    can_repeat: bool
    """Whether a position can occur twice in one line of play."""
    key: Key
    """The key of a state."""
    moves: Callable[[State], list[int]]
    """The legal actions of a state."""
    play: Callable[[State, int], State]
    """The state after an action; the state before it does not change."""

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
        """The player to move, 0 or 1; 0 if the game is over."""
        player: int = state.current_player()
        return player if player > 0 else 0

    def winner(self, state: State) -> int | str | None:
        """The winner: 0, 1, `DRAW`, or None while the game is not over."""
        if not state.is_terminal():
            return None
        first = state.returns()[0]
        return DRAW if first == 0 else 0 if first > 0 else 1

    def format(self, state: State) -> str:
        """The actions from the start to the state, separated by spaces; or ``start``.

        Raises `Refused` if these actions do not lead from the start of the game to the state.
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
        """The state of a text.

        The text is the result of `format`, optionally followed by ``moves`` and results of
        `format_move`: ``start moves x(1,1) o(0,0)``.

        Raises `Refused`, with the number of the word, for a word that is not a legal action.
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
                    raise Refused(f"word {number}, {word!r}, is not a legal action there")
                state = state.child(action)
        return state

    def format_move(self, state: State, move: int) -> str:
        """The text of a move, without spaces; different moves of a state have different texts."""
        text = _move_text(state, move)
        legal = state.legal_actions()
        if any(other != move and _move_text(state, other) == text for other in legal):
            return f"{text}#{move}"
        return text

    def parse_move(self, state: State, text: str) -> int | None:
        """The legal move with this text of `format_move`, or None."""
        legal = state.legal_actions()
        for wanted in (text, text.rpartition("#")[0]):
            same = [move for move in legal if _move_text(state, move) == wanted]
            for move in same:
                if text == (wanted if len(same) == 1 else f"{wanted}#{move}"):
                    return int(move)
        return None

    def check_key(self, moves: int = 10_000, *, seed: int = 0) -> None:
        """Looks for two states with equal keys and different futures, in ``moves`` random moves.

        Raises `Refused` with the two lines of play and the difference. If it finds none, that is
        not a proof. A move takes some microseconds.
        """
        difference = hidden_difference(self.start, self.key, moves=moves, seed=seed)
        if difference is not None:
            raise Refused(
                f"the states of {self.rules} remember what their key does not show: {difference}. "
                "Give a complete key, such as key=shomei.openspiel.by_history"
            )


def _pyspiel() -> Any:
    """OpenSpiel's module, imported on first use."""
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
    except Exception as error:  # Exceptions of C++ arrive as several types.
        reason = " ".join(str(error).split())
        raise Refused(f"OpenSpiel cannot open {name!r}: {reason}") from error


def _refuse_other_kinds(game: Any) -> None:
    """Raises `Refused` unless the game is of the kind that can be solved."""
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
    """The default key of a game; `Refused` if the game is known to need another one."""
    inner = _inner_names(game.get_parameters())
    for name in (short_name, *inner):
        if name in HIDDEN:
            raise Refused(
                f"the states of {name} remember what their text hides: {HIDDEN[name]}. Give a "
                "complete key, such as key=shomei.openspiel.by_history"
            )
        if name in OWN_KEYS and name != short_name:
            raise Refused(
                f"the text of a state of {name} does not identify positions: give a complete key "
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
    """The legal action with this number, or None."""
    if not (word.isascii() and word.isdigit() and len(word) < 19):
        return None
    return int(word) if int(word) in state.legal_actions() else None
