"""What tells states of OpenSpiel apart, and an experiment that looks for what a key hides.

A search recognises a position by its key, so two states with one key must have one future: the same
mover, moves, results, and again one key after each move. The text of an OpenSpiel state often shows
the board only, while the state also knows which positions have been visited, how many moves have
been made, or which piece must go on jumping. The tables below are from reading the sources of
OpenSpiel 2.0.2; games that they do not name are judged by the experiment alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

State = Any
"""A state of OpenSpiel (``pyspiel.State``), which is never changed in place."""

Key = Callable[[State], Hashable]
"""A function from a state to what tells it apart: int, str, bytes or a tuple of them."""


def by_history(state: State) -> tuple[int, ...]:
    """Tell states apart by all moves that led to them.

    This key is right for every game, whatever the game remembers. Its price is that positions which
    are reached by different orders of moves are searched once for each order.
    """
    return tuple(state.history())


def by_text(state: State) -> tuple[int | str, ...]:
    """Tell states apart by the player to move and by their text."""
    # Most keys of a search are made here, so this does not go through `_with_mover`.
    player = state.current_player()
    return (player, str(state)) if player >= 0 else (player, str(state), repr(state.returns()))


def by_text_and_move_number(state: State) -> tuple[int | str, ...]:
    """Tell states apart by the player to move, the number of moves made and their text."""
    return _with_mover(state, state.move_number(), str(state))


def by_text_and_returns(state: State) -> tuple[int | str, ...]:
    """Tell states apart by the player to move, what the players have gained and their text."""
    return (state.current_player(), str(state), repr(state.returns()))


def _with_mover(state: State, *parts: int | str) -> tuple[int | str, ...]:
    """Put the player to move before the parts, and behind those of a finished game its results.

    A text need not tell who moved last, so two finished games may look alike and differ in them.
    """
    player = state.current_player()
    return (player, *parts) if player >= 0 else (player, *parts, repr(state.returns()))


def _amazons(state: State) -> tuple[int | str, ...]:
    """Add the actions of a turn that is not over: the text hides which amazon was picked up."""
    history = state.history()
    return _with_mover(state, str(state), *history[len(history) - len(history) % 3 :])


def _without_last_move(state: State) -> tuple[int | str, ...]:
    """Drop the brackets around the stone that was placed last, which decide nothing."""
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
"""Games whose text and mover say all, and whose positions cannot come back.

Stones are added, men go forward or seeds move under a move number that the text shows.
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
"""Games that need more than the text, or less; their positions cannot come back under these keys.

Quoridor and xiangqi end in a draw after a number of moves that the text does not show. The links of
TwixT depend on the order of the pegs, and its drawing is not known to show all of them. In Hive the
piece that moved last may not be moved by others, and the text is a mere picture with colours on.
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
"""Games whose states remember what their text does not show, each with what is hidden."""


class _Budget:
    """The number of moves that an experiment may still play."""

    def __init__(self, moves: int) -> None:
        self.left = moves

    def play(self, state: State, move: int) -> State:
        self.left -= 1
        return state.child(move)


def hidden_difference(start: State, key: Key, *, moves: int, seed: int = 0) -> str | None:
    """Look for two states with one key and two futures, by random play.

    Games are played from ``start``. A state whose key was seen after other moves, and states that
    come from swapping two moves of a game or from moving there and back, are compared with their
    twins by playing the same moves from both.

    ``moves`` bounds the work, in moves played. The result says what differed, or is None where
    nothing was found, which is no proof that there is nothing.
    """
    rng = random.Random(seed)
    budget = _Budget(moves)
    seen: dict[Hashable, State] = {}
    # Steps: (1) play a game and keep its states; (2) swap two of its moves; (3) compare each state
    # with the one that had the same key; (4) move there and back, again and again.
    while budget.left > 0:
        budget.left -= 1  # A game may be over where it starts.
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
    """Play a game of at most 100 moves by chance; the states and the moves between them."""
    states, line = [start], list[int]()
    while not states[-1].is_terminal() and len(line) < 100 and budget.left > 0:
        line.append(rng.choice(states[-1].legal_actions()))
        states.append(budget.play(states[-1], line[-1]))
    return states, line


def _swapped(
    states: list[State], line: list[int], rng: random.Random, budget: _Budget
) -> list[State]:
    """Exchange two moves of a game (neighbours, or two turns of a player) where that is legal."""
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
    """Look for four moves after which all is as before, and repeat them; what differs, or None.

    A game that ends when a position returns shows itself here: the end comes with the same position
    that was no end before.
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
                        f"the game goes on after {_line(state)} and is over after "
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
    """The key without the mover and without results, so that a finished game can be like another.

    The keys of this file have the mover in front, and the results of a finished game at the end.
    """
    found = key(state)
    if not (isinstance(found, tuple) and found[:1] == (state.current_player(),)):
        return found
    results = (repr(state.returns()),)
    return found[1:-1] if found[-1:] == results else found[1:]


def _some_children(state: State, rng: random.Random, budget: _Budget) -> list[tuple[int, State]]:
    """Up to 12 moves of a state, drawn by chance, with the states after them."""
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
    """Play the same moves from two states with one key; what differs first, or None.

    The first walk is long, since some games end after a number of moves that nothing shows. The
    moves ``first`` are played before random ones, as far as they are legal.
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
    """What tells two states apart that should be the same, or None."""
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
    """The moves that led to a state, as action numbers, the last 12 of them."""
    history = state.history()
    dots = "... " if len(history) > 12 else ""
    return f"({dots}{' '.join(map(str, history[-12:]))})"
