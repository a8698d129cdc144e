"""The verified checker agrees with the other ones on certificates and on changed ones.

python3 test_verified.py, with `zstandard` installed, after `make`. The variables SHOMEI_PROGRAM,
SHOMEI_MUTANTS and SHOMEI_MUTANTS_KEEP are those of checkers/python/test_agreement.py;
SHOMEI_VERIFIED is the verified program, and SHOMEI_JOBS the number of processes. The example
`boards` of shomei-cli, in the folder `examples` beside SHOMEI_PROGRAM, has Hex and Connect Four.
test_input.py tests bad input.
"""

import concurrent.futures
import functools
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
os.environ.setdefault("SHOMEI_VERIFIED", str(HERE / "shomei-verified"))
sys.path.insert(0, str(HERE.parent / "python"))

import test_agreement as python_checker  # noqa: E402
from mutants import Mutator, take_apart  # noqa: E402

PROGRAM = os.environ.get("SHOMEI_VERIFIED") or HERE / "shomei-verified"
# Of the games that Games.v knows, those of the program.
GAMES = ("loa", "othello", "shogi", "uttt")
# The rules of a file of counts, if it names none.
RULES = {"loa": "olympiad", "shogi": "full", "uttt": "standard,play-out"}
SIDES = {
    "loa": ("black", "white"),
    "othello": ("black", "white"),
    "shogi": ("black", "white"),
    "uttt": ("x", "o"),
}
MUTANTS, SEED = python_checker.MUTANTS, 45
BOARDS = [
    ("hex", "2x2"),
    ("hex", "3x3"),
    ("hex", "4x4"),
    ("connect-four", "4x4"),
    ("connect-four", "5x4"),
    ("connect-four", "4x5"),
]
BOARDS_PROGRAM = pathlib.Path(python_checker.PROGRAM).parent / "examples" / "boards"


