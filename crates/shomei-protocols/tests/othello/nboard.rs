//! Conversations with NBoard.

use std::time::Duration;

use shomei_protocols::othello::Options;

use crate::reference::{Dice, Game, Truth, named};
use crate::talk::Talk;

fn options(time: Duration) -> Options {
    Options {
        time: Some(time),
        ..Options::default()
    }
}

const LONG: Duration = Duration::from_secs(60);

/// The sample session at the beginning of NBoard's protocol description, in its order.
#[test]
fn the_sample_session() {
    let talk = Talk::nboard(options(Duration::from_millis(50)));
    let mut game = Game::begin();
    for mv in ["F5", "D6", "C3"] {
        game.play(named(mv, "PA"));
    }
    talk.send("nboard 2");
    talk.send(&format!("set game {}", game.ggf("PA")));
    talk.send("set depth 6");
    talk.send("ping 1");
    talk.send("go");
    assert_eq!(talk.receive(), "set myname shomei");
    assert_eq!(talk.receive(), "pong 1");
    let received = talk.receive_until("=== ");
    assert_eq!(received[0], "status solving, with 57 empty squares");
    assert!(received.iter().any(|line| line.starts_with("nodestats ")));
    let answer = received.last().unwrap().strip_prefix("=== ").unwrap();
    let [mv, eval, time] = answer.split('/').collect::<Vec<_>>()[..] else {
        panic!("{answer}");
    };
    assert!(game.now().moves().contains(&named(mv, "PA")), "{mv}");
    assert!(eval.parse::<f64>().is_ok() && time.parse::<f64>().is_ok());
    let status = talk.receive();
    assert!(
        status.starts_with("status not proven: the choice of the evaluation, "),
        "{status}"
    );
    // The position is unchanged: only `move` plays a move.
    talk.send("ping 2");
    assert_eq!(talk.receive(), "pong 2");
    talk.send(&format!("move {answer}"));
    talk.send("hint 1");
    assert_eq!(talk.receive(), "status solving, with 56 empty squares");
    talk.send("ping 3");
    assert_eq!(talk.receive_until("pong").last().unwrap(), "pong 3");
    talk.send("quit");
    talk.end();
}

#[test]
fn hints_go_and_analysis_at_the_end_of_a_game() {
    let talk = Talk::nboard(options(LONG));
    let mut truth = Truth::default();
    let game = Game::random(&mut Dice::new(7), 6);
    let now = game.now();
    let best = truth.score(now);
    talk.send("nboard 2");
    assert_eq!(talk.receive(), "set myname shomei");
    talk.send(&format!("set game {}", game.ggf("PA")));
    talk.send("go");
    let answer = talk.receive_until("=== ").pop().unwrap();
    let mv = named(&answer[4..6], "PA");
    assert_eq!(truth.of_move(now, mv), best);
    assert!(answer.contains(&format!("/{best}.00/")), "{answer}");
    let status = talk.receive();
    assert!(
        status.starts_with("status proven: a best move, "),
        "{status}"
    );
    talk.send("hint 64");
    let received = talk.receive_until("status proven");
    let exact = received.iter().filter(|line| line.contains(" 0 100% "));
    assert_eq!(exact.count(), now.moves().len());
    // The last moves of the game.
    let late = game.from(game.moves.len() - 3);
    talk.send(&format!("set game {}", late.ggf("pass")));
    talk.send("analyze");
    let received = talk.receive_until("status proven: the scores of all positions");
    let printed = received.iter().filter(|line| line.starts_with("analysis "));
    let scores = late.positions.iter().map(|position| truth.score(position));
    let lines = scores
        .enumerate()
        .map(|(made, score)| format!("analysis {made} {score}.00"));
    let lines: Vec<String> = lines.collect();
    assert!(printed.rev().eq(&lines), "{received:?}");
    talk.send("learn");
    assert_eq!(talk.receive(), "learned");
    talk.end();
}

/// A program that sends `stop` twice, or without a search.
#[test]
fn stop_ends_a_search_and_does_no_harm() {
    let talk = Talk::nboard(options(LONG));
    talk.send("stop");
    talk.send("hint 10");
    assert_eq!(talk.receive(), "status solving, with 60 empty squares");
    talk.send("stop");
    talk.send("stop");
    let status = talk.receive_until("status not proven").pop().unwrap();
    assert!(status.contains("the score is between "), "{status}");
    talk.send("go");
    talk.send("stop");
    talk.send("stop");
    assert!(talk.receive_until("=== ").len() < 10);
    assert!(talk.receive().starts_with("status not proven"));
    talk.send("ping 5");
    assert_eq!(talk.receive(), "pong 5");
    talk.end();
}

