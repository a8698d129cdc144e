//! 1,000 random conversations by the Go Text Protocol.

use std::collections::HashMap;
use std::time::Duration;

use crate::gtp::converse;
use crate::reference::{Board, Dice, Disc, Game, Move, Truth, name, named};

const CONVERSATIONS: u64 = 1_000;

/// A line that is sent, and the data to check its answer.
#[derive(Clone, Debug)]
enum Sent {
    /// Not a command: no answer.
    Nothing,
    /// A command that does not change the position.
    Harmless,
    Clear,
    Play(Disc, Move),
    /// `genmove`: its move is proven unless it was interrupted.
    Genmove {
        color: Disc,
        interrupted: bool,
    },
    /// `reg_genmove`: the move is not played.
    Ask {
        color: Disc,
        interrupted: bool,
    },
    Undo,
    /// `loadsgf`: the number of a game, and the move number before which the position is taken.
    Load(usize, usize),
    Quit,
}

/// The expected positions of the session after each move.
struct GtpModel {
    steps: Vec<Board>,
    truth: Truth,
    proven: usize,
    moves: usize,
}

impl GtpModel {
    fn now(&self) -> &Board {
        self.steps.last().unwrap()
    }

    /// The position in which a side is to move, if that is possible.
    fn seen_by(&self, color: Disc) -> Option<Board> {
        let now = self.now();
        let must_pass = !now.is_over() && now.moves() == [None];
        match now.mover == color || now.is_over() {
            true => Some(now.clone()),
            false => must_pass.then(|| now.play(None)),
        }
    }

    /// Plays a move; false if it is illegal.
    fn play(&mut self, color: Disc, mv: Move) -> bool {
        let Some(before) = self.seen_by(color) else {
            return false;
        };
        if before.is_over() && mv.is_none() {
            self.steps.push(before);
            return true;
        }
        let is_legal = before.moves().contains(&mv);
        if is_legal {
            self.steps.push(before.play(mv));
        }
        is_legal
    }

    /// Checks an answered move; it must be a pass (`None`) after the end of the game.
    #[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
    fn check_move(&mut self, before: &Board, mv: Move, interrupted: bool) {
        self.moves += 1;
        if before.is_over() {
            assert_eq!(mv, None);
            return;
        }
        assert!(before.moves().contains(&mv), "{before:?} {mv:?}");
        if !interrupted {
            let best = self.truth.score(before);
            assert_eq!(self.truth.of_move(before, mv), best, "{before:?} {mv:?}");
            self.proven += 1;
        }
    }

    fn obey(&mut self, sent: &Sent, answer: Result<&str, &str>, games: &[Game]) {
        match *sent {
            Sent::Nothing | Sent::Harmless | Sent::Quit => {}
            Sent::Clear => {
                assert_eq!(answer, Ok(""));
                self.steps = vec![Board::start()];
            }
            Sent::Play(color, mv) => {
                let is_legal = self.play(color, mv);
                assert_eq!(answer.is_ok(), is_legal, "{answer:?} {mv:?}");
            }
            Sent::Undo => {
                let can = self.steps.len() > 1;
                assert_eq!(answer.is_ok(), can);
                if can {
                    self.steps.pop();
                }
            }
            Sent::Load(number, before) => {
                assert_eq!(answer, Ok(""));
                let positions = &games[number].positions;
                let last = before.saturating_sub(1).min(positions.len() - 1);
                self.steps = positions[..=last].to_vec();
            }
            Sent::Genmove { color, interrupted } => match (self.seen_by(color), answer) {
                (Some(before), Ok(text)) => {
                    let mv = named(text, "pass");
                    self.check_move(&before, mv, interrupted);
                    assert!(self.play(color, mv));
                }
                (None, Err(_)) => {}
                (seen, answer) => panic!("{answer:?} {seen:?}"),
            },
            Sent::Ask { color, interrupted } => match (self.seen_by(color), answer) {
                (Some(before), Ok(text)) => {
                    self.check_move(&before, named(text, "pass"), false);
                }
                (Some(_), Err(message)) if interrupted => {
                    assert!(message.starts_with("interrupted: "), "{message}");
                }
                (None, Err(_)) => {}
                (seen, answer) => panic!("{answer:?} {seen:?}"),
            },
        }
    }
}

/// Whether a line contains a command.
fn is_command(line: &str) -> bool {
    let line = line.split('#').next().unwrap();
    let plain = line.chars().filter(|&c| c == '\t' || !c.is_control());
    !plain.collect::<String>().trim().is_empty()
}

fn color_name(dice: &mut Dice, color: Disc) -> &'static str {
    let names = match color {
        Disc::Black => ["b", "B", "black", "Black"],
        _ => ["w", "W", "white", "WHITE"],
    };
    names[dice.below(4)]
}

