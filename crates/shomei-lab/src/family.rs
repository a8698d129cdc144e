//! Experiments with the whole family: every algorithm and rule on several games and on random
//! graphs, with the same positions, memory and counters.
//!
//! Their files have `kind = "family"`. In addition to the runs, it is counted how often paths meet
//! below each position ([`crate::meeting`]). Means have intervals by the bootstrap.
//!
//! All limits are numbers of nodes, so that all tables except those of times repeat exactly.

pub(crate) mod file;
mod report;

pub(crate) use report::FamilyReport;

/// The additional parameters of an experiment with the family.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    /// The expansions of the trees in which meeting paths are counted.
    pub(crate) expansions: u64,
    /// The groups of positions, which have equal weights in a mean.
    pub(crate) groups: Vec<String>,
    /// The run by which all others are divided.
    pub(crate) base: usize,
    /// The runs in the figure of solved positions.
    pub(crate) solved: Vec<usize>,
    /// Runs with a rule and the runs by which they are divided, to be compared with meeting paths.
    pub(crate) rules: Vec<[usize; 2]>,
    /// The run by which others are divided, and the runs to be compared by the size of the problem.
    pub(crate) sizes: (usize, Vec<usize>),
    /// Runs of best-first and depth-first search with decreasing memory, by line. The others are
    /// divided by the first line.
    pub(crate) memories: Vec<(String, Vec<usize>)>,
}

#[cfg(test)]
mod tests;
