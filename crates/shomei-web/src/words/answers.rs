//! Answers to questions in a sentence or two.

use shomei::compose::Verdict;
use shomei::composers::{Judgement, OtherSolutions, ProblemCheck};
use shomei::questions::{End, Found, MoveValue};
use shomei::search::Bracket;
use shomei::words::{InLang, capital, line_note_in, score_text};
use shomei::{Answer, AnyPosition, Outcome, Side, Stop, Value};

use super::{Lang, capital_side};

/// An answer in a sentence or two.
pub(crate) fn answer(position: &AnyPosition, answered: &ProblemCheck, lang: Lang) -> String {
    let ProblemCheck {
        result: answered,
        composition,
    } = answered;
    let telling = Telling { position, lang };
    let mover = position.to_move();
    let mut sentences = vec![match &answered.found {
        Found::Answer => telling.win(answered.aim.attacker, answered.answer),
        Found::Value(value) => telling.value(*value),
        Found::Moves(value, moves) => {
            let known = telling.value(*value);
            let wins = |mv: &&MoveValue| mv.value == Some(Value::Win);
            join(lang, &[known, telling.moves(moves, wins)])
        }
        Found::Answers(moves) => {
            let attacker = answered.aim.attacker;
            let known = telling.win(attacker, answered.answer);
            let wins = |mv: &&MoveValue| mv.answer == Some(Answer::Proved);
            join(lang, &[known, telling.moves(moves, wins)])
        }
        Found::Score(known) | Found::Scores(known, _) => {
            telling.score(mover, known.bounds, answered.end)
        }
    }];
    let is_of_score = matches!(answered.found, Found::Score(_) | Found::Scores(..));
    if let Some(end) = answered.end.filter(|_| !is_of_score) {
        sentences = vec![telling.end(end.outcome, end.score)];
    }
    if let (Some(length), Answer::Proved) = (answered.shortest, answered.answer) {
        sentences.push(telling.length(length));
        let counted = composition.counted.as_ref().map(|counted| counted.length);
        let other = counted.filter(|counted| *counted != length);
        sentences.extend(other.map(|counted| telling.counted(counted)));
    }
    if let Some(others) = &composition.others {
        sentences.push(telling.others(others));
    }
    let judged = composition.judgement.as_ref();
    sentences.extend(judged.map(|judged| telling.judgement(judged)));
    let note = line_note_in(&answered.line, lang).filter(|_| !answered.line.is_cut);
    sentences
        .extend(note.map(|note| lang.pick(format!("{}.", capital(note)), format!("{note}。"))));
    if let Some(stop) = answered.stopped_by {
        sentences.push(telling.stopped(stop));
    }
    join(lang, &sentences)
}

fn join(lang: Lang, sentences: &[String]) -> String {
    let blank = match lang {
        Lang::En => " ",
        Lang::Ja => "",
    };
    sentences.join(blank)
}

/// Who tells about what.
struct Telling<'a> {
    position: &'a AnyPosition,
    lang: Lang,
}

