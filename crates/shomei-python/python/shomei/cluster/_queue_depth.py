"""How often machines send, and how many jobs wait there, so that the driver stays idle enough.

An exchange with a machine costs the driver's process the same, whatever it carries. So machines
wait a little for more where the driver is busy, and while they do, their threads need further jobs.
A job that waits was picked when less was known, so no more of them wait than are needed.
"""

from __future__ import annotations

from typing import Final

__all__ = ["QueueDepth"]

_SHARE: Final = (0.025, 0.04)
"""The part of a processor that the driver's process is to use: below the first, machines send more
often; above the second, less often.
"""
_LINGER: Final = (0.001, 0.05)
"""The least and the most seconds that a machine waits for more before it sends what is done."""
_MOST: Final = 64
"""The most jobs that wait at each thread for the driver's sake."""


class QueueDepth:
    """Sets how many jobs wait, and how often machines send, by what the driver has used of late.

    Args:
        queued: The least jobs that wait at each thread.

    Attributes:
        linger: Seconds that machines wait for more before they send what is done.
        queued: Jobs that wait at each thread.
    """

    def __init__(self, queued: int) -> None:
        self._least = queued
        self.queued = queued
        self.linger = 2 * _LINGER[0]

    def follow(self, share: float, job: float) -> None:
        """Sets it anew; called some times a second.

        Half the time that the jobs in store at a thread take is no loss to wait in.

        Args:
            share: The part of a processor that the driver's process has used since the last time.
            job: Seconds that a job takes a thread; 0 where that is not known.
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
