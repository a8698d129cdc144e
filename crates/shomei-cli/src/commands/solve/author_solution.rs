//! Compares the author's solution, from a record or the text, with the result.
//!
//! The moves are played by the rules of the question. This module does not judge whether they are
//! the best ones. It compares their length with the shortest win, if the question asks for that,
//! and shows the verdict on other solutions.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use shomei::messages::{InLang, plies_in};
use shomei::{AnyPosition, Error, Found};
use shomei_game::{Lang, Outcome, Side};
use shomei_messages::{self as msg, Message};
use shomei_search::Answer;

use super::Request;
use super::answer::Answered;
use crate::cli::MUDAAI;
use crate::problems::Content;
use shomei::Hints;

/// The author's solution of a problem.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AuthorSolution {
    /// The origin of the moves.
    #[serde(skip)]
    source: Source,
    /// The moves as written in the file.
    line: Vec<String>,
    /// The plies up to the win; later moves do not count.
    length: usize,
    /// Whether the attacker has won after `length` plies.
    wins: bool,
    /// Why the moves are not a solution; `None` for a solution.
    #[serde(serialize_with = "in_english")]
    fault: Option<Fault>,
}

/// The origin of an author's solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// A record of play.
    File,
    /// The moves after a position.
    Text,
}

/// Why moves are not a solution.
#[derive(Clone, Debug)]
enum Fault {
    /// The last position is not a mate.
    NoMate,
    /// The last position is mate only if wasted interpositions are ignored.
    MateButWasted,
    /// The move with this number, counted from 1, cannot be played.
    Move { number: usize, why: Why },
}

/// Why a move cannot be played.
#[derive(Clone, Debug)]
enum Why {
    /// The rules report an error.
    Error(Arc<Error>),
    /// The goal forbids the move, for example because it gives no check.
    Forbidden(String),
}

impl Fault {
    fn text(&self, lang: Lang) -> String {
        match self {
            Fault::NoMate => msg::GivenNoMate.text(lang),
            Fault::MateButWasted => msg::GivenMateButWasted.text(lang),
            Fault::Move { number, why } => {
                let why = match why {
                    Why::Error(error) => error.text_in(lang),
                    Why::Forbidden(mv) => msg::GivenMoveIllegal { mv }.text(lang),
                };
                msg::GivenMoveFault { number, why }.text(lang)
            }
        }
    }
}

/// Objects for programs are in English.
fn in_english<S: Serializer>(fault: &Option<Fault>, to: S) -> Result<S::Ok, S::Error> {
    let text = fault.as_ref().map(|fault| fault.text(Lang::EN));
    text.serialize(to)
}

impl AuthorSolution {
    /// The moves after the position of a problem; `None` if the question is not about a problem or
    /// no moves follow.
    pub(super) fn of(
        request: &Request,
        content: &Content,
        position: &AnyPosition,
        answered: &Answered,
    ) -> Option<AuthorSolution> {
        let is_problem =
            position.rules_depend_on_goal() && matches!(answered.result.found, Found::Answer);
        if !is_problem {
            return None;
        }
        let line = content.moves_after(&request.game, request.moment);
        let attacker = answered.result.aim.attacker;
        let source = match content {
            Content::Record(..) | Content::Game(..) => Source::File,
            Content::Text(_) | Content::Case(_) | Content::Moves(_) => Source::Text,
        };
        (!line.is_empty()).then(|| AuthorSolution {
            source,
            ..AuthorSolution::play(request, position, attacker, line)
        })
    }

    fn play(
        request: &Request,
        position: &AnyPosition,
        attacker: Side,
        line: Vec<String>,
    ) -> AuthorSolution {
        let mut at = position.clone();
        for (ply, mv) in line.iter().enumerate() {
            if wins(&at, attacker) {
                return AuthorSolution::won(line, ply);
            }
            let children = at.children_for(attacker);
            let Some((_, next)) = children.into_iter().find(|(text, _)| text == mv) else {
                let why = match at.play(mv) {
                    Err(error) => Why::Error(Arc::new(error.into())),
                    Ok(_) => Why::Forbidden(mv.clone()),
                };
                let number = ply + 1;
                return AuthorSolution::wrong(line, ply, Fault::Move { number, why });
            };
            at = next;
        }
        let length = line.len();
        if wins(&at, attacker) {
            return AuthorSolution::won(line, length);
        }
        let fault = match wins_by_mudaai(request, &at, attacker) {
            true => Fault::MateButWasted,
            false => Fault::NoMate,
        };
        AuthorSolution::wrong(line, length, fault)
    }

    fn won(line: Vec<String>, length: usize) -> AuthorSolution {
        AuthorSolution {
            source: Source::Text,
            line,
            length,
            wins: true,
            fault: None,
        }
    }

    fn wrong(line: Vec<String>, length: usize, fault: Fault) -> AuthorSolution {
        AuthorSolution {
            source: Source::Text,
            line,
            length,
            wins: false,
            fault: Some(fault),
        }
    }

    /// Whether the moves are not a solution.
    pub(super) fn is_faulty(&self) -> bool {
        self.fault.is_some()
    }

    /// The text to print next to the lines about other solutions; `None` if these lines are about
    /// the same solution.
    pub(super) fn text_beside(&self, answered: &Answered, lang: Lang) -> Option<String> {
        let others = answered.composition.others.as_ref();
        let given = others.and_then(|solutions| solutions.others.as_ref()?.given.as_ref());
        let is_there = given
            .is_some_and(|(given, _)| self.wins && given.wins && given.line.len() == self.length);
        (!is_there).then(|| self.text(answered, lang))
    }

    /// The length or the fault of the solution, compared with the result of the question.
    pub(super) fn text(&self, answered: &Answered, lang: Lang) -> String {
        let whose = match self.source {
            Source::File => msg::GivenFile.text(lang),
            Source::Text => msg::GivenText.text(lang),
        };
        let plies = plies_in(self.length as u64, lang);
        let mut parts = vec![match &self.fault {
            None => msg::GivenSolution { whose, plies }.text(lang),
            Some(fault) => {
                let fault = fault.text(lang);
                msg::GivenNoSolution { whose, fault }.text(lang)
            }
        }];
        let result = &answered.result;
        match (result.answer, result.shortest) {
            (Answer::Proved, Some(known)) => {
                let length = known.in_lang(lang);
                parts.push(msg::GivenShortest { length }.text(lang));
            }
            (Answer::Disproved, _) if self.wins => parts.push(msg::GivenNoWinFound.text(lang)),
            _ => {}
        }
        let others = answered.composition.others.iter();
        parts.extend(others.map(|others| others.verdict().in_lang(lang)));
        parts.join(&msg::PartsSeparator.text(lang))
    }
}

/// Whether the attacker has won.
fn wins(at: &AnyPosition, attacker: Side) -> bool {
    let end = at.end_for(attacker);
    end.is_ok_and(|end| end.is_some_and(|end| end.outcome == Outcome::Win(attacker)))
}

/// Whether the attacker has won if wasted interpositions are ignored.
fn wins_by_mudaai(request: &Request, at: &AnyPosition, attacker: Side) -> bool {
    let has_both = request.kind.name == "shogi" && request.game.rules() != MUDAAI;
    let game = has_both.then(|| request.kind.open(MUDAAI, &Hints::default()));
    let position = game.and_then(|game| game.ok()?.position(&at.text()).ok());
    position.is_some_and(|position| wins(&position, attacker))
}
