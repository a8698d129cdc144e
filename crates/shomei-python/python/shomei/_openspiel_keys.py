"""Keys of states of OpenSpiel, and an experiment that looks for facts that a key hides.

A search recognises a position by its key, so states with equal keys must have equal futures: the
same mover, moves and results, and equal keys after each move. The text of an OpenSpiel state often
contains the board only, while the state also contains the earlier positions, the number of moves,
or the piece that must continue to jump. The tables below come from the sources of OpenSpiel 2.0.2;
other games are tested by the experiment alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

State = Any
"""A state of OpenSpiel (``pyspiel.State``); it is never changed in place."""

Key = Callable[[State], Hashable]
"""A function from a state to its key: an int, str, bytes or a tuple of them."""


def by_history(state: State) -> tuple[int, ...]:
    """The moves that led to the state.

    This key is right for every game. Its cost: a position that is reached by different orders of
    moves is searched once for each order.
    """
    return tuple(state.history())


def by_text(state: State) -> tuple[int | str, ...]:
    """The player to move and the text of the state."""
    # Most keys of a search are made here, so this avoids the call of `_with_mover`.
    player = state.current_player()
    return (player, str(state)) if player >= 0 else (player, str(state), repr(state.returns()))


def by_text_and_move_number(state: State) -> tuple[int | str, ...]:
    """The player to move, the number of played moves and the text of the state."""
    return _with_mover(state, state.move_number(), str(state))


def by_text_and_returns(state: State) -> tuple[int | str, ...]:
    """The player to move, the returns of the players and the text of the state."""
    return (state.current_player(), str(state), repr(state.returns()))


def _with_mover(state: State, *parts: int | str) -> tuple[int | str, ...]:
    """Adds the player to move before the parts, and the results after those of a finished game.

    A text need not contain the last mover, so finished games with equal texts can have different
    results.
    """
    player = state.current_player()
    return (player, *parts) if player >= 0 else (player, *parts, repr(state.returns()))


def _amazons(state: State) -> tuple[int | str, ...]:
    """Adds the actions of an unfinished turn: the text hides which amazon was picked up."""
    history = state.history()
    return _with_mover(state, str(state), *history[len(history) - len(history) % 3 :])


def _without_last_move(state: State) -> tuple[int | str, ...]:
    """Removes the brackets around the last stone, which do not affect the game."""
    text = str(state).replace("[", "").replace("]", "").replace(" ", "")
    return _with_mover(state, text)


TEXT_IS_COMPLETE: Final = frozenset(
    {
        "breakthrough",
        "clobber",
        "connect_four",
        "dots_and_boxes",
        "gomoku",
        "hex",
        "mancala",
        "mnk",
        "nim",
        "nine_mens_morris",
        "othello",
        "pentago",
        "tic_tac_toe",
        "ultimate_tic_tac_toe",
    }
)
"""Games whose text and mover are a complete key, and whose positions cannot repeat.

Stones are added, men move forward, or the text contains a move number.
"""

OWN_KEYS: Final[dict[str, Key]] = {
    "amazons": _amazons,
    "havannah": _without_last_move,
    "hive": by_history,
    "quoridor": by_text_and_move_number,
    "twixt": by_history,
    "xiangqi": by_text_and_move_number,
    "y": _without_last_move,
}
"""Games whose key is more than the text, or less; positions cannot repeat under these keys.

