//! Conversations with `shomei usi` over pipes, like those of graphical programs.

mod conversations;
mod engine;
mod errors;

use std::process::Command;

use shomei_game::{Game, Goal, Kind, Notation, Status};
use shomei_shogi::{Rules, Shogi};

use crate::support::ENGLISH;
use engine::UsiEngine;

/// Too hard to solve during a test.
const HARD: &str = "9/9/9/9/4k4/9/9/9/9 b RB2S3N2L6Prb4g2sn2l12p 1";

/// Small problems, each with whether it has a mate.
fn problems() -> Vec<(String, bool)> {
    let corpus = include_str!("../../../../corpus/shogi.txt");
    let lines = corpus.lines().filter(|line| !line.starts_with('#'));
    let problem = |line: &str| {
        let (position, about) = line.split_once(" ; ")?;
        let mover = if position.contains(" b ") {
            "black"
        } else {
            "white"
        };
        let attacks = about.contains(&format!("attacker={mover}"));
        attacks.then(|| (position.to_string(), about.contains("value=proved")))
    };
    let problems: Vec<_> = lines.filter_map(problem).collect();
    assert!(problems.len() > 20);
    problems
}

/// Whether a line of checks and evasions ends in mate.
fn mates(position: &str, moves: &str) -> bool {
    let game = Shogi::open("", Goal::win(shomei_game::Side::First)).unwrap();
    let mut position = game.parse_position(position).unwrap();
    let game = Shogi::new(Rules::Tsume, Goal::win(game.to_move(&position)));
    for mv in moves.split(' ') {
        let mv = game.parse_move(&position, mv).unwrap();
        position = game.play(&position, mv);
    }
    game.status(&position) == Status::Won
}

fn ask(engine: &mut UsiEngine, position: &str, go: &str) -> String {
    engine.send(&format!("position sfen {position}"));
    engine.send(go);
    engine.read_answers()
}

#[test]
fn every_small_problem_has_its_answer() {
    let mut engine = UsiEngine::begin();
    engine.send("usi");
    let version = concat!("id name shomei ", env!("CARGO_PKG_VERSION"));
    assert_eq!(engine.read_line(), version);
    assert!(engine.read_line().starts_with("id author "));
    let hash = "option name USI_Hash type spin default 256 min 1 max 65536";
    assert_eq!(engine.read_line(), hash);
    let threads = "option name Threads type spin default 1 min 1 max 1024";
    assert_eq!(engine.read_line(), threads);
    let mode = "option name MateMode type combo default first var first var shortest";
    assert_eq!(engine.read_line(), mode);
    let mudaai = "option name Mudaai type check default false";
    assert_eq!(engine.read_line(), mudaai);
    let attacker = "option name Attacker type combo default auto var auto var mover var black var \
        white";
    assert_eq!(engine.read_line(), attacker);
    let language = "option name Language type combo default en var en var ja";
    assert_eq!(engine.read_line(), language);
    assert_eq!(engine.read_line(), "usiok");
    engine.send("setoption name USI_Hash value 16");
    for (threads, mode) in [(1, "first"), (2, "first"), (2, "shortest")] {
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send(&format!("setoption name MateMode value {mode}"));
        engine.send("isready");
        assert_eq!(engine.read_line(), "readyok");
        engine.send("usinewgame");
        for (position, is_mate) in problems() {
            let answer = ask(&mut engine, &position, "go mate infinite");
            match answer.strip_prefix("checkmate ").unwrap() {
                moves if is_mate => assert!(mates(&position, moves), "{position}: {answer}"),
                word => assert_eq!(word, "nomate", "{position}"),
            }
        }
    }
    engine.send("gameover win");
    engine.quit();
}

