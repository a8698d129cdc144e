//! Measures the endgame solver alone on files of positions (win, draw or loss): `cargo bench -p
//! shomei-othello --bench endgame -- [FILE ...]`.
//!
//! A file contains one position per line, optionally with the scores of moves, by which the answers
//! are then checked. Without files, two sets of the repository are used. Each position is solved
//! `ROUNDS` times with an empty table, and the best time counts.

#![allow(clippy::print_stdout, reason = "it is what a bench is for")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use shomei_game::{Goal, Kind, Notation, Scored, Side};
use shomei_othello::endgame::Solver;
use shomei_othello::{Othello, Position};

/// The number of times that each position is solved.
const ROUNDS: usize = 3;

/// The name and the constructor of a solver.
type Way = (&'static str, fn() -> Solver);

/// The measured solvers: with tables of 512 KiB and 4 MiB.
const WAYS: [Way; 4] = [
    ("512 KiB, evaluating", || {
        Solver::with_table(13).evaluating()
    }),
    ("512 KiB", || Solver::with_table(13)),
    ("4 MiB, evaluating", || Solver::with_table(16).evaluating()),
    ("512 KiB, portable", || Solver::with_table(13).portable()),
];

/// A position and, if it is known, the score of the side to move.
struct ScoredPosition {
    position: Position,
    score: Option<i32>,
}

fn read(path: &Path) -> Vec<ScoredPosition> {
    let game = Othello::open("", Goal::win(Side::First)).expect("the usual rules");
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().enumerate();
    let known = lines.filter_map(|(i, line)| {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let fault = |error| panic!("{}:{}: {error}", path.display(), i + 1);
        // In sets of the repository the board is followed by other words than scores.
        let board = line.split(';').next().unwrap_or(line).trim();
        let position = game.parse_position(board).unwrap_or_else(fault);
        let scores = game.known_scores(line).unwrap_or_default();
        Some(ScoredPosition {
            position,
            score: scores.iter().map(|known| known.score).max(),
        })
    });
    known.collect()
}

/// Solves a set; returns the number of entered positions and the sum of the best times.
fn measure(set: &[ScoredPosition], new: fn() -> Solver) -> (u64, Duration) {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for ScoredPosition { position, score } in set {
        let mut best = Duration::MAX;
        for round in 0..ROUNDS {
            let mut solver = new();
            let start = Instant::now();
            let outcome = solver.outcome(position);
            best = best.min(start.elapsed());
            if round == 0 {
                nodes += solver.nodes();
            }
            if let Some(score) = score {
                assert_eq!(outcome, score.cmp(&0), "{position:?}");
            }
        }
        time += best;
    }
    (nodes, time)
}

fn main() {
    // Cargo adds `--bench`.
    let named = std::env::args_os()
        .skip(1)
        .filter(|word| word != "--bench" && word != "--test");
    println!("processor: {}", Solver::plain().processor());
    let mut files: Vec<PathBuf> = named.map(PathBuf::from).collect();
    if files.is_empty() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/othello");
        files = ["discs-48.txt", "discs-52.txt"]
            .map(|set| corpus.join(set))
            .into();
    }
    for file in &files {
        let set = read(file);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        for (how, new) in WAYS {
            let (nodes, time) = measure(&set, new);
            let seconds = time.as_secs_f64();
            println!(
                "{name}: {} positions, {how}: {} nodes a position, {seconds:.3} s, {:.1} Mnodes/s",
                set.len(),
                nodes / set.len().max(1) as u64,
                nodes as f64 / seconds / 1e6,
            );
        }
    }
}
