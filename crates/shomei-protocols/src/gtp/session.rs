//! A conversation by the Go Text Protocol: executes each command.

use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use shomei::game::escape::excerpt;
use shomei::{AnyGame, AnyPosition, Error, Kind, Side};

use super::FilesAndNotes;
use super::boards::{self, mv_of, vertex};
use super::clock::Clocks;
use super::command::{GtpCommand, answer, color, number};
use super::interrupts::Interrupts;
use crate::breakdown::survive;
use crate::conversation::Obeys;
use crate::othello::{Basis, IgnoreProgress, Line, Options, Play, Solver, Work, guessed, limits};
use crate::out::Out;
use shomei::input_lines::TOO_LONG;

/// The commands, as `list_commands` prints them.
const COMMANDS: [&str; 28] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-interrupt",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "loadsgf",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "shomei-status",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The only game that the session plays.
const GAME: &str = "Othello";

/// The result of a command, or its error message.
type Answer = Result<String, String>;

/// The state of a session between two commands.
pub(super) struct GtpSession {
    out: Out,
    files_and_notes: FilesAndNotes,
    othello: Kind,
    options: Options,
    interrupts: Arc<Interrupts>,
    /// Ends the search of the current command.
    stop: Arc<AtomicBool>,
    game: AnyGame,
    solver: Solver,
    play: Play,
    clocks: Clocks,
    /// The last answered move and its reason.
    status: String,
}

impl Obeys for GtpSession {
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        self.stop = self.interrupts.begin();
        let Some(command) = GtpCommand::parse(line) else {
            return Ok(Continue(()));
        };
        let answered = self.answer(&command);
        self.out.print(answer(command.id, &answered))?;
        let is_over = command.name == "quit" && answered.is_ok();
        Ok(if is_over { Break(()) } else { Continue(()) })
    }

    fn is_too_long(&mut self, start: &str) -> io::Result<()> {
        self.interrupts.begin();
        match GtpCommand::parse(start) {
            Some(command) => {
                let refused = Err(TOO_LONG.to_string());
                self.out.print(answer(command.id, &refused))
            }
            None => Ok(()),
        }
    }
}

impl GtpSession {
    /// A session at the usual starting position.
    pub(super) fn open(
        othello: &Kind,
        options: &Options,
        files_and_notes: FilesAndNotes,
        out: Out,
        interrupts: Arc<Interrupts>,
    ) -> Result<GtpSession, Error> {
        let solver = Solver::open(othello, options, "")?;
        let game = solver.game().clone();
        Ok(GtpSession {
            out,
            files_and_notes,
            othello: othello.clone(),
            options: *options,
            interrupts,
            stop: Arc::default(),
            play: Play::of(game.start()),
            solver,
            game,
            clocks: Clocks::default(),
            status: "no move was answered yet".to_string(),
        })
    }

    fn answer(&mut self, command: &GtpCommand) -> Answer {
        match command.name.as_str() {
            "protocol_version" => command.exactly().map(|[]| "2".into()),
            "name" => command.exactly().map(|[]| "shomei".into()),
            "version" => command.exactly().map(|[]| env!("CARGO_PKG_VERSION").into()),
            "known_command" => command
                .exactly()
                .map(|[name]| COMMANDS.contains(&name).to_string()),
            "list_commands" => command.exactly().map(|[]| COMMANDS.join("\n")),
            "quit" | "gogui-interrupt" => command.exactly().map(|[]| String::new()),
            "boardsize" => self.board_size(command),
            "clear_board" => command.exactly().map(|[]| self.begin(self.game.start())),
            "komi" => command.exactly().and_then(|[komi]| check_komi(komi)),
            "play" => self.play(command),
            "genmove" => self.genmove(command),
            "reg_genmove" => self.reg_genmove(command),
            "undo" => command.exactly().and_then(|[]| match self.play.undo() {
                true => Ok(String::new()),
                false => Err("cannot undo: no move was played".into()),
            }),
            "showboard" => command
                .exactly()
                .map(|[]| format!("\n{}", self.play.now().diagram())),
            "time_settings" => self.time_settings(command),
            "time_left" => self.time_left(command),
            "set_game" => command.exactly().and_then(|[name]| self.set_game(name)),
            "list_games" => command.exactly().map(|[]| GAME.into()),
            "loadsgf" => self.load(command),
            "final_score" => command.exactly().and_then(|[]| {
                let score = boards::final_score(self.play.now());
                score.ok_or_else(|| "cannot score: the game is not over".into())
            }),
            "shomei-status" => command.exactly().map(|[]| self.status.clone()),
            name => match name.strip_prefix("gogui-rules_") {
                Some(rule) => command.exactly().and_then(|[]| self.rule(rule)),
                None => Err(unknown(name)),
            },
        }
    }

