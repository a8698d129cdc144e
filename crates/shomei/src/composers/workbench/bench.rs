//! The tables of a workbench for one type of game.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use shomei_compose::{Examined, Solutions, Taste};
use shomei_extract::shortest::{Shortest, Within};
use shomei_game::{Game, Notation, Status, error_text};
use shomei_search::registry::OpenError;
use shomei_search::search::Search;
use shomei_search::{Answer, Knowledge, Limits, Observer};
use web_time::Instant;

use super::{Examination, Examiner, WorkbenchQuery};
use crate::composers::Word;
use crate::error::Error;
use crate::position_store::StoreForAim;
use crate::solving::{Task, follow};

/// Opens the tables of a workbench and passes it to `run`.
pub(crate) fn open<G: Game + Notation + 'static>(
    game: &G,
    root: &G::Position,
    task: &Task,
    query: &WorkbenchQuery,
    observer: &mut dyn Observer,
    run: &mut dyn FnMut(&mut dyn Examiner) -> Result<(), Error>,
) -> Result<Result<(), Error>, OpenError> {
    let config = &task.config;
    let options = config.options_for_holes(game)?;
    let within = Within::new(game);
    let shortest = Shortest::new(&within, root, &options, config.memory, &config.limits)?;
    let nodes = query.yozume_nodes;
    let mut solutions = Solutions::new(shortest, &[], &options, config.memory, nodes)?;
    let mut without_win = HashSet::new();
    if let Some(store) = &task.start.store {
        let plain = solutions.plain();
        store.fill_and(plain.table(), |known| {
            let has_no_win = known.bounds.is_disproved() && known.path_dependence.is_none();
            without_win.extend(has_no_win.then(|| known.id()));
        });
        plain.report_to(&store.sink(game));
    }
    let mut bench = Bench {
        game,
        root,
        solutions,
        query,
        observer,
        store: task.start.store.as_ref(),
        without_win,
    };
    Ok(run(&mut bench))
}

/// The tables of a workbench for one type of game.
struct Bench<'a, 'g, G: Game> {
    game: &'g G,
    root: &'a G::Position,
    solutions: Solutions<'g, G>,
    query: &'a WorkbenchQuery,
    observer: &'a mut dyn Observer,
    store: Option<&'a StoreForAim>,
    /// The positions without a win that the store contained. A search uses its table for the
    /// positions after the root, but not for the root.
    without_win: HashSet<(u64, u64)>,
}

impl<G: Game + Notation> Examiner for Bench<'_, '_, G> {
    fn can_examine(&self, text: &str) -> bool {
        let position = self.game.parse_position(text);
        position.is_ok_and(|position| self.has_same_set(&position))
    }

    fn examine(
        &mut self,
        text: &str,
        lengths: &RangeInclusive<u16>,
        limits: &Limits,
    ) -> Result<Examination, Error> {
        let started = Instant::now();
        let game = self.game;
        let root = game.parse_position(text)?;
        if !self.has_same_set(&root) {
            return Err(Error::input(error_text!(
                "no-variant-of-root",
                "the position is not a variant of the first one: it has other pieces, or the other \
                 side is to move"
            )));
        }
        let examined = match game.status(&root) {
            Status::Open if self.has_no_win(&root) => Examined::no_win(),
            Status::Open => {
                let examined = self.examine_open(&root, lengths, limits);
                self.keep(&root, &examined);
                examined
            }
            Status::Failed => Examined::no_win(),
            Status::Won => Examined::won(),
        };
        let mv = |mv: &G::Move, ply: usize| {
            let play = |position: G::Position, &mv: &G::Move| game.play(&position, mv);
            let before = examined.line[..ply].iter().fold(root.clone(), play);
            game.format_move(&before, *mv)
        };
        let first_flaw = examined.first_flaw();
        let mut others = examined.others.iter();
        let other = others.find(|other| Some(Word::of_move(other.kind)) == first_flaw);
        let other = other.and_then(|other| {
            let text = mv(other.line.first()?, other.ply);
            Some((other.ply, text, other.kind))
        });
        Ok(Examination {
            position: game.format_position(&root),
            answer: examined.answer,
            length: (examined.answer != Answer::Disproved).then_some(examined.length),
            line: follow(game, &root, &examined.line),
            judgement: examined.judgement,
            first_flaw,
            other,
            stopped_by: examined.stopped_by,
            nodes: examined.counters.nodes(),
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

impl<G: Game + Notation> Bench<'_, '_, G> {
    fn has_same_set(&self, position: &G::Position) -> bool {
        let rules = self.game.composing_rules();
        rules.is_some_and(|rules| rules.has_same_set(self.root, position))
    }

    /// Whether the store contained the position as one without a win.
    fn has_no_win(&self, root: &G::Position) -> bool {
        let id = || {
            let check = Knowledge::check_of(&self.game.format_position(root));
            (self.game.key(root).0, check)
        };
        !self.without_win.is_empty() && self.without_win.contains(&id())
    }

    /// Stores whether a problem has a win. A search stores its own positions, but not always its
    /// root: in shogi, boards can solve it.
    fn keep(&self, root: &G::Position, examined: &Examined<G::Move>) {
        if let (Some(claim), Some(store)) = (examined.answer.claim(), self.store) {
            store.keep(Knowledge {
                key: self.game.key(root).0,
                check: Knowledge::check_of(&self.game.format_position(root)),
                bounds: claim.into(),
                path_dependence: None,
                length: examined.length.exact().unwrap_or(0),
                best: None,
                work: examined.counters.nodes(),
                board: None,
            });
        }
    }

    fn examine_open(
        &mut self,
        root: &G::Position,
        lengths: &RangeInclusive<u16>,
        limits: &Limits,
    ) -> Examined<G::Move> {
        let game = self.game;
        let rules = game.composing_rules();
        let same_move = |position: &G::Position, a, b| {
            rules.is_some_and(|r| r.is_same_solution(position, a, b))
        };
        let has_left = |end: &G::Position| rules.is_some_and(|r| r.surplus(end).is_some());
        let taste = Taste {
            lengths: lengths.clone(),
            tolerance: self.query.tolerance,
            same_move: &same_move,
            has_left: &has_left,
        };
        let limits = Limits {
            time: self.query.time_each,
            ..limits.clone()
        };
        self.solutions.examine(root, &taste, &limits, self.observer)
    }
}
