"""Games of OpenSpiel: accepted games, refused games with reasons, and values of small games."""

from __future__ import annotations

import random
import runpy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install shomei[openspiel]")

from shomei import openspiel  # noqa: E402
from shomei._openspiel_keys import (  # noqa: E402
    HIDDEN,
    OWN_KEYS,
    TEXT_IS_COMPLETE,
    by_text,
    hidden_difference,
)

TAKEN = [
    "amazons(board_size=6)",
    "breakthrough(rows=4,columns=4)",
    "clobber(rows=3,columns=4)",
    "connect_four(rows=4,columns=4)",
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=True)",
    "gomoku(size=4,connect=3)",
    "havannah(board_size=3,swap=True)",
    "hex(board_size=3,swap=True)",
    "hive(ansi_color_output=True)",
    "mancala",
    "misere(game=tic_tac_toe())",
    "mnk(m=3,n=4,k=3)",
    "nim",
    "nine_mens_morris",
    "othello",
    "pentago",
    "quoridor(board_size=3)",
    "start_at(game=tic_tac_toe(),history=4;0)",
    "tic_tac_toe",
    "twixt(board_size=5)",
    "ultimate_tic_tac_toe",
    "xiangqi",
    "y(board_size=4)",
]


def minimax(game: openspiel.Game, state: Any, known: dict[Any, int] | None = None) -> int:
    """The value of a state for player 0: 1, 0 or -1. It visits each key once."""
    known = {} if known is None else known
    winner = game.winner(state)
    if winner is not None:
        return {0: 1, 1: -1}.get(winner, 0) if isinstance(winner, int) else 0
    key = game.key(state)
    if key not in known:
        values = [minimax(game, game.play(state, move), known) for move in game.moves(state)]
        known[key] = max(values) if game.to_move(state) == 0 else min(values)
    return known[key]


def random_states(game: openspiel.Game, games: int, plies: int = 60, seed: int = 1) -> list[Any]:
    """All states of some random games."""
    rng, states = random.Random(seed), []
    for _ in range(games):
        state = game.start
        for _ in range(plies):
            states.append(state)
            if state.is_terminal():
                break
            state = game.play(state, rng.choice(game.moves(state)))
    return states


@pytest.mark.parametrize("name", TAKEN)
def test_a_taken_game_keeps_the_protocol(name: str) -> None:
    game = openspiel.Game(name)
    assert game.sides[0] != game.sides[1]
    assert all(side.isalpha() and side.islower() for side in game.sides)
    assert "\n" not in game.rules
    for number, state in enumerate(random_states(game, 2)):
        text, history = str(state), state.history()
        assert game.to_move(state) in (0, 1)
        winner = game.winner(state)
        assert winner in (None, 0, 1, openspiel.DRAW)
        moves = game.moves(state)
        assert (winner is None) == bool(moves)
        assert len(set(moves)) == len(moves)
        if number % 8 == 0:
            texts = [game.format_move(state, move) for move in moves]
            assert len(set(texts)) == len(texts)
            assert not any(character.isspace() for each in texts for character in each)
            assert [game.parse_move(state, each) for each in texts[:5]] == moves[:5]
        for move in moves[:5]:
            game.play(state, move)
        assert (str(state), state.history()) == (text, history), "play changed its argument"


@pytest.mark.parametrize("name", TAKEN)
def test_a_text_of_a_position_names_the_position(name: str) -> None:
    game = openspiel.Game(name)
    for state in random_states(game, 1, 40):
        text = game.format(state)
        again = game.parse(text)
        assert game.key(again) == game.key(state)
        assert game.format(again) == text
        assert game.moves(again) == game.moves(state)


