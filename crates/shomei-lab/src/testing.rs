//! Helpers of tests: an experiment on a tree, and invented runs.

mod marked;

use shomei_game::TreeGame;

use crate::experiment::{Experiment, parsed};
use crate::game::lab_game;
use crate::record::{Count, Counts, Question, Record};

pub(crate) use marked::Marked;

const EXPERIMENT: &str = r#"name = "tiny"
title = "a tiny one"
source = "no paper, table 0"
game = "tree"
sets = ["tiny.txt"]
paper-positions = 6
memory = "1MiB"
count = "evaluated"

[[run]]
label = "PN"
algorithm = "pn"
paper = { solved = 3, nodes = { both = 100 } }

[[run]]
label = "df-pn"
algorithm = "df-pn"
paper = { solved = 5, nodes = { both = 50 } }

[[column]]
name = "both"
title = "both"
solved-by = ["PN", "df-pn"]
paper-positions = 3
"#;

const SET: &str = "\
a ; attacker=or ; value=proved ; rules=a = AND { Won }\n\
b ; attacker=or ; value=proved ; rules=b = AND { Won, Won }\n\
c ; attacker=or ; value=disproved ; rules=c = AND { Failed }\n\
d ; attacker=or ; value=unknown ; rules=d = AND { Won }\n";

/// Two runs on four positions.
pub(crate) fn experiment() -> Experiment {
    parsed(EXPERIMENT, &[SET], lab_game::<TreeGame>())
}

/// An invented result of a run on a position.
pub(crate) fn record(
    experiment: &Experiment,
    run: usize,
    position: usize,
    answer: &str,
    nodes: u64,
) -> Record {
    let asked = experiment.problems(None)[position];
    Record {
        answer: answer.into(),
        stopped_by: (answer == "unknown").then(|| "memory".into()),
        counts: Counts::from([
            (Count::Generated, nodes * 10),
            (Count::Expanded, nodes / 10),
            (Count::Evaluated, nodes),
            (Count::Stored, nodes * 2),
        ]),
        seconds: nodes as f64 / 1000.0,
        ..Record::unknown(Question::of(asked, experiment.runs[run].line()))
    }
}

const SIZED: &str = r#"name = "tiny"
title = "a tiny one"
source = "no paper, figure 0"
game = "tree"
memory = "1MiB"
count = "evaluated"

[[set]]
file = "large.txt"
size = 4

[[set]]
file = "small.txt"
size = -2

[[run]]
label = "df-pn"
algorithm = "df-pn"

[[run]]
label = "weak"
algorithm = "df-pn"
options = { rule = "weak" }
group = "others"
size = 0

[[run]]
label = "branch"
algorithm = "df-pn"
options = { rule = "branch" }
group = "others"
size = -8

[plot]
axis = "size"
"#;

const LARGE: &str = "\
a ; attacker=or ; value=unknown ; rules=a = AND { Won }\n\
b ; attacker=or ; value=unknown ; rules=b = AND { Won, Won }\n";

const SMALL: &str = "\
c ; attacker=or ; value=unknown ; rules=c = AND { Failed }\n\
d ; attacker=or ; value=unknown ; rules=d = AND { Won, Failed }\n";

/// Three runs on two sets with sizes, two of the runs on a line, and a figure with these keys.
pub(crate) fn sized(plot: &str) -> Experiment {
    let text = format!("{SIZED}{plot}\n");
    parsed(&text, &[LARGE, SMALL], lab_game::<TreeGame>())
}

/// Invented results of these runs: df-pn needs 10, 20, 30 and 400 nodes; weak needs half of these
/// on `a` and `b`, the same on `c`, and does not solve `d`; branch needs 50 on `a`.
pub(crate) fn sized_records(experiment: &Experiment) -> Vec<Record> {
    let found = |run, position, nodes: Option<u64>| {
        let answer = if nodes.is_some() { "proved" } else { "unknown" };
        record(experiment, run, position, answer, nodes.unwrap_or(900))
    };
    let nodes = [
        [Some(10), Some(20), Some(30), Some(400)],
        [Some(5), Some(10), Some(30), None],
        [Some(50), None, None, None],
    ];
    (0..3)
        .flat_map(|run| (0..4).map(move |position| (run, position)))
        .map(|(run, position)| found(run, position, nodes[run][position]))
        .collect()
}
