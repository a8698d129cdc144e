"""All checkers agree on certificates of the games of boards.py, and on changed ones.

python3 test_boards.py, with the variables of test_agreement.py. The example `boards` of shomei-cli,
in the folder `examples` beside SHOMEI_PROGRAM, has the games.
"""

import argparse
import concurrent.futures
import contextlib
import io
import itertools
import os
import pathlib
import random
import re
import subprocess
import tempfile
import unittest

from boards import check
from mutants import Mutator, take_apart
from test_agreement import MUTANTS, OPTIONS, PROGRAM, ROOT, SEED, is_small, third_says, within

BOARDS_PROGRAM = pathlib.Path(PROGRAM).parent / "examples" / "boards"
GAMES = {
    "hex": ["2x2", "3x3", "4x4", "4x4,bridges", "5x5,bridges"],
    "five-in-a-row": ["5x5", "5x5,pairs", "6x6,pairs"],
    "connect-four": ["4x4", "5x4", "4x5", "4x4,plies=11", "5x4,plies=14"],
    "breakthrough": ["2x4", "3x4", "4x4", "3x5", "3x4,races", "4x4,races", "3x5,races"],
    "uttt-within": ["21", "35", "50"],
}
# Games, rules and the number of move paths with one move, with two and so on: the counts of
# examples/boards/tests/boards.rs, which another program made.
PATHS = [
    ("connect-four", "5x4", [5, 25, 125, 625, 3_120, 15_500, 76_300]),
    ("connect-four", "4x5", [4, 16, 64, 256, 1_024, 4_092, 16_296]),
    ("hex", "2x2", [4, 12, 24, 12]),
    ("hex", "3x3", [9, 72, 504, 3_024, 15_120, 54_720]),
    ("hex", "4x4", [16, 240, 3_360, 43_680]),
    ("five-in-a-row", "5x5", [25, 600, 13_800]),
    ("breakthrough", "5x5", [13, 156, 1_924, 23_084]),
    ("breakthrough", "6x5", [16, 240, 3_666]),
    ("breakthrough", "3x4", [4, 20, 112, 500, 2_422, 9_526, 40_172]),
    ("breakthrough", "2x4", [2, 6, 20, 50, 128, 220, 398, 578]),
]
# The verified checker lacks these rules.
UNVERIFIED = re.compile(b"plies=|bridges|races|five-in-a-row|uttt-within")
# Larger files are checked by hand.
MOST_BYTES = {False: 60_000, True: 10_000}  # of games that end by bridges: True


def start(game, rules):
    """The text of the position before all moves."""
    columns, rows = map(int, rules.split(",")[0].split("x"))
    if game != "breakthrough":
        return "/".join(["." * columns] * rows)
    lines = ["o" * columns] * 2 + ["." * columns] * (rows - 4) + ["x" * columns] * 2
    return "/".join(lines) + " x"


