//! A conversation with a graphical program: what each line does.
//!
//! Each `go` has exactly one answer: at once where there is nothing to search,
//! else from the thread that searches; a `go infinite` for a game has it with
//! `stop`, as the protocol wants. A bad line is named and changes nothing,
//! except that a bad position is no position.

use std::fmt::Display;
use std::ops::ControlFlow::{self, Break, Continue};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use shomei_game::Side;

use crate::erased::AnyGame;
use crate::failure::Failure;
use crate::games::{Entry, Hints, find};
use crate::input::TOO_LONG;
use crate::output::print;

use super::attacker;
use super::info::{TIMEOUT, say};
use super::options::Options;
use super::protocol::{Command, Go};
use super::thinking::{Question, Thinking};

/// The answer where a move of a game is asked for, and why.
const NO_MOVE: &str = "bestmove resign";
const MATES_ONLY: &str = "this engine only solves mates: go mate";

/// What is known between two lines.
pub(super) struct Session {
    entry: &'static Entry,
    game: Box<dyn AnyGame>,
    options: Options,
    /// The text of the position that was given last, if it was one, and the side that can
    /// be meant to mate.
    position: Option<(String, Side)>,
    thinking: Option<Thinking>,
    /// The thread of the search before, which has answered and may still run.
    ending: Option<JoinHandle<()>>,
    /// Whether a `go` waits for `stop` to be answered: what it asks for is not
    /// done here.
    owes_move: bool,
}

impl Session {
    /// A session that knows nothing yet.
    pub(super) fn open() -> Result<Session, Failure> {
        let entry = find("shogi")?;
        Ok(Session {
            entry,
            game: entry.open("", &Hints::default())?,
            options: Options::default(),
            position: None,
            thinking: None,
            ending: None,
            owes_move: false,
        })
    }

    /// When something is to be done although no line comes, if ever.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.thinking.as_ref()?.deadline
    }

    /// Does it.
    pub(super) fn is_late(&mut self) -> Result<(), Failure> {
        match &mut self.thinking {
            Some(thinking) => thinking.is_late(),
            None => Ok(()),
        }
    }

    /// Asks the search to end, if there is one.
    fn stop(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.stop();
        }
    }

    /// Does what a line says; breaks off where that is to quit.
    pub(super) fn obey(&mut self, line: &str) -> Result<ControlFlow<()>, Failure> {
        match Command::parse(line) {
            Command::Usi => introduce()?,
            // The table is made when a search begins, with what is set then.
            Command::IsReady => print("readyok")?,
            Command::SetOption(name, value) => {
                if let Err(message) = self.options.set(name, value) {
                    say(message)?;
                }
            }
            Command::Position(text) => self.place(text)?,
            Command::Go(go) => self.go(go)?,
            Command::Stop => {
                self.stop();
                self.pay_move()?;
            }
            Command::PonderHit => self.pay_move()?,
            Command::Quit => return Ok(Break(())),
            Command::Nothing => {}
            Command::Unknown(word) => say(format_args!("unknown command \"{word}\""))?,
        }
        Ok(Continue(()))
    }

    /// Names a line that is too long to mean anything; of that of a position nothing
    /// is known.
    pub(super) fn is_too_long(&mut self, start: &str) -> Result<(), Failure> {
        if let Command::Position(_) = Command::parse(start) {
            self.position = None;
        }
        say(TOO_LONG)
    }

    fn place(&mut self, text: &str) -> Result<(), Failure> {
        let options = &self.options;
        let placed = self.game.position(text).and_then(|position| {
            let meant = attacker::find(&*self.game, text, &*position);
            position.end_for(options.attacker(position.to_move(), meant))?;
            Ok((position.text(), meant))
        });
        match placed {
            Ok(position) => self.position = Some(position),
            Err(error) => {
                self.position = None;
                say(format_args!("position: {error}"))?;
            }
        }
        Ok(())
    }

    fn go(&mut self, go: Go<'_>) -> Result<(), Failure> {
        // Answers come in the order of the questions.
        if let Some(thinking) = self.thinking.take() {
            self.ending = Some(thinking.finish()?);
        }
        self.pay_move()?;
        match go {
            Go::Mate(time) => self.search(time),
            Go::OtherMate(word) => {
                let expected = "expected \"infinite\" or milliseconds";
                let remark = format_args!("go mate: {expected}, found \"{word}\"");
                refuse(remark, "checkmate notimplemented")
            }
            Go::Game => refuse(MATES_ONLY, NO_MOVE),
            Go::GameLater => {
                self.owes_move = true;
                say(MATES_ONLY)
            }
        }
    }

    /// Answers the `go` that waits for that, if there is one.
    fn pay_move(&mut self) -> Result<(), Failure> {
        match std::mem::take(&mut self.owes_move) {
            true => print(NO_MOVE),
            false => Ok(()),
        }
    }

    fn search(&mut self, time: Option<Duration>) -> Result<(), Failure> {
        let Some((position, meant)) = self.position.clone() else {
            return refuse("there is no valid position to search", TIMEOUT);
        };
        let question = Question {
            entry: self.entry,
            position,
            meant,
            options: self.options,
        };
        match Thinking::begin(question, time, self.ending.take()) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(error) => refuse(format_args!("no thread to search: {error}"), TIMEOUT)?,
        }
        Ok(())
    }
}

/// Says who this is and what can be set.
fn introduce() -> Result<(), Failure> {
    print(concat!("id name shomei ", env!("CARGO_PKG_VERSION")))?;
    print("id author the shomei developers")?;
    for offer in Options::offers() {
        print(offer)?;
    }
    print("usiok")
}

/// An answer without a search, with its reason.
fn refuse(reason: impl Display, answer: &str) -> Result<(), Failure> {
    say(reason)?;
    print(answer)
}
