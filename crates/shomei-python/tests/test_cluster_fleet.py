"""What carries batches between a coordinator and machines, with real Ray and a job that counts.

The jobs are squares of numbers in place of searches, so that what is tested is what goes to and
fro: who joins, who is lost, what comes late or twice.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from cluster_fakes import Broken, Deaf, Faulty, Raising, Squares, Sums, setup
from clusters import add, kill, needs_ray
from shomei import cluster

pytestmark = needs_ray


@pytest.fixture(scope="module")
def three(connected: Any) -> Any:
    """Three raylets; who kills one adds one."""
    return connected


def count(
    address: str,
    most: int,
    *,
    made: Any = None,
    kind: Any = None,
    limit: float = 60.0,
    half_way: Callable[[Sums], None] | None = None,
    refuses: str | None = None,
    needs: int = 1,
    **plan: Any,
) -> tuple[Sums, Any]:
    """Squares the numbers below `most` on the machines of a cluster.

    It begins when so many machines have come as it `needs`. When about a third of it is done,
    `half_way` is called.
    """
    from shomei.cluster import _drive, _fleet, _machine, _ray

    brain = Sums(most)
    brain.refuse_next = refuses
    brain.needs = needs
    waiting = [half_way] if half_way is not None else []

    def told(figures: Mapping[str, Any]) -> None:
        if waiting and figures["jobs"] >= most // 3:
            waiting.pop()(brain)

    with _ray.connect(address, cpus=2) as connection:
        fleet = _fleet.Fleet(
            connection.ray,
            made or setup(),
            _fleet.Plan(**{"threads": 1, "memory": 1 << 20, **plan}),
            kind or _machine.Machine,
        )
        try:
            watch = _drive.Watch(brain, fleet)
            reached = _drive.drive(brain, fleet, _drive.Limits(seconds=limit), watch, told)
        finally:
            fleet.close()
    assert reached is None, f"{len(brain.found)} of {most} after {limit} s: {brain.log}"
    assert brain.found == {number: number * number for number in range(most)}
    return brain, fleet


def test_three_machines_share_the_work(three: Any) -> None:
    brain, fleet = count(three.address, 600, needs=3)
    assert len(brain.log) == 3 and {what for what, _ in brain.log} == {"joined"}
    assert brain.stale == 0
    # One call carries several jobs.
    assert fleet.calls < 600


def test_no_more_machines_are_taken_than_are_asked_for(three: Any) -> None:
    brain, _ = count(three.address, 600, machines=2, needs=2)
    assert [what for what, _ in brain.log] == ["joined", "joined"]


def test_a_raylet_that_is_killed_costs_no_work(three: Any) -> None:
    def strike(brain: Sums) -> None:
        kill(three, 2)
        brain.needs = 4

    brain, _ = count(three.address, 600, half_way=strike, needs=3)
    said = [what for what, _ in brain.log]
    assert said == ["joined"] * 3 + ["lost"]
    assert len(brain.machines) == 2
    add(three)


def test_a_raylet_that_comes_later_takes_part(three: Any) -> None:
    def grow(brain: Sums) -> None:
        add(three)
        brain.needs = 4

    brain, _ = count(three.address, 600, half_way=grow, needs=3)
    assert [what for what, _ in brain.log] == ["joined"] * 4
    kill(three, 3)


def test_what_comes_twice_late_or_from_yesterday_does_no_harm(three: Any) -> None:
    brain, _ = count(three.address, 900, kind=Faulty, needs=3)
    assert brain.stale > 50


def test_a_machine_that_is_silent_is_given_up_and_taken_back(three: Any) -> None:
    brain, _ = count(three.address, 240, kind=Deaf, patience=0.5, needs=3)
    said = [what for what, _ in brain.log]
    assert said.count("lost") >= 3
    assert said.count("joined") > 3
    assert brain.stale > 0
    # A machine that comes back with its table has its number.
    assert {machine for what, machine in brain.log if what == "joined"} == {1, 2, 3}


def test_a_process_that_dies_is_made_anew(three: Any) -> None:
    def strike(brain: Sums) -> None:
        os.kill(next(iter(brain.machines.values()))["pid"], signal.SIGKILL)
        brain.needs = 5

    brain, _ = count(three.address, 600, half_way=strike, needs=3)
    said = [what for what, _ in brain.log]
    assert said.count("lost") == 1
    # One with an empty table has a number of its own.
    assert brain.log[-1] == ("joined", 4)
    assert len(brain.machines) == 3


def test_machines_of_another_version_are_refused_by_themselves(three: Any) -> None:
    with pytest.raises(cluster.VersionError) as raised:
        count(three.address, 10, made=setup(version="0.0.1"))
    assert "no machine has the right version" in str(raised.value)
    assert "and the driver 0.0.1" in str(raised.value)


def test_a_machine_that_the_coordinator_refuses_is_left_out(three: Any) -> None:
    brain, fleet = count(three.address, 300, refuses="the rules are others there")
    assert len(brain.machines) <= 2
    assert len(fleet.problems) == 1 and "the rules are others there" in fleet.problems[0]


def test_a_game_that_no_machine_can_open_is_an_error(three: Any) -> None:
    with pytest.raises(cluster.MachineError) as raised:
        count(three.address, 10, made=setup(Broken))
    assert "No module named 'my_game'" in str(raised.value)


def test_what_a_game_raises_on_a_machine_is_raised_here(three: Any) -> None:
    with pytest.raises(ZeroDivisionError, match="of the user's own"):
        count(three.address, 10, made=setup(Raising))


def test_more_threads_than_any_machine_has_are_an_error(three: Any) -> None:
    with pytest.raises(cluster.NoClusterError, match="has 2 processors, and 64 threads"):
        count(three.address, 10, threads=64, patience=1.0)


def test_a_limit_ends_it_without_an_answer(three: Any) -> None:
    from shomei.cluster import _drive, _fleet, _ray

    with _ray.connect(three.address, cpus=1) as connection:
        for limits, name in (
            (_drive.Limits(seconds=0.5), "time"),
            (_drive.Limits(nodes=50), "nodes"),
            (_drive.Limits(stop=lambda: True), "interrupt"),
        ):
            brain = Sums(10**6)
            fleet = _fleet.Fleet(connection.ray, setup(Squares), _fleet.Plan(1, 1 << 20))
            watch = _drive.Watch(brain, fleet)
            assert _drive.drive(brain, fleet, limits, watch) == name
            fleet.close()
