//! 1,000 random conversations by NBoard's protocol.

use std::thread;
use std::time::Duration;

use shomei_protocols::othello::Options;

use crate::reference::{Board, Dice, Game, Truth, name, named};
use crate::talk::Talk;

const CONVERSATIONS: u64 = 1_000;

/// The maximum number of empty squares for which the test computes exact scores.
const PLAIN: usize = 6;

/// The number of conversations that run at the same time.
const SIDE_BY_SIDE: usize = 8;

/// The expected state of the session, and counts of its claims.
struct NboardModel {
    talk: Talk,
    dice: Dice,
    truth: Truth,
    /// `None` if the session has no position.
    game: Option<Game>,
    /// Whether the last search was stopped, so that its answer can be a guess.
    is_stopped: bool,
    /// Whether a command was sent before the answer to the last question. A score may be proven at
    /// that time although its line is incomplete.
    is_interrupted: bool,
    claims: usize,
    moves: usize,
}

/// The squares and passes of a line of play without blanks.
fn moves_of(line: &str) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    letters
        .chunks(2)
        .map(|pair| pair.iter().collect())
        .collect()
}

impl NboardModel {
    fn now(&self) -> Option<Board> {
        self.game.as_ref().map(|game| game.now().clone())
    }

    /// Checks the claims of a line against the exact scores of the position.
    fn check(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["search", pv, eval, "0", depth, ..] => {
                let now = self.now().unwrap();
                let eval: f64 = eval.parse().unwrap();
                let line = moves_of(pv);
                let mv = named(&line[0], "PA");
                assert!(now.moves().contains(&mv), "{pv}");
                let score = f64::from(self.truth.of_move(&now, mv));
                match depth {
                    "100%" => {
                        assert_eq!(eval, score, "{pv}");
                        self.keeps(&now, &line, score);
                    }
                    "100%W" => assert!(eval * score > 0.0 || eval == score, "{pv} {eval} {score}"),
                    _ => panic!("{depth}"),
                }
                self.claims += 1;
            }
            ["analysis", made, eval] => {
                let game = self.game.as_ref().unwrap();
                let position = &game.positions[made.parse::<usize>().unwrap()];
                // With more empty squares the reference search takes too long.
                if position.empties() <= PLAIN {
                    let score = f64::from(self.truth.score(position));
                    assert_eq!(eval.parse::<f64>().unwrap(), score);
                    self.claims += 1;
                }
            }
            ["===", answer] => {
                let now = self.now().unwrap();
                let [mv, eval, time] = answer.split('/').collect::<Vec<_>>()[..] else {
                    panic!("{answer}");
                };
                let mv = named(mv, "PA");
                assert!(now.moves().contains(&mv), "{answer}");
                assert!(time.parse::<f64>().unwrap() >= 0.0);
                if eval.is_empty() {
                    assert_eq!(now.moves().len(), 1);
                } else if !self.is_stopped {
                    let best = self.truth.score(&now);
                    assert_eq!(eval.parse::<f64>().unwrap(), f64::from(best));
                    assert_eq!(self.truth.of_move(&now, mv), best);
                }
                self.moves += 1;
            }
            ["nodestats", nodes, seconds] => {
                assert!(nodes.parse::<u64>().is_ok() && seconds.parse::<f64>().is_ok());
            }
            ["status", ..] | ["learned"] | ["pong", ..] | ["set", "myname", "shomei"] => {}
            _ => panic!("no line of the protocol: {line:?}"),
        }
    }

    /// Checks that the line of a proven score contains legal moves that keep the score.
    fn keeps(&mut self, from: &Board, line: &[String], score: f64) {
        let (mut at, mut score) = (from.clone(), score);
        for mv in line {
            let mv = named(mv, "PA");
            assert!(at.moves().contains(&mv), "{line:?}");
            at = at.play(mv);
            score = -score;
            assert_eq!(f64::from(self.truth.score(&at)), score, "{line:?}");
        }
        assert!(at.is_over() || self.is_interrupted, "{line:?}");
    }

    /// Reads lines up to one with this beginning, and checks them.
    fn receive_until(&mut self, start: &str) -> Vec<String> {
        let received = self.talk.receive_until(start);
        received.iter().for_each(|line| self.check(line));
        received
    }

    /// Sends `ping`; after its answer the previous search prints nothing.
    fn ping(&mut self) {
        let number = self.dice.below(1000);
        self.talk.send(&format!("ping {number}"));
        let received = self.receive_until("pong ");
        assert_eq!(received.last().unwrap(), &format!("pong {number}"));
    }

    fn place(&mut self) {
        let empties = self.dice.below(5);
        let game = Game::random(&mut self.dice, empties);
        let pass = *self.dice.one_of(&["PA", "pass", "ps"]);
        let game = match self.dice.below(2) {
            0 => game,
            _ => game.from(game.moves.len().saturating_sub(self.dice.below(2))),
        };
        self.talk.send(&format!("set game {}", game.ggf(pass)));
        self.game = Some(game);
    }

    fn step(&mut self) {
        let legal = self.now().map_or(Vec::new(), |now| now.moves());
        if self.dice.below(5) == 0 || legal.is_empty() {
            let text = *self.dice.one_of(&["J9", "D4", "", "f9//", "e5/1/2"]);
            self.talk.send(&format!("move {text}"));
            let received = self.receive_until("status ");
            let text = received.last().unwrap();
            let named = text.starts_with("status move: ") || text.contains("no valid position");
            assert!(named, "{text}");
            self.game = None;
            return;
        }
        let mv = *self.dice.one_of(&legal);
        let game = self.game.as_mut().unwrap();
        game.play(mv);
        let text = match self.dice.below(2) {
            0 => name(mv, "PA"),
            _ => name(mv, "pa").to_lowercase(),
        };
        let line = match self.dice.below(4) {
            0 => format!("move {text}"),
            1 => format!("move {text}/-12.5/3.25"),
            2 => format!("move {text}//1"),
            _ => text,
        };
        self.talk.send(&line);
    }

    /// Sends a question; waits for the complete answer or continues at once.
    fn ask(&mut self) {
        let wanted = 1 + self.dice.below(12);
        let question = match self.dice.below(3) {
            0 => "go".to_string(),
            1 => format!("hint {wanted}"),
            _ => "analyze".to_string(),
        };
        self.talk.send(&question);
        let whole = self.game.as_ref().map(|game| game.positions[0].empties());
        let is_long = question == "analyze" && whole.is_some_and(|empties| empties > 12);
        self.is_interrupted = true;
        match self.dice.below(3) {
            0 => self.ping(),
            _ if is_long => self.ping(),
            1 => {
                self.is_stopped = true;
                self.talk.send("stop");
            }
            _ => {
                self.is_interrupted = false;
                self.receive_answer(&question, wanted);
                return;
            }
        }
        self.ping();
        self.is_stopped = false;
        self.is_interrupted = false;
    }

    fn receive_answer(&mut self, question: &str, wanted: usize) {
        let Some(now) = self.now() else {
            let received = self.receive_until("status there is no valid position");
            assert_eq!(received.len(), 1);
            return;
        };
        if question == "analyze" {
            let received = self.receive_until("status proven");
            let printed = received.iter().filter(|line| line.starts_with("analysis"));
            assert_eq!(printed.count(), self.game.as_ref().unwrap().positions.len());
            return;
        }
        if now.is_over() {
            self.receive_until("status the game is over");
            return;
        }
        if question == "go" {
            self.receive_until("=== ");
            let status = self.talk.receive();
            let is_proven = status.starts_with("status proven: a best move, ");
            assert!(is_proven || status == "status the only move", "{status}");
            return;
        }
        // The best moves, in the order of their scores.
        let received = self.receive_until("status proven: ");
        let exact = received.iter().filter(|line| line.contains(" 0 100% "));
        let printed: Vec<i32> = exact
            .map(|line| line.split(' ').nth(2).unwrap().parse::<f64>().unwrap() as i32)
            .collect();
        let moves = now.moves().into_iter();
        let mut scores: Vec<i32> = moves.map(|mv| self.truth.of_move(&now, mv)).collect();
        scores.sort_by_key(|score| -score);
        assert_eq!(printed[0], scores[0]);
        scores.truncate(wanted);
        let mut sorted = printed.clone();
        sorted.sort_by_key(|score| -score);
        assert_eq!(sorted, scores, "hint {wanted}: {received:?}");
    }

    fn junk(&mut self) {
        let junk = self.dice.junk();
        let line = match self.dice.below(4) {
            0 => format!("set {junk}"),
            1 => "set depth 6".to_string(),
            2 => "set contempt 0".to_string(),
            _ => junk,
        };
        self.talk.send(&line);
    }
}

