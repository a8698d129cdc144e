"""Proves Diagram 4 of a paper on Lines of Action on a cluster, and checks the proof.

Without an argument it starts two workers on this machine; else the argument is the address of a
Ray cluster: ``auto`` or ``host:port``.
"""

import sys

import shomei
from shomei import cluster

DIAGRAM_4 = "...x....o.................oxx....o..ooo....ox................... x"

if __name__ == "__main__":
    address = sys.argv[1] if len(sys.argv) > 1 else "local"
    result = cluster.solve("loa", DIAGRAM_4, address=address, certificate="d4.proof")
    print(f"{result.answer}: {result.goal}, in {len(result.line)} plies")
    verdict = shomei.check("d4.proof")
    print(f"accepted: {verdict.records:,} records, longest line {verdict.longest_line} plies")
