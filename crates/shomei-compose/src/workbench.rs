//! Judges many problems with the same tables: whether there is a win, its length, and the first
//! flaw.
//!
//! ```text
//! 1  alternately, with shares of nodes that grow: the length from below, and plain df-pn, which
//!    also shows that there is no win
//! 2  the line of the shortest win, which depends on the rules alone
//! 3  other solutions, all moves with few nodes first; an independent one ends the search, because
//!    no flaw of a shortest win is more serious
//! ```
//!
//! A decided verdict does not depend on the content of the tables: the answers of the searches are
//! facts, and the line of step 2 is the first one by the order of the moves. Another order of the
//! problems can change only which of several other solutions is shown, and what is decided within
//! the limits.
//!
//! The problems must have different keys ([`Game::key`]), as variants of one problem have.

use std::collections::HashMap;
use std::fmt;
use std::ops::RangeInclusive;

use shomei_extract::shortest::Bounded;
use shomei_extract::{deep, moves_of};
use shomei_game::{Game, Key, Role, Status, own_resource};
use shomei_search::{Answer, Bracket, Counters, Limits, Observer, Stop};

use crate::{
    Defences, Deviation, HasLeft, Judgement, OtherWinKind, OtherWins, OutOfNodes, SameMove,
    Solutions, Tolerance, Word,
};

/// The criteria of an examination.
pub struct Taste<'a, G: Game> {
    /// The plies of the wanted problems. Others are not judged, and their length is found only as
    /// far as needed.
    pub lengths: RangeInclusive<u16>,
    /// The flaws that a sound problem can have.
    pub tolerance: Tolerance,
    /// Tests whether two moves are two forms of one move.
    pub same_move: SameMove<'a, G>,
    /// Tests whether the attacker has something left in a won position.
    pub has_left: HasLeft<'a, G>,
}

/// The verdict on one problem.
#[derive(Clone, Debug)]
pub struct Examined<M> {
    /// Whether the attacker can force a win; unknown if a limit was reached, and if there is no win
    /// within the wanted plies.
    pub answer: Answer,
    /// The plies of the shortest win, if there is one.
    pub length: Bracket,
    /// The line of the shortest win; empty if it was not needed or not found.
    pub line: Vec<M>,
    /// The verdict. If there is an independent other solution, it is the only flaw that is listed.
    pub judgement: Judgement,
    /// The other solutions that were found before the search ended.
    pub others: Vec<Deviation<M, OtherWinKind>>,
    /// The limit that was reached, if any.
    pub stopped_by: Option<Stop>,
    /// The work.
    pub counters: Counters,
}

impl<M> Examined<M> {
    /// The verdict on a position in which the attacker has failed.
    #[must_use]
    pub fn no_win() -> Examined<M> {
        Examined {
            answer: Answer::Disproved,
            judgement: Judgement::no_mate(),
            ..Examined::new(Bracket::UNKNOWN)
        }
    }

    /// The verdict on a position in which the attacker has won.
    #[must_use]
    pub fn won() -> Examined<M> {
        Examined {
            answer: Answer::Proved,
            ..Examined::new(Bracket::exactly(0))
        }
    }

    fn new(length: Bracket) -> Examined<M> {
        Examined {
            answer: Answer::Unknown,
            length,
            line: Vec::new(),
            judgement: Judgement::unknown(),
            others: Vec::new(),
            stopped_by: None,
            counters: Counters::default(),
        }
    }

    /// Whether the problem was judged, or there is nothing to judge.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.judgement.is_decided || self.judgement.flaws.first() == Some(&Word::Another)
    }

    /// The most serious flaw, if it is known.
    #[must_use]
    pub fn first_flaw(&self) -> Option<Word> {
        let flaw = self.judgement.flaws.first().copied();
        flaw.filter(|_| self.is_judged())
    }
}

/// The nodes of the first shares: in the search of the length and of any win, and for each other
/// move.
const FIRST_SHARE: u64 = 1_000;
const FIRST_TRIES: [u64; 3] = [500, 4_000, 20_000];

