"""The shortest wins that the program finds agree with a search of every line by the rules of
check.py, in endings of all games.

python3 test_lengths.py, with `zstandard` installed. SHOMEI_PROGRAM is the built command line (else
target/debug/shomei of this repository). SHOMEI_CLAIMS is how many
claims "no win within N plies" are compared (1000).
"""

import argparse
import contextlib
import functools
import json
import os
import pathlib
import random
import re
import subprocess
import tempfile
import unittest

import check

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("SHOMEI_PROGRAM") or ROOT / "target" / "debug" / "shomei")
CLAIMS = int(os.environ.get("SHOMEI_CLAIMS", "1000"))
# The positions of one set, the plies of a claim, and the positions that a search of every line may
# look at.
COUNT, PLIES, LOOKS = 20, 9, 1_500


def random_game(dice, game, position):
    """The positions of a game by random moves, and the moves."""
    positions, moves = [position], []
    while (found := game.look(positions[-1])[2]) and len(moves) < 300:
        moves.append(dice.choice(found))
        positions.append(game.play(positions[-1], moves[-1]))
    return positions, moves


def endings(dice, game, start, write):
    """The texts of positions shortly before the end of random games."""
    while True:
        positions, moves = random_game(dice, game, start)
        over = game.look(positions[-1])[0] is not check.OPEN
        at = len(moves) - dice.randrange(1, 7)
        if over and at >= 0:
            yield write(positions[at], moves[:at])


def squares(game):
    """Writes a position whose board is a text."""
    return lambda position, _: f"{position[0]} {game.men[position[1]]}"


def lines_of_action(dice, rules, size):
    game = check.LinesOfAction(rules, 0)
    edge, middle = "." + "x" * (size - 2) + ".", "o" + "." * (size - 2) + "o"
    start = game.parse(edge + middle * (size - 2) + edge + " x")
    return endings(dice, game, start, squares(game))


def othello(dice, rules, size):
    game = check.Othello(rules, 0)
    board, half = ["-"] * size**2, size // 2
    for x, y, disc in ((-1, -1, "O"), (0, 0, "O"), (0, -1, "X"), (-1, 0, "X")):
        board[size * (half + y) + half + x] = disc
    return endings(dice, game, game.parse("".join(board) + " X"), squares(game))


def ultimate_tic_tac_toe(dice, rules):
    game = check.UltimateTicTacToe(rules, 0)

    def write(position, moves):
        sent, boards, side = position
        cells = [["."] * 9 for _ in range(9)]
        for number, (board, cell) in enumerate(moves):
            cells[board][cell] = "XO"[number % 2]
        names = [board[0] for board in boards]
        if sent >= 0:
            names[sent] = "@" if names[sent] == "." else names[sent].lower()
        return f"{'XO'[side]};{''.join(names)};{'/'.join(map(''.join, cells))}"

    start = game.parse("X;.........;" + "/".join(["." * 9] * 9))
    return endings(dice, game, start, write)


def shogi(dice, rules):
    """A king near the corner, a few pieces of Black near it, and the rest in White's hand."""
    game = check.Shogi(rules, 0)
    while True:
        left = dict(check.NAMES)
        king = dice.randrange(3), dice.randrange(3)
        board, hand = {king: "k"}, ""
        for _ in range(dice.randrange(4, 8)):
            piece = dice.choice("PLNSGBR")
            left[piece] -= 1
            at = king[0] + dice.randrange(-2, 3), king[1] + dice.randrange(0, 4)
            if dice.random() < 0.4 or at in board or min(at) < 0:
                hand += piece
            else:
                board[at] = "+" * (dice.random() < 0.2 and piece != "G") + piece
        rows = "/".join(
            "".join(board.get((file, rank), "1") for file in reversed(range(9)))
            for rank in range(9)
        )
        rows = re.sub("1+", lambda ones: str(len(ones[0])), rows)
        hands = {piece: hand.count(piece) for piece in "RBGSNLP"}
        hands |= {piece.lower(): left[piece] for piece in "RBGSNLP"}
        hands = "".join(f"{n if n > 1 else ''}{piece}" for piece, n in hands.items() if n > 0)
        text = f"{rows} b {hands} 1"
        with contextlib.suppress(check.Rejected):
            game.parse(text)
            yield text


