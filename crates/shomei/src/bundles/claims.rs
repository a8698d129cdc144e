//! The claims of checked certificates, as a prover that does not search.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use shomei_game::Outcome;
use shomei_proof::{Claim, Header};
use shomei_search::{Answer, Bounds, Bracket, Counters, Report, Stop};

use crate::any::{Aim, AnyPosition};
use crate::checking::Checked;
use crate::error::Error;
use crate::questions::{Budget, Prover, WinLength};
use crate::sink::{CertificateWish, SearchSink};
use crate::solving::Solution;

/// The game, the rules, the attacker and the position of a certificate.
type ProblemTexts = [String; 4];

/// The claim of one certificate.
#[derive(Clone, Copy, Debug)]
struct KnownClaim {
    file: usize,
    claim: Claim,
    /// Proved: the greatest number of plies of the win. Disproved: the number of plies within which
    /// there is no win. `None`: any number.
    plies: Option<u16>,
}

/// The claims of all certificates of a bundle.
#[derive(Debug, Default)]
pub(super) struct Claims {
    known: HashMap<ProblemTexts, Vec<KnownClaim>>,
    /// The files of the claims in answers since the last [`Claims::begin`], by position.
    used: RefCell<HashMap<String, BTreeSet<usize>>>,
}

impl Claims {
    /// Adds the claim of a certificate that was accepted.
    pub(super) fn add(&mut self, file: usize, checked: &Checked) {
        let verified = &checked.verified;
        // The line of a position that the checker searches has no known length.
        let line = verified
            .longest_line
            .filter(|_| verified.totals.resolved == 0);
        let line = line.and_then(|plies| u16::try_from(plies).ok());
        let claim = verified.claim;
        let plies = match claim {
            Claim::Proved => line.into_iter().chain(verified.plies).min(),
            Claim::Disproved => verified.plies,
        };
        let known = KnownClaim { file, claim, plies };
        self.known
            .entry(texts(&checked.header))
            .or_default()
            .push(known);
    }

    /// The strongest claim that the attacker can reach the aim, or a higher score.
    fn proof(&self, position: &AnyPosition, aim: Aim) -> Result<Option<KnownClaim>, Error> {
        for aim in from(position, aim, 1) {
            let known = self.about(position, aim)?;
            let proofs = known.iter().filter(|known| known.claim == Claim::Proved);
            let shortest = proofs.min_by_key(|proof| proof.plies.map_or(u32::MAX, u32::from));
            if let Some(proof) = shortest {
                return Ok(Some(*proof));
            }
        }
        Ok(None)
    }

    /// The claim that the opponent of the attacker can force a win, which excludes a win of the
    /// attacker if both play by the same rules.
    fn opponent_wins(&self, position: &AnyPosition, aim: Aim) -> Result<Option<KnownClaim>, Error> {
        match aim.least {
            None if !position.rules_depend_on_goal() => {
                self.proof(position, Aim::win(aim.attacker.opponent()))
            }
            _ => Ok(None),
        }
    }

    /// A claim that the attacker cannot reach the aim, or a lower score.
    fn disproof(&self, position: &AnyPosition, aim: Aim) -> Result<Option<KnownClaim>, Error> {
        for aim in from(position, aim, -1) {
            let known = self.about(position, aim)?;
            let is_disproof =
                |known: &&KnownClaim| known.claim == Claim::Disproved && known.plies.is_none();
            if let Some(disproof) = known.iter().find(is_disproof) {
                return Ok(Some(*disproof));
            }
        }
        Ok(None)
    }

    /// The claim with the greatest number of plies within which there is no win.
    fn no_win(&self, position: &AnyPosition, aim: Aim) -> Result<Option<KnownClaim>, Error> {
        // Of several with the greatest number, the first one.
        let known = self.about(position, aim)?.iter().rev();
        let limited = known.filter(|known| known.claim == Claim::Disproved);
        let longest = limited.filter(|known| known.plies.is_some());
        Ok(longest.max_by_key(|known| known.plies).copied())
    }

