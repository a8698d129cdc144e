//! Solving by name, and the way of every answer through a certificate.

use std::sync::Arc;

use shomei_game::Solvable;
use shomei_proof::{Claim, Header, Reader, Verified, check};
use shomei_search::extract::{ExtractError, Extractor};
use shomei_search::registry::{self, ALGORITHMS, Settings};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Report, Silent};
use shomei_testkit::corpus::{Case, Value};
use shomei_uttt::{Position, Uttt};

/// The table of most of these tests.
pub(crate) const MEMORY: usize = 64 << 20;

/// A report, and the table that it came from.
pub(crate) struct Solved {
    pub(crate) report: Report,
    pub(crate) table: Arc<Table>,
}

/// How a position is to be searched.
#[derive(Clone, Debug)]
pub(crate) struct Way<'a> {
    pub(crate) algorithm: &'a str,
    pub(crate) settings: &'a [(&'a str, &'a str)],
    pub(crate) memory: usize,
    pub(crate) limits: Limits,
}

impl<'a> Way<'a> {
    /// With so many expanded nodes.
    pub(crate) fn by(algorithm: &'a str, nodes: u64) -> Way<'a> {
        Way::within(algorithm, Limits::nodes(nodes))
    }

    pub(crate) fn within(algorithm: &'a str, limits: Limits) -> Way<'a> {
        Way {
            algorithm,
            settings: &[],
            memory: MEMORY,
            limits,
        }
    }

    pub(crate) fn solve<G: Solvable>(&self, game: &G, root: &G::Position) -> Solved {
        let mut settings = Settings::default();
        for &(option, value) in self.settings {
            settings.set(option, value);
        }
        let mut search = registry::open(self.algorithm, game, &settings, self.memory).unwrap();
        let report = search.search(root, &self.limits, &mut Silent);
        let table = Arc::clone(search.table());
        Solved { report, table }
    }
}

impl Solved {
    /// Extracts the certificate of the answer, writes it, reads it back and
    /// has it checked from its texts alone.
    pub(crate) fn certify(self, game: &Uttt, root: &Position, case: &str) -> Verified {
        let claim = match self.report.answer {
            Answer::Proved => Claim::Proved,
            Answer::Disproved => Claim::Disproved,
            Answer::Unknown => panic!("{case}: {:?}", self.report),
        };
        let verified = self
            .close(game, root, claim, 20_000_000)
            .unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(verified.claim, claim, "{case}");
        verified
    }

    /// Like [`Solved::certify`], where the claim may turn out wrong: then the
    /// certificate shows the opposite, or there is none within the nodes.
    pub(crate) fn close(
        self,
        game: &Uttt,
        root: &Position,
        claim: Claim,
        nodes: u64,
    ) -> Result<Verified, ExtractError> {
        let limits = Limits::nodes(nodes);
        let mut extractor = Extractor::new(game, self.table, DfPnOptions::default(), &limits);
        let strategy = extractor.strategy(root, claim)?;
        let header = Header::of(game, root, strategy.claim());
        let (bytes, _) = strategy.write(&header, Vec::new()).unwrap();

        let reader = Reader::open(&bytes[..]).unwrap();
        let (read_game, read_root) = reader.header().open::<Uttt>().unwrap();
        assert_eq!((read_game, read_root), (*game, *root));
        let verified = check(&read_game, &read_root, reader).unwrap();
        assert_eq!(verified.claim, strategy.claim());
        Ok(verified)
    }
}

/// Algorithms that are there to be compared with the others, for how little
/// they solve: they need not answer every case.
const MAY_GIVE_UP: &[&str] = &["alpha-beta", "pn-star", "pds", "pds-pn"];

/// Generated nodes after which they do.
const LITTLE: u64 = 600_000;

/// Every algorithm on every case, each answer against what is known and
/// through a certificate. So many expanded nodes are enough for an answer, but
/// for those that may give up; they answer so many of a hundred cases.
pub(crate) fn every_algorithm_is_right(cases: &[Case], enough: u64, percent: usize) {
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
            let has_answer = is_answered(case, &way);
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

/// Whether there is an answer, which then is right.
fn is_answered(case: &Case, way: &Way<'_>) -> bool {
    let (game, root) = case.open::<Uttt>().unwrap_or_else(|e| panic!("{e}"));
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
