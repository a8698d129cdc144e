"""The verified checker agrees with the other ones on certificates and on changed ones.

python3 test_verified.py, with `zstandard` installed, after `make`. The variables SHOMEI_PROGRAM,
SHOMEI_MUTANTS and SHOMEI_MUTANTS_KEEP are those of checkers/python/test_agreement.py;
SHOMEI_VERIFIED is the verified program, and SHOMEI_JOBS the number of processes.
test_input.py tests bad input. checkers/python/test_boards.py compares the certificates of Hex and
Connect Four.
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