Quoridor and xiangqi end in a draw after a number of moves that the text does not contain. The links
of TwixT depend on the order of the pegs, and its drawing is not known to show all of them. In Hive
other pieces may not move the piece that moved last, and the text is a coloured picture.
"""

HIDDEN: Final[dict[str, str]] = {
    "antichess": "how often earlier positions occurred",
    "checkers": "the moves since the last capture, and which man must go on jumping",
    "chess": "how often earlier positions occurred",
    "chinese_checkers": "the number of turns, and the holes that a chain of hops has visited",
    "crazyhouse": "how often earlier positions occurred",
    "cursor_go": "which positions occurred earlier (superko), and whether the last move was a pass",
    "go": "which positions occurred earlier (superko), and whether the last move was a pass",
    "lines_of_action": "which positions occurred earlier (the second occurrence is a draw)",
    "oware": "which positions occurred since the last capture (the second one ends the game)",
    "shogi": "how often earlier positions occurred, and the checks that were given in a row",
}
"""Games whose states contain facts that their text hides, each with these facts."""


class _Budget:
    """The number of moves that an experiment may still play."""

    def __init__(self, moves: int) -> None:
        self.left = moves

    def play(self, state: State, move: int) -> State:
        self.left -= 1
        return state.child(move)


def hidden_difference(start: State, key: Key, *, moves: int, seed: int = 0) -> str | None:
    """Looks for two states with equal keys and different futures, by random play.

    Games are played from ``start``. Pairs of states with equal keys come from different games,
    from swapping two moves of a game, and from moving pieces forth and back. The same moves are
    played from both states of a pair, and compared.

    ``moves`` limits the work, in played moves. The result describes the difference. None means
    that no difference was found; that is not a proof.
    """
    rng = random.Random(seed)
    budget = _Budget(moves)
    seen: dict[Hashable, State] = {}
    # Steps: (1) play a game and keep its states; (2) swap two of its moves; (3) compare each state
    # with the one that had the same key; (4) move forth and back repeatedly.
    while budget.left > 0:
        budget.left -= 1  # A game may be over at its start.
        states, line = _random_game(start, rng, budget)
        for state in (*states, *_swapped(states, line, rng, budget)):
            twin = seen.setdefault(key(state), state)
            if twin is not state and twin.history() != state.history():
                difference = _compare(twin, state, key, rng, budget)
                if difference is not None:
                    return f"after {_line(twin)} and after {_line(state)} {difference}"
        difference = _there_and_back(rng.choice(states), rng, budget, key)
        if difference is not None:
            return difference
    return None


def _random_game(
    start: State, rng: random.Random, budget: _Budget
) -> tuple[list[State], list[int]]:
    """Plays at most 100 random moves; returns the states and the moves between them."""
    states, line = [start], list[int]()
    while not states[-1].is_terminal() and len(line) < 100 and budget.left > 0:
        line.append(rng.choice(states[-1].legal_actions()))
        states.append(budget.play(states[-1], line[-1]))
    return states, line


def _swapped(
    states: list[State], line: list[int], rng: random.Random, budget: _Budget
) -> list[State]:
    """Swaps two moves of a game (neighbours, or two turns of a player) where that is legal."""
    found = []
    for _ in range(12):
        gap = rng.choice((1, 2))
        if len(line) <= gap or budget.left <= 0:
            break
        at = rng.randrange(len(line) - gap)
        part = line[at : at + gap + 1]
        part[0], part[-1] = part[-1], part[0]
        state = states[at]
        for move in part:
            if state.is_terminal() or move not in state.legal_actions():
                break
            state = budget.play(state, move)
        else:
            found.append(state)
    return found


def _there_and_back(state: State, rng: random.Random, budget: _Budget, key: Key) -> str | None:
    """Repeats four moves that lead back to the same key; returns a difference, or None.

    This detects games that end when a position is repeated.
    """
    wanted = _place(state, key)
    for _ in range(4):
        second, moves = state, list[int]()
        while len(moves) < 2 and not second.is_terminal() and budget.left > 0:
            moves.append(rng.choice(second.legal_actions()))
            second = budget.play(second, moves[-1])
        for third_move, third in _some_children(second, rng, budget):
            for fourth_move, fourth in _some_children(third, rng, budget):
                if _place(fourth, key) != wanted:
                    continue
                if fourth.is_terminal():
                    return (
                        f"the game continues after {_line(state)} and is over after "
                        f"{_line(fourth)}, where the position is the same"
                    )
                difference = _compare(
                    state, fourth, key, rng, budget, [*moves, third_move, fourth_move] * 3
                )
                if difference is not None:
                    return f"after {_line(state)} and after {_line(fourth)} {difference}"
                return None
    return None


def _place(state: State, key: Key) -> Hashable:
    """The key without the mover and the results, so that finished games can be compared.

    The keys of this file begin with the mover, and end with the results of a finished game.
    """
    found = key(state)
    if not (isinstance(found, tuple) and found[:1] == (state.current_player(),)):
        return found
    results = (repr(state.returns()),)
    return found[1:-1] if found[-1:] == results else found[1:]


def _some_children(state: State, rng: random.Random, budget: _Budget) -> list[tuple[int, State]]:
    """Up to 12 random moves of a state, with the states after them."""
    if state.is_terminal() or budget.left <= 0:
        return []
    actions = state.legal_actions()
    drawn = rng.sample(actions, min(12, len(actions)))
    return [(move, budget.play(state, move)) for move in drawn]


def _compare(
    one: State,
    other: State,
    key: Key,
    rng: random.Random,
    budget: _Budget,
    first: Sequence[int] = (),
) -> str | None:
    """Plays the same moves from two states with equal keys; the first difference, or None.

    The first walk is long, since some games end after a number of moves that no text contains. The
    moves ``first`` are played before random ones, if they are legal.
    """
    for length in (600, 40, 40, 40):
        a, b = one, other
        for ply in range(length):
            difference = _differs(a, b, key)
            if difference is not None:
                where = "" if ply == 0 else f", {ply} equal moves later,"
                return f"the key is one, but{where} {difference}"
            if a.is_terminal() or budget.left <= 0:
                break
            legal = a.legal_actions()
            move = first[ply] if ply < len(first) else rng.choice(legal)
            if move not in legal:
                move = rng.choice(legal)
            a, b = budget.play(a, move), budget.play(b, move)
    return None


def _differs(a: State, b: State, key: Key) -> str | None:
    """The difference between two states that should be equal, or None."""
    for what, one, other in (
        ("the end of the game differs", a.is_terminal(), b.is_terminal()),
        ("the results differ", a.returns(), b.returns()),
        ("the player to move differs", a.current_player(), b.current_player()),
    ):
        if one != other:
            return f"{what}: {one} and {other}"
    if a.legal_actions() != b.legal_actions():
        odd = set(a.legal_actions()) ^ set(b.legal_actions())
        texts = sorted(a.action_to_string(a.current_player(), move) for move in odd)
        return f"the legal moves differ: {', '.join(texts[:3])} in one of them only"
    return None if key(a) == key(b) else "the keys differ"


def _line(state: State) -> str:
    """The last 12 moves that led to a state, as action numbers."""
    history = state.history()
    dots = "... " if len(history) > 12 else ""
    return f"({dots}{' '.join(map(str, history[-12:]))})"
