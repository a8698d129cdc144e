"""Measures the delay of Ctrl-C in milliseconds: `python tools/interrupts.py [ROUNDS]`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import interrupted


def main() -> None:
    """Runs each program several times and prints the minimum, median and maximum time."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    for name in interrupted.PROGRAMS:
        late: list[float] = []
        for _ in range(rounds):
            program = [sys.executable, interrupted.__file__, name]
            ended = subprocess.run(program, capture_output=True, text=True, check=True)
            lines = ended.stdout.splitlines()
            late += [float(line.split()[1]) for line in lines if line.startswith("late")]
        if late:
            late.sort()
            print(f"{name:20} {late[0]:8.1f} {late[len(late) // 2]:8.1f} {late[-1]:8.1f}")


if __name__ == "__main__":
    main()
