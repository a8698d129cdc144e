"""What tests share: the signal of Ctrl-C, and clusters, which take many seconds to start."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import cluster_fakes
import pytest
from clusters import connection, raylets

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell has what it starts in the background ignore Ctrl-C, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
