//! How long a move may take, by the clocks of the sides.

use std::time::{Duration, Instant};

use shomei::Side;

/// What the clock of each side shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    /// What was set for both, if anything was.
    settings: Option<Settings>,
    /// `None` where the time of a side is not limited.
    sides: [Option<Clock>; 2],
}

/// `time_settings`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Settings {
    /// The time for the game, before the periods begin.
    main: Duration,
    /// The time of a period, behind the main time.
    period: Duration,
    /// The moves of a period. Without any there is the main time alone.
    moves: u32,
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clock {
    /// What is left of the main time, or of the period.
    left: Duration,
    /// The moves to be made in this time; 0 in the main time.
    moves: u32,
}

/// What is kept back of each move's time, for the way to the other program.
const MARGIN: Duration = Duration::from_millis(100);

impl Clocks {
    /// Sets both clocks, in seconds. A period without moves means that time is not limited, as
    /// the protocol has it.
    pub(super) fn set(&mut self, main: u32, period: u32, moves: u32) {
        let [main, period] = [main, period].map(|time| Duration::from_secs(u64::from(time)));
        let is_limited = period.is_zero() || moves > 0;
        self.settings = is_limited.then_some(Settings {
            main,
            period,
            moves,
        });
        self.start();
    }

    /// A new game begins.
    pub(super) fn start(&mut self) {
        let clock = self.settings.map(|settings| {
            let clock = Clock {
                left: settings.main,
                moves: 0,
            };
            clock.or_period(Some(settings))
        });
        self.sides = [clock; 2];
    }

    /// The clock of a side shows so many seconds, for so many moves; 0 in the main time.
    pub(super) fn tell(&mut self, side: Side, seconds: u32, moves: u32) {
        let left = Duration::from_secs(u64::from(seconds));
        let clock = Clock { left, moves };
        self.sides[side.index()] = Some(clock.or_period(self.settings));
    }

    /// How long a side may think about a move, with so many moves of its own to come; `None`
    /// where nothing is limited.
    pub(super) fn time(&self, side: Side, own_moves: u32) -> Option<Duration> {
        let Clock { left, moves } = self.sides[side.index()]?;
        let time = match moves {
            // More is spent early: a game that is solved once costs little afterwards.
            0 => {
                let shared = left.saturating_mul(2) / own_moves.saturating_add(2).max(3);
                // Where periods follow, what a move has in one of them is there in any case.
                let periods = self.settings.filter(|settings| settings.moves > 0);
                let of_period = periods.map(|settings| settings.period / settings.moves);
                shared.max(of_period.unwrap_or_default())
            }
            _ => left / moves,
        };
        Some(time.saturating_sub(MARGIN))
    }

    /// A side has made a move that it began to think about at this time.
    pub(super) fn moved(&mut self, side: Side, since: Instant) {
        let Some(clock) = self.sides[side.index()] else {
            return;
        };
        let next = match (clock.moves, self.settings) {
            // The period is over, and the next one begins.
            (1, Some(settings)) => Clock {
                left: settings.period,
                moves: settings.moves,
            },
            _ => Clock {
                left: clock.left.saturating_sub(since.elapsed()),
                moves: clock.moves.saturating_sub(1),
            },
        };
        self.sides[side.index()] = Some(next.or_period(self.settings));
    }
}

impl Clock {
    /// The first period, where the main time is over and there are periods.
    fn or_period(self, settings: Option<Settings>) -> Clock {
        match settings {
            Some(settings) if settings.moves > 0 && self.moves == 0 && self.left.is_zero() => {
                Clock {
                    left: settings.period,
                    moves: settings.moves,
                }
            }
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Side = Side::First;

    #[test]
    fn main_time_runs_over_into_a_period() {
        let mut clocks = Clocks::default();
        clocks.set(1, 30, 1);
        let time = clocks.time(BLACK, 20).unwrap();
        assert_eq!(time, Duration::from_secs(30) - MARGIN);
        // With a main time that gives more this is what counts.
        clocks.set(6000, 30, 1);
        assert!(clocks.time(BLACK, 20).unwrap() > Duration::from_secs(300));
    }

    #[test]
    fn main_time_is_shared_and_never_used_up() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.time(BLACK, 30), None);
        clocks.set(600, 0, 0);
        let mut left = Duration::from_secs(600);
        for own_moves in (1..=30).rev() {
            clocks.tell(BLACK, left.as_secs() as u32, 0);
            let time = clocks.time(BLACK, own_moves).unwrap();
            assert!(time < left, "{own_moves}: {time:?} of {left:?}");
            left -= time;
        }
        clocks.tell(BLACK, 0, 0);
        assert_eq!(clocks.time(BLACK, 5), Some(Duration::ZERO));
        assert!(clocks.time(Side::Second, 30) > Some(Duration::from_secs(30)));
    }

    #[test]
    fn periods_have_their_moves() {
        let mut clocks = Clocks::default();
        clocks.set(0, 30, 3);
        let ten = Duration::from_secs(10) - MARGIN;
        assert_eq!(clocks.time(BLACK, 30), Some(ten));
        let now = Instant::now();
        for _ in 0..7 {
            clocks.moved(BLACK, now);
            assert!(clocks.time(BLACK, 30) <= Some(Duration::from_secs(30)));
        }
        // Three moves make a period, and the next one is whole again.
        let mut clocks = clocks.clone();
        clocks.tell(BLACK, 1, 1);
        clocks.moved(BLACK, now);
        assert_eq!(clocks.time(BLACK, 30), Some(ten));
        clocks.tell(BLACK, 8, 2);
        assert_eq!(
            clocks.time(BLACK, 30),
            Some(Duration::from_secs(4) - MARGIN)
        );
        // No limit.
        clocks.set(60, 30, 0);
        assert_eq!(clocks.time(BLACK, 30), None);
    }

    #[test]
    fn a_clock_may_be_told_without_settings() {
        let mut clocks = Clocks::default();
        clocks.tell(BLACK, 10, 0);
        assert_eq!(clocks.time(BLACK, 8), Some(Duration::from_secs(2) - MARGIN));
        assert_eq!(clocks.time(Side::Second, 8), None);
    }
}
