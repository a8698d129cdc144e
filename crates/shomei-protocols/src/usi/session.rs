//! A conversation with a graphical program: what each line does.
//!
//! Each `go` has exactly one answer: at once where there is nothing to search,
//! else from the thread that searches; a `go infinite` for a game has it with
//! `stop`, as the protocol wants. A bad line is named and changes nothing,
//! except that a bad position is no position.

use std::fmt::Display;
use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use shomei::game::Lang;
use shomei::{AnyGame, Error, Hints, Kind, Side};

use crate::conversation::Obeys;
use crate::out::Out;
use shomei::lines::TOO_LONG;

use super::attacker;
use super::info::{TIMEOUT, say};
use super::options::UsiOptions;
use super::protocol::{Go, UsiCommand};
use super::thinking::{Question, UsiThinking};

/// The answer where a move of a game is asked for, and why.
const NO_MOVE: &str = "bestmove resign";

/// What people are told where a move of a game is asked for.
fn mates_only(lang: Lang) -> &'static str {
    lang.pick(
        "this engine only solves mates: go mate",
        "このエンジンは詰みだけを調べます：go mate",
    )
}

/// What is known between two lines.
pub(super) struct UsiSession {
    out: Out,
    kind: Kind,
    game: AnyGame,
    options: UsiOptions,
    /// The language of remarks unless it is set.
    usual: Lang,
    /// The text of the position that was given last, if it was one, and the side that can
    /// be meant to mate.
    position: Option<(String, Side)>,
    thinking: Option<UsiThinking>,
    /// The thread of the search before, which has answered and may still run.
    ending: Option<JoinHandle<()>>,
    /// Whether a `go` waits for `stop` to be answered: what it asks for is not
    /// done here.
    owes_move: bool,
}

impl Obeys for UsiSession {
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        match UsiCommand::parse(line) {
            UsiCommand::Usi => introduce(&self.out, self.usual)?,
            // The table is made when a search begins, with what is set then.
            UsiCommand::IsReady => self.out.print("readyok")?,
            UsiCommand::SetOption(name, value) => {
                if let Err(message) = self.options.set(name, value) {
                    say(&self.out, message)?;
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
                say(&self.out, format_args!("unknown command \"{word}\""))?;
            }
        }
        Ok(Continue(()))
    }

    /// Names a line that is too long to mean anything; of that of a position nothing
    /// is known.
    fn is_too_long(&mut self, start: &str) -> io::Result<()> {
        if let UsiCommand::Position(_) = UsiCommand::parse(start) {
            self.position = None;
        }
        say(&self.out, TOO_LONG)
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
    /// A session that knows nothing yet.
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

    /// Asks the search to end, if there is one.
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
                say(&self.out, format_args!("position: {error}"))?;
            }
        }
        Ok(())
    }

    fn go(&mut self, go: Go<'_>) -> io::Result<()> {
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
                refuse(&self.out, remark, "checkmate notimplemented")
            }
            Go::Game => refuse(&self.out, mates_only(self.options.lang), NO_MOVE),
            Go::GameLater => {
                self.owes_move = true;
                say(&self.out, mates_only(self.options.lang))
            }
        }
    }

    /// Answers the `go` that waits for that, if there is one.
    fn pay_move(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.owes_move) {
            true => self.out.print(NO_MOVE),
            false => Ok(()),
        }
    }

    fn search(&mut self, time: Option<Duration>) -> io::Result<()> {
        let Some((position, meant)) = self.position.clone() else {
            let reason = self.options.lang.pick(
                "there is no valid position to search",
                "調べる局面がありません",
            );
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

/// Says who this is and what can be set.
fn introduce(out: &Out, lang: Lang) -> io::Result<()> {
    out.print(concat!("id name shomei ", env!("CARGO_PKG_VERSION")))?;
    out.print("id author the shomei developers")?;
    for offer in UsiOptions::offers(lang) {
        out.print(offer)?;
    }
    out.print("usiok")
}

/// An answer without a search, with its reason.
fn refuse(out: &Out, reason: impl Display, answer: &str) -> io::Result<()> {
    say(out, reason)?;
    out.print(answer)
}
