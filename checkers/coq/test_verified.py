"""The games of the verified checker have the rules of the corpora.

python3 test_verified.py, with `zstandard` installed, after `make`. SHOMEI_VERIFIED is the verified
program. test_input.py tests bad input. test_agreement.py and test_boards.py of checkers/python
compare verdicts with those of the other checkers.
"""

import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python"))

import test_agreement as python_checker  # noqa: E402

PROGRAM = os.environ.get("SHOMEI_VERIFIED") or HERE / "shomei-verified"
# The rules of a file of counts, if it names none.
RULES = {"loa": "olympiad", "shogi": "full", "uttt": "standard,play-out"}
SIDES = {
    "loa": ("black", "white"),
    "othello": ("black", "white"),
    "shogi": ("black", "white"),
    "uttt": ("x", "o"),
}


def verified(path, *options):
    """The exit code of the verified checker, and its line."""
    command = [str(PROGRAM), *options, str(path)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert result.stderr == "" and result.stdout.count("\n") == 1, result
    return result.returncode, result.stdout


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
