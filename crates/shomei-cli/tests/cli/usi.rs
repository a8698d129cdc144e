//! Conversations with `shomei usi`, over pipes, as graphical programs have them.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use shomei_game::{Game, Goal, Kind, Notation, Status};
use shomei_shogi::{Rules, Shogi};

use crate::support::{ENGLISH, PROGRAM};

/// Nobody will solve this while a test waits.
const HARD: &str = "9/9/9/9/4k4/9/9/9/9 b RB2S3N2L6Prb4g2sn2l12p 1";

/// Small problems, with whether there is a mate.
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

/// A conversation.
struct Talk {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Answers that are still to come.
    due: usize,
    /// The answers so far.
    answers: Vec<String>,
}

impl Talk {
    fn begin() -> Talk {
        let mut command = Command::new(PROGRAM);
        command.env("LC_ALL", ENGLISH);
        command.arg("usi");
        Talk::with(command)
    }

    fn with(mut command: Command) -> Talk {
        command.stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let (input, out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(out).lines() {
                let _ = sender.send(line.unwrap());
            }
        });
        Talk {
            child,
            input,
            lines,
            due: 0,
            answers: Vec::new(),
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.due += usize::from(line.split_whitespace().next() == Some("go"));
    }

    /// The next line, which must be one of the protocol. Answers are counted.
    fn hear(&mut self) -> String {
        let line = self.lines.recv_timeout(Duration::from_secs(60)).unwrap();
        self.note(&line);
        line
    }

    fn note(&mut self, line: &str) {
        assert!(is_of_protocol(line), "{line}");
        if line.starts_with("checkmate ") || line.starts_with("bestmove ") {
            assert!(self.due > 0, "an answer without a question: {line}");
            self.due -= 1;
            self.answers.push(line.into());
        }
    }

