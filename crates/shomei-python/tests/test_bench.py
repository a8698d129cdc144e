"""The bench positions take the same nodes from Python as recorded for the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
import shomei

BENCH = Path(__file__).resolve().parents[2] / "shomei-cli" / "bench"

pytestmark = pytest.mark.skipif(
    not BENCH.is_dir(), reason="the bench positions are in the repository, not in the package"
)


def positions(game: str) -> list[str]:
    text = (BENCH / f"{game}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def signatures(game: str) -> dict[tuple[str, str], int]:
    """The recorded numbers, by algorithm and part."""
    found = {}
    for line in (BENCH / f"{game}.signatures").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            algorithm, part, number = line.split()
            found[algorithm, part] = int(number)
    return found


def recorded(part: str) -> list[tuple[str, str, int]]:
    """The recorded numbers of algorithms without a limit of generated nodes."""
    found = []
    for game in ("loa", "othello", "shogi", "uttt"):
        known = signatures(game)
        for (algorithm, which), number in known.items():
            if which == part and (algorithm, "limit") not in known:
                found.append((game, algorithm, number))
    return found


def expanded(game: str, algorithm: str, asked: list[str]) -> int:
    total = 0
    for position in asked:
        result = shomei.solve(game, position, algorithm=algorithm)
        assert result.answer in ("proved", "disproved")
        total += result.to_dict()["expanded"]
    return total


def test_the_records_name_every_game_and_algorithm() -> None:
    quick = recorded("quick")
    assert {game for game, _, _ in quick} == {"loa", "othello", "shogi", "uttt"}
    names = {info.name for info in shomei.algorithms()}
    assert {algorithm for _, algorithm, _ in quick} == names - {"pn-star"}
    assert len(quick) >= 16


@pytest.mark.parametrize(("game", "algorithm", "number"), recorded("quick"))
def test_the_quick_part_takes_the_recorded_nodes(game: str, algorithm: str, number: int) -> None:
    assert expanded(game, algorithm, positions(game)[:4]) == number


@pytest.mark.parametrize(
    ("game", "number"),
    [(game, number) for game, name, number in recorded("full") if name == "df-pn"],
)
def test_df_pn_takes_the_recorded_nodes_for_all_positions(game: str, number: int) -> None:
    assert expanded(game, "df-pn", positions(game)) == number
