"""Real Ray on this machine, for tests: clusters of several raylets, and connections to them."""

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
CPUS = 2
"""Processors of a raylet."""


@contextlib.contextmanager
def raylets(count: int, *, driver: Any = None) -> Iterator[Any]:
    """A cluster of raylets on this machine; this process is not connected to it.

    Args:
        count: The raylets, each with a node of its own.
        driver: A module whose classes go to the machines by value.
    """
    from shomei.cluster import _ray

    ray = _ray.load()
    from ray.cluster_utils import Cluster

    logging.getLogger("ray").setLevel(logging.CRITICAL)
    cluster = Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": CPUS,
            "object_store_memory": STORE,
            "include_dashboard": False,
        },
    )
    try:
        for _ in range(count - 1):
            add(cluster)
        if driver is not None:
            ray.cloudpickle.register_pickle_by_value(driver)
        yield cluster
    finally:
        if driver is not None:
            ray.cloudpickle.unregister_pickle_by_value(driver)
        ray.shutdown()
        cluster.shutdown()


@contextlib.contextmanager
def connection(cluster: Any) -> Iterator[None]:
    """Connects this process to a cluster, so that questions share the connection."""
    import ray

    ray.init(
        address=cluster.address, logging_level="ERROR", log_to_driver=False, namespace="shomei"
    )
    try:
        yield
    finally:
        ray.shutdown()


def add(cluster: Any, cpus: int = CPUS) -> Any:
    """Adds a raylet. Ray waits 30 s for it, which is not enough on a busy machine."""
    for _ in range(2):
        with contextlib.suppress(Exception):
            return cluster.add_node(num_cpus=cpus, object_store_memory=STORE)
    return cluster.add_node(num_cpus=cpus, object_store_memory=STORE)


def repair(cluster: Any, count: int) -> None:
    """Restores the number of raylets after a test that failed."""
    while len(cluster.list_all_nodes()) > count:
        kill(cluster, -1)
    while len(cluster.list_all_nodes()) < count:
        add(cluster)


def kill(cluster: Any, number: int) -> None:
    """Kills a raylet hard, as if its machine had lost power; 0 is the head."""
    node = cluster.list_all_nodes()[number]
    cluster.remove_node(node, allow_graceful=False)
