//! The holes of a certificate: the parts that a table lacks, and the methods by which another
//! searcher supplies them.
//!
//! ```text
//! survey   walks like an extraction but searches nothing: the holes, by their paths
//! fill     fills one hole with a whole strategy below it, from another table (a worker)
//! solved   that strategy as positions with their moves, for the table that lacked them
//! ```
//!
//! A hole is not filled with a table entry, which could be wrong, but with a strategy that was
//! checked to its ends. In a proof, the length of each position is that of its longest line. So
//! lengths decrease along every move, and strategies that are combined by choosing the shortest
//! length cannot cycle. In a disproof, a strategy is closed, and a union of closed sets is closed.
//! The strategy for a hole of a disproof may also return to the positions above the hole, because
//! these are in the set of the root. Such a strategy proves nothing by itself, and it is not stored
//! in any other table.

use std::collections::HashMap;

use shomei_game::{Game, Key};
use shomei_proof::Claim;
use shomei_search::Knowledge;

use crate::strategy::{Kind, Strategy};
use crate::{ExtractError, Extractor, Tables};

/// A position that a certificate needs and for which the table has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hole {
    /// The moves from the root to it, each as its place in the game's move order.
    pub places: Vec<u16>,
    /// The keys of the positions above it, from the root.
    pub above: Vec<u64>,
    /// Its key.
    pub key: u64,
}

/// The result of a survey: the parts that a table lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The claim that a certificate would have: the opposite of the requested one if the table has
    /// a proof.
    pub claim: Claim,
    /// The number of positions that were visited.
    pub positions: u64,
    /// The missing positions.
    pub holes: Vec<Hole>,
    /// The number of table entries that contradicted other entries and were removed.
    pub evicted: u64,
}

/// The state of a survey.
#[derive(Debug, Default)]
pub(super) struct Surveying {
    holes: Vec<Hole>,
    most: usize,
    evicted: u64,
}

/// The work assigned to each entry of a strategy, large enough that a full table keeps it.
const WORTH: u64 = 1 << 10;

impl<G: Game> Extractor<'_, G> {
    /// The holes of a certificate of `claim`, at most `most`. Nothing is searched. Entries that
    /// contradict each other are removed from the table.
    ///
    /// Parts of a proof in which an [earlier walk](Extractor::with_cache) found no hole are
    /// skipped. If there is no other hole, the whole proof is walked through once more, because a
    /// table loses entries.
    ///
    /// # Errors
    ///
    /// If a limit is reached, or the rules contradict the claim at the root.
    pub fn survey(
        &mut self,
        root: &G::Position,
        claim: Claim,
        most: usize,
    ) -> Result<Survey, ExtractError> {
        let survey = self.survey_once(root, claim, most)?;
        let lacks_nothing = survey.holes.is_empty() && survey.evicted == 0;
        match lacks_nothing && self.cache.look_again() {
            true => self.survey_once(root, survey.claim, most),
            false => Ok(survey),
        }
    }

    fn survey_once(
        &mut self,
        root: &G::Position,
        claim: Claim,
        most: usize,
    ) -> Result<Survey, ExtractError> {
        self.surveying = Some(Surveying {
            most,
            ..Surveying::default()
        });
        let before = self.collected;
        let strategy = self.strategy(root, claim);
        let found = self.surveying.take().unwrap_or_default();
        Ok(Survey {
            claim: strategy?.claim(),
            positions: self.collected - before,
            holes: found.holes,
            evicted: found.evicted,
        })
    }

    /// A whole strategy for a position that was reached through positions with the keys `above`. A
    /// disproof may return to positions with the keys `outside`; then it proves nothing without
    /// them.
    ///
    /// # Errors
    ///
    /// If a limit is reached, or the table contradicts itself.
    pub fn fill(
        &mut self,
        above: &[Key],
        position: &G::Position,
        outside: &[Key],
    ) -> Result<Strategy, ExtractError> {
        let (claim, _) = self.search(Tables::Main, above, position)?;
        let outside = outside.iter().copied().collect();
        self.strategy_of(position, claim, &outside)
    }

    /// Whether holes are recorded instead of searched.
    pub(super) fn surveys(&self) -> bool {
        self.surveying.is_some()
    }

    /// Records a hole after these moves, each with the key of the position before it. A hole whose
    /// moves do not fit in 16 bits is searched later, when the certificate is made.
    pub(super) fn note_hole(&mut self, way: &[(usize, Key)], key: Key) {
        let places: Result<_, _> = way.iter().map(|&(mv, _)| u16::try_from(mv)).collect();
        if let (Some(surveying), Ok(places)) = (&mut self.surveying, places)
            && surveying.holes.len() < surveying.most
        {
            surveying.holes.push(Hole {
                places,
                above: way.iter().map(|(_, above)| above.0).collect(),
                key: key.0,
            });
        }
    }

    /// Clears the holes of a disproof when a proof is made instead.
    pub(super) fn forget_holes(&mut self) {
        if let Some(surveying) = &mut self.surveying {
            surveying.holes.clear();
        }
    }

    /// Removes what the searches of holes supposed, and their results, which depend on it.
    pub(super) fn end_closing(&mut self) {
        if let Some(scratch) = &mut self.scratch {
            scratch.assumed().clear();
            scratch.proved().clear();
            scratch.use_solved_of(None);
            scratch.clear_table();
        }
    }

    /// Removes a position from the table and returns whether it was there.
    pub(super) fn evict(&mut self, key: Key) -> bool {
        let was_there = self.table().remove(key);
        if let Some(surveying) = &mut self.surveying {
            surveying.evicted += u64::from(was_there);
        }
        was_there
    }
}

impl Strategy {
    /// The positions of the strategy, each with the move that shows the claim, identified by their
    /// keys alone (their check is 0). Positions that plain search decides are returned separately,
    /// by their keys and with the number of nodes, for the [cache](crate::CertificateCache::learn)
    /// of the certificate.
    ///
    /// `root` must be the position that the strategy is about.
    pub fn solved<G: Game>(
        &self,
        game: &G,
        root: &G::Position,
    ) -> (Vec<Knowledge>, Vec<(u64, u64)>) {
        let lengths = match self.claim() {
            Claim::Proved => self.lengths(),
            Claim::Disproved => Vec::new(),
        };
        let (mut solved, mut plain) = (Vec::with_capacity(self.len()), Vec::new());
        // Positions that were reached, until they are processed.
        let mut positions: HashMap<u32, Option<G::Position>> = HashMap::new();
        positions.extend(
            self.order()
                .first()
                .map(|&first| (first, Some(root.clone()))),
        );
        for &id in self.order() {
            let Some(position) = positions.get_mut(&id).and_then(Option::take) else {
                continue;
            };
            let key = game.key(&position);
            let best = match self.node(id).0 {
                Kind::Choice(mv) => u8::try_from(mv).ok().map(u16::from),
                Kind::All => None,
                Kind::Resolved(nodes) => {
                    plain.push((key.0, nodes.into()));
                    continue;
                }
            };
            for (mv, link) in self.steps(game, id, &position) {
                if let Some(child) = link.id() {
                    let after = || Some(game.play(&position, mv));
                    positions.entry(child).or_insert_with(after);
                }
            }
            let length = lengths.get(id as usize).copied().unwrap_or(1);
            solved.push(Knowledge {
                bounds: self.claim().into(),
                length: u16::try_from(length).unwrap_or(u16::MAX),
                best,
                work: WORTH,
                ..Knowledge::untouched((key.0, 0))
            });
        }
        (solved, plain)
    }
}
