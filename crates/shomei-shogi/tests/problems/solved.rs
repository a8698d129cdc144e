//! A problem as the search solves it.

use std::collections::BTreeSet;
use std::sync::Arc;

use shomei::composers::{Judgement, Tolerance, Word};
use shomei_compose::{OtherWinKind, OtherWins, Solutions};
use shomei_extract::shortest::{Shortest, Within};
use shomei_game::{ComposingRules, Goal, Notation, Side};
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Silent};
use shomei_shogi::{Move, Position, Rules, Shogi};

use crate::brute::moves;
use crate::perpetual::checks_for_ever;

pub(crate) fn shogi(attacker: Side) -> Shogi {
    Shogi::new(Rules::Tsume, Goal::win(attacker))
}

/// A problem of a list: the side to move attacks.
pub(crate) fn open(text: &str) -> (Shogi, Position) {
    let root = shogi(Side::First).parse_position(text).unwrap();
    (shogi(root.to_move()), root)
}

/// The shortest mate, with other solutions.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) line: Vec<Move>,
    pub(crate) found: OtherWins<Move>,
    pub(crate) end: Position,
}

/// The search for a mate, with a line if it is found in a few nodes.
fn shortest<'g>(
    within: &'g Within<'g, Shogi>,
    root: &Position,
) -> (Shortest<'g, Shogi>, Option<Vec<Move>>) {
    let options = DfPnOptions::default();
    let mut shortest = Shortest::new(within, root, &options, 4 << 20, &Limits::default()).unwrap();
    let line = match shortest.try_short(&mut Silent) {
        true => shortest.line(&Limits::nodes(1_000_000)),
        false => None,
    };
    (shortest, line)
}

/// Whether very few nodes find the length of a mate.
pub(crate) fn is_small(game: &Shogi, root: &Position) -> bool {
    let (within, limits) = (Within::new(game), Limits::nodes(400));
    let options = DfPnOptions::default();
    let mut shortest = Shortest::new(&within, root, &options, 1 << 16, &limits).unwrap();
    shortest.try_short(&mut Silent)
}

/// Whether there is a mate at all, by a search of at most `nodes` nodes.
pub(crate) fn answer(game: &Shogi, root: &Position, nodes: u64) -> Answer {
    let table = Arc::new(Table::with_boards(1 << 20).unwrap());
    let mut search = DfPn::new(game, DfPnOptions::default(), table);
    search
        .search(root, &Limits::nodes(nodes), &mut Silent)
        .answer
}

/// The moves that check for ever and do not mate.
pub(crate) fn traps(game: &Shogi, root: &Position) -> Vec<Move> {
    let mut traps = moves(game, root);
    traps.retain(|&mv| {
        let child = root.play(mv);
        checks_for_ever(game, root, &child) && answer(game, &child, 20_000) == Answer::Disproved
    });
    traps
}

/// The plies of the shortest mate with wasted interpositions excluded.
pub(crate) fn length_by_mudaai(game: &Shogi, root: &Position) -> Option<usize> {
    let game = Shogi::new(Rules::Mudaai, game.goal());
    Some(line(&game, root)?.len())
}

/// The line of a mate that is found in a few nodes.
pub(crate) fn line(game: &Shogi, root: &Position) -> Option<Vec<Move>> {
    shortest(&Within::new(game), root).1
}

/// The same with other solutions, with `nodes` nodes for each move.
pub(crate) fn solve(game: &Shogi, root: &Position, nodes: u64) -> Option<Solved> {
    let within = Within::new(game);
    let (shortest, line) = shortest(&within, root);
    let line = line?;
    let options = DfPnOptions::default();
    let mut solutions = Solutions::new(shortest, &line, &options, 4 << 20, nodes).unwrap();
    let same_move = |position: &Position, a, b| game.is_same_solution(position, a, b);
    let found = solutions.find(&same_move, &mut Silent);
    let end = *solutions.positions().last().unwrap();
    Some(Solved { line, found, end })
}

/// The kinds of other solutions, each once, in order.
pub(crate) fn duals(found: &OtherWins<Move>) -> String {
    let kinds = found.others.iter().map(|other| other.kind.to_string());
    let mut kinds: Vec<String> = kinds.collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.join(", ")
}

/// The composers' terms of a problem, as the search finds them along its line.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) line: Vec<Move>,
    pub(crate) words: BTreeSet<&'static str>,
}

/// The composers' terms of a problem, with the given nodes for each move; `None` if not everything
/// is decided, or another move of the attacker has an unwanted kind.
pub(crate) fn named(
    game: &Shogi,
    root: &Position,
    nodes: u64,
    is_wanted: impl Fn(OtherWinKind) -> bool,
) -> Option<Named> {
    let within = Within::new(game);
    let (shortest, line) = shortest(&within, root);
    let line = line?;
    let options = DfPnOptions::default();
    let mut solutions = Solutions::new(shortest, &line, &options, 4 << 20, nodes).unwrap();
    let same_move = |position: &Position, a, b| game.is_same_solution(position, a, b);
    let has_left = |end: &Position| game.surplus(end).is_some();
    let found = solutions.find(&same_move, &mut Silent);
    if !found.others.iter().all(|other| is_wanted(other.kind)) || !found.open.is_empty() {
        return None;
    }
    let defences = solutions.find_defences(&has_left, &mut Silent);
    let leaves = solutions.leaves_something(&has_left, &mut Silent)?;
    let usual = Tolerance::default();
    let surplus = leaves.then_some(Word::Surplus);
    let judged = Judgement::of(&found, Some(&defences), surplus, usual);
    let words = judged.flaws.iter().chain(&judged.tolerated);
    let words = words.copied().map(Word::name).collect();
    judged.is_decided.then_some(Named { line, words })
}
