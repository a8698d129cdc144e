"""Sets how often machines send, and how many jobs are queued there, by the load of the driver.

The cost of a message does not depend on its size. So machines linger for more results if the driver
is busy, and meanwhile their threads need further jobs. A queued job was chosen with older numbers,
so the queues are kept as short as possible.
"""

from __future__ import annotations

from typing import Final

__all__ = ["QueueDepth"]

_SHARE: Final = (0.025, 0.04)
"""The target for the processor time of the driver's process, as a part of one processor. Below the
first number machines send more often, above the second less often.
"""
_LINGER: Final = (0.001, 0.05)
"""The minimum and maximum number of seconds that a machine lingers before it sends results."""
_MOST: Final = 64
"""The maximum number of jobs queued at each thread because the driver is busy."""


class QueueDepth:
    """The queue depth and the linger time, adjusted to the recent load of the driver.

    Args:
        queued: The minimum number of jobs queued at each thread.

    Attributes:
        linger: Seconds that machines wait for more results before they send.
        queued: Jobs queued at each thread.
    """

    def __init__(self, queued: int) -> None:
        self._least = queued
        self.queued = queued
        self.linger = 2 * _LINGER[0]

    def follow(self, share: float, job: float) -> None:
        """Adjusts both numbers; called several times a second.

        A machine may linger for half the time that its queued jobs take without idle threads.

        Args:
            share: The processor time of the driver's process since the last call, as a part of
                one processor.
            job: Seconds that a job takes a thread; 0 if unknown.
        """
        idle, busy = _SHARE
        least, most = _LINGER
        spare = max(min(job * self.queued / 2, most), least)
        if share > busy:
            if self.linger >= spare < most and 0 < job < most:
                self.queued = min(self.queued + 1 + self.queued // 4, max(_MOST, self._least))
                spare = max(min(job * self.queued / 2, most), least)
            self.linger *= 1.25
        elif share < idle:
            self.linger *= 0.8
            if self.linger < spare / 2:
                self.queued = max(self.queued - 1, self._least)
        self.linger = min(max(self.linger, least), spare)