/// A random line and its expected effect. `late` estimates the number of empty squares; moves can
/// be proven if it is small.
fn line(dice: &mut Dice, games: &[Game], late: &mut usize) -> (String, Sent) {
    let color = *dice.one_of(&[Disc::Black, Disc::White]);
    let word = color_name(dice, color);
    let interrupted = dice.below(8) == 0;
    let end = if interrupted { "\n# interrupt" } else { "" };
    match dice.below(12) {
        0 | 1 => {
            let number = dice.below(games.len());
            let moves = games[number].moves.len();
            let back = dice.below(3);
            *late = games[number].now().empties() + back;
            let kind = *dice.one_of(&["sgf", "ggf", "gogui"]);
            match back {
                0 => (
                    format!("loadsgf game{number}.{kind}"),
                    Sent::Load(number, usize::MAX),
                ),
                _ => {
                    let before = (moves + 1).saturating_sub(back).max(1);
                    (
                        format!("loadsgf game{number}.{kind} {before}"),
                        Sent::Load(number, before),
                    )
                }
            }
        }
        2..=4 if *late <= 6 => (
            format!("genmove {word}{end}"),
            Sent::Genmove { color, interrupted },
        ),
        5 if *late <= 6 => (
            format!("reg_genmove {word}{end}"),
            Sent::Ask { color, interrupted },
        ),
        2..=6 => {
            let mv = match dice.below(8) {
                0 => None,
                _ => Some(dice.below(64)),
            };
            (
                format!("play {word} {}", name(mv, "pass")),
                Sent::Play(color, mv),
            )
        }
        7 => {
            *late += 1;
            ("undo".to_string(), Sent::Undo)
        }
        8 => {
            *late = 60;
            (
                dice.one_of(&["clear_board", "boardsize 8", "set_game Othello"])
                    .to_string(),
                Sent::Clear,
            )
        }
        9 => {
            let harmless = [
                "name",
                "version",
                "protocol_version",
                "list_commands",
                "showboard",
                "komi 6.5",
                "final_score",
                "gogui-rules_board",
                "gogui-rules_legal_moves",
                "gogui-rules_side_to_move",
                "gogui-rules_final_result",
                "shomei-status",
                "known_command play",
                "play",
                "play b",
                "genmove",
                "genmove x",
                "boardsize 9",
                "loadsgf none.sgf",
                "time_left b",
                "undo 3",
                "quit 1",
                "",
                "time_settings 600 0 0",
                "time_left w 300 0",
                "gogui-interrupt",
                "list_games",
                "komi x",
            ];
            ((*dice.one_of(&harmless)).to_string(), Sent::Harmless)
        }
        10 => (format!("# {}", dice.junk()), Sent::Nothing),
        _ => (dice.junk(), Sent::Harmless),
    }
}

/// Each command has exactly one answer with its id, every move is legal, and every proven claim is
/// true.
#[test]
fn a_thousand_random_conversations() {
    let (mut proven, mut moves) = (0, 0);
    for seed in 0..CONVERSATIONS {
        let mut dice = Dice::new(seed + 1);
        let games: Vec<Game> = (0..3)
            .map(|_| {
                let empties = dice.below(6);
                Game::random(&mut dice, empties)
            })
            .collect();
        let files: HashMap<String, String> =
            games
                .iter()
                .enumerate()
                .fold(HashMap::new(), |mut files, (number, game)| {
                    files.insert(format!("game{number}.sgf"), game.sgf(true));
                    files.insert(format!("game{number}.gogui"), game.sgf(false));
                    files.insert(format!("game{number}.ggf"), game.ggf("pa"));
                    files
                });
        let (mut text, mut sent, mut late) = (String::new(), Vec::new(), 60);
        for _ in 0..4 + dice.below(20) {
            let (line, what) = line(&mut dice, &games, &mut late);
            let id = match dice.below(3) {
                0 => None,
                _ => Some(dice.below(1_000_000)),
            };
            let line = match id {
                Some(id) if is_command(&line) => format!("{id} {line}"),
                _ => line,
            };
            if is_command(&line) {
                let id = id.map_or(String::new(), |id| id.to_string());
                sent.push((id, what));
            }
            text += &line;
            text += *dice.one_of(&["\n", "\r\n", " # why\n", "\t\n"]);
        }
        if dice.below(2) == 0 {
            text += "quit\nname\n";
            sent.push((String::new(), Sent::Quit));
        }
        let (answers, _) = converse(&text, files, Duration::from_secs(60));
        assert_eq!(answers.len(), sent.len(), "{text}\n{answers:?}");
        let mut model = GtpModel {
            steps: vec![Board::start()],
            truth: Truth::default(),
            proven: 0,
            moves: 0,
        };
        for ((id, what), answer) in sent.iter().zip(&answers) {
            let (sign, rest) = answer.split_at(1);
            let text = rest.strip_prefix(id.as_str()).unwrap().trim_start();
            let answer = match sign {
                "=" => Ok(text),
                "?" => Err(text),
                _ => panic!("{answer:?}"),
            };
            model.obey(what, answer, &games);
        }
        (proven, moves) = (proven + model.proven, moves + model.moves);
    }
    assert!(
        proven > 500 && moves > 800,
        "{proven} proven, {moves} moves"
    );
}
