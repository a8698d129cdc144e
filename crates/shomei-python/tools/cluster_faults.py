"""Faults of clusters, on real Ray of this machine: many runs of each kind, each with its answer.

Run: ``python tools/cluster_faults.py [--runs 50] [--only KIND] [--seed 1]``

Every run solves a position of Lines of Action on three raylets, with a journal, while a fault
occurs at a random moment. At the end the answer must be that of one thread, and the certificate is
checked. The kinds:

* ``raylet``: a raylet and its workers are killed, like a machine without power
* ``worker``: the process of one machine is killed
* ``coordinator``: the coordinator is killed, and resumed from its journal
* ``answers``: machines answer twice, late, and with leases of earlier runs
* ``cut-off``: a machine in its own network namespace is disconnected and returns (Linux, root)
* ``store``: a byte of the store is changed; it is refused with the place, and the search
  continues without it

It prints a table. The exit code is 1 if a run did not end as expected.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shomei
from shomei import cluster
from shomei.cluster import _fleet, _machine, _ray

POSITIONS = (
    "start moves f1-f3 h2-f4 b1-d3 h6-e3 d1-g4 h5-f5 e1-g3 h4-f6 b8-e5 a7-d4 d8xf6 a4-b3 f8-b8 "
    "a3-b4 f3-e4 b3-e6 b8xf4 a6-d6 c1-c3 h3-g2 g1-f1 g2xe4 f1xf5 a2-d5 g8-g5 h7-g7 e8-f7 g7-f8 "
    "c3-c5",
    "start moves b8-d6 a6xd6 g8-e6 h6xe6 g1-e3 a7-c5 c8xc5 a4-c4 c1xc4 a3-d3 d8-f6 h4xf6 b1-b2 "
    "h5-e5 e8-d7 h3xe3 f8-e8 h7-f5 e8-c6 h2-e2 f1-c1 e2xb2 d1-c2 e3-c3 c1-d2 a5-b6 d7-b5 f6-f4 "
    "e1-e4 b2xb5",
)
"""Positions of Lines of Action of 170,000 and of 710,000 nodes, a proof and a disproof."""
SHARING = {"ways": {"least": 64}}
"""Short jobs, so that there are many moments for a fault."""
PORT = 46_379


class Odd(_machine.Machine):
    """A machine that answers twice, late, and with leases of earlier runs.

    Attributes:
        yesterday: Messages of machines in an earlier run.
    """

    yesterday: tuple[bytes, ...] = ()

    def collect(self) -> Any:
        """Lets the machine do its work, and then causes the fault."""
        returned = super().collect()
        kept: list[bytes] = self.__dict__.setdefault("_kept", [])
        sent = list(returned.batches)
        chance = random.random()
        if chance < 0.2:
            sent += sent
        elif chance < 0.4 and kept:
            sent.append(random.choice(kept))
        elif chance < 0.5 and self.yesterday:
            sent.append(random.choice(self.yesterday))
        elif chance > 0.999:
            time.sleep(random.uniform(0.5, 5.0))
        kept += returned.batches
        return type(returned)(tuple(sent), returned.raised, returned.busy, returned.resident)


@dataclass
class Place:
    """Where the runs of one kind take place."""

    address: str
    folder: Path
    chance: random.Random
    raylets: Any = None
    add: Callable[[], Any] | None = None
    cut: Callable[[bool], None] | None = None


def ask(place: Place, text: str, number: int, **more: Any) -> shomei.Result:
    """Asks the cluster, with a journal and a checked certificate."""
    return cluster.solve(
        "loa",
        text,
        address=place.address,
        threads=1,
        memory="16MiB",
        journal=place.folder / f"{number}.journal",
        certificate=place.folder / f"{number}.proof",
        check=True,
        sharing=SHARING,
        init="unit",
        time=300,
        **more,
    )


def during(jobs: int, strike: Callable[[], None]) -> Callable[[Mapping[str, Any]], None]:
    """Strikes once, when all machines have joined and a number of jobs is done."""
    left = [strike]

    def reported(figures: Mapping[str, Any]) -> None:
        if left and figures["machines"] == 3 and figures["jobs"] >= jobs:
            left.pop()()

    return reported


def raylet(place: Place, text: str, number: int) -> tuple[shomei.Result, str]:
    """A raylet is killed at a random moment, and another one joins."""
    nodes = place.raylets.list_all_nodes()
    victim = place.chance.choice(nodes[1:])
    struck: list[float] = []

    def strike() -> None:
        place.raylets.remove_node(victim, allow_graceful=False)
        struck.append(time.monotonic())

    reported = during(place.chance.randrange(1, 400), strike)
    result = ask(place, text, number, progress=reported)
    if not struck:
        strike()
    assert place.add is not None
    place.add()
    lost = (result.cluster or {})["figures"]["lost"]
    return result, "lost jobs" if lost else "nothing lost"


def worker(place: Place, text: str, number: int) -> tuple[shomei.Result, str]:
    """The process of a machine is killed at a random moment."""
    pids: list[int] = []
    greet = _fleet.Fleet._greet

    def look(self: Any, at: Any, hello: Any) -> None:
        pids.append(self._ray.get(at.actor.process.remote()))
        greet(self, at, hello)

    def strike() -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(place.chance.choice(pids), signal.SIGKILL)

    _fleet.Fleet._greet = look  # type: ignore[method-assign]
    try:
        reported = during(place.chance.randrange(1, 400), strike)
        result = ask(place, text, number, progress=reported)
    finally:
        _fleet.Fleet._greet = greet  # type: ignore[method-assign]
    lost = (result.cluster or {})["figures"]["lost"]
    return result, "lost jobs" if lost else "nothing lost"


def coordinator(place: Place, text: str, number: int) -> tuple[shomei.Result, str]:
    """The coordinator is killed at a random moment, and its journal is resumed."""
    journal = place.folder / f"{number}.journal"
    code = (
        "import sys, json\n"
        "from shomei import cluster\n"
        "from shomei.cluster import _ray\n"
        "_ray.load().init(address=sys.argv[2], logging_level='ERROR', log_to_driver=False)\n"
        "cluster.solve('loa', sys.argv[1], address=sys.argv[2], journal=sys.argv[3],\n"
        "    memory='16MiB', init='unit', sharing=json.loads(sys.argv[4]), progress=lambda f:\n"
        "    print(f['jobs'], flush=True))\n"
    )
    command = [sys.executable, "-c", code, text, place.address, str(journal), json.dumps(SHARING)]
    moment = place.chance.randrange(1, 400)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            # Ray also reports on its machines here.
            if line.strip().isdecimal() and int(line) >= moment:
                time.sleep(place.chance.random() * 0.1)
                process.kill()
                break
    result = ask(place, text, number)
    before = (result.cluster or {})["nodes_before"]
    return result, "went on" if before else "began anew"


def answers(place: Place, text: str, number: int) -> tuple[shomei.Result, str]:
    """Machines answer twice, late, and with leases of earlier runs."""
    made, bring = _fleet.Fleet.__init__, _fleet.Fleet._bring
    sent: list[bytes] = []

    def odd(self: Any, ray: Any, setup: Any, plan: Any, kind: Any = Odd) -> None:
        made(self, ray, setup, plan, kind)

    def note(self: Any, at: Any, returned: Any) -> None:
        sent.extend(returned.batches)
        bring(self, at, returned)

    # The machines cannot import this program.
    _ray.load().cloudpickle.register_pickle_by_value(sys.modules[__name__])
    _fleet.Fleet.__init__ = odd  # type: ignore[method-assign]
    _fleet.Fleet._bring = note  # type: ignore[method-assign]
    try:
        Odd.yesterday = ()
        cluster.solve(
            "loa",
            text,
            address=place.address,
            memory="16MiB",
            journal=place.folder / f"{number}.journal",
            sharing=SHARING,
            init="unit",
            nodes=place.chance.randrange(1_000, 20_000),
        )
        Odd.yesterday = tuple(sent[:50])
        result = ask(place, text, number, patience=1.5)
    finally:
        _fleet.Fleet.__init__ = made  # type: ignore[method-assign]
        _fleet.Fleet._bring = bring  # type: ignore[method-assign]
    late = (result.cluster or {})["figures"]["late"]
    return result, "late answers" if late else "none late"


def cut_off(place: Place, text: str, number: int) -> tuple[shomei.Result, str]:
    """A machine is disconnected for one to twelve seconds, and returns."""
    assert place.cut is not None
    cut = place.cut
    until: list[float] = []

    def reported(figures: Mapping[str, Any]) -> None:
        now = time.monotonic()
        if not until and figures["machines"] > 1 and figures["jobs"] >= moment:
            cut(True)
            until.append(now + place.chance.uniform(1.0, 12.0))
        elif until and until[0] and now >= until[0]:
            cut(False)
            until[0] = 0.0

    moment = place.chance.randrange(1, 300)
    try:
        result = ask(place, text, number, progress=reported, patience=0.5)
    finally:
        cut(False)
    lost = (result.cluster or {})["figures"]["lost"]
    return result, "lost jobs" if lost else "nothing lost"


def store(place: Place, text: str, number: int) -> tuple[shomei.Result, str]:
    """A byte of the store is changed between two searches."""
    path = place.folder / f"{number}.store"
    settings = {"memory": "16MiB", "init": "unit"}
    cluster.solve("loa", text, address=place.address, store=path, store_least=20, **settings)
    data = bytearray(path.read_bytes())
    data[place.chance.randrange(len(data))] ^= 0xFF
    path.write_bytes(data)
    try:
        result = ask(place, text, number, store=path)
    except cluster.StoreError as error:
        # The byte made it the store of another game, which must be refused.
        what = "another game's" if str(path) in str(error) else f"without its place: {error}"
        return ask(place, text, number), what
    named = [problem for problem in result.problems if "store" in problem]
    assert all(str(path) in problem or "contradicted" in problem for problem in named), named
    return result, "refused" if named else "the byte is never read"


KINDS: Mapping[str, Callable[[Place, str, int], tuple[shomei.Result, str]]] = {
    "raylet": raylet,
    "worker": worker,
    "coordinator": coordinator,
    "answers": answers,
    "cut-off": cut_off,
    "store": store,
}


@contextlib.contextmanager
def three_raylets(folder: Path, chance: random.Random) -> Iterator[Place]:
    """Three raylets on this machine."""
    ray = _ray.load()
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 80_000_000}
    made = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    try:
        for _ in range(2):
            made.add_node(**node)
        # Every question shares the connection.
        ray.init(address=made.address, logging_level="ERROR", log_to_driver=False)
        add = functools.partial(made.add_node, **node)
        yield Place(made.address, folder, chance, raylets=made, add=add)
    finally:
        ray.shutdown()
        made.shutdown()


def run(command: str, **more: Any) -> None:
    """Runs a command."""
    subprocess.run(command.split(), check=True, capture_output=True, **more)


@contextlib.contextmanager
def apart(folder: Path, chance: random.Random, network: int = 7, **more: str) -> Iterator[Place]:
    """A head and a second machine in a network namespace, with a cable between that is pulled.

    Args:
        folder: For the files of the runs.
        chance: For what is random.
        network: The third number of the addresses. The kernel keeps sending what a closed
            connection had left, so a test that records packets needs addresses of its own.
        **more: Further variables of the environment.
    """
    near, away = f"10.213.{network}.1", f"10.213.{network}.2"
    environment = {
        **os.environ,
        **more,
        "RAY_TMPDIR": "/tmp",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": os.environ.get("RAY_AUTH_TOKEN", "5e" * 32),
    }
    os.environ.update({name: environment[name] for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN")})
    ray = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block"]
    ray += ["--disable-usage-stats", "--object-store-memory=80000000", "--num-cpus=1"]
    run("ip netns add shomei-far")
    started: list[subprocess.Popen[bytes]] = []
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        run("ip link add shomei-near type veth peer name shomei-away netns shomei-far")
        run(f"ip addr add {near}/24 dev shomei-near")
        run("ip link set shomei-near up")
        run(f"ip -n shomei-far addr add {away}/24 dev shomei-away")
        run("ip -n shomei-far link set shomei-away up")
        run("ip -n shomei-far link set lo up")
        head = [*ray, "--head", f"--port={PORT}", f"--node-ip-address={near}"]
        head.append("--include-dashboard=false")
        started.append(subprocess.Popen(head, env=environment, **quiet))  # type: ignore[call-overload]
        wait_for_port(near, PORT)
        # A machine that was away for too long is sent off by the head, and comes anew.
        far = " ".join([*ray, f"--address={near}:{PORT}", f"--node-ip-address={away}"])
        again = f"while true; do {far}; sleep 1; done"
        inside = ["ip", "netns", "exec", "shomei-far", "setsid", "sh", "-c", again]
        started.append(subprocess.Popen(inside, env=environment, **quiet))  # type: ignore[call-overload]

        def cut(is_cut: bool) -> None:
            run(f"ip link set shomei-near {'down' if is_cut else 'up'}")

        time.sleep(8)
        yield Place(f"{near}:{PORT}", folder, chance, cut=cut)
    finally:
        # All that runs in the namespace, and nothing else.
        inside_it = subprocess.run(
            ["ip", "netns", "pids", "shomei-far"], capture_output=True, text=True, check=False
        )
        for process in started:
            process.terminate()
        for pid in inside_it.stdout.split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        for process in started:
            process.wait(timeout=60)
        run("ip netns del shomei-far")


def wait_for_port(address: str, port: int) -> None:
    """Waits until a program listens, at most two minutes."""
    until = time.monotonic() + 120
    while True:
        try:
            with socket.create_connection((address, port), timeout=1):
                return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def why_not_apart() -> str | None:
    """Why no network namespace can be made here."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "it needs Linux and root"
    try:
        run("ip netns add shomei-try")
        run("ip netns del shomei-try")
    except (OSError, subprocess.CalledProcessError) as error:
        return f"`ip netns` does not work here: {error}"
    return None


