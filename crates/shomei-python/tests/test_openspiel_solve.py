"""Games of OpenSpiel are solved, with certificates, with the results of our other programs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
import shomei

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install shomei[openspiel]")

from shomei import openspiel  # noqa: E402


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tic_tac_toe", "draw"),
        ("connect_four(rows=4,columns=4)", "draw"),
        ("connect_four(rows=3,columns=3,x_in_row=3)", "draw"),
        ("connect_four(rows=4,columns=3)", "draw"),
        ("breakthrough(rows=4,columns=4)", "win"),
        ("hex(board_size=3)", "win"),
        ("nim(pile_sizes=1;2;3)", "loss"),
        ("clobber(rows=3,columns=4)", "loss"),
    ],
)
def test_small_games_have_their_values_with_accepted_certificates(name: str, value: str) -> None:
    game = openspiel.Game(name)
    result = shomei.value(game, certificate=True, check=True)
    assert result.value == value
    assert len(result.certificates) == (2 if value == "draw" else 1)


@pytest.mark.parametrize(
    ("name", "answer"),
    [("breakthrough(rows=5,columns=4)", "proved"), ("hex(board_size=4)", "proved")],
)
def test_larger_games_are_solved_with_accepted_certificates(name: str, answer: str) -> None:
    game = openspiel.Game(name)
    result = shomei.solve(game, certificate=True, check=True, memory="256MiB")
    assert result.answer == answer
    certificate = result.certificate
    assert certificate is not None
    assert certificate.claim == answer
    assert certificate.game == game.name


def random_line(game: openspiel.Game, rng: random.Random, plies: int = 500) -> Iterator[Any]:
    """The states of a random game, to its end."""
    state = game.start
    for _ in range(plies):
        yield state
        if state.is_terminal():
            return
        state = state.child(rng.choice(state.legal_actions()))


def test_wins_of_lines_of_action_are_found_and_certified() -> None:
    game = openspiel.Game("lines_of_action", key=openspiel.by_history)
    rng, found = random.Random(7), 0
    while found < 5:
        states = list(random_line(game, rng))
        winner = game.winner(states[-1])
        if not isinstance(winner, int) or len(states) < 3:
            continue
        if game.to_move(states[-2]) != winner:
            continue
        found += 1
        attacker = game.sides[winner]
        result = shomei.solve(game, states[-2], attacker=attacker, certificate=True, check=True)
        assert result.answer == "proved"
        assert len(result.line) == 1
        assert game.winner(states[-2].child(result.line[0])) == winner


def board(state: Any) -> str:
    """An Othello position in the notation of the built-in game, a1 to h1 first."""
    rows = [line.split()[1:9] for line in str(state).splitlines() if line[:1].isdigit()]
    assert len(rows) == 8
    squares = "".join("".join(row) for row in rows)
    assert set(squares) <= set("xo-")
    return f"{squares.upper()} {'XO'[state.current_player()]}"


def test_othello_endings_have_the_values_of_the_built_in_game() -> None:
    game = openspiel.Game("othello")
    rng, values = random.Random(3), list[str]()
    with shomei.Session("othello") as built_in, shomei.Session(game) as session:
        while len(values) < 100:
            ends = [
                state
                for state in random_line(game, rng)
                if not state.is_terminal() and board(state).count("-") <= rng.choice((3, 5, 7, 8))
            ]
            if not ends:
                continue
            state = ends[0]
            text = board(state)
            assert game.sides[game.to_move(state)] == built_in.position(text).to_move
            with_certificate = len(values) % 10 == 0
            result = session.value(state, certificate=with_certificate, check=with_certificate)
            assert result.value == built_in.value(text).value, text
            assert result.value is not None
            values.append(result.value)
    assert set(values) >= {"win", "loss"}
