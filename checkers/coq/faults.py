#!/usr/bin/env python3
"""Plants faults in the rules, one at a time, and reports what detects each.

python3 faults.py [NAME...], with `zstandard` installed, after `make`. A fault is detected if a
count of move paths (Perft_*.v) or another lemma that the program needs fails; if the program then
judges a certificate otherwise than check.py; or if a theorem about a game fails. The variables are
those of checkers/python/test_agreement.py. Exit code 1: a fault remained undetected.
"""

import concurrent.futures
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python"))

import test_agreement  # noqa: E402
import test_boards  # noqa: E402
from mutants import Mutator, take_apart  # noqa: E402

SEED = 45

# The file, what is replaced, and by what.
FAULTS = {
    "jumps over enemies": ("Loa.v", "negb (meet (between w) enemy)", "true"),
    "lands on its own men": ("Loa.v", "negb (meet (target w) own)", "true"),
    "counts its own men only": ("Loa.v", "(whole_line w) (union own enemy)", "(whole_line w) own"),
    "no moves on falling diagonals": ("Loa.v", "x + y =? u + v", "false"),
    "squares by file, then by rank": (
        "Men.v",
        "flat_map (fun y => map (fun x => (x, y)) range) range",
        "flat_map (fun x => map (fun y => (x, y)) range) range",
    ),
    "moves to the last square first": (
        "Loa.v",
        "flat_map (ways_to n o) (board n)",
        "flat_map (ways_to n o) (rev (board n))",
    ),
    "captures leave the man": ("Loa.v", "(without (white p) (target w)) White", "(white p) White"),
    "both joined is a win": ("Loa.v", "Draw => Drawn", "Draw => Won_by (other (side p))"),
    "both joined wins for the wrong side": (
        "Loa.v",
        "MoverWins => Won_by (other (side p))",
        "MoverWins => Won_by (side p)",
    ),
    "White joined is open": ("Loa.v", "false, true => Won_by White", "false, true => Goes_on"),
    "a side without a move never loses": (
        "Loa.v",
        "if can_jump table p then Goes_on else Won_by (other (side p))",
        "Goes_on",
    ),
    "no pass": ("Loa.v", "[] => [Pass] | ways", "[] => [] | ways"),
    "files a and h are neighbours": ("Loa.v", "(w << 1) land 0xFEFEFEFE", "w << 1"),
    "ranks 4 and 5 are apart": ("Loa.v", " lor (l >> 24)", ""),
    "a pass does not change the side": (
        "Loa.v",
        "Pass => Position (black p) (white p) (other (side p))",
        "Pass => p",
    ),
    "equality ignores the side to move": (
        "Men.v",
        "\n  && is_color (side p) (side q).",
        ".",
    ),
    "discs flip without an end": (
        "Othello.v",
        "else if meet next own then seen else none",
        "else seen",
    ),
    "no flips in one direction": ("Othello.v", "(to (fun a => right (up a)))", "none"),
    "files a and h of Othello are neighbours": (
        "Othello.v",
        "(low a << 1) land 0xFEFEFEFE",
        "low a << 1",
    ),
    "rows 4 and 5 are apart": ("Othello.v", " lor (low a >> 24)", ""),
    "no pass in Othello": ("Othello.v", "| [] => [Pass]", "| [] => []"),
    "a pass of Othello does not change the side": (
        "Othello.v",
        "Pass, c => Position (black p) (white p) (other c)",
        "Pass, c => p",
    ),
    "a side that cannot move ends the game": (
        "Othello.v",
        "negb (can_place own enemy all) && negb (can_place enemy own all)",
        "negb (can_place own enemy all)",
    ),
    "empty squares do not count": ("Othello.v", "then n * n - enemy else own", "then own else own"),
    "a tie is a win": (
        "Othello.v",
        "(other c) p <? score (files r) c p",
        "(other c) p <=? score (files r) c p",
    ),
    "both sides reach a score": (
        "Othello.v",
        "then ahead else negb ahead",
        "then ahead else ahead",
    ),
    "a score must be exceeded": ("Othello.v", "+ n <=? score", "+ n <? score"),
    "the last square first": (
        "Othello.v",
        "(fun '(x, y) => square x y) (board (files r)) in",
        "(fun '(x, y) => square x y) (rev (board (files r))) in",
    ),
    "a pinned piece may move": (
        "Shogi.v",
        "negb (in_check (the_board (play p m)) (side p))",
        "true",
    ),
    "a dropped pawn may mate": ("Shogi.v", "safe p m && negb (pawn_mates p m)", "safe p m"),
    "two pawns on a file": ("Shogi.v", "if meet file own then without s file else s", "s"),
    "a piece may be stuck": ("Shogi.v", "if meet (stuck c k) t then [] else [false]", "[false]"),
    "a drop may be stuck": (
        "Shogi.v",
        "without (without all (occupied b)) (stuck c k)",
        "without all (occupied b)",
    ),
    "a tokin is captured as a lance": ("ShogiBoard.v", "| Tokin => Pawn", "| Tokin => Lance"),
    "moves without promotion first": (
        "Shogi.v",
        "  (if may_promote then [true] else []) ++ (if meet (stuck c k) t then [] else [false]).",
        "  (if meet (stuck c k) t then [] else [false]) ++ (if may_promote then [true] else []).",
    ),
    "silvers are dropped before golds": (
        "Shogi.v",
        "[Gold; Silver; Rook; Bishop; Lance; Knight; Pawn]",
        "[Silver; Gold; Rook; Bishop; Lance; Knight; Pawn]",
    ),
    "drops in between from the far end": (
        "Shogi.v",
        "      (between (king (the_board p) (side p)) by_)",
        "      (rev (between (king (the_board p) (side p)) by_))",
    ),
    "the king moves last out of check": (
        "Shogi.v",
        "if is_none by_ then unchecked p else evading p by_ ++ interposing p by_",
        "if is_none by_ then unchecked p else interposing p by_ ++ evading p by_",
    ),
    "the king moves first with check": (
        "Shogi.v",
        "  ++ other_moves b c ++ king_moves b c.",
        "  ++ king_moves b c ++ other_moves b c.",
    ),
    "a mate is not a win": ("Shogi.v", "then Failed else Won.", "then Failed else Failed."),
    "a dragon does not step": (
        "ShogiBoard.v",
        "Dragon => union (straight_lines occupied at_) (diagonal at_)",
        "Dragon => straight_lines occupied at_",
    ),
    "files 5 and 6 are apart": ("ShogiBoard.v", " lor (low a >> 36)", ""),
    "no piece in between is wasted": (
        "Shogi.v",
        "&& wasted 8 p then Won",
        "&& wasted 8 p then Open",
    ),
    "a capture next to the king always mates": (
        "Shogi.v",
        "if next_to_king then negb (can_evade after)",
        "if next_to_king then true",
    ),
    "equality ignores the hand of White": (
        "Shogi.v",
        "\n  && (white_hand p =? white_hand q)",
        "\n ",
    ),
    "a won board stays open": ("Uttt.v", "(wins &&& negb (stays_open r))", "false"),
    "a won board always closes": ("Uttt.v", "(wins &&& negb (stays_open r))", "wins"),
    "a later line wins a board again": (
        "Uttt.v",
        "wins := negb was_won &&& has_line",
        "wins := has_line",
    ),
    "a full board stays open": ("Uttt.v", "(taken =? everything) ||| (wins", "(wins"),
    "a side may be sent to a closed board": (
        "Uttt.v",
        "if has (cell m) closed' then choice else cell m",
        "cell m",
    ),
    "the board sends, not the cell": ("Uttt.v", "choice else cell m", "choice else board m"),
    "the same side moves again": ("Uttt.v", "to_move := other mover |}", "to_move := mover |}"),
    "a draw is a win": (
        "Uttt.v",
        "closed p =? everything then Failed",
        "closed p =? everything then Won",
    ),
    "a game without hope goes on": (
        "Uttt.v",
        "if negb (plays_out r) &&& meets_every_line (of attacker (lost p)) then Failed",
        "if false then Failed",
    ),
    "only won boards are lost": ("Uttt.v", "if wins ||| blocks then add", "if wins then add"),
    "marks of won boards differ": ("Uttt.v", "else if wins ||| was_won then", "else if false then"),
    "cells are ordered from i to a": ("Uttt.v", "free numbers.", "free (rev numbers)."),
    "no rising diagonal in Hex": ("Hex.v", " lor (s << 7) lor (s >> 7).", "."),
    "the first side joins left and right": (
        "Hex.v",
        "if joins (upper b) (lower b) (first p)",
        "if joins (left_ b) (right_ b) (first p)",
    ),
    "the order of cells in Hex": (
        "Hex.v",
        "concat (cell_rows n)",
        "flat_map (fun x => map (fun y => cell x y) (range n)) (range n)",
    ),
    "no falling diagonal in Connect Four": ("ConnectFour.v", "\n  ||| four_along (rows b) s.", "."),
    "four in a line go on": (
        "ConnectFour.v",
        "if has_four b (second p) then won_by Second",
        "if false then won_by Second",
    ),
    "three in a line": ("ConnectFour.v", "(2 * step)", "step"),
    "a draw in Connect Four wins": (
        "ConnectFour.v",
        "=? all_squares then Failed",
        "=? all_squares then Won",
    ),
    "the second side begins": (
        "Stones.v",
        "(number s) then Some (Position f s First)",
        "(number s) then Some (Position f s Second)",
    ),
    "one ply can be enough for the defender": (
        "Shogi.v",
        "Shown (fun p m _ defends _ => own_moves_win r attacker p m defends)",
        "Unknown",
    ),
    "any parity of plies is possible": ("Plies.v", "N.odd (n - least)", "false"),
}


