//! Machines in virtual time: one machine repeats the search of one thread, many machines give its
//! answers despite faults, and the seed determines everything.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei::game::{Notation, TreeGame};
use shomei::jobs::Crews;
use shomei::search::registry::Settings;
use shomei::{Aim, Answer, AnyPosition, Kinds, Limits, Session, Side};
use shomei_cluster::Config;
use shomei_cluster::simulator::{Cluster, Simulation, simulate};
use shomei_parallel::{Done, JobOrder, UpperTree, open};
use shomei_search::Silent;
use shomei_testkit::random::{Shape, game_text};

/// Small problems of four games, proved and disproved, and one with cycles.
const PROBLEMS: [(&str, &str, &str); 9] = [
    (
        "loa",
        "",
        "........x.x.......................x.....o.....ooox..oooo........ x",
    ),
    (
        "loa",
        "",
        "...x....o.................oxx....o..ooo....ox................... x",
    ),
    (
        "othello",
        "",
        "O-XXXXXX-OXXXOXX-OOXOXOOXOOXOOXX-O-OOOXX--OOOOXX--OOOOXX-OOO-O-- O",
    ),
    (
        "othello",
        "",
        "--X-XXX---OOOX--XXOOXXX-XXOXOXXXXXOOXXXXXXXOXXXX--XXOX----XXXX-- O",
    ),
    (
        "uttt",
        "",
        "X;.@....O..;..XX.X.../.OO...X.X/O..OXXXO./.XO..OX.X/..XO.X.../OO....OXO/OOOX...../.XXO.X.../....O.OOX",
    ),
    (
        "uttt",
        "",
        "X;O..O.....;..OX.OO.O/...O...X./X.X..OX.X/X.OOOXO.X/X.OX...XO/.XOO.XX../X..XO..OO/O..OX...O/.O.XXOXX.",
    ),
    ("shogi", "", "4k4/9/9/9/9/9/9/9/9 b R2G 1"),
    ("shogi", "", "8k/9/9/9/9/9/9/9/9 b BGSN 1"),
    (
        "tree",
        "r = OR { a, b } a = AND { r, c } b = AND { c, d } c = OR { a, d } d = OR { Won }",
        "r",
    ),
];

fn place(game: &str, rules: &str, text: &str) -> AnyPosition {
    let game = Kinds::builtin().open(game, rules).unwrap();
    game.position(text).unwrap()
}

fn by_one_thread(root: &AnyPosition, aim: Aim) -> Answer {
    let mut session = Session::new(root.game()).unwrap();
    session.solve(root, aim).unwrap().report.answer
}

fn config(least: u64) -> Config {
    let mut config = Config::default();
    config.ways.least = least;
    config
}

/// The configuration of threads in one process.
fn as_threads(share: u64) -> Config {
    let mut config = config(share);
    config.ways.opens_at = 8;
    config.queued = 0;
    config.most_queued = 0;
    config
}

fn simulated(
    root: &AnyPosition,
    aim: Aim,
    config: &Config,
    cluster: &Cluster,
    watch: &mut dyn FnMut(&JobOrder, &Done),
) -> Simulation {
    let stop = Arc::new(AtomicBool::new(false));
    let settings = Settings::default();
    // An endless simulation fails.
    let limit = (Some(50_000_000), &stop);
    simulate(root, aim, (&settings, config), cluster, limit, watch).unwrap()
}

fn run(root: &AnyPosition, aim: Aim, config: &Config, cluster: &Cluster) -> Simulation {
    simulated(root, aim, config, cluster, &mut |_, _| {})
}

fn machines(machines: u32, threads: u32) -> Cluster {
    Cluster {
        machines,
        threads,
        memory: 1 << 22,
        ..Cluster::default()
    }
}

