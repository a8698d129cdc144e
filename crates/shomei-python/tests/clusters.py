"""Real Ray on this machine, for tests: clusters of several raylets, and connections with them."""

from __future__ import annotations

import contextlib
import importlib.util
import logging
from collections.abc import Iterator
from typing import Any

import pytest

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None,
    reason="Ray is not installed: pip install shomei[cluster]",
)

STORE = 80_000_000


@contextlib.contextmanager
def raylets(count: int, *, cpus: int = 1, driver: Any = None) -> Iterator[Any]:
    """A cluster of some raylets on this machine; this process is not connected with it.

    Args:
        count: The raylets, each with a node of its own.
        cpus: The processors that each has to give away.
        driver: A module whose classes go to the machines by value.
    """
    from shomei.cluster import _ray

    ray = _ray.load()
    from ray.cluster_utils import Cluster

    logging.getLogger("ray").setLevel(logging.CRITICAL)
    cluster = Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": cpus,
            "object_store_memory": STORE,
            "include_dashboard": False,
        },
    )
    try:
        for _ in range(count - 1):
            cluster.add_node(num_cpus=cpus, object_store_memory=STORE)
        if driver is not None:
            ray.cloudpickle.register_pickle_by_value(driver)
        yield cluster
    finally:
        if driver is not None:
            ray.cloudpickle.unregister_pickle_by_value(driver)
        ray.shutdown()
        cluster.shutdown()


def kill(cluster: Any, number: int) -> None:
    """Kills a raylet hard, as if its machine had lost power; 0 is the head."""
    node = cluster.list_all_nodes()[number]
    cluster.remove_node(node, allow_graceful=False)
