//! Conversations as NBoard has them.

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

/// The session with which NBoard's own description of the protocol begins, in its order.
#[test]
fn the_sample_session() {
    let talk = Talk::nboard(options(Duration::from_millis(50)));
    let mut game = Game::begin();
    for mv in ["F5", "D6", "C3"] {
        game.play(named(mv, "PA"));
    }
    talk.say("nboard 2");
    talk.say(&format!("set game {}", game.ggf("PA")));
    talk.say("set depth 6");
    talk.say("ping 1");
    talk.say("go");
    assert_eq!(talk.hear(), "set myname shomei");
    assert_eq!(talk.hear(), "pong 1");
    let heard = talk.hear_until("=== ");
    assert_eq!(heard[0], "status solving, with 57 empty squares");
    assert!(heard.iter().any(|line| line.starts_with("nodestats ")));
    let answer = heard.last().unwrap().strip_prefix("=== ").unwrap();
    let [mv, eval, time] = answer.split('/').collect::<Vec<_>>()[..] else {
        panic!("{answer}");
    };
    assert!(game.now().moves().contains(&named(mv, "PA")), "{mv}");
    assert!(eval.parse::<f64>().is_ok() && time.parse::<f64>().is_ok());
    let status = talk.hear();
    assert!(
        status.starts_with("status not proven: the choice of the evaluation, "),
        "{status}"
    );
    // The position is as it was: the move is played where that is said.
    talk.say("ping 2");
    assert_eq!(talk.hear(), "pong 2");
    talk.say(&format!("move {answer}"));
    talk.say("hint 1");
    assert_eq!(talk.hear(), "status solving, with 56 empty squares");
    talk.say("ping 3");
    assert_eq!(talk.hear_until("pong").last().unwrap(), "pong 3");
    talk.say("quit");
    talk.end();
}

#[test]
fn hints_go_and_analysis_at_the_end_of_a_game() {
    let talk = Talk::nboard(options(LONG));
    let mut truth = Truth::default();
    let game = Game::random(&mut Dice::new(7), 6);
    let now = game.now();
    let best = truth.score(now);
    talk.say("nboard 2");
    assert_eq!(talk.hear(), "set myname shomei");
    talk.say(&format!("set game {}", game.ggf("PA")));
    talk.say("go");
    let answer = talk.hear_until("=== ").pop().unwrap();
    let mv = named(&answer[4..6], "PA");
    assert_eq!(truth.of_move(now, mv), best);
    assert!(answer.contains(&format!("/{best}.00/")), "{answer}");
    let status = talk.hear();
    assert!(
        status.starts_with("status proven: a best move, "),
        "{status}"
    );
    talk.say("hint 64");
    let heard = talk.hear_until("status proven");
    let exact = heard.iter().filter(|line| line.contains(" 0 100% "));
    assert_eq!(exact.count(), now.moves().len());
    // The last moves of the game.
    let late = game.from(game.moves.len() - 3);
    talk.say(&format!("set game {}", late.ggf("pass")));
    talk.say("analyze");
    let heard = talk.hear_until("status proven: the scores of all positions");
    let told = heard.iter().filter(|line| line.starts_with("analysis "));
    let scores = late.positions.iter().map(|position| truth.score(position));
    let lines = scores
        .enumerate()
        .map(|(made, score)| format!("analysis {made} {score}.00"));
    let lines: Vec<String> = lines.collect();
    assert!(told.rev().eq(&lines), "{heard:?}");
    talk.say("learn");
    assert_eq!(talk.hear(), "learned");
    talk.end();
}

/// A program that sends `stop` twice, or to nobody.
#[test]
fn stop_ends_a_search_and_does_no_harm() {
    let talk = Talk::nboard(options(LONG));
    talk.say("stop");
    talk.say("hint 10");
    assert_eq!(talk.hear(), "status solving, with 60 empty squares");
    talk.say("stop");
    talk.say("stop");
    let status = talk.hear_until("status not proven").pop().unwrap();
    assert!(status.contains("the score is between "), "{status}");
    talk.say("go");
    talk.say("stop");
    talk.say("stop");
    assert!(talk.hear_until("=== ").len() < 10);
    assert!(talk.hear().starts_with("status not proven"));
    talk.say("ping 5");
    assert_eq!(talk.hear(), "pong 5");
    talk.end();
}