#[test]
fn one_machine_searches_the_nodes_of_one_thread() {
    let mut jobs = 0;
    for seed in 0..100 {
        for share in [1, 3, 20] {
            // If paths meet, the coordinator solves all occurrences of a position and searches
            // less.
            let rules = game_text(seed, Shape::Tree, 30);
            let game = TreeGame::parse(&rules).unwrap();
            let mut settings = Settings::default();
            settings.set("share", share.to_string());
            let mut search = open("df-pn", &game, &settings, 1 << 22).unwrap();
            let report = search.search(&game.start(), &Limits::default(), &mut Silent);
            let any = Kinds::builtin().open("tree", &rules).unwrap();
            // The first side moves at OR nodes.
            let aim = Aim::win(Side::First);
            let one = run(&any.start(), aim, &as_threads(share), &machines(1, 1));
            assert_eq!(one.answer, report.answer, "{seed} {share}");
            assert_eq!(one.figures.nodes, report.counters.nodes(), "{seed} {share}");
            jobs += one.figures.jobs;
        }
    }
    assert!(jobs > 300, "{jobs} jobs");
}

/// Runs the upper tree with one searcher and without a coordinator. Returns all jobs and results.
fn plain_loop(
    root: &AnyPosition,
    aim: Aim,
    config: &Config,
    memory: usize,
) -> Vec<(JobOrder, Done)> {
    let settings = Settings::default();
    let id = root.identity(aim).unwrap();
    let mut tree = UpperTree::new(id, &settings, &config.ways).unwrap();
    let crews = Crews {
        settings,
        tables: 1,
        searchers: 1,
        memory,
        stop: Arc::default(),
    };
    let mut jobs = Vec::new();
    let mut all = |mut crews: Vec<shomei::jobs::Crew<'_>>| {
        let searcher = &mut crews[0].searchers[0];
        while let Some((ticket, mut order)) = tree.pick() {
            order.reports_solved = config.least_solved;
            let (done, known) = searcher.run(&order);
            let ended = tree.end(&ticket, &done).unwrap();
            for known in known.iter().chain(&ended.solved) {
                tree.solve(known);
            }
            searcher.store_update(&ended.update);
            jobs.push((order, done));
        }
    };
    root.with_crews(aim, &crews, &mut all).unwrap();
    assert!(tree.root().bounds.is_solved());
    jobs
}

/// Checks that one machine does these jobs in this order with these results and times.
fn assert_repeated(root: &AnyPosition, aim: Aim, share: u64) -> usize {
    let mut config = as_threads(share);
    config.least_unsolved = u64::MAX;
    let expected = plain_loop(root, aim, &config, 1 << 22);
    let mut trace = Vec::new();
    let one = simulated(root, aim, &config, &machines(1, 1), &mut |order, done| {
        let (mut order, mut done) = (order.clone(), done.clone());
        (order.lease, done.lease) = (0, 0);
        trace.push((order, done));
    });
    assert_eq!(trace, expected, "{}", root.text());
    let work: u64 = expected.iter().map(|(_, done)| done.work.max(1)).sum();
    assert_eq!(one.makespan, work, "{}", root.text());
    trace.len()
}

#[test]
fn one_machine_repeats_the_sequential_upper_tree_job_for_job() {
    let mut jobs = 0;
    for (name, rules, text) in PROBLEMS {
        let root = place(name, rules, text);
        jobs += assert_repeated(&root, Aim::win(root.to_move()), 64);
    }
    for shape in Shape::ALL {
        for seed in 0..40 {
            let game = Kinds::builtin()
                .open("tree", &game_text(seed, shape, 30))
                .unwrap();
            jobs += assert_repeated(&game.start(), Aim::win(Side::First), 3);
        }
    }
    assert!(jobs > 300, "{jobs} jobs");
}

#[test]
fn many_machines_give_the_answers_of_one_thread_despite_faults() {
    let (mut jobs, mut wrongs) = (0, [0; 4]);
    for (name, rules, text) in PROBLEMS {
        let root = place(name, rules, text);
        let aim = Aim::win(root.to_move());
        let expected = by_one_thread(&root, aim);
        for (seed, (count, threads)) in (0..).zip([(2, 1), (4, 2), (16, 1), (3, 4)]) {
            let mut config = config(32);
            config.lease = 20_000;
            let cluster = Cluster {
                round_trip: 300,
                bandwidth: 500,
                lost: 300,
                twice: 300,
                late: 300,
                crashes: 100,
                seed,
                ..machines(count, threads)
            };
            let simulation = run(&root, aim, &config, &cluster);
            assert_eq!(simulation.answer, expected, "{name} {text} {cluster:?}");
            jobs += simulation.figures.jobs;
            let traffic = simulation.traffic;
            let now = [traffic.lost, traffic.twice, traffic.late, traffic.crashes];
            for (all, now) in wrongs.iter_mut().zip(now) {
                *all += now;
            }
        }
    }
    assert!(jobs > 1_000, "{jobs} jobs");
    assert!(wrongs.iter().all(|&wrong| wrong > 10), "{wrongs:?}");
}

