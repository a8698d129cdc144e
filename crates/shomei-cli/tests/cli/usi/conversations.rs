//! Random conversations.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use super::engine::UsiEngine;
use super::{HARD, mates, problems};

/// Deterministic numbers from a linear congruential generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

const BAD: [&str; 10] = [
    "",
    "hello world",
    "position",
    "position sfen 9/9/9 b - 1",
    "position startpos moves 7g7f 7g7f",
    "setoption name Threads value 0",
    "setoption name USI_Hash",
    "setoption",
    "ponderhit",
    "go mate maybe",
];

/// A random conversation: questions about small problems and a hard one, stops at any moment, and
/// bad lines.
fn converse(seed: u64, problems: &[(String, bool)], checked_moves: &mut HashMap<String, bool>) {
    let mut numbers = Numbers(seed);
    let mut engine = UsiEngine::begin();
    engine.send("usi");
    engine.read_until("usiok");
    engine.send("setoption name USI_Hash value 1");
    let threads = numbers.one_of(&["1", "1", "2"]);
    engine.send(&format!("setoption name Threads value {threads}"));
    engine.send("isready");
    engine.read_until("readyok");
    for _ in 0..1 + numbers.below(5) {
        if numbers.below(3) == 0 {
            engine.send(numbers.one_of(&BAD));
        }
        let (hard, is_mate) = (HARD.to_string(), false);
        let is_hard = numbers.below(2) == 0;
        let (position, is_mate) = match is_hard {
            true => (&hard, is_mate),
            false => {
                let (position, is_mate) = &problems[numbers.below(problems.len())];
                (position, *is_mate)
            }
        };
        engine.send(&format!("position sfen {position}"));
        let index = engine.answers.len() + engine.due;
        engine.send(numbers.one_of(&["go mate infinite", "go mate", "go mate 20", "go mate 3000"]));
        thread::sleep(Duration::from_micros(numbers.below(20_000) as u64));
        if numbers.below(4) == 0 {
            engine.send(numbers.one_of(&BAD));
            engine.send(numbers.one_of(&["isready", "usinewgame", "position startpos"]));
        }
        if numbers.below(6) == 0 {
            // Another question ends the search.
            engine.send("go mate 10");
        }
        engine.send("stop");
        engine.read_answers();
        let answer = &engine.answers[index];
        match answer.strip_prefix("checkmate ").unwrap() {
            "timeout" => {}
            "nomate" => assert!(!is_mate && !is_hard, "{position}: {answer}"),
            moves => {
                assert!(is_mate, "{position}: {answer}");
                let key = format!("{position} {moves}");
                let is_right = checked_moves
                    .entry(key)
                    .or_insert_with(|| mates(position, moves));
                assert!(*is_right, "{position}: {answer}");
            }
        }
    }
    if numbers.below(2) == 0 {
        engine.send(&format!("position sfen {HARD}"));
        engine.send("go mate infinite");
    }
    engine.quit();
}

fn conversations(seeds: std::ops::Range<u64>) {
    let (problems, mut checked_moves) = (problems(), HashMap::new());
    for seed in seeds {
        converse(seed, &problems, &mut checked_moves);
    }
}

#[test]
fn forty_conversations() {
    conversations(0..40);
}

#[test]
#[ignore = "about 80 s"]
fn a_thousand_conversations() {
    conversations(40..1040);
}