impl Telling<'_> {
    fn side(&self, side: Side) -> String {
        capital_side(self.position.game(), side, self.lang)
    }

    fn win(&self, attacker: Side, answer: Answer) -> String {
        let who = self.side(attacker);
        match (self.lang, answer) {
            (Lang::En, Answer::Proved) => format!("{who} can force a win."),
            (Lang::En, Answer::Disproved) => format!("{who} cannot force a win."),
            (Lang::En, Answer::Unknown) => {
                format!("It is not known whether {who} can force a win.")
            }
            (Lang::Ja, Answer::Proved) => format!("{who}は勝ちを強制できます。"),
            (Lang::Ja, Answer::Disproved) => format!("{who}は勝ちを強制できません。"),
            (Lang::Ja, Answer::Unknown) => {
                format!("{who}が勝ちを強制できるかどうかは分かりません。")
            }
        }
    }

    fn value(&self, value: Option<Value>) -> String {
        let mover = self.position.to_move();
        match (value, self.lang) {
            (Some(Value::Win), _) => self.win(mover, Answer::Proved),
            (Some(Value::Loss), _) => self.win(mover.opponent(), Answer::Proved),
            (Some(Value::Draw), Lang::En) => {
                "It is a draw: neither side can force a win.".to_string()
            }
            (Some(Value::Draw), Lang::Ja) => {
                "引き分けです。どちらも勝ちを強制できません。".to_string()
            }
            (None, Lang::En) => "The value is not known.".to_string(),
            (None, Lang::Ja) => "結果は分かりません。".to_string(),
        }
    }

    fn moves(&self, moves: &[MoveValue], wins: impl Fn(&&MoveValue) -> bool) -> String {
        let (won, all) = (moves.iter().filter(wins).count(), moves.len());
        match self.lang {
            Lang::En => format!("{won} of {all} moves win."),
            Lang::Ja => format!("{all}手のうち{won}手で勝ちになります。"),
        }
    }

    fn score(&self, mover: Side, [low, high]: [i32; 2], end: Option<End>) -> String {
        let who = self.side(mover);
        let [least, most] = [low, high].map(score_text);
        match (self.lang, low == high, end.is_some()) {
            (Lang::En, true, true) => format!("The game is over: {least} for {who}."),
            (Lang::En, true, false) => format!("With best play the score is {least} for {who}."),
            (Lang::En, false, _) => {
                format!("The score for {who} is between {least} and {most}.")
            }
            (Lang::Ja, true, true) => format!("終局です。{who}の得点は{least}です。"),
            (Lang::Ja, true, false) => format!("最善の結果は{who}から見て{least}です。"),
            (Lang::Ja, false, _) => format!("{who}の得点は{least}以上{most}以下です。"),
        }
    }

    fn end(&self, outcome: Outcome, score: Option<i32>) -> String {
        let Outcome::Win(side) = outcome else {
            let draw = self.lang.pick(
                "The game is over: it is a draw.",
                "終局です。引き分けです。",
            );
            return draw.to_string();
        };
        let winner = self.side(side);
        let score = score.map(|score| score_text(score.abs()));
        match (self.lang, score) {
            (Lang::En, Some(score)) => format!("The game is over: {winner} has won by {score}."),
            (Lang::En, None) => format!("The game is over: {winner} has won."),
            (Lang::Ja, Some(score)) => format!("終局です。{winner}が{score}で勝ちました。"),
            (Lang::Ja, None) => format!("終局です。{winner}の勝ちです。"),
        }
    }

    fn length(&self, known: Bracket) -> String {
        let length = known.in_lang(self.lang);
        self.lang.pick(
            format!("The shortest win takes {length}."),
            format!("最短は{length}です。"),
        )
    }

    fn counted(&self, known: Bracket) -> String {
        let length = known.in_lang(self.lang);
        self.lang.pick(
            format!("Without wasted drops it takes {length}."),
            format!("無駄合を除くと{length}です。"),
        )
    }

    fn judgement(&self, judged: &Judgement) -> String {
        let judged = judged.in_lang(self.lang);
        self.lang.pick(
            format!("Composers call it: {judged}."),
            format!("判定は{judged}です。"),
        )
    }

    fn others(&self, others: &OtherSolutions) -> String {
        match (others.verdict(), self.lang) {
            (Verdict::Unique, Lang::En) => "There is no other solution.",
            (Verdict::Unique, Lang::Ja) => "余詰はありません。",
            (Verdict::UniqueButLast, Lang::En) => {
                "There is no other solution; only the last move can be another one."
            }
            (Verdict::UniqueButLast, Lang::Ja) => "最終手のほかに余詰はありません。",
            (Verdict::NotUnique, Lang::En) => "There is another solution.",
            (Verdict::NotUnique, Lang::Ja) => "余詰があります。",
            (Verdict::NotDecided, Lang::En) => "Whether there is another solution is not known.",
            (Verdict::NotDecided, Lang::Ja) => "余詰があるかどうかは分かりません。",
        }
        .to_string()
    }

    fn stopped(&self, stop: Stop) -> String {
        match (stop, self.lang) {
            (Stop::Time, Lang::En) => "The time is over.",
            (Stop::Time, Lang::Ja) => "時間切れです。",
            (Stop::Memory, Lang::En) => "The memory is full.",
            (Stop::Memory, Lang::Ja) => "メモリが足りません。",
            (Stop::Interrupt, Lang::En) => "The search was stopped.",
            (Stop::Interrupt, Lang::Ja) => "探索は止められました。",
            (_, Lang::En) => "A limit was reached.",
            (_, Lang::Ja) => "上限に達しました。",
        }
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::composers::Composition;
    use shomei::{Kinds, Question, Session};

    fn told(game: &str, text: &str, question: Question, lang: Lang) -> String {
        let game = Kinds::builtin().open(game, "").unwrap();
        let position = game.position(text).unwrap();
        let mut session = Session::new(&game).unwrap();
        let answered = ProblemCheck {
            result: session.ask(&position, question).unwrap(),
            composition: Composition::default(),
        };
        answer(&position, &answered, lang)
    }

    const D4: &str = "...x....o.................oxx....o..ooo....ox................... x";

    #[test]
    fn a_win_and_its_refusal_are_sentences() {
        let win = told("loa", D4, Question::MoverWins, Lang::En);
        assert_eq!(win, "Black can force a win.");
        let other = told("loa", D4, Question::Win(Side::Second), Lang::En);
        assert_eq!(other, "White cannot force a win.");
        let ja = told("loa", D4, Question::Value, Lang::Ja);
        assert_eq!(ja, "黒は勝ちを強制できます。");
    }

    #[test]
    fn a_score_names_its_side() {
        let game = Kinds::builtin().open("othello", "").unwrap();
        let telling = Telling {
            position: &game.start(),
            lang: Lang::En,
        };
        let score = |bounds| telling.score(Side::First, bounds, None);
        assert_eq!(score([4, 4]), "With best play the score is +4 for Black.");
        assert_eq!(score([-2, 4]), "The score for Black is between -2 and +4.");
        let draw = telling.value(Some(Value::Draw));
        assert_eq!(draw, "It is a draw: neither side can force a win.");
    }

    #[test]
    fn sentences_follow_each_other() {
        let parts = ["A.".to_string(), "B.".to_string()];
        assert_eq!(join(Lang::En, &parts), "A. B.");
        assert_eq!(join(Lang::Ja, &parts), "A.B.");
    }
}
