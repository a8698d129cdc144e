//! The obstacles to a win: the defences that refute each move, and the effect of one further thing,
//! such as a piece, for the attacker.

use shomei_search::Bracket;
use shomei_search::{Answer, Stop};

use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::questions::{Budget, Prover, WinLength, Work};
use crate::sink::{CertificateWish, SearchSink};
use crate::solving::Solution;

/// The obstacles to a win.
#[derive(Clone, Debug, Default)]
pub struct Missing {
    /// The moves of the attacker, those with the fewest refuting defences first; empty if the
    /// defender is to move.
    pub tries: Vec<Try>,
    /// The results with one further thing, in the order of the game.
    pub more: Vec<WithMore>,
    /// The limit that was reached, if any.
    pub stopped_by: Option<Stop>,
}

/// A move of the attacker that does not win, and the answers to it.
#[derive(Clone, Debug)]
pub struct Try {
    /// The move.
    pub mv: String,
    /// The defences, the longest resistance first; empty if the game is over.
    pub defences: Vec<Resists>,
}

/// A defence and its result.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Resists {
    /// The defence.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// Whether the attacker wins against it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::data::text"))]
    pub answer: Answer,
    /// The plies of the shortest win, the defence included, if lengths were requested.
    #[cfg_attr(
        feature = "serde",
        serde(flatten, serialize_with = "crate::data::length")
    )]
    pub length: Option<Bracket>,
    /// A possible continuation.
    pub line: Vec<String>,
}

/// The position with one thing more for the attacker.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WithMore {
    /// The added thing, such as a piece.
    pub what: String,
    /// The origin of the added thing.
    pub from: &'static str,
    /// The position.
    pub position: String,
    /// Whether the attacker wins with it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::data::text"))]
    pub answer: Answer,
    /// The plies of the shortest win, if lengths were requested.
    #[cfg_attr(
        feature = "serde",
        serde(flatten, serialize_with = "crate::data::length")
    )]
    pub length: Option<Bracket>,
    /// A line of play for that answer.
    pub line: Vec<String>,
}

impl Try {
    /// The number of defences that are known to hold.
    #[must_use]
    pub fn holding(&self) -> usize {
        self.count(Answer::Disproved)
    }

    /// The number of undecided defences: a limit was reached.
    #[must_use]
    pub fn open(&self) -> usize {
        self.count(Answer::Unknown)
    }

    fn count(&self, answer: Answer) -> usize {
        let fitting = |defence: &&Resists| defence.answer == answer;
        self.defences.iter().filter(fitting).count()
    }
}

impl Missing {
    /// The move that is nearest to a win, with the defence that resists it longest.
    #[must_use]
    pub fn longest_resistance(&self) -> Option<(&Try, &Resists)> {
        let nearest = self.tries.iter().find(|tried| !tried.defences.is_empty())?;
        Some((nearest, nearest.defences.first()?))
    }

    /// Whether all questions were answered.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let is_known = |answer: Answer| answer != Answer::Unknown;
        let more = self.more.iter().all(|more| is_known(more.answer));
        more && self.tries.iter().all(|tried| tried.open() == 0)
    }
}

/// Finds the obstacles to a win, by further searches.
pub(super) fn find_missing<P: Prover, S: SearchSink>(
    prover: &mut P,
    position: &AnyPosition,
    aim: Aim,
    length: WinLength,
    sink: &mut S,
    work: &mut Work,
) -> Result<Missing, Error> {
    let more = position.with_one_more(aim.attacker);
    let mut tries = Vec::new();
    if position.to_move() == aim.attacker {
        let children = position.children_for(aim.attacker).into_iter();
        tries.extend(children.map(|(mv, child)| (mv, child.children_for(aim.attacker))));
    }
    let mut missing = Missing::default();
    let mut prove = |position: &AnyPosition, length: WinLength| {
        let wish = CertificateWish::Unwanted;
        let solution = prover.prove(position, aim, length, wish, &Budget::default(), sink)?;
        work.add(&solution);
        if solution.report.answer == Answer::Unknown {
            missing.stopped_by = missing.stopped_by.or(solution.report.stopped_by);
        }
        Ok::<Solution, Error>(solution)
    };
    // Most defences hold. Plain searches refute them with one table; a search for the shortest win
    // begins with an empty one. With lengths, this takes 0.44 of the nodes on 73 problems that lack
    // one piece of a mate.
    let defences = tries.iter().flat_map(|(_, defences)| defences);
    let positions = more.iter().map(|more| &more.position);
    let positions = positions.chain(defences.map(|(_, after)| after));
    let mut solved = Vec::new();
    for position in positions {
        solved.push((position, prove(position, WinLength::Any)?));
    }
    if length != WinLength::Any {
        let proved = |(_, solution): &&mut (_, Solution)| solution.report.answer == Answer::Proved;
        for (position, solution) in solved.iter_mut().filter(proved) {
            let shortest = prove(position, length)?;
            match shortest.report.answer {
                Answer::Proved => *solution = shortest,
                _ => solution.shortest = shortest.shortest,
            }
        }
    }
    let solutions: Vec<Solution> = solved.into_iter().map(|(_, solution)| solution).collect();
    let mut solutions = solutions.into_iter();
    for (more, solution) in more.into_iter().zip(&mut solutions) {
        missing.more.push(WithMore {
            what: more.what,
            from: more.from,
            position: more.position.text(),
            answer: solution.report.answer,
            length: length_of(&solution, 0),
            line: solution.line.moves,
        });
    }
    for (mv, answers) in tries {
        let solved = answers.into_iter().zip(&mut solutions);
        let defences = solved.map(|((answer, _), solution)| Resists {
            mv: answer,
            answer: solution.report.answer,
            length: length_of(&solution, 1),
            line: solution.line.moves,
        });
        let mut defences: Vec<Resists> = defences.collect();
        defences.sort_by_key(|defence| std::cmp::Reverse(resistance(defence)));
        missing.tries.push(Try { mv, defences });
    }
    missing.tries.sort_by_key(|tried| {
        (
            tried.defences.is_empty(),
            tried.holding() + tried.open(),
            tried.holding(),
        )
    });
    Ok(missing)
}

/// The bounds of a win in plies, with `before` plies added.
fn length_of(solution: &Solution, before: usize) -> Option<Bracket> {
    let known = solution.shortest?;
    (solution.report.answer != Answer::Disproved).then(|| known.plus(before))
}

/// The order of defences by resistance: holding ones, then undecided ones by least length, then
/// failing ones by length.
fn resistance(defence: &Resists) -> (u8, u16) {
    let least = defence.length.map_or(0, |length| length.least);
    match defence.answer {
        Answer::Disproved => (2, 0),
        Answer::Unknown => (1, least),
        Answer::Proved => (0, least),
    }
}
