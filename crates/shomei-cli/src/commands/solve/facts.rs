//! What a line of a corpus says of its position, held against what was found.

use anyhow::anyhow;
use shomei_game::corpus::{Case, Value as Stated};
use shomei_game::{Outcome, Side};
use shomei_search::Answer;
use shomei_search::Bracket;

use super::Request;
use super::answer::Answered;
use super::expected::Comparison;
use crate::cli::MUDAAI;
use crate::failure::Failure;
use shomei::{AnyGame, Found, Value};

/// What is said, as far as it holds by the rules of the question.
pub(super) struct Facts {
    /// For messages; empty where the line gives no name.
    name: String,
    attacker: Side,
    game: AnyGame,
    /// Whether the attacker forces a win.
    value: Option<Answer>,
    /// The plies of the shortest win.
    length: Option<(&'static str, u16)>,
    /// The same without wasted interpositions in the middle of a line.
    counted: Option<(&'static str, u16)>,
    /// What is said of other solutions.
    verdict: Option<String>,
    dual: Option<String>,
    surplus: Option<String>,
}

/// A fact, what was found in its place, and whether that is the same.
struct FactCheck {
    key: &'static str,
    stated: String,
    found: String,
    agrees: Option<bool>,
}

impl Facts {
    /// What a line says. Where the question is about other rules than those that the line
    /// was written for, only what is said for them counts: `mudaai` and `counted`.
    pub(super) fn of(request: &Request, case: &Case, attacker: Side, game: AnyGame) -> Facts {
        let holds = !case.rules.is_empty() || game.rules() == request.entry.kind.usual_rules();
        let fact = |key: &str| case.fact(key).filter(|_| holds).map(str::to_string);
        let plies = |key: &'static str| Some((key, case.fact(key)?.parse().ok()?));
        let [by_mudaai, counted] =
            ["mudaai", "counted"].map(|key| plies(key).filter(|_| game.rules() == MUDAAI));
        let verdict = fact("verdict");
        let is_judged = verdict.is_some();
        let named = Some(&case.name).filter(|name| **name != case.at.to_string());
        Facts {
            name: named.cloned().unwrap_or_default(),
            attacker,
            value: match case.value {
                Stated::Proved if holds => Some(Answer::Proved),
                Stated::Disproved if holds => Some(Answer::Disproved),
                _ => None,
            },
            length: by_mudaai.or_else(|| plies("length").filter(|_| holds)),
            counted,
            verdict,
            // A line that says how many solutions there are says all about them.
            dual: fact("dual").or_else(|| is_judged.then(String::new)),
            surplus: fact("surplus").or_else(|| is_judged.then(String::new)),
            game,
        }
    }

    /// Compares; that something else was found is a problem of the answer.
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
        let name = match &self.name[..] {
            "" => String::new(),
            name => format!("{name}: "),
        };
        for FactCheck {
            key, stated, found, ..
        } in judged.iter().filter(|j| j.agrees == Some(false))
        {
            let difference = anyhow!("{name}expected {key} {stated}, found {found}");
            answered.problems.push(Failure::Run(difference));
        }
        let comparison = answered.comparison.get_or_insert_with(|| Comparison {
            score: None,
            text: judged[0].stated.clone(),
            agrees: Some(true),
            facts: Vec::new(),
        });
        for judged in judged {
            comparison.agrees = match (comparison.agrees, judged.agrees) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
            comparison.facts.push((judged.key, judged.stated));
        }
    }

    /// Whether the attacker wins, from whatever was asked.
    fn value(&self, stated: Answer, mover: Side, answered: &Answered) -> FactCheck {
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
            stated: stated.to_string(),
            found: found.to_string(),
            agrees: wins.map(|_| stated == found),
        }
    }

    /// What was asked about other solutions.
    fn solutions(&self, answered: &Answered) -> Vec<FactCheck> {
        let Some(yozume) = &answered.composition.others else {
            return Vec::new();
        };
        let is_decided = yozume.is_decided();
        let judged = |key, stated: &String, found: Option<String>| {
            let agrees = found.as_ref().map(|found| found == stated);
            let or_nothing = |text: String| match &text[..] {
                "" => "nothing".to_string(),
                _ => text,
            };
            FactCheck {
                key,
                stated: or_nothing(stated.clone()),
                found: or_nothing(found.unwrap_or_default()),
                agrees,
            }
        };
        let verdict = is_decided.then(|| yozume.verdict().to_string());
        let kinds = is_decided.then(|| yozume.kinds());
        let surplus = yozume.left_over_if_known();
        let facts = [
            ("verdict", &self.verdict, verdict),
            ("dual", &self.dual, kinds),
            ("surplus", &self.surplus, surplus),
        ];
        let stated = facts
            .into_iter()
            .filter_map(|(key, stated, found)| Some(judged(key, stated.as_ref()?, found)));
        stated.collect()
    }
}

fn length(((key, stated), known): ((&'static str, u16), Bracket)) -> FactCheck {
    let most = known.most.unwrap_or(u16::MAX);
    let agrees = match known.exact() {
        Some(exact) => Some(exact == stated),
        None if (known.least..=most).contains(&stated) => None,
        None => Some(false),
    };
    FactCheck {
        key,
        stated: stated.to_string(),
        found: crate::output::length_text(known),
        agrees,
    }
}