#[test]
fn the_defender_may_be_to_move() {
    let mut engine = UsiEngine::begin();
    engine.send("setoption name MateMode value shortest");
    let mut ask = |attacker: &str, position: &str| {
        engine.send(&format!("setoption name Attacker value {attacker}"));
        engine.send(&format!("position sfen {position}"));
        engine.send("go mate infinite");
        let info = engine.read_until("info ");
        (info, engine.read_answers())
    };
    // The king must move to 2a, where a gold mates.
    let corner = "8k/9/6+P1P/9/9/9/9/9/9 w 2G 1";
    let (info, answer) = ask("mover", corner);
    assert_eq!(
        info,
        "info string position: Black has no king for White to mate"
    );
    assert_eq!(answer, "checkmate timeout");
    let (info, answer) = ask("black", corner);
    assert!(info.contains(" score mate -2 pv 1a2a G*"), "{info}");
    assert!(answer.starts_with("checkmate 1a2a G*"), "{answer}");
    let (info, answer) = ask("auto", corner);
    assert!(info.contains(" score mate -2 pv 1a2a G*"), "{info}");
    assert!(answer.starts_with("checkmate 1a2a G*"), "{answer}");
    let free = "8k/9/8P/9/9/9/9/9/9 w G 1";
    assert_eq!(ask("auto", free).1, "checkmate nomate");
    assert_eq!(ask("black", free).1, "checkmate nomate");
    let mated = "8k/8G/8P/9/9/9/9/9/9 w G 1";
    assert_eq!(ask("black", mated).1, "checkmate timeout");
    engine.quit();
}

/// Every combination of options has an answer, also for a finished position.
#[test]
fn every_setting_is_answered() {
    let (open, over) = (
        "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1",
        "4k4/4G4/4P4/9/9/9/9/9/4K4 w G 1",
    );
    let mut engine = UsiEngine::begin();
    for mode in ["first", "shortest"] {
        for mudaai in ["false", "true"] {
            for (attacker, mates) in [
                ("auto", true),
                ("mover", true),
                ("black", true),
                ("先手", true),
                ("攻方", true),
                ("white", false),
                ("gote", false),
            ] {
                for (name, value) in [
                    ("MateMode", mode),
                    ("Mudaai", mudaai),
                    ("Attacker", attacker),
                ] {
                    engine.send(&format!("setoption name {name} value {value}"));
                }
                let case = format!("{mode}, {mudaai}, {attacker}");
                let expected = match mates {
                    true => "checkmate G*5b",
                    false => "checkmate nomate",
                };
                assert_eq!(
                    ask(&mut engine, open, "go mate infinite"),
                    expected,
                    "{case}"
                );
                // The protocol cannot express a mate without moves.
                let answer = ask(&mut engine, over, "go mate infinite");
                let is_known = ["checkmate nomate", "checkmate timeout"];
                assert!(is_known.contains(&answer.as_str()), "{case}: {answer}");
            }
        }
    }
    engine.quit();
}

/// A graphical program plays the moves of the answer. No question names the attacker, and each one
/// ends in the same mate.
#[test]
fn the_attacker_is_found_while_a_solution_is_played() {
    let mut engine = UsiEngine::begin();
    engine.send("setoption name MateMode value shortest");
    let two_kings = "4k4/9/9/9/9/9/9/9/4K4 b R2G";
    for problem in ["4k4/9/9/9/9/9/9/9/9 b R2G", two_kings] {
        let answer = ask(&mut engine, problem, "go mate infinite");
        let moves: Vec<&str> = answer.split(' ').skip(1).collect();
        assert!(moves.len() >= 3, "{answer}");
        for played in 1..moves.len() {
            let (before, rest) = moves.split_at(played);
            let position = format!("{problem} 1 moves {}", before.join(" "));
            let answer = ask(&mut engine, &position, "go mate infinite");
            let line = answer.strip_prefix("checkmate ").unwrap();
            assert_eq!(line.split(' ').count(), rest.len(), "{position}: {answer}");
            assert!(mates(problem, &format!("{} {line}", before.join(" "))));
        }
    }
    // In a game the side to move is asked about, and it has no check.
    let game = "position startpos moves 7g7f";
    engine.send(game);
    engine.send("go mate infinite");
    assert_eq!(engine.read_answers(), "checkmate nomate");
    engine.quit();
}

