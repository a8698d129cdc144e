//! Checks a composed problem by a session.

use std::io::Write;
use std::sync::Arc;

use shomei_compose::Counted;
use shomei_extract::ExtractError;
use shomei_game::Side;
use shomei_search::Answer;

use super::missing::find_missing;
use super::{Composed, Judgement, Missing, OtherSolutions, Refutation, Tolerance};
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::questions::{self, Prover, QueryResult, WinLength};
use crate::session::Session;
use crate::sink::{CertificateWish, Events, SearchSink};
use crate::solving::Solution;

/// What a composer asks about a problem.
#[derive(Clone, Debug, Default)]
pub struct CompositionQuery {
    /// Whether the length of the win matters. Other solutions need the shortest.
    pub length: WinLength,
    /// Where there is a win: look for other solutions, with this number of nodes for each move.
    pub others: Option<u64>,
    /// With the other solutions, also find the other defences of at least this number of plies.
    pub variations: Option<u16>,
    /// With the other solutions, also find what the other defences are: as long as the line, or
    /// such that a longer line of the attacker looks like a solution.
    pub defences: bool,
    /// What the verdict accepts in a sound problem.
    pub tolerance: Tolerance,
    /// With the shortest win, also find its plies without wasted defences, in games that
    /// [leave them out](shomei_game::Composition::spares_defences).
    pub counted: bool,
    /// Where there is no win: the number of plies to which the answers of the defender are wanted.
    pub refutation: Option<u32>,
    /// Where there is no win: find which defences refute each move, and what one further piece of
    /// the attacker would change. This takes further searches.
    pub missing: bool,
    /// With the other solutions: a line from the position to judge in place of that of the shortest
    /// win, such as the author's solution. It ends before the first text that is no legal move.
    pub line: Option<Arc<[String]>>,
}

impl CompositionQuery {
    /// Whether the shortest win is searched for: other solutions leave its line.
    #[must_use]
    pub fn asks_length(&self) -> bool {
        self.length == WinLength::Shortest || self.others.is_some()
    }

    /// Which win the further searches look for.
    fn win_length(&self) -> WinLength {
        match self.asks_length() {
            true => WinLength::Shortest,
            false => WinLength::Any,
        }
    }
}

/// What was found for a composer.
#[derive(Debug, Default)]
pub struct Composition {
    /// What is known of the shortest win without wasted defences, where its length with them is
    /// known.
    pub counted: Option<Counted<String>>,
    /// Other solutions, where there is a win.
    pub others: Option<OtherSolutions>,
    /// What the defender answers, where there is no win.
    pub refutation: Option<Refutation>,
    /// What is missing for a win, where none is known.
    pub missing: Option<Missing>,
    /// What composers call the problem, in a game that has such words, where it is known whether
    /// there is a win.
    pub judgement: Option<Judgement>,
    /// What failed without touching the answer.
    pub problems: Vec<Error>,
}

/// The result of checking a problem.
#[derive(Debug)]
pub struct ProblemCheck {
    /// The answer: whether the attacker can force a win.
    pub result: QueryResult,
    /// What was found for the composer.
    pub composition: Composition,
}

impl Composition {
    /// Whether everything that was asked for is known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let is_counted = |counted: &Counted<String>| counted.stopped_by.is_none();
        self.missing.as_ref().is_none_or(Missing::is_decided)
            && self.counted.as_ref().is_none_or(is_counted)
            && self.others.as_ref().is_none_or(OtherSolutions::is_decided)
    }

    fn add_refutation(&mut self, query: &CompositionQuery, solution: &mut Solution) {
        match (query.refutation, solution.refutation.take()) {
            (Some(depth), Some(Ok(tree))) => self.refutation = Some(Refutation { depth, tree }),
            (_, Some(Err(error))) => {
                let text = error.to_string().replace("certificate", "refutation");
                self.problems.push(match error {
                    ExtractError::Stopped(_) => Error::limit(text),
                    _ => Error::run(text),
                });
            }
            _ => {}
        }
    }
}

impl Session {
    /// Checks a composed problem: other solutions and defences, wasted interpositions, what is
    /// missing for a win, and what composers call it. `attacker`: the side that must win; `None`
    /// is the side to move, or its opponent where only that one can be meant.
    ///
    /// ```
    /// use shomei::composers::CompositionQuery;
    /// use shomei::{Kinds, Session};
    ///
    /// let game = Kinds::builtin().open("shogi", "")?;
    /// let root = game.position("8k/9/8P/9/9/9/9/9/9 b 2G 1")?;
    /// let query = CompositionQuery {
    ///     others: Some(100_000),
    ///     ..CompositionQuery::default()
    /// };
    /// let checked = Session::new(&game)?.check_problem(&root, None, &query)?;
    /// if let Some(judgement) = checked.composition.judgement {
    ///     println!("{}", judgement.text());
    /// }
    /// # Ok::<(), shomei::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Session::ask`]; when another algorithm than df-pn or several threads are set and
    /// the length of the win is asked for.
    pub fn check_problem(
        &mut self,
        position: &AnyPosition,
        attacker: Option<Side>,
        query: &CompositionQuery,
    ) -> Result<ProblemCheck, Error> {
        let mut silent = shomei_search::Silent;
        let mut sink = crate::sink::Watching(&mut silent);
        self.check_problem_with(position, attacker, query, &mut sink)
    }

    /// The same, with a sink for progress and certificates.
    ///
    /// # Errors
    ///
    /// Those of [`Session::check_problem`], and of the sink.
    pub fn check_problem_with<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        attacker: Option<Side>,
        query: &CompositionQuery,
        sink: &mut S,
    ) -> Result<ProblemCheck, Error> {
        self.share_time(|session| {
            let position = session.place(position)?;
            let attacker = attacker.unwrap_or_else(|| position.attacker());
            questions::check_attacker(&position, Some(attacker))?;
            let checked = session.check(&position, Aim::win(attacker), query, sink)?;
            session.look_at_game()?;
            Ok(checked)
        })
    }

    fn check<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        query: &CompositionQuery,
        sink: &mut S,
    ) -> Result<ProblemCheck, Error> {
        let (mut solution, composed) = match self.reached() {
            Some(stop) => (Solution::unknown(stop), Composed::default()),
            None => {
                let mut certificate = sink.begin(position, aim, CertificateWish::Wanted)?;
                let out = certificate.as_mut().map(|out| out as &mut dyn Write);
                let found = self.search_problem(position, aim, query, &mut Events(sink), out);
                let (mut solution, composed) = found?;
                sink.end(position, aim, &mut solution, certificate)?;
                (solution, composed)
            }
        };
        let mut composition = Composition {
            counted: composed.counted,
            others: OtherSolutions::of(query, &solution, composed.others),
            ..Composition::default()
        };
        composition.add_refutation(query, &mut solution);
        let mut result = questions::of_search(position, aim, &solution)?;
        if query.others.is_some() && position.game().is_composed() {
            composition.judgement = match (result.answer, &composition.others) {
                (Answer::Disproved, _) => Some(Judgement::no_mate()),
                (_, others) => others.as_ref().map(OtherSolutions::judgement),
            };
        }
        if query.missing && result.answer != Answer::Proved {
            let (length, work) = (query.win_length(), &mut result.work);
            let missing = find_missing(self, position, aim, length, sink, work)?;
            composition.missing = Some(missing);
        }
        Ok(ProblemCheck {
            result,
            composition,
        })
    }
}
