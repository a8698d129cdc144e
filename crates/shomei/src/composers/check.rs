//! Checks a composed problem in a session.

use shomei_compose::Counted;
use shomei_extract::ExtractError;
use shomei_game::{Side, error_text};
use shomei_search::Answer;

use super::missing::find_missing;
use super::{Judgement, Missing, OtherSolutions, OtherSolutionsQuery, Refutation};
use crate::any::{Aim, AnyPosition};
use crate::error::{Error, ErrorKind};
use crate::questions::{self, Prover, QueryResult, WinLength};
use crate::session::Session;
use crate::sink::{CertificateWish, CertificateWriters, Events, SearchSink};
use crate::solving::{Solution, why_incomplete};

/// The questions of a composer about a problem.
#[derive(Clone, Debug, Default)]
pub struct CompositionQuery {
    /// Whether the length of the win matters. Other solutions require the shortest win.
    pub length: WinLength,
    /// The questions about other solutions, if there is a win.
    pub others: Option<OtherSolutionsQuery>,
    /// With the shortest win, also find its plies without wasted defences, in games that
    /// [leave them out](shomei_game::ComposingRules::spares_defences).
    pub counted: bool,
    /// The depth in plies of the refutation by the defender, if there is no win.
    pub refutation: Option<u32>,
    /// If there is no win: find the defences that refute each move, and the effect of one further
    /// piece of the attacker. This takes further searches.
    pub missing: bool,
}

impl CompositionQuery {
    /// Whether to search for the shortest win; other solutions branch off its line.
    #[must_use]
    pub fn asks_length(&self) -> bool {
        self.length == WinLength::Shortest || self.others.is_some()
    }

    /// The win length for the further searches.
    fn win_length(&self) -> WinLength {
        WinLength::from(self.asks_length())
    }
}

/// The length of the win alone, without the other questions.
impl From<WinLength> for CompositionQuery {
    fn from(length: WinLength) -> CompositionQuery {
        CompositionQuery {
            length,
            ..CompositionQuery::default()
        }
    }
}

/// The results for the composer.
#[derive(Debug, Default)]
pub struct Composition {
    /// The bounds of the shortest win without wasted defences, in games that [leave them
    /// out](shomei_game::ComposingRules::spares_defences), if the length with them is known.
    pub counted: Option<Counted<String>>,
    /// Other solutions, if there is a win.
    pub others: Option<OtherSolutions>,
    /// The refutation by the defender, if there is no win.
    pub refutation: Option<Refutation>,
    /// The obstacles to a win, if no win is known.
    pub missing: Option<Missing>,
    /// The judgement on the problem in the terms of composers, in a game that has such terms, if it
    /// is known whether there is a win.
    pub judgement: Option<Judgement>,
    /// Failures that do not affect the answer.
    pub problems: Vec<Error>,
}

/// The result of checking a problem.
#[derive(Debug)]
pub struct ProblemCheck {
    /// The answer: whether the attacker can force a win.
    pub result: QueryResult,
    /// The results for the composer.
    pub composition: Composition,
}

impl Composition {
    /// Whether all requested results are known.
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
                let why = why_incomplete(error);
                let text = error_text!(
                    "refutation-incomplete",
                    "the refutation is not complete: {why}",
                    why = why
                );
                let kind = match error {
                    ExtractError::Stopped(_) => ErrorKind::Limit,
                    _ => ErrorKind::Run,
                };
                let problem = Error::new(kind, text);
                self.problems.push(problem);
            }
            _ => {}
        }
    }
}

impl Session {
    /// Checks a composed problem: other solutions and defences, wasted interpositions, the
    /// obstacles to a win, and the judgement in the terms of composers. `attacker` is the side that
    /// must win; `None` means the side to move, or its opponent if only the opponent can win.
    ///
    /// ```
    /// use shomei::composers::{CompositionQuery, OtherSolutionsQuery};
    /// use shomei::game::Lang;
    /// use shomei::messages::InLang;
    /// use shomei::{Kinds, Session};
    ///
    /// let game = Kinds::builtin().open("shogi", "")?;
    /// let root = game.position("8k/9/8P/9/9/9/9/9/9 b 2G 1")?;
    /// let query = CompositionQuery {
    ///     others: Some(OtherSolutionsQuery::default()),
    ///     ..CompositionQuery::default()
    /// };
    /// let checked = Session::new(&game)?.check_problem(&root, None, &query)?;
    /// if let Some(judgement) = checked.composition.judgement {
    ///     println!("{}", judgement.in_lang(Lang::EN));
    /// }
    /// # Ok::<(), shomei::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Session::ask`]; the length of the win is requested, and the algorithm is not
    /// df-pn or uses several threads.
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

    /// Like [`Session::check_problem`], with a sink for progress and certificates.
    ///
    /// # Errors
    ///
    /// The errors of [`Session::check_problem`] and of the sink.
    pub fn check_problem_with<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        attacker: Option<Side>,
        query: &CompositionQuery,
        sink: &mut S,
    ) -> Result<ProblemCheck, Error> {
        if query.missing {
            self.check_sound()?;
        }
        self.share_time(|session| {
            let position = session.place(position)?;
            let attacker = attacker.unwrap_or_else(|| position.attacker());
            questions::check_attacker(&position, Some(attacker))?;
            let checked = session.check(&position, Aim::win(attacker), query, sink)?;
            session.check_game()?;
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
        let (mut solution, mut composition) = match self.reached() {
            Some(stop) => (Solution::unknown(stop), Composition::default()),
            None => {
                let (wish, length) = (CertificateWish::Wanted, query.win_length());
                let mut writers = CertificateWriters::begin(sink, position, aim, wish, length)?;
                let out = writers.outputs();
                let found = self.search_problem(position, aim, query, &mut Events(sink), out);
                let (mut solution, composition) = found?;
                writers.end(sink, position, aim, &mut solution)?;
                (solution, composition)
            }
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
