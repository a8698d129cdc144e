//! Assertions for the tests of a game: every algorithm gives the right answers, and the certificate
//! of every answer is written, read back and checked.
//!
//! Everything here panics at the first fault and is for tests only.

use shomei_game::corpus::{Case, Value};
use shomei_game::{Game, Kind, Notation};
use shomei_proof::{CheckLimits, Claim, Reader, Verified};
use shomei_search::registry::{self, ALGORITHMS, Settings};
use shomei_search::{Answer, Limits, Silent};

pub use shomei::SearchConfig;
use shomei::checking::{self, Verdict};
use shomei::solving::{self, Searched, Task};

/// A search by the algorithm of this name within these limits.
///
/// ```
/// use shomei_game::{Notation, TreeGame};
/// use shomei_lab::assertions::{by, certify, solve};
/// use shomei_search::Limits;
///
/// let game = TreeGame::parse("root = OR { Failed, Won }").unwrap();
/// let searched = solve(&game, &game.start(), &by("df-pn", Limits::nodes(10)));
/// certify(&searched, &game, &game.start(), "one move");
/// ```
///
/// # Panics
///
/// If there is no such algorithm.
#[must_use]
pub fn by(algorithm: &str, limits: Limits) -> SearchConfig {
    let Some(info) = registry::find(algorithm) else {
        panic!("there is no algorithm named {algorithm}");
    };
    SearchConfig {
        limits,
        ..SearchConfig::new(info, Settings::default())
    }
}

/// Searches `root`.
///
/// # Panics
///
/// If the algorithm rejects its options.
pub fn solve<G: Notation>(game: &G, root: &G::Position, config: &SearchConfig) -> Searched {
    solving::search(game, root, &Task::from(config.clone()), &mut Silent)
        .unwrap_or_else(|error| panic!("{}: {error}", config.algorithm))
}

/// Writes the certificate of the answer, reads it back and checks it from its text alone.
///
/// # Panics
///
/// If there is no answer, or its certificate is not accepted.
pub fn certify<G>(searched: &Searched, game: &G, root: &G::Position, case: &str) -> Verified
where
    G: Game + Kind,
{
    let report = &searched.report;
    let claim = report.answer.claim();
    let claim = claim.unwrap_or_else(|| panic!("{case}: no answer: {report:?}"));
    let verified = close(searched, game, root, claim, 20_000_000)
        .unwrap_or_else(|error| panic!("{case}: {error}"));
    assert_eq!(verified.claim, claim, "{case}");
    verified
}

/// Like [`certify`] for a claim that can be wrong. Then the certificate proves the opposite, or
/// there is none within the limit of nodes.
///
/// # Errors
///
/// If the certificate is not complete within the limit of nodes.
///
/// # Panics
///
/// If a certificate is not accepted.
pub fn close<G: Game + Kind>(
    searched: &Searched,
    game: &G,
    root: &G::Position,
    claim: Claim,
    nodes: u64,
) -> Result<Verified, shomei::Error> {
    let mut bytes = Vec::new();
    let written = searched.certify(game, root, claim, &Limits::nodes(nodes), &mut bytes)?;
    let checked = Reader::open(&bytes[..])
        .map_err(|error| error.to_string())
        .and_then(|reader| {
            checking::check::<G>(reader, &CheckLimits::default()).map_err(|error| error.to_string())
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
        let limits = match may_give_up {
            true => Limits {
                generated: Some(LITTLE),
                ..Limits::default()
            },
            false => Limits::nodes(enough),
        };
        let config = by(info.name, limits);
        let (mut asked, mut answered) = (0, 0);
        for case in cases {
            if case.skipped(info.name).is_some() {
                continue;
            }
            let has_answer = is_answered::<G>(case, &config);
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
fn is_answered<G: Game + Kind>(case: &Case, config: &SearchConfig) -> bool {
    let (game, root) = case.open::<G>().unwrap_or_else(|error| panic!("{error}"));
    let name = format!("{}, {}", case.name, config.algorithm);
    let searched = solve(&game, &root, config);
    match (searched.report.answer, case.value) {
        (Answer::Unknown, _) => return false,
        (answer, Value::Proved) => assert_eq!(answer, Answer::Proved, "{name}"),
        (answer, Value::Disproved) => assert_eq!(answer, Answer::Disproved, "{name}"),
        (_, Value::Unknown) => {}
    }
    certify(&searched, &game, &root, &name);
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
