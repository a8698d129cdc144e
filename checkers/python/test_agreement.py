"""Both checkers give the same verdict on certificates of all corpora, and on changed ones.

python3 test_agreement.py, with `zstandard` installed. SHOMEI_PROGRAM is the built command line
(else target/debug/shomei of this repository), SHOMEI_MUTANTS how many changed certificates are
tried (600; 5000 make the full test), and SHOMEI_MUTANTS_KEEP a folder for them: their names begin
with verdicts. If SHOMEI_VERIFIED names the program of checkers/coq, it judges all certificates,
too, and must agree.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import functools
import hashlib
import io
import itertools
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

import zstandard

import check
from mutants import (
    RESOLVED,
    Mutator,
    Parts,
    Record,
    is_simple_proof,
    longest_line,
    put_together,
    take_apart,
)

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CORPUS = ROOT / "corpus"
PROGRAM = os.environ.get("SHOMEI_PROGRAM") or str(ROOT / "target" / "debug" / "shomei")
VERIFIED = os.environ.get("SHOMEI_VERIFIED")
MUTANTS = int(os.environ.get("SHOMEI_MUTANTS", "600"))
SEED = 24

# test_boards.py has the others.
GAMES = ("loa", "othello", "uttt", "shogi")

# The positions: game, file and rules, with a node limit that is enough for some of them, and
# options. With --shortest the certificate that no win is shorter has version 2.
SETS = [
    ("loa", "loa.txt", None, "20k"),
    ("loa", "loa.txt", "simultaneous=draw,no-move=loss", "2k"),
    ("loa", "loa.txt", "simultaneous=mover-wins,no-move=pass", "2k"),
    ("loa", "loa-cycles.txt", None, "20k"),
    ("loa", "loa-small.txt", None, "20k"),
    ("othello", "othello.txt", None, "20k"),
    ("othello", "othello-small.txt", None, "20k"),
    ("othello", "othello/discs-60.txt", None, "20k"),
    ("othello", "othello/discs-56.txt", None, "20k"),
    ("uttt", "uttt.txt", None, "20k"),
    ("uttt", "uttt.txt", "standard,play-out", "2k"),
    ("uttt", "uttt-open.txt", None, "20k"),
    ("shogi", "shogi.txt", None, "20k"),
    ("shogi", "shogi.txt", "full", "2k"),
    ("shogi", "shogi-mudaai.txt", None, "20k"),
    ("shogi", "shogi/unique.txt", "tsume-mudaai", "20k"),
    ("shogi", "shogi/middle.txt", "tsume-mudaai", "20k"),
    ("shogi", "shogi/perpetual.txt", None, "20k"),
    ("shogi", "shogi/surplus.txt", "full", "1k"),
    ("loa", "loa.txt", None, "20k", "--shortest"),
    ("loa", "loa-cycles.txt", None, "20k", "--shortest"),
    ("loa", "loa-small.txt", None, "20k", "--shortest"),
    ("othello", "othello-small.txt", None, "20k", "--shortest"),
    ("othello", "othello/discs-56.txt", None, "20k", "--shortest"),
    ("uttt", "uttt.txt", None, "20k", "--shortest"),
    ("uttt", "uttt-open.txt", None, "20k", "--shortest"),
    ("shogi", "shogi.txt", None, "20k", "--shortest"),
    ("shogi", "shogi-mudaai.txt", None, "20k", "--shortest"),
    ("shogi", "shogi/unique.txt", "tsume-mudaai", "20k", "--shortest"),
]
# Finished positions: game, position and rules.
FINISHED = [
    ("loa", "xx" + "." * 59 + "o.o o", "olympiad"),
    ("loa", "xo" + "." * 62 + " x", "olympiad"),
    ("loa", "xo" + "." * 62 + " x", "sackson"),
    ("othello", "X" * 64 + " X", "standard"),
    ("othello", "X" * 36 + " X", "white>=-6,board=6"),
    (
        "uttt",
        "O;XXX......;" + 3 * "XXX....../" + 3 * "OO......./" + 2 * "O......../" + 9 * ".",
        "open",
    ),
    ("shogi", "4k4/4G4/4P4/9/9/9/9/9/4K4 w G 1", "full"),
    ("shogi", "4k4/4G4/4P4/9/9/9/9/9/4K4 w G 1", "tsume"),
]
# A certificate is small enough for many tries if it has and asks for no more than this.
SMALL_RECORDS, SMALL_NODES = 60, 1000
OPTIONS = argparse.Namespace(limit=10_000_000, memory=1024, time=600)


def first_says(path):
    """Whether the program accepts a certificate, and the reason if not."""
    command = [PROGRAM, "verify", "--json", "--time", "60s", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if not result.stdout:
        return False, result.stderr.strip()
    verdict = json.loads(result.stdout)
    assert verdict["accepted"] == (result.returncode == 0), result
    return verdict["accepted"], verdict["reason"]


def both_say(path):
    """The verdict of each checker: whether it accepts, and its message."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = check.verdict(str(path), OPTIONS)
    return first_says(path), (code == 0, printed.getvalue().removeprefix(check.shown(str(path))))


