//! Benchmarks of the rules' functions that searches call in their inner loops: `cargo bench -p
//! shomei-loa`.
//!
//! Each figure is an average over all children, or all positions, of one random game, so that
//! openings, middle games and endgames all count.

#![allow(missing_docs, reason = "criterion_group! makes a public function")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shomei_game::{Game, Goal, Init, Key, Side, Status, perft};
use shomei_loa::{Loa, Move, Position, Rules};

fn game() -> Loa {
    Loa::new(Rules::OLYMPIAD, Goal::win(Side::First))
}

/// The positions of some random games, with all legal moves.
fn positions() -> Vec<(Position, Vec<Move>)> {
    let game = game();
    let mut positions = Vec::new();
    let mut random = 1;
    for _ in 0..10 {
        let mut position = Position::start();
        while game.status(&position) == Status::Open {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            random = Key::of(random).0;
            let mv = moves[random as usize % moves.len()];
            positions.push((position, moves));
            position = game.play(&position, mv);
        }
    }
    positions
}

fn children(c: &mut Criterion) {
    let game = game();
    let positions = positions();
    let children: u64 = positions.iter().map(|(_, moves)| moves.len() as u64).sum();
    let mut group = c.benchmark_group("per child");
    group.throughput(Throughput::Elements(children));
    let mut each = |name: &str, ask: &dyn Fn(&Position, Move) -> u64| {
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut sum = 0u64;
                for (position, moves) in black_box(&positions) {
                    for &mv in moves {
                        sum = sum.wrapping_add(ask(position, mv));
                    }
                }
                sum
            });
        });
    };
    each("play, status, count_moves", &|position, mv| {
        let child = game.play(position, mv);
        let status = game.status(&child) as u64;
        status + child.mobility(child.to_move()) as u64
    });
    each("play, status, estimate, key", &|position, mv| {
        let child = game.play(position, mv);
        let estimate = game.estimate(&child, Init::Eval);
        let status = game.status(&child) as u64;
        status ^ u64::from(estimate.proof ^ estimate.disproof) ^ game.key(&child).0
    });
    each("key_after", &|position, mv| position.key_after(mv).0);
    each("rank", &|position, mv| game.hints(position, mv).rank as u64);
}

fn generation(c: &mut Criterion) {
    let game = game();
    let positions = positions();
    let mut group = c.benchmark_group("per position");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("moves", |b| {
        let mut moves = Vec::with_capacity(256);
        b.iter(|| {
            for (position, _) in black_box(&positions) {
                moves.clear();
                game.moves(position, &mut moves);
                black_box(&moves);
            }
        });
    });
}

fn paths(c: &mut Criterion) {
    let game = game();
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(1_563_208));
    group.bench_function("start, depth 4", |b| {
        b.iter(|| perft(&game, black_box(&Position::start()), 4));
    });
}

criterion_group!(benches, children, generation, paths);
criterion_main!(benches);
