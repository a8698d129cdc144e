//! The switches of df-pn.

use std::num::{NonZeroU64, NonZeroUsize};
use std::str::FromStr;

use crate::rule::{Epsilon, Rule, Rules};
use crate::search::Init;

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
    /// Whether positions that the game can decide by a search of its own are
    /// left to it. Certificates need to see what is below them.
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

    /// The rules that take over, and the expansions from which on they hold.
    pub(crate) fn later_rules(&self) -> Option<(u64, Rules)> {
        let nodes = self.dn_rule_nodes?.get();
        Some((nodes, self.rules_after(nodes)))
    }

    /// The rules that hold after so many expansions.
    #[inline]
    pub(super) fn rules_after(&self, expanded: u64) -> Rules {
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
