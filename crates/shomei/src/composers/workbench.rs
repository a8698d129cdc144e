//! The workbench: examines many problems of a composer with the same tables.

mod bench;

use std::ops::RangeInclusive;
use std::time::Duration;

use shomei_compose::OtherWinKind;
use shomei_game::{Role, Side, error_text};
use shomei_search::{Answer, Bracket, Limits, Observer, Stop};

use super::{Judgement, OtherSolutionsQuery, Tolerance, Word};
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::session::Session;

pub(crate) use bench::open;

/// The criteria and limits for problems on the workbench. The node limit of the session applies to
/// each problem, its time limit to all of them together.
#[derive(Clone, Debug)]
pub struct WorkbenchQuery {
    /// The plies of the wanted problems. Others are not judged, and their length is found only as
    /// far as needed.
    pub lengths: RangeInclusive<u16>,
    /// The flaws that a sound problem can have.
    pub tolerance: Tolerance,
    /// The node limit for each other move of the attacker.
    pub yozume_nodes: u64,
    /// The time limit for each problem.
    pub time_each: Option<Duration>,
}

impl Default for WorkbenchQuery {
    fn default() -> WorkbenchQuery {
        WorkbenchQuery {
            lengths: 1..=u16::MAX,
            tolerance: Tolerance::default(),
            yozume_nodes: OtherSolutionsQuery::NODES,
            time_each: None,
        }
    }
}

/// The verdict on one problem.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The position.
    pub position: String,
    /// Whether the attacker can force a win; unknown if a limit was reached, and if there is no win
    /// within the wanted plies.
    pub answer: Answer,
    /// The bounds of the shortest win; `None` if there is no win.
    pub length: Option<Bracket>,
    /// The line of the shortest win, if the problem was judged.
    pub line: Vec<String>,
    /// The judgement. An independent other solution is the only flaw that it lists.
    pub judgement: Judgement,
    /// The most serious flaw; `None` if there is none, or if it is not known.
    pub first_flaw: Option<Word>,
    /// The place and the move of another solution, as an example of the first flaw: the number of
    /// plies before it, the move, and its kind.
    pub other: Option<(usize, String, OtherWinKind)>,
    /// The limit that was reached.
    pub stopped_by: Option<Stop>,
    /// The searched nodes.
    pub nodes: u64,
    /// The time in seconds.
    pub seconds: f64,
}

/// The verdicts on a problem, in a few groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExaminationKind {
    /// The problem has no flaw.
    Sound,
    /// The most serious flaw is known.
    Flawed,
    /// The attacker cannot force a win.
    NoWin,
    /// A limit was reached before the verdict.
    Open,
}

impl ExaminationKind {
    /// The name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ExaminationKind::Sound => "sound",
            ExaminationKind::Flawed => "flawed",
            ExaminationKind::NoWin => "no-win",
            ExaminationKind::Open => "open",
        }
    }
}

impl Examination {
    /// The group of the verdict.
    #[must_use]
    pub fn kind(&self) -> ExaminationKind {
        match self.answer {
            Answer::Disproved => ExaminationKind::NoWin,
            _ if self.is_sound() => ExaminationKind::Sound,
            _ if self.is_decided() => ExaminationKind::Flawed,
            _ => ExaminationKind::Open,
        }
    }

    /// The number of plies of the shortest win, if it is known.
    #[must_use]
    pub fn plies(&self) -> Option<u16> {
        self.length.and_then(Bracket::exact)
    }

    /// Whether everything about the problem is known that the query wants to know.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.answer == Answer::Disproved || self.judgement.is_decided || self.first_flaw.is_some()
    }

    /// Whether the problem is known to be sound.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.judgement.is_sound()
    }
}

/// Examines positions of a game of unknown type.
pub trait Examiner {
    /// Whether the tables distinguish this position from the ones examined before.
    fn can_examine(&self, position: &str) -> bool;

    /// Examines a position with the attacker to move. Problems with other lengths are not judged.
    ///
    /// # Errors
    ///
    /// The text is not a position, or the tables do not distinguish it.
    fn examine(
        &mut self,
        position: &str,
        lengths: &RangeInclusive<u16>,
        limits: &Limits,
    ) -> Result<Examination, Error>;
}

/// The workbench of a [session](Session::at_workbench).
pub struct Workbench<'a> {
    examiner: &'a mut dyn Examiner,
    root: &'a AnyPosition,
    attacker: Side,
    limits: Limits,
    stop: Option<Stop>,
    /// The plies of the wanted problems.
    lengths: RangeInclusive<u16>,
}

