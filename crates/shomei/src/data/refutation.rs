//! Refutations as data.

use serde::Serialize;
use shomei_extract::{Branch, Then};

use crate::composers::Refutation;

/// A refutation as data.
#[derive(Clone, Debug, Serialize)]
pub struct RefutationData {
    /// The depth in plies.
    pub depth: u32,
    /// The answers.
    #[serde(flatten)]
    pub then: ThenData,
}

/// The continuation after a move: the moves, or the reason why there are none.
#[derive(Clone, Debug, Serialize)]
pub struct ThenData {
    /// `reply`, `all`, `over`, `decided`, `deeper` or `as_after`.
    pub then: &'static str,
    /// The next moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<BranchData>,
    /// The moves after which play continues in the same way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_after: Option<Vec<String>>,
}

/// A move of a refutation and its continuation, as data.
#[derive(Clone, Debug, Serialize)]
pub struct BranchData {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The continuation.
    #[serde(flatten)]
    pub then: ThenData,
}

impl RefutationData {
    /// Converts a refutation.
    #[must_use]
    pub fn of(refutation: &Refutation) -> RefutationData {
        RefutationData {
            depth: refutation.depth,
            then: ThenData::of(&refutation.tree),
        }
    }
}

impl ThenData {
    fn of(then: &Then<String>) -> ThenData {
        let branch = |branch: &Branch<String>| BranchData {
            mv: branch.mv.clone(),
            then: ThenData::of(&branch.then),
        };
        let (name, moves, as_after) = match then {
            Then::Over => ("over", Vec::new(), None),
            Then::Decided => ("decided", Vec::new(), None),
            Then::Deeper => ("deeper", Vec::new(), None),
            Then::AsAfter(moves) => ("as_after", Vec::new(), Some(moves.clone())),
            Then::Reply(reply) => ("reply", vec![branch(reply)], None),
            Then::All(all) => ("all", all.iter().map(branch).collect(), None),
        };
        ThenData {
            then: name,
            moves,
            as_after,
        }
    }
}
