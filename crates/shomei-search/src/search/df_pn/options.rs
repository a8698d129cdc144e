//! The options of df-pn: as a type, and by name for the registry.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use shomei_game::Game;

use super::DfPn;
use crate::options::{self, Info, OpenError, OptionInfo, Settings, TypedOption};
use crate::rule::partition::Sources;
use crate::rule::{Epsilon, Rule, Schedule};
use crate::search::{Init, Search};
use crate::table::Table;

/// The options of [`DfPn`](super::DfPn).
#[derive(Clone, Debug, PartialEq)]
pub struct DfPnOptions {
    /// How the numbers of a node are computed from those of its children.
    pub schedule: Schedule,
    /// How far the number of a child can exceed that of the second best sibling.
    pub epsilon: Epsilon,
    /// The numbers of new leaves.
    pub init: Init,
    /// Whether the game's edge costs are added (df-pn+).
    pub edge_costs: bool,
    /// Whether the children of a node that was never expanded before are looked up in the table.
    /// The search for a shortest win uses this: with plies counted, transpositions are frequent.
    pub probe_new: bool,
    /// Whether old children raise the thresholds. If off, a search of a game with repetitions may
    /// not terminate.
    pub threshold_control: bool,
    /// Whether a disproof that depends on a repetition is stored separately, for the paths on which
    /// it is valid. If off, disproofs can be wrong: for experiments only.
    pub path_dependence: bool,
    /// Whether a search that revisits few positions solves their graph by retrograde analysis.
    pub fixpoint: bool,
    /// Whether the game's leaf solver is called for a chosen position. Decisions by the game when a
    /// position is created are always used. Certificates need the positions below, so their
    /// extraction switches this off.
    pub leaf_solver: bool,
    /// The garbage collection before the table is full. It cannot be combined with several threads.
    pub gc: Gc,
    /// Number of threads that search together.
    pub threads: NonZeroUsize,
    /// The number of expansions after which one of several searchers looks for other work; `None`
    /// for a single searcher.
    pub share: Option<NonZeroU64>,
}

/// Garbage collection, in addition to the one in a full table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gc {
    /// No additional garbage collection.
    #[default]
    Off,
    /// Removes the entries below a decided node (SiblingGC: `sibling_gc.rs`).
    Sibling,
}

impl Default for DfPnOptions {
    fn default() -> DfPnOptions {
        DfPnOptions {
            schedule: Schedule::default(),
            epsilon: Epsilon::QUARTER,
            init: Init::Mobility,
            edge_costs: false,
            probe_new: false,
            threshold_control: true,
            path_dependence: true,
            fixpoint: true,
            leaf_solver: true,
            gc: Gc::Off,
            threads: NonZeroUsize::MIN,
            share: None,
        }
    }
}

const RULE: TypedOption<Rule> = TypedOption::new(OptionInfo {
    name: "rule",
    values: "sum|weak|branch|partition",
    default: "sum",
    help: "how the numbers of the children are combined. sum: their sum. weak: the maximum plus \
    the number of the other children (weak proof-number search, Ueda et al. 2008). branch: the \
    best plus the number of the other children (branch numbers, after Okabe 2005). partition: \
    the sum, in which children that share work count only by their largest number (Nagai 2002, \
    Kakinoki 2005)",
});
const SCHEDULE: TypedOption<Schedule> = TypedOption::new(OptionInfo {
    name: "schedule",
    values: "RULES or RULES,NUMBER:RULES,...",
    default: "(the value of --set rule)",
    help: "rules that replace --set rule and can change during the search. RULES is \
    PROOF/DISPROOF, such as sum/weak, or one rule for both numbers. With +larger-dn the attacker \
    searches the child with the largest disproof number among those with the least proof number, \
    not the first of them. With +split-groups the groups of moves are smaller, so fewer moves are \
    deferred. The RULES after a colon replace the earlier ones after NUMBER \
    expansions; several threads count their expansions together, and in the tree that they share \
    near the root, partition counts as sum and +larger-dn has no effect. Example: \
    sum/weak+larger-dn,2000000:sum",
});
const EPSILON: TypedOption<Epsilon> = options::epsilon(
    "0.25",
    "how far the number of a child may exceed that of the second best child, as a fraction of \
     the latter, in multiples of 1/1024 (Pawlewicz and Lew 2006); 0 is plain df-pn",
);
const INIT: TypedOption<Init> = options::init(
    "mobility",
    "the initial numbers of a new leaf: 1 and 1 (unit), the number of moves (mobility, Winands \
     and Uiterwijk 2001), the estimate of the game (eval, Nagai and Imai 1999), or learned \
     numbers",
);
const EDGE_COSTS: TypedOption<bool> = TypedOption::switch(
    "edge-costs",
    "off",
    "whether the edge costs of the game are added (df-pn+, Nagai and Imai 1999)",
);
const THRESHOLD_CONTROL: TypedOption<bool> = TypedOption::switch(
    "threshold-control",
    "on",
    "whether old children raise the thresholds (Kishimoto 2010); if off, the search of a game \
     with repetitions may not terminate",
);
const PATH_DEPENDENCE: TypedOption<bool> = TypedOption::switch(
    "path-dependence",
    "on",
    "whether disproofs that depend on a repetition are stored separately (Kishimoto and Mueller \
     2004); if off, a disproof without a certificate can be wrong",
);
const FIXPOINT: TypedOption<bool> = TypedOption::switch(
    "fixpoint",
    "on",
    "whether retrograde analysis (Thompson 1986) solves the graph of the positions if the search \
     revisits the same few positions again and again",
);
const GC: TypedOption<Gc> = TypedOption::read_by(
    |text| match text {
        "off" => Some(Gc::Off),
        "sibling" => Some(Gc::Sibling),
        _ => None,
    },
    OptionInfo {
        name: "gc",
        values: "off|sibling",
        default: "off",
        help: "garbage collection before the table is full: none, or of the entries below decided \
    nodes (SiblingGC, after Nagai 1999; with one thread). With sibling, `stored` is the peak \
    number of entries",
    },
);
const THREADS: TypedOption<NonZeroUsize> = TypedOption::read_by(
    |text| (text.parse().ok()).filter(|threads: &NonZeroUsize| threads.get() <= 1024),
    OptionInfo {
        name: "threads",
        values: "NUMBER from 1 to 1024",
        default: "1",
        help: "the number of threads that search together (after Pawlewicz and Hayward 2013)",
    },
);
const SHARE: TypedOption<NonZeroU64> = TypedOption::new(OptionInfo {
    name: "share",
    values: "NUMBER from 1",
    default: "2048",
    help: "with several threads, the number of expansions after which a thread looks for other \
    work; if this option is set, a single thread works in the same way",
});

