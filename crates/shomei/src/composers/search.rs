//! What composers ask of a search for the shortest win: other solutions, other defences, and the
//! length without wasted defences.

use std::io::Write;

use shomei_compose::{Counted, Defences, Deviation, Found, Given, Reason, Solutions, count};
use shomei_game::{Game, Notation};
use shomei_search::registry::OpenError;
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::table::TableError;
use shomei_search::{Bracket, Limits, Observer, Stop};

use super::CompositionQuery;
use crate::config::SearchConfig;
use crate::solving::{ShortestSearch, Solution, Task, follow, solve_on_shelf, solve_shortest_then};

/// What a search has found for composers, beside its solution.
#[derive(Debug, Default)]
pub struct Composed {
    /// Other solutions, where they were asked for and there is a win with a line.
    pub others: Option<Others>,
    /// What is known of the shortest win without wasted defences, in games that
    /// [leave them out](shomei_game::Composition::spares_defences), where the length with them is known.
    pub counted: Option<Counted<String>>,
}

/// Other solutions of a problem, as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Others {
    /// The moves that win, too.
    pub found: Found<String>,
    /// What the attacker has left at the end of the line.
    pub left_over: Option<String>,
    /// The other defences and solutions as lines, where they are wanted.
    pub variations: Vec<Deviation<String, Reason>>,
    /// What the other defences are, where that is wanted.
    pub defences: Option<Defences<String>>,
    /// Whether the attacker can have something left at the end of the line whatever the defender
    /// plays; known where the other defences were looked at.
    pub leaves: Option<bool>,
    /// What was found along a line that was [given](CompositionQuery::line), and what is left at its end.
    pub given: Option<(Given<String>, Option<String>)>,
}

/// Searches a problem as its composer asks.
///
/// # Errors
///
/// When the algorithm cannot be opened like this, or cannot search for the shortest win where
/// that is asked for.
pub fn search_problem<G: Game + Notation + 'static>(
    game: &G,
    root: &G::Position,
    task: &Task,
    query: &CompositionQuery,
    observer: &mut dyn Observer,
    out: Option<&mut dyn Write>,
) -> Result<(Solution, Composed), OpenError> {
    let mut composed = Composed::default();
    if !query.asks_length() {
        return Ok((solve_on_shelf(game, root, task, observer, out)?, composed));
    }
    let config = &task.config.started();
    let task = Task {
        config: config.clone(),
        ..task.clone()
    };
    let then = |solution: &mut Solution,
                search: ShortestSearch<'_, '_, G>,
                observer: &mut dyn Observer| {
        let options = search.options;
        match (query.others, search.line) {
            (Some(nodes), Some(line)) => {
                let shortest = search.shortest;
                let solutions = Solutions::new(shortest, &line, options, config.memory, nodes)?;
                let others = other_solutions(game, solutions, query, observer, solution)?;
                composed.others = Some(others);
            }
            // The memory is for what follows.
            _ => drop(search.shortest),
        }
        // Last, since it may take long: nothing else is lost where it is stopped.
        if query.counted
            && let Some(most) = solution.shortest.and_then(Bracket::exact)
            && let Some(customs) = game.composition()
            && customs.spares_defences()
        {
            let most = (root, most);
            composed.counted = without_wasted(game, most, config, options, solution, observer);
        }
        Ok(())
    };
    let solution = solve_shortest_then(game, root, &task, observer, out, then)?;
    Ok((solution, composed))
}

/// Looks for other solutions.
fn other_solutions<G: Game + Notation>(
    game: &G,
    mut solutions: Solutions<'_, G>,
    query: &CompositionQuery,
    observer: &mut dyn Observer,
    solution: &mut Solution,
) -> Result<Others, TableError> {
    let same_move = |position: &G::Position, a, b| {
        let customs = game.composition();
        customs.is_some_and(|customs| customs.is_same_solution(position, a, b))
    };
    let surplus = |end: &G::Position| game.composition()?.surplus(end);
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
        let given = solutions.along(&line, &same_move, &has_left, observer)?;
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
    Ok(others)
}

/// The moves of a line, up to the first text that is none.
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

/// What is spent on wasted defences at most where there is no limit on nodes: four times those of the
/// length, but no fewer and no more than these.
const WASTED: (u64, u64) = (500_000, 10_000_000);

/// The win of so many plies from a position with wasted defences left out. Nothing where the system
/// does not give the memory.
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
        let customs = game.composition();
        customs.map_or(Vec::new(), |customs| customs.instead(position, mv))
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
        // That nodes are used up does not leave open what was asked for.
        stopped_by: counted.stopped_by.filter(|&stop| stop != Stop::Nodes),
        length: counted.length,
        counters: counted.counters,
    })
}
