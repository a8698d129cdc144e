//! Results for composers from a search for the shortest win: other solutions, other defences, and
//! the length without wasted defences.

use shomei_compose::{Counted, Defences, Deviation, Given, OtherWins, Reason, Solutions, count};
use shomei_game::{Game, Notation, Status};
use shomei_search::registry::OpenError;
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Bracket, Limits, Observer, Stop};

use super::{Composition, CompositionQuery, OtherSolutions, OtherSolutionsQuery};
use crate::config::SearchConfig;
use crate::solving::{
    ShortestOutputs, ShortestSearch, Solution, Task, follow, solve, solve_shortest,
};

/// Other solutions of a problem, as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Others {
    /// The other winning moves.
    pub found: OtherWins<String>,
    /// The things that the attacker has left at the end of the line.
    pub left_over: Option<String>,
    /// The other defences and solutions as lines, if requested.
    pub variations: Vec<Deviation<String, Reason>>,
    /// The kinds of the other defences, if requested.
    pub defences: Option<Defences<String>>,
    /// Whether the attacker can have something left at the end of the line against every defence;
    /// known if other defences were searched.
    pub leaves: Option<bool>,
    /// The results along a [given](OtherSolutionsQuery::line) line, and the things left at its end.
    pub given: Option<(Given<String>, Option<String>)>,
}

/// Searches a problem and answers the questions of a composer. The composition contains the results
/// of this one search; a [session](crate::Session::check_problem) adds the rest.
///
/// # Errors
///
/// The algorithm cannot be opened with these settings, or cannot search for the shortest win
/// although that is requested.
pub fn search_problem<G: Game + Notation + 'static>(
    game: &G,
    root: &G::Position,
    task: &Task,
    query: &CompositionQuery,
    observer: &mut dyn Observer,
    out: ShortestOutputs<'_>,
) -> Result<(Solution, Composition), OpenError> {
    let mut composition = Composition::default();
    if !query.asks_length() {
        let solution = solve(game, root, task, observer, out.answer)?;
        return Ok((solution, composition));
    }
    let config = &task.config.started();
    let task = Task {
        config: config.clone(),
        ..task.clone()
    };
    let (mut others, mut counted) = (None, None);
    let then = |solution: &mut Solution,
                search: ShortestSearch<'_, '_, G>,
                observer: &mut dyn Observer| {
        let options = search.options;
        match (&query.others, search.line) {
            (Some(query), Some(line)) => {
                let (shortest, nodes) = (search.shortest, query.nodes);
                let solutions = Solutions::new(shortest, &line, options, config.memory, nodes)?;
                others = Some(other_solutions(game, solutions, query, observer, solution));
            }
            // Free the memory for the searches that follow.
            _ => drop(search.shortest),
        }
        // The slowest part runs last, so that a stop loses no other result.
        if query.counted
            && let Some(most) = solution.shortest.and_then(Bracket::exact)
            && let Some(rules) = game.composing_rules()
            && rules.spares_defences()
        {
            let most = (root, most);
            counted = without_wasted(game, most, config, options, solution, observer);
        }
        Ok(())
    };
    let solution = solve_shortest(game, root, &task, observer, out, then)?;
    // The solution of a position in which the game is over has no other moves.
    let query = query
        .others
        .as_ref()
        .filter(|_| game.status(root) == Status::Open);
    composition.others = query.and_then(|query| OtherSolutions::of(query, &solution, others));
    composition.counted = counted;
    Ok((solution, composition))
}