def cases(folder):
    """Certificates and changed ones, and whether another checker accepts each."""
    files = test_agreement.certificates(folder)
    chance = random.Random(SEED)
    games = {"hex": ["2x2", "3x3", "4x4"], "connect-four": ["4x4", "5x4", "4x5"]}
    boards = test_boards.certificates(folder, chance, games)
    paths = [*files, *mutants(files, folder, "mutant"), *boards, *mutants(boards, folder, "board")]
    # Some rules of these games are not verified.
    paths = [path for path in paths if not test_boards.UNVERIFIED.search(path.read_bytes()[:200])]
    expected = {str(path): says(path) for path in paths}
    assert differences(HERE / "shomei-verified", expected) == 0, "verdicts differ without a fault"
    return expected


def differences(program, expected):
    """The number of verdicts of the verified checker that are not as expected."""
    run = [str(program), *expected]
    lines = subprocess.run(run, capture_output=True, text=True, check=False).stdout.splitlines()
    judged = [line.endswith(": accepted") for line in lines]
    return sum(a != b for a, b in zip(judged, expected.values(), strict=True))


def mutants(files, folder, word):
    small = [path for path in files if test_agreement.is_small(path)]
    others = [take_apart(path.read_bytes()) for path in small]
    kinds = Mutator(0, []).kinds()
    for seed in range(test_agreement.MUTANTS):
        source = small[seed * 7919 % len(small)]
        mutator = Mutator(seed, others)
        path = pathlib.Path(folder, f"{word}-mutant-{seed}.proof")
        path.write_bytes(mutator.mutant(kinds[seed % len(kinds)], source.read_bytes()))
        yield path