@functools.cache
def alone(text: str) -> str:
    """The answer of one thread."""
    return shomei.solve("loa", text).answer


def runs(kind: str, count: int, place: Place) -> tuple[int, Counter[str]]:
    """Runs of one kind: the number that ended as expected, and observations."""
    good, seen = 0, Counter[str]()
    for number in range(count):
        text = POSITIONS[number % len(POSITIONS)]
        try:
            result, what = KINDS[kind](place, text, number)
            path = place.folder / f"{number}.proof"
            if result.answer == alone(text) and shomei.check(path).accepted:
                good += 1
            else:
                what = f"wrong: {result}"
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
        seen[what] += 1
        for file in place.folder.iterdir():
            file.unlink()
        if os.environ.get("SHOMEI_TELL"):
            print(kind, number, what, flush=True)
    return good, seen


def main() -> int:
    """Runs it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=50, help="runs of each kind")
    parser.add_argument("--only", choices=sorted(KINDS), action="append")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| fault | runs | right, certificate accepted | seen | seconds a run |")
    print("|---|---:|---:|---|---:|", flush=True)
    failed = False
    for kind in given.only or KINDS:
        reason = why_not_apart() if kind == "cut-off" else None
        if reason is not None:
            print(f"| {kind} | 0 | | not run: {reason} | |", flush=True)
            continue
        chance = random.Random(f"{kind} {given.seed}")
        with (
            tempfile.TemporaryDirectory() as name,
            (apart if kind == "cut-off" else three_raylets)(Path(name), chance) as place,
        ):
            began = time.monotonic()
            good, seen = runs(kind, given.runs, place)
            each = (time.monotonic() - began) / given.runs
        failed |= good < given.runs
        what = ", ".join(f"{name}: {count}" for name, count in seen.most_common())
        print(f"| {kind} | {given.runs} | {good} | {what} | {each:.1f} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