/// The analysis of a whole game goes back as far as scores can be proven.
#[test]
fn an_analysis_ends_where_nothing_can_be_proven() {
    let talk = Talk::nboard(options(Duration::from_millis(300)));
    let game = Game::random(&mut Dice::new(11), 0);
    talk.say(&format!("set game {}", game.ggf("PA")));
    talk.say("analyze");
    let heard = talk.hear_until("status after ");
    let moves = game.moves.len();
    assert_eq!(
        heard[0],
        format!("status move {moves}: solving, with 0 empty squares")
    );
    assert!(
        heard[1].starts_with(&format!("analysis {moves} ")),
        "{heard:?}"
    );
    let last = heard.last().unwrap();
    assert!(last.contains(" and before: not proven: "), "{last}");
    talk.end();
}

/// What a program says next takes the word from a search; nothing of it is heard any more.
#[test]
fn ping_silences_what_is_thought_about() {
    let talk = Talk::nboard(options(LONG));
    for number in 0..20 {
        let what = ["go", "hint 3", "analyze"][number % 3];
        talk.say(what);
        if number % 2 == 0 {
            talk.hear_until("status ");
        }
        talk.say(&format!("ping {number}"));
        let heard = talk.hear_until("pong ");
        assert_eq!(heard.last().unwrap(), &format!("pong {number}"));
        assert!(!heard.iter().any(|line| line.starts_with("===")));
        // Nobody speaks before the next question.
        talk.say("learn");
        assert_eq!(talk.hear(), "learned");
    }
    // A new question ends the one before it, which is not answered.
    talk.say("go");
    talk.say("hint 1");
    talk.say("nboard 2");
    let heard = talk.hear_until("set myname");
    assert!(
        !heard.iter().any(|line| line.starts_with("===")),
        "{heard:?}"
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
        talk.say(line);
    }
    talk.say("hint many");
    assert_eq!(talk.hear(), "status hint: expected a number of moves");
    talk.say("ping");
    assert_eq!(talk.hear(), "pong");
    // A bad game is no position, and nothing is told of the one before it.
    talk.say("set game (;GM[Othello]B[a1];)");
    let status = talk.hear();
    assert!(
        status.starts_with("status set game: column 16: move 1 (a1): "),
        "{status}"
    );
    let no_position = "status there is no valid position; set game gives one";
    for line in ["go", "hint 1", "analyze", "move F5"] {
        talk.say(line);
        assert_eq!(talk.hear(), no_position);
    }
    talk.say("set game (;GM[Othello];)");
    talk.say("move f4");
    let status = talk.hear();
    assert!(
        status.starts_with("status move: a disc of Black on F4 flips nothing"),
        "{status}"
    );
    talk.say("go");
    assert_eq!(talk.hear(), no_position);
    // A line longer than any real one.
    talk.say("set game (;GM[Othello]B[f5];)");
    talk.say(&format!("set game {}", "(;GM[Othello]".repeat(200_000)));
    assert_eq!(talk.hear(), "status the line is longer than 1 MiB");
    talk.say("hint 1");
    assert_eq!(talk.hear(), no_position);
    talk.say(&"x".repeat(3 << 20));
    assert_eq!(talk.hear(), "status the line is longer than 1 MiB");
    talk.say("set game (;GM[Othello]B[f5];)");
    // The first version of the protocol names the move alone.
    talk.say("d6");
    talk.say("move c3 -1.00 0.0");
    talk.say("hint 1");
    assert_eq!(talk.hear(), "status solving, with 57 empty squares");
    talk.end();
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let talk = Talk::nboard(options(LONG));
    let game = Game::random(&mut Dice::new(3), 0);
    assert!(game.now().is_over());
    talk.say(&format!("set game {}", game.ggf("PA")));
    for line in ["go", "hint 2"] {
        talk.say(line);
        assert_eq!(
            talk.hear_until("status the game").pop().unwrap(),
            "status the game is over"
        );
    }
    talk.end();
}
