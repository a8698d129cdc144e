"""Every question is answered under every rule of every game, or refused for a reason listed here."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
import shomei
from interrupted import Nim
from shomei import cluster

MATE = "4k4/9/9/9/9/9/9/9/4K4 b R2G 1"
TREE = "R = AND { X, Y }  Y = OR { P, Q }  X = OR { S, P }  P = AND { Y }  S = AND { X }  Q = AND { Won }"

RULES: dict[str, tuple[str, ...]] = {
    "loa": (
        *("", "olympiad", "sackson", "sackson,board=6"),
        *("simultaneous=draw", "simultaneous=mover-wins", "no-move=pass", "no-move=loss"),
        *("board=5", "board=6", "board=7", "board=8"),
    ),
    "othello": (
        *("", "standard", "black>=10", "white>=10", "black>=0"),
        *("standard,board=6", "board=6", "board=8", "black>=4,board=6", "white>=-4,board=6"),
    ),
    "shogi": ("", "tsume", "tsume-mudaai", "full"),
    "tree": (TREE,),
    "uttt": ("", "standard", "open", "standard,play-out", "open,play-out"),
}

QUESTIONS: dict[str, Callable[[Any, Any], object]] = {
    "solve": lambda ask, at: ask.solve(at),
    "solve for the first": lambda ask, at: ask.solve(at, attacker=0, check=True),
    "solve for the second": lambda ask, at: ask.solve(at, attacker=1, check=True),
    "solve with a certificate": lambda ask, at: ask.solve(at, certificate=True, check=True),
    "solve to a depth": lambda ask, at: ask.solve(at, depth=2),
    "value": lambda ask, at: ask.value(at),
    "value with certificates": lambda ask, at: ask.value(at, certificate=True, check=True),
    "moves": lambda ask, at: ask.moves(at),
    "moves for the first": lambda ask, at: ask.moves(at, attacker=0),
    "moves for the second": lambda ask, at: ask.moves(at, attacker=1),
    "moves with lengths": lambda ask, at: ask.moves(at, shortest=True),
    "moves with scores": lambda ask, at: ask.moves(at, scores=True),
    "score": lambda ask, at: ask.score(at),
    "score with certificates": lambda ask, at: ask.score(at, certificate=True, check=True),
    "shortest": lambda ask, at: ask.shortest(at, certificate=True, check=True),
    "shortest for the second": lambda ask, at: ask.shortest(at, attacker=1),
    "other solutions": lambda ask, at: ask.other_solutions(at, others=500),
    "variations": lambda ask, at: ask.other_solutions(at, others=500, variations=2),
    "machines": lambda ask, at: cluster.solve(ask.game, at, check=True, nodes=2_000, memory="4MiB"),
    "machines, value": lambda ask, at: cluster.value(ask.game, at, nodes=2_000, memory="4MiB"),
    "machines, score": lambda ask, at: cluster.score(ask.game, at, nodes=2_000, memory="4MiB"),
    "perft": lambda ask, at: shomei.perft(ask.game, at, 2),
    "show": lambda ask, at: str(shomei.show(ask.game, at)),
}

CASES = [
    pytest.param(game, rules, question, id=f"{game} {rules}: {question}")
    for game in (*RULES, "own")
    for rules in RULES.get(game, ("",))
    for question in QUESTIONS
]


def refusal(game: str, rules: str, question: str) -> str | None:
    """The reason why a question is refused, or None."""
    if "score" in question and game != "othello":
        return "has no scores"
    return None


def position(game: str, rules: str, opened: Any) -> shomei.Position:
    """A position near the end of a random game; in shogi a mating problem."""
    start = shomei.show(opened)
    if game == "shogi" and rules != "full":
        return shomei.show(opened, MATE)
    dice = random.Random(7)
    line = [start]
    while line[-1].outcome is None and len(line) < 2_000:
        line.append(line[-1].play(dice.choice(line[-1].moves)))
    return line[max(0, len(line) - 5)]


@pytest.mark.usefixtures("machines_here")
@pytest.mark.parametrize(("game", "rules", "question"), CASES)
def test_every_question_is_answered(game: str, rules: str, question: str) -> None:
    opened = Nim() if game == "own" else shomei.open_game(game, rules)
    with shomei.Session(opened, nodes=2_000, memory="4MiB") as session:
        at = (6, 0) if game == "own" else position(game, rules, session.game)
        why = refusal(game, rules, question)
        if why is None:
            assert QUESTIONS[question](session, at)
            return
        with pytest.raises(shomei.UsageError, match=why):
            QUESTIONS[question](session, at)


def test_every_game_and_rule_is_asked() -> None:
    games = {game.name: game for game in shomei.games()}
    assert games.keys() == RULES.keys()
    for name, game in games.items():
        for key, values in re.findall(r"([a-z-]+)=([\w|-]+)", game.rules_help):
            for value in values.split("|"):
                assert any(f"{key}={value}" in rules for rules in RULES[name]), (name, key, value)