    /// Listens until a line that begins like this; that line.
    fn hear_until(&mut self, start: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Listens until every question has its answer; the last one.
    fn hear_answers(&mut self) -> String {
        while self.due > 0 {
            self.hear();
        }
        self.answers.last().unwrap().clone()
    }

    /// Everything was answered, so that nothing but remarks may follow.
    fn quit(mut self) {
        self.say("quit");
        assert!(self.child.wait().unwrap().success());
        while let Ok(line) = self.lines.recv() {
            self.note(&line);
        }
    }
}

/// Whether a graphical program understands a line.
fn is_of_protocol(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    match words.as_slice() {
        ["usiok" | "readyok"]
        | ["id", "name" | "author", _, ..]
        | ["info", "string", _, ..]
        | ["bestmove", "resign"]
        | ["checkmate", "nomate" | "timeout" | "notimplemented"]
        | [
            "option",
            "name",
            _,
            "type",
            "check",
            "default",
            "true" | "false",
        ] => true,
        [
            "option",
            "name",
            _,
            "type",
            "spin",
            "default",
            d,
            "min",
            a,
            "max",
            b,
        ] => [d, a, b].into_iter().all(|number| is_number(number)),
        [
            "option",
            "name",
            _,
            "type",
            "combo",
            "default",
            usual,
            vars @ ..,
        ] => {
            let vars = vars.chunks(2);
            let is_var = |var: &[&str]| matches!(var, ["var", _]);
            vars.clone().all(is_var) && vars.clone().any(|var| var[1] == *usual)
        }
        ["checkmate", moves @ ..] => !moves.is_empty() && moves.iter().all(|mv| is_move(mv)),
        ["info", fields @ ..] => are_fields(fields),
        _ => false,
    }
}

fn are_fields(fields: &[&str]) -> bool {
    match fields {
        [] => true,
        ["score", "mate", plies, rest @ ..] => {
            (["+", "-"].contains(plies) || plies.parse::<i16>().is_ok()) && are_fields(rest)
        }
        ["pv", moves @ ..] => !moves.is_empty() && moves.iter().all(|mv| is_move(mv)),
        [name, number, rest @ ..] => {
            let names = ["depth", "seldepth", "time", "nodes", "nps", "hashfull"];
            names.contains(name) && number.parse::<u64>().is_ok() && are_fields(rest)
        }
        _ => false,
    }
}

fn is_move(text: &str) -> bool {
    let is_square = |text: &[u8]| matches!(text, [b'1'..=b'9', b'a'..=b'i']);
    match text.as_bytes() {
        [piece, b'*', to @ ..] => b"PLNSGBR".contains(piece) && is_square(to),
        [from @ .., b'+'] | from if from.len() == 4 => {
            is_square(&from[..2]) && is_square(&from[2..])
        }
        _ => false,
    }
}

/// Whether a line of checks and evasions mates.
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

fn ask(talk: &mut Talk, position: &str, go: &str) -> String {
    talk.say(&format!("position sfen {position}"));
    talk.say(go);
    talk.hear_answers()
}

#[test]
fn every_small_problem_has_its_answer() {
    let mut talk = Talk::begin();
    talk.say("usi");
    let version = concat!("id name shomei ", env!("CARGO_PKG_VERSION"));
    assert_eq!(talk.hear(), version);
    assert!(talk.hear().starts_with("id author "));
    let hash = "option name USI_Hash type spin default 256 min 1 max 65536";
    assert_eq!(talk.hear(), hash);
    let threads = "option name Threads type spin default 1 min 1 max 1024";
    assert_eq!(talk.hear(), threads);
    let mode = "option name MateMode type combo default first var first var shortest";
    assert_eq!(talk.hear(), mode);
    let mudaai = "option name Mudaai type check default false";
    assert_eq!(talk.hear(), mudaai);
    let attacker = "option name Attacker type combo default auto var auto var mover var black var \
        white";
    assert_eq!(talk.hear(), attacker);
    let language = "option name Language type combo default en var en var ja";
    assert_eq!(talk.hear(), language);
    assert_eq!(talk.hear(), "usiok");
    talk.say("setoption name USI_Hash value 16");
    for (threads, mode) in [(1, "first"), (2, "first"), (2, "shortest")] {
        talk.say(&format!("setoption name Threads value {threads}"));
        talk.say(&format!("setoption name MateMode value {mode}"));
        talk.say("isready");
        assert_eq!(talk.hear(), "readyok");
        talk.say("usinewgame");
        for (position, is_mate) in problems() {
            let answer = ask(&mut talk, &position, "go mate infinite");
            match answer.strip_prefix("checkmate ").unwrap() {
                moves if is_mate => assert!(mates(&position, moves), "{position}: {answer}"),
                word => assert_eq!(word, "nomate", "{position}"),
            }
        }
    }
    talk.say("gameover win");
    talk.quit();
}

#[test]
fn the_defender_may_be_to_move() {
    let mut talk = Talk::begin();
    talk.say("setoption name MateMode value shortest");
    let mut ask = |attacker: &str, position: &str| {
        talk.say(&format!("setoption name Attacker value {attacker}"));
        talk.say(&format!("position sfen {position}"));
        talk.say("go mate infinite");
        let told = talk.hear_until("info ");
        (told, talk.hear_answers())
    };
    // The king must go to 2a, where a gold mates.
    let corner = "8k/9/6+P1P/9/9/9/9/9/9 w 2G 1";
    let (told, answer) = ask("mover", corner);
    assert_eq!(
        told,
        "info string position: Black has no king for White to mate"
    );
    assert_eq!(answer, "checkmate timeout");
    let (told, answer) = ask("black", corner);
    assert!(told.contains(" score mate -2 pv 1a2a G*"), "{told}");
    assert!(answer.starts_with("checkmate 1a2a G*"), "{answer}");
    let (told, answer) = ask("auto", corner);
    assert!(told.contains(" score mate -2 pv 1a2a G*"), "{told}");
    assert!(answer.starts_with("checkmate 1a2a G*"), "{answer}");
    let free = "8k/9/8P/9/9/9/9/9/9 w G 1";
    assert_eq!(ask("auto", free).1, "checkmate nomate");
    assert_eq!(ask("black", free).1, "checkmate nomate");
    let mated = "8k/8G/8P/9/9/9/9/9/9 w G 1";
    assert_eq!(ask("black", mated).1, "checkmate timeout");
    talk.quit();
}

/// Whatever the options make of the question, it has its answer, also about a position that is over.
#[test]
fn every_setting_is_answered() {
    let (open, over) = (
        "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1",
        "4k4/4G4/4P4/9/9/9/9/9/4K4 w G 1",
    );
    let mut talk = Talk::begin();
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
                    talk.say(&format!("setoption name {name} value {value}"));
                }
                let case = format!("{mode}, {mudaai}, {attacker}");
                let expected = match mates {
                    true => "checkmate G*5b",
                    false => "checkmate nomate",
                };
                assert_eq!(ask(&mut talk, open, "go mate infinite"), expected, "{case}");
                // The protocol has no word for a mate without moves.
                let answer = ask(&mut talk, over, "go mate infinite");
                let is_known = ["checkmate nomate", "checkmate timeout"];
                assert!(is_known.contains(&answer.as_str()), "{case}: {answer}");
            }
        }
    }
    talk.quit();
}

