//! The plies of the shortest win if wasted defences do not count ([`Sparing`]).
//!
//! The search begins with the plies of the shortest win in which all defences count, which are
//! never fewer, and tries two plies less until there is no such win. Here a win within L plies need
//! not be a win within more, so all smaller numbers of plies are tried afterwards, from the least
//! on. If the nodes are used up before, the result is a bracket.

mod sparing;

use std::sync::Arc;

use shomei_extract::moves_of;
use shomei_extract::shortest::{Shortest, within_plies};
use shomei_game::{Game, Role, Status};
use shomei_search::Budget;
use shomei_search::search::df_pn::{DfPn, DfPnOptions, Searched};
use shomei_search::table::{Table, TableError};
use shomei_search::{Answer, Bracket, Counters, Event, Limits, Observer, Silent, Stop};

pub use sparing::Instead;
use sparing::{Question, Sparing, Step};

/// The shortest win if wasted defences do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted<M> {
    /// Its plies.
    pub length: Bracket,
    /// A line of exactly these plies without a wasted defence; empty if the length is not known, or
    /// a limit was reached.
    pub line: Vec<M>,
    /// The limit that ended the search, if any.
    pub stopped_by: Option<Stop>,
    /// The work.
    pub counters: Counters,
}

/// Counts the plies of a win from an open position without wasted defences, within `limits` and
/// with tables of `memory` bytes. `most` is the length of the shortest win with all defences.
///
/// The module of [`Instead`] defines the rule: a defence that may be wasted is wasted if a position
/// that `instead` returns for it is won within the plies that some other defence holds out.
///
/// # Errors
///
/// If memory cannot be allocated.
pub fn count<G: Game>(
    game: &G,
    instead: Instead<'_, G>,
    (root, most): (&G::Position, u16),
    options: &DfPnOptions,
    memory: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Counted<G::Move>, TableError> {
    let sparing = Sparing::new(game, instead);
    let options = within_plies(options);
    let table = Arc::new(Table::growing(memory)?);
    let mut counting = Counting {
        sparing: &sparing,
        searcher: DfPn::new(&sparing, options, table),
        budget: Budget::open(game, limits),
    };
    let length = counting.narrow(root, most, observer);
    let line = match length.exact() {
        Some(plies) => counting.line(root, plies),
        None => None,
    };
    let budget = counting.budget;
    let (length, line) = match budget.game_has_failed() {
        true => (Bracket::UNKNOWN, None),
        false => (length, line),
    };
    Ok(Counted {
        length,
        stopped_by: budget.stopped_by.filter(|_| line.is_none()),
        line: line.unwrap_or_default(),
        counters: budget.counters,
    })
}

struct Counting<'s, 'g, G: Game> {
    sparing: &'s Sparing<'g, G>,
    searcher: DfPn<'s, Sparing<'g, G>>,
    budget: Budget,
}

/// A question about a position of the game.
type QuestionOf<G> = Question<<G as Game>::Position, <G as Game>::Move>;

impl<G: Game> Counting<'_, '_, G> {
    fn ask(&mut self, at: &QuestionOf<G>, observer: &mut dyn Observer) -> Searched {
        let limits = self.budget.rest();
        let searched = self.searcher.search_below(&[], at, &limits, observer);
        self.budget.add(&searched.report.counters);
        let stop = searched.report.stopped_by;
        self.budget.stopped_by = self.budget.stopped_by.or(stop);
        searched
    }

    /// The plies of the win: the fewest that suffice.
    fn narrow(&mut self, root: &G::Position, most: u16, observer: &mut dyn Observer) -> Bracket {
        let step = Shortest::<G>::STEP;
        let least = Shortest::<G>::least(self.sparing.game().role(root));
        let mut known = Bracket {
            least,
            most: Some(most),
        };
        let mut enough = most;
        while let Some(fewer) = enough.checked_sub(step).filter(|&fewer| fewer >= least) {
            if self.wins_within(root, fewer, known, observer) != Answer::Proved {
                break;
            }
            enough = fewer;
            known.most = Some(enough);
        }
        while known.least < enough {
            match self.wins_within(root, known.least, known, observer) {
                Answer::Proved => known.most = Some(known.least),
                Answer::Disproved => known.least += step,
                Answer::Unknown => break,
            }
            if self.budget.stopped_by.is_some() || known.exact().is_some() {
                break;
            }
        }
        known
    }

    fn wins_within(
        &mut self,
        root: &G::Position,
        plies: u16,
        known: Bracket,
        observer: &mut dyn Observer,
    ) -> Answer {
        observer.event(&Event::Length { known, next: plies });
        let asked = Question::win(root.clone(), plies);
        self.ask(&asked, observer).report.answer
    }

    /// A line of a win in exactly these plies.
    fn line(&mut self, root: &G::Position, plies: u16) -> Option<Vec<G::Move>> {
        let game = self.sparing.game();
        let (mut position, mut line) = (root.clone(), Vec::new());
        for plies in (1..=plies).rev() {
            let mv = match game.role(&position) {
                Role::Attacker => self.attack(&position, plies)?,
                Role::Defender => self.defend(&position, plies)?,
            };
            position = game.play(&position, mv);
            line.push(mv);
        }
        (game.status(&position) == Status::Won).then_some(line)
    }

    /// A move of the attacker that keeps the length.
    fn attack(&mut self, position: &G::Position, plies: u16) -> Option<G::Move> {
        let at = Question::win(position.clone(), plies);
        let searched = self.ask(&at, &mut Silent);
        self.best(&at, &searched, Answer::Proved)
    }

    /// A defence that is not wasted and lasts these plies; preferably a genuine one.
    fn defend(&mut self, position: &G::Position, plies: u16) -> Option<G::Move> {
        let game = self.sparing.game();
        let mut moves = moves_of(game, position);
        moves.retain(|&mv| self.holds_out(&game.play(position, mv), plies - 1));
        let fewer = plies.checked_sub(Shortest::<G>::STEP)?;
        for bound in [plies, fewer] {
            let is_longer = |&&mv: &&G::Move| {
                let instead = self.sparing.instead(position, mv);
                instead.iter().all(|instead| self.is_longer(instead, bound))
            };
            if let Some(&mv) = moves.iter().find(is_longer) {
                return Some(mv);
            }
        }
        // The win in fewer plies fails against a defence that counts.
        let at = Question::win(position.clone(), fewer);
        let searched = self.ask(&at, &mut Silent);
        self.best(&at, &searched, Answer::Disproved)
    }

    /// Whether a position is not won in fewer plies than these.
    fn holds_out(&mut self, position: &G::Position, plies: u16) -> bool {
        let game = self.sparing.game();
        if game.status(position) == Status::Won {
            return plies == 0;
        }
        let fewer = plies.checked_sub(Shortest::<G>::STEP);
        fewer.is_none_or(|fewer| self.is_longer(position, fewer))
    }

    /// Whether a position is not won within this number of plies.
    fn is_longer(&mut self, position: &G::Position, plies: u16) -> bool {
        let at = Question::win(position.clone(), plies);
        self.ask(&at, &mut Silent).report.answer == Answer::Disproved
    }

    /// The move of the game that gives a position this answer.
    fn best(&self, at: &QuestionOf<G>, searched: &Searched, answer: Answer) -> Option<G::Move> {
        if searched.report.answer != answer {
            return None;
        }
        match moves_of(self.sparing, at).get(searched.best?) {
            Some(&Step::Move(mv)) => Some(mv),
            _ => None,
        }
    }
}
