//! A conversation with NBoard: executes each line.
//!
//! A command that changes the position or starts a search ends the previous search and disables its
//! output. Each `go` has exactly one answer unless such a command interrupts it.

use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use shomei::{AnyGame, AnyPosition, Error, Kind};

use super::hint;
use super::protocol::{NboardCommand, move_text};
use super::thinking::{NboardReporter, NboardThinking, SearchOutput, nodestats, status};
use crate::breakdown::survive;
use crate::conversation::Obeys;
use crate::othello::{Basis, Options, Play, ProvenScore, Solver, guessed, limits};
use crate::out::Out;
use shomei::input_lines::TOO_LONG;

/// The answer to `nboard`: the name that NBoard shows.
const NAME: &str = "set myname shomei";

const NO_POSITION: &str = "there is no valid position; set game gives one";

/// The state of a session between two lines.
pub(super) struct NboardSession {
    out: Out,
    options: Options,
    game: AnyGame,
    solver: Arc<Mutex<Solver>>,
    /// The current game; `None` after an invalid one.
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
            // There is no opening book, so nothing is learnt.
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

    /// Ends the search and disables its output.
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
            // After an illegal move the position of the graphical program is unknown.
            Err(error) => {
                self.play = None;
                self.out.print(status(&format!("move: {error}")))
            }
        }
    }

    /// Starts a search of the position in a thread.
    fn think(
        &mut self,
        think: impl FnOnce(&mut Solver, &Play, &SearchOutput, &Arc<AtomicBool>) -> Result<(), Error>
        + Send
        + 'static,
    ) -> io::Result<()> {
        if let Some(before) = self.thinking.take() {
            before.silence();
            // The next search needs its memory, and the number of threads must not grow.
            before.join();
        }
        let Some(play) = self.play.clone() else {
            return self.out.print(status(NO_POSITION));
        };
        let solver = Arc::clone(&self.solver);
        let work = move |output: &SearchOutput, stop: &Arc<AtomicBool>| {
            let mut solver = solver.lock().unwrap_or_else(PoisonError::into_inner);
            let done = survive(|| think(&mut solver, &play, output, stop));
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
        self.think(move |solver, play, output, stop| {
            hint::print_best_moves(solver, play.now(), count, &limits(time, stop), output)
        })
    }

    fn analyze(&mut self) -> io::Result<()> {
        let time = self.options.time_of_move();
        self.think(move |solver, play, output, stop| {
            let positions: Vec<AnyPosition> = play.positions().into_iter().cloned().collect();
            hint::analyze(solver, &positions, || limits(Some(time), stop), output)
        })
    }

    fn go(&mut self) -> io::Result<()> {
        let time = self.options.time_of_move();
        self.think(move |solver, play, output, stop| {
            let position = play.now();
            let mut ignored = |_: &ProvenScore| ();
            let mut reporter = NboardReporter::new(output, &mut ignored);
            output.status(&hint::begins(position));
            let limits = limits(Some(time), stop);
            let chosen = survive(|| solver.choose(position, &limits, &mut reporter));
            match &chosen {
                Ok(None) => output.status("the game is over"),
                Ok(Some(choice)) => {
                    output.print(nodestats(choice.nodes, choice.seconds));
                    answer(output, &choice.mv, choice.basis, choice.seconds);
                }
                // An answer is required after an error, too.
                Err(_) => {
                    let (mv, basis) = guessed(position);
                    answer(output, &mv, basis, 0.0);
                }
            }
            chosen.map(|_| ())
        })
    }
}

/// Prints the answer to `go` and its reason: NBoard clears the status when it receives the move.
fn answer(output: &SearchOutput, mv: &str, basis: Basis, seconds: f64) {
    let score = basis
        .score()
        .map_or(String::new(), |score| format!("{score}.00"));
    output.print(format_args!("=== {}/{score}/{seconds:.2}", move_text(mv)));
    output.status(&basis.text());
}