def test_every_game_of_the_tables_is_a_game_of_openspiel() -> None:
    names = set(pyspiel.registered_names())
    assert set(HIDDEN) | set(OWN_KEYS) | TEXT_IS_COMPLETE <= names
    assert not set(HIDDEN) & (set(OWN_KEYS) | TEXT_IS_COMPLETE)
    assert not set(OWN_KEYS) & TEXT_IS_COMPLETE


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tic_tac_toe", 0),
        ("misere(game=tic_tac_toe())", 0),
        ("mnk(m=3,n=3,k=3)", 0),
        ("mnk(m=4,n=3,k=3)", 1),
        ("gomoku(size=3,connect=3)", 0),
        ("connect_four(rows=4,columns=3)", 0),
        ("hex(board_size=2)", 1),
        ("hex(board_size=3)", 1),
        ("hex(board_size=3,swap=True)", -1),
        ("y(board_size=3)", 1),
        ("start_at(game=tic_tac_toe(),history=4;1)", 1),
    ],
)
def test_small_games_have_their_known_values(name: str, value: int) -> None:
    game = openspiel.Game(name)
    assert minimax(game, game.start) == value


@pytest.mark.parametrize("is_misere", [False, True])
@pytest.mark.parametrize(
    "piles", [(1, 2), (1, 1), (2, 3), (1, 2, 3), (2, 2, 1), (1, 1, 1), (3, 4, 5)]
)
def test_nim_has_the_values_of_its_theory(piles: tuple[int, ...], is_misere: bool) -> None:
    total = 0
    for pile in piles:
        total ^= pile
    mover_wins = (total == 0) if is_misere and max(piles) == 1 else (total != 0)
    game = openspiel.Game(f"nim(pile_sizes={';'.join(map(str, piles))},is_misere={is_misere})")
    assert minimax(game, game.start) == (1 if mover_wins else -1)


def breakthrough(rows: int, columns: int) -> int:
    """The value of Breakthrough for the first player, by its rules alone, without OpenSpiel."""

    @cache
    def mover_wins(own: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]]) -> bool:
        # The mover moves up from row 0; the board is turned after each move.
        for row, column in own:
            for step in (-1, 0, 1):
                to = (row + 1, column + step)
                if not 0 <= to[1] < columns or to in own or (step == 0 and to in other):
                    continue
                if to[0] == rows - 1:
                    return True
                mine, theirs = (own - {(row, column)}) | {to}, other - {to}
                if not theirs or not mover_wins(turn(theirs), turn(mine)):
                    return True
        return False

    def turn(men: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        return frozenset((rows - 1 - row, column) for row, column in men)

    # OpenSpiel sets up one row of men for each side on boards of fewer than six rows.
    filled = 1 if rows < 6 else 2
    men = frozenset((row, column) for row in range(filled) for column in range(columns))
    return 1 if mover_wins(men, turn(men)) else -1


@pytest.mark.parametrize(("rows", "columns"), [(4, 3), (4, 4), (5, 3), (6, 2)])
def test_breakthrough_has_the_value_of_its_rules(rows: int, columns: int) -> None:
    game = openspiel.Game(f"breakthrough(rows={rows},columns={columns})")
    assert minimax(game, game.start) == breakthrough(rows, columns)


@pytest.mark.parametrize(
    "name",
    ["mnk(m=3,n=2,k=2)", "clobber(rows=2,columns=4)", "havannah(board_size=2,swap=True)"],
)
def test_the_default_key_gives_the_value_of_the_whole_history(name: str) -> None:
    with_history = openspiel.Game(name, key=openspiel.by_history)
    game = openspiel.Game(name)
    states = [state for state in random_states(game, 3) if len(state.history()) > 1]
    for state in states[:12]:
        assert minimax(game, state) == minimax(with_history, state)


@pytest.mark.parametrize("name", sorted(HIDDEN))
def test_a_game_that_hides_history_is_refused_with_what_it_hides(name: str) -> None:
    with pytest.raises(openspiel.Refused) as refused:
        openspiel.Game(name)
    assert HIDDEN[name] in str(refused.value)
    assert "key=shomei.openspiel.by_history" in str(refused.value)
    game = openspiel.Game(name, key=openspiel.by_history)
    assert game.can_repeat is False


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("kuhn_poker", "chance plays a part, a player does not see all"),
        ("dark_hex", "a player does not see all"),
        ("oshi_zumo", "its players do not move one after the other"),
        (
            "cliff_walking",
            "it has 1 player, not two, what one player gains the other does not lose",
        ),
        ("chinese_checkers(players=3)", "it has 3 players, not two"),
        ("misere(game=go())", "the states of go remember what their text hides"),
        ("misere(game=amazons())", "the text of a state of amazons does not identify positions"),
        ("nonesuch", "OpenSpiel knows no game 'nonesuch'"),
        ("hex(board_size=x)", "OpenSpiel cannot open 'hex(board_size=x)': Wrong type"),
        ("nfg_game", "OpenSpiel cannot open 'nfg_game'"),
    ],
)
def test_other_games_are_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(openspiel.Refused) as refused:
        openspiel.Game(name)
    assert reason in str(refused.value)


