"""Both checkers accept the bundles of the program, and reject forged ones.

python3 test_bundles.py, with `zstandard` installed. SHOMEI_PROGRAM is the built command line (else
target/debug/shomei of this repository), SHOMEI_FORGERIES how many forged bundles are tried (200;
2000 make the full test), and SHOMEI_MUTANTS_KEEP a folder for bundles with different verdicts.
"""

import argparse
import collections
import concurrent.futures
import copy
import io
import itertools
import json
import os
import pathlib
import random
import re
import resource
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
import zipfile

import bundles
import check
from mutants import Mutator, take_apart
from test_agreement import HERE, PROGRAM, SEED, both_say

FORGERIES = int(os.environ.get("SHOMEI_FORGERIES", "200"))
MANIFEST = "manifest.json"
WORDS = {
    "answer": ["proved", "disproved", "unknown"],
    "value": ["win", "draw", "loss", "unknown"],
    "kind": ["another", "promotion", "order", "detour", "last-move", "yozume"],
    "verdict": [
        "unique",
        "unique but for the last move",
        "not unique",
        "not decided",
        "no solution",
    ],
    "question": ["win", "value", "score", "win-by-move", "value-by-move", "score-by-move"],
    "attacker": ["black", "white", "x", "o", "first"],
    "rules": ["standard", "standard,board=6", "olympiad", "sackson", "tsume", "full", "open"],
    "game": ["loa", "othello", "uttt", "shogi", "tree"],
    "format": ["shomei", "shomei-bundle "],
}

# The bundles: command and arguments.
LOA = "oxx......o.o..x....ooxxx. x", "--rules", "sackson,board=5"
CYCLES = "." * 5 + "x" + "." * 20 + "x.....o............o" + "." * 18 + " o"
SMALL = "OXX--X-OXOXO-XOXOO-OXOOOOOOOOO--OOOO X", "--rules", "standard,board=6"
ENDING = ("XXXXXXO-XOXOXOO-XXOXOXOOXOXXXO--XOXXOOOOXOXOOOOOXXOXXOOOXOOOOOOO X",)
LEAST = "XXX---XXXX-OXOXXXXXOXOOXXXOOOOXOOOOO O", "--rules", "black>=4,board=6"
WON_BOARDS = "X;XX...xX.O;OOXXXXXXO/XXXX.OOXX/O.OX.XX.X/OO..OOO.X/OO...OOOX/XOO.XOX.X/XOOOXXXOX/"
UTTT = "O;O..XX@O.X;X.OOOOXOX/OO.O...X./O.X.OOXX./OX.XXXXOO/XXO.X.XXO/X...X..XO/.XXOO.OOO/"
UTTT = (UTTT + "X.XXOOO.O/X..X..X.O",)
OPEN = WON_BOARDS + "OX.XX.O../OO.XXOOOO", "--rules", "open"
EQUAL = ("9/7Pk/9/7L1/9/9/9/9/9 b GS2r2b3g3s4n3l17p 1",)
UNIQUE = ("9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1",)
LAST = ("8k/7R1/8b/9/9/9/9/9/9 b Grb3g4s4n4l18p 1",)
DETOUR = ("5B1kl/5p3/9/9/3L5/9/9/9/9 b SN2rb4g3s3n2l17p 1",)
PERPETUAL = ("6+R2/8k/8n/7p1/9/9/9/9/9 b - 1",)
MUDAAI = "8k/9/6NG1/9/9/9/9/9/R8 b r2b3g4s3n4l18p 1", "--rules", "tsume-mudaai"
KINGS = ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1",)
SOLVE, REVIEW, COMPOSE = ["solve"], ["review"], ["compose", "check"]
CASES = [
    (SOLVE, "loa", *LOA),
    (SOLVE, "loa", *LOA, "--shortest"),
    (SOLVE, "loa", *LOA, "--value"),
    (SOLVE, "loa", *LOA, "--moves"),
    (SOLVE, "loa", *LOA, "--moves", "--shortest"),
    (SOLVE, "loa", *LOA, "--attacker", "white", "--moves"),
    (SOLVE, "loa", *LOA, "--attacker", "black", "--moves", "--shortest"),
    (SOLVE, "loa", "..o.x....oo...xo....oxxx. x", *LOA[1:], "--moves", "--shortest"),
    (SOLVE, "loa", CYCLES, "--attacker", "black"),
    (SOLVE, "othello", *SMALL),
    (SOLVE, "othello", *SMALL, "--value"),
    (SOLVE, "othello", *SMALL, "--score"),
    (SOLVE, "othello", *SMALL, "--moves", "--score"),
    (SOLVE, "othello", *LEAST, "--attacker", "black", "--moves"),
    (SOLVE, "othello", *ENDING, "--moves"),
    (SOLVE, "othello", *ENDING, "--score"),
    (SOLVE, "othello", *ENDING, "--moves", "--score"),
    (SOLVE, "othello", *ENDING, "--shortest"),
    (SOLVE, "othello", *ENDING, "--moves", "--shortest"),
    (SOLVE, "othello", "X" * 64 + " X", "--score"),
    (REVIEW, "othello", ENDING[0] + " moves H1 H2 H4 G4"),
    (REVIEW, "othello", ENDING[0] + " moves G4 H4", "--at", "start"),
    (SOLVE, "uttt", *UTTT, "--value"),
    (SOLVE, "uttt", *OPEN, "--value"),
    (SOLVE, "uttt", *OPEN, "--moves", "--shortest"),
    (SOLVE, "uttt", *OPEN, "--attacker", "o", "--moves"),
    (REVIEW, "uttt", OPEN[0] + " moves fd", *OPEN[1:], "--at", "start"),
    (SOLVE, "shogi", *EQUAL, "--moves"),
    (SOLVE, "shogi", *EQUAL, "--attacker", "black", "--moves", "--shortest"),
    (SOLVE, "shogi", *UNIQUE, "--shortest"),
    (SOLVE, "shogi", *KINGS, "--value"),
    (SOLVE, "shogi", *KINGS, "--attacker", "black", "--moves", "--shortest"),
    (SOLVE, "shogi", *MUDAAI, "--shortest"),
    (SOLVE, "shogi", *PERPETUAL),
    *((COMPOSE, "shogi", *one) for one in (EQUAL, UNIQUE, LAST, DETOUR, PERPETUAL, MUDAAI)),
]