# Sets of endings: the game, its rules, the class of its rules, and the positions.
SETS = [
    (
        "loa",
        "olympiad,board=6",
        check.LinesOfAction,
        functools.partial(lines_of_action, rules="olympiad,board=6", size=6),
    ),
    *(
        ("loa", rules, check.LinesOfAction, functools.partial(lines_of_action, rules=rules, size=5))
        for rules in (
            "sackson,board=5",
            "simultaneous=draw,no-move=loss,board=5",
            "simultaneous=mover-wins,no-move=pass,board=5",
        )
    ),
    ("othello", "standard", check.Othello, functools.partial(othello, rules="standard", size=8)),
    (
        "othello",
        "standard,board=6",
        check.Othello,
        functools.partial(othello, rules="standard,board=6", size=6),
    ),
    ("othello", "black>=20", check.Othello, functools.partial(othello, rules="black>=20", size=8)),
    *(
        (
            "uttt",
            rules,
            check.UltimateTicTacToe,
            functools.partial(ultimate_tic_tac_toe, rules=rules),
        )
        for rules in ("standard", "standard,play-out", "open", "open,play-out")
    ),
    *(
        ("shogi", rules, check.Shogi, functools.partial(shogi, rules=rules))
        for rules in ("tsume", "tsume-mudaai")
    ),
]


class TooMany(Exception):
    """A search of every line would take too long."""


class EveryLine:
    """A search of every line of a number of plies, from positions of one game."""

    def __init__(self, game):
        self.game, self.looked, self.known, self.left = game, {}, {}, LOOKS

    def look(self, position):
        if position not in self.looked:
            self.left -= 1
            if self.left < 0:
                raise TooMany
            status, is_own, moves = self.game.look(position)
            self.looked[position] = status, is_own, [*moves] if status is check.OPEN else []
        return self.looked[position]

    def wins(self, position, plies):
        """Whether the attacker can force a won position within these plies."""
        status, is_own, moves = self.look(position)
        if status is not check.OPEN or not plies:
            return status == check.WON
        if (position, plies) not in self.known:
            after = (self.wins(self.game.play(position, move), plies - 1) for move in moves)
            self.known[position, plies] = (any if is_own else all)(after)
        return self.known[position, plies]


def answers(folder, game, rules, positions):
    """The answers of the program to positions."""
    file = pathlib.Path(folder) / "positions.txt"
    file.write_text("".join(f"{position}\n" for position in positions), encoding="utf-8")
    command = [PROGRAM, "solve", game, f"@{file}", "--rules", rules, "--shortest"]
    command += ["--nodes", "20k", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    # The exit code is not 0 where a position has no win.
    lines = result.stdout.splitlines()
    if len(lines) != len(positions):
        raise AssertionError(result.stderr)
    return [json.loads(line) for line in lines]


def compare(test, answer, game):
    """Compares the claims on one position; returns how many there were of each kind."""
    game = game(answer["rules"], game.sides.index(answer["attacker"]))
    position = game.parse(answer["position"])
    every = EveryLine(game)
    least, most = answer.get("length_at_least") or 0, answer["length"]
    if answer["answer"] == "disproved":
        least = PLIES + 1
    count = {True: 0, False: 0}
    for plies in range(1, PLIES + 1):
        try:
            wins = every.wins(position, plies)
        except TooMany:
            break
        if plies < least:
            test.assertFalse(wins, (plies, answer))
        elif most is not None and plies >= most:
            test.assertTrue(wins, (plies, answer))
        else:
            continue
        count[wins] += 1
    return count


class Lengths(unittest.TestCase):
    def test_shortest_wins_agree_with_every_line(self):
        dice = random.Random(25)
        sets = [positions(dice) for *_, positions in SETS]
        total = [{True: 0, False: 0} for _ in SETS]
        with tempfile.TemporaryDirectory() as folder:
            while sum(sum(count.values()) for count in total) < CLAIMS:
                for (name, rules, game, _), positions, count in zip(SETS, sets, total):
                    positions = [next(positions) for _ in range(COUNT)]
                    for answer in answers(folder, name, rules, positions):
                        for wins, claims in compare(self, answer, game).items():
                            count[wins] += claims
        for (name, rules, *_), count in zip(SETS, total):
            print(f"{name} {rules}: {count[False]} claims hold, {count[True]} do not")
            self.assertGreater(min(count.values()), 10, (name, rules))


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_known_args()
    unittest.main()
