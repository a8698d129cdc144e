//! Verdicts on certificates as data.

use serde::Serialize;
use shomei_proof::Header;

use crate::checking::{Rejected, Verdict};

/// A verdict as data. All fields are always written, as null where they are not known.
#[derive(Clone, Debug, Default, Serialize)]
pub struct VerdictData {
    /// The file of the certificate; the caller fills it in.
    pub file: Option<String>,
    /// Whether the certificate proves its claim.
    pub accepted: bool,
    /// The reason for a rejection.
    pub reason: Option<String>,
    /// For a rejection: whether the reason is a limit of this check, so that the certificate may be
    /// correct.
    pub limit: Option<bool>,
    /// The game of the certificate.
    pub game: Option<String>,
    /// The rules as the game prints them.
    pub rules: Option<String>,
    /// The side that attacks.
    pub attacker: Option<String>,
    /// The root position.
    pub position: Option<String>,
    /// `proved` or `disproved`.
    pub claim: Option<String>,
    /// The number of plies within which the attacker can win, or cannot win; null for any number.
    pub plies: Option<u16>,
    /// The number of checked records; the numbers below are checked, too.
    pub records: Option<u64>,
    /// Moves of records.
    pub edges: Option<u64>,
    /// Moves that end the game.
    pub terminals: Option<u64>,
    /// Positions left to the checker's own search.
    pub resolved: Option<u64>,
    /// Nodes of the checker's own searches.
    pub search_nodes: Option<u64>,
    /// The greatest number of positions in memory at once.
    pub peak_positions: Option<u64>,
    /// The plies of the longest line of a proof.
    pub longest_line: Option<u64>,
}

impl VerdictData {
    /// Converts a verdict; the file is left empty.
    #[must_use]
    pub fn of(verdict: &Verdict) -> VerdictData {
        match verdict {
            Verdict::Rejected(Rejected {
                header,
                reason,
                is_limit,
                ..
            }) => VerdictData {
                reason: Some(reason.clone()),
                limit: Some(*is_limit),
                ..VerdictData::question(header.as_deref())
            },
            Verdict::Accepted(checked) => {
                let verified = &checked.verified;
                VerdictData {
                    accepted: true,
                    records: Some(verified.totals.records),
                    edges: Some(verified.totals.edges),
                    terminals: Some(verified.totals.terminals),
                    resolved: Some(verified.totals.resolved),
                    search_nodes: Some(verified.search_nodes),
                    peak_positions: Some(verified.peak_positions),
                    longest_line: verified.longest_line,
                    ..VerdictData::question(Some(&checked.header))
                }
            }
        }
    }

    fn question(header: Option<&Header>) -> VerdictData {
        let text = |field: fn(&Header) -> &String| header.map(|header| field(header).clone());
        VerdictData {
            game: text(|header| &header.game),
            rules: text(|header| &header.rules),
            attacker: text(|header| &header.attacker),
            position: text(|header| &header.root),
            claim: header.map(|header| header.claim.to_string()),
            plies: header.and_then(|header| header.plies),
            ..VerdictData::default()
        }
    }
}