/// The greatest number of positions of the line and its equal defences.
const POSITIONS: usize = 500;

/// The move at each position of a line, and the sum of the attacker's resource at its end.
type Played<M> = HashMap<Key, (M, u32)>;

impl<G: Game> fmt::Debug for Taste<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lengths, tolerance) = (&self.lengths, &self.tolerance);
        f.debug_tuple("Taste")
            .field(lengths)
            .field(tolerance)
            .finish()
    }
}

impl<G: Game> Solutions<'_, G> {
    /// Examines an open problem with the attacker to move, within these limits.
    pub fn examine(
        &mut self,
        root: &G::Position,
        taste: &Taste<'_, G>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Examined<G::Move> {
        self.shortest.renew(root, limits);
        self.positions = vec![root.clone()];
        self.follow(&[]);
        let answer = self.find_length(*taste.lengths.end(), observer);
        let mut found = Examined {
            answer,
            ..Examined::new(self.shortest.bracket())
        };
        let exact = found.length.exact();
        match (found.answer, exact) {
            (Answer::Disproved, _) => found.judgement = Judgement::no_mate(),
            (Answer::Proved, Some(plies)) if taste.lengths.contains(&plies) => {
                self.nodes_for_all();
                if let Ok(line) = self.first_line(root, plies, observer) {
                    self.judge_line(line, taste, &mut found, observer);
                }
            }
            _ => {}
        }
        if self.stopped_by() == Some(Stop::Game) {
            found.answer = Answer::Unknown;
            found.judgement = Judgement::unknown();
        }
        found.stopped_by = self.stopped_by();
        found.counters = self.counters();
        found
    }

    /// Step 1: finds whether there is a win, and its length up to `most` plies.
    fn find_length(&mut self, most: u16, observer: &mut dyn Observer) -> Answer {
        let root = self.shortest.root().clone();
        let mut answer = Answer::Unknown;
        let mut share = FIRST_SHARE;
        while self.shortest.bracket().exact().is_none() && !self.shortest.is_stopped() {
            self.share_nodes(share);
            while self.budget() > 0 && self.shortest.bracket().least <= most {
                if !self.shortest.climbs(self.budget(), observer)
                    || self.shortest.bracket().exact().is_some()
                {
                    break;
                }
            }
            let bracket = self.shortest.bracket();
            if bracket.least > most || bracket.exact().is_some() {
                break;
            }
            if answer == Answer::Unknown {
                self.share_nodes(share);
                answer = self.wins(&root, observer).map_or(Answer::Unknown, |wins| {
                    if wins {
                        Answer::Proved
                    } else {
                        Answer::Disproved
                    }
                });
            }
            if answer == Answer::Disproved {
                break;
            }
            share = share.saturating_mul(2);
        }
        match self.shortest.bracket().exact() {
            Some(_) => Answer::Proved,
            None => answer,
        }
    }

    /// Begins a budget of this number of nodes.
    fn share_nodes(&mut self, nodes: u64) {
        self.end = self.counters().nodes().saturating_add(nodes);
    }

    /// Removes the budget of single questions.
    fn nodes_for_all(&mut self) {
        self.end = u64::MAX;
    }

    /// Step 2: the line of a win in exactly these plies. The attacker plays the first move that
    /// keeps the length. The defender plays the first longest defence that leaves the attacker the
    /// least resource against the same play.
    fn first_line(
        &mut self,
        root: &G::Position,
        plies: u16,
        observer: &mut dyn Observer,
    ) -> Result<Vec<G::Move>, OutOfNodes> {
        let mut at = Bounded::new(root, plies);
        let (mut played, mut line) = (Played::new(), Vec::new());
        while self.game.status(&at.position) == Status::Open {
            let (mv, _) = self.play_on(&at, &mut played, observer)?;
            line.push(mv);
            at = at.after(self.game, mv);
        }
        Ok(line)
    }

    /// The move at an open position that is won in exactly its plies, and the sum of the attacker's
    /// resource at the end.
    fn play_on(
        &mut self,
        at: &Bounded<G::Position>,
        played: &mut Played<G::Move>,
        observer: &mut dyn Observer,
    ) -> Result<(G::Move, u32), OutOfNodes> {
        let key = self.game.key(&at.position);
        if let Some(&known) = played.get(&key) {
            return Ok(known);
        }
        let role = self.game.role(&at.position);
        let mut best: Option<(G::Move, u32)> = None;
        for mv in moves_of(self.game, &at.position) {
            let is_enough = match best {
                Some((_, left)) => role == Role::Attacker || left == 0 || played.len() >= POSITIONS,
                None => false,
            };
            if is_enough {
                break;
            }
            let child = at.after(self.game, mv);
            if !self.keeps(role, &child, observer)? {
                continue;
            }
            let left = match self.game.status(&child.position) {
                Status::Open => deep(|| self.play_on(&child, played, observer))?.1,
                _ => {
                    let left = own_resource(self.game, &child.position).counters();
                    left.iter().map(|&count| u32::from(count)).sum()
                }
            };
            if best.is_none_or(|(_, least)| left < least) {
                best = Some((mv, left));
            }
        }
        let best = best.ok_or(OutOfNodes)?;
        played.insert(key, best);
        Ok(best)
    }

    /// Step 3: the other solutions along the line, and the verdict.
    fn judge_line(
        &mut self,
        line: Vec<G::Move>,
        taste: &Taste<'_, G>,
        found: &mut Examined<G::Move>,
        observer: &mut dyn Observer,
    ) {
        self.is_shortest = true;
        self.follow(&line);
        let others = self.find_first_flaw(taste.same_move, observer);
        let is_another = |other: &Deviation<_, _>| Word::of_move(other.kind) == Word::Another;
        let defences = match taste.tolerance.needs_defences() {
            true if !others.others.iter().any(is_another) => {
                Some(self.find_defences(taste.has_left, observer))
            }
            _ => None,
        };
        let end = &self.positions[self.line.len()];
        let surplus = (taste.has_left)(end).then_some(Word::Surplus);
        let none = Defences::default();
        let defences = defences.as_ref().or_else(|| {
            let is_unneeded = others.others.iter().any(is_another);
            is_unneeded.then_some(&none)
        });
        found.judgement = Judgement::of(&others, defences, surplus, taste.tolerance);
        if others.others.iter().any(is_another) {
            found.judgement.flaws.truncate(1);
            found.judgement.tolerated.clear();
        }
        found.line = line;
        found.others = others.others;
    }

    /// Classifies the other moves of the attacker, up to the first independent solution. Each move
    /// gets few nodes first.
    fn find_first_flaw(
        &mut self,
        same_move: SameMove<G>,
        observer: &mut dyn Observer,
    ) -> OtherWins<G::Move> {
        let mut found = OtherWins {
            is_shortest: true,
            ..OtherWins::default()
        };
        let mut rest = self.attackers_alternatives();
        let tries = FIRST_TRIES.into_iter().filter(|&nodes| nodes < self.nodes);
        let tries: Vec<u64> = tries.chain([self.nodes]).collect();
        for nodes in tries {
            self.tries_again = nodes < self.nodes;
            let mut open = Vec::new();
            for at in rest {
                self.share_nodes(nodes);
                match self.judge(&at, observer) {
                    Ok(None) => {}
                    Err(OutOfNodes) => open.push(at),
                    Ok(Some(judged)) => {
                        let other = Deviation {
                            ply: at.ply,
                            kind: self.kind_of(&at, judged.0, same_move),
                            length: judged.1.plus(1),
                            line: vec![at.mv],
                        };
                        let is_another = Word::of_move(other.kind) == Word::Another;
                        found.others.push(other);
                        if is_another {
                            self.tries_again = false;
                            return found;
                        }
                    }
                }
            }
            rest = open;
        }
        found.open = rest.iter().map(|at| (at.ply, at.mv)).collect();
        found.in_order();
        found
    }
}