def test_what_is_not_a_game_at_all_is_refused() -> None:
    with pytest.raises(openspiel.Refused, match="int is neither a game of OpenSpiel nor a name"):
        openspiel.Game(3)


@pytest.mark.parametrize(
    ("name", "difference"),
    [
        ("add_noise(game=tic_tac_toe(),epsilon=0.1,seed=1)", "the results differ"),
        ("chinese_checkers(max_moves=20)", "the end of the game differs"),
        ("cursor_go(board_size=2,max_cursor_moves=4)", "differ"),
        ("go(board_size=3)", "the end of the game differs"),
        ("oware(num_houses_per_player=2,num_seeds_per_house=2)", "the end of the game differs"),
        ("quoridor(board_size=3)", "the end of the game differs"),
    ],
)
def test_the_experiment_finds_what_a_text_hides(name: str, difference: str) -> None:
    start = pyspiel.load_game(name).new_initial_state()
    found = hidden_difference(start, by_text, moves=20_000)
    assert found is not None
    assert difference in found
    assert hidden_difference(start, openspiel.by_history, moves=2_000) is None


def test_finished_games_that_look_alike_differ_by_their_results() -> None:
    game = openspiel.Game(Countdown(limit=100))
    one, other = game.parse("2 2 2 2 2 2"), game.parse("1 1 2 2 2 2 2")
    assert (str(one), game.winner(one), game.winner(other)) == (str(other), 1, 0)
    assert game.key(one) != game.key(other)


def test_a_key_that_says_too_little_is_found_when_it_is_checked() -> None:
    game = openspiel.Game("tic_tac_toe", key=lambda state: state.current_player())
    assert game.can_repeat is True
    with pytest.raises(openspiel.Refused, match="the legal moves differ"):
        game.check_key()
    openspiel.Game("tic_tac_toe", key=openspiel.by_text).check_key()


def test_a_hidden_count_of_moves_in_a_game_of_ones_own_is_found() -> None:
    game = Countdown(limit=9)
    with pytest.raises(openspiel.Refused, match="the end of the game differs"):
        openspiel.Game(game)
    openspiel.Game(game, key=openspiel.by_text_and_move_number).check_key()


def test_a_game_written_in_python_is_solved() -> None:
    game = openspiel.Game(Countdown(limit=100))
    assert game.can_repeat is True
    assert [minimax(game, game.parse(text)) for text in ("start", "1", "1 1", "1 2")] == [
        -1,
        -1,
        1,
        -1,
    ]
    assert game.name == "openspiel:countdown"


class Countdown(pyspiel.Game):  # type: ignore[misc,name-defined,unused-ignore]
    """Take 1 or 2 from 12, the last one wins; a draw after moves that no text contains."""

    def __init__(self, limit: int) -> None:
        kind = pyspiel.GameType(
            short_name="countdown",
            long_name="Countdown",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=3,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=limit,
        )
        super().__init__(kind, info, {})
        self.limit = limit

    def new_initial_state(self) -> CountdownState:
        """Twelve, and player 0 to move."""
        return CountdownState(self)