def verified(path, *options):
    """The exit code of the verified checker, and its line."""
    command = [str(PROGRAM), *options, str(path)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert result.stderr == "" and result.stdout.count("\n") == 1, result
    return result.returncode, result.stdout


@functools.cache
def certificates(folder):
    sets = [one for one in python_checker.SETS if one[0] in GAMES]
    python_checker.SETS[:] = sets
    return python_checker.certificates(folder)


class Agreement(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.files = certificates(cls.folder.name)
        cls.pool = concurrent.futures.ProcessPoolExecutor(int(os.environ.get("SHOMEI_JOBS", "1")))
        cls.addClassCleanup(cls.pool.shutdown)

    def test_the_certificates_of_the_corpora_are_accepted(self):
        for path in self.files:
            code, line = verified(path)
            self.assertEqual(code, 0, line)
        print(f"\n{len(self.files)} certificates of the corpora accepted")

    def test_the_certificates_of_finished_positions_are_accepted(self):
        for game, position, rules in python_checker.FINISHED:
            for side in SIDES[game] if game in GAMES else ():
                path = pathlib.Path(self.folder.name, "finished.proof")
                command = [python_checker.PROGRAM, "solve", game, position, "--rules", rules]
                command += ["--attacker", side, "--proof", str(path)]
                subprocess.run(command, capture_output=True, check=True)
                code, line = verified(path)
                self.assertEqual(code, 0, line)
                path.unlink()

    def test_all_agree_on_changed_certificates(self):
        chance = random.Random(SEED)
        small = [path for path in self.files if python_checker.is_small(path)]
        others = [take_apart(path.read_bytes()) for path in small]
        kinds = Mutator(0, []).kinds()
        tries = []
        for seed in range(MUTANTS):
            kind = kinds[seed % len(kinds)]
            tries.append(
                (chance.choice(small), kind, SEED * 10**6 + seed, self.folder.name, others)
            )
        found = python_checker.Comparison(tries, self.pool)
        print("\n" + found.summary())
        self.assertEqual(found.disputes, [])
        self.assertTrue(0 < found.accepted() < MUTANTS / 2, found.accepted())
        self.assertGreater(found.verified, MUTANTS * 3 // 4)


def random_board(chance, game, rules, stones):
    """A position of Hex or Connect Four after random moves. The game may be over."""
    columns, rows = map(int, rules.split("x"))
    board = [["."] * columns for _ in range(rows)]  # The last row is the lowest one.
    for number in range(stones):
        free = [(y, x) for y in range(rows) for x in range(columns) if board[y][x] == "."]
        if game == "connect-four":
            free = [(y, x) for y, x in free if y + 1 == rows or board[y + 1][x] != "."]
        y, x = chance.choice(free)
        board[y][x] = "xo"[number % 2]
    return "/".join(map("".join, board))


def board_certificates(folder, chance):
    """Certificates of random positions, in both versions of the format."""
    made = []
    for number in range(160):
        game, rules = chance.choice(BOARDS)
        columns, rows = map(int, rules.split("x"))
        stones = chance.randrange(columns * rows // 4, columns * rows)
        position = random_board(chance, game, rules, stones)
        path = pathlib.Path(folder, f"board-{number:03}.proof")
        command = [str(BOARDS_PROGRAM), "solve", game, position, "--rules", rules]
        command += ["--attacker", chance.choice(["first", "second"]), "--nodes", "20k"]
        is_shortest = chance.random() < 0.5
        command += ["--proof", str(path), *(["--shortest"] if is_shortest else [])]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        is_impossible = "both sides have" in result.stderr
        assert result.returncode in (0, 3) or is_impossible, result
        found = sorted(path.parent.glob(f"{path.stem}*.proof"))
        made += found
        made += filter(None, map(python_checker.within, found if is_shortest else []))
    return made


def mutate_board(arguments):
    """Makes a changed certificate of a board game and runs both checkers."""
    path, kind, seed, others = arguments
    data = Mutator(seed, others).mutant(kind, path.read_bytes())
    mutant = path.with_name(f"mutant-{seed}.proof")
    mutant.write_bytes(data)
    says = boards_say(mutant)
    mutant.unlink()
    return f"{kind} {seed} of {path.name}", says


def boards_say(path):
    """Whether the example `boards` and the verified checker accept a certificate."""
    command = [str(BOARDS_PROGRAM), "verify", str(path)]
    first = subprocess.run(command, capture_output=True, timeout=600, check=False).returncode
    return first == 0, verified(path)[0] == 0


class Boards(unittest.TestCase):
    """Hex and Connect Four, whose rules the checker in Python does not have."""

    def test_both_agree_on_certificates_and_changed_ones(self):
        chance = random.Random(SEED)
        jobs = int(os.environ.get("SHOMEI_JOBS", "1"))
        with (
            tempfile.TemporaryDirectory() as folder,
            concurrent.futures.ProcessPoolExecutor(jobs) as pool,
        ):
            files = board_certificates(folder, chance)
            for path, says in zip(files, pool.map(boards_say, files)):
                self.assertEqual(says, (True, True), path.read_bytes())
            parts = [take_apart(path.read_bytes()) for path in files]
            kinds = {(one.game, one.plies is None, one.claim) for one in parts}
            self.assertEqual(len(kinds), 8, kinds)
            small = [path for path in files if python_checker.is_small(path)]
            others = [take_apart(path.read_bytes()) for path in small]
            kinds = Mutator(0, []).kinds()
            tries = [
                (chance.choice(small), kinds[seed % len(kinds)], SEED * 10**6 + seed, others)
                for seed in range(MUTANTS // 2)
            ]
            judged = list(pool.map(mutate_board, tries, chunksize=8))
        disputes = [what for what, (first, third) in judged if first != third]
        accepted = sum(first for _, (first, _) in judged)
        print(
            f"\n{len(files)} certificates of Hex and Connect Four accepted, {len(judged)} changed "
            f"ones ({accepted} accepted), {len(disputes)} disputes"
        )
        self.assertEqual(disputes, [])
        self.assertTrue(0 < accepted < len(judged) / 2, accepted)


class Rules(unittest.TestCase):
    """The rules of the games are those of the corpora."""

    def paths(self, game, rules, position, depth):
        command = [PROGRAM, "--perft", game, rules, SIDES[game][0], position, str(depth)]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    def test_move_paths_are_as_many_as_on_record(self):
        # The file of Othello has games, not positions: Othello.v replays and counts them.
        for game in RULES:
            rules, position, counted = RULES[game], None, 0
            file = python_checker.CORPUS / f"{game}.perft"
            for line in file.read_text().splitlines():
                word, _, rest = line.partition(" ")
                if word == "rules":
                    rules = rest
                elif word == "position":
                    start = rest in ("start", "startpos")
                    position = python_checker.Rules.starts[game] if start else rest
                elif " moves " in str(position):
                    continue  # Uttt.v proves these counts.
                elif word.isdecimal() and int(rest) < 2_000_000:
                    self.assertEqual(self.paths(game, rules, position, word), int(rest), line)
                    counted += 1
            self.assertGreater(counted, 4, game)
            print(f"\n{game}: {counted} counts of move paths agree")


if __name__ == "__main__":
    unittest.main()