/// A conversation; returns the number of its claims and of its moves.
fn converse(seed: u64) -> [usize; 2] {
    let options = Options {
        time: Some(Duration::from_secs(60)),
        ..Options::default()
    };
    let mut model = NboardModel {
        talk: Talk::nboard(options),
        dice: Dice::new(seed + 1),
        truth: Truth::default(),
        game: None,
        is_stopped: false,
        is_interrupted: false,
        claims: 0,
        moves: 0,
    };
    model.talk.send("nboard 2");
    model.place();
    for _ in 0..3 + model.dice.below(12) {
        match model.dice.below(8) {
            0 => model.place(),
            1 | 2 => model.step(),
            3..=5 => model.ask(),
            6 => model.ping(),
            _ => model.junk(),
        }
    }
    model.ping();
    model.talk.end();
    [model.claims, model.moves]
}

/// Every claim is true, every move is legal, every best move is one, and every `ping` has its
/// answer.
#[test]
fn a_thousand_random_conversations() {
    // Most of the time is spent waiting for the session.
    let each = |first: u64| {
        let seeds = (first..CONVERSATIONS).step_by(SIDE_BY_SIDE);
        seeds
            .map(converse)
            .fold([0, 0], |a, b| [a[0] + b[0], a[1] + b[1]])
    };
    let counts: Vec<[usize; 2]> = thread::scope(|scope| {
        let all: Vec<_> = (0..SIDE_BY_SIDE as u64)
            .map(|first| scope.spawn(move || each(first)))
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let [claims, moves] = [0, 1].map(|what| counts.iter().map(|count| count[what]).sum::<usize>());
    assert!(
        claims > 600 && moves > 100,
        "{claims} claims, {moves} moves"
    );
}