/// As a graphical program asks that plays the moves of the answer: nobody names the side
/// that attacks, and each question ends in the same mate.
#[test]
fn the_attacker_is_found_while_a_solution_is_played() {
    let mut talk = Talk::begin();
    talk.say("setoption name MateMode value shortest");
    let two_kings = "4k4/9/9/9/9/9/9/9/4K4 b R2G";
    for problem in ["4k4/9/9/9/9/9/9/9/9 b R2G", two_kings] {
        let answer = ask(&mut talk, problem, "go mate infinite");
        let moves: Vec<&str> = answer.split(' ').skip(1).collect();
        assert!(moves.len() >= 3, "{answer}");
        for played in 1..moves.len() {
            let (before, rest) = moves.split_at(played);
            let position = format!("{problem} 1 moves {}", before.join(" "));
            let answer = ask(&mut talk, &position, "go mate infinite");
            let line = answer.strip_prefix("checkmate ").unwrap();
            assert_eq!(line.split(' ').count(), rest.len(), "{position}: {answer}");
            assert!(mates(problem, &format!("{} {line}", before.join(" "))));
        }
    }
    // A game: the side to move is asked about, and has no check.
    let game = "position startpos moves 7g7f";
    talk.say(game);
    talk.say("go mate infinite");
    assert_eq!(talk.hear_answers(), "checkmate nomate");
    talk.quit();
}

/// The program for those that start an engine without arguments.
#[test]
fn a_program_of_its_own_needs_no_arguments() {
    let program = env!("CARGO_BIN_EXE_shomei-usi");
    let mut command = Command::new(program);
    command.env("LC_ALL", ENGLISH);
    let mut talk = Talk::with(command);
    talk.say("usi");
    talk.hear_until("usiok");
    let answer = ask(&mut talk, "4k4/9/4P4/9/9/9/9/9/9 b G 1", "go mate infinite");
    assert_eq!(answer, "checkmate G*5b");
    talk.quit();
}

#[test]
fn a_search_ends_by_stop_by_its_time_and_by_quit() {
    let mut talk = Talk::begin();
    talk.say(&format!("position sfen {HARD}"));
    talk.say("go mate infinite");
    // The second figures come a second later: it is the same search.
    for _ in 0..2 {
        talk.hear_until("info depth ");
        talk.hear_until("info string proof number ");
    }
    talk.say("isready");
    assert_eq!(talk.hear_until("ready"), "readyok");
    talk.say("stop");
    assert_eq!(talk.hear_answers(), "checkmate timeout");
    talk.say("stop");
    talk.say("go mate 100");
    assert_eq!(talk.hear_answers(), "checkmate timeout");
    talk.say("go mate 0");
    assert_eq!(talk.hear_answers(), "checkmate timeout");
    // The first is ended by the second.
    talk.say("go mate");
    talk.say("go mate");
    talk.say("stop");
    assert_eq!(talk.hear_answers(), "checkmate timeout");
    talk.say("go mate infinite");
    talk.quit();
}