    /// The answer to a `gogui-rules` command, which GoGui sends for games other than Go.
    fn rule(&self, what: &str) -> Answer {
        let now = self.play.now();
        Ok(match what {
            "game_id" => GAME.to_string(),
            "board" => boards::gogui(now),
            "board_size" => boards::edge(now).to_string(),
            "legal_moves" => boards::legal(now),
            "side_to_move" => now.game().side_name(now.to_move()),
            "final_result" => boards::final_result(now),
            _ => return Err(unknown(&format!("gogui-rules_{what}"))),
        })
    }

    /// Begins a game at this position.
    fn begin(&mut self, position: AnyPosition) -> String {
        self.play = Play::of(position);
        self.clocks.start();
        String::new()
    }

    fn board_size(&mut self, command: &GtpCommand) -> Answer {
        let [size] = command.exactly()?;
        let size = number(size, "boardsize")?;
        if !boards::SIZES.contains(&size) {
            return Err("unacceptable size: Othello is played on a board of 6 or 8".to_string());
        }
        if size as usize != boards::edge(&self.game.start()) {
            let rules = format!("board={size}");
            let solver = Solver::open(&self.othello, &self.options, &rules);
            self.solver = solver.map_err(|error| error.to_string())?;
            self.game = self.solver.game().clone();
        }
        Ok(self.begin(self.game.start()))
    }

    fn set_game(&mut self, name: &str) -> Answer {
        match name.to_ascii_lowercase().as_str() {
            "othello" | "reversi" => Ok(self.begin(self.game.start())),
            _ => {
                let name = excerpt(name);
                Err(format!("unsupported game: \"{name}\"; only {GAME}"))
            }
        }
    }

    fn play(&mut self, command: &GtpCommand) -> Answer {
        let [side, square] = command.exactly()?;
        let side = color(side)?;
        let played = self.play.step_of(side, &mv_of(square));
        played.map_err(|message| format!("illegal move: {message}"))?;
        Ok(String::new())
    }

    fn time_settings(&mut self, command: &GtpCommand) -> Answer {
        let arguments: [&str; 3] = command.exactly()?;
        let [main, period, moves] = arguments.map(|argument| number(argument, "time_settings"));
        self.clocks.set(main?, period?, moves?);
        Ok(String::new())
    }

    fn time_left(&mut self, command: &GtpCommand) -> Answer {
        let [side, seconds, moves] = command.exactly()?;
        let side = color(side)?;
        let [seconds, moves] = [seconds, moves].map(|argument| number(argument, "time_left"));
        self.clocks.set_left(side, seconds?, moves?);
        Ok(String::new())
    }

    fn load(&mut self, command: &GtpCommand) -> Answer {
        // A name may contain blanks, and a move number may follow it.
        let (name, before) = match &command.arguments[..] {
            [] => return Err("syntax error: loadsgf takes the name of a file".to_string()),
            [name @ .., last] if !name.is_empty() && last.parse::<usize>().is_ok() => {
                (name.join(" "), last.parse().unwrap_or(usize::MAX))
            }
            name => (name.join(" "), usize::MAX),
        };
        let bytes = (self.files_and_notes.read)(&name)
            .map_err(|error| format!("cannot load {name}: {error}"))?;
        // The move number selects the position before that move; the first move is 1.
        let play = Play::of_record(&self.game, &bytes, before.saturating_sub(1));
        self.play = play.map_err(|message| format!("cannot load {name}: {message}"))?;
        self.clocks.start();
        Ok(String::new())
    }

