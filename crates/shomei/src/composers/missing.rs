//! Where there is no win: what is missing. Which defence is in the way of each move, and what one
//! thing more would do for the attacker.

use shomei_search::Bracket;
use shomei_search::{Answer, Stop};

use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::questions::{Prover, WinLength, Work};
use crate::sink::{CertificateWish, SearchSink};
use crate::solving::Solution;

/// What is in the way of a win.
#[derive(Clone, Debug, Default)]
pub struct Missing {
    /// The moves of the attacker, those with the fewest defences in the way first; none where the
    /// defender is to move.
    pub tries: Vec<Try>,
    /// What each single thing more makes of the position, in the order of the game.
    pub more: Vec<WithMore>,
    /// The limit that was reached, if one was.
    pub stopped_by: Option<Stop>,
}

/// A move of the attacker that does not win, and what answers it.
#[derive(Clone, Debug)]
pub struct Try {
    /// The move.
    pub mv: String,
    /// The defences, that with the longest resistance first. None where the game is over.
    pub defences: Vec<Resists>,
}

/// A defence, or a thing more, and what comes of it.
#[derive(Clone, Debug)]
pub struct Resists {
    /// The defence.
    pub mv: String,
    /// Whether the attacker wins against it.
    pub answer: Answer,
    /// The plies of the shortest win, the defence included, where lengths were asked for.
    pub length: Option<Bracket>,
    /// How play may go on.
    pub line: Vec<String>,
}

/// The position with one thing more for the attacker.
#[derive(Clone, Debug)]
pub struct WithMore {
    /// What it has more.
    pub what: String,
    /// Where that is from.
    pub from: &'static str,
    /// The position.
    pub position: String,
    /// Whether the attacker wins then.
    pub answer: Answer,
    /// The plies of the shortest win, where lengths were asked for.
    pub length: Option<Bracket>,
    /// A line of that answer.
    pub line: Vec<String>,
}

impl Try {
    /// How many defences are known to hold.
    #[must_use]
    pub fn holding(&self) -> usize {
        self.count(Answer::Disproved)
    }

    /// How many defences may hold: a limit was reached.
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
    /// The move that is nearest to a win, with the defence that resists longest: the one that is in
    /// its way.
    #[must_use]
    pub fn longest_resistance(&self) -> Option<(&Try, &Resists)> {
        let nearest = self.tries.iter().find(|tried| !tried.defences.is_empty())?;
        Some((nearest, nearest.defences.first()?))
    }

    /// Whether everything was answered.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let is_known = |answer: Answer| answer != Answer::Unknown;
        let more = self.more.iter().all(|more| is_known(more.answer));
        more && self.tries.iter().all(|tried| tried.open() == 0)
    }
}

/// Finds what is missing for a win, by further searches.
pub(super) fn find_missing<P: Prover, S: SearchSink>(
    prover: &mut P,
    position: &AnyPosition,
    aim: Aim,
    length: WinLength,
    sink: &mut S,
    work: &mut Work,
) -> Result<Missing, Error> {
    let mut missing = Missing::default();
    let mut stopped_by = None;
    let mut search = |position: &AnyPosition| {
        let wish = CertificateWish::Unwanted;
        let solution = prover.prove(position, aim, length, wish, sink)?;
        work.add(&solution);
        if solution.report.answer == Answer::Unknown {
            stopped_by = stopped_by.or(solution.report.stopped_by);
        }
        Ok::<Solution, Error>(solution)
    };
    for more in position.with_one_more(aim.attacker) {
        let solution = search(&more.position)?;
        missing.more.push(WithMore {
            what: more.what,
            from: more.from,
            position: more.position.text(),
            answer: solution.report.answer,
            length: length_of(&solution, 0),
            line: solution.line.moves,
        });
    }
    if position.to_move() == aim.attacker {
        for (mv, child) in position.children_for(aim.attacker) {
            let mut defences = Vec::new();
            for (answer, behind) in child.children_for(aim.attacker) {
                let solution = search(&behind)?;
                defences.push(Resists {
                    mv: answer,
                    answer: solution.report.answer,
                    length: length_of(&solution, 1),
                    line: solution.line.moves,
                });
            }
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
    }
    missing.stopped_by = stopped_by;
    Ok(missing)
}

/// The plies of the win that was found, with so many before it.
fn length_of(solution: &Solution, before: u16) -> Option<Bracket> {
    let known = solution.shortest?;
    (solution.report.answer != Answer::Disproved).then(|| Bracket {
        least: known.least.saturating_add(before),
        most: known.most.map(|most| most.saturating_add(before)),
    })
}

/// How long a defence resists: for ever, at least so long, or exactly so long.
fn resistance(defence: &Resists) -> (u8, u16) {
    let least = defence.length.map_or(0, |length| length.least);
    match defence.answer {
        Answer::Disproved => (2, 0),
        Answer::Unknown => (1, least),
        Answer::Proved => (0, least),
    }
}