/// A game's move that is to be told later is told later, and once.
#[test]
fn a_move_of_a_game_waits_for_its_moment() {
    let mut talk = Talk::begin();
    talk.say("position startpos");
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder btime 0 wtime 0", "ponderhit"),
        ("go ponder", "stop"),
    ] {
        talk.say(go);
        assert!(talk.hear().starts_with("info string this engine only "));
        talk.say("isready");
        assert_eq!(talk.hear(), "readyok");
        talk.say(end);
        assert_eq!(talk.hear_answers(), "bestmove resign");
        talk.say(end);
    }
    // The next question ends it, too.
    talk.say("go infinite");
    talk.say("go mate infinite");
    talk.hear_answers();
    let answers = &talk.answers[talk.answers.len() - 2..];
    assert_eq!(answers, ["bestmove resign", "checkmate nomate"]);
    talk.quit();
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let mut talk = Talk::begin();
    talk.say(&format!("position sfen {HARD}"));
    talk.say("go mate");
    drop(talk.input);
    assert!(talk.child.wait().unwrap().success());
}

/// What is wrong with a position, and that a good one is taken after it.
#[test]
fn bad_positions_are_named_by_their_place() {
    let mut talk = Talk::begin();
    for (sfen, message) in [
        (
            "9/9/9/9/9/9/9/9/9 b G 1",
            "there is no king: the defender must have one",
        ),
        (
            "4k3P/9/9/9/9/9/9/9/9 b - 1",
            "square 1a: a pawn here could never move",
        ),
        (
            "4k4/9/4P4/9/4P4/9/9/9/9 b - 1",
            "square 5e: a second unpromoted pawn of the same side on the file",
        ),
        (
            "4k4/9/9/9/4R4/9/9/9/9 b - 1",
            "square 5a: the side to move could take this king",
        ),
        (
            "4k4/9/3r5/9/9/9/9/9/9 b 2R 1",
            "there are 3 rooks, promoted ones and hands included; a set has 2",
        ),
        (
            "4k4/9/8/9/9/9/9/9/9 b G 1",
            "column 21: row 3 (rank c) has 8 squares, expected 9",
        ),
    ] {
        talk.say(&format!("position sfen {sfen}"));
        assert_eq!(talk.hear(), format!("info string position: {message}"));
        talk.say("go mate infinite");
        assert_eq!(talk.hear_answers(), "checkmate timeout");
        // Hands in any order, and no ply.
        let answer = ask(&mut talk, "4k4/9/4P4/9/9/9/9/9/9 b 2pGs2n", "go mate");
        assert_eq!(answer, "checkmate G*5b");
    }
    talk.quit();
}

