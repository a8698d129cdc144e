"""One run of each fault of `tools/cluster_faults.py`; that program runs as many as one likes."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest
from clusters import needs_ray

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


@pytest.mark.parametrize("kind", ["raylet", "worker", "coordinator", "answers", "cut-off", "store"])
def test_the_answer_is_right_whatever_goes_wrong(faults: Any, kind: str) -> None:
    reason = faults.why_not_apart() if kind == "cut-off" else None
    if reason is not None:
        pytest.skip(reason)
    good, seen, _ = faults.runs(kind, 1, 7)
    assert good == 1, dict(seen)
