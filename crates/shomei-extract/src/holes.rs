//! What a table lacks for a certificate, and how another searcher supplies it.
//!
//! ```text
//! survey   walks as an extraction does and searches nothing: the holes, by their lines
//! fill     answers one hole with a whole strategy below it, from another table (a worker)
//! solved   that strategy as positions, each with its move, for the table that lacked them
//! ```
//!
//! What fills a hole is no entry of a table, which may be wrong, but a strategy that was followed
//! to its ends. For a proof the length of each position is that of its longest line, so lengths
//! fall along every move, and strategies that are put together by the shortest length never go
//! round. For a disproof a strategy is closed, and a union of closed sets is closed. That of a hole
//! of a disproof may also lead back to the positions above the hole, since these are in the set of
//! the root; by itself it shows nothing then, and it is kept from all other tables.

use std::collections::HashMap;

use shomei_game::{Game, Key};
use shomei_proof::Claim;
use shomei_search::Knowledge;

use crate::strategy::{Kind, Strategy};
use crate::{ExtractError, Extractor, Tables};

/// A position that a certificate needs, and that nothing is known of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hole {
    /// The moves from the root to it, each by its place in the game's order of moves.
    pub places: Vec<u16>,
    /// The keys of the positions above it, from the root.
    pub above: Vec<u64>,
    /// Its key.
    pub key: u64,
}

/// What a table lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// What a certificate would claim: the contrary of what was asked for where the table knows
    /// a proof.
    pub claim: Claim,
    /// The positions that were walked through.
    pub positions: u64,
    /// What is missing.
    pub holes: Vec<Hole>,
    /// Entries of the table that its other entries contradict, which it has forgotten now.
    pub evicted: u64,
}

/// A walk that searches nothing.
#[derive(Debug, Default)]
pub(super) struct Surveying {
    holes: Vec<Hole>,
    most: usize,
    evicted: u64,
}

/// Work that an entry of a strategy counts for, so that a full table keeps it.
const WORTH: u64 = 1 << 10;

impl<G: Game> Extractor<'_, G> {
    /// What the table lacks for a certificate of `claim`, `most` holes at most. Nothing is
    /// searched; entries that contradict each other are removed from the table.
    ///
    /// Parts of a proof in which an [earlier walk](Extractor::with_cache) has found nothing missing
    /// are passed over. Where nothing else is missing all of it is walked through once more: a
    /// table forgets.
    ///
    /// # Errors
    ///
    /// When a limit is reached, or the rules contradict the claim at the root.
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

    /// A whole strategy for a position that was reached through positions with the keys `above`.
    /// A disproof may lead back to positions with the keys `outside`: it shows nothing without them.
    ///
    /// # Errors
    ///
    /// When a limit is reached, or the table contradicts itself.
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

    /// Whether holes are noted, and not searched.
    pub(super) fn surveys(&self) -> bool {
        self.surveying.is_some()
    }

    /// Notes a hole after these moves, each with the key of the position before it. One that cannot
    /// be named is searched later, where the certificate is made.
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

    /// Holes of a disproof are none of the proof that was found in its place.
    pub(super) fn forget_holes(&mut self) {
        if let Some(surveying) = &mut self.surveying {
            surveying.holes.clear();
        }
    }

    /// Removes a position from the table; whether it was there.
    pub(super) fn evict(&mut self, key: Key) -> bool {
        let was_there = self.table().remove(key);
        if let Some(surveying) = &mut self.surveying {
            surveying.evicted += u64::from(was_there);
        }
        was_there
    }
}

impl Strategy {
    /// The positions of the strategy, each with the move that shows the claim, known by their keys
    /// alone (their check is 0). Those that plain search decides come apart from these, by
    /// their keys, each with the nodes that it needs: for the
    /// [cache](crate::CertificateCache::learn) of the certificate.
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
        // Positions that were come to, until their turn comes.
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