def third_says(path):
    """The verdict of the verified checker, if there is one that knows the game."""
    if not VERIFIED:
        return []
    command = [VERIFIED, str(path)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert result.stderr == "" and result.stdout.count("\n") == 1, result
    if "the rules of this game are not known here" in result.stdout:
        return []
    return [(result.returncode == 0, result.stdout)]


def all_say(path):
    """The verdict of every checker that knows the game; the verified one is the last."""
    return [*both_say(path), *third_says(path)]


@functools.cache
def certificates(folder):
    """Certificates of positions of all corpora."""
    found = []
    for number, (game, file, rules, nodes, *options) in enumerate(SETS):
        place = pathlib.Path(folder, f"{number:02}")
        command = [PROGRAM, "solve", game, f"@{CORPUS / file}", "--nodes", nodes, "--proof", place]
        command += options
        place.mkdir()
        result = subprocess.run(
            [*command, *(["--rules", rules] if rules else [])], capture_output=True, text=True
        )
        made = sorted(place.glob("*.proof"))
        assert made, f"{command}: {result.stdout}{result.stderr}"
        found += [*made, *map(within, made)] if "--shortest" in options else made
    return [path for path in found if path]


def within(path):
    """The same proof with its number of plies, in version 2, if it needs no plain search."""
    parts = take_apart(path.read_bytes())
    if parts.plies is not None or not is_simple_proof(parts):
        return None
    parts.plies = longest_line(parts.records)
    made = path.with_suffix(".within.proof")
    made.write_bytes(put_together(parts))
    return made


def is_small(path):
    records = take_apart(path.read_bytes()).records
    nodes = sum(record.number for record in records if record.kind == 2)
    return len(records) <= SMALL_RECORDS and nodes <= SMALL_NODES


def mutate(arguments):
    """Makes a mutant and runs the checkers."""
    path, kind, seed, folder, others = arguments
    data = Mutator(seed, others).mutant(kind, path.read_bytes())
    mutant = pathlib.Path(folder, f"mutant-{kind}-{seed}.proof")
    mutant.write_bytes(data)
    verdicts = all_say(mutant)
    keep = os.environ.get("SHOMEI_MUTANTS_KEEP")
    if keep:
        found = {accepted for accepted, _ in verdicts}
        name = "disputed" if len(found) > 1 else "accepted" if True in found else "rejected"
        pathlib.Path(keep, f"{name}-{kind}-{seed}.proof").write_bytes(data)
    mutant.unlink()
    return verdicts


class Comparison:
    """The verdicts on changed certificates: `tries` are arguments of `mutate`."""

    def __init__(self, tries, pool):
        self.counts, self.verified = collections.defaultdict(collections.Counter), 0
        self.disputes, self.given_up = [], []
        for one, verdicts in zip(tries, pool.map(mutate, tries, chunksize=8)):
            path, kind, seed = one[:3]
            reasons = " / ".join(str(message).strip() for _, message in verdicts)
            words = f"{kind} {seed} of {path.parent.name}/{path.name}: {reasons}"
            if "--time" in verdicts[1][1]:
                self.given_up.append(words)
            elif len({accepted for accepted, _ in verdicts}) > 1:
                self.disputes.append(words)
            self.counts[kind]["accepted" if verdicts[0][0] else "rejected"] += 1
            self.verified += len(verdicts) == 3

    def accepted(self):
        return sum(count["accepted"] for count in self.counts.values())

    def summary(self):
        parts = [
            f"{sum(map(collections.Counter.total, self.counts.values()))} changed certificates",
            f"{len(self.disputes)} disputes",
            f"{len(self.given_up)} given up",
        ]
        if VERIFIED:
            parts.append(f"{self.verified} also judged by the verified checker")
        return ", ".join(parts)


class Agreement(unittest.TestCase):
    """The two checkers agree."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.files = certificates(cls.folder.name)
        cls.pool = concurrent.futures.ProcessPoolExecutor(os.cpu_count())
        cls.addClassCleanup(cls.pool.shutdown)

    def test_all_accept_the_certificates_of_the_corpora(self):
        for path, verdicts in zip(self.files, self.pool.map(third_says, self.files)):
            self.assertEqual([accepted for accepted, _ in verdicts], [True] * bool(VERIFIED), path)
        files = [path for path in self.files if path.stat().st_size < 1000 or MUTANTS >= 5000]
        games = collections.Counter()
        for path, (first, second) in zip(files, self.pool.map(both_say, files)):
            self.assertTrue(first[0] and second[0], f"{path}: {first[1]} / {second[1]}")
            parts = take_apart(path.read_bytes())
            games[parts.game, 1 if parts.plies is None else 2, parts.claim] += 1
        print(f"\ncertificates accepted by both, by game, version and claim: {dict(games)}")
        kinds = itertools.product(GAMES, (1, 2), (1, 2))
        self.assertEqual(sorted(games), sorted(kinds))

    def test_all_accept_the_certificates_of_finished_positions(self):
        for game, position, rules in FINISHED:
            sides = ("x", "o") if game == "uttt" else ("black", "white")
            for side in sides:
                path = pathlib.Path(self.folder.name, "finished.proof")
                command = [PROGRAM, "solve", game, position, "--rules", rules, "--attacker", side]
                subprocess.run([*command, "--proof", str(path)], capture_output=True, check=True)
                verdicts = all_say(path)
                case = f"{game} {position} {rules} {side}: {verdicts}"
                expected = [True] * (2 + bool(VERIFIED))
                self.assertEqual([accepted for accepted, _ in verdicts], expected, case)
                path.unlink()

    def test_all_agree_on_changed_certificates(self):
        chance = random.Random(SEED)
        by_game = {game: [] for game in GAMES}
        for path in filter(is_small, self.files):
            by_game[take_apart(path.read_bytes()).game].append(path)
        others = [take_apart(path.read_bytes()) for path in itertools.chain(*by_game.values())]
        turns = itertools.cycle(itertools.product(Mutator(0, []).kinds(), by_game))
        tries = []
        for seed, (kind, game) in zip(range(MUTANTS), turns):
            tries.append((chance.choice(by_game[game]), kind, seed, self.folder.name, others))
        found = Comparison(tries, self.pool)
        for kind, count in found.counts.items():
            print(f"{kind:14} {dict(count)}")
        print(found.summary())
        self.assertEqual(found.disputes, [])
        self.assertLess(len(found.given_up), 1 + MUTANTS // 500, found.given_up)
        self.assertTrue(0 < found.accepted() < MUTANTS / 2, found.accepted())
        self.assertEqual(found.verified > MUTANTS * 3 // 4, bool(VERIFIED))


class Rules(unittest.TestCase):
    """The rules are those of the games, independent of the other checker."""

    starts = {
        "loa": ".xxxxxx." + 6 * "o......o" + ".xxxxxx. x",
        "othello": 27 * "-" + "OX------XO" + 27 * "-" + " X",
        "uttt": "X;" + 9 * "." + ";" + "/".join(9 * ["." * 9]),
        "shogi": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    }

    def paths(self, game, position, depth):
        if depth == 0:
            return 1
        moves = game.look(position)[2]
        if depth == 1 or not moves:  # In Othello a finished game counts as one path.
            return len(moves) or isinstance(game, check.Othello)
        return sum(self.paths(game, game.play(position, move), depth - 1) for move in moves)

    def test_move_paths_are_as_many_as_on_record(self):
        usual = {
            "loa": "olympiad",
            "uttt": "standard,play-out",
            "othello": "standard",
            "shogi": "tsume",
        }
        for name in GAMES:
            kind = check.GAMES[name]
            rules, game, position, counted = usual[name], None, None, 0
            for line in (CORPUS / f"{name}.perft").read_text().splitlines():
                word, _, rest = line.partition(" ")
                if word == "rules":
                    rules = rest
                elif word == "position":
                    text, _, played = rest.partition(" moves ")
                    text = self.starts[name] if text in ("start", "startpos") else text
                    text += " 1" if name == "shogi" and text[-1] != "1" else ""
                    side = "bw".index(text.split()[1]) if name == "shogi" else text[-1] in "oO"
                    try:
                        game = kind(rules, int(side))
                        position = game.parse(text)
                        for word in played.split():  # of ultimate tic-tac-toe: board and cell
                            position = game.play(position, tuple(map("abcdefghi".index, word)))
                    except check.Rejected:
                        game = None  # A record of play, since this checker reads boards only.
                elif game and word.isdecimal() and int(rest) < 10_000:
                    self.assertEqual(self.paths(game, position, int(word)), int(rest), text)
                    counted += 1
            self.assertGreater(counted, 4, name)

    def test_the_checker_is_one_short_file(self):
        self.assertLess(len((HERE / "check.py").read_text().splitlines()), 550)


class Solved(unittest.TestCase):
    """The certificates of whole games are those of the table, and are accepted."""

    def test_the_certificates_of_solved_games_are_accepted(self):
        lines = (ROOT / "results" / "README.md").read_text().splitlines()
        lines = [line for line in lines if line.startswith("|")]
        rows = [[field.strip(" `") for field in line.strip("|").split("|")] for line in lines]
        rows = [row for row in rows if row[0].endswith(".proof")]
        self.assertEqual(sorted(row[0] for row in rows), sorted(map(str, self.files())))
        options = argparse.Namespace(limit=10_000_000, memory=4096, time=36_000)
        for name, game, rules, attacker, _, claim, size, checksum in rows:
            path = ROOT / "results" / name
            data = path.read_bytes()
            found = str(len(data)), hashlib.sha256(data).hexdigest()
            self.assertEqual(found, (size, checksum), name)
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                code = check.verdict(str(path), options)
            self.assertEqual(code, 0, printed.getvalue())
            parts = take_apart(data)
            self.assertEqual(parts.claim, {"proved": 1, "disproved": 2}[claim], name)
            self.assertEqual([text.decode() for text in parts.texts[:3]], [game, rules, attacker])
        print(f"\ncertificates of solved games accepted: {len(rows)}")

    def test_the_stated_window_does_not_limit_matches(self):
        parameters = zstandard.ZstdCompressionParameters(window_log=20, write_content_size=False)

        def pack(raw):
            tool = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
            blocks = [
                tool.compress(raw[at : at + 400]) + tool.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
                for at in range(0, len(raw), 400)
            ]
            frame = bytearray(b"".join(blocks) + tool.flush())
            self.assertEqual(frame[4], 0)  # It states its window, in the next byte: 1 KiB.
            return bytes(frame[:5] + b"\0" + frame[6:])

        parts = take_apart((ROOT / "results" / "loa-5x5-olympiad-black-wins.proof").read_bytes())
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "far.proof")
            path.write_bytes(put_together(parts, pack=pack))
            self.assertEqual({accepted for accepted, _ in all_say(path)}, {True})

    def files(self):
        return [path.name for path in (ROOT / "results").glob("*.proof")]


class Robust(unittest.TestCase):
    """Every file of an unknown author ends with a line and an exit code."""

    def says(self, data, **options):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.proof")
            path.write_bytes(data)
            command = [sys.executable, str(HERE / "check.py"), str(path)]
            for name, value in options.items():
                command += [f"--{name}", str(value)]
            result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(result.stderr, "")
        return result.returncode, result.stdout

    def test_a_stranger_cannot_write_lines(self):
        text = b"loa\nforged.proof: accepted\x1b[2K\xe2\x80\xae"
        parts = Parts(1, [text, b"", b"black", b""], [], [])
        code, line = self.says(put_together(parts))
        self.assertEqual((code, line.count("\n")), (2, 1))
        self.assertIn(r"loa\nforged.proof: accepted\x1b[2K\u202e", line)

    def test_lengths_are_not_believed(self):
        header = b"\x89shomei\n\x01\x00\x01" + b"\xff" * 4
        self.assertEqual(self.says(header)[0], 1)
        whole = put_together(self.open_root())
        block = b"B" + struct.pack("<QIII", 0, 1, 1 << 24, 1 << 24)
        at = len(whole) - 58 - 5
        code, line = self.says(whole[:at] + block)
        self.assertEqual(code, 1)
        self.assertIn("cut off", line)
        block = b"B" + struct.pack("<QIII", 0, 1, 1, (1 << 32) - 1)
        code, line = self.says(whole[:at] + block)
        self.assertIn("a block is too long", line)

    def test_a_frame_that_claims_to_be_huge_takes_no_memory(self):
        frame = b"\x28\xb5\x2f\xfd\xe0" + struct.pack("<Q", 1 << 62) + b"\x01\0\0"
        code, line = self.says(put_together(self.open_root(1), pack=lambda raw: frame))
        self.assertEqual(code, 1)
        self.assertIn("a block is not as long as it says", line)

    def test_limits_end_a_check_without_a_verdict(self):
        parts = self.open_root(1)
        parts.records[0].number = 1 << 60
        code, line = self.says(put_together(parts))
        self.assertIn(f"not checked: record 0: it asks for {1 << 60} nodes", line)
        self.assertEqual(code, 2)
        parts.records[0].number = 1_000_000
        for options in ({"time": 0}, {"memory": 0}):
            code, line = self.says(put_together(parts), **options)
            self.assertIn("not checked: record 0: it takes more", line)
            self.assertEqual(code, 2)

    def test_other_versions_and_games_are_not_judged(self):
        data = put_together(self.open_root(1))
        code, line = self.says(data[:8] + b"\x03" + data[9:])
        self.assertEqual((code, "version 3 of the format is unknown" in line), (2, True))
        parts = self.open_root(1)
        parts.texts[0] = b"tree"
        code, line = self.says(put_together(parts))
        self.assertEqual((code, "rules of this game are not known" in line), (2, True))

    def test_files_that_are_none(self):
        command = [sys.executable, str(HERE / "check.py")]
        for arguments, code in ((["no such file"], 2), ([str(HERE)], 2), ([], 2), (["--x"], 2)):
            result = subprocess.run([*command, *arguments], capture_output=True, check=False)
            self.assertEqual(result.returncode, code)
            self.assertNotIn(b"Traceback", result.stderr)

    def open_root(self, nodes=None):
        """A question that is open, answered by a search or not at all."""
        texts = [b"loa", b"olympiad", b"black", b".x.x" + b"." * 56 + b"o..o x"]
        records = [] if nodes is None else [Record(RESOLVED, nodes, [])]
        return Parts(1, texts, records, [1] * len(records))


if __name__ == "__main__":
    unittest.main()