def random_board(chance, game, rules):
    """The text of a position after random moves. A move may have ended the game."""
    if game == "uttt-within":
        return random_line(chance, int(rules))
    columns, rows = map(int, rules.split(",")[0].split("x"))
    plies = chance.randrange(columns * rows // 4, columns * rows)
    rules_of_game = check.GAMES[game](rules, 0)
    position = rules_of_game.parse(start(game, rules))
    for _ in range(plies):
        moves = rules_of_game.state(position)[1]
        if not moves:
            break
        position = rules_of_game.play(position, chance.choice(moves))
    first, second, side = position
    letters = [".xo"[(first >> at & 1) + 2 * (second >> at & 1)] for at in rules_of_game.squares]
    lines = ["".join(letters[at : at + columns]) for at in range(0, len(letters), columns)]
    text = "/".join(reversed(lines))
    return f"{text} {'xo'[side]}" if game == "breakthrough" else text


def random_line(chance, plies):
    """Random moves of ultimate tic-tac-toe with won boards left open."""
    game = check.GAMES["uttt-within"]("81", 0)
    position, line = game.parse("X;.........;" + "/".join(["." * 9] * 9)), ["start moves"]
    for _ in range(chance.randrange(plies // 2, plies)):
        moves = game.state(position)[1]
        if not moves:
            break
        board, cell = move = chance.choice(moves)
        position = game.play(position, move)
        line.append("abcdefghi"[board] + "abcdefghi"[cell])
    return " ".join(line)


def certificates(folder, chance, games=GAMES):
    """Certificates of random positions, in both versions of the format."""
    made = []
    for number in range(240):
        game = chance.choice(sorted(games))
        rules = chance.choice(games[game])
        path = pathlib.Path(folder, f"board-{number:03}.proof")
        command = [str(BOARDS_PROGRAM), "solve", game, random_board(chance, game, rules)]
        command += ["--rules", rules, "--attacker", chance.choice(check.GAMES[game].sides)]
        is_shortest = chance.random() < 0.5
        command += ["--nodes", "20k", "--proof", str(path)]
        command += ["--shortest"] if is_shortest else []
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode in (0, 3), result
        found = sorted(path.parent.glob(f"{path.stem}*.proof"))
        made += found
        made += filter(None, map(within, found if is_shortest else []))
    return made


def all_say(path):
    """The verdicts of the example, of check.py and of the verified checker, if it has the rules."""
    command = [str(BOARDS_PROGRAM), "verify", str(path)]
    first = subprocess.run(command, capture_output=True, timeout=600, check=False)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = check.verdict(str(path), OPTIONS)
    return [
        (first.returncode == 0, first.stderr.decode()),
        (code == 0, printed.getvalue()),
        *([] if UNVERIFIED.search(path.read_bytes()[:100]) else third_says(path)),
    ]


def mutate(arguments):
    """Makes a changed certificate and runs the checkers."""
    path, kind, seed, others = arguments
    mutant = path.with_name(f"mutant-{seed}.proof")
    mutant.write_bytes(Mutator(seed, others).mutant(kind, path.read_bytes()))
    verdicts = all_say(mutant)
    mutant.unlink()
    return f"{kind} {seed} of {path.name}: {verdicts}", verdicts


class Agreement(unittest.TestCase):
    def test_all_agree_on_certificates_and_changed_ones(self):
        chance = random.Random(SEED)
        with (
            tempfile.TemporaryDirectory() as folder,
            concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool,
        ):
            files = certificates(folder, chance)
            for verdicts in pool.map(all_say, files):
                self.assertEqual({accepted for accepted, _ in verdicts}, {True}, verdicts)
            parts = [take_apart(path.read_bytes()) for path in files]
            kinds = {(one.game, one.plies is None, one.claim) for one in parts}
            self.assertEqual(kinds, {*itertools.product(GAMES, (False, True), (1, 2))})
            small = [path for path in files if is_small(path)]
            others = [take_apart(path.read_bytes()) for path in small]
            kinds = Mutator(0, []).kinds()
            tries = [
                (chance.choice(small), kinds[seed % len(kinds)], SEED * 10**6 + seed, others)
                for seed in range(MUTANTS // 2)
            ]
            judged = list(pool.map(mutate, tries, chunksize=8))
        disputes = [
            what for what, verdicts in judged if len({accepted for accepted, _ in verdicts}) > 1
        ]
        accepted = sum(verdicts[0][0] for _, verdicts in judged)
        verified = sum(len(verdicts) == 3 for _, verdicts in judged)
        print(
            f"\n{len(files)} certificates of board games accepted, {len(judged)} changed ones "
            f"({accepted} accepted, {verified} also judged by the verified checker), "
            f"{len(disputes)} disputes"
        )
        self.assertEqual(disputes, [])
        self.assertTrue(0 < accepted < len(judged) / 2, accepted)


class Rules(unittest.TestCase):
    def paths(self, game, position, depth):
        moves = game.state(position)[1]
        if depth == 1:
            return len(moves)
        return sum(self.paths(game, game.play(position, move), depth - 1) for move in moves)

    def test_move_paths_are_as_many_as_another_program_counts(self):
        for name, rules, counts in PATHS:
            game = check.GAMES[name](rules, 0)
            position = game.parse(start(name, rules))
            for depth, count in enumerate(counts, 1):
                found = self.paths(game, position, depth)
                self.assertEqual(found, count, f"{name} {rules} {depth}")

    def test_positions_that_are_none_are_rejected(self):
        for name, rules, text in [
            ("connect-four", "4x4", "..../..../x.../...."),
            ("connect-four", "4x4", "..../..../..../xx.."),
            ("connect-four", "4x4", "xo../xo../xo../xo.."),
            ("connect-four", "4x4", "..../..../...."),
            ("hex", "2x2", "oo/.."),
            ("hex", "2x2", "../.. x"),
            ("five-in-a-row", "5x5", "xx.../...../...../...../....."),
            ("breakthrough", "2x4", "oo/oo/xx/xx"),
            ("breakthrough", "2x4", "x./oo/../xx x"),
            ("breakthrough", "2x4", "oo/oo/../.. o"),
        ]:
            with self.assertRaises(check.Rejected, msg=f"{name} {text}"):
                check.GAMES[name](rules, 0).parse(text)
        for name, rules in [
            ("connect-four", "9x9"),
            ("connect-four", "4x4,plies=16"),
            ("hex", "3x4"),
            ("hex", "4x4,pairs"),
            ("breakthrough", "4x4,pairs"),
            ("five-in-a-row", "4x4"),
            ("breakthrough", "9x4"),
        ]:
            with self.assertRaises(check.Rejected, msg=rules):
                check.GAMES[name](rules, 0)


class Solved(unittest.TestCase):
    def test_the_certificates_of_solved_boards_are_accepted(self):
        options = argparse.Namespace(limit=10_000_000, memory=4096, time=36_000)
        files = sorted((ROOT / "results" / "boards").glob("*.proof"))
        small = [path for path in files if path.stat().st_size < MOST_BYTES["bridges" in path.name]]
        for path in small:
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                code = check.verdict(str(path), options)
            self.assertEqual(code, 0, printed.getvalue())
        self.assertGreater(len(small), 7)


if __name__ == "__main__":
    unittest.main()