    /// The side of the command, and the position in which it is to move; `None` if the game is
    /// over.
    fn position_of(&self, command: &GtpCommand) -> Result<(Side, Option<AnyPosition>), String> {
        let [side] = command.exactly()?;
        let side = color(side)?;
        let passed = self.play.passed_to(side)?;
        let position = passed.unwrap_or_else(|| self.play.now().clone());
        Ok((side, position.outcome().is_none().then_some(position)))
    }

    /// Answers and plays a move: a proven one if the time is sufficient.
    fn genmove(&mut self, command: &GtpCommand) -> Answer {
        let since = Instant::now();
        let (side, position) = self.position_of(command)?;
        let mv = match position {
            None => mv_of("pass"),
            Some(position) => {
                let limits = limits(Some(self.time(side, &position)), &self.stop);
                let solver = &mut self.solver;
                let chosen = survive(|| solver.choose(&position, &limits, &mut IgnoreProgress));
                let (mv, basis) = match chosen {
                    Ok(choice) => {
                        let choice = choice.ok_or("there is no move")?;
                        (choice.mv, choice.basis)
                    }
                    // Graphical programs end a game after a refused move.
                    Err(_) => {
                        self.solver.forget();
                        guessed(&position)
                    }
                };
                self.note_reason(&mv, basis);
                mv
            }
        };
        self.play.step_of(side, &mv)?;
        self.clocks.moved(side, since);
        Ok(vertex(&mv).to_string())
    }

    /// The time limit for a side's move.
    fn time(&self, side: Side, position: &AnyPosition) -> Duration {
        let own_moves = position.remaining().unwrap_or_default().div_ceil(2);
        let most = self.options.time_of_move();
        match (self.clocks.time(side, own_moves), self.options.time) {
            (None, _) => most,
            (Some(clock), None) => clock,
            (Some(clock), Some(most)) => clock.min(most),
        }
    }

    /// Records the reason for a move, and writes it to the notes.
    fn note_reason(&mut self, mv: &str, basis: Basis) {
        self.status = format!("{}: {}", vertex(mv), basis.text());
        // A failure to write the notes is ignored.
        let _ = writeln!(self.files_and_notes.notes, "{}", self.status);
        let _ = self.files_and_notes.notes.flush();
    }

    /// Answers a best move if it can be proven; it is not played.
    fn reg_genmove(&mut self, command: &GtpCommand) -> Answer {
        let (_, position) = self.position_of(command)?;
        let Some(position) = position else {
            return Ok("pass".to_string());
        };
        if let [only] = &position.moves()[..] {
            self.note_reason(only, Basis::Only);
            return Ok(vertex(only).to_string());
        }
        let limits = limits(Some(self.options.time_of_move()), &self.stop);
        let (solver, mut work) = (&mut self.solver, Work::begin());
        let found = survive(|| {
            solver.score(
                &position,
                &limits,
                Line::First,
                &mut work,
                &mut IgnoreProgress,
            )
        });
        if found.is_err() {
            self.solver.forget();
        }
        let found = found.map_err(|error| error.to_string())?;
        match found.solved() {
            Some((score, mv)) => {
                self.note_reason(mv, Basis::Best(score));
                Ok(vertex(mv).to_string())
            }
            None => {
                let [low, high] = found.bounds;
                let why = match self.stop.load(Ordering::Relaxed) {
                    true => "interrupted",
                    false => "not proven in time",
                };
                Err(format!("{why}: the score is between {low:+} and {high:+}"))
            }
        }
    }
}

fn unknown(name: &str) -> String {
    match name {
        "" => "unknown command: there is none after the number".to_string(),
        _ => format!("unknown command: \"{}\"", excerpt(name)),
    }
}

/// Checks that a komi is a number. Othello has no komi, so the value is ignored.
fn check_komi(komi: &str) -> Answer {
    match komi.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(String::new()),
        _ => Err(format!(
            "syntax error: komi: expected a number, found \"{}\"",
            excerpt(komi)
        )),
    }
}