    fn about(&self, position: &AnyPosition, aim: Aim) -> Result<&[KnownClaim], Error> {
        let header = position.header(aim, Claim::Proved)?;
        Ok(self.known.get(&texts(&header)).map_or(&[], Vec::as_slice))
    }

    /// Forgets which claims were used.
    pub(super) fn begin(&mut self) {
        self.used.get_mut().clear();
    }

    /// The files of the claims in the answers about a position.
    pub(super) fn files(&mut self, position: &AnyPosition) -> BTreeSet<usize> {
        let files = self.used.get_mut().get(&position.text());
        files.cloned().unwrap_or_default()
    }

    fn take_note(&self, position: &AnyPosition, known: KnownClaim) {
        let mut used = self.used.borrow_mut();
        used.entry(position.text()).or_default().insert(known.file);
    }

    /// The answer to a question, from the rules and the claims alone.
    pub(super) fn answer(
        &self,
        position: &AnyPosition,
        aim: Aim,
        length: WinLength,
    ) -> Result<Solution, Error> {
        if let Some(answer) = by_rules(position, aim) {
            return Ok(solution(answer));
        }
        let has_length = length == WinLength::Shortest && aim.least.is_none();
        let mut bracket = Bracket {
            least: least_length(position, aim),
            most: None,
        };
        let mut found = solution(Answer::Unknown);
        if let Some(proof) = self.proof(position, aim)? {
            self.take_note(position, proof);
            found = solution(Answer::Proved);
            bracket.most = proof.plies;
        } else if let Some(proof) = self.opponent_wins(position, aim)? {
            self.take_note(position, proof);
            return Ok(solution(Answer::Disproved));
        } else if let Some(disproof) = self.disproof(position, aim)? {
            self.take_note(position, disproof);
            return Ok(solution(Answer::Disproved));
        }
        if has_length {
            if let Some(no_win) = self.no_win(position, aim)?
                && let Some(plies) = no_win.plies
            {
                self.take_note(position, no_win);
                let least = plies.saturating_add(position.game().length_step());
                bracket.least = bracket.least.max(least);
            }
            found.shortest = Some(bracket);
        }
        Ok(found)
    }
}

fn texts(header: &Header) -> ProblemTexts {
    let Header {
        game,
        rules,
        attacker,
        root,
        ..
    } = header;
    [game, rules, attacker, root].map(String::clone)
}

/// The aim, and those with higher or lower scores, by the sign of `direction`; the aim is last.
fn from(position: &AnyPosition, aim: Aim, direction: i32) -> Vec<Aim> {
    let (Some(least), Some(range)) = (aim.least, position.game().range()) else {
        return vec![aim];
    };
    let step = range.step * direction;
    let scores = std::iter::successors(Some(least), |score| Some(score + step));
    let scores = scores.take_while(|score| score.abs() <= range.greatest);
    let mut aims: Vec<Aim> = scores
        .map(|least| Aim::score(aim.attacker, least))
        .collect();
    aims.reverse();
    aims
}

/// The answer for a position in which the game is over.
fn by_rules(position: &AnyPosition, aim: Aim) -> Option<Answer> {
    let ended = position.end_for(aim.attacker).ok()??;
    let is_reached = match aim.least {
        None => ended.outcome == Outcome::Win(aim.attacker),
        Some(least) => position.score(aim.attacker)? >= least,
    };
    Some(match is_reached {
        true => Answer::Proved,
        false => Answer::Disproved,
    })
}

/// The fewest plies that a win of the attacker can take in any position with this side to move.
fn least_length(position: &AnyPosition, aim: Aim) -> u16 {
    match position.to_move() == aim.attacker {
        true => 1,
        false => position.game().length_step(),
    }
}

fn solution(answer: Answer) -> Solution {
    let report = Report {
        answer,
        bounds: answer.claim().map_or(Bounds::UNIT, Bounds::from),
        stopped_by: None,
        counters: Counters::default(),
    };
    Solution::of(report, 0.0)
}

impl Prover for Claims {
    fn prove<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        length: WinLength,
        _: CertificateWish,
        _: &Budget,
        _: &mut S,
    ) -> Result<Solution, Error> {
        self.answer(position, aim, length)
    }

    fn reached(&self) -> Option<Stop> {
        None
    }
}