/// Searches for other solutions.
fn other_solutions<G: Game + Notation>(
    game: &G,
    mut solutions: Solutions<'_, G>,
    query: &OtherSolutionsQuery,
    observer: &mut dyn Observer,
    solution: &mut Solution,
) -> Others {
    let same_move = |position: &G::Position, a, b| {
        let rules = game.composing_rules();
        rules.is_some_and(|rules| rules.is_same_solution(position, a, b))
    };
    let surplus = |end: &G::Position| game.composing_rules()?.surplus(end);
    let has_left = |end: &G::Position| surplus(end).is_some();
    let found = solutions.find(&same_move, observer);
    let variations = match query.variations {
        Some(least) => solutions.variations(&found, least, observer),
        None => Vec::new(),
    };
    let (mut defences, mut leaves) = (None, None);
    if query.defences {
        defences = Some(solutions.find_defences(&has_left, observer));
        leaves = solutions.leaves_something(&has_left, observer);
    }
    let positions = solutions.positions().to_vec();
    let texts_from = |positions: &[G::Position], ply: usize, moves: &[G::Move]| -> Vec<String> {
        let start = positions.get(ply);
        let texts = start.map(|start| follow(game, start, moves));
        texts.unwrap_or_default()
    };
    let mut text = |ply: usize, moves: &[G::Move]| texts_from(&positions, ply, moves);
    let mut is_open = !found.open.is_empty();
    is_open |= defences.as_ref().is_some_and(|all| !all.open.is_empty());
    let mut others = Others {
        variations: variations.iter().map(|one| one.map(&mut text)).collect(),
        found: found.map(text),
        left_over: positions.last().and_then(surplus),
        defences: defences.map(|all| all.map(text)),
        leaves,
        given: None,
    };
    if let (Some(given), Some(root)) = (&query.line, positions.first()) {
        let line = read_line(game, root, given);
        let given = solutions.along(&line, &same_move, &has_left, observer);
        let positions = solutions.positions();
        let text = |ply: usize, moves: &[G::Move]| texts_from(positions, ply, moves);
        is_open |= !given.found.open.is_empty() || !given.defences.open.is_empty();
        let left = positions.last().and_then(surplus);
        let texts = Given {
            line: follow(game, root, &given.line),
            wins: given.wins,
            found: given.found.map(text),
            defences: given.defences.map(text),
        };
        others.given = Some((texts, left));
    }
    solution.report.counters = solutions.counters();
    if is_open {
        let stop = solutions.stopped_by();
        solution.report.stopped_by = solution.report.stopped_by.or(stop);
    }
    others
}

/// The moves of a line, up to the first text that is not a legal move.
fn read_line<G: Game + Notation>(game: &G, root: &G::Position, texts: &[String]) -> Vec<G::Move> {
    let mut position = root.clone();
    let mut line = Vec::with_capacity(texts.len());
    for text in texts {
        let Ok(mv) = game.parse_move(&position, text) else {
            break;
        };
        position = game.play(&position, mv);
        line.push(mv);
    }
    line
}

/// The bounds of the node limit for wasted defences if the query has no node limit. The limit is
/// four times the nodes of the length search, within these bounds.
const WASTED: (u64, u64) = (500_000, 10_000_000);

/// The win without wasted defences from a position with a win in `most` plies. `None` if the memory
/// cannot be allocated.
fn without_wasted<G: Game + Notation>(
    game: &G,
    (root, most): (&G::Position, u16),
    config: &SearchConfig,
    options: &DfPnOptions,
    solution: &mut Solution,
    observer: &mut dyn Observer,
) -> Option<Counted<String>> {
    let counters = &mut solution.report.counters;
    let rest = config.limits.less(counters);
    let nodes = rest.nodes.unwrap_or_else(|| {
        let (least, greatest) = WASTED;
        counters.nodes().saturating_mul(4).clamp(least, greatest)
    });
    let limits = Limits {
        nodes: Some(nodes),
        ..rest
    };
    let instead = |position: &G::Position, mv| {
        let rules = game.composing_rules();
        rules.map_or(Vec::new(), |rules| rules.instead(position, mv))
    };
    let most = (root, most);
    let counted = count(
        game,
        &instead,
        most,
        options,
        config.memory,
        &limits,
        observer,
    )
    .ok()?;
    counters.add(&counted.counters);
    Some(Counted {
        line: follow(game, root, &counted.line),
        // Used-up nodes of this part do not make the query incomplete.
        stopped_by: counted.stopped_by.filter(|&stop| stop != Stop::Nodes),
        length: counted.length,
        counters: counted.counters,
    })
}
