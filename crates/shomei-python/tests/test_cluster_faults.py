"""One run of each fault of `tools/cluster_faults.py`; that program runs as many as one likes."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from clusters import add, needs_ray

TOOL = Path(__file__).resolve().parents[1] / "tools" / "cluster_faults.py"

pytestmark = [
    needs_ray,
    pytest.mark.skipif(not TOOL.is_file(), reason="the program stands in the repository"),
]


@pytest.fixture(scope="module")
def faults() -> Any:
    spec = importlib.util.spec_from_file_location("cluster_faults", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["cluster_faults"] = module
    spec.loader.exec_module(module)
    return module


KINDS = ["raylet", "worker", "coordinator", "answers", "store"]


# This process is not connected with a cluster yet.
def test_the_answer_is_right_where_a_machine_is_cut_off(faults: Any, tmp_path: Path) -> None:
    reason = faults.why_not_apart()
    if reason is not None:
        pytest.skip(reason)
    with faults.apart(tmp_path, random.Random(7)) as place:
        good, seen = faults.runs("cut-off", 1, place)
    assert good == 1, dict(seen)


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_is_right_whatever_goes_wrong(
    faults: Any, connected: Any, tmp_path: Path, kind: str
) -> None:
    place = faults.Place(
        connected.address,
        tmp_path,
        random.Random(7),
        raylets=connected,
        add=lambda: add(connected),
    )
    good, seen = faults.runs(kind, 1, place)
    assert good == 1, dict(seen)


def test_all_kinds_are_tested(faults: Any) -> None:
    assert set(faults.KINDS) == {*KINDS, "cut-off"}
