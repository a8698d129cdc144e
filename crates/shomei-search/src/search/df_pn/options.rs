//! The switches of df-pn: as a type, and by name for the registry.

use std::num::{NonZeroU64, NonZeroUsize};
use std::str::FromStr;
use std::sync::Arc;

use shomei_game::Game;

use super::DfPn;
use crate::options::{Info, OpenError, OptionInfo, Settings, parse, switch};
use crate::rule::partition::Sources;
use crate::rule::{Epsilon, Rule, Rules};
use crate::search::{Init, Search};
use crate::table::Table;

/// The switches of [`DfPn`](super::DfPn).
#[derive(Clone, Debug, PartialEq)]
pub struct DfPnOptions {
    /// How delta is made of the children's numbers.
    pub rule: Rule,
    /// How disproof numbers are made where the attacker moves; none: as `rule` says.
    pub dn_rule: Option<Rule>,
    /// After how many expansions of a search `rule` holds there too; none: never.
    pub dn_rule_nodes: Option<NonZeroU64>,
    /// Which of several best children is searched.
    pub ties: Ties,
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
    /// lines it holds on. Off, disproofs can be wrong: for experiments.
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
    /// With several threads, the expansions after which one looks for other
    /// work.
    pub share: NonZeroU64,
}

/// Which child is searched of those with the least number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first.
    #[default]
    First,
    /// Where the attacker moves, the one with the largest disproof number: about
    /// the one that was searched most.
    LargerDn,
}

impl FromStr for Ties {
    type Err = ();

    fn from_str(text: &str) -> Result<Ties, ()> {
        match text {
            "first" => Ok(Ties::First),
            "larger-dn" => Ok(Ties::LargerDn),
            _ => Err(()),
        }
    }
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

impl FromStr for Gc {
    type Err = ();

    fn from_str(text: &str) -> Result<Gc, ()> {
        match text {
            "off" => Ok(Gc::Off),
            "sibling" => Ok(Gc::Sibling),
            _ => Err(()),
        }
    }
}

impl DfPnOptions {
    /// The rules of both sides.
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            pn: self.rule,
            dn: self.dn_rule.unwrap_or(self.rule),
        }
    }

    /// The rules that hold after so many expansions.
    #[inline]
    pub fn rules_after(&self, expanded: u64) -> Rules {
        match self.dn_rule_nodes {
            Some(nodes) if expanded >= nodes.get() => Rules {
                pn: self.rule,
                dn: self.rule,
            },
            _ => self.rules(),
        }
    }
}

impl Default for DfPnOptions {
    fn default() -> DfPnOptions {
        DfPnOptions {
            rule: Rule::Sum,
            dn_rule: None,
            dn_rule_nodes: None,
            ties: Ties::First,
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
            share: NonZeroU64::MIN.saturating_add(4095),
        }
    }
}

/// What the registry says about df-pn.
pub const INFO: Info = Info {
    name: "df-pn",
    summary: "depth-first proof-number search with a table that may forget",
    source: "Nagai 2002; Kishimoto 2010; Kishimoto and Mueller 2004",
    resumes: true,
    options: &[
        OptionInfo {
            name: "rule",
            values: "sum|weak|branch|partition",
            default: "sum",
            help: "how children add up: their sum; the largest plus the number of the others \
                   (weak proof-number search, Ueda et al. 2008); the best plus the number of the \
                   others (branch numbers, after Okabe 2005); or the sum, but of those seen to \
                   share work only the largest (Nagai 2002, Kakinoki 2005)",
        },
        OptionInfo {
            name: "dn-rule",
            values: "as-rule|sum|weak|branch|partition",
            default: "as-rule",
            help: "how disproof numbers add up at the attacker's nodes, where that is not as the \
                   option rule says",
        },
        OptionInfo {
            name: "dn-rule-nodes",
            values: "NUMBER from 1, or all",
            default: "all",
            help: "for so many expansions dn-rule holds, then rule does; with several threads for \
                   those of one job",
        },
        OptionInfo {
            name: "ties",
            values: "first|larger-dn",
            default: "first",
            help: "which of the children with the least number is searched: the first, or at the \
                   attacker's nodes the one with the largest disproof number",
        },
        OptionInfo {
            name: "epsilon",
            values: "NUMBER from 0 to 1024",
            default: "0.25",
            help: "how far a child may outgrow the second best, as a part of it \
                   (Pawlewicz and Lew 2006); 0 is plain df-pn",
        },
        OptionInfo {
            name: "init",
            values: "unit|mobility|eval|learned",
            default: "mobility",
            help: "the numbers of a new leaf: 1 and 1, the number of moves \
                   (Winands and Uiterwijk 2001), what the game estimates (Nagai and Imai \
                   1999), or what it has learnt",
        },
        OptionInfo {
            name: "edge-costs",
            values: "on|off",
            default: "off",
            help: "whether moves cost what the game says (df-pn+, Nagai and Imai 1999)",
        },
        OptionInfo {
            name: "threshold-control",
            values: "on|off",
            default: "on",
            help: "whether old children raise the thresholds (Kishimoto 2010); off, a search \
                   of a game with repetitions may never end",
        },
        OptionInfo {
            name: "path-dependence",
            values: "on|off",
            default: "on",
            help: "whether disproofs that rest on a repetition are kept apart \
                   (Kishimoto and Mueller 2004); off, disproofs can be wrong",
        },
        OptionInfo {
            name: "fixpoint",
            values: "on|off",
            default: "on",
            help: "whether a search that walks round among few positions collects them and reads \
                   their graph backwards (retrograde analysis, Thompson 1986)",
        },
        OptionInfo {
            name: "gc",
            values: "off|sibling",
            default: "off",
            help: "what is forgotten before the table is full: nothing, or what lies below a node \
                   that is decided (SiblingGC, after Nagai 1999; with one thread). Then stored is \
                   the most entries in use at once",
        },
        OptionInfo {
            name: "threads",
            values: "NUMBER from 1 to 1024",
            default: "1",
            help: "threads that search together (after Pawlewicz and Hayward 2013)",
        },
        OptionInfo {
            name: "share",
            values: "NUMBER from 1",
            default: "4096",
            help: "with several threads, the expansions after which one looks for other work; \
                   it is 2048 unless it is given; one thread that is given a share works as they \
                   do",
        },
    ],
};

