//! The games of a training, from self-play or from records.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use shomei_game::Side;

use crate::Position;
use crate::endgame::Solver;

use super::selfplay::{Policy, game};
use super::{Plan, Sample, Training, Work};

/// The size of each thread's table: 1 MiB.
const TABLE_BITS: u32 = 14;

/// One of this number of games is played before any training.
const FIRST_ROUND: usize = 5;

/// One of this number of games is held back.
const HELD_BACK: usize = 10;

/// Games with the score of each position.
#[derive(Debug, Default)]
pub struct ScoredGames {
    games: Vec<Vec<Sample>>,
}

impl ScoredGames {
    /// Plays the games: first some in which moves with few replies are preferred, then the rest
    /// with the weights learned from these.
    #[must_use]
    pub fn play(plan: &Plan) -> ScoredGames {
        let first = plan.games.div_ceil(FIRST_ROUND);
        let mut games = ScoredGames::default();
        games.add(plan, 0..first, Policy::Mobility);
        let fitted = Training::fit(&games, &plan.work);
        games.add(plan, first..plan.games, Policy::Weights(&fitted.weights));
        games
    }

    fn add(&mut self, plan: &Plan, numbers: std::ops::Range<usize>, policy: Policy<'_>) {
        let first = numbers.start;
        let played = each_with(
            numbers.len(),
            &plan.work,
            || Solver::with_table(TABLE_BITS),
            |solver, i| game(plan.seed, first + i, plan.exact, policy, solver),
        );
        self.games.extend(played);
    }

    /// Games of other players, each given by its positions in order. Positions with at most `exact`
    /// empty squares are solved; the others have the score of the first solved one.
    #[must_use]
    pub fn of_records(records: &[Vec<Position>], exact: u32, work: &Work) -> ScoredGames {
        let games = each_with(
            records.len(),
            work,
            || Solver::with_table(TABLE_BITS),
            |solver, i| solved(&records[i], exact, solver),
        );
        ScoredGames { games }
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The samples for the training, and those that are held back.
    pub(super) fn split(&self) -> (Vec<Sample>, Vec<Sample>) {
        let (mut fitted, mut held_back) = (Vec::new(), Vec::new());
        for (i, game) in self.games.iter().enumerate() {
            let part = if i % HELD_BACK == HELD_BACK - 1 {
                &mut held_back
            } else {
                &mut fitted
            };
            part.extend(game);
        }
        (fitted, held_back)
    }
}

/// The samples of a record.
fn solved(record: &[Position], exact: u32, solver: &mut Solver) -> Vec<Sample> {
    let mut samples = Vec::with_capacity(record.len());
    // Backwards, so that the table's results help with earlier positions.
    let mut score: Option<(Side, i32)> = None;
    for position in record.iter().rev() {
        let mover = position.to_move();
        let own = match score {
            Some((side, score)) if side == mover => score,
            Some((_, score)) => -score,
            None => 0,
        };
        let own = if position.empties() <= exact {
            solver.score(position, own)
        } else if score.is_none() {
            // The game was broken off before its end could be solved.
            continue;
        } else {
            own
        };
        score = Some((mover, own));
        if !position.is_over() {
            samples.push(Sample::of(position, own));
        }
    }
    samples
}

/// The results of `make` for every number below `n`, in order; fewer after the flag to stop is set.
pub(super) fn each<T: Send>(n: usize, work: &Work, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
    each_with(n, work, || (), |(), i| make(i))
}

/// The same with separate state for each thread.
fn each_with<S, T: Send>(
    n: usize,
    work: &Work,
    begin: impl Fn() -> S + Sync,
    make: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let made = Mutex::new(Vec::with_capacity(n));
    let run = || {
        let mut state = begin();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= n || work.stop.load(Ordering::Relaxed) {
                return;
            }
            let one = make(&mut state, i);
            if let Ok(mut made) = made.lock() {
                made.push((i, one));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..work.threads.get() {
            scope.spawn(run);
        }
        run();
    });
    let mut made = made.into_inner().unwrap_or_default();
    made.sort_by_key(|&(i, _)| i);
    made.into_iter().map(|(_, one)| one).collect()
}
