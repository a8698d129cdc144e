"""Sets how long machines wait for more results before they send, by the load of the driver.

The cost of a message hardly depends on its size, so machines send less often if the driver is busy.
If that is not enough, the coordinator makes the jobs longer.
"""

from __future__ import annotations

from typing import Final

__all__ = ["Linger"]

_SHARE: Final = (0.025, 0.04)
"""The target for the processor time of the driver's process, as a part of one processor. Below the
first number machines send more often, above the second less often.
"""
_SECONDS: Final = (0.001, 0.05)
"""The minimum and maximum number of seconds."""


class Linger:
    """The linger time of machines, adjusted to the recent load of the driver.

    Args:
        queued: The number of jobs queued at each thread.

    Attributes:
        seconds: Seconds that machines wait for more results before they send.
    """

    def __init__(self, queued: int) -> None:
        self._queued = queued
        self.seconds = 2 * _SECONDS[0]

    def follow(self, share: float, job: float) -> None:
        """Adjusts the time; called several times a second.

        A machine may linger for half the time that its queued jobs take without idle threads.

        Args:
            share: The processor time of the driver's process since the last call, as a part of
                one processor.
            job: Seconds that a job takes a thread; 0 if unknown.
        """
        idle, busy = _SHARE
        least, most = _SECONDS
        if share > busy:
            self.seconds *= 1.25
        elif share < idle:
            self.seconds *= 0.8
        spare = max(min(job * self._queued / 2, most), least)
        self.seconds = min(max(self.seconds, least), spare)
