//! The shortest wins that several certificates prove together: one shows a win within N plies,
//! another that there is none within the next smaller number.

use std::collections::BTreeMap;

use shomei::messages::plies_in;
use shomei::{Checked, Kinds};
use shomei_game::Lang;
use shomei_game::escape::one_line;
use shomei_messages::{self as msg, Message};
use shomei_proof::Claim;

/// A position with its game, rules and attacker, as in the headers of certificates.
type ProblemTexts = [String; 4];

/// What accepted certificates show about the shortest win of a position.
#[derive(Clone, Copy, Debug, Default)]
struct LengthBounds {
    /// The fewest plies of a win.
    win: Option<u64>,
    /// The most plies within which there is no win.
    no_win: Option<u64>,
    /// The difference in plies between two wins.
    step: u64,
}

/// The shortest wins of all positions.
#[derive(Debug, Default)]
pub(super) struct Lengths(BTreeMap<ProblemTexts, LengthBounds>);

impl Lengths {
    /// Adds an accepted certificate.
    pub(super) fn add(&mut self, checked: &Checked, games: &Kinds) {
        let (header, verified) = (&checked.header, &checked.verified);
        let plies = verified.plies.map(u64::from);
        // The line of a re-solved position has no known length.
        let line = verified.longest_line;
        let line = line.filter(|_| verified.totals.resolved == 0);
        let (win, no_win) = match verified.claim {
            Claim::Proved => (line.into_iter().chain(plies).min(), None),
            Claim::Disproved => (None, plies),
        };
        let problem = [&header.game, &header.rules, &header.attacker, &header.root];
        let known = self.0.entry(problem.map(String::clone)).or_default();
        let kind = games.get(&header.game);
        known.step = kind.map_or(1, |kind| u64::from(kind.length_step));
        known.win = known.win.into_iter().chain(win).min();
        known.no_win = known.no_win.max(no_win);
    }

    /// A line for each position whose shortest win is proved.
    pub(super) fn lines(&self, lang: Lang) -> Vec<String> {
        let proved = |(problem, known): (&ProblemTexts, &LengthBounds)| {
            let win = known.win?;
            let least = known.no_win? + known.step;
            (least == win).then(|| {
                let [.., root] = problem;
                let (position, plies) = (one_line(root).into_owned(), plies_in(win, lang));
                msg::VerifyShortest { position, plies }.text(lang)
            })
        };
        self.0.iter().filter_map(proved).collect()
    }
}