#[test]
fn bad_lines_are_named_and_survived() {
    let mut talk = Talk::begin();
    let mut said = |line: &str, answer: &str| {
        talk.say(line);
        assert_eq!(talk.hear(), format!("info string {answer}"));
    };
    said("hello", "unknown command \"hello\"");
    said(
        "setoption name Style value x",
        "there is no option \"Style\", only USI_Hash, Threads, MateMode, Mudaai, Attacker and Language",
    );
    said(
        "setoption name Threads value many",
        "option Threads: expected a number from 1 to 1024, found \"many\"",
    );
    said(
        "position startpos moves 7g7f 3c3e",
        "position: move 2 (3c3e): 3c3e is not legal here",
    );
    said("go mate", "there is no valid position to search");
    assert_eq!(talk.hear(), "checkmate timeout");
    talk.say("position startpos");
    talk.say("position sfen 4k4/9/9 b G 1");
    let line = talk.hear();
    assert!(
        line.starts_with("info string position: column 15: "),
        "{line}"
    );
    talk.say("go mate 10");
    assert_eq!(talk.hear_answers(), "checkmate timeout");
    // No check at all, so no mate; and a mover that is mated itself.
    for (sfen, why) in [
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", "Black has no check"),
        (
            "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1",
            "White is in check and has no evasion that checks",
        ),
    ] {
        talk.say(&format!("position sfen {sfen}"));
        talk.say("go mate");
        assert!(talk.hear().starts_with("info time "));
        assert_eq!(talk.hear(), format!("info string {why}"));
        assert_eq!(talk.hear_answers(), "checkmate nomate");
    }
    assert_eq!(
        ask(&mut talk, HARD, "go mate soon"),
        "checkmate notimplemented"
    );
    for go in ["go", "go btime 0 wtime 0 byoyomi 1000"] {
        assert_eq!(ask(&mut talk, HARD, go), "bestmove resign");
    }
    // What is no text at all.
    talk.input.write_all(b"\xff\xfe\0\n").unwrap();
    assert!(talk.hear().starts_with("info string unknown command "));
    talk.quit();
}

/// Numbers that repeat: a linear congruential generator.
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

/// One conversation: questions about small problems and a hard one, stops at any
/// moment, bad lines in between.
fn converse(seed: u64, problems: &[(String, bool)], right: &mut HashMap<String, bool>) {
    let mut numbers = Numbers(seed);
    let mut talk = Talk::begin();
    talk.say("usi");
    talk.hear_until("usiok");
    talk.say("setoption name USI_Hash value 1");
    let threads = numbers.one_of(&["1", "1", "2"]);
    talk.say(&format!("setoption name Threads value {threads}"));
    talk.say("isready");
    talk.hear_until("readyok");
    for _ in 0..1 + numbers.below(5) {
        if numbers.below(3) == 0 {
            talk.say(numbers.one_of(&BAD));
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
        talk.say(&format!("position sfen {position}"));
        let asked = talk.answers.len() + talk.due;
        talk.say(numbers.one_of(&["go mate infinite", "go mate", "go mate 20", "go mate 3000"]));
        thread::sleep(Duration::from_micros(numbers.below(20_000) as u64));
        if numbers.below(4) == 0 {
            talk.say(numbers.one_of(&BAD));
            talk.say(numbers.one_of(&["isready", "usinewgame", "position startpos"]));
        }
        if numbers.below(6) == 0 {
            // The search is ended by another one.
            talk.say("go mate 10");
        }
        talk.say("stop");
        talk.hear_answers();
        let answer = &talk.answers[asked];
        match answer.strip_prefix("checkmate ").unwrap() {
            "timeout" => {}
            "nomate" => assert!(!is_mate && !is_hard, "{position}: {answer}"),
            moves => {
                assert!(is_mate, "{position}: {answer}");
                let key = format!("{position} {moves}");
                let is_right = right.entry(key).or_insert_with(|| mates(position, moves));
                assert!(*is_right, "{position}: {answer}");
            }
        }
    }
    if numbers.below(2) == 0 {
        talk.say(&format!("position sfen {HARD}"));
        talk.say("go mate infinite");
    }
    talk.quit();
}

fn conversations(seeds: std::ops::Range<u64>) {
    let (problems, mut right) = (problems(), HashMap::new());
    for seed in seeds {
        converse(seed, &problems, &mut right);
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

/// A line of three megabytes is named and passed over; a position in it is none.
#[test]
fn a_line_without_end_is_refused() {
    let long = "x".repeat(3 << 20);
    let input = format!("usi {long}\nposition sfen {HARD} {long}\ngo mate 1000\nisready\nquit\n");
    let run = crate::support::shomei_reading(&input, ["usi"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let too_long = "info string the line is longer than 1 MiB";
    let expected = [
        too_long,
        too_long,
        "info string there is no valid position to search",
        "checkmate timeout",
        "readyok",
    ];
    assert_eq!(run.out.lines().collect::<Vec<_>>(), expected);
}