/// The description of df-pn for the registry.
pub const INFO: Info = Info {
    name: "df-pn",
    summary: "depth-first proof-number search with a table that can lose entries",
    source: "Nagai 2002; Kishimoto 2010; Kishimoto and Mueller 2004",
    resumes: true,
    options: &[
        RULE.info,
        SCHEDULE.info,
        EPSILON.info,
        INIT.info,
        EDGE_COSTS.info,
        THRESHOLD_CONTROL.info,
        PATH_DEPENDENCE.info,
        FIXPOINT.info,
        GC.info,
        THREADS.info,
        SHARE.info,
    ],
};

/// Opens df-pn with these settings for one searcher, with a table of `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let options = read_for_one(settings)?;
    let table = Arc::new(new_table::<G>(settings, memory)?);
    Ok(Box::new(DfPn::new(game, options, table)))
}

/// Opens df-pn with the table of an earlier search.
pub(crate) fn open_on<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    table: Arc<Table>,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let options = read_for_one(settings)?;
    Ok(Box::new(DfPn::new(game, options, table)))
}

fn read_for_one(settings: &Settings) -> Result<DfPnOptions, OpenError> {
    let options = read(settings)?;
    match options.share {
        None => Ok(options),
        Some(_) => Err(OpenError::Team),
    }
}

/// Creates a table of `memory` bytes for searchers with these settings.
pub(crate) fn new_table<G: Game>(settings: &Settings, memory: usize) -> Result<Table, OpenError> {
    let options = read(settings)?;
    let partitions = Sources::bytes(&options.schedule, memory);
    let memory = memory.saturating_sub(partitions).max(memory.min(64));
    Ok(if G::DOMINATES {
        Table::with_boards(memory)?
    } else {
        Table::growing(memory)?
    })
}

/// The default share of several threads. With 16 threads, the speed-up was 14.6 with 2,048, 12.3
/// with 4,096 and 14.0 with 1,024; with 2 threads, 1.94 with 2,048 and 1.91 with 4,096.
fn usual_share(threads: NonZeroUsize) -> Option<NonZeroU64> {
    (threads.get() > 1).then_some(NonZeroU64::MIN.saturating_add(2047))
}

/// Parses the options of df-pn.
pub(crate) fn read(settings: &Settings) -> Result<DfPnOptions, OpenError> {
    let usual = DfPnOptions::default();
    let threads = THREADS.get(settings)?;
    let options = DfPnOptions {
        schedule: schedule(settings)?,
        epsilon: EPSILON.get(settings)?,
        init: INIT.get(settings)?,
        edge_costs: EDGE_COSTS.get(settings)?,
        probe_new: usual.probe_new,
        threshold_control: THRESHOLD_CONTROL.get(settings)?,
        path_dependence: PATH_DEPENDENCE.get(settings)?,
        fixpoint: FIXPOINT.get(settings)?,
        leaf_solver: usual.leaf_solver,
        gc: GC.get(settings)?,
        threads,
        share: SHARE.get_set(settings)?.or(usual_share(threads)),
    };
    if options.gc == Gc::Off || options.share.is_none() {
        return Ok(options);
    }
    let option = GC.info.name;
    let other = match threads.get() {
        1 => SHARE.info.name,
        _ => THREADS.info.name,
    };
    Err(OpenError::Conflict { option, other })
}

/// The value of the option `schedule`, or the rule of the option `rule`.
fn schedule(settings: &Settings) -> Result<Schedule, OpenError> {
    match (SCHEDULE.get_set(settings)?, RULE.get_set(settings)?) {
        (None, rule) => Ok(rule.unwrap_or_default().into()),
        (Some(schedule), None) => Ok(schedule),
        (Some(_), Some(_)) => Err(OpenError::Conflict {
            option: SCHEDULE.info.name,
            other: RULE.info.name,
        }),
    }
}
