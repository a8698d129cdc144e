//! What the tests share: an experiment on a tree, and made-up runs of it.

use shomei_game::TreeGame;

use crate::experiment::{Experiment, parsed};
use crate::game::lab_game;
use crate::trial::{Record, Trial};

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
    parsed(EXPERIMENT, "tiny.txt", SET, lab_game::<TreeGame>())
}

/// What a run might have found on a position.
pub(crate) fn record(
    experiment: &Experiment,
    run: usize,
    position: usize,
    answer: &str,
    nodes: u64,
) -> Record {
    let problem = &experiment.sets[0].problems[position];
    Record {
        trial: Trial::of("tree", &experiment.runs[run], problem),
        answer: answer.into(),
        stopped_by: (answer == "unknown").then(|| "memory".into()),
        generated: nodes * 10,
        expanded: nodes / 10,
        evaluated: nodes,
        stored: 0,
        table_hits: 0,
        saturations: 0,
        seconds: nodes as f64 / 1000.0,
        certificate: None,
        reused: None,
    }
}
