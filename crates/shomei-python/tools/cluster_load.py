"""Measures the cost of a coordinator and Ray for each job, on two raylets of this machine.

Run: ``python tools/cluster_load.py [--seconds 10]``

Budgets are small, so that there are many jobs, and many jobs are queued at each machine, as at
machines with many threads. A row is a search of some seconds from the start of Lines of Action.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from typing import Any

from shomei import cluster
from shomei.cluster import _ray

ROWS = ((2048, 1), (2048, 31), (1024, 31), (768, 63), (512, 63), (16, 63))
"""The minimum budget in nodes, and the jobs queued at each thread."""


def main() -> None:
    """Runs it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each row")
    parser.add_argument("--row", type=int, help="only this one, from 0")
    given = parser.parse_args()
    ray = _ray.load()
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 80_000_000}
    made = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    made.add_node(**node)
    ray.init(address=made.address, logging_level="ERROR", log_to_driver=False)
    far = ray.remote(num_cpus=0)(_Echo).remote()
    ray.get(far.echo.remote(b""))
    began = time.perf_counter()
    for _ in range(500):
        ray.get(far.echo.remote(b"x" * 500))
    print(f"round trip of a call: {(time.perf_counter() - began) / 500 * 1e3:.2f} ms")
    print("| least budget, now | waiting | jobs/s | nodes a job | jobs a send | ", end="")
    print("bytes a node | ", end="")
    print("processor time of the coordinator a job, microseconds | of a processor |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for least, queued in ROWS if given.row is None else [ROWS[given.row]]:
        # The time, the processor time of this process, and the jobs.
        seen: list[tuple[float, float, int]] = []

        def look(reported: Mapping[str, Any], seen: list[tuple[float, float, int]] = seen) -> None:
            seen.append((time.monotonic(), time.process_time(), reported["jobs"]))

        result = cluster.solve(
            "loa",
            "start",
            time=given.seconds,
            threads=1,
            progress=look,
            sharing={"ways": {"least": least}, "queued": queued},
        )
        reported = result.cluster
        assert reported is not None
        jobs = max(reported["jobs"], 1)
        # The first half of the time since the first job is left out.
        begun = next(at for at in seen if at[2] > 0)[0]
        half = (begun + seen[-1][0]) / 2
        then, busy_then, jobs_then = next(at for at in seen if at[0] >= half)
        now, busy, jobs_now = seen[-1]
        rate = (jobs_now - jobs_then) / (now - then)
        carried = reported["bytes_sent"] + reported["bytes_received"]
        print(
            f"| {least}, {reported['budget']} | {queued} | {rate:,.0f} | "
            f"{reported['nodes'] / jobs:,.0f} | "
            f"{jobs / max(reported['calls'], 1):.1f} | {carried / max(reported['nodes'], 1):.1f} | "
            f"{1e6 * (busy - busy_then) / max(jobs_now - jobs_then, 1):.0f} | "
            f"{100 * (busy - busy_then) / (now - then):.1f} % |",
            flush=True,
        )
    ray.shutdown()
    made.shutdown()


class _Echo:
    def echo(self, value: bytes) -> bytes:
        return value


if __name__ == "__main__":
    main()
