//! What the tests share: an experiment on a tree, and made-up runs of it.

mod marked;

use shomei_game::TreeGame;

use crate::experiment::{Experiment, parsed};
use crate::game::lab_game;
use crate::trial::{Record, Trial};

pub(crate) use marked::Marked;

const EXPERIMENT: &str = r#"name = "tiny"
title = "a tiny one"
source = "nobody, table 0"
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

/// What a run might have found on a position.
pub(crate) fn record(
    experiment: &Experiment,
    run: usize,
    position: usize,
    answer: &str,
    nodes: u64,
) -> Record {
    let mut problems = experiment.sets.iter().flat_map(|set| &set.problems);
    let problem = problems.nth(position).expect("a position of the sets");
    Record {
        trial: Trial::of("tree", &experiment.runs[run], problem),
        answer: answer.into(),
        stopped_by: (answer == "unknown").then(|| "memory".into()),
        generated: nodes * 10,
        expanded: nodes / 10,
        evaluated: nodes,
        leaf_nodes: 0,
        stored: nodes * 2,
        table_hits: 0,
        saturations: 0,
        seconds: nodes as f64 / 1000.0,
        certificate: None,
        reused: None,
    }
}

const SIZED: &str = r#"name = "tiny"
title = "a tiny one"
source = "nobody, figure 0"
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

/// Three runs on two sets with sizes, two of them on a line, and a figure with
/// these keys.
pub(crate) fn sized(plot: &str) -> Experiment {
    let text = format!("{SIZED}{plot}\n");
    parsed(&text, &[LARGE, SMALL], lab_game::<TreeGame>())
}

/// What these runs might have found: df-pn 10, 20, 30, 400 nodes; weak half as
/// many on `a` and `b`, as many on `c`, none on `d`; branch 50 on `a`.
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
