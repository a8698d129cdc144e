//! The time limit of a move, computed from the clocks of the two sides.

use std::time::{Duration, Instant};

use shomei::Side;

/// The clocks of the two sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    /// The settings of both clocks; `None` if the time is not limited.
    settings: Option<Settings>,
    /// `None` for a side whose time is not limited.
    sides: [Option<Clock>; 2],
}

/// The arguments of `time_settings`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Settings {
    /// The main time, before the first period.
    main: Duration,
    /// The length of a period after the main time.
    period: Duration,
    /// The moves of a period. 0: there are no periods.
    moves: u32,
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clock {
    /// The rest of the main time or of the period.
    left: Duration,
    /// The moves left in this period; 0 in the main time.
    moves: u32,
}

/// The reserve of each move for the communication with the other program.
const MARGIN: Duration = Duration::from_millis(100);

impl Clocks {
    /// Sets both clocks, in seconds. A period without moves means no time limit, as the protocol
    /// defines it.
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

    /// Resets both clocks for a new game.
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

    /// Sets a side's clock to the seconds left and the moves left; 0 moves in the main time.
    pub(super) fn set_left(&mut self, side: Side, seconds: u32, moves: u32) {
        let left = Duration::from_secs(u64::from(seconds));
        let clock = Clock { left, moves };
        self.sides[side.index()] = Some(clock.or_period(self.settings));
    }

    /// The thinking time of a side that has `own_moves` moves left in the game; `None` if the time
    /// is not limited.
    pub(super) fn time(&self, side: Side, own_moves: u32) -> Option<Duration> {
        let Clock { left, moves } = self.sides[side.index()]?;
        let time = match moves {
            // Early moves get more time: after the game is solved, moves take little time.
            0 => {
                let shared = left.saturating_mul(2) / own_moves.saturating_add(2).max(3);
                // If periods follow, each move can use at least its share of a period.
                let periods = self.settings.filter(|settings| settings.moves > 0);
                let of_period = periods.map(|settings| settings.period / settings.moves);
                shared.max(of_period.unwrap_or_default())
            }
            _ => left / moves,
        };
        Some(time.saturating_sub(MARGIN))
    }

    /// Updates a side's clock after a move that the side began to think about at `since`.
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
    /// The first period if the main time is used up and there are periods, else the clock itself.
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
        // A main time that gives more time per move has priority.
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
            clocks.set_left(BLACK, left.as_secs() as u32, 0);
            let time = clocks.time(BLACK, own_moves).unwrap();
            assert!(time < left, "{own_moves}: {time:?} of {left:?}");
            left -= time;
        }
        clocks.set_left(BLACK, 0, 0);
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
        // Three moves complete a period, and the next one is full.
        let mut clocks = clocks.clone();
        clocks.set_left(BLACK, 1, 1);
        clocks.moved(BLACK, now);
        assert_eq!(clocks.time(BLACK, 30), Some(ten));
        clocks.set_left(BLACK, 8, 2);
        assert_eq!(
            clocks.time(BLACK, 30),
            Some(Duration::from_secs(4) - MARGIN)
        );
        // No limit.
        clocks.set(60, 30, 0);
        assert_eq!(clocks.time(BLACK, 30), None);
    }

    #[test]
    fn a_clock_can_be_set_without_settings() {
        let mut clocks = Clocks::default();
        clocks.set_left(BLACK, 10, 0);
        assert_eq!(clocks.time(BLACK, 8), Some(Duration::from_secs(2) - MARGIN));
        assert_eq!(clocks.time(Side::Second, 8), None);
    }
}