#[test]
fn a_seed_determines_the_simulation() {
    let (name, rules, text) = PROBLEMS[3];
    let root = place(name, rules, text);
    let aim = Aim::win(root.to_move());
    let of_seed = |seed| {
        let mut config = config(32);
        config.lease = 50_000;
        let cluster = Cluster {
            round_trip: 100,
            lost: 500,
            crashes: 500,
            seed,
            ..machines(4, 2)
        };
        run(&root, aim, &config, &cluster)
    };
    assert_eq!(of_seed(1), of_seed(1));
    assert_ne!(of_seed(1), of_seed(2));
}

#[test]
fn time_is_the_sum_of_jobs_and_messages() {
    let (name, rules, text) = PROBLEMS[1];
    let root = place(name, rules, text);
    let aim = Aim::win(root.to_move());
    let config = as_threads(64);
    let time = |round_trip, bandwidth| {
        let cluster = Cluster {
            round_trip,
            bandwidth,
            ..machines(1, 1)
        };
        run(&root, aim, &config, &cluster)
    };
    let (near, far, narrow) = (time(0, 0), time(1000, 0), time(0, 100));
    // One job at a time: the last result arrives half a round trip later.
    assert_eq!(far.makespan, near.makespan + 1000 * near.figures.jobs);
    let Simulation { traffic, .. } = narrow;
    let entries = traffic.entries_out + traffic.entries_back;
    assert!(entries > 0);
    assert_eq!(narrow.makespan, near.makespan + 10 * entries);
    assert_eq!((near.figures, near.answer), (far.figures, far.answer));
}

/// A machine with a lost result goes on with the next job. Its result frees the leaf of the lost one.
#[test]
fn five_lost_results_of_a_hundred_cost_less_than_half_of_the_speed() {
    let (name, rules, text) = PROBLEMS[1];
    let root = place(name, rules, text);
    let aim = Aim::win(root.to_move());
    let lossy = |lost| {
        let mut config = config(16);
        // Longer than the whole search.
        config.lease = 10_000_000;
        let cluster = Cluster {
            lost,
            away: 10_000_000,
            ..machines(4, 2)
        };
        run(&root, aim, &config, &cluster)
    };
    let (none, some) = (lossy(0), lossy(500));
    assert_eq!(some.answer, none.answer);
    assert!(some.traffic.lost > 10, "{some:?}");
    assert!(some.makespan < 2 * none.makespan, "{some:?} {none:?}");
}

/// The coordinator needs 200 units for a job, so eight threads with jobs of 16 would wait for it.
#[test]
fn jobs_grow_while_the_coordinator_is_busy() {
    let (name, rules, text) = PROBLEMS[1];
    let root = place(name, rules, text);
    let aim = Aim::win(root.to_move());
    let busy = |per_job| {
        let cluster = Cluster {
            per_job,
            ..machines(8, 1)
        };
        run(&root, aim, &config(16), &cluster)
    };
    let (idle, busy) = (busy(0), busy(200));
    assert_eq!(busy.answer, idle.answer);
    assert_eq!(idle.budget, 16);
    assert_eq!(busy.figures.lost, 0);
    assert!(busy.budget > 200, "{busy:?}");
    assert!(busy.figures.jobs * 2 < idle.figures.jobs, "{busy:?}");
}

#[test]
fn threads_of_a_machine_share_its_table_and_work_at_a_time() {
    let (name, rules, text) = PROBLEMS[1];
    let root = place(name, rules, text);
    let aim = Aim::win(root.to_move());
    let makespan = |threads| run(&root, aim, &config(64), &machines(1, threads)).makespan;
    let (one, four) = (makespan(1), makespan(4));
    assert!(four * 2 < one, "{one} {four}");
}
