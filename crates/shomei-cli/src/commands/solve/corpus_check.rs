//! Compares the results with the facts in a line of a corpus.

use std::collections::BTreeSet;

use shomei_game::corpus::{Case, Value as AuthorSolution};
use shomei_game::{Outcome, Side, error_text};
use shomei_search::Answer;
use shomei_search::Bracket;

use super::Request;
use super::answer::Answered;
use super::expected_score::Comparison;
use crate::cli::MUDAAI;
use crate::failure::Failure;
use crate::language::user_language;
use crate::output::word_text;
use shomei::messages::InLang;
use shomei::{AnyGame, Found, Value};

/// The facts of a line that are valid under the rules of the question.
pub(super) struct CorpusCheck {
    /// The name for messages; empty if the line gives none.
    name: String,
    attacker: Side,
    game: AnyGame,
    /// Whether the attacker forces a win.
    value: Option<Answer>,
    /// The length of the shortest win in plies, with its key in the line.
    length: Option<(&'static str, u16)>,
    /// The length without wasted interpositions in the middle of the line.
    counted: Option<(&'static str, u16)>,
    /// The verdict on other solutions.
    verdict: Option<String>,
    dual: Option<String>,
    surplus: Option<String>,
}

/// The comparison of one fact with the result.
struct FactCheck {
    key: &'static str,
    expected: String,
    found: String,
    agrees: Option<bool>,
}

impl CorpusCheck {
    /// The facts of a line. If the rules of the question differ from those of the line, only
    /// `mudaai` and `counted` are valid.
    pub(super) fn of(request: &Request, case: &Case, attacker: Side, game: AnyGame) -> CorpusCheck {
        let holds = !case.rules.is_empty() || game.rules() == request.kind.usual_rules();
        let fact = |key: &str| case.fact(key).filter(|_| holds).map(str::to_string);
        let plies = |key: &'static str| Some((key, case.fact(key)?.parse().ok()?));
        let [by_mudaai, counted] =
            ["mudaai", "counted"].map(|key| plies(key).filter(|_| game.rules() == MUDAAI));
        let verdict = fact("verdict");
        let is_judged = verdict.is_some();
        let named = Some(&case.name).filter(|name| **name != case.at.to_string());
        CorpusCheck {
            name: named.cloned().unwrap_or_default(),
            attacker,
            value: match case.value {
                AuthorSolution::Proved if holds => Some(Answer::Proved),
                AuthorSolution::Disproved if holds => Some(Answer::Disproved),
                _ => None,
            },
            length: by_mudaai.or_else(|| plies("length").filter(|_| holds)),
            counted,
            verdict,
            // A line with a verdict lists all flaws, so a missing flaw means none.
            dual: fact("dual").or_else(|| is_judged.then(String::new)),
            surplus: fact("surplus").or_else(|| is_judged.then(String::new)),
            game,
        }
    }

    /// Compares the facts with the result. Each difference is a problem of the answer.
    pub(super) fn compare(&self, mover: Side, answered: &mut Answered) {
        let mut judged = Vec::new();
        judged.extend(self.value.map(|value| self.value(value, mover, answered)));
        let shortest = answered
            .result
            .shortest
            .filter(|_| answered.result.answer == Answer::Proved);
        judged.extend(self.length.zip(shortest).map(length));
        let counted = answered.composition.counted.as_ref();
        let counted = counted.map(|counted| counted.length);
        judged.extend(self.counted.zip(counted).map(length));
        judged.extend(self.solutions(answered));
        if judged.is_empty() {
            return;
        }
        for FactCheck {
            key,
            expected,
            found,
            ..
        } in judged.iter().filter(|j| j.agrees == Some(false))
        {
            let text = error_text!(
                "expected-fact-found",
                "expected {key} {expected}, found {found}",
                key = key,
                expected = word_text(expected),
                found = word_text(found)
            );
            let difference = Failure::run(text);
            answered.problems.push(match &self.name[..] {
                "" => difference,
                name => difference.context(name),
            });
        }
        let comparison = answered.comparison.get_or_insert_with(|| Comparison {
            score: None,
            text: judged[0].expected.clone(),
            agrees: Some(true),
            facts: Vec::new(),
        });
        for judged in judged {
            comparison.agrees = match (comparison.agrees, judged.agrees) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
            comparison.facts.push((judged.key, judged.expected));
        }
    }

    /// Compares the value for the attacker, derived from the answer to any question.
    fn value(&self, expected: Answer, mover: Side, answered: &Answered) -> FactCheck {
        let wins = |value: Value| match value {
            Value::Win => mover == self.attacker,
            Value::Loss => mover != self.attacker,
            Value::Draw => false,
        };
        let by_score =
            |score: i32| self.game.outcome_of(score, mover) == Outcome::Win(self.attacker);
        let wins = match &answered.result.found {
            Found::Answer | Found::Answers(_) => match answered.result.answer {
                Answer::Proved => Some(true),
                Answer::Disproved => Some(false),
                Answer::Unknown => None,
            },
            Found::Value(value) | Found::Moves(value, _) => value.map(wins),
            Found::Score(known) | Found::Scores(known, _) => {
                let [low, high] = known.bounds.map(by_score);
                (low == high).then_some(low)
            }
        };
        let found = match wins {
            Some(true) => Answer::Proved,
            Some(false) => Answer::Disproved,
            None => Answer::Unknown,
        };
        FactCheck {
            key: "value",
            expected: expected.to_string(),
            found: found.to_string(),
            agrees: wins.map(|_| expected == found),
        }
    }

    /// Compares the facts about other solutions.
    fn solutions(&self, answered: &Answered) -> Vec<FactCheck> {
        let Some(yozume) = &answered.composition.others else {
            return Vec::new();
        };
        let is_decided = yozume.is_decided();
        let judged = |key, expected: &String, found: Option<String>| {
            let agrees = found.as_ref().map(|found| found == expected);
            let or_nothing = |text: String| match &text[..] {
                "" => "nothing".to_string(),
                _ => text,
            };
            FactCheck {
                key,
                expected: or_nothing(expected.clone()),
                found: or_nothing(found.unwrap_or_default()),
                agrees,
            }
        };
        let verdict = is_decided.then(|| yozume.verdict().to_string());
        let others = yozume.others.as_ref();
        let kinds = others.filter(|_| is_decided).map(|others| {
            let others = others.found.others.iter();
            let kinds: BTreeSet<String> = others.map(|other| other.kind.to_string()).collect();
            Vec::from_iter(kinds).join(", ")
        });
        let surplus = others.map(|others| others.left_over.clone().unwrap_or_default());
        let facts = [
            ("verdict", &self.verdict, verdict),
            ("dual", &self.dual, kinds),
            ("surplus", &self.surplus, surplus),
        ];
        let expected = facts
            .into_iter()
            .filter_map(|(key, expected, found)| Some(judged(key, expected.as_ref()?, found)));
        expected.collect()
    }
}

fn length(((key, expected), known): ((&'static str, u16), Bracket)) -> FactCheck {
    let most = known.most.unwrap_or(u16::MAX);
    let agrees = match known.exact() {
        Some(exact) => Some(exact == expected),
        None if (known.least..=most).contains(&expected) => None,
        None => Some(false),
    };
    FactCheck {
        key,
        expected: expected.to_string(),
        found: known.in_lang(user_language()),
        agrees,
    }
}