impl std::fmt::Debug for Workbench<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Workbench").field(self.root).finish()
    }
}

impl Workbench<'_> {
    /// The position for which the workbench was opened.
    #[must_use]
    pub fn root(&self) -> &AnyPosition {
        self.root
    }

    /// The side that must win.
    #[must_use]
    pub fn attacker(&self) -> Side {
        self.attacker
    }

    /// Whether [`examine`](Workbench::examine) accepts this position: its game, side to move and
    /// set of pieces are those of the root. [Variants](AnyPosition::variants) have the same set. The
    /// tables do not distinguish positions with different sets.
    #[must_use]
    pub fn can_examine(&self, position: &AnyPosition) -> bool {
        let game = position.game();
        (game.is_same(self.root.game()) || game.is_like(self.root.game()))
            && self.examiner.can_examine(&position.text())
    }

    /// Examines a problem.
    ///
    /// # Errors
    ///
    /// The [root](Workbench::root) and the position have different sets of pieces, sides to move or
    /// games.
    pub fn examine(&mut self, position: &AnyPosition) -> Result<Examination, Error> {
        self.examine_for(position, &self.lengths.clone())
    }

    /// Examines a problem that is wanted if it has one of these lengths, in plies.
    pub(super) fn examine_for(
        &mut self,
        position: &AnyPosition,
        lengths: &RangeInclusive<u16>,
    ) -> Result<Examination, Error> {
        let text = position.text();
        self.examiner.examine(&text, lengths, &self.limits)
    }

    /// Replaces the limits of the session for the next problems.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.stop = None;
    }

    /// The limit for all problems together that is reached, if any.
    pub fn stopped_by(&mut self) -> Option<Stop> {
        self.stop = self.stop.or(self.limits.reached());
        self.stop
    }
}

impl Session {
    /// Examines many problems with the same tables: variants of `root`, which must have the
    /// attacker to move. `work` asks the questions. The session forgets its other results.
    ///
    /// A [store](Session::set_position_store) keeps the positions for which it is known whether there is
    /// a win of any length: no other solution and no variant is searched again for that. Lengths are
    /// not stored.
    ///
    /// ```
    /// use shomei::composers::{Change, WorkbenchQuery};
    /// use shomei::{Kinds, Session, Silent};
    ///
    /// let game = Kinds::builtin().open("shogi", "")?;
    /// let root = game.position("7k1/9/7P1/9/9/9/9/9/9 b G2g 1")?;
    /// let query = WorkbenchQuery::default();
    /// Session::new(&game)?.at_workbench(&root, None, &query, &mut Silent, &mut |bench| {
    ///     for variant in root.variants(bench.attacker(), &[Change::Move]) {
    ///         let examined = bench.examine(&variant.position)?;
    ///         println!("{}: {:?} plies", variant.what, examined.plies());
    ///     }
    ///     Ok(())
    /// })?;
    /// # Ok::<(), shomei::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The defender is to move; the game has no composed problems; the algorithm is not df-pn with
    /// one thread; the game fails; and the errors of `work`.
    pub fn at_workbench(
        &mut self,
        root: &AnyPosition,
        attacker: Option<Side>,
        query: &WorkbenchQuery,
        observer: &mut dyn Observer,
        work: &mut dyn FnMut(&mut Workbench<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.share_time(|session| {
            let root = session.place(root)?;
            let attacker = attacker.unwrap_or_else(|| root.attacker());
            crate::questions::check_attacker(&root, Some(attacker))?;
            let root = root.for_attacker(attacker);
            if !root.game().is_composed() {
                return Err(Error::usage(error_text!(
                    "no-composed-problems",
                    "{game} has no composed problems",
                    game = root.game().name()
                )));
            }
            if root.role() == Role::Defender {
                return Err(Error::input(error_text!(
                    "defender-begins-problem",
                    "the defender is to move; a problem begins with a move of the attacker"
                )));
            }
            let task = session.task_of_workbench(Aim::win(attacker))?;
            let limits = task.config.limits.clone();
            root.with_workbench(attacker, &task, query, observer, &mut |examiner| {
                work(&mut Workbench {
                    examiner,
                    root: &root,
                    attacker,
                    limits: limits.clone(),
                    stop: None,
                    lengths: query.lengths.clone(),
                })
            })?;
            session.check_game()
        })
    }
}
