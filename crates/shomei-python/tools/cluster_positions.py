"""Solves many positions on several raylets of this machine, and compares with one thread.

Run: ``python tools/cluster_positions.py [--count 50] [--raylets 3] [--seed 1]``

Positions are made by random play from those of ``shomei bench``. Each is solved by one thread and
on the cluster, with a certificate that is checked, and a table of all games is printed. The
exit code is 1 if an answer differs or a certificate is not accepted.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import shomei
from shomei import cluster
from shomei.cluster import _ray

BENCH = Path(__file__).resolve().parents[2] / "shomei-cli" / "bench"
GAMES = ("loa", "othello", "shogi", "uttt")
LEAST, MOST = 500, 200_000
"""Nodes of one thread: fewer are too little work for a cluster, more take too long."""


def positions(game: str, seed: int) -> Iterator[str]:
    """An endless sequence of positions by random play from those of the benchmark."""
    chance = random.Random(f"{game} {seed}")
    lines = (BENCH / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    roots = [line for line in lines if line and not line.startswith("#")]
    while True:
        position = shomei.show(game, chance.choice(roots))
        for _ in range(chance.choice((0, 1, 2, 2, 3, 4, 6))):
            if position.outcome is not None or not position.moves:
                break
            position = position.play(chance.choice(position.moves))
        if position.outcome is None and position.moves:
            yield position.text


def one(game: str, text: str) -> dict[str, Any] | None:
    """A position on one thread and on the cluster; None where it is too small or too large."""
    try:
        alone = shomei.solve(game, text, nodes=MOST)
    except shomei.InputError:
        # The opponent of the side to move has no king.
        return None
    if alone.answer == "unknown" or alone.nodes < LEAST:
        return None
    began = time.monotonic()
    many = cluster.solve(game, text, certificate=True, check=True, memory="64MiB")
    return {
        "answer": alone.answer,
        "same": many.answer == alone.answer,
        "accepted": len(many.certificates) == 1,
        "alone": alone.nodes,
        "seconds": time.monotonic() - began,
        "cluster": many.cluster,
        "text": text,
    }


def main() -> int:
    """Runs it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50, help="positions of each game")
    parser.add_argument("--raylets", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    ray = _ray.load()
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 80_000_000}
    made = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    for _ in range(given.raylets - 1):
        made.add_node(**node)
    ray.init(address=made.address, logging_level="ERROR", log_to_driver=False)
    print(
        "| game | positions | proved | as one thread | accepted | nodes | of one thread |", end=""
    )
    print(" jobs | bytes a node |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    wrong = 0
    for game in GAMES:
        sums: Counter[str] = Counter()
        seen = set[str]()
        for text in positions(game, given.seed):
            if sums["positions"] >= given.count:
                break
            if text in seen:
                continue
            seen.add(text)
            found = one(game, text)
            if found is None:
                continue
            figures = found["cluster"]
            sums["positions"] += 1
            sums["proved"] += found["answer"] == "proved"
            sums["same"] += found["same"]
            sums["accepted"] += found["accepted"]
            sums["alone"] += found["alone"]
            sums["nodes"] += figures["nodes"]
            sums["jobs"] += figures["jobs"]
            sums["bytes"] += figures["bytes_sent"] + figures["bytes_received"]
            if not (found["same"] and found["accepted"]):
                wrong += 1
                print(f"wrong: {game} {text}: {found}", file=sys.stderr, flush=True)
        per_node = sums["bytes"] / max(sums["nodes"], 1)
        print(
            f"| {game} | {sums['positions']} | {sums['proved']} | {sums['same']} | "
            f"{sums['accepted']} | {sums['nodes']:,} | {sums['alone']:,} | {sums['jobs']:,} | "
            f"{per_node:.1f} |",
            flush=True,
        )
    ray.shutdown()
    made.shutdown()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
