//! Assertions for the tests of a game: every algorithm gives the right answers, and the certificate
//! of every answer is written, read back and checked.
//!
//! Everything here panics at the first fault and is for tests only.

use shomei_game::corpus::{Case, Value};
use shomei_game::{Game, Kind, Notation};
use shomei_proof::{CheckLimits, Claim, Reader, Verified};
use shomei_search::registry::{self, ALGORITHMS, Settings};
use shomei_search::{Answer, Limits, Report, Silent};

use shomei::SearchConfig;
use shomei::checking::{self, Verdict};
use shomei::solving::{self, Searched, Task};

/// The size of the table in most tests, in bytes.
pub const MEMORY: usize = 64 << 20;

/// The algorithm, options, memory and limits of a search.
///
/// ```
/// use shomei_game::{Notation, TreeGame};
/// use shomei_lab::assertions::Way;
///
/// let game = TreeGame::parse("root = OR { Failed, Won }").unwrap();
/// let solved = Way::by("df-pn", 10).solve(&game, &game.start());
/// solved.certify(&game, &game.start(), "one move");
/// ```
#[derive(Clone, Debug)]
pub struct Way<'a> {
    /// The algorithm's name.
    pub algorithm: &'a str,
    /// Names and values of options.
    pub settings: &'a [(&'a str, &'a str)],
    /// The size of the tables in bytes.
    pub memory: usize,
    /// The limits of the search.
    pub limits: Limits,
}

impl<'a> Way<'a> {
    /// With this limit of expanded nodes.
    #[must_use]
    pub fn by(algorithm: &'a str, nodes: u64) -> Way<'a> {
        Way::within(algorithm, Limits::nodes(nodes))
    }

    /// Within these limits.
    #[must_use]
    pub fn within(algorithm: &'a str, limits: Limits) -> Way<'a> {
        Way {
            algorithm,
            settings: &[],
            memory: MEMORY,
            limits,
        }
    }

    /// Searches `root`.
    ///
    /// # Panics
    ///
    /// If there is no such algorithm, or it rejects its options.
    pub fn solve<G: Notation>(&self, game: &G, root: &G::Position) -> Solved {
        let Some(algorithm) = registry::find(self.algorithm) else {
            panic!("there is no algorithm named {}", self.algorithm);
        };
        let mut settings = Settings::default();
        for &(option, value) in self.settings {
            settings.set(option, value);
        }
        let task = Task::from(SearchConfig {
            memory: self.memory,
            limits: self.limits.clone(),
            ..SearchConfig::new(algorithm, settings)
        });
        let searched = solving::search(game, root, &task, &mut Silent)
            .unwrap_or_else(|error| panic!("{}: {error}", self.algorithm));
        Solved {
            report: searched.report.clone(),
            searched,
        }
    }
}

/// The result of a search.
#[derive(Debug)]
pub struct Solved {
    /// The report.
    pub report: Report,
    searched: Searched,
}

impl Solved {
    /// Writes the certificate of the answer, reads it back and checks it from its text alone.
    ///
    /// # Panics
    ///
    /// If there is no answer, or its certificate is not accepted.
    pub fn certify<G>(&self, game: &G, root: &G::Position, case: &str) -> Verified
    where
        G: Game + Kind,
    {
        let claim = self
            .report
            .answer
            .claim()
            .unwrap_or_else(|| panic!("{case}: no answer: {:?}", self.report));
        let verified = self
            .close(game, root, claim, 20_000_000)
            .unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(verified.claim, claim, "{case}");
        verified
    }

    /// Like [`Solved::certify`] for a claim that can be wrong. Then the certificate proves the
    /// opposite, or there is none within the limit of nodes.
    ///
    /// # Errors
    ///
    /// If the certificate is not complete within the limit of nodes.
    ///
    /// # Panics
    ///
    /// If a certificate is not accepted.
    pub fn close<G: Game + Kind>(
        &self,
        game: &G,
        root: &G::Position,
        claim: Claim,
        nodes: u64,
    ) -> Result<Verified, shomei::Error> {
        let mut bytes = Vec::new();
        let limits = Limits::nodes(nodes);
        let written = self
            .searched
            .certify(game, root, claim, &limits, &mut bytes)?;
        let checked = Reader::open(&bytes[..])
            .map_err(|error| error.to_string())
            .and_then(|reader| {
                checking::check::<G>(reader, &CheckLimits::default())
                    .map_err(|error| error.to_string())
            });
        match checked {
            Ok(Verdict::Accepted(checked)) => {
                assert!(checked.is_about(game, root), "{:?}", checked.header);
                assert_eq!(checked.header, written.header);
                Ok(checked.verified)
            }
            Ok(Verdict::Rejected(rejected)) => panic!("{root:?}: rejected: {}", rejected.reason),
            Err(error) => panic!("{root:?}: {error}"),
        }
    }
}

/// Algorithms that solve little and exist for comparisons. They need not answer every case.
const MAY_GIVE_UP: &[&str] = &["alpha-beta", "pn-star", "pds", "pds-pn"];

/// The limit of generated nodes for [`MAY_GIVE_UP`].
const LITTLE: u64 = 600_000;

/// Runs every algorithm on every case, and compares each answer with the expected one and with its
/// certificate. `enough` expanded nodes must suffice for an answer, except for the algorithms that
/// may give up: they must answer `percent` of the cases.
///
/// # Panics
///
/// If an answer is missing or wrong.
pub fn every_algorithm_is_right<G>(cases: &[Case], enough: u64, percent: usize)
where
    G: Game + Kind,
{
    for info in ALGORITHMS {
        let may_give_up = MAY_GIVE_UP.contains(&info.name);
        let way = if may_give_up {
            let limits = Limits {
                generated: Some(LITTLE),
                ..Limits::default()
            };
            Way::within(info.name, limits)
        } else {
            Way::by(info.name, enough)
        };
        let (mut asked, mut answered) = (0, 0);
        for case in cases {
            if case.skipped(info.name).is_some() {
                continue;
            }
            let has_answer = is_answered::<G>(case, &way);
            assert!(
                has_answer || may_give_up || case.value == Value::Unknown,
                "{}, {}",
                case.name,
                info.name
            );
            asked += 1;
            answered += usize::from(has_answer);
        }
        assert!(
            100 * answered >= percent * asked,
            "{}: {answered} of {asked}",
            info.name
        );
    }
}

/// Whether the algorithm finds an answer. Panics if it is wrong.
fn is_answered<G: Game + Kind>(case: &Case, way: &Way<'_>) -> bool {
    let (game, root) = case.open::<G>().unwrap_or_else(|error| panic!("{error}"));
    let name = format!("{}, {}", case.name, way.algorithm);
    let solved = way.solve(&game, &root);
    match (solved.report.answer, case.value) {
        (Answer::Unknown, _) => return false,
        (answer, Value::Proved) => assert_eq!(answer, Answer::Proved, "{name}"),
        (answer, Value::Disproved) => assert_eq!(answer, Answer::Disproved, "{name}"),
        (_, Value::Unknown) => {}
    }
    solved.certify(&game, &root, &name);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::TreeGame;
    use shomei_game::corpus::parse;

    fn ask(value: &str) {
        let text = format!("r ; attacker=or ; rules=r = OR {{ Failed, Won }} ; value={value}");
        every_algorithm_is_right::<TreeGame>(&parse("test", &text, &[]).unwrap(), 10, 100);
    }

    #[test]
    fn right_answers_pass() {
        ask("proved");
        ask("unknown");
    }

    #[test]
    #[should_panic = "test:1, "]
    fn a_wrong_answer_is_named() {
        ask("disproved");
    }
}
