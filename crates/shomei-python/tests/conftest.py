"""What all tests of clusters share: to start a cluster takes many seconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cluster_fakes
import pytest
from clusters import connection, raylets


@pytest.fixture(scope="session")
def raylets_of_all() -> Iterator[Any]:
    """Three raylets with two processors each; who kills one adds one."""
    with raylets(3, driver=cluster_fakes) as found:
        yield found


@pytest.fixture(scope="module")
def connected(raylets_of_all: Any) -> Iterator[Any]:
    """These raylets, with which this process is connected until a module is tested."""
    with connection(raylets_of_all):
        yield raylets_of_all
