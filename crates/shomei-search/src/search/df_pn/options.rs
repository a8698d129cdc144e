//! The switches of df-pn: as a type, and by name for the registry.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use shomei_game::Game;

use super::DfPn;
use crate::options::{self, Info, OpenError, OptionInfo, Settings, TypedOption};
use crate::rule::partition::Sources;
use crate::rule::{Epsilon, Rule, Schedule};
use crate::search::{Init, Search};
use crate::table::Table;

/// The switches of [`DfPn`](super::DfPn).
#[derive(Clone, Debug, PartialEq)]
pub struct DfPnOptions {
    /// How the numbers of a node are made of those of its children.
    pub schedule: Schedule,
    /// How far a child may outgrow its second best sibling.
    pub epsilon: Epsilon,
    /// The numbers of new leaves.
    pub init: Init,
    /// Whether moves cost what the game says (df-pn+).
    pub edge_costs: bool,
    /// Whether the children of a node that was never expanded before are looked up in the table.
    /// The search for a shortest win does so: with plies counted, transpositions are many.
    pub probe_new: bool,
    /// Whether old children raise the thresholds. Off, a search of a game
    /// with repetitions may run for ever.
    pub threshold_control: bool,
    /// Whether a disproof that rests on a repetition is kept apart for the
    /// paths it holds on. Off, disproofs can be wrong: for experiments.
    pub path_dependence: bool,
    /// Whether a search that walks round among few positions reads their graph backwards.
    pub fixpoint: bool,
    /// Whether a chosen position is given to the game's own search. What the game decides when a
    /// position is made always counts. Certificates need to see what is below.
    pub leaf_solver: bool,
    /// What is forgotten before the table is full. It cannot be combined with several threads.
    pub gc: Gc,
    /// Threads that search together.
    pub threads: NonZeroUsize,
    /// The expansions after which one of several searchers looks for other work; `None` for one
    /// searcher by itself.
    pub share: Option<NonZeroU64>,
}

/// What is forgotten, besides what makes room in a full table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gc {
    /// Nothing.
    #[default]
    Off,
    /// What lies below a decided node (SiblingGC: `sibling_gc.rs`).
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
    help: "how children add up: their sum; the largest plus the number of the others (weak \
           proof-number search, Ueda et al. 2008); the best plus the number of the others (branch \
           numbers, after Okabe 2005); or the sum, but of those seen to share work only the \
           largest (Nagai 2002, Kakinoki 2005)",
});
const SCHEDULE: TypedOption<Schedule> = TypedOption::new(OptionInfo {
    name: "schedule",
    values: "RULES or RULES,NUMBER:RULES,...",
    default: "(the option rule)",
    help: "several rules in place of the option rule. RULES are the rule of proof numbers, a \
           slash, and that of disproof numbers, such as sum/weak; or one for both. With +larger-dn \
           after them the attacker searches, of the children with the least proof number, the one \
           with the largest disproof number, not the first. From NUMBER expansions on, the RULES \
           after the colon hold; several threads count their expansions together. For example, \
           sum/weak+larger-dn,2000000:sum",
});
const EPSILON: TypedOption<Epsilon> = options::epsilon(
    "0.25",
    "how far a child may outgrow the second best, as a part of it (Pawlewicz and Lew 2006); 0 is \
     plain df-pn",
);
const INIT: TypedOption<Init> = options::init(
    "mobility",
    "the numbers of a new leaf: 1 and 1, the number of moves (Winands and Uiterwijk 2001), what \
     the game estimates (Nagai and Imai 1999), or what it has learnt",
);
const EDGE_COSTS: TypedOption<bool> = TypedOption::switch(
    "edge-costs",
    "off",
    "whether moves cost what the game says (df-pn+, Nagai and Imai 1999)",
);
const THRESHOLD_CONTROL: TypedOption<bool> = TypedOption::switch(
    "threshold-control",
    "on",
    "whether old children raise the thresholds (Kishimoto 2010); off, a search of a game with \
     repetitions may never end",
);
const PATH_DEPENDENCE: TypedOption<bool> = TypedOption::switch(
    "path-dependence",
    "on",
    "whether disproofs that rest on a repetition are kept apart (Kishimoto and Mueller 2004); \
     off, disproofs can be wrong",
);
const FIXPOINT: TypedOption<bool> = TypedOption::switch(
    "fixpoint",
    "on",
    "whether a search that walks round among few positions collects them and reads their graph \
     backwards (retrograde analysis, Thompson 1986)",
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
        help: "what is forgotten before the table is full: nothing, or what lies below a node \
               that is decided (SiblingGC, after Nagai 1999; with one thread). Then stored is the \
               most entries in use at once",
    },
);
const THREADS: TypedOption<NonZeroUsize> = TypedOption::read_by(
    |text| (text.parse().ok()).filter(|threads: &NonZeroUsize| threads.get() <= 1024),
    OptionInfo {
        name: "threads",
        values: "NUMBER from 1 to 1024",
        default: "1",
        help: "threads that search together (after Pawlewicz and Hayward 2013)",
    },
);
const SHARE: TypedOption<NonZeroU64> = TypedOption::new(OptionInfo {
    name: "share",
    values: "NUMBER from 1",
    default: "4096",
    help: "with several threads, the expansions after which one looks for other work; it is 2048 \
           unless it is given; one thread that is given a share works as they do",
});

/// What the registry says about df-pn.
pub const INFO: Info = Info {
    name: "df-pn",
    summary: "depth-first proof-number search with a table that may forget",
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

/// df-pn with these settings, by one searcher, with a table of `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let options = read_for_one(settings)?;
    let table = Arc::new(new_table::<G>(settings, memory)?);
    Ok(Box::new(DfPn::new(game, options, table)))
}

/// The same, with the table of an earlier search.
pub(crate) fn open_on<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    table: Arc<Table>,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let options = read_for_one(settings)?;
    table.let_grow();
    Ok(Box::new(DfPn::new(game, options, table)))
}

fn read_for_one(settings: &Settings) -> Result<DfPnOptions, OpenError> {
    let options = read(settings)?;
    match options.share {
        None => Ok(options),
        Some(_) => Err(OpenError::Team),
    }
}

/// A table for searchers with these settings, in `memory` bytes.
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

/// The share of several threads, unless another one is given: with 16 threads and 2,048 the
/// speed-up was 14.6, with 4,096 it was 12.3, with 1,024 14.0; with 2 threads 1.94 and 1.91
/// (2,048 and 4,096).
fn usual_share(threads: NonZeroUsize) -> Option<NonZeroU64> {
    (threads.get() > 1).then_some(NonZeroU64::MIN.saturating_add(2047))
}

/// The options that these settings stand for.
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

/// The option `schedule`, or the one rule of the option `rule`.
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