/// The wrapper program starts the engine without arguments.
#[test]
fn the_separate_program_needs_no_arguments() {
    let program = env!("CARGO_BIN_EXE_shomei-usi");
    let mut command = Command::new(program);
    command.env("LC_ALL", ENGLISH);
    let mut engine = UsiEngine::with(command);
    engine.send("usi");
    engine.read_until("usiok");
    let answer = ask(
        &mut engine,
        "4k4/9/4P4/9/9/9/9/9/9 b G 1",
        "go mate infinite",
    );
    assert_eq!(answer, "checkmate G*5b");
    engine.quit();
}

#[test]
fn a_search_ends_by_stop_by_its_time_and_by_quit() {
    let mut engine = UsiEngine::begin();
    engine.send(&format!("position sfen {HARD}"));
    engine.send("go mate infinite");
    // The second figures follow a second later, from the same search.
    for _ in 0..2 {
        engine.read_until("info depth ");
        engine.read_until("info string proof number ");
    }
    engine.send("isready");
    assert_eq!(engine.read_until("ready"), "readyok");
    engine.send("stop");
    assert_eq!(engine.read_answers(), "checkmate timeout");
    engine.send("stop");
    engine.send("go mate 100");
    assert_eq!(engine.read_answers(), "checkmate timeout");
    engine.send("go mate 0");
    assert_eq!(engine.read_answers(), "checkmate timeout");
    // The second question ends the first one.
    engine.send("go mate");
    engine.send("go mate");
    engine.send("stop");
    assert_eq!(engine.read_answers(), "checkmate timeout");
    engine.send("go mate infinite");
    engine.quit();
}

/// A delayed move of a game is sent later, and only once.
#[test]
fn a_delayed_move_of_a_game_is_sent_once() {
    let mut engine = UsiEngine::begin();
    engine.send("position startpos");
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder btime 0 wtime 0", "ponderhit"),
        ("go ponder", "stop"),
    ] {
        engine.send(go);
        assert!(
            engine
                .read_line()
                .starts_with("info string this engine only ")
        );
        engine.send("isready");
        assert_eq!(engine.read_line(), "readyok");
        engine.send(end);
        assert_eq!(engine.read_answers(), "bestmove resign");
        engine.send(end);
    }
    // The next question also ends the search.
    engine.send("go infinite");
    engine.send("go mate infinite");
    engine.read_answers();
    let answers = &engine.answers[engine.answers.len() - 2..];
    assert_eq!(answers, ["bestmove resign", "checkmate nomate"]);
    engine.quit();
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let mut engine = UsiEngine::begin();
    engine.send(&format!("position sfen {HARD}"));
    engine.send("go mate");
    drop(engine.input);
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn the_separate_program_describes_itself_in_both_languages() {
    let of = |argument: &str, locale: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shomei-usi"));
        let output = command.arg(argument).env("LC_ALL", locale).output();
        let output = output.expect("the program starts");
        let text = [output.stdout, output.stderr].concat();
        (
            output.status.code(),
            String::from_utf8(text).expect("UTF-8"),
        )
    };
    let (code, text) = of("--help", ENGLISH);
    assert_eq!((code, text.contains("Usage: shomei-usi")), (Some(0), true));
    let (code, text) = of("--help", "ja_JP.UTF-8");
    assert_eq!((code, text.contains("使い方：shomei-usi")), (Some(0), true));
    let (code, text) = of("--mate\n", "ja_JP.UTF-8");
    assert_eq!((code, text.contains("引数「--mate\\n」")), (Some(2), true));
    let (code, text) = of("--mate", ENGLISH);
    assert_eq!((code, text.contains("“--mate”")), (Some(2), true));
}
