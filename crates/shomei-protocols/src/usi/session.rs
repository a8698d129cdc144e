//! A conversation with a graphical program: executes each line.
//!
//! Each `go` has exactly one answer. Without a search the session answers immediately; otherwise
//! the search thread answers. A `go infinite` for a move of a game is answered at `stop`, as the
//! protocol requires. An invalid line is reported and changes nothing, except that an invalid
//! position clears the current one.

use std::fmt::Display;
use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use shomei::game::Lang;
use shomei::{AnyGame, Error, Hints, Kind, Side};

use crate::conversation::Obeys;
use crate::out::Out;
use shomei::input_lines::TOO_LONG;
use shomei_messages::{self as msg, Message};

use super::attacker;
use super::info::{TIMEOUT, print_remark};
use super::options::UsiOptions;
use super::protocol::{Go, UsiCommand};
use super::thinking::{Question, UsiThinking};

/// The answer to a request for a move of a game.
const NO_MOVE: &str = "bestmove resign";

/// The remark about a request for a move of a game.
fn mates_only(lang: Lang) -> String {
    msg::UsiMatesOnly.text(lang)
}

/// The state of a session between two lines.
pub(super) struct UsiSession {
    out: Out,
    kind: Kind,
    game: AnyGame,
    options: UsiOptions,
    /// The language of remarks until the option is set.
    usual: Lang,
    /// The text of the current position and the side that `attacker.rs` determines; `None` if no
    /// valid position was given last.
    position: Option<(String, Side)>,
    thinking: Option<UsiThinking>,
    /// The thread of the previous search, which has answered and may still be running.
    ending: Option<JoinHandle<()>>,
    /// Whether a `go` for a move of a game is unanswered until `stop`.
    owes_move: bool,
}

impl Obeys for UsiSession {
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        match UsiCommand::parse(line) {
            UsiCommand::Usi => introduce(&self.out, self.usual)?,
            // The table is created at the beginning of a search, with the options set by then.
            UsiCommand::IsReady => self.out.print("readyok")?,
            UsiCommand::SetOption(name, value) => {
                if let Err(message) = self.options.set(name, value) {
                    print_remark(&self.out, message)?;
                }
            }
            UsiCommand::Position(text) => self.place(text)?,
            UsiCommand::Go(go) => self.go(go)?,
            UsiCommand::Stop => {
                self.stop();
                self.pay_move()?;
            }
            UsiCommand::PonderHit => self.pay_move()?,
            UsiCommand::Quit => return Ok(Break(())),
            UsiCommand::Nothing => {}
            UsiCommand::Unknown(word) => {
                print_remark(&self.out, format_args!("unknown command \"{word}\""))?;
            }
        }
        Ok(Continue(()))
    }

    /// Reports a line that exceeds the length limit. If it is a `position` line, there is no
    /// current position afterwards.
    fn is_too_long(&mut self, start: &str) -> io::Result<()> {
        if let UsiCommand::Position(_) = UsiCommand::parse(start) {
            self.position = None;
        }
        print_remark(&self.out, TOO_LONG)
    }

    fn deadline(&self) -> Option<Instant> {
        self.thinking.as_ref()?.deadline
    }

    fn is_late(&mut self) -> io::Result<()> {
        match &mut self.thinking {
            Some(thinking) => thinking.is_late(),
            None => Ok(()),
        }
    }

    fn end(&mut self) {
        self.stop();
    }
}

impl UsiSession {
    /// A session without a position.
    pub(super) fn open(shogi: &Kind, out: Out, lang: Lang) -> Result<UsiSession, Error> {
        Ok(UsiSession {
            out,
            kind: shogi.clone(),
            game: shogi.open("", &Hints::default())?,
            options: UsiOptions::in_lang(lang),
            usual: lang,
            position: None,
            thinking: None,
            ending: None,
            owes_move: false,
        })
    }

    /// Requests that the running search ends.
    fn stop(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.stop();
        }
    }

    fn place(&mut self, text: &str) -> io::Result<()> {
        let options = &self.options;
        let placed = self.game.position(text).and_then(|position| {
            let meant = attacker::find(&self.game, text, &position);
            position.end_for(options.attacker(position.to_move(), meant))?;
            Ok((position.text(), meant))
        });
        match placed {
            Ok(position) => self.position = Some(position),
            Err(error) => {
                self.position = None;
                print_remark(&self.out, format_args!("position: {error}"))?;
            }
        }
        Ok(())
    }

    fn go(&mut self, go: Go<'_>) -> io::Result<()> {
        // Answers come in the order of the `go` commands.
        if let Some(thinking) = self.thinking.take() {
            self.ending = Some(thinking.finish()?);
        }
        self.pay_move()?;
        match go {
            Go::Mate(time) => self.search(time),
            Go::OtherMate(word) => {
                let expected = "expected \"infinite\" or milliseconds";
                let remark = format_args!("go mate: {expected}, found \"{word}\"");
                refuse(&self.out, remark, "checkmate notimplemented")
            }
            Go::Game => refuse(&self.out, mates_only(self.options.lang), NO_MOVE),
            Go::GameLater => {
                self.owes_move = true;
                print_remark(&self.out, mates_only(self.options.lang))
            }
        }
    }

    /// Answers the `go` for a move of a game, if one is unanswered.
    fn pay_move(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.owes_move) {
            true => self.out.print(NO_MOVE),
            false => Ok(()),
        }
    }

    fn search(&mut self, time: Option<Duration>) -> io::Result<()> {
        let Some((position, meant)) = self.position.clone() else {
            let reason = msg::UsiNoPosition.text(self.options.lang);
            return refuse(&self.out, reason, TIMEOUT);
        };
        let question = Question {
            out: self.out.clone(),
            kind: self.kind.clone(),
            position,
            meant,
            options: self.options,
        };
        match UsiThinking::begin(question, time, self.ending.take()) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(error) => {
                let reason = format_args!("no thread to search: {error}");
                refuse(&self.out, reason, TIMEOUT)?;
            }
        }
        Ok(())
    }
}

/// Prints the name and the options of the engine.
fn introduce(out: &Out, lang: Lang) -> io::Result<()> {
    out.print(concat!("id name shomei ", env!("CARGO_PKG_VERSION")))?;
    out.print("id author the shomei developers")?;
    for offer in UsiOptions::offers(lang) {
        out.print(offer)?;
    }
    out.print("usiok")
}

/// Prints the reason and an answer without a search.
fn refuse(out: &Out, reason: impl Display, answer: &str) -> io::Result<()> {
    print_remark(out, reason)?;
    out.print(answer)
}