def make(number, folder):
    """Makes the bundle of a case."""
    command, *arguments = CASES[number]
    path = pathlib.Path(folder, f"{number:03}.zip")
    limit = ["--nodes", "50k"]
    whole = [PROGRAM, *command, *arguments, *limit, "--proof", str(path)]
    result = subprocess.run(whole, capture_output=True, text=True, check=False)
    assert path.exists(), f"{whole}: {result.stdout}{result.stderr}"
    return path


def read(data):
    """The manifest and the certificates of a bundle, by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    return json.loads(entries.pop(MANIFEST)), entries


def pack(manifest, certificates):
    """A bundle. `certificates` are pairs of names and bytes."""
    first = manifest if isinstance(manifest, bytes) else json.dumps(manifest).encode()
    return archived([(MANIFEST, first), *certificates])


def archived(entries, change=lambda number, name, info: None, method=zipfile.ZIP_STORED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # A name can occur twice.
        for number, (name, data) in enumerate(entries):
            info = zipfile.ZipInfo("a" * len(name) + f"{number}")
            info.filename, info.compress_type = name, zipfile.ZIP_STORED
            change(number, name, info)
            if number == len(entries) - 1:
                info.compress_type = method
            archive.writestr(info, data)
    return out.getvalue()


def objects(value):
    """All objects of a manifest, in order."""
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value:
        if isinstance(child, dict | list):
            yield from objects(child)


class Forger:
    """Changes bundles, one thing at a time, from one seed. A change that is not possible in a
    bundle is None."""

    def __init__(self, seed, others):
        self.random, self.others = random.Random(seed), others

    def kinds(self):
        return sorted(name[3:] for name in dir(self) if name.startswith("to_"))

    def forge(self, kind, data):
        manifest, certificates = read(data)
        return getattr(self, f"to_{kind}")(data, manifest, [*certificates.items()])

    def with_field(self, manifest, *names):
        found = [one for one in objects(manifest) if any(name in one for name in names)]
        return self.random.choice(found) if found else None

    def to_exchanged(self, data, manifest, certificates):
        if len(certificates) < 2:
            return None
        (one, first), (other, second) = self.random.sample(certificates, 2)
        swapped = {one: second, other: first}
        return pack(manifest, [(name, swapped.get(name, data)) for name, data in certificates])

    def to_order(self, data, manifest, certificates):
        self.random.shuffle(certificates)
        return pack(manifest, certificates)

    def to_removed(self, data, manifest, certificates):
        if not certificates:
            return None
        gone, _ = certificates.pop(self.random.randrange(len(certificates)))
        if self.random.random() < 0.5:
            for one in objects(manifest):
                if gone in one.get("certificates", []):
                    one["certificates"].remove(gone)
                    if not one["certificates"]:
                        del one["certificates"]
        return pack(manifest, certificates)

    def to_extra(self, data, manifest, certificates):
        other = self.random.choice([data, *self.others])
        more = [*read(other)[1].values()]
        if not more:
            return None
        at = self.random.randint(0, len(certificates))
        certificates.insert(at, ("extra.proof", self.random.choice(more)))
        if self.random.random() < 0.5:
            one = self.with_field(manifest, "plies", "move")
            one["certificates"] = sorted([*one.get("certificates", []), "extra.proof"])
        return pack(manifest, certificates)

    def to_foreign(self, data, manifest, certificates):
        """A certificate of another bundle in place of one."""
        more = [*read(self.random.choice(self.others))[1].values()]
        if not certificates or not more:
            return None
        at = self.random.randrange(len(certificates))
        certificates[at] = certificates[at][0], self.random.choice(more)
        return pack(manifest, certificates)

    def to_duplicate(self, data, manifest, certificates):
        twice = self.random.choice([*certificates, (MANIFEST, json.dumps(manifest).encode())])
        return pack(manifest, [*certificates, twice])

    def to_moves(self, data, manifest, certificates):
        """A move less, a move twice, two moves exchanged."""
        one = self.with_field(manifest, "moves")
        if one is None:
            return None
        moves, what = one["moves"], self.random.randrange(3)
        at = self.random.randrange(len(moves))
        if what == 0:
            del moves[at]
        elif what == 1:
            moves.insert(at, copy.deepcopy(moves[at]))
        else:
            moves.reverse()
        return pack(manifest, certificates)

    def to_word(self, data, manifest, certificates):
        name = self.random.choice([name for name in WORDS if self.with_field(manifest, name)])
        one = self.with_field(manifest, name)
        one[name] = self.random.choice(WORDS[name])
        return pack(manifest, certificates)

    def to_number(self, data, manifest, certificates):
        names = ("score", "length", "plies", "lost", "from", "version")
        name = self.random.choice([name for name in names if self.with_field(manifest, name)])
        one = self.with_field(manifest, name)
        step = self.random.choice([-2, -1, 1, 2, 0.5, 1 << 64])
        if isinstance(one[name], list):
            at = self.random.randrange(2)
            one[name][at] = (one[name][at] or 0) + step
        else:
            one[name] += step
        return pack(manifest, certificates)

    def to_type(self, data, manifest, certificates):
        """A value of another type, that some readers take for the same."""
        one = self.with_field(manifest, *NAMES)
        name = self.random.choice([*one])
        value = one[name]
        same = [None, [value], True, str(value), {}, []]
        same += [float(value)] if isinstance(value, int) else []
        same += [[*value.values()]] if isinstance(value, dict) else []
        if isinstance(value, list) and value and isinstance(value[0], dict):
            value[0] = [*value[0].values()]
            return pack(manifest, certificates)
        one[name] = self.random.choice(same)
        return pack(manifest, certificates)

    def to_field(self, data, manifest, certificates):
        """A field less, or one more, or empty, or twice."""
        one, what = self.with_field(manifest, *NAMES), self.random.randrange(4)
        if what == 0:
            del one[self.random.choice([*one])]
        elif what == 1:
            name = self.random.choice([*NAMES, "comment"])
            if name in one:
                return None
            one[name] = self.random.choice([0, False, None, "", [], [0, 0], "unique", "another"])
        elif what == 2:
            empty = [(one, name) for name in ("certificates", "moves", "line") if name not in one]
            one, name = self.random.choice(empty or [(one, "shortest")])
            one[name] = []
        else:
            name = self.random.choice([*one])
            twice = json.dumps(manifest).encode()
            word = f'"{name}": '.encode()
            return pack(twice.replace(word, word + b"0, " + word, 1), certificates)
        return pack(manifest, certificates)

    def to_move_text(self, data, manifest, certificates):
        one = self.with_field(manifest, "move")
        if one is None:
            return None
        moves = [other["move"] for other in objects(manifest) if "move" in other]
        text = one["move"]
        forms = [text.lower(), text.upper(), text + " ", text[::-1], "--", "pass", text + "+"]
        one["move"] = self.random.choice([*forms, self.random.choice(moves)])
        return pack(manifest, certificates) if one["move"] != text else None

    def to_line(self, data, manifest, certificates):
        line = manifest.setdefault("line", [])
        before, at = [*line], self.random.randint(0, len(line))
        moves = [one["move"] for one in objects(manifest) if "move" in one] or ["a1"]
        if line and self.random.random() < 0.3:
            line.pop()
        elif at < len(line) and self.random.random() < 0.7:
            line[at] = self.random.choice([*moves, line[at].swapcase()])
        else:
            line.insert(at, self.random.choice(moves))
        return pack(manifest, certificates) if line != before else None

    def to_position(self, data, manifest, certificates):
        text = manifest["position"]
        if self.random.random() < 0.3:
            same = [read(other)[0] for other in self.others]
            same = [one["position"] for one in same if one["game"] == manifest["game"]]
            manifest["position"] = self.random.choice(same or [text])
        else:
            at, other = self.random.sample(range(len(text)), 2)
            letters = [*text]
            letters[at], letters[other] = letters[other], letters[at]
            manifest["position"] = "".join(letters)
        return pack(manifest, certificates) if manifest["position"] != text else None

    def to_certificate_name(self, data, manifest, certificates):
        """Another name in a result, or in the archive, or in both."""
        if not certificates:
            return None
        at, what = self.random.randrange(len(certificates)), self.random.randrange(3)
        old, name = certificates[at][0], f"{self.random.choice('AZaz_-')}1.proof"
        if what > 0:
            certificates[at] = name, certificates[at][1]
        for one in objects(manifest) if what != 1 else ():
            one["certificates"] = [name if n == old else n for n in one.get("certificates", [])]
            if not one["certificates"]:
                del one["certificates"]
        return pack(manifest, certificates)

    def to_bad_name(self, data, manifest, certificates):
        """A name of an entry that is not allowed."""
        if not certificates:
            return None
        names = ["../1.proof", "/1.proof", "a/1.proof", "a\\1.proof", "C:1.proof", "1.PROOF"]
        names += [
            ".proof",
            "1.proof/",
            "é.proof",
            "1",
            "a" * 95 + ".proof",
            "1.proof\0",
            "1 .proof",
        ]
        name, old = self.random.choice(names), certificates[0][0]
        certificates[0] = name, certificates[0][1]
        text = json.dumps(manifest).replace(json.dumps(old), json.dumps(name))
        return pack(text.encode(), certificates)

    def to_certificate_byte(self, data, manifest, certificates):
        if not certificates:
            return None
        at = self.random.randrange(len(certificates))
        name, old = certificates[at]
        byte = self.random.randrange(len(old))
        new = old[:byte] + bytes([old[byte] ^ 1 << self.random.randrange(8)]) + old[byte + 1 :]
        certificates[at] = name, new
        return pack(manifest, certificates)

    def to_certificate(self, data, manifest, certificates):
        """A certificate with another claim, number of plies, text or record."""
        if not certificates:
            return None
        at = self.random.randrange(len(certificates))
        name, old = certificates[at]
        others = [take_apart(other) for _, other in certificates]
        mutator = Mutator(self.random.random(), others)
        kinds = ["claim", "plies", "plies", "plies", "attacker", "rules", "root", "other_root"]
        kinds += ["side", "number", "child", "children", "kind", "leaf", "order", "missing"]
        certificates[at] = name, mutator.mutant(self.random.choice(kinds), old)
        return pack(manifest, certificates)

    def to_byte(self, data, manifest, certificates):
        """Another byte in the archive, without a change of checksums."""
        names = [found.start() for found in re.finditer(b"PK", data)]
        near = self.random.choice(names) + self.random.randrange(46)
        at = self.random.choice([near, self.random.randrange(len(data))]) % len(data)
        new = data[at] ^ 1 << self.random.randrange(8)
        return data[:at] + bytes([new]) + data[at + 1 :]

    def to_insertion(self, data, manifest, certificates):
        """Bytes before, after, or between the parts, with or without right offsets."""
        places = [found.start() for found in re.finditer(b"PK[\1\3\5]", data)]
        at, what = (
            self.random.choice([*places, len(data)]),
            self.random.choice([b"\0", data, b"PK"]),
        )
        changed = bytearray(data[:at] + what + data[at:])
        if self.random.random() < 0.7:
            end = changed.rfind(b"PK\5\6")
            (start,) = struct.unpack_from("<I", data, data.rfind(b"PK\5\6") + 16)
            if at <= start:
                struct.pack_into("<I", changed, end + 16, start + len(what))
            elif at < len(data):
                struct.pack_into("<I", changed, end + 12, end - start)
            directory = [place for place in places if data[place + 2] == 1]
            for place in directory:
                (offset,) = struct.unpack_from("<I", data, place + 42)
                new = place + (len(what) if place >= at else 0)
                struct.pack_into("<I", changed, new + 42, offset + len(what) * (offset >= at))
        return bytes(changed)

    def to_compressed(self, data, manifest, certificates):
        entries = [(MANIFEST, json.dumps(manifest).encode()), *certificates]
        return archived(entries, method=self.random.choice([8, 12, 14]))

    def to_unusual(self, data, manifest, certificates):
        """An entry with an extra field, a comment, or a name at another place."""
        entries = [(MANIFEST, json.dumps(manifest).encode()), *certificates]
        chosen, what = self.random.randrange(len(entries)), self.random.randrange(3)

        def change(number, name, info):
            if number == chosen and what == 0:
                info.extra = struct.pack("<HH4s", 0xCAFE, 4, b"abcd")
            elif number == chosen and what == 1:
                info.comment = b"comment"

        if what == 2:
            entries.insert(self.random.randint(1, len(entries)), entries.pop(0))
            if entries[0][0] == MANIFEST:
                return None
        return archived(entries, change)

    def to_spaces(self, data, manifest, certificates):
        """The same manifest, written in another way."""
        ways = [{"indent": 1}, {"sort_keys": True}, {"separators": (" ,\t", " :\n")}]
        return pack(json.dumps(manifest, **self.random.choice(ways)).encode(), certificates)


NAMES = ["plies", "answer", "value", "score", "length", "lost", "certificates", "moves", "move"]
NAMES += ["kind", "format", "version", "game", "rules", "position", "question", "attacker"]
NAMES += ["shortest", "line", "from", "results", "verdict"]


def without_kinds(manifest):
    """The manifest without the words that a check does not derive, and with numbered names."""
    text = re.sub(r'"kind": "[a-z-]+", ', "", json.dumps(manifest, sort_keys=True))
    names = {}
    return re.sub(r'"[\w-]+\.proof"', lambda n: str(names.setdefault(n[0], len(names))), text)


def is_same(data, forged):
    """Whether two bundles say the same, as far as a check derives it."""
    try:
        return without_kinds(read(data)[0]) == without_kinds(read(forged)[0])
    except (ValueError, zipfile.BadZipFile):
        return False


def attempt(arguments):
    """Makes a forgery and runs the checkers: their verdicts, and whether the result is another."""
    path, kind, seed, folder, others = arguments
    data = path.read_bytes()
    forged = Forger(seed, [other.read_bytes() for other in others]).forge(kind, data)
    if forged is None or forged == data:
        return None
    place = pathlib.Path(folder, f"forged-{kind}-{seed}.zip")
    place.write_bytes(forged)
    first, second = both_say(place)
    keep = os.environ.get("SHOMEI_MUTANTS_KEEP")
    another = False
    if first[0] or second[0]:
        another = not is_same(data, forged)
        if keep and (another or first[0] != second[0]):
            pathlib.Path(keep, place.name).write_bytes(forged)
    place.unlink()
    return first, second, another


class Bundles(unittest.TestCase):
    """The two checkers agree on bundles."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.pool = concurrent.futures.ProcessPoolExecutor(os.cpu_count())
        cls.addClassCleanup(cls.pool.shutdown)
        made = cls.pool.map(make, range(len(CASES)), itertools.repeat(cls.folder.name))
        cls.files = [*made]

    def test_both_accept_the_bundles_of_all_games_and_questions(self):
        found = collections.Counter()
        for path, (first, second) in zip(self.files, self.pool.map(both_say, self.files)):
            case = CASES[int(path.stem)]
            self.assertTrue(first[0] and second[0], f"{case}: {first[1]} / {second[1]}")
            manifest, _ = read(path.read_bytes())
            found[manifest["game"], manifest["question"], "from" in manifest] += 1
        print(f"\nbundles accepted by both: {found.total()}, of {len(found)} kinds")
        self.assertEqual({game for game, _, _ in found}, {"loa", "othello", "uttt", "shogi"})
        self.assertEqual({question for _, question, _ in found}, {*WORDS["question"], "solution"})
        self.assertTrue(any(review for _, _, review in found))

    def test_neither_accepts_a_forged_bundle(self):
        small = [path for path in self.files if path.stat().st_size < 20_000]
        chance, tries = random.Random(SEED), []
        kinds = itertools.cycle(Forger(0, []).kinds())
        for seed, kind in zip(range(FORGERIES), kinds):
            others = chance.sample(small, 4)
            tries.append((chance.choice(small), kind, seed, self.folder.name, others))
        counts, disputes, fooled = collections.defaultdict(collections.Counter), [], []
        for one, result in zip(tries, self.pool.map(attempt, tries, chunksize=4)):
            path, kind, seed = one[:3]
            if result is None:
                counts[kind]["unchanged"] += 1
                continue
            first, second, another = result
            words = f"{kind} {seed} of {CASES[int(path.stem)]}: {first} / {second}"
            counts[kind]["accepted" if first[0] else "rejected"] += 1
            disputes += [words] if first[0] != second[0] else []
            fooled += [words] if another else []
        for kind, count in counts.items():
            print(f"{kind:16} {dict(count)}")
        total = sum(count["accepted"] + count["rejected"] for count in counts.values())
        accepted = sum(count["accepted"] for count in counts.values())
        print(f"{total} forged bundles, {accepted} equal to the original, {len(disputes)} disputes")
        self.assertEqual(disputes, [])
        self.assertEqual(fooled, [])
        self.assertGreater(total, FORGERIES * 0.6)

    def test_bombs_are_refused_at_once(self):
        manifest, entries = read(self.files[0].read_bytes())
        certificates, text = [*entries.items()], json.dumps(manifest)
        plies = '"plies": 0'
        self.assertIn(plies, text)
        bombs = [
            pack(b"[" * 100_000, certificates),
            pack(b'{"line": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", certificates),
            pack(text.replace(plies, '"plies": 1' + "0" * 1_000_000).encode(), certificates),
            pack(text.replace(plies, '"plies": 0e999999999').encode(), certificates),
            pack(
                text.replace('"line"', '"from"').replace(plies, '"plies": -0').encode(),
                certificates,
            ),
            pack(text.replace(plies, '"plies": 0, "from": NaN').encode(), certificates),
        ]
        good = pack(manifest, certificates)
        start = good.find(b"PK\1\2")
        for size in (0, 1, 0x7FFFFFFF, 0xFFFFFFF0, 0xFFFFFFFF):
            for places in ([18, 22], [start + 20, start + 24], [18, 22, start + 20, start + 24]):
                bomb = bytearray(good)
                for place in places:
                    struct.pack_into("<I", bomb, place, size)
                bombs.append(bytes(bomb))
        for count in (0, 0xFFFE, 0xFFFF):
            bombs.append(good[:-14] + struct.pack("<HH", count, count) + good[-10:])
        for bomb in bombs:
            place = pathlib.Path(self.folder.name, "bomb.zip")
            place.write_bytes(bomb)
            for command in ([PROGRAM, "verify"], [sys.executable, str(HERE / "check.py")]):
                result = subprocess.run(
                    [*command, str(place)],
                    capture_output=True,
                    text=True,
                    check=False,
                    preexec_fn=little_memory,
                    timeout=60,
                )
                self.assertIn(result.returncode, (1, 2), result)
                self.assertNotIn("Traceback", result.stderr)

    def test_the_certificates_of_a_bundle_share_its_time(self):
        options = argparse.Namespace(limit=10_000_000, memory=4096, time=3600)
        bundle = bundles.Bundle(options)
        bundle.until = time.monotonic()
        late = self.assertRaisesRegex(check.Unchecked, r"\.proof: .*--time")
        with open(self.files[0], "rb") as file, late:
            bundle.check(file)

    def test_other_versions_and_games_are_not_judged(self):
        manifest, entries = read(self.files[0].read_bytes())
        for fields in ({"version": 2}, {"version": 2, "new": 1}, {"game": "tree"}, {"game": "hex"}):
            path = pathlib.Path(self.folder.name, "other.zip")
            path.write_bytes(pack(manifest | fields, entries.items()))
            command = [sys.executable, str(HERE / "check.py"), str(path)]
            result = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual((result.returncode, "not checked" in result.stdout), (2, True))


def little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20))


if __name__ == "__main__":
    unittest.main()
