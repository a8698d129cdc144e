//! The solution that comes with a problem: what the record, or the text, says, beside what was
//! found.
//!
//! The moves are played by the rules of the question. Whether they are the best ones is not looked
//! at here: their length is held against the shortest win, where that was asked for, and the
//! verdict on other solutions stands beside it.

use serde::Serialize;
use shomei::{AnyPosition, Found};
use shomei_game::{Outcome, Side};
use shomei_search::Answer;

use super::Request;
use super::answer::Answered;
use crate::cli::MUDAAI;
use crate::output::{length_text, plies_text};
use crate::problems::Content;
use shomei::Hints;

/// What comes with a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Stated {
    /// Where it stands, for people.
    #[serde(skip)]
    whose: &'static str,
    /// The moves as the file has them.
    line: Vec<String>,
    /// The plies to the end, which comes before that of the moves where these go on behind a win.
    length: usize,
    /// Whether the attacker has won at the end.
    wins: bool,
    /// Why this is no solution; nothing where it is one.
    fault: Option<String>,
}

impl Stated {
    /// The moves that stand behind a position, where the question is one about a problem; `None`
    /// where there are none.
    pub(super) fn of(
        request: &Request,
        content: &Content,
        position: &AnyPosition,
        answered: &Answered,
    ) -> Option<Stated> {
        let is_problem =
            position.rules_depend_on_goal() && matches!(answered.result.found, Found::Answer);
        if !is_problem {
            return None;
        }
        let line = content.moves_behind(&request.game, request.records.moment.moment());
        let attacker = answered.result.aim.attacker;
        let whose = match content {
            Content::Record(_) => "the file's",
            Content::Text(_) | Content::Case(_) => "the given",
        };
        (!line.is_empty()).then(|| Stated {
            whose,
            ..Stated::play(request, position, attacker, line)
        })
    }

    fn play(
        request: &Request,
        position: &AnyPosition,
        attacker: Side,
        line: Vec<String>,
    ) -> Stated {
        let mut at = position.clone();
        for (ply, mv) in line.iter().enumerate() {
            if wins(&at, attacker) {
                return Stated::won(line, ply);
            }
            let children = at.children_for(attacker);
            let Some((_, next)) = children.into_iter().find(|(text, _)| text == mv) else {
                let why = match at.play(mv) {
                    Err(error) => error.to_string(),
                    Ok(_) => format!("{mv} cannot be played here"),
                };
                let fault = format!("move {}: {why}", ply + 1);
                return Stated::wrong(line, ply, fault);
            };
            at = next;
        }
        let length = line.len();
        if wins(&at, attacker) {
            return Stated::won(line, length);
        }
        let fault = match wins_by_mudaai(request, &at, attacker) {
            true => "it is no mate at its end, but for wasted interpositions (--mudaai)",
            false => "it is no mate at its end",
        };
        Stated::wrong(line, length, fault.to_string())
    }

    fn won(line: Vec<String>, length: usize) -> Stated {
        Stated {
            whose: "",
            line,
            length,
            wins: true,
            fault: None,
        }
    }

    fn wrong(line: Vec<String>, length: usize, fault: String) -> Stated {
        Stated {
            whose: "",
            line,
            length,
            wins: false,
            fault: Some(fault),
        }
    }

    /// What was found beside it, as far as that was asked for.
    pub(super) fn text(&self, answered: &Answered) -> String {
        let whose = self.whose;
        let mut parts = vec![match &self.fault {
            None => format!("{whose} solution: {}", plies_text(self.length as u64)),
            Some(fault) => format!("{whose} moves are no solution: {fault}"),
        }];
        let result = &answered.result;
        match (result.answer, result.shortest) {
            (Answer::Proved, Some(known)) => {
                parts.push(format!("the shortest: {}", length_text(known)));
            }
            (Answer::Disproved, _) if self.wins => parts.push("no win was found".to_string()),
            _ => {}
        }
        parts.extend(answered.notes.unique.clone());
        parts.join("; ")
    }
}

/// Whether the attacker has won.
fn wins(at: &AnyPosition, attacker: Side) -> bool {
    let end = at.end_for(attacker);
    end.is_ok_and(|end| end.is_some_and(|end| end.outcome == Outcome::Win(attacker)))
}

/// Whether that is so where wasted interpositions are left out.
fn wins_by_mudaai(request: &Request, at: &AnyPosition, attacker: Side) -> bool {
    let has_both = request.entry.kind.name == "shogi" && request.game.rules() != MUDAAI;
    let game = has_both.then(|| request.entry.kind.open(MUDAAI, &Hints::default()));
    let position = game.and_then(|game| game.ok()?.position(&at.text()).ok());
    position.is_some_and(|position| wins(&position, attacker))
}