def says(path):
    return test_agreement.both_say(path)[1][0]


def detected(name, expected):
    file, old, new = FAULTS[name]
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder, "checkers", "coq")
        shutil.copytree(HERE, work, copy_function=shutil.copy2)
        text = (work / file).read_text()
        assert text.count(old) == 1, f"{name}: {old!r} is not in {file} exactly once"
        (work / file).write_text(text.replace(old, new))
        if failed := make(work, "LIBRARY=counts", "shomei-verified"):
            return failed
        different = differences(work / "shomei-verified", expected)
        if different:
            return f"{different} of {len(expected)} verdicts differ"
        return make(work, "library")


def make(work, *goals):
    """The place of the first error, if there is one."""
    results = HERE.parent.parent / "results"
    command = ["make", "-C", str(work), f"RESULTS={results}", *goals]
    made = subprocess.run(command, capture_output=True, text=True)
    if not made.returncode:
        return None
    lines = made.stderr.splitlines()
    place = next((line for line in lines if line.startswith("File")), lines[-1])
    return f"make fails: {place}"


def main():
    names = sys.argv[1:] or list(FAULTS)
    missed = 0
    jobs = int(os.environ.get("SHOMEI_JOBS", "1"))
    with (
        tempfile.TemporaryDirectory() as folder,
        concurrent.futures.ThreadPoolExecutor(jobs) as pool,
    ):
        expected = cases(folder)
        for name, found in zip(names, pool.map(lambda name: detected(name, expected), names)):
            missed += found is None
            print(f"{name}: {found or 'NOT DETECTED'}", flush=True)
    print(f"{len(names)} faults, {missed} not detected")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