/// The analysis of a whole game goes back as far as scores can be proven.
#[test]
fn an_analysis_ends_where_nothing_can_be_proven() {
    let talk = Talk::nboard(options(Duration::from_millis(300)));
    let game = Game::random(&mut Dice::new(11), 0);
    talk.send(&format!("set game {}", game.ggf("PA")));
    talk.send("analyze");
    let received = talk.receive_until("status after ");
    let moves = game.moves.len();
    assert_eq!(
        received[0],
        format!("status move {moves}: solving, with 0 empty squares")
    );
    assert!(
        received[1].starts_with(&format!("analysis {moves} ")),
        "{received:?}"
    );
    let last = received.last().unwrap();
    assert!(last.contains(" and before: not proven: "), "{last}");
    talk.end();
}

/// `ping` ends the output of a search.
#[test]
fn ping_silences_what_is_thought_about() {
    let talk = Talk::nboard(options(LONG));
    for number in 0..20 {
        let what = ["go", "hint 3", "analyze"][number % 3];
        talk.send(what);
        if number % 2 == 0 {
            talk.receive_until("status ");
        }
        talk.send(&format!("ping {number}"));
        let received = talk.receive_until("pong ");
        assert_eq!(received.last().unwrap(), &format!("pong {number}"));
        assert!(!received.iter().any(|line| line.starts_with("===")));
        // No output comes before the answer to the next command.
        talk.send("learn");
        assert_eq!(talk.receive(), "learned");
    }
    // A new command ends the previous search, which gets no answer.
    talk.send("go");
    talk.send("hint 1");
    talk.send("nboard 2");
    let received = talk.receive_until("set myname");
    assert!(
        !received.iter().any(|line| line.starts_with("===")),
        "{received:?}"
    );
    talk.end();
}

#[test]
fn what_is_not_understood_is_ignored_or_named() {
    let talk = Talk::nboard(options(LONG));
    for line in [
        "",
        "frobnicate",
        "set",
        "set contempt 3",
        "set colour red",
        "GO",
        "\u{0}",
        "# no",
    ] {
        talk.send(line);
    }
    talk.send("hint many");
    assert_eq!(talk.receive(), "status hint: expected a number of moves");
    talk.send("ping");
    assert_eq!(talk.receive(), "pong");
    // An invalid game clears the position, and later commands do not use the previous one.
    talk.send("set game (;GM[Othello]B[a1];)");
    let status = talk.receive();
    assert!(
        status.starts_with("status set game: column 16: move 1 (a1): "),
        "{status}"
    );
    let no_position = "status there is no valid position; set game gives one";
    for line in ["go", "hint 1", "analyze", "move F5"] {
        talk.send(line);
        assert_eq!(talk.receive(), no_position);
    }
    talk.send("set game (;GM[Othello];)");
    talk.send("move f4");
    let status = talk.receive();
    assert!(
        status.starts_with("status move: a disc of Black on F4 flips nothing"),
        "{status}"
    );
    talk.send("go");
    assert_eq!(talk.receive(), no_position);
    // A line that exceeds the length limit.
    talk.send("set game (;GM[Othello]B[f5];)");
    talk.send(&format!("set game {}", "(;GM[Othello]".repeat(200_000)));
    assert_eq!(talk.receive(), "status the line is longer than 1 MiB");
    talk.send("hint 1");
    assert_eq!(talk.receive(), no_position);
    talk.send(&"x".repeat(3 << 20));
    assert_eq!(talk.receive(), "status the line is longer than 1 MiB");
    talk.send("set game (;GM[Othello]B[f5];)");
    // Version 1 of the protocol sends a move without a command.
    talk.send("d6");
    talk.send("move c3 -1.00 0.0");
    talk.send("hint 1");
    assert_eq!(talk.receive(), "status solving, with 57 empty squares");
    talk.end();
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let talk = Talk::nboard(options(LONG));
    let game = Game::random(&mut Dice::new(3), 0);
    assert!(game.now().is_over());
    talk.send(&format!("set game {}", game.ggf("PA")));
    for line in ["go", "hint 2"] {
        talk.send(line);
        assert_eq!(
            talk.receive_until("status the game").pop().unwrap(),
            "status the game is over"
        );
    }
    talk.end();
}
