"""Tsume problems from a list: the shortest mate of each, its line, and whether others mate too.

    python tsume.py problems.txt

A line of the list is a position, optionally with fields: ``POSITION ; attacker=black``.
"""

import sys
from pathlib import Path

import shomei

HERE = Path(__file__).resolve().parent
FILE = sys.argv[1] if len(sys.argv) > 1 else HERE.parent.parent / "corpus" / "shogi.txt"

with shomei.Session("shogi", time=10) as session:
    for text in Path(FILE).read_text(encoding="utf-8").splitlines():
        position, *parts = (part.strip() for part in text.split(";"))
        if not position or position.startswith("#"):
            continue
        facts = dict(part.split("=", 1) for part in parts)
        attacker, name = facts.get("attacker"), facts.get("name", position)
        result = session.other_solutions(position, attacker=attacker, others=100_000)
        if result.answer != "proved":
            print(f"{name}: {result.answer}")
            continue
        known = "in" if result.length_proven else "in at most"
        print(f"{name}: mate {known} {result.length}: {' '.join(result.line)}")
        others = result.other_solutions
        if others is None or others["verdict"] == "unique":
            continue
        moves = [f"{each['move']} at ply {each['number']}" for each in others["others"]]
        more = f" and {len(moves) - 3} more" if len(moves) > 3 else ""
        print(f"    {others['verdict']}: {', '.join(moves[:3])}{more}")
