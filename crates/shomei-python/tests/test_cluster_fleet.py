"""The transport between a coordinator and machines, with real Ray and jobs that count.

The jobs are squares of numbers in place of searches. Tested are joining and lost machines, and late
and repeated results.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from cluster_fakes import Broken, Deaf, Faulty, Raising, Squares, Sums, setup
from clusters import add, kill, needs_ray, repair
from shomei import cluster

pytestmark = needs_ray


@pytest.fixture
def three(connected: Any) -> Any:
    """Three raylets, whatever the test before has done."""
    repair(connected, 3)
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

    It begins when `needs` machines have joined. When about a third of it is done,
    `half_way` is called.
    """
    from shomei.cluster import _drive, _fleet, _machine, _ray

    coordinator = Sums(most)
    coordinator.refuse_next = refuses
    coordinator.needs = needs
    waiting = [half_way] if half_way is not None else []

    def reported(figures: Mapping[str, Any]) -> None:
        if waiting and figures["jobs"] >= most // 3:
            waiting.pop()(coordinator)

    with _ray.connect(address, cpus=2) as connection:
        fleet = _fleet.Fleet(
            connection.ray,
            made or setup(),
            _fleet.Plan(**{"threads": 1, "memory": 1 << 20, **plan}),
            kind or _machine.Machine,
        )
        try:
            watch = _drive.Watch(coordinator, fleet)
            reached = _drive.drive(
                coordinator, fleet, _drive.Limits(seconds=limit), watch, reported
            )
        finally:
            fleet.close()
    assert reached is None, f"{len(coordinator.found)} of {most} after {limit} s: {coordinator.log}"
    assert coordinator.found == {number: number * number for number in range(most)}
    return coordinator, fleet


def test_three_machines_share_the_work(three: Any) -> None:
    coordinator, fleet = count(three.address, 600, needs=3)
    assert len(coordinator.log) == 3 and {what for what, _ in coordinator.log} == {"joined"}
    assert coordinator.stale == 0
    # One call carries several jobs.
    assert fleet.calls < 600


def test_no_more_machines_are_taken_than_are_asked_for(three: Any) -> None:
    coordinator, _ = count(three.address, 600, machines=2, needs=2)
    assert [what for what, _ in coordinator.log] == ["joined", "joined"]


def test_a_raylet_that_is_killed_costs_no_work(three: Any) -> None:
    def strike(coordinator: Sums) -> None:
        kill(three, 2)
        coordinator.needs = 4

    coordinator, _ = count(three.address, 600, half_way=strike, needs=3)
    events = [what for what, _ in coordinator.log]
    assert events == ["joined"] * 3 + ["lost"]
    assert len(coordinator.machines) == 2
    add(three)


def test_a_raylet_that_comes_later_takes_part(three: Any) -> None:
    def grow(coordinator: Sums) -> None:
        add(three)
        coordinator.needs = 4

    coordinator, _ = count(three.address, 600, half_way=grow, needs=3)
    assert [what for what, _ in coordinator.log] == ["joined"] * 4
    kill(three, 3)


def test_what_comes_twice_late_or_from_yesterday_does_no_harm(three: Any) -> None:
    coordinator, _ = count(three.address, 900, kind=Faulty, needs=3)
    assert coordinator.stale > 50


def test_a_machine_that_is_silent_is_given_up_and_taken_back(three: Any) -> None:
    coordinator, _ = count(three.address, 240, kind=Deaf, patience=0.5, needs=3)
    events = [what for what, _ in coordinator.log]
    assert events.count("lost") >= 3
    assert events.count("joined") > 3
    assert coordinator.stale > 0
    # A machine that returns with its table has its old number.
    assert {machine for what, machine in coordinator.log if what == "joined"} == {1, 2, 3}


def test_a_process_that_dies_is_made_anew(three: Any) -> None:
    def strike(coordinator: Sums) -> None:
        os.kill(next(iter(coordinator.machines.values()))["pid"], signal.SIGKILL)
        coordinator.needs = 5

    coordinator, _ = count(three.address, 600, half_way=strike, needs=3)
    events = [what for what, _ in coordinator.log]
    assert events.count("lost") == 1
    # One with an empty table has a new number.
    assert coordinator.log[-1] == ("joined", 4)
    assert len(coordinator.machines) == 3


def test_machines_of_another_version_are_refused_by_themselves(three: Any) -> None:
    with pytest.raises(cluster.VersionError) as raised:
        count(three.address, 10, made=setup(version="0.0.1"))
    assert "no machine has the right version" in str(raised.value)
    assert "and the driver 0.0.1" in str(raised.value)


def test_a_machine_that_the_coordinator_refuses_is_left_out(three: Any) -> None:
    coordinator, fleet = count(three.address, 300, refuses="the rules are others there")
    assert len(coordinator.machines) <= 2
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
            coordinator = Sums(10**6)
            fleet = _fleet.Fleet(connection.ray, setup(Squares), _fleet.Plan(1, 1 << 20))
            watch = _drive.Watch(coordinator, fleet)
            assert _drive.drive(coordinator, fleet, limits, watch) == name
            fleet.close()