/// df-pn with these settings, by one searcher, with a table of `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<DfPn<'g, G>, OpenError> {
    let options = read_for_one(settings)?;
    let table = Arc::new(new_table::<G>(settings, memory)?);
    Ok(DfPn::new(game, options, table))
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
    match read(settings)? {
        (options, Crew::One) => Ok(options),
        (_, Crew::Team) => Err(OpenError::Team),
    }
}

/// A table for searchers with these settings, in so much memory.
pub(crate) fn new_table<G: Game>(settings: &Settings, memory: usize) -> Result<Table, OpenError> {
    let (options, _) = read(settings)?;
    let partitions = Sources::bytes(options.rules(), memory);
    let memory = memory.saturating_sub(partitions).max(memory.min(64));
    Ok(if G::DOMINATES {
        Table::with_boards(memory)?
    } else {
        Table::growing(memory)?
    })
}

/// How many searchers work on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crew {
    /// One searcher by itself.
    One,
    /// Searchers that share the tree near the root; there may be one only.
    Team,
}

/// The share of several threads, unless another one is given: with 16 threads and 2,048 the
/// speed-up was 14.6, with 4,096 it was 12.3, with 1,024 14.0; with 2 threads 1.94 and 1.91
/// (2,048 and 4,096).
fn usual_share(threads: NonZeroUsize) -> NonZeroU64 {
    match threads.get() {
        1 => DfPnOptions::default().share,
        _ => NonZeroU64::MIN.saturating_add(2047),
    }
}

/// The options that these settings stand for.
pub(crate) fn read(settings: &Settings) -> Result<(DfPnOptions, Crew), OpenError> {
    let usual = DfPnOptions::default();
    let get_switch = |name, default| settings.get(&INFO, name, default, switch);
    let epsilon = |text: &str| parse(text).and_then(Epsilon::new);
    let threads = |text: &str| parse(text).filter(|threads: &NonZeroUsize| threads.get() <= 1024);
    let threads = settings.get(&INFO, "threads", usual.threads, threads)?;
    let options =
        DfPnOptions {
            rule: settings.get(&INFO, "rule", usual.rule, parse::<Rule>)?,
            dn_rule: settings.get(&INFO, "dn-rule", usual.dn_rule, |text| match text {
                "as-rule" => Some(None),
                _ => parse(text).map(Some),
            })?,
            dn_rule_nodes: settings.get(&INFO, "dn-rule-nodes", usual.dn_rule_nodes, |text| {
                match text {
                    "all" => Some(None),
                    _ => parse(text).map(Some),
                }
            })?,
            ties: settings.get(&INFO, "ties", usual.ties, parse::<Ties>)?,
            epsilon: settings.get(&INFO, "epsilon", usual.epsilon, epsilon)?,
            init: settings.get(&INFO, "init", usual.init, parse::<Init>)?,
            edge_costs: get_switch("edge-costs", usual.edge_costs)?,
            probe_new: usual.probe_new,
            threshold_control: get_switch("threshold-control", usual.threshold_control)?,
            path_dependence: get_switch("path-dependence", usual.path_dependence)?,
            fixpoint: get_switch("fixpoint", usual.fixpoint)?,
            leaf_solver: usual.leaf_solver,
            gc: settings.get(&INFO, "gc", usual.gc, parse::<Gc>)?,
            threads,
            share: settings.get(&INFO, "share", usual_share(threads), parse)?,
        };
    let has_tree = options.threads.get() > 1 || settings.iter().any(|(name, _)| name == "share");
    if has_tree && options.gc != Gc::Off {
        let other = if options.threads.get() > 1 {
            "threads"
        } else {
            "share"
        };
        return Err(OpenError::Conflict {
            option: "gc",
            other,
        });
    }
    let crew = if has_tree { Crew::Team } else { Crew::One };
    Ok((options, crew))
}