class CountdownState(pyspiel.State):  # type: ignore[misc,name-defined,unused-ignore]
    """The remaining number, and the side to move."""

    def __init__(self, game: Countdown) -> None:
        super().__init__(game)
        self.limit, self.left, self.plies = game.limit, 12, 0

    def current_player(self) -> int:
        """The player to move, or none."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.plies % 2

    def _legal_actions(self, player: int) -> list[int]:
        return [take for take in (1, 2) if take <= self.left]

    def _apply_action(self, action: int) -> None:
        self.left -= action
        self.plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return f"take {action}"

    def is_terminal(self) -> bool:
        """Whether nothing is left or the moves are used up."""
        return self.left == 0 or self.plies == self.limit

    def returns(self) -> list[float]:
        """The player who took the last one has won."""
        if self.left:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.plies % 2 == 1 else [-1.0, 1.0]

    def __str__(self) -> str:
        return f"{self.left} left"


def test_equal_positions_have_one_key_and_as_many_texts_as_orders() -> None:
    game = openspiel.Game("tic_tac_toe")
    one, other = game.parse("0 4 8"), game.parse("8 4 0")
    assert game.key(one) == game.key(other)
    assert (game.format(one), game.format(other)) == ("0 4 8", "8 4 0")
    assert openspiel.by_history(one) != openspiel.by_history(other)


def test_the_amazon_that_was_picked_up_is_part_of_the_key() -> None:
    game = openspiel.Game("amazons(board_size=6)")
    picked = [game.play(game.start, move) for move in game.moves(game.start)]
    assert len({game.key(state) for state in picked}) == len(picked)
    turn = picked[0]
    for _ in range(2):
        turn = game.play(turn, game.moves(turn)[0])
    assert game.key(turn) == by_text(turn), "a finished turn leaves nothing in the key"


def test_the_last_stone_of_havannah_is_not_a_part_of_the_key() -> None:
    game = openspiel.Game("havannah(board_size=3)")
    first, second, third = game.moves(game.start)[:3]
    one, other = (game.parse(f"{a} {second} {b}") for a, b in ((first, third), (third, first)))
    assert str(one) != str(other)
    assert game.key(one) == game.key(other)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "an empty text"),
        ("4 4", "word 2, '4'"),
        ("4 start", "word 2, 'start'"),
        ("4 9", "word 2, '9'"),
        ("4 -1", "word 2, '-1'"),
        ("4 ٣", "word 2"),
        ("4 99999999999999999999999", "word 2"),
        ("start moves x(1,1) x(0,0)", "word 4, 'x(0,0)'"),
        ("0 3 1 4 2 5", "word 6, '5'"),
    ],
)
def test_a_text_that_names_no_position_is_refused_with_its_word(text: str, place: str) -> None:
    with pytest.raises(openspiel.Refused, match=r"position|legal") as refused:
        openspiel.Game("tic_tac_toe").parse(text)
    assert place in str(refused.value)


def test_positions_are_named_by_texts_of_moves_too() -> None:
    game = openspiel.Game("tic_tac_toe")
    assert game.format(game.parse("start moves x(1,1) o(0,0)")) == "4 0"
    assert game.format(game.parse("4 moves o(0,0)")) == "4 0"
    assert game.format(game.start) == "start"
    assert game.format(game.parse("start")) == "start"


def test_a_state_that_did_not_come_from_the_start_has_no_text() -> None:
    game = openspiel.Game("chess", key=openspiel.by_history)
    state = game.game.new_initial_state("8/8/8/4k3/8/8/8/4K2R w - - 0 1")
    with pytest.raises(openspiel.Refused, match="did not come from its start"):
        game.format(state)


def test_the_list_of_all_games_names_outcome_and_reason() -> None:
    path = Path(__file__).parents[1] / "tools" / "openspiel_games.py"
    tool = runpy.run_path(str(path))
    found = list(tool["rows"](["hex", "go", "kuhn_poker"], lambda game: f"solved {game.rules}"))
    assert [row.outcome for row in found] == ["taken", "needs a key", "refused"]
    assert found[0].solved.startswith("solved hex(")
    assert found[1].solved.startswith("by_history: solved go(")
    assert "chance plays a part" in found[2].reason
    assert set(tool["SMALL"]) <= set(pyspiel.registered_names())


def test_opening_a_game_twice_gives_the_same_answer() -> None:
    for _ in range(2):
        with pytest.raises(openspiel.Refused) as refused:
            openspiel.Game("add_noise(game=tic_tac_toe(),epsilon=0.1,seed=1)")
    with pytest.raises(openspiel.Refused) as again:
        openspiel.Game("add_noise(game=tic_tac_toe(),epsilon=0.1,seed=1)")
    assert str(refused.value) == str(again.value)
