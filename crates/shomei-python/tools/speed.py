"""Compares the speed of built-in games in Python with the command line.

Both answer the positions of a file in turn. It prints the CPU seconds of both (without those of the
system), and the median of their ratios.

    python tools/speed.py PROGRAM GAME FILE [PAIRS]
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
from pathlib import Path

import shomei


def by_program(program: str, game: str, file: str) -> tuple[float, int]:
    """CPU seconds and nodes of the command line."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "solve", game, f"@{file}", "--algorithm", "df-pn", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    nodes = sum(json.loads(line)["expanded"] for line in done.stdout.splitlines())
    return after.ru_utime - before.ru_utime, nodes


def by_package(game: str, positions: list[str]) -> tuple[float, int]:
    """CPU seconds and nodes of the package."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    results = [shomei.solve(game, position, algorithm="df-pn") for position in positions]
    after = resource.getrusage(resource.RUSAGE_SELF)
    nodes = sum(result.data["expanded"] for result in results)
    return after.ru_utime - before.ru_utime, nodes


def main(program: str, game: str, file: str, pairs: str = "7") -> None:
    """Measures in pairs, and prints the ratio."""
    lines = Path(file).read_text().splitlines()
    positions = [line for line in lines if line.strip() and not line.startswith("#")]
    ratios = []
    for _ in range(int(pairs)):
        program_seconds, program_nodes = by_program(program, game, file)
        package_seconds, package_nodes = by_package(game, positions)
        if program_nodes != package_nodes:
            raise SystemExit(f"{program_nodes} nodes are not {package_nodes}")
        ratios.append(program_seconds / package_seconds)
    ratio = statistics.median(ratios)
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    print(f"{game}: {package_nodes:,} nodes; the package has {ratio:.3f} of the speed ({spread})")


if __name__ == "__main__":
    main(*sys.argv[1:])
