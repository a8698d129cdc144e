//! The solution that comes with a problem: what the record, or the text, says, beside what was
//! found.
//!
//! The moves are played by the rules of the question. Whether they are the best ones is not looked
//! at here: their length is held against the shortest win, where that was asked for, and the
//! verdict on other solutions stands beside it.

use serde::Serialize;
use shomei::words::{InLang, plies_in, verdict_in};
use shomei::{AnyPosition, Found};
use shomei_game::{Lang, Outcome, Side};
use shomei_search::Answer;

use super::Request;
use super::answer::Answered;
use crate::cli::MUDAAI;
use crate::problems::Content;
use shomei::Hints;

/// What is wrong with moves whose end is no mate, and with those that end before wasted
/// interpositions.
const NO_MATE: &str = "it is no mate at its end";
const MATE_BY_MUDAAI: &str =
    "it is no mate at its end, but for wasted interpositions (--rules tsume-mudaai)";

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
        let line = content.moves_after(&request.game, request.moment);
        let attacker = answered.result.aim.attacker;
        let whose = match content {
            Content::Record(..) | Content::Game(..) => "the file's",
            Content::Text(_) | Content::Case(_) | Content::Moves(_) => "the given",
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
            true => MATE_BY_MUDAAI,
            false => NO_MATE,
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

    /// The same beside the lines about other solutions: nothing where these judge the same moves and
    /// say as much.
    pub(super) fn text_beside(&self, answered: &Answered, lang: Lang) -> Option<String> {
        let others = answered.composition.others.as_ref();
        let given = others.and_then(|solutions| solutions.others.as_ref()?.given.as_ref());
        let is_told = given.is_some_and(|(given, _)| {
            let is_no_mate = self.fault.as_deref() == Some(NO_MATE);
            let is_same = given.line.len() == self.length && given.wins == self.wins;
            is_same && (self.wins || is_no_mate)
        });
        (!is_told).then(|| self.text(answered, lang))
    }

    /// What was found beside it, as far as that was asked for.
    pub(super) fn text(&self, answered: &Answered, lang: Lang) -> String {
        let whose = match lang {
            Lang::En => self.whose,
            Lang::Ja => "添えられた手順",
        };
        let plies = plies_in(self.length as u64, lang);
        let mut parts = vec![match &self.fault {
            None => lang.pick(
                format!("{whose} solution: {plies}"),
                format!("{whose}：{plies}"),
            ),
            Some(fault) => lang.pick(
                format!("{whose} moves are no solution: {fault}"),
                format!("{whose}は解ではない：{}", fault_in_japanese(fault)),
            ),
        }];
        let result = &answered.result;
        match (result.answer, result.shortest) {
            (Answer::Proved, Some(known)) => {
                let length = known.in_lang(lang);
                parts.push(lang.pick(format!("the shortest: {length}"), format!("最短：{length}")));
            }
            (Answer::Disproved, _) if self.wins => {
                let none = lang.pick("no win was found", "詰みは見つからない");
                parts.push(none.to_string());
            }
            _ => {}
        }
        let unique = answered.notes.unique.iter();
        parts.extend(unique.map(|verdict| verdict_in(verdict, lang)));
        parts.join(lang.pick("; ", "、"))
    }
}

/// A fault in Japanese, but for what the rules say of a move, as in errors.
fn fault_in_japanese(fault: &str) -> &str {
    match fault {
        NO_MATE => "最後が詰みではない",
        MATE_BY_MUDAAI => "最後は無駄合を除いて詰み（--rules tsume-mudaai）",
        other => other,
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
