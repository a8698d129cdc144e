//! A conversation with NBoard: what each line does.
//!
//! Whatever changes the position, and whatever asks for something new, ends what is thought about
//! before, and takes its voice away. Each `go` has one answer unless that happens.

use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use shomei::{AnyGame, AnyPosition, Error, Kind};

use super::hint;
use super::protocol::{NboardCommand, move_text};
use super::thinking::{NboardReporter, NboardThinking, Voice, nodestats, status};
use crate::breakdown::survive;
use crate::conversation::Obeys;
use crate::othello::{Basis, Found, Options, Play, Solver, guessed, limits};
use crate::out::Out;
use shomei::lines::TOO_LONG;

/// The name that NBoard shows.
const NAME: &str = "set myname shomei";

const NO_POSITION: &str = "there is no valid position; set game gives one";

/// What is known between two lines.
pub(super) struct NboardSession {
    out: Out,
    options: Options,
    game: AnyGame,
    solver: Arc<Mutex<Solver>>,
    /// The game as it was given, if it was one.
    play: Option<Play>,
    thinking: Option<NboardThinking>,
}

impl Obeys for NboardSession {
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        match NboardCommand::parse(line) {
            NboardCommand::Hello => self.out.print(NAME)?,
            NboardCommand::Game(text) => self.place(text)?,
            NboardCommand::Move(mv) => self.step(mv)?,
            NboardCommand::Hint(count) => self.hint(count)?,
            NboardCommand::Go => self.go()?,
            NboardCommand::Ping(word) => {
                self.silence();
                self.out
                    .print(format_args!("pong {word}").to_string().trim_end())?;
            }
            // There is no book to learn for.
            NboardCommand::Learn => self.out.print("learned")?,
            NboardCommand::Analyze => self.analyze()?,
            NboardCommand::Stop => {
                if let Some(thinking) = &self.thinking {
                    thinking.stop();
                }
            }
            NboardCommand::Quit => return Ok(Break(())),
            NboardCommand::Bad(message) => self.out.print(status(message))?,
            NboardCommand::Nothing => {}
        }
        Ok(Continue(()))
    }

    fn is_too_long(&mut self, start: &str) -> io::Result<()> {
        if let NboardCommand::Game(_) | NboardCommand::Move(_) = NboardCommand::parse(start) {
            self.silence();
            self.play = None;
        }
        self.out.print(status(TOO_LONG))
    }

    fn end(&mut self) {
        self.silence();
    }
}

impl NboardSession {
    /// A session at the usual starting position.
    pub(super) fn open(
        othello: &Kind,
        options: &Options,
        out: Out,
    ) -> Result<NboardSession, Error> {
        let solver = Solver::open(othello, options, "")?;
        let game = solver.game().clone();
        Ok(NboardSession {
            out,
            options: *options,
            play: Some(Play::of(game.start())),
            solver: Arc::new(Mutex::new(solver)),
            game,
            thinking: None,
        })
    }

    /// Ends what is thought about; nothing more is said of it.
    fn silence(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.silence();
        }
    }

    fn place(&mut self, text: &str) -> io::Result<()> {
        self.silence();
        let play = Play::of_record(&self.game, text.as_bytes(), usize::MAX);
        self.play = play.as_ref().ok().cloned();
        match play {
            Ok(_) => Ok(()),
            Err(error) => self.out.print(status(&format!("set game: {error}"))),
        }
    }

    fn step(&mut self, mv: &str) -> io::Result<()> {
        self.silence();
        let Some(play) = &mut self.play else {
            return self.out.print(status(NO_POSITION));
        };
        match play.step(mv) {
            Ok(()) => Ok(()),
            // Whoever sent it sees another position.
            Err(error) => {
                self.play = None;
                self.out.print(status(&format!("move: {error}")))
            }
        }
    }

    /// Thinks about the position in a thread of its own.
    fn think(
        &mut self,
        think: impl FnOnce(&mut Solver, &Play, &Voice, &Arc<AtomicBool>) -> Result<(), Error>
        + Send
        + 'static,
    ) -> io::Result<()> {
        if let Some(before) = self.thinking.take() {
            before.silence();
            // Its memory must be free, and threads must not grow many.
            before.join();
        }
        let Some(play) = self.play.clone() else {
            return self.out.print(status(NO_POSITION));
        };
        let solver = Arc::clone(&self.solver);
        let work = move |voice: &Voice, stop: &Arc<AtomicBool>| {
            let mut solver = solver.lock().unwrap_or_else(PoisonError::into_inner);
            let done = survive(|| think(&mut solver, &play, voice, stop));
            if done.is_err() {
                solver.forget();
            }
            done
        };
        self.thinking = Some(NboardThinking::begin(&self.out, work)?);
        Ok(())
    }

    fn hint(&mut self, count: usize) -> io::Result<()> {
        let time = self.options.time;
        self.think(move |solver, play, voice, stop| {
            hint::tell(solver, play.now(), count, &limits(time, stop), voice)
        })
    }

    fn analyze(&mut self) -> io::Result<()> {
        let time = self.options.time_of_move();
        self.think(move |solver, play, voice, stop| {
            let positions: Vec<AnyPosition> = play.positions().into_iter().cloned().collect();
            hint::analyze(solver, &positions, || limits(Some(time), stop), voice)
        })
    }

    fn go(&mut self) -> io::Result<()> {
        let time = self.options.time_of_move();
        self.think(move |solver, play, voice, stop| {
            let position = play.now();
            let mut ignored = |_: &Found| ();
            let mut reporter = NboardReporter::new(voice, &mut ignored);
            voice.status(&hint::begins(position));
            let limits = limits(Some(time), stop);
            let chosen = survive(|| solver.choose(position, &limits, &mut reporter));
            match &chosen {
                Ok(None) => voice.status("the game is over"),
                Ok(Some(choice)) => {
                    voice.say(nodestats(choice.nodes, choice.seconds));
                    answer(voice, &choice.mv, choice.basis, choice.seconds);
                }
                // There must be an answer all the same.
                Err(_) => {
                    let (mv, basis) = guessed(position);
                    answer(voice, &mv, basis, 0.0);
                }
            }
            chosen.map(|_| ())
        })
    }
}

/// The answer to `go`, and what it rests on: NBoard clears the status when it has the move.
fn answer(voice: &Voice, mv: &str, basis: Basis, seconds: f64) {
    let score = basis
        .score()
        .map_or(String::new(), |score| format!("{score}.00"));
    voice.say(format_args!("=== {}/{score}/{seconds:.2}", move_text(mv)));
    voice.status(&basis.text());
}
