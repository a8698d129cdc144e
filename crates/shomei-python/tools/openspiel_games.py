"""Opens all games of OpenSpiel and prints the result for each, as a table in Markdown.

    python tools/openspiel_games.py                        # accepted and refused games
    python tools/openspiel_games.py --solve --nodes 100000 --time 20 > games.md
    python tools/openspiel_games.py hex nim                # these alone

With ``--solve`` the starting position of each accepted game is searched, at a small size if the
game has sizes. Games whose states hide history are then searched with ``by_history``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pyspiel  # type: ignore[import-not-found,unused-ignore]
from shomei.openspiel import Game, Refused, by_history

SMALL = {
    "add_noise": "add_noise(game=tic_tac_toe(),epsilon=0.1,seed=1)",
    "amazons": "amazons(board_size=6)",
    "breakthrough": "breakthrough(rows=4,columns=4)",
    "cached_tree": "cached_tree(game=tic_tac_toe())",
    "chinese_checkers": "chinese_checkers(players=2,max_moves=30)",
    "clobber": "clobber(rows=3,columns=4)",
    "connect_four": "connect_four(rows=4,columns=4)",
    "coop_to_1p": "coop_to_1p(game=tiny_hanabi())",
    "cursor_go": "cursor_go(board_size=2,max_cursor_moves=4)",
    "dots_and_boxes": "dots_and_boxes(num_rows=2,num_cols=2)",
    "go": "go(board_size=2)",
    "gomoku": "gomoku(size=4,connect=3)",
    "havannah": "havannah(board_size=3)",
    "hex": "hex(board_size=4)",
    "misere": "misere(game=tic_tac_toe())",
    "mnk": "mnk(m=4,n=4,k=4)",
    "nim": "nim(pile_sizes=3;4;5)",
    "normal_form_extensive_game": "normal_form_extensive_game(game=kuhn_poker())",
    "oware": "oware(num_houses_per_player=2,num_seeds_per_house=2)",
    "quoridor": "quoridor(board_size=3,wall_count=1)",
    "repeated_game": "repeated_game(stage_game=matrix_pd(),num_repetitions=2)",
    "restricted_nash_response": "restricted_nash_response(game=leduc_poker())",
    "start_at": "start_at(game=tic_tac_toe(),history=4;0)",
    "turn_based_simultaneous_game": "turn_based_simultaneous_game(game=oshi_zumo(coins=3))",
    "twixt": "twixt(board_size=5)",
    "y": "y(board_size=4)",
    "zerosum": "zerosum(game=tic_tac_toe())",
}
"""Parameters for games whose defaults are too large or that contain another game."""


class Row(NamedTuple):
    """The result for one game."""

    name: str
    opened: str
    outcome: str
    reason: str
    solved: str


def rows(names: list[str], solve: Callable[[Game], str] | None) -> Iterator[Row]:
    """Opens each game and, with ``solve``, searches its starting position."""
    for name in names:
        opened = SMALL.get(name, name)
        try:
            game = Game(opened)
        except Refused as refused:
            outcome, reason = "refused", str(refused)
            if "by_history" in reason:
                outcome = "needs a key"
                solved = solve(Game(opened, key=by_history)) if solve else ""
                yield Row(name, opened, outcome, reason, solved and f"by_history: {solved}")
                continue
            yield Row(name, opened, outcome, reason, "")
        else:
            yield Row(name, opened, "taken", "", solve(game) if solve else "")


def solver(nodes: int, seconds: float) -> Callable[[Game], str]:
    """A function that searches the starting position of a game; returns answer and nodes."""
    import shomei

    library: Any = shomei

    def solve(game: Game) -> str:
        try:
            result = library.solve(game, game.start, nodes=nodes, time=seconds)
        except library.InputError as error:
            return str(error)
        if result.answer == "unknown":
            return f"too large for {result.nodes:,} nodes"
        return f"{result.answer}, {result.nodes:,} nodes"

    return solve


def main() -> int:
    """Prints the table and the number of games with each result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="names of games; left out, all")
    parser.add_argument("--solve", action="store_true", help="search the starting positions")
    parser.add_argument("--nodes", type=int, default=100_000, help="limit of each search")
    parser.add_argument("--time", type=float, default=20.0, help="seconds for each search")
    options = parser.parse_args()
    names = options.games or list(pyspiel.registered_names())
    solve = solver(options.nodes, options.time) if options.solve else None
    counts: dict[str, int] = {}
    print("| game | opened as | outcome | why | from the start |")
    print("|---|---|---|---|---|")
    for row in rows(names, solve):
        counts[row.outcome] = counts.get(row.outcome, 0) + 1
        cells = (row.name, f"`{row.opened}`", row.outcome, row.reason, row.solved)
        print("|", " | ".join(" ".join(cell.replace("|", "/").split()) for cell in cells), "|")
        sys.stdout.flush()
    print()
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
